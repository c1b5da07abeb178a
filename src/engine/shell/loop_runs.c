#include "shell/loop_runs.h"

#include "base/report.h"
#include "shell/loop_rerun.h"
#include "sim/worlds.h"

#include <math.h>
#include <string.h>

static const int64_t FINISH_MENU_DELAY_NS = 2500000000;

/* ---- time and input ---- */

/* Gives time to the world and input to the player, or takes them, as screen and background ask. */
void loop_update_holds(Loop *loop)
{
    Playback *playback = &loop->playback;
    Screen screen = loop->screens.screen;
    bool watch_menu = screen == SCREEN_WATCHING && screens_are_open(&loop->screens);
    playback_hold(playback, HOLD_MENU, screen == SCREEN_PAUSED || watch_menu);
    playback_hold(playback, HOLD_BACKGROUND, loop->stage.held_back);
    playback_hold(playback, HOLD_COUNTDOWN, screen == SCREEN_PLAYING && loop->countdown_ns > 0);
    bool plays = screen == SCREEN_PLAYING || (screen == SCREEN_WATCHING && loop->span.taken);
    if (plays && !playback_is_held(playback, HOLD_REWIND) && !loop->stage.held_back) {
        players_suspend(&loop->stage.players, false);
    } else {
        players_suspend(&loop->stage.players, true);
    }
}

/* Before time goes on where the player left it: hands find their keys. */
void loop_count_down(Loop *loop)
{
    loop->countdown_ns = llround(loop->desc.config->resume_countdown * 1e9);
}

/* A rewind, another run or another screen ends it. */
void loop_update_countdown(Loop *loop)
{
    bool came_back = loop->was_held_back && !loop->stage.held_back;
    loop->was_held_back = loop->stage.held_back;
    if (loop->screens.screen != SCREEN_PLAYING || playback_is_held(&loop->playback, HOLD_REWIND)) {
        loop->countdown_ns = 0;
    } else if (came_back) {
        loop_count_down(loop);
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
    loop_update_holds(loop);
}

/* ---- runs ---- */

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
    inspect_reset(&loop->inspect);
    ab_span_reset(&loop->span);
    ahead_reset(&loop->ahead);
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
    settings_start_level(&loop->settings);
    level_watch_begin(&loop->level_watch, loop->playback.session.map);
    sound_begin_run(&loop->sound, loop->playback.session.desc.settings.tick_rate);
    return playback_begin_run(&loop->playback, played, error);
}

static void begin_run(Loop *loop, Screen screen)
{
    loop_rerun_drop(loop);
    loop_show(loop, screen);
    CwError error = {0};
    if (!loop_begin_run(loop, &error)) {
        report("%s; the game goes on without it", error.text);
        loop->playback.recording_failed = true;
    }
}

void loop_restart_level(Loop *loop, Screen screen)
{
    playback_end_run(&loop->playback);
    if (!playback_restart(&loop->playback, &loop->error)) {
        loop_fail(loop);
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

void loop_open_title(Loop *loop)
{
    playback_end_run(&loop->playback);
    if (!open_title_run(loop, &loop->error)) {
        loop_fail(loop);
        return;
    }
    players_forget_edges(&loop->stage.players);
    begin_run(loop, SCREEN_TITLE);
}

/* ---- recordings ---- */

/* The recording that was chosen; perhaps that of the run which ends here. */
void loop_watch(Loop *loop)
{
    Playback *playback = &loop->playback;
    CwError error = {0};
    playback_end_run(playback);
    CwReplayFile *replay = screens_load_chosen(&loop->screens, &error);
    if (replay == NULL || !playback_watch(playback, replay, &error)) {
        report("%s", error.text);
        cw_replay_free(replay);
        loop_open_title(loop);
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
void loop_play_level(Loop *loop, const char *level, Screen screen)
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
        loop_fail(loop);
        return;
    }
    report("%s", error.text);
    bool reopened = watched ? open_title_run(loop, &loop->error)
                            : playback_reopen(&loop->playback, &before, &loop->error);
    if (!reopened) {
        loop_fail(loop);
        return;
    }
    begin_run(loop, SCREEN_TITLE);
    loop->screens.notice = "This level can't be played: the terminal says why";
}

/* The game's own choice of a ghost comes back with the next level. */
void loop_race(Loop *loop)
{
    Screens *screens = &loop->screens;
    char level[LEVEL_NAME_BYTES];
    memcpy(level, screens->chosen.level, sizeof level);
    bool has_levels = loop->desc.levels->count > 0;
    loop_play_level(loop, has_levels ? level : NULL, SCREEN_PLAYING);
    loop->races = true;
    screens_chosen_path(screens, loop->race_path);
    loop->best_runs.asked = loop->race_path[0] == '\0' ? NULL : loop->race_path;
}

void loop_leave_recording(Loop *loop)
{
    if (loop->desc.replay != NULL) {
        loop->done = true;
        return;
    }
    loop_open_title(loop);
}

void loop_close_watch_menu(Loop *loop)
{
    screens_hide(&loop->screens);
    loop_update_holds(loop);
}

void loop_watch_again(Loop *loop)
{
    loop_close_watch_menu(loop);
    playback_hold(&loop->playback, HOLD_STOP, false);
    if (!playback_seek(&loop->playback, 0, &loop->error)) {
        loop_fail(loop);
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
void loop_follow_level(Loop *loop)
{
    char path[PATH_BYTES_MAX];
    Session *session = &loop->playback.session;
    int64_t now_ns = loop->stage.desc.host->now_ns(loop->stage.desc.host->self);
    memcpy(path, session->map_path, sizeof path);
    if (loop->desc.dev != NULL || loop->desc.headless || loop->playback.desc.replay != NULL ||
        path[0] == '\0' || now_ns < loop->next_level_poll_ns) {
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
        loop_play_level(loop, path,
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
void loop_update_finish(Loop *loop)
{
    if (loop->screens.screen == SCREEN_TITLE && loop->playback.desc.replay != NULL) {
        if (playback_is_at_end(&loop->playback)) {
            loop_open_title(loop);
        }
        return;
    }
    if (loop->failed || loop->desc.headless || loop->screens.screen == SCREEN_WATCHING ||
        loop_repeats_span(loop) || playback_is_held(&loop->playback, HOLD_REWIND) ||
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
        loop_open_title(loop);
    }
}

/* ---- what the game's code asks ---- */

/* Each mistake once a run of the program, however often it is asked for. */
static void mention_range(Loop *loop, const CwFlow *flow)
{
    if (flow->wrong_scale != 0 && !loop->mentioned_scale) {
        loop->mentioned_scale = true;
        report("cw_flow_set_time_scale was given %g: time runs at 0 to 100 times its speed, here "
               "at %g",
               flow->wrong_scale, flow->time_scale);
    }
    if (flow->wrong_fps != 0 && !loop->mentioned_fps) {
        loop->mentioned_fps = true;
        report("cw_flow_set_target_fps was given %d: a limit is 20 to 1000 frames a second, or 0 "
               "for none, here %d",
               flow->wrong_fps, flow->target_fps);
    }
}

/* True when no tick may follow in this frame. */
bool loop_apply_flow(Loop *loop, const CwFlow *flow)
{
    if (loop->screens.screen == SCREEN_TITLE || loop->screens.screen == SCREEN_WATCHING) {
        return false;
    }
    mention_range(loop, flow);
    bool stands = !loop->desc.headless && playback_apply_flow(&loop->playback, flow);
    flow_end_as(&loop->next, flow);
    return stands || flow->end != FLOW_GOES_ON;
}

static void open_asked_level(Loop *loop, const char *level, Screen screen)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    if (levels_resolve(loop->desc.levels, level, path, name, &error)) {
        loop_play_level(loop, level, screen);
    } else if (strcmp(loop->refused_level, level) != 0) {
        snprintf(loop->refused_level, sizeof loop->refused_level, "%s", level);
        report("the game asked for a level: %s; it goes on without it", error.text);
        notices_add(&loop->monitor.notices, "There is no level \"%s\"", level);
    }
}

void loop_open_next_level(Loop *loop, Screen screen)
{
    const char *next = levels_next(loop->desc.levels, loop->playback.session.level);
    if (next != NULL) {
        loop_play_level(loop, next, screen);
    } else if (loop->desc.headless) {
        loop->done = true;
    } else {
        loop_open_title(loop);
    }
}

/* Between two frames. What the player paused stays so. */
void loop_end_run_as_asked(Loop *loop)
{
    CwFlow next = loop->next;
    Screen screen = loop->screens.screen == SCREEN_PAUSED ? SCREEN_PAUSED : SCREEN_PLAYING;
    loop->next = (CwFlow){0};
    if (next.end == FLOW_RESTART) {
        loop_restart_level(loop, screen);
    } else if (next.end == FLOW_LEVEL && next.level[0] == '\0') {
        loop_open_next_level(loop, screen);
    } else if (next.end == FLOW_LEVEL) {
        open_asked_level(loop, next.level, screen);
    }
}

/* The replay, the level that was asked for, or the title over the first level. */
bool loop_open_first(Loop *loop, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    if (desc->dev != NULL && desc->dev->plan != NULL) {
        if (!loop_open_rerun(loop, desc->dev->plan, error)) {
            return false;
        }
    } else if (desc->replay != NULL) {
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
