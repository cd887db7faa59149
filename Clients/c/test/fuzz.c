/* Holds conversations that were recorded and then damaged, in pieces of any size and in buffers of any size, and looks
 * at all that the client shows. Meant to run with the address and undefined-behaviour sanitizers, which end it.
 *
 *     fuzz ITERATIONS SEED RECORDING…
 *
 * A recording has a message a line: JSON, or the bytes of fw1 in hexadecimal where its name ends in .fw1. */
#include "../framewire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RECORDINGS = 16, MOST_MESSAGES = 64, LONGEST = 1 << 16 };

typedef struct recording {
  char *bytes;
  size_t starts[MOST_MESSAGES + 1]; /* of each message, and behind the last */
  size_t count;
  fw_encoding encoding;
} recording;

static void stop(const char *why) {
  fprintf(stderr, "fuzz: %s\n", why);
  exit(1);
}

/* xorshift64*: the same numbers on every machine. */
static uint64_t state;

static size_t below(size_t limit) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (size_t)((state * UINT64_C(0x2545F4914F6CDD1D) >> 16) % limit);
}

static void load(const char *path, recording *to) {
  static char line[LONGEST];
  FILE *file = fopen(path, "r");
  size_t length = strlen(path), used = 0;
  unsigned byte;
  *to = (recording){.bytes = malloc(4 * LONGEST)};
  to->encoding = strcmp(path + length - 4, ".fw1") == 0 ? FW_FW1 : FW_JSON;
  if (!file || !to->bytes) stop(path);
  while (to->count < MOST_MESSAGES && used + LONGEST < 4 * LONGEST && fgets(line, sizeof line, file)) {
    length = strcspn(line, "\n");
    line[length] = '\0';
    to->starts[to->count++] = used;
    if (to->encoding == FW_JSON) {
      memcpy(to->bytes + used, line, length + 1);
      used += length + 1;
    } else {
      for (size_t i = 0; i < length && sscanf(line + i, "%2x", &byte) == 1; i += 2) to->bytes[used++] = (char)byte;
    }
  }
  to->starts[to->count] = used;
  fclose(file);
}

/* Reads everything that there is to see, so that what is not the client's is noticed. */
static size_t seen;

static void see_text(const char *letters) { seen += letters ? strlen(letters) : 0; }

static void see_view(const fw_scene *scene, const fw_view *view) {
  see_text(view->path);
  see_text(view->kind);
  see_text(view->text);
  if (!view->path || !view->kind || view->truncated > FW_CLIP || fw_view_of(scene, view->id) != view) stop("a bad view");
  if (view->scroll) seen += view->scroll->inset_right != 0;
  for (uint32_t i = 0; i < view->line_count; i++) see_text(view->lines[i].text);
  for (uint32_t i = 0; i < view->guide_count; i++) see_text(view->guides[i].name);
}

static void see(void *context, const fw_scene *scene, const fw_event *event) {
  uint32_t reached = 0;
  (void)context;
  for (const fw_view *view = fw_first(scene); view; view = fw_next(scene, view), reached++) see_view(scene, view);
  if (reached != scene->view_count) stop("a view is not in the tree");
  for (uint32_t i = 0; i < scene->look_count; i++) {
    const fw_look *look = &scene->looks[i];
    const char *const texts[] = {look->background, look->color, look->border_color, look->image, look->placeholder,
                                 look->role,       look->style, look->align,        look->family};
    if (i != 0 && look[-1].id >= look->id) stop("looks are out of order");
    for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) see_text(texts[j]);
    seen += fw_json_member(look->data, "kind").at != NULL;
  }
  seen += (size_t)fw_json_kind_of(fw_json_member(fw_json_member(event->json, "timing"), "solve"));
}

/* Numbers that are at an end of something. */
static const char *const numbers[] = {"0", "-1", "4294967295", "4294967296", "33554431.984375", "1e308", "1e999", "0.1",
                                      "9223372036854775807", "-0", "18446744073709551616", "null", "[]", "{}", "\"\""};

/* One thing that happens to a conversation. Returns how long it is then. */
static size_t damage(char *bytes, size_t length, size_t capacity) {
  size_t at = below(length), size = 1 + below(length - at < 64 ? length - at : 64), other = below(length);
  const char *number = numbers[below(sizeof numbers / sizeof *numbers)];
  switch (below(8)) {
  case 0: bytes[at] = (char)below(256); return length;
  case 1: bytes[at] = (char)(bytes[at] ^ 1 << below(8)); return length;
  case 2: return at + 1;
  case 3: memmove(bytes + at, bytes + at + size, length - at - size); return length > size ? length - size : length;
  case 4: /* said twice, or said of somebody else */
    if (length + size > capacity) return length;
    memmove(bytes + at + size, bytes + at, length - at);
    memmove(bytes + at, bytes + (other + size < length ? other : 0), size);
    return length + size;
  case 5: memcpy(bytes + at, "\xff\xff\xff\xff", size < 4 ? size : 4); return length;
  case 6: memset(bytes + at, 0, size < 4 ? size : 4); return length;
  default: /* another number behind a colon or a comma */
    while (at < length && bytes[at] != ':' && bytes[at] != ',') at++;
    for (size = 0; at + 1 + size < length && strchr("-+.eE0123456789", bytes[at + 1 + size]) && bytes[at + 1 + size]; size++) {}
    if (at + 1 >= length || length + strlen(number) > capacity) return length;
    memmove(bytes + at + 1 + strlen(number), bytes + at + 1 + size, length - at - 1 - size);
    memcpy(bytes + at + 1, number, strlen(number));
    return length + strlen(number) - size;
  }
}

static fw_status tell(fw_client *client, const char *bytes, size_t length, size_t piece) {
  fw_status status = FW_OK;
  for (size_t at = 0; at < length && status == FW_OK; at += piece) {
    /* A copy of exactly this size, so that a byte too many is noticed. */
    size_t size = length - at < piece ? length - at : piece;
    char *copy = malloc(size);
    if (!copy) stop("no memory");
    memcpy(copy, bytes + at, size);
    status = fw_receive(client, copy, size);
    free(copy);
  }
  if (status == FW_TOO_SMALL && client->needed <= client->buffer.size) stop("what is needed is there");
  return status;
}

static fw_status converse(const recording *story, char *bytes) {
  const fw_handler handler = {.picture = see, .event = see};
  size_t length = story->starts[story->count], sizes[] = {2048, 3000, 8192, 1 << 16, 1 << 20};
  size_t size = sizes[below(5)] + below(16), whole = below(story->count) + 1;
  size_t piece = below(4) ? 1 + below(4096) : 1 + below(3);
  char *buffer = malloc(size);
  fw_client client;
  fw_status status;
  if (!buffer || fw_init(&client, buffer, size, &handler) || fw_follow(&client, "{}", story->encoding)
      || fw_connected(&client))
    stop("it does not begin");
  /* What comes first may be whole, so that the damage is done to what comes later. */
  memcpy(bytes, story->bytes, length);
  status = tell(&client, bytes, story->starts[whole], piece);
  if (status != FW_OK && status != FW_TOO_SMALL) stop("a whole conversation fails");
  length -= story->starts[whole];
  memmove(bytes, bytes + story->starts[whole], length);
  for (size_t i = 1 + below(4); i > 0 && length > 0; i--) length = damage(bytes, length, 4 * LONGEST);
  if (status == FW_OK) status = tell(&client, bytes, length, piece);
  see(NULL, &client.scene, &(fw_event){.json = {NULL, NULL}});

  /* Whatever it was, on another connection the client follows. */
  if (fw_connected(&client) != FW_OK && size >= 3000) stop("it does not begin again");
  if (size > 1 << 19 && tell(&client, story->bytes, story->starts[story->count], piece) != FW_OK) stop("it does not recover");
  free(buffer);
  return status;
}

int main(int count, char **arguments) {
  static recording recordings[MOST_RECORDINGS];
  size_t outcomes[FW_MISUSED + 1] = {0}, stories = 0;
  char *bytes = malloc(4 * LONGEST);
  long iterations = count > 3 ? atol(arguments[1]) : 0;
  if (count < 4 || count > 3 + MOST_RECORDINGS || !bytes) stop("usage: fuzz ITERATIONS SEED RECORDING…");
  state = strtoull(arguments[2], NULL, 10) * 2 + 1;
  for (; stories + 3 < (size_t)count; stories++) load(arguments[stories + 3], &recordings[stories]);
  for (long i = 0; i < iterations; i++) outcomes[converse(&recordings[below(stories)], bytes)]++;
  printf("%ld conversations: %zu as if nothing had happened, %zu broken, %zu out of step, %zu too small, %zu refused or ended\n",
         iterations, outcomes[FW_OK], outcomes[FW_BROKEN], outcomes[FW_OUT_OF_STEP], outcomes[FW_TOO_SMALL],
         outcomes[FW_REFUSED] + outcomes[FW_ENDED]);
  for (size_t i = 0; i < stories; i++) free(recordings[i].bytes);
  free(bytes);
  return 0;
}
