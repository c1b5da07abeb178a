#include "runtime/loop_parts.h"

#include "core/report.h"

#include <string.h>

static const int64_t FINISH_MENU_DELAY_NS = 2500000000;

/* A new world: loading it took no time, and the monkey begins anew with it. */
static void begin_level(Loop *loop)
{
    loop->loaded = true;
    loop->finished_ns = 0;
    loop->time.exact = false;
    step_clock_restart_timing(&loop->clock);
    rng_seed(&loop->monkey, loop->desc.monkey_seed, 2);
}

bool loop_open_level(Loop *loop, const char *level, Error *error)
{
    SessionDesc desc = session_desc(loop->desc.game, loop->desc.config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.seed = loop->desc.seed;
    desc.fingerprint = loop->desc.fingerprint;
    if (level != NULL) {
        if (!levels_resolve(loop->desc.levels, level, path, name, error)) {
            return false;
        }
        desc.map_path = path;
        desc.level = name;
    }
    session_close(&loop->session);
    begin_level(loop);
    return session_open(&loop->session, &desc, error);
}

void loop_share_out(Loop *loop)
{
    Screen screen = loop->menu.screen;
    bool held = screen == SCREEN_WATCHING && (loop->time.standing || loop->time.dragging);
    if (screen == SCREEN_PAUSED || held || loop->time.rewinding || loop->held_back) {
        step_clock_pause(&loop->clock);
    } else {
        loop_time_goes_on(loop);
        step_clock_resume(&loop->clock);
    }
    if (screen == SCREEN_PLAYING && !loop->time.rewinding && !loop->held_back) {
        collector_resume(&loop->play_input);
    } else {
        collector_suspend(&loop->play_input);
    }
}

void loop_show(Loop *loop, Screen screen)
{
    menu_show(&loop->menu, screen, loop->desc.levels);
    loop_share_out(loop);
}

/* Edges that the world before has not taken don't reach the new one; what is held stays held. */
static void forget_edges(InputCollector *collector)
{
    collector_resume(collector);
    for (InputFrame input = collector_latch(collector); (input.pressed | input.released) != 0;) {
        input = collector_latch(collector);
    }
}

static void begin_run(Loop *loop, Screen screen)
{
    loop_show(loop, screen);
    Error error = {0};
    if (!loop_begin_run(loop, &error)) {
        report("%s; the game goes on without it", error.text);
        loop->recording_failed = true;
    }
}

static void restart_level(Loop *loop, Screen screen)
{
    loop_end_run(loop);
    begin_level(loop);
    loop_live_restart(loop);
    if (!session_restart(&loop->session, &loop->error)) {
        loop_fail(loop);
        return;
    }
    forget_edges(&loop->play_input);
    begin_run(loop, screen);
}

/* A level that can't be played is no reason to leave: the title has others. */
static void play_level(Loop *loop, int level)
{
    const Levels *levels = loop->desc.levels;
    SessionDesc before = loop->session.desc;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    memcpy(path, loop->session.map_path, sizeof path);
    memcpy(name, loop->session.level, sizeof name);
    before.map_path = path[0] == '\0' ? NULL : path;
    before.level = name;
    Error error = {0};
    loop_end_run(loop);
    if (loop_open_level(loop, levels->count > 0 ? levels->names[level] : NULL, &error)) {
        forget_edges(&loop->play_input);
        begin_run(loop, SCREEN_PLAYING);
        return;
    }
    report("%s", error.text);
    session_close(&loop->session);
    if (!session_open(&loop->session, &before, &loop->error)) {
        loop_fail(loop);
        return;
    }
    begin_run(loop, SCREEN_TITLE);
    loop->menu.notice = "This level can't be played: the terminal says why";
}

static void obey_menu(Loop *loop, MenuChoice choice)
{
    switch (choice) {
    case MENU_NOTHING:
        break;
    case MENU_PLAY:
        play_level(loop, loop->menu.level);
        break;
    case MENU_CONTINUE:
        loop_show(loop, SCREEN_PLAYING);
        break;
    case MENU_RESTART:
        restart_level(loop, SCREEN_PLAYING);
        break;
    case MENU_TITLE:
        restart_level(loop, SCREEN_TITLE);
        break;
    case MENU_QUIT:
        loop->done = true;
        break;
    }
}

void loop_run_menus(Loop *loop, int64_t elapsed_ns)
{
    InputFrame input = collector_latch(&loop->ui_input);
    if (loop->desc.headless) {
        return;
    }
    if (input_pressed(&input, UI_DEBUG_DRAW)) {
        loop->draw_shapes = !loop->draw_shapes;
    }
    loop_watch_keys(loop, &input);
    loop_mind_speed(loop, &input);
    if (loop->menu.screen == SCREEN_PLAYING && input_pressed(&input, UI_PAUSE)) {
        loop_show(loop, SCREEN_PAUSED);
        /* Keys of the game that are held on are no keys of the menu until they are pressed anew. */
        collector_rebind(&loop->ui_input, &loop->ui_input.map);
        recorder_flush(&loop->recorder);
        return;
    }
    loop_control_time(loop, &input, elapsed_ns);
    if (!loop->failed && !loop->done && !loop->time.dragging) {
        obey_menu(loop, menu_update(&loop->menu, &input));
    }
}

/* The finish is enjoyed for a moment before the menu covers it; a finished title run begins anew.
 */
void loop_mind_finish(Loop *loop, int64_t elapsed_ns)
{
    if (loop->desc.headless || loop->menu.screen == SCREEN_WATCHING ||
        !session_probe(&loop->session).finished) {
        loop->finished_ns = 0;
        return;
    }
    if (step_clock_is_paused(&loop->clock)) {
        return;
    }
    loop->finished_ns += elapsed_ns > 0 ? elapsed_ns : 0;
    if (loop->finished_ns < FINISH_MENU_DELAY_NS) {
        return;
    }
    if (loop->menu.screen == SCREEN_PLAYING) {
        loop_show(loop, SCREEN_FINISHED);
    } else if (loop->menu.screen == SCREEN_TITLE) {
        restart_level(loop, SCREEN_TITLE);
    }
}
