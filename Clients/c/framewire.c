/* The client of framewire.h. From top to bottom: texts and JSON; messages as rows of records, in both encodings; the
 * next picture, made from the last one and a message; the connection; sockets. */
#ifndef FW_NO_SOCKETS
#define _POSIX_C_SOURCE 200809L
#endif

#include "framewire.h"

#include <string.h>

/* Letters -------------------------------------------------------------------------------------------------------- */

/* A text as a message has it: UTF-8, in JSON between its quotes with its escapes. `at` is NULL if there is none. */
typedef struct text {
  const char *at, *end;
  bool escaped;
} text;

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* How many bytes the letter at `at` has, by the table of RFC 3629; 0 when it is none. */
static size_t utf8_length(const char *at, const char *end) {
  const unsigned char *byte = (const unsigned char *)at;
  size_t left = (size_t)(end - at), length;
  unsigned low = 0x80, high = 0xBF; /* of the second byte */
  if (left == 0) return 0;
  if (byte[0] < 0x80) return 1;
  if (byte[0] < 0xC2 || byte[0] > 0xF4) return 0;
  length = byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
  if (byte[0] == 0xE0) low = 0xA0;
  if (byte[0] == 0xED) high = 0x9F; /* surrogates */
  if (byte[0] == 0xF0) low = 0x90;
  if (byte[0] == 0xF4) high = 0x8F;
  if (left < length || byte[1] < low || byte[1] > high) return 0;
  for (size_t i = 2; i < length; i++)
    if (byte[i] < 0x80 || byte[i] > 0xBF) return 0;
  return length;
}

static bool is_utf8(const char *at, const char *end) {
  while (at < end) {
    size_t length = utf8_length(at, end);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

static int hexadecimal(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

/* The number of four hexadecimal digits; -1 when they are not. */
static int32_t four_digits(const char *at, const char *end) {
  int32_t number = 0;
  if (end - at < 4) return -1;
  for (int i = 0; i < 4; i++) {
    int digit = hexadecimal(at[i]);
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

static size_t encode_utf8(uint32_t scalar, char *into) {
  if (scalar < 0x80) {
    into[0] = (char)scalar;
    return 1;
  }
  if (scalar < 0x800) {
    into[0] = (char)(0xC0 | scalar >> 6);
    into[1] = (char)(0x80 | (scalar & 0x3F));
    return 2;
  }
  if (scalar < 0x10000) {
    into[0] = (char)(0xE0 | scalar >> 12);
    into[1] = (char)(0x80 | (scalar >> 6 & 0x3F));
    into[2] = (char)(0x80 | (scalar & 0x3F));
    return 3;
  }
  into[0] = (char)(0xF0 | scalar >> 18);
  into[1] = (char)(0x80 | (scalar >> 12 & 0x3F));
  into[2] = (char)(0x80 | (scalar >> 6 & 0x3F));
  into[3] = (char)(0x80 | (scalar & 0x3F));
  return 4;
}

/* What is behind `\u`, and behind the second one of a pair. A half without the other is U+FFFD, as is U+0000. */
static uint32_t unicode_escape(text *from) {
  int32_t scalar = four_digits(from->at, from->end), low = -1;
  from->at += 4;
  if (scalar >= 0xD800 && scalar < 0xDC00 && from->end - from->at >= 6 && from->at[0] == '\\' && from->at[1] == 'u')
    low = four_digits(from->at + 2, from->end);
  if (low >= 0xDC00 && low < 0xE000) {
    from->at += 6;
    return 0x10000 + ((uint32_t)scalar - 0xD800) * 0x400 + ((uint32_t)low - 0xDC00);
  }
  return scalar <= 0 || (scalar >= 0xD800 && scalar < 0xE000) ? 0xFFFD : (uint32_t)scalar;
}

/* The next letter of a text, its bytes in `into`; 0 at the end. */
static size_t next_letter(text *from, char into[4]) {
  static const char escapes[] = "b\bf\fn\nr\rt\t";
  size_t length;
  if (from->at >= from->end) return 0;
  if (from->escaped && *from->at == '\\' && from->end - from->at >= 2) {
    const char *escape = from->at[1] ? strchr(escapes, from->at[1]) : NULL;
    from->at += 2;
    if (from->at[-1] == 'u') return encode_utf8(unicode_escape(from), into);
    into[0] = escape ? escape[1] : from->at[-1];
    return 1;
  }
  length = utf8_length(from->at, from->end);
  if (length == 0 || *from->at == '\0') {
    from->at += 1;
    memcpy(into, REPLACEMENT, 3);
    return 3;
  }
  memcpy(into, from->at, length);
  from->at += length;
  return length;
}

/* All letters, cut to `size` bytes with a NUL; returns how many bytes there are without it. */
static size_t write_letters(text from, char *into, size_t size) {
  size_t total = 0, written = 0, length;
  char letter[4];
  while ((length = next_letter(&from, letter)) != 0) {
    if (total == written && written + length < size) {
      memcpy(into + written, letter, length);
      written += length;
    }
    total += length;
  }
  if (size != 0) into[written] = '\0';
  return total;
}

static size_t bytes_of(text from) { return write_letters(from, NULL, 0); }

static bool is_letters(text from, const char *wanted) {
  char letter[4];
  size_t length;
  while ((length = next_letter(&from, letter)) != 0) {
    if (strncmp(wanted, letter, length) != 0) return false;
    wanted += length;
  }
  return *wanted == '\0';
}

/* JSON ----------------------------------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
  return at;
}

static bool is_digit(const char *at, const char *end) { return at < end && *at >= '0' && *at <= '9'; }

/* Each of the `check_` functions returns the byte behind what it is named after, or NULL when there is none of it. */
static const char *check_digits(const char *at, const char *end) {
  if (!is_digit(at, end)) return NULL;
  while (is_digit(at, end)) at++;
  return at;
}

static const char *check_number(const char *at, const char *end) {
  if (at < end && *at == '-') at++;
  if (at < end && *at == '0') at++;
  else at = check_digits(at, end);
  if (at && at < end && *at == '.') at = check_digits(at + 1, end);
  if (at && at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    at = check_digits(at, end);
  }
  return at;
}

static const char *check_word(const char *at, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - at) >= length && memcmp(at, word, length) == 0 ? at + length : NULL;
}

static const char *check_string(const char *at, const char *end) {
  if (at >= end || *at != '"') return NULL;
  for (at++; at < end && *at != '"';) {
    if (*at == '\\') {
      if (end - at < 2 || at[1] == '\0' || !strchr("\"\\/bfnrtu", at[1])) return NULL;
      if (at[1] == 'u' && four_digits(at + 2, end) < 0) return NULL;
      at += at[1] == 'u' ? 6 : 2;
    } else {
      size_t length = utf8_length(at, end);
      if (length == 0 || (unsigned char)*at < 0x20) return NULL;
      at += length;
    }
  }
  return at < end ? at + 1 : NULL;
}

static const char *check_value(const char *at, const char *end, int depth);

/* What stands between the brackets, and the closing one. */
static const char *check_items(const char *at, const char *end, bool named, int depth) {
  char closing = named ? '}' : ']';
  at = skip_blanks(at, end);
  if (at < end && *at == closing) return at + 1;
  while (true) {
    if (named) {
      at = check_string(skip_blanks(at, end), end);
      if (!at) return NULL;
      at = skip_blanks(at, end);
      if (at >= end || *at++ != ':') return NULL;
    }
    at = check_value(skip_blanks(at, end), end, depth);
    if (!at) return NULL;
    at = skip_blanks(at, end);
    if (at < end && *at == closing) return at + 1;
    if (at >= end || *at++ != ',') return NULL;
  }
}

static const char *check_value(const char *at, const char *end, int depth) {
  if (at >= end) return NULL;
  switch (*at) {
  case '{':
  case '[': return depth > 0 ? check_items(at + 1, end, *at == '{', depth - 1) : NULL;
  case '"': return check_string(at, end);
  case 't': return check_word(at, end, "true");
  case 'f': return check_word(at, end, "false");
  case 'n': return check_word(at, end, "null");
  default: return check_number(at, end);
  }
}

static const fw_json no_json = {NULL, NULL};

fw_json fw_json_read(const char *bytes, size_t length) {
  const char *end = bytes + length, *start = skip_blanks(bytes, end);
  const char *behind = check_value(start, end, FW_DEEPEST_JSON);
  if (!behind || skip_blanks(behind, end) != end) return no_json;
  return (fw_json){start, behind};
}

fw_json_kind fw_json_kind_of(fw_json value) {
  if (!value.at) return FW_JSON_NONE;
  switch (*value.at) {
  case '{': return FW_JSON_OBJECT;
  case '[': return FW_JSON_ARRAY;
  case '"': return FW_JSON_STRING;
  case 't':
  case 'f': return FW_JSON_BOOL;
  case 'n': return FW_JSON_NULL;
  default: return FW_JSON_NUMBER;
  }
}

/* The byte behind the string that begins at `at`, in a text that was checked. */
static const char *skip_string(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\') at++;
  return at < end ? at + 1 : end;
}

/* The same of any value. */
static const char *skip_value(const char *at, const char *end) {
  int depth = 0;
  do {
    if (at >= end) return end;
    if (*at == '"') {
      at = skip_string(at, end);
      continue;
    }
    if (*at == '{' || *at == '[') depth++;
    if (*at == '}' || *at == ']') depth--;
    at++;
  } while (depth > 0);
  /* A number or word goes on to what cannot be in one. */
  if (at[-1] != '"' && at[-1] != '}' && at[-1] != ']')
    while (at < end && !strchr(" \t\r\n,]}", *at)) at++;
  return at;
}

fw_json_items fw_json_items_of(fw_json container) {
  fw_json_kind kind = fw_json_kind_of(container);
  if (kind != FW_JSON_ARRAY && kind != FW_JSON_OBJECT) return (fw_json_items){NULL, NULL, false};
  return (fw_json_items){container.at + 1, container.end - 1, kind == FW_JSON_OBJECT};
}

/* The next value behind blanks, commas and colons; moves `at` behind it. */
static fw_json next_value(const char **at, const char *end) {
  const char *start = *at;
  while (start < end && strchr(" \t\r\n,:", *start)) start++;
  *at = start < end ? skip_value(start, end) : end;
  return start < end ? (fw_json){start, *at} : no_json;
}

bool fw_json_next(fw_json_items *items, fw_json *name, fw_json *value) {
  fw_json first = items->at ? next_value(&items->at, items->end) : no_json;
  if (!first.at) return false;
  if (name) *name = items->named ? first : no_json;
  *value = items->named ? next_value(&items->at, items->end) : first;
  return true;
}

static text letters_of(fw_json value) {
  if (fw_json_kind_of(value) != FW_JSON_STRING) return (text){NULL, NULL, false};
  return (text){value.at + 1, value.end - 1, true};
}

size_t fw_json_string(fw_json value, char *into, size_t size) { return write_letters(letters_of(value), into, size); }

bool fw_json_is(fw_json value, const char *wanted) {
  text letters = letters_of(value);
  return letters.at && is_letters(letters, wanted);
}

fw_json fw_json_member(fw_json object, const char *wanted) {
  fw_json_items items = fw_json_items_of(object);
  fw_json name, value;
  while (items.named && fw_json_next(&items, &name, &value))
    if (fw_json_is(name, wanted)) return value;
  return no_json;
}

/* 10 to a power below 10,000, by squaring. Exact up to 10^27 where long double has 64 bits. */
static long double power_of_ten(unsigned exponent) {
  long double power = 1, factor = 10;
  for (; exponent != 0; exponent >>= 1, factor *= factor)
    if (exponent & 1) power *= factor;
  return power;
}

/* strtod would ask the locale what a point is. */
bool fw_json_number(fw_json value, double *number) {
  const char *at = value.at;
  uint64_t digits = 0;
  long double result;
  int exponent = 0, written = 0;
  bool negative, fraction = false, down;
  if (fw_json_kind_of(value) != FW_JSON_NUMBER) return false;
  negative = *at == '-';
  for (at += negative; at < value.end && *at != 'e' && *at != 'E'; at++) {
    if (*at == '.') {
      fraction = true;
    } else if (digits < (UINT64_MAX - 9) / 10) {
      digits = digits * 10 + (uint64_t)(*at - '0');
      exponent -= fraction && exponent > -10000;
    } else {
      exponent += !fraction && exponent < 10000;
    }
  }
  if (at < value.end) {
    at++;
    down = *at == '-';
    for (at += *at == '-' || *at == '+'; at < value.end; at++)
      if (written < 10000) written = written * 10 + (*at - '0');
    exponent += down ? -written : written;
  }
  if (exponent > 400 && digits != 0) return false;
  result = (long double)digits;
  if (exponent > 0 && digits != 0) result *= power_of_ten((unsigned)exponent);
  if (exponent < 0) result = exponent < -400 ? 0 : result / power_of_ten((unsigned)-exponent);
  if (result > 1.7976931348623157e308L) return false;
  *number = (double)(negative ? -result : result);
  return true;
}

bool fw_json_integer(fw_json value, int64_t *number) {
  const char *at = value.at;
  uint64_t digits = 0;
  double other;
  bool negative;
  if (fw_json_kind_of(value) != FW_JSON_NUMBER) return false;
  negative = *at == '-';
  for (at += negative; is_digit(at, value.end) && digits < UINT64_MAX / 10 - 1; at++)
    digits = digits * 10 + (uint64_t)(*at - '0');
  if (at == value.end) {
    if (digits > INT64_MAX) return false;
    *number = negative ? -(int64_t)digits : (int64_t)digits;
    return true;
  }
  /* Written with a point or an exponent. */
  if (!fw_json_number(value, &other) || other < -9007199254740992.0 || other > 9007199254740992.0) return false;
  if ((double)(int64_t)other != other) return false;
  *number = (int64_t)other;
  return true;
}

bool fw_json_bool(fw_json value, bool *truth) {
  if (fw_json_kind_of(value) != FW_JSON_BOOL) return false;
  *truth = *value.at == 't';
  return true;
}

/* What is written: as much as fits, and how much there would be. */
typedef struct writer {
  char *into;
  size_t size, total;
} writer;

static void put_bytes(writer *to, const char *bytes, size_t length) {
  size_t room = to->size > to->total ? to->size - to->total : 0;
  if (room != 0 && length != 0) memcpy(to->into + to->total, bytes, length < room ? length : room);
  to->total += length;
}

static void put(writer *to, const char *letters) { put_bytes(to, letters, strlen(letters)); }

static void put_number(writer *to, uint64_t number) {
  char digits[20], *at = digits + sizeof digits;
  do *--at = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  put_bytes(to, at, (size_t)(digits + sizeof digits - at));
}

static void put_quoted(writer *to, const char *letters) {
  put(to, "\"");
  for (; *letters; letters++) {
    unsigned char byte = (unsigned char)*letters;
    char control[] = {'\\', 'u', '0', '0', "01"[byte >> 4 & 1], "0123456789abcdef"[byte & 15]};
    if (byte < 0x20) put_bytes(to, control, sizeof control);
    else if (byte == '"' || byte == '\\') put_bytes(to, (char[]){'\\', *letters}, 2);
    else put_bytes(to, letters, 1);
  }
  put(to, "\"");
}

size_t fw_json_quote(const char *letters, char *into, size_t size) {
  writer to = {into, size == 0 ? 0 : size - 1, 0};
  put_quoted(&to, letters);
  if (size != 0) into[to.total < to.size ? to.total : to.size] = '\0';
  return to.total;
}

/* Rows: what a message has many of, in either encoding ------------------------------------------------------------ */

/* The parts of a picture, numbered as the sections of fw1 are. */
typedef enum part { ABOUT = 1, LOOKS, REMOVED, VIEWS, SET, CHANGED, RESTYLED, PARTS } part;

/* Records that follow each other. In JSON they are items; in fw1 they begin at `items.at`, and `left` are to come. */
typedef struct rows {
  fw_json_items items;
  uint32_t left;
  bool binary;
  const char *problem; /* what is wrong with the row that was read last; no other is read then */
} rows;

/* What any of the parts but the looks says of a view. */
typedef struct record {
  uint32_t id, parent, index;
  text path, kind;
  fw_frame frame;
  bool hidden, clips, has_baselines, has_scroll;
  uint8_t truncated;
  double alpha;
  text text;
  fw_length baselines[2], scroll[8];
  rows guides, lines;
  uint32_t guide_count, line_count, look;
} record;

static bool fail_rows(rows *from, const char *problem) {
  if (!from->problem) from->problem = problem;
  return false;
}

/* Numbers of fw1: little-endian, whatever this machine is. False behind the last byte. */
static bool read_bytes(rows *from, size_t count, uint64_t *number) {
  if ((size_t)(from->items.end - from->items.at) < count) return fail_rows(from, "a message breaks off");
  *number = 0;
  for (size_t i = count; i-- > 0;) *number = *number << 8 | (unsigned char)from->items.at[i];
  from->items.at += count;
  return true;
}

static bool read_u32(rows *from, uint32_t *number) {
  uint64_t bytes;
  if (!read_bytes(from, 4, &bytes)) return false;
  *number = (uint32_t)bytes;
  return true;
}

static bool read_f64(rows *from, double *number) {
  uint64_t bytes;
  if (!read_bytes(from, 8, &bytes)) return false;
  memcpy(number, &bytes, 8);
  return *number - *number == 0 || fail_rows(from, "a number is none");
}

static bool read_i32s(rows *from, fw_length *into, int count) {
  uint64_t bytes;
  for (int i = 0; i < count; i++) {
    if (!read_bytes(from, 4, &bytes)) return false;
    into[i] = (int32_t)(bytes >= 0x80000000u ? (int64_t)bytes - 0x100000000 : (int64_t)bytes);
  }
  return true;
}

static bool read_text(rows *from, text *into) {
  uint32_t length;
  if (!read_u32(from, &length)) return false;
  if ((size_t)(from->items.end - from->items.at) < length) return fail_rows(from, "a text breaks off");
  *into = (text){from->items.at, from->items.at + length, false};
  from->items.at += length;
  return is_utf8(into->at, into->end) || fail_rows(from, "a text is no UTF-8");
}

/* The same from JSON. */
static bool json_u32(fw_json value, uint32_t *into) {
  int64_t number;
  if (!fw_json_integer(value, &number) || number < 0 || number > UINT32_MAX) return false;
  *into = (uint32_t)number;
  return true;
}

static bool json_id(fw_json value, uint32_t *into) { return json_u32(value, into) && *into != FW_NONE; }

static bool json_u64(fw_json value, uint64_t *into) {
  int64_t number;
  if (!fw_json_integer(value, &number) || number < 0) return false;
  *into = (uint64_t)number;
  return true;
}

static bool json_length(fw_json value, fw_length *into) {
  double points;
  if (!fw_json_number(value, &points) || points * 64 < INT32_MIN || points * 64 > INT32_MAX) return false;
  *into = (fw_length)(points < 0 ? points * 64 - 0.5 : points * 64 + 0.5);
  return true;
}

/* An array of exactly so many. */
static bool json_lengths(fw_json value, fw_length *into, int count) {
  fw_json_items items = fw_json_items_of(value);
  fw_json item;
  int read = 0;
  if (fw_json_kind_of(value) != FW_JSON_ARRAY) return false;
  while (fw_json_next(&items, NULL, &item))
    if (read == count || !json_length(item, &into[read++])) return false;
  return read == count;
}

static bool json_frame(fw_json value, fw_frame *into) {
  fw_length sides[4];
  if (!json_lengths(value, sides, 4)) return false;
  *into = (fw_frame){sides[0], sides[1], sides[2], sides[3]};
  return true;
}

static bool json_text(fw_json value, text *into) {
  *into = letters_of(value);
  return into->at != NULL;
}

/* Which of `names`, which NULL ends, the string is; -1: none of them. */
static int place_in(const char *const *names, fw_json string) {
  for (int i = 0; names[i]; i++)
    if (fw_json_is(string, names[i])) return i;
  return -1;
}

/* The items of an array or object as rows, and how many there are. */
static bool json_rows(fw_json value, fw_json_kind kind, rows *into, uint32_t *count) {
  fw_json_items items = fw_json_items_of(value);
  fw_json item;
  if (fw_json_kind_of(value) != kind) return false;
  *into = (rows){.items = items};
  for (*count = 0; fw_json_next(&items, NULL, &item);) ++*count;
  return true;
}

/* A guide, and a line of a text. False at the end too. */
static bool next_guide(rows *from, text *name, fw_frame *frame) {
  fw_json key, value;
  fw_length sides[4];
  if (from->binary) {
    if (from->left == 0 || !read_text(from, name) || !read_i32s(from, sides, 4)) return false;
    from->left--;
    *frame = (fw_frame){sides[0], sides[1], sides[2], sides[3]};
    return true;
  }
  if (!fw_json_next(&from->items, &key, &value)) return false;
  return (json_text(key, name) && json_frame(value, frame)) || fail_rows(from, "a guide is no four lengths");
}

static bool next_line(rows *from, text *letters, fw_line *line) {
  static const char *const names[] = {"text", "start", "end", "x", "baseline", "width", "rtl", NULL};
  fw_length numbers[3];
  fw_json_items items;
  fw_json name, value;
  unsigned said = 0;
  if (from->binary) {
    if (from->left == 0 || !read_text(from, letters) || !read_u32(from, &line->start) || !read_u32(from, &line->end)
        || !read_i32s(from, numbers, 3))
      return false;
    from->left--;
    line->x = numbers[0], line->baseline = numbers[1], line->width = numbers[2];
    line->right_to_left = line->end >> 31;
    line->end &= UINT32_MAX >> 1;
    return true;
  }
  if (!fw_json_next(&from->items, NULL, &value)) return false;
  items = fw_json_items_of(value);
  line->right_to_left = false;
  while (items.named && fw_json_next(&items, &name, &value)) {
    int place = place_in(names, name);
    bool good = place < 0 || (place == 0 ? json_text(value, letters)
                              : place == 1 ? json_u32(value, &line->start)
                              : place == 2 ? json_u32(value, &line->end)
                              : place == 3 ? json_length(value, &line->x)
                              : place == 4 ? json_length(value, &line->baseline)
                              : place == 5 ? json_length(value, &line->width)
                                           : fw_json_kind_of(value) == FW_JSON_NULL
                                                 || fw_json_bool(value, &line->right_to_left));
    if (!good) break;
    if (place >= 0) said |= 1u << place;
  }
  return (said & 63) == 63 || fail_rows(from, "a line is not as lines are");
}

static const char *const truncations[] = {"", "tail", "head", "middle", "clip", NULL};

static bool json_member_of_view(fw_json name, fw_json value, record *to, unsigned *said) {
  static const char *const names[] = {"id",   "path", "kind",      "frame",     "parent", "index",  "look", "hidden",
                                      "clips", "alpha", "text", "truncated", "baselines", "guides", "scroll", "lines", NULL};
  int place = place_in(names, name), truncated;
  if (place < 0 || fw_json_kind_of(value) == FW_JSON_NULL) return true;
  *said |= 1u << place;
  switch (place) {
  case 0: return json_id(value, &to->id);
  case 1: return json_text(value, &to->path);
  case 2: return json_text(value, &to->kind);
  case 3: return json_frame(value, &to->frame);
  case 4: return json_id(value, &to->parent);
  case 5: return json_u32(value, &to->index);
  case 6: return json_u32(value, &to->look);
  case 7: return fw_json_bool(value, &to->hidden);
  case 8: return fw_json_bool(value, &to->clips);
  case 9: return fw_json_number(value, &to->alpha);
  case 10: return json_text(value, &to->text);
  case 11:
    truncated = place_in(truncations, value);
    to->truncated = (uint8_t)truncated;
    return truncated > 0;
  case 12: return to->has_baselines = json_lengths(value, to->baselines, 2);
  case 13: return json_rows(value, FW_JSON_OBJECT, &to->guides, &to->guide_count);
  case 14: return to->has_scroll = json_lengths(value, to->scroll, 8);
  default: return json_rows(value, FW_JSON_ARRAY, &to->lines, &to->line_count);
  }
}

/* A View, a Change or a Restyle: all have members of a View. */
static bool json_record(rows *from, part what, record *to) {
  unsigned said = 0, wanted = what == VIEWS ? 15 : 1;
  fw_json_items items;
  fw_json name, value;
  fw_json_next(&from->items, NULL, &value);
  items = fw_json_items_of(value);
  while (items.named && fw_json_next(&items, &name, &value))
    if (!json_member_of_view(name, value, to, &said)) return fail_rows(from, "a view is not as views are");
  return (said & wanted) == wanted || fail_rows(from, "a view does not say all that a view has");
}

/* Five numbers of `set`, or one of `removed`. */
static bool json_numbers(rows *from, part what, record *to) {
  fw_length *sides[4] = {&to->frame.x, &to->frame.y, &to->frame.width, &to->frame.height};
  fw_json value;
  fw_json_next(&from->items, NULL, &value);
  if (!json_id(value, &to->id)) return fail_rows(from, "an id is none");
  for (int i = 0; what == SET && i < 4; i++)
    if (!fw_json_next(&from->items, NULL, &value) || !json_length(value, sides[i]))
      return fail_rows(from, "a set is not five numbers a view");
  return true;
}

static bool binary_content(rows *from, record *to) {
  text letters;
  fw_frame frame;
  uint64_t bits;
  if (!read_bytes(from, 2, &bits)) return false;
  to->hidden = (bits & 1) != 0;
  to->clips = (bits & 2) != 0;
  to->truncated = (uint8_t)(bits >> 8 & 7);
  to->has_baselines = (bits & 16) != 0;
  to->has_scroll = (bits & 32) != 0;
  if (to->truncated > FW_CLIP || (bits & ~UINT64_C(0x77F)) != 0) return fail_rows(from, "a content is of unknown kind");
  if ((bits & 4) && !read_f64(from, &to->alpha)) return false;
  if ((bits & 8) && !read_text(from, &to->text)) return false;
  if (to->has_baselines && !read_i32s(from, to->baselines, 2)) return false;
  if (to->has_scroll && !read_i32s(from, to->scroll, 8)) return false;
  if (!(bits & 64)) return true;
  if (!read_u32(from, &to->guide_count)) return false;
  from->left = to->guide_count;
  to->guides = *from;
  while (next_guide(from, &letters, &frame)) {}
  to->guides.items.end = from->items.at;
  return !from->problem;
}

static bool binary_style(rows *from, record *to) {
  text letters;
  fw_line line;
  if (!read_u32(from, &to->look) || !read_u32(from, &to->line_count)) return false;
  from->left = to->line_count;
  to->lines = *from;
  while (next_line(from, &letters, &line)) {}
  to->lines.items.end = from->items.at;
  return !from->problem;
}

static bool binary_record(rows *from, part what, record *to) {
  fw_length sides[4] = {0, 0, 0, 0};
  if (!read_u32(from, &to->id)) return false;
  if (what == VIEWS
      && (!read_u32(from, &to->parent) || !read_u32(from, &to->index) || !read_text(from, &to->path)
          || !read_text(from, &to->kind)))
    return false;
  if ((what == VIEWS || what == SET) && !read_i32s(from, sides, 4)) return false;
  to->frame = (fw_frame){sides[0], sides[1], sides[2], sides[3]};
  if ((what == VIEWS || what == CHANGED) && !binary_content(from, to)) return false;
  if ((what == VIEWS || what == RESTYLED) && !binary_style(from, to)) return false;
  return to->id != FW_NONE || fail_rows(from, "an id is none");
}

/* The next row of a part but the looks. False at the end, and when there is a problem. */
static bool next_record(rows *from, part what, record *to) {
  *to = (record){.parent = FW_NONE, .alpha = 1};
  if (from->problem) return false;
  if (from->binary) {
    uint32_t left = from->left;
    bool good;
    if (left == 0) return from->items.at == from->items.end ? false : fail_rows(from, "a section has more than its rows");
    good = binary_record(from, what, to);
    from->left = left - 1; /* `left` was that of the lists inside of it */
    return good;
  }
  if (!from->items.at || skip_blanks(from->items.at, from->items.end) == from->items.end) return false;
  return what == SET || what == REMOVED ? json_numbers(from, what, to) : json_record(from, what, to);
}

/* The next look, as the object that says what it is. */
static bool next_look(rows *from, uint32_t *id, fw_json *look) {
  text json;
  if (from->problem) return false;
  if (from->binary) {
    if (from->left == 0)
      return from->items.at == from->items.end ? false : fail_rows(from, "a section has more than its rows");
    if (!read_u32(from, id) || !read_text(from, &json)) return false;
    from->left--;
    *look = fw_json_read(json.at, (size_t)(json.end - json.at));
    return fw_json_kind_of(*look) == FW_JSON_OBJECT || fail_rows(from, "a look is no object");
  }
  if (!fw_json_next(&from->items, NULL, look)) return false;
  return json_id(fw_json_member(*look, "id"), id) || fail_rows(from, "a look has no id");
}

/* The next picture ------------------------------------------------------------------------------------------------ */

/* A half of the buffer that is being filled: records from below, letters from above. Without a base it only counts. */
typedef struct heap {
  char *base;
  size_t size, low, high;
} heap;

/* Every record begins at a multiple of this. */
#define ALIGNMENT ((size_t)8)

static size_t aligned(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

/* NULL when it only counts. */
static void *take_records(heap *from, size_t count, size_t size) {
  size_t start = from->low;
  from->low += aligned(count * size);
  return from->base && from->low + from->high <= from->size ? from->base + start : NULL;
}

static char *take_letters(heap *from, size_t length) {
  from->high += length;
  return from->base && from->low + from->high <= from->size ? from->base + from->size - from->high : NULL;
}

static const char *store_text(heap *into, text letters) {
  size_t size = letters.at ? bytes_of(letters) + 1 : 0;
  char *stored = letters.at ? take_letters(into, size) : NULL;
  if (stored) write_letters(letters, stored, size);
  return stored;
}

static const char *copy_text(heap *into, const char *letters) {
  size_t size = letters ? strlen(letters) + 1 : 0;
  char *stored = letters ? take_letters(into, size) : NULL;
  if (stored) memcpy(stored, letters, size);
  return stored;
}

static void store_place(heap *into, const record *from, fw_view *view) {
  view->id = from->id;
  view->parent = from->parent;
  view->index = from->index;
  view->frame = from->frame;
  view->path = store_text(into, from->path);
  view->kind = store_text(into, from->kind);
}

/* False: a guide is not as guides are. */
static bool store_content(heap *into, const record *from, fw_view *view) {
  rows guides = from->guides;
  fw_guide *stored = from->guide_count ? take_records(into, from->guide_count, sizeof *stored) : NULL;
  fw_scroll *scroll = from->has_scroll ? take_records(into, 1, sizeof *scroll) : NULL;
  fw_frame frame;
  text name;
  view->hidden = from->hidden;
  view->clips = from->clips;
  view->alpha = from->alpha;
  view->truncated = from->truncated;
  view->has_baselines = from->has_baselines;
  memcpy(view->baselines, from->baselines, sizeof view->baselines);
  view->text = store_text(into, from->text);
  if (scroll) memcpy(scroll, from->scroll, sizeof *scroll);
  view->scroll = scroll;
  view->guides = stored;
  view->guide_count = from->guide_count;
  for (uint32_t i = 0; i < from->guide_count && next_guide(&guides, &name, &frame); i++) {
    const char *letters = store_text(into, name);
    if (stored) stored[i] = (fw_guide){letters, frame};
  }
  return !guides.problem;
}

/* False: a line is not as lines are. */
static bool store_style(heap *into, const record *from, fw_view *view) {
  rows lines = from->lines;
  fw_line *stored = from->line_count ? take_records(into, from->line_count, sizeof *stored) : NULL;
  fw_line line;
  text letters;
  view->look = from->look;
  view->lines = stored;
  view->line_count = from->line_count;
  for (uint32_t i = 0; i < from->line_count && next_line(&lines, &letters, &line); i++) {
    line.text = store_text(into, letters);
    if (stored) stored[i] = line;
  }
  return !lines.problem;
}

static void copy_content(heap *into, const fw_view *from, fw_view *view) {
  fw_guide *guides = from->guide_count ? take_records(into, from->guide_count, sizeof *guides) : NULL;
  fw_scroll *scroll = from->scroll ? take_records(into, 1, sizeof *scroll) : NULL;
  if (scroll) *scroll = *from->scroll;
  view->scroll = scroll;
  view->guides = guides;
  view->text = copy_text(into, from->text);
  for (uint32_t i = 0; i < from->guide_count; i++) {
    const char *name = copy_text(into, from->guides[i].name);
    if (guides) guides[i] = (fw_guide){name, from->guides[i].frame};
  }
}

static void copy_style(heap *into, const fw_view *from, fw_view *view) {
  fw_line *lines = from->line_count ? take_records(into, from->line_count, sizeof *lines) : NULL;
  view->lines = lines;
  for (uint32_t i = 0; i < from->line_count; i++) {
    const char *letters = copy_text(into, from->lines[i].text);
    if (!lines) continue;
    lines[i] = from->lines[i];
    lines[i].text = letters;
  }
}

static fw_json store_json(heap *into, fw_json value) {
  size_t length = value.at ? (size_t)(value.end - value.at) : 0;
  char *stored = value.at ? take_letters(into, length) : NULL;
  if (!stored) return no_json;
  memcpy(stored, value.at, length);
  return (fw_json){stored, stored + length};
}

static bool store_font(heap *into, fw_json font, fw_look *look) {
  int64_t weight = 400, lines = 0;
  fw_json_integer(fw_json_member(font, "weight"), &weight);
  fw_json_integer(fw_json_member(font, "maxLines"), &lines);
  look->family = store_text(into, letters_of(fw_json_member(font, "family")));
  look->right_to_left = fw_json_is(fw_json_member(font, "direction"), "rtl");
  look->font_weight = (int)weight;
  look->max_lines = (int)lines;
  return weight >= 1 && weight <= 1000 && lines >= 0 && lines <= INT32_MAX
         && fw_json_number(fw_json_member(font, "size"), &look->font_size);
}

static bool store_member_of_look(heap *into, fw_json name, fw_json value, fw_look *look) {
  static const char *const names[] = {"background", "color", "borderColor", "placeholder", "role",  "style",
                                      "align",      "radius", "border",     "image",       "font",  "data", NULL};
  const char **letters[] = {&look->background, &look->color, &look->border_color, &look->placeholder,
                            &look->role,       &look->style, &look->align};
  int place = place_in(names, name);
  text string;
  if (place < 0 || fw_json_kind_of(value) == FW_JSON_NULL) return true;
  if (place < 7) {
    if (!json_text(value, &string)) return false;
    *letters[place] = store_text(into, string);
    return true;
  }
  if (place < 9) return fw_json_number(value, place == 7 ? &look->radius : &look->border);
  if (fw_json_kind_of(value) != FW_JSON_OBJECT) return false;
  if (place == 9) {
    fw_json version = fw_json_member(value, "version");
    fw_json_number(fw_json_member(value, "width"), &look->image_width);
    fw_json_number(fw_json_member(value, "height"), &look->image_height);
    if (fw_json_kind_of(version) > FW_JSON_NULL && !fw_json_integer(version, &look->image_version)) return false;
    look->image = store_text(into, letters_of(fw_json_member(value, "path")));
    return fw_json_kind_of(fw_json_member(value, "path")) == FW_JSON_STRING;
  }
  if (place == 10) return store_font(into, value, look);
  look->data = store_json(into, value);
  return true;
}

static bool store_look(heap *into, uint32_t id, fw_json json, fw_look *look) {
  fw_json_items items = fw_json_items_of(json);
  fw_json name, value;
  *look = (fw_look){.id = id};
  while (fw_json_next(&items, &name, &value))
    if (!store_member_of_look(into, name, value, look)) return false;
  return true;
}

static void copy_look(heap *into, const fw_look *from, fw_look *look) {
  const char **letters[] = {&look->background, &look->color, &look->border_color, &look->image, &look->placeholder,
                            &look->role,       &look->style, &look->align,        &look->family};
  *look = *from;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) *letters[i] = copy_text(into, *letters[i]);
  look->data = store_json(into, from->data);
}

/* A snapshot or a delta: what it says of itself, and its parts. */
typedef struct message {
  fw_event event;
  text epoch;
  rows parts[PARTS];
} message;

static bool fail(fw_client *client, fw_status status, const char *problem) {
  if (client->status == FW_OK) {
    client->status = status;
    client->problem = problem;
  }
  return false;
}

static bool fail_small(fw_client *client, size_t needed, const char *problem) {
  if (client->status == FW_OK) client->needed = needed;
  return fail(client, FW_TOO_SMALL, problem);
}

/* What a message does to a view that is there. */
enum { GOES = 1, GETS_CONTENT = 2, GETS_STYLE = 4 };

/* Sorted by `order` first. */
typedef struct key {
  uint64_t order, value;
} key;

static bool precedes(key left, key right) {
  return left.order != right.order ? left.order < right.order : left.value < right.value;
}

static void sift(key *keys, size_t root, size_t count) {
  key moved = keys[root];
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && precedes(keys[child], keys[child + 1])) child++;
    if (!precedes(moved, keys[child])) break;
    keys[root] = keys[child];
  }
  keys[root] = moved;
}

/* Heapsort: in place, and no input makes it slow. */
static void sort_keys(key *keys, size_t count) {
  for (size_t root = count / 2; root-- > 0;) sift(keys, root, count);
  for (size_t last = count; last-- > 1;) {
    key greatest = keys[0];
    keys[0] = keys[last];
    keys[last] = greatest;
    sift(keys, 0, last);
  }
}

/* The place of the first view, or look, whose id is not less. Views are asked again and again for what they are told
 * next to each other, but their ids are in no order that would help. */
static uint32_t place_of_view(const fw_view *views, uint32_t count, uint32_t id) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (views[middle].id < id) low = middle + 1;
    else high = middle;
  }
  return low < count && views[low].id == id ? low : FW_NONE;
}

static uint32_t place_of_look(const fw_look *looks, uint32_t count, uint32_t id) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (looks[middle].id < id) low = middle + 1;
    else high = middle;
  }
  return low < count && looks[low].id == id ? low : FW_NONE;
}

/* The scene is const to whoever watches it; its memory is the client's. */
static fw_view *own_views(fw_client *client) { return (fw_view *)client->scene.views; }
static fw_look *own_looks(fw_client *client) { return (fw_look *)client->scene.looks; }

static void mark_view(fw_client *client, uint32_t id, uint8_t mark) {
  uint32_t place = place_of_view(client->scene.views, client->scene.view_count, id);
  if (place != FW_NONE) own_views(client)[place].mark |= mark;
}

/* How much the next picture takes, once all of the message has been read and nothing was wrong. */
typedef struct measure {
  heap counts;
  size_t views, looks; /* records; more than there will be if an id is said twice */
  size_t keys;         /* bytes of what is sorted on the way */
  bool links;          /* views come or go, so the tree is another one */
} measure;

/* Begins with what stays: nothing of a snapshot, all of a delta. */
static void mark_all(fw_client *client, uint8_t mark) {
  for (uint32_t i = 0; i < client->scene.view_count; i++) own_views(client)[i].mark = mark;
  for (uint32_t i = 0; i < client->scene.look_count; i++) own_looks(client)[i].mark = mark;
}

/* Reads all rows of a part, counts what they take, and marks the views that they are about. */
static const char *measure_views(fw_client *client, rows from, part what, measure *sizes) {
  record row;
  fw_view view;
  while (next_record(&from, what, &row)) {
    if (what == VIEWS) {
      store_place(&sizes->counts, &row, &view);
      sizes->views++;
    }
    if ((what == VIEWS || what == CHANGED) && !store_content(&sizes->counts, &row, &view))
      return "a guide is not as guides are";
    if ((what == VIEWS || what == RESTYLED) && !store_style(&sizes->counts, &row, &view))
      return "a line is not as lines are";
    if (what == VIEWS || what == REMOVED) sizes->links = true;
    if (what != SET) mark_view(client, row.id, what == CHANGED ? GETS_CONTENT : what == RESTYLED ? GETS_STYLE : GOES);
  }
  return from.problem;
}

static const char *measure_looks(fw_client *client, rows from, measure *sizes) {
  uint32_t id, place;
  fw_json json;
  fw_look look;
  while (next_look(&from, &id, &json)) {
    if (!store_look(&sizes->counts, id, json, &look)) return "a look is not as looks are";
    place = place_of_look(client->scene.looks, client->scene.look_count, id);
    if (place != FW_NONE) own_looks(client)[place].mark = GOES;
    sizes->looks++;
  }
  return from.problem;
}

static void copy_view(heap *into, const fw_view *from, fw_view *view) {
  *view = *from;
  view->mark = 0;
  view->path = copy_text(into, from->path);
  view->kind = copy_text(into, from->kind);
  if (!(from->mark & GETS_CONTENT)) copy_content(into, from, view);
  if (!(from->mark & GETS_STYLE)) copy_style(into, from, view);
}

static bool measure_picture(fw_client *client, const message *from, measure *sizes) {
  const fw_scene *scene = &client->scene;
  const char *problem = measure_looks(client, from->parts[LOOKS], sizes);
  fw_view view;
  fw_look look;
  for (int what = REMOVED; what < PARTS && !problem; what++)
    problem = measure_views(client, from->parts[what], (part)what, sizes);
  if (problem) return fail(client, FW_BROKEN, problem);

  sizes->keys = sizes->looks;
  for (uint32_t i = 0; i < scene->view_count; i++) {
    if (scene->views[i].mark & GOES) continue;
    copy_view(&sizes->counts, &scene->views[i], &view);
    sizes->views++;
  }
  for (uint32_t i = 0; i < scene->look_count; i++) {
    if (scene->looks[i].mark & GOES) continue;
    copy_look(&sizes->counts, &scene->looks[i], &look);
    sizes->looks++;
  }
  if (sizes->keys < sizes->views) sizes->keys = sizes->views;
  sizes->keys *= sizeof(key);
  take_records(&sizes->counts, sizes->views, sizeof view);
  take_records(&sizes->counts, sizes->looks, sizeof look);
  return true;
}

/* Where each row of a part begins, in the order of ids; of rows with the same id the last one. */
static size_t sort_rows(rows from, part what, const char *base, key *keys) {
  uint32_t id;
  size_t count = 0, kept = 0;
  record row;
  fw_json look;
  while (true) {
    const char *at = from.items.at;
    if (what == LOOKS ? !next_look(&from, &id, &look) : !next_record(&from, what, &row)) break;
    if (what != LOOKS) id = row.id;
    keys[count++] = (key){(uint64_t)id << 32 | (uint64_t)(at - base), 0};
  }
  sort_keys(keys, count);
  for (size_t i = 0; i < count; i++)
    if (i + 1 == count || keys[i].order >> 32 != keys[i + 1].order >> 32) keys[kept++] = keys[i];
  return kept;
}

/* The one row that begins where the key says. */
static rows row_at(rows part, const char *base, key where) {
  part.items.at = base + (uint32_t)where.order;
  part.left = 1;
  return part;
}

static void merge_views(fw_client *client, rows from, heap *into, key *keys, fw_scene *next) {
  const fw_view *old = client->scene.views, *end = old + client->scene.view_count;
  size_t count = sort_rows(from, VIEWS, client->input.bytes, keys);
  fw_view *views = (fw_view *)next->views;
  record row;
  for (size_t taken = 0; old < end || taken < count;) {
    if (old < end && old->mark & GOES) {
      old++;
    } else if (taken == count || (old < end && old->id < keys[taken].order >> 32)) {
      copy_view(into, old++, &views[next->view_count++]);
    } else {
      rows one = row_at(from, client->input.bytes, keys[taken++]);
      fw_view *view = &views[next->view_count++];
      *view = (fw_view){.mark = 0};
      next_record(&one, VIEWS, &row);
      store_place(into, &row, view);
      store_content(into, &row, view);
      store_style(into, &row, view);
    }
  }
}

static void merge_looks(fw_client *client, rows from, heap *into, key *keys, fw_scene *next) {
  const fw_look *old = client->scene.looks, *end = old + client->scene.look_count;
  size_t count = sort_rows(from, LOOKS, client->input.bytes, keys);
  fw_look *looks = (fw_look *)next->looks;
  uint32_t id;
  fw_json json;
  for (size_t taken = 0; old < end || taken < count;) {
    if (old < end && old->mark & GOES) {
      old++;
    } else if (taken == count || (old < end && old->id < keys[taken].order >> 32)) {
      copy_look(into, old++, &looks[next->look_count++]);
    } else {
      rows one = row_at(from, client->input.bytes, keys[taken++]);
      next_look(&one, &id, &json);
      store_look(into, id, json, &looks[next->look_count++]);
    }
  }
}

/* Puts `set`, `changed` or `restyled` into the views. */
static void change_views(rows from, part what, heap *into, fw_view *views, uint32_t count) {
  record row;
  while (next_record(&from, what, &row)) {
    uint32_t place = place_of_view(views, count, row.id);
    if (place == FW_NONE) continue;
    if (what == SET) views[place].frame = row.frame;
    if (what == CHANGED) store_content(into, &row, &views[place]);
    if (what == RESTYLED) store_style(into, &row, &views[place]);
  }
}

/* Ties siblings together in the order of `index`, behind their parents. False: some views are inside of each other. */
static bool link_views(fw_scene *scene, key *keys) {
  fw_view *views = (fw_view *)scene->views;
  uint32_t reached = 0;
  for (uint32_t i = 0; i < scene->view_count; i++) {
    views[i].parent_place = place_of_view(views, scene->view_count, views[i].parent);
    views[i].first_child = FW_NONE;
    keys[i] = (key){(uint64_t)views[i].parent_place << 32 | views[i].index, i};
  }
  sort_keys(keys, scene->view_count);
  scene->first_root = FW_NONE;
  for (uint32_t i = scene->view_count; i-- > 0;) {
    fw_view *view = &views[keys[i].value];
    uint32_t *first = view->parent_place == FW_NONE ? &scene->first_root : &views[view->parent_place].first_child;
    view->next_sibling = *first;
    *first = (uint32_t)keys[i].value;
  }
  for (const fw_view *view = fw_first(scene); view; view = fw_next(scene, view)) reached++;
  return reached == scene->view_count;
}

static size_t buffer_for(const fw_client *client, size_t half, size_t input);

/* Makes the next picture in the other half, from what stays of this one and from the message. */
static bool make_picture(fw_client *client, const message *from, fw_scene *next) {
  fw_part half = client->halves[1 - client->half];
  heap into = {half.bytes, half.size, 0, 0};
  measure sizes = {.links = from->event.kind == FW_SNAPSHOT};
  size_t needed;
  key *keys;
  mark_all(client, sizes.links ? GOES : 0);
  if (!measure_picture(client, from, &sizes)) return false;
  needed = sizes.counts.low + sizes.keys + sizes.counts.high;
  if (needed > half.size)
    return fail_small(client, buffer_for(client, needed, 0), "the buffer is too small for the picture");

  keys = (key *)(void *)(half.bytes + sizes.counts.low);
  next->first_root = client->scene.first_root;
  next->views = take_records(&into, sizes.views, sizeof *next->views);
  next->looks = take_records(&into, sizes.looks, sizeof *next->looks);
  merge_views(client, from->parts[VIEWS], &into, keys, next);
  merge_looks(client, from->parts[LOOKS], &into, keys, next);
  for (int what = SET; what <= RESTYLED; what++)
    change_views(from->parts[what], (part)what, &into, (fw_view *)next->views, next->view_count);
  return !sizes.links || link_views(next, keys) || fail(client, FW_BROKEN, "views are inside of each other");
}

static bool is_empty(rows from) {
  return from.binary ? from.left == 0 && from.items.at == from.items.end
                     : skip_blanks(from.items.at, from.items.end) == from.items.end;
}

/* What moves moves often: frames alone are put where they are, once all of them have been read. */
static bool only_moves(const message *from) {
  bool moves = from->event.kind == FW_DELTA;
  for (int what = LOOKS; what < PARTS; what++) moves = moves && (what == SET || is_empty(from->parts[what]));
  return moves;
}

static bool move_views(fw_client *client, const message *from, fw_scene *next) {
  rows all = from->parts[SET];
  record row;
  while (next_record(&all, SET, &row)) {}
  if (all.problem) return fail(client, FW_BROKEN, all.problem);
  *next = client->scene;
  change_views(from->parts[SET], SET, NULL, own_views(client), next->view_count);
  return true;
}

/* A delta has to begin where the picture is. */
static bool continues(fw_client *client, const message *from) {
  if (from->event.kind == FW_SNAPSHOT) return true;
  if (client->scene.epoch[0] == '\0') return fail(client, FW_BROKEN, "a stream begins with a delta");
  if (from->event.base == client->scene.rev && is_letters(from->epoch, client->scene.epoch)) return true;
  client->scene.epoch[0] = '\0';
  return fail(client, FW_OUT_OF_STEP, "a delta does not continue the picture");
}

/* Takes a snapshot or a delta in, and tells of it. Until nothing can go wrong any more the scene is what it was. */
static bool take_picture(fw_client *client, const message *from) {
  bool moves = only_moves(from);
  fw_scene next = {.view_count = 0};
  if (!continues(client, from)) return false;
  if (!(moves ? move_views(client, from, &next) : make_picture(client, from, &next))) return false;
  if (write_letters(from->epoch, next.epoch, sizeof next.epoch) >= sizeof next.epoch || next.epoch[0] == '\0')
    return fail(client, FW_BROKEN, "an epoch is of no or too many letters");
  if (!moves) client->half = 1 - client->half;
  next.rev = from->event.rev;
  next.layout_rev = from->event.layout_rev;
  next.time = from->event.time;
  next.settled = from->event.settled;
  client->scene = next;
  if (client->handler.picture) client->handler.picture(client->handler.context, &client->scene, &from->event);
  return true;
}

const fw_view *fw_view_of(const fw_scene *scene, uint32_t id) {
  uint32_t place = place_of_view(scene->views, scene->view_count, id);
  return place == FW_NONE ? NULL : &scene->views[place];
}

const fw_look *fw_look_of(const fw_scene *scene, uint32_t id) {
  uint32_t place = place_of_look(scene->looks, scene->look_count, id);
  return place == FW_NONE ? NULL : &scene->looks[place];
}

const fw_view *fw_first(const fw_scene *scene) {
  return scene->first_root == FW_NONE ? NULL : &scene->views[scene->first_root];
}

const fw_view *fw_next(const fw_scene *scene, const fw_view *view) {
  uint32_t next = view->first_child;
  while (next == FW_NONE) {
    next = view->next_sibling;
    if (next != FW_NONE || view->parent_place == FW_NONE) break;
    view = &scene->views[view->parent_place];
  }
  return next == FW_NONE ? NULL : &scene->views[next];
}

/* Messages -------------------------------------------------------------------------------------------------------- */

static const char *const event_kinds[] = {"snapshot",  "delta", "transition", "diagnostics",
                                          "heartbeat", "lost",  "bye",        NULL};

static bool member_of_event(fw_json name, fw_json value, message *to, unsigned *said) {
  static const char *const names[] = {"epoch", "rev", "layoutRev", "time", "base", "skipped", "settled",
                                      "reset", "looks", "removed", "views", "set", "changed", "restyled", NULL};
  int place = place_in(names, name);
  uint32_t count;
  if (place < 0 || fw_json_kind_of(value) == FW_JSON_NULL) return true;
  *said |= 1u << place;
  switch (place) {
  case 0: return json_text(value, &to->epoch);
  case 1: return json_u64(value, &to->event.rev);
  case 2: return json_u64(value, &to->event.layout_rev);
  case 3: return fw_json_number(value, &to->event.time);
  case 4: return json_u64(value, &to->event.base);
  case 5: return json_u64(value, &to->event.skipped);
  case 6: return fw_json_bool(value, &to->event.settled);
  case 7: return fw_json_bool(value, &to->event.reset);
  default: return json_rows(value, FW_JSON_ARRAY, &to->parts[place - 8 + LOOKS], &count);
  }
}

/* Tells of an event other than a picture. */
static bool tell(fw_client *client, const fw_event *event) {
  fw_json reason = fw_json_member(event->json, "reason");
  if (client->handler.event) client->handler.event(client->handler.context, &client->scene, event);
  if (event->kind != FW_BYE || fw_json_is(reason, "shutdown")) return true;
  return fail(client, FW_ENDED, "the daemon has said bye");
}

/* An event in JSON: all of them, or what fw1 calls a note. */
static bool take_event(fw_client *client, fw_json json) {
  fw_json kind = fw_json_member(json, "kind"), name, value;
  fw_json_items items = fw_json_items_of(json);
  message event = {.event.json = json};
  unsigned said = 0;
  int place = place_in(event_kinds, kind);
  if (fw_json_kind_of(kind) != FW_JSON_STRING) return fail(client, FW_BROKEN, "an event has no kind");
  if (place < 0) return true; /* of a newer daemon */
  event.event.kind = (fw_event_kind)place;
  while (fw_json_next(&items, &name, &value))
    if (!member_of_event(name, value, &event, &said)) return fail(client, FW_BROKEN, "an event is not as events are");
  if ((said & 15) != 15 || (place == FW_DELTA && !(said & 16)))
    return fail(client, FW_BROKEN, "an event does not say all that an event has");
  return place <= FW_DELTA ? take_picture(client, &event) : tell(client, &event.event);
}

/* The answer to Stream, behind which the connection speaks fw1. */
static bool take_greeting(fw_client *client, fw_json parameters) {
  size_t length = fw_json_string(fw_json_member(parameters, "epoch"), client->epoch, sizeof client->epoch);
  if (length == 0 || length >= sizeof client->epoch || !fw_json_is(fw_json_member(parameters, "encoding"), "fw1"))
    return fail(client, FW_BROKEN, "the answer to Stream is none");
  client->binary = true;
  return true;
}

static bool take_reply(fw_client *client, const char *bytes, size_t length) {
  fw_json reply = fw_json_read(bytes, length);
  if (fw_json_kind_of(reply) != FW_JSON_OBJECT) return fail(client, FW_BROKEN, "a message is no object in JSON");
  client->reply = (fw_reply){fw_json_member(reply, "parameters"), fw_json_member(reply, "error")};
  if (client->reply.error.at && fw_json_kind_of(client->reply.error) != FW_JSON_STRING)
    return fail(client, FW_BROKEN, "an error is no text");
  if (client->follows && !client->reply.error.at) {
    if (client->encoding == FW_FW1) return take_greeting(client, client->reply.parameters);
    return take_event(client, fw_json_member(client->reply.parameters, "event"));
  }
  if (!client->follows && client->waiting == 0)
    return fail(client, FW_BROKEN, "an answer comes that nobody waits for");
  if (!client->follows) client->waiting--;
  if (client->handler.reply) client->handler.reply(client->handler.context, &client->reply);
  return !client->follows || fail(client, FW_REFUSED, "the daemon does not let itself be followed");
}

/* The header of a message of fw1. */
typedef struct header {
  uint64_t length, type, flags, zero, rev, base, layout_rev;
  double time;
} header;

enum { HEADER = 40, SECTION = 12, SNAPSHOT = 0x01, DELTA = 0x02, NOTE = 0x03, CREDIT = 0x81, FILTER = 0x82 };

static rows bytes_as_rows(const char *bytes, size_t length) {
  return (rows){.items = {bytes, bytes + length, false}, .binary = true};
}

static bool read_header(const char *bytes, header *to) {
  rows from = bytes_as_rows(bytes, HEADER);
  return read_bytes(&from, 4, &to->length) && read_bytes(&from, 1, &to->type) && read_bytes(&from, 1, &to->flags)
         && read_bytes(&from, 2, &to->zero) && read_bytes(&from, 8, &to->rev) && read_bytes(&from, 8, &to->base)
         && read_bytes(&from, 8, &to->layout_rev) && read_f64(&from, &to->time);
}

/* Finds where the parts are. What they hold is read later. */
static bool read_sections(rows from, message *to, text *about) {
  uint64_t kind, zero, count, length, last = 0;
  rows row;
  while (from.items.at < from.items.end) {
    if (!read_bytes(&from, 2, &kind) || !read_bytes(&from, 2, &zero) || !read_bytes(&from, 4, &count)
        || !read_bytes(&from, 4, &length) || (size_t)(from.items.end - from.items.at) < length)
      return false;
    row = bytes_as_rows(from.items.at, (size_t)length);
    row.left = (uint32_t)count;
    from.items.at += length;
    if (kind < ABOUT || kind >= PARTS) continue; /* of a newer daemon */
    if (kind <= last) return false;
    last = kind;
    if (kind == ABOUT) *about = (text){row.items.at, row.items.end, false};
    else to->parts[kind] = row;
  }
  return true;
}

static bool take_binary(fw_client *client, const header *head, const char *payload) {
  rows from = bytes_as_rows(payload, (size_t)head->length);
  fw_json json = no_json;
  text about = {NULL, NULL, false};
  message event = {.epoch = {client->epoch, client->epoch + strlen(client->epoch), false}};
  if (head->type == NOTE) {
    json = fw_json_read(payload, (size_t)head->length);
    return fw_json_kind_of(json) == FW_JSON_OBJECT ? take_event(client, json)
                                                   : fail(client, FW_BROKEN, "a note is no object in JSON");
  }
  for (int what = 0; what < PARTS; what++) event.parts[what].binary = true;
  if (!read_sections(from, &event, &about)) return fail(client, FW_BROKEN, "a section is not as sections are");
  if (about.at) json = fw_json_read(about.at, (size_t)(about.end - about.at));
  if (about.at && fw_json_kind_of(json) != FW_JSON_OBJECT) return fail(client, FW_BROKEN, "'about' is no object in JSON");
  event.event = (fw_event){.kind = head->type == SNAPSHOT ? FW_SNAPSHOT : FW_DELTA,
                           .rev = head->rev,
                           .base = head->base,
                           .layout_rev = head->layout_rev,
                           .time = head->time,
                           .settled = (head->flags & 1) != 0,
                           .reset = (head->flags & 2) != 0,
                           .json = json};
  json_u64(fw_json_member(json, "skipped"), &event.event.skipped);
  return take_picture(client, &event);
}

/* The connection -------------------------------------------------------------------------------------------------- */

/* Of a client that follows, a picture, the next one and a message have five sixteenths of the buffer each. */
enum { SHARES = 16, SHARES_OF_PICTURE = 5 };

static size_t at_most(size_t size, size_t most) { return size < most ? size : most; }

/* A buffer in which a half has `half` bytes, and the input and output `message`. */
static size_t buffer_for(const fw_client *client, size_t half, size_t message) {
  size_t share = (half > message ? half : message) / SHARES_OF_PICTURE + ALIGNMENT;
  if (!client->follows) return 2 * message + ALIGNMENT;
  return SHARES * aligned(share) + aligned(client->parameters.size) + ALIGNMENT;
}

static fw_part cut(fw_part *from, size_t size) {
  fw_part part = {from->bytes, size};
  from->bytes += size;
  from->size -= size;
  return part;
}

fw_status fw_init(fw_client *client, void *buffer, size_t size, const fw_handler *handler) {
  size_t skew = (ALIGNMENT - (uintptr_t)buffer % ALIGNMENT) % ALIGNMENT;
  fw_part rest = {(char *)buffer + skew, size - skew};
  *client = (fw_client){.scene.first_root = FW_NONE, .handler = *handler};
  if (size < FW_SMALLEST_BUFFER) {
    fail_small(client, FW_SMALLEST_BUFFER, "the buffer is too small");
    return client->status;
  }
  client->buffer = rest;
  client->input = cut(&rest, at_most(rest.size / 2, FW_LONGEST_JSON + HEADER));
  client->output = rest;
  return FW_OK;
}

/* For what is asked of the client, and cannot be. Nothing has happened then. */
static fw_status refuse(fw_client *client, fw_status status, const char *problem) {
  client->problem = problem;
  return status;
}

fw_status fw_follow(fw_client *client, const char *parameters, fw_encoding encoding) {
  fw_part rest = client->buffer;
  fw_json json = fw_json_read(parameters, strlen(parameters));
  size_t share;
  if (client->follows || client->connected) return refuse(client, FW_MISUSED, "it follows or calls already");
  if (fw_json_kind_of(json) != FW_JSON_OBJECT) return refuse(client, FW_MISUSED, "parameters are no object in JSON");
  client->parameters.size = (size_t)(json.end - json.at) - 2;
  if (aligned(client->parameters.size) > rest.size / SHARES) {
    client->needed = (client->parameters.size + 256) * SHARES;
    return refuse(client, FW_TOO_SMALL, "the buffer is too small for the parameters");
  }
  client->follows = true;
  client->encoding = encoding;
  client->parameters = cut(&rest, aligned(client->parameters.size));
  client->parameters.size = (size_t)(json.end - json.at) - 2;
  memcpy(client->parameters.bytes, json.at + 1, client->parameters.size);
  share = rest.size / SHARES / ALIGNMENT * ALIGNMENT;
  client->halves[0] = cut(&rest, SHARES_OF_PICTURE * share);
  client->halves[1] = cut(&rest, SHARES_OF_PICTURE * share);
  client->input = cut(&rest, at_most(SHARES_OF_PICTURE * share, FW_LONGEST_JSON + HEADER));
  client->output = cut(&rest, share);
  return FW_OK;
}

/* Where the next bytes to be sent are written. */
static writer begin_output(fw_client *client) {
  if (client->sent != 0) memmove(client->output.bytes, client->output.bytes + client->sent, client->queued - client->sent);
  client->queued -= client->sent;
  client->sent = 0;
  return (writer){client->output.bytes + client->queued, client->output.size - client->queued, 0};
}

/* Sends what was written if all of it was. */
static fw_status end_output(fw_client *client, const writer *written) {
  size_t total = client->queued + written->total;
  if (written->total > written->size) {
    client->needed = client->follows ? (total + ALIGNMENT) * SHARES + aligned(client->parameters.size) + ALIGNMENT
                                     : buffer_for(client, 0, total + ALIGNMENT);
    return refuse(client, FW_TOO_SMALL, "the buffer is too small for what is to be sent");
  }
  client->queued = total;
  return FW_OK;
}

/* `{"method":"…",` and `flag`, then `"parameters":{` */
static void put_call(writer *to, const char *method, const char *flag) {
  put(to, "{\"method\":");
  put_quoted(to, method);
  put(to, flag);
}

/* Subscribe or Stream, with where to go on from. */
static fw_status put_subscription(fw_client *client) {
  writer to = begin_output(client);
  const char *comma = skip_blanks(client->parameters.bytes, client->parameters.bytes + client->parameters.size)
                              == client->parameters.bytes + client->parameters.size
                          ? ""
                          : ",";
  if (client->encoding == FW_FW1) put_call(&to, "io.framewire.v1.Stream", ",\"upgrade\":true,\"parameters\":{");
  else put_call(&to, "io.framewire.v1.Subscribe", ",\"more\":true,\"parameters\":{");
  put_bytes(&to, client->parameters.bytes, client->parameters.size);
  if (client->encoding == FW_FW1) {
    put(&to, comma);
    put(&to, "\"encoding\":\"fw1\"");
    comma = ",";
  }
  if (client->scene.epoch[0] != '\0') {
    put(&to, comma);
    put(&to, "\"epoch\":");
    put_quoted(&to, client->scene.epoch);
    put(&to, ",\"since\":");
    put_number(&to, client->scene.rev);
  }
  put_bytes(&to, "}}", 3);
  return end_output(client, &to);
}

fw_status fw_connected(fw_client *client) {
  if (!client->buffer.bytes) return client->status;
  client->connected = true;
  client->binary = false;
  client->status = FW_OK;
  client->problem = NULL;
  client->reply = (fw_reply){no_json, no_json};
  client->waiting = 0;
  client->filled = client->taken = client->seen = client->dropped = client->skipping = 0;
  client->queued = client->sent = 0;
  return client->follows ? put_subscription(client) : FW_OK;
}

fw_status fw_call(fw_client *client, const char *method, const char *parameters) {
  writer to;
  if (client->follows || !client->connected) return refuse(client, FW_MISUSED, "it follows, or is not connected");
  if (parameters && fw_json_kind_of(fw_json_read(parameters, strlen(parameters))) != FW_JSON_OBJECT)
    return refuse(client, FW_MISUSED, "parameters are no object in JSON");
  to = begin_output(client);
  put_call(&to, method, parameters ? ",\"parameters\":" : "");
  if (parameters) put(&to, parameters);
  put_bytes(&to, "}", 2);
  if (end_output(client, &to) != FW_OK) return FW_TOO_SMALL;
  client->waiting++;
  return FW_OK;
}

static fw_status put_binary(fw_client *client, int type, const char *payload, size_t length) {
  writer to;
  char head[HEADER] = {0};
  if (!client->binary) return refuse(client, FW_MISUSED, "the connection does not speak fw1");
  for (int i = 0; i < 4; i++) head[i] = (char)(length >> 8 * i & 0xFF);
  head[4] = (char)type;
  to = begin_output(client);
  put_bytes(&to, head, sizeof head);
  put_bytes(&to, payload, length);
  return end_output(client, &to);
}

fw_status fw_credit(fw_client *client, uint32_t pictures) {
  char payload[4];
  for (int i = 0; i < 4; i++) payload[i] = (char)(pictures >> 8 * i & 0xFF);
  return put_binary(client, CREDIT, payload, sizeof payload);
}

fw_status fw_filter(fw_client *client, const char *filter) {
  if (fw_json_kind_of(fw_json_read(filter, strlen(filter))) != FW_JSON_OBJECT)
    return refuse(client, FW_MISUSED, "a filter is no object in JSON");
  return put_binary(client, FILTER, filter, strlen(filter));
}

/* The next message, a JSON object that ends with a NUL. False when it is not all there, or something is wrong. */
static bool next_json(fw_client *client) {
  char *start = client->input.bytes + client->taken;
  char *end = memchr(client->input.bytes + client->seen, '\0', client->filled - client->seen);
  size_t length = end ? (size_t)(end - start) : client->filled - client->taken;
  if (client->dropped + length > FW_LONGEST_JSON) return fail(client, FW_BROKEN, "a message is longer than any may be");
  if (!end) {
    client->seen = client->filled;
    return false;
  }
  if (client->dropped != 0)
    return fail_small(client, buffer_for(client, 0, client->dropped + length + 1), "the buffer is too small for a message");
  client->taken += length + 1;
  client->seen = client->taken;
  return take_reply(client, start, length);
}

/* The same in fw1. */
static bool next_binary(fw_client *client) {
  char *start = client->input.bytes + client->taken;
  size_t there = client->filled - client->taken, length;
  header head;
  if (there < HEADER) return false;
  if (!read_header(start, &head)) return fail(client, FW_BROKEN, "a header is not as headers are");
  if (head.length > FW_LONGEST_FW1) return fail(client, FW_BROKEN, "a message is longer than any may be");
  length = HEADER + (size_t)head.length;
  if (head.type < SNAPSHOT || head.type > NOTE) {
    client->skipping = length;
    return true;
  }
  if (length > client->input.size)
    return fail_small(client, buffer_for(client, 0, length), "the buffer is too small for a message");
  if (there < length) return false;
  client->taken += length;
  return take_binary(client, &head, start + HEADER);
}

static bool next_message(fw_client *client) {
  size_t skipped = at_most(client->skipping, client->filled - client->taken);
  client->taken += skipped;
  client->skipping -= skipped;
  if (client->status != FW_OK || client->taken == client->filled) return false;
  return client->binary ? next_binary(client) : next_json(client);
}

char *fw_room(fw_client *client, size_t *size) {
  size_t left = client->filled - client->taken;
  if (client->taken != 0) memmove(client->input.bytes, client->input.bytes + client->taken, left);
  client->seen = client->seen > client->taken ? client->seen - client->taken : 0;
  client->filled = left;
  client->taken = 0;
  if (client->filled == client->input.size) {
    /* It does not fit. How long it is is found out all the same, to say how much would do. */
    client->dropped += client->filled;
    client->filled = client->seen = 0;
  }
  *size = client->input.size - client->filled;
  return client->input.bytes + client->filled;
}

fw_status fw_received(fw_client *client, size_t length) {
  if (!client->connected) return refuse(client, FW_MISUSED, "it is not connected");
  client->filled += length;
  while (next_message(client)) {}
  return client->status;
}

fw_status fw_receive(fw_client *client, const void *bytes, size_t length) {
  const char *from = bytes;
  fw_status status = client->status;
  while (length != 0 && status == FW_OK) {
    size_t size;
    char *room = fw_room(client, &size);
    size = at_most(size, length);
    memcpy(room, from, size);
    status = fw_received(client, size);
    from += size;
    length -= size;
  }
  return status;
}

const char *fw_output(const fw_client *client, size_t *length) {
  *length = client->queued - client->sent;
  return client->output.bytes + client->sent;
}

void fw_sent(fw_client *client, size_t length) { client->sent += at_most(length, client->queued - client->sent); }

/* Sockets --------------------------------------------------------------------------------------------------------- */

#ifndef FW_NO_SOCKETS

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_PAUSE = 50, LONGEST_PAUSE = 5000 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Where the daemon is unless it is told otherwise. */
static void put_usual_path(writer *to) {
  const char *told = getenv("FRAMEWIRE_SOCKET"), *runtime = getenv("XDG_RUNTIME_DIR");
  if (told && *told) {
    put(to, told);
  } else if (runtime && *runtime == '/') {
    put(to, runtime);
    put(to, "/framewire/default.sock");
  } else {
    put(to, "/tmp/framewire-");
    put_number(to, (uint64_t)geteuid());
    put(to, "/default.sock");
  }
}

fw_status fw_socket_init(fw_socket *link, const char *path) {
  writer to = {link->path, sizeof link->path, 0};
  *link = (fw_socket){.descriptor = -1, .comes_back = true, .pause = FIRST_PAUSE};
  if (path) put(&to, path);
  else put_usual_path(&to);
  put_bytes(&to, "", 1);
  return to.total <= to.size ? FW_OK : FW_MISUSED;
}

void fw_socket_close(fw_socket *link) {
  if (link->descriptor >= 0) close(link->descriptor);
  link->descriptor = -1;
}

/* The connection is gone. Twice the pause each time, until something arrives. */
static fw_status lose(fw_socket *link, fw_client *client, const char *problem) {
  fw_socket_close(link);
  if (!link->comes_back) return refuse(client, FW_CLOSED, problem);
  link->retry_at = now() + link->pause;
  link->pause = link->pause * 2 < LONGEST_PAUSE ? link->pause * 2 : LONGEST_PAUSE;
  return FW_OK;
}

static fw_status open_connection(fw_socket *link, fw_client *client) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, link->path, sizeof link->path);
  link->descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (link->descriptor < 0 || connect(link->descriptor, (struct sockaddr *)&address, sizeof address) < 0
      || fcntl(link->descriptor, F_SETFL, O_NONBLOCK) < 0 || fcntl(link->descriptor, F_SETFD, FD_CLOEXEC) < 0)
    return lose(link, client, "there is no daemon at the socket");
  return fw_connected(client);
}

static bool may_pass(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

static fw_status send_output(fw_socket *link, fw_client *client) {
  size_t length;
  const char *bytes = fw_output(client, &length);
  ssize_t sent = length == 0 ? 0 : send(link->descriptor, bytes, length, MSG_NOSIGNAL);
  if (sent >= 0) fw_sent(client, (size_t)sent);
  return sent >= 0 || may_pass() ? FW_OK : lose(link, client, "the daemon has closed the connection");
}

static fw_status receive_input(fw_socket *link, fw_client *client) {
  size_t size;
  char *room = fw_room(client, &size);
  ssize_t received = recv(link->descriptor, room, size, 0);
  fw_status status;
  if (received < 0 && may_pass()) return FW_OK;
  if (received <= 0) return lose(link, client, "the daemon has closed the connection");
  link->pause = FIRST_PAUSE;
  status = fw_received(client, (size_t)received);
  /* The next connection begins from nothing; after a pause, for this daemon may do it again. */
  if (status == FW_OUT_OF_STEP && link->comes_back) return lose(link, client, client->problem);
  if (status != FW_OK) fw_socket_close(link);
  return status;
}

fw_status fw_socket_turn(fw_socket *link, fw_client *client, int timeout) {
  uint64_t time = now();
  struct pollfd waiting = {.events = POLLIN};
  fw_status status = FW_OK;
  size_t length;
  if (link->descriptor < 0 && time >= link->retry_at) status = open_connection(link, client);
  if (link->descriptor >= 0 && status == FW_OK) status = send_output(link, client);
  if (status != FW_OK) return status;
  if (link->descriptor < 0) {
    /* poll(2) passes over a descriptor below 0, which leaves the waiting. */
    uint64_t pause = link->retry_at > time ? link->retry_at - time : 0;
    if (timeout < 0 || pause < (uint64_t)timeout) timeout = (int)pause;
  }
  fw_output(client, &length);
  if (length != 0) waiting.events |= POLLOUT;
  waiting.fd = link->descriptor;
  if (poll(&waiting, 1, timeout) <= 0 || !(waiting.revents & ~POLLOUT)) return FW_OK;
  return receive_input(link, client);
}

fw_status fw_ask(fw_socket *link, fw_client *client, const char *method, const char *parameters) {
  fw_status status = FW_OK;
  if (link->descriptor < 0) status = open_connection(link, client);
  if (link->descriptor < 0) return refuse(client, FW_CLOSED, "there is no daemon at the socket");
  if (status == FW_OK) status = fw_call(client, method, parameters);
  while (status == FW_OK && client->waiting != 0) {
    status = fw_socket_turn(link, client, -1);
    /* A call is not made twice: whether the first one took effect is not known. */
    if (status == FW_OK && link->descriptor < 0) return refuse(client, FW_CLOSED, "the daemon has closed the connection");
  }
  return status == FW_OK && client->reply.error.at ? FW_REFUSED : status;
}

#endif
