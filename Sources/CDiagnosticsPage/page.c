// The page of all diagnostics, as it is, inside of the program: what `framewire help E2004` prints and what people read
// are one text. `#embed` says to the build what it reads, so that an edited page is built in anew.
#include "diagnostics_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "../../Layouts/DIAGNOSTICS.md"
};

const unsigned char *framewire_diagnostics_page(void) { return page; }

size_t framewire_diagnostics_page_count(void) { return sizeof page; }
