/* The soil and what lies in it: lit caves, wheels that turn with the level's machines, and
 * buried finds. Each kind of landscape has a set of its own. Places are chosen by a hash of the
 * ground's position, so a level always looks the same. */
#include "things/ground.h"

#include "common/landscape.h"
#include "common/sprites.h"

#include <math.h>

static const double STEP_M = 0.5;    /* distance between columns */
static const double FOOT_M = -8.0;   /* lower than all pictures */
static const double NOWHERE_M = -60; /* the height of a column without soil */
static const double LEFT_M = -2.0;
enum { COLUMNS_MAX = 1 << 14, NARROW = 4 }; /* 8 km; seams have no peaks as narrow */

/* Depth of each seam below the surface, and height of its waves. A seam also keeps a share of its
 * depth as distance from walls. */
static const double SEAM_M[] = {0.0, 0.5, 1.5, 3.0}, WAVE_M[] = {0.0, 0.3, 0.5, 0.8};
static const double WALL_SHARE = 0.35;

static double column_m(const Soil *soil, int column)
{
    return soil->left_m + column * STEP_M;
}

/* The top of the ground that is solid from its bottom up at `x_m`; NOWHERE_M: there is none. */
static double find_surface_m(const Ground *ground, double x_m)
{
    double low_m = INFINITY, next_m = INFINITY; /* the lowest crossings of the outline */
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
        if ((a.x > x_m) != (b.x > x_m)) {
            double y_m = a.y + (b.y - a.y) * (x_m - a.x) / (b.x - a.x);
            next_m = y_m < low_m ? low_m : fmin(next_m, y_m);
            low_m = fmin(low_m, y_m);
        }
    }
    return low_m < ground->box.b + 0.1 && isfinite(next_m) ? next_m : NOWHERE_M;
}

static void measure_surface(const CwWorld *world, Soil *soil)
{
    for (int i = 0; i < soil->count; i++) {
        soil->seams_m[0][i] = (float)NOWHERE_M;
    }
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_GROUND, each)).index1 != 0;) {
        const Ground *ground = cw_world_data_const(world, each);
        double first = cpfclamp(ceil((ground->box.l - soil->left_m) / STEP_M), 0.0, COLUMNS_MAX);
        int last = ground->box.b <= 0.5 ? soil->count : 0;
        for (int i = (int)first; i < last && column_m(soil, i) < ground->box.r; i++) {
            float here_m = (float)find_surface_m(ground, column_m(soil, i));
            soil->seams_m[0][i] = fmaxf(soil->seams_m[0][i], here_m);
        }
    }
}

/* The waves of a seam, 0 to 1: smooth, or in steps like courses of bricks. */
static double seam_wave(bool is_built, double x_m, uint32_t salt)
{
    double cells = x_m / 1.5, cell = floor(cells), way = cells - cell;
    way = is_built ? cpfclamp01(4.0 * way - 1.5) : way * way * (3.0 - 2.0 * way);
    return cpflerp(grass_scatter(cell, salt), grass_scatter(cell + 1.0, salt), way);
}

/* Finds a seam: the surface eroded by an ellipse whose half height is the seam's depth. */
static void find_seam(Soil *soil, int seam, bool is_built)
{
    int reach = (int)fmax(1.0, WALL_SHARE * SEAM_M[seam] / STEP_M);
    for (int i = 0; i < soil->count; i++) {
        double low_m = INFINITY;
        for (int off = -reach; off <= reach; off++) {
            bool outside = i + off < 0 || i + off >= soil->count;
            double surface_m = (double)soil->seams_m[0][outside ? i : i + off];
            double share = off / (reach + 0.5);
            low_m = fmin(low_m, surface_m - SEAM_M[seam] * sqrt(1.0 - share * share));
        }
        double wave = seam_wave(is_built, column_m(soil, i), (uint32_t)seam);
        soil->seams_m[seam][i] = (float)(low_m - WAVE_M[seam] * wave);
    }
    float *at = soil->seams_m[seam];
    int last = soil->count - 1;
    for (int i = 0; i < NARROW * last; i++) { /* narrow peaks go as all become narrower ... */
        at[i % last] = fminf(at[i % last], at[i % last + 1]);
    }
    for (int i = NARROW * last - 1; i >= 0; i--) { /* ... and the others as wide as before */
        at[i % last + 1] = fmaxf(at[i % last + 1], at[i % last]);
    }
}

double soil_lowest_m(const Soil *soil, int seam, double from_m, double to_m)
{
    int first = (int)floor((from_m - soil->left_m) / STEP_M);
    int last = (int)ceil((to_m - soil->left_m) / STEP_M);
    float low_m = first < 0 || last >= soil->count ? (float)NOWHERE_M : INFINITY;
    for (int i = first; i <= last && low_m > (float)NOWHERE_M; i++) {
        low_m = fminf(low_m, soil->seams_m[seam][i]);
    }
    return (double)low_m;
}

/* ---- caves and finds ---- */

static const double CELL_M = 6.2;    /* length of a cell, which has at most one cave in each row */
static const double CHANCE = 0.3;    /* chance of a cave in a cell of the first row */
static const double ROW_M = 3.3;     /* distance between rows */
static const double ROOF_M = 0.2;    /* soil between the crust and a cave */
static const double FIND_M = 1.7;    /* distance between finds */
static const double LOWEST_M = -4.0; /* the lowest floor of a cave */
enum { ROWS_MAX = 8, FURNITURE_MAX = 4, FINDS_MAX = 4 };

/* A landscape's caves and finds. A roof is half a superellipse, whose corners may jut out. */
typedef struct DepthSet {
    int corners;
    double power, jut, point; /* share of a pointed arch */
    bool is_built;            /* a ring of masonry */
    int furniture[FURNITURE_MAX];
    int finds[FINDS_MAX]; /* most common first; roots hang from the surface */
} DepthSet;

#define ROOF(count, of, by, share) .corners = count, .power = of, .jut = by, .point = share
#define FURNITURE(a, b, c, d) .furniture = {SPRITE_##a, SPRITE_##b, SPRITE_##c, SPRITE_##d}
#define FINDS(a, b, c, d) .finds = {SPRITE_##a, SPRITE_##b, SPRITE_##c, SPRITE_##d}

static const DepthSet SETS[] = {
    [DEPTHS_EARTH] = {ROOF(13, 2.6, 0.05, 0.0), FURNITURE(MUSHROOMS, DOOR, BARREL, BELL),
                      FINDS(STONES, ROOTS, AMMONITE, BONES)},
    [DEPTHS_WORKS] = {ROOF(14, 7.0, 0.0, 0.0), .is_built = true,
                      FURNITURE(BOILER, VALVE, BARREL, CART), FINDS(BRICKS, GEAR_A, BOLT, VALVE)},
    [DEPTHS_CRYPT] = {ROOF(16, 3.2, 0.0, 0.25), .is_built = true,
                      FURNITURE(CANDLES, BELL, DOOR, CRATE),
                      FINDS(BRICKS, STONES, AMMONITE, GEAR_A)},
    [DEPTHS_MINE] = {ROOF(6, 4.0, 0.16, 0.0), FURNITURE(CART, CRYSTALS, BARREL, DOOR),
                     FINDS(STONES, CRYSTALS, AMMONITE, BONES)},
    [DEPTHS_QUAY] = {ROOF(18, 2.2, 0.0, 0.0), .is_built = true,
                     FURNITURE(BARREL, ANCHOR, DOOR, VALVE), FINDS(STONES, ROOTS, BONES, ANCHOR)},
};
_Static_assert(CW_ARRAY_LENGTH(SETS) == DEPTHS_COUNT, "a set for each");

/* A random number in [0, 1) that depends only on place and salt. */
static double random_at(double x_m, double y_m, uint32_t salt)
{
    return grass_scatter(x_m + 1000.0 * floor(y_m), salt);
}

/* Finds the roof's corners from the right end of the floor to the left. */
static void shape_roof(const DepthSet *set, Cave *cave)
{
    cave->corner_count = set->corners;
    for (int i = 0; i < set->corners; i++) {
        cpVect round = cpvforangle(CP_PI * i / (set->corners - 1.0));
        double lot = random_at(cave->at_m.x + i, cave->at_m.y, 11) - 0.5;
        double jut = i == 0 || i == set->corners - 1 ? 1.0 : 1.0 + 2.0 * set->jut * lot;
        double x = jut * copysign(pow(fabs(round.x), 2.0 / set->power), round.x);
        double y = jut * pow(fabs(round.y), 2.0 / set->power);
        y += set->point * (1.0 - fabs(x) - y);
        cave->corners[i] =
            (CwPoint2){cave->at_m.x + x * cave->half_m, cave->at_m.y + y * cave->height_m};
    }
}

/* Places a cave in a cell if there is room for it. The row sets the depth of its roof. */
static bool place_cave(const Soil *soil, const DepthSet *set, int cell, int row, Cave *cave)
{
    double left_m = soil->left_m + cell * CELL_M, salt = cell + 0.37;
    cave->half_m = 1.25 + 1.05 * random_at(salt, row, 21);
    cave->height_m = 1.35 + 0.75 * random_at(salt, row, 22);
    double room_m = CELL_M - 2.0 * cave->half_m - 0.6;
    cave->at_m.x = left_m + 0.3 + cave->half_m + room_m * random_at(salt, row, 23);
    double wide_m = cave->half_m + 0.4;
    double top_m = soil_lowest_m(soil, 1, cave->at_m.x - wide_m, cave->at_m.x + wide_m);
    cave->at_m.y = top_m - ROOF_M - ROW_M * row - cave->height_m;
    if (random_at(salt, row, 24) > CHANCE / (1.0 + 0.25 * row) || cave->at_m.y < LOWEST_M) {
        return false;
    }
    shape_roof(set, cave);
    return true;
}

static void place_caves(Soil *soil, const DepthSet *set, Cave *caves)
{
    soil->cave_count = 0;
    for (int row = 0; row < ROWS_MAX; row++) {
        for (int cell = 0; cell < (int)(soil->width_m / CELL_M); cell++) {
            Cave cave = {0};
            bool fits = place_cave(soil, set, cell, row, &cave);
            if (fits && caves != NULL) {
                caves[soil->cave_count] = cave;
            }
            soil->cave_count += fits;
        }
    }
}

/* True if a find of this size would touch a cave. */
static bool touches_cave(const Soil *soil, cpVect at_m, double reach_m)
{
    for (const Cave *it = soil->caves; it < soil->caves + soil->cave_count; it++) {
        if (fabs(at_m.x - it->at_m.x) < it->half_m + reach_m && at_m.y > it->at_m.y - reach_m &&
            at_m.y < it->at_m.y + it->height_m + reach_m) {
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
        double lot = grass_scatter(i, 32);
        int sprite = set->finds[(int)(FINDS_MAX * lot * lot)];
        const CwSpriteDef *def = &windup_sprites[sprite];
        double size_m = fmin(1.5, def->width_m) * (0.5 + 0.8 * grass_scatter(i, 33));
        double high_m = size_m * def->height_m / def->width_m;
        double reach_m = fmax(size_m, high_m) / 2.0 + 0.1, deep = grass_scatter(i, 34);
        double crust_m = soil_lowest_m(soil, 1, x_m - reach_m, x_m + reach_m);
        cpVect at_m = cpv(x_m, crust_m - reach_m - 0.2 - 4.5 * deep * deep);
        at_m.y = sprite == SPRITE_ROOTS ? soil_lowest_m(soil, 0, x_m, x_m) - high_m / 2.0 : at_m.y;
        bool fits = crust_m >= LOWEST_M && !touches_cave(soil, at_m, reach_m);
        if (fits && finds != NULL) {
            finds[soil->find_count] = (Ornament){at_m, size_m, 0.0, sprite}; /* unrotated: cheap */
        }
        soil->find_count += fits;
    }
}

void soil_lay(CwWorld *world)
{
    Soil *soil = cw_world_alloc(world, sizeof *soil);
    Depths depths = race_of(world)->land->depths;
    const DepthSet *set = &SETS[depths];
    soil->left_m = LEFT_M;
    double width_m = race_of(world)->size_m.x - 2.0 * LEFT_M;
    soil->count = (int)cpfclamp(width_m / STEP_M, 0.0, COLUMNS_MAX);
    soil->width_m = soil->count * STEP_M;
    for (int seam = 0; seam <= SEAM_COUNT; seam++) {
        soil->seams_m[seam] = cw_world_alloc(world, (size_t)soil->count * sizeof(float));
    }
    measure_surface(world, soil);
    for (int seam = 1; seam <= SEAM_COUNT; seam++) {
        find_seam(soil, seam, depths == DEPTHS_WORKS || depths == DEPTHS_CRYPT);
    }
    place_caves(soil, set, NULL); /* counts */
    soil->caves = cw_world_alloc(world, (size_t)soil->cave_count * sizeof *soil->caves);
    place_caves(soil, set, soil->caves);
    bury_finds(soil, set, NULL);
    soil->finds = cw_world_alloc(world, (size_t)soil->find_count * sizeof *soil->finds);
    bury_finds(soil, set, soil->finds);
    race_of(world)->soil = soil;
}

/* ---- drawing ---- */

typedef struct CaveView {
    CwDrawList *list;
    const DepthSet *set;
    const Landscape *land;
    double run_s; /* time of the run: like the level's machines, the wheels wait for the driver */
    double night;
} CaveView;

static void draw_lamp(const CaveView *view, const Cave *cave, CwPoint2 lamp)
{
    double top_m = cave->at_m.y + 0.97 * cave->height_m;
    draw_line(view->list, (CwPoint2){lamp.x, top_m}, lamp, 0.04, OUTLINE);
    cw_draw_circle(view->list, lamp, 0.13, OUTLINE);
    cw_draw_circle(view->list, lamp, 0.1, view->land->lamplight);
}

/* Two gears that turn, half hidden behind the floor. */
static void draw_machinery(const CaveView *view, const Cave *cave)
{
    double lot = random_at(cave->at_m.x, cave->at_m.y, 41), size_m = 0.85 * cave->height_m;
    CwColour shade = colour_mix(BRASS, view->land->soil[2], 0.45);
    double x_m = cave->at_m.x + (lot - 0.5) * cave->half_m, turn_rad = 0.9 * view->run_s;
    cw_draw_clip_begin(view->list,
                       (CwViewRect){cave->at_m.x - cave->half_m, cave->at_m.y + cave->height_m,
                                    2.0 * cave->half_m, cave->height_m});
    CwTransform2 great = {x_m, cave->at_m.y + 0.1, turn_rad};
    double small_m = size_m * 16.0 / 26.0, both_m = size_m + small_m;
    double aside_m = copysign(0.42 * both_m, 0.5 - lot); /* towards the cave's middle */
    CwTransform2 small = {x_m + aside_m, great.y_m + 0.24 * both_m, -turn_rad * 26.0 / 16.0};
    sprite_tint(view->list, SPRITE_GEAR_B, great, (CwPoint2){size_m, 0.0}, &shade);
    sprite_tint(view->list, SPRITE_GEAR_A, small, (CwPoint2){small_m, 0.0}, &shade);
    cw_draw_clip_end(view->list);
}

/* Draws up to three different pieces of furniture. */
static void draw_furniture(const CaveView *view, const Cave *cave)
{
    const CwColour dim = {0xac, 0xa2, 0x98, 255}; /* the eye stays on the road */
    int first = (int)(FURNITURE_MAX * random_at(cave->at_m.x, cave->at_m.y, 50));
    int step = random_at(cave->at_m.x, cave->at_m.y, 52) < 0.5 ? 1 : FURNITURE_MAX - 1;
    for (int slot = 0; slot < 3; slot++) {
        int sprite = view->set->furniture[(first + slot * step) % FURNITURE_MAX];
        const CwSpriteDef *def = &windup_sprites[sprite];
        double scale = fmin(
            1.0, fmin(0.62 * cave->height_m / def->height_m, 0.62 * cave->half_m / def->width_m));
        double x_m = cave->at_m.x + (slot - 1) * 0.6 * cave->half_m;
        if (random_at(cave->at_m.x + slot, cave->at_m.y, 51) < 0.7) {
            double y_m = cave->at_m.y + scale * def->height_m / 2.0;
            sprite_tint(view->list, sprite, (CwTransform2){x_m, y_m, 0.0},
                        (CwPoint2){scale * def->width_m, 0.0}, &dim);
        }
    }
}

/* Draws the rim of a cave as an enlarged polygon behind it, because a stroke takes longer. */
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
    CwColour warm = colour_mix(view->land->lamplight, soil[1], 0.6);
    warm = colour_mix(warm, (CwColour){0x8a, 0x58, 0x28, 255}, 0.8 * view->night);
    const CwStop stops[] = {{0.0, warm}, {0.25, colour_mix(warm, soil[2], 0.62)}, {1.0, dark}};
    CwGradient light = {lamp, {lamp.x + 1.15 * cave->half_m, lamp.y}, true, stops, 3};
    if (view->set->is_built) {
        draw_rim(view->list, cave, 0.22, colour_mix(soil[0], soil[1], 0.3));
    }
    draw_rim(view->list, cave, 0.08, dark);
    cw_draw_set_lit(view->list, view->night < 0.4); /* by night the eye stays on the road */
    cw_draw_shape(view->list, cave->corners, cave->corner_count, &(CwPaint){.gradient = &light});
    if (random_at(cave->at_m.x, cave->at_m.y, 42) < 0.5) {
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

static void draw_caves(const CwWorld *world, const Soil *soil, CwFrame *frame)
{
    const Landscape *land = race_of_const(world)->land;
    CaveView view = {frame->draw, &SETS[land->depths], land, clock_time_s(world, frame),
                     race_of_const(world)->night};
    CwWorldRect seen = cw_draw_visible_world(view.list);
    draw_finds(&view, soil, seen);
    cw_draw_set_layer(view.list, LAYER_CAVES);
    for (const Cave *it = soil->caves; it < soil->caves + soil->cave_count; it++) {
        if (it->at_m.x + it->half_m > seen.left_m - 0.5 &&
            it->at_m.x - it->half_m < seen.right_m + 0.5 && it->at_m.y < seen.top_m + 0.5 &&
            it->at_m.y + it->height_m > seen.bottom_m - 0.5) {
            draw_cave(&view, it);
        }
    }
}

/* Fills the ground below a seam, in pieces if pits divide it. */
static void draw_below_seam(const Soil *soil, CwDrawList *list, const float *seam_m,
                            CwColour colour)
{
    CwWorldRect seen = cw_draw_visible_world(list);
    CwPoint2 points[CW_SHAPE_CORNERS_MAX];
    int count = 0, first = (int)fmax(0.0, floor((seen.left_m - soil->left_m) / STEP_M) - 4.0);
    bool is_last = false;
    for (int i = first; i < soil->count && !is_last; i++) {
        double x_m = column_m(soil, i), y_m = (double)seam_m[i];
        is_last = x_m > seen.right_m + 2.0 || count == CW_SHAPE_CORNERS_MAX - 7;
        if (y_m > FOOT_M) {
            points[count++] = (CwPoint2){x_m, y_m};
        }
        if (count > 1 && (y_m <= FOOT_M || is_last || i == soil->count - 1)) {
            CwPoint2 left = points[0], right = points[count - 1];
            double bend_m = fmin(0.45, 0.1 * (right.x - left.x)); /* ends bend like the cliffs */
            points[0].x += bend_m;
            points[count - 1].x -= bend_m;
            points[count++] = (CwPoint2){right.x, right.y - 1.1};
            points[count++] = (CwPoint2){right.x - 2.2 * bend_m, cpflerp(right.y, FOOT_M, 0.6)};
            points[count++] = (CwPoint2){right.x, FOOT_M};
            points[count++] = (CwPoint2){left.x, FOOT_M};
            points[count++] = (CwPoint2){left.x + 2.2 * bend_m, cpflerp(left.y, FOOT_M, 0.6)};
            points[count++] = (CwPoint2){left.x, left.y - 1.1};
            cw_draw_shape(list, points, count, &(CwPaint){.colour = colour});
            count = 0;
        }
        count = y_m > FOOT_M ? count : 0;
    }
}

void soil_draw(const CwWorld *world, CwFrame *frame)
{
    const Soil *soil = race_of_const(world)->soil;
    const CwColour *colours = landscape_seen(world, frame)->soil;
    CwDrawList *list = frame->draw;
    if (soil == NULL) {
        return; /* a map of another land */
    }
    cw_draw_set_world(list, 1.0);
    for (int seam = 1; seam <= SEAM_COUNT; seam++) {
        cw_draw_set_layer(list, LAYER_SOIL + seam);
        draw_below_seam(soil, list, soil->seams_m[seam],
                        colour_mix(colours[0], colours[2], seam / (double)SEAM_COUNT));
    }
    if (!frame->comfort.high_contrast) {
        draw_caves(world, soil, frame);
    }
}
