/* Signs: a wooden board in a brass frame, on posts, with a few lines of text. */
#include "game/numbers.h"
#include "game/palette.h"
#include "things/seen.h"
#include "things/things.h"

#include <math.h>
#include <string.h>

static const double POST_M = 2.0;      /* under the board */
static const double EDGE_M = 0.07;     /* of brass */
static const double LINE_WIDTH = 0.58; /* of an average letter, in heights of a line */
static const double LINE_MAX_M = 0.6;  /* high; smaller where it must */

static const CwColour WOOD = {0x85, 0x56, 0x2f, 255};

void sign_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)world;
    (void)self;
    Sign *sign = data;
    const FromMap *from = args;
    sign->object = from->object;
    sign->text = cw_map_text(from->map, from->object, "text", "");
    sign->post_m = cpfclamp(cw_map_number(from->map, from->object, "post", POST_M), 0.0, 50.0);
    size_t longest = 1;
    sign->line_count = 0;
    for (const char *line = sign->text; line != NULL; line = strchr(line, '\n')) {
        line += sign->line_count++ > 0;
        size_t length = 0; /* in letters: of UTF-8 the bytes that begin one */
        for (const char *c = line; *c != '\0' && *c != '\n'; c++) {
            length += (*c & 0xC0) != 0x80;
        }
        longest = length > longest ? length : longest;
    }
    double width_m = from->object->width_m - 4.0 * EDGE_M;
    double height_m = from->object->height_m - 3.0 * EDGE_M;
    sign->line_m = fmin(
        LINE_MAX_M, fmin(height_m / sign->line_count, width_m / (LINE_WIDTH * (double)longest)));
}

/* A place on the board, metres from its middle. */
static CwPoint2 on_board(const CwMapObject *object, double x_m, double y_m)
{
    cpVect turned = cpvrotate(cpv(x_m, y_m), cpvforangle(object->angle_rad));
    return (CwPoint2){object->centre_m.x + turned.x, object->centre_m.y + turned.y};
}

static void draw_box(CwDrawList *list, const CwMapObject *object, double inset_m, CwColour colour)
{
    double x_m = object->width_m / 2.0 - inset_m, y_m = object->height_m / 2.0 - inset_m;
    CwPoint2 corners[] = {on_board(object, -x_m, -y_m), on_board(object, x_m, -y_m),
                          on_board(object, x_m, y_m), on_board(object, -x_m, y_m)};
    cw_draw_polygon(list, corners, 4, colour);
}

/* Straight down, whichever way the board is turned; the ground hides their feet. */
static void draw_posts(CwDrawList *list, const Sign *sign)
{
    for (int side = -1; side <= 1; side += 2) {
        CwPoint2 top = on_board(sign->object, side * sign->object->width_m * 0.3, 0.0);
        CwPoint2 post[] = {top, {top.x, top.y - sign->object->height_m / 2.0 - sign->post_m}};
        cw_draw_polyline(list, post, 2, 0.2, OUTLINE);
        cw_draw_polyline(list, post, 2, 0.13, WOOD_DARK);
    }
}

static void draw_board(CwDrawList *list, const CwMapObject *object)
{
    draw_box(list, object, -0.04, OUTLINE);
    draw_box(list, object, 0.0, BRASS);
    draw_box(list, object, EDGE_M, BRASS_SHADE);
    draw_box(list, object, EDGE_M + 0.02, WOOD);
    double half_m = object->width_m / 2.0 - EDGE_M - 0.02;
    for (double y_m = 0.3 - object->height_m / 2.0; y_m < object->height_m / 2.0 - 0.15;
         y_m += 0.3) {
        CwPoint2 seam[] = {on_board(object, -half_m, y_m), on_board(object, half_m, y_m)};
        cw_draw_polyline(list, seam, 2, 0.015, WOOD_DARK);
    }
    for (int corner = 0; corner < 4; corner++) {
        double x_m = (corner % 2 == 0 ? -0.5 : 0.5) * object->width_m;
        double y_m = (corner < 2 ? -0.5 : 0.5) * object->height_m;
        double in_m = EDGE_M / 2.0;
        CwPoint2 rivet = on_board(object, x_m - copysign(in_m, x_m), y_m - copysign(in_m, y_m));
        cw_draw_circle(list, rivet, 0.03, BRASS_SHADE);
    }
}

static void draw_text(CwDrawList *list, const Sign *sign)
{
    const char *line = sign->text;
    for (int i = 0; i < sign->line_count; i++) {
        const char *end = strchr(line, '\n');
        size_t length = end == NULL ? strlen(line) : (size_t)(end - line);
        char text[256] = "";
        memcpy(text, line, length < sizeof text - 1 ? length : sizeof text - 1);
        CwPoint2 at =
            on_board(sign->object, 0.0, sign->line_m * ((sign->line_count - 1) / 2.0 - i));
        cw_draw_text(list, &(CwTextDraw){.text = text,
                                         .face = CW_FACE_BOLD,
                                         .align = CW_ALIGN_CENTRE,
                                         .x = at.x,
                                         .y = at.y,
                                         .size = sign->line_m,
                                         .colour = CREAM});
        line += length + 1;
    }
}

void sign_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world;
    (void)self;
    const Sign *sign = data;
    if (!object_is_seen(frame, sign->object, sign->post_m + 1.0)) {
        return;
    }
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    if (sign->post_m > 0.0) {
        draw_posts(frame->draw, sign);
    }
    draw_board(frame->draw, sign->object);
    cw_draw_set_lit(frame->draw, true); /* who drives at night reads it, too */
    draw_text(frame->draw, sign);
    cw_draw_set_lit(frame->draw, false);
}
