/* Follows a recorded run under other rules, for `rerun --follow`. Gives inputs by place.
 *
 * After a small change of the rules, inputs at their old ticks soon miss a jump. So this source
 * gives the input that was recorded at the player's place and motion. Off the path, the game's bot
 * drives until the player meets it again. */
#pragma once

#include "live/rerun_plan.h"

typedef struct Follow {
    RerunPlan plan; /* points at the caller's data */
    CwPoint2 *path; /* the player's place after each tick from 0 on; NAN: no player */
    uint64_t count;
    CwPoint2 last;      /* the player's place a tick ago */
    uint64_t place;     /* the player's place on the path, as a tick of the recording */
    uint64_t due;       /* the next place, as a tick of the recording */
    uint64_t left_tick; /* first tick of this run off the path; 0: none */
    bool is_off;
} Follow;

/* Reads the path from the plan's recording, or simulates it as described. Close it in any case. */
bool follow_open(Follow *follow, const RerunPlan *plan, const SessionDesc *desc, CwError *error);
void follow_close(Follow *follow);

/* Ends after twice the ticks of the recording. */
RunSource follow_source(Follow *follow);
