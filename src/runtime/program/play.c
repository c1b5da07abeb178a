/* Runs `clockwork play` and `clockwork replay`. */
#include "base/number.h"
#include "base/report.h"
#include "host/host_sdl.h"
#include "program/program.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { HEADLESS_TICKS = 3600 };

static bool is_recording(const Options *options)
{
    return options->argument_count > 0 && strcmp(path_ending(options->arguments[0]), ".cwr") == 0;
}

static int check_level(Program *program)
{
    const Options *options = program->options;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    if (is_recording(options) && options->run.headless) {
        cw_error_set(&program->failure, "%s is a recording: play it with the command `replay FILE`",
                     options->arguments[0]);
        return EXIT_USAGE;
    }
    if (options->argument_count == 0 || is_recording(options) ||
        levels_resolve(&program->levels, options->arguments[0], path, name, &program->failure)) {
        return EXIT_OK;
    }
    if (!options->has_command) {
        cw_error_context(&program->failure, "\"%.60s\" is no command", options->arguments[0]);
    }
    return options->has_command ? EXIT_FAILED : EXIT_USAGE;
}

/* Prepares --record and the flight recorder. Checks the file of --record now, because a recording
 * from the title begins later. */
static bool prepare_recordings(Program *program, LoopDesc *desc)
{
    const Options *options = program->options;
    desc->setup.recorder.record = options->run.record;
    if (!options->run.headless || options->run.is_continued) {
        path_join(program->runs_dir, program->paths.player, "runs");
        desc->setup.recorder.runs_dir = program->runs_dir;
        desc->setup.recorder.runs_kept =
            options->run.headless ? 0 : program->config.flight_recorder;
    }
    CwError *error = &program->failure;
    if (options->run.record != NULL && !replay_writer_check(options->run.record, error)) {
        return false;
    }
    bool needed = desc->setup.recorder.record != NULL || desc->setup.recorder.runs_kept > 0 ||
                  options->run.ghost != NULL || options->run.is_continued || is_recording(options);
    if (needed && !program_fingerprint(program, error)) {
        return false;
    }
    desc->setup.fingerprint = program->fingerprint;
    return true;
}

static int play_without_display(Program *program)
{
    const char *asked = program->guest == NULL ? "the game" : options_first_file(program->options);
    if (asked != NULL || !program->waits) {
        cw_error_set(&program->failure,
                     "no display was found, but %s needs one to play: add --headless (and --bot "
                     "or --hold ACTION for input)",
                     asked != NULL ? asked : "this program's own loop");
        return EXIT_FAILED;
    }
    return program->guest->demonstrate(program);
}

/* ---- scripted input ---- */

static bool refuse_action(const CwGame *game, const char *name, size_t length, CwError *error)
{
    char names[CW_ACTION_MAX * 34] = "";
    size_t used = 0;
    for (int i = 0; i < game->input.action_count && used < sizeof names; i++) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 game->input.actions[i].name);
    }
    return cw_error_set(error, "there is no action \"%.*s\"; the actions are %s",
                        length < 40 ? (int)length : 40, name, names);
}

bool program_find_action(const CwGame *game, const char *text, size_t length, ScriptStep *found,
                         CwError *error)
{
    found->player = 0;
    if (length > 2 && text[1] == ':') {
        found->player = text[0] - '1';
        text += 2;
        length -= 2;
    }
    if (found->player < 0 || found->player >= game_player_count(game)) {
        return cw_error_set(error, "there is no player %c; the game has %d", text[-2],
                            game_player_count(game));
    }
    for (found->action = 0; found->action < game->input.action_count; found->action++) {
        const char *name = game->input.actions[found->action].name;
        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            return true;
        }
    }
    return refuse_action(game, text, length, error);
}

/* Parses "ACTION[+ACTION...]". */
static bool read_hold(InputScript *script, const CwGame *game, const char *text, CwError *error)
{
    for (bool more = true; more;) {
        size_t length = strcspn(text, "+");
        ScriptStep step = {.tick = 1, .value = CW_ACTION_VALUE_MAX};
        if (!program_find_action(game, text, length, &step, error)) {
            return cw_error_context(error, "--hold");
        }
        if (!input_script_add_step(script, &step)) {
            return cw_error_set(error, "more than %d scripted actions", SCRIPT_STEPS_MAX);
        }
        more = text[length] == '+';
        text += length + more;
    }
    return true;
}

/* Parses "ACTION@HZ". */
static bool read_tap(InputScript *script, const CwGame *game, const char *text, CwError *error)
{
    size_t length = strcspn(text, "@");
    double rate_hz = 0;
    bool ok = text[length] == '@' && number_parse(text + length + 1, &rate_hz);
    double rate_mhz = round(rate_hz * 1000);
    if (!ok || !(rate_mhz >= 1 && rate_mhz <= (double)SCRIPT_MILLIHERTZ_MAX)) {
        return cw_error_set(
            error, "--tap needs ACTION@HZ, with HZ from 0.001 to 1000, not \"%.60s\"", text);
    }
    if (script->tap_count == SCRIPT_TAPS_MAX) {
        return cw_error_set(error, "more than %d --tap", SCRIPT_TAPS_MAX);
    }
    ScriptStep found;
    if (!program_find_action(game, text, length, &found, error)) {
        return cw_error_context(error, "--tap");
    }
    script->taps[script->tap_count++] = (ScriptTap){found.player, found.action, (int32_t)rate_mhz};
    return true;
}

int program_read_script(Program *program)
{
    const Options *options = program->options;
    InputScript *script = &program->script;
    bool ok = true;
    for (int i = 0; i < options->run.hold_count && ok; i++) {
        ok = read_hold(script, program->game, options->run.holds[i], &program->failure);
    }
    for (int i = 0; i < options->run.tap_count && ok; i++) {
        ok = read_tap(script, program->game, options->run.taps[i], &program->failure);
    }
    return ok ? EXIT_OK : EXIT_USAGE;
}

int command_play(Program *program)
{
    const Options *options = program->options;
    int status = check_level(program);
    status = status == EXIT_OK ? program_read_script(program) : status;
    if (status != EXIT_OK) {
        return status;
    }
    bool in_window = !options->run.headless;
    if (in_window && !program_prepare_window(program)) {
        sdl_stop();
        return play_without_display(program);
    }
    LoopDesc desc = program_loop_desc(program);
    desc.choice.driver.script = &program->script;
    desc.choice.skips_title = !input_script_is_empty(&program->script); /* it can't press Play */
    desc.choice.is_continued = options->run.is_continued;
    *(is_recording(options) ? &desc.choice.recording : &desc.choice.level) = options->arguments[0];
    if (!prepare_recordings(program, &desc)) {
        return EXIT_FAILED;
    }
    if (in_window) {
        return program_open_in_window(program, &desc);
    }
    if (!options->run.ticks_given && options->run.frames == NULL && !options->run.realtime) {
        desc.mode.ends_at_finish = true;
        desc.mode.tick_limit = HEADLESS_TICKS;
    }
    return program_open_headless(program, &desc);
}

/* ---- replay ---- */

static void report_damage(const CwReplayFile *replay)
{
    if (replay->state == CW_REPLAY_CUT) {
        report("the recording was cut off, for instance by a crash: it plays up to its last whole "
               "second");
    } else if (replay->state == CW_REPLAY_BAD) {
        report("the recording is damaged from tick %" PRIu64
               " on, or a newer program's (%s): it plays "
               "up to there",
               replay->bad_tick, replay->problem.text);
    }
}

/* Watches a recording. --record repeats only its inputs, and records them as this program simulates
 * them. --record and --render-sound open no window, in which the player could move time. */
int command_replay(Program *program)
{
    const Options *options = program->options;
    CwError *error = &program->failure;
    const char *file = options->arguments[0];
    bool headless =
        options->run.headless || options->run.record != NULL || options->logs.render_sound != NULL;
    if (!headless && !program_prepare_window(program)) {
        sdl_stop();
        report("there is no display here: the replay is played headless");
        headless = true;
    }
    if (headless ? !program_enter_sandbox(program, NULL, error)
                 : !replay_can_be_read(file, error)) {
        return EXIT_FAILED;
    }
    CwReplayFile *replay = program->replay = cw_replay_load(file, error);
    if (replay == NULL || !program_fingerprint(program, error)) {
        return EXIT_FAILED;
    }
    report_damage(replay);
    if (!sim_settings_equal(&program->config.sim, &replay->header.settings)) {
        report("note: the replay uses its own simulation settings, which differ from the "
               "configuration");
    }
    program->config.sim = replay->header.settings;
    LoopDesc desc = program_loop_desc(program);
    desc.choice.replay = replay;
    desc.setup.recorder.record = options->run.record;
    desc.choice.records_anew = options->run.record != NULL;
    return headless ? program_open_headless(program, &desc)
                    : program_open_in_window(program, &desc);
}
