#include "frame/playback.h"

#include "base/report.h"

#include <inttypes.h>
#include <math.h>

enum {
    KEYFRAMES_PER_S = 1,
    KEYFRAMES_PER_S_SHARED = 10,
    PLAYER_PAUSES = PAUSE_MENU | PAUSE_BACKGROUND
};

static const double CELEBRATION_S = 2; /* after the finish of a replay */
static const double REWIND_SPEED_MIN = 1, REWIND_SPEED_MAX = 4;
static const double SLIDE_S = 0.25;          /* time to slide into or out of the coming tick */
static const double REWIND_RAMP_PER_S = 1.5; /* two seconds from the lowest speed to the highest */

/* ---- life ---- */

bool playback_init(Playback *playback, const PlaybackDesc *desc, CwError *error)
{
    playback->desc = *desc;
    speed_begin_run(&playback->speed);
    const Config *config = desc->config;
    step_clock_init(&playback->clock, &(StepClockDesc){.tick_rate = config->sim.tick_rate});
    step_clock_set_alpha(&playback->clock, 0.5); /* avoids beats if frames come at the tick rate */
    playback_apply_config(playback);
    size_t budget = (size_t)config->history << 20;
    if (desc->has_history && budget > 0) {
        /* Late input rewinds often, but not far. */
        int per_s = desc->is_shared ? KEYFRAMES_PER_S_SHARED : KEYFRAMES_PER_S;
        int every_ticks = config->sim.tick_rate / per_s;
        playback->history = cw_history_create(budget, every_ticks > 0 ? every_ticks : 1, error);
        if (playback->history == NULL) {
            return false;
        }
    }
    return true;
}

bool playback_close(Playback *playback)
{
    playback_end_run(playback);
    session_close(&playback->session);
    cw_history_destroy(playback->history);
    return !playback->has_failed_recording;
}

/* ---- runs ---- */

/* The clock ignores the time that loading took. */
static void begin_level(Playback *playback)
{
    playback->has_loaded = true;
    playback->is_exact = false;
    playback->has_moved = false;
    playback->shown_s = 0;
    step_clock_restart_timing(&playback->clock);
}

SessionDesc playback_session_desc(const CwGame *game, const Config *config)
{
    return (SessionDesc){.game = game,
                         .settings = config->sim,
                         .fixed = config->fixed_settings,
                         .arena_bytes = (size_t)config->arena_size << 20,
                         .level = LEVEL_WITHOUT_MAP};
}

static void set_replay(Playback *playback, const CwReplayFile *replay)
{
    playback->replay = replay;
    playback->speed.is_replay = replay != NULL;
    playback->speed.steps = 0;
    playback->keeps_settings = false;
    playback_set_pause(playback, PAUSE_STOP, false);
}

bool playback_open_level(Playback *playback, const char *level, uint64_t seed, CwError *error)
{
    set_replay(playback, NULL);
    SessionDesc desc = playback_session_desc(playback->desc.game, playback->desc.config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.seed = seed;
    desc.fingerprint = playback->desc.setup.fingerprint;
    desc.guest = playback->desc.setup.guest;
    if (playback->desc.guest != NULL) {
        desc.changes = playback->desc.guest->changes;
        desc.change_count = playback->desc.guest->change_count;
    }
    desc.may_skip_changes = true;
    desc.carry = playback->carry;
    if (level != NULL) {
        if (!levels_resolve(playback->desc.levels, level, path, name, error)) {
            return false;
        }
        desc.map_path = path;
        desc.level = name;
    }
    session_close(&playback->session);
    begin_level(playback);
    return session_open(&playback->session, &desc, error);
}

static ReplayPlayer player_of(const Playback *playback)
{
    const PlaybackDesc *desc = &playback->desc;
    return (ReplayPlayer){.game = desc->game,
                          .levels = desc->levels,
                          .fingerprint = desc->setup.fingerprint,
                          .takes_inputs_only = desc->records_anew,
                          .arena_bytes = (size_t)desc->config->arena_size << 20,
                          .limit_s = desc->setup.limit_s,
                          .guest = desc->setup.guest};
}

bool playback_can_play(const Playback *playback, const CwReplayFile *replay, CwError *error)
{
    const ReplayPlayer player = player_of(playback);
    return replay_suits(replay, &player, error);
}

bool playback_open_replay(Playback *playback, const CwReplayFile *replay, CwError *error)
{
    ReplayPlayer player = player_of(playback);
    player.limit = &playback->limit;
    session_close(&playback->session);
    begin_level(playback);
    set_replay(playback, replay);
    if (!replay_open_session(&playback->session, replay, &player, error)) {
        set_replay(playback, NULL);
        return false;
    }
    work_limit_pause(&playback->limit);
    return true;
}

bool playback_open_level_of_replay(Playback *playback, const CwReplayFile *replay, CwError *error)
{
    bool ok = playback_open_replay(playback, replay, error);
    set_replay(playback, NULL);
    return ok;
}

bool playback_open_to_continue(Playback *playback, const CwReplayFile *run, CwError *error)
{
    if (!playback_open_level_of_replay(playback, run, error)) {
        return false;
    }
    playback->source = run_source_replay(run);
    playback->source.policy = CHANGES_REPORTED;
    playback->repeated = run;
    CwSimSettings own = playback->desc.config->sim;
    sim_settings_apply_map(&own, playback->session.map, playback->desc.config->fixed_settings);
    playback->keeps_settings = !sim_settings_equal(&playback->session.settings, &own);
    return true;
}

bool playback_restart(Playback *playback, const SessionDesc *wanted, CwError *error)
{
    SessionDesc desc = *wanted;
    begin_level(playback);
    if (playback->replay == NULL && !playback->keeps_settings) {
        desc.settings = playback->desc.config->sim;
        desc.fixed = playback->desc.config->fixed_settings;
        desc.arena_bytes = (size_t)playback->desc.config->arena_size << 20;
    }
    return session_restart(&playback->session, &desc, error);
}

static void save_recordings(void *context)
{
    Playback *playback = context;
    recorder_end_within_tick(&playback->recorder, &playback->run);
}

static void report_difference(Playback *playback)
{
    const Run *run = &playback->run;
    if (playback->replay != NULL && run->differs_at > 0 && !playback->has_difference) {
        playback->has_difference = true;
        report("this replay differs from its recording: tick %" PRIu64 " differs in %s",
               run->differs_at, run->differs_in);
    }
}

static void start_run(Playback *playback)
{
    const CwReplayFile *replay = playback->replay;
    run_begin(&playback->run,
              &(RunDesc){.session = &playback->session,
                         .history = playback->history,
                         .marks = &playback->marks,
                         .source = replay != NULL ? run_source_replay(replay) : playback->source});
    playback->source = (RunSource){0};
}

bool playback_begin_run(Playback *playback, bool record, CwError *error)
{
    Session *session = &playback->session;
    const CwReplayFile *repeated = playback->repeated;
    playback->repeated = NULL;
    speed_begin_run(&playback->speed);
    playback->resumed_tick = 0;
    playback->wanted_settings = session->settings;
    playback_apply_config(playback);
    playback_set_pause(playback, PAUSE_GAME, false);
    StepClockDesc clock = playback->clock.desc;
    clock.tick_rate = session->settings.tick_rate;
    step_clock_configure(&playback->clock, &clock);
    start_run(playback);
    playback->run.is_played = playback->desc.best_runs != NULL;
    playback->has_difference = false;
    playback->has_jumped = true;
    RecorderDesc desc = record ? playback->desc.setup.recorder : (RecorderDesc){0};
    desc.levels = playback->desc.levels;
    if (!recorder_begin(&playback->recorder, &desc, &playback->run, error)) {
        return false;
    }
    const CwReplayFile *noted = playback->desc.records_anew ? playback->replay : repeated;
    if (noted != NULL) {
        run_copy_notes(&playback->run, noted);
    }
    arena_set_last_words(session->world->arena, save_recordings, playback);
    return true;
}

void playback_end_run(Playback *playback)
{
    const char *flight_path = playback->recorder.flight.path;
    bool finished = playback->run.is_finished;
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s", flight_path == NULL ? "" : flight_path);
    /* `is_finished` is about the newest tick, where the file ends; the world may be at another. */
    bool is_complete = recorder_end(&playback->recorder, &playback->run);
    playback->has_failed_recording = playback->has_failed_recording || !is_complete;
    if (finished && path[0] != '\0' && playback->desc.best_runs != NULL) {
        best_runs_add(playback->desc.best_runs, path, &(CwRunTime){0});
    }
}

/* ---- frames and ticks ---- */

static uint64_t now_tick(const Playback *playback)
{
    return cw_world_tick(playback->session.world);
}

static double rewind_alpha(const Playback *playback)
{
    return playback->position_ticks - ((double)now_tick(playback) - 1);
}

bool playback_may_show_coming(const Playback *playback)
{
    const PlaybackDesc *desc = &playback->desc;
    return desc->config->latency == LATENCY_AHEAD && !playback->must_interpolate &&
           !desc->is_shared && (desc->game->input.source == NULL || playback->replay != NULL);
}

/* Resumes time at this picture. */
static void resume_at(Playback *playback, double alpha)
{
    bool is_ahead = alpha >= 1 && playback_may_show_coming(playback);
    step_clock_set_alpha(&playback->clock, is_ahead ? alpha - 1 : alpha);
    coming_set_lead(&playback->session, is_ahead ? 1 : 0);
}

static uint64_t end_tick(const Playback *playback)
{
    const CwReplayFile *replay = playback->replay;
    bool has_extra = playback->desc.has_celebration && replay->finished && replay->tick_count > 0;
    double extra_ticks = has_extra ? CELEBRATION_S * playback->session.settings.tick_rate : 0;
    return replay->tick_count + (uint64_t)extra_ticks;
}

/* Slides shown time into and out of the coming tick, but never backwards. */
static void slide_lead(Playback *playback, const FramePlan *plan)
{
    const StepClock *clock = &playback->clock;
    double elapsed_s = (double)plan->elapsed_ns * 1e-9;
    double ticks = elapsed_s * clock->desc.tick_rate * clock->desc.time_scale_thousandths * 1e-3;
    double slide = elapsed_s / SLIDE_S, lead = playback->session.coming.lead;
    if (now_tick(playback) == 0) {
        slide = ticks = 2; /* at once, because nothing has moved yet */
    }
    coming_set_lead(&playback->session,
                    playback->can_show_coming ? lead + slide : lead - fmin(slide, ticks / 2));
}

static FramePlan plan_frame(Playback *playback, FramePlan plan)
{
    if (playback->replay != NULL) {
        uint64_t left = end_tick(playback) - now_tick(playback);
        plan.ticks = (uint64_t)plan.ticks > left ? (int)left : plan.ticks;
    }
    if (playback_is_paused_for(playback, PAUSE_REWIND)) {
        plan.alpha = rewind_alpha(playback);
    } else if (playback->is_exact) {
        plan.alpha = 1;
    } else {
        plan.alpha += playback->session.coming.lead;
    }
    playback->is_cut_short = false;
    playback->alpha = playback->desc.config->latency == LATENCY_TICK ? 1 : plan.alpha;
    return plan;
}

void playback_show_tick(Playback *playback)
{
    playback->is_exact = playback->clock.is_paused;
}

void playback_simulate_coming(Playback *playback, const CwTickInput *guess)
{
    Run *run = &playback->run;
    if (playback->replay != NULL) {
        if (now_tick(playback) < end_tick(playback)) {
            run_simulate_coming(run, NULL);
        }
        return;
    }
    CwTickInput input = *guess;
    input.command = sim_settings_next_command(playback->session.world, &playback->wanted_settings);
    run_simulate_coming(run, &input);
}

/* Without a coming tick the picture stays at the last tick. */
void playback_place(Playback *playback, const FramePlan *plan, double pixels_per_m)
{
    Session *session = &playback->session;
    double phase = plan->alpha - session->coming.lead;
    bool is_between_ticks = !playback->is_cut_short && !playback->is_exact &&
                            playback->desc.config->latency != LATENCY_TICK;
    if (!is_between_ticks) {
        playback->alpha = 1;
        coming_settle(session);
    } else if (plan->alpha > 1 && !coming_exists(session)) {
        playback->alpha = 1;
        if (!playback_is_paused_for(playback, PAUSE_REWIND)) {
            coming_set_lead(session, 1 - phase);
        }
    }
    session->coming.shown_share = fmax(0, playback->alpha - 1);
    if (!playback->clock.is_paused) {
        coming_fade(session, pixels_per_m);
    }
}

/* Single steps and help count as speed 0: the player had unlimited time to decide. */
static void note_speed(Playback *playback)
{
    bool is_stepped = playback->clock.is_paused && playback->pauses != PAUSE_GAME;
    double scale = playback->desc.config->time_scale * speed_factor(&playback->speed);
    double speed = fmin(scale * 1000, playback->speed.simulated_thousandths);
    run_note_speed(&playback->run, is_stepped || playback->is_helped ? 0 : (int)lround(speed));
}

void playback_set_help(Playback *playback, bool is_helped)
{
    playback->is_helped = is_helped;
    if (is_helped) {
        run_note_speed(&playback->run, 0);
    }
}

FramePlan playback_frame(Playback *playback, int64_t now_ns, int64_t skipped_ns, int64_t real_ns)
{
    step_clock_skip(&playback->clock, skipped_ns);
    FramePlan plan = step_clock_frame(&playback->clock, now_ns);
    bool is_playing = playback->replay == NULL && !playback->clock.is_paused;
    double simulated_s = (double)plan.ticks / playback->clock.desc.tick_rate;
    speed_note_frame(&playback->speed, is_playing, (double)real_ns * 1e-9, simulated_s);
    slide_lead(playback, &plan);
    plan = plan_frame(playback, plan);
    if (plan.ticks > 0) {
        note_speed(playback);
    }
    return plan;
}

FramePlan playback_frame_of_one_tick(Playback *playback)
{
    int tick_rate = playback->session.settings.tick_rate;
    return plan_frame(playback,
                      (FramePlan){.ticks = 1, .alpha = 1, .elapsed_ns = llround(1e9 / tick_rate)});
}

bool playback_tick(Playback *playback, CwTickInput *input, CwError *error)
{
    Run *run = &playback->run;
    if (playback->replay != NULL) {
        bool ok = run_advance(run, error);
        report_difference(playback);
        return ok;
    }
    if (!playback->desc.is_shared) {
        input->command =
            sim_settings_next_command(playback->session.world, &playback->wanted_settings);
    }
    return run_play(run, input, error);
}

bool playback_is_behind(const Playback *playback)
{
    return now_tick(playback) < run_newest(&playback->run);
}

/* Frame phases received the events of these ticks already, some as wrong guesses, so they are not
 * reported again. */
bool playback_repeat_tick(Playback *playback, CwError *error)
{
    bool ok = run_repeat_tick(&playback->run, error);
    Session *session = &playback->session;
    if (!playback_is_behind(playback) && session->event_cursor > session->world->event_sequence) {
        session->event_cursor = session->world->event_sequence;
    }
    return ok;
}

unsigned playback_own_settings(const Playback *playback)
{
    return playback->keeps_settings ? SIM_SETTINGS_ALL : playback->session.map_settings;
}

bool playback_has_past(const Playback *playback)
{
    return playback->history != NULL && !playback->desc.is_shared;
}

/* ---- pauses ---- */

/* A pause less than a second after the last counts as a step. */
static void note_pause(Playback *playback, bool was_paused)
{
    bool is_paused = (playback->pauses & PLAYER_PAUSES) != 0;
    uint64_t tick = playback->session.world == NULL ? 0 : now_tick(playback);
    uint64_t resumed_tick = playback->resumed_tick;
    if (was_paused && !is_paused) {
        playback->resumed_tick = tick;
    } else if (!was_paused && is_paused && resumed_tick > 0 && tick > resumed_tick &&
               tick - resumed_tick < (uint64_t)playback->session.settings.tick_rate) {
        run_note_speed(&playback->run, 0);
    }
}

/* Time resumes at the shown moment, even between two ticks. */
void playback_set_pause(Playback *playback, PauseReason reason, bool is_set)
{
    bool was_paused = (playback->pauses & PLAYER_PAUSES) != 0;
    playback->pauses = is_set ? playback->pauses | reason : playback->pauses & ~(unsigned)reason;
    note_pause(playback, was_paused);
    if (playback->pauses != 0) {
        step_clock_pause(&playback->clock);
        return;
    }
    if (playback->is_exact) {
        resume_at(playback, 1);
    }
    playback->is_exact = false;
    step_clock_resume(&playback->clock);
}

bool playback_is_paused_for(const Playback *playback, PauseReason reason)
{
    return (playback->pauses & reason) != 0;
}

bool playback_is_at_end(const Playback *playback)
{
    return now_tick(playback) >= end_tick(playback);
}

/* ---- steps and seeks ---- */

uint64_t playback_first_tick(const Playback *playback)
{
    return playback->replay != NULL ? 0 : run_oldest(&playback->run);
}

uint64_t playback_last_tick(const Playback *playback)
{
    const CwReplayFile *replay = playback->replay;
    return replay != NULL ? replay->tick_count : run_newest(&playback->run);
}

void playback_note_jump(Playback *playback)
{
    playback->has_jumped = true;
    playback->session.event_cursor = playback->session.world->event_sequence;
}

bool playback_catch_up_tick(Playback *playback, CwError *error)
{
    Run *run = &playback->run;
    bool ok = run->source.next != NULL ? run_advance(run, error) : run_repeat_tick(run, error);
    playback_note_jump(playback);
    return ok;
}

/* Seeks in the history. Plays forward to a tick after it, and from the beginning to one before it.
 * The seek comes first: playing on in the past would discard the recording's later changes. */
static bool seek_in_replay(Playback *playback, uint64_t tick, CwError *error)
{
    Run *run = &playback->run;
    if (tick < run_oldest(run)) {
        if (!session_restart(&playback->session, NULL, error)) {
            return false;
        }
        start_run(playback);
    }
    bool ok = (playback->history == NULL || run_seek(run, tick, error)) &&
              run_advance_to(run, tick, error) && run_apply_changes(run, error);
    report_difference(playback);
    return ok;
}

bool playback_seek(Playback *playback, double wanted, CwError *error)
{
    double last = (double)playback_last_tick(playback);
    uint64_t tick = (uint64_t)fmax(0, fmin(last, wanted));
    uint64_t before = now_tick(playback);
    bool ok = playback->replay != NULL ? seek_in_replay(playback, tick, error)
                                       : run_seek(&playback->run, tick, error);
    if (!ok) {
        return false;
    }
    playback->has_moved = playback->has_moved || now_tick(playback) != before;
    playback_show_tick(playback);
    playback_note_jump(playback);
    return true;
}

bool playback_advance_recorded(Playback *playback, CwError *error)
{
    uint64_t tick = now_tick(playback) + 1;
    return playback->replay != NULL ? seek_in_replay(playback, tick, error)
                                    : run_seek(&playback->run, tick, error);
}

bool playback_step(Playback *playback, int ticks, CwError *error)
{
    uint64_t tick = now_tick(playback), last = playback_last_tick(playback);
    bool needs_new_ticks = ticks > 0 && (uint64_t)ticks > last - tick;
    if (!needs_new_ticks || playback->replay != NULL) {
        return playback_seek(playback, (double)tick + ticks, error);
    }
    if (tick < last && !playback_seek(playback, (double)last, error)) {
        return false;
    }
    int new_ticks = ticks - (int)(last - tick);
    step_clock_step(&playback->clock, new_ticks);
    playback->is_exact = true;
    playback->has_moved = true;
    return true;
}

/* ---- requests of the game's code ---- */

bool playback_apply_flow(Playback *playback, const CwFlow *flow)
{
    if (flow->has_scale) {
        playback->speed.game_scale = flow->time_scale;
    }
    if (flow->has_fps) {
        playback->speed.game_fps = flow->target_fps;
    }
    if (flow->has_scale || flow->has_fps) {
        playback_apply_config(playback);
    }
    switch (flow->time) {
    case FLOW_TIME_KEPT:
        break;
    case FLOW_PAUSED:
        if (playback->clock.pending_steps > 0) {
            playback_set_pause(playback, PAUSE_GAME, false); /* resuming discards them */
        }
        playback_set_pause(playback, PAUSE_GAME, true);
        break;
    case FLOW_RESUMED:
        playback_set_pause(playback, PAUSE_GAME, false);
        break;
    case FLOW_STEPPED:
        playback_set_pause(playback, PAUSE_GAME, true);
        if (playback->pauses == PAUSE_GAME) { /* the game steps only while nothing else pauses */
            step_clock_step(&playback->clock, flow->steps);
            playback->is_exact = true;
        }
        break;
    }
    return flow->time == FLOW_PAUSED || flow->time == FLOW_STEPPED;
}

/* ---- rewinding ---- */

bool playback_rewind(Playback *playback, bool is_wanted, int64_t elapsed_ns, CwError *error)
{
    bool is_rewinding = playback_is_paused_for(playback, PAUSE_REWIND);
    if (!is_wanted && is_rewinding) {
        resume_at(playback, rewind_alpha(playback));
        playback_set_pause(playback, PAUSE_GAME, false);
        playback_set_pause(playback, PAUSE_REWIND, false);
    }
    if (!is_wanted) {
        return true;
    }
    if (!is_rewinding) {
        playback->rewind_speed = REWIND_SPEED_MIN;
        playback->position_ticks = (double)now_tick(playback) - 1 + playback->alpha;
        playback->is_exact = false;
        playback_set_pause(playback, PAUSE_REWIND, true);
    }
    double elapsed_s = (double)elapsed_ns * 1e-9;
    double ticks = elapsed_s * playback->rewind_speed * playback->session.settings.tick_rate;
    double oldest = (double)run_oldest(&playback->run);
    playback->position_ticks = fmax(oldest, playback->position_ticks - ticks);
    playback->rewind_speed =
        fmin(REWIND_SPEED_MAX, playback->rewind_speed + elapsed_s * REWIND_RAMP_PER_S);
    uint64_t tick = (uint64_t)ceil(playback->position_ticks);
    if (tick != now_tick(playback) && !run_seek(&playback->run, tick, error)) {
        return false;
    }
    playback_note_jump(playback);
    return true;
}

void playback_apply_config(Playback *playback)
{
    speed_apply(&playback->speed, playback->desc.config, &playback->clock);
}

void playback_change_speed(Playback *playback, int change)
{
    speed_change(&playback->speed, change);
    playback_apply_config(playback);
}
