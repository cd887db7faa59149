#pragma once
// The loaders of GdkPixbuf: one a format, as files of their own that are found and loaded when a picture asks for them.
#include <gdk-pixbuf/gdk-pixbuf.h>

// Macros, which Swift does not see.
static const int framewire_pixbuf_unknown_type = GDK_PIXBUF_ERROR_UNKNOWN_TYPE;
static inline int framewire_is_pixbuf_error(const GError *error) { return error->domain == GDK_PIXBUF_ERROR; }
static inline void framewire_when_size_is_known(
    GdkPixbufLoader *loader, void (*call)(GdkPixbufLoader *, int, int, gpointer), gpointer closure) {
  g_signal_connect(loader, "size-prepared", G_CALLBACK(call), closure);
}
// Its arguments are of any number. Packing takes longer than handing over what is not packed.
static inline gboolean framewire_save_png(GdkPixbuf *pixels, gchar **bytes, gsize *count, GError **error) {
  return gdk_pixbuf_save_to_buffer(pixels, bytes, count, "png", error, "compression", "0", NULL);
}
