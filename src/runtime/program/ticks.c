/* Runs a frame's ticks: new ticks, late input, repeating spans, the coming tick, and catching up.
 * Input comes from a watched replay, or else from devices, the game's bot or another pilot; then
 * the game's source may change it (clockwork/source.h). */
#include "program/loop.h"

#include "platform/clock.h"
#include "sim/breadcrumb.h"
#include "sim/possible_input.h"

#include <math.h>

static const double SLOW_SHARE = 0.5, FAST_SHARE = 0.25; /* shares of a frame that a tick takes */
static const int64_t SLOW_LEAST_NS = 2000000000;
static const double NEW_SHARE = 0.1; /* weight of the newest tick in the mean */

static void tell_guest(Loop *loop)
{
    const LoopGuest *guest = loop->desc.guest;
    if (guest != NULL && guest->ticked != NULL) {
        guest->ticked(guest->self, &loop->playback.session);
    }
}

/* ---- catching up ---- */

/* Time from a picture to the next; with other work it may become 50 ms. */
static const int64_t PERIOD_NS = 46000000;
static const int64_t FIRST_PICTURE_NS = 12000000; /* assumed until a picture was timed */
static const int64_t SLICE_MIN_NS = 8000000;
static const int64_t SHOWN_AFTER_NS = 200000000;

bool catch_up_is_running(const Loop *loop)
{
    return playback_is_paused_for(&loop->playback, PAUSE_CATCH_UP);
}

void catch_up_begin(Loop *loop, const CatchUpDesc *desc)
{
    CwReplayFile *run = loop->catch_up.run;
    loop->catch_up = (CatchUp){.desc = *desc, .began_ns = clock_now_ns(), .run = run};
    bool is_behind = !desc->is_repeat || desc->tick < desc->last;
    playback_set_pause(&loop->playback, PAUSE_CATCH_UP, is_behind);
}

static void end_source(Loop *loop)
{
    Playback *playback = &loop->playback;
    const CatchUpDesc *desc = &loop->catch_up.desc;
    run_leave_source(&playback->run);
    playback->wanted_settings = cw_world_settings(playback->session.world);
    if (desc->was_taken_over) {
        run_note_taken(&playback->run);
    } else {
        run_note_continued(&playback->run);
        notices_add(&loop->monitor.notices, "A run that is continued ranks apart");
    }
    playback_set_pause(playback, PAUSE_GAME, false);
    if (desc->is_paused && !loop->desc.mode.is_headless) {
        menus_show(&loop->menus, ACTIVITY_PAUSED);
    }
}

/* Resumes play. Seeks back to the player's tick if the player had rewound. */
static void resume_play(Loop *loop)
{
    Playback *playback = &loop->playback;
    CatchUp *catch_up = &loop->catch_up;
    catch_up->length_ns = clock_now_ns() - catch_up->began_ns;
    if (!loop->end.has_failed && catch_up->desc.is_repeat) {
        loop->desc.guest->caught_up(loop->desc.guest->self, false);
    } else if (!loop->end.has_failed) {
        end_source(loop);
    }
    uint64_t tick = cw_world_tick(playback->session.world);
    if (!loop->end.has_failed && catch_up->desc.tick < tick && playback->history != NULL) {
        loop_expect(loop, playback_seek(playback, (double)catch_up->desc.tick, &loop->end.error));
    }
    playback_set_pause(playback, PAUSE_CATCH_UP, false);
    players_discard_edges(&loop->stage.players);
    playback_show_tick(playback);
    step_clock_restart_timing(&playback->clock);
}

/* The time for ticks that painting leaves between two pictures; at least a third of that time. */
static int64_t slice_ns(const CatchUp *catch_up, int64_t now_ns)
{
    bool is_first = catch_up->sliced_ns == 0;
    int64_t shown_ns = catch_up->desc.shown_ns;
    int64_t since_picture_ns = is_first && shown_ns > 0 ? now_ns - shown_ns : 0;
    int64_t picture_ns = is_first ? FIRST_PICTURE_NS : now_ns - catch_up->sliced_ns;
    int64_t least_ns = picture_ns / 2 > SLICE_MIN_NS ? picture_ns / 2 : SLICE_MIN_NS;
    int64_t left_ns = PERIOD_NS - picture_ns - since_picture_ns;
    return left_ns > least_ns ? left_ns : least_ns;
}

/* Runs a frame's slice instead of new ticks. After the last tick play resumes. */
static void catch_up_slice(Loop *loop)
{
    CatchUp *catch_up = &loop->catch_up;
    const CwWorld *world = loop->playback.session.world;
    bool is_repeat = catch_up->desc.is_repeat, ok = true, ended = false;
    int64_t begin_ns = clock_now_ns(), end_ns = begin_ns + slice_ns(catch_up, begin_ns);
    while (ok && !ended && cw_world_tick(world) < catch_up->desc.last && clock_now_ns() < end_ns) {
        ok = playback_catch_up_tick(&loop->playback, &loop->end.error);
        ended = ok && world->flow.end != FLOW_GOES_ON;
        if (ok) {
            tell_guest(loop);
        }
        if (ok && !is_repeat) {
            playlist_apply_flow(loop, &world->flow);
        }
    }
    catch_up->sliced_ns = clock_now_ns();
    if (!ok && is_repeat) {
        loop->desc.guest->caught_up(loop->desc.guest->self, true);
    } else if (!loop_expect(loop, ok) || ended || cw_world_tick(world) == catch_up->desc.last) {
        resume_play(loop);
    }
}

double catch_up_share(const Loop *loop)
{
    const CatchUp *catch_up = &loop->catch_up;
    bool shown = catch_up_is_running(loop) && clock_now_ns() - catch_up->began_ns > SHOWN_AFTER_NS;
    uint64_t first = catch_up->desc.is_repeat ? catch_up->desc.tick : 0;
    double done = (double)(cw_world_tick(loop->playback.session.world) - first);
    return shown ? done / fmax(1, (double)(catch_up->desc.last - first)) : 1;
}

/* ---- the input of a tick ---- */

enum { FILL_STREAM = 2 }; /* random stream of the first player; the others follow */

void ticks_begin_run(Loop *loop)
{
    loop->controls = (Controls){.steering = loop->controls.steering};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        cw_rng_seed(&loop->controls.fill_rngs[i], loop->desc.choice.driver.fill_seed,
                    FILL_STREAM + (uint64_t)i);
    }
}

/* Gives the pointer a place in the world. It stays until the tick is due, unless the pointer moves
 * in the view. */
static void place_pointer(Loop *loop, int player, CwInputFrame *frame)
{
    const Stage *stage = &loop->stage;
    uint64_t tick = cw_world_tick(loop->playback.session.world) + 1;
    PointedPlace *place = &loop->controls.pointed[player];
    if (place->tick != tick || place->pointer_x != frame->pointer_x ||
        place->pointer_y != frame->pointer_y) {
        collector_point(&stage->players.collectors[player], &stage->draw_list.state.camera, frame);
        *place = (PointedPlace){tick, frame->pointer_x, frame->pointer_y, frame->world_x,
                                frame->world_y};
    }
    frame->world_x = place->world_x;
    frame->world_y = place->world_y;
}

static void place_pointers(Loop *loop, CwTickInput *input)
{
    const CwGame *game = loop->desc.game;
    for (int i = 0; i < loop->stage.players.count && game->input.pointer_in_world; i++) {
        place_pointer(loop, i, &input->players[i]);
    }
}

/* Latches the input of this machine's players for the coming tick, whoever drives. */
static void latch_players(Loop *loop, CwTickInput *input)
{
    players_latch_tick(&loop->stage.players, input->players);
    place_pointers(loop, input);
}

static CwTickInput make_own_input(Loop *loop)
{
    const Playback *playback = &loop->playback;
    const CwGame *game = loop->desc.game;
    const RunDriver *driver = &loop->desc.choice.driver;
    const Session *session = &playback->session;
    if (playback->replay != NULL) {
        return (CwTickInput){0}; /* a replay has its own input */
    }
    /* In a shared run the world's input may have this machine's player in another row. */
    const CwTickInput *previous =
        playback->desc.is_shared ? &loop->controls.own : &session->world->input;
    CwTickInput input = {0};
    switch (loop->controls.steering == STEERING_DEMO ? PILOT_BOT : driver->pilot) {
    case PILOT_PLAYER:
        if (loop->controls.steering != STEERING_COAST) {
            latch_players(loop, &input);
        }
        break;
    case PILOT_BOT:
        if (game->bot != NULL) {
            current_breadcrumb.function = "bot";
            game->bot(session->world, &input.players[0]);
            current_breadcrumb.function = NULL;
        }
        cw_input_derive_edges(&input.players[0], &previous->players[0]);
        break;
    case PILOT_OTHER:
        input = *previous;
        for (int i = 0; i < game_player_count(game); i++) {
            driver->fill(&loop->controls.fill_rngs[i], session, &input.players[i]);
        }
        break;
    }
    if (driver->script != NULL && loop->controls.steering == STEERING_PLAY) {
        input_script_apply(driver->script, cw_world_tick(session->world) + 1,
                           session->settings.tick_rate, previous, &input);
    }
    input.command = (CwInputCommand){0};
    return input;
}

/* The game's source if it takes part in the run; else NULL. */
static const CwInputSource *find_input_source(const Loop *loop)
{
    bool is_used = loop->controls.steering != STEERING_DEMO && loop->playback.replay == NULL;
    return is_used ? loop->desc.game->input.source : NULL;
}

bool driver_is_player(const RunDriver *driver)
{
    bool has_script = driver->script != NULL && !input_script_is_empty(driver->script);
    return driver->pilot == PILOT_PLAYER && !has_script;
}

/* The input that next_input would return, without taking it from the devices. Pilots and scripts
 * are expected to hold their actions. False: it can't be guessed. */
static bool guess_input(Loop *loop, CwTickInput *input)
{
    const Playback *playback = &loop->playback;
    const CwTickInput *previous = &playback->session.world->input;
    if (loop->controls.steering == STEERING_DEMO || playback->desc.game->input.source != NULL) {
        return false;
    }
    *input = (CwTickInput){0};
    if (!driver_is_player(&loop->desc.choice.driver)) {
        *input = possible_input_held(previous);
    } else if (loop->controls.steering != STEERING_COAST) {
        players_peek_tick(&loop->stage.players, input->players);
        place_pointers(loop, input);
    }
    return true;
}

/* Fills the input of the coming tick. False: the game's source lets it wait. */
static bool next_input(Loop *loop, CwTickInput *input)
{
    const CwInputSource *source = find_input_source(loop);
    if (!loop->controls.is_waiting) {
        loop->controls.own = make_own_input(loop);
    }
    *input = loop->controls.own;
    loop->controls.is_waiting = false;
    if (source == NULL || source->fill == NULL) {
        return true;
    }
    loop->controls.is_waiting =
        !source->fill(source->context, loop->playback.session.world, input->players);
    for (int i = game_player_count(loop->desc.game); i < CW_PLAYER_MAX; i++) {
        input->players[i] = (CwInputFrame){0};
    }
    return !loop->controls.is_waiting;
}

/* ---- the coming tick ---- */

/* The length of the loop's frame, or of the display's if that is longer. */
static double frame_ns(const Stage *stage)
{
    return fmax(stage->mean_frame_s, 1 / host_refresh_hz(&stage->status)) * 1e9;
}

/* Notes a tick's length, at most a frame's, because preemption makes ticks look long. */
static void note_tick_length(Loop *loop, int64_t length_ns)
{
    double length = fmin((double)length_ns, frame_ns(&loop->stage));
    loop->stats.tick_ns += (length - loop->stats.tick_ns) * NEW_SHARE;
}

/* If a tick takes more than half of a frame, two ticks may not fit. */
static void update_slowness(Loop *loop)
{
    const Stage *stage = &loop->stage;
    double share = loop->stats.tick_ns / frame_ns(stage);
    if (loop->desc.mode.is_headless || !(stage->mean_frame_s > 0)) {
        loop->has_slow_ticks = false; /* headless frames have no length */
    } else if (!loop->has_slow_ticks && share > SLOW_SHARE) {
        loop->has_slow_ticks = true;
        loop->slow_since_ns = stage->real_ns;
    } else if (share < FAST_SHARE && stage->real_ns - loop->slow_since_ns > SLOW_LEAST_NS) {
        loop->has_slow_ticks = false;
    }
}

/* Whether ticks that ran before run again, with recorded input: no coming tick is simulated. */
static bool is_repeating(const Loop *loop)
{
    return catch_up_is_running(loop) || menus_repeat_marks(&loop->menus);
}

void ticks_begin_frame(Loop *loop)
{
    Playback *playback = &loop->playback;
    Activity activity = loop->menus.screens.activity;
    bool played = activity == ACTIVITY_PLAYING || activity == ACTIVITY_WATCHING;
    update_slowness(loop);
    playback->must_interpolate =
        loop->has_slow_ticks && loop->desc.config->latency == LATENCY_AHEAD;
    playback->can_show_coming = playback_may_show_coming(playback) && played &&
                                !loop->desc.mode.is_lockstep && playback->run.ends_at == 0 &&
                                !is_repeating(loop);
}

/* The tick in which new input moves something: `ahead` ticks after the world's, or one later. */
static uint64_t effect_tick(const Loop *loop, uint64_t ahead)
{
    const Session *session = &loop->playback.session;
    return cw_world_tick(session->world) + ahead + (session->coming.has_moved ? 0 : 1);
}

/* Before a tick with new input: simulates the tick without it, which shows whether the input moves
 * a body. */
static void simulate_without_input(Loop *loop)
{
    Playback *playback = &loop->playback;
    if (!coming_exists(&playback->session) && !loop->desc.mode.is_lockstep) {
        CwTickInput held = possible_input_held(&playback->session.world->input);
        playback_simulate_coming(playback, &held);
    }
}

/* Returns the time at which the world's next tick begins. */
static int64_t begin_tick(Loop *loop)
{
    monitor_begin_tick(&loop->monitor, cw_world_tick(loop->playback.session.world) + 1);
    return clock_now_ns();
}

static void simulate_coming(Loop *loop)
{
    Playback *playback = &loop->playback;
    const ComingStats *stats = &playback->session.coming.stats;
    uint64_t count = stats->simulated_count;
    CwTickInput guess;
    if (playback->replay == NULL && !guess_input(loop, &guess)) {
        return;
    }
    int64_t begin_ns = begin_tick(loop);
    playback_simulate_coming(playback, &guess);
    if (stats->simulated_count > count) {
        note_tick_length(loop, clock_now_ns() - begin_ns);
        monitor_mark(&loop->monitor, FRAME_PART_REMEMBER);
    }
    CwInputFrame all = possible_input_union(&playback->session.coming.input);
    if (coming_exists(&playback->session) && (all.pressed | all.released) != 0) {
        latency_coming(&loop->stage.latency, effect_tick(loop, 1));
    }
}

/* With slow ticks, a frame that ran its maximum of ticks has no time for another one. After a stall
 * it has: without a coming tick the picture would jump back by up to a tick. */
static bool may_simulate_coming(const Loop *loop, const FramePlan *plan)
{
    const Playback *playback = &loop->playback;
    const StepClock *clock = &playback->clock;
    return !clock->is_paused && clock->desc.time_scale_thousandths != 0 &&
           (playback->alpha > 1 || playback->can_show_coming) && !playback->is_cut_short &&
           !loop->end.has_failed && !is_repeating(loop) &&
           (plan->ticks < clock->desc.max_steps_per_frame ||
            clock->slow_cause != CW_SLOW_SIMULATION);
}

/* After a frame's ticks: simulates the coming tick if it is shown, and places the picture. */
static void place_picture(Loop *loop, const FramePlan *plan)
{
    const CwCamera *camera = &loop->playback.session.camera;
    if (may_simulate_coming(loop, plan)) {
        simulate_coming(loop);
    }
    double height_px = camera->view.height * loop->stage.viewport.scale_y;
    playback_place(&loop->playback, plan, height_px / camera->height_m);
}

/* ---- ticks ---- */

/* Logs a tick that began at `begin_ns`, and tells the guest. False when the tick failed. */
static bool end_tick(Loop *loop, bool ok, int64_t begin_ns)
{
    Playback *playback = &loop->playback;
    if (!playback->can_show_coming) { /* an adopted coming tick does not show the cost of a tick */
        note_tick_length(loop, clock_now_ns() - begin_ns);
    }
    if (!loop_expect(loop, ok)) {
        return false;
    }
    run_logs_tick(&loop->logs, &playback->session);
    tell_guest(loop);
    monitor_end_tick(&loop->monitor);
    return true;
}

/* Runs corrected ticks again. Their flow requests are ignored: they were applied the first time. */
static void apply_late_input(Loop *loop, const CwInputSource *source)
{
    Playback *playback = &loop->playback;
    CwLateInput late = {0};
    bool ok = true;
    while (ok && source->late(source->context, &late)) {
        ok = run_correct(&playback->run, &late, &loop->end.error);
    }
    loop_expect(loop, ok && run_begin_correction(&playback->run, &loop->end.error));
    while (!loop->end.has_failed && playback_is_behind(playback)) {
        int64_t begin_ns = begin_tick(loop);
        end_tick(loop, playback_repeat_tick(playback, &loop->end.error), begin_ns);
    }
}

/* Runs a tick of a span that repeats; `begins`: the world went back to mark A instead. Flow
 * requests are ignored, because the player controls time. False when the world is lost. */
static bool run_span_tick(Loop *loop, bool *begins)
{
    const LoopGuest *guest = loop->desc.guest;
    CwTickInput own = {0};
    latch_players(loop, &own);
    begin_tick(loop);
    bool ok = guest->tick(guest->self, &own, begins, &loop->end.error);
    if (ok) {
        monitor_end_tick(&loop->monitor);
    }
    return loop_expect(loop, ok);
}

static bool run_new_tick(Loop *loop, bool *is_waiting)
{
    CwTickInput input;
    *is_waiting = !next_input(loop, &input);
    if (*is_waiting) {
        return true;
    }
    CwInputFrame all = possible_input_union(&input);
    bool has_edges = loop->stage.latency.is_waiting && (all.pressed | all.released) != 0;
    if (has_edges) {
        simulate_without_input(loop);
    }
    int64_t begin_ns = begin_tick(loop);
    if (!end_tick(loop, playback_tick(&loop->playback, &input, &loop->end.error), begin_ns)) {
        return false;
    }
    loop->stats.tick_count++;
    if (has_edges) {
        latency_tick(&loop->stage.latency, effect_tick(loop, 0));
    }
    return true;
}

/* Runs the planned ticks, until one ends the frame's ticks or has to wait. */
static void run_new_ticks(Loop *loop, FramePlan *plan)
{
    Playback *playback = &loop->playback;
    const CwWorld *world = playback->session.world;
    uint64_t ends_at = playback->run.ends_at; /* a rewind led to the tick that ended the run */
    bool is_stopped = plan->ticks > 0 && ends_at > 0 && cw_world_tick(world) == ends_at &&
                      playlist_apply_flow(loop, &world->flow);
    int ticks = 0;
    while (ticks < plan->ticks && !is_stopped) {
        bool is_repeat = menus_repeat_marks(&loop->menus);
        if (!(is_repeat ? run_span_tick(loop, &is_stopped) : run_new_tick(loop, &is_stopped))) {
            return;
        }
        ticks += !is_stopped;
        is_stopped = is_stopped || (!is_repeat && playlist_apply_flow(loop, &world->flow));
    }
    if (is_stopped) {
        plan->ticks = ticks;
        playback->is_cut_short = true;
        playback_show_tick(playback);
    }
}

/* Whether the run has reached the end that its description sets. */
static bool is_complete(const Loop *loop)
{
    const LoopMode *mode = &loop->desc.mode;
    const CwReplayFile *replay = loop->desc.choice.replay;
    const Session *session = &loop->playback.session;
    bool finished =
        mode->ends_at_finish && session_is_over(session) && loop->playlist.next.end == FLOW_GOES_ON;
    bool replayed =
        mode->is_headless && replay != NULL && cw_world_tick(session->world) >= replay->tick_count;
    return finished || replayed || loop->stats.tick_count >= mode->tick_limit;
}

static void run_ticks(Loop *loop, FramePlan *plan)
{
    if (catch_up_is_running(loop)) {
        catch_up_slice(loop);
        plan->ticks = 0;
        return;
    }
    Activity activity = loop->menus.screens.activity;
    loop->controls.steering = activity == ACTIVITY_TITLE      ? STEERING_DEMO
                              : activity == ACTIVITY_FINISHED ? STEERING_COAST
                                                              : STEERING_PLAY;
    const CwInputSource *source = find_input_source(loop);
    if (source != NULL && source->late != NULL && plan->ticks > 0) {
        apply_late_input(loop, source);
    }
    if (!loop->end.has_failed) {
        run_new_ticks(loop, plan);
    }
    if (source != NULL && source->send != NULL && !loop->end.has_failed) {
        source->send(source->context, loop->playback.session.world);
    }
    loop->end.is_done = loop->end.is_done || is_complete(loop);
}

void ticks_run(Loop *loop, FramePlan *plan)
{
    run_ticks(loop, plan);
    place_picture(loop, plan);
}
