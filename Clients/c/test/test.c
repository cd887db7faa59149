/* The client by itself: JSON, messages in, pictures out, memory. No daemon; one pair of sockets at the end.
 *
 *     test RECORDINGS/story.fw1 RECORDINGS/story.json */
#define _POSIX_C_SOURCE 200809L

#include "../framewire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int failures, checks;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool holds, const char *condition, int line) {
  checks++;
  if (holds) return;
  failures++;
  printf("test.c:%d: not so: %s\n", line, condition);
}

static fw_json read_json(const char *letters) { return fw_json_read(letters, strlen(letters)); }

/* JSON ----------------------------------------------------------------------------------------------------------- */

static bool is_json(const char *letters) { return read_json(letters).at != NULL; }

static void what_is_json(void) {
  static const char *const good[] = {"0", "-0", "1.5e+3", " [ ] ", "{}", "[1,[2],{\"a\":null}]", "\"\\u00e9\\/\"",
                                     "{\"a\":1,\"a\":2}", "true", "\"\x7f\""};
  static const char *const bad[] = {"",      " ",     "{",       "[1,]",      "{\"a\"}",  "{\"a\":}", "{,}",   "01",
                                    "1.",    ".5",    "1e",      "+1",        "-",        "nul",      "\"",    "\"\\x\"",
                                    "\"\n\"", "[1 2]", "\"\\u12g4\"", "{\"a\":1,}", "{1:2}",   "[}",       "1 2",   "'a'",
                                    "\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "NaN"};
  char nested[2 * FW_DEEPEST_JSON + 3];
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) CHECK(is_json(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CHECK(!is_json(bad[i]));
  CHECK(!fw_json_read("1\0", 2).at);

  memset(nested, '[', FW_DEEPEST_JSON + 1);
  memset(nested + FW_DEEPEST_JSON + 1, ']', FW_DEEPEST_JSON + 1);
  CHECK(!fw_json_read(nested, sizeof nested - 1).at);
  CHECK(fw_json_read(nested + 1, sizeof nested - 3).at);
}

static double number_in(const char *letters) {
  double number = -1;
  CHECK(fw_json_number(read_json(letters), &number));
  return number;
}

static void numbers_are_read(void) {
  double number = 7;
  int64_t integer = 7;
  CHECK(number_in("0") == 0 && number_in("-0") == 0 && number_in("1E3") == 1000 && number_in("25e-2") == 0.25);
  CHECK(number_in("0.1") == 0.1 && number_in("-1.5e+1") == -15 && number_in("0.30000000000000004") == 0.1 + 0.2);
  CHECK(number_in("33554431.984375") == 33554431.984375 && number_in("-0.015625") == -0.015625);
  CHECK(number_in("1e308") == 1e308 && number_in("1e-400") == 0 && number_in("0e999999999999") == 0);
  CHECK(number_in("123456789012345678901234567890") == 123456789012345678901234567890.0);
  CHECK(number_in("0.000000000000000000000000000001") == 1e-30);
  CHECK(!fw_json_number(read_json("1e309"), &number) && !fw_json_number(read_json("1e99999999999"), &number));
  CHECK(!fw_json_number(read_json("\"1\""), &number) && !fw_json_number(read_json("null"), &number) && number == 7);

  CHECK(fw_json_integer(read_json("9007199254740991"), &integer) && integer == 9007199254740991);
  CHECK(fw_json_integer(read_json("-9223372036854775807"), &integer) && integer == -INT64_MAX);
  CHECK(fw_json_integer(read_json("2e2"), &integer) && integer == 200);
  CHECK(!fw_json_integer(read_json("0.5"), &integer) && !fw_json_integer(read_json("9223372036854775808"), &integer));
  CHECK(!fw_json_integer(read_json("99999999999999999999"), &integer) && integer == 200);
}

static void texts_are_read(void) {
  char into[32];
  fw_json astral = read_json("\"a\\ud83d\\uDE00\xc3\xa9\\n\\u0000\\ud800x\"");
  CHECK(fw_json_string(astral, into, sizeof into) == 15); /* 1 + 4 + 2 + 1 + 3 + 3 + 1 */
  CHECK(strcmp(into, "a\xf0\x9f\x98\x80\xc3\xa9\n\xef\xbf\xbd\xef\xbf\xbdx") == 0);
  CHECK(fw_json_string(astral, into, 5) == 15 && strcmp(into, "a") == 0);
  CHECK(fw_json_string(astral, into, 6) == 15 && strcmp(into, "a\xf0\x9f\x98\x80") == 0);
  CHECK(fw_json_string(astral, NULL, 0) == 15 && fw_json_string(read_json("1"), into, 3) == 0 && *into == '\0');
  CHECK(fw_json_is(read_json("\"\\u0069d\""), "id") && !fw_json_is(read_json("\"id\""), "i"));
  CHECK(!fw_json_is(read_json("\"i\""), "id") && !fw_json_is(read_json("1"), "1") && fw_json_is(read_json("\"\""), ""));

  CHECK(fw_json_quote("a\"\\\n\x1f\xc3\xa9", into, sizeof into) == 21);
  CHECK(strcmp(into, "\"a\\\"\\\\\\u000a\\u001f\xc3\xa9\"") == 0);
  CHECK(fw_json_quote("abc", into, 3) == 5 && strcmp(into, "\"a") == 0 && fw_json_quote("abc", NULL, 0) == 5);
}

static void members_and_items_are_found(void) {
  fw_json object = read_json(" {\"a\" : [1 , {\"b\":[]} ,\"],}\"], \"b\\u0063\":{\"a\":5} , \"a\":2 } "), name, value;
  fw_json_items items = fw_json_items_of(fw_json_member(object, "a"));
  double number;
  int64_t inner = 0;
  CHECK(fw_json_kind_of(fw_json_member(object, "a")) == FW_JSON_ARRAY);
  CHECK(fw_json_next(&items, &name, &value) && !name.at && fw_json_number(value, &number) && number == 1);
  CHECK(fw_json_next(&items, NULL, &value) && fw_json_kind_of(fw_json_member(value, "b")) == FW_JSON_ARRAY);
  CHECK(fw_json_next(&items, NULL, &value) && fw_json_is(value, "],}") && !fw_json_next(&items, NULL, &value));
  CHECK(fw_json_integer(fw_json_member(fw_json_member(object, "bc"), "a"), &inner) && inner == 5);
  CHECK(!fw_json_member(object, "c").at && !fw_json_member(fw_json_member(object, "c"), "d").at);
  CHECK(fw_json_kind_of(fw_json_member(object, "c")) == FW_JSON_NONE);
}

/* A scene -------------------------------------------------------------------------------------------------------- */

/* What the handler was told. */
typedef struct story {
  int pictures, events, replies;
  fw_event last;
  char error[64];
} story;

static void on_picture(void *context, const fw_scene *scene, const fw_event *event) {
  story *told = context;
  told->pictures++;
  told->last = *event;
  CHECK(scene->rev == event->rev);
}

static void on_event(void *context, const fw_scene *scene, const fw_event *event) {
  story *told = context;
  (void)scene;
  told->events++;
  told->last = *event;
}

static void on_reply(void *context, const fw_reply *reply) {
  story *told = context;
  told->replies++;
  fw_json_string(reply->error, told->error, sizeof told->error);
}

static char memory[1 << 20];
static story told;

static fw_status begin(fw_client *client, size_t size, const char *parameters, fw_encoding encoding) {
  fw_handler handler = {&told, on_picture, on_event, on_reply};
  memset(&told, 0, sizeof told);
  if (fw_init(client, memory, size, &handler) == FW_OK && (!parameters || fw_follow(client, parameters, encoding) == FW_OK))
    return fw_connected(client);
  return client->status ? client->status : FW_TOO_SMALL;
}

/* An event, or any other message, with its NUL. */
static fw_status hear(fw_client *client, const char *event) {
  static char message[1 << 16];
  int length = snprintf(message, sizeof message, "{\"continues\":true,\"parameters\":{\"event\":%s}}", event);
  return fw_receive(client, message, (size_t)length + 1);
}

#define HEAD "\"epoch\":\"k\",\"layoutRev\":1,\"time\":1,"
#define ROOT "{\"id\":0,\"path\":\"root\",\"kind\":\"view\",\"index\":0,\"frame\":[0,0,9,9]}"
#define SNAPSHOT_OF(views) "{\"kind\":\"snapshot\"," HEAD "\"rev\":1,\"views\":[" views "]}"
#define DELTA_WITH(parts) "{\"kind\":\"delta\"," HEAD "\"base\":1,\"rev\":2," parts "}"

static bool says(const fw_client *client, const char *wanted, size_t size) {
  size_t length;
  const char *output = fw_output(client, &length);
  return length == size && memcmp(output, wanted, size) == 0;
}
#define SAYS(client, wanted) says(client, wanted, sizeof wanted)

static void it_says_what_to_follow(void) {
  fw_client client;
  size_t length;
  CHECK(begin(&client, sizeof memory, " { \"scene\" : \"a\" } ", FW_JSON) == FW_OK);
  CHECK(SAYS(&client, "{\"method\":\"io.framewire.v1.Subscribe\",\"more\":true,\"parameters\":{ \"scene\" : \"a\" }}"));
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK);
  CHECK(SAYS(&client, "{\"method\":\"io.framewire.v1.Subscribe\",\"more\":true,\"parameters\":{}}"));
  CHECK(hear(&client, SNAPSHOT_OF(ROOT)) == FW_OK && fw_connected(&client) == FW_OK);
  CHECK(SAYS(&client, "{\"method\":\"io.framewire.v1.Subscribe\",\"more\":true,\"parameters\":{\"epoch\":\"k\",\"since\":1}}"));
  CHECK(begin(&client, sizeof memory, "{\"maxHz\":5}", FW_FW1) == FW_OK);
  CHECK(SAYS(&client, "{\"method\":\"io.framewire.v1.Stream\",\"upgrade\":true,\"parameters\":{\"maxHz\":5,\"encoding\":\"fw1\"}}"));

  fw_sent(&client, sizeof "{\"method\":" - 1);
  CHECK(strncmp(fw_output(&client, &length), "\"io.framewire.v1.Stream\"", 24) == 0);
  fw_sent(&client, length + 5);
  fw_output(&client, &length);
  CHECK(length == 0);
  CHECK(begin(&client, sizeof memory, "[]", FW_JSON) != FW_OK && begin(&client, sizeof memory, "{", FW_JSON) != FW_OK);
}

static void views_are_by_number_and_in_the_tree(void) {
  static const char *const order[] = {"root", "first", "inner", "second", "orphan"};
  fw_client client;
  const fw_view *view;
  int place = 0;
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK);
  CHECK(!fw_first(&client.scene) && !fw_view_of(&client.scene, 0));
  CHECK(hear(&client, SNAPSHOT_OF(
    ROOT ",{\"id\":9,\"path\":\"first\",\"kind\":\"box\",\"parent\":0,\"index\":0,\"frame\":[1.5,0,1,1]},"
    "{\"id\":4,\"path\":\"inner\",\"kind\":\"label\",\"parent\":9,\"index\":0,\"frame\":[0,0,1,1],\"text\":\"\"},"
    "{\"id\":2,\"path\":\"second\",\"kind\":\"box\",\"parent\":0,\"index\":1,\"frame\":[0,0,1,1]},"
    "{\"id\":7,\"path\":\"orphan\",\"kind\":\"box\",\"parent\":77,\"index\":3,\"frame\":[0,0,1,1]}")) == FW_OK);
  CHECK(told.pictures == 1 && client.scene.view_count == 5);
  for (uint32_t i = 1; i < client.scene.view_count; i++) CHECK(client.scene.views[i - 1].id < client.scene.views[i].id);
  for (view = fw_first(&client.scene); view; view = fw_next(&client.scene, view))
    CHECK(place < 5 && strcmp(view->path, order[place++]) == 0);
  CHECK(place == 5);
  CHECK(fw_points(fw_view_of(&client.scene, 9)->frame.x) == 1.5 && !fw_view_of(&client.scene, 5));
  CHECK(*fw_view_of(&client.scene, 4)->text == '\0' && !fw_view_of(&client.scene, 2)->text);

  /* Siblings change places, and one goes. */
  CHECK(hear(&client, DELTA_WITH(
    "\"removed\":[7],\"views\":[{\"id\":2,\"path\":\"second\",\"kind\":\"box\",\"parent\":0,\"index\":0,\"frame\":[0,0,1,1]},"
    "{\"id\":9,\"path\":\"first\",\"kind\":\"box\",\"parent\":0,\"index\":1,\"frame\":[0,0,1,1]}]")) == FW_OK);
  view = fw_next(&client.scene, fw_first(&client.scene));
  CHECK(client.scene.view_count == 4 && view->id == 2 && fw_next(&client.scene, view)->id == 9);
}

static void what_is_wrong_changes_nothing(void) {
  static const char *const broken[] = {
    DELTA_WITH("\"removed\":[0],\"set\":[0,1,2,3]"),
    DELTA_WITH("\"views\":[{\"id\":1,\"path\":\"a\",\"kind\":\"b\",\"index\":0,\"parent\":1,\"frame\":[0,0,1,1]}]"),
    DELTA_WITH("\"set\":[0,0,0,5,5,1,0,0,1e9,1]"),
    DELTA_WITH("\"views\":[" ROOT ",{\"id\":1}]"),
    DELTA_WITH("\"restyled\":[{\"id\":0,\"lines\":[{\"text\":\"a\"}]}]"),
    DELTA_WITH("\"looks\":[{\"id\":1,\"radius\":\"4\"}]"),
    DELTA_WITH("\"looks\":[{\"id\":1,\"font\":{\"size\":4,\"weight\":0}}]"),
    DELTA_WITH("\"looks\":[{\"id\":1,\"image\":{\"path\":\"a\",\"version\":1.5}}]"),
    DELTA_WITH("\"changed\":[{\"id\":0,\"guides\":[]}]"),
    DELTA_WITH("\"changed\":[{\"id\":0,\"guides\":{\"g\":[1,2,3]}}]"),
    DELTA_WITH("\"settled\":1"),
    "{\"kind\":\"delta\"," HEAD "\"rev\":2}",
    "{\"kind\":1}",
    "[]",
  };
  fw_client client;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK && hear(&client, SNAPSHOT_OF(ROOT)) == FW_OK);
    CHECK(hear(&client, broken[i]) == FW_BROKEN && client.problem);
    /* It stays so, and the picture too. */
    CHECK(hear(&client, DELTA_WITH("\"set\":[0,0,0,5,5]")) == FW_BROKEN && told.pictures == 1);
    CHECK(client.scene.view_count == 1 && client.scene.rev == 1 && fw_points(client.scene.views[0].frame.width) == 9);
    /* It goes on from there on another connection. */
    CHECK(fw_connected(&client) == FW_OK && hear(&client, DELTA_WITH("\"set\":[0,0,0,5,5]")) == FW_OK);
    CHECK(client.scene.rev == 2 && fw_points(client.scene.views[0].frame.width) == 5);
  }
}

static void a_delta_has_to_continue(void) {
  fw_client client;
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK && hear(&client, DELTA_WITH("\"set\":[]")) == FW_BROKEN);
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK && hear(&client, SNAPSHOT_OF(ROOT)) == FW_OK);
  CHECK(hear(&client, "{\"kind\":\"delta\"," HEAD "\"base\":5,\"rev\":6}") == FW_OUT_OF_STEP);
  CHECK(client.scene.view_count == 1 && fw_connected(&client) == FW_OK);
  CHECK(SAYS(&client, "{\"method\":\"io.framewire.v1.Subscribe\",\"more\":true,\"parameters\":{}}"));
  CHECK(hear(&client, SNAPSHOT_OF("")) == FW_OK && client.scene.view_count == 0 && client.scene.rev == 1);
}

static void looks_are_taken_in(void) {
  fw_client client;
  const fw_look *look;
  int64_t size = 0;
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK);
  CHECK(hear(&client, "{\"kind\":\"snapshot\"," HEAD "\"rev\":1,\"views\":[],\"looks\":["
    "{\"id\":3,\"color\":\"ink\",\"radius\":2.5,\"font\":{\"size\":17,\"weight\":700,\"maxLines\":2,\"direction\":\"rtl\"}},"
    "{\"id\":1,\"image\":{\"path\":\"a.png\",\"width\":3,\"version\":7},\"data\":{\"size\":12}}]}") == FW_OK);
  look = fw_look_of(&client.scene, 3);
  CHECK(look && strcmp(look->color, "ink") == 0 && look->radius == 2.5 && look->border == 0 && !look->family);
  CHECK(look->font_size == 17 && look->font_weight == 700 && look->max_lines == 2 && look->right_to_left);
  look = fw_look_of(&client.scene, 1);
  CHECK(strcmp(look->image, "a.png") == 0 && look->image_width == 3 && look->image_height == 0 && look->font_size == 0);
  CHECK(look->image_version == 7 && fw_look_of(&client.scene, 3)->image_version == 0);
  CHECK(fw_json_integer(fw_json_member(look->data, "size"), &size) && size == 12);
  /* A number gets another meaning, all of it; the others keep theirs. */
  CHECK(hear(&client, DELTA_WITH("\"looks\":[{\"id\":3,\"border\":1},{\"id\":2}]")) == FW_OK);
  look = fw_look_of(&client.scene, 3);
  CHECK(client.scene.look_count == 3 && look->border == 1 && !look->color && look->radius == 0);
  CHECK(fw_json_integer(fw_json_member(fw_look_of(&client.scene, 1)->data, "size"), &size) && size == 12);
}

static void events_are_told(void) {
  fw_client client;
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK && hear(&client, SNAPSHOT_OF(ROOT)) == FW_OK);
  CHECK(hear(&client, "{\"kind\":\"heartbeat\"," HEAD "\"rev\":1}") == FW_OK && told.last.kind == FW_HEARTBEAT);
  CHECK(hear(&client, "{\"kind\":\"weather\"}") == FW_OK && told.events == 1);
  CHECK(hear(&client, "{\"kind\":\"diagnostics\"," HEAD "\"rev\":1,\"state\":\"stale\"}") == FW_OK);
  CHECK(fw_json_is(fw_json_member(told.last.json, "state"), "stale"));
  CHECK(hear(&client, "{\"kind\":\"bye\"," HEAD "\"rev\":1,\"reason\":\"shutdown\"}") == FW_OK);
  CHECK(hear(&client, "{\"kind\":\"bye\"," HEAD "\"rev\":1,\"reason\":\"closed\"}") == FW_ENDED && told.events == 4);
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK);
  CHECK(fw_receive(&client, "{\"error\":\"org.example.No\"}", 27) == FW_REFUSED && strcmp(told.error, "org.example.No") == 0);
}

/* Memory --------------------------------------------------------------------------------------------------------- */

static fw_status hear_views(fw_client *client, int count, int letters) {
  static char event[1 << 19];
  size_t used = (size_t)snprintf(event, sizeof event, "{\"parameters\":{\"event\":{\"kind\":\"snapshot\"," HEAD "\"rev\":1,\"views\":[");
  for (int i = 0; i < count; i++)
    used += (size_t)snprintf(event + used, sizeof event - used,
      "%s{\"id\":%d,\"path\":\"list.cell%d.title\",\"kind\":\"label\",\"index\":%d,\"frame\":[0,%d,100,20],\"text\":\"%0*d\","
      "\"look\":1,\"lines\":[{\"text\":\"%0*d\",\"start\":0,\"end\":%d,\"x\":0,\"baseline\":15.5,\"width\":90}]}",
      i ? "," : "", i, i, i, 20 * i, letters, i, letters, i, letters);
  used += (size_t)snprintf(event + used, sizeof event - used, "]}}}");
  return fw_receive(client, event, used + 1);
}

static void too_small_says_how_much_would_do(void) {
  fw_client client;
  size_t size = FW_SMALLEST_BUFFER;
  int attempts = 0;
  CHECK(begin(&client, FW_SMALLEST_BUFFER - 1, NULL, FW_JSON) == FW_TOO_SMALL && client.needed == FW_SMALLEST_BUFFER);
  while (true) {
    CHECK(begin(&client, size, "{}", FW_JSON) == FW_OK);
    if (hear_views(&client, 1000, 16) == FW_OK) break;
    CHECK(client.status == FW_TOO_SMALL && client.needed > size && client.needed <= sizeof memory && ++attempts < 4);
    CHECK(client.scene.view_count == 0 && told.pictures == 0);
    if (client.status != FW_TOO_SMALL) return;
    size = client.needed;
  }
  /* Once for the message, and once for the picture. */
  CHECK(attempts == 2);
  printf("1,000 labels of 16 letters with their lines: a buffer of %zu bytes\n", size);
  CHECK(begin(&client, size - 16 * 16, "{}", FW_JSON) == FW_OK && hear_views(&client, 1000, 16) == FW_TOO_SMALL);
}

/* In a buffer that is hardly enough, texts grow and shrink, and views come and go, for longer than would fit twice. */
static void deltas_eat_nothing(void) {
  char event[512], letters[40];
  fw_client client;
  size_t size = 2 * FW_SMALLEST_BUFFER;
  bool all = true;
  CHECK(begin(&client, size, "{}", FW_JSON) == FW_OK && hear(&client, SNAPSHOT_OF(ROOT)) == FW_OK);
  for (int rev = 2; rev < 20000 && all; rev++) {
    memset(letters, 'x', sizeof letters);
    letters[rev % 40] = '\0';
    snprintf(event, sizeof event, "{\"kind\":\"delta\"," HEAD "\"base\":%d,\"rev\":%d,\"removed\":[1],\"looks\":[{\"id\":%d}],"
      "%s\"changed\":[{\"id\":0,\"text\":\"%s\"}]}", rev - 1, rev, rev % 2 + 1,
      rev % 2 ? "\"views\":[{\"id\":1,\"path\":\"a\",\"kind\":\"b\",\"index\":0,\"parent\":0,\"frame\":[0,0,1,1]}]," : "", letters);
    all = hear(&client, event) == FW_OK && strcmp(client.scene.views[0].text, letters) == 0;
    all = all && client.scene.view_count == (rev % 2 ? 2u : 1u);
  }
  CHECK(all && client.scene.rev == 19999);
}

/* fw1 ------------------------------------------------------------------------------------------------------------ */

static size_t hexadecimal(const char *letters, char *into) {
  size_t length = 0;
  unsigned byte;
  for (; *letters; letters++)
    if (*letters != ' ' && *letters != '\n' && sscanf(letters++, "%2x", &byte) == 1) into[length++] = (char)byte;
  return length;
}

#define GREETING "{\"parameters\":{\"epoch\":\"k\",\"rev\":1,\"encoding\":\"fw1\"}}"
/* A snapshot of revision 1: view 0, `root`, a `box` of 2 x 1 points. */
#define BINARY_SNAPSHOT \
  "4d000000 01 01 0000 0100000000000000 0000000000000000 0100000000000000 0000000000000000 " \
  "0400 0000 01000000 35000000 00000000 ffffffff 00000000 04000000 726f6f74 03000000 626f78 " \
  "00000000 00000000 80000000 40000000 0000 00000000 00000000 ffff 0000 00000000 00000000"
/* What leads from it to 2: a frame of 1 x -1/64. */
#define BINARY_DELTA \
  "20000000 02 00 0000 0200000000000000 0100000000000000 0100000000000000 0000000000000000 " \
  "0500 0000 01000000 14000000 00000000 00000000 00000000 40000000 ffffffff"

static void binary_goes_on_behind_the_greeting(void) {
  char bytes[1024];
  size_t length = sizeof GREETING;
  fw_client client;
  memcpy(bytes, GREETING, length);
  length += hexadecimal(BINARY_SNAPSHOT BINARY_DELTA, bytes + length);
  for (size_t piece = 1; piece <= length; piece += 1 + piece / 4) {
    fw_status status = begin(&client, 2048, "{}", FW_FW1);
    for (size_t at = 0; at < length && status == FW_OK; at += piece)
      status = fw_receive(&client, bytes + at, length - at < piece ? length - at : piece);
    CHECK(status == FW_OK && told.pictures == 2 && client.scene.rev == 2 && !client.scene.settled);
    CHECK(client.scene.view_count == 1 && strcmp(client.scene.views[0].kind, "box") == 0);
    CHECK(client.scene.views[0].frame.width == 64 && client.scene.views[0].frame.height == -1);
    CHECK(strcmp(client.scene.epoch, "k") == 0 && client.scene.views[0].parent == FW_NONE);
  }
}

static void credit_and_filters_are_said(void) {
  char wanted[128];
  fw_client client;
  size_t length;
  CHECK(begin(&client, sizeof memory, "{}", FW_FW1) == FW_OK && fw_credit(&client, 3) == FW_MISUSED);
  CHECK(fw_receive(&client, GREETING, sizeof GREETING) == FW_OK);
  fw_output(&client, &length);
  fw_sent(&client, length);
  CHECK(fw_credit(&client, 258) == FW_OK && fw_filter(&client, "{}") == FW_OK && fw_filter(&client, "1") == FW_MISUSED);
  length = hexadecimal("04000000 81 00 0000 0000000000000000 0000000000000000 0000000000000000 0000000000000000 02010000"
                       "02000000 82 00 0000 0000000000000000 0000000000000000 0000000000000000 0000000000000000 7b7d", wanted);
  CHECK(says(&client, wanted, length));
}

static void same_line(const fw_line *left, const fw_line *right) {
  CHECK(strcmp(left->text, right->text) == 0 && left->start == right->start && left->end == right->end);
  CHECK(left->x == right->x && left->baseline == right->baseline && left->width == right->width);
  CHECK(left->right_to_left == right->right_to_left);
}

static void same_scene(const fw_scene *left, const fw_scene *right) {
  CHECK(left->view_count == right->view_count && left->look_count == right->look_count && left->rev == right->rev);
  CHECK(left->settled == right->settled && strcmp(left->epoch, right->epoch) == 0);
  for (uint32_t i = 0; i < left->view_count; i++) {
    const fw_view *one = &left->views[i], *other = &right->views[i];
    CHECK(one->id == other->id && one->parent == other->parent && one->look == other->look && one->alpha == other->alpha);
    CHECK(strcmp(one->path, other->path) == 0 && strcmp(one->kind, other->kind) == 0);
    CHECK(strcmp(one->text ? one->text : "-", other->text ? other->text : "-") == 0);
    CHECK(memcmp(&one->frame, &other->frame, sizeof one->frame) == 0 && one->hidden == other->hidden);
    CHECK(!one->scroll == !other->scroll && (!one->scroll || memcmp(one->scroll, other->scroll, sizeof *one->scroll) == 0));
    CHECK(one->line_count == other->line_count && one->guide_count == other->guide_count);
    CHECK(one->first_child == other->first_child && one->next_sibling == other->next_sibling);
    for (uint32_t j = 0; j < one->line_count; j++) same_line(&one->lines[j], &other->lines[j]);
  }
}

/* Lines of a recording, each as the bytes of a message; returns how many. */
static size_t next_recorded(FILE *file, bool is_json, char *message, size_t size) {
  static char line[1 << 16];
  if (!fgets(line, sizeof line, file)) return 0;
  if (!is_json) return hexadecimal(line, message);
  line[strcspn(line, "\n")] = '\0';
  snprintf(message, size, "%s", line);
  return strlen(line) + 1;
}

/* The same story in both encodings, message by message. */
static void both_encodings_tell_the_same(const char *binary_path, const char *json_path) {
  static char other_memory[1 << 16], message[1 << 16];
  FILE *binary_file = fopen(binary_path, "r"), *json_file = fopen(json_path, "r");
  fw_client binary, json;
  size_t length;
  int messages = 0;
  CHECK(binary_file && json_file);
  if (!binary_file || !json_file) return;
  CHECK(begin(&json, 1 << 16, "{}", FW_JSON) == FW_OK && fw_init(&binary, other_memory, sizeof other_memory, &(fw_handler){0}) == FW_OK);
  CHECK(fw_follow(&binary, "{}", FW_FW1) == FW_OK && fw_connected(&binary) == FW_OK);
  length = next_recorded(binary_file, false, message, sizeof message);
  CHECK(fw_receive(&binary, message, length) == FW_OK && binary.binary);
  for (; (length = next_recorded(json_file, true, message, sizeof message)) != 0; messages++) {
    CHECK(fw_receive(&json, message, length) == FW_OK);
    length = next_recorded(binary_file, false, message, sizeof message);
    CHECK(fw_receive(&binary, message, length) == FW_OK);
    same_scene(&json.scene, &binary.scene);
  }
  CHECK(messages > 9 && told.pictures > 4 && fw_view_of(&json.scene, 0));
  fclose(binary_file);
  fclose(json_file);
}

/* Calls ---------------------------------------------------------------------------------------------------------- */

static void calls_are_answered_in_their_order(void) {
  static const char answers[] = "{\"parameters\":{\"rev\":5}}\0{\"error\":\"io.framewire.v1.Busy\",\"parameters\":{}}";
  char long_text[1200];
  fw_client client;
  int64_t rev = 0;
  CHECK(begin(&client, 2048, NULL, FW_JSON) == FW_OK && fw_call(&client, "a.B", NULL) == FW_OK);
  CHECK(fw_call(&client, "a.C", "{\"x\":1}") == FW_OK && client.waiting == 2);
  CHECK(SAYS(&client, "{\"method\":\"a.B\"}\0{\"method\":\"a.C\",\"parameters\":{\"x\":1}}"));
  CHECK(fw_receive(&client, answers, 25) == FW_OK && told.replies == 1 && client.waiting == 1 && !*told.error);
  CHECK(fw_json_integer(fw_json_member(client.reply.parameters, "rev"), &rev) && rev == 5);
  CHECK(fw_receive(&client, answers + 25, sizeof answers - 25) == FW_OK && strcmp(told.error, "io.framewire.v1.Busy") == 0);
  CHECK(fw_receive(&client, answers, 25) == FW_BROKEN && client.waiting == 0);

  CHECK(begin(&client, 2048, NULL, FW_JSON) == FW_OK && fw_call(&client, "a.B", "[]") == FW_MISUSED && client.waiting == 0);
  memset(long_text, ' ', sizeof long_text);
  memcpy(long_text, "{}", 2);
  long_text[sizeof long_text - 1] = '\0';
  CHECK(fw_call(&client, "a.B", long_text) == FW_TOO_SMALL && client.needed > 2048 && client.needed < sizeof memory);
  CHECK(begin(&client, client.needed, NULL, FW_JSON) == FW_OK && fw_call(&client, "a.B", long_text) == FW_OK);
  CHECK(begin(&client, 2048, "{}", FW_JSON) == FW_OK && fw_call(&client, "a.B", NULL) == FW_MISUSED);
}

/* Milliseconds that only what goes wrong takes. */
#define PATIENCE 10000

/* A daemon in the same thread: what one side sends waits in the socket for the other. */
static void a_socket_comes_back(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char folder[] = "/tmp/framewire-test-XXXXXX", path[64], heard[256];
  static const char snapshot[] = "{\"parameters\":{\"event\":" SNAPSHOT_OF(ROOT) "}}";
  static const char stray[] = "{\"parameters\":{\"event\":{\"kind\":\"delta\",\"epoch\":\"k\",\"rev\":9,\"base\":8,"
                              "\"layoutRev\":1,\"time\":0}}}";
  fw_client client;
  fw_socket link;
  int listener = socket(AF_UNIX, SOCK_STREAM, 0), peer;
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/s", folder);
  memcpy(address.sun_path, path, sizeof path);
  CHECK(begin(&client, sizeof memory, "{}", FW_JSON) == FW_OK && fw_socket_init(&link, path) == FW_OK);
  CHECK(fw_socket_turn(&link, &client, 0) == FW_OK && link.descriptor < 0 && link.pause == 100); /* nobody is there yet */
  CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0);
  while (link.descriptor < 0) CHECK(fw_socket_turn(&link, &client, 10) == FW_OK);
  peer = accept(listener, NULL, NULL);
  CHECK(read(peer, heard, sizeof heard) == sizeof "{'method':'io.framewire.v1.Subscribe','more':true,'parameters':{}}");
  CHECK(write(peer, snapshot, sizeof snapshot) == sizeof snapshot);
  CHECK(fw_socket_turn(&link, &client, PATIENCE) == FW_OK && client.scene.view_count == 1 && link.pause == 50);
  close(peer);
  CHECK(fw_socket_turn(&link, &client, PATIENCE) == FW_OK && link.descriptor < 0);
  while (link.descriptor < 0) CHECK(fw_socket_turn(&link, &client, 10) == FW_OK);
  peer = accept(listener, NULL, NULL);
  CHECK(read(peer, heard, sizeof heard) > 0 && strstr(heard, "\"epoch\":\"k\",\"since\":1}}"));
  /* What does not continue the picture: it begins from nothing, but not at once. */
  CHECK(write(peer, stray, sizeof stray) == sizeof stray);
  CHECK(fw_socket_turn(&link, &client, PATIENCE) == FW_OK && link.descriptor < 0 && link.pause == 100);
  close(peer);
  while (link.descriptor < 0) CHECK(fw_socket_turn(&link, &client, 10) == FW_OK);
  peer = accept(listener, NULL, NULL);
  CHECK(read(peer, heard, sizeof heard) > 0 && strstr(heard, "\"parameters\":{}}"));
  link.comes_back = false;
  close(peer);
  CHECK(fw_socket_turn(&link, &client, PATIENCE) == FW_CLOSED && fw_socket_init(&link, path) == FW_OK);

  CHECK(begin(&client, 2048, NULL, FW_JSON) == FW_OK && fw_socket_turn(&link, &client, 0) == FW_OK);
  peer = accept(listener, NULL, NULL);
  CHECK(write(peer, "{\"parameters\":{}}", 18) == 18 && fw_ask(&link, &client, "a.B", NULL) == FW_OK);
  CHECK(write(peer, "{\"error\":\"a.No\"}", 17) == 17 && fw_ask(&link, &client, "a.B", NULL) == FW_REFUSED);
  CHECK(fw_json_is(client.reply.error, "a.No"));
  close(peer);
  CHECK(fw_ask(&link, &client, "a.B", NULL) == FW_CLOSED);
  fw_socket_close(&link);
  close(listener);
  unlink(path);
  rmdir(folder);
}

static void a_path_may_be_too_long(void) {
  char path[120];
  fw_socket link;
  memset(path, 'x', sizeof path);
  path[108] = '\0';
  CHECK(fw_socket_init(&link, path) == FW_MISUSED);
  path[107] = '\0';
  CHECK(fw_socket_init(&link, path) == FW_OK && strlen(link.path) == 107);
}

int main(int count, char **arguments) {
  what_is_json();
  numbers_are_read();
  texts_are_read();
  members_and_items_are_found();
  it_says_what_to_follow();
  views_are_by_number_and_in_the_tree();
  what_is_wrong_changes_nothing();
  a_delta_has_to_continue();
  looks_are_taken_in();
  events_are_told();
  too_small_says_how_much_would_do();
  deltas_eat_nothing();
  binary_goes_on_behind_the_greeting();
  credit_and_filters_are_said();
  if (count == 3) both_encodings_tell_the_same(arguments[1], arguments[2]);
  calls_are_answered_in_their_order();
  a_socket_comes_back();
  a_path_may_be_too_long();
  printf("%d of %d checks failed\n", failures, checks);
  return failures != 0;
}
