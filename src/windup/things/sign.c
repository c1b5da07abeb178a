#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double EDGE_M = 0.07;     /* width of the brass edge */
static const double LINE_WIDTH = 0.58; /* average width of a letter, in heights of a line */
static const double LETTERS_M = 0.38;  /* height of letters; smaller if they must fit */
static const double BOARD_MAX_M = 6.0; /* greatest width */
static const double CLEAR_M = 1.9;     /* room below a board: the buggy's height */
static const double POST_MAX_M = 12.0;
static const double DIAL_WIDTH = 104.0, DIAL_HEIGHT = 100.0; /* the HUD's dial, view points */

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

/* The row of PRESSED for {NAME} or {NAME|INSTEAD} at an opening brace; -1: none. */
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
                        "text: there is no action \"%.*s\": write accelerate, brake, lean_back, "
                        "lean_forward, hop, respawn or rewind between { and }",
                        (int)fmin((double)length, 40), at + 1);
        }
    }
}

/* Writes the text, as much as fits, with keys of the device in hand; INSTEAD without a binding. */
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
           cw_error_set(error, "it has no text: set its property \"text\"");
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

/* Letters in the longest line. */
static double longest_line(const char *text, int *line_count)
{
    size_t longest = 1;
    *line_count = 0;
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += (*line_count)++ > 0;
        size_t length = 0; /* letters: bytes of UTF-8 that begin one */
        for (const char *c = line; *c != '\0' && *c != '\n'; c++) {
            length += (*c & 0xC0) != 0x80;
        }
        longest = length > longest ? length : longest;
    }
    return (double)longest;
}

/* The ground's depth below the board's middle, at a distance from the middle. */
static double ground_below_m(const CwWorld *world, const CwMapObject *board, double aside_m)
{
    cpShapeFilter filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND);
    CwPoint2 from = object_point(board, aside_m, 0.0);
    cpSegmentQueryInfo hit;
    bool found =
        cpSpaceSegmentQueryFirst(cw_world_space(world), cpv(from.x, from.y),
                                 cpv(from.x, from.y - POST_MAX_M), 0.0, filter, &hit) != NULL;
    return found ? from.y - hit.point.y : INFINITY;
}

static double post_aside_m(const CwMapObject *board, int side)
{
    return 0.3 * side * board->width_m;
}

/* The board on the map, enlarged for its text, and no lower than the buggy's height. */
static CwMapObject board_of(const CwWorld *world, const Sign *sign, double letters, int line_count,
                            double *line_m)
{
    CwMapObject board = *sign->object;
    *line_m = fmin(LETTERS_M, (BOARD_MAX_M - 4.0 * EDGE_M) / (LINE_WIDTH * letters));
    board.width_m = LINE_WIDTH * letters * *line_m + 6.0 * EDGE_M;
    board.height_m = 1.05 * *line_m * line_count + 5.0 * EDGE_M;
    double below_m = INFINITY;
    for (int side = -1; side <= 1; side++) {
        below_m = fmin(below_m, ground_below_m(world, &board, post_aside_m(&board, side)));
    }
    if (sign->post_m > 0.0 && below_m < INFINITY) {
        board.centre_m.y -= below_m - board.height_m / 2.0 - CLEAR_M;
    }
    return board;
}

static void draw_box(CwDrawList *list, const CwMapObject *object, double inset_m, CwColour colour)
{
    double x_m = object->width_m / 2.0 - inset_m, y_m = object->height_m / 2.0 - inset_m;
    CwPoint2 corners[] = {object_point(object, -x_m, -y_m), object_point(object, x_m, -y_m),
                          object_point(object, x_m, y_m), object_point(object, -x_m, y_m)};
    cw_draw_polygon(list, corners, 4, colour);
}

/* Draws posts straight down into the ground, which hides their feet. */
static void draw_posts(const CwWorld *world, CwDrawList *list, const CwMapObject *board,
                       double usual_m)
{
    for (int side = -1; side <= 1; side += 2) {
        CwPoint2 top = object_point(board, post_aside_m(board, side), 0.0);
        double below_m = ground_below_m(world, board, post_aside_m(board, side));
        double length_m = isinf(below_m) ? board->height_m / 2.0 + usual_m : below_m + 0.2;
        CwPoint2 post[] = {top, {top.x, top.y - length_m}};
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

static void draw_text(CwDrawList *list, const CwMapObject *board, char *text, double line_m)
{
    int line_count;
    longest_line(text, &line_count);
    char *line = text;
    for (int i = 0; i < line_count; i++) {
        char *end = line + strcspn(line, "\n");
        *end = '\0';
        CwPoint2 at = object_point(board, 0.0, 1.05 * line_m * ((line_count - 1) / 2.0 - i));
        cw_draw_text(list, &(CwTextDraw){.text = line,
                                         .face = CW_FACE_BOLD,
                                         .align = CW_ALIGN_CENTRE,
                                         .x = at.x,
                                         .y = at.y,
                                         .size = line_m,
                                         .colour = CREAM});
        line = end + 1;
    }
}

/* The visible share of a sign, 0 to 1: none under the dial. */
static double share_seen(const CwFrame *frame, const CwMapObject *board)
{
    const CwWorldRect seen = cw_draw_visible_world(frame->draw);
    double m_a_point = (seen.top_m - seen.bottom_m) / cw_draw_view(frame->draw).height;
    double scale = fmax(1.0, frame->comfort.text_scale) * m_a_point;
    double right_m = board->centre_m.x + board->width_m / 2.0 - seen.right_m + DIAL_WIDTH * scale;
    double up_m = board->centre_m.y + board->height_m / 2.0 - seen.top_m + DIAL_HEIGHT * scale;
    return 1.0 - cpfclamp01(4.0 * fmin(right_m, up_m) + 1.0);
}

void sign_draw(const CwWorld *world, const Sign *sign, CwFrame *frame)
{
    if (!object_is_seen(frame, sign->object, POST_MAX_M)) {
        return;
    }
    char text[TEXT_BYTES];
    int line_count;
    double line_m;
    say(frame, sign->text, text);
    double letters = longest_line(text, &line_count);
    CwMapObject board = board_of(world, sign, letters, line_count, &line_m);
    uint8_t opacity = (uint8_t)(255.0 * share_seen(frame, &board));
    if (opacity == 0) {
        return;
    }
    cw_draw_set_look(frame->draw, (CwPoint2){0}, (CwColour){255, 255, 255, opacity});
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    if (sign->post_m > 0.0) {
        draw_posts(world, frame->draw, &board, sign->post_m);
    }
    draw_board(frame->draw, &board);
    cw_draw_set_lit(frame->draw, true); /* readable at night */
    draw_text(frame->draw, &board, text, line_m);
    cw_draw_set_lit(frame->draw, false);
    cw_draw_set_look(frame->draw, (CwPoint2){0}, (CwColour){255, 255, 255, 255});
}
