/* A program for test_worlds.c: balls of many worlds bounce in threads, and again in turn. It
 * prints the tick rate of the level and whether all worlds have the same bits both times. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <string.h>

enum { WORLDS = 20, BALLS = 30, TICKS = 300 };

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cw_world_add_shape(world, (CwEntity){0}, cpSegmentShapeNew(ground, cpv(-9, 0), cpv(9, 1), 0.1));
    for (int i = 0; i < BALLS; i++) {
        cpBody *ball = cw_world_add_body(world, (CwEntity){0}, cpBodyNew(1, 0.1));
        cpBodySetPosition(ball, cpv(cw_rng_range(cw_world_rng(world), -5, 5), 2 + i));
        cw_world_add_shape(world, (CwEntity){0}, cpCircleShapeNew(ball, 0.4, cpvzero));
    }
    return map != NULL || cw_error_set(error, "no map");
}

static const CwGame game = {.id = "worlds", .title = "Worlds", .start = start};

typedef struct Result {
    uint64_t hash;
    int tick_rate;
} Result;

static bool run(CwSim *sim, void *data, CwError *error)
{
    Result *result = data;
    for (int i = 0; i < TICKS; i++) {
        if (!cw_sim_tick(sim, &(CwTickInput){0}, error)) {
            return false;
        }
    }
    result->hash = cw_world_hash(cw_sim_world(sim));
    result->tick_rate = cw_world_settings(cw_sim_world(sim)).tick_rate;
    return true;
}

static int run_all(int threads, bool takes_map_settings, Result results[WORLDS])
{
    CwSimRun runs[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        runs[i] = (CwSimRun){cw_sim_desc_default(&game), run, &results[i], {""}};
        runs[i].desc.map_path = i == WORLDS - 1 ? "nowhere.tmj" : "box.tmj";
        runs[i].desc.seed = (uint64_t)i;
        runs[i].desc.takes_map_settings = takes_map_settings;
    }
    int good = cw_sim_run_many(runs, WORLDS, threads);
    printf("%d of %d: %s\n", good, WORLDS, runs[WORLDS - 1].error.text);
    return good;
}

int main(void)
{
    Result turn[WORLDS] = {0}, threads[WORLDS] = {0}, given[WORLDS] = {0};
    run_all(1, true, turn);
    run_all(8, true, threads);
    run_all(0, false, given);
    printf("rate %d, given %d\n", threads[0].tick_rate, given[0].tick_rate);
    puts(memcmp(turn, threads, sizeof turn) == 0 && turn[0].hash != turn[1].hash ? "same"
                                                                                 : "other");
    return 0;
}
