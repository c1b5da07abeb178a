/* Light: night with the head lamp, dark depth, the grey of a rewind, and the storm. */
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "view/scenery.h"
#include "view/view.h"

#include <math.h>

/* ---- night ---- */

static const double BEAM_M = 7.5, BEAM_DROP_RAD = -0.09;
static const double BEAM_SPREADS_RAD[] = {0.23, 0.15}; /* a cone in a cone: softer sides */
static const CwColour MOONLIGHT = {0x86, 0x92, 0xc4, 255}, WHITE = {255, 255, 255, 255};

static void cover_view(CwDrawList *list, CwColour colour)
{
    const CwViewRect seen = cw_draw_view(list);
    cw_draw_rect(list, &(CwRectDraw){seen.x, seen.y, seen.width, seen.height, colour, colour});
}

static void draw_cone(CwDrawList *list, const BuggyPose *pose, double spread_rad, double night)
{
    enum { RIM = 5 };
    CwPoint2 lamp = buggy_place_m(pose, 1.03, 0.0);
    double angle_rad = pose->chassis.angle_rad + BEAM_DROP_RAD;
    CwPoint2 cone[RIM + 2];
    cone[0] = point_along(lamp, angle_rad + CP_PI / 2.0, 0.1);
    cone[RIM + 1] = point_along(lamp, angle_rad - CP_PI / 2.0, 0.1);
    for (int i = 0; i < RIM; i++) {
        double off_rad = spread_rad * (1.0 - 2.0 * i / ((double)RIM - 1.0));
        cone[i + 1] = point_along(lamp, angle_rad + off_rad, BEAM_M);
    }
    const CwStop stops[] = {{0.0, {255, 214, 140, (uint8_t)(75.0 * night)}},
                            {0.45, {255, 200, 120, (uint8_t)(31.0 * night)}},
                            {1.0, {255, 190, 110, 0}}};
    CwPoint2 end = point_along(lamp, angle_rad, BEAM_M);
    CwGradient light = {.from = lamp, .to = end, .radial = true, .stops = stops, .stop_count = 3};
    cw_draw_shape(list, cone, RIM + 2, &(CwPaint){.gradient = &light});
}

void night_draw(const CwWorld *world, CwFrame *frame)
{
    double night = race_of_const(world)->night;
    CwDrawList *list = frame->draw;
    if (night <= 0.0 || buggy_of_const(world) == NULL || frame->comfort.high_contrast) {
        return;
    }
    BuggyPose pose = buggy_pose(world, frame);
    cw_draw_set_ambient(list, LAYER_LIGHT, colour_mix(WHITE, MOONLIGHT, night));
    cw_draw_set_world(list, 1.0);
    cw_draw_set_layer(list, LAYER_WEATHER); /* the ground hides it */
    cw_draw_set_lit(list, true);
    cw_draw_set_blend(list, CW_BLEND_ADD);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(BEAM_SPREADS_RAD); i++) {
        draw_cone(list, &pose, BEAM_SPREADS_RAD[i], fmin(1.0, 1.6 * night));
    }
    cw_draw_set_lit(list, false);
    cw_draw_set_layer(list, LAYER_LIGHT);
    sprite_glow(list, buggy_place_m(&pose, 1.03, 0.0), 1.3,
                (CwColour){255, 226, 160, (uint8_t)(200.0 * fmin(1.0, 1.6 * night))});
    cw_draw_set_blend(list, CW_BLEND_NORMAL);
}

/* ---- the depth: hides the end of the world ---- */

static const double DEPTH_TOP_M = 2.6;  /* height above the level's bottom */
static const double DEPTH_END_M = -2.0; /* the darkest height */

void depth_draw(const CwWorld *world, CwFrame *frame)
{
    CwColour soil = landscape_seen(world, frame)->soil[2];
    CwColour dark = {soil.r / 4, soil.g / 4, soil.b / 3, 235}, clear = {dark.r, dark.g, dark.b, 0};
    CwDrawList *list = frame->draw;
    cw_draw_set_world(list, 1.0);
    cw_draw_set_layer(list, LAYER_DEPTH);
    CwWorldRect seen = cw_draw_visible_world(list);
    if (buggy_of_const(world) == NULL || seen.bottom_m > DEPTH_TOP_M) {
        return;
    }
    double width_m = seen.right_m - seen.left_m;
    double end_m = DEPTH_END_M + cpfclamp(seen.bottom_m, FALL_LIMIT_M, 0.0); /* sinks in a fall */
    double high_m = DEPTH_TOP_M - DEPTH_END_M, deep_m = fmax(0.0, end_m - seen.bottom_m);
    cw_draw_rect(list, &(CwRectDraw){seen.left_m, end_m + high_m, width_m, high_m, clear, dark});
    cw_draw_rect(list, &(CwRectDraw){seen.left_m, end_m, width_m, deep_m, dark, dark});
}

/* ---- a rewind: the colours drain out, and return after it ---- */

static const double DRAIN_TAU_S = 0.12;
static const double VEIL_MIN = 0.02; /* a fainter veil is not drawn */

static const CwColour GREY = {0x9a, 0x92, 0x86, 128};  /* takes colours away */
static const CwColour SEPIA = {0xf4, 0xdc, 0xb4, 255}; /* tints the grey that is left */

void veil_update(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    View *view = frame->view;
    double target = frame->sim_dt_s < 0.0 ? 1.0 : 0.0;
    if (frame->sim_dt_s != 0.0) { /* the veil stays while time stands still */
        view->drain = cw_smooth(view->drain, target, DRAIN_TAU_S, fmin(frame->dt_s, 0.1));
    }
}

void veil_draw(const CwWorld *world, CwFrame *frame)
{
    double light = 1.0 - 0.6 * race_of_const(world)->night; /* no fog in the dark */
    double drain = ((const View *)frame->view)->drain;
    if (drain < VEIL_MIN) {
        return;
    }
    CwColour grey = {(uint8_t)(GREY.r * light), (uint8_t)(GREY.g * light),
                     (uint8_t)(GREY.b * light), (uint8_t)(GREY.a * drain)};
    cw_draw_set_screen(frame->draw);
    cw_draw_set_layer(frame->draw, LAYER_VEIL);
    cover_view(frame->draw, grey);
    cw_draw_set_blend(frame->draw, CW_BLEND_MULTIPLY);
    cover_view(frame->draw, colour_mix(WHITE, SEPIA, drain));
    cw_draw_set_blend(frame->draw, CW_BLEND_NORMAL);
}

/* ---- a storm: rain and lightning. It has no state: a drop's place is a function of its number,
 * the eye and the simulation's time, so time may run backwards ---- */

static const double DROPS = 130.0;
static const double SPAN = 760.0; /* points after which drops repeat sideways */
static const double FLASH_EVERY_S = 6.0, FLASH_S = 0.4;
static const double THUNDER_S = 0.7; /* time from the flash to the thunder */

static double wrap(double place, double span)
{
    return place - span * floor(place / span);
}

/* Draws drops; nearer ones fall and pass faster. */
static void draw_drops(const CwFrame *frame, int count)
{
    const CwViewRect seen = cw_draw_view(frame->draw);
    const double slant = 0.45, height = seen.height + 40.0;
    const double points_per_m = CW_VIEW_HEIGHT / frame->camera->height_m, time_s = frame->sim_s;
    const CwPoint2 eye = {frame->camera->x_m * points_per_m, frame->camera->y_m * points_per_m};
    for (int i = 0; i < count; i++) {
        double depth = 0.5 + 0.7 * ridge_scatter(i, 903), fall = 620.0 * depth;
        double x = SPAN * ridge_scatter(i, 901) + slant * fall * time_s - depth * eye.x;
        double y = height * ridge_scatter(i, 902) + fall * time_s + depth * eye.y;
        CwPoint2 at = {seen.x + wrap(x - seen.x, SPAN), seen.y + wrap(y - seen.y, height)};
        CwColour tint = {0xd4, 0xe4, 0xf0, (uint8_t)(90.0 * depth)};
        for (; at.x < seen.x + seen.width; at.x += SPAN) {
            CwPoint2 tail = {at.x - slant * 17.0 * depth, at.y - 17.0 * depth};
            draw_line(frame->draw, at, tail, 0.9 * depth, tint);
        }
    }
}

/* Time since the stroke of this span of time; negative before it, or if there is none. */
static double stroke_age_s(double time_s, int64_t *stroke)
{
    *stroke = (int64_t)floor(time_s / FLASH_EVERY_S);
    double begin_s = (0.2 + 0.6 * ridge_scatter(*stroke, 908)) * FLASH_EVERY_S;
    return ridge_scatter(*stroke, 909) > 0.7 ? -1.0
                                             : time_s - (double)*stroke * FLASH_EVERY_S - begin_s;
}

bool weather_thunders(const CwFrame *frame)
{
    int64_t stroke;
    double age_s = stroke_age_s(frame->sim_s, &stroke);
    return age_s >= THUNDER_S && age_s - THUNDER_S < frame->sim_dt_s;
}

/* Draws a flash that is bright twice in a moment, then not for seconds. */
static void draw_lightning(const CwFrame *frame)
{
    enum { KINKS = 13, FORK = 4 };
    int64_t stroke;
    double share = stroke_age_s(frame->sim_s, &stroke) / FLASH_S, top = cw_draw_view(frame->draw).y;
    if (share < 0.0 || share >= 1.0) {
        return;
    }
    double bright = share < 0.25 ? 1.0 - 2.0 * share : (1.0 - share) * 0.9;
    cw_draw_set_layer(frame->draw, LAYER_CLOUDS);
    cw_draw_set_lit(frame->draw, true);
    for (uint32_t fork = 0; fork < 2; fork++) {
        CwPoint2 bolt[KINKS];
        double x = CW_VIEW_WIDTH * (0.1 + 0.8 * ridge_scatter(stroke, 910));
        for (int i = 0; i < KINKS; i++) {
            uint32_t branch = i > FORK ? fork : 0;
            x += 36.0 * (ridge_scatter(stroke * KINKS + i, 911 + branch) - 0.5) + 12.0 * branch;
            bolt[i] = (CwPoint2){x, top + (250.0 - top) * i / ((double)KINKS - 1.0)};
        }
        for (int ring = 3; ring > 0; ring--) { /* a glow around a white core */
            uint8_t alpha = (uint8_t)((ring == 1 ? 250.0 : 36.0) * bright);
            cw_draw_polyline(frame->draw, bolt, KINKS - 2 * (int)fork,
                             ring * ring + 0.9 - 0.5 * fork, (CwColour){0xe4, 0xee, 0xff, alpha});
        }
    }
    cw_draw_set_lit(frame->draw, false);
    cw_draw_set_layer(frame->draw, LAYER_LIGHT);
    cw_draw_set_blend(frame->draw, CW_BLEND_ADD);
    cover_view(frame->draw, (CwColour){0xd8, 0xe4, 0xff, (uint8_t)(70.0 * bright)});
    cw_draw_set_blend(frame->draw, CW_BLEND_NORMAL);
}

void weather_draw(const CwWorld *world, CwFrame *frame)
{
    if (!race_of_const(world)->land->storm) {
        return;
    }
    cw_draw_set_screen(frame->draw);
    cw_draw_set_layer(frame->draw, LAYER_WEATHER);
    draw_drops(frame, (int)(DROPS * cpflerp(0.3, 1.0, frame->quality)));
    if (cw_config_switch(frame, CONFIG_FLASHES) && !frame->comfort.reduced_motion) {
        draw_lightning(frame);
    }
}
