/* The coming tick is the next tick, simulated before it is due so that the picture can show it
 * early. A run calls it (run_simulate_coming), and the session owns it. Its input is a guess: the
 * input that the tick would get if it were due now. If the true input is the same, the coming world
 * becomes the session's. Otherwise it is discarded.
 *
 * The session holds the true world, and `copy` the coming one, except while the tick is simulated.
 * At alpha 1 and above, cw_world_pose shows the coming poses. A body that the coming tick spawns,
 * removes or teleports is drawn unchanged until the tick is due. If a newer guess or the true tick
 * puts a body elsewhere, the body keeps the difference as an offset, which fades in small steps. A
 * coming tick that fails is discarded, because the true tick will report the failure. */
#pragma once

#include "clockwork/input.h"
#include "sim/world_copy.h"

/* A body of the true world, by its index there. */
typedef struct ComingRow {
    const cpBody *body;
    CwEntity owner;
    CwTransform2 from, to; /* poses at the true tick and at the coming tick */
    CwTransform2 offset;   /* added to the drawn pose after a wrong guess; fades */
    double reach_m;        /* radius around the body that holds its shapes, at least 1 */
    bool has_jumped;       /* removed or teleported: drawn at `from` until the tick is due */
} ComingRow;

/* Counts ticks while `lead` is above 0, except for right_count, which counts all. */
typedef struct ComingStats {
    uint64_t simulated_count; /* simulations of coming ticks */
    uint64_t right_count;     /* due ticks whose guess was right */
    uint64_t wrong_count;     /* due ticks that were simulated again after a wrong guess */
} ComingStats;

typedef struct Coming {
    bool is_shown;      /* the rows have poses for the tick after `base_tick` */
    bool was_attempted; /* a simulation with `input` after `base_tick` was tried */
    bool is_ready;      /* that simulation succeeded, so `copy` has the coming world */
    bool is_fading;     /* some offset is not 0 */
    bool has_moved;     /* the newest guess, or the true tick, differs from what was shown */
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

/* Simulates the next tick with this input, unless that was already done. False: the tick failed,
 * there is no memory, or no try is left and only sticks or the pointer have changed. */
bool coming_simulate(struct Session *session, const CwTickInput *input);

/* Call it when a tick is due with this input. True: the coming world became the session's. */
bool coming_adopt(struct Session *session, const CwTickInput *input);

/* Call it when the session has simulated a tick. Keeps what was drawn by offsets that fade. */
void coming_ticked(struct Session *session);

/* Discards the coming tick. Call it when something other than a tick has changed the world. */
void coming_drop(struct Session *session);
void coming_free(struct Session *session);

/* Whether the picture can show the coming tick. */
bool coming_exists(const struct Session *session);

/* Reduces each offset by less than 2 pixels. Call it once a frame. */
void coming_fade(struct Session *session, double pixels_per_m);

/* Removes all offsets at once. */
void coming_settle(struct Session *session);

/* Writes a body's pose at alpha in [1, 2]. False: the body has no coming pose. */
bool coming_pose(const CwWorld *world, int index, double alpha, CwTransform2 *pose);

/* Writes a blended value, by its index, of the entity in a slot. False: it has no coming value. */
bool coming_lerp(const CwWorld *world, int slot, int index, double alpha, double *shown);

/* Sets Coming.lead, clamped to 0..1. */
void coming_set_lead(struct Session *session, double lead);

/* For a world that is drawn beside the run's: Coming.lead of the run. Else 0. */
double coming_owner_lead(const CwWorld *world);

size_t coming_bytes(const struct Session *session);
