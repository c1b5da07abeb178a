#include "run/run.h"

#include "base/frame_services.h"

#include "base/report.h"
#include "change/world_edit.h"
#include "clockwork/worlds.h"
#include "run/replay_header.h"
#include "sim/possible_input.h"
#include "sim/world_fields.h"
#include "sim/worlds.h"

#include <string.h>

/* ---- the list of edits ---- */

static bool edits_are_kept(const RunEdits *edits)
{
    return edits->items == edits->kept;
}

/* The world is at `tick` now and lacks the edits of that tick. */
static void rewind_edits(RunEdits *edits, uint64_t tick)
{
    edits->next = 0;
    while (edits->next < edits->count && edits->items[edits->next].tick < tick) {
        edits->next++;
    }
}

/* The next edit if it is of this tick, else NULL. */
static const CwReplayEdit *due_edit(const RunEdits *edits, uint64_t tick)
{
    bool due = edits->next < edits->count && edits->items[edits->next].tick == tick;
    return due ? &edits->items[edits->next] : NULL;
}

/* Moves the edits from `index` on by one place, up or down. */
static void move_edits(RunEdits *edits, size_t index, int places)
{
    size_t to = places > 0 ? index + 1 : index, from = places > 0 ? index : index + 1;
    size_t count = edits->count - from;
    memmove(&edits->kept[to], &edits->kept[from], count * sizeof edits->kept[0]);
    memmove(&edits->numbers[to], &edits->numbers[from], count * sizeof edits->numbers[0]);
}

static void remove_edit(RunEdits *edits, size_t index)
{
    move_edits(edits, index, -1);
    edits->count--;
}

static size_t last_made(const RunEdits *edits)
{
    size_t last = 0;
    for (size_t i = 1; i < edits->count; i++) {
        last = edits->numbers[i] > edits->numbers[last] ? i : last;
    }
    return last;
}

/* ---- life ---- */

/* A world that another build has led to is an edit, and has the edits before it. */
static void begin_carried(Run *run)
{
    const CwWorld *world = run->session->world;
    RunSource *source = &run->source;
    if (world->carried_tick == 0 || world->carried_tick != world->tick ||
        !edits_are_kept(&run->edits)) {
        return;
    }
    run->edits.kept[run->edits.count] = (CwReplayEdit){.tick = world->tick, .field = EDIT_CARRIED};
    run->edits.known_count = ++run->edits.count; /* rerun_plan_write_past records it */
    for (; source->edit_count > 0 && source->edits->tick <= world->tick; source->edits++) {
        source->edit_count--;
    }
}

void run_begin(Run *run, const RunDesc *desc)
{
    *run = (Run){.session = desc->session,
                 .history = desc->history,
                 .sync_test = desc->sync_test,
                 .marks = desc->marks,
                 .source = desc->source};
    bool borrows = desc->source.policy == EDITS_STRICT && desc->source.next != NULL;
    run->edits.items = borrows ? desc->source.edits : run->edits.kept;
    run->edits.count = borrows ? desc->source.edit_count : 0;
    run->source.edit_count -= run->edits.count; /* borrowed edits are not taken again */
    if (!borrows && cw_world_tick(desc->session->world) == 0) {
        KnobEdits knobs = knobs_edits(desc->session->knobs, desc->session->desc.game);
        memcpy(run->edits.kept, knobs.items, sizeof knobs.items);
        run->edits.count = knobs.count;
    }
    begin_carried(run);
    rewind_edits(&run->edits, cw_world_tick(desc->session->world));
    run->time.clean = 1;
    run->time.tick_rate = (uint32_t)desc->session->desc.settings.tick_rate;
    coming_drop(desc->session);
    if (run->history != NULL) {
        cw_history_begin(run->history, desc->session->world);
    }
    sync_test_begin(run->sync_test);
    if (run->marks != NULL) {
        *run->marks = (RunMarks){0};
    }
}

void run_add_writer(Run *run, ReplayWriter *writer)
{
    CW_ASSERT(run->writer_count < WRITERS_MAX, "raise WRITERS_MAX");
    if (writer->path != NULL) {
        run->writers[run->writer_count++] = writer;
    }
}

static uint64_t now_tick(const Run *run)
{
    return cw_world_tick(run->session->world);
}

/* ---- applying edits ---- */

static void write_edit(Run *run, const CwReplayEdit *edit)
{
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_edit(run->writers[i], edit);
    }
}

/* Whether the world survives a second with the edit and the held input. It stays unchanged. */
static bool try_edit(Session *session, const CwReplayEdit *edit, CwError *error)
{
    Run attempt;
    Aside aside = {0};
    if (!worlds_put_aside(session, &aside, error)) {
        return false;
    }
    run_begin(&attempt, &(RunDesc){.session = session, .source = run_source_held()});
    uint64_t end = now_tick(&attempt) + (uint64_t)session->desc.settings.tick_rate;
    bool good =
        world_edit_apply(session->world, edit, error) && run_advance_to(&attempt, end, error);
    worlds_take_up(session, &aside);
    return good;
}

static bool apply_next(Run *run, CwError *error)
{
    RunEdits *edits = &run->edits;
    const CwReplayEdit *edit = &edits->items[edits->next++];
    if (edits->next > edits->known_count) {
        edits->known_count = edits->next;
        write_edit(run, edit);
    }
    sync_test_begin(run->sync_test); /* it cannot repeat edits, so it starts again */
    coming_drop(run->session);
    return world_edit_apply(run->session->world, edit, error);
}

static void report_left_out(const CwError *error)
{
    report("a value that was changed by hand stays as it is: %s", error->text);
}

bool run_apply_edits(Run *run, CwError *error)
{
    RunEdits *edits = &run->edits;
    const CwReplayEdit *edit;
    while ((edit = due_edit(edits, now_tick(run))) != NULL) {
        CwError refused = {0};
        bool is_known =
            edits->next < edits->known_count || !edits_are_kept(edits) || knob_is_edit(edit);
        if (!is_known && !try_edit(run->session, edit, &refused)) {
            report_left_out(&refused);
            remove_edit(edits, edits->next);
        } else if (!apply_next(run, error)) {
            return cw_error_context(error, "tick %llu: a value changed by hand",
                                    (unsigned long long)now_tick(run));
        }
    }
    return true;
}

/* The source's edits up to this tick become edits of this run. */
static void take_source_edits(Run *run)
{
    RunSource *source = &run->source;
    for (; source->edit_count > 0 && source->edits->tick <= now_tick(run); source->edits++) {
        CwError refused = {0};
        source->edit_count--;
        bool taken = knob_is_edit(source->edits) || run_edit(run, source->edits, &refused);
        if (!taken && source->policy == EDITS_REPORTED) {
            report_left_out(&refused);
        }
    }
}

void run_leave_source(Run *run)
{
    take_source_edits(run);
    run->source = (RunSource){0};
}

/* ---- branches ---- */

/* The next ticks replace those that were written after the world's tick. */
static void rewind_writers(Run *run)
{
    const RunEdits *edits = &run->edits;
    bool finished = session_probe(run->session).finished;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_flush(run->writers[i]);
        run->writers[i]->finished = finished;
        replay_writer_rewind(run->writers[i], now_tick(run));
    }
    for (size_t i = 0; i < edits->next; i++) {
        if (edits->items[i].tick == now_tick(run)) { /* the rewind removed it from the file */
            write_edit(run, &edits->items[i]);
        }
    }
}

static void replace_future(Run *run)
{
    run->state = RUN_BEGINS;
    run->edits.known_count = run->edits.next;
    rewind_writers(run);
    sync_test_begin(run->sync_test);
}

static void discard_inputs(Run *run)
{
    RunEdits *edits = &run->edits;
    run->ends_at = 0;
    cw_history_cut(run->history, now_tick(run));
    while (edits->count > 0 && edits->items[edits->count - 1].tick > now_tick(run)) {
        edits->count--;
    }
}

/* A branch with the same inputs. */
static void begin_repeat(Run *run)
{
    uint64_t next = now_tick(run) + 1;
    run->rewind_count++;
    run->ends_at = 0;
    if (next <= cw_history_newest(run->history)) {
        CwTickInput input = cw_history_input(run->history, next);
        cw_history_correct(run->history, next, &input);
    }
    replace_future(run);
}

/* ---- time ---- */

uint32_t run_time_at(const Run *run, const CwProbe *probe)
{
    uint64_t tick = cw_world_tick(run->session->world);
    bool waits = !run->has_input && run->session->desc.game->medal_count > 0;
    uint64_t all = probe->finished ? probe->finish_tick : waits ? 0 : tick;
    return (uint32_t)(run->counts_time ? probe->time_ticks : all);
}

static void note_splits(CwRunTime *time, const CwProbe *probe, uint64_t tick)
{
    uint64_t all = probe->finished ? probe->finish_tick : tick;
    uint32_t now = (uint32_t)(probe->time_ticks > 0 ? probe->time_ticks : all);
    while (time->split_count < probe->checkpoints && time->split_count < CW_SPLIT_MAX) {
        time->splits[time->split_count++] = now;
    }
    time->ticks = probe->finished && time->ticks == 0 ? now : time->ticks;
}

/* A new branch may not have reached these splits or the finish. */
static void note_time(Run *run)
{
    CwProbe probe = session_probe(run->session);
    CwRunTime *time = &run->time;
    run->probe = probe;
    run->finished = probe.finished;
    time->ticks = probe.finished ? time->ticks : 0;
    time->score = time->ticks > 0 ? time->score : probe.score;
    time->split_count =
        time->split_count < probe.checkpoints ? time->split_count : probe.checkpoints;
    time->clean = time->clean != 0 && run->rewind_count == 0 && run->edits.next == 0;
    note_splits(time, &probe, now_tick(run));
    CwInputFrame input = possible_input_union(&run->session->world->input);
    run->has_input = run->has_input || (input.down | input.pressed) != 0;
    run->counts_time = run->counts_time || probe.time_ticks > 0;
    run->now_time = run_time_at(run, &probe);
}

/* Speed after the finish does not affect the rank. */
void run_note_speed(Run *run, int speed)
{
    if (run->finished) {
        return;
    }
    run->slowed = run->slowed || (speed > 0 && speed < REPLAY_SPEED_NORMAL);
    run->stepped = run->stepped || speed == 0;
    run->time.clean = run->time.clean != 0 && speed >= REPLAY_SPEED_NORMAL;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_speed(run->writers[i], (uint32_t)speed);
    }
}

void run_note_continued(Run *run)
{
    run->rewind_count++;
    replace_future(run);
}

void run_note_taken(Run *run)
{
    run->taken_over = true;
    run->time.clean = 0;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_taken(run->writers[i]);
    }
}

/* ---- edges ---- */

static void add_presses(const Run *run, CwTickInput *input)
{
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        input->players[i].pressed |=
            input->players[i].down & ~run->session->world->input.players[i].down;
    }
}

void run_add_presses(const Run *run, CwTickInput *input)
{
    if (run->state == RUN_GOES_ON) {
        add_presses(run, input);
    }
}

/* Makes edges follow from the tick before. Returns whether an action is held without a press. */
static bool settle(const Run *run, CwTickInput *input)
{
    const CwInputFrame *before = run->session->world->input.players;
    uint32_t held_since = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        possible_input_settle(&input->players[i], &before[i]);
        held_since |= possible_input_held_since(&input->players[i], &before[i]);
    }
    return held_since != 0;
}

/* ---- ticks ---- */

static bool simulate_tick(Run *run, const CwTickInput *input, SyncTest *test, CwError *error)
{
    if (!run_apply_edits(run, error)) {
        return false;
    }
    if (test == NULL && coming_adopt(run->session, input)) {
        return true;
    }
    bool good = (test == NULL || sync_test_before(test, run->session->world, input, error)) &&
                session_tick(run->session, input, error);
    if (good) {
        coming_ticked(run->session);
    }
    return good;
}

/* Notes the first difference from the recording: after one, all may differ. */
static void compare(Run *run, uint64_t tick)
{
    uint64_t wanted = cw_replay_hash(run->source.recording, tick);
    if (run->hash != wanted) {
        run->differs_at = tick;
        world_hash_describe(wanted, run->hash, run->differs_in, sizeof run->differs_in);
    }
}

/* Makes the simulated tick a part of the run. */
static bool record(Run *run, CwError *error)
{
    Session *session = run->session;
    bool audits = run->audits || run->sync_test != NULL;
    if (audits && !world_audit(session->world, error)) {
        return false;
    }
    if (run->history != NULL) {
        cw_history_tick(run->history, session->world);
    }
    const CwReplayFile *recording = run->source.recording;
    bool compares =
        recording != NULL && run->differs_at == 0 && now_tick(run) <= recording->tick_count;
    if (run->writer_count > 0 || compares) {
        run->hash = cw_world_hash(session->world);
    }
    if (compares) {
        compare(run, now_tick(run));
    }
    note_time(run);
    for (int i = 0; i < run->writer_count; i++) {
        run->writers[i]->finished = run->finished;
        replay_writer_tick(run->writers[i], &session->world->input, run->hash);
    }
    if (run->marks != NULL) {
        run_marks_note(run->marks, session, &run->probe);
    }
    return run->sync_test == NULL || sync_test_after(run->sync_test, session, error);
}

bool run_tick(Run *run, const CwTickInput *given, CwError *error)
{
    CwTickInput input = *given;
    CW_ASSERT(run->state != RUN_BESIDE, "seek before the run goes on");
    if (run->state == RUN_IN_PAST) {
        run->rewind_count++;
        discard_inputs(run);
        replace_future(run);
    } else if (run->ends_at > 0) {
        discard_inputs(run);
    }
    if (settle(run, &input) && run->state != RUN_BEGINS) { /* a recorded run was rewound here */
        run->rewind_count++;
        rewind_writers(run);
    }
    if (!simulate_tick(run, &input, run->sync_test, error)) {
        return false;
    }
    run->state = RUN_GOES_ON;
    return record(run, error);
}

bool run_advance(Run *run, CwError *error)
{
    CwTickInput input = run->source.next(run->source.context, run->session);
    take_source_edits(run);
    return run_tick(run, &input, error);
}

bool run_advance_to(Run *run, uint64_t tick, CwError *error)
{
    bool good = true;
    while (good && now_tick(run) < tick) {
        good = run_advance(run, error);
    }
    return good;
}

bool run_simulate_coming(Run *run, const CwTickInput *given)
{
    if (run->state == RUN_BESIDE || due_edit(&run->edits, now_tick(run)) != NULL) {
        return false;
    }
    CwTickInput input =
        given != NULL ? *given : run->source.next(run->source.context, run->session);
    settle(run, &input);
    return coming_simulate(run->session, &input);
}

bool run_tick_beside(Run *run, const CwTickInput *given, CwError *error)
{
    CwTickInput input = *given;
    if (run->history == NULL) {
        return cw_error_set(error, "without a history nothing brings the run back");
    }
    run->state = RUN_BESIDE;
    settle(run, &input);
    return simulate_tick(run, &input, NULL, error);
}

/* ---- the past ---- */

uint64_t run_oldest(const Run *run)
{
    return run->history != NULL ? cw_history_oldest(run->history) : now_tick(run);
}

uint64_t run_newest(const Run *run)
{
    if (run->ends_at > 0) {
        return run->ends_at;
    }
    return run->history != NULL ? cw_history_newest(run->history) : now_tick(run);
}

bool run_seek(Run *run, uint64_t tick, CwError *error)
{
    CwWorld *world = run->session->world;
    if (run->history == NULL) {
        return cw_error_set(error, "there is no history to seek in: game.history is 0");
    }
    uint64_t oldest = run_oldest(run), newest = run_newest(run), now = now_tick(run);
    uint64_t wanted = tick < oldest ? oldest : tick > newest ? newest : tick;
    if (wanted != now || run->state == RUN_BESIDE) {
        coming_drop(run->session);
    }
    bool jumps =
        run->state == RUN_BESIDE || wanted < now || cw_history_keyframe(run->history, wanted) > now;
    if (jumps && !cw_history_restore(run->history, world, wanted)) {
        return cw_error_set(error, "the history does not hold tick %llu",
                            (unsigned long long)wanted);
    }
    if (jumps) {
        rewind_edits(&run->edits, now_tick(run));
    }
    while (now_tick(run) < wanted) {
        CwTickInput input = cw_history_input(run->history, now_tick(run) + 1);
        if (!simulate_tick(run, &input, NULL, error)) {
            return false;
        }
    }
    if (wanted < newest) {
        run->state = RUN_IN_PAST;
    } else if (run->state != RUN_BEGINS) {
        run->state = RUN_GOES_ON;
    }
    return run_apply_edits(run, error);
}

/* ---- changes by hand ---- */

/* Why nothing can be changed in this run; NULL: it can. */
static const char *refusal(const Run *run)
{
    if (!edits_are_kept(&run->edits)) {
        return "values of a recording can't be changed: play the level instead";
    }
    if (run->session->desc.game->source != NULL) {
        return "this game takes input from elsewhere: values can't be changed in it";
    }
    return run->state == RUN_BESIDE
               ? "what you play in the loop is only a try: keep it or drop it first"
               : NULL;
}

bool run_edit(Run *run, const CwReplayEdit *edit, CwError *error)
{
    RunEdits *edits = &run->edits;
    const char *why = refusal(run);
    if (edit->tick != now_tick(run) || why != NULL) {
        return cw_error_set(
            error, "%s", why != NULL ? why : "a value is changed at the tick that the world is at");
    }
    if (edits->count == EDITS_MAX) {
        return cw_error_set(error, "a run has at most %d changes by hand", EDITS_MAX);
    }
    if (!run_apply_edits(run, error) || !try_edit(run->session, edit, error)) {
        return false;
    }
    if (run->history != NULL && edit->tick < cw_history_newest(run->history)) {
        begin_repeat(run);
    }
    move_edits(edits, edits->next, 1);
    edits->kept[edits->next] = *edit;
    edits->numbers[edits->next] = ++edits->made;
    edits->count++;
    run->time.clean = 0;
    return apply_next(run, error);
}

UndoOutcome run_undo_edit(Run *run, CwError *error)
{
    RunEdits *edits = &run->edits;
    size_t last = last_made(edits);
    if (edits->count == 0 || edits->numbers[last] == 0 || !edits_are_kept(edits)) { /* 0: a knob */
        cw_error_set(error, "nothing was changed by hand in this run");
        return UNDO_REFUSED;
    }
    uint64_t tick = edits->items[last].tick;
    if (run->history == NULL || !cw_history_restore(run->history, run->session->world, tick)) {
        cw_error_set(error, "the history does not reach back to the change at tick %llu",
                     (unsigned long long)tick);
        return UNDO_REFUSED;
    }
    remove_edit(edits, last);
    edits->made++;
    run->state = RUN_BESIDE; /* the world may be anywhere before it */
    if (!run_seek(run, tick, error)) {
        return UNDO_LOST;
    }
    begin_repeat(run);
    return UNDO_DONE;
}

void run_end_repeat(Run *run)
{
    run->ends_at = now_tick(run) < run_newest(run) ? now_tick(run) : 0;
}

/* ---- late input ---- */

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
    CwTickInput input = cw_history_input(run->history, now_tick(run) + 1);
    if (now_tick(run) > 0 && run->session->desc.game->source != NULL) {
        add_presses(run, &input); /* guesses of what others did may lack them */
    }
    return run_tick(run, &input, error) && run_apply_edits(run, error);
}

/* ---- run source ---- */

static CwTickInput next_recorded(const void *context, const Session *session)
{
    const CwReplayFile *replay = context;
    uint64_t tick = cw_world_tick(session->world) + 1;
    return tick <= replay->tick_count ? cw_replay_input(replay, tick) : (CwTickInput){0};
}

RunSource run_source_replay(const CwReplayFile *replay)
{
    return (RunSource){.next = next_recorded,
                       .context = replay,
                       .end = replay->tick_count,
                       .recording = replay,
                       .edits = replay->edits,
                       .edit_count = replay->edit_count};
}

static CwTickInput next_held(const void *context, const Session *session)
{
    (void)context;
    return possible_input_held(&session->world->input);
}

RunSource run_source_held(void)
{
    return (RunSource){.next = next_held, .end = UINT64_MAX};
}

bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input)
{
    const Run *run = services_of(frame)->run;
    if (run == NULL) {
        return false;
    }
    bool edited = run->edits.count > 0 && tick > run->edits.items[0].tick; /* inputs miss that */
    if (tick == 0 || tick > cw_world_tick(run->session->world) || edited) {
        return false;
    }
    if (run->source.next == next_recorded && tick <= run->source.end) {
        *input = cw_replay_input(run->source.context, tick);
        return true;
    }
    /* Without a history both ends are the present. */
    if (tick <= run_oldest(run) || tick > run_newest(run)) {
        return false;
    }
    *input = cw_history_input(run->history, tick);
    return true;
}
