/* Dust, sparks and confetti, and the celebration at the finish. */
#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "things/kinds.h"
#include "view/scenery.h"
#include "view/view.h"

#include <math.h>

static const double PUFFS_PER_M = 0.55; /* of tread that slips or rolls fast */

static const CwColour DUST = {0xd9, 0xb4, 0x8a, 150};
static const CwColour SPRAY = {0xbf, 0xea, 0xe2, 190};
static const CwColour WHITE = {255, 255, 255, 255};

/* The oldest makes room. */
static Particle *take(View *view)
{
    Particle *particle = &view->particles[view->next_particle];
    view->next_particle = (view->next_particle + 1) % PARTICLE_COUNT;
    return particle;
}

void particles_dust(View *view, CwPoint2 at_m, CwPoint2 speed_mps, double size_m)
{
    CwRng *rng = &view->rng;
    *take(view) = (Particle){
        .at_m = {at_m.x + cw_rng_range(rng, -0.1, 0.1), at_m.y + cw_rng_range(rng, 0.0, 0.1)},
        .speed_mps = {speed_mps.x + cw_rng_range(rng, -0.6, 0.6),
                      speed_mps.y + cw_rng_range(rng, 0.2, 0.9)},
        .life_s = cw_rng_range(rng, 0.45, 0.95),
        .size_m = size_m * cw_rng_range(rng, 0.7, 1.2),
        .growth_mps = 0.7,
        .fall_mps2 = -0.3,
        .spin_radps = cw_rng_range(rng, -1.0, 1.0),
        .sprite = SPRITE_PUFF,
        .tint = DUST,
    };
}

void particles_sparks(View *view, CwPoint2 at_m, int count, double speed_mps)
{
    CwRng *rng = &view->rng;
    for (int i = 0; i < count; i++) {
        double direction_rad = cw_rng_range(rng, 0.0, 2.0 * CP_PI);
        double speed = speed_mps * cw_rng_range(rng, 0.3, 1.0);
        *take(view) = (Particle){
            .at_m = at_m,
            .speed_mps = {cos(direction_rad) * speed, sin(direction_rad) * speed + 1.0},
            .life_s = cw_rng_range(rng, 0.2, 0.5),
            .size_m = cw_rng_range(rng, 0.12, 0.22),
            .growth_mps = -0.2,
            .fall_mps2 = 12.0,
            .sprite = SPRITE_SPARK,
            .tint = WHITE,
        };
    }
}

void particles_splash(View *view, CwPoint2 at_m, double speed_mps)
{
    CwRng *rng = &view->rng;
    double height_mps = fmin(8.0, 1.5 + 0.7 * speed_mps);
    for (int i = 0; i < 26; i++) {
        *take(view) = (Particle){
            .at_m = {at_m.x + cw_rng_range(rng, -1.2, 1.2), at_m.y},
            .speed_mps = {cw_rng_range(rng, -2.5, 2.5), height_mps * cw_rng_range(rng, 0.3, 1.0)},
            .life_s = cw_rng_range(rng, 0.5, 1.1),
            .size_m = cw_rng_range(rng, 0.14, 0.4),
            .fall_mps2 = 9.8,
            .sprite = SPRITE_PUFF,
            .tint = SPRAY,
        };
    }
}

void particles_confetti(View *view, CwPoint2 at_m, int count)
{
    static const CwColour tints[] = {{0xff, 0xd3, 0x6b, 255},
                                     {0x5f, 0xc4, 0xba, 255},
                                     {0xe8, 0x7a, 0x5a, 255},
                                     {255, 255, 255, 255}};
    CwRng *rng = &view->rng;
    for (int i = 0; i < count; i++) {
        *take(view) = (Particle){
            .at_m = {at_m.x + cw_rng_range(rng, -1.8, 1.8), at_m.y + cw_rng_range(rng, -0.5, 0.5)},
            .speed_mps = {cw_rng_range(rng, -3.5, 3.5), cw_rng_range(rng, 1.0, 7.5)},
            .life_s = cw_rng_range(rng, 1.6, 3.2),
            .size_m = cw_rng_range(rng, 0.16, 0.34),
            .fall_mps2 = 4.5,
            .spin_radps = cw_rng_range(rng, -9.0, 9.0),
            .sprite = cw_rng_below(rng, 3) == 0 ? SPRITE_BOLT : SPRITE_SPARK,
            .tint = tints[cw_rng_below(rng, (uint32_t)CW_ARRAY_LENGTH(tints))],
        };
    }
}

void particles_splinters(View *view, CwPoint2 at_m, double size_m)
{
    CwRng *rng = &view->rng;
    for (int i = 0; i < 9; i++) {
        double half_m = size_m / 2.0;
        int sprite = i == 0 ? SPRITE_GEAR_A : i < 3 ? SPRITE_BOLT : SPRITE_PLANK;
        double share = sprite == SPRITE_BOLT ? 0.3 : 0.6;
        *take(view) = (Particle){
            .at_m = {at_m.x + cw_rng_range(rng, -half_m, half_m),
                     at_m.y + cw_rng_range(rng, -half_m, half_m)},
            .speed_mps = {cw_rng_range(rng, -2.0, 7.0), cw_rng_range(rng, 0.0, 6.5)},
            .life_s = cw_rng_range(rng, 0.7, 1.5),
            .size_m = size_m * share * cw_rng_range(rng, 0.6, 1.3),
            .fall_mps2 = 12.0,
            .angle_rad = cw_rng_range(rng, -3.0, 3.0),
            .spin_radps = cw_rng_range(rng, -11.0, 11.0),
            .sprite = sprite,
            .tint = WHITE,
        };
    }
    particles_dust(view, at_m, (CwPoint2){1.0, 0.5}, 0.9);
    particles_dust(view, at_m, (CwPoint2){-0.5, 0.8}, 0.8);
}

/* Puffs behind a wheel that slips or rolls fast. */
static void raise_dust(const Buggy *buggy, View *view, int wheel, double dt_s)
{
    cpVect at = cpBodyGetPosition(buggy->wheels[wheel]);
    cpVect speed = cpBodyGetVelocity(buggy->wheels[wheel]);
    double tread_mps = -cpBodyGetAngularVelocity(buggy->wheels[wheel]) * WHEEL_RADIUS_M;
    double slip_mps = fabs(tread_mps - speed.x);
    if (buggy->wheel_contacts[wheel] == 0) {
        return;
    }
    double effort_mps = 1.6 * fmax(0.0, slip_mps - 0.5) + fmax(0.0, fabs(speed.x) - 4.0);
    view->dust_due[wheel] += effort_mps * dt_s * PUFFS_PER_M * 2.0;
    while (view->dust_due[wheel] >= 1.0) {
        view->dust_due[wheel] -= 1.0;
        particles_dust(view, (CwPoint2){at.x - copysign(0.25, tread_mps), at.y - 0.4},
                       (CwPoint2){0.25 * speed.x - 0.12 * tread_mps, 0.3}, 0.32);
    }
}

static void move(Particle *particle, double dt_s)
{
    particle->age_s += dt_s;
    particle->speed_mps.y -= particle->fall_mps2 * dt_s;
    particle->at_m.x += particle->speed_mps.x * dt_s;
    particle->at_m.y += particle->speed_mps.y * dt_s;
    particle->size_m = fmax(0.02, particle->size_m + particle->growth_mps * dt_s);
    particle->angle_rad += particle->spin_radps * dt_s;
}

void particles_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Buggy *buggy = buggy_of_const(world);
    double dt_s = frame->jumped ? 0 : fmin(frame->sim_dt_s, 0.1); /* time that goes on, or none */
    for (int wheel = 0; buggy != NULL && wheel < WHEEL_COUNT; wheel++) {
        raise_dust(buggy, view, wheel, dt_s);
    }
    for (int i = 0; i < PARTICLE_COUNT; i++) {
        if (view->particles[i].age_s < view->particles[i].life_s) {
            move(&view->particles[i], dt_s);
        }
    }
}

/* At night sparks shine about themselves. */
static void draw_shine(CwDrawList *list, const Particle *it, double bright)
{
    CwColour light = {0xff, 0xb8, 0x5c, (uint8_t)(130.0 * bright)};
    cw_draw_set_layer(list, LAYER_LIGHT);
    cw_draw_set_blend(list, CW_BLEND_ADD);
    sprite_glow(list, it->at_m, 5.0 * it->size_m, light);
    cw_draw_set_blend(list, CW_BLEND_NORMAL);
    cw_draw_set_layer(list, LAYER_PARTICLES);
}

void particles_draw(const CwWorld *world, CwFrame *frame)
{
    const View *view = frame->view;
    double night = race_of_const(world)->night;
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_PARTICLES);
    for (int i = 0; i < PARTICLE_COUNT; i++) {
        const Particle *it = &view->particles[i];
        if (it->age_s >= it->life_s) {
            continue;
        }
        double left = 1.0 - it->age_s / it->life_s;
        CwColour tint = it->tint;
        tint.a = (uint8_t)(tint.a * fmin(1.0, 2.0 * left));
        cw_draw_sprite(frame->draw, &(CwSpriteDraw){it->sprite, it->at_m.x, it->at_m.y, it->size_m,
                                                    0.0, it->angle_rad, .tint = &tint});
        if (it->sprite == SPRITE_SPARK && it->spin_radps == 0.0 && night > 0.0) { /* no confetti */
            draw_shine(frame->draw, it, night * fmin(1.0, 2.0 * left));
        }
    }
}

/* ---- at the finish: confetti from both columns of the gate for as long as anybody looks, and
 * rockets above it. The camera holds the gate (camera.c). What there is of it follows from the time
 * since the finish, so a rewind takes it back. ---- */

static const double CONFETTI_S = 5.0;      /* it is thrown for so long, */
static const double CONFETTI_PER_S = 46.0; /* fewer and fewer */
static const double ROCKET_EVERY_S = 0.55;
static const double ROCKET_S = 1.3;
static const int ROCKETS = 9;

/* Seconds since the finish; negative: not yet. */
static double age_s(const CwWorld *world, const CwFrame *frame)
{
    const Race *run = race_of_const(world);
    double ticks = (double)cw_world_tick(world) - (double)run->finish_tick + frame->alpha - 1.0;
    return run->finished ? ticks * cw_world_dt_s(world) : -1.0;
}

static const Gate *gate_of(const CwWorld *world)
{
    CwEntity gate = cw_world_next_of(world, KIND_FINISH, (CwEntity){0});
    return gate.index1 == 0 ? NULL : cw_world_data_const(world, gate);
}

void celebration_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Gate *gate = gate_of(world);
    double age = age_s(world, frame);
    if (gate == NULL || age < 0.0 || age > CONFETTI_S || frame->jumped || frame->sim_dt_s <= 0.0) {
        return;
    }
    view->confetti_due += CONFETTI_PER_S * (1.0 - age / CONFETTI_S) * fmin(frame->sim_dt_s, 0.1);
    for (; view->confetti_due >= 1.0; view->confetti_due -= 1.0) {
        double side = cw_rng_below(&view->rng, 2) == 0 ? -1.46 : 1.46;
        particles_confetti(view, (CwPoint2){gate->foot_m.x + side, gate->foot_m.y + 4.2}, 1);
    }
}

/* A burst of sparks in a ring that falls and fades. */
static void draw_burst(CwDrawList *list, CwPoint2 at, int number, double share)
{
    enum { SPARKS = 14 };
    static const CwColour colours[] = {
        {0xff, 0xd3, 0x6b, 255}, {0x68, 0xd4, 0xc8, 255}, {0xf2, 0x7e, 0x5c, 255}};
    CwColour colour = colours[number % 3];
    double reach_m = 1.5 * (1.0 - (1.0 - share) * (1.0 - share));
    colour.a = (uint8_t)(255.0 * (1.0 - share));
    for (int i = 0; i < SPARKS; i++) {
        double angle_rad = 2.0 * CP_PI * (i + ridge_scatter(number, 31)) / (double)SPARKS;
        double far_m = reach_m * (0.75 + 0.25 * ridge_scatter(i, 32));
        CwPoint2 end = {at.x + far_m * cos(angle_rad),
                        at.y + far_m * sin(angle_rad) - 0.8 * share * share};
        CwPoint2 trail[] = {{cpflerp(at.x, end.x, 0.78), cpflerp(at.y, end.y, 0.78)}, end};
        cw_draw_polyline(list, trail, 2, 0.055, colour);
    }
}

void celebration_draw(const CwWorld *world, CwFrame *frame)
{
    const Gate *gate = gate_of(world);
    double age = age_s(world, frame);
    if (gate == NULL || age < 0.0) {
        return;
    }
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_LIGHT);
    cw_draw_set_blend(frame->draw, CW_BLEND_ADD);
    for (int i = 0; i < ROCKETS; i++) {
        double share = (age - 0.15 - i * ROCKET_EVERY_S) / ROCKET_S;
        if (share >= 0.0 && share < 1.0) {
            CwPoint2 at = {gate->foot_m.x + 7.0 * (ridge_scatter(i, 33) - 0.5),
                           gate->foot_m.y + 4.4 + 1.6 * ridge_scatter(i, 34)};
            draw_burst(frame->draw, at, i, share);
        }
    }
    cw_draw_set_blend(frame->draw, CW_BLEND_NORMAL);
}
