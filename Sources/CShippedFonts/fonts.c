// The font files of the Fonts folder, as they are, inside of the program: whoever copies the one binary somewhere has
// them, and there is no path to get wrong. `.incbin` finds them through the target's header search path.
#include "shipped_fonts.h"

#define SHIPPED_FONT(symbol, file) \
  __asm__(".pushsection .rodata,\"a\",@progbits\n" \
          ".balign 16\n" \
          ".hidden " #symbol "\n.globl " #symbol "\n" #symbol ":\n" \
          ".incbin \"" file "\"\n" \
          ".hidden " #symbol "_end\n.globl " #symbol "_end\n" #symbol "_end:\n" \
          ".byte 0\n" \
          ".popsection\n"); \
  extern const unsigned char symbol[] __attribute__((visibility("hidden"))); \
  extern const unsigned char symbol##_end[] __attribute__((visibility("hidden")));

SHIPPED_FONT(framewire_dejavu_sans, "DejaVuSans.ttf")
SHIPPED_FONT(framewire_dejavu_sans_bold, "DejaVuSans-Bold.ttf")

int framewire_shipped_font_count(void) { return 2; }

struct framewire_shipped_font framewire_shipped_font_at(int index) {
  if (index == 0) {
    return (struct framewire_shipped_font){
      "DejaVuSans.ttf", framewire_dejavu_sans, (size_t)(framewire_dejavu_sans_end - framewire_dejavu_sans)};
  }
  return (struct framewire_shipped_font){
    "DejaVuSans-Bold.ttf", framewire_dejavu_sans_bold,
    (size_t)(framewire_dejavu_sans_bold_end - framewire_dejavu_sans_bold)};
}
