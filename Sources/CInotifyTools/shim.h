#pragma once
// inotifytools.h includes neither of these, and needs both.
#include <stddef.h>
#include <sys/inotify.h>
#include <inotifytools/inotifytools.h>
