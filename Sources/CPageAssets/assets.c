// The files of the page, as they are, inside of the program. `#embed` says to the build what it reads, so that an
// edited file is built in anew.
#include "page_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char band_js[] = {
#embed "Page/band.js"
};
static const unsigned char compare_js[] = {
#embed "Page/compare.js"
};
static const unsigned char controls_js[] = {
#embed "Page/controls.js"
};
static const unsigned char elements_js[] = {
#embed "Page/elements.js"
};
static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char inspector_js[] = {
#embed "Page/inspector.js"
};
static const unsigned char page_css[] = {
#embed "Page/page.css"
};
static const unsigned char page_js[] = {
#embed "Page/page.js"
};
static const unsigned char painter_js[] = {
#embed "Page/painter.js"
};
static const unsigned char scenes_js[] = {
#embed "Page/scenes.js"
};
static const unsigned char server_js[] = {
#embed "Page/server.js"
};
static const unsigned char sheet_js[] = {
#embed "Page/sheet.js"
};
static const unsigned char sources_js[] = {
#embed "Page/sources.js"
};
static const unsigned char stage_js[] = {
#embed "Page/stage.js"
};
static const unsigned char theme_js[] = {
#embed "Page/theme.js"
};
static const unsigned char timeline_js[] = {
#embed "Page/timeline.js"
};
static const unsigned char tree_js[] = {
#embed "Page/tree.js"
};
static const unsigned char trial_js[] = {
#embed "Page/trial.js"
};
// The same client that everybody has, with its mirror of a scene.
static const unsigned char framewire_js[] = {
#embed "../../Clients/javascript/framewire.js"
};

#define ASSET(name, bytes) {name, bytes, sizeof bytes}
static const struct framewire_page_asset assets[] = {
  ASSET("band.js", band_js),
  ASSET("compare.js", compare_js),
  ASSET("controls.js", controls_js),
  ASSET("elements.js", elements_js),
  ASSET("icon.svg", icon_svg),
  ASSET("index.html", index_html),
  ASSET("inspector.js", inspector_js),
  ASSET("page.css", page_css),
  ASSET("page.js", page_js),
  ASSET("painter.js", painter_js),
  ASSET("scenes.js", scenes_js),
  ASSET("server.js", server_js),
  ASSET("sheet.js", sheet_js),
  ASSET("sources.js", sources_js),
  ASSET("stage.js", stage_js),
  ASSET("theme.js", theme_js),
  ASSET("timeline.js", timeline_js),
  ASSET("tree.js", tree_js),
  ASSET("trial.js", trial_js),
  ASSET("framewire.js", framewire_js),
};

int framewire_page_asset_count(void) { return sizeof assets / sizeof *assets; }

struct framewire_page_asset framewire_page_asset_at(int index) { return assets[index]; }
