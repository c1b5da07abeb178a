/* A game of one scene, of a kind and a size that the environment names, for growth.sh: GROWTH is a
 * row of `scenes`, GROWTH_COUNT the size. It prints the processor time of the start in
 * milliseconds, and that of a tick with its picture in microseconds. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SETTLE_TICKS = 60, PITCH_M = 2 };
enum { BODY, TICKER, SPOUT, PEN, METER };

static const char *const scenes[] = {"none",     "awake",  "asleep",    "static", "joints",
                                     "entities", "events", "particles", "draws",  "tiles"};
enum { NONE, AWAKE, ASLEEP, STATIC, JOINTS, ENTITIES, EVENTS, PARTICLES, DRAWS, TILES };

static int scene, count;
static uint64_t ticks; /* that are measured */

static double cpu_us(void)
{
    return (double)clock() * 1e6 / CLOCKS_PER_SEC;
}

static cpVect place(int i)
{
    int columns = 1;
    while (columns * columns < count) {
        columns++;
    }
    return cpv(i % columns * PITCH_M, i / columns * PITCH_M);
}

static void spawn_body(CwWorld *world, CwEntity self, void *data, const void *args)
{
    cpBody *body = cw_world_add_body(world, self, cpBodyNew(1, 0.1));
    cpBodySetPosition(body, *(const cpVect *)args);
    cw_world_add_shape(world, self, cpBoxShapeNew(body, 0.8, 0.8, 0));
    *(cpBody **)data = body;
}

static void tick_ticker(CwWorld *world, CwEntity self, void *data)
{
    (void)world, (void)self;
    ++*(uint32_t *)data;
}

static void tick_spout(CwWorld *world, CwEntity self, void *data)
{
    (void)data;
    for (int i = 0; i < count; i++) {
        cw_world_emit(world, CW_EVENT_GAME, self, cpvzero, i);
    }
}

static void draw_pen(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world, (void)self, (void)data;
    if (scene == PARTICLES) {
        CwEmission emission = cw_emission_at((CwPoint2){0, 0});
        emission.amount = cw_particles_count(frame->particles, 0) < count;
        cw_particles_burst(frame->particles, 0, &emission);
        return;
    }
    for (int i = 0; i < count; i++) {
        CwRectDraw rect = {.x = i % 16,
                           .y = i % 9,
                           .width = 0.1,
                           .height = 0.1,
                           .top = {255, 255, 255, 255},
                           .bottom = {0, 0, 0, 255}};
        cw_draw_rect(frame->draw, &rect);
    }
}

static void tick_meter(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    static double begin_us, ready_us;
    static uint64_t last;
    (void)data;
    uint64_t tick = cw_world_tick(world);
    if (tick == last || ticks == 0) { /* simulated again, or not to be measured */
        return;
    }
    last = tick;
    if (tick == 1) {
        begin_us = cpu_us();
    } else if (tick == SETTLE_TICKS) {
        ready_us = cpu_us();
    } else if (tick == SETTLE_TICKS + ticks) {
        printf("growth %.1f %.2f\n", begin_us / 1e3, (cpu_us() - ready_us) / (double)ticks);
        fflush(stdout);
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    cpSpace *space = cw_world_space(world);
    cpBody *ground = cpSpaceGetStaticBody(space), *last = ground;
    cpSpaceSetGravity(space, cpv(0, scene == ASLEEP || scene == STATIC ? -9.8 : 0));
    cpSpaceSetSleepTimeThreshold(space, scene == ASLEEP ? 0.25 : INFINITY);
    for (int i = 0; i < count && scene >= AWAKE && scene <= JOINTS; i++) {
        cpVect at_m = place(i);
        if (scene == ASLEEP || scene == STATIC) {
            cpVect floor_m = cpvadd(at_m, cpv(0, -0.5));
            cw_world_add_shape(world, (CwEntity){0},
                               cpSegmentShapeNew(ground, cpvadd(floor_m, cpv(-0.5, 0)),
                                                 cpvadd(floor_m, cpv(0.5, 0)), 0.1));
        }
        if (scene != STATIC) {
            CwEntity entity = cw_world_spawn(world, BODY, &at_m, sizeof at_m);
            cpBody *body = *(cpBody *const *)cw_world_data(world, entity);
            if (scene == AWAKE) {
                cpBodySetAngularVelocity(body, 1);
            } else if (scene == JOINTS && i % 2 == 1) {
                cw_world_add_constraint(
                    world, entity,
                    cpPivotJointNew(last, body, cpvlerp(at_m, cpBodyGetPosition(last), 0.5)));
            }
            last = body;
        }
    }
    for (int i = 0; i < count && scene == ENTITIES; i++) {
        cw_world_spawn(world, TICKER, NULL, 0);
    }
    if (scene == EVENTS) {
        cw_world_spawn(world, SPOUT, NULL, 0);
    } else if (scene == PARTICLES || scene == DRAWS) {
        cw_world_spawn(world, PEN, NULL, 0);
    }
    CwMapCollision collision = cw_map_collision_default();
    if (scene == TILES && map != NULL &&
        cw_map_build_collision(world, map, &collision, error) < 0) {
        return false;
    }
    cw_world_spawn(world, METER, NULL, 0);
    return true;
}

static const CwKind kinds[] = {
    [BODY] = {"body", sizeof(cpBody *), .spawn = spawn_body},
    [TICKER] = {"ticker", sizeof(uint32_t), .tick = tick_ticker},
    [SPOUT] = {"spout", 8, .tick = tick_spout},
    [PEN] = {"pen", 8, .draw = draw_pen},
    [METER] = {"meter", 8, .tick = tick_meter},
};
static const CwEmitter emitter = {.name = "dust",
                                  .particle_max = 65536,
                                  .burst = 1000,
                                  .gravity_mps2 = 0,
                                  .life_s = {100, 100},
                                  .size_m = {0.1, 0.1},
                                  .look = {.shape = CW_PARTICLE_CIRCLE}};
static const CwActionDef action = {"go", "go", "key:Space"};
static const CwGame game = {
    .id = "growth",
    .title = "Growth",
    .input = {.actions = &action, .action_count = 1},
    .content = {.kinds = kinds, .kind_count = CW_ARRAY_LENGTH(kinds)},
    .looks = {.camera_height_m = 9, .emitters = &emitter, .emitter_count = 1},
    .start = start};

int main(int argc, char **argv)
{
    const char *name = getenv("GROWTH"), *size = getenv("GROWTH_COUNT");
    const char *measured = getenv("GROWTH_TICKS");
    count = size != NULL ? atoi(size) : 0;
    ticks = measured != NULL ? (uint64_t)atoi(measured) : 0;
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(scenes); i++) {
        scene = name != NULL && strcmp(name, scenes[i]) == 0 ? i : scene;
    }
    return cw_main(&game, argc, argv);
}
