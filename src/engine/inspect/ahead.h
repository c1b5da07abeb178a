/* The look ahead: the paths of moving bodies near the picture over the next two seconds, if the
 * input stays as it is, with the player's outline on its own.
 *
 * A fork of the run's world (clockwork/worlds.h), a slice of it a frame; the run is never touched.
 * While time goes on, the paths shown are those of a moment ago, and new ones are made all the
 * time. Owns the paths; the session stays the caller's. Zero-initialise. */
#pragma once

#include "clockwork/worlds.h"
#include "sim/session.h"

enum { AHEAD_BODY_MAX = 128, AHEAD_SAMPLES = 41 };

static const double AHEAD_S = 2;

/* The way of a body. */
typedef struct AheadWay {
    const cpBody *body;
    int index;   /* among the world's poses */
    bool player; /* it is one of the player's */
    CwTransform2 poses[AHEAD_SAMPLES];
    int count; /* fewer where it goes before the end */
} AheadWay;

typedef struct AheadWays {
    AheadWay items[AHEAD_BODY_MAX];
    int count;
    uint64_t tick, branch; /* from which they were made */
} AheadWays;

typedef struct Ahead {
    bool on;
    bool runs;
    AheadWays shown, filling;
    CwSnapshot state; /* where the fork has come to */
    CwTickInput held;
    uint32_t done_ticks, slice_ticks;
} Ahead;

void ahead_free(Ahead *ahead);
void ahead_toggle(Ahead *ahead);

/* A run begins: drops the paths of the one before. */
void ahead_reset(Ahead *ahead);

/* Once a frame, before or after its ticks. `branch` is another number once the world at a tick is
 * another; `camera` that of the last picture. */
void ahead_update(Ahead *ahead, const Session *session, const CwCamera *camera, uint64_t branch);

void ahead_draw(const Ahead *ahead, const CwWorld *world, const CwTheme *theme, CwDrawList *list);
