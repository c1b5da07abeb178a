/* The A-B span repeats a part of the run, from mark A to mark B, for practice. The player can take
 * over the controls and give them back.
 *
 * A round restores the world at A and repeats the recorded ticks up to B. It records nothing, not
 * even the player's own input, which can be kept until the next take-over. While both marks are
 * set, the loop gets each tick from here. */
#pragma once

#include "frame/playback.h"
#include "ui/notices.h"

typedef struct AbTake {
    uint64_t first; /* the world's tick when the player took over */
    CwTickInput *inputs;
    size_t count;
} AbTake;

typedef struct AbSpan {
    bool has_a, has_b;
    uint64_t a, b;          /* ticks; a < b with both */
    bool is_taken;          /* the rest of this round is the player's */
    AbTake take, last_take; /* inputs of this round, and of the last round that was taken over */
    bool is_live;           /* after a Keep, new ticks of the run up to B */
} AbSpan;

void ab_span_free(AbSpan *span);

bool ab_span_is_on(const AbSpan *span);

/* Puts the mark 'a' or 'b' at a tick, or removes it from there. */
void ab_span_mark(AbSpan *span, const Playback *playback, int mark, uint64_t tick);

/* Takes over or gives back at the present tick. False when the world is lost. */
bool ab_span_toggle(AbSpan *span, Playback *playback, CwError *error);

/* Makes the take's inputs, or the last round's, part of the run. False: the world is lost. */
bool ab_span_keep(AbSpan *span, Playback *playback, Notices *notices, CwError *error);

/* Removes the marks. Play continues from the recorded run. False when the world is lost. */
bool ab_span_end(AbSpan *span, Playback *playback, CwError *error);

/* Runs a tick that is not recorded. Only such ticks may follow until a seek returns to the run. */
bool run_tick_detached(Run *run, const CwTickInput *input, CwError *error);

/* Runs a tick with the player's input. Sets `back` if the world was put back to A instead. */
bool ab_span_tick(AbSpan *span, Playback *playback, CwTickInput *input, bool *back, CwError *error);
