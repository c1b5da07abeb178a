#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double EDGE_M = 0.07;     /* of brass */
static const double LINE_WIDTH = 0.58; /* of an average letter, in heights of a line */
static const double LINE_MAX_M = 0.6;  /* high; smaller where it must */

enum { TEXT_BYTES = 256 };

static const CwColour WOOD = {0x85, 0x56, 0x2f, 255};

/* ---- what is pressed ---- */

static const struct {
    const char *name;
    int action;
} PRESSED[] = {
    {"accelerate", ACTION_ACCELERATE},     {"brake", ACTION_BRAKE}, {"lean_back", ACTION_LEAN_BACK},
    {"lean_forward", ACTION_LEAN_FORWARD}, {"hop", ACTION_HOP},     {"respawn", ACTION_RESPAWN},
    {"rewind", CW_PROMPT_REWIND},
};

/* The row of PRESSED that is named at an opening brace, as {NAME} or {NAME|INSTEAD}; -1: none. */
static int row_named(const char *open, size_t *length)
{
    *length = strcspn(open + 1, "|}");
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(PRESSED); i++) {
        if (strlen(PRESSED[i].name) == *length &&
            strncmp(PRESSED[i].name, open + 1, *length) == 0) {
            return i;
        }
    }
    return -1;
}

static void check_names(const CwMap *map, const CwMapObject *object, const char *text)
{
    for (const char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{')) {
        size_t length;
        if (strchr(at, '}') != NULL && row_named(at, &length) < 0) {
            cw_map_warn(map, object,
                        "text: no action is called \"%.*s\": write accelerate, brake, lean_back, "
                        "lean_forward, hop, respawn or rewind between { and }",
                        (int)fmin((double)length, 40), at + 1);
        }
    }
}

/* The text that fits, with keys of the device in hand; INSTEAD where no binding is known. */
static void say(const CwFrame *frame, const char *text, char out[TEXT_BYTES])
{
    size_t used = 0;
    for (const char *at = text; *at != '\0' && used + CW_PROMPT_BYTES < TEXT_BYTES; at++) {
        char prompt[CW_PROMPT_BYTES] = "";
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end == NULL) {
            out[used++] = *at;
            continue;
        }
        size_t length;
        int row = row_named(at, &length);
        const char *instead = at + 1 + (at[1 + length] == '|' ? length + 1 : 0);
        if (row >= 0) {
            cw_frame_prompt(frame, 0, PRESSED[row].action, prompt);
        }
        if (prompt[0] == '\0') {
            snprintf(prompt, sizeof prompt, "%.*s", (int)(end - instead), instead);
        }
        used += (size_t)snprintf(out + used, TEXT_BYTES - used, "%s", prompt);
        at = end;
    }
    out[used] = '\0';
}

/* ---- the sign ---- */

static bool check(const FromMap *from, CwError *error)
{
    return cw_map_text(from->map, from->object, "text", "")[0] != '\0' ||
           cw_error_set(error, "it says nothing: write its text into its property \"text\"");
}

const ThingClass sign_class = {
    .shape = CW_MAP_RECT,
    .most = 100,
    .properties = {PROPERTY(Sign, post_m, "post", 2.0, 0.0, 50.0), TEXT("text")},
    .check = check};

void sign_spawn(CwWorld *world, CwEntity self, Sign *sign, const FromMap *from)
{
    (void)world;
    (void)self;
    sign->object = from->object;
    sign->text = cw_map_text(from->map, from->object, "text", "");
    check_names(from->map, from->object, sign->text);
}

/* How high a line is, so that all of them fit. */
static double fit_lines(const CwMapObject *object, const char *text, int *line_count)
{
    size_t longest = 1;
    *line_count = 0;
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += (*line_count)++ > 0;
        size_t length = 0; /* in letters: of UTF-8 the bytes that begin one */
        for (const char *c = line; *c != '\0' && *c != '\n'; c++) {
            length += (*c & 0xC0) != 0x80;
        }
        longest = length > longest ? length : longest;
    }
    double width_m = object->width_m - 4.0 * EDGE_M, height_m = object->height_m - 3.0 * EDGE_M;
    return fmin(LINE_MAX_M, fmin(height_m / *line_count, width_m / (LINE_WIDTH * (double)longest)));
}

static void draw_box(CwDrawList *list, const CwMapObject *object, double inset_m, CwColour colour)
{
    double x_m = object->width_m / 2.0 - inset_m, y_m = object->height_m / 2.0 - inset_m;
    CwPoint2 corners[] = {object_point(object, -x_m, -y_m), object_point(object, x_m, -y_m),
                          object_point(object, x_m, y_m), object_point(object, -x_m, y_m)};
    cw_draw_polygon(list, corners, 4, colour);
}

/* Straight down, whichever way the board is turned; the ground hides their feet. */
static void draw_posts(CwDrawList *list, const Sign *sign)
{
    for (int side = -1; side <= 1; side += 2) {
        CwPoint2 top = object_point(sign->object, side * sign->object->width_m * 0.3, 0.0);
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
        CwPoint2 seam[] = {object_point(object, -half_m, y_m), object_point(object, half_m, y_m)};
        cw_draw_polyline(list, seam, 2, 0.015, WOOD_DARK);
    }
    for (int corner = 0; corner < 4; corner++) {
        double x_m = (corner % 2 == 0 ? -0.5 : 0.5) * object->width_m;
        double y_m = (corner < 2 ? -0.5 : 0.5) * object->height_m;
        double in_m = EDGE_M / 2.0;
        CwPoint2 rivet = object_point(object, x_m - copysign(in_m, x_m), y_m - copysign(in_m, y_m));
        cw_draw_circle(list, rivet, 0.03, BRASS_SHADE);
    }
}

static void draw_text(CwFrame *frame, const Sign *sign)
{
    char text[TEXT_BYTES];
    int line_count;
    say(frame, sign->text, text);
    double line_m = fit_lines(sign->object, text, &line_count);
    char *line = text;
    for (int i = 0; i < line_count; i++) {
        char *end = line + strcspn(line, "\n");
        *end = '\0';
        CwPoint2 at = object_point(sign->object, 0.0, line_m * ((line_count - 1) / 2.0 - i));
        cw_draw_text(frame->draw, &(CwTextDraw){.text = line,
                                                .face = CW_FACE_BOLD,
                                                .align = CW_ALIGN_CENTRE,
                                                .x = at.x,
                                                .y = at.y,
                                                .size = line_m,
                                                .colour = CREAM});
        line = end + 1;
    }
}

void sign_draw(const CwWorld *world, const Sign *sign, CwFrame *frame)
{
    (void)world;
    if (!object_is_seen(frame, sign->object, sign->post_m + 1.0)) {
        return;
    }
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    if (sign->post_m > 0.0) {
        draw_posts(frame->draw, sign);
    }
    draw_board(frame->draw, sign->object);
    cw_draw_set_lit(frame->draw, true); /* readable at night, too */
    draw_text(frame, sign);
    cw_draw_set_lit(frame->draw, false);
}
