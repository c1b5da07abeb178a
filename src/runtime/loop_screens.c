#include "runtime/loop_parts.h"

#include "core/report.h"
#include "runtime/transport.h"

#include <string.h>

static const int64_t FINISH_MENU_DELAY_NS = 2500000000;

void loop_share_out(Loop *loop)
{
    Playback *playback = &loop->playback;
    Screen screen = loop->menu.screen;
    playback_hold(playback, HOLD_MENU, screen == SCREEN_PAUSED);
    playback_hold(playback, HOLD_BACKGROUND, loop->held_back);
    if (screen == SCREEN_PLAYING && !playback_is_held(playback, HOLD_REWIND) && !loop->held_back) {
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

/* Runs that nobody plays are not worth a recording: the title's, and replays but for those that
 * are recorded anew. */
bool loop_begin_run(Loop *loop, Error *error)
{
    Screen screen = loop->menu.screen;
    bool played = screen != SCREEN_TITLE && (screen != SCREEN_WATCHING || loop->desc.record_anew);
    loop->time_keys = (TimeKeys){0};
    loop->finished_ns = 0;
    rng_seed(&loop->monkey, loop->desc.monkey_seed, 2);
    return playback_begin_run(&loop->playback, played, error);
}

static void begin_run(Loop *loop, Screen screen)
{
    loop_show(loop, screen);
    Error error = {0};
    if (!loop_begin_run(loop, &error)) {
        report("%s; the game goes on without it", error.text);
        loop->playback.recording_failed = true;
    }
}

static void restart_level(Loop *loop, Screen screen)
{
    playback_end_run(&loop->playback);
    if (!playback_restart(&loop->playback, &loop->error)) {
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
    SessionDesc before = loop->playback.session.desc;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    memcpy(path, loop->playback.session.map_path, sizeof path);
    memcpy(name, loop->playback.session.level, sizeof name);
    before.map_path = path[0] == '\0' ? NULL : path;
    before.level = name;
    Error error = {0};
    playback_end_run(&loop->playback);
    if (playback_open_level(&loop->playback, levels->count > 0 ? levels->names[level] : NULL,
                            &error)) {
        forget_edges(&loop->play_input);
        begin_run(loop, SCREEN_PLAYING);
        return;
    }
    report("%s", error.text);
    if (!playback_reopen(&loop->playback, &before, &loop->error)) {
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

/* False when the world is lost. */
static bool control_time(Loop *loop, const TimeKeysFrame *frame)
{
    Playback *playback = &loop->playback;
    bool good =
        time_keys_update(&loop->time_keys, playback, frame, &loop->watch.notices, &loop->error);
    if (playback_is_held(playback, HOLD_REWIND) && loop->menu.screen == SCREEN_FINISHED) {
        loop_show(loop, SCREEN_PLAYING);
    }
    loop_share_out(loop);
    bool moved = loop->menu.screen == SCREEN_PAUSED && playback->passed_s > 0;
    loop->menu.aside = loop->menu.aside || moved;
    return good;
}

/* Keys of the game that are held on are no keys of the menu until they are pressed anew. */
static void show_pause(Loop *loop)
{
    loop_show(loop, SCREEN_PAUSED);
    collector_rebind(&loop->ui_input, &loop->ui_input.map);
    recorder_flush(&loop->playback.recorder);
}

void loop_run_menus(Loop *loop, int64_t elapsed_ns)
{
    InputFrame input = collector_latch(&loop->ui_input);
    if (loop->desc.headless) {
        return;
    }
    TimeKeysFrame keys = {.ui = &input,
                          .elapsed_ns = elapsed_ns > 0 ? elapsed_ns : 0,
                          .screen = loop->menu.screen,
                          .step_ticks = loop->desc.config->step_ticks};
    if (input_pressed(&input, UI_DEBUG_DRAW)) {
        loop->draw_shapes = !loop->draw_shapes;
    }
    loop_watch_keys(loop, &input);
    bool good = time_keys_speed(&loop->playback, &keys, &loop->error);
    if (good && keys.screen == SCREEN_PLAYING && input_pressed(&input, UI_PAUSE)) {
        show_pause(loop);
        return;
    }
    if (keys.screen == SCREEN_WATCHING && input_pressed(&input, UI_BACK)) {
        loop->done = true;
        return;
    }
    if (!good || !control_time(loop, &keys)) {
        loop_fail(loop);
    } else if (!playback_is_held(&loop->playback, HOLD_DRAG)) {
        obey_menu(loop, menu_update(&loop->menu, &input));
    }
}

/* The finish is enjoyed for a moment before the menu covers it; a finished title run begins anew.
 */
void loop_mind_finish(Loop *loop, int64_t elapsed_ns)
{
    if (loop->desc.headless || loop->menu.screen == SCREEN_WATCHING ||
        playback_is_held(&loop->playback, HOLD_REWIND) ||
        !session_probe(&loop->playback.session).finished) {
        loop->finished_ns = 0;
        return;
    }
    if (step_clock_is_paused(&loop->playback.clock)) {
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

void loop_draw_time(Loop *loop)
{
    const Playback *playback = &loop->playback;
    const Theme *theme = &loop->desc.game->theme;
    Screen screen = loop->menu.screen;
    if (loop->desc.headless) {
        return; /* nobody can point at it */
    }
    /* A slow game should not look like a slow machine. */
    if (playback->speed != 0 && (screen == SCREEN_PLAYING || screen == SCREEN_PAUSED)) {
        transport_draw_speed(playback_speed(playback), theme, &loop->draw);
    }
    if (playback_is_held(playback, HOLD_REWIND)) {
        transport_draw_rewind(playback->rewind_speed, theme, &loop->draw);
    }
    bool paused = screen == SCREEN_PAUSED && playback->history != NULL;
    if (!paused && screen != SCREEN_WATCHING) {
        return;
    }
    double dt_s = world_dt_s(playback->session.world);
    transport_draw(&(Transport){.begin_s = (double)playback_first_tick(playback) * dt_s,
                                .end_s = (double)playback_last_tick(playback) * dt_s,
                                .now_s = world_time_s(playback->session.world),
                                .speed = paused ? 1 : playback_speed(playback),
                                .moving = !step_clock_is_paused(&playback->clock)},
                   theme, &loop->draw);
}
