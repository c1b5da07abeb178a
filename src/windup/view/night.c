/* Night: it darkens the world, and the buggy's head lamp lights it up again. */
#include "common/landscape.h"
#include "common/numbers.h"
#include "common/run.h"
#include "common/sprites.h"
#include "view/view.h"

#include <math.h>

static const double BEAM_M = 7.5, BEAM_SPREAD_RAD = 0.2, BEAM_DROP_RAD = -0.09;
static const CwColour MOONLIGHT = {0x86, 0x92, 0xc4, 255};

static uint8_t dimmed(uint8_t light, double night)
{
    return (uint8_t)(255.0 - (255.0 - light) * night);
}

/* All that doesn't shine by itself. */
static void darken(CwDrawList *list, double night)
{
    cw_draw_set_ambient(list, LAYER_LIGHT,
                        (CwColour){dimmed(MOONLIGHT.r, night), dimmed(MOONLIGHT.g, night),
                                   dimmed(MOONLIGHT.b, night), 255});
}

static CwPoint2 reach(CwPoint2 from, double angle_rad, double length_m)
{
    return (CwPoint2){from.x + length_m * cos(angle_rad), from.y + length_m * sin(angle_rad)};
}

/* A cone that fades with the distance. */
static void draw_beam(CwDrawList *list, const BuggyPose *pose, double night)
{
    enum { RIM = 5 };
    CwPoint2 lamp = buggy_place_m(pose, 1.03, 0.0);
    double angle_rad = pose->chassis.angle_rad + BEAM_DROP_RAD;
    CwPoint2 cone[RIM + 2];
    cone[0] = reach(lamp, angle_rad + CP_PI / 2.0, 0.1);
    cone[RIM + 1] = reach(lamp, angle_rad - CP_PI / 2.0, 0.1);
    for (int i = 0; i < RIM; i++) {
        double off_rad = BEAM_SPREAD_RAD * (1.0 - 2.0 * i / ((double)RIM - 1.0));
        cone[i + 1] = reach(lamp, angle_rad + off_rad, BEAM_M);
    }
    const CwStop stops[] = {{0.0, {255, 214, 140, (uint8_t)(150.0 * night)}},
                            {0.45, {255, 200, 120, (uint8_t)(62.0 * night)}},
                            {1.0, {255, 190, 110, 0}}};
    CwGradient light = {.from = lamp,
                        .to = reach(lamp, angle_rad, BEAM_M),
                        .radial = true,
                        .stops = stops,
                        .stop_count = 3};
    cw_draw_shape(list, cone, RIM + 2, &(CwPaint){.gradient = &light});
}

void night_draw(const CwWorld *world, CwFrame *frame)
{
    double night = run_of_const(world)->night;
    CwDrawList *list = frame->draw;
    if (night <= 0.0 || buggy_of_const(world) == NULL) {
        return;
    }
    BuggyPose pose = driver_pose(world, frame);
    darken(list, night);
    cw_draw_set_world(list, 1.0);
    cw_draw_set_layer(list, LAYER_LIGHT);
    cw_draw_set_blend(list, CW_BLEND_ADD);
    draw_beam(list, &pose, fmin(1.0, 1.6 * night));
    sprite_glow(list, buggy_place_m(&pose, 1.03, 0.0), 1.3,
                (CwColour){255, 226, 160, (uint8_t)(200.0 * fmin(1.0, 1.6 * night))});
    cw_draw_set_blend(list, CW_BLEND_NORMAL);
}
