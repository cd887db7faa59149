// How many messages a second reach K readers: written by this program itself, or told by a daemon of Framewire.
//
//   gcc -O3 -o fanout fanout.c
//   fanout plain  SOCKET                K STOPPED SECONDS RATE BYTES
//   fanout daemon SOCKET SCENE VARIABLE K STOPPED SECONDS RATE ENCODING MODE FILTERS
//
// K readers are one child process with epoll; STOPPED of them never read. At a RATE of 0 messages are sent as fast as may
// be, several on their way at once, so that nobody has to be woken up for each; at -1 one after the other. Plain writes
// one message of BYTES to each reader; the daemon is driven by Apply calls, and FILTERS is how many different filters the
// readers have. ENCODING is json or fw1, MODE latest or every.
//
// Prints `name value` pairs: deliveries a second, bytes of each, and microseconds from just before the write or the call
// until a reader has the message, which say nothing at a rate of 0.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SAMPLES = 8000000, BUFFER = 1 << 18, HEADER = 40 };

/// What the two processes share.
typedef struct {
  _Atomic uint64_t ready, sent_at, delivered, bytes, samples;
  _Atomic int is_over;
  uint32_t latency_ns[MOST_SAMPLES];
} Shared;

static Shared *shared;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  while (connect(s, (struct sockaddr *)&address, sizeof address)) {
    if (errno != EAGAIN) fail("connect");
    usleep(500);
  }
  return s;
}

static void write_all(int s, const char *bytes, size_t count) {
  while (count) {
    ssize_t written = write(s, bytes, count);
    if (written < 0 && errno == EAGAIN) {
      struct pollfd room = {s, POLLOUT, 0};
      poll(&room, 1, 1000);
    } else if (written < 0) {
      fail("write");
    } else {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

/// A reader: messages end with a NUL, or say in their header how long they are.
typedef struct {
  int socket, is_binary;
  size_t missing, in_header;
  unsigned char header[HEADER];
} Reader;

/// How many messages end in these bytes.
static uint64_t count_messages(Reader *reader, const char *bytes, size_t count) {
  uint64_t messages = 0;
  const char *end = bytes + count;
  if (!reader->is_binary) {
    while ((bytes = memchr(bytes, 0, (size_t)(end - bytes)))) bytes++, messages++;
    return messages;
  }
  while (bytes < end) {
    if (reader->missing) {
      size_t taken = (size_t)(end - bytes) < reader->missing ? (size_t)(end - bytes) : reader->missing;
      bytes += taken;
      messages += !(reader->missing -= taken);
      continue;
    }
    reader->header[reader->in_header++] = (unsigned char)*bytes++;
    if (reader->in_header < HEADER) continue;
    reader->in_header = 0;
    memcpy(&reader->missing, reader->header, 4);
    messages += !reader->missing;
  }
  return messages;
}

/// Reads everything, and understands nothing of it, until it is over.
static void read_all(Reader *readers, int count) {
  static char bytes[BUFFER];
  int epoll = epoll_create1(0);
  for (int i = 0; i < count; i++) {
    fcntl(readers[i].socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {EPOLLIN, {.ptr = &readers[i]}};
    epoll_ctl(epoll, EPOLL_CTL_ADD, readers[i].socket, &event);
  }
  struct epoll_event events[256];
  while (!shared->is_over) {
    int waiting = epoll_wait(epoll, events, 256, 100);
    for (int i = 0; i < waiting; i++) {
      Reader *reader = events[i].data.ptr;
      ssize_t got = read(reader->socket, bytes, sizeof bytes);
      if (got < 0 && errno == EAGAIN) continue;
      if (got <= 0) fail("a reader was closed");
      uint64_t time = now(), messages = count_messages(reader, bytes, (size_t)got);
      if (!shared->sent_at) {
        shared->ready += messages;
        continue;
      }
      shared->bytes += (uint64_t)got;
      for (uint64_t m = 0; m < messages; m++) {
        uint64_t sample = shared->samples++;
        if (sample < MOST_SAMPLES) shared->latency_ns[sample] = (uint32_t)(time - shared->sent_at);
      }
      // Then the next may be sent.
      shared->delivered += messages;
    }
  }
  exit(0);
}

static int compare(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static double quantile(double share) {
  uint64_t count = shared->samples < MOST_SAMPLES ? shared->samples : MOST_SAMPLES;
  return count ? shared->latency_ns[(uint64_t)((double)(count - 1) * share)] / 1e3 : 0;
}

static void report(double seconds) {
  uint64_t count = shared->samples < MOST_SAMPLES ? shared->samples : MOST_SAMPLES;
  qsort(shared->latency_ns, count, sizeof *shared->latency_ns, compare);
  printf(
      "deliveries %.0f bytes %.0f p50 %.1f p99 %.1f\n", (double)shared->delivered / seconds,
      shared->delivered ? (double)shared->bytes / (double)shared->delivered : 0, quantile(0.5), quantile(0.99));
}

/// Waits for the next time to send at a rate, without sleeping past it.
static void wait_until(uint64_t due) {
  for (uint64_t time; (time = now()) < due;)
    if (due - time > 100000) usleep((useconds_t)((due - time - 80000) / 1000));
}

static pid_t child;

static void end(void) {
  shared->is_over = 1;
  if (child) waitpid(child, NULL, 0);
}

static void run_plain(char **arguments) {
  const char *path = arguments[0];
  int count = atoi(arguments[1]), stopped = atoi(arguments[2]);
  double seconds = atof(arguments[3]), rate = atof(arguments[4]);
  size_t length = (size_t)atol(arguments[5]);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  unlink(path);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) fail("listen");
  if (!(child = fork())) {
    Reader *readers = calloc((size_t)count, sizeof *readers);
    for (int i = 0; i < count; i++) readers[i].socket = connect_to(path);
    shared->ready = 1;
    read_all(readers + stopped, count - stopped);
  }
  int *sockets = calloc((size_t)count, sizeof *sockets);
  for (int i = 0; i < count; i++) {
    sockets[i] = accept(listener, NULL, NULL);
    fcntl(sockets[i], F_SETFL, O_NONBLOCK);
  }
  while (!shared->ready) usleep(1000);
  char *message = malloc(length);
  memset(message, 'x', length);
  message[length - 1] = 0;
  uint64_t readers = (uint64_t)(count - stopped);
  uint64_t window = rate < 0 ? 1 : count < 1600 ? (uint64_t)(6400 / count) : 4;
  uint64_t sent = 0, start = now(), next = start;
  while ((double)(now() - start) < seconds * 1e9) {
    if (rate > 0) {
      wait_until(next);
      next += (uint64_t)(1e9 / rate);
    } else if ((sent + 1) * readers > shared->delivered + window * readers) {
      continue;
    }
    shared->sent_at = now();
    for (int i = 0; i < count; i++) {
      // Whoever does not read gets what fits, as from a daemon.
      if (i < stopped) {
        if (write(sockets[i], message, length) < 0 && errno != EAGAIN) fail("write");
      } else {
        write_all(sockets[i], message, length);
      }
    }
    sent++;
  }
  double took = (double)(now() - start) / 1e9;
  for (int i = 0; i < 1000 && shared->delivered < sent * readers; i++) usleep(1000);
  end();
  report(took);
  unlink(path);
}

static void subscribe(Reader *reader, const char *path, const char *scene, int is_binary, const char *mode, int filter) {
  char call[512];
  int length = snprintf(
      call, sizeof call,
      "{\"method\":\"io.framewire.v1.%s\",\"%s\":true,\"parameters\":{\"scene\":\"%s\",\"mode\":\"%s\","
      "\"filter\":{\"kinds\":[\"view\",\"box\",\"other%d\"]}%s}}",
      is_binary ? "Stream" : "Subscribe", is_binary ? "upgrade" : "more", scene, mode, filter,
      is_binary ? ",\"encoding\":\"fw1\"" : "");
  reader->socket = connect_to(path);
  write_all(reader->socket, call, (size_t)length + 1);
  if (!is_binary) return;
  // The reply is the last JSON.
  for (char byte = 1; byte;)
    if (read(reader->socket, &byte, 1) != 1) fail("Stream");
  reader->is_binary = 1;
}

static void run_daemon(char **arguments) {
  const char *path = arguments[0], *scene = arguments[1], *variable = arguments[2];
  int count = atoi(arguments[3]), stopped = atoi(arguments[4]);
  double seconds = atof(arguments[5]), rate = atof(arguments[6]);
  int is_binary = !strcmp(arguments[7], "fw1"), filters = atoi(arguments[9]);
  if (!(child = fork())) {
    Reader *readers = calloc((size_t)count, sizeof *readers);
    for (int i = 0; i < count; i++) subscribe(&readers[i], path, scene, is_binary, arguments[8], i % filters);
    read_all(readers + stopped, count - stopped);
  }
  // Each has its snapshot.
  for (uint64_t start = now(); shared->ready < (uint64_t)(count - stopped); usleep(1000))
    if (now() - start > 20000000000u) fail("not everybody has a snapshot");
  usleep(200000);
  int control = connect_to(path), window = rate != 0 ? 1 : 8, waiting = 0;
  char call[512], reply[8192];
  uint64_t calls = 0, start = now(), next = start;
  while ((double)(now() - start) < seconds * 1e9) {
    if (rate > 0) {
      wait_until(next);
      next += (uint64_t)(1e9 / rate);
    }
    int length = snprintf(
        call, sizeof call,
        "{\"method\":\"io.framewire.v1.Apply\",\"parameters\":{\"scene\":\"%s\",\"ops\":"
        "[{\"op\":\"variable\",\"name\":\"%s\",\"value\":%d}]}}",
        scene, variable, (int)(10 + calls++ % 90));
    shared->sent_at = now();
    write_all(control, call, (size_t)length + 1);
    for (waiting++; waiting >= window;) {
      ssize_t got = read(control, reply, sizeof reply);
      if (got <= 0) fail("Apply");
      for (ssize_t i = 0; i < got; i++) waiting -= !reply[i];
    }
  }
  double took = (double)(now() - start) / 1e9;
  usleep(300000);
  end();
  report(took);
}

int main(int count, char **arguments) {
  struct rlimit limit = {65536, 65536};
  setrlimit(RLIMIT_NOFILE, &limit);
  signal(SIGPIPE, SIG_IGN);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail("mmap");
  if (count == 8 && !strcmp(arguments[1], "plain")) {
    run_plain(arguments + 2);
  } else if (count == 12 && !strcmp(arguments[1], "daemon")) {
    run_daemon(arguments + 2);
  } else {
    fprintf(stderr, "see the top of fanout.c\n");
    return 64;
  }
}
