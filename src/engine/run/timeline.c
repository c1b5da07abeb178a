#include "run/timeline.h"

#include "base/report.h"
#include "run/replay_format.h"
#include "run/run_judge.h"
#include "sim/possible_input.h"
#include "sim/world_audit.h"
#include "sim/world_edit.h"

#include <string.h>

void timeline_begin(Timeline *timeline, Session *session, CwHistory *history, SyncTest *sync_test)
{
    *timeline =
        (Timeline){.session = session, .history = history, .sync_test = sync_test, .begins = true};
    timeline->edits = timeline->own_edits;
    timeline->time.clean = 1;
    timeline->time.tick_rate = (uint32_t)session->desc.settings.tick_rate;
    if (history != NULL) {
        cw_history_begin(history, session->world);
    }
    if (sync_test != NULL) {
        sync_test_begin(sync_test);
    }
}

void timeline_add_writer(Timeline *timeline, ReplayWriter *writer)
{
    CW_ASSERT(timeline->writer_count < WRITERS_MAX, "raise WRITERS_MAX");
    timeline->writers[timeline->writer_count++] = writer;
}

/* ---- values changed by hand ---- */

static void write_edit(Timeline *timeline, const CwReplayEdit *edit)
{
    for (int i = 0; i < timeline->writer_count; i++) {
        replay_writer_edit(timeline->writers[i], edit);
    }
}

void timeline_set_edits(Timeline *timeline, const CwReplayEdit *edits, size_t count)
{
    timeline->edits = edits;
    timeline->edit_count = count;
}

bool timeline_edit_world(const Timeline *timeline, CwError *error)
{
    return world_edits_apply(timeline->session, timeline->edits, timeline->edit_count, error);
}

static void remove_edit(Timeline *timeline, size_t at)
{
    size_t behind = --timeline->edit_count - at;
    memmove(&timeline->own_edits[at], &timeline->own_edits[at + 1],
            behind * sizeof timeline->own_edits[0]);
    memmove(&timeline->own_numbers[at], &timeline->own_numbers[at + 1],
            behind * sizeof timeline->own_numbers[0]);
}

/* Edits are sorted by tick, then by when they were made. */
static void insert_edit(Timeline *timeline, const CwReplayEdit *edit)
{
    size_t at = timeline->edit_count++;
    for (; at > 0 && timeline->own_edits[at - 1].tick > edit->tick; at--) {
        timeline->own_edits[at] = timeline->own_edits[at - 1];
        timeline->own_numbers[at] = timeline->own_numbers[at - 1];
    }
    timeline->own_edits[at] = *edit;
    timeline->own_numbers[at] = ++timeline->edits_made;
}

/* Where the run is simulated again. An edit that is no longer possible is left out. */
static bool bring_edits_again(Timeline *timeline, CwError *error)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    timeline->has_edits = true;
    for (size_t i = 0; i < timeline->edit_count;) {
        const CwReplayEdit *edit = &timeline->own_edits[i];
        CwError refused = {0};
        if (edit->tick != tick) {
            i++;
        } else if (!world_edit_try(timeline->session, edit, &refused)) {
            report("a value that was changed by hand stays as it is: %s", refused.text);
            remove_edit(timeline, i);
        } else if (!world_edit_apply(timeline->session, edit, error)) {
            return false;
        } else {
            write_edit(timeline, edit);
            i++;
        }
    }
    return true;
}

/* Once for each time that the world comes to a tick. */
static bool bring_edits(Timeline *timeline, CwError *error)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    bool had = timeline->has_edits;
    timeline->has_edits = true;
    for (size_t i = 0; !had && i < timeline->edit_count; i++) {
        bool here = timeline->edits[i].tick == tick;
        if (here && timeline->edits != timeline->own_edits) {
            write_edit(timeline, &timeline->edits[i]);
        }
        if (here && timeline->sync_test != NULL) {
            sync_test_begin(timeline->sync_test); /* it knows nothing but ticks */
        }
    }
    return had || timeline_edit_world(timeline, error);
}

/* ---- ticks ---- */

/* What follows replaces what was recorded and tested of the ticks after the world's. */
static void replace_future(Timeline *timeline)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    timeline->in_past = false;
    timeline->begins = true;
    for (int i = 0; i < timeline->writer_count; i++) {
        replay_writer_rewind(timeline->writers[i], tick);
    }
    for (size_t i = 0; i < timeline->edit_count; i++) {
        if (timeline->edits[i].tick == tick) { /* a rewind undid it */
            write_edit(timeline, &timeline->edits[i]);
        }
    }
    if (timeline->sync_test != NULL) {
        sync_test_begin(timeline->sync_test);
    }
}

static void forget_inputs(Timeline *timeline)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    timeline->ends_at = 0;
    cw_history_cut(timeline->history, tick);
    while (timeline->edit_count > 0 && timeline->edits[timeline->edit_count - 1].tick > tick) {
        timeline->edit_count--;
    }
}

static void begin_branch(Timeline *timeline)
{
    timeline->rewind_count++;
    forget_inputs(timeline);
    replace_future(timeline);
}

/* A branch with the same inputs. */
static void begin_again(Timeline *timeline)
{
    uint64_t next = cw_world_tick(timeline->session->world) + 1;
    timeline->rewind_count++;
    timeline->ends_at = 0;
    if (next <= cw_history_newest(timeline->history)) {
        CwTickInput input = cw_history_input(timeline->history, next);
        cw_history_correct(timeline->history, next, &input);
    }
    replace_future(timeline);
}

uint32_t timeline_time_at(const Timeline *timeline, const CwProbe *probe)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    bool waits = !timeline->has_input && timeline->session->desc.game->medal_count > 0;
    uint64_t all = probe->finished ? probe->finish_tick : waits ? 0 : tick;
    return (uint32_t)(timeline->counts_time ? probe->time_ticks : all);
}

static bool has_input(const CwTickInput *input)
{
    uint32_t used = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        used |= input->players[i].down | input->players[i].pressed;
    }
    return used != 0;
}

/* A new branch may not have reached these splits or the finish. */
static void note_time(Timeline *timeline)
{
    CwProbe probe = session_probe(timeline->session);
    CwRunTime *time = &timeline->time;
    timeline->finished = probe.finished;
    time->ticks = probe.finished ? time->ticks : 0;
    time->split_count =
        time->split_count < probe.checkpoints ? time->split_count : probe.checkpoints;
    time->clean = time->clean != 0 && timeline->rewind_count == 0 && timeline->edit_count == 0;
    run_time_note(time, &probe);
    timeline->has_input = timeline->has_input || has_input(&timeline->session->input);
    timeline->counts_time = timeline->counts_time || probe.time_ticks > 0;
    timeline->now_time = timeline_time_at(timeline, &probe);
}

static void add_presses(const Timeline *timeline, CwTickInput *input)
{
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        input->players[i].pressed |=
            input->players[i].down & ~timeline->session->input.players[i].down;
    }
}

void timeline_add_presses(const Timeline *timeline, CwTickInput *input)
{
    if (!timeline->begins && !timeline->in_past) {
        add_presses(timeline, input);
    }
}

/* Returns whether an action is held since before a beginning. */
static bool settle(const Timeline *timeline, CwTickInput *input)
{
    const CwInputFrame *before = timeline->session->input.players;
    uint32_t held_since = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        possible_input_settle(&input->players[i], &before[i]);
        held_since |= possible_input_held_since(&input->players[i], &before[i]);
    }
    return held_since != 0;
}

/* The recorded run that is played again was rewound to this tick. */
static void note_rewind(Timeline *timeline)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    bool written = timeline->edits == timeline->own_edits || timeline->has_edits;
    timeline->rewind_count++;
    for (int i = 0; i < timeline->writer_count; i++) {
        replay_writer_rewind(timeline->writers[i], tick);
    }
    for (size_t i = 0; written && i < timeline->edit_count; i++) {
        if (timeline->edits[i].tick == tick) {
            write_edit(timeline, &timeline->edits[i]);
        }
    }
}

bool timeline_tick(Timeline *timeline, const CwTickInput *given, CwError *error)
{
    Session *session = timeline->session;
    CwTickInput settled = *given, *input = &settled;
    CW_ASSERT(!timeline->astray, "seek before the run goes on");
    if (timeline->in_past) {
        begin_branch(timeline);
    } else if (timeline->ends_at > 0) {
        forget_inputs(timeline);
    }
    if (settle(timeline, input) && !timeline->begins) {
        note_rewind(timeline);
    }
    if (!bring_edits(timeline, error)) {
        return false;
    }
    if (timeline->sync_test != NULL) {
        sync_test_before(timeline->sync_test, session->world, input);
    }
    if (!session_tick(session, input, error)) {
        return false;
    }
    timeline->has_edits = timeline->begins = false;
    bool audits = timeline->audits || timeline->sync_test != NULL;
    if (audits && !world_audit(session->world, error)) {
        return false;
    }
    if (timeline->history != NULL) {
        cw_history_tick(timeline->history, session->world);
    }
    if (timeline->writer_count > 0) {
        timeline->hash = cw_world_hash(session->world);
        for (int i = 0; i < timeline->writer_count; i++) {
            replay_writer_tick(timeline->writers[i], &session->input, timeline->hash);
        }
    }
    note_time(timeline);
    return timeline->sync_test == NULL || sync_test_after(timeline->sync_test, session, error);
}

uint64_t timeline_oldest(const Timeline *timeline)
{
    return timeline->history != NULL ? cw_history_oldest(timeline->history)
                                     : cw_world_tick(timeline->session->world);
}

uint64_t timeline_newest(const Timeline *timeline)
{
    if (timeline->ends_at > 0) {
        return timeline->ends_at;
    }
    return timeline->history != NULL ? cw_history_newest(timeline->history)
                                     : cw_world_tick(timeline->session->world);
}

bool timeline_seek(Timeline *timeline, uint64_t tick, CwError *error)
{
    Session *session = timeline->session;
    if (timeline->history == NULL) {
        return cw_error_set(error, "there is no history to seek in: game.history is 0");
    }
    uint64_t oldest = timeline_oldest(timeline), newest = timeline_newest(timeline);
    uint64_t wanted = tick < oldest ? oldest : tick > newest ? newest : tick;
    uint64_t now = cw_world_tick(session->world);
    bool jump =
        timeline->astray || wanted < now || cw_history_keyframe(timeline->history, wanted) > now;
    if (jump && !cw_history_restore(timeline->history, session->world, wanted)) {
        return cw_error_set(error, "the history does not hold tick %llu",
                            (unsigned long long)wanted);
    }
    timeline->has_edits = timeline->has_edits && !jump;
    timeline->astray = false;
    session->input = session->world->input; /* what edges are derived from next */
    while (cw_world_tick(session->world) < wanted) {
        CwTickInput input = cw_history_input(timeline->history, cw_world_tick(session->world) + 1);
        if (!bring_edits(timeline, error) || !session_tick(session, &input, error)) {
            return false;
        }
        timeline->has_edits = false;
    }
    timeline->in_past = wanted < newest;
    return bring_edits(timeline, error);
}

bool timeline_stray(Timeline *timeline, const CwTickInput *input, CwError *error)
{
    if (timeline->history == NULL) {
        return cw_error_set(error, "without a history nothing brings the run back");
    }
    if (!bring_edits(timeline, error)) {
        return false;
    }
    timeline->astray = true;
    CwTickInput settled = *input;
    settle(timeline, &settled);
    return session_tick(timeline->session, &settled, error);
}

bool timeline_edit(Timeline *timeline, const CwReplayEdit *edit, CwError *error)
{
    const CwGame *game = timeline->session->desc.game;
    if (edit->tick != cw_world_tick(timeline->session->world)) {
        return cw_error_set(error, "a value is changed at the tick that the world is at");
    }
    if (timeline->edits != timeline->own_edits || game->source != NULL) {
        return cw_error_set(error, "%s",
                            timeline->edits != timeline->own_edits
                                ? "a recording is what it is: play the level to change something"
                                : "this game takes input from elsewhere: values can't be changed "
                                  "in it");
    }
    if (timeline->astray) {
        return cw_error_set(error, "what you try in the loop is not the run: keep it, or drop it");
    }
    if (timeline->edit_count == EDITS_MAX) {
        return cw_error_set(error, "a run has at most %d changes by hand", EDITS_MAX);
    }
    if (!bring_edits(timeline, error) || !world_edit_try(timeline->session, edit, error)) {
        return false;
    }
    if (timeline->history != NULL && edit->tick < cw_history_newest(timeline->history)) {
        begin_again(timeline);
    }
    insert_edit(timeline, edit);
    timeline->time.clean = 0;
    write_edit(timeline, edit);
    if (timeline->sync_test != NULL) {
        sync_test_begin(timeline->sync_test);
    }
    return world_edit_apply(timeline->session, edit, error);
}

TakeBack timeline_take_back(Timeline *timeline, CwError *error)
{
    size_t last = 0;
    for (size_t i = 1; i < timeline->edit_count; i++) {
        last = timeline->own_numbers[i] > timeline->own_numbers[last] ? i : last;
    }
    if (timeline->edit_count == 0 || timeline->edits != timeline->own_edits) {
        cw_error_set(error, "nothing was changed by hand in this run");
        return TAKE_BACK_REFUSED;
    }
    uint64_t tick = timeline->own_edits[last].tick;
    if (timeline->history == NULL || tick < timeline_oldest(timeline)) {
        cw_error_set(error, "the history does not reach back to the change at tick %llu",
                     (unsigned long long)tick);
        return TAKE_BACK_REFUSED;
    }
    remove_edit(timeline, last);
    timeline->edits_made++;
    timeline->astray = true; /* the world has it */
    if (!timeline_seek(timeline, tick, error)) {
        return TAKE_BACK_LOST;
    }
    begin_again(timeline);
    return TAKE_BACK_DONE;
}

void timeline_end_again(Timeline *timeline)
{
    uint64_t tick = cw_world_tick(timeline->session->world);
    timeline->ends_at = tick < timeline_newest(timeline) ? tick : 0;
}

/* ---- corrections ---- */

/* Speed after the finish does not affect the rank. */
void timeline_note_speed(Timeline *timeline, int speed)
{
    if (timeline->finished) {
        return;
    }
    timeline->time.clean = timeline->time.clean != 0 && speed >= REPLAY_SPEED_NORMAL;
    for (int i = 0; i < timeline->writer_count; i++) {
        replay_writer_speed(timeline->writers[i], (uint32_t)speed);
    }
}

bool timeline_correct(Timeline *timeline, const CwLateInput *late, CwError *error)
{
    unsigned long long tick = late->tick, newest = timeline_newest(timeline);
    CW_ASSERT(late->player >= 0 && late->player < game_player_count(timeline->session->desc.game),
              "late input is a player's of the game");
    if (tick > newest) {
        return cw_error_set(error,
                            "late input for tick %llu, the newest is %llu: keep it until then",
                            tick, newest);
    }
    if (timeline->history == NULL || tick <= timeline_oldest(timeline)) {
        return cw_error_set(error,
                            "input for tick %llu is too late at tick %llu: raise game.history",
                            tick, newest);
    }
    CwTickInput input = cw_history_input(timeline->history, late->tick);
    CwInputFrame *frame = &input.players[late->player];
    if (memcmp(frame, &late->input, sizeof *frame) == 0) {
        return true;
    }
    *frame = late->input;
    cw_history_correct(timeline->history, late->tick, &input);
    if (timeline->mistaken_tick == 0 || late->tick < timeline->mistaken_tick) {
        timeline->mistaken_tick = late->tick;
    }
    return true;
}

bool timeline_go_back(Timeline *timeline, CwError *error)
{
    uint64_t tick = timeline->mistaken_tick;
    timeline->mistaken_tick = 0;
    if (tick == 0) {
        return true;
    }
    if (!timeline_seek(timeline, tick - 1, error)) {
        return false;
    }
    replace_future(timeline);
    return true;
}

bool timeline_again(Timeline *timeline, CwError *error)
{
    uint64_t tick = cw_world_tick(timeline->session->world) + 1;
    CwTickInput input = cw_history_input(timeline->history, tick);
    if (tick > 1 && timeline->session->desc.game->source != NULL) {
        add_presses(timeline, &input); /* guesses of what others did may lack them */
    }
    return timeline_tick(timeline, &input, error) && bring_edits_again(timeline, error);
}
