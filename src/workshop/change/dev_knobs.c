#include "base/number.h"
#include "frame/slice.h"
#include "live/dev_runner.h"
#include "platform/crash.h"
#include "program/loop.h"
#include "sim/arena.h"

#include <stdio.h>
#include <string.h>

static const int64_t REST_NS = 300000000; /* until the run begins again */

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
    desc.guest = playback->desc.rules.guest;
    close_try(knobs);
    knobs->tried = edits;
    recorder_flush(&playback->recorder);
    knobs->past = cw_replay_load(runner->run_path, error);
    knobs->plan = (RerunPlan){
        .run = knobs->past, .policy = CHANGES_SILENT, .map_path = playback->session.map_path};
    if (knobs->past != NULL) {
        knobs->plan.carried = dev_carry(runner) ? &runner->carried : NULL;
        dev_board_plan(knobs, &knobs->tried, &knobs->plan);
    }
    knobs->runs = knobs->past != NULL &&
                  rerun_plan_begin(&knobs->run, &knobs->session, &knobs->plan, &desc, error);
}

static void run_slice(DevRunner *runner, CwError *error)
{
    DevKnobs *knobs = &runner->knobs;
    const Session *played = &runner->loop->playback.session;
    Slice slice = slice_begin(SLICE_LONG_NS);
    while (knobs->runs && !knobs->done && slice_goes_on(slice)) {
        watchdog_feed(WATCHDOG_GAME_S);
        knobs->done = rerun_plan_is_done(&knobs->run);
        knobs->runs = knobs->done || run_advance(&knobs->run, error);
        dev_trail_note(&knobs->growing, &knobs->session);
    }
    if (knobs->done) {
        DevTrail shown = knobs->shown;
        knobs->shown = knobs->growing;
        knobs->growing = shown;
        knobs->runs = false;
    }
    played->desc.guest->enter(played->guest_state);
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
    snprintf(knobs->label, sizeof knobs->label, "%.45s = %s", row->name, figures);
    if (knobs->wanted.count == 0) {
        snprintf(knobs->label, sizeof knobs->label, "no knob turned");
    }
    knobs->changed_ns = clock_now_ns();
    knobs->board.error = (CwError){0};
}

bool dev_knobs_update(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    KnobBoard *board = &knobs->board;
    dev_board_follow(runner);
    if (board->ask != KNOBS_NOTHING) {
        board->error = (CwError){0};
        dev_board_write(runner, board->ask == KNOBS_KEEP, &board->error);
        board->ask = KNOBS_NOTHING;
    }
    KnobEdits wanted = dev_board_edits(board);
    bool turned = !is_equal(&wanted, &knobs->wanted);
    if (turned) {
        knobs->wanted = wanted;
        note_change(knobs);
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

ScreenPage dev_page(const DevRunner *runner)
{
    const Screens *screens = &runner->loop->menus.screens;
    bool paused = screens->activity == ACTIVITY_PAUSED && screens->depth > 0;
    return paused ? screens->stack[screens->depth - 1].kind : PAGE_TITLE;
}

void dev_knobs_leave(DevRunner *runner)
{
    DevKnobs *knobs = &runner->knobs;
    const Screens *screens = &runner->loop->menus.screens;
    knobs->page = dev_page(runner);
    knobs->side = screens->side;
    const PageRow *row = page_selected(&screens->page);
    knobs->row = row == NULL ? 0 : row->id;
    drop_try(knobs);
}

void dev_knobs_show(DevRunner *runner)
{
    Screens *screens = &runner->loop->menus.screens;
    ScreenPage page = runner->knobs.page;
    if (page >= PAGE_GUEST && screens->activity == ACTIVITY_PAUSED) {
        screens->side = runner->knobs.side;
        screens_push(screens, page);
        page_select(&screens->page, runner->knobs.row);
    }
}
