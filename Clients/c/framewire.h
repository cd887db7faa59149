/* Follows the scenes of a Framewire daemon, and calls it.
 *
 * C99. Nothing is allocated: all that is kept lives in one buffer that you give at the start, and a message that
 * does not fit says how much would do. There are no globals and no threads; a client is yours to use from one
 * thread at a time.
 *
 *     static char buffer[1 << 20];
 *     fw_client client;
 *     fw_socket link;
 *     fw_init(&client, buffer, sizeof buffer, &(fw_handler){.picture = draw});
 *     fw_follow(&client, "{\"scene\":\"login\"}", FW_JSON);
 *     fw_socket_init(&link, NULL);
 *     while (fw_socket_turn(&link, &client, -1) == FW_OK) {}
 *
 * From top to bottom: what can go wrong; JSON; a scene; events; the client; sockets. What the words mean is on the
 * page of the protocol, Documentation/protocol.md.
 */
#ifndef FRAMEWIRE_H
#define FRAMEWIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What can go wrong. `problem` of the client says in words what did. */
typedef enum fw_status {
  FW_OK = 0,
  FW_TOO_SMALL,   /* the buffer: `needed` bytes would do; the picture is what it was */
  FW_BROKEN,      /* a message is none; the picture is what it was */
  FW_OUT_OF_STEP, /* a delta does not continue the picture: connect again, which begins from nothing */
  FW_REFUSED,     /* the daemon answered with an error, which `reply` has */
  FW_ENDED,       /* the daemon said bye, and not because it shuts down */
  FW_CLOSED,      /* the connection is gone, or none came to be */
  FW_MISUSED      /* a function was called that cannot be called now, or with what it does not take */
} fw_status;

/* No message of a daemon is longer, in bytes: in JSON, and in fw1 behind its header. */
#define FW_LONGEST_JSON ((size_t)256 << 20)
#define FW_LONGEST_FW1 ((size_t)64 << 20)
/* No buffer can be smaller, in bytes. */
#define FW_SMALLEST_BUFFER ((size_t)2048)
/* Arrays and objects of a message are nested no deeper. */
#define FW_DEEPEST_JSON 128
/* Stands for no view, where a number or place of one is told. */
#define FW_NONE UINT32_MAX

/* JSON, read where it stands ------------------------------------------------------------------------------------- */

/* A value in a JSON text: its first byte, and the one behind its last. `at` is NULL where there is no value.
 * It points into the text, so it is worth something as long as that is. */
typedef struct fw_json {
  const char *at;
  const char *end;
} fw_json;

typedef enum fw_json_kind {
  FW_JSON_NONE,
  FW_JSON_NULL,
  FW_JSON_BOOL,
  FW_JSON_NUMBER,
  FW_JSON_STRING,
  FW_JSON_ARRAY,
  FW_JSON_OBJECT
} fw_json_kind;

/* The value that is written in these bytes, or none: when they are not one JSON value with blanks around it, nested
 * no deeper than FW_DEEPEST_JSON, in UTF-8. Every other function here expects a value that came from this one; a
 * client has done it with all that it hands out. */
fw_json fw_json_read(const char *bytes, size_t length);

fw_json_kind fw_json_kind_of(fw_json value);

/* The member of an object; none when there is none of that name, or `object` is none. Takes as long as the object
 * is. */
fw_json fw_json_member(fw_json object, const char *name);

/* What an array or object has, in its order:
 *
 *     fw_json_items items = fw_json_items_of(value);
 *     while (fw_json_next(&items, &name, &item)) { … }
 *
 * Of anything else there are no items. `name` may be NULL, and is none in an array. */
typedef struct fw_json_items {
  const char *at;
  const char *end;
  bool named;
} fw_json_items;

fw_json_items fw_json_items_of(fw_json container);
bool fw_json_next(fw_json_items *items, fw_json *name, fw_json *value);

/* These are false, and leave what they point to alone, when the value is not one of the kind or does not fit. */
bool fw_json_number(fw_json value, double *number);
bool fw_json_integer(fw_json value, int64_t *number);
bool fw_json_bool(fw_json value, bool *truth);

/* The letters of a string as UTF-8, cut to `size` bytes with the NUL that is always put behind them. Returns how many
 * bytes all of them have, without a NUL; 0 for what is no string. A letter that is cut is left out. U+0000, and halves
 * of surrogate pairs, become U+FFFD. `into` may be NULL if `size` is 0. */
size_t fw_json_string(fw_json value, char *into, size_t size);

/* Whether the value is a string of exactly these letters. */
bool fw_json_is(fw_json value, const char *text);

/* `text`, which is UTF-8, as a JSON string with its quotes, for parameters; cut and counted as by snprintf. */
size_t fw_json_quote(const char *text, char *into, size_t size);

/* A scene -------------------------------------------------------------------------------------------------------- */

/* A length in 64ths of a point, which is what every length of the protocol is a multiple of. */
typedef int32_t fw_length;

/* The length in points. */
static inline double fw_points(fw_length length) { return length / 64.0; }

/* Where something is, from its parent's corner; in a scroll view from its content. */
typedef struct fw_frame {
  fw_length x, y, width, height;
} fw_frame;

/* A line of a text: to be drawn from `x` on `baseline`, both from the view's corner. */
typedef struct fw_line {
  const char *text;    /* to be read there, with the ellipsis where it is cut */
  uint32_t start, end; /* what it stands for, in bytes of the view's text */
  fw_length x, baseline, width;
  bool right_to_left; /* how it is read: tell whatever draws it. `x` is its left end all the same */
} fw_line;

typedef struct fw_guide {
  const char *name;
  fw_frame frame;
} fw_guide;

/* How far a content is scrolled, in 64ths. Its corner is at the insets less the offset. */
typedef struct fw_scroll {
  fw_length offset_x, offset_y, content_width, content_height;
  fw_length inset_top, inset_left, inset_bottom, inset_right;
} fw_scroll;

/* Not all of a text fits; where it is to be cut. */
typedef enum fw_truncation { FW_WHOLE, FW_TAIL, FW_HEAD, FW_MIDDLE, FW_CLIP } fw_truncation;

/* A view. Its texts end with a NUL; they, and what else it points to, are as those of the scene are. */
typedef struct fw_view {
  uint32_t id;
  uint32_t parent; /* an id; FW_NONE for a root. It may be the id of a view that a filter leaves out */
  uint32_t index;  /* among its siblings */
  uint32_t look;   /* the number of one; 0 if there is nothing to be said */
  const char *path;
  const char *kind;
  const char *text; /* NULL if it has none */
  fw_frame frame;
  double alpha; /* of the view with all that is in it, from 0 to 1 */
  const fw_scroll *scroll; /* NULL if it does not */
  const fw_guide *guides;
  const fw_line *lines;
  uint32_t guide_count, line_count;
  fw_length baselines[2]; /* of the first line and of the last, from its top; if `has_baselines` */
  /* Places in `views` of the scene, or FW_NONE. Siblings follow each other in their order. */
  uint32_t parent_place, first_child, next_sibling;
  bool hidden, clips, has_baselines;
  uint8_t truncated; /* a fw_truncation */
  uint8_t mark;      /* the client's own */
} fw_view;

/* What a number of looks stands for. What is NULL or 0 was not said, but for `max_lines`. */
typedef struct fw_look {
  uint32_t id;
  const char *background, *color, *border_color; /* #rrggbbaa, or a name that the file chose */
  double radius, border;                         /* points */
  const char *image;                             /* a path */
  double image_width, image_height;              /* points; 0 if the file is not there */
  int64_t image_version; /* another number whenever the file was saved: read it again then */
  const char *placeholder, *role, *style;
  const char *align;  /* leading, center or trailing */
  const char *family; /* NULL: the font that ships with Framewire */
  double font_size;   /* points; 0 if there is no font */
  int font_weight;    /* 1 to 1000 */
  int max_lines;      /* 0: any number */
  bool right_to_left;
  uint8_t mark; /* the client's own */
  fw_json data; /* an object: what the file says with 'data_NAME: value' */
} fw_look;

/* A scene as it was told last: a picture that the daemon published as revision `rev`. It stays as it is until the
 * next bytes are received; nothing that it points to lives longer. */
typedef struct fw_scene {
  const fw_view *views; /* in the order of their ids; `fw_first` and `fw_next` go through the tree */
  uint32_t view_count;
  uint32_t first_root; /* a place in `views`, or FW_NONE */
  const fw_look *looks; /* in the order of their ids */
  uint32_t look_count;
  uint64_t rev, layout_rev;
  double time; /* milliseconds since the daemon started */
  bool settled; /* nothing moves any more */
  char epoch[64]; /* "" before the first picture */
} fw_scene;

/* The view, or look, of a number, or NULL. Takes a search by halves. */
const fw_view *fw_view_of(const fw_scene *scene, uint32_t id);
const fw_look *fw_look_of(const fw_scene *scene, uint32_t id);

/* The views in the order of the tree, which is that of drawing: a view, what is in it, then its later siblings. Each
 * step may be NULL, at the end. */
const fw_view *fw_first(const fw_scene *scene);
const fw_view *fw_next(const fw_scene *scene, const fw_view *view);

/* Events --------------------------------------------------------------------------------------------------------- */

typedef enum fw_event_kind {
  FW_SNAPSHOT,
  FW_DELTA,
  FW_TRANSITION,
  FW_DIAGNOSTICS,
  FW_HEARTBEAT,
  FW_LOST,
  FW_BYE
} fw_event_kind;

/* What happened. What has no member here is in `json` by its name in the protocol: `cause`, `timing`, `moves`,
 * `state`, `diagnostics`, `reason`. In fw1 a picture has no more in its `json` than `cause`, `skipped` and `timing`. */
typedef struct fw_event {
  fw_event_kind kind;
  uint64_t rev, base, layout_rev;
  uint64_t skipped;
  double time;
  bool settled, reset;
  fw_json json;
} fw_event;

/* The answer to a call. `error` is none, or the name of the error; `parameters` may be none. */
typedef struct fw_reply {
  fw_json parameters;
  fw_json error;
} fw_reply;

/* Who is told. Each may be NULL. What they get is worth something until they return, and they may not give the
 * client bytes. */
typedef struct fw_handler {
  void *context; /* handed to each */
  /* The scene is another one: after a snapshot or a delta, once all of it is taken in. */
  void (*picture)(void *context, const fw_scene *scene, const fw_event *event);
  /* Any other event; the picture is as it was. */
  void (*event)(void *context, const fw_scene *scene, const fw_event *event);
  /* An answer to a call; answers come in the order of the calls. */
  void (*reply)(void *context, const fw_reply *reply);
} fw_handler;

/* The client ----------------------------------------------------------------------------------------------------- */

typedef enum fw_encoding { FW_JSON, FW_FW1 } fw_encoding;

/* A part of the buffer. */
typedef struct fw_part {
  char *bytes;
  size_t size;
} fw_part;

/* One connection's worth of client: it follows a scene, or calls. Read what stands first; the rest is its own. */
typedef struct fw_client {
  fw_scene scene;
  fw_status status;    /* the first thing that went wrong since `fw_connected` */
  const char *problem; /* in words; NULL if nothing did */
  size_t needed;       /* after FW_TOO_SMALL: a buffer of so many bytes would have done */
  fw_reply reply;      /* the last one; worth something until bytes are received */
  uint32_t waiting;    /* calls that are not answered yet */

  fw_handler handler;
  fw_part buffer, halves[2], input, output;
  bool follows;
  fw_part parameters; /* of the subscription, without braces */
  fw_encoding encoding;
  unsigned half;       /* which of the halves has the scene */
  bool connected;
  bool binary;         /* the connection speaks fw1 by now */
  size_t filled;       /* bytes of `input` that have arrived */
  size_t taken;        /* bytes of those that are done with */
  size_t seen;         /* bytes of those that were looked at for the end of a message */
  size_t dropped;      /* bytes of a message that does not fit, which are not in `input` any more */
  size_t skipping;     /* bytes of a message of an unknown type that are still to come */
  size_t queued, sent; /* bytes of `output` that were written, and that are on their way */
  char epoch[64];      /* that the stream of fw1 is of */
} fw_client;

/* Begins. `buffer` and what the handler points to must stay; the handler itself is copied. A client that follows keeps
 * two pictures (the next one is made beside the one that is shown, so that none is ever half taken in) and the
 * longest message. */
fw_status fw_init(fw_client *client, void *buffer, size_t size, const fw_handler *handler);

/* The client is to follow a scene. `parameters` are those of Subscribe, an object in JSON, as in
 * {"scene":"login","filter":{"fields":["frame","look","lines"]}}; `epoch`, `since` and `encoding` are put in by the
 * client. They are copied. To be called once, before `fw_connected`. */
fw_status fw_follow(fw_client *client, const char *parameters, fw_encoding encoding);

/* There is a new connection: what was half received or not yet sent on another is forgotten. The scene stays, and a
 * client that follows says that it wants to go on from there. */
fw_status fw_connected(fw_client *client);

/* Calls a method, as in "io.framewire.v1.Apply", with an object in JSON or NULL. The answer comes to the handler.
 * Not for a client that follows: its connection is answered with events only. */
fw_status fw_call(fw_client *client, const char *method, const char *parameters);

/* In fw1, once there is a picture. So many more pictures may be sent; whoever never says it gets all. */
fw_status fw_credit(fw_client *client, uint32_t pictures);
/* The same: another Filter for what follows, in JSON. A snapshot with `reset` comes. */
fw_status fw_filter(fw_client *client, const char *filter);

/* Bytes have arrived. Tells the handler whatever is complete by them. What is wrong stays so, and nothing more is
 * taken in, until `fw_connected`. */
fw_status fw_receive(fw_client *client, const void *bytes, size_t length);

/* The same without a copy: put at most `*size` bytes, which is never 0, where `fw_room` says, then say how many. */
char *fw_room(fw_client *client, size_t *size);
fw_status fw_received(fw_client *client, size_t length);

/* The bytes that are to be sent, `*length` of them, and how many of them were. */
const char *fw_output(const fw_client *client, size_t *length);
void fw_sent(fw_client *client, size_t length);

/* Sockets; leave them out with FW_NO_SOCKETS --------------------------------------------------------------------- */

#ifndef FW_NO_SOCKETS

/* A connection to a daemon on this machine, which comes back by itself. */
typedef struct fw_socket {
  int descriptor;    /* for poll(2); -1 while there is no connection */
  bool comes_back;   /* true at first; set it to false for a connection that ends when it breaks */
  uint32_t pause;    /* milliseconds until it is tried again: 50, and twice as long each time that it is in vain */
  uint64_t retry_at; /* milliseconds of CLOCK_MONOTONIC */
  char path[108];
} fw_socket;

/* `path` is copied; NULL: $FRAMEWIRE_SOCKET, else where the daemon is unless it is told otherwise. FW_MISUSED when it
 * is longer than sockets' paths are. */
fw_status fw_socket_init(fw_socket *link, const char *path);

/* Connects if need be, sends what is to be sent, and takes in what is there or comes within `timeout` milliseconds;
 * -1: however long it takes. A connection that breaks is none of the things that go wrong, as long as it is to come
 * back. */
fw_status fw_socket_turn(fw_socket *link, fw_client *client, int timeout);

/* Calls a method and waits for its answer, which `reply` of the client has then: FW_OK, or FW_REFUSED for an error. */
fw_status fw_ask(fw_socket *link, fw_client *client, const char *method, const char *parameters);

void fw_socket_close(fw_socket *link);

#endif

#ifdef __cplusplus
}
#endif

#endif
