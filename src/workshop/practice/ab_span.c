#include "practice/ab_span.h"

#include "base/array.h"
#include "sim/possible_input.h"

#include <stdlib.h>

void ab_span_free(AbSpan *span)
{
    free(span->take.inputs);
    free(span->last_take.inputs);
    *span = (AbSpan){0};
}

void ab_span_reset(AbSpan *span)
{
    *span = (AbSpan){.take.inputs = span->take.inputs, .last_take.inputs = span->last_take.inputs};
}

/* A round begins with the recorded input. */
static void renew(AbSpan *span)
{
    span->taken = span->live = false;
    span->take.count = 0;
}

bool ab_span_is_on(const AbSpan *span)
{
    return span->has_a && span->has_b;
}

static uint64_t now_tick(const Playback *playback)
{
    return cw_world_tick(playback->session.world);
}

/* ---- marks ---- */

void ab_span_mark(AbSpan *span, const Playback *playback, int mark, uint64_t tick)
{
    bool *has = mark == 'a' ? &span->has_a : &span->has_b;
    uint64_t *at = mark == 'a' ? &span->a : &span->b;
    uint64_t last = playback_last_tick(playback);
    last -= playback->desc.replay != NULL && last > 0; /* nothing repeats from a replay's end */
    *has = !(*has && *at == tick);
    *at = tick > last ? last : tick;
    if (span->has_a && span->has_b && span->a >= span->b) { /* the older one makes room */
        span->has_a = mark == 'a';
        span->has_b = mark == 'b';
    }
}

/* ---- taking over ---- */

/* A seek or a rewind in between has brought the recorded run back. */
static bool is_taken(AbSpan *span, const Playback *playback)
{
    bool is_detached = playback->run.state == RUN_DETACHED || span->take.count == 0;
    span->taken = span->taken && is_detached;
    return span->taken;
}

static bool drop(AbSpan *span, Playback *playback, CwError *error)
{
    bool was_detached = playback->run.state == RUN_DETACHED;
    renew(span);
    span->last_take.count = 0;
    return !was_detached || playback_seek(playback, (double)now_tick(playback), error);
}

bool ab_span_toggle(AbSpan *span, Playback *playback, CwError *error)
{
    if (is_taken(span, playback)) {
        return drop(span, playback, error);
    }
    span->taken = !span->live;
    span->take.first = now_tick(playback);
    span->take.count = 0;
    return true;
}

/* NULL: none. A key still held at a round's end begins a take: half a second is no take yet. */
static AbTake *choose_take(AbSpan *span, const Playback *playback)
{
    size_t short_ticks = (size_t)playback->session.desc.settings.tick_rate / 2;
    bool taken = is_taken(span, playback) && span->take.count > 0;
    if (span->last_take.count > 0 && (!taken || span->take.count < short_ticks)) {
        return &span->last_take;
    }
    return taken ? &span->take : NULL;
}

bool ab_span_keep(AbSpan *span, Playback *playback, Notices *notices, CwError *error)
{
    AbTake *take = choose_take(span, playback);
    if (take == NULL) {
        notices_add(notices, "There is nothing to keep: take over the controls first");
        return true;
    }
    if (playback->desc.replay != NULL) {
        notices_add(notices, "A recording can't be changed: choose Play from here in its pause");
        return true;
    }
    bool ok = playback_seek(playback, (double)take->first, error);
    for (size_t i = 0; ok && i < take->count; i++) {
        ok = playback_tick(playback, &take->inputs[i], error);
    }
    span->taken = false;
    span->take.count = span->last_take.count = 0;
    span->live = true;
    notices_add(notices, "Kept: this is the run now");
    return ok;
}

bool ab_span_end(AbSpan *span, Playback *playback, CwError *error)
{
    bool ok = drop(span, playback, error);
    span->has_a = span->has_b = false;
    return ok;
}

/* ---- ticks ---- */

bool run_tick_detached(Run *run, const CwTickInput *given, CwError *error)
{
    Session *session = run->session;
    CwTickInput input = *given;
    if (run->history == NULL) {
        return cw_error_set(error, "without a history nothing brings the run back");
    }
    run->state = RUN_DETACHED;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        possible_input_settle(&input.players[i], &session->world->input.players[i]);
    }
    coming_drop(session);
    if (!run_apply_changes(run, error) || !session_tick(session, &input, error)) {
        return false;
    }
    coming_ticked(session);
    return true;
}

static bool append_input(AbTake *take, const CwTickInput *input)
{
    CwTickInput *inputs = grow_for_one(take->inputs, take->count, sizeof *inputs);
    if (inputs == NULL) {
        return false;
    }
    take->inputs = inputs;
    inputs[take->count++] = *input;
    return true;
}

static bool begin_round(AbSpan *span, Playback *playback, CwError *error)
{
    uint64_t first = playback_first_tick(playback);
    if (is_taken(span, playback)) {
        AbTake last = span->last_take;
        span->last_take = span->take;
        span->take = last;
    }
    renew(span);
    span->a = span->a < first ? first : span->a; /* what is older was forgotten */
    return playback_seek(playback, (double)span->a, error);
}

/* A key of the game that is pressed in a recorded round takes over. */
static bool tick_of_round(AbSpan *span, Playback *playback, CwTickInput *input, CwError *error)
{
    bool plays = playback->desc.replay == NULL;
    if (!is_taken(span, playback) && !span->live && plays &&
        possible_input_union(input).pressed != 0 && !ab_span_toggle(span, playback, error)) {
        return false;
    }
    if (span->live) {
        return playback_tick(playback, input, error);
    }
    if (!span->taken) {
        return playback_advance_recorded(playback, error);
    }
    return (append_input(&span->take, input) ||
            cw_error_set(error, "out of memory for the input")) &&
           run_tick_detached(&playback->run, input, error);
}

bool ab_span_tick(AbSpan *span, Playback *playback, CwTickInput *input, bool *begins,
                  CwError *error)
{
    uint64_t now = now_tick(playback), last = playback_last_tick(playback);
    uint64_t end = span->live || is_taken(span, playback) || span->b < last ? span->b : last;
    *begins = now >= end || now < span->a;
    return *begins ? begin_round(span, playback, error)
                   : tick_of_round(span, playback, input, error);
}
