/* The backdrop: sky, sun, clouds and three ranges of hills, each moving less the further away.
 *
 * It is composed in metres from the middle of the view at the camera's usual height, and keeps that
 * scale when the camera draws back: what is far away does not shrink then, and copies of natural
 * size are the cheapest there are. */
#include "game/buggy.h"
#include "game/numbers.h"
#include "game/rules.h"
#include "game/sprites.h"
#include "windup/view.h"

#include <math.h>

static const CwColour SKY_TOP = {0x20, 0x30, 0x5a, 255};
static const CwColour SKY_MIDDLE = {0x7d, 0x86, 0xa6, 255};
static const CwColour SKY_HORIZON = {0xf7, 0xbd, 0x85, 255};

static const double NIGHT_ALPHA = 150.0; /* of 255: how dark it gets */

static const double REFERENCE_M =
    9.0; /* camera height above the level's bottom it is composed for */

/* One range of hills; heights are of the middle of the picture, relative to the view's middle. */
typedef struct Range {
    int sprite, layer;
    double parallax;
    double bottom_m; /* of the picture, relative to the middle of the view */
    CwColour below;
} Range;

static const Range RANGES[] = {
    {SPRITE_BACKDROP_FAR, LAYER_FAR, 0.10, -1.6, {0x93, 0xac, 0xaf, 255}},
    {SPRITE_BACKDROP_MID, LAYER_MID, 0.22, -2.6, {0x4f, 0x85, 0x84, 255}},
    {SPRITE_BACKDROP_NEAR, LAYER_NEAR, 0.42, -4.6, {0x0f, 0x35, 0x3c, 255}},
};

static const double POINTS_PER_M = CW_VIEW_HEIGHT / CAMERA_HEIGHT_M;

/* Metres from the middle of the view, y up, to view points. */
static CwPoint2 on_view(double x_m, double y_m)
{
    return (CwPoint2){CW_VIEW_WIDTH / 2.0 + x_m * POINTS_PER_M,
                      CW_VIEW_HEIGHT / 2.0 - y_m * POINTS_PER_M};
}

/* Metres from the middle of the view to its sides, which are further away in a wider window. */
static double half_width_m(const CwFrame *frame)
{
    return cw_draw_view(frame->draw).width / 2.0 / POINTS_PER_M;
}

/* How far the eye's height moves what has this parallax: less than sideways, it is composed. */
static double sink_m(const CwWorld *world, const CwFrame *frame, double parallax)
{
    double rise_m = frame->camera->y_m - run_of_const(world)->start_m.y - REFERENCE_M;
    return -rise_m * parallax * 0.8;
}

/* The first of a row of tiles that reaches to the left of the view. */
static double first_tile_m(const CwFrame *frame, double parallax, double tile_m, double reach_m)
{
    double offset_m = -frame->camera->x_m * parallax;
    double tiles = floor((-reach_m - offset_m) / tile_m);
    return offset_m + tiles * tile_m;
}

/* Simulation time of the picture. */
static double picture_time_s(const CwWorld *world, const CwFrame *frame)
{
    return fmax(0.0, cw_world_time_s(world) + (frame->alpha - 1.0) * cw_world_dt_s(world));
}

static void draw_sky(CwDrawList *list)
{
    const CwViewRect seen = cw_draw_view(list);
    const double middle = CW_VIEW_HEIGHT * 0.42;
    const double horizon = CW_VIEW_HEIGHT * 0.74;
    const double bottom = seen.y + seen.height;
    cw_draw_set_screen(list);
    cw_draw_set_layer(list, LAYER_SKY);
    cw_draw_rect(list,
                 &(CwRectDraw){seen.x, seen.y, seen.width, middle - seen.y, SKY_TOP, SKY_MIDDLE});
    cw_draw_rect(
        list, &(CwRectDraw){seen.x, middle, seen.width, horizon - middle, SKY_MIDDLE, SKY_HORIZON});
    cw_draw_rect(list, &(CwRectDraw){seen.x, horizon, seen.width, bottom - horizon, SKY_HORIZON,
                                     SKY_HORIZON});
}

static void draw_sun(const CwWorld *world, CwFrame *frame)
{
    CwPoint2 at = on_view(4.2 - frame->camera->x_m * 0.008, 1.5 + sink_m(world, frame, 0.05));
    cw_draw_set_layer(frame->draw, LAYER_SUN);
    cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_SUN, .x = at.x, .y = at.y});
}

/* Clouds drift with the time of the simulation: paused, they stand still. */
static void draw_clouds(const CwWorld *world, CwFrame *frame)
{
    static const struct {
        double x_m, y_m, size_m, drift_mps, parallax;
        uint8_t alpha;
    } clouds[] = {
        {1.0, 3.4, 3.4, 0.10, 0.05, 210},
        {9.5, 2.3, 4.4, 0.14, 0.07, 235},
        {15.0, 3.7, 2.6, 0.08, 0.04, 180},
        {21.0, 2.9, 3.8, 0.12, 0.06, 225},
    };
    const double span_m = 26.0;
    double time_s = picture_time_s(world, frame);
    cw_draw_set_layer(frame->draw, LAYER_CLOUDS);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(clouds); i++) {
        double x_m =
            clouds[i].x_m - clouds[i].drift_mps * time_s - clouds[i].parallax * frame->camera->x_m;
        x_m -= span_m * floor(x_m / span_m);
        CwPoint2 at = on_view(x_m - span_m / 2.0, clouds[i].y_m + sink_m(world, frame, 0.06));
        cw_draw_sprite(frame->draw,
                       &(CwSpriteDraw){.sprite = SPRITE_CLOUD,
                                       .x = at.x,
                                       .y = at.y,
                                       .width = clouds[i].size_m * POINTS_PER_M,
                                       .tint = &(CwColour){255, 255, 255, clouds[i].alpha}});
    }
}

static void draw_range(const CwWorld *world, const Range *range, CwFrame *frame)
{
    const CwSpriteDef *def = &windup_sprites[range->sprite];
    CwViewRect seen = cw_draw_view(frame->draw);
    double bottom_m = range->bottom_m + sink_m(world, frame, range->parallax);
    double below_y = on_view(0.0, bottom_m + 0.02).y;
    cw_draw_set_layer(frame->draw, range->layer);
    cw_draw_rect(frame->draw, &(CwRectDraw){seen.x, below_y, seen.width,
                                            fmax(1.0, seen.y + seen.height - below_y), range->below,
                                            range->below});
    double half_m = half_width_m(frame);
    double x_m = first_tile_m(frame, range->parallax, def->width_m, half_m);
    for (; x_m < half_m; x_m += def->width_m) {
        CwPoint2 at = on_view(x_m + def->width_m / 2.0, bottom_m + def->height_m / 2.0);
        cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = range->sprite, .x = at.x, .y = at.y});
    }
}

/* Pairs of great gears behind the near hills; 26 teeth turn 16. */
static void draw_gears(const CwWorld *world, CwFrame *frame)
{
    const double parallax = 0.32;
    const double every_m = 17.0;
    const double big_m = 4.2;
    const double small_m = big_m * 16.0 / 26.0;
    const CwColour tint = {0xc4, 0xdc, 0xff, 120};
    double turn_rad = 0.25 * picture_time_s(world, frame);
    double y_m = -1.6 + sink_m(world, frame, parallax);
    double reach_m = half_width_m(frame) + big_m;
    cw_draw_set_layer(frame->draw, LAYER_GEARS);
    for (double x_m = first_tile_m(frame, parallax, every_m, reach_m); x_m < reach_m;
         x_m += every_m) {
        CwPoint2 big = on_view(x_m, y_m);
        CwPoint2 small =
            on_view(x_m + 0.80 * (big_m + small_m) / 2.0, y_m + 0.53 * (big_m + small_m) / 2.0);
        cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_GEAR_B,
                                                    .x = big.x,
                                                    .y = big.y,
                                                    .width = big_m * POINTS_PER_M,
                                                    .angle_rad = turn_rad,
                                                    .tint = &tint});
        cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_GEAR_A,
                                                    .x = small.x,
                                                    .y = small.y,
                                                    .width = small_m * POINTS_PER_M,
                                                    .angle_rad = -turn_rad * 26.0 / 16.0 + 0.1,
                                                    .tint = &tint});
    }
}

/* Night falls over all of it. */
static void draw_night(const CwWorld *world, CwFrame *frame)
{
    double night = run_of_const(world)->night;
    if (night > 0.0) {
        const CwViewRect seen = cw_draw_view(frame->draw);
        CwColour dark = {0x06, 0x0a, 0x22, (uint8_t)(NIGHT_ALPHA * night)};
        cw_draw_set_layer(frame->draw, LAYER_NEAR);
        cw_draw_rect(frame->draw,
                     &(CwRectDraw){seen.x, seen.y, seen.width, seen.height, dark, dark});
    }
}

void backdrop_draw(const CwWorld *world, CwFrame *frame)
{
    if (buggy_of_const(world) == NULL) {
        return; /* a map of another land */
    }
    draw_sky(frame->draw);
    draw_sun(world, frame);
    draw_clouds(world, frame);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(RANGES); i++) {
        draw_range(world, &RANGES[i], frame);
    }
    draw_gears(world, frame);
    draw_night(world, frame);
}
