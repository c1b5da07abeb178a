/* `clockwork replay FILE` watches a recording, in a window or headless. --record plays only its
 * inputs and records them as this program simulates them. --record and --render-sound open no
 * window, where the watcher could move time. */
#include "clockwork/replay.h"
#include "base/report.h"
#include "host/sdl_start.h"
#include "program/program.h"
#include "run/replay_run.h"

static void take_settings(Config *config, const CwSimSettings *settings)
{
    if (!cw_sim_settings_equal(&config->sim, settings)) {
        report("note: the replay uses its own simulation settings, which differ from the "
               "configuration");
    }
    config->sim = *settings;
}

static void mention_state(const CwReplayFile *replay)
{
    if (replay->state == CW_REPLAY_CUT) {
        report("the recording was cut off, for instance by a crash: it plays up to its last whole "
               "second");
    } else if (replay->state == CW_REPLAY_BAD) {
        report("the recording is damaged from tick %llu on, or a newer program's (%s): it plays "
               "up to there",
               (unsigned long long)replay->bad_tick, replay->problem.text);
    }
}

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
    mention_state(replay);
    take_settings(&program->config, &replay->header.settings);
    LoopDesc desc = program_loop_desc(program);
    desc.choice.replay = replay;
    desc.rules.recorder.record = options->run.record;
    desc.choice.record_anew = options->run.record != NULL;
    return headless ? program_open_headless(program, &desc)
                    : program_open_in_window(program, &desc);
}
