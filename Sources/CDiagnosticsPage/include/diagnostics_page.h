#pragma once
#include <stddef.h>

// The bytes of `Layouts/DIAGNOSTICS.md`, which are UTF-8, and how many there are.
const unsigned char *framewire_diagnostics_page(void);
size_t framewire_diagnostics_page_count(void);
