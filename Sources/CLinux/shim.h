#pragma once
// What Swift's Glibc module leaves out. No _GNU_SOURCE and no <sys/resource.h> here: the module
// would disagree with Glibc's ("'__rusage_who' has different definitions in different modules").
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

// Swift 6 refuses the globals stdout and stderr ("shared mutable state").
static inline FILE *framewire_stdout(void) { return stdout; }
static inline FILE *framewire_stderr(void) { return stderr; }
