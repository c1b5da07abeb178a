/* The coming tick is the next tick, simulated before it is due so that the picture can show it. A
 * run calls it (run_simulate_coming); the session owns it. Its input is a guess: the input that the
 * tick would get if it were due now. If the true input is the same, the coming world becomes the
 * session's; otherwise it is discarded.
 *
 * The session holds the true world and `copy` the coming one, except while the tick is simulated.
 * cw_world_pose shows the coming poses at alpha 1 and above. A body that the coming tick spawns,
 * removes or teleports is drawn unchanged until the tick is true. If the true tick or a newer guess
 * differs from what was shown, each body keeps the difference as an offset, which fades in small
 * steps. A coming tick that fails is discarded, because the true tick will report it. */
#pragma once

#include "clockwork/input.h"
#include "sim/world_copy.h"

/* A body of the true world, by its index there. */
typedef struct ComingRow {
    const cpBody *body;
    CwEntity owner;
    CwTransform2 from, to; /* poses at the true tick and at the coming tick */
    CwTransform2 offset;   /* offset of the picture after a wrong guess; fades out */
    double reach_m;        /* radius around the body that holds its shapes, at least 1 */
    bool has_jumped;       /* was spawned or teleported: drawn at `from` until the tick is true */
} ComingRow;

/* Counts only while pictures show the coming tick, not while the loop only compares it. */
typedef struct ComingStats {
    uint64_t simulated_count; /* ticks simulated before they were due */
    uint64_t right_count;     /* ticks whose guess was right */
    uint64_t wrong_count;     /* ticks simulated again after a wrong guess */
} ComingStats;

typedef struct Coming {
    bool is_shown;      /* the rows are valid for the tick after `base_tick` */
    bool was_attempted; /* a simulation with `input` after `base_tick` was tried */
    bool is_ready;      /* the simulation succeeded, so `copy` has the coming world */
    bool is_fading;
    bool has_moved; /* the newest guess, or the true tick, moved a body from where it was guessed */
    uint64_t base_tick; /* the true tick before the coming one */
    CwTickInput input;  /* the guess */
    int tries;          /* simulations of this coming tick so far */
    double shown_share; /* alpha - 1 of the last picture */
    double lead;        /* ticks by which the picture is ahead of interpolation, 0..1 */
    WorldCopy copy;
    ComingRow *rows;
    int row_count, row_capacity;
    ComingStats stats;
} Coming;

struct Session;

/* Simulates the next tick with this input, unless that is already done. False: the tick failed,
 * there was no memory, or it has no tries left and only sticks or the pointer differ. */
bool coming_simulate(struct Session *session, const CwTickInput *input);

/* Called when a tick is due with this input. True: the coming world became the session's. */
bool coming_adopt(struct Session *session, const CwTickInput *input);

/* Called when the session has simulated a tick: notes how its picture differs from the guess. */
void coming_ticked(struct Session *session);

/* Discards the coming tick. Called when something other than a tick changes the world. */
void coming_drop(struct Session *session);
void coming_free(struct Session *session);

/* Whether the next tick was simulated, so that the picture can show it. */
bool coming_exists(const struct Session *session);

/* Called once a frame: reduces each offset of a wrong guess by less than 2 pixels. */
void coming_fade(struct Session *session, double pixels_per_m);

/* Removes these offsets at once, so that the picture shows the true places. */
void coming_settle(struct Session *session);

/* Writes a body's pose at alpha in [1, 2]. False: the body has no coming pose. */
bool coming_pose(const CwWorld *world, int index, double alpha, CwTransform2 *pose);

/* Writes a blended value, by its index, of the entity in a slot at alpha in [1, 2]. False: it has
 * no coming value. */
bool coming_lerp(const CwWorld *world, int slot, int index, double alpha, double *shown);

/* Sets Coming.lead, clamped to 0..1. */
void coming_set_lead(struct Session *session, double lead);

/* Ticks by which the run's picture is ahead of this world, which is drawn beside the run's. */
double coming_owner_lead(const CwWorld *world);

size_t coming_bytes(const struct Session *session);
