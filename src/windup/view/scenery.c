#include "view/scenery.h"

#include "common/sprites.h"
#include "things/kinds.h"
#include "view/view.h"

#include <math.h>

/* ---- ridges ---- */

double ridge_scatter(int64_t place, uint32_t salt)
{
    uint32_t mixed = (uint32_t)place * 2654435761u + salt * 2246822519u;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    mixed = (mixed ^ mixed >> 13) * 3266489917u;
    return (mixed ^ mixed >> 16) / 4294967296.0;
}

/* The height of plateaus of unequal width with steep flanks. */
static double plateau_height(double cells, uint32_t salt)
{
    const double flank = 0.14; /* share of a cell */
    int64_t cell = (int64_t)floor(cells);
    double edge = flank + (1.0 - 2.0 * flank) * ridge_scatter(cell, salt + 1);
    double from = 2.0 * ridge_scatter(cell, salt) - 1.0;
    double to = 2.0 * ridge_scatter(cell + 1, salt) - 1.0;
    return from + (to - from) * cpfclamp01((cells - (double)cell - edge) / flank + 0.5);
}

/* Waves with incommensurable lengths, so their sum does not repeat. */
typedef struct Wave {
    double share, turns, phase;
} Wave;

static const Wave ROLLING[] = {{0.50, 1.0, 1.0}, {0.28, 1.618, 2.1}, {0.22, 3.303, 3.7}};
static const Wave BILLOWS[] = {{1.0, 0.5, 1.0}, {0.45, 1.31, 2.0}};

/* Advances waves from place to place by rotation: a sine for each takes ten times as long. */
static void add_waves(const Ridge *ridge, const Wave *waves, int count, const RidgeSteps *steps,
                      double *heights_m)
{
    for (const Wave *wave = waves; wave < waves + count; wave++) {
        double turn_rad_m = TURN_RAD * wave->turns / ridge->length_m;
        double relief_m = ridge->relief_m * wave->share;
        cpVect at = cpvforangle(turn_rad_m * steps->first_m + 1.7 * ridge->salt * wave->phase);
        cpVect step = cpvforangle(turn_rad_m * steps->step_m);
        for (int i = 0; i < steps->count; i++) {
            heights_m[i] += relief_m * (ridge->form == RIDGE_BILLOWS ? fabs(at.y) : at.y);
            at = cpvrotate(at, step);
        }
    }
}

void ridge_heights_m(const Ridge *ridge, const RidgeSteps *steps, double *heights_m)
{
    bool has_billows = ridge->form == RIDGE_BILLOWS;
    for (int i = 0; i < steps->count; i++) {
        heights_m[i] = ridge->middle_m - (has_billows ? 0.8 * ridge->relief_m : 0.0);
        if (ridge->form == RIDGE_STEPPED) {
            double cells = (steps->first_m + i * steps->step_m) / ridge->length_m;
            heights_m[i] += ridge->relief_m * plateau_height(cells, ridge->salt);
        }
    }
    if (has_billows) {
        add_waves(ridge, BILLOWS, (int)CW_ARRAY_LENGTH(BILLOWS), steps, heights_m);
    } else if (ridge->form == RIDGE_ROLLING) {
        add_waves(ridge, ROLLING, (int)CW_ARRAY_LENGTH(ROLLING), steps, heights_m);
    }
}

/* ---- what stands on them ---- */

/* A range with what stands on it. */
#define RANGE(form, middle_m, relief_m, length_m, salt, parallax, ...)                             \
    {                                                                                              \
        {RIDGE_##form, middle_m, relief_m, length_m, salt, parallax},                              \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define FLAT(middle_m, ...) RANGE(LEVEL, middle_m, 0.0, 1.0, __VA_ARGS__)
#define STAND(sprite, ...)                                                                         \
    {                                                                                              \
        SPRITE_##sprite, __VA_ARGS__                                                               \
    }
#define ON(sprite, every_m, scale, sink_m) STAND(sprite, every_m, scale, sink_m, 0)
#define WALL(sprite, every_m, rows) STAND(sprite, every_m, 1.0, 0.0, rows)
#define AT_FINISH(sprite, sink_m) ON(sprite, 0.0, 1.0, sink_m)

/* Each range has its own salt. */
const Range scenery_ranges[SCENERY_COUNT][RANGE_COUNT] = {
    [SCENERY_COUNTRY] = {RANGE(ROLLING, 0.25, 0.42, 11.3, 1, 0.10, ON(MOUNTAIN, 6.3, 0.85, 0.55),
                               ON(SPIRE, 4.7, 0.45, 0.3)),
                         RANGE(ROLLING, -0.75, 0.62, 12.7, 2, 0.22, ON(GEARS, 13.0, 0.8, 0.5),
                               ON(TOWER, 7.3, 0.62, 0.35), ON(POPLAR, 5.3, 0.25, 1.5)),
                         RANGE(ROLLING, -2.75, 0.42, 9.7, 3, 0.42, ON(WATCH, 7.9, 0.55, 0.25),
                               ON(POPLAR, 2.3, 0.5, 0.35), ON(BUSH, 2.9, 0.6, 0.12)),
                         RANGE(ROLLING, -4.8, 0.25, 5.3, 31, 0.62, ON(POPLAR, 2.9, 0.4, 1.6),
                               ON(BUSH, 1.9, 0.7, 0.1))},
    [SCENERY_MILLS] = {RANGE(ROLLING, 0.0, 0.55, 14.3, 41, 0.10, ON(POPLAR, 2.3, 0.4, 1.2),
                             ON(MILL, 7.1, 0.6, 0.6)),
                       RANGE(ROLLING, -0.9, 0.5, 15.7, 42, 0.22, AT_FINISH(WINDMILL, 0.4),
                             ON(WINDMILL, 17.3, 0.7, 0.6), ON(HOUSES, 9.7, 0.6, 0.3)),
                       RANGE(ROLLING, -2.75, 0.3, 11.9, 43, 0.42, ON(HAYSTACKS, 6.1, 0.6, 0.1),
                             ON(POPLAR, 5.7, 0.4, 0.4), ON(BUSH, 2.9, 0.5, 0.12)),
                       RANGE(ROLLING, -4.8, 0.25, 5.3, 44, 0.62, ON(HAYSTACKS, 5.1, 0.5, 0.1),
                             ON(BUSH, 1.9, 0.7, 0.1))},
    [SCENERY_GARDEN] = {RANGE(ROLLING, 0.1, 0.35, 13.3, 22, 0.10, ON(ARCHES, 9.1, 0.6, 0.55),
                              ON(POPLAR, 1.9, 0.6, 1.3)),
                        RANGE(STEPPED, -1.15, 0.28, 3.1, 23, 0.22, AT_FINISH(GLASSHOUSE, 0.2),
                              ON(TOWER, 12.1, 0.5, 0.45), ON(POPLAR, 2.7, 0.55, 0.5),
                              ON(TOPIARY, 4.1, 0.6, 0.25)),
                        RANGE(STEPPED, -2.75, 0.24, 4.3, 24, 0.42, ON(FOUNTAIN, 11.9, 0.7, 0.1),
                              ON(TOPIARY, 3.7, 0.75, 0.12), ON(WATCH, 11.3, 0.5, 0.25),
                              ON(BUSH, 2.3, 0.5, 0.12)),
                        FLAT(-4.2, 32, 0.62, WALL(POND, 6.4, 1))},
    [SCENERY_TOWN] = {RANGE(ROLLING, 0.15, 0.3, 9.7, 4, 0.10, ON(WORKS, 5.9, 0.6, 0.8),
                            ON(SPIRE, 3.7, 0.6, 0.5)),
                      RANGE(STEPPED, -1.0, 0.3, 2.9, 5, 0.22, ON(GEARS, 13.0, 0.8, 0.4),
                            ON(TOWER, 11.3, 0.7, 0.5), ON(WORKS, 6.1, 0.55, 0.5),
                            AT_FINISH(CLOCKWORKS, 0.2), ON(HOUSES, 4.3, 0.7, 0.3)),
                      RANGE(STEPPED, -2.7, 0.22, 3.7, 6, 0.42, ON(HOUSES, 5.3, 0.62, 0.3),
                            ON(WATCH, 8.9, 0.5, 0.25), ON(BUSH, 4.1, 0.3, 0.16)),
                      RANGE(STEPPED, -4.8, 0.2, 3.1, 33, 0.62, ON(WORKS, 8.3, 0.5, 1.5),
                            ON(HOUSES, 3.1, 0.7, 0.6))},
    [SCENERY_FOUNDRY] = {RANGE(ROLLING, 0.15, 0.3, 9.7, 45, 0.10, ON(WORKS, 4.7, 0.7, 0.7),
                               ON(SPIRE, 3.7, 0.5, 0.5)),
                         RANGE(STEPPED, -1.0, 0.3, 2.9, 46, 0.22, AT_FINISH(FURNACE, 0.3),
                               ON(FURNACE, 19.0, 0.7, 0.5), ON(CRANE, 9.7, 0.6, 0.3),
                               ON(WORKS, 5.3, 0.7, 0.4)),
                         RANGE(ROLLING, -2.8, 0.35, 6.7, 47, 0.42, ON(HOUSES, 8.9, 0.5, 0.25)),
                         RANGE(ROLLING, -4.8, 0.35, 5.3, 48, 0.62, {0})},
    [SCENERY_HALL] = {FLAT(-1.9, 7, 0.12, {0}), FLAT(-3.1, 8, 0.26, WALL(BAY, 8.0, 9)),
                      FLAT(-3.5, 9, 0.42, ON(LONGCASE, 8.0, 0.62, 0.02)),
                      FLAT(-4.8, 34, 0.62, ON(ARCHES, 3.6, 1.0, 0.7))},
    /* the walls go down into the dark */
    [SCENERY_SHAFT] = {RANGE(LEVEL, -4.7, 2.0, 1.0, 19, 0.12, WALL(BRICKWORK, 6.4, 9)),
                       RANGE(LEVEL, -5.2, 2.0, 1.0, 20, 0.26, ON(GEARS, 17.0, 0.7, -1.0),
                             AT_FINISH(WINDING, -1.0), WALL(GIRDER, 7.2, 9)),
                       FLAT(-5.8, 21, 0.42, WALL(CABLES, 9.6, 9)), FLAT(-6.6, 35, 0.62, {0})},
    [SCENERY_HARBOUR] = {FLAT(-0.55, 10, 0.08, ON(MOUNTAIN, 9.7, 0.6, 1.1),
                              ON(SPIRE, 6.1, 0.4, 0.6)),
                         FLAT(-1.45, 11, 0.22, AT_FINISH(LIGHTHOUSE, 0.1), ON(SHIP, 7.9, 0.7, 0.3),
                              ON(CRANE, 6.7, 0.5, 0.3)),
                         FLAT(-2.85, 12, 0.42, ON(BOAT, 5.9, 0.6, 0.1)), FLAT(-4.8, 36, 0.62, {0})},
    [SCENERY_CANYON] = {RANGE(STEPPED, 0.7, 0.85, 3.1, 13, 0.10, ON(SPIRE, 6.1, 0.35, 0.5)),
                        RANGE(STEPPED, -0.7, 0.8, 3.7, 14, 0.22, ON(PYLON, 17.9, 0.7, 1.5),
                              ON(ARCHES, 8.3, 0.5, 0.5), ON(MILL, 8.9, 0.4, 0.35)),
                        RANGE(ROLLING, -2.9, 0.4, 8.3, 15, 0.42, ON(BUSH, 3.3, 0.55, 0.16)),
                        RANGE(STEPPED, -4.8, 0.4, 2.3, 37, 0.62, ON(SPIRE, 3.1, 0.6, 0.9),
                              ON(BUSH, 2.3, 0.6, 0.1))},
    [SCENERY_CLOUDS] = {RANGE(BILLOWS, 0.1, 0.5, 5.3, 16, 0.07, ON(MOUNTAIN, 11.3, 0.55, 0.9)),
                        RANGE(BILLOWS, -1.1, 0.55, 4.1, 17, 0.18, ON(TOWER, 8.3, 0.6, 0.9),
                              ON(SPIRE, 4.3, 0.5, 0.7)),
                        FLAT(-2.9, 18, 0.36, WALL(ARCADE, 6.4, 9), STAND(BELFRY, 0.0, 1.0, 0.1, 1)),
                        RANGE(BILLOWS, -4.8, 0.4, 2.7, 38, 0.62, ON(TOWER, 6.1, 0.4, 2.3),
                              ON(SPIRE, 3.7, 0.5, 1.1))},
};

static const double AHEAD_M = 3.9; /* from the view's middle to what stands at the finish */
static const double POINTS_PER_M = CW_VIEW_HEIGHT / CAMERA_HEIGHT_M;

CwPoint2 scenery_on_view(double x_m, double y_m)
{
    return (CwPoint2){CW_VIEW_WIDTH / 2.0 + x_m * POINTS_PER_M,
                      CW_VIEW_HEIGHT / 2.0 - y_m * POINTS_PER_M};
}

double scenery_points(double length_m)
{
    return length_m * POINTS_PER_M;
}

double scenery_sink_m(const Eye *eye, double parallax)
{
    return -eye->rise_m * parallax * 0.8; /* moves less than sideways, for the composition */
}

double scenery_middle_m(const Eye *eye, double parallax)
{
    return eye->shift_m + eye->x_m * parallax;
}

/* A moving part in the picture. */
typedef struct Spot {
    CwPoint2 at;
    double size_m;
    int sprite;    /* the thing's */
    int64_t place; /* number of the thing in its range */
    CwColour tint;
} Spot;

static void draw_glow(const Eye *eye, const Spot *spot, double width, double opacity)
{
    CwColour light = eye->land->lamplight;
    light.a = (uint8_t)opacity;
    cw_draw_set_blend(eye->list, CW_BLEND_ADD);
    sprite_glow(eye->list, spot->at, scenery_points(width * spot->size_m), light);
    cw_draw_set_blend(eye->list, CW_BLEND_NORMAL);
}

static void draw_dial(const Eye *eye, const Spot *spot)
{
    double radius = scenery_points(spot->size_m);
    bool shines = spot->size_m > 0.5; /* landmarks, by day and night */
    CwColour moonlit = colour_mix(eye->land->lamplight, eye->land->sky[2], eye->night);
    CwColour face = shines ? colour_mix(spot->tint, eye->land->lamplight, fmax(0.85, eye->night))
                           : colour_mix(spot->tint, moonlit, 0.35);
    cw_draw_set_lit(eye->list, shines);
    if (shines && eye->night > 0.0) {
        draw_glow(eye, spot, 5.0, 90.0 * eye->night);
    }
    cw_draw_circle(eye->list, spot->at, radius, face);
    CwColour dark = colour_mix(spot->tint, BLACK, 0.55);
    clock_hands_draw(eye->list, &(ClockHands){spot->at, radius, eye->run_s, -1.0, dark});
    cw_draw_set_lit(eye->list, false);
}

static void draw_window(const Eye *eye, const Spot *spot)
{
    double width = scenery_points(0.62 * spot->size_m), height = scenery_points(1.3 * spot->size_m);
    CwColour light = colour_mix(spot->tint, eye->land->lamplight, 0.55 + 0.45 * eye->night);
    cw_draw_set_lit(eye->list, true);
    if (eye->night > 0.3) {
        draw_glow(eye, spot, 5.0, 90.0 * eye->night);
    }
    cw_draw_rect(eye->list, &(CwRectDraw){spot->at.x - width / 2.0, spot->at.y - height / 2.0,
                                          width, height, light, light});
    cw_draw_set_lit(eye->list, false);
}

/* Draws sails; each mill has its pace. Two narrow pairs are cheaper than a square with gaps. */
static void draw_sails(const Eye *eye, const Spot *spot)
{
    int sprite = spot->sprite == SPRITE_MILL ? SPRITE_SAILS : SPRITE_SAILS_GREAT;
    double pace_radps = landscape_wind(eye->world) * (0.45 + 0.35 * ridge_scatter(spot->place, 41));
    double angle_rad = -pace_radps * eye->time_s - (double)(spot->place % 7);
    for (int pair = 0; pair < 2; pair++) {
        CwTransform2 pose = {spot->at.x, spot->at.y, angle_rad + pair * CP_PI / 2.0};
        sprite_tint(eye->list, sprite, pose, NATURAL, &spot->tint);
    }
}

static void draw_smoke(const Eye *eye, const Spot *spot)
{
    enum { PUFFS = 4 };
    for (int i = 0; i < PUFFS; i++) {
        double age = fmod(0.16 * eye->time_s + i / (double)PUFFS, 1.0);
        CwColour tint = eye->land->cloud;
        tint.a = (uint8_t)(0.5 * tint.a * (1.0 - age) * fmin(1.0, 6.0 * age));
        double size = scenery_points(spot->size_m), way = 0.3 + 0.9 * landscape_wind(eye->world);
        CwTransform2 at = {spot->at.x + age * way * size, spot->at.y - 1.8 * age * size, 0.0};
        sprite_tint(eye->list, SPRITE_PUFF, at, (CwPoint2){size * (0.5 + 1.2 * age), 0.0}, &tint);
    }
}

/* Draws one of two wheels that mesh: 26 teeth turn 16. */
static void draw_wheel(const Eye *eye, const Spot *spot)
{
    bool is_big = spot->size_m > 2.0;
    double turn_rad = is_big ? 0.25 * eye->time_s : 0.1 - 0.25 * 26.0 / 16.0 * eye->time_s;
    sprite_tint(eye->list, is_big ? SPRITE_WHEEL_B : SPRITE_WHEEL_A,
                (CwTransform2){spot->at.x, spot->at.y, turn_rad},
                (CwPoint2){scenery_points(spot->size_m), 0.0}, &spot->tint);
}

/* Draws the bell, which swings, and the hands and the light of the summit's dial. */
static void draw_summit(const Eye *eye, const Spot *spot)
{
    double swing_rad = 0.38 * sin(2.6 * eye->time_s), radius = scenery_points(spot->size_m);
    CwPoint2 axle = {spot->at.x, spot->at.y - scenery_points(3.12)};
    CwPoint2 bell = point_along(axle, CP_PI / 2.0 + swing_rad, scenery_points(0.7));
    CwColour dark = {0x5a, 0x30, 0x18, 255};
    sprite_tint(eye->list, SPRITE_GREAT_BELL, (CwTransform2){bell.x, bell.y, swing_rad}, NATURAL,
                NULL);
    draw_glow(eye, spot, 6.0, 66.0 + 16.0 * sin(1.3 * eye->time_s));
    clock_hands_draw(eye->list, &(ClockHands){spot->at, 0.9 * radius, eye->run_s, -1.0, dark});
}

/* Moving parts of pictures; places are metres from the picture's middle, y up. */
static const struct {
    int sprite;
    void (*draw)(const Eye *eye, const Spot *spot);
    double x_m, y_m, size_m;
} FEATURES[] = {
    {SPRITE_TOWER, draw_dial, 0.0, 0.50, 0.28},
    {SPRITE_TOWER, draw_window, -0.12, -0.28, 0.12},
    {SPRITE_TOWER, draw_window, 0.12, -0.28, 0.12},
    {SPRITE_TOWER, draw_window, 0.0, -0.85, 0.12},
    {SPRITE_MILL, draw_sails, 0.0, 0.66, 1.92},
    {SPRITE_MILL, draw_window, 0.0, 0.1, 0.12},
    {SPRITE_WATCH, draw_dial, 0.0, 0.49, 0.35},
    {SPRITE_WORKS, draw_smoke, -0.96, 1.35, 0.5},
    {SPRITE_WORKS, draw_smoke, -0.46, 0.82, 0.4},
    {SPRITE_WORKS, draw_window, -1.1, -0.82, 0.2},
    {SPRITE_WORKS, draw_window, -0.6, -0.82, 0.2},
    {SPRITE_WORKS, draw_window, -0.1, -0.82, 0.2},
    {SPRITE_HOUSES, draw_window, -1.0, -0.2, 0.14},
    {SPRITE_HOUSES, draw_window, -0.42, 0.12, 0.14},
    {SPRITE_HOUSES, draw_window, -0.14, 0.12, 0.14},
    {SPRITE_HOUSES, draw_window, 0.36, -0.3, 0.12},
    {SPRITE_HOUSES, draw_window, 0.96, -0.1, 0.14},
    {SPRITE_SHIP, draw_window, -0.72, -0.55, 0.09},
    {SPRITE_SHIP, draw_window, 0.74, -0.48, 0.09},
    {SPRITE_SHIP, draw_smoke, 0.71, 0.28, 0.4},
    {SPRITE_CRANE, draw_window, -0.35, 0.52, 0.12},
    {SPRITE_LONGCASE, draw_dial, 0.0, 0.83, 0.29},
    {SPRITE_WINDING, draw_dial, 0.0, 1.48, 0.55},
    {SPRITE_WINDMILL, draw_sails, 0.0, 1.2, 5.5},
    {SPRITE_LIGHTHOUSE, draw_window, 0.0, 1.74, 0.3},
    {SPRITE_GEARS, draw_wheel, -0.93, -0.14, 2.9},
    {SPRITE_GEARS, draw_wheel, 0.94, 1.10, 1.785},
    {SPRITE_BELFRY, draw_summit, 0.0, -0.5, 1.18},
    {SPRITE_CLOCKWORKS, draw_dial, -0.2, 1.14, 0.66},
    {SPRITE_CLOCKWORKS, draw_window, -0.7, -0.5, 0.26},
    {SPRITE_CLOCKWORKS, draw_window, 0.3, -0.5, 0.26},
    {SPRITE_CLOCKWORKS, draw_window, 1.4, -1.5, 0.3},
    {SPRITE_CLOCKWORKS, draw_window, 2.4, -1.5, 0.3},
    {SPRITE_CLOCKWORKS, draw_smoke, -2.45, 1.4, 0.6},
    {SPRITE_FURNACE, draw_window, -0.17, -1.55, 0.5},
    {SPRITE_FURNACE, draw_window, -0.17, -0.6, 0.3},
    {SPRITE_FURNACE, draw_smoke, -0.1, 3.0, 0.9},
    {SPRITE_FURNACE, draw_smoke, 1.85, 1.9, 0.5},
};

static void draw_piece(const Eye *eye, int sprite, CwPoint2 middle, int64_t place, CwColour tint)
{
    sprite_tint(eye->list, sprite, (CwTransform2){middle.x, middle.y, 0.0}, NATURAL, &tint);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(FEATURES); i++) {
        CwPoint2 at = {middle.x + scenery_points(FEATURES[i].x_m),
                       middle.y - scenery_points(FEATURES[i].y_m)};
        if (FEATURES[i].sprite == sprite && /* not everybody is at home */
            (FEATURES[i].draw != draw_window || ridge_scatter(place, (uint32_t)i + 60) < 0.75)) {
            FEATURES[i].draw(eye, &(Spot){at, FEATURES[i].size_m, sprite, place, tint});
        }
    }
}

static int64_t cell_of(const Stand *stand, double x_m)
{
    return stand->every_m > 0.0 ? (int64_t)floor(x_m / stand->every_m) : 0;
}

static void draw_stand(const Eye *eye, const Range *range, const Stand *stand, CwColour tint)
{
    const CwSpriteDef *def = &windup_sprites[stand->sprite];
    uint32_t salt = range->ridge.salt * 97 + (uint32_t)stand->sprite;
    double parallax = range->ridge.parallax, middle_m = scenery_middle_m(eye, parallax);
    double reach_m = eye->half_m + def->width_m;
    double top_m = (CW_VIEW_HEIGHT / 2.0 - cw_draw_view(eye->list).y) / POINTS_PER_M;
    int64_t last = cell_of(stand, middle_m + reach_m);
    for (int64_t i = cell_of(stand, middle_m - reach_m); i <= last; i++) {
        double lot = ridge_scatter(i, salt + 2), finish_m = parallax * eye->finish_m + AHEAD_M;
        double aside = stand->chance < 1.0 ? ridge_scatter(i, salt + 1) : 0.0;
        double x_m =
            stand->every_m > 0.0 ? ((double)i + aside) * stand->every_m : eye->shift_m + finish_m;
        bool is_absent = ridge_scatter(i, salt) >= stand->chance;
        for (CwEntity it = {0}; stand->sprite == SPRITE_WATCH && /* no checkpoint is before it */
                                (it = cw_world_next_of(eye->world, KIND_CHECKPOINT, it)).index1;) {
            const Gate *gate = cw_world_data_const(eye->world, it);
            is_absent |= fabs(x_m - eye->shift_m - parallax * gate->foot_m.x) < 3.0;
        }
        if (is_absent || fabs(x_m - middle_m) > reach_m) {
            continue;
        }
        double feet_m[5]; /* none hangs in the air beside a crest */
        double step_m = stand->rows > 0 ? 0.0 : def->width_m / 4.0;
        ridge_heights_m(&range->ridge, &(RidgeSteps){x_m - 2.0 * step_m, step_m, 5}, feet_m);
        double foot_m = feet_m[0];
        for (int k = 1; k < 5; k++) {
            foot_m = fmin(foot_m, feet_m[k]);
        }
        foot_m -= stand->sink_m * (1.0 + lot);
        foot_m += stand->every_m > 0.0 ? scenery_sink_m(eye, parallax) : 0.0;
        for (int row = 0; row == 0 || (row < stand->rows && foot_m < top_m); row++) {
            CwPoint2 at = scenery_on_view(x_m - middle_m, foot_m + def->height_m / 2.0);
            draw_piece(eye, stand->sprite, at, i, tint);
            foot_m += def->height_m;
        }
    }
}

CwColour scenery_colour(const Landscape *land, int range)
{
    static const double AIR[] = {0.38, 0.14, 0.0}; /* shares of the horizon's colour */
    return range < RANGE_FLOOR ? colour_mix(land->range[range], land->sky[2], AIR[range])
                               : colour_mix(land->range[RANGE_NEAR], BLACK, 0.4);
}

void scenery_draw(const Eye *eye, int range)
{
    const Range *it = &scenery_ranges[eye->land->scenery][range];
    CwColour nearer = scenery_colour(eye->land, range + (range < RANGE_FLOOR));
    for (int i = 0; i < STANDS_MAX && it->stands[i].sprite != 0; i++) {
        const CwColour own = {255, 255, 255, 255};
        CwColour tint = colour_mix(scenery_colour(eye->land, range), nearer, 0.3);
        draw_stand(eye, it, &it->stands[i], it->stands[i].rows > 0 ? own : tint);
    }
}
