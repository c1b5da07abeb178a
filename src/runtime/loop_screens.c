#include "runtime/loop_parts.h"

static const int64_t FINISH_MENU_DELAY_NS = 2500000000;

bool loop_open_level(Loop *loop, const char *level, Error *error)
{
    SessionDesc desc = session_desc(loop->desc.game, loop->desc.config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.seed = loop->desc.seed;
    if (level != NULL) {
        if (!levels_resolve(loop->desc.levels, level, path, name, error)) {
            return false;
        }
        desc.map_path = path;
        desc.level = name;
    }
    session_close(&loop->session);
    return session_open(&loop->session, &desc, error);
}

void loop_show(Loop *loop, Screen screen)
{
    bool playing = screen == SCREEN_PLAYING;
    menu_show(&loop->menu, screen, loop->desc.levels);
    if (screen == SCREEN_PAUSED) {
        step_clock_pause(&loop->clock);
    } else if (!loop->held_back) {
        step_clock_resume(&loop->clock);
    }
    if (playing) {
        collector_resume(&loop->play_input);
    } else {
        collector_suspend(&loop->play_input);
    }
}

static void restart_level(Loop *loop)
{
    if (!session_restart(&loop->session, &loop->error)) {
        loop_fail(loop);
        return;
    }
    step_clock_restart_timing(&loop->clock);
    loop_show(loop, SCREEN_PLAYING);
}

static void play_level(Loop *loop, int level)
{
    const Levels *levels = loop->desc.levels;
    if (!loop_open_level(loop, levels->count > 0 ? levels->names[level] : NULL, &loop->error)) {
        loop_fail(loop);
        return;
    }
    step_clock_restart_timing(&loop->clock);
    loop_show(loop, SCREEN_PLAYING);
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
        restart_level(loop);
        break;
    case MENU_TITLE:
        restart_level(loop);
        loop_show(loop, SCREEN_TITLE);
        break;
    case MENU_QUIT:
        loop->done = true;
        break;
    }
}

void loop_run_menus(Loop *loop)
{
    InputFrame input = collector_latch(&loop->ui_input);
    if (loop->desc.headless) {
        return;
    }
    if (input_pressed(&input, UI_DEBUG_DRAW)) {
        loop->draw_shapes = !loop->draw_shapes;
    }
    if (loop->menu.screen == SCREEN_PLAYING && input_pressed(&input, UI_PAUSE)) {
        loop_show(loop, SCREEN_PAUSED);
        return;
    }
    obey_menu(loop, menu_update(&loop->menu, &input));
}

/* The finish is enjoyed for a moment before the menu covers it; a finished title run begins anew.
 */
void loop_mind_finish(Loop *loop, int64_t elapsed_ns)
{
    if (loop->desc.headless || !session_probe(&loop->session).finished) {
        loop->finished_ns = 0;
        return;
    }
    loop->finished_ns += elapsed_ns;
    if (loop->finished_ns < FINISH_MENU_DELAY_NS) {
        return;
    }
    if (loop->menu.screen == SCREEN_PLAYING) {
        loop_show(loop, SCREEN_FINISHED);
    } else if (loop->menu.screen == SCREEN_TITLE) {
        restart_level(loop);
        loop_show(loop, SCREEN_TITLE);
    }
}
