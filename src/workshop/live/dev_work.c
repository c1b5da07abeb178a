/* The runner's work after a save: build, trial, change. Each frame takes a step. */
#include "base/report.h"
#include "live/dev_runner.h"
#include "platform/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const int64_t QUIET_NS = 50000000; /* closer saves count as one */

ChangeKind change_kind(const char *path)
{
    static const char *const sources[] = {"c",   "h",  "cc", "cpp", "cxx", "hh", "hpp",
                                          "inc", "in", "s",  "def", "mk",  NULL};
    static const char *const sounds[] = {"wav", "ogg", "flac", "opus", "mp3", NULL};
    static const char *const levels[] = {"tmj", "tmx", "tj", "tx", "tsj", "tsx", NULL};
    static const char *const maps[] = {"json", NULL};
    static const char *const art[] = {"png", "svg", "jpg", "jpeg", "json", "ttf", "otf", NULL};
    const char *name = path_name(path);
    if (path[0] == '\0' || dev_path_ends(path, sources) || strcmp(name, "Makefile") == 0 ||
        strcmp(name, "makefile") == 0 || strcmp(name, "GNUmakefile") == 0) {
        return CHANGE_CODE;
    }
    if (strcmp(path, "config.ini") == 0) {
        return CHANGE_CONFIG;
    }
    if (strncmp(path, "assets/", 7) != 0) {
        return CHANGE_NONE;
    }
    bool is_map = strncmp(path, "assets/levels/", 14) == 0 && dev_path_ends(path, maps);
    return is_map || dev_path_ends(path, levels) ? CHANGE_LEVEL
           : dev_path_ends(path, sounds)         ? CHANGE_SOUND
           : dev_path_ends(path, art)            ? CHANGE_ART
                                                 : CHANGE_NONE;
}

/* ---- jobs ---- */

static void begin_job(DevRunner *runner, ChangeKind kind, const char *file)
{
    runner->job = (DevJob){.kind = kind};
    snprintf(runner->job.file, sizeof runner->job.file, "%s", file);
    runner->trouble.title[0] = '\0';
    runner->is_stop_requested = false;
}

static void log_job(const DevRunner *runner, bool simulated, const char *outcome)
{
    static const char *const names[CHANGE_COUNT] = {
        [CHANGE_NONE] = "nothing",  [CHANGE_KNOB] = "knob",   [CHANGE_BUILD] = "build",
        [CHANGE_CONFIG] = "config", [CHANGE_SOUND] = "sound", [CHANGE_ART] = "art",
        [CHANGE_LEVEL] = "level",   [CHANGE_CODE] = "code"};
    const DevJob *job = &runner->job;
    DevRow row = {names[job->kind], job->file, outcome, job->build_ms, job->load_ms, 0, 0, 0};
    if (simulated) {
        row.simulate_ms = (double)runner->loop->catch_up.length_ns * 1e-6;
        row.ticks = runner->plan.recording->tick_count;
        row.first_difference = runner->loop->playback.run.differs_at;
    }
    dev_log(runner->base, &row);
}

static void end_job(DevRunner *runner, const char *outcome)
{
    log_job(runner, false, outcome);
    runner->step = STEP_WAIT;
}

/* Shows the trouble on screen until the next save, and its first line on the terminal. */
static void show_trouble(DevRunner *runner, const char *title, const char *words)
{
    snprintf(runner->trouble.title, sizeof runner->trouble.title, "%.60s: %.80s", runner->job.file,
             title);
    report("%s%s%.*s", runner->trouble.title, words[0] == '\0' ? "" : ": ",
           (int)strcspn(words, "\n"), words);
    dev_build_take_lines(runner->trouble.lines, words, BUILD_LINE_BYTES);
}

static void refuse(DevRunner *runner, const char *outcome, const char *words)
{
    char title[96];
    snprintf(title, sizeof title, "%s; the previous version keeps running", outcome);
    show_trouble(runner, title, words);
    end_job(runner, outcome);
}

/* ---- "from here on" (F1): the world of the tick from which saves apply ---- */

static uint64_t transfer_tick(const DevRunner *runner)
{
    const AbSpan *span = &workshop_of(runner->loop)->span;
    return span->has_a ? span->a : cw_world_tick(runner->loop->playback.session.world);
}

static bool applies_from_here(const DevRunner *runner)
{
    return runner->is_from_here && dev_is_played(runner) && transfer_tick(runner) > 0;
}

typedef struct TransferSource {
    WorldTransfer *transfer;
    Session start;
} TransferSource;

static void take_world(void *context, const Session *session)
{
    TransferSource *source = context;
    world_transfer_take(source->transfer, source->start.world, session->world);
}

bool dev_take_transfer(DevRunner *runner)
{
    const Playback *playback = &runner->loop->playback;
    uint64_t tick = transfer_tick(runner);
    TransferSource source = {.transfer = &runner->transfer};
    PastWalk walk = {0};
    CwError error = {0};
    if (!applies_from_here(runner)) {
        return false;
    }
    SessionDesc desc = playback->session.desc;
    desc.slot = ARENA_SLOT_ANY;
    desc.map = playback->session.map;
    desc.like = &playback->session;
    world_transfer_free(&runner->transfer);
    bool ok = session_open(&source.start, &desc, &error);
    if (ok && tick == cw_world_tick(playback->session.world)) {
        take_world(&source, &playback->session);
    } else if (ok) {
        past_walk_begin(&walk, tick, tick);
        past_walk_run(&walk, &playback->run, PAST_WALK_WHOLE_NS, take_world, &source, &error);
        past_walk_free(&walk);
    }
    session_close(&source.start);
    if (runner->transfer.fields == NULL) {
        report("the world of tick %" PRIu64 " can't be transferred: the whole run begins again%s%s",
               tick, error.text[0] == '\0' ? "" : ": ", error.text);
    }
    return runner->transfer.fields != NULL;
}

bool dev_is_played(const DevRunner *runner)
{
    Activity now = runner->loop->menus.screens.activity;
    return now == ACTIVITY_PLAYING || now == ACTIVITY_PAUSED || now == ACTIVITY_FINISHED;
}

/* ---- the change ---- */

/* Opens the saved level in another world first, so that a refused level does not end the run. If
 * the file is gone, the run keeps its copy. */
static bool check_saved_level(const DevRunner *runner, CwError *error)
{
    const Playback *playback = &runner->loop->playback;
    const char *path = playback->session.map_path;
    if (!dev_is_played(runner) || (path[0] != '\0' && !file_exists(path))) {
        return true;
    }
    Session session = {0};
    SessionDesc desc = playback_session_desc(runner->next->game, &runner->next->config);
    desc.slot = ARENA_SLOT_ANY;
    desc.seed = playback->session.desc.seed;
    desc.guest = playback->desc.setup.guest;
    desc.changes = runner->knobs.board.turned.items;
    desc.change_count = runner->knobs.board.turned.count;
    desc.may_skip_changes = true;
    desc.map_path = path;
    desc.level = playback->session.level;
    bool ok = session_open(&session, &desc, error);
    session_close(&session);
    return ok;
}

/* Loads the next program, which ends this loop. After a failure this loop continues. */
static void begin_change(DevRunner *runner)
{
    DevJob *job = &runner->job;
    CwError error = {0};
    int other = job->is_flip ? 1 - runner->played : 0;
    runner->step = STEP_REPORT;
    job->began_ns = clock_now_ns();
    const CwGame *game = job->object[0] != '\0' ? game_object_load(job->object, &error)
                                                : runner->versions[other].game;
    runner->next = game == NULL ? NULL : dev_open_program(runner, game, &error);
    recorder_flush(&runner->loop->playback.recorder); /* opening a level may crash */
    dev_write_state(runner);
    if (runner->next == NULL || (job->opens_level && !check_saved_level(runner, &error))) {
        dev_close_program(runner->next);
        runner->next = NULL;
        refuse(runner, "refused", error.text);
        dev_write_state(runner);
    }
}

/* Begins a change that needs no trial. The last trial's findings no longer matter. */
static void change_without_trial(DevRunner *runner)
{
    runner->is_trial_open = false;
    begin_change(runner);
}

/* ---- the trial ---- */

static void begin_trial(DevRunner *runner)
{
    CwError error = {0};
    Loop *loop = runner->loop;
    char names[ACTION_NAMES_BYTES];
    const DevVersion *now = &runner->versions[runner->played];
    bool is_repeated = dev_is_played(runner) && !applies_from_here(runner);
    action_map_names(now->game, names);
    recorder_flush(&loop->playback.recorder);
    const char *const words[TRIAL_WORD_END] = {
        [TRIAL_WORD_OBJECT] = runner->job.object,
        [TRIAL_WORD_OLD] = now->object,
        [TRIAL_WORD_RUN] = is_repeated && file_exists(runner->run_path) ? runner->run_path : "",
        [TRIAL_WORD_ACTIONS] = names,
        [TRIAL_WORD_MAP] = loop->playback.session.map_path};
    runner->is_trial_open = dev_trial_start(&runner->trial, runner->base, words, &error);
    if (runner->is_trial_open) {
        runner->step = STEP_TRIAL;
    } else {
        refuse(runner, "refused", error.text);
    }
}

static void follow_trial(DevRunner *runner)
{
    DevTrial *trial = &runner->trial;
    dev_trial_poll(trial);
    if (runner->is_stop_requested && trial->verdict == NULL) {
        process_kill(&trial->process);
        refuse(runner, "too-slow", "stopped");
    } else if (trial->verdict != NULL && strcmp(trial->verdict, "ok") == 0) {
        begin_change(runner);
    } else if (trial->verdict != NULL) {
        refuse(runner, trial->verdict, trial->message);
    }
}

/* ---- the build ---- */

static void begin_build(DevRunner *runner)
{
    CwError error = {0};
    runner->job.began_ns = clock_now_ns();
    if (dev_build_start(&runner->build, &error)) {
        runner->step = STEP_BUILD;
    } else {
        refuse(runner, "build-failed", error.text);
    }
}

/* True if make found nothing to do, because the saved file is no part of the game. */
static bool is_same_object(const DevRunner *runner)
{
    FileFacts made = file_facts(runner->places->object);
    FileFacts loaded = file_facts(runner->versions[runner->played].object);
    return made.kind != FILE_MISSING && loaded.kind != FILE_MISSING &&
           made.modified_ns <= loaded.modified_ns;
}

static void follow_build(DevRunner *runner)
{
    const Process *process = &runner->build.process;
    DevJob *job = &runner->job;
    CwError error = {0};
    bool ended = process_poll(&runner->build.process);
    if (!ended && !runner->is_stop_requested) {
        return;
    }
    job->build_ms = (double)(clock_now_ns() - job->began_ns) * 1e-6;
    if (!ended) {
        dev_build_stop(&runner->build);
        refuse(runner, "build-failed", "stopped");
    } else if (dev_build_is_stale(&runner->build)) {
        begin_build(runner);
    } else if (process->status != 0) {
        fputs(process->texts[PROCESS_OUTPUT], stderr);
        refuse(runner, "build-failed", dev_build_find_error(process->texts[PROCESS_OUTPUT]));
    } else if (is_same_object(runner)) {
        end_job(runner, "ok");
    } else if (!dev_build_keep(&runner->build, path_name(job->file), job->object, &error)) {
        refuse(runner, "refused", error.text);
    } else {
        job->warning_count = dev_build_find_warning(job->warning, process->texts[PROCESS_OUTPUT]);
        fputs(job->warning_count > 0 ? process->texts[PROCESS_OUTPUT] : "", stderr);
        begin_trial(runner);
    }
}

/* ---- saves ---- */

/* True if the saved settings differ in ways that need a new run. */
static bool needs_new_run(DevRunner *runner)
{
    Config config;
    ConfigLayers layers = runner->program->layers;
    layers.is_quiet = !runner->base->options->run.headless; /* a window has reported it already */
    config_reset(&runner->program->table, &config);
    config_read_layers(&runner->program->table, &config, &layers, NULL);
    bool is_changed = !sim_settings_equal(&config.sim, &runner->program->config.sim);
    return is_changed && (!runner->is_from_here || workshop_of(runner->loop)->span.has_a);
}

/* If a saved level no longer names a setting, the run gets config.ini's value again. */
static void begin_save(DevRunner *runner)
{
    DevJob *job = &runner->job;
    bool had_map_settings = runner->loop->playback.session.map_settings != 0;
    begin_job(runner, runner->save.kind, runner->save.file);
    runner->save = (DevSave){0};
    if (job->kind == CHANGE_CODE) {
        begin_build(runner);
    } else if (job->kind == CHANGE_CONFIG && !needs_new_run(runner)) {
        end_job(runner, "ok");
    } else {
        job->has_new_settings =
            job->kind == CHANGE_CONFIG || (job->kind == CHANGE_LEVEL && had_map_settings);
        job->opens_level = job->has_new_settings || job->kind == CHANGE_LEVEL;
        change_without_trial(runner);
    }
}

static void add_save(DevSave *save, const char *path, int64_t now_ns)
{
    ChangeKind kind = change_kind(path);
    if (kind == CHANGE_NONE) {
        return;
    }
    if (kind > save->kind) {
        save->kind = kind;
        snprintf(save->file, sizeof save->file, "%s", path[0] == '\0' ? "many files" : path);
    }
    save->last_ns = now_ns;
}

/* Sources that are saved during a build are ignored here: dev_build_is_stale finds them. Other
 * saves wait for the build. A save during a trial begins a new job with both changes. */
static void read_saves(DevRunner *runner)
{
    char path[PATH_BYTES_MAX];
    int64_t now_ns = clock_now_ns();
    while (folder_watch_next(runner->watch, path)) {
        if (runner->step != STEP_BUILD || path[0] == '\0' || change_kind(path) != CHANGE_CODE) {
            add_save(&runner->save, path, now_ns);
        }
    }
    if (runner->save.kind != CHANGE_NONE && runner->step == STEP_TRIAL) {
        process_kill(&runner->trial.process);
        runner->is_trial_open = false;
        runner->step = STEP_WAIT;
        if (runner->job.kind == CHANGE_CODE) { /* the first save names both */
            runner->save.kind = CHANGE_CODE;
            memcpy(runner->save.file, runner->job.file, sizeof runner->save.file);
        }
    }
}

static void read_findings(DevRunner *runner)
{
    DevTrial *trial = &runner->trial;
    if (!runner->is_trial_open || runner->step != STEP_WAIT) {
        return;
    }
    dev_trial_poll(trial);
    if (trial->has_field && !runner->comparison.has_field) {
        const FieldDifference *field = &runner->comparison.field;
        runner->comparison.has_field = true;
        runner->comparison.field = trial->field;
        runner->comparison.first_tick = trial->field_tick;
        if (runner->comparison.first_tick > 0) {
            report("tick %" PRIu64 ": %s %s -> %s", runner->comparison.first_tick, field->name,
                   field->a, field->b);
        }
    }
    if (trial->finding[0] != '\0') {
        const char *words = strchr(trial->finding, ' ') + 1;
        bool is_unnamed = strncmp(trial->finding, "unnamed ", 8) == 0;
        show_trouble(runner,
                     is_unnamed ? "a member without a field"
                                : "not deterministic: a tick uses more than world and input",
                     words);
        log_job(runner, false, is_unnamed ? "unnamed" : "impure");
        process_kill(&trial->process);
    }
    runner->is_trial_open = trial->process.id != 0;
}

static void begin_flip(DevRunner *runner)
{
    runner->job = (DevJob){.is_flip = true};
    change_without_trial(runner);
}

/* Continues the run under the chosen build. F10 flips back. */
static void begin_chosen(DevRunner *runner)
{
    const KeptBuild *build = &runner->kept_builds.builds[runner->kept_builds.chosen];
    const DevVersion *versions = runner->versions;
    char name[KEPT_WORDS + 16];
    int played = runner->played;
    const char *other = path_name(versions[1 - played].object);
    runner->kept_builds.chosen = -1;
    if (runner->version_count > 1 && strcmp(other, build->name) == 0) {
        begin_flip(runner);
    } else if (strcmp(path_name(versions[played].object), build->name) != 0) {
        snprintf(name, sizeof name, "%s %s", build->file, build->clock);
        begin_job(runner, CHANGE_BUILD, name);
        path_join(runner->job.object, runner->places->folder, build->name);
        begin_trial(runner);
    }
}

/* ---- reports of the repeated run ---- */

/* Describes the difference by the player's path, because new fields change every hash. */
static void describe_rerun(const DevRunner *runner, char *words, size_t size)
{
    uint64_t last = runner->loop->catch_up.desc.last;
    uint64_t differs_at = runner->loop->playback.run.differs_at;
    uint64_t apart = runner->comparison.apart_tick;
    bool has_player = session_probe(&runner->loop->playback.session).player != NULL;
    if (differs_at == 0) {
        snprintf(words, size, ": the same run, all %" PRIu64 " ticks", last);
    } else if (apart > 0) {
        snprintf(words, size, ": the player moves differently from tick %" PRIu64 " of %" PRIu64,
                 apart, last);
    } else if (has_player) {
        snprintf(words, size, ": the player moves as before, all %" PRIu64 " ticks", last);
    } else {
        snprintf(words, size, ": the run differs from tick %" PRIu64 " of %" PRIu64 " on",
                 differs_at, last);
    }
}

static void restore_marks(Loop *loop, const AbSpan *marks)
{
    if (marks->has_a) {
        ab_span_mark(&workshop_of(loop)->span, &loop->playback, 'a', marks->a);
    }
    if (marks->has_b) {
        ab_span_mark(&workshop_of(loop)->span, &loop->playback, 'b', marks->b);
    }
}

static void announce_change(const DevRunner *runner)
{
    const DevJob *job = &runner->job;
    Notices *notices = &runner->loop->monitor.notices;
    char words[128] = " is loaded";
    if (runner->has_rerun && runner->plan.transfer != NULL) {
        notices_add(notices, "From tick %" PRIu64 " on; fields not transferred: %zu",
                    runner->transfer.tick, runner->transfer.lost_count);
    }
    if (runner->has_rerun) {
        describe_rerun(runner, words, sizeof words);
    }
    notices_add(notices, "%.60s%s", job->file, words);
    report("%.60s%s", job->file, words);
    if (runner->map_path[0] != '\0' && !file_exists(runner->map_path)) {
        notices_add(notices, "The level's file is gone: the run keeps its copy");
        report("%s is gone: the run keeps its copy of the level", runner->map_path);
    }
    if (job->warning_count > 0) {
        notices_add(notices, "Warnings of the compiler: %d. %s", job->warning_count, job->warning);
    }
}

static void report_rerun(DevRunner *runner)
{
    const DevVersion *versions = runner->versions;
    bool has_two = runner->version_count > 1;
    runner->comparison.apart_tick =
        has_two && strcmp(versions[0].level, versions[1].level) == 0
            ? dev_trail_find_parting(&versions[0].trail, &versions[1].trail)
            : 0;
    if (!runner->comparison.has_field) { /* a knob is in the hash of each tick */
        runner->comparison.first_tick = runner->job.kind == CHANGE_KNOB
                                            ? runner->comparison.apart_tick
                                            : runner->loop->playback.run.differs_at;
    }
    runner->step = STEP_WAIT;
    if (runner->has_rerun) {
        restore_marks(runner->loop, &runner->old_marks);
    }
    dev_knobs_show(runner);
    if (runner->job.is_flip) {
        notices_add(&runner->loop->monitor.notices, "Playing: %s", versions[runner->played].label);
    } else {
        log_job(runner, runner->has_rerun, "ok");
        announce_change(runner);
    }
}

/* From now on, a crash resumes the new recording, which is as long as the old one. */
static void use_new_recording(DevRunner *runner)
{
    if (runner->is_old_longer) {
        recorder_flush(&runner->loop->playback.recorder);
        runner->is_old_longer = false;
        dev_write_state(runner);
    }
}

static void begin_next(DevRunner *runner)
{
    bool has_save = runner->save.kind != CHANGE_NONE;
    if (has_save && clock_now_ns() - runner->save.last_ns >= QUIET_NS) {
        begin_save(runner);
    } else if (runner->is_flip_requested && runner->version_count > 1 && dev_is_played(runner)) {
        begin_flip(runner);
    } else if (dev_versions_update(runner)) {
        begin_chosen(runner);
    } else if (dev_is_played(runner) && dev_knobs_update(runner)) {
        begin_job(runner, CHANGE_KNOB, runner->knobs.label);
        change_without_trial(runner);
    }
    runner->is_flip_requested = false;
}

bool dev_work(DevRunner *runner)
{
    read_saves(runner);
    if (catch_up_is_running(runner->loop)) {
        return false; /* the recording is not whole yet */
    }
    switch (runner->step) {
    case STEP_WAIT:
        read_findings(runner);
        dev_tests_update(runner);
        begin_next(runner);
        break;
    case STEP_BUILD:
        follow_build(runner);
        break;
    case STEP_TRIAL:
        follow_trial(runner);
        break;
    case STEP_REPORT:
        report_rerun(runner);
        break;
    }
    use_new_recording(runner);
    return runner->next != NULL;
}
