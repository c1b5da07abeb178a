#include "run/run.h"

#include "base/report.h"
#include "run/replay_format.h"
#include "run/run_judge.h"
#include "sim/possible_input.h"
#include "sim/world_audit.h"
#include "sim/world_edit.h"

#include <string.h>

void run_begin(Run *run, Session *session, CwHistory *history, SyncTest *sync_test)
{
    *run = (Run){.session = session, .history = history, .sync_test = sync_test, .begins = true};
    run->edits = run->own_edits;
    run->time.clean = 1;
    run->time.tick_rate = (uint32_t)session->desc.settings.tick_rate;
    if (history != NULL) {
        cw_history_begin(history, session->world);
    }
    if (sync_test != NULL) {
        sync_test_begin(sync_test);
    }
}

void run_add_writer(Run *run, ReplayWriter *writer)
{
    CW_ASSERT(run->writer_count < WRITERS_MAX, "raise WRITERS_MAX");
    run->writers[run->writer_count++] = writer;
}

/* ---- values changed by hand ---- */

static void write_edit(Run *run, const CwReplayEdit *edit)
{
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_edit(run->writers[i], edit);
    }
}

void run_set_edits(Run *run, const CwReplayEdit *edits, size_t count)
{
    run->edits = edits;
    run->edit_count = count;
}

bool run_apply_edits(const Run *run, CwError *error)
{
    return world_edits_apply(run->session, run->edits, run->edit_count, error);
}

static void remove_edit(Run *run, size_t at)
{
    size_t behind = --run->edit_count - at;
    memmove(&run->own_edits[at], &run->own_edits[at + 1], behind * sizeof run->own_edits[0]);
    memmove(&run->own_numbers[at], &run->own_numbers[at + 1], behind * sizeof run->own_numbers[0]);
}

/* Edits are sorted by tick, then by when they were made. */
static void insert_edit(Run *run, const CwReplayEdit *edit)
{
    size_t at = run->edit_count++;
    for (; at > 0 && run->own_edits[at - 1].tick > edit->tick; at--) {
        run->own_edits[at] = run->own_edits[at - 1];
        run->own_numbers[at] = run->own_numbers[at - 1];
    }
    run->own_edits[at] = *edit;
    run->own_numbers[at] = ++run->edits_made;
}

/* Where the run is simulated again. An edit that is no longer possible is left out. */
static bool bring_edits_again(Run *run, CwError *error)
{
    uint64_t tick = cw_world_tick(run->session->world);
    run->has_edits = true;
    for (size_t i = 0; i < run->edit_count;) {
        const CwReplayEdit *edit = &run->own_edits[i];
        CwError refused = {0};
        if (edit->tick != tick) {
            i++;
        } else if (!world_edit_try(run->session, edit, &refused)) {
            report("a value that was changed by hand stays as it is: %s", refused.text);
            remove_edit(run, i);
        } else if (!world_edit_apply(run->session, edit, error)) {
            return false;
        } else {
            write_edit(run, edit);
            i++;
        }
    }
    return true;
}

/* Once for each time that the world comes to a tick. */
static bool bring_edits(Run *run, CwError *error)
{
    uint64_t tick = cw_world_tick(run->session->world);
    bool had = run->has_edits;
    run->has_edits = true;
    for (size_t i = 0; !had && i < run->edit_count; i++) {
        bool here = run->edits[i].tick == tick;
        if (here && run->edits != run->own_edits) {
            write_edit(run, &run->edits[i]);
        }
        if (here && run->sync_test != NULL) {
            sync_test_begin(run->sync_test); /* it knows nothing but ticks */
        }
    }
    return had || run_apply_edits(run, error);
}

/* ---- ticks ---- */

/* What follows replaces what was recorded and tested of the ticks after the world's. */
static void replace_future(Run *run)
{
    uint64_t tick = cw_world_tick(run->session->world);
    run->in_past = false;
    run->begins = true;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_rewind(run->writers[i], tick);
    }
    for (size_t i = 0; i < run->edit_count; i++) {
        if (run->edits[i].tick == tick) { /* a rewind undid it */
            write_edit(run, &run->edits[i]);
        }
    }
    if (run->sync_test != NULL) {
        sync_test_begin(run->sync_test);
    }
}

static void forget_inputs(Run *run)
{
    uint64_t tick = cw_world_tick(run->session->world);
    run->ends_at = 0;
    cw_history_cut(run->history, tick);
    while (run->edit_count > 0 && run->edits[run->edit_count - 1].tick > tick) {
        run->edit_count--;
    }
}

static void begin_branch(Run *run)
{
    run->rewind_count++;
    forget_inputs(run);
    replace_future(run);
}

/* A branch with the same inputs. */
static void begin_again(Run *run)
{
    uint64_t next = cw_world_tick(run->session->world) + 1;
    run->rewind_count++;
    run->ends_at = 0;
    if (next <= cw_history_newest(run->history)) {
        CwTickInput input = cw_history_input(run->history, next);
        cw_history_correct(run->history, next, &input);
    }
    replace_future(run);
}

uint32_t run_time_at(const Run *run, const CwProbe *probe)
{
    uint64_t tick = cw_world_tick(run->session->world);
    bool waits = !run->has_input && run->session->desc.game->medal_count > 0;
    uint64_t all = probe->finished ? probe->finish_tick : waits ? 0 : tick;
    return (uint32_t)(run->counts_time ? probe->time_ticks : all);
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
static void note_time(Run *run)
{
    CwProbe probe = session_probe(run->session);
    CwRunTime *time = &run->time;
    run->finished = probe.finished;
    time->ticks = probe.finished ? time->ticks : 0;
    time->split_count =
        time->split_count < probe.checkpoints ? time->split_count : probe.checkpoints;
    time->clean = time->clean != 0 && run->rewind_count == 0 && run->edit_count == 0;
    run_time_note(time, &probe);
    run->has_input = run->has_input || has_input(&run->session->input);
    run->counts_time = run->counts_time || probe.time_ticks > 0;
    run->now_time = run_time_at(run, &probe);
}

static void add_presses(const Run *run, CwTickInput *input)
{
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        input->players[i].pressed |= input->players[i].down & ~run->session->input.players[i].down;
    }
}

void run_add_presses(const Run *run, CwTickInput *input)
{
    if (!run->begins && !run->in_past) {
        add_presses(run, input);
    }
}

/* Returns whether an action is held since before a beginning. */
static bool settle(const Run *run, CwTickInput *input)
{
    const CwInputFrame *before = run->session->input.players;
    uint32_t held_since = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        possible_input_settle(&input->players[i], &before[i]);
        held_since |= possible_input_held_since(&input->players[i], &before[i]);
    }
    return held_since != 0;
}

/* The recorded run that is played again was rewound to this tick. */
static void note_rewind(Run *run)
{
    uint64_t tick = cw_world_tick(run->session->world);
    bool written = run->edits == run->own_edits || run->has_edits;
    run->rewind_count++;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_rewind(run->writers[i], tick);
    }
    for (size_t i = 0; written && i < run->edit_count; i++) {
        if (run->edits[i].tick == tick) {
            write_edit(run, &run->edits[i]);
        }
    }
}

bool run_tick(Run *run, const CwTickInput *given, CwError *error)
{
    Session *session = run->session;
    CwTickInput settled = *given, *input = &settled;
    CW_ASSERT(!run->astray, "seek before the run goes on");
    if (run->in_past) {
        begin_branch(run);
    } else if (run->ends_at > 0) {
        forget_inputs(run);
    }
    if (settle(run, input) && !run->begins) {
        note_rewind(run);
    }
    if (!bring_edits(run, error)) {
        return false;
    }
    if (run->sync_test != NULL) {
        sync_test_before(run->sync_test, session->world, input);
    }
    if (!session_tick(session, input, error)) {
        return false;
    }
    run->has_edits = run->begins = false;
    bool audits = run->audits || run->sync_test != NULL;
    if (audits && !world_audit(session->world, error)) {
        return false;
    }
    if (run->history != NULL) {
        cw_history_tick(run->history, session->world);
    }
    if (run->writer_count > 0) {
        run->hash = cw_world_hash(session->world);
        for (int i = 0; i < run->writer_count; i++) {
            replay_writer_tick(run->writers[i], &session->input, run->hash);
        }
    }
    note_time(run);
    return run->sync_test == NULL || sync_test_after(run->sync_test, session, error);
}

uint64_t run_oldest(const Run *run)
{
    return run->history != NULL ? cw_history_oldest(run->history)
                                : cw_world_tick(run->session->world);
}

uint64_t run_newest(const Run *run)
{
    if (run->ends_at > 0) {
        return run->ends_at;
    }
    return run->history != NULL ? cw_history_newest(run->history)
                                : cw_world_tick(run->session->world);
}

bool run_seek(Run *run, uint64_t tick, CwError *error)
{
    Session *session = run->session;
    if (run->history == NULL) {
        return cw_error_set(error, "there is no history to seek in: game.history is 0");
    }
    uint64_t oldest = run_oldest(run), newest = run_newest(run);
    uint64_t wanted = tick < oldest ? oldest : tick > newest ? newest : tick;
    uint64_t now = cw_world_tick(session->world);
    bool jump = run->astray || wanted < now || cw_history_keyframe(run->history, wanted) > now;
    if (jump && !cw_history_restore(run->history, session->world, wanted)) {
        return cw_error_set(error, "the history does not hold tick %llu",
                            (unsigned long long)wanted);
    }
    run->has_edits = run->has_edits && !jump;
    run->astray = false;
    session->input = session->world->input; /* what edges are derived from next */
    while (cw_world_tick(session->world) < wanted) {
        CwTickInput input = cw_history_input(run->history, cw_world_tick(session->world) + 1);
        if (!bring_edits(run, error) || !session_tick(session, &input, error)) {
            return false;
        }
        run->has_edits = false;
    }
    run->in_past = wanted < newest;
    return bring_edits(run, error);
}

bool run_tick_beside(Run *run, const CwTickInput *input, CwError *error)
{
    if (run->history == NULL) {
        return cw_error_set(error, "without a history nothing brings the run back");
    }
    if (!bring_edits(run, error)) {
        return false;
    }
    run->astray = true;
    CwTickInput settled = *input;
    settle(run, &settled);
    return session_tick(run->session, &settled, error);
}

bool run_edit(Run *run, const CwReplayEdit *edit, CwError *error)
{
    const CwGame *game = run->session->desc.game;
    if (edit->tick != cw_world_tick(run->session->world)) {
        return cw_error_set(error, "a value is changed at the tick that the world is at");
    }
    if (run->edits != run->own_edits || game->source != NULL) {
        return cw_error_set(error, "%s",
                            run->edits != run->own_edits
                                ? "a recording is what it is: play the level to change something"
                                : "this game takes input from elsewhere: values can't be changed "
                                  "in it");
    }
    if (run->astray) {
        return cw_error_set(error, "what you try in the loop is not the run: keep it, or drop it");
    }
    if (run->edit_count == EDITS_MAX) {
        return cw_error_set(error, "a run has at most %d changes by hand", EDITS_MAX);
    }
    if (!bring_edits(run, error) || !world_edit_try(run->session, edit, error)) {
        return false;
    }
    if (run->history != NULL && edit->tick < cw_history_newest(run->history)) {
        begin_again(run);
    }
    insert_edit(run, edit);
    run->time.clean = 0;
    write_edit(run, edit);
    if (run->sync_test != NULL) {
        sync_test_begin(run->sync_test);
    }
    return world_edit_apply(run->session, edit, error);
}

UndoOutcome run_undo_edit(Run *run, CwError *error)
{
    size_t last = 0;
    for (size_t i = 1; i < run->edit_count; i++) {
        last = run->own_numbers[i] > run->own_numbers[last] ? i : last;
    }
    if (run->edit_count == 0 || run->edits != run->own_edits) {
        cw_error_set(error, "nothing was changed by hand in this run");
        return UNDO_REFUSED;
    }
    uint64_t tick = run->own_edits[last].tick;
    if (run->history == NULL || tick < run_oldest(run)) {
        cw_error_set(error, "the history does not reach back to the change at tick %llu",
                     (unsigned long long)tick);
        return UNDO_REFUSED;
    }
    remove_edit(run, last);
    run->edits_made++;
    run->astray = true; /* the world has it */
    if (!run_seek(run, tick, error)) {
        return UNDO_LOST;
    }
    begin_again(run);
    return UNDO_DONE;
}

void run_end_repeat(Run *run)
{
    uint64_t tick = cw_world_tick(run->session->world);
    run->ends_at = tick < run_newest(run) ? tick : 0;
}

/* ---- corrections ---- */

/* Speed after the finish does not affect the rank. */
void run_note_speed(Run *run, int speed)
{
    if (run->finished) {
        return;
    }
    run->time.clean = run->time.clean != 0 && speed >= REPLAY_SPEED_NORMAL;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_speed(run->writers[i], (uint32_t)speed);
    }
}

bool run_correct(Run *run, const CwLateInput *late, CwError *error)
{
    unsigned long long tick = late->tick, newest = run_newest(run);
    CW_ASSERT(late->player >= 0 && late->player < game_player_count(run->session->desc.game),
              "late input is a player's of the game");
    if (tick > newest) {
        return cw_error_set(error,
                            "late input for tick %llu, the newest is %llu: keep it until then",
                            tick, newest);
    }
    if (run->history == NULL || tick <= run_oldest(run)) {
        return cw_error_set(error,
                            "input for tick %llu is too late at tick %llu: raise game.history",
                            tick, newest);
    }
    CwTickInput input = cw_history_input(run->history, late->tick);
    CwInputFrame *frame = &input.players[late->player];
    if (memcmp(frame, &late->input, sizeof *frame) == 0) {
        return true;
    }
    *frame = late->input;
    cw_history_correct(run->history, late->tick, &input);
    if (run->mistaken_tick == 0 || late->tick < run->mistaken_tick) {
        run->mistaken_tick = late->tick;
    }
    return true;
}

bool run_begin_correction(Run *run, CwError *error)
{
    uint64_t tick = run->mistaken_tick;
    run->mistaken_tick = 0;
    if (tick == 0) {
        return true;
    }
    if (!run_seek(run, tick - 1, error)) {
        return false;
    }
    replace_future(run);
    return true;
}

bool run_repeat_tick(Run *run, CwError *error)
{
    uint64_t tick = cw_world_tick(run->session->world) + 1;
    CwTickInput input = cw_history_input(run->history, tick);
    if (tick > 1 && run->session->desc.game->source != NULL) {
        add_presses(run, &input); /* guesses of what others did may lack them */
    }
    return run_tick(run, &input, error) && bring_edits_again(run, error);
}
