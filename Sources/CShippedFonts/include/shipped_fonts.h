#pragma once
#include <stddef.h>

// A font file that is part of the program.
struct framewire_shipped_font {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

int framewire_shipped_font_count(void);
// `index` from 0, below the count.
struct framewire_shipped_font framewire_shipped_font_at(int index);
