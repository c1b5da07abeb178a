/* A storm: rain and lightning. Nothing of it is kept: where a drop is follows from its
 * number, the eye and the time of the simulation, so time may run either way. */
#include "common/numbers.h"
#include "common/race.h"
#include "view/scenery.h"
#include "view/view.h"

#include <math.h>

enum { DROPS = 130 };

static const double SPAN = 760.0; /* points: drops repeat sideways after so much */
static const double FLASH_EVERY_S = 6.0;
static const double FLASH_S = 0.4;

typedef struct Sky {
    CwDrawList *list;
    CwViewRect seen;
    double time_s;
    double eye_x, eye_y; /* of the camera, points */
} Sky;

static double wrap(double place, double span)
{
    return place - span * floor(place / span);
}

/* The place of particle `i` at this speed, points a second; nearer ones pass faster. */
static CwPoint2 particle_at(const Sky *sky, int i, CwPoint2 speed, double depth)
{
    double height = sky->seen.height + 40.0;
    double x = SPAN * ridge_scatter(i, 901) + speed.x * sky->time_s - depth * sky->eye_x;
    double y = height * ridge_scatter(i, 902) + speed.y * sky->time_s + depth * sky->eye_y;
    return (CwPoint2){sky->seen.x + wrap(x - sky->seen.x, SPAN),
                      sky->seen.y + wrap(y - sky->seen.y, height)};
}

static void draw_drops(const Sky *sky)
{
    const double slant = 0.45;
    for (int i = 0; i < DROPS; i++) {
        double depth = 0.5 + 0.7 * ridge_scatter(i, 903);
        double fall = 620.0 * depth;
        CwPoint2 at = particle_at(sky, i, (CwPoint2){slant * fall, fall}, depth);
        CwColour tint = {0xd4, 0xe4, 0xf0, (uint8_t)(90.0 * depth)};
        for (; at.x < sky->seen.x + sky->seen.width; at.x += SPAN) {
            CwPoint2 streak[] = {at, {at.x - slant * 17.0 * depth, at.y - 17.0 * depth}};
            cw_draw_polyline(sky->list, streak, 2, 0.9 * depth, tint);
        }
    }
}

/* How bright the sky flashes, 0 to 1: twice in a moment, then not for seconds. */
static double flash_at(double time_s, int64_t *stroke)
{
    *stroke = (int64_t)floor(time_s / FLASH_EVERY_S);
    double begin_s = (0.2 + 0.6 * ridge_scatter(*stroke, 908)) * FLASH_EVERY_S;
    double age_s = time_s - (double)*stroke * FLASH_EVERY_S - begin_s;
    if (age_s < 0.0 || age_s > FLASH_S || ridge_scatter(*stroke, 909) > 0.7) {
        return 0.0;
    }
    double share = age_s / FLASH_S;
    return share < 0.25 ? 1.0 - 2.0 * share : (1.0 - share) * 0.9;
}

static void draw_lightning(const Sky *sky)
{
    enum { KINKS = 9 };
    int64_t stroke;
    double bright = flash_at(sky->time_s, &stroke);
    if (bright <= 0.0) {
        return;
    }
    CwColour light = {0xd8, 0xe4, 0xff, (uint8_t)(70.0 * bright)};
    CwPoint2 bolt[KINKS];
    double x = CW_VIEW_WIDTH * (0.1 + 0.8 * ridge_scatter(stroke, 910));
    for (int i = 0; i < KINKS; i++) {
        x += 26.0 * (ridge_scatter(stroke * KINKS + i, 911) - 0.5);
        bolt[i] = (CwPoint2){x, sky->seen.y + (210.0 - sky->seen.y) * i / ((double)KINKS - 1.0)};
    }
    cw_draw_set_layer(sky->list, LAYER_CLOUDS);
    cw_draw_set_lit(sky->list, true);
    cw_draw_polyline(sky->list, bolt, KINKS, 2.0,
                     (CwColour){0xf4, 0xf8, 0xff, (uint8_t)(255.0 * bright)});
    cw_draw_set_lit(sky->list, false);
    cw_draw_set_layer(sky->list, LAYER_LIGHT);
    cw_draw_set_blend(sky->list, CW_BLEND_ADD);
    cw_draw_rect(sky->list, &(CwRectDraw){sky->seen.x, sky->seen.y, sky->seen.width,
                                          sky->seen.height, light, light});
    cw_draw_set_blend(sky->list, CW_BLEND_NORMAL);
}

void weather_draw(const CwWorld *world, CwFrame *frame)
{
    if (!landscape_of(world)->storm) {
        return;
    }
    double points_per_m = CW_VIEW_HEIGHT / frame->camera->height_m;
    Sky sky = {.list = frame->draw,
               .seen = cw_draw_view(frame->draw),
               .time_s = fmax(0.0, frame->sim_s),
               .eye_x = frame->camera->x_m * points_per_m,
               .eye_y = frame->camera->y_m * points_per_m};
    cw_draw_set_screen(frame->draw);
    cw_draw_set_layer(frame->draw, LAYER_WEATHER);
    draw_drops(&sky);
    if (frame->config != NULL && cw_config_switch(frame, CONFIG_FLASHES) &&
        !frame->comfort.reduced_motion) {
        draw_lightning(&sky);
    }
}
