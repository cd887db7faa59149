#pragma once
#include <stddef.h>

// A file of the page that is part of the program.
struct framewire_page_asset {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

int framewire_page_asset_count(void);
// `index` from 0, below the count.
struct framewire_page_asset framewire_page_asset_at(int index);
