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

static void begin_recorded_round(AbSpan *span)
{
    span->is_taken = span->is_live = false;
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
    last -= playback->replay != NULL && last > 0; /* nothing repeats from a replay's end */
    *has = !(*has && *at == tick);
    *at = tick > last ? last : tick;
    if (span->has_a && span->has_b && span->a >= span->b) { /* the older one makes room */
        span->has_a = mark == 'a';
        span->has_b = mark == 'b';
    }
}

/* ---- taking over ---- */

/* Ends the take-over if a seek or a rewind has brought back the recorded run. */
static bool check_taken(AbSpan *span, const Playback *playback)
{
    bool is_detached = playback->run.state == RUN_DETACHED || span->take.count == 0;
    span->is_taken = span->is_taken && is_detached;
    return span->is_taken;
}

static bool discard_takes(AbSpan *span, Playback *playback, CwError *error)
{
    bool was_detached = playback->run.state == RUN_DETACHED;
    begin_recorded_round(span);
    span->last_take.count = 0;
    return !was_detached || playback_seek(playback, (double)now_tick(playback), error);
}

bool ab_span_toggle(AbSpan *span, Playback *playback, CwError *error)
{
    if (check_taken(span, playback)) {
        return discard_takes(span, playback, error);
    }
    span->is_taken = !span->is_live;
    span->take.first = now_tick(playback);
    span->take.count = 0;
    return true;
}

/* NULL: none. A take of less than half a second yields to an earlier one: a held key began it. */
static AbTake *choose_take(AbSpan *span, const Playback *playback)
{
    size_t short_ticks = (size_t)playback->session.settings.tick_rate / 2;
    bool has_take = check_taken(span, playback) && span->take.count > 0;
    if (span->last_take.count > 0 && (!has_take || span->take.count < short_ticks)) {
        return &span->last_take;
    }
    return has_take ? &span->take : NULL;
}

bool ab_span_keep(AbSpan *span, Playback *playback, Notices *notices, CwError *error)
{
    AbTake *take = choose_take(span, playback);
    if (take == NULL) {
        notices_add(notices, "There is nothing to keep: take over the controls first");
        return true;
    }
    if (playback->replay != NULL) {
        notices_add(notices, "A recording can't be changed: watch it from Replays, "
                             "and choose Play from here in its pause");
        return true;
    }
    bool ok = playback_seek(playback, (double)take->first, error);
    for (size_t i = 0; ok && i < take->count; i++) {
        ok = playback_tick(playback, &take->inputs[i], error);
    }
    span->is_taken = false;
    span->take.count = span->last_take.count = 0;
    span->is_live = true;
    notices_add(notices, "Kept: this is the run now");
    return ok;
}

bool ab_span_end(AbSpan *span, Playback *playback, CwError *error)
{
    bool ok = discard_takes(span, playback, error);
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
    if (check_taken(span, playback)) {
        AbTake last = span->last_take;
        span->last_take = span->take;
        span->take = last;
    }
    begin_recorded_round(span);
    span->a = span->a < first ? first : span->a; /* older ticks can't be reached any more */
    return playback_seek(playback, (double)span->a, error);
}

/* In a recorded round, a press of a game's action takes over the controls. */
static bool tick_of_round(AbSpan *span, Playback *playback, CwTickInput *input, CwError *error)
{
    bool is_playing = playback->replay == NULL;
    if (!check_taken(span, playback) && !span->is_live && is_playing &&
        possible_input_union(input).pressed != 0 && !ab_span_toggle(span, playback, error)) {
        return false;
    }
    if (span->is_live) {
        return playback_tick(playback, input, error);
    }
    if (!span->is_taken) {
        return playback_advance_recorded(playback, error);
    }
    return (append_input(&span->take, input) ||
            cw_error_set(error, "out of memory for the input")) &&
           run_tick_detached(&playback->run, input, error);
}

bool ab_span_tick(AbSpan *span, Playback *playback, CwTickInput *input, bool *back, CwError *error)
{
    uint64_t now = now_tick(playback), last = playback_last_tick(playback);
    uint64_t end = span->is_live || check_taken(span, playback) || span->b < last ? span->b : last;
    *back = now >= end || now < span->a;
    return *back ? begin_round(span, playback, error) : tick_of_round(span, playback, input, error);
}
