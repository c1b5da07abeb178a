/* The runner has the window, game and run. After a save, a new loop simulates the run again. */
#include "live/dev_runner.h"

#include "base/numbered_files.h"
#include "base/report.h"
#include "host/host_headless.h"
#include "host/host_sdl.h"
#include "paint/renderer.h"
#include "platform/clock.h"
#include "platform/crash.h"

#include <SDL_scancode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words after DEV_RUNNER: the game's object; after a crash, how the last runner ended. */
enum { RUN_OBJECT, RUN_END };

enum { RUNS_KEPT = 32, CRASH_BYTES = 4096 };

static bool open_host(DevRunner *runner, CwError *error)
{
    const Config *config = &runner->program->config;
    HostHeadlessDesc desc = host_headless_desc_default();
    desc.time = HEADLESS_REAL;
    desc.status.refresh_hz = config->sim.tick_rate;
    desc.status.width_px = config->width;
    desc.status.height_px = config->height;
    desc.ends_on_signals = true;
    return runner->base->options->run.headless
               ? host_headless_open(&runner->host, &desc, error)
               : program_open_window(runner->program, &runner->host, error);
}

/* ---- programs ---- */

void dev_close_program(Program *program)
{
    if (program != NULL) {
        program_close(program);
        free(program);
    }
}

Program *dev_open_program(const DevRunner *runner, const CwGame *game, CwError *error)
{
    Program *program = calloc(1, sizeof *program);
    if (program == NULL) {
        cw_error_set(error, "out of memory for a game");
        return NULL;
    }
    *program = *runner->base;
    program->game = game;
    program->object = runner->places->object;
    if (program_open(program) != EXIT_OK) {
        *error = program->failure;
        dev_close_program(program);
        return NULL;
    }
    return program;
}

static bool open_renderer(DevRunner *runner, CwError *error)
{
    char art_dir[PATH_BYTES_MAX];
    RendererDesc looks = program_renderer_desc(runner->program, art_dir);
    looks.cache = &runner->cache;
    runner->renderer = runner->base->options->run.headless
                           ? NULL
                           : renderer_create(host_sdl_renderer(&runner->host), &looks, error);
    return runner->renderer != NULL || runner->base->options->run.headless;
}

/* ---- the state, from which another runner resumes after a crash ---- */

static FILE *open_shared(const DevPlaces *places, const char *name, FileUse mode,
                         char path[PATH_BYTES_MAX])
{
    return path_join(path, places->folder, name) ? file_open(path, mode) : NULL;
}

enum { STATE_BEFORE, STATE_PLAYED, STATE_RUN, STATE_ACTIONS, STATE_MAP, STATE_LINES };

/* Writes a line for each STATE. The rename keeps the file complete at any time. */
void dev_write_state(const DevRunner *runner)
{
    char path[PATH_BYTES_MAX], new_path[PATH_BYTES_MAX], names[ACTION_NAMES_BYTES];
    FILE *file =
        runner->has_state ? open_shared(runner->places, "state.new", FILE_WRITE, new_path) : NULL;
    if (file == NULL || !path_join(path, runner->places->folder, "state")) {
        return;
    }
    /* If opening a level or setting crashes, the newest code is not to blame. */
    bool is_opening = runner->step == STEP_REPORT && runner->job.opens_level;
    int played = runner->played;
    int before = is_opening || runner->version_count == 1 ? 0 : 1 - played;
    action_map_names(runner->versions[played].game, names);
    bool uses_old = runner->is_old_longer;
    fprintf(file, "%s\n%s\n%s\n%s\n%s\n", runner->versions[before].object,
            runner->versions[played].object, uses_old ? runner->old_run_path : runner->run_path,
            uses_old ? runner->old_action_names : names, runner->map_path);
    if (fclose(file) == 0) {
        file_rename(new_path, path);
    }
}

/* Reads and removes the last runner's state. */
static bool read_state(const DevPlaces *places, char lines[STATE_LINES][PATH_BYTES_MAX])
{
    char path[PATH_BYTES_MAX];
    FILE *file = open_shared(places, "state", FILE_READ, path);
    int count = 0;
    while (file != NULL && count < STATE_LINES && fgets(lines[count], PATH_BYTES_MAX, file)) {
        lines[count][strcspn(lines[count], "\n")] = '\0';
        count++;
    }
    if (file != NULL) {
        fclose(file);
        file_remove(path);
    }
    return count == STATE_LINES;
}

/* ---- keys, which do not reach the game ---- */

enum { KEY_ALL, KEY_HERE, KEY_FLIP, KEY_STOP, KEY_COUNT };

static const FixedKey KEYS[KEY_COUNT + 1] = {
    [KEY_ALL] = {"/", "pause and show all keys", SDL_SCANCODE_SLASH},
    [KEY_HERE] = {"F1",
                  "switch: saves and knobs apply to the whole run, or from mark A (without it, "
                  "from now) on",
                  SDL_SCANCODE_F1},
    [KEY_FLIP] = {"F10", "flip between the game before and after the last change",
                  SDL_SCANCODE_F10},
    [KEY_STOP] = {"F12", "stop a build or a trial", SDL_SCANCODE_F12}};

/* ---- the loop's guest: the workshop, with some callbacks replaced by the runner's ---- */

static DevRunner *runner_of(void *workshop)
{
    return ((WorkshopGuest *)workshop)->runner;
}

static void extend_trail(void *workshop, const Session *session)
{
    DevRunner *runner = runner_of(workshop);
    DevVersion *now = &runner->versions[runner->played];
    if (strcmp(now->level, session->level) != 0) {
        snprintf(now->level, sizeof now->level, "%s", session->level);
        now->trail.count = 0;
    }
    dev_trail_note(&now->trail, session);
}

/* Handles a key of dev. False: the event is for the game. */
static bool handle_key(void *workshop, const InputEvent *event)
{
    DevRunner *runner = runner_of(workshop);
    bool *const requests[KEY_COUNT] = {&runner->are_keys_requested, &runner->is_from_here,
                                       &runner->is_flip_requested, &runner->is_stop_requested};
    bool is_typing = typing_is_on(&runner->loop->stage.typing);
    for (int i = is_typing ? KEY_HERE : KEY_ALL; event->type == INPUT_KEY && i < KEY_COUNT; i++) {
        if (event->code == KEYS[i].code) {
            bool is_press = event->value == 1 && !event->is_repeat;
            *requests[i] = i == KEY_HERE ? *requests[i] != is_press : *requests[i] || is_press;
            return true;
        }
    }
    return false;
}

/* Shows the page of all keys, or leaves it, when its key was pressed. */
static void show_keys(DevRunner *runner)
{
    Menus *menus = &runner->loop->menus;
    int tab = TAB_PAGES + DEV_PAGE_COUNT;
    bool paused = menus->screens.activity == ACTIVITY_PAUSED;
    if (!runner->are_keys_requested) {
        return;
    }
    runner->are_keys_requested = false;
    if (menus->screens.activity == ACTIVITY_PLAYING) {
        menus_show(menus, ACTIVITY_PAUSED);
    }
    if (screens_have_tabs(&menus->screens)) {
        WorkshopGuest *workshop = workshop_of(runner->loop);
        bool shown = paused && tabs_shown(workshop) == tab;
        tabs_show(workshop, shown ? TAB_PAUSE : tab);
    }
}

static bool choose_run_path(DevRunner *runner, CwError *error)
{
    const NumberedFiles files = {runner->places->folder, ".cwr", RUNS_KEPT};
    folder_make_private(files.folder); /* make clean may have removed build/ */
    bool ok = numbered_files_next_path(&files, "run", runner->run_path, error);
    numbered_files_trim(&files);
    return ok;
}

static bool open_plan(void *workshop, Loop *loop, CwError *error)
{
    return rerun_plan_play(&runner_of(workshop)->plan, loop, error);
}

static void draw_over(void *workshop, const CwFrame *frame)
{
    DevRunner *runner = runner_of(workshop);
    const LoopDesc *desc = &runner->loop->desc;
    CwTheme theme = panel_theme(desc->game, desc->config->high_contrast);
    workshop_draw(workshop, frame);
    dev_draw(runner, &theme);
}

static void join_guest(DevRunner *runner)
{
    LoopGuest *guest = runner->program->loop_guest;
    KnobBoard *board = &runner->knobs.board;
    const GuestScreen pages[DEV_PAGE_COUNT] = {
        [DEV_KNOBS] = {"Knobs", &dev_knobs_page, board, false},
        [DEV_TESTS] = {"Tests", &dev_tests_page, runner, true},
        [DEV_VERSIONS] = {"Versions", &dev_versions_page, runner, false}};
    WorkshopGuest *workshop = guest->self;
    workshop_add_pages(workshop, pages, DEV_PAGE_COUNT, KEYS);
    workshop->runner = runner;
    path_join(workshop->traces_dir, runner->places->folder, "traces");
    guest->changes = board->turned.items;
    guest->change_count = board->turned.count;
    guest->is_live = true;
    guest->open_run = runner->has_rerun ? open_plan : NULL;
    guest->handle_event = handle_key;
    guest->ticked = extend_trail;
    guest->draw = draw_over;
}

static LoopDesc loop_desc(DevRunner *runner)
{
    const Options *options = runner->base->options;
    join_guest(runner);
    LoopDesc desc = program_loop_desc(runner->program);
    desc.choice.driver.script = &runner->script;
    desc.choice.skips_title = runner->loop == NULL;
    desc.choice.level = runner->loop == NULL ? runner->places->level : NULL;
    desc.mode.is_headless = options->run.headless;
    desc.mode.tick_limit = TICKS_UNLIMITED;
    desc.files.cache = options->run.headless ? NULL : &runner->cache;
    desc.setup.recorder = (RecorderDesc){.record = runner->run_path, .records_level = true};
    return desc;
}

/* Runs a loop until the player quits, the next program is loaded, or the world can't go on. */
static bool play(DevRunner *runner, CwError *error)
{
    LoopDesc desc = loop_desc(runner);
    bool headless = runner->base->options->run.headless;
    desc.settings.is_reloaded = !headless;
    watchdog_feed(WATCHDOG_GAME_S);
    free(runner->loop);
    runner->loop = calloc(1, sizeof *runner->loop);
    if (runner->loop == NULL) {
        return cw_error_set(error, "out of memory");
    }
    runner->is_old_longer = runner->has_rerun;
    dev_write_state(runner);
    if (!loop_open(runner->loop, &desc, &runner->host, runner->renderer, error)) {
        return false;
    }
    runner->is_open = true;
    memcpy(runner->map_path, runner->loop->playback.session.map_path, sizeof runner->map_path);
    if (runner->is_resuming && !runner->has_rerun && !headless) {
        menus_show(&runner->loop->menus, ACTIVITY_PAUSED); /* the first ticks may crash again */
    }
    runner->is_resuming = false;
    runner->job.load_ms = (double)(clock_now_ns() - runner->job.began_ns) * 1e-6;
    do {
        watchdog_feed(WATCHDOG_GAME_S);
        if (!runner->has_state && runner->loop->stage.frame_count > 0) {
            runner->has_state = true;
            dev_write_state(runner);
        }
        show_keys(runner);
    } while (loop_frame(runner->loop) && !dev_work(runner));
    watchdog_feed(0);
    if (runner->loop->end.has_failed) {
        recorder_flush(&runner->loop->playback.recorder);
        *error = runner->loop->end.error;
    }
    return !runner->loop->end.has_failed;
}

/* ---- changes ---- */

static void free_version(DevVersion *version)
{
    cw_replay_free(version->run);
    free(version->trail.points);
    *version = (DevVersion){0};
}

/* Makes the job's game the newest version and drops the one that is not played. */
static void push_version(DevRunner *runner, const CwGame *game)
{
    const DevJob *job = &runner->job;
    DevVersion *versions = runner->versions, next = {.game = game};
    char clock[16] = "";
    if (job->kind != CHANGE_BUILD) {
        clock_print(clock, sizeof clock, " %H:%M:%S");
    }
    snprintf(next.label, sizeof next.label, "%.80s%s", path_name(job->file), clock);
    snprintf(next.object, sizeof next.object, "%s",
             job->object[0] == '\0' ? versions[0].object : job->object);
    free_version(&versions[1 - runner->played]);
    versions[1] = versions[runner->played];
    versions[0] = next;
    runner->version_count = VERSIONS_MAX;
    runner->played = 0;
    runner->comparison.has_field = false;
}

static void plan_rerun(DevRunner *runner)
{
    const Loop *loop = runner->loop;
    runner->has_rerun = dev_is_played(runner);
    runner->old_marks = workshop_of(loop)->span;
    runner->plan = (RerunPlan){.map_path = runner->map_path,
                               .tick = cw_world_tick(loop->playback.session.world),
                               .is_paused = loop->menus.screens.activity == ACTIVITY_PAUSED,
                               .shown_ns = runner->job.began_ns};
    memcpy(runner->map_path, loop->playback.session.map_path, sizeof runner->map_path);
}

static void load_run(DevRunner *runner, const char *path, const CwGame *game)
{
    CwError error = {0};
    const char *names = runner->old_action_names;
    DevVersion *version = &runner->versions[runner->played];
    cw_replay_free(version->run);
    version->run = runner->has_rerun ? cw_replay_load(path, &error) : NULL;
    if (runner->has_rerun && version->run == NULL) {
        report("the run so far is lost and begins anew: %s", error.text);
    }
    if (version->run != NULL) {
        replay_leave_fatal_tick(version->run);
    }
    snprintf(runner->old_run_path, sizeof runner->old_run_path, "%s", path);
    runner->has_rerun = version->run != NULL && version->run->tick_count > 0;
    runner->plan.recording = version->run;
    action_map_read(&runner->plan.actions, names[0] == '\0' ? NULL : names, game, "the run so far");
}

/* Plays the present inputs in the other version, with its own level and settings. */
static void flip(DevRunner *runner)
{
    runner->played = 1 - runner->played;
    DevVersion *now = &runner->versions[runner->played];
    const CwReplayFile *own = now->run, *run = runner->plan.recording;
    now->trail.count = 0;
    bool has_own_run = own != NULL && run != NULL;
    if (has_own_run && strcmp(own->header.level, run->header.level) == 0) {
        runner->plan.map_text = replay_level_text(own);
    }
    bool has_own_edits = own != NULL && own->edits != NULL;
    runner->plan.knobs = has_own_edits ? own->edits : runner->knobs.board.turned.items;
    runner->plan.knob_count = has_own_edits ? own->edit_count : 0;
    if (has_own_run && !sim_settings_equal(&own->header.settings, &run->header.settings)) {
        runner->plan.settings = &own->header.settings;
    }
}

/* Closes the loop and plans the run of the next one. */
static bool change_loop(DevRunner *runner, CwError *error)
{
    const DevJob *job = &runner->job;
    const CwGame *game = runner->next->game;
    dev_knobs_leave(runner);
    plan_rerun(runner);
    bool has_transfer = runner->has_rerun && dev_take_transfer(runner);
    loop_close(runner->loop);
    runner->is_open = false;
    action_map_names(runner->versions[runner->played].game, runner->old_action_names);
    load_run(runner, runner->run_path, game);
    runner->plan.transfer = has_transfer && runner->has_rerun ? &runner->transfer : NULL;
    if (job->is_flip) {
        flip(runner);
    } else {
        dev_knobs_open(runner, game, runner->next);
        push_version(runner, game);
        runner->plan.settings = job->has_new_settings ? &runner->next->config.sim : NULL;
        runner->plan.has_map_settings = job->opens_level;
        if (runner->has_rerun) {
            dev_knobs_plan(&runner->knobs, &runner->knobs.board.turned, &runner->plan);
        }
    }
    if (runner->plan.transfer != NULL) {
        DevVersion *now = &runner->versions[runner->played];
        const DevVersion *was = &runner->versions[1 - runner->played];
        memcpy(now->level, was->level, sizeof now->level);
        dev_trail_copy_past(&now->trail, &was->trail, runner->transfer.tick);
    }
    runner->tests.is_stale = true;
    renderer_destroy(runner->renderer);
    dev_close_program(runner->program);
    runner->program = runner->next;
    runner->next = NULL;
    return open_renderer(runner, error);
}

/* Tells the next runner why this one can't go on, as a crash would. */
static int stop(const DevRunner *runner, const CwError *error)
{
    char path[PATH_BYTES_MAX];
    FILE *file = open_shared(runner->places, "crash", FILE_WRITE, path);
    report("%s", error->text);
    if (file != NULL) {
        fprintf(file, "clockwork: stopped: %s\n", error->text);
        fclose(file);
    }
    return EXIT_STOPPED;
}

static int play_on(DevRunner *runner)
{
    CwError error = {0};
    bool ok = open_renderer(runner, &error) && choose_run_path(runner, &error);
    while (ok && (ok = play(runner, &error)) && runner->next != NULL) {
        ok = change_loop(runner, &error) && choose_run_path(runner, &error);
    }
    if (runner->is_open) {
        dev_knobs_leave(runner);
        loop_close(runner->loop);
    }
    return ok ? EXIT_OK : runner->has_state ? stop(runner, &error) : program_failed(&error);
}

/* ---- the process ---- */

/* Reads and removes the report of the last runner's crash. Sets the time of the report. */
static void read_crash(const DevRunner *runner, char words[CRASH_BYTES], int64_t *crashed_ns)
{
    char path[PATH_BYTES_MAX] = "", text[CRASH_BYTES] = "";
    FILE *file = open_shared(runner->places, "crash", FILE_READ, path);
    if (file != NULL) {
        *crashed_ns = file_facts(path).modified_ns;
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        file_remove(path);
    }
    dev_trial_find_place(text, words, CRASH_BYTES);
    crash_write_to(path);
}

/* Resumes after a crash, paused where the recording ends. */
static void resume(DevRunner *runner, const char *end, char (*lines)[PATH_BYTES_MAX])
{
    snprintf(runner->map_path, sizeof runner->map_path, "%s", lines[STATE_MAP]);
    snprintf(runner->trouble.title, sizeof runner->trouble.title,
             "The game %s: this is the run so far",
             strcmp(end, DEV_STUCK) == 0    ? "was stuck"
             : strcmp(end, DEV_KILLED) == 0 ? "was killed"
                                            : "crashed");
    snprintf(runner->old_action_names, sizeof runner->old_action_names, "%.*s",
             ACTION_NAMES_BYTES - 1, lines[STATE_ACTIONS]);
    runner->has_rerun = file_exists(lines[STATE_RUN]);
    runner->is_resuming = true;
    runner->plan = (RerunPlan){.map_path = runner->map_path, .is_paused = true};
    load_run(runner, lines[STATE_RUN], runner->versions[0].game);
    if (runner->has_rerun) { /* uses the recorded level: the saved one may crash again */
        runner->plan.tick = runner->plan.recording->tick_count;
        runner->plan.map_text = replay_level_text(runner->plan.recording);
    }
    runner->plan.knobs = runner->knobs.board.turned.items; /* the run's own may crash again */
}

static bool load_first(DevRunner *runner, const char *object, CwError *error)
{
    DevVersion *first = &runner->versions[0];
    watchdog_feed(WATCHDOG_GAME_S);
    first->game = game_object_load(object, error);
    if (first->game == NULL) {
        return false;
    }
    snprintf(first->object, sizeof first->object, "%s", object);
    snprintf(first->label, sizeof first->label, "at first");
    runner->version_count = 1;
    runner->is_from_here = maker_of(runner->base)->dev.from_here;
    dev_knobs_open(runner, first->game, NULL);
    runner->program = dev_open_program(runner, first->game, error);
    return runner->program != NULL;
}

/* Opens the window and plays. A file saved since `watched_ns` counts as a save. */
static int play_in_window(DevRunner *runner, int64_t watched_ns, CwError *error)
{
    char cache_dir[PATH_BYTES_MAX];
    watchdog_feed(0); /* no limit for opening the window and its pictures */
    cache_find_folder(cache_dir, runner->program->game->id);
    cache_open(&runner->cache, cache_dir);
    sdl_keep_compose_rules(cache_dir);
    int status = program_read_script(runner->program);
    if (status != EXIT_OK) {
        report("%s", runner->program->failure.text);
        return status;
    }
    runner->script = runner->program->script;
    runner->watch = folder_watch_open(runner->places->root, watched_ns, error);
    if (runner->watch == NULL || !open_host(runner, error)) {
        return program_failed(error);
    }
    status = play_on(runner);
    renderer_destroy(runner->renderer);
    runner->host.close(runner->host.self);
    return status;
}

static int run_process(DevRunner *runner, const char *const *words, CwError *error)
{
    char state[STATE_LINES][PATH_BYTES_MAX], crash[CRASH_BYTES];
    bool has_crashed = words[RUN_END] != NULL;
    bool can_resume = read_state(runner->places, state) && has_crashed;
    bool was_killed = has_crashed && strcmp(words[RUN_END], DEV_KILLED) == 0;
    const char *object =
        !can_resume ? words[RUN_OBJECT] : state[was_killed ? STATE_PLAYED : STATE_BEFORE];
    int64_t began_ns = clock_wall_ns() - (clock_now_ns() - runner->base->started_ns);
    int64_t crashed_ns = began_ns;
    read_crash(runner, crash, &crashed_ns);
    if (!program_fingerprint(runner->base, error)) { /* recordings need it */
        return program_failed(error);
    }
    if (!load_first(runner, object, error)) {
        program_failed(error);
        return EXIT_REFUSED;
    }
    if (can_resume) {
        dev_build_take_lines(runner->trouble.lines, crash, BUILD_LINE_BYTES);
        resume(runner, words[RUN_END], state);
    }
    return play_in_window(runner, has_crashed ? crashed_ns : began_ns, error);
}

int dev_run(Program *program, const DevPlaces *places, const char *const *words)
{
    CwError error = {0};
    DevRunner *runner = calloc(1, sizeof *runner);
    if (runner == NULL) {
        report("out of memory");
        return EXIT_FAILED;
    }
    runner->base = program;
    runner->tests.is_stale = true;
    runner->places = runner->build.places = runner->kept_builds.places = places;
    int status = run_process(runner, words, &error);
    dev_build_stop(&runner->build);
    process_kill(&runner->trial.process);
    process_kill(&runner->kept_builds.process);
    process_kill(&runner->tests.process);
    folder_watch_close(runner->watch);
    for (int i = 0; i < runner->version_count; i++) {
        free_version(&runner->versions[i]);
    }
    cw_map_free(runner->knobs.map);
    world_transfer_free(&runner->transfer);
    free(runner->knobs.growing.points);
    free(runner->knobs.shown.points);
    dev_close_program(runner->program);
    free(runner->loop);
    free(runner);
    return status;
}
