/* window SCENE [--frames N] [--output FILE.png]: draws a live scene in a window. It ends after N pictures, and the last
 * one that was drawn is in the file. It is a whole renderer, which computes no layout and breaks no line.
 *
 * SDL 2 has the window, Cairo draws, Pango puts glyphs on a line. Read `draw`; the rest is the way there. */
#include "framewire.h"
#include <SDL.h>
#include <math.h>
#include <pango/pangocairo.h>

typedef struct canvas { SDL_Window *window; cairo_t *cairo; PangoLayout *line; long left; const char *output; } canvas;

/* #rrggbbaa; something else for what is not said, or is a name that the file chose. */
static void paint(cairo_t *cairo, const char *colour, const char *otherwise) {
  unsigned red = 0, green = 0, blue = 0, alpha = 255;
  sscanf(colour && *colour == '#' ? colour : otherwise, "#%2x%2x%2x%2x", &red, &green, &blue, &alpha);
  cairo_set_source_rgba(cairo, red / 255.0, green / 255.0, blue / 255.0, alpha / 255.0);
}

static void trace(cairo_t *cairo, cairo_rectangle_t at, double inset, double radius) {
  double half = fmin(at.width, at.height) / 2, r = fmax(0, fmin(radius, half) - inset), in = fmin(inset, half) + r;
  cairo_new_path(cairo);
  double left = at.x + in, right = at.x + at.width - in, top = at.y + in, bottom = at.y + at.height - in;
  for (int i = 0; i < 4; i++) /* clockwise, from the upper right corner */
    cairo_arc(cairo, i < 2 ? right : left, i % 3 ? bottom : top, r, (i - 1) * G_PI / 2, i * G_PI / 2);
  cairo_close_path(cairo);
}

/* A border lies along the inside of the edge. Views of which nothing is said get a hairline, pictures a cross. */
static void draw_shape(cairo_t *cairo, cairo_rectangle_t at, const fw_look *look) {
  const char *stroke = look->border > 0 ? look->border_color : NULL;
  double line = look->border > 0 ? look->border : look->background ? 0 : 0.5;
  trace(cairo, at, line / 2, look->radius);
  if (look->background) paint(cairo, look->background, "#e6e6e6"), cairo_fill_preserve(cairo);
  paint(cairo, stroke, look->border > 0 ? "#000000" : "#00000033"), cairo_set_line_width(cairo, line);
  if (line > 0) cairo_stroke(cairo);
  cairo_new_path(cairo), cairo_move_to(cairo, at.x, at.y), cairo_rel_line_to(cairo, at.width, at.height);
  cairo_rel_move_to(cairo, 0, -at.height), cairo_rel_line_to(cairo, -at.width, at.height);
  if (look->image) paint(cairo, NULL, "#00000033"), cairo_set_line_width(cairo, 0.5), cairo_stroke(cairo);
}

/* Each line where it was measured, and as wide, whatever fonts there are. */
static void draw_lines(canvas *on, const fw_view *view, const fw_look *look, double x, double y) {
  PangoFontDescription *font = pango_font_description_new();
  PangoRectangle drawn;
  pango_font_description_set_family(font, look->family ? look->family : "DejaVu Sans"); /* ships with Framewire */
  pango_font_description_set_absolute_size(font, look->font_size * PANGO_SCALE);
  pango_font_description_set_weight(font, (PangoWeight)look->font_weight);
  pango_layout_set_font_description(on->line, font), pango_font_description_free(font);
  bool holds_place = !view->text || !*view->text;
  paint(on->cairo, holds_place ? NULL : look->color, holds_place ? "#808080" : "#000000");
  for (const fw_line *line = view->lines; line < view->lines + view->line_count; line++) {
    PangoDirection direction = line->right_to_left ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR;
    pango_context_set_base_dir(pango_layout_get_context(on->line), direction), pango_layout_context_changed(on->line);
    pango_layout_set_text(on->line, line->text, -1), pango_layout_get_extents(on->line, NULL, &drawn);
    if (drawn.width <= 0 || line->width <= 0) continue;
    double width = fw_points(line->width), natural = drawn.width / (double)PANGO_SCALE;
    cairo_save(on->cairo), cairo_translate(on->cairo, x + fw_points(line->x), y + fw_points(line->baseline));
    if (view->truncated == FW_CLIP && line + 1 == view->lines + view->line_count) { /* it goes on, and is cut there */
      cairo_rectangle(on->cairo, 0, -2 * look->font_size, width, 4 * look->font_size), cairo_clip(on->cairo);
      cairo_translate(on->cairo, line->right_to_left ? width - natural : 0, 0);
    } else cairo_scale(on->cairo, width / natural, 1);
    cairo_move_to(on->cairo, 0, 0);
    pango_cairo_show_layout_line(on->cairo, pango_layout_get_line_readonly(on->line, 0)), cairo_restore(on->cairo);
  }
}

/* A view whose parent's corner is at `x`, `y`, then what is in it. Edges lie on pixels. */
static void draw(canvas *on, const fw_scene *scene, const fw_view *view, double x, double y) {
  const fw_look plain = {.id = 0}, *said = fw_look_of(scene, view->look), *look = said ? said : &plain;
  double left = round(x += fw_points(view->frame.x)), right = round(x + fw_points(view->frame.width));
  double top = round(y += fw_points(view->frame.y)), bottom = round(y + fw_points(view->frame.height));
  cairo_rectangle_t edges = {left, top, right - left, bottom - top};
  if (view->hidden) return;
  if (view->alpha < 1) cairo_push_group(on->cairo); /* it is of the view with all that is in it */
  cairo_save(on->cairo);
  if (view->clips) trace(on->cairo, edges, 0, look->radius), cairo_clip(on->cairo);
  if (left < right && top < bottom) draw_shape(on->cairo, edges, look);
  draw_lines(on, view, look, x, y);
  if (view->scroll) x += fw_points(view->scroll->inset_left) - fw_points(view->scroll->offset_x);
  if (view->scroll) y += fw_points(view->scroll->inset_top) - fw_points(view->scroll->offset_y);
  for (uint32_t place = view->first_child; place != FW_NONE; place = scene->views[place].next_sibling)
    draw(on, scene, &scene->views[place], x, y);
  cairo_restore(on->cairo);
  if (view->alpha < 1) cairo_pop_group_to_source(on->cairo), cairo_paint_with_alpha(on->cairo, view->alpha);
}

static void show(void *context, const fw_scene *scene, const fw_event *event) {
  canvas *on = context;
  const fw_view *root = fw_first(scene);
  if (!root || on->left == 0 || !event) return; /* a file with mistakes may have nothing to show yet */
  SDL_SetWindowSize(on->window, (int)ceil(fw_points(root->frame.width)), (int)ceil(fw_points(root->frame.height)));
  SDL_Surface *shown = SDL_GetWindowSurface(on->window);
  if (!shown || shown->format->BytesPerPixel != 4) fprintf(stderr, "no pixels: %s\n", SDL_GetError()), exit(1);
  cairo_surface_t *pixels =
    cairo_image_surface_create_for_data(shown->pixels, CAIRO_FORMAT_RGB24, shown->w, shown->h, shown->pitch);
  on->cairo = cairo_create(pixels), on->line = pango_cairo_create_layout(on->cairo);
  pango_layout_set_auto_dir(on->line, false); /* a line has the direction that it says */
  cairo_set_source_rgb(on->cairo, 1, 1, 1), cairo_paint(on->cairo);
  for (uint32_t place = scene->first_root; place != FW_NONE; place = scene->views[place].next_sibling)
    draw(on, scene, &scene->views[place], 0, 0);
  if (on->output && cairo_surface_write_to_png(pixels, on->output)) fprintf(stderr, "no %s\n", on->output), exit(1);
  g_object_unref(on->line), cairo_destroy(on->cairo), cairo_surface_destroy(pixels);
  SDL_UpdateWindowSurface(on->window), on->left -= on->left > 0;
}

int main(int count, char **arguments) {
  static char buffer[16 << 20], name[512], wanted[1024]; /* what a renderer has to be told */
  static const char fields[] = "\"frame\",\"hidden\",\"alpha\",\"clips\",\"text\",\"scroll\",\"look\",\"lines\"";
  canvas on = {.left = -1};
  fw_client client;
  fw_socket link;
  int status = FW_OK;
  for (int i = 2; i + 1 < count; i += 2)
    if (strcmp(arguments[i], "--frames") == 0) on.left = atol(arguments[i + 1]);
    else on.output = arguments[i + 1];
  fw_json_quote(count > 1 ? arguments[1] : "", name, sizeof name);
  snprintf(wanted, sizeof wanted, "{\"scene\":%s,\"filter\":{\"fields\":[%s]}}", name, fields);
  fw_init(&client, buffer, sizeof buffer, &(fw_handler){.context = &on, .picture = show});
  if (fw_follow(&client, wanted, FW_FW1) || fw_socket_init(&link, NULL) || SDL_Init(SDL_INIT_VIDEO)) return 2;
  on.window = SDL_CreateWindow(name, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 1, 1, 0);
  for (SDL_Event event = {0}; status == FW_OK && on.left != 0 && event.type != SDL_QUIT;) {
    while (event.type != SDL_QUIT && SDL_PollEvent(&event))
      if (event.type == SDL_WINDOWEVENT) SDL_UpdateWindowSurface(on.window); /* it may have been covered */
    status = fw_socket_turn(&link, &client, 16);
  }
  if (status != FW_OK) fprintf(stderr, "%s\n", client.problem);
  SDL_Quit();
  return status != FW_OK;
}
