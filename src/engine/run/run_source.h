/* A source of input: gives a run its ticks' input, and knows where it ends: recordings (here),
 * plans (rerun_plan.h), bots, lists; live input goes to run_tick. It may bring edits, too. */
#pragma once

#include "clockwork/replay.h"
#include "sim/session.h"

/* The treatment of edits that the world does not accept. */
typedef enum EditPolicy {
    EDITS_STRICT,   /* an error: the run is exactly the recorded one */
    EDITS_REPORTED, /* reported and left out: the code, level or settings may differ */
    EDITS_SILENT    /* left out: another process reports it */
} EditPolicy;

/* The input of the tick after the world's, which may lie after the source's end. */
typedef CwTickInput NextInput(const void *context, const Session *session);

/* The context and the edits stay the caller's. */
typedef struct RunSource {
    NextInput *next; /* NULL: there is no source, input is live */
    const void *context;
    uint64_t end;                  /* its last tick */
    const CwReplayFile *recording; /* the run is compared with its hashes; NULL: with nothing */
    const CwReplayEdit *edits;     /* sorted by tick */
    size_t edit_count;
    EditPolicy policy;
} RunSource;

/* A recording with its edits, strictly. After its end nothing is held. */
RunSource run_source_replay(const CwReplayFile *replay);

/* The actions that are down stay down, without edges: the source has no end. */
RunSource run_source_held(void);
