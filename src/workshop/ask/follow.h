/* Follows a recorded run under other rules: a source of input that knows the path of the player.
 *
 * A small change of the rules moves the player a little, and inputs that are repeated at their old
 * ticks soon miss a jump. So this source gives the input that was recorded where the player is now
 * and moved alike: a hop leads through a place twice. When the player leaves the path, the game's
 * bot, if it has one, drives until the player meets it again. The path comes from the
 * recording (kept as a test), or from a simulation under rules that reproduce it. */
#pragma once

#include "live/rerun_plan.h"

typedef struct Follow {
    RerunPlan plan; /* what it points at is the caller's */
    CwPoint2 *path; /* of the player after each tick from 0 on; NAN where there was none */
    uint64_t count;
    CwPoint2 last;      /* where the player was a tick ago */
    uint64_t place;     /* where on the path the player is: a tick of the recording */
    uint64_t due;       /* where the player should be next */
    uint64_t left_tick; /* tick of this run in which the player left it first; 0: never */
    bool is_off;
} Follow;

/* Finds the path of the plan's recording: in it, else by simulating it in a session as described.
 * Close it in any case. */
bool follow_open(Follow *follow, const RerunPlan *plan, const SessionDesc *desc, CwError *error);
void follow_close(Follow *follow);

/* Ends after twice the ticks of the recording. */
RunSource follow_source(Follow *follow);
