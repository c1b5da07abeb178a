#include "common/race.h"

#include "common/numbers.h"

static const char *const TROUBLES[] = {
    [TROUBLE_NONE] = "none", [TROUBLE_FELL] = "fell",         [TROUBLE_CRUSHED] = "crushed",
    [TROUBLE_SAWN] = "sawn", [TROUBLE_RUN_DOWN] = "run down",
};
_Static_assert(CW_ARRAY_LENGTH(TROUBLES) == TROUBLE_COUNT, "a word for each trouble");

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
    const Race *race = race_of_const(world);
    uint64_t last = race->finished ? race->finish_tick : cw_world_tick(world);
    return race->start_tick == 0 ? 0 : last + 1 - race->start_tick; /* the start tick counts */
}

void race_start_clock(CwWorld *world)
{
    Race *race = race_of(world);
    const CwInputFrame *input = cw_world_input(world);
    bool pressed = (input->down | input->pressed) != 0; /* a tap is no longer down */
    if (pressed && race->start_tick == 0 && !race->finished) {
        race->start_tick = cw_world_tick(world);
    }
}

bool race_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m)
{
    Race *race = race_of(world);
    if (!race_is_driven(world) || ground_m.x <= race->respawn_m.x) {
        return false;
    }
    race->checkpoint = gate;
    race->respawn_m = ground_m;
    race->checkpoints_passed++;
    cw_world_emit(world, CUE_CHECKPOINT, gate, ground_m, 0.0);
    return true;
}

void race_finish(CwWorld *world, CwEntity gate, cpVect at_m)
{
    Race *race = race_of(world);
    if (race->finished || race->trouble != TROUBLE_NONE) {
        return;
    }
    race->finished = true;
    race->finish_tick = cw_world_tick(world);
    cw_world_emit(world, CUE_FINISH, gate, at_m, 0.0);
}

void race_cause_trouble(CwWorld *world, Trouble trouble)
{
    Race *race = race_of(world);
    if (!race->finished && race->trouble == TROUBLE_NONE) {
        race->trouble = trouble;
        race->trouble_tick = cw_world_tick(world);
        cw_world_emit(world, CUE_TROUBLE, race->buggy, cpBodyGetPosition(race->chassis), trouble);
    }
}

bool race_is_past(const CwWorld *world, double ms)
{
    const Race *race = race_of_const(world);
    return cw_world_tick(world) >= race->trouble_tick + cw_world_ms_to_ticks(world, ms);
}

bool race_is_driven(const CwWorld *world)
{
    const Race *race = race_of_const(world);
    return !race->finished && race->trouble == TROUBLE_NONE;
}

double race_progress(const CwWorld *world)
{
    const Race *race = race_of_const(world);
    if (race->chassis == NULL || race->finished) {
        return race->finished ? 1.0 : 0.0;
    }
    double gone_m = cpBodyGetPosition(race->chassis).x - race->start_m.x;
    return cpfclamp01(gone_m / (race->finish_x_m - race->start_m.x));
}

/* Progress is 0 in trouble, so that a search gains nothing by falling towards the finish. */
CwProbe race_probe(const CwWorld *world)
{
    const Race *race = race_of_const(world);
    return (CwProbe){.player = race->chassis,
                     .progress = race->trouble == TROUBLE_NONE ? race_progress(world) : 0.0,
                     .finished = race->finished,
                     .finish_tick = race->finish_tick,
                     .time_ticks = race_ticks(world),
                     .checkpoints = race->checkpoints_passed,
                     .score = race->cogs_taken};
}
