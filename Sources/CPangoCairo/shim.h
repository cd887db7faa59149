#pragma once
// Pango with Cairo's FreeType fonts, whose font map takes a fontconfig of our own. The pkg-config file of pangocairo
// names neither pangoft2 nor fontconfig, which declare that; the module map links them.
#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
