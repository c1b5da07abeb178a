#include "base/number.h"
#include "dev/dev_runner.h"
#include "platform/clock.h"
#include "platform/crash.h"
#include "platform/file.h"
#include "shell/loop.h"
#include "sim/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t SLICE_NS = 30000000; /* of a frame */
static const int64_t REST_NS = 300000000; /* until the run begins again */

/* ---- the board ---- */

static KnobRow *find_row(KnobBoard *board, const char *name)
{
    int row = 0;
    while (row < board->count && strcmp(board->rows[row].knob.name, name) != 0) {
        row++;
    }
    return row < board->count ? &board->rows[row] : NULL;
}

static int compare_places(const void *a, const void *b)
{
    const CwKnob *x = a, *y = b; /* the first member of a row */
    int order = strcmp(x->file, y->file);
    return order != 0 ? order : x->line - y->line;
}

static KnobEdits edits_of(const KnobBoard *board)
{
    KnobEdits edits = {0};
    for (int i = 0; i < board->count; i++) {
        const KnobRow *row = &board->rows[i];
        if (row->value != row->knob.initial) {
            edits.items[edits.count++] = knob_edit(row->knob.name, row->value);
        }
    }
    return edits;
}

void dev_knobs_open(DevKnobs *knobs, const CwGame *game)
{
    KnobBoard *board = &knobs->board, old = *board;
    board->count = 0;
    for (int i = 0; i < game->knob_count; i++) {
        const CwKnob *knob = game->knobs[i];
        const KnobRow *was = find_row(&old, knob->name);
        bool same = was != NULL && was->knob.initial == knob->initial;
        if (find_row(board, knob->name) == NULL) {
            board->rows[board->count++] =
                (KnobRow){*knob, .value = same ? was->value : knob->initial,
                          .before = was != NULL ? was->before : knob->initial};
        }
    }
    qsort(board->rows, (size_t)board->count, sizeof board->rows[0], compare_places);
    board->turned = knobs->wanted = knobs->tried = edits_of(board);
}

/* ---- the try ---- */

static void close_try(DevKnobs *knobs)
{
    session_close(&knobs->session);
    cw_replay_free(knobs->past);
    knobs->past = NULL;
    knobs->runs = knobs->done = false;
    knobs->growing.count = 0;
}

static void drop_try(DevKnobs *knobs)
{
    close_try(knobs);
    knobs->shown.count = 0;
    knobs->tried = knobs->board.turned;
}

static void begin_try(DevRunner *runner, KnobEdits edits, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    Playback *playback = &runner->loop->playback;
    SessionDesc desc = playback_session_desc(playback->desc.game, playback->desc.config);
    desc.slot = ARENA_SLOT_ANY;
    close_try(knobs);
    knobs->tried = edits;
    recorder_flush(&playback->recorder);
    knobs->past = cw_replay_load(runner->run_path, error);
    knobs->plan = (RerunPlan){.run = knobs->past,
                              .map_path = playback->session.map_path,
                              .knobs = knobs->tried.items,
                              .knob_count = knobs->tried.count};
    knobs->runs =
        knobs->past != NULL && rerun_plan_open(&knobs->session, &knobs->plan, &desc, error);
    if (knobs->runs) {
        RunSource source = rerun_plan_source(&knobs->plan, EDITS_SILENT);
        source.recording = NULL; /* nobody asks for hashes */
        run_begin(&knobs->run, &(RunDesc){.session = &knobs->session, .source = source});
    }
}

static void run_slice(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    const Session *played = &runner->loop->playback.session;
    const CwWorld *world = knobs->session.world;
    int64_t end_ns = clock_now_ns() + SLICE_NS;
    while (knobs->runs && !knobs->done && clock_now_ns() < end_ns) {
        watchdog_feed(WATCHDOG_GAME_S);
        knobs->done =
            cw_world_tick(world) >= knobs->run.source.end || world->flow.end != FLOW_GOES_ON;
        knobs->runs = knobs->done || run_advance(&knobs->run, error);
        dev_trail_note(&knobs->growing, &knobs->session);
    }
    if (knobs->done) {
        DevTrail shown = knobs->shown;
        knobs->shown = knobs->growing;
        knobs->growing = shown;
        knobs->runs = false;
    }
    knobs_apply(played->knobs, played->desc.game);
}

/* ---- a sweep ---- */

static void begin_sweep(DevKnobs *knobs)
{
    drop_try(knobs);
    knobs->sweep.goes_on = true;
    knobs->sweep.row = knobs->board.selected;
    knobs->sweep.count = 0;
}

static double sweep_value(const DevKnobs *knobs)
{
    const CwKnob *knob = &knobs->board.rows[knobs->sweep.row].knob;
    double part = (double)knobs->sweep.count / (SWEEP_COUNT - 1);
    return number_round(knob->low + (knob->high - knob->low) * part, 9);
}

static KnobEdits edits_of_sweep(DevKnobs *knobs)
{
    KnobRow *row = &knobs->board.rows[knobs->sweep.row];
    double value = row->value;
    row->value = sweep_value(knobs);
    KnobEdits edits = edits_of(&knobs->board);
    row->value = value;
    return edits;
}

/* Takes the path that is done. */
static void note_sweep(DevKnobs *knobs)
{
    DevSweep *sweep = &knobs->sweep;
    const CwKnob *knob = &knobs->board.rows[sweep->row].knob;
    DevTrail spare = sweep->trails[sweep->count];
    char figures[NUMBER_TEXT_MAX], finish[32] = "no finish";
    number_print(sweep_value(knobs), figures);
    if (knobs->run.time.ticks > 0) {
        snprintf(finish, sizeof finish, "%.2f s",
                 (double)knobs->run.time.ticks / knobs->run.time.tick_rate);
    }
    snprintf(sweep->labels[sweep->count], sizeof sweep->labels[0], "%.40s = %s: %s", knob->name,
             figures, finish);
    sweep->trails[sweep->count++] = knobs->shown;
    knobs->shown = spare;
    knobs->shown.count = 0;
    sweep->goes_on = sweep->count < SWEEP_COUNT;
    close_try(knobs);
}

static void advance_sweep(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    if (!knobs->runs) {
        begin_try(runner, edits_of_sweep(knobs), error);
    }
    knobs->sweep.goes_on = knobs->runs;
    run_slice(runner, error);
    if (knobs->done) {
        note_sweep(knobs);
    }
}

/* ---- keep and undo ---- */

/* The line has to begin with CW_TUNE(NAME, NUMBER, as one writes it. */
static bool change_source(const DevRunner *runner, const KnobRow *row, double to, CwError *error)
{
    char path[PATH_BYTES_MAX] = "", figures[NUMBER_TEXT_MAX], lines[2][128];
    const double numbers[2] = {row->knob.initial, to};
    size_t size = 0;
    for (int i = 0; i < 2; i++) {
        number_print(numbers[i], figures);
        snprintf(lines[i], sizeof lines[i], "\nCW_TUNE(%s, %s,", row->knob.name, figures);
    }
    path_join(path, runner->places->root, row->knob.file);
    int lock = file_lock_folder(path);
    char *text = (char *)file_read(path, 0, SIZE_MAX, &size); /* with room for one more */
    if (text != NULL) {
        text[size] = '\0';
    }
    const char *at = text == NULL ? NULL : strstr(text, lines[0]);
    const char *rest = at == NULL ? "" : at + strlen(lines[0]);
    const FilePart parts[] = {{text, at == NULL ? 0 : (size_t)(at - text)},
                              {lines[1], strlen(lines[1])},
                              {rest, at == NULL ? 0 : (size_t)(text + size - rest)}};
    bool good = at != NULL && file_replace(path, parts, (int)CW_ARRAY_LENGTH(parts));
    if (!good) {
        cw_error_set(error, "\"%s\" can't be changed in %.80s: do it by hand", lines[0] + 1,
                     row->knob.file);
    }
    file_unlock_folder(lock);
    free(text);
    return good;
}

/* Keep writes what is turned. Undo turns it back or, where nothing is, writes what was before. */
static void write_sources(DevRunner *runner, bool keeps, CwError *error)
{
    KnobBoard *board = &runner->knobs.board;
    bool turned = runner->knobs.wanted.count > 0, good = true;
    for (int i = 0; i < board->count && good && (turned || !keeps); i++) {
        KnobRow *row = &board->rows[i];
        double to = keeps ? row->value : turned ? row->knob.initial : row->before;
        good = to == row->knob.initial || change_source(runner, row, to, error);
        row->before = good && (keeps || !turned) ? row->knob.initial : row->before;
        row->value = keeps ? row->value : row->knob.initial;
    }
}

/* ---- a frame ---- */

static bool is_equal(const KnobEdits *a, const KnobEdits *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void note_change(DevKnobs *knobs)
{
    const KnobRow *row = &knobs->board.rows[knobs->board.selected];
    char figures[NUMBER_TEXT_MAX];
    number_print(row->value, figures);
    snprintf(knobs->label, sizeof knobs->label, "%s = %s", row->knob.name, figures);
    knobs->changed_ns = clock_now_ns();
    knobs->board.error = (CwError){0};
}

bool dev_knobs_update(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    KnobBoard *board = &knobs->board;
    if (board->ask == KNOBS_TEST) {
        CwError said = {0};
        Screens *screens = &runner->loop->menus.screens;
        dev_keep_test(runner, &said);
        snprintf(screens->notice, sizeof screens->notice, "%.250s", said.text);
        board->ask = KNOBS_NOTHING;
    } else if (board->ask == KNOBS_SWEEP) {
        begin_sweep(knobs);
        board->ask = KNOBS_NOTHING;
    } else if (board->ask != KNOBS_NOTHING) {
        board->error = (CwError){0};
        write_sources(runner, board->ask == KNOBS_KEEP, &board->error);
        board->ask = KNOBS_NOTHING;
    }
    KnobEdits wanted = edits_of(board);
    if (!is_equal(&wanted, &knobs->wanted)) {
        knobs->wanted = wanted;
        note_change(knobs);
        knobs->sweep.goes_on = false;
        knobs->sweep.count = 0;
    }
    if (knobs->sweep.goes_on) {
        advance_sweep(runner, &board->error);
        return false;
    }
    if (is_equal(&wanted, &board->turned)) {
        drop_try(knobs);
    } else if (!knobs->runs && !is_equal(&wanted, &knobs->tried)) {
        begin_try(runner, wanted, &board->error);
    }
    if (knobs->runs) {
        run_slice(runner, &board->error);
    }
    bool rests = !board->held && clock_now_ns() - knobs->changed_ns >= REST_NS;
    bool begins = rests && knobs->done && is_equal(&wanted, &knobs->tried);
    board->turned = begins ? wanted : board->turned;
    return begins;
}

void dev_knobs_leave(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    const Screens *screens = &runner->loop->menus.screens;
    knobs->on_page = screens->activity == ACTIVITY_PAUSED && screens->depth > 0 &&
                     screens->stack[screens->depth - 1].kind == PAGE_KNOBS;
    knobs->side = screens->side;
    knobs->sweep.count = 0;
    knobs->sweep.goes_on = false;
    drop_try(knobs);
}

void dev_knobs_show(DevRunner *runner)
{
    Screens *screens = &runner->loop->menus.screens;
    if (runner->knobs.on_page && screens->activity == ACTIVITY_PAUSED) {
        screens->side = runner->knobs.side;
        screens_push(screens, PAGE_KNOBS);
        page_select(&screens->page, runner->knobs.board.selected);
    }
}
