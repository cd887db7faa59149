/* svg SCENE [SOCKET]: a picture of a scene as it is now, as SVG on standard output. It computes no layout and breaks no
 * line: every number comes from the daemon. Read `draw`. */
#include "framewire.h"
#include <stdio.h>

/* What a renderer has to be told. */
#define FIELDS "[\"frame\",\"hidden\",\"alpha\",\"clips\",\"text\",\"scroll\",\"look\",\"lines\"]"

/* Views of which the file says nothing get a hairline, so that bare layouts can be read. */
#define HAIRLINE "fill=\"none\" stroke=\"black\" stroke-opacity=\"0.2\" stroke-width=\"0.5\""

static double at_least_0(double number) { return number > 0 ? number : 0; }

static void put(const char *text) {
  for (; *text; text++)
    if (*text == '&' || *text == '<' || *text == '>' || *text == '"') printf("&#%d;", *text);
    else putchar(*text);
}

static void put_attribute(const char *name, const char *value) { printf(" %s=\"", name), put(value), printf("\""); }

/* The view's own rectangle: filled, with its border along the inside of its edge. */
static void put_shape(double width, double height, const fw_look *look) {
  double inset = look->border / 2;
  printf("\n<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"%g\"", inset, inset,
         at_least_0(width - look->border), at_least_0(height - look->border), at_least_0(look->radius - inset));
  if (look->background || look->border > 0) put_attribute("fill", look->background ? look->background : "none");
  else printf(" " HAIRLINE);
  if (look->border > 0) put_attribute("stroke", look->border_color ? look->border_color : "black");
  if (look->border > 0) printf(" stroke-width=\"%g\"", look->border);
  printf("/>");
  if (!look->image) return;
  printf("<path d=\"M0 0L%g %gM0 %gL%g 0\" " HAIRLINE "><title>", width, height, height, width);
  put(look->image), printf("</title></path>");
}

/* Line by line as it was measured. What is read from right to left begins at its right end. */
static void put_lines(const fw_view *view, const fw_look *look) {
  const char *colour = view->text && *view->text ? look->color ? look->color : "black" : "gray"; /* a placeholder */
  for (const fw_line *line = view->lines; line < view->lines + view->line_count; line++) {
    double x = fw_points(line->x), width = fw_points(line->width);
    bool is_cut = view->truncated == FW_CLIP && line + 1 == view->lines + view->line_count; /* it goes on, up to there */
    if (is_cut) printf("<clipPath id=\"t%u\"><rect x=\"%g\" width=\"%g\" height=\"100%%\"/></clipPath>",
                       (unsigned)view->id, x, width);
    printf("\n<text x=\"%g\" y=\"%g\"", line->right_to_left ? x + width : x, fw_points(line->baseline));
    if (is_cut) printf(" clip-path=\"url(#t%u)\"", (unsigned)view->id);
    else printf(" textLength=\"%g\"", width);
    printf(" font-size=\"%g\" font-weight=\"%d\"", look->font_size, look->font_weight);
    put_attribute("font-family", look->family ? look->family : "sans-serif"), put_attribute("fill", colour);
    printf(line->right_to_left ? " direction=\"rtl\">" : ">"), put(line->text), printf("</text>");
  }
}

/* A view, and then what is in it: later siblings are over earlier ones. */
static void draw(const fw_scene *scene, const fw_view *view) {
  static const fw_look plain;
  const fw_look *said = fw_look_of(scene, view->look), *look = said ? said : &plain;
  double width = fw_points(view->frame.width), height = fw_points(view->frame.height), left = 0, top = 0;
  if (view->hidden) return;
  if (view->clips) printf("\n<clipPath id=\"c%u\"><rect width=\"%g\" height=\"%g\" rx=\"%g\"/></clipPath>",
                          (unsigned)view->id, width, height, look->radius);
  printf("\n<g transform=\"translate(%g %g)\"", fw_points(view->frame.x), fw_points(view->frame.y));
  printf(" opacity=\"%g\"><g", view->alpha);
  if (view->clips) printf(" clip-path=\"url(#c%u)\"", (unsigned)view->id);
  printf(">"), put_shape(width, height, look), put_lines(view, look);
  if (view->scroll) left = fw_points(view->scroll->inset_left) - fw_points(view->scroll->offset_x);
  if (view->scroll) top = fw_points(view->scroll->inset_top) - fw_points(view->scroll->offset_y);
  printf("\n<g transform=\"translate(%g %g)\">", left, top);
  for (uint32_t place = view->first_child; place != FW_NONE; place = scene->views[place].next_sibling)
    draw(scene, &scene->views[place]);
  printf("</g></g></g>");
}

static void show(void *is_drawn, const fw_scene *scene, const fw_event *event) {
  const fw_view *root = fw_first(scene);
  double width = root ? fw_points(root->frame.width) : 0, height = root ? fw_points(root->frame.height) : 0;
  *(bool *)is_drawn = event->kind == FW_SNAPSHOT;
  printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\">\n", width, height);
  printf("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
  for (uint32_t place = scene->first_root; place != FW_NONE; place = scene->views[place].next_sibling)
    draw(scene, &scene->views[place]);
  printf("\n</svg>\n");
}

int main(int count, char **arguments) {
  static char buffer[16 << 20], name[512], wanted[1024];
  bool is_drawn = false;
  fw_client client;
  fw_socket link;
  fw_status status = FW_OK;
  fw_json_quote(count > 1 ? arguments[1] : "", name, sizeof name);
  snprintf(wanted, sizeof wanted, "{\"scene\":%s,\"filter\":{\"fields\":" FIELDS "}}", name);
  fw_init(&client, buffer, sizeof buffer, &(fw_handler){.context = &is_drawn, .picture = show});
  if (fw_follow(&client, wanted, FW_JSON) || fw_socket_init(&link, count > 2 ? arguments[2] : NULL)) return 2;
  while (status == FW_OK && !is_drawn) status = fw_socket_turn(&link, &client, -1);
  if (status != FW_OK) fprintf(stderr, "%s\n", client.problem);
  return status != FW_OK;
}
