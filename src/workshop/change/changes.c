#include "change/changes.h"

#include "base/report.h"
#include "check/world_audit.h"
#include "fields/world_edit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- knobs ---- */

/* The index of a knob's first row; -1: the game lacks the knob. */
static int find_first_row(const CwGame *game, const char *name)
{
    int row = 0;
    while (row < game->content.knob_count && strcmp(game->content.knobs[row]->name, name) != 0) {
        row++;
    }
    return row < game->content.knob_count ? row : -1;
}

static bool has_range_and_name(const CwKnob *knob)
{
    return isfinite(knob->low) && isfinite(knob->high) && knob->low < knob->high &&
           knob->initial >= knob->low && knob->initial <= knob->high &&
           strlen(knob->name) < KNOB_NAME_BYTES;
}

bool knobs_check(const CwGame *game, CwError *error)
{
    int count = 0;
    for (int i = 0; i < game->content.knob_count && i < KNOB_ROWS_MAX; i++) {
        const CwKnob *knob = game->content.knobs[i],
                     *first = game->content.knobs[find_first_row(game, knob->name)];
        bool is_same_place = knob->line == first->line && strcmp(knob->file, first->file) == 0;
        count += knob == first;
        if (!is_same_place || !has_range_and_name(knob)) {
            return cw_error_set(error, "%.200s:%d: CW_TUNE(%.60s, ...) needs %s", knob->file,
                                knob->line, knob->name,
                                is_same_place
                                    ? "a short name, and a number between its least and its most"
                                    : "another name");
        }
    }
    return (count <= KNOBS_MAX && game->content.knob_count <= KNOB_ROWS_MAX) ||
           cw_error_set(error, "%d knobs, at most %d: CW_TUNE in fewer headers", count, KNOBS_MAX);
}

const char *knob_name(const CwReplayEdit *edit)
{
    return edit->field + strlen(EDIT_KNOB);
}

double knob_value(const CwReplayEdit *edit)
{
    double value;
    memcpy(&value, &edit->value, sizeof value);
    return value;
}

CwReplayEdit knob_edit(const char *name, double value)
{
    CwReplayEdit edit = {0};
    snprintf(edit.field, sizeof edit.field, "%s%s", EDIT_KNOB, name);
    memcpy(&edit.value, &value, sizeof edit.value);
    return edit;
}

static bool set_rows(double *values, const CwGame *game, const CwReplayEdit *edit)
{
    const char *name = knob_name(edit);
    double value = knob_value(edit);
    int first = isfinite(value) ? find_first_row(game, name) : -1;
    for (int row = first; row >= 0 && row < game->content.knob_count; row++) {
        values[row] = strcmp(game->content.knobs[row]->name, name) == 0 ? value : values[row];
    }
    return first >= 0;
}

bool knobs_begin(double *values, const CwGame *game, const CwReplayEdit *edits, size_t count,
                 CwError *error)
{
    for (int i = 0; i < game->content.knob_count; i++) {
        values[i] = game->content.knobs[i]->initial;
    }
    for (size_t i = 0; i < count; i++) {
        if (edit_is_knob(&edits[i]) && !set_rows(values, game, &edits[i]) && error != NULL) {
            return cw_error_set(error,
                                "%.60s was turned, which this build of the game does not have: "
                                "name a build of clockwork dev that has it with --game FILE.so",
                                edits[i].field);
        }
    }
    return true;
}

static KnobEdits find_turned_knobs(const double *values, const CwGame *game)
{
    KnobEdits edits = {0};
    for (int i = 0; i < game->content.knob_count && edits.count < KNOBS_MAX; i++) {
        const CwKnob *knob = game->content.knobs[i];
        if (values[i] != knob->initial && find_first_row(game, knob->name) == i) {
            edits.items[edits.count++] = knob_edit(knob->name, values[i]);
        }
    }
    return edits;
}

/* ---- the list ---- */

Changes *changes_of(const Session *session)
{
    return session->guest_state;
}

static uint64_t now_tick(const Run *run)
{
    return cw_world_tick(run->session->world);
}

static bool are_own(const Changes *changes)
{
    return changes->items == changes->own;
}

/* Called when the world is at `tick`, before the changes of that tick. */
static void rewind_to(void *state, uint64_t tick)
{
    Changes *changes = state;
    changes->next = 0;
    while (changes->next < changes->count && changes->items[changes->next].tick < tick) {
        changes->next++;
    }
}

/* The next change if it is due at `tick`, else NULL. */
static const CwReplayEdit *due_change(const Changes *changes, uint64_t tick)
{
    bool is_due = changes->next < changes->count && changes->items[changes->next].tick == tick;
    return is_due ? &changes->items[changes->next] : NULL;
}

/* Moves the changes from `index` on by one place, up (1) or down (-1). */
static void move_changes(Changes *changes, size_t index, int direction)
{
    size_t to = direction > 0 ? index + 1 : index, from = direction > 0 ? index : index + 1;
    size_t count = changes->count - from;
    memmove(&changes->own[to], &changes->own[from], count * sizeof changes->own[0]);
    memmove(&changes->order[to], &changes->order[from], count * sizeof changes->order[0]);
}

static void remove_change(Changes *changes, size_t index)
{
    move_changes(changes, index, -1);
    changes->count--;
}

static size_t find_last_made(const Changes *changes)
{
    size_t last = 0;
    for (size_t i = 1; i < changes->count; i++) {
        last = changes->order[i] > changes->order[last] ? i : last;
    }
    return last;
}

/* ---- making them ---- */

static void write_change(Run *run, const CwReplayEdit *edit)
{
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_edit(run->writers[i], edit);
    }
}

/* True if the world survives a second with the change and the held input. Restores the world. */
static bool try_change(Session *session, const CwReplayEdit *edit, CwError *error)
{
    Run attempt;
    SuspendedWorld suspended = {0};
    if (!worlds_suspend(session, &suspended, error)) {
        return false;
    }
    const RunDesc desc = {.session = session, .source = run_source_held(), .has_no_guest = true};
    run_begin(&attempt, &desc);
    uint64_t end = now_tick(&attempt) + (uint64_t)session->settings.tick_rate;
    bool ok = world_edit_apply(session->world, edit, error) && run_advance_to(&attempt, end, error);
    worlds_resume(session, &suspended);
    return ok;
}

static bool make_next(Run *run, CwError *error)
{
    Changes *changes = changes_of(run->session);
    const CwReplayEdit *edit = &changes->items[changes->next++];
    if (changes->next > changes->recorded_count) {
        changes->recorded_count = changes->next;
        write_change(run, edit);
    }
    sync_test_begin(changes->sync_test); /* the sync test can't repeat changes */
    coming_drop(run->session);
    return world_edit_apply(run->session->world, edit, error);
}

static void report_refused(const CwError *error)
{
    report("a value that was changed by hand stays as it is: %s", error->text);
}

static bool make_due_changes(Run *run, CwError *error)
{
    Changes *changes = changes_of(run->session);
    const CwReplayEdit *edit;
    while ((edit = due_change(changes, now_tick(run))) != NULL) {
        CwError refused = {0};
        bool is_recorded =
            changes->next < changes->recorded_count || !are_own(changes) || edit_is_knob(edit);
        if (!is_recorded && !try_change(run->session, edit, &refused)) {
            report_refused(&refused);
            remove_change(changes, changes->next);
        } else if (!make_next(run, error)) {
            return cw_error_context(error, "tick %" PRIu64 ": a value changed by hand",
                                    now_tick(run));
        }
    }
    return true;
}

static void apply_source_changes(Run *run)
{
    RunSource *source = &run->source;
    for (; source->change_count > 0 && source->changes->tick <= now_tick(run); source->changes++) {
        CwError refused = {0};
        source->change_count--;
        bool is_knob = edit_is_knob(source->changes);
        if (!is_knob && !changes_make(run, source->changes, &refused) &&
            source->policy == CHANGES_REPORTED) {
            report_refused(&refused);
        }
    }
}

uint64_t changes_made(const Run *run)
{
    return changes_of(run->session) == NULL ? 0 : changes_of(run->session)->made_count;
}

/* ---- changes by hand ---- */

/* Says why no value can be changed in this run; NULL: values can be changed. */
static const char *find_refusal(const Run *run, const Changes *changes)
{
    if (!are_own(changes)) {
        return "values of a recording can't be changed: play the level instead";
    }
    if (run->session->desc.game->input.source != NULL) {
        return "this game takes input from elsewhere: values can't be changed in it";
    }
    return run->state == RUN_DETACHED
               ? "what you play in the loop is only a try: keep it or drop it first"
               : NULL;
}

bool changes_make(Run *run, const CwReplayEdit *edit, CwError *error)
{
    Changes *changes = changes_of(run->session);
    const char *why = find_refusal(run, changes);
    if (edit->tick != now_tick(run) || why != NULL) {
        return cw_error_set(error, "%s",
                            why != NULL ? why
                                        : "a value can only be changed at the tick of the world");
    }
    if (changes->count == CHANGES_MAX) {
        return cw_error_set(error, "a run has at most %d changes by hand", CHANGES_MAX);
    }
    if (!make_due_changes(run, error) || !try_change(run->session, edit, error)) {
        return false;
    }
    if (run->history != NULL && edit->tick < cw_history_newest(run->history)) {
        run_begin_repeat(run);
    }
    move_changes(changes, changes->next, 1);
    changes->own[changes->next] = *edit;
    changes->order[changes->next] = ++changes->made_count;
    changes->count++;
    run->time.clean = 0;
    return make_next(run, error);
}

UndoOutcome changes_undo(Run *run, CwError *error)
{
    Changes *changes = changes_of(run->session);
    size_t last = find_last_made(changes);
    if (changes->count == 0 || changes->order[last] == 0 || !are_own(changes)) { /* 0: a knob */
        cw_error_set(error, "nothing was changed by hand in this run");
        return UNDO_REFUSED;
    }
    uint64_t tick = changes->items[last].tick;
    if (run->history == NULL || !cw_history_restore(run->history, run->session->world, tick)) {
        cw_error_set(error, "the history does not reach back to the change at tick %" PRIu64, tick);
        return UNDO_REFUSED;
    }
    remove_change(changes, last);
    changes->made_count++;
    run->state = RUN_DETACHED; /* the world may be at an earlier tick */
    if (!run_seek(run, tick, error)) {
        return UNDO_LOST;
    }
    run_begin_repeat(run);
    return UNDO_DONE;
}

bool changes_make_from_text(Playback *playback, const char *name, const char *text, CwError *error)
{
    CwReplayEdit change;
    if (playback->desc.is_shared) {
        return cw_error_set(error, "values can't be changed with players on other machines");
    }
    bool ok = world_edit_parse(playback->session.world, name, text, &change, error) &&
              changes_make(&playback->run, &change, error);
    if (ok) {
        playback_note_jump(playback);
    }
    return ok;
}

/* ---- the guest of a session ---- */

/* Refuses to play a run strictly if it continued in another build, whose world is unknown. */
static bool refuse_transfer(const SessionDesc *desc, CwError *error)
{
    for (size_t i = 0; i < desc->change_count && !desc->may_skip_changes; i++) {
        if (strcmp(desc->changes[i].field, EDIT_TRANSFER) == 0) {
            return cw_error_set(error,
                                "from tick %" PRIu64 " on the run went on in another build of the "
                                "game (clockwork dev, from here on): it can't be played again",
                                desc->changes[i].tick);
        }
    }
    return true;
}

static bool turn_knobs(Changes *changes, const SessionDesc *desc, CwError *error)
{
    if (desc->like != NULL && desc->like->guest_state != NULL) {
        const Changes *other = desc->like->guest_state;
        KnobEdits turned = find_turned_knobs(other->knobs, other->game);
        return knobs_begin(changes->knobs, desc->game, turned.items, turned.count, NULL);
    }
    return knobs_begin(changes->knobs, desc->game, desc->changes, desc->change_count,
                       desc->may_skip_changes ? NULL : error);
}

static void close_changes(void *state)
{
    Changes *changes = state;
    sync_test_destroy(changes->sync_test);
    cw_snapshot_free(&changes->start);
    free(changes);
}

static bool open_changes(Session *session, CwError *error)
{
    const SessionDesc *desc = &session->desc;
    int depth = desc->guest->tested_ticks;
    Changes *changes = calloc(1, sizeof *changes);
    if (changes == NULL) {
        return cw_error_set(error, "out of memory for the changes of a run");
    }
    changes->game = desc->game;
    changes->sync_test = depth > 0 ? sync_test_create(depth, error) : NULL;
    if ((depth > 0 && changes->sync_test == NULL) || !refuse_transfer(desc, error) ||
        !turn_knobs(changes, desc, error)) {
        close_changes(changes);
        return false;
    }
    session->guest_state = changes;
    return true;
}

/* Sets the knobs of the game's code. Equal values are not written, so threads can share them. */
static void enter_session(const void *state)
{
    const Changes *changes = state;
    const CwKnob *const *rows = changes->game->content.knobs;
    for (int i = 0; i < changes->game->content.knob_count; i++) {
        if (*rows[i]->value != changes->knobs[i]) {
            *rows[i]->value = changes->knobs[i];
        }
    }
}

/* A hash of the turned knobs; 0 without any. */
static uint64_t salt_hash(const void *state)
{
    const Changes *changes = state;
    KnobEdits edits = find_turned_knobs(changes->knobs, changes->game);
    return edits.count == 0 ? 0 : XXH3_64bits(edits.items, edits.count * sizeof edits.items[0]);
}

/* ---- the guest of a run ---- */

/* Adds a change that marks a world from another build. Such a world includes earlier changes. */
static void begin_transferred(Changes *changes, Run *run)
{
    const CwWorld *world = run->session->world;
    RunSource *source = &run->source;
    if (world->transfer_tick == 0 || world->transfer_tick != world->tick || !are_own(changes)) {
        return;
    }
    changes->own[changes->count] = (CwReplayEdit){.tick = world->tick, .field = EDIT_TRANSFER};
    changes->recorded_count = ++changes->count; /* rerun_plan.c records it */
    for (; source->change_count > 0 && source->changes->tick <= world->tick; source->changes++) {
        source->change_count--;
    }
}

/* A recording that is played strictly provides its changes. Other runs own theirs, knobs first. */
static void begin_changes(void *state, Run *run)
{
    Changes *changes = state;
    RunSource *source = &run->source;
    bool is_borrowed = source->policy == CHANGES_STRICT && source->next != NULL;
    changes->items = is_borrowed ? source->changes : changes->own;
    changes->count = is_borrowed ? source->change_count : 0;
    changes->recorded_count = 0;
    changes->made_count = 0;
    source->change_count -= changes->count;
    if (!is_borrowed || run->history == NULL || now_tick(run) > 0 ||
        !cw_world_snapshot(run->session->world, &changes->start)) {
        cw_snapshot_free(&changes->start);
    }
    memset(changes->order, 0, sizeof changes->order);
    if (!is_borrowed && now_tick(run) == 0) {
        KnobEdits knobs = find_turned_knobs(changes->knobs, changes->game);
        memcpy(changes->own, knobs.items, sizeof knobs.items);
        changes->count = knobs.count;
    }
    begin_transferred(changes, run);
    rewind_to(changes, now_tick(run));
    sync_test_begin(changes->sync_test);
}

static bool apply_changes(void *state, Run *run, CwError *error)
{
    (void)state;
    apply_source_changes(run);
    return make_due_changes(run, error);
}

static bool is_due(const void *state, uint64_t tick)
{
    return due_change(state, tick) != NULL;
}

static bool has_sync_test(const void *state)
{
    return ((const Changes *)state)->sync_test != NULL;
}

static bool test_before(void *state, const CwWorld *world, const CwTickInput *input, CwError *error)
{
    return sync_test_before(((Changes *)state)->sync_test, world, input, error);
}

static bool test_after(void *state, Run *run, CwError *error)
{
    return sync_test_after(((Changes *)state)->sync_test, run->session, error);
}

static void begin_branch(void *state, Run *run)
{
    Changes *changes = state;
    changes->recorded_count = changes->next;
    for (size_t i = 0; i < changes->next; i++) {
        if (changes->items[i].tick == now_tick(run)) { /* the rewind removed it from the file */
            write_change(run, &changes->items[i]);
        }
    }
    sync_test_begin(changes->sync_test);
}

static void cut_changes(void *state, uint64_t tick)
{
    Changes *changes = state;
    while (changes->count > 0 && changes->items[changes->count - 1].tick > tick) {
        changes->count--;
    }
}

static uint64_t first_tick(const void *state)
{
    const Changes *changes = state;
    return changes->count > 0 ? changes->items[0].tick : UINT64_MAX;
}

static const struct RunGuest run_guest = {.begin = begin_changes,
                                          .apply = apply_changes,
                                          .is_due = is_due,
                                          .is_testing = has_sync_test,
                                          .before_tick = test_before,
                                          .after_tick = test_after,
                                          .rewound = rewind_to,
                                          .branched = begin_branch,
                                          .discard_after = cut_changes,
                                          .first_change = first_tick};

SessionGuest changes_guest(int sync_test_depth)
{
    return (SessionGuest){.open = open_changes,
                          .close = close_changes,
                          .enter = enter_session,
                          .salt = salt_hash,
                          .check = world_audit,
                          .run = &run_guest,
                          .tested_ticks = sync_test_depth};
}
