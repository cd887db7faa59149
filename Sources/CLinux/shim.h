#pragma once
// What Swift's Glibc module leaves out. No _GNU_SOURCE and no <sys/resource.h> here: the module
// would disagree with Glibc's ("'__rusage_who' has different definitions in different modules").
#include <elf.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/xattr.h>

// Flag sets made of macros and enums, which the importer turns into values of different types.
static const int framewire_epoll_flags = EPOLL_CLOEXEC;
static const int framewire_eventfd_flags = EFD_CLOEXEC | EFD_NONBLOCK;
static const int framewire_eventfd_semaphore = EFD_SEMAPHORE;
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
// SIOCOUTQ stands in a header of the kernel, and Swift calls no function of any number of arguments.
static inline int framewire_unread(int fd, int *count) { return ioctl(fd, TIOCOUTQ, count); }
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
static const short framewire_spawn_own_session = 0x80;  // POSIX_SPAWN_SETSID, for GNU sources only
// Declared only for GNU sources; RENAME_EXCHANGE of linux/fs.h.
static inline int framewire_exchange(int folder, const char *path, const char *other) {
  extern int renameat2(int, const char *, int, const char *, unsigned int);
  return renameat2(folder, path, folder, other, 2);
}
static inline int framewire_memory_file(const char *name) {
  extern int memfd_create(const char *, unsigned int);
  return memfd_create(name, 1);  // MFD_CLOEXEC
}
static const int framewire_path_only = 010000000;  // O_PATH, which glibc shows only under _GNU_SOURCE
// glibc has no function for it. RESOLVE_BENEATH: no link and no `..` leads out of the directory.
static inline int framewire_open_beneath(int directory, const char *path, int flags) {
  extern long syscall(long, ...);
  struct open_how how = {.flags = (unsigned long long)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
// What dl_iterate_phdr tells of a program or library that is loaded; as much of it as is needed.
struct framewire_loaded { unsigned long base; const char *name; const Elf64_Phdr *headers; Elf64_Half count; };
struct dl_phdr_info;
// Lets go of the pages before the end of its relocations: its symbols and what the loader did with it.
static inline int framewire_release_tables_of(struct dl_phdr_info *info, size_t size, void *page) {
  const struct framewire_loaded *loaded = (const struct framewire_loaded *)info;
  const Elf64_Dyn *entry = 0;
  for (int i = 0; i < loaded->count; i++)
    if (loaded->headers[i].p_type == PT_DYNAMIC) entry = (const Elf64_Dyn *)(loaded->base + loaded->headers[i].p_vaddr);
  unsigned long starts[3] = {0, 0, 0}, sizes[3] = {0, 0, 0}, end = 0, mask = *(unsigned long *)page - 1;
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    // Its text was written to, though nothing says so of the segment any more.
    if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 0;
    if (entry->d_tag == DT_RELA) starts[0] = entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) sizes[0] = entry->d_un.d_val;
    if (entry->d_tag == DT_JMPREL) starts[1] = entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) sizes[1] = entry->d_un.d_val;
    if (entry->d_tag == 36) starts[2] = entry->d_un.d_ptr;  // DT_RELR
    if (entry->d_tag == 35) sizes[2] = entry->d_un.d_val;   // DT_RELRSZ
  }
  for (int i = 0; i < 3; i++) {
    if (!starts[i]) continue;
    // The loader writes addresses over some of these, depending on its version.
    unsigned long start = starts[i] < loaded->base ? loaded->base + starts[i] : starts[i];
    if (start + sizes[i] > end) end = start + sizes[i];
  }
  for (int i = 0; i < loaded->count; i++) {
    const Elf64_Phdr *part = &loaded->headers[i];
    unsigned long first = loaded->base + part->p_vaddr;
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) || end <= first || end > first + part->p_filesz) continue;
    first = (first + mask) & ~mask;
    if ((end & ~mask) > first) madvise((void *)first, (end & ~mask) - first, MADV_DONTNEED);
  }
  return 0;
}
static inline void framewire_release_loader_tables(unsigned long page) {
  extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);
  dl_iterate_phdr(framewire_release_tables_of, &page);
}
static inline char **framewire_environ(void) {
  extern char **environ;
  return environ;
}
