#include "app/loop.h"

#include "app/comfort.h"
#include "base/report.h"
#include "sim/worlds.h"
#include "time/real_clock.h"
#include "ui/debug_shapes.h"
#include "ui/text_field.h"
#include "ui/transport.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const int64_t FINISH_MENU_DELAY_NS = 2500000000;

/* Who has the sync test look for mistakes wants those of views too. */
static bool protects_world(const Loop *loop)
{
    return loop->desc.config->protect_world || loop->desc.sync_test_depth > 0;
}

static void fail(Loop *loop)
{
    loop->failed = true;
    loop->done = true;
}

/* ---- screens ---- */

/* Gives time to the world and input to the player, or takes them, as screen and background ask. */
static void update_holds(Loop *loop)
{
    Playback *playback = &loop->playback;
    Screen screen = loop->screens.screen;
    bool watch_menu = screen == SCREEN_WATCHING && screens_are_open(&loop->screens);
    playback_hold(playback, HOLD_MENU, screen == SCREEN_PAUSED || watch_menu);
    playback_hold(playback, HOLD_BACKGROUND, loop->stage.held_back);
    playback_hold(playback, HOLD_COUNTDOWN, screen == SCREEN_PLAYING && loop->countdown_ns > 0);
    if (screen == SCREEN_PLAYING && !playback_is_held(playback, HOLD_REWIND) &&
        !loop->stage.held_back) {
        players_suspend(&loop->stage.players, false);
    } else {
        players_suspend(&loop->stage.players, true);
    }
}

/* Before time goes on where the player left it: hands find their keys. */
static void count_down(Loop *loop)
{
    loop->countdown_ns = llround(loop->desc.config->resume_countdown * 1e9);
}

/* A rewind, another run or another screen ends it. */
static void update_countdown(Loop *loop)
{
    bool came_back = loop->was_held_back && !loop->stage.held_back;
    loop->was_held_back = loop->stage.held_back;
    if (loop->screens.screen != SCREEN_PLAYING || playback_is_held(&loop->playback, HOLD_REWIND)) {
        loop->countdown_ns = 0;
    } else if (came_back) {
        count_down(loop);
    } else if (loop->countdown_ns > 0 && loop->stage.measured_ns > 0) {
        loop->countdown_ns -= loop->stage.measured_ns;
    }
}

void loop_show(Loop *loop, Screen screen)
{
    typing_end(&loop->stage.typing, CW_TEXT_ENTRY_CANCELLED);
    screens_show(&loop->screens, screen);
    if (screens_are_open(&loop->screens)) { /* what is held for the game chooses nothing */
        collector_rebind(&loop->stage.ui_input, &loop->stage.ui_input.map);
    }
    update_holds(loop);
}

static const char *first_level(const Loop *loop)
{
    return loop->desc.levels->count > 0 ? loop->desc.levels->names[0] : NULL;
}

/* Pictures that can't be had are no reason not to play. */
static void show_pictures(Loop *loop)
{
    const CwMap *map = loop->playback.session.map;
    CwError error = {0};
    int count = 0;
    const CwSpriteDef *pictures = map == NULL ? NULL : map_pictures(map, &count);
    if (!stage_set_pictures(&loop->stage, pictures, count, &error)) {
        report("%s; the level goes on without its pictures", error.text);
    }
}

/* Runs that nobody plays are not worth a recording: the title's, and replays but for those that
 * are recorded anew. */
bool loop_begin_run(Loop *loop, CwError *error)
{
    show_pictures(loop);
    Screen screen = loop->screens.screen;
    bool played = screen != SCREEN_TITLE && (screen != SCREEN_WATCHING || loop->desc.record_anew);
    loop->time_keys = (TimeKeys){0};
    loop->countdown_ns = 0;
    typing_end(&loop->stage.typing, CW_TEXT_ENTRY_NONE);
    loop->finished_ns = 0;
    ControlsDesc controls = {.game = loop->desc.game,
                             .players = &loop->stage.players,
                             .shown = &loop->stage.draw_list.camera,
                             .pilot = loop->desc.pilot,
                             .monkey_seed = loop->desc.monkey_seed,
                             .script = loop->desc.script};
    controls_begin(&loop->controls, &controls);
    game_config_update(&loop->game_config, loop->desc.game, loop->desc.config, true);
    level_watch_begin(&loop->level_watch, loop->playback.session.map);
    sound_begin_run(&loop->sound, loop->playback.session.desc.settings.tick_rate);
    return playback_begin_run(&loop->playback, played, error);
}

static void begin_run(Loop *loop, Screen screen)
{
    loop_show(loop, screen);
    CwError error = {0};
    if (!loop_begin_run(loop, &error)) {
        report("%s; the game goes on without it", error.text);
        loop->playback.recording_failed = true;
    }
}

static void restart_level(Loop *loop, Screen screen)
{
    playback_end_run(&loop->playback);
    if (!playback_restart(&loop->playback, &loop->error)) {
        fail(loop);
        return;
    }
    players_forget_edges(&loop->stage.players);
    begin_run(loop, screen);
}

/* The bundled recordings one after the other; without any a level, in which the bot drives. */
static bool open_title_run(Loop *loop, CwError *error)
{
    CwError refused = {0};
    const LoopDesc *desc = &loop->desc;
    const CwReplayFile *replay = attract_next(&loop->attract, desc->levels, desc->replays_dir);
    if (replay != NULL && playback_watch(&loop->playback, replay, &refused)) {
        return true;
    }
    return playback_open_level(&loop->playback, first_level(loop), error);
}

static void open_title(Loop *loop)
{
    playback_end_run(&loop->playback);
    if (!open_title_run(loop, &loop->error)) {
        fail(loop);
        return;
    }
    players_forget_edges(&loop->stage.players);
    begin_run(loop, SCREEN_TITLE);
}

/* The recording that was chosen; perhaps that of the run which ends here. */
static void watch(Loop *loop)
{
    Playback *playback = &loop->playback;
    CwError error = {0};
    playback_end_run(playback);
    CwReplayFile *replay = screens_load_chosen(&loop->screens, &error);
    if (replay == NULL || !playback_watch(playback, replay, &error)) {
        report("%s", error.text);
        cw_replay_free(replay);
        open_title(loop);
        loop->screens.notice = "This recording can't be watched: the terminal says why";
        return;
    }
    cw_replay_free(loop->watched);
    loop->watched = replay;
    players_forget_edges(&loop->stage.players);
    begin_run(loop, SCREEN_WATCHING);
}

/* A level that can't be played is no reason to leave, where somebody looks: the title has others.
 */
static void play_level(Loop *loop, const char *level, Screen screen)
{
    SessionDesc before = loop->playback.session.desc;
    bool watched = loop->playback.desc.replay != NULL;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    memcpy(path, loop->playback.session.map_path, sizeof path);
    memcpy(name, loop->playback.session.level, sizeof name);
    before.map_path = path[0] == '\0' ? NULL : path;
    before.level = name;
    CwError error = {0};
    loop->races = false;
    loop->best_runs.asked = loop->desc.ghost;
    playback_end_run(&loop->playback);
    if (playback_open_level(&loop->playback, level, &error)) {
        players_forget_edges(&loop->stage.players);
        begin_run(loop, screen);
        screens_note_level(&loop->screens, loop->playback.session.level);
        return;
    }
    if (loop->desc.headless) {
        loop->error = error;
        fail(loop);
        return;
    }
    report("%s", error.text);
    bool reopened = watched ? open_title_run(loop, &loop->error)
                            : playback_reopen(&loop->playback, &before, &loop->error);
    if (!reopened) {
        fail(loop);
        return;
    }
    begin_run(loop, SCREEN_TITLE);
    loop->screens.notice = "This level can't be played: the terminal says why";
}

/* The game's own choice of a ghost comes back with the next level. */
static void race(Loop *loop)
{
    Screens *screens = &loop->screens;
    char level[LEVEL_NAME_BYTES];
    memcpy(level, screens->chosen.level, sizeof level);
    bool has_levels = loop->desc.levels->count > 0;
    play_level(loop, has_levels ? level : NULL, SCREEN_PLAYING);
    loop->races = true;
    screens_chosen_path(screens, loop->race_path);
    loop->best_runs.asked = loop->race_path[0] == '\0' ? NULL : loop->race_path;
}

static void leave_recording(Loop *loop)
{
    if (loop->desc.replay != NULL) {
        loop->done = true;
        return;
    }
    open_title(loop);
}

static void close_watch_menu(Loop *loop)
{
    screens_hide(&loop->screens);
    update_holds(loop);
}

static void watch_again(Loop *loop)
{
    close_watch_menu(loop);
    playback_hold(&loop->playback, HOLD_STOP, false);
    if (!playback_seek(&loop->playback, 0, &loop->error)) {
        fail(loop);
    }
}

/* A message without the folder of the file, which a line on screen has no room for. */
static const char *without_folder(const char *path, const char *text)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash + 1 - path);
    return strncmp(text, path, folder) == 0 ? text + folder : text;
}

/* For who looks at the picture and not at the terminal. */
static void show_warning(Loop *loop, const char *path)
{
    int count = 0;
    const CwMap *map = loop->playback.session.map;
    const char *first = map == NULL ? "" : map_first_warning(map, &count);
    if (count > 1) {
        notices_add(&loop->monitor.notices,
                    "%d warnings, which the terminal has; the first:", count);
    }
    if (count > 0) {
        notices_add(&loop->monitor.notices, "%s", without_folder(path, first));
    }
}

/* A level that is saved while it is played begins anew. One that can't be played is said, and the
 * one from before goes on. */
static void follow_level(Loop *loop)
{
    char path[PATH_BYTES_MAX];
    Session *session = &loop->playback.session;
    int64_t now_ns = loop->stage.desc.host->now_ns(loop->stage.desc.host->self);
    memcpy(path, session->map_path, sizeof path);
    if (loop->desc.headless || loop->playback.desc.replay != NULL || path[0] == '\0' ||
        now_ns < loop->next_level_poll_ns) {
        return;
    }
    loop->next_level_poll_ns = now_ns + FILE_POLL_NS;
    if (!level_watch_poll(&loop->level_watch, session->map)) {
        return;
    }
    CwError error = {0};
    bool playable = worlds_can_play(session->world, path, &error);
    if (!level_watch_take(&loop->level_watch, session->map)) {
        return;
    }
    if (playable) {
        play_level(loop, path,
                   loop->screens.screen == SCREEN_TITLE ? SCREEN_TITLE : SCREEN_PLAYING);
        notices_add(&loop->monitor.notices, "The level was saved: it begins anew");
        show_warning(loop, path);
    } else {
        report("%s; the level from before goes on", error.text);
        notices_add(&loop->monitor.notices, "The level was saved and can't be played:");
        notices_add(&loop->monitor.notices, "%s", without_folder(path, error.text));
    }
}

/* The finish is enjoyed for a moment before the menu covers it; a finished title run begins anew.
 */
static void update_finish(Loop *loop)
{
    if (loop->screens.screen == SCREEN_TITLE && loop->playback.desc.replay != NULL) {
        if (playback_is_at_end(&loop->playback)) {
            open_title(loop);
        }
        return;
    }
    if (loop->failed || loop->desc.headless || loop->screens.screen == SCREEN_WATCHING ||
        playback_is_held(&loop->playback, HOLD_REWIND) ||
        !session_probe(&loop->playback.session).finished) {
        loop->finished_ns = 0;
        return;
    }
    if (step_clock_is_paused(&loop->playback.clock) || typing_is_on(&loop->stage.typing)) {
        return;
    }
    loop->finished_ns += loop->stage.measured_ns > 0 ? loop->stage.measured_ns : 0;
    if (loop->finished_ns < FINISH_MENU_DELAY_NS) {
        return;
    }
    if (loop->screens.screen == SCREEN_PLAYING) {
        loop_show(loop, SCREEN_FINISHED);
    } else if (loop->screens.screen == SCREEN_TITLE) {
        open_title(loop);
    }
}

/* ---- what the game's code asks ---- */

/* True when no tick may follow in this frame. */
static bool apply_flow(Loop *loop, const CwFlow *flow)
{
    if (loop->screens.screen == SCREEN_TITLE || loop->screens.screen == SCREEN_WATCHING) {
        return false;
    }
    bool stands = !loop->desc.headless && playback_apply_flow(&loop->playback, flow);
    flow_end_as(&loop->next, flow);
    return stands || flow->end != FLOW_GOES_ON;
}

static void open_asked_level(Loop *loop, const char *level, Screen screen)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    if (levels_resolve(loop->desc.levels, level, path, name, &error)) {
        play_level(loop, level, screen);
    } else if (strcmp(loop->refused_level, level) != 0) {
        snprintf(loop->refused_level, sizeof loop->refused_level, "%s", level);
        report("the game asked for a level: %s; it goes on without it", error.text);
        notices_add(&loop->monitor.notices, "There is no level \"%s\"", level);
    }
}

static void open_next_level(Loop *loop, Screen screen)
{
    const char *next = levels_next(loop->desc.levels, loop->playback.session.level);
    if (next != NULL) {
        play_level(loop, next, screen);
    } else if (loop->desc.headless) {
        loop->done = true;
    } else {
        open_title(loop);
    }
}

/* Between two frames. What the player paused stays so. */
static void end_run_as_asked(Loop *loop)
{
    CwFlow next = loop->next;
    Screen screen = loop->screens.screen == SCREEN_PAUSED ? SCREEN_PAUSED : SCREEN_PLAYING;
    loop->next = (CwFlow){0};
    if (next.end == FLOW_RESTART) {
        restart_level(loop, screen);
    } else if (next.end == FLOW_LEVEL && next.level[0] == '\0') {
        open_next_level(loop, screen);
    } else if (next.end == FLOW_LEVEL) {
        open_asked_level(loop, next.level, screen);
    }
}

int loop_exit_status(const Loop *loop)
{
    return loop->next.end == FLOW_QUIT ? loop->next.status : 0;
}

/* ---- menus and keys ---- */

static void end_pause(Loop *loop)
{
    playback_end_game_pause(&loop->playback);
    count_down(loop);
    loop_show(loop, SCREEN_PLAYING);
}

static void close_as_asked(Loop *loop, const CwMenuRow *row)
{
    if (row->closes && loop->screens.screen == SCREEN_PAUSED) {
        end_pause(loop);
    }
}

static void do_ask(Loop *loop, const ScreenAsk *ask)
{
    switch (ask->kind) {
    case ASK_NOTHING:
        break;
    case ASK_PLAY:
        play_level(loop, ask->level, SCREEN_PLAYING);
        break;
    case ASK_CONTINUE:
        end_pause(loop);
        break;
    case ASK_NEXT:
        open_next_level(loop, SCREEN_PLAYING);
        break;
    case ASK_RESTART:
        restart_level(loop, SCREEN_PLAYING);
        break;
    case ASK_TITLE:
        open_title(loop);
        break;
    case ASK_WATCH:
        watch(loop);
        break;
    case ASK_RACE:
        race(loop);
        break;
    case ASK_WATCH_ON:
        close_watch_menu(loop);
        break;
    case ASK_WATCH_AGAIN:
        watch_again(loop);
        break;
    case ASK_LEAVE:
        leave_recording(loop);
        break;
    case ASK_QUIT:
        loop->done = true;
        break;
    case ASK_ROW:
        loop->row_asked = ask->row;
        loop->row_turn = ask->turn;
        if (ask->turn == 0 && ask->row->typed == NULL) {
            close_as_asked(loop, ask->row);
        }
        break;
    }
}

/* False when the world is lost. */
static bool control_time(Loop *loop, const TimeKeysFrame *frame)
{
    Playback *playback = &loop->playback;
    bool good =
        time_keys_update(&loop->time_keys, playback, frame, &loop->monitor.notices, &loop->error);
    if (playback_is_held(playback, HOLD_REWIND) && loop->screens.screen == SCREEN_FINISHED) {
        loop_show(loop, SCREEN_PLAYING);
    }
    update_holds(loop);
    bool moved = loop->screens.screen == SCREEN_PAUSED && playback->moved;
    loop->screens.page.aside = loop->screens.page.aside || moved;
    return good;
}

static void show_pause(Loop *loop)
{
    loop_show(loop, SCREEN_PAUSED);
    recorder_flush(&loop->playback.recorder);
}

static void show_watch_menu(Loop *loop)
{
    screens_show_watch(&loop->screens);
    collector_rebind(&loop->stage.ui_input, &loop->stage.ui_input.map);
    update_holds(loop);
}

/* The pointer as the engine's own screens have it. */
static CwInputFrame latch_menus(Stage *stage)
{
    CwInputFrame input = collector_latch_frame(&stage->ui_input);
    CwPoint2 at = ui_view_point(stage->viewport.view, (CwPoint2){input.pointer_x, input.pointer_y});
    input.pointer_x = (int16_t)floor(fmax(INT16_MIN, fmin(at.x, INT16_MAX)));
    input.pointer_y = (int16_t)floor(fmax(INT16_MIN, fmin(at.y, INT16_MAX)));
    return input;
}

/* While text is typed in or over a menu, nothing else is the menu's; a click beside the row that is
 * typed in confirms. */
static bool menu_waits(Loop *loop, const CwInputFrame *input)
{
    Typing *typing = &loop->stage.typing;
    if (!typing_is_on(typing) || loop->screens.screen == SCREEN_PLAYING) {
        return false;
    }
    bool beside =
        typing->row != NULL && cw_input_pressed(input, UI_CLICK) &&
        page_row_at(&loop->screens.page, (CwPoint2){input->pointer_x, input->pointer_y}) !=
            loop->screens.page.selected;
    if (beside) {
        typing_end(typing, CW_TEXT_ENTRY_CONFIRMED);
    }
    return true;
}

/* What the player did on a page is heard. */
static void sound_page(Loop *loop, PageEventType done)
{
    const CwMenuSounds *sounds = loop->desc.game->menu_sounds;
    const Page *page = &loop->screens.page;
    bool moved = page->selected != loop->screens.was_selected && !page->dragged;
    if (sounds == NULL || (done == PAGE_BACK && page->root)) {
        return;
    }
    if (done == PAGE_BACK || done == PAGE_CHOSEN) {
        sound_play_menu(&loop->sound, done == PAGE_BACK ? sounds->back : sounds->confirm);
    } else if (moved || done == PAGE_TURNED || (done == PAGE_SET && !page->dragged)) {
        sound_play_menu(&loop->sound, sounds->move);
    }
}

static void update_menus(Loop *loop)
{
    CwInputFrame input = latch_menus(&loop->stage);
    CwViewRect view = ui_view(loop->stage.viewport.view);
    if (loop->desc.headless) {
        return;
    }
    int64_t elapsed_ns = loop->stage.measured_ns;
    CwInputFrame steps = input;
    if (screens_are_open(&loop->screens) && page_turns(&loop->screens.page)) {
        const uint32_t turns = 1u << UI_STEP_BACK | 1u << UI_STEP_FORWARD;
        steps.down &= ~turns;
        steps.pressed &= ~turns;
    }
    TimeKeysFrame keys = {.ui = &steps,
                          .view = view,
                          .elapsed_ns = elapsed_ns > 0 ? elapsed_ns : 0,
                          .screen = loop->screens.screen,
                          .step_ticks = loop->desc.config->step_ticks};
    if (cw_input_pressed(&input, UI_DEBUG_DRAW)) {
        loop->draw_shapes = !loop->draw_shapes;
    }
    monitor_keys(&loop->monitor, &loop->playback.session, &input);
    if (menu_waits(loop, &input)) {
        return;
    }
    bool good = time_keys_speed(&loop->playback, &keys, &loop->error);
    if (good && keys.screen == SCREEN_PLAYING && cw_input_pressed(&input, UI_PAUSE)) {
        show_pause(loop);
        loop->screens.was_selected = loop->screens.page.selected;
        sound_page(loop, PAGE_BACK);
        return;
    }
    if (good && keys.screen != SCREEN_WATCHING && keys.screen != SCREEN_TITLE &&
        cw_input_pressed(&input, UI_RETRY)) {
        restart_level(loop, SCREEN_PLAYING);
        return;
    }
    bool watch_menu = keys.screen == SCREEN_WATCHING && screens_are_open(&loop->screens);
    if (keys.screen == SCREEN_WATCHING && !watch_menu && cw_input_pressed(&input, UI_BACK)) {
        show_watch_menu(loop);
        return;
    }
    if (!good || (!watch_menu && !control_time(loop, &keys))) {
        fail(loop);
    } else if (!playback_is_held(&loop->playback, HOLD_DRAG)) {
        PageInput page = {.ui = &input,
                          .view = view,
                          .dt_s = (double)keys.elapsed_ns * 1e-9,
                          .device = loop->stage.device_use.device};
        ScreenAsk ask = screens_update(&loop->screens, &page);
        sound_page(loop, loop->screens.done);
        do_ask(loop, &ask);
    }
}

/* What is not read anew in each frame anyway. */
static void follow_change(Loop *loop, const Config *before)
{
    const Config *now = &loop->live.config;
    playback_follow_config(&loop->playback);
    game_config_update(&loop->game_config, loop->desc.game, now, false);
    if (now->draw_shapes != before->draw_shapes) {
        loop->draw_shapes = now->draw_shapes;
    }
    if (!stage_follow_config(&loop->stage, before, &loop->error)) {
        fail(loop);
    }
}

/* Changes by the player's menu, and of files. */
static void follow_config(Loop *loop)
{
    Host *host = loop->stage.desc.host;
    int64_t now_ns = host->now_ns(host->self);
    Config before;
    if (settings_take(&loop->settings, &before)) {
        follow_change(loop, &before);
    }
    settings_update(&loop->settings, now_ns);
    if (live_config_update(&loop->live, now_ns, &loop->monitor.notices, &before)) {
        follow_change(loop, &before);
    }
}

/* ---- ticks ---- */

static int ticks_within_limit(const Loop *loop, int ticks)
{
    uint64_t left = loop->desc.tick_limit - loop->stats.tick_count;
    return (uint64_t)ticks > left ? (int)left : ticks;
}

static bool has_edges(const CwTickInput *input)
{
    uint32_t edges = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        edges |= input->players[i].pressed | input->players[i].released;
    }
    return edges != 0;
}

/* A tick with this input; without one, the next of those that late input made mistaken. */
static bool run_tick(Loop *loop, CwTickInput *input)
{
    Playback *playback = &loop->playback;
    monitor_begin_tick(&loop->monitor, cw_world_tick(playback->session.world) + 1);
    bool good = input != NULL ? playback_tick(playback, input, &loop->error)
                              : playback_again(playback, &loop->error);
    if (!good) {
        fail(loop);
        return false;
    }
    run_logs_tick(&loop->logs, &playback->session);
    monitor_end_tick(&loop->monitor);
    return true;
}

/* What mistaken ticks ask of the flow now changes nothing: they were listened to when they were the
 * newest. */
static void take_late_input(Loop *loop, const CwInputSource *source)
{
    Playback *playback = &loop->playback;
    CwLateInput late = {0};
    bool good = true;
    while (good && source->late(source->context, &late)) {
        good = timeline_correct(&playback->timeline, &late, &loop->error);
    }
    if (!good || !playback_go_back(playback, &loop->error)) {
        fail(loop);
    }
    while (!loop->failed && playback_is_behind(playback)) {
        run_tick(loop, NULL);
    }
}

/* Runs as many ticks as planned, or up to one that asks for no more or that has to wait. */
static void run_new_ticks(Loop *loop, StepFrame *step)
{
    Session *session = &loop->playback.session;
    bool stops = false;
    int ticks = 0;
    while (ticks < step->ticks && !stops) {
        CwTickInput input;
        if (!controls_next(&loop->controls, &loop->playback, loop->screens.screen, &input)) {
            stops = true;
            break;
        }
        if (!run_tick(loop, &input)) {
            return;
        }
        loop->stats.tick_count++;
        if (has_edges(&input)) {
            latency_tick(&loop->stage.latency, cw_world_tick(session->world));
        }
        stops = apply_flow(loop, &session->world->flow);
        ticks++;
    }
    if (stops) {
        step->ticks = ticks;
        playback_cut_frame(&loop->playback);
    }
}

static void run_ticks(Loop *loop, StepFrame *step)
{
    Session *session = &loop->playback.session;
    const CwInputSource *source = controls_source(&loop->controls, loop->screens.screen);
    if (source != NULL && source->late != NULL && step->ticks > 0) {
        take_late_input(loop, source);
    }
    if (!loop->failed) {
        run_new_ticks(loop, step);
    }
    if (source != NULL && source->send != NULL && !loop->failed) {
        source->send(source->context, session->world);
    }
    bool limit_reached = loop->stats.tick_count >= loop->desc.tick_limit;
    bool finished = loop->desc.end_at_finish && session_probe(session).finished &&
                    loop->next.end == FLOW_GOES_ON;
    bool played = loop->desc.headless && loop->desc.replay != NULL &&
                  cw_world_tick(session->world) >= loop->desc.replay->tick_count;
    finished = finished || played;
    loop->done = loop->done || limit_reached || finished;
}

static bool first_time(Loop *loop, ClockTrouble trouble, bool happened)
{
    bool first = happened && !loop->mentioned[trouble];
    loop->mentioned[trouble] = loop->mentioned[trouble] || happened;
    return first;
}

/* Says what was wrong with the clock's reading of this frame, once a run and trouble. */
static void mention_trouble(Loop *loop, const StepFrame *step)
{
    const StepClock *clock = &loop->playback.clock;
    const FramePacer *pacer = &loop->stage.pacer;
    uint64_t frame = loop->stage.frame_count;
    if (first_time(loop, TROUBLE_BACKWARD, pacer->backward_count > 0)) {
        report("frame %" PRIu64 ": the clock went back; the time shown does not", frame);
    }
    if (first_time(loop, TROUBLE_FROZEN, pacer->frozen_count > 0)) {
        report("frame %" PRIu64 ": the clock stood still; its next readings make up for it", frame);
    }
    if (first_time(loop, TROUBLE_SATURATED, clock->saturated_count > 0)) {
        report("frame %" PRIu64 ": the clock leapt by more than a day: counted as a day", frame);
    }
    if (first_time(loop, TROUBLE_DROPPED, step->dropped_ns > 0)) {
        report("frame %" PRIu64 ": too far behind to catch up (%s): %" PRId64
               " ms of the game's time dropped; --stats gives the sum",
               frame, slow_cause_name(step_clock_running_slowly(clock)),
               step->dropped_ns / 1000000);
    }
}

/* Pacer and step clock. */
static StepFrame plan_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    StepFrame step;
    if (loop->desc.lockstep) {
        step = playback_frame_of_one_tick(playback);
    } else {
        PacedTime time = stage_pace(&loop->stage, playback->loaded);
        step = playback_frame(playback, time.shown_ns, time.skipped_ns);
        mention_trouble(loop, &step);
    }
    step.ticks = ticks_within_limit(loop, step.ticks);
    loop->stage.stands = step_clock_is_paused(&playback->clock) && step.ticks == 0;
    bool usual = !playback->loaded && !loop->stage.held_back && loop->stage.frame_count > 1;
    monitor_set_session(&loop->monitor, &playback->session, usual);
    return step;
}

/* ---- the picture ---- */

static TimeBarFrame time_bar_frame(const Loop *loop)
{
    return (TimeBarFrame){.playback = &loop->playback,
                          .screen = loop->screens.screen,
                          .used_ns = loop->stage.device_use.used_ns,
                          .dt_s = fmax(0, (double)loop->stage.measured_ns * 1e-9),
                          .covered = loop->screens.depth > 1};
}

/* Nobody could point at it headless. */
static void draw_time(Loop *loop)
{
    TimeBarFrame frame = time_bar_frame(loop);
    CwTheme colours = comfort_theme(loop->desc.game, loop->desc.config);
    const CwTheme *theme = &colours;
    if (loop->desc.headless) {
        return;
    }
    if (frame.screen == SCREEN_PLAYING && loop->countdown_ns > 0) {
        double whole_ns = loop->desc.config->resume_countdown * 1e9;
        transport_draw_countdown((double)loop->countdown_ns / whole_ns, theme,
                                 &loop->stage.draw_list);
    }
    time_bar_draw(&loop->time_bar, &frame, theme, &loop->stage.draw_list);
}

static bool screenshot_due(const Loop *loop)
{
    uint64_t wanted = loop->desc.screenshot_tick;
    bool now = wanted == 0 ? loop->done : cw_world_tick(loop->playback.session.world) >= wanted;
    return now && loop->desc.screenshot != NULL && loop->stage.desc.renderer != NULL;
}

/* A field of the engine's own screens is typed in. */
static void place_typing(Stage *stage, Box own)
{
    CwViewRect field =
        ui_view_rect(stage->viewport.view, (CwViewRect){own.x, own.y, own.width, own.height});
    typing_place(&stage->typing, (Box){field.x, field.y, field.width, field.height});
}

/* The menu, and what is typed in it or over it. */
static void draw_menu(Loop *loop, const CwFrame *frame)
{
    Typing *typing = &loop->stage.typing;
    const CwTextEntry entry = typing_entry(typing);
    bool on = typing_is_on(typing);
    CwTheme theme = comfort_theme(loop->desc.game, loop->desc.config);
    screens_draw(&loop->screens, frame, on && typing->row != NULL ? &entry : NULL);
    if (on && typing->row != NULL) {
        place_typing(&loop->stage, page_field_box(&loop->screens.page));
    } else if (on && typing->prompt[0] != '\0') {
        place_typing(&loop->stage, text_prompt_draw(frame->draw, typing->prompt, &entry, &theme));
    }
}

static void draw_frame(Loop *loop, CwFrame *frame)
{
    Stage *stage = &loop->stage;
    Session *session = &loop->playback.session;
    bool protect = protects_world(loop);
    TimeBarFrame time = time_bar_frame(loop);
    time_bar_update(&loop->time_bar, &time);
    screens_move_picture(&loop->screens,
                         loop->desc.headless ? 0 : time_bar_height(&loop->time_bar, &time),
                         (double)stage->measured_ns * 1e-9);
    stage_draw_session(session, frame,
                       &(StagePicture){&stage->sprites, loop->screens.shift, protect});
    if (loop->draw_shapes) {
        debug_shapes_draw(session->world, frame->alpha, &stage->draw_list);
    }
    draw_menu(loop, frame);
    draw_time(loop);
    monitor_draw(&loop->monitor, &loop->playback, stage);
    stage->exposed |= screenshot_due(loop); /* it is read from what was just painted */
    stage_paint(stage, !loop->desc.headless || screenshot_due(loop)); /* else nobody sees it */
    monitor_mark(&loop->monitor, PART_PAINT);
    session_run_phase(session, CW_PHASE_END_FRAME, frame, protect);
}

static void save_screenshot(Loop *loop)
{
    if (!renderer_save_png(loop->stage.desc.renderer, loop->desc.screenshot, &loop->error)) {
        fail(loop);
    }
    loop->desc.screenshot = NULL;
}

/* ---- the frame ---- */

/* The host ended the run between two frames: the last picture was the one before. */
static bool quit(Loop *loop)
{
    Stage *stage = &loop->stage;
    loop->done = true;
    if (loop->desc.screenshot_tick == 0 && stage->frame_count > 0 && screenshot_due(loop)) {
        renderer_draw(stage->desc.renderer, &stage->draw_list);
        save_screenshot(loop);
    }
    return false;
}

static void log_frame(Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    if (loop->logs.frames.file == NULL) {
        return;
    }
    uint64_t tick = cw_world_tick(playback->session.world);
    double shown_ticks = (double)tick - 1 + playback->alpha;
    int64_t shown_ns = llround(shown_ticks * 1e9 / playback->session.desc.settings.tick_rate);
    frame_log_row(&loop->logs.frames, &(FrameLogRow){.frame = loop->stage.frame_count,
                                                     .measured_ns = loop->stage.measured_ns,
                                                     .used_ns = step->elapsed_ns,
                                                     .ticks = (uint64_t)step->ticks,
                                                     .tick = tick,
                                                     .alpha = playback->alpha,
                                                     .shown_ns = shown_ns,
                                                     .dropped_ns = step->dropped_ns});
}

/* Limiter, window and devices. False when the host ended the run. */
static bool begin_frame(Loop *loop)
{
    Stage *stage = &loop->stage;
    monitor_begin_frame(&loop->monitor, stage->frame_count);
    stage_wait(stage, step_clock_target_interval_ns(&loop->playback.clock));
    if (!stage_begin_frame(stage, &loop->error)) {
        fail(loop);
    }
    monitor_mark(&loop->monitor, PART_WAIT);
    update_countdown(loop);
    update_holds(loop);
    return !stage->status.quit;
}

/* What frame phases are told of this frame. */
static void begin_view(Loop *loop, const StepFrame *step)
{
    Playback *playback = &loop->playback;
    bool on_title = loop->screens.screen == SCREEN_TITLE;
    bool covered = on_title || loop->screens.screen == SCREEN_FINISHED;
    if (playback->jumped) {
        latency_forget(&loop->stage.latency);
    }
    loop->sought = playback->jumped;
    view_frame_begin(&loop->view, playback, &loop->stage, step);
    loop->view.frame.config = &loop->game_config;
    loop->view.frame.saves = &loop->saves;
    loop->best_runs.choice = /* who watches a run races nobody */
        playback->desc.replay != NULL ? GHOST_OFF
        : loop->races                 ? GHOST_BEST
                                      : loop->desc.config->ghost;
    loop->view.frame.best_runs = &loop->best_runs;
    loop->view.frame.rumble = &loop->rumble;
    loop->view.frame.sound = &loop->sound;
    loop->saves.unplayed = on_title || loop->screens.screen == SCREEN_WATCHING;
    loop->view.frame.backdrop = covered;
    loop->view.frame.menu = screens_are_open(&loop->screens) && !loop->screens.page.aside;
    loop->view.frame.typing = &loop->stage.typing;
    typing_begin_frame(&loop->stage.typing, loop->view.frame.real_s,
                       !loop->desc.headless && !loop->saves.unplayed);
    bool steered = loop->desc.pilot == PILOT_PLAYER && loop->desc.script == NULL;
    if (on_title || playback->desc.replay != NULL || !steered) {
        loop->view.frame.input = playback->session.input.players;
    }
}

static void take_typed(Loop *loop, CwFrame *frame)
{
    const Typing *typing = &loop->stage.typing;
    if (typing->row != NULL && typing->status == CW_TEXT_ENTRY_CONFIRMED) {
        typing->row->typed(frame, typing->edit.text);
        close_as_asked(loop, typing->row);
    }
}

static void call_row(Loop *loop, const CwMenuRow *row, CwFrame *frame)
{
    if (row->typed == NULL) {
        game_row_call(row, loop->row_turn, frame);
    } else if (loop->row_turn == 0) {
        char text[CW_MENU_VALUE_BYTES];
        game_row_value(row, frame, text);
        int limit = row->typed_bytes > 0 ? row->typed_bytes : CW_MENU_VALUE_BYTES - 1;
        typing_begin(&loop->stage.typing, &(CwTextEntryDesc){text, limit, NULL}, row);
    }
}

/* The player's own doing, so saves are written and text is typed on the title too. */
static void call_rows(Loop *loop)
{
    CwFrame *frame = &loop->view.frame;
    bool unplayed = loop->saves.unplayed, allowed = loop->stage.typing.allowed;
    loop->saves.unplayed = false;
    loop->stage.typing.allowed = !loop->desc.headless;
    take_typed(loop, frame);
    if (loop->row_asked != NULL) {
        call_row(loop, loop->row_asked, frame);
        loop->row_asked = NULL;
    }
    loop->saves.unplayed = unplayed;
    loop->stage.typing.allowed = allowed;
}

/* Ticks, then the picture (update, pre_render, render, end_frame); both timed without the waiting
 * around them. */
static void work(Loop *loop, StepFrame *step)
{
    Host *host = loop->stage.desc.host;
    int64_t begin_ns = host->now_ns(host->self);
    int64_t real_begin_ns = real_clock_now_ns(NULL);
    run_ticks(loop, step);
    view_frame_place(&loop->view, &loop->playback, step);
    int64_t ticked_ns = host->now_ns(host->self);
    int64_t real_ticked_ns = real_clock_now_ns(NULL);
    if (!loop->failed) {
        draw_frame(loop, &loop->view.frame);
    }
    step_clock_report_work(&loop->playback.clock, ticked_ns - begin_ns,
                           host->now_ns(host->self) - ticked_ns);
    loop->stats.simulation_ns += real_ticked_ns - real_begin_ns;
    loop->stats.render_ns += real_clock_now_ns(NULL) - real_ticked_ns;
}

/* Of simulated time against real time. */
static double speed_of_time(const Playback *playback)
{
    if (playback_is_held(playback, HOLD_REWIND)) {
        bool moves = playback->position_ticks > (double)timeline_oldest(&playback->timeline);
        return moves ? -playback->rewind_speed : -1e-3;
    }
    const StepClock *clock = &playback->clock;
    return step_clock_is_paused(clock) ? 0 : clock->desc.time_scale_thousandths * 1e-3;
}

static void end_sound(Loop *loop, const StepFrame *step)
{
    const Playback *playback = &loop->playback;
    sound_end_frame(&loop->sound,
                    &(SoundMoment){.tick = cw_world_tick(playback->session.world),
                                   .ticks = step->ticks,
                                   .safe_tick = timeline_oldest(&playback->timeline),
                                   .speed = loop->desc.lockstep ? 1 : speed_of_time(playback),
                                   .jumped = loop->sought,
                                   .backdrop = loop->screens.screen == SCREEN_TITLE,
                                   .camera = &playback->session.camera,
                                   .now_ns = real_clock_now_ns(NULL)});
}

static void end_frame(Loop *loop, const StepFrame *step)
{
    Stage *stage = &loop->stage;
    Playback *playback = &loop->playback;
    Host *host = stage->desc.host;
    if (!loop->desc.lockstep) { /* else nobody waits for a tick, and a file is the same each time */
        recorder_keep_up(&playback->recorder, stage->begin_ns);
    }
    if (screenshot_due(loop)) {
        save_screenshot(loop);
    }
    log_frame(loop, step);
    rumble_apply(&loop->rumble, host, &stage->players,
                 loop->desc.config->rumble && loop->screens.screen == SCREEN_PLAYING &&
                     !stage->held_back);
    end_sound(loop, step);
    typing_end_frame(&stage->typing);
    if (stage_present(stage)) {
        step_clock_restart_timing(&playback->clock);
    }
    if (loop->stats.first_picture_ns == 0 && !loop->desc.headless) {
        loop->stats.first_picture_ns = real_clock_now_ns(NULL);
    }
    latency_present(&stage->latency, cw_world_tick(playback->session.world), playback->alpha,
                    host->now_ns(host->self));
    monitor_end_frame(&loop->monitor, playback, stage, step);
}

bool loop_frame(Loop *loop)
{
    Session *session = &loop->playback.session;
    if (loop->next.end == FLOW_QUIT || !begin_frame(loop)) {
        return quit(loop);
    }
    follow_config(loop);
    follow_level(loop);
    end_run_as_asked(loop);
    if (loop->done) {
        return !loop->failed && quit(loop);
    }
    update_menus(loop);
    update_finish(loop);
    if (loop->failed) {
        return false;
    }
    StepFrame step = plan_frame(loop);
    begin_view(loop, &step);
    call_rows(loop);
    session_run_phase(session, CW_PHASE_EARLY, &loop->view.frame, protects_world(loop));
    work(loop, &step);
    if (loop->failed) {
        return false;
    }
    apply_flow(loop, &loop->view.asked);
    end_frame(loop, &step);
    return !loop->done;
}

/* ---- life ---- */

/* The replay, the level that was asked for, or the title over the first level. */
static bool open_first(Loop *loop, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    if (desc->replay != NULL) {
        if (!playback_open_replay(&loop->playback, error)) {
            return false;
        }
        loop_show(loop, SCREEN_WATCHING);
    } else if (desc->level != NULL || desc->headless || desc->at_once) {
        const char *level = desc->level != NULL ? desc->level : first_level(loop);
        if (!playback_open_level(&loop->playback, level, error)) {
            return false;
        }
        loop_show(loop, SCREEN_PLAYING);
    } else if (!open_title_run(loop, error)) {
        return false;
    } else {
        loop_show(loop, SCREEN_TITLE);
    }
    return loop_begin_run(loop, error);
}

/* Late input comes from others, whose time it is too. */
static bool is_shared(const LoopDesc *desc)
{
    const CwInputSource *source = desc->game->source;
    return source != NULL && source->late != NULL && desc->replay == NULL;
}

static PlaybackDesc playback_desc(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    bool shared = is_shared(desc);
    bool counts = desc->pilot == PILOT_PLAYER && desc->script == NULL && !shared;
    return (PlaybackDesc){.game = desc->game,
                          .config = desc->config,
                          .levels = desc->levels,
                          .replay = desc->replay,
                          .record_anew = desc->record_anew,
                          .celebrates = !desc->headless && !desc->record_anew,
                          .shared = shared,
                          .remembers = !desc->headless || shared,
                          .sync_test_depth = desc->sync_test_depth,
                          .recorder = desc->recorder,
                          .best_runs = counts ? &loop->best_runs : NULL,
                          .seed = desc->seed,
                          .fingerprint = desc->fingerprint};
}

bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error)
{
    bool shared = is_shared(desc);
    RunRules rules = {{desc->game, desc->levels, desc->fingerprint, .slot = 0}, desc->own_settings};
    *loop = (Loop){.desc = *desc,
                   .live = {*desc->config, desc->config_watch, &loop->playback.desc},
                   .saves = saves_in(desc->player_dir),
                   .best_runs = best_runs_in(desc->player_dir, &rules),
                   .draw_shapes = desc->config->draw_shapes};
    loop->best_runs.session = &loop->playback.session;
    loop->best_runs.asked = desc->ghost;
    loop->best_runs.replays_dir = desc->replays_dir;
    const Config *config = loop->desc.config = &loop->live.config;
    settings_open(&loop->settings, &(SettingsDesc){.table = desc->config_table,
                                                   .layers = desc->config_layers,
                                                   .path = desc->player_config,
                                                   .live = &loop->live,
                                                   .notices = &loop->monitor.notices});
    StageDesc stage = {.game = desc->game,
                       .config = config,
                       .host = host,
                       .renderer = renderer,
                       .may_hold_back = !desc->headless && !shared,
                       .data_dir = desc->data_dir,
                       .sprites = desc->sprites,
                       .cache = desc->cache};
    stage_open(&loop->stage, &stage);
    stage_bind(&loop->stage);
    screens_open(&loop->screens, &(ScreensDesc){.game = desc->game,
                                                .levels = desc->levels,
                                                .config = config,
                                                .playback = &loop->playback,
                                                .stage = &loop->stage,
                                                .saves = &loop->saves,
                                                .settings = &loop->settings,
                                                .best_runs = &loop->best_runs,
                                                .fingerprint = desc->fingerprint,
                                                .data_dir = desc->data_dir,
                                                .player_dir = desc->player_dir,
                                                .replays_dir = desc->replays_dir,
                                                .runs_dir = desc->recorder.runs_dir,
                                                .watches = desc->replay != NULL});
    PlaybackDesc playback = playback_desc(loop);
    SoundDesc sound = {.game = desc->game,
                       .config = config,
                       .host = host,
                       .data_dir = desc->data_dir,
                       .render_path = desc->render_sound,
                       .log_path = desc->sound_log,
                       .cache = desc->cache,
                       .captions = &loop->monitor.captions,
                       .mute = desc->headless};
    TraceDesc trace = {desc->trace, config->trace_ring ? desc->traces_dir : NULL};
    if (!monitor_open(&loop->monitor, config, &trace, error) ||
        !playback_init(&loop->playback, &playback, error) ||
        !sound_open(&loop->sound, &sound, error) || !open_first(loop, error) ||
        !run_logs_open(&loop->logs, desc->hash_log, desc->probe_log, desc->frame_log, error)) {
        loop_close(loop);
        return false;
    }
    loop->playback.loaded = false; /* the clock starts after it */
    step_clock_restart_timing(&loop->playback.clock);
    loop->stats.started_ns = host->now_ns(host->self);
    return true;
}

bool loop_close(Loop *loop)
{
    if (loop->done && !loop->failed && loop->desc.screenshot != NULL) {
        report("the run ended before the tick of %s: there is no picture", loop->desc.screenshot);
    }
    settings_close(&loop->settings);
    bool sounded = sound_close(&loop->sound);
    bool recorded = playback_close(&loop->playback);
    screens_close(&loop->screens);
    stage_close(&loop->stage);
    attract_end(&loop->attract);
    cw_replay_free(loop->watched);
    bool traced = monitor_close(&loop->monitor);
    return run_logs_close(&loop->logs) && traced && recorded && sounded;
}
