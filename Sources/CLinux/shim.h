#pragma once
// What Swift's Glibc module leaves out. No _GNU_SOURCE and no <sys/resource.h> here: the module
// would disagree with Glibc's ("'__rusage_who' has different definitions in different modules").
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>
#include <sys/un.h>

// Flag sets made of macros and enums, which the importer turns into values of different types.
static const int framewire_epoll_flags = EPOLL_CLOEXEC;
static const int framewire_timerfd_flags = TFD_CLOEXEC | TFD_NONBLOCK;
static const int framewire_signalfd_flags = SFD_CLOEXEC | SFD_NONBLOCK;
static const int framewire_stream_socket = SOCK_STREAM | SOCK_CLOEXEC;
static const int framewire_datagram_socket = SOCK_DGRAM | SOCK_CLOEXEC;

// Swift's ContinuousClock counts in CLOCK_BOOTTIME, which stands in a header Glibc's module skips.
#define FRAMEWIRE_CLOCK_BOOTTIME 7

// glibc shows these only under _GNU_SOURCE.
struct framewire_peer { int pid; unsigned uid; unsigned gid; };
static const int framewire_peercred = 17;  // SO_PEERCRED, the same on x86-64 and arm64
static inline int framewire_accept(int fd) {
  extern int accept4(int, struct sockaddr *, socklen_t *, int);
  return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
static inline int framewire_pipe(int *ends) {
  extern int pipe2(int *, int);
  return pipe2(ends, SOCK_CLOEXEC);  // SOCK_CLOEXEC is O_CLOEXEC
}
static inline int framewire_pidfd_open(int pid) {
  extern int pidfd_open(int, unsigned int);
  return pidfd_open(pid, 0);
}
static inline int framewire_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *path) {
  extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
  return posix_spawn_file_actions_addchdir_np(actions, path);
}
// glibc 2.34; declared only for GNU sources.
static inline int framewire_spawn_closing_from(posix_spawn_file_actions_t *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
static inline int framewire_memory_file(const char *name) {
  extern int memfd_create(const char *, unsigned int);
  return memfd_create(name, 1);  // MFD_CLOEXEC
}
static inline char **framewire_environ(void) {
  extern char **environ;
  return environ;
}
