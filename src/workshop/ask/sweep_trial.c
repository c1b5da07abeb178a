#include "ask/follow.h"
#include "ask/sweep.h"
#include "base/number.h"
#include "fields/field_path.h"
#include "frame/playback.h"
#include "platform/process.h"
#include "run/run.h"
#include "sim/arena.h"
#include "sim/world_setting.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A run under the values of a trial. */
typedef struct Trial {
    CwReplayFile *recording;
    char map_path[PATH_BYTES_MAX];
    CwSimSettings settings;
    KnobEdits knobs;
    RerunPlan plan;
    Follow follow; /* with --follow */
    Session session;
    FieldPaths fields;
} Trial;

/* A knob that was turned in the recording stays so, unless it is swept: the last edit counts. */
static bool take_values(Trial *trial, const Sweep *sweep, int index, CwError *error)
{
    const CwReplayFile *recording = trial->recording;
    double values[KNOB_ROWS_MAX];
    trial->settings = recording->header.settings;
    for (size_t i = 0; i < recording->edit_count && i < KNOBS_MAX - TUNES_MAX; i++) {
        if (knob_is_edit(&recording->edits[i])) {
            trial->knobs.items[trial->knobs.count++] = recording->edits[i];
        }
    }
    for (int i = 0; i < sweep->number_count; i++) {
        const char *name = sweep->numbers[i].name, *dot = strchr(name, '.');
        double value = sweep_value(sweep, index, i);
        if (dot == NULL) {
            trial->knobs.items[trial->knobs.count++] = knob_edit(name, value);
        } else if (setting_set(&trial->settings, setting_named(dot + 1), value)) {
            trial->plan.settings = &trial->settings;
        } else {
            return cw_error_set(error, "%s can't be %g: docs/settings.md has its limits", name,
                                value);
        }
    }
    trial->plan.knobs = trial->knobs.count > 0 ? trial->knobs.items : NULL;
    trial->plan.knob_count = trial->knobs.count;
    return knobs_begin(values, sweep->program->game, trial->knobs.items, trial->knobs.count, error);
}

/* By the level's name among the game's, else as the recording carries it. */
static bool open_run(Trial *trial, const Sweep *sweep, int index, CwError *error)
{
    const Program *program = sweep->program;
    const char *fields = program->options.fields;
    char level[LEVEL_NAME_BYTES];
    SessionDesc desc = playback_session_desc(program->game, &program->config);
    desc.slot = ARENA_SLOT_ANY;
    ReplayPlayer player = program_rules(program).player;
    player.inputs_only = true;
    trial->recording = replay_load_for(program->options.arguments[0], &player, error);
    if (trial->recording == NULL || trial->recording->state == CW_REPLAY_BAD) {
        return cw_error_set(error, "%s: it is damaged", program->options.arguments[0]);
    }
    if (levels_resolve(&program->levels, trial->recording->header.level, trial->map_path, level,
                       NULL)) {
        trial->plan.map_path = trial->map_path;
    }
    trial->plan.run = trial->recording;
    return take_values(trial, sweep, index, error) &&
           (!program->options.follow || follow_open(&trial->follow, &trial->plan,
                                                    program->options.arguments[0], &desc, error)) &&
           rerun_plan_open(&trial->session, &trial->plan, &desc, error) &&
           (fields == NULL ||
            field_paths_add_all(&trial->fields, trial->session.world, fields, error));
}

static void print_cells(const Trial *trial, const Run *run, FILE *out)
{
    FieldValue values[FIELD_PATH_MAX];
    char text[FIELD_TEXT_BYTES] = "";
    uint64_t ticks = run->time.ticks;
    field_paths_read(&trial->fields, trial->session.world, values);
    fprintf(out, "finished,seconds,progress_pct");
    for (int i = 0; i < trial->fields.count; i++) {
        fprintf(out, ",%s", trial->fields.items[i].name);
    }
    if (ticks > 0) {
        number_print((double)ticks / trial->session.world->desc.settings.tick_rate, text);
    }
    fprintf(out, "\n%s,%s,", ticks > 0 ? "yes" : "no", text);
    number_print(number_round(100 * run->probe.progress, 1), text);
    fprintf(out, "%s", text);
    for (int i = 0; i < trial->fields.count; i++) {
        fprintf(out, ",%s", values[i].exists ? field_value_text(&values[i], text) : "");
    }
    putc('\n', out);
}

/* Up to the finish or the end of the inputs. */
static bool simulate(Trial *trial, Run *run, CwPoint2 path[SWEEP_POINTS_MAX], int *count,
                     CwError *error)
{
    const CwWorld *world = trial->session.world;
    RunSource source = trial->follow.path != NULL ? follow_source(&trial->follow)
                                                  : rerun_plan_source(&trial->plan, EDITS_SILENT);
    source.recording = NULL;
    run_begin(run, &(RunDesc){.session = &trial->session, .source = source});
    uint64_t apart = run->source.end / SWEEP_POINTS_MAX + 1;
    bool good = true;
    while (good && cw_world_tick(world) < run->source.end && run->time.ticks == 0) {
        good = run_advance(run, error);
        if (run->probe.player != NULL && cw_world_tick(world) % apart == 0) {
            cpVect at = cpBodyGetPosition(run->probe.player);
            path[(*count)++] = (CwPoint2){at.x, at.y};
        }
    }
    return good;
}

int sweep_trial(const Sweep *sweep, int index)
{
    FILE *own = process_take_output(), *out = own != NULL ? own : stdout; /* the game may print */
    Trial trial = {0};
    Run run;
    CwPoint2 path[SWEEP_POINTS_MAX];
    int count = 0;
    CwError error = {0};
    bool good = open_run(&trial, sweep, index, &error);
    if (good && simulate(&trial, &run, path, &count, &error)) {
        print_cells(&trial, &run, out);
        for (int i = 0; i < count; i++) {
            fprintf(out, "%ld %ld\n", lround(path[i].x * 100), lround(path[i].y * 100));
        }
    }
    session_close(&trial.session);
    follow_close(&trial.follow);
    cw_replay_free(trial.recording);
    return error.text[0] == '\0' ? EXIT_OK : program_failed(&error);
}
