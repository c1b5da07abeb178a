#include "game/rules.h"

#include "game/buggy.h"
#include "game/numbers.h"

const CwField run_fields[RUN_FIELD_COUNT] = {
    CW_FIELD(Run, buggy),     CW_FIELD(Run, checkpoint),  CW_FIELD(Run, start_m),
    CW_FIELD(Run, respawn_m), CW_FIELD(Run, size_m),      CW_FIELD(Run, finish_x_m),
    CW_FIELD(Run, finished),  CW_FIELD(Run, finish_tick), CW_FIELD(Run, respawn_count),
};

void run_respawn(CwWorld *world)
{
    Run *run = run_of(world);
    Buggy *buggy = buggy_of(world);
    if (buggy == NULL) {
        return;
    }
    buggy_place(world, buggy, run->respawn_m);
    run->respawn_count++;
    cw_world_emit(world, CUE_RESPAWN, run->buggy, run->respawn_m, 0.0);
}

void run_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m)
{
    Run *run = run_of(world);
    if (run->finished || ground_m.x <= run->respawn_m.x) {
        return;
    }
    run->checkpoint = gate;
    run->respawn_m = ground_m;
    cw_world_emit(world, CUE_CHECKPOINT, gate, ground_m, 0.0);
}

void run_finish(CwWorld *world, CwEntity gate, cpVect at_m)
{
    Run *run = run_of(world);
    if (run->finished) {
        return;
    }
    run->finished = true;
    run->finish_tick = cw_world_tick(world);
    cw_world_emit(world, CUE_FINISH, gate, at_m, 0.0);
}

CwProbe run_probe(const CwWorld *world)
{
    const Run *run = run_of_const(world);
    const Buggy *buggy = buggy_of_const(world);
    CwProbe probe = {.finished = run->finished, .finish_tick = run->finish_tick};
    if (buggy == NULL) {
        return probe;
    }
    probe.player = buggy->chassis;
    double gone_m = cpBodyGetPosition(buggy->chassis).x - run->start_m.x;
    probe.progress = run->finished ? 1.0 : cpfclamp01(gone_m / (run->finish_x_m - run->start_m.x));
    return probe;
}
