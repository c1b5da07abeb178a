/* The coming tick of a session: the next tick, simulated before it is due, so that the picture can
 * show the time after the last tick. Its input is a guess: what the tick would get if it were due
 * now.
 *
 * The true world is in the session at all times but while the coming tick is simulated. The coming
 * world is kept beside it: when the tick comes due with that input, it becomes the true world. The
 * places of its bodies are poses, which cw_world_pose shows at alpha 1 and above. A body that the
 * coming tick spawns, removes or teleports stays as it is until the tick is true.
 *
 * Where the true tick, or a better guess, differs from what was shown, each body keeps the
 * difference for some frames and loses it in small steps.
 *
 * A coming tick that fails is discarded: the true tick reports it. The session owns it, a run
 * drives it (run_simulate_coming), and nothing in a tick can see it. */
#pragma once

#include "clockwork/input.h"
#include "sim/world.h"
#include "sim/world_copy.h"

/* A body of the true world, by its index there. */
typedef struct ComingRow {
    const cpBody *body;
    CwEntity owner;
    CwTransform2 from, to; /* at the true tick and at the coming one */
    CwTransform2 offset;   /* of the picture, from a wrong guess; fades out */
    double reach_m;        /* from its place to the end of its shapes, at least a metre */
    bool jumps; /* it has no way from one to the other, and stays until the tick is true */
} ComingRow;

/* While pictures show the coming tick: others only compare (loop_coming_compare). */
typedef struct ComingStats {
    uint64_t simulated_count; /* ticks that were simulated before they were due */
    uint64_t right_count;     /* ticks whose world was there when they came due */
    uint64_t wrong_count;     /* ticks that were simulated again */
} ComingStats;

typedef struct Coming {
    bool shown;     /* the rows are those of `tick` */
    bool attempted; /* to simulate `input` after `tick` ... */
    bool ready;     /* ... which succeeded: its world is in the copy */
    bool fading;
    bool moved; /* the newest guess, or the true tick, put a body elsewhere than the guess before */
    uint64_t base_tick; /* the true tick that it follows */
    CwTickInput input;  /* the guess */
    int tries;          /* how often this coming tick was simulated */
    double shown_part;  /* of the way from the true tick to the coming one, in the last picture */
    double lead;        /* ticks by which the picture is ahead of interpolation, 0..1 */
    WorldCopy copy;
    ComingRow *rows;
    int row_count, row_capacity;
    ComingStats stats;
} Coming;

struct Session;

/* Simulates the tick after the world's with this input, unless that is done already. False: the
 * tick failed, memory was refused, or only sticks or pointer differ and it was tried often enough.
 */
bool coming_simulate(struct Session *session, const CwTickInput *input);

/* The tick with this input is due. True: the coming world became the session's. */
bool coming_adopt(struct Session *session, const CwTickInput *input);

/* The session simulated a tick itself: notes how its picture differs from the guess. */
void coming_ticked(struct Session *session);

/* Discards the coming tick, because the world changes in another way than by a tick. */
void coming_drop(struct Session *session);

void coming_free(struct Session *session);

/* Whether the tick after the world's was simulated, so that the picture can show it. */
bool coming_exists(const struct Session *session);

/* Once a frame: reduces the offsets of wrong guesses by less than 2 pixels each. */
void coming_fade(struct Session *session, double pixels_per_m);

/* Removes these offsets at once: the picture is to show where the bodies are. */
void coming_settle(struct Session *session);

/* Writes the pose of the body with this index at alpha in [1, 2]. False: it has none there. */
bool coming_pose(const CwWorld *world, int index, double alpha, CwTransform2 *pose);

/* Writes the value with this index of the entity in a slot, as coming_pose does. */
bool coming_lerp(const CwWorld *world, int slot, int index, double alpha, double *shown);

/* Ticks by which the picture of the run is ahead of this world, if it is drawn beside the run's. */
double coming_lead_beside(const CwWorld *world);

size_t coming_bytes(const struct Session *session);
