/* Pictures and signs: a level shows them, and no tick reads them. */
#include "things/kinds.h"

#include "common/landscape.h"
#include "common/sprites.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- pictures ---- */

static bool check_decor(const CwMapObject *object, CwError *error)
{
    const char *sprite = cw_property_text(object->properties, "sprite", "");
    return windup_sprite(sprite) >= 0 ||
           cw_error_set(error, "its sprite \"%.40s\" is unknown: name a picture, such as gear_a",
                        sprite);
}

const ThingClass decor_class = {
    .shape = CW_MAP_RECT,
    .most = 5000,
    .properties = {PROPERTY(Decor, turn_radps, "turn", 0.0, -100.0, 100.0), TEXT("sprite")},
    .check = check_decor};

void decor_spawn(CwWorld *world, CwEntity self, Decor *decor, const CwMapObject *object)
{
    (void)world, (void)self;
    decor->object = object;
    decor->sprite = windup_sprite(cw_property_text(object->properties, "sprite", ""));
}

/* Draws a plinth between the ground and a leg of a trestle that ends above it. */
static void draw_foot(const CwWorld *world, const CwFrame *frame, const Decor *decor)
{
    const CwMapObject *leg = decor->object;
    double end_m = leg->angle_rad > 0.0 ? -leg->width_m / 2.0 : leg->width_m / 2.0;
    CwPoint2 foot = object_point(leg, end_m, 0.0);
    if (decor->sprite == SPRITE_PLANK && leg->centre_m.y - foot.y > 0.46 * leg->width_m &&
        ground_depth_m(world, frame, foot) < 0.8 * leg->width_m) {
        sprite_draw(frame->draw, SPRITE_PLINTH, (CwTransform2){foot.x, foot.y - 0.55, 0.0},
                    NATURAL);
    }
}

void decor_draw(const CwWorld *world, const Decor *decor, CwFrame *frame)
{
    const CwMapObject *object = decor->object;
    bool is_gear = decor->sprite == SPRITE_GEAR_A || decor->sprite == SPRITE_GEAR_B;
    if (!object_is_seen(frame, object, object->width_m + object->height_m) ||
        (is_gear && object->centre_m.x > race_of_const(world)->finish_x_m)) {
        return; /* what stands behind the finish is free */
    }
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    int sprite = decor->sprite + (is_gear ? SPRITE_WHEEL_A - SPRITE_GEAR_A : 0);
    const CwColour *range = landscape_seen(world, frame)->range;
    CwColour tint = is_gear ? colour_mix(range[RANGE_FAR], range[RANGE_MID], 0.5)
                            : (CwColour){0x98, 0x8c, 0x84, 255}; /* nothing to drive on */
    double turned_rad = object->angle_rad + decor->turn_radps * frame->sim_s;
    CwTransform2 pose = {object->centre_m.x, object->centre_m.y, turned_rad};
    sprite_tint(frame->draw, sprite, pose, (CwPoint2){object->width_m, object->height_m},
                is_gear || sprite == SPRITE_PLANK ? &tint : NULL);
    draw_foot(world, frame, decor);
}

/* ---- signs ---- */

static const double EDGE_M = 0.07;     /* width of the brass edge */
static const double LETTERS_M = 0.38;  /* height of letters; smaller if they must fit */
static const double BOARD_MAX_M = 6.0; /* greatest width */
static const double POST = 0.3;        /* from the middle to a post, share of the width */
static const double CLEAR_M = 3.2;     /* room below a board, for a hop and a checkpoint */

enum { TEXT_BYTES = 256 };

static const CwColour WOOD = {0x85, 0x56, 0x2f, 255};

static const struct {
    const char *name;
    int action;
} PROMPTS[] = {
    {"accelerate", ACTION_ACCELERATE},     {"brake", ACTION_BRAKE}, {"lean_back", ACTION_LEAN_BACK},
    {"lean_forward", ACTION_LEAN_FORWARD}, {"hop", ACTION_HOP},     {"respawn", ACTION_RESPAWN},
    {"rewind", CW_PROMPT_REWIND},
};

/* Writes the key for "NAME" or "NAME|INSTEAD". Without a binding it writes INSTEAD or NAME. */
static void write_key(const CwFrame *frame, const char *name, const char *end,
                      char prompt[CW_PROMPT_BYTES])
{
    size_t length = strcspn(name, "|}");
    prompt[0] = '\0';
    for (size_t i = 0; i < CW_ARRAY_LENGTH(PROMPTS); i++) {
        if (strlen(PROMPTS[i].name) == length && strncmp(PROMPTS[i].name, name, length) == 0) {
            cw_frame_prompt(frame, 0, PROMPTS[i].action, prompt);
        }
    }
    if (prompt[0] == '\0') {
        name += name[length] == '|' ? length + 1 : 0;
        snprintf(prompt, CW_PROMPT_BYTES, "%.*s", (int)(end - name), name);
    }
}

/* Writes the text, as much as fits, with keys of the device in hand. */
static void write_text(const CwFrame *frame, const char *text, char out[TEXT_BYTES])
{
    size_t used = 0;
    for (const char *at = text; *at != '\0' && used + CW_PROMPT_BYTES < TEXT_BYTES; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (end == NULL) {
            out[used++] = *at;
            continue;
        }
        write_key(frame, at + 1, end, out + used);
        used += strlen(out + used);
        at = end;
    }
    out[used] = '\0';
}

static bool check_sign(const CwMapObject *object, CwError *error)
{
    return cw_property_text(object->properties, "text", "")[0] != '\0' ||
           cw_error_set(error, "it has no text: set its property \"text\"");
}

const ThingClass sign_class = {
    .shape = CW_MAP_RECT,
    .most = 100,
    .properties = {PROPERTY(Sign, post_m, "post", 2.0, 0.0, 50.0), TEXT("text")},
    .check = check_sign};

void sign_spawn(CwWorld *world, CwEntity self, Sign *sign, const CwMapObject *object)
{
    (void)world, (void)self;
    sign->object = object;
    sign->text = cw_property_text(object->properties, "text", "");
}

/* The board on the map, enlarged for its text and higher than the buggy. Sets the size and the
 * place of the text. */
static CwMapObject fit_board(const CwWorld *world, const Sign *sign, const CwFrame *frame,
                             CwTextDraw *text)
{
    CwMapObject board = *sign->object;
    text->size = LETTERS_M * fmax(1.0, frame->comfort.text_scale);
    double width_m = cw_text_measure(frame->draw, text).width;
    text->size *= fmin(1.0, (BOARD_MAX_M - 4.0 * EDGE_M) / width_m);
    CwTextSize size = cw_text_measure(frame->draw, text);
    board.width_m = size.width + 12.0 * EDGE_M;
    board.height_m = size.height + 5.0 * EDGE_M;
    double below_m = INFINITY;
    for (int side = -1; side <= 1; side++) {
        CwPoint2 at = object_point(&board, POST * side * board.width_m, 0.0);
        below_m = fmin(below_m, ground_depth_m(world, frame, at));
    }
    if (sign->post_m > 0.0 && below_m < INFINITY) {
        board.centre_m.y -= below_m - board.height_m / 2.0 - CLEAR_M;
    }
    text->x = board.centre_m.x;
    text->y = board.centre_m.y;
    return board;
}

static void draw_board(CwDrawList *list, const CwMapObject *board)
{
    CwTransform2 pose = {board->centre_m.x, board->centre_m.y, board->angle_rad};
    CwPoint2 size_m = {board->width_m, board->height_m};
    draw_box(list, pose, size_m, -0.04, OUTLINE);
    draw_box(list, pose, size_m, 0.0, BRASS);
    draw_box(list, pose, size_m, EDGE_M, BRASS_SHADE);
    draw_box(list, pose, size_m, EDGE_M + 0.02, WOOD);
}

void sign_draw(const CwWorld *world, const Sign *sign, CwFrame *frame)
{
    if (!object_is_seen(frame, sign->object, DEPTH_MAX_M)) {
        return;
    }
    char words[TEXT_BYTES];
    write_text(frame, cw_text(frame, sign->text), words);
    CwTextDraw text = {.text = words,
                       .face = CW_FACE_BOLD,
                       .align = CW_ALIGN_CENTRE,
                       .line_spacing = 1.05,
                       .angle_rad = sign->object->angle_rad,
                       .colour = CREAM};
    CwMapObject board = fit_board(world, sign, frame, &text);
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    for (int side = -1; side <= 1 && sign->post_m > 0.0; side += 2) {
        post_draw(world, frame, object_point(&board, POST * side * board.width_m, 0.0), 0.0);
    }
    draw_board(frame->draw, &board);
    cw_draw_set_lit(frame->draw, true); /* readable at night */
    cw_draw_text(frame->draw, &text);
    cw_draw_set_lit(frame->draw, false);
}
