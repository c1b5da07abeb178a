/* The backdrop: sky, sun or moon, clouds, three ranges with things on them. Its places are metres
 * from the view's middle at the camera's usual height, whatever the zoom: far things do not shrink,
 * and copies of natural size are cheap. */
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "things/ground.h"
#include "view/scenery.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

static const double REFERENCE_M = 9.0; /* height of the camera that the backdrop is composed for */
static const double LOW_M = 5.0;       /* a low camera hides no more of the sky than one this low */
static const double SKY_MIDDLE = 0.42, SKY_HORIZON = 0.74; /* shares of the view's height */
static const double CREST_STEP_M = 0.4;
static const double SEA_M = -0.55;   /* horizon of a harbour */
static const double PIT_M = 2.2;     /* depth below the floor at which all is mist */
static const double HAZE = 0.72;     /* share of the mist at the feet of a ridge */
static const double MIST_RISE = 1.6; /* reliefs from the feet of a ridge up to clear air */
static const double SOFT_EDGE = 2.0; /* softness of a crest, view points */

static const CwColour DUSK = {0xff, 0x86, 0x5a, 255};
static const CwColour DISTANT = {255, 255, 255, 232}; /* the sky shows through */
static const double AIRSHIP_M = 2.4;

static const int LAYERS[RANGE_COUNT] = {LAYER_FAR, LAYER_MID, LAYER_NEAR, LAYER_FLOOR};

/* The shift of the ranges, from the name of the level's file: the same each time. */
static double hash_shift_m(const CwMap *map)
{
    const char *path = cw_map_path(map), *slash = strrchr(path, '/');
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = slash == NULL ? path : slash + 1; *c != '\0'; c++) {
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    }
    return hash % 4096u;
}

static Eye make_eye(const CwWorld *world, const CwFrame *frame)
{
    const Race *race = race_of_const(world);
    double rise_m = frame->camera->y_m - race->start_m.y - REFERENCE_M;
    return (Eye){.list = frame->draw,
                 .world = world,
                 .land = landscape_seen(world, frame),
                 .x_m = frame->camera->x_m,
                 .shift_m = hash_shift_m(cw_world_map(world)),
                 .rise_m = rise_m / (1.0 + fmax(0.0, -rise_m) / LOW_M),
                 .half_m = cw_draw_view(frame->draw).width / 2.0 / scenery_points(1.0),
                 .finish_m = race->finish_x_m,
                 .night = frame->comfort.high_contrast ? 0.0 : race->night,
                 .time_s = frame->sim_s,
                 .run_s = clock_time_s(world, frame)};
}

/* Draws a strip across the picture between two heights, with a gradient. */
static void draw_strip(const Eye *eye, double top, double bottom, CwColour above, CwColour below)
{
    const CwViewRect seen = cw_draw_view(eye->list);
    cw_draw_rect(eye->list,
                 &(CwRectDraw){seen.x, top, seen.width, fmax(0.0, bottom - top), above, below});
}

static void draw_sky(const Eye *eye)
{
    const CwViewRect seen = cw_draw_view(eye->list);
    const double day = eye->land->sun * cpfclamp01(eye->x_m / fmax(1.0, eye->finish_m));
    CwColour sky[3];
    for (int i = 0; i < 3; i++) { /* evening comes on the way */
        sky[i] = colour_mix(eye->land->sky[i], DUSK, (0.05 + 0.06 * i) * day);
    }
    const double middle = CW_VIEW_HEIGHT * SKY_MIDDLE, horizon = CW_VIEW_HEIGHT * SKY_HORIZON;
    cw_draw_set_layer(eye->list, LAYER_SKY);
    draw_strip(eye, seen.y, middle, sky[0], sky[1]);
    draw_strip(eye, middle, horizon, sky[1], sky[2]);
    draw_strip(eye, horizon, seen.y + seen.height, sky[2], sky[2]);
}

/* Stars twinkle, each at its own pace. */
static void draw_stars(const Eye *eye)
{
    enum { STARS = 70 };
    const CwViewRect seen = cw_draw_view(eye->list);
    for (int i = 0; i < STARS; i++) {
        double x = seen.x + seen.width * ridge_scatter(i, 501);
        double y = seen.y + (200.0 - seen.y) * ridge_scatter(i, 502);
        double twinkle = 0.75 + 0.25 * sin((1.0 + ridge_scatter(i, 503)) * eye->time_s + i);
        double size = 0.8 + 1.1 * ridge_scatter(i, 504);
        CwColour light = {0xff, 0xf4, 0xd8, (uint8_t)(210.0 * twinkle * eye->night)};
        cw_draw_rect(eye->list, &(CwRectDraw){x, y, size, size, light, light});
    }
}

static CwPoint2 disc_place(const Eye *eye)
{
    return scenery_on_view(eye->land->disc_x_m - eye->x_m * 0.008,
                           eye->land->disc_y_m + scenery_sink_m(eye, 0.05));
}

/* The sun and the moon are clocks; their hands are the run's. */
static void draw_sky_lights(const Eye *eye)
{
    bool is_sun = eye->land->sun > 0.0;
    if (!is_sun && eye->night <= 0.6) {
        return;
    }
    cw_draw_set_layer(eye->list, LAYER_SUN);
    cw_draw_set_lit(eye->list, !is_sun);
    if (!is_sun) {
        draw_stars(eye);
    }
    CwPoint2 at = disc_place(eye);
    int disc = is_sun ? eye->land->disc : SPRITE_MOON;
    CwColour tint = is_sun ? eye->land->halo : (CwColour){255, 255, 255, 255};
    tint.a = (uint8_t)(255.0 * (is_sun ? eye->land->sun : 1.0));
    CwColour moons = {0x5c, 0x6c, 0x94, 255}, suns = {0xb5, 0x6a, 0x3c, (uint8_t)(0.8 * tint.a)};
    double hand = (is_sun ? 0.284 : 0.164) * windup_sprites[disc].width_m;
    sprite_tint(eye->list, disc, (CwTransform2){at.x, at.y, 0.0}, NATURAL, &tint);
    clock_hands_draw(eye->list, &(ClockHands){at, scenery_points(hand), eye->run_s, -1.0,
                                              is_sun ? suns : moons});
    cw_draw_set_lit(eye->list, false);
}

/* Clouds drift with the time of the simulation: paused, they stand still. */
static void draw_clouds(const Eye *eye)
{
    enum { CLOUDS = 8 };
    const Landscape *land = eye->land;
    const double span_m = 32.0;
    uint32_t salt = (uint32_t)eye->shift_m;
    cw_draw_set_layer(eye->list, LAYER_CLOUDS);
    for (int i = 0; i < CLOUDS && land->cloud.a > 0; i++) {
        double lot = ridge_scatter(i, salt), pace = 0.7 + 0.6 * ridge_scatter(i, salt + 1);
        double drift_m = land->cloud_mps * (0.4 + 0.6 * landscape_wind(eye->world)) * eye->time_s +
                         0.06 * eye->x_m;
        double x_m = (i + 0.7 * lot) * span_m / CLOUDS - pace * drift_m;
        bool is_ship = i == 4 && land->sun > 0.0;
        double y_m = land->cloud_m + 1.6 * ridge_scatter(i, salt + 2) + (i % 4 == 3 ? 4.0 : 0.0);
        CwPoint2 at = scenery_on_view(x_m - span_m * (floor(x_m / span_m) + 0.5),
                                      (is_ship ? AIRSHIP_M : y_m) + scenery_sink_m(eye, 0.06));
        sprite_tint(eye->list, is_ship ? SPRITE_AIRSHIP : land->clouds + i % 2,
                    (CwTransform2){at.x, at.y, 0.0}, NATURAL, is_ship ? &DISTANT : &land->cloud);
    }
}

/* The lowest place of a range's crest, view points: lower things behind it are hidden. */
static double crest_foot_y(const Eye *eye, const Range *range)
{
    double waves_m = range->ridge.form == RIDGE_LEVEL ? 0.0 : 1.3 * range->ridge.relief_m;
    double low_m = range->ridge.middle_m - waves_m;
    return scenery_on_view(0.0, low_m + scenery_sink_m(eye, range->ridge.parallax)).y;
}

/* The outline of a range, with room for the corners at the foot. */
typedef struct Crest {
    CwPoint2 points[CW_SHAPE_CORNERS_MAX];
    int count;
    double low; /* lowest y in the picture */
} Crest;

/* Finds the crest in steps at the range's own places, so it doesn't swim. */
static void find_crest(const Eye *eye, const Range *range, Crest *crest)
{
    double middle_m = scenery_middle_m(eye, range->ridge.parallax);
    double sink_m = scenery_sink_m(eye, range->ridge.parallax);
    int64_t first = (int64_t)floor((middle_m - eye->half_m) / CREST_STEP_M);
    int64_t last = (int64_t)ceil((middle_m + eye->half_m) / CREST_STEP_M);
    enum { STEPS_MAX = CW_SHAPE_CORNERS_MAX - 2 };
    double first_m = (double)first * CREST_STEP_M, heights_m[STEPS_MAX];
    crest->count = last - first < STEPS_MAX ? (int)(last - first) + 1 : STEPS_MAX;
    crest->low = -INFINITY;
    ridge_heights_m(&range->ridge, &(RidgeSteps){first_m, CREST_STEP_M, crest->count}, heights_m);
    for (int i = 0; i < crest->count; i++) {
        double x_m = first_m + i * CREST_STEP_M;
        crest->points[i] = scenery_on_view(x_m - middle_m, heights_m[i] + sink_m);
        crest->low = fmax(crest->low, crest->points[i].y);
    }
}

/* Draws a range, and below its crest the mist: pits are light, so that gaps show. */
static void draw_range(const Eye *eye, int number, Crest *crest)
{
    const CwViewRect seen = cw_draw_view(eye->list);
    const Range *range = &scenery_ranges[eye->land->scenery][number];
    double foot = crest_foot_y(eye, range), bottom = seen.y + seen.height;
    bool is_last = number + 1 == RANGE_COUNT, is_flat = range->ridge.relief_m == 0.0;
    bool is_sea = eye->land->scenery == SCENERY_HARBOUR && !is_last;
    double end =
        is_last ? fmin(foot + scenery_points(PIT_M), bottom) : crest_foot_y(eye, range + 1);
    CwColour top = scenery_colour(eye->land, number), mist = eye->land->mist;
    double share = number < RANGE_NEAR ? fmin(0.7, 1.4 * mist.a / 255.0) : 0.6;
    mist = number < RANGE_NEAR ? mist : eye->land->range[RANGE_MID];
    mist.a = 255;
    CwColour deep = is_sea ? scenery_colour(eye->land, number + 1) : colour_mix(top, mist, share);
    end = fmax(end, foot + 1.0);
    cw_draw_set_layer(eye->list, LAYERS[number]);
    /* a lit rim, the crest, and a layer below it */
    const double down_m[] = {0.0, 0.04, 0.34};
    const CwColour colours[] = {colour_mix(top, eye->land->sky[2], 0.45), top,
                                colour_mix(top, deep, 0.22)};
    for (int band = 0; band < 3 && !is_flat; band++) {
        CwPoint2 *points = crest->points;
        int count = crest->count;
        for (int i = 0; i < count; i++) {
            points[i].y += scenery_points(down_m[band]);
        }
        points[count] = (CwPoint2){points[count - 1].x, foot + 1.0};
        points[count + 1] = (CwPoint2){points[0].x, foot + 1.0};
        cw_draw_shape(eye->list, points, count + 2, &(CwPaint){.colour = colours[band]});
    }
    CwColour haze = {deep.r, deep.g, deep.b, (uint8_t)(255.0 * HAZE)};
    draw_strip(eye, foot - scenery_points(MIST_RISE * range->ridge.relief_m), foot,
               (CwColour){deep.r, deep.g, deep.b, 0}, haze);
    draw_strip(eye, foot, end, is_flat ? top : colour_mix(top, deep, HAZE), deep);
    if (is_last) {
        draw_strip(eye, end, bottom, deep, deep);
    }
}

/* Glints drift with the swell; every second one lies in the path of light below the sun. */
static void draw_sea(const Eye *eye)
{
    enum { GLINTS = 60 };
    const CwViewRect seen = cw_draw_view(eye->list);
    double top = scenery_on_view(0.0, SEA_M + scenery_sink_m(eye, 0.08)).y;
    for (int i = 0; i < GLINTS; i++) {
        double depth = ridge_scatter(i, 701), lot = ridge_scatter(i, 703);
        double swell = 0.5 + 0.5 * sin(0.9 * eye->time_s + 5.0 * ridge_scatter(i, 702));
        double along = lot - eye->x_m * (0.10 + 0.1 * depth) / 18.0;
        double length = (10.0 + 26.0 * depth) * swell;
        double x = seen.x + seen.width * (along - floor(along));
        bool is_path = i % 2 == 0 && eye->land->sun > 0.0;
        CwColour light = is_path ? eye->land->lamplight : eye->land->mist;
        light.a = is_path ? 210 : 130;
        x = is_path ? disc_place(eye).x + (lot - 0.5) * 190.0 * (1.0 - 0.5 * depth) - length : x;
        length *= is_path ? 2.0 : 1.0;
        cw_draw_rect(eye->list,
                     &(CwRectDraw){x, top + 2.0 + 50.0 * depth, length, 1.0 + depth, light, light});
    }
}

void backdrop_draw(const CwWorld *world, CwFrame *frame)
{
    if (buggy_of_const(world) == NULL) {
        return; /* a map of another land */
    }
    Eye eye = make_eye(world, frame);
    const CwViewRect seen = cw_draw_view(eye.list);
    Crest crests[RANGE_COUNT];
    cw_draw_set_screen(eye.list);
    draw_sky(&eye);
    for (int range = 0; range < RANGE_COUNT; range++) {
        find_crest(&eye, &scenery_ranges[eye.land->scenery][range], &crests[range]);
        /* hides things behind the lowest place of the crest in the picture */
        double low = crests[range].low + SOFT_EDGE;
        cw_draw_clip_begin(eye.list, (CwViewRect){seen.x, seen.y, seen.width, low - seen.y});
        if (range == 0) {
            draw_sky_lights(&eye);
            draw_clouds(&eye);
        } else {
            draw_range(&eye, range - 1, &crests[range - 1]);
        }
        if (range == RANGE_MID && eye.land->scenery == SCENERY_HARBOUR) {
            draw_sea(&eye);
        }
        cw_draw_set_layer(eye.list, LAYERS[range]);
        scenery_draw(&eye, range);
        cw_draw_clip_end(eye.list);
    }
    draw_range(&eye, RANGE_COUNT - 1, &crests[RANGE_COUNT - 1]);
}

/* The opacity of a foreground thing: 0 unless the bottom of the picture is deep soil around it, so
 * that it hides neither the road nor a danger. */
static double front_opacity(const Soil *soil, const CwCamera *camera, CwPoint2 on_view)
{
    double room = 0.0;
    for (int i = -5; i <= 5; i++) {
        CwPoint2 at = cw_camera_to_world(camera, on_view);
        room += cpfclamp01(soil_lowest_m(soil, 0, at.x + i, at.x + i) - at.y - 2.2) / 11.0;
    }
    return cpfclamp01(3.0 * room - 2.0);
}

void front_draw(const CwWorld *world, CwFrame *frame)
{
    const double parallax = 1.5, every_m = 15.0;
    if (buggy_of_const(world) == NULL || frame->comfort.high_contrast ||
        frame->comfort.reduced_motion) {
        return;
    }
    Eye eye = make_eye(world, frame);
    const CwViewRect seen = cw_draw_view(eye.list);
    const int sprite = SPRITE_FRONT_FERN + (int)eye.land->depths;
    const CwSpriteDef *def = &windup_sprites[sprite];
    CwColour tint = colour_mix(colour_mix(eye.land->soil[2], eye.land->sky[0], 0.35), BLACK, 0.4);
    double middle_m = scenery_middle_m(&eye, parallax), reach_m = eye.half_m + def->width_m;
    int64_t last = (int64_t)floor((middle_m + reach_m) / every_m);
    cw_draw_set_screen(eye.list);
    cw_draw_set_layer(eye.list, LAYER_FRONT);
    for (int64_t i = (int64_t)floor((middle_m - reach_m) / every_m); i <= last; i++) {
        double x_m = ((double)i + 0.3 * ridge_scatter(i, 811)) * every_m - middle_m;
        CwPoint2 at = {scenery_on_view(x_m, 0.0).x, seen.y + seen.height};
        tint.a = (uint8_t)(235.0 * front_opacity(race_of_const(world)->soil, frame->camera, at));
        at.y -= scenery_points(def->height_m * (0.26 + 0.16 * ridge_scatter(i, 812)));
        sprite_tint(eye.list, sprite, (CwTransform2){at.x, at.y, 0.0}, NATURAL, &tint);
    }
}

void map_draw(const CwWorld *world, CwFrame *frame)
{
    const CwMap *map = cw_world_map(world);
    bool is_foreign = buggy_of_const(world) == NULL;
    cw_draw_set_layer(frame->draw, is_foreign ? LAYER_SKY : LAYER_DECOR);
    if (is_foreign) {
        CwColour colour = cw_map_background(map);
        cw_draw_set_screen(frame->draw);
        cw_draw_rect(frame->draw,
                     &(CwRectDraw){0.0, 0.0, CW_VIEW_WIDTH, CW_VIEW_HEIGHT, colour, colour});
    }
    cw_draw_map(frame->draw,
                &(CwMapDraw){.map = map, .count = cw_map_layer_count(map), .time_s = frame->sim_s});
}
