#include "base/number.h"
#include "dev/dev_runner.h"
#include "platform/clock.h"
#include "platform/crash.h"
#include "platform/file.h"
#include "shell/loop.h"
#include "sim/arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t SLICE_NS = 30000000; /* of a frame */
static const int64_t REST_NS = 300000000; /* until the run begins again */

/* ---- the board ---- */

static KnobRow *find_row(KnobBoard *board, const char *name)
{
    for (int i = 0; i < board->count; i++) {
        if (strcmp(board->rows[i].knob.name, name) == 0) {
            return &board->rows[i];
        }
    }
    return NULL;
}

/* By file and line, as compilers have orders of their own. */
static void add_row(KnobBoard *board, const CwKnob *knob, double value)
{
    int at = board->count++;
    for (; at > 0; at--) {
        const CwKnob *before = &board->rows[at - 1].knob;
        int order = strcmp(before->file, knob->file);
        if (order < 0 || (order == 0 && before->line <= knob->line)) {
            break;
        }
        board->rows[at] = board->rows[at - 1];
    }
    board->rows[at] = (KnobRow){*knob, value};
}

/* What is turned, and in words. */
static KnobEdits read_board(DevKnobs *knobs)
{
    KnobEdits edits = {0};
    size_t used = 0, size = sizeof knobs->label;
    snprintf(knobs->label, size, "as in the source");
    for (int i = 0; i < knobs->board.count; i++) {
        const KnobRow *row = &knobs->board.rows[i];
        char figures[NUMBER_TEXT_MAX];
        if (row->value != row->knob.initial) {
            edits.items[edits.count++] = knob_edit(row->knob.name, row->value);
            number_print(row->value, figures);
            used += used >= size ? 0
                                 : (size_t)snprintf(knobs->label + used, size - used, "%s%s = %s",
                                                    used == 0 ? "" : ", ", row->knob.name, figures);
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
        const KnobRow *before = find_row(&old, knob->name);
        bool same = before != NULL && before->knob.initial == knob->initial;
        if (find_row(board, knob->name) == NULL) {
            add_row(board, knob, same ? before->value : knob->initial);
        }
    }
    board->turned = knobs->wanted = knobs->tried = read_board(knobs);
}

/* ---- tries ---- */

static void close_try(DevTry *attempt)
{
    session_close(&attempt->session);
    cw_replay_free(attempt->past);
    attempt->past = NULL;
    attempt->trail.count = 0;
}

static void drop_tries(DevKnobs *knobs)
{
    close_try(&knobs->tries[0]);
    close_try(&knobs->tries[1]);
    knobs->running = knobs->shown = NULL;
    knobs->tried = knobs->board.turned;
}

void dev_knobs_free(DevKnobs *knobs)
{
    drop_tries(knobs);
    free(knobs->tries[0].trail.points);
    free(knobs->tries[1].trail.points);
}

static bool open_try(DevRunner *runner, DevTry *attempt, CwError *error)
{
    Playback *playback = &runner->loop->playback;
    SessionDesc desc = playback_session_desc(playback->desc.game, playback->desc.config);
    desc.slot = ARENA_SLOT_ANY;
    recorder_flush(&playback->recorder);
    attempt->past = cw_replay_load(runner->run_path, error);
    if (attempt->past == NULL) {
        return false;
    }
    attempt->knobs = runner->knobs.wanted;
    attempt->plan = (RerunPlan){.run = attempt->past,
                                .map_path = playback->session.map_path,
                                .knobs = attempt->knobs.items,
                                .knob_count = attempt->knobs.count};
    RunSource source = rerun_plan_source(&attempt->plan, EDITS_SILENT);
    source.recording = NULL; /* nobody asks for hashes */
    bool good = rerun_plan_open(&attempt->session, &attempt->plan, &desc, error);
    if (good) {
        run_begin(&attempt->run, &(RunDesc){.session = &attempt->session, .source = source});
    }
    return good;
}

static void begin_try(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    DevTry *attempt = &knobs->tries[knobs->shown == &knobs->tries[0]];
    close_try(attempt);
    knobs->tried = knobs->wanted;
    knobs->board.notice[0] = '\0';
    knobs->running = open_try(runner, attempt, error) ? attempt : NULL;
}

static bool is_done(const DevTry *attempt)
{
    const CwWorld *world = attempt->session.world;
    return cw_world_tick(world) >= attempt->run.source.end || world->flow.end != FLOW_GOES_ON;
}

static void run_slice(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    DevTry *attempt = knobs->running;
    const Session *played = &runner->loop->playback.session;
    int64_t end_ns = clock_now_ns() + SLICE_NS;
    bool good = true;
    while (good && !is_done(attempt) && clock_now_ns() < end_ns) {
        watchdog_feed(WATCHDOG_GAME_S);
        good = run_advance(&attempt->run, error);
        dev_trail_note(&attempt->trail, &attempt->session);
    }
    bool done = is_done(attempt);
    knobs->shown = good && done ? attempt : knobs->shown;
    knobs->running = good && !done ? attempt : NULL;
    knobs_apply(played->knobs, played->desc.game);
}

/* ---- keep and undo ---- */

/* The length of the number of CW_TUNE(name, number, ...), and where it is; 0: it is not `wanted`.
 */
static size_t find_number(const char *text, const char *name, double wanted, const char **at)
{
    char found[KNOB_NAME_BYTES], number[64];
    double there;
    for (const char *line = text; (line = strstr(line, "CW_TUNE")) != NULL; line++) {
        int before = 0;
        bool is_line = sscanf(line, "CW_TUNE ( %47[A-Za-z0-9_] , %n%63[^,) \t\n]", found, &before,
                              number) == 2;
        if (is_line && strcmp(found, name) == 0 && number_parse(number, &there) &&
            there == wanted) {
            *at = line + before;
            return strlen(number);
        }
    }
    return 0;
}

static bool replace(const DevKept *kept, const char *text, double from, double to, CwError *error)
{
    char figures[NUMBER_TEXT_MAX];
    const char *at = NULL;
    size_t length = find_number(text, kept->name, from, &at);
    if (length == 0) {
        number_print(from, figures);
        return cw_error_set(error, "%s has no CW_TUNE(%s, %s, ...): change it by hand",
                            path_name(kept->path), kept->name, figures);
    }
    number_print(to, figures);
    const FilePart parts[] = {{text, (size_t)(at - text)},
                              {figures, strlen(figures)},
                              {at + length, strlen(at + length)}};
    return file_replace(kept->path, parts, (int)CW_ARRAY_LENGTH(parts)) ||
           cw_error_set(error, "%s: %s", path_name(kept->path), file_reason(errno));
}

static bool change_source(const DevKept *kept, double from, double to, CwError *error)
{
    size_t size = 0;
    int lock = file_lock_folder(kept->path);
    char *text = (char *)file_read(kept->path, 0, SIZE_MAX, &size);
    bool good =
        text != NULL || cw_error_set(error, "%s: %s", path_name(kept->path), file_reason(errno));
    if (good) {
        text[size] = '\0'; /* file_read leaves room */
        good = replace(kept, text, from, to, error);
    }
    file_unlock_folder(lock);
    free(text);
    return good;
}

static bool keep_row(DevRunner *runner, const KnobRow *row, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    DevKept *kept = &knobs->kept[knobs->kept_count];
    const CwKnob *knob = &row->knob;
    *kept = (DevKept){.before = knob->initial, .after = row->value};
    snprintf(kept->name, sizeof kept->name, "%s", knob->name);
    bool whole = knob->file[0] == '/';
    bool good = path_join(kept->path, whole ? "/" : runner->places->root, knob->file + whole) &&
                change_source(kept, kept->before, kept->after, error);
    knobs->kept_count += good;
    return good;
}

static void keep(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    bool good = true;
    knobs->kept_count = knobs->wanted.count > 0 ? 0 : knobs->kept_count;
    for (int i = 0; i < knobs->board.count && good; i++) {
        const KnobRow *row = &knobs->board.rows[i];
        good = row->value == row->knob.initial || keep_row(runner, row, error);
    }
}

/* Of what is turned; else of the last Keep. */
static void undo(DevKnobs *knobs, CwError *error)
{
    bool good = true, turned = knobs->wanted.count > 0;
    for (int i = 0; i < knobs->board.count; i++) {
        knobs->board.rows[i].value = knobs->board.rows[i].knob.initial;
    }
    for (; good && !turned && knobs->kept_count > 0; knobs->kept_count -= good) {
        const DevKept *kept = &knobs->kept[knobs->kept_count - 1];
        good = change_source(kept, kept->after, kept->before, error);
    }
}

/* ---- a frame ---- */

static bool is_equal(const KnobEdits *a, const KnobEdits *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void do_as_asked(DevRunner *runner, CwError *error)
{
    KnobBoard *board = &runner->knobs.board;
    if (board->ask == KNOBS_KEEP) {
        keep(runner, error);
    } else if (board->ask == KNOBS_UNDO) {
        undo(&runner->knobs, error);
    }
    board->ask = KNOBS_NOTHING;
}

bool dev_knobs_update(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    KnobBoard *board = &knobs->board;
    CwError error = {0};
    do_as_asked(runner, &error);
    KnobEdits wanted = read_board(knobs);
    if (!is_equal(&wanted, &knobs->wanted)) {
        knobs->wanted = wanted;
        knobs->changed_ns = clock_now_ns();
    }
    if (is_equal(&wanted, &board->turned)) {
        drop_tries(knobs);
    } else if (knobs->running == NULL && !is_equal(&wanted, &knobs->tried)) {
        begin_try(runner, &error);
    }
    if (knobs->running != NULL) {
        run_slice(runner, &error);
    }
    if (error.text[0] != '\0') {
        snprintf(board->notice, sizeof board->notice, "%.250s", error.text);
    }
    bool tried = knobs->shown != NULL && is_equal(&knobs->shown->knobs, &wanted);
    bool rests = !board->held && clock_now_ns() - knobs->changed_ns >= REST_NS;
    bool begins = tried && rests && !is_equal(&wanted, &board->turned);
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
    drop_tries(knobs);
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
