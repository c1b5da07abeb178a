/* What lies in the soil: lit caves with machinery that turns with the level's own, the tunnels or
 * pipes between them, and finds. Each of five depths has its own. Places are drawn by lot from the
 * ground's own, so a level always looks the same. */
#include "things/ground.h"

#include "common/landscape.h"
#include "common/race.h"
#include "common/sprites.h"
#include "things/thing.h"

#include <math.h>

static const double CELL_M = 6.2;    /* length of a stretch for at most one cave in a row */
static const double CHANCE = 0.8;    /* of a cave in the first row */
static const double ROW_M = 3.3;     /* distance of rows */
static const double ROOF_M = 0.2;    /* soil between the crust and a cave */
static const double FIND_M = 1.15;   /* distance of finds */
static const double LOWEST_M = -4.0; /* the lowest floor of a cave */
static const double LINK_M = 0.36;   /* height of a tunnel's middle above the floors */
enum { ROWS_MAX = 8, FURNITURE_MAX = 4, FINDS_MAX = 4 };

/* A set of caves: the roof is part of a superellipse of some power, with corners that jut. */
typedef struct DepthSet {
    int corners;
    double power, jut, point; /* share of a pointed arch */
    bool has_pipes, is_built; /* pipes instead of tunnels; a ring of masonry */
    int furniture[FURNITURE_MAX];
    int finds[FINDS_MAX]; /* roots hang from the surface */
} DepthSet;

#define ROOF(count, of, by, share) .corners = count, .power = of, .jut = by, .point = share
#define BUILT(pipes) .is_built = true, .has_pipes = pipes
#define FURNITURE(a, b, c, d) .furniture = {SPRITE_##a, SPRITE_##b, SPRITE_##c, SPRITE_##d}
#define FINDS(a, b, c, d) .finds = {SPRITE_##a, SPRITE_##b, SPRITE_##c, SPRITE_##d}

static const DepthSet SETS[] = {
    [DEPTHS_EARTH] = {ROOF(13, 2.6, 0.05, 0.0), FURNITURE(MUSHROOMS, DOOR, BARREL, BELL),
                      FINDS(ROOTS, AMMONITE, BONES, STONES)},
    [DEPTHS_WORKS] = {ROOF(14, 7.0, 0.0, 0.0), BUILT(true), FURNITURE(BOILER, VALVE, BARREL, CART),
                      FINDS(GEAR_A, VALVE, BOLT, BRICKS)},
    [DEPTHS_CRYPT] = {ROOF(16, 3.2, 0.0, 0.25), BUILT(false), FURNITURE(CANDLES, BELL, DOOR, CRATE),
                      FINDS(GEAR_A, AMMONITE, BELL, BRICKS)},
    [DEPTHS_MINE] = {ROOF(6, 4.0, 0.16, 0.0), FURNITURE(CART, CRYSTALS, BARREL, DOOR),
                     FINDS(CRYSTALS, AMMONITE, BONES, STONES)},
    [DEPTHS_QUAY] = {ROOF(18, 2.2, 0.0, 0.0), BUILT(true), FURNITURE(BARREL, ANCHOR, DOOR, VALVE),
                     FINDS(ANCHOR, ROOTS, BONES, STONES)},
};
_Static_assert(CW_ARRAY_LENGTH(SETS) == DEPTHS_COUNT, "a set for each");

/* A number in [0, 1) by a place in the plane. */
static double cast_lot(double x_m, double y_m, uint32_t salt)
{
    return grass_scatter(x_m + 1000.0 * floor(y_m), salt);
}

/* Finds the roof's corners from the right end of the floor to the left. */
static void shape_roof(const DepthSet *set, Cave *cave)
{
    cave->corner_count = set->corners;
    for (int i = 0; i < set->corners; i++) {
        cpVect round = cpvforangle(CP_PI * i / (set->corners - 1.0));
        double lot = cast_lot(cave->at_m.x + i, cave->at_m.y, 11) - 0.5;
        double jut = i == 0 || i == set->corners - 1 ? 1.0 : 1.0 + 2.0 * set->jut * lot;
        double x = jut * copysign(pow(fabs(round.x), 2.0 / set->power), round.x);
        double y = jut * pow(fabs(round.y), 2.0 / set->power);
        y += set->point * (1.0 - fabs(x) - y);
        cave->corners[i] =
            (CwPoint2){cave->at_m.x + x * cave->half_m, cave->at_m.y + y * cave->height_m};
    }
}

/* Digs a cave in a stretch if there is room for it; its roof is as deep as the row says. */
static bool dig(const Soil *soil, const DepthSet *set, int cell, int row, Cave *cave)
{
    double left_m = soil->left_m + cell * CELL_M, salt = cell + 0.37;
    double chance = CHANCE / (1.0 + 0.25 * row);
    cave->half_m = 1.25 + 1.05 * cast_lot(salt, row, 21);
    cave->height_m = 1.35 + 0.75 * cast_lot(salt, row, 22);
    double room_m = CELL_M - 2.0 * cave->half_m - 0.6;
    cave->at_m.x = left_m + 0.3 + cave->half_m + room_m * cast_lot(salt, row, 23);
    double wide_m = cave->half_m + 0.4;
    double top_m = soil_lowest_m(soil, 1, cave->at_m.x - wide_m, cave->at_m.x + wide_m);
    cave->at_m.y = top_m - ROOF_M - ROW_M * row - cave->height_m;
    if (cast_lot(salt, row, 24) > chance || cave->at_m.y < LOWEST_M) {
        return false;
    }
    shape_roof(set, cave);
    return true;
}

/* Joins a cave to the one on its left if all between them is soil. */
static void link_caves(const Soil *soil, const Cave *left, Cave *cave)
{
    CwPoint2 from = {left->at_m.x + left->half_m - 0.1, left->at_m.y + LINK_M};
    CwPoint2 to = {cave->at_m.x - cave->half_m + 0.1, cave->at_m.y + LINK_M};
    double top_m = fmax(from.y, to.y) + 0.4;
    cave->is_linked = to.x - from.x < 2.0 * CELL_M && fabs(to.y - from.y) < 1.5 &&
                      soil_lowest_m(soil, 1, from.x, to.x) > top_m;
    cave->link_m = from;
}

static void dig_caves(Soil *soil, const DepthSet *set, Cave *caves)
{
    soil->cave_count = 0;
    int cells = (int)(soil->width_m / CELL_M);
    for (int row = 0; row < ROWS_MAX; row++) {
        const Cave *left = NULL;
        for (int cell = 0; cell < cells; cell++) {
            Cave cave = {0};
            if (!dig(soil, set, cell, row, &cave)) {
                continue;
            }
            if (left != NULL) {
                link_caves(soil, left, &cave);
            }
            if (caves != NULL) {
                left = &caves[soil->cave_count];
                caves[soil->cave_count] = cave;
            }
            soil->cave_count++;
        }
    }
}

/* True if a find of this size would touch a cave. */
static bool is_dug(const Soil *soil, cpVect at_m, double reach_m)
{
    for (const Cave *it = soil->caves; it < soil->caves + soil->cave_count; it++) {
        double left_m = it->is_linked ? it->link_m.x : it->at_m.x - it->half_m;
        if (at_m.x > left_m - reach_m && at_m.x < it->at_m.x + it->half_m + reach_m &&
            at_m.y > it->at_m.y - reach_m && at_m.y < it->at_m.y + it->height_m + reach_m) {
            return true;
        }
    }
    return false;
}

static void bury_finds(Soil *soil, const DepthSet *set, Ornament *finds)
{
    soil->find_count = 0;
    for (int i = 0; i < (int)(soil->width_m / FIND_M); i++) {
        double x_m = soil->left_m + (i + 0.8 * grass_scatter(i, 31)) * FIND_M;
        int sprite = set->finds[(int)(FINDS_MAX * grass_scatter(i, 32))];
        bool hangs = sprite == SPRITE_ROOTS;
        const CwSpriteDef *def = &windup_sprites[sprite];
        double size_m = fmin(1.5, def->width_m) * (0.7 + 0.5 * grass_scatter(i, 33));
        double high_m = size_m * def->height_m / def->width_m;
        double reach_m = fmax(size_m, high_m) / 2.0 + 0.1, deep = grass_scatter(i, 34);
        double crust_m = soil_lowest_m(soil, 1, x_m - reach_m, x_m + reach_m);
        cpVect at_m = cpv(x_m, crust_m - reach_m - 0.2 - 4.5 * deep * deep);
        at_m.y = hangs ? soil_lowest_m(soil, 0, x_m, x_m) - high_m / 2.0 : at_m.y;
        if (crust_m < LOWEST_M || is_dug(soil, at_m, reach_m)) {
            continue;
        }
        if (finds != NULL) {
            finds[soil->find_count] = (Ornament){at_m, size_m, 0.0, sprite}; /* upright is cheap */
        }
        soil->find_count++;
    }
}

void caves_dig(CwWorld *world, Soil *soil)
{
    const DepthSet *set = &SETS[race_of(world)->land->depths];
    dig_caves(soil, set, NULL); /* counts */
    soil->caves = cw_world_alloc(world, (size_t)soil->cave_count * sizeof *soil->caves);
    dig_caves(soil, set, soil->caves);
    bury_finds(soil, set, NULL);
    soil->finds = cw_world_alloc(world, (size_t)soil->find_count * sizeof *soil->finds);
    bury_finds(soil, set, soil->finds);
}

/* ---- drawing ---- */

typedef struct CaveView {
    CwDrawList *list;
    const DepthSet *set;
    const Landscape *land;
    double run_s; /* the run's time: machinery waits for the driver, as the level's does */
} CaveView;

static const CwColour BLACK = {0, 0, 0, 255};

static void draw_link(const CaveView *view, const Cave *cave)
{
    CwPoint2 from = cave->link_m, to = {cave->at_m.x - cave->half_m + 0.1, cave->at_m.y + LINK_M};
    double middle_m = (from.x + to.x) / 2.0, width_m = view->set->has_pipes ? 0.28 : 0.5;
    CwPoint2 points[] = {from, {middle_m - 0.4, from.y}, {middle_m + 0.4, to.y}, to};
    CwColour deep = view->land->soil[2], dark = colour_mix(deep, BLACK, 0.3);
    cw_draw_set_layer(view->list, LAYER_FINDS);
    CwColour inside = view->set->has_pipes ? colour_mix(TEAL, deep, 0.5) : dark;
    cw_draw_polyline(view->list, points, 4, width_m + 0.12, colour_mix(deep, BLACK, 0.45));
    cw_draw_polyline(view->list, points, 4, width_m, inside);
}

static void draw_lamp(const CaveView *view, const Cave *cave, CwPoint2 lamp)
{
    double top_m = cave->at_m.y + 0.97 * cave->height_m;
    draw_line(view->list, (CwPoint2){lamp.x, top_m}, lamp, 0.04, OUTLINE);
    cw_draw_circle(view->list, lamp, 0.13, OUTLINE);
    cw_draw_circle(view->list, lamp, 0.1, view->land->lamplight);
}

/* Wheels behind the floor, or a pendulum. */
static void draw_machinery(const CaveView *view, const Cave *cave)
{
    double lot = cast_lot(cave->at_m.x, cave->at_m.y, 41), size_m = 0.85 * cave->height_m;
    CwColour shade = colour_mix(BRASS, view->land->soil[2], 0.45);
    double x_m = cave->at_m.x + (lot - 0.5) * cave->half_m, turn_rad = 0.9 * view->run_s;
    cw_draw_clip_begin(view->list,
                       (CwViewRect){cave->at_m.x - cave->half_m, cave->at_m.y + cave->height_m,
                                    2.0 * cave->half_m, cave->height_m});
    cw_draw_sprite(view->list, &(CwSpriteDraw){SPRITE_GEAR_B, x_m, cave->at_m.y + 0.1, size_m, 0.0,
                                               turn_rad, .tint = &shade});
    double small_m = size_m * 16.0 / 26.0;
    cw_draw_sprite(view->list,
                   &(CwSpriteDraw){SPRITE_GEAR_A, x_m + 0.42 * (size_m + small_m),
                                   cave->at_m.y + 0.1 + 0.24 * (size_m + small_m), small_m, 0.0,
                                   -turn_rad * 26.0 / 16.0, .tint = &shade});
    cw_draw_clip_end(view->list);
}

/* Furniture in three places; none is there twice. */
static void draw_furniture(const CaveView *view, const Cave *cave)
{
    int first = (int)(FURNITURE_MAX * cast_lot(cave->at_m.x, cave->at_m.y, 50));
    int step = cast_lot(cave->at_m.x, cave->at_m.y, 52) < 0.5 ? 1 : FURNITURE_MAX - 1;
    for (int slot = 0; slot < 3; slot++) {
        int sprite = view->set->furniture[(first + slot * step) % FURNITURE_MAX];
        const CwSpriteDef *def = &windup_sprites[sprite];
        double scale = fmin(
            1.0, fmin(0.62 * cave->height_m / def->height_m, 0.62 * cave->half_m / def->width_m));
        double x_m = cave->at_m.x + (slot - 1) * 0.6 * cave->half_m;
        if (cast_lot(cave->at_m.x + slot, cave->at_m.y, 51) < 0.7) {
            cw_draw_sprite(view->list,
                           &(CwSpriteDraw){.sprite = sprite,
                                           .x = x_m,
                                           .y = cave->at_m.y + scale * def->height_m / 2.0,
                                           .width = scale * def->width_m});
        }
    }
}

/* Draws an enlarged cave, to be seen around it: a stroke would take longer. */
static void draw_rim(CwDrawList *list, const Cave *cave, double width_m, CwColour colour)
{
    CwPoint2 points[CAVE_CORNERS_MAX];
    double middle_m = cave->at_m.y + cave->height_m / 2.0;
    for (int i = 0; i < cave->corner_count; i++) {
        CwPoint2 at = cave->corners[i];
        points[i].x = at.x + (at.x - cave->at_m.x) * width_m / cave->half_m;
        points[i].y = at.y + (at.y - middle_m) * 2.0 * width_m / cave->height_m;
    }
    cw_draw_polygon(list, points, cave->corner_count, colour);
}

static void draw_cave(const CaveView *view, const Cave *cave)
{
    const CwColour *soil = view->land->soil;
    CwColour dark = colour_mix(soil[2], BLACK, 0.5);
    CwPoint2 lamp = {cave->at_m.x, cave->at_m.y + 0.66 * cave->height_m};
    CwColour warm = colour_mix(view->land->lamplight, soil[0], 0.3);
    const CwStop stops[] = {{0.0, warm}, {0.25, colour_mix(warm, soil[1], 0.62)}, {1.0, dark}};
    CwGradient light = {.from = lamp,
                        .to = {lamp.x + 1.15 * cave->half_m, lamp.y},
                        .radial = true,
                        .stops = stops,
                        .stop_count = 3};
    if (view->set->is_built) {
        draw_rim(view->list, cave, 0.22, colour_mix(soil[0], soil[1], 0.3));
    }
    draw_rim(view->list, cave, 0.08, dark);
    cw_draw_set_lit(view->list, true);
    cw_draw_shape(view->list, cave->corners, cave->corner_count, &(CwPaint){.gradient = &light});
    if (cast_lot(cave->at_m.x, cave->at_m.y, 42) < 0.5) {
        draw_machinery(view, cave);
    }
    draw_furniture(view, cave);
    draw_lamp(view, cave, lamp);
    cw_draw_set_lit(view->list, false);
    CwPoint2 left = {cave->at_m.x - cave->half_m - 0.02, cave->at_m.y - 0.04};
    CwPoint2 right = {cave->at_m.x + cave->half_m + 0.02, left.y};
    draw_line(view->list, left, right, 0.12, colour_mix(soil[0], view->land->lamplight, 0.15));
}

static void draw_finds(const CaveView *view, const Soil *soil, CwWorldRect seen)
{
    cw_draw_set_layer(view->list, LAYER_FINDS);
    CwColour tint = colour_mix(view->land->soil[0], view->land->soil[1], 0.2);
    for (const Ornament *it = soil->finds; it < soil->finds + soil->find_count; it++) {
        if (it->centre_m.x > seen.left_m - 1.0 && it->centre_m.x < seen.right_m + 1.0) {
            cw_draw_sprite(view->list,
                           &(CwSpriteDraw){it->sprite, it->centre_m.x, it->centre_m.y, it->size_m,
                                           0.0, it->angle_rad, .tint = &tint});
        }
    }
}

void caves_draw(const CwWorld *world, const Soil *soil, CwFrame *frame)
{
    const Landscape *land = race_of_const(world)->land;
    CaveView view = {frame->draw, &SETS[land->depths], land, clock_time_s(world, frame)};
    CwWorldRect seen = cw_draw_visible_world(view.list);
    draw_finds(&view, soil, seen);
    for (const Cave *it = soil->caves; it < soil->caves + soil->cave_count; it++) {
        double left_m = it->is_linked ? it->link_m.x : it->at_m.x - it->half_m;
        if (it->at_m.x + it->half_m < seen.left_m - 0.5 || left_m > seen.right_m + 0.5 ||
            it->at_m.y > seen.top_m + 0.5 || it->at_m.y + it->height_m < seen.bottom_m - 0.5) {
            continue;
        }
        if (it->is_linked) {
            draw_link(&view, it);
        }
        cw_draw_set_layer(view.list, LAYER_CAVES);
        draw_cave(&view, it);
    }
}
