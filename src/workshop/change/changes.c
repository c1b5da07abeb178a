#include "change/changes.h"

#include "base/report.h"
#include "check/world_audit.h"
#include "fields/world_edit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- knobs ---- */

/* The first row of a knob; -1: there is none. */
static int knob_find(const CwGame *game, const char *name)
{
    int row = 0;
    while (row < game->content.knob_count && strcmp(game->content.knobs[row]->name, name) != 0) {
        row++;
    }
    return row < game->content.knob_count ? row : -1;
}

static bool is_good(const CwKnob *knob)
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
                     *first = game->content.knobs[knob_find(game, knob->name)];
        bool same = knob->line == first->line && strcmp(knob->file, first->file) == 0;
        count += knob == first;
        if (!same || !is_good(knob)) {
            return cw_error_set(error, "%.200s:%d: CW_TUNE(%.60s, ...) needs %s", knob->file,
                                knob->line, knob->name,
                                same ? "a short name, and a number between its least and its most"
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
    int first = isfinite(value) ? knob_find(game, name) : -1;
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

/* The knobs that differ from the source. */
static KnobEdits knobs_edits(const double *values, const CwGame *game)
{
    KnobEdits edits = {0};
    for (int i = 0; i < game->content.knob_count && edits.count < KNOBS_MAX; i++) {
        const CwKnob *knob = game->content.knobs[i];
        if (values[i] != knob->initial && knob_find(game, knob->name) == i) {
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

static Changes *changes_in(const Run *run)
{
    return changes_of(run->session);
}

static uint64_t now_tick(const Run *run)
{
    return cw_world_tick(run->session->world);
}

static bool are_kept(const Changes *changes)
{
    return changes->items == changes->kept;
}

/* The world is at `tick` now and lacks the changes of that tick. */
static void rewind_to(Changes *changes, uint64_t tick)
{
    changes->next = 0;
    while (changes->next < changes->count && changes->items[changes->next].tick < tick) {
        changes->next++;
    }
}

/* The next change if it is of this tick, else NULL. */
static const CwReplayEdit *due_change(const Changes *changes, uint64_t tick)
{
    bool is_due = changes->next < changes->count && changes->items[changes->next].tick == tick;
    return is_due ? &changes->items[changes->next] : NULL;
}

/* Moves those from `index` on by one place, up or down. */
static void move_changes(Changes *changes, size_t index, int places)
{
    size_t to = places > 0 ? index + 1 : index, from = places > 0 ? index : index + 1;
    size_t count = changes->count - from;
    memmove(&changes->kept[to], &changes->kept[from], count * sizeof changes->kept[0]);
    memmove(&changes->numbers[to], &changes->numbers[from], count * sizeof changes->numbers[0]);
}

static void remove_one(Changes *changes, size_t index)
{
    move_changes(changes, index, -1);
    changes->count--;
}

static size_t last_made(const Changes *changes)
{
    size_t last = 0;
    for (size_t i = 1; i < changes->count; i++) {
        last = changes->numbers[i] > changes->numbers[last] ? i : last;
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

/* True if the world survives a second with the change and the held input. It stays unchanged. */
static bool try_change(Session *session, const CwReplayEdit *edit, CwError *error)
{
    Run attempt;
    SuspendedWorld suspended = {0};
    if (!worlds_suspend(session, &suspended, error)) {
        return false;
    }
    run_begin(&attempt, &(RunDesc){.session = session, .source = run_source_held(), .alone = true});
    uint64_t end = now_tick(&attempt) + (uint64_t)session->desc.settings.tick_rate;
    bool ok = world_edit_apply(session->world, edit, error) && run_advance_to(&attempt, end, error);
    worlds_resume(session, &suspended);
    return ok;
}

static bool apply_next(Run *run, CwError *error)
{
    Changes *changes = changes_in(run);
    const CwReplayEdit *edit = &changes->items[changes->next++];
    if (changes->next > changes->known_count) {
        changes->known_count = changes->next;
        write_change(run, edit);
    }
    sync_test_begin(changes->sync_test); /* the sync test can't repeat changes */
    coming_drop(run->session);
    return world_edit_apply(run->session->world, edit, error);
}

static void report_left_out(const CwError *error)
{
    report("a value that was changed by hand stays as it is: %s", error->text);
}

static bool make_due(Run *run, CwError *error)
{
    Changes *changes = changes_in(run);
    const CwReplayEdit *edit;
    while ((edit = due_change(changes, now_tick(run))) != NULL) {
        CwError refused = {0};
        bool is_known =
            changes->next < changes->known_count || !are_kept(changes) || edit_is_knob(edit);
        if (!is_known && !try_change(run->session, edit, &refused)) {
            report_left_out(&refused);
            remove_one(changes, changes->next);
        } else if (!apply_next(run, error)) {
            return cw_error_context(error, "tick %llu: a value changed by hand",
                                    (unsigned long long)now_tick(run));
        }
    }
    return true;
}

/* Applies the source's changes up to this tick. */
static void apply_source_changes(Run *run)
{
    RunSource *source = &run->source;
    for (; source->change_count > 0 && source->changes->tick <= now_tick(run); source->changes++) {
        CwError refused = {0};
        source->change_count--;
        bool taken = edit_is_knob(source->changes) || changes_make(run, source->changes, &refused);
        if (!taken && source->policy == CHANGES_REPORTED) {
            report_left_out(&refused);
        }
    }
}

uint64_t changes_made(const Run *run)
{
    return changes_in(run) == NULL ? 0 : changes_in(run)->made;
}

/* ---- changes by hand ---- */

/* Why nothing can be changed in this run; NULL: it can. */
static const char *refusal(const Run *run, const Changes *changes)
{
    if (!are_kept(changes)) {
        return "values of a recording can't be changed: play the level instead";
    }
    if (run->session->desc.game->input.source != NULL) {
        return "this game takes input from elsewhere: values can't be changed in it";
    }
    return run->state == RUN_BESIDE
               ? "what you play in the loop is only a try: keep it or drop it first"
               : NULL;
}

bool changes_make(Run *run, const CwReplayEdit *edit, CwError *error)
{
    Changes *changes = changes_in(run);
    const char *why = refusal(run, changes);
    if (edit->tick != now_tick(run) || why != NULL) {
        return cw_error_set(
            error, "%s", why != NULL ? why : "a value is changed at the tick that the world is at");
    }
    if (changes->count == CHANGES_MAX) {
        return cw_error_set(error, "a run has at most %d changes by hand", CHANGES_MAX);
    }
    if (!make_due(run, error) || !try_change(run->session, edit, error)) {
        return false;
    }
    if (run->history != NULL && edit->tick < cw_history_newest(run->history)) {
        run_begin_repeat(run);
    }
    move_changes(changes, changes->next, 1);
    changes->kept[changes->next] = *edit;
    changes->numbers[changes->next] = ++changes->made;
    changes->count++;
    run->time.clean = 0;
    return apply_next(run, error);
}

UndoOutcome changes_undo(Run *run, CwError *error)
{
    Changes *changes = changes_in(run);
    size_t last = last_made(changes);
    if (changes->count == 0 || changes->numbers[last] == 0 || !are_kept(changes)) { /* 0: a knob */
        cw_error_set(error, "nothing was changed by hand in this run");
        return UNDO_REFUSED;
    }
    uint64_t tick = changes->items[last].tick;
    if (run->history == NULL || !cw_history_restore(run->history, run->session->world, tick)) {
        cw_error_set(error, "the history does not reach back to the change at tick %llu",
                     (unsigned long long)tick);
        return UNDO_REFUSED;
    }
    remove_one(changes, last);
    changes->made++;
    run->state = RUN_BESIDE; /* the world may be anywhere before it */
    if (!run_seek(run, tick, error)) {
        return UNDO_LOST;
    }
    run_begin_repeat(run);
    return UNDO_DONE;
}

bool changes_type(Playback *playback, const char *field, const char *text, CwError *error)
{
    CwReplayEdit change;
    if (playback->desc.shared) {
        return cw_error_set(error, "values can't be changed with players on other machines");
    }
    bool ok = world_edit_parse(playback->session.world, field, text, &change, error) &&
              changes_make(&playback->run, &change, error);
    if (ok) {
        playback_note_jump(playback);
    }
    return ok;
}

/* ---- the guest of a session ---- */

static const char TRANSFERRED[] =
    "from tick %llu on the run went on in another build of the game (clockwork dev, from here on): "
    "it can't be played again";

/* Refuses a strictly played run that went on in another build: its world can't be reached. */
static bool refuse_transfer(const SessionDesc *desc, CwError *error)
{
    for (size_t i = 0; i < desc->change_count && !desc->changes_may_lack; i++) {
        if (strcmp(desc->changes[i].field, EDIT_TRANSFER) == 0) {
            return cw_error_set(error, TRANSFERRED, (unsigned long long)desc->changes[i].tick);
        }
    }
    return true;
}

static bool turn_knobs(Changes *changes, const SessionDesc *desc, CwError *error)
{
    KnobEdits like = {0};
    if (desc->like != NULL && desc->like->guest_state != NULL) {
        const Changes *others = desc->like->guest_state;
        like = knobs_edits(others->knobs, others->game);
        return knobs_begin(changes->knobs, desc->game, like.items, like.count, NULL);
    }
    return knobs_begin(changes->knobs, desc->game, desc->changes, desc->change_count,
                       desc->changes_may_lack ? NULL : error);
}

static void close_changes(void *state)
{
    Changes *changes = state;
    sync_test_destroy(changes->sync_test);
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

/* Equal values are not written, so threads can share them. */
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
    KnobEdits edits = knobs_edits(changes->knobs, changes->game);
    return edits.count == 0 ? 0 : XXH3_64bits(edits.items, edits.count * sizeof edits.items[0]);
}

/* ---- the guest of a run ---- */

/* A world from another build is recorded as a change. It includes all changes before it. */
static void begin_transferred(Changes *changes, Run *run)
{
    const CwWorld *world = run->session->world;
    RunSource *source = &run->source;
    if (world->transfer_tick == 0 || world->transfer_tick != world->tick || !are_kept(changes)) {
        return;
    }
    changes->kept[changes->count] = (CwReplayEdit){.tick = world->tick, .field = EDIT_TRANSFER};
    changes->known_count = ++changes->count; /* write_past of live/rerun_plan.c records it */
    for (; source->change_count > 0 && source->changes->tick <= world->tick; source->changes++) {
        source->change_count--;
    }
}

/* Borrows the changes of a strictly played recording, which has no more to take. */
static void begin_changes(void *state, Run *run)
{
    Changes *changes = state;
    RunSource *source = &run->source;
    bool borrows = source->policy == CHANGES_STRICT && source->next != NULL;
    changes->items = borrows ? source->changes : changes->kept;
    changes->count = borrows ? source->change_count : 0;
    changes->known_count = 0;
    changes->made = 0;
    source->change_count -= changes->count;
    memset(changes->numbers, 0, sizeof changes->numbers);
    if (!borrows && now_tick(run) == 0) {
        KnobEdits knobs = knobs_edits(changes->knobs, changes->game);
        memcpy(changes->kept, knobs.items, sizeof knobs.items);
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
    return make_due(run, error);
}

static bool is_due(const void *state, uint64_t tick)
{
    return due_change(state, tick) != NULL;
}

static bool has_test(const void *state)
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

static void handle_rewind(void *state, uint64_t tick)
{
    rewind_to(state, tick);
}

static void begin_branch(void *state, Run *run)
{
    Changes *changes = state;
    changes->known_count = changes->next;
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

static const struct RunGuest run_guest = {begin_changes, apply_changes, is_due,        has_test,
                                          test_before,   test_after,    handle_rewind, begin_branch,
                                          cut_changes,   first_tick};

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
