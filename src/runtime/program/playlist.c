#include "program/loop.h"

#include "base/report.h"
#include "platform/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t RESULTS_DELAY_NS = 2500000000; /* time to enjoy the finish */

/* ---- beginning ---- */

/* The seed of a run that a player begins. A drawn one is short enough to type. */
static uint64_t choose_seed(const Loop *loop)
{
    const RunSetup *setup = &loop->playback.desc.setup;
    CwRng rng;
    cw_rng_seed(&rng, (uint64_t)clock_wall_ns(), (uint64_t)clock_now_ns());
    return setup->draws_seeds ? cw_rng_next(&rng) : setup->seed;
}

/* Loads the level's pictures; the level is played without those that fail. */
static void load_pictures(Loop *loop)
{
    const CwMap *map = loop->playback.session.map;
    CwError error = {0};
    Stage *stage = &loop->stage;
    stage->played = (PictureRows){0};
    if (map != NULL) {
        stage->played.rows = map_pictures(map, &stage->played.count);
    }
    if (!stage_load_pictures(stage, &error)) {
        report("%s; the level continues without its pictures", error.text);
    }
}

bool playlist_begin(Loop *loop, CwError *error)
{
    Playback *playback = &loop->playback;
    Activity activity = loop->menus.screens.activity;
    bool records = activity != ACTIVITY_TITLE && /* a watched run only with --record */
                   (activity != ACTIVITY_WATCHING || loop->desc.choice.records_anew);
    load_pictures(loop);
    menus_begin_run(&loop->menus);
    loop->playlist.finished_ns = 0;
    ticks_begin_run(loop);
    live_settings_apply_game_keys(&loop->settings, true);
    sound_begin_run(&loop->sound, playback->session.settings.tick_rate);
    bool ok = playback_begin_run(playback, records, error);
    const RecorderDesc *recorder = &playback->desc.setup.recorder;
    bool has_runs = recorder->runs_dir != NULL && recorder->runs_dir[0] != '\0';
    if (records && has_runs && recorder->runs_kept > 0 && playback->recorder.flight.path == NULL) {
        notices_add(&loop->monitor.notices, "This run is not recorded: %s can't be written",
                    path_name(recorder->runs_dir));
    }
    return ok;
}

/* Begins the run if it was `opened`; otherwise the loop fails. */
static void begin_run(Loop *loop, bool opened, Activity activity)
{
    CwError error = {0};
    if (!loop_expect(loop, opened)) {
        return;
    }
    players_discard_edges(&loop->stage.players);
    playback_set_pause(&loop->playback, PAUSE_CATCH_UP, false);
    menus_show(&loop->menus, activity);
    if (!playlist_begin(loop, &error)) {
        report("%s; the game continues without it", error.text);
        loop->playback.has_failed_recording = true;
    }
}

/* Restarts the level, with the settings that `flow` asks for; NULL: the player asks. */
static void restart_run(Loop *loop, const CwFlow *flow, Activity activity)
{
    Playback *playback = &loop->playback;
    SessionDesc desc = playback->session.desc;
    bool has_new_seed = playback->desc.setup.draws_seeds &&
                        loop->desc.game->seed == CW_SEED_NEW_RUN && !loop->playlist.is_ghost_chosen;
    playback_end_run(playback);
    desc.seed = has_new_seed ? choose_seed(loop) : desc.seed;
    if (flow != NULL && flow->which_settings == FLOW_SETTINGS_GIVEN) {
        desc.settings = flow->settings;
        desc.fixed = SIM_SETTINGS_ALL;
        playback->keeps_settings = true;
    } else if (flow != NULL && flow->which_settings != FLOW_SETTINGS_KEPT) {
        playback->keeps_settings = false;
    }
    begin_run(loop, playback_restart(playback, &desc, &loop->end.error), activity);
}

/* ---- progress ---- */

static const char PROGRESS_KEY[] = "clockwork-carry";

/* Whether the player's progress is saved. Players at several machines need the same worlds, and
 * headless runs the same ones each time. */
static bool has_save(const Loop *loop)
{
    const RunChoice *choice = &loop->desc.choice;
    return loop->desc.game->carry.field_count > 0 && choice->replay == NULL &&
           driver_is_player(&choice->driver) && !loop->playback.desc.is_shared &&
           !loop->desc.mode.is_headless && loop->view.saves.folder[0] != '\0';
}

void playlist_read_progress(Loop *loop)
{
    Playlist *playlist = &loop->playlist;
    CwSave save = {0};
    CwError error = {0};
    bool may_rank;
    if (has_save(loop) && cw_save_read(&loop->view.saves, PROGRESS_KEY, &save, NULL) &&
        save.bytes != NULL) {
        const CarryForm form = {(uint8_t *)(uintptr_t)save.bytes, save.size};
        playlist->progress = carry_adopt(loop->desc.game, form, &may_rank);
        if (!carry_fits(loop->desc.game, form, &error)) {
            report("your saved progress is another version's: %s", error.text);
            notices_add(&loop->monitor.notices, "Your saved progress is another version's: %s",
                        error.text);
        }
    }
    cw_save_free(&save);
}

/* Writes the carry, unless the save already holds it. */
static void save_progress(Loop *loop, CarryForm now)
{
    CwSaves *saves = &loop->view.saves;
    CwSave old;
    cw_save_read(saves, PROGRESS_KEY, &old, NULL);
    if (old.size != now.size || memcmp(old.bytes, now.bytes, now.size) != 0) {
        cw_save_write(saves, PROGRESS_KEY, &(CwSave){1, now.bytes, now.size}, NULL);
    }
    cw_save_free(&old);
}

/* The next level begins with this world's carry; with `saves`, the next session does, too. */
static void carry_on(Loop *loop, bool saves)
{
    Playlist *playlist = &loop->playlist;
    if (playlist->is_borrowed || loop->desc.game->carry.bytes == 0) {
        return;
    }
    free(playlist->progress.bytes);
    playlist->progress =
        carry_write(&loop->desc.game->carry, cw_world_carry_const(loop->playback.session.world));
    if (saves && playlist->progress.bytes != NULL && has_save(loop)) {
        save_progress(loop, playlist->progress);
    }
}

/* ---- the title ---- */

/* The level's bundled recording; NULL: there is no complete one. */
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

static const CwReplayFile *next_demo(Loop *loop)
{
    const Levels *levels = loop->desc.choice.levels;
    const char *folder = loop->desc.choice.replays_dir;
    session_close(&loop->playback.session); /* the session may use the last recording */
    cw_replay_free(loop->playlist.demo);
    loop->playlist.demo = NULL;
    for (int i = 0; i < levels->count && loop->playlist.demo == NULL; i++) {
        loop->playlist.demo = load_demo(folder, levels->names[loop->playlist.next_demo]);
        loop->playlist.next_demo = (loop->playlist.next_demo + 1) % levels->count;
    }
    return loop->playlist.demo;
}

/* Opens the next bundled recording; without any, a level that the bot plays. */
static bool open_title_run(Loop *loop, CwError *error)
{
    const CwReplayFile *demo = next_demo(loop);
    loop->playback.carry = (CarryForm){0};
    return (demo != NULL && playback_open_replay(&loop->playback, demo, &(CwError){0})) ||
           playback_open_level(&loop->playback, levels_name(loop->desc.choice.levels, 0),
                               loop->desc.setup.seed, error);
}

static void open_title(Loop *loop)
{
    playback_end_run(&loop->playback);
    begin_run(loop, open_title_run(loop, &loop->end.error), ACTIVITY_TITLE);
}

/* ---- levels ---- */

/* Handles a run that can't be opened. The title shows "WHAT: CAUSE"; a headless loop fails. */
static void refuse_run(Loop *loop, const CwError *refusal, const char *what)
{
    bool is_headless = loop->desc.mode.is_headless;
    bool opened = !is_headless && open_title_run(loop, &loop->end.error);
    if (is_headless) {
        loop->end.error = *refusal;
    }
    begin_run(loop, opened, ACTIVITY_TITLE);
    if (opened) {
        screens_notice(&loop->menus.screens, what, refusal);
    } else if (!is_headless) {
        report("%s", refusal->text);
    }
}

/* Ends the run and begins one of this level; NULL: the first level. */
static void play_level(Loop *loop, const char *level, uint64_t seed, Activity activity)
{
    Playback *playback = &loop->playback;
    CwError refusal = {0};
    loop->playlist.is_ghost_chosen = loop->playlist.is_borrowed = false;
    loop->view.best_runs.requested_path = loop->desc.choice.ghost;
    playback_end_run(playback);
    playback->carry = loop->playlist.progress;
    if (playback_open_level(playback, level, seed, &refusal)) {
        begin_run(loop, true, activity);
        screens_note_level(&loop->menus.screens, playback->session.level);
    } else {
        refuse_run(loop, &refusal, "This level can't be played");
    }
}

static void open_next_level(Loop *loop, Activity activity)
{
    const char *next = levels_next(loop->desc.choice.levels, loop->playback.session.level);
    carry_on(loop, false);
    if (next != NULL) {
        play_level(loop, next, choose_seed(loop), activity);
    } else if (loop->desc.mode.is_headless) {
        loop->end.is_done = true;
    } else {
        open_title(loop);
    }
}

/* ---- runs that continue ---- */

static bool load_last_run(Loop *loop, const char *level, CwError *error)
{
    const ReplayPlayer player = {.game = loop->desc.game,
                                 .levels = loop->desc.choice.levels,
                                 .fingerprint = loop->desc.setup.fingerprint};
    Recording last;
    char path[PATH_BYTES_MAX];
    if (!recordings_last_run(&loop->places, level, &last) ||
        !recordings_path(&loop->places, &last, path)) {
        return cw_error_set(error, "there is no run to continue%s%s",
                            level == NULL ? "" : " of level ", level == NULL ? "" : level);
    }
    CwReplayFile *run = replay_load_for(path, &player, error);
    if (run == NULL) {
        return false;
    }
    replay_leave_fatal_tick(run);
    cw_replay_free(loop->catch_up.run);
    loop->catch_up.run = run;
    loop->playlist.is_borrowed = run->taken_over;
    return run->tick_count > 0 ||
           cw_error_set(error, "%s: the run ended before its first tick", path);
}

bool playlist_catch_up(Loop *loop, const CatchUpDesc *desc, CwError *error)
{
    catch_up_begin(loop, desc);
    menus_show(&loop->menus, ACTIVITY_PLAYING);
    return playlist_begin(loop, error);
}

/* Opens catch_up.run, after the open run has ended, and simulates its ticks up to `last` again. */
static bool open_again(Loop *loop, uint64_t last, bool taken_over, CwError *error)
{
    if (!playback_open_to_continue(&loop->playback, loop->catch_up.run, error)) {
        return false;
    }
    const CatchUpDesc desc = {
        .tick = last, .last = last, .was_taken_over = taken_over, .is_paused = true};
    return playlist_catch_up(loop, &desc, error);
}

/* Continues the last run of this level, or of any (NULL). Begins paused. False: it can't. */
static bool continue_run(Loop *loop, const char *level, CwError *error)
{
    return load_last_run(loop, level, error) &&
           open_again(loop, loop->catch_up.run->tick_count, false, error);
}

static void refuse_continuing(Loop *loop, const CwError *error)
{
    playback_set_pause(&loop->playback, PAUSE_CATCH_UP, false);
    refuse_run(loop, error, "This run can't continue");
}

/* Ends the open run and continues the last run of any level. Shows the title if that fails. */
static void continue_last_run(Loop *loop)
{
    CwError error = {0};
    playback_end_run(&loop->playback);
    if (!continue_run(loop, NULL, &error)) {
        refuse_continuing(loop, &error);
    }
}

/* Makes the watched recording the player's run, from the shown tick on. It never ranks. */
static void take_over_watched(Loop *loop)
{
    CwError error = {0};
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    playback_end_run(&loop->playback);
    cw_replay_free(loop->catch_up.run);
    loop->catch_up.run = loop->playlist.watched;
    loop->playlist.watched = NULL;
    if (!open_again(loop, tick > 0 ? tick : 1, true, &error)) {
        refuse_continuing(loop, &error);
    }
}

/* ---- the first run ---- */

bool playlist_open_first(Loop *loop, CwError *error)
{
    const RunChoice *choice = &loop->desc.choice;
    Playback *playback = &loop->playback;
    if (choice->is_continued) {
        return continue_run(loop, choice->level, error);
    }
    bool is_played = choice->level != NULL || loop->desc.mode.is_headless || choice->skips_title;
    const char *level = choice->level != NULL ? choice->level : levels_name(choice->levels, 0);
    playback->carry = loop->playlist.progress;
    bool ok = choice->replay != NULL ? playback_open_replay(playback, choice->replay, error)
              : is_played ? playback_open_level(playback, level, choose_seed(loop), error)
                          : open_title_run(loop, error);
    if (!ok) {
        return false;
    }
    menus_show(&loop->menus, choice->replay != NULL ? ACTIVITY_WATCHING
                             : is_played            ? ACTIVITY_PLAYING
                                                    : ACTIVITY_TITLE);
    if (choice->recording != NULL) {
        screens_offer_recording(&loop->menus.screens, choice->recording);
    }
    return playlist_begin(loop, error);
}

/* ---- recordings ---- */

/* Opens the chosen recording: its run, or its level to be played. */
static void open_chosen(Loop *loop, Activity activity)
{
    Screens *screens = &loop->menus.screens;
    Playback *playback = &loop->playback;
    bool is_played = activity == ACTIVITY_PLAYING;
    CwError error = {0};
    playback_end_run(playback);
    loop->playlist.is_borrowed = true;
    CwReplayFile *replay = recordings_load(&loop->places, &screens->chosen, &error);
    if (replay == NULL || !(is_played ? playback_open_level_of_replay
                                      : playback_open_replay)(playback, replay, &error)) {
        cw_replay_free(replay);
        open_title(loop);
        screens_notice(screens,
                       is_played ? "Its level can't be played" : "This recording can't be watched",
                       &error);
        return;
    }
    cw_replay_free(loop->playlist.watched);
    loop->playlist.watched = replay;
    screens->chosen.has_level = replay->level_file != NULL;
    begin_run(loop, true, activity);
}

/* The seed of the chosen recording, so that its race has the same world. */
static uint64_t seed_of_race(const Loop *loop)
{
    const Recording *chosen = &loop->menus.screens.chosen;
    bool has_own = loop->playback.desc.setup.draws_seeds;
    CwReplayFile *replay = has_own ? recordings_load(&loop->places, chosen, &(CwError){0}) : NULL;
    uint64_t seed = replay == NULL ? choose_seed(loop) : replay->header.seed;
    cw_replay_free(replay);
    return seed;
}

/* Races the chosen recording, in this level only. */
static void race_recording(Loop *loop)
{
    Screens *screens = &loop->menus.screens;
    char level[LEVEL_NAME_BYTES];
    memcpy(level, screens->chosen.level, sizeof level);
    if (screens->chosen.has_level) {
        open_chosen(loop, ACTIVITY_PLAYING);
    } else {
        play_level(loop, loop->desc.choice.levels->count > 0 ? level : NULL, seed_of_race(loop),
                   ACTIVITY_PLAYING);
    }
    loop->playlist.is_ghost_chosen = true;
    loop->playlist.ghost_path[0] = '\0';
    recordings_path(&loop->places, &screens->chosen, loop->playlist.ghost_path);
    loop->view.best_runs.requested_path =
        loop->playlist.ghost_path[0] == '\0' ? NULL : loop->playlist.ghost_path;
}

void playlist_open_dropped(Loop *loop)
{
    Screens *screens = &loop->menus.screens;
    char *path = loop->stage.dropped;
    if (strcmp(path_ending(path), ".cwr") == 0) {
        screens->depth = 0; /* Back then leads to the title, not to an open page */
        open_title(loop);
        screens_offer_recording(screens, path);
    } else if (level_is_file(path)) {
        play_level(loop, path, choose_seed(loop), ACTIVITY_PLAYING);
    } else if (path[0] != '\0') {
        notices_add(&loop->monitor.notices,
                    "%s is neither a recording (.cwr) nor a level (.tmj, .tmx, .json)",
                    path_name(path));
    }
    path[0] = '\0';
}

void playlist_handle_ask(Loop *loop, const ScreenAsk *ask)
{
    bool only_replay = loop->desc.choice.replay != NULL;
    if (ask->kind == ASK_QUIT || (ask->kind == ASK_LEAVE && only_replay)) {
        loop->end.is_done = true;
    } else if (ask->kind == ASK_PLAY) {
        play_level(loop, ask->level, choose_seed(loop), ACTIVITY_PLAYING);
    } else if (ask->kind == ASK_NEXT) {
        open_next_level(loop, ACTIVITY_PLAYING);
    } else if (ask->kind == ASK_RESTART) {
        restart_run(loop, NULL, ACTIVITY_PLAYING);
    } else if (ask->kind == ASK_TITLE || ask->kind == ASK_LEAVE) {
        open_title(loop);
    } else if (ask->kind == ASK_WATCH) {
        open_chosen(loop, ACTIVITY_WATCHING);
    } else if (ask->kind == ASK_RACE) {
        race_recording(loop);
    } else if (ask->kind == ASK_RESUME) {
        continue_last_run(loop);
    } else if (ask->kind == ASK_TAKE_OVER) {
        take_over_watched(loop);
    }
}

/* ---- the finish ---- */

/* Whether the run is over, so that results or the next title run follow. */
static bool is_over(const Loop *loop)
{
    return !loop->end.has_failed && !loop->desc.mode.is_headless &&
           loop->menus.screens.activity != ACTIVITY_WATCHING && !menus_repeat_marks(&loop->menus) &&
           !playback_is_paused_for(&loop->playback, PAUSE_REWIND) &&
           session_is_over(&loop->playback.session);
}

void playlist_update_finish(Loop *loop)
{
    const Playback *playback = &loop->playback;
    const Stage *stage = &loop->stage;
    bool is_title = loop->menus.screens.activity == ACTIVITY_TITLE;
    if (is_title && playback->replay != NULL) {
        if (playback_is_at_end(playback)) {
            open_title(loop);
        }
        return;
    }
    if (!is_over(loop)) {
        loop->playlist.finished_ns = 0;
        return;
    }
    if (playback->clock.is_paused || typing_is_on(&stage->typing)) {
        return;
    }
    loop->playlist.finished_ns += stage->measured_ns > 0 ? stage->measured_ns : 0;
    bool is_due = loop->playlist.finished_ns >= RESULTS_DELAY_NS;
    if (is_due && is_title) {
        open_title(loop);
    } else if (is_due && loop->menus.screens.activity == ACTIVITY_PLAYING) {
        menus_show(&loop->menus, ACTIVITY_FINISHED);
    }
}

/* ---- requests of the game's code ---- */

static void report_range(Loop *loop, const CwFlow *flow)
{
    if (flow->wrong_scale != 0) {
        report_once(&loop->playlist.was_scale_reported,
                    "cw_flow_set_time_scale: %g is out of range 0 to 100; %g is used",
                    flow->wrong_scale, flow->time_scale);
    }
    if (flow->wrong_fps != 0) {
        report_once(
            &loop->playlist.was_fps_reported,
            "cw_flow_set_target_fps: %d is neither 0 nor in the range 20 to 1000; %d is used",
            flow->wrong_fps, flow->target_fps);
    }
}

bool playlist_apply_flow(Loop *loop, const CwFlow *flow)
{
    Activity activity = loop->menus.screens.activity;
    if (activity == ACTIVITY_TITLE || activity == ACTIVITY_WATCHING) {
        return false;
    }
    report_range(loop, flow);
    bool is_paused = !loop->desc.mode.is_headless && playback_apply_flow(&loop->playback, flow);
    bool opens = flow->page[0] != '\0' && flow->end == FLOW_GOES_ON && !loop->desc.mode.is_headless;
    if (opens) {
        menus_open_page(&loop->menus, flow->page);
    }
    if (flow->saves_carry && !catch_up_is_running(loop)) {
        carry_on(loop, true);
    }
    if (flow->end != FLOW_QUIT || !catch_up_is_running(loop)) { /* a run that quit may continue */
        flow_end_as(&loop->playlist.next, flow);
    }
    return is_paused || opens || flow->end != FLOW_GOES_ON;
}

static void open_asked_level(Loop *loop, const char *level, Activity activity)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    CwError error = {0};
    if (levels_resolve(loop->desc.choice.levels, level, path, name, &error)) {
        carry_on(loop, false);
        play_level(loop, level, choose_seed(loop), activity);
    } else if (strcmp(loop->playlist.refused_level, level) != 0) {
        snprintf(loop->playlist.refused_level, sizeof loop->playlist.refused_level, "%s", level);
        report("the game asked for a level: %s; the run continues", error.text);
        notices_add(&loop->monitor.notices, "There is no level \"%s\"", level);
    }
}

/* Ends the run as requested. A pause by the player continues in the next run. */
void playlist_end_as_asked(Loop *loop)
{
    CwFlow next = loop->playlist.next;
    bool was_paused = loop->menus.screens.activity == ACTIVITY_PAUSED;
    Activity activity = was_paused ? ACTIVITY_PAUSED : ACTIVITY_PLAYING;
    loop->playlist.next = (CwFlow){0};
    if (next.end == FLOW_RESTART) {
        restart_run(loop, &next, activity);
    } else if (next.end == FLOW_LEVEL && next.level[0] == '\0') {
        open_next_level(loop, activity);
    } else if (next.end == FLOW_LEVEL) {
        open_asked_level(loop, next.level, activity);
    }
}
