/* What the conformance suite sees of the client: follows a scene, and prints a line for each event.
 *
 *     probe SOCKET SCENE [--encoding json|fw1] [--fields a,b,…] [--mode latest|every] [--no-reconnect]
 *
 * Clients/conformance/README.md says what it prints, and how it ends. */
#include "../framewire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for the longest message beside two pictures. */
#define BUFFER ((size_t)64 << 20)

static void print_text(const char *letters) {
  size_t size = fw_json_quote(letters, NULL, 0) + 1;
  char *quoted = malloc(size);
  if (!quoted) exit(2);
  fw_json_quote(letters, quoted, size);
  fputs(quoted, stdout);
  free(quoted);
}

/* `,"name":"letters"`, or nothing. */
static void print_member(const char *name, const char *letters) {
  if (!letters) return;
  printf(",\"%s\":", name);
  print_text(letters);
}

static void print_lengths(const char *name, const fw_length *lengths, int count) {
  printf("\"%s\":", name);
  for (int i = 0; i < count; i++) printf("%c%.17g", i ? ',' : '[', fw_points(lengths[i]));
  printf("]");
}

static void print_frame(const char *name, fw_frame frame) {
  print_lengths(name, (fw_length[]){frame.x, frame.y, frame.width, frame.height}, 4);
}

static void print_line(const fw_line *line) {
  printf("{\"start\":%" PRIu32 ",\"end\":%" PRIu32 ",\"x\":%.17g,\"baseline\":%.17g,\"width\":%.17g", line->start,
         line->end, fw_points(line->x), fw_points(line->baseline), fw_points(line->width));
  if (line->right_to_left) printf(",\"rtl\":true");
  print_member("text", line->text);
  printf("}");
}

static void print_view(const fw_view *view) {
  static const char *const truncations[] = {NULL, "tail", "head", "middle", "clip"};
  printf("{\"id\":%" PRIu32 ",\"index\":%" PRIu32 ",", view->id, view->index);
  print_frame("frame", view->frame);
  print_member("path", view->path);
  print_member("kind", view->kind);
  print_member("text", view->text);
  print_member("truncated", truncations[view->truncated]);
  if (view->parent != FW_NONE) printf(",\"parent\":%" PRIu32, view->parent);
  if (view->look) printf(",\"look\":%" PRIu32, view->look);
  if (view->alpha != 1) printf(",\"alpha\":%.17g", view->alpha);
  if (view->hidden) printf(",\"hidden\":true");
  if (view->clips) printf(",\"clips\":true");
  if (view->has_baselines) putchar(','), print_lengths("baselines", view->baselines, 2);
  if (view->scroll) putchar(','), print_lengths("scroll", &view->scroll->offset_x, 8);
  for (uint32_t i = 0; i < view->line_count; i++) {
    printf(i ? "," : ",\"lines\":[");
    print_line(&view->lines[i]);
  }
  if (view->line_count) printf("]");
  for (uint32_t i = 0; i < view->guide_count; i++) {
    printf(i ? "," : ",\"guides\":{");
    print_text(view->guides[i].name);
    fw_frame frame = view->guides[i].frame;
    printf(":[%.17g,%.17g,%.17g,%.17g]", fw_points(frame.x), fw_points(frame.y), fw_points(frame.width),
           fw_points(frame.height));
  }
  printf(view->guide_count ? "}}" : "}");
}

static void print_look(const fw_look *look) {
  printf("{\"id\":%" PRIu32, look->id);
  print_member("background", look->background);
  print_member("color", look->color);
  print_member("borderColor", look->border_color);
  print_member("placeholder", look->placeholder);
  print_member("role", look->role);
  print_member("align", look->align);
  print_member("style", look->style);
  if (look->radius != 0) printf(",\"radius\":%.17g", look->radius);
  if (look->border != 0) printf(",\"border\":%.17g", look->border);
  if (look->data.at) printf(",\"data\":%.*s", (int)(look->data.end - look->data.at), look->data.at);
  if (look->image) {
    printf(",\"image\":{\"path\":");
    print_text(look->image);
    if (look->image_width != 0) printf(",\"width\":%.17g", look->image_width);
    if (look->image_height != 0) printf(",\"height\":%.17g", look->image_height);
    if (look->image_version != 0) printf(",\"version\":%" PRId64, look->image_version);
    printf("}");
  }
  if (look->font_size != 0) {
    printf(",\"font\":{\"size\":%.17g,\"weight\":%d,\"maxLines\":%d", look->font_size, look->font_weight, look->max_lines);
    print_member("family", look->family);
    print_member("direction", look->right_to_left ? "rtl" : NULL);
    printf("}");
  }
  printf("}");
}

static void print_picture(void *context, const fw_scene *scene, const fw_event *event) {
  (void)context;
  printf("{\"kind\":\"%s\",\"rev\":%" PRIu64 ",\"settled\":%s,\"views\":[",
         event->kind == FW_SNAPSHOT ? "snapshot" : "delta", scene->rev, scene->settled ? "true" : "false");
  for (uint32_t i = 0; i < scene->view_count; i++) {
    if (i) printf(",");
    print_view(&scene->views[i]);
  }
  printf("],\"looks\":[");
  for (uint32_t i = 0; i < scene->look_count; i++) {
    if (i) printf(",");
    print_look(&scene->looks[i]);
  }
  printf("]}\n");
  fflush(stdout);
}

/* As it was said, on one line. Line ends stand nowhere in JSON but between values. */
static void print_event(void *context, const fw_scene *scene, const fw_event *event) {
  (void)context, (void)scene;
  for (const char *at = event->json.at; at < event->json.end; at++) putchar(*at == '\n' || *at == '\r' ? ' ' : *at);
  putchar('\n');
  fflush(stdout);
}

/* {"scene":…,"filter":{"fields":[…]},"mode":…}; NULL when it does not fit. */
static char *parameters(const char *scene, char *fields, const char *mode, char *into, size_t size) {
  size_t used = (size_t)snprintf(into, size, "{\"scene\":");
  used += fw_json_quote(scene, into + used, size - used);
  if (used >= size / 2) return NULL;
  for (char *field = fields ? strtok(fields, ",") : NULL, *comma = ",\"filter\":{\"fields\":["; field && used < size / 2;
       field = strtok(NULL, ","), comma = ",")
    used += (size_t)snprintf(into + used, size - used, "%s\"%.40s\"", comma, field);
  if (fields) used += (size_t)snprintf(into + used, size - used, "]}");
  if (mode) used += (size_t)snprintf(into + used, size - used, ",\"mode\":\"%s\"", mode);
  return used + 2 <= size ? strcat(into, "}") : NULL;
}

int main(int count, char **arguments) {
  static char written[4096];
  const fw_handler handler = {.picture = print_picture, .event = print_event};
  const char *mode = NULL;
  char *fields = NULL, *buffer = malloc(BUFFER);
  fw_encoding encoding = FW_JSON;
  fw_client client;
  fw_socket link;
  fw_status status;
  if (count < 3 || !buffer || fw_init(&client, buffer, BUFFER, &handler) || fw_socket_init(&link, arguments[1])) {
    fprintf(stderr, "usage: probe SOCKET SCENE [--encoding json|fw1] [--fields a,b] [--mode latest|every] [--no-reconnect]\n");
    return 2;
  }
  for (int i = 3; i < count; i++) {
    const char *value = i + 1 < count ? arguments[i + 1] : "";
    if (strcmp(arguments[i], "--no-reconnect") == 0) link.comes_back = false;
    else if (strcmp(arguments[i], "--encoding") == 0) encoding = strcmp(value, "fw1") == 0 ? FW_FW1 : FW_JSON;
    else if (strcmp(arguments[i], "--fields") == 0) fields = arguments[i + 1];
    else if (strcmp(arguments[i], "--mode") == 0) mode = value;
  }
  if (!parameters(arguments[2], fields, mode, written, sizeof written)
      || fw_follow(&client, written, encoding) != FW_OK) {
    fprintf(stderr, "probe: the arguments are too long\n");
    return 2;
  }
  do status = fw_socket_turn(&link, &client, -1);
  while (status == FW_OK);

  if (status == FW_REFUSED)
    fprintf(stderr, "probe: %.*s %.*s\n", (int)(client.reply.error.end - client.reply.error.at), client.reply.error.at,
            client.reply.parameters.at ? (int)(client.reply.parameters.end - client.reply.parameters.at) : 0,
            client.reply.parameters.at ? client.reply.parameters.at : "");
  else if (status != FW_ENDED && status != FW_CLOSED) fprintf(stderr, "probe: %s\n", client.problem);
  free(buffer);
  return status == FW_ENDED || status == FW_CLOSED ? 0 : status == FW_REFUSED ? 1 : 2;
}
