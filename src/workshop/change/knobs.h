/* Knobs: numbers of a game's code that may be turned (clockwork/tune.h).
 *
 * A session has its own value for each row and puts them in place before it calls the game, because
 * worlds with other values may share the process. Elsewhere a turned knob is an edit knob.NAME. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/replay.h"

/* A knob in a header has a row for each source that includes it. */
enum { KNOB_ROWS_MAX = 512, KNOBS_MAX = 64, KNOB_NAME_BYTES = 48 };

/* Turned knobs; all bytes behind the last one are zero. */
typedef struct KnobEdits {
    CwReplayEdit items[KNOBS_MAX];
    size_t count;
} KnobEdits;

/* Refuses rows that can't be told apart or have no range, in words for the game's maker. */
bool knobs_check(const CwGame *game, CwError *error);

const char *knob_name(const CwReplayEdit *edit);
double knob_value(const CwReplayEdit *edit);

CwReplayEdit knob_edit(const char *name, double value);

/* Sets the source's values, then the knobs among the edits. `error` NULL: ignores unknown knobs. */
bool knobs_begin(double *values, const CwGame *game, const CwReplayEdit *edits, size_t count,
                 CwError *error);

/* The knobs whose values differ from the source. */
KnobEdits knobs_turned(const double *values, const CwGame *game);
