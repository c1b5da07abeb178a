/* The work that follows a save, a step a frame: build, trial, change. */
#include "base/report.h"
#include "live/dev_runner.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "program/loop.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char NOT_DETERMINISTIC[] = "not deterministic: a tick uses more than world and input";

enum { CHECKED_S = 5 }; /* of the first version's run */

static const double APART_M = 0.01;

static const int64_t QUIET_NS = 50000000; /* saves so close are one */

static void log_job(const DevRunner *runner, const RerunPlan *plan, const char *outcome)
{
    const DevJob *job = &runner->job;
    DevRow row = {.what = saved_kind_name(job->what),
                  .file = job->file,
                  .outcome = outcome,
                  .build_ms = job->build_ms,
                  .load_ms = job->load_ms};
    if (plan != NULL) {
        row.simulate_ms = (double)runner->loop->catch_up.length_ns * 1e-6;
        row.ticks = plan->run->tick_count;
        row.first_difference = runner->loop->playback.run.differs_at;
    }
    dev_log(runner->base, &row);
}

static void end_job(DevRunner *runner, const char *outcome)
{
    log_job(runner, NULL, outcome);
    runner->step = STEP_WAIT;
}

/* On screen until the next save, and the first line on the terminal. */
static void complain(DevRunner *runner, const char *title, const char *words)
{
    snprintf(runner->trouble_title, sizeof runner->trouble_title, "%.60s: %.60s", runner->job.file,
             title);
    report("%s%s%.*s", runner->trouble_title, words[0] == '\0' ? "" : ": ",
           (int)strcspn(words, "\n"), words);
    dev_build_take_lines(runner->trouble, words, NULL, BUILD_LINE_BYTES);
}

static void refuse_job(DevRunner *runner, const char *outcome, const char *why, const char *words)
{
    char title[96];
    snprintf(title, sizeof title, "%s; the previous version keeps running", why);
    complain(runner, title, words);
    end_job(runner, outcome);
}

void dev_work_failed(DevRunner *runner, const char *why)
{
    refuse_job(runner, "refused", "rejected", why);
}

static uint64_t carried_tick(const DevRunner *runner)
{
    const AbSpan *span = &pause_of(runner->loop)->span;
    return span->has_a ? span->a : cw_world_tick(runner->loop->playback.session.world);
}

static bool carries(const DevRunner *runner)
{
    return runner->from_here && dev_is_played(runner) && carried_tick(runner) > 0;
}

typedef struct Carrying {
    CarriedWorld *carried;
    Session start;
} Carrying;

static void take_world(void *context, const Session *session)
{
    Carrying *carrying = context;
    carried_world_take(carrying->carried, carrying->start.world, session->world);
}

bool dev_carry(DevRunner *runner)
{
    const Playback *playback = &runner->loop->playback;
    uint64_t tick = carried_tick(runner);
    Carrying carrying = {.carried = &runner->carried};
    PastWalk walk = {0};
    CwError error = {0};
    if (!carries(runner)) {
        return false;
    }
    SessionDesc desc = playback->session.desc;
    desc.slot = ARENA_SLOT_ANY;
    desc.map = playback->session.map;
    desc.like = &playback->session;
    carried_world_free(&runner->carried);
    bool good = session_open(&carrying.start, &desc, &error);
    if (good && tick == cw_world_tick(playback->session.world)) {
        take_world(&carrying, &playback->session);
    } else if (good) {
        past_walk_begin(&walk, tick, tick);
        while (good && !walk.done) {
            good = past_walk_run(&walk, &playback->run, PAST_WALK_WHOLE_NS, take_world, &carrying,
                                 &error);
        }
        past_walk_free(&walk);
    }
    session_close(&carrying.start);
    if (runner->carried.fields == NULL) {
        report("the world of tick %" PRIu64 " can't be carried: the whole run begins again%s%s",
               tick, error.text[0] == '\0' ? "" : ": ", error.text);
    }
    return runner->carried.fields != NULL;
}

bool dev_is_played(const DevRunner *runner)
{
    Activity activity = runner->loop->menus.screens.activity;
    return activity == ACTIVITY_PLAYING || activity == ACTIVITY_PAUSED ||
           activity == ACTIVITY_FINISHED;
}

/* ---- the trial ---- */

/* Tries the game that a job has built, or the one that is played. */
static bool start_trial(DevRunner *runner, CwError *error)
{
    Loop *loop = runner->loop;
    char names[ACTION_NAMES_BYTES];
    const DevVersion *newest = &runner->versions[0];
    const DevJob *job = &runner->job;
    action_map_names(runner->versions[runner->played].game, names);
    recorder_flush(&loop->playback.recorder);
    DevTrialDesc desc = {.object = job->object[0] == '\0' ? newest->object : job->object,
                         .old_object = newest->object,
                         .run = dev_is_played(runner) && !carries(runner) ? runner->run_path : "",
                         .run_s = (double)run_newest(&loop->playback.run) /
                                  (double)loop->playback.session.desc.settings.tick_rate,
                         .actions = names,
                         .map_path = loop->playback.session.map_path};
    process_kill(&runner->trial.process);
    runner->trial_tells = dev_trial_start(&runner->trial, runner->base, &desc, error);
    return runner->trial_tells;
}

static void begin_trial(DevRunner *runner)
{
    CwError error = {0};
    if (start_trial(runner, &error)) {
        runner->step = STEP_TRY;
    } else {
        refuse_job(runner, "refused", "can't be tried", error.text);
    }
}

/* The first version has begun without one: some seconds of its run say whether it is pure. */
static void check_first(DevRunner *runner)
{
    CwError error = {0};
    const Session *session = &runner->loop->playback.session;
    uint64_t wanted = (uint64_t)session->desc.settings.tick_rate * CHECKED_S;
    if (runner->first_checked || !dev_is_played(runner) || cw_world_tick(session->world) < wanted) {
        return;
    }
    runner->first_checked = true;
    runner->job = (DevJob){.what = WHAT_CODE};
    snprintf(runner->job.file, sizeof runner->job.file, "play");
    start_trial(runner, &error);
}

static void follow_trial(DevRunner *runner)
{
    static const char *const words[][2] = {[VERDICT_REFUSED] = {"refused", "rejected"},
                                           [VERDICT_CRASHED] = {"crashed", "crashes"},
                                           [VERDICT_TOO_SLOW] = {"too-slow", "never ends"}};
    DevTrial *trial = &runner->trial;
    dev_trial_poll(trial, clock_now_ns());
    if (runner->stop_asked && trial->verdict == VERDICT_NONE) {
        process_kill(&trial->process);
        refuse_job(runner, "too-slow", "stopped", "");
    } else if (trial->verdict == VERDICT_OK) {
        runner->step = STEP_CHANGE;
    } else if (trial->verdict != VERDICT_NONE) {
        refuse_job(runner, words[trial->verdict][0], words[trial->verdict][1], trial->message);
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
        refuse_job(runner, "build-failed", "can't be built", error.text);
    }
}

/* Make found nothing to do: what was saved is no part of the game. */
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
    bool ended = dev_build_poll(&runner->build);
    if (!ended && !runner->stop_asked) {
        return;
    }
    job->build_ms = (double)(clock_now_ns() - job->began_ns) * 1e-6;
    if (!ended) {
        dev_build_stop(&runner->build);
        refuse_job(runner, "build-failed", "build stopped", "");
    } else if (dev_build_is_stale(&runner->build)) {
        begin_build(runner);
    } else if (process->status != 0) {
        fputs(process->texts[0], stderr);
        refuse_job(runner, "build-failed", "build failed", "");
        dev_build_find_error(runner->trouble, process->texts[0]);
    } else if (is_same_object(runner)) {
        end_job(runner, "ok");
    } else if (!dev_build_keep(&runner->build, path_name(job->file), job->object, &error)) {
        dev_work_failed(runner, error.text);
    } else {
        job->warning_count = dev_build_find_warning(job->warning, process->texts[0]);
        fputs(job->warning_count > 0 ? process->texts[0] : "", stderr);
        begin_trial(runner);
    }
}

/* ---- saves ---- */

/* The keys that apply by themselves have done so; the others begin with the run. */
static bool changes_simulation(DevRunner *runner)
{
    Config config;
    ConfigLayers layers = runner->program->layers;
    layers.is_quiet = !runner->base->options->run.headless; /* a window has reported it already */
    config_reset(&runner->program->table, &config);
    config_read_layers(&runner->program->table, &config, &layers, NULL);
    bool changes = !cw_sim_settings_equal(&config.sim, &runner->program->config.sim);
    return changes && (!runner->from_here || pause_of(runner->loop)->span.has_a);
}

/* Only code is tried in another process: dev_runner.c opens everything else beside the run. A level
 * that named settings may have lost them: then the run has those of config.ini again. */
static void begin_change(DevRunner *runner)
{
    DevJob *job = &runner->job;
    bool named = runner->loop->playback.session.map_settings != 0;
    job->new_settings = job->what == WHAT_CONFIG || (job->what == WHAT_LEVEL && named);
    job->takes_map = job->new_settings || job->what == WHAT_LEVEL;
    runner->trial_tells = false;
    runner->step = STEP_CHANGE;
}

static void begin_job(DevRunner *runner)
{
    DevJob *job = &runner->job;
    runner->first_checked = true;
    *job = (DevJob){.what = runner->save.what};
    snprintf(job->file, sizeof job->file, "%s", runner->save.file);
    runner->save = (DevSave){0};
    runner->trouble_title[0] = '\0';
    runner->stop_asked = false;
    if (job->what == WHAT_CODE) {
        begin_build(runner);
    } else if (job->what == WHAT_CONFIG && !changes_simulation(runner)) {
        end_job(runner, "ok");
    } else {
        begin_change(runner);
    }
}

void dev_save_add(DevSave *save, const char *path, int64_t now_ns)
{
    SavedKind what = saved_kind(path);
    if (what == WHAT_NOTHING) {
        return;
    }
    if (what > save->what) {
        save->what = what;
        snprintf(save->file, sizeof save->file, "%s", path[0] == '\0' ? "many files" : path);
    }
    save->last_ns = now_ns;
}

/* A source that is saved during a build is compared when that ends. Another save that comes during
 * a build waits, and one that comes during a trial joins it. */
static void take_saves(DevRunner *runner)
{
    char path[PATH_BYTES_MAX];
    int64_t now_ns = clock_now_ns();
    bool more = false;
    while (watch_next(runner->watch, path)) {
        if (runner->step != STEP_BUILD || path[0] == '\0' || saved_kind(path) != WHAT_CODE) {
            dev_save_add(&runner->save, path, now_ns);
            more = true;
        }
    }
    if (more && runner->save.what != WHAT_NOTHING && runner->step == STEP_TRY) {
        process_kill(&runner->trial.process);
        runner->trial_tells = false;
        SavedKind newer = runner->save.what;
        dev_save_add(&runner->save, runner->job.what == WHAT_CODE ? "" : runner->job.file, now_ns);
        if (runner->job.what >= newer) { /* what was saved first gives it its name */
            snprintf(runner->save.file, sizeof runner->save.file, "%s", runner->job.file);
        }
        runner->step = STEP_WAIT;
    }
}

static void take_findings(DevRunner *runner)
{
    DevTrial *trial = &runner->trial;
    if (!runner->trial_tells || runner->step != STEP_WAIT) {
        return;
    }
    dev_trial_poll(trial, clock_now_ns());
    if (trial->knows_field && !runner->knows_field) {
        const FieldDifference *field = &trial->field;
        runner->knows_field = true;
        runner->field = *field;
        runner->difference = trial->field_tick;
        if (runner->difference > 0) {
            report("tick %" PRIu64 ": %s %s -> %s", runner->difference, field->name, field->a,
                   field->b);
        }
    }
    if (trial->finding[0] != '\0') {
        const char *words = strchr(trial->finding, ' ') + 1;
        bool unnamed = strncmp(trial->finding, "unnamed ", 8) == 0;
        complain(runner, unnamed ? "a member without a field" : NOT_DETERMINISTIC, words);
        log_job(runner, NULL, unnamed ? "unnamed" : "impure");
        process_kill(&trial->process);
    }
    runner->trial_tells = trial->process.id != 0;
}

static void begin_flip(DevRunner *runner)
{
    runner->job = (DevJob){.flips = true};
    runner->step = STEP_CHANGE;
    runner->trial_tells = false; /* what it still finds is of the version that goes */
}

/* The run goes on under the chosen build, and F10 flips to the one before. */
static void begin_chosen(DevRunner *runner)
{
    const DevKept *build = &runner->kept.builds[runner->kept.chosen];
    const DevVersion *versions = runner->versions;
    int played = runner->played;
    bool flips = runner->version_count > 1 &&
                 strcmp(path_name(versions[1 - played].object), build->name) == 0;
    runner->kept.chosen = -1;
    if (flips) {
        begin_flip(runner);
    } else if (strcmp(path_name(versions[played].object), build->name) != 0) {
        runner->job = (DevJob){.what = WHAT_BUILD};
        snprintf(runner->job.file, sizeof runner->job.file, "%s %s", build->file, build->clock);
        path_join(runner->job.object, runner->places->folder, build->name);
        runner->trouble_title[0] = '\0';
        runner->stop_asked = false;
        begin_trial(runner);
    }
}

static void begin_knobs(DevRunner *runner)
{
    runner->job = (DevJob){.what = WHAT_KNOB};
    snprintf(runner->job.file, sizeof runner->job.file, "%s", runner->knobs.label);
    runner->trouble_title[0] = '\0';
    runner->trial_tells = false;
    runner->step = STEP_CHANGE;
}

/* The first tick at which the player is more than a centimetre off; 0: none. */
static uint64_t find_parting(const DevTrail *trail, const DevTrail *before)
{
    for (size_t i = 0; i < trail->count && i < before->count; i++) {
        CwPoint2 a = trail->points[i], b = before->points[i];
        if (hypot(a.x - b.x, a.y - b.y) > APART_M) { /* false where one is nowhere */
            return i + 1;
        }
    }
    return 0;
}

/* The player is what one looks at; a field of a new layout alone makes no other run. */
static void tell_run(const DevRunner *runner, char *words, size_t size)
{
    uint64_t last = runner->loop->catch_up.desc.last;
    uint64_t differs_at = runner->loop->playback.run.differs_at;
    uint64_t apart = runner->versions[0].apart;
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

/* Shows the first warning of the level's map. */
static void show_warning(DevRunner *runner)
{
    int count = 0;
    Notices *notices = &runner->loop->monitor.notices;
    const CwMap *map = runner->loop->playback.session.map;
    const char *first = map == NULL ? "" : map_first_warning(map, &count);
    if (count > 1) {
        notices_add(notices, "%d warnings, all printed to the terminal; the first:", count);
    }
    if (count > 0) {
        notices_add(notices, "%s", without_folder(first));
    }
}

static void restore_marks(Loop *loop, const RerunPlan *plan)
{
    if (plan != NULL && plan->has_a) {
        ab_span_mark(&pause_of(loop)->span, &loop->playback, 'a', plan->mark_a);
    }
    if (plan != NULL && plan->has_b) {
        ab_span_mark(&pause_of(loop)->span, &loop->playback, 'b', plan->mark_b);
    }
}

static void report_rerun(DevRunner *runner)
{
    const RerunPlan *plan = runner->loop->desc.guest->open_run != NULL ? &runner->plan : NULL;
    Notices *notices = &runner->loop->monitor.notices;
    DevVersion *versions = runner->versions;
    DevJob *job = &runner->job;
    for (int i = 0; i < runner->version_count; i++) {
        bool compares =
            i + 1 < runner->version_count && strcmp(versions[i].level, versions[i + 1].level) == 0;
        versions[i].apart = compares ? find_parting(&versions[i].trail, &versions[i + 1].trail) : 0;
    }
    runner->difference =
        runner->knows_field                                     ? runner->difference
        : job->what == WHAT_KNOB /* in the hash of all ticks */ ? versions[0].apart
                                                                : runner->loop->playback.run
                                                                      .differs_at;
    runner->step = STEP_WAIT;
    restore_marks(runner->loop, plan);
    dev_knobs_show(runner);
    if (job->flips) {
        notices_add(notices, "Playing: %s", runner->versions[runner->played].label);
        return;
    }
    log_job(runner, plan, "ok");
    if (plan != NULL && plan->carried != NULL) {
        notices_add(notices, "From tick %" PRIu64 " on; fields not carried: %zu",
                    plan->carried->tick, runner->carried.lost);
    }
    char words[128] = "";
    if (plan != NULL) {
        tell_run(runner, words, sizeof words);
    }
    char path[PATH_BYTES_MAX];
    bool gone = path_join(path, runner->places->root, job->file) && !file_exists(path);
    bool counts = job->what == WHAT_ART || job->what == WHAT_LEVEL;
    const char *done = job->what <= WHAT_BUILD ? ""
                       : gone && counts        ? " was removed"
                                               : " was saved";
    notices_add(notices, "%.60s%s%s", job->file, done, words);
    if (plan != NULL && action_map_lacks(&plan->actions)) {
        notices_add(notices, "The run has an action that the game no longer has: it was ignored");
    }
    report("%.60s%s%s", job->file, done, words);
    if (runner->map_path[0] != '\0' && !file_exists(runner->map_path)) {
        notices_add(notices, "The level's file is gone: the run keeps its copy");
        report("%s is gone: the run keeps its copy of the level", runner->map_path);
    }
    if (job->what == WHAT_LEVEL) {
        show_warning(runner);
    }
    if (job->warning_count > 1) {
        notices_add(notices, "%d warnings of the compiler; the first:", job->warning_count);
    }
    if (job->warning_count > 0) {
        notices_add(notices, "%s", job->warning);
    }
}

/* The new recording has all of the run now. */
static void forget_past(DevRunner *runner)
{
    if (runner->past_counts && !catch_up_runs(runner->loop)) {
        recorder_flush(&runner->loop->playback.recorder);
        runner->past_counts = false;
        dev_write_state(runner);
    }
}

bool dev_work(DevRunner *runner)
{
    take_saves(runner);
    forget_past(runner);
    if (catch_up_runs(runner->loop) && runner->step != STEP_RERUN) {
        return false; /* after a change by hand: its recording is not whole yet */
    }
    switch (runner->step) {
    case STEP_WAIT:
        take_findings(runner);
        check_first(runner);
        dev_tests_update(runner);
        if (runner->save.what != WHAT_NOTHING &&
            clock_now_ns() - runner->save.last_ns >= QUIET_NS) {
            begin_job(runner);
        } else if (runner->flip_asked && runner->version_count > 1 && dev_is_played(runner)) {
            begin_flip(runner);
        } else if (dev_versions_update(runner)) {
            begin_chosen(runner);
        } else if (dev_is_played(runner) && dev_knobs_update(runner)) {
            begin_knobs(runner);
        }
        runner->flip_asked = false;
        break;
    case STEP_BUILD:
        follow_build(runner);
        break;
    case STEP_TRY:
        follow_trial(runner);
        break;
    case STEP_CHANGE:
        break;
    case STEP_RERUN:
        if (!catch_up_runs(runner->loop)) {
            report_rerun(runner);
        }
        break;
    }
    return runner->step == STEP_CHANGE;
}
