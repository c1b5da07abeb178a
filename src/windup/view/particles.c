/* The particles of Windup: emitters, bursts that events cause (with shakes of the camera), dust
 * behind the wheels, and the celebration at the finish. */
#include "common/sprites.h"
#include "things/kinds.h"
#include "view/scenery.h"
#include "view/view.h"

#include <math.h>

static const CwStop DUST_FADES[] = {{0.5, {0xd9, 0xb4, 0x8a, 150}}, {1.0, {0xd9, 0xb4, 0x8a, 0}}};
static const CwStop SPRAY_FADES[] = {{0.5, {0xbf, 0xea, 0xe2, 190}}, {1.0, {0xbf, 0xea, 0xe2, 0}}};
static const CwStop WHITE_FADES[] = {{0.5, {255, 255, 255, 255}}, {1.0, {255, 255, 255, 0}}};
static const CwStop SHINE_FADES[] = {{0.5, {0xff, 0xd8, 0x90, 16}}, {1.0, {0xff, 0xd8, 0x90, 0}}};
static const CwStop GOLD_FADES[] = {{0.0, {0xff, 0xd3, 0x6b, 255}}, {1.0, {0xff, 0xd3, 0x6b, 0}}};
static const CwStop TEAL_FADES[] = {{0.0, {0x68, 0xd4, 0xc8, 255}}, {1.0, {0x68, 0xd4, 0xc8, 0}}};
static const CwStop CORAL_FADES[] = {{0.0, {0xf2, 0x7e, 0x5c, 255}}, {1.0, {0xf2, 0x7e, 0x5c, 0}}};
static const CwColour BRONZE_PAPER[] = {{0xc0, 0x7a, 0x42, 255}, {0xfd, 0xf0, 0xd2, 255}};
static const CwColour SILVER_PAPER[] = {{0xd8, 0xdd, 0xe2, 255}, {0x7f, 0xa4, 0xc4, 255}};
static const CwColour GOLD_PAPER[] = {{0xff, 0xd3, 0x6b, 255}, {0xe8, 0x7a, 0x5a, 255}};
static const CwColour ALL_PAPER[] = {{0xff, 0xd3, 0x6b, 255},
                                     {0x5f, 0xc4, 0xba, 255},
                                     {0xe8, 0x7a, 0x5a, 255},
                                     {255, 255, 255, 255}};
static const int SHREDS[] = {SPRITE_BOLT, SPRITE_SPARK, SPRITE_SPARK};
static const CwSizeStop SPREADING[] = {{0.0, 1.0}, {1.0, 2.3}};
static const CwSizeStop SHRINKING[] = {{0.0, 1.0}, {1.0, 0.6}};
static const CwSizeStop HALO[] = {{0.0, 5.0}, {1.0, 3.0}};

static const CwParticleLook GLOW = {
    .layer = LAYER_LIGHT, .sprite = SPRITE_GLOW, CW_SIZES(HALO), CW_COLOURS(SHINE_FADES)};

#define SPARKS(called, shining)                                                                    \
    .name = called, .particle_max = 96, .burst = 1, .direction_rad = {0.0, TURN_RAD},              \
    .speed_mps = {0.3, 1.0}, .life_s = {0.2, 0.5}, .size_m = {0.12, 0.22}, .gravity_mps2 = -12.0,  \
    .look = {.layer = LAYER_PARTICLES,                                                             \
             .sprite = SPRITE_SPARK,                                                               \
             CW_SIZES(SHRINKING),                                                                  \
             CW_COLOURS(WHITE_FADES)},                                                             \
    .glow = shining
#define SPLINTERS(called, count, picture, least_m, most_m)                                         \
    .name = called, .particle_max = 6 * count, .burst = count, .x_m = {-0.5, 0.5},                 \
    .y_m = {-0.5, 0.5}, .direction_rad = {0.0, TURN_RAD}, .speed_mps = {0.5, 5.0},                 \
    .life_s = {0.7, 1.5}, .angle_rad = {-3.0, 3.0}, .spin_radps = {-11.0, 11.0},                   \
    .size_m = {least_m, most_m}, .gravity_mps2 = -12.0,                                            \
    .look = {.layer = LAYER_PARTICLES, .sprite = picture, CW_COLOURS(WHITE_FADES)}
#define CONFETTI(called, count, papers)                                                            \
    .name = called, .particle_max = 4 * count, .burst = count, .rate_hz = count / 3.0,             \
    .x_m = {-1.0, 1.0}, .y_m = {-0.5, 0.5}, .direction_rad = {0.35, CP_PI - 0.35},                 \
    .speed_mps = {2.0, 8.0}, .life_s = {1.6, 3.2}, .angle_rad = {0.0, TURN_RAD},                   \
    .spin_radps = {-9.0, 9.0}, .size_m = {0.16, 0.34}, .gravity_mps2 = -4.5, .drag_per_s = 0.4,    \
    CW_TINTS(papers),                                                                              \
    .look = {.layer = LAYER_PARTICLES, CW_SPRITES(SHREDS), CW_COLOURS(WHITE_FADES)}
#define ROCKET(called, fading)                                                                     \
    .name = called, .particle_max = 48, .burst = 16, .direction_rad = {0.0, TURN_RAD},             \
    .speed_mps = {2.7, 3.6}, .life_s = {1.0, 1.3}, .size_m = {0.024, 0.03}, .gravity_mps2 = -1.4,  \
    .drag_per_s = 2.0,                                                                             \
    .look = {.layer = LAYER_LIGHT,                                                                 \
             .shape = CW_PARTICLE_STREAK,                                                          \
             .streak_s = 0.13,                                                                     \
             CW_COLOURS(fading),                                                                   \
             .blend = CW_BLEND_ADD}

const CwEmitter windup_emitters[] = {
    [EMITTER_DUST] = {.name = "dust",
                      .particle_max = 160,
                      .burst = 1,
                      .rate_hz = 1.1, /* for each m/s of slip and speed */
                      .x_m = {-0.3, 0.3},
                      .y_m = {0.0, 0.3},
                      .direction_rad = {0.3, CP_PI - 0.3},
                      .speed_mps = {0.2, 0.95},
                      .life_s = {0.45, 0.95},
                      .spin_radps = {-1.0, 1.0},
                      .size_m = {0.7, 1.2},
                      .gravity_mps2 = 0.3,
                      .drag_per_s = 0.8,
                      .look = {.layer = LAYER_PARTICLES,
                               .sprite = SPRITE_PUFF,
                               CW_SIZES(SPREADING),
                               CW_COLOURS(DUST_FADES)}},
    [EMITTER_SPARKS] = {SPARKS("sparks", NULL)},
    [EMITTER_NIGHT_SPARKS] = {SPARKS("sparks at night", &GLOW)},
    [EMITTER_SPLASH] = {.name = "splash",
                        .particle_max = 104,
                        .burst = 26,
                        .x_m = {-1.2, 1.2},
                        .direction_rad = {CP_PI / 2.0 - 0.5, CP_PI / 2.0 + 0.5},
                        .speed_mps = {0.3, 1.05},
                        .life_s = {0.5, 1.1},
                        .size_m = {0.14, 0.4},
                        .gravity_mps2 = -9.8,
                        .look = {.layer = LAYER_PARTICLES,
                                 .sprite = SPRITE_PUFF,
                                 CW_COLOURS(SPRAY_FADES)}},
    [EMITTER_CONFETTI] = {CONFETTI("bronze confetti", 60, BRONZE_PAPER)},
    [EMITTER_CONFETTI + 1] = {CONFETTI("silver confetti", 80, SILVER_PAPER)},
    [EMITTER_CONFETTI + 2] = {CONFETTI("golden confetti", 110, GOLD_PAPER)},
    [EMITTER_CONFETTI_LAST] = {CONFETTI("clockmaker's confetti", 160, ALL_PAPER)},
    [EMITTER_GEARS] = {SPLINTERS("gears", 1, SPRITE_GEAR_A, 0.36, 0.78)},
    [EMITTER_BOLTS] = {SPLINTERS("bolts", 2, SPRITE_BOLT, 0.18, 0.39)},
    [EMITTER_PLANKS] = {SPLINTERS("planks", 6, SPRITE_PLANK, 0.36, 0.78)},
    [EMITTER_ROCKETS] = {ROCKET("golden rockets", GOLD_FADES)},
    [EMITTER_ROCKETS + 1] = {ROCKET("teal rockets", TEAL_FADES)},
    [EMITTER_ROCKETS + 2] = {ROCKET("coral rockets", CORAL_FADES)},
};
_Static_assert(CW_ARRAY_LENGTH(windup_emitters) == EMITTER_COUNT, "a row for each emitter");

static void burst_dust(CwFrame *frame, CwPoint2 at_m, CwPoint2 speed_mps, double size_m,
                       double count)
{
    CwEmission puffs = cw_emission_at(at_m);
    puffs.velocity_mps = speed_mps;
    puffs.size = size_m;
    puffs.amount = count;
    cw_particles_burst(frame->particles, EMITTER_DUST, &puffs);
}

static void burst_sparks(const CwWorld *world, CwFrame *frame, CwPoint2 at_m, double count,
                         double speed_mps)
{
    bool night = race_of_const(world)->night > 0.0;
    CwEmission sparks = cw_emission_at(at_m);
    sparks.velocity_mps.y = 1.0;
    sparks.amount = count;
    sparks.speed = speed_mps;
    cw_particles_burst(frame->particles, night ? EMITTER_NIGHT_SPARKS : EMITTER_SPARKS, &sparks);
}

static void burst_splinters(CwFrame *frame, CwPoint2 at_m, double size_m)
{
    CwEmission pieces = cw_emission_at(at_m);
    pieces.velocity_mps = (CwPoint2){2.5, 3.0};
    pieces.size = size_m;
    cw_particles_burst(frame->particles, EMITTER_GEARS, &pieces);
    cw_particles_burst(frame->particles, EMITTER_BOLTS, &pieces);
    cw_particles_burst(frame->particles, EMITTER_PLANKS, &pieces);
    burst_dust(frame, at_m, (CwPoint2){0.3, 0.7}, 0.9, 2.0);
}

/* Bursts a wreck: pieces of its clockwork, sparks, and dust; of a fall up out of the depth. */
static void burst_wreck(const CwWorld *world, CwFrame *frame, CwPoint2 at_m, Trouble trouble)
{
    CwEmission pieces = cw_emission_at(at_m);
    bool is_fall = trouble == TROUBLE_FELL;
    pieces.velocity_mps.y = is_fall ? 12.0 : 3.0;
    pieces.amount = trouble == TROUBLE_RUN_DOWN ? 0.0 : 5.0;
    cw_particles_burst(frame->particles, EMITTER_GEARS, &pieces);
    cw_particles_burst(frame->particles, EMITTER_BOLTS, &pieces);
    if (trouble != TROUBLE_RUN_DOWN) {
        shake_add(frame->view, 10.0);
        burst_sparks(world, frame, at_m, trouble == TROUBLE_SAWN ? 80.0 : 20.0, 7.0);
    }
    for (int i = 0; i < (is_fall ? 16 : 5); i++) {
        double aside = ridge_scatter(i, 35) - 0.5;
        burst_dust(frame, (CwPoint2){at_m.x + 2.0 * aside, at_m.y},
                   (CwPoint2){1.5 * aside, is_fall ? 1.5 + 4.0 * ridge_scatter(i, 36) : 1.0},
                   is_fall ? 0.9 : 0.7, 1.0);
    }
}

/* The row of confetti for the run's medal. */
static int confetti_of(const CwWorld *world, const CwFrame *frame)
{
    int medal = (int)cw_frame_medal(frame, (uint32_t)race_ticks(world));
    return EMITTER_CONFETTI + (medal > 0 ? medal - 1 : 0);
}

/* ---- events ---- */

static const double HARD_MPS = 3.0; /* faster contacts strike sparks or raise dust */

/* True on the ground: machines and bridges raise no dust, which would hang in the air. */
static bool is_dusty(const CwWorld *world, const CwFrame *frame, CwPoint2 at)
{
    return ground_depth_m(world, frame, (CwPoint2){at.x, at.y + 0.1}) < WHEEL_RADIUS_M + 0.2;
}

static void show_hit(const CwWorld *world, CwFrame *frame, const CwEvent *event)
{
    CwEntity buggy = race_of_const(world)->buggy;
    bool ours = cw_entity_equal(event->a, buggy) || cw_entity_equal(event->b, buggy);
    CwPoint2 at = {event->point.x, event->point.y};
    if (!ours || event->strength < HARD_MPS || event->impulse_Ns == 0.0) {
        return;
    }
    cpCollisionType part = cw_entity_equal(event->a, buggy) ? event->type_a : event->type_b;
    double hardness = fmin(3.0, event->strength / HARD_MPS);
    shake_add(frame->view, event->strength);
    if (part == TOUCH_CHASSIS) {
        burst_sparks(world, frame, at, 6.0 * hardness, 2.5 * hardness);
        return;
    }
    for (int side = -1; side <= 1 && is_dusty(world, frame, at); side += 2) { /* along the ground */
        CwPoint2 away_mps = {side * (0.8 + 0.7 * hardness), 0.1 + 0.1 * hardness};
        burst_dust(frame, at, away_mps, 0.3 + 0.12 * hardness, 2.0 * hardness);
    }
}

static void show_event(const CwWorld *world, CwFrame *frame, const CwEvent *event)
{
    View *view = frame->view;
    CwPoint2 at = {event->point.x, event->point.y};
    if (event->type == CW_EVENT_CONTACT_BEGIN) {
        show_hit(world, frame, event);
        return;
    }
    if (event->type != CW_EVENT_GAME) {
        return;
    }
    switch (event->code) {
    case CUE_CHECKPOINT:
        view->checkpoint_tick = event->tick;
        view->checkpoint_time = event->tick + 1 - race_of_const(world)->start_tick;
        burst_sparks(world, frame, (CwPoint2){at.x, at.y + 2.0}, 24.0, 5.0);
        break;
    case CUE_FINISH: {
        const CwEmission shreds = cw_emission_at(at);
        cw_particles_burst(frame->particles, confetti_of(world, frame), &shreds);
        break;
    }
    case CUE_TROUBLE:
        burst_wreck(world, frame, at, (Trouble)event->strength);
        break;
    case CUE_HOP:
        burst_dust(frame, (CwPoint2){at.x, at.y - 0.8}, (CwPoint2){0.0, -0.4}, 0.5, 6.0);
        break;
    case CUE_BURST:
    case CUE_SNAP:
        burst_splinters(frame, at,
                        event->code == CUE_BURST ? event->strength : fmin(1.0, event->strength));
        break;
    case CUE_SPLASH: {
        CwEmission drops = cw_emission_at(at);
        drops.speed = fmin(8.0, 1.5 + 0.7 * event->strength);
        cw_particles_burst(frame->particles, EMITTER_SPLASH, &drops);
        break;
    }
    case CUE_KEY:
    case CUE_COG:
    case CUE_RESPAWN:
        burst_sparks(world, frame, at, event->code == CUE_COG ? 10.0 : 20.0, 4.0);
        break;
    }
}

/* Turns new events into particles, shakes and the notice of a checkpoint. */
void view_take_events(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    if (frame->jumped) {
        view->shake_m = 0.0;
        view->checkpoint_tick = 0;
    }
    double before_m = view->shake_m;
    for (int i = 0; i < frame->events.count; i++) {
        show_event(world, frame, &frame->events.items[i]);
    }
    if (view->shake_m > before_m) {
        double strength = view->shake_m / SHAKE_MAX_M;
        cw_rumble(frame, 0, 0.7 * strength, strength, 0.1 + 0.15 * strength);
    }
}

/* ---- dust ---- */

/* Raises dust behind wheels that slip or roll fast. */
void dust_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Buggy *buggy = buggy_of_const(world);
    for (int i = 0; buggy != NULL && i < WHEEL_COUNT; i++) {
        const cpBody *wheel = buggy->wheels[i];
        cpVect at = cpBodyGetPosition(wheel), speed = cpBodyGetVelocity(wheel);
        double tread_mps = -cpBodyGetAngularVelocity(wheel) * WHEEL_RADIUS_M;
        double slip_mps = fabs(tread_mps - speed.x);
        CwEmission dust = cw_emission_at((CwPoint2){at.x - copysign(0.25, tread_mps), at.y - 0.4});
        dust.velocity_mps = (CwPoint2){0.25 * speed.x - 0.12 * tread_mps, 0.3};
        dust.size = 0.32;
        dust.amount = (1.6 * fmax(0.0, slip_mps - 0.5) + fmax(0.0, fabs(speed.x) - 4.0)) *
                      cpflerp(0.3, 1.0, frame->quality);
        if (buggy->wheel_contacts[i] > 0 && is_dusty(world, frame, (CwPoint2){at.x, at.y})) {
            cw_particles_stream(frame->particles, EMITTER_DUST, &view->dust[i], &dust);
        }
    }
}

/* ---- at the finish: confetti on both sides of the buggy, and rockets above it, by medal ---- */

static const double CONFETTI_S = 5.0; /* duration, with fewer and fewer pieces */
static const double ROCKET_EVERY_S = 0.55;
static const int ROCKETS[MEDAL_COUNT] = {2, 4, 7, 12};

void celebration_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    const Race *race = race_of_const(world);
    if (!race->finished || frame->sim_dt_s <= 0.0) {
        return;
    }
    double age_s = view_age_s(world, frame, race->finish_tick);
    int emitter = confetti_of(world, frame);
    cpVect at_m = cpBodyGetPosition(race->chassis);
    for (int side = 0; side < 2; side++) {
        CwEmission shreds =
            cw_emission_at((CwPoint2){at_m.x + (side == 0 ? -2.4 : 2.4), at_m.y - 0.3});
        shreds.amount = fmax(0.0, 1.0 - age_s / CONFETTI_S) * cpflerp(0.3, 1.0, frame->quality);
        cw_particles_stream(frame->particles, emitter, &view->confetti[side], &shreds);
    }
    for (int i = 0; i < ROCKETS[emitter - EMITTER_CONFETTI]; i++) {
        double due_s = 0.3 + i * ROCKET_EVERY_S;
        if (age_s >= due_s && age_s - frame->sim_dt_s < due_s) {
            CwEmission rocket =
                cw_emission_at((CwPoint2){at_m.x + 6.0 * (ridge_scatter(i, 33) - 0.5),
                                          at_m.y + 1.6 + 1.4 * ridge_scatter(i, 34)});
            cw_particles_burst(frame->particles, EMITTER_ROCKETS + i % 3, &rocket);
        }
    }
}
