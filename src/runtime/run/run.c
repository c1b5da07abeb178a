#include "run/run.h"

#include "base/frame_services.h"
#include "clockwork/worlds.h"
#include "sim/possible_input.h"
#include "sim/world_fields.h"

#include <inttypes.h>
#include <string.h>

static void *guest_state(const Run *run)
{
    return run->session->guest_state;
}

void run_begin(Run *run, const RunDesc *desc)
{
    *run = (Run){.session = desc->session,
                 .history = desc->history,
                 .guest = desc->has_no_guest || desc->session->guest_state == NULL
                              ? NULL
                              : desc->session->desc.guest->run,
                 .marks = desc->marks,
                 .source = desc->source};
    const SessionDesc *of = &desc->session->desc;
    run->time.clean =
        desc->session->may_rank && (of->seed == SEED_FIRST || of->game->rank.any_seed);
    run->time.tick_rate = (uint32_t)desc->session->settings.tick_rate;
    coming_drop(desc->session);
    if (run->history != NULL) {
        cw_history_begin(run->history, desc->session->world);
    }
    if (run->guest != NULL) {
        run->guest->begin(guest_state(run), run);
    }
    if (run->marks != NULL) {
        *run->marks = (RunMarks){0};
    }
}

void run_add_writer(Run *run, ReplayWriter *writer)
{
    CW_ASSERT(run->writer_count < WRITERS_MAX, "raise WRITERS_MAX");
    if (writer->path != NULL) {
        run->writers[run->writer_count++] = writer;
    }
}

static uint64_t now_tick(const Run *run)
{
    return cw_world_tick(run->session->world);
}

bool run_apply_changes(Run *run, CwError *error)
{
    return run->guest == NULL || run->guest->apply(guest_state(run), run, error);
}

uint64_t run_first_change(const Run *run)
{
    return run->guest == NULL ? UINT64_MAX : run->guest->first_change(guest_state(run));
}

void run_leave_source(Run *run)
{
    run_apply_changes(run, &(CwError){0});
    run->source = (RunSource){0};
}

/* ---- branches ---- */

/* Rewinds the writers to the world's tick. */
static void rewind_writers(Run *run)
{
    bool finished = session_probe(run->session).finished;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_flush(run->writers[i]);
        run->writers[i]->is_finished = finished;
        replay_writer_rewind(run->writers[i], now_tick(run));
    }
    if (run->guest != NULL) {
        run->guest->branched(guest_state(run), run);
    }
}

static void replace_future(Run *run)
{
    run->state = RUN_BEGINS;
    rewind_writers(run);
}

static void discard_inputs(Run *run)
{
    run->ends_at = 0;
    cw_history_cut(run->history, now_tick(run));
    if (run->guest != NULL) {
        run->guest->discard_after(guest_state(run), now_tick(run));
    }
}

void run_begin_repeat(Run *run)
{
    uint64_t next = now_tick(run) + 1;
    run->rewind_count++;
    run->ends_at = 0;
    if (next <= cw_history_newest(run->history)) {
        CwTickInput input = cw_history_input(run->history, next);
        cw_history_correct(run->history, next, &input);
    }
    replace_future(run);
}

/* ---- time ---- */

uint32_t run_time_at(const Run *run, const CwProbe *probe)
{
    bool has_not_begun = !run->has_input && run->session->desc.game->rank.medal_count > 0;
    bool has_end = probe->finished || (probe->lost != NULL && probe->finish_tick > 0);
    uint64_t all = has_end ? probe->finish_tick : has_not_begun ? 0 : now_tick(run);
    return (uint32_t)(run->has_clock ? probe->time_ticks : all);
}

static void note_splits(CwRunTime *time, const CwProbe *probe, uint64_t tick)
{
    uint64_t all = probe->finished ? probe->finish_tick : tick;
    uint32_t now = (uint32_t)(probe->time_ticks > 0 ? probe->time_ticks : all);
    while (time->split_count < probe->checkpoints && time->split_count < CW_SPLIT_MAX) {
        time->splits[time->split_count++] = now;
    }
    time->ticks = probe->finished && time->ticks == 0 ? now : time->ticks;
}

/* Notes the run's time. Drops splits and the finish that a new branch has not reached. */
static void note_time(Run *run)
{
    CwProbe probe = session_probe(run->session);
    CwRunTime *time = &run->time;
    run->probe = probe;
    run->is_finished = probe.finished;
    time->ticks = probe.finished ? time->ticks : 0;
    time->score = time->ticks > 0 ? time->score : probe.score;
    time->split_count =
        time->split_count < probe.checkpoints ? time->split_count : probe.checkpoints;
    time->clean =
        time->clean != 0 && run->rewind_count == 0 && run_first_change(run) > now_tick(run);
    note_splits(time, &probe, now_tick(run));
    CwInputFrame input = possible_input_union(&run->session->world->input);
    run->has_input = run->has_input || (input.down | input.pressed) != 0;
    run->has_clock = run->has_clock || probe.time_ticks > 0;
    run->now_time = run_time_at(run, &probe);
}

/* The speed after the finish does not affect the rank. */
void run_note_speed(Run *run, int speed)
{
    if (run->is_finished) {
        return;
    }
    run->was_slowed = run->was_slowed || (speed > 0 && speed < REPLAY_SPEED_NORMAL);
    run->was_stepped = run->was_stepped || speed == 0;
    run->time.clean = run->time.clean != 0 && speed >= REPLAY_SPEED_NORMAL;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_speed(run->writers[i], (uint32_t)speed);
    }
}

void run_note_continued(Run *run)
{
    run->rewind_count++;
    replace_future(run);
}

void run_note_taken(Run *run)
{
    run->was_taken_over = true;
    run->time.clean = 0;
    for (int i = 0; i < run->writer_count; i++) {
        replay_writer_mark(run->writers[i], REPLAY_CHUNK_TAKEN);
    }
}

/* ---- edges ---- */

static void add_presses(const Run *run, CwTickInput *input)
{
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        input->players[i].pressed |=
            input->players[i].down & ~run->session->world->input.players[i].down;
    }
}

/* Derives edges from the last tick. Returns whether an action is held without a press. */
static bool settle_edges(const Run *run, CwTickInput *input)
{
    const CwInputFrame *before = run->session->world->input.players;
    uint32_t held_since = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        possible_input_settle(&input->players[i], &before[i]);
        held_since |= possible_input_held_since(&input->players[i], &before[i]);
    }
    return held_since != 0;
}

/* ---- ticks ---- */

static bool is_tested(const Run *run)
{
    return run->guest != NULL && run->guest->is_testing(guest_state(run));
}

static bool simulate_tick(Run *run, const CwTickInput *input, bool is_tested, CwError *error)
{
    if (!run_apply_changes(run, error)) {
        return false;
    }
    if (!is_tested && coming_adopt(run->session, input)) {
        return true;
    }
    const CwWorld *world = run->session->world;
    bool ok = (!is_tested || run->guest->before_tick(guest_state(run), world, input, error)) &&
              session_tick(run->session, input, error);
    if (ok) {
        coming_ticked(run->session);
    }
    return ok;
}

/* Notes the first tick that differs from the recording. Later ticks may all differ. */
static void compare_hash(Run *run, uint64_t tick)
{
    uint64_t wanted = cw_replay_hash(run->source.recording, tick);
    if (run->hash != wanted) {
        run->differs_at = tick;
        world_hash_describe(wanted, run->hash, run->differs_in, sizeof run->differs_in);
    }
}

/* Makes the simulated tick a part of the run. */
static bool record_tick(Run *run, CwError *error)
{
    Session *session = run->session;
    bool tested = is_tested(run);
    if (run->guest != NULL && (run->is_audited || tested) &&
        !session->desc.guest->check(session->world, error)) {
        return false;
    }
    if (run->history != NULL) {
        cw_history_tick(run->history, session->world);
    }
    const CwReplayFile *recording = run->source.recording;
    bool is_compared =
        recording != NULL && run->differs_at == 0 && now_tick(run) <= recording->tick_count;
    if (run->writer_count > 0 || is_compared) {
        run->hash = cw_world_hash(session->world);
    }
    if (is_compared) {
        compare_hash(run, now_tick(run));
    }
    bool was_lost = run->probe.lost != NULL;
    note_time(run);
    for (int i = 0; i < run->writer_count; i++) {
        run->writers[i]->is_finished = run->is_finished;
        replay_writer_tick(run->writers[i], &session->world->input, run->hash);
        if (!was_lost && run->probe.lost != NULL) { /* now, in case the program is killed */
            replay_writer_mark(run->writers[i], REPLAY_CHUNK_LOST);
        }
    }
    if (run->marks != NULL) {
        run_marks_note(run->marks, session, &run->probe);
    }
    return !tested || run->guest->after_tick(guest_state(run), run, error);
}

bool run_tick(Run *run, const CwTickInput *given, CwError *error)
{
    CwTickInput input = *given;
    CW_ASSERT(run->state != RUN_DETACHED, "seek before the run goes on");
    if (run->state == RUN_IN_PAST) {
        run->rewind_count++;
        discard_inputs(run);
        replace_future(run);
    } else if (run->ends_at > 0) {
        discard_inputs(run);
    }
    if (settle_edges(run, &input) && run->state != RUN_BEGINS) {
        run->rewind_count++;
        rewind_writers(run);
    }
    if (!simulate_tick(run, &input, is_tested(run), error)) {
        return false;
    }
    run->state = RUN_GOES_ON;
    return record_tick(run, error);
}

bool run_play(Run *run, CwTickInput *input, CwError *error)
{
    if (run->state == RUN_GOES_ON) {
        add_presses(run, input);
    }
    return run_tick(run, input, error);
}

bool run_advance(Run *run, CwError *error)
{
    CwTickInput input = run->source.next(run->source.context, run->session);
    return run_tick(run, &input, error);
}

bool run_advance_to(Run *run, uint64_t tick, CwError *error)
{
    bool ok = true;
    while (ok && now_tick(run) < tick) {
        ok = run_advance(run, error);
    }
    return ok;
}

bool run_simulate_coming(Run *run, const CwTickInput *given)
{
    bool is_due = run->guest != NULL && run->guest->is_due(guest_state(run), now_tick(run));
    if (run->state == RUN_DETACHED || is_due) {
        return false;
    }
    CwTickInput input =
        given != NULL ? *given : run->source.next(run->source.context, run->session);
    if (given != NULL && run->state == RUN_GOES_ON) {
        add_presses(run, &input);
    }
    settle_edges(run, &input);
    return coming_simulate(run->session, &input);
}

/* ---- the past ---- */

uint64_t run_oldest(const Run *run)
{
    return run->history != NULL ? cw_history_oldest(run->history) : now_tick(run);
}

uint64_t run_newest(const Run *run)
{
    if (run->ends_at > 0) {
        return run->ends_at;
    }
    return run->history != NULL ? cw_history_newest(run->history) : now_tick(run);
}

bool run_seek(Run *run, uint64_t tick, CwError *error)
{
    CwWorld *world = run->session->world;
    if (run->history == NULL) {
        return cw_error_set(error, "there is no history to seek in: game.history is 0");
    }
    uint64_t oldest = run_oldest(run), newest = run_newest(run), now = now_tick(run);
    uint64_t wanted = tick < oldest ? oldest : tick > newest ? newest : tick;
    if (wanted != now || run->state == RUN_DETACHED) {
        coming_drop(run->session);
    }
    bool must_restore = run->state == RUN_DETACHED || wanted < now ||
                        cw_history_keyframe(run->history, wanted) > now;
    if (must_restore && !cw_history_restore(run->history, world, wanted)) {
        return cw_error_set(error, "the history does not hold tick %" PRIu64, wanted);
    }
    if (must_restore && run->guest != NULL) {
        run->guest->rewound(guest_state(run), now_tick(run));
    }
    while (now_tick(run) < wanted) {
        CwTickInput input = cw_history_input(run->history, now_tick(run) + 1);
        if (!simulate_tick(run, &input, false, error)) {
            return false;
        }
    }
    if (wanted < newest) {
        run->state = RUN_IN_PAST;
    } else if (run->state != RUN_BEGINS) {
        run->state = RUN_GOES_ON;
    }
    return run_apply_changes(run, error);
}

void run_end_repeat(Run *run)
{
    run->ends_at = now_tick(run) < run_newest(run) ? now_tick(run) : 0;
}

/* ---- late input ---- */

/* Replaces a player's input, and guesses later ticks again, up to the next one that was no guess. A
 * guess has the same held actions and nothing else. */
static void replace_input(Run *run, const CwLateInput *late)
{
    int player = late->player;
    CwTickInput was = cw_history_input(run->history, late->tick), now = was;
    now.players[player] = late->input;
    cw_history_correct(run->history, late->tick, &now);
    for (uint64_t tick = late->tick + 1; tick <= run_newest(run); tick++) {
        const CwInputFrame guess = possible_input_held(&was).players[player];
        was = cw_history_input(run->history, tick);
        if (tick <= run->late_ticks[player] ||
            memcmp(&was.players[player], &guess, sizeof guess) != 0) {
            return;
        }
        now.players[player] = possible_input_held(&now).players[player];
        CwTickInput corrected = was;
        corrected.players[player] = now.players[player];
        cw_history_correct(run->history, tick, &corrected);
    }
}

bool run_correct(Run *run, const CwLateInput *late, CwError *error)
{
    uint64_t tick = late->tick, newest = run_newest(run);
    CW_ASSERT(late->player >= 0 && late->player < game_player_count(run->session->desc.game),
              "late input is a player's of the game");
    if (tick > newest) {
        return cw_error_set(
            error, "late input for tick %" PRIu64 ", the newest is %" PRIu64 ": keep it until then",
            tick, newest);
    }
    if (run->history == NULL || tick <= run_oldest(run)) {
        return cw_error_set(
            error, "input for tick %" PRIu64 " is too late at tick %" PRIu64 ": raise game.history",
            tick, newest);
    }
    uint64_t *late_tick = &run->late_ticks[late->player];
    *late_tick = *late_tick > late->tick ? *late_tick : late->tick;
    CwTickInput input = cw_history_input(run->history, late->tick);
    if (memcmp(&input.players[late->player], &late->input, sizeof late->input) == 0) {
        return true;
    }
    replace_input(run, late);
    if (run->mistaken_tick == 0 || late->tick < run->mistaken_tick) {
        run->mistaken_tick = late->tick;
    }
    return true;
}

bool run_begin_correction(Run *run, CwError *error)
{
    uint64_t tick = run->mistaken_tick;
    run->mistaken_tick = 0;
    if (tick == 0) {
        return true;
    }
    if (!run_seek(run, tick - 1, error)) {
        return false;
    }
    replace_future(run);
    return true;
}

bool run_repeat_tick(Run *run, CwError *error)
{
    CwTickInput input = cw_history_input(run->history, now_tick(run) + 1);
    if (now_tick(run) > 0 && run->session->desc.game->input.source != NULL) {
        add_presses(run, &input); /* guesses about other players may lack presses */
    }
    return run_tick(run, &input, error) && run_apply_changes(run, error);
}

/* ---- run source ---- */

static CwTickInput next_recorded(const void *context, const Session *session)
{
    const CwReplayFile *replay = context;
    uint64_t tick = cw_world_tick(session->world) + 1;
    return tick <= replay->tick_count ? cw_replay_input(replay, tick) : (CwTickInput){0};
}

RunSource run_source_replay(const CwReplayFile *replay)
{
    return (RunSource){.next = next_recorded,
                       .context = replay,
                       .end = replay->tick_count,
                       .recording = replay,
                       .changes = replay->edits,
                       .change_count = replay->edit_count};
}

static CwTickInput next_held(const void *context, const Session *session)
{
    (void)context;
    return possible_input_held(&session->world->input);
}

RunSource run_source_held(void)
{
    return (RunSource){.next = next_held, .end = UINT64_MAX};
}

bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input)
{
    const Run *run = services_of(frame)->run;
    if (run == NULL || tick == 0 || tick > now_tick(run) ||
        tick > run_first_change(run)) { /* inputs alone do not repeat changes */
        return false;
    }
    if (run->source.next == next_recorded && tick <= run->source.end) {
        *input = cw_replay_input(run->source.context, tick);
        return true;
    }
    /* Without a history both ends are the present. */
    if (tick <= run_oldest(run) || tick > run_newest(run)) {
        return false;
    }
    *input = cw_history_input(run->history, tick);
    return true;
}

CwRunInfo cw_frame_run_info(const CwFrame *frame)
{
    const Run *run = services_of(frame)->run;
    if (run == NULL || frame->scene == CW_SCENE_TITLE || !run->is_played ||
        run->source.next != NULL) {
        return (CwRunInfo){0};
    }
    return (CwRunInfo){.ticks = now_tick(run),
                       .rewind_count = run->rewind_count,
                       .slowed = run->was_slowed,
                       .stepped = run->was_stepped,
                       .edited = run_first_change(run) <= now_tick(run),
                       .taken_over = run->was_taken_over,
                       .clean = run->time.clean != 0};
}
