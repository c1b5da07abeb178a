#include "program/runs.h"

#include "base/report.h"
#include "sim/world_setting.h"

#include <stdio.h>
#include <string.h>

static const int64_t RESULTS_DELAY_NS = 2500000000; /* to enjoy the finish */
static const char CANT_BE_PLAYED[] = "This level can't be played";

static Activity activity_of(const Runs *runs)
{
    return runs->loop->menus.screens.activity;
}

void runs_close(Runs *runs)
{
    cw_replay_free(runs->demo);
    cw_replay_free(runs->watched);
}

/* ---- beginning ---- */

/* A level whose pictures can't be loaded is played without them. */
static void load_pictures(Runs *runs)
{
    const CwMap *map = runs->loop->playback.session.map;
    CwError error = {0};
    Stage *stage = &runs->loop->stage;
    stage->played = (PictureRows){0};
    if (map != NULL) {
        stage->played.rows = map_pictures(map, &stage->played.count);
    }
    if (!stage_load_pictures(stage, &error)) {
        report("%s; the level continues without its pictures", error.text);
    }
}

/* The title's runs and replays are not recorded, but for replays that are recorded anew. */
bool runs_begin(Runs *runs, CwError *error)
{
    Loop *loop = runs->loop;
    Playback *playback = &loop->playback;
    Activity activity = activity_of(runs);
    bool records = activity != ACTIVITY_TITLE &&
                   (activity != ACTIVITY_WATCHING || loop->desc.choice.record_anew);
    load_pictures(runs);
    menus_begin_run(&loop->menus);
    runs->finished_ns = 0;
    controls_begin(&loop->controls,
                   &(ControlsDesc){playback, &loop->stage, &loop->desc.choice.driver});
    settings_update_game(&loop->settings, true);
    sound_begin_run(&loop->sound, playback->session.desc.settings.tick_rate);
    return playback_begin_run(playback, records, error);
}

/* Begins the run that was `opened`; where none could be, the loop fails. */
static void begin_run(Runs *runs, bool opened, Activity activity)
{
    CwError error = {0};
    if (!opened) {
        runs->loop->end.failed = runs->loop->end.done = true;
        return;
    }
    players_discard_edges(&runs->loop->stage.players);
    playback_hold(&runs->loop->playback, HOLD_CATCH_UP, false);
    menus_show(&runs->loop->menus, activity);
    if (!runs_begin(runs, &error)) {
        report("%s; the game continues without it", error.text);
        runs->loop->playback.recording_failed = true;
    }
}

static void restart(Runs *runs, Activity activity)
{
    Playback *playback = &runs->loop->playback;
    playback_end_run(playback);
    begin_run(runs, playback_restart(playback, &runs->loop->end.error), activity);
}

/* ---- the title ---- */

/* The level's bundled recording; NULL where it has none that is whole. */
static CwReplayFile *load_demo(const char *folder, const char *level)
{
    char path[PATH_BYTES_MAX];
    CwReplayFile *replay =
        best_runs_bundled(path, folder, level, NULL) ? cw_replay_load(path, &(CwError){0}) : NULL;
    if (replay != NULL && (replay->state != CW_REPLAY_ENDED || replay->tick_count == 0)) {
        cw_replay_free(replay);
        replay = NULL;
    }
    return replay;
}

static const CwReplayFile *next_demo(Runs *runs)
{
    const Levels *levels = runs->loop->desc.choice.levels;
    const char *folder = runs->loop->desc.choice.replays_dir;
    session_close(&runs->loop->playback.session); /* which the last one may belong to */
    cw_replay_free(runs->demo);
    runs->demo = NULL;
    for (int i = 0; i < levels->count && runs->demo == NULL; i++) {
        runs->demo = load_demo(folder, levels->names[runs->next_demo]);
        runs->next_demo = (runs->next_demo + 1) % levels->count;
    }
    return runs->demo;
}

/* The bundled recordings one after the other; without any, a level in which the bot drives. */
static bool open_title_run(Runs *runs, CwError *error)
{
    const CwReplayFile *demo = next_demo(runs);
    return (demo != NULL && playback_watch(&runs->loop->playback, demo, &(CwError){0})) ||
           playback_open_level(&runs->loop->playback,
                               levels_name(runs->loop->desc.choice.levels, 0), error);
}

static void open_title(Runs *runs)
{
    playback_end_run(&runs->loop->playback);
    begin_run(runs, open_title_run(runs, &runs->loop->end.error), ACTIVITY_TITLE);
}

/* ---- levels ---- */

void runs_refuse(Runs *runs, const SessionDesc *before, const CwError *refusal, const char *what)
{
    Playback *playback = &runs->loop->playback;
    CwError *error = &runs->loop->end.error;
    bool opened = false;
    if (runs->loop->desc.mode.headless) {
        *error = *refusal;
    } else {
        opened =
            before == NULL ? open_title_run(runs, error) : playback_reopen(playback, before, error);
    }
    begin_run(runs, opened, ACTIVITY_TITLE);
    if (opened) {
        screens_notice(&runs->loop->menus.screens, what, refusal);
    } else if (!runs->loop->desc.mode.headless) {
        report("%s", refusal->text);
    }
}

void runs_end(Runs *runs)
{
    players_discard_edges(&runs->loop->stage.players);
    playback_end_run(&runs->loop->playback);
}

/* Ends the run and begins another one; NULL: the first level. */
static void play_level(Runs *runs, const char *level, Activity activity)
{
    Playback *playback = &runs->loop->playback;
    const Session *session = &playback->session;
    SessionDesc before = session->desc;
    bool watched = playback->desc.replay != NULL;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    memcpy(path, session->map_path, sizeof path);
    memcpy(name, session->level, sizeof name);
    before.map_path = path[0] == '\0' ? NULL : path;
    before.level = name;
    CwError refusal = {0};
    runs->ghost_chosen = false;
    runs->loop->view.best_runs.asked = runs->loop->desc.choice.ghost;
    playback_end_run(playback);
    if (playback_open_level(playback, level, &refusal)) {
        begin_run(runs, true, activity);
        screens_note_level(&runs->loop->menus.screens, session->level);
    } else {
        runs_refuse(runs, watched ? NULL : &before, &refusal, CANT_BE_PLAYED);
    }
}

static void open_next_level(Runs *runs, Activity activity)
{
    const char *next =
        levels_next(runs->loop->desc.choice.levels, runs->loop->playback.session.level);
    if (next != NULL) {
        play_level(runs, next, activity);
    } else if (runs->loop->desc.mode.headless) {
        runs->loop->end.done = true;
    } else {
        open_title(runs);
    }
}

bool runs_open_first(Runs *runs, CwError *error)
{
    const RunChoice *choice = &runs->loop->desc.choice;
    Playback *playback = &runs->loop->playback;
    bool plays = choice->level != NULL || runs->loop->desc.mode.headless || choice->skips_title;
    const char *level = choice->level != NULL ? choice->level : levels_name(choice->levels, 0);
    bool good = choice->replay != NULL ? playback_watch(playback, choice->replay, error)
                : plays                ? playback_open_level(playback, level, error)
                                       : open_title_run(runs, error);
    if (!good) {
        return false;
    }
    menus_show(&runs->loop->menus, choice->replay != NULL ? ACTIVITY_WATCHING
                                   : plays                ? ACTIVITY_PLAYING
                                                          : ACTIVITY_TITLE);
    if (choice->recording != NULL) {
        screens_offer_recording(&runs->loop->menus.screens, choice->recording);
    }
    return runs_begin(runs, error);
}

/* ---- recordings ---- */

/* Opens the chosen one: its run, or its level to be played. */
static void open_chosen(Runs *runs, Activity activity)
{
    Screens *screens = &runs->loop->menus.screens;
    Playback *playback = &runs->loop->playback;
    bool plays = activity == ACTIVITY_PLAYING;
    CwError error = {0};
    playback_end_run(playback);
    CwReplayFile *replay = recordings_load(&runs->loop->places, &screens->chosen, &error);
    if (replay == NULL ||
        !(plays ? playback_open_like : playback_watch)(playback, replay, &error)) {
        cw_replay_free(replay);
        open_title(runs);
        screens_notice(screens,
                       plays ? "Its level can't be played" : "This recording can't be watched",
                       &error);
        return;
    }
    cw_replay_free(runs->watched);
    runs->watched = replay;
    screens->chosen.carries_level = replay->level_file != NULL;
    begin_run(runs, true, activity);
}

/* Races the chosen recording. The next level has the game's own choice of a ghost again. */
static void race(Runs *runs)
{
    Screens *screens = &runs->loop->menus.screens;
    char level[LEVEL_NAME_BYTES];
    memcpy(level, screens->chosen.level, sizeof level);
    if (screens->chosen.carries_level) {
        open_chosen(runs, ACTIVITY_PLAYING);
    } else {
        play_level(runs, runs->loop->desc.choice.levels->count > 0 ? level : NULL,
                   ACTIVITY_PLAYING);
    }
    runs->ghost_chosen = true;
    runs->ghost_path[0] = '\0';
    recordings_path(&runs->loop->places, &screens->chosen, runs->ghost_path);
    runs->loop->view.best_runs.asked = runs->ghost_path[0] == '\0' ? NULL : runs->ghost_path;
}

void runs_open_dropped(Runs *runs)
{
    Screens *screens = &runs->loop->menus.screens;
    char *path = runs->loop->stage.dropped;
    if (strcmp(path_ending(path), ".cwr") == 0) {
        screens->depth = 0; /* Back leads to the title, not to a page that was open */
        open_title(runs);
        screens_offer_recording(screens, path);
    } else if (level_is_file(path)) {
        play_level(runs, path, ACTIVITY_PLAYING);
    } else if (path[0] != '\0') {
        notices_add(&runs->loop->monitor.notices,
                    "%s is neither a recording (.cwr) nor a level (.tmj, .tmx, .json)",
                    path_name(path));
    }
    path[0] = '\0';
}

void runs_handle_ask(Runs *runs, const ScreenAsk *ask)
{
    bool only_replay = runs->loop->desc.choice.replay != NULL;
    if (ask->kind == ASK_QUIT || (ask->kind == ASK_LEAVE && only_replay)) {
        runs->loop->end.done = true;
    } else if (ask->kind == ASK_PLAY) {
        play_level(runs, ask->level, ACTIVITY_PLAYING);
    } else if (ask->kind == ASK_NEXT) {
        open_next_level(runs, ACTIVITY_PLAYING);
    } else if (ask->kind == ASK_RESTART) {
        restart(runs, ACTIVITY_PLAYING);
    } else if (ask->kind == ASK_TITLE || ask->kind == ASK_LEAVE) {
        open_title(runs);
    } else if (ask->kind == ASK_WATCH) {
        open_chosen(runs, ACTIVITY_WATCHING);
    } else if (ask->kind == ASK_RACE) {
        race(runs);
    }
}

/* ---- the finish ---- */

static bool is_finished(const Runs *runs)
{
    return !runs->loop->end.failed && !runs->loop->desc.mode.headless &&
           activity_of(runs) != ACTIVITY_WATCHING && !menus_repeat_marks(&runs->loop->menus) &&
           !playback_is_held(&runs->loop->playback, HOLD_REWIND) &&
           session_probe(&runs->loop->playback.session).finished;
}

void runs_update_finish(Runs *runs)
{
    const Playback *playback = &runs->loop->playback;
    const Stage *stage = &runs->loop->stage;
    bool title = activity_of(runs) == ACTIVITY_TITLE;
    if (title && playback->desc.replay != NULL) {
        if (playback_is_at_end(playback)) {
            open_title(runs);
        }
        return;
    }
    if (!is_finished(runs)) {
        runs->finished_ns = 0;
        return;
    }
    if (playback->clock.paused || typing_is_on(&stage->typing)) {
        return;
    }
    runs->finished_ns += stage->measured_ns > 0 ? stage->measured_ns : 0;
    if (runs->finished_ns >= RESULTS_DELAY_NS && title) {
        open_title(runs);
    } else if (runs->finished_ns >= RESULTS_DELAY_NS && activity_of(runs) == ACTIVITY_PLAYING) {
        menus_show(&runs->loop->menus, ACTIVITY_FINISHED);
    }
}

/* ---- what the game's code asks ---- */

/* Reports each mistake once, however often it is made. */
static void report_range(Runs *runs, const CwFlow *flow)
{
    if (flow->wrong_scale != 0) {
        report_once(&runs->scale_reported,
                    "cw_flow_set_time_scale: %g is out of range 0 to 100; %g is used",
                    flow->wrong_scale, flow->time_scale);
    }
    if (flow->wrong_fps != 0) {
        report_once(
            &runs->fps_reported,
            "cw_flow_set_target_fps: %d is neither 0 nor in the range 20 to 1000; %d is used",
            flow->wrong_fps, flow->target_fps);
    }
}

bool runs_apply_flow(Runs *runs, const CwFlow *flow)
{
    Activity activity = activity_of(runs);
    if (activity == ACTIVITY_TITLE || activity == ACTIVITY_WATCHING) {
        return false;
    }
    report_range(runs, flow);
    bool pauses =
        !runs->loop->desc.mode.headless && playback_apply_flow(&runs->loop->playback, flow);
    flow_end_as(&runs->next, flow);
    return pauses || flow->end != FLOW_GOES_ON;
}

static void open_asked_level(Runs *runs, const char *level, Activity activity)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    if (levels_resolve(runs->loop->desc.choice.levels, level, path, name, &error)) {
        play_level(runs, level, activity);
    } else if (strcmp(runs->refused_level, level) != 0) {
        snprintf(runs->refused_level, sizeof runs->refused_level, "%s", level);
        report("the game asked for a level: %s; the run continues", error.text);
        notices_add(&runs->loop->monitor.notices, "There is no level \"%s\"", level);
    }
}

static void choose_settings(SessionDesc *desc, const CwFlow *flow)
{
    desc->by_code = flow->which_settings == FLOW_SETTINGS_GIVEN ||
                    (desc->by_code && flow->which_settings == FLOW_SETTINGS_KEPT);
    if (flow->which_settings == FLOW_SETTINGS_GIVEN) {
        desc->settings = flow->settings;
        desc->fixed = SETTINGS_ALL;
    }
}

/* A pause of the player's goes on in the next run. */
void runs_end_as_asked(Runs *runs)
{
    CwFlow next = runs->next;
    bool paused = activity_of(runs) == ACTIVITY_PAUSED;
    Activity activity = paused ? ACTIVITY_PAUSED : ACTIVITY_PLAYING;
    runs->next = (CwFlow){0};
    if (next.end == FLOW_RESTART) {
        choose_settings(&runs->loop->playback.session.desc, &next);
        restart(runs, activity);
    } else if (next.end == FLOW_LEVEL && next.level[0] == '\0') {
        open_next_level(runs, activity);
    } else if (next.end == FLOW_LEVEL) {
        open_asked_level(runs, next.level, activity);
    }
}
