#include "common/run.h"

#include "common/numbers.h"

const CwField run_fields[RUN_FIELD_COUNT] = {
    CW_FIELD(Run, buggy),
    CW_FIELD(Run, checkpoint),
    CW_FIELD(Run, start_m),
    CW_FIELD(Run, respawn_m),
    CW_FIELD(Run, size_m),
    CW_FIELD(Run, finish_x_m),
    CW_FIELD(Run, start_tick),
    CW_FIELD(Run, finished),
    CW_FIELD(Run, finish_tick),
    CW_FIELD(Run, respawn_count),
    CW_FIELD(Run, checkpoints_passed),
    CW_FIELD(Run, cog_count),
    CW_FIELD(Run, cogs_taken),
    CW_FIELD(Run, trouble),
    CW_FIELD(Run, machine_J),
};

const char *const windup_medals[MEDAL_COUNT] = {"bronze", "silver", "gold", "clockmaker"};

/* The start tick itself is the first that counts. */
static uint64_t ticks_until(const Run *run, uint64_t tick)
{
    return run->start_tick == 0 ? 0 : tick + 1 - run->start_tick;
}

uint64_t run_ticks(const CwWorld *world)
{
    const Run *run = run_of_const(world);
    return ticks_until(run, run->finished ? run->finish_tick : cw_world_tick(world));
}

void run_start_clock(CwWorld *world)
{
    Run *run = run_of(world);
    const CwInputFrame *input = cw_world_input(world);
    if (run->start_tick == 0 && (input->down | input->pressed) != 0) { /* a tap is no longer down */
        run->start_tick = cw_world_tick(world);
    }
}

void run_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m)
{
    Run *run = run_of(world);
    if (run->finished || ground_m.x <= run->respawn_m.x) {
        return;
    }
    run->checkpoint = gate;
    run->respawn_m = ground_m;
    run->checkpoints_passed++;
    cw_world_emit(world, CUE_CHECKPOINT, gate, ground_m, 0.0);
}

void run_finish(CwWorld *world, CwEntity gate, cpVect at_m)
{
    Run *run = run_of(world);
    if (run->finished || run->trouble != TROUBLE_NONE) {
        return;
    }
    run->finished = true;
    run->finish_tick = cw_world_tick(world);
    cw_world_emit(world, CUE_FINISH, gate, at_m, 0.0);
}

void run_into_trouble(CwWorld *world, Trouble trouble)
{
    Run *run = run_of(world);
    if (!run->finished && run->trouble == TROUBLE_NONE) {
        run->trouble = trouble;
        cw_world_emit(world, CUE_TROUBLE, run->buggy, cpBodyGetPosition(run->chassis), trouble);
    }
}

bool run_is_driven(const CwWorld *world)
{
    const Run *run = run_of_const(world);
    return !run->finished && run->trouble == TROUBLE_NONE;
}

double run_progress(const CwWorld *world)
{
    const Run *run = run_of_const(world);
    if (run->chassis == NULL || run->finished) {
        return run->finished ? 1.0 : 0.0;
    }
    double gone_m = cpBodyGetPosition(run->chassis).x - run->start_m.x;
    return cpfclamp01(gone_m / (run->finish_x_m - run->start_m.x));
}

/* Progress is 0 in trouble: a search that drives by it must not gain by falling towards the finish.
 */
CwProbe run_probe(const CwWorld *world)
{
    const Run *run = run_of_const(world);
    return (CwProbe){.player = run->chassis,
                     .progress = run->trouble == TROUBLE_NONE ? run_progress(world) : 0.0,
                     .finished = run->finished,
                     .finish_tick = run->finish_tick,
                     .time_ticks = run_ticks(world),
                     .checkpoints = run->checkpoints_passed};
}
