#include "common/race.h"

#include "common/numbers.h"

static const char *const TROUBLES[] = {
    [TROUBLE_NONE] = "none", [TROUBLE_FELL] = "fell", [TROUBLE_CRUSHED] = "crushed"};

const CwField race_fields[RACE_FIELD_COUNT] = {
    CW_FIELD(Race, buggy),
    CW_FIELD(Race, checkpoint),
    CW_FIELD(Race, start_m),
    CW_FIELD(Race, respawn_m),
    CW_FIELD(Race, size_m),
    CW_FIELD(Race, finish_x_m),
    CW_FIELD(Race, start_tick),
    CW_FIELD(Race, finished),
    CW_FIELD(Race, finish_tick),
    CW_FIELD(Race, respawn_count),
    CW_FIELD(Race, checkpoints_passed),
    CW_FIELD(Race, cog_count),
    CW_FIELD(Race, cogs_taken),
    CW_FIELD_ENUM(Race, trouble, TROUBLES),
    CW_FIELD(Race, trouble_tick),
    CW_FIELD(Race, machine_J),
};

const char *const windup_medals[MEDAL_COUNT] = {"bronze", "silver", "gold", "clockmaker"};

uint64_t race_ticks(const CwWorld *world)
{
    const Race *run = race_of_const(world);
    uint64_t last = run->finished ? run->finish_tick : cw_world_tick(world);
    return run->start_tick == 0 ? 0 : last + 1 - run->start_tick; /* the start tick counts */
}

void race_start_clock(CwWorld *world)
{
    Race *run = race_of(world);
    const CwInputFrame *input = cw_world_input(world);
    bool pressed = (input->down | input->pressed) != 0; /* a tap is no longer down */
    if (pressed && run->start_tick == 0 && !run->finished) {
        run->start_tick = cw_world_tick(world);
    }
}

bool race_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m)
{
    Race *run = race_of(world);
    if (run->finished || ground_m.x <= run->respawn_m.x) {
        return false;
    }
    run->checkpoint = gate;
    run->respawn_m = ground_m;
    run->checkpoints_passed++;
    cw_world_emit(world, CUE_CHECKPOINT, gate, ground_m, 0.0);
    return true;
}

void race_finish(CwWorld *world, CwEntity gate, cpVect at_m)
{
    Race *run = race_of(world);
    if (run->finished || run->trouble != TROUBLE_NONE) {
        return;
    }
    run->finished = true;
    run->finish_tick = cw_world_tick(world);
    cw_world_emit(world, CUE_FINISH, gate, at_m, 0.0);
}

void race_into_trouble(CwWorld *world, Trouble trouble)
{
    Race *run = race_of(world);
    if (!run->finished && run->trouble == TROUBLE_NONE) {
        run->trouble = trouble;
        run->trouble_tick = cw_world_tick(world);
        cw_world_emit(world, CUE_TROUBLE, run->buggy, cpBodyGetPosition(run->chassis), trouble);
    }
}

bool race_has_fallen(const CwWorld *world)
{
    const Race *run = race_of_const(world);
    return run->trouble == TROUBLE_FELL &&
           cw_world_tick(world) >= run->trouble_tick + cw_world_ms_to_ticks(world, FALL_MS);
}

bool race_is_driven(const CwWorld *world)
{
    const Race *run = race_of_const(world);
    return !run->finished && run->trouble == TROUBLE_NONE;
}

double race_progress(const CwWorld *world)
{
    const Race *run = race_of_const(world);
    if (run->chassis == NULL || run->finished) {
        return run->finished ? 1.0 : 0.0;
    }
    double gone_m = cpBodyGetPosition(run->chassis).x - run->start_m.x;
    return cpfclamp01(gone_m / (run->finish_x_m - run->start_m.x));
}

/* Progress is 0 in trouble, so that a search gains nothing by falling towards the finish. */
CwProbe race_probe(const CwWorld *world)
{
    const Race *run = race_of_const(world);
    return (CwProbe){.player = run->chassis,
                     .progress = run->trouble == TROUBLE_NONE ? race_progress(world) : 0.0,
                     .finished = run->finished,
                     .finish_tick = run->finish_tick,
                     .time_ticks = race_ticks(world),
                     .checkpoints = run->checkpoints_passed,
                     .score = run->cogs_taken};
}
