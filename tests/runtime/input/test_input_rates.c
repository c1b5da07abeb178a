#include "clockwork/rng.h"
#include "sim/possible_input.h"
#include "support/input_events.h"
#include "support/test.h"

enum { JUMP, GAS };
enum { KEY_A = 4, KEY_B = 5, KEY_C = 6 };

static const InputMap map = {
    .actions = {[JUMP] = {.items = {{.source = BINDING_KEY, .code = KEY_A},
                                    {.source = BINDING_KEY, .code = KEY_B}},
                          .count = 2},
                [GAS] = {.items = {{.source = BINDING_KEY, .code = KEY_C}}, .count = 1}}};

static const int frame_rates[] = {10, 24, 30, 37, 60, 75, 144, 240, 1000};

/* ---- A loop of frames and ticks, exact in integers ---- */

typedef struct Rates {
    int64_t fps, tick_rate;
} Rates;

typedef struct Seen {
    int64_t presses[CW_ACTION_MAX], releases[CW_ACTION_MAX];
    int64_t first_press_tick; /* of JUMP, -1 before */
    int64_t tick;             /* ticks run */
    int64_t dx, dy;
    int64_t unsound_count; /* an assertion a tick would take most of the time */
    CwInputFrame last;
} Seen;

static void see_tick(Seen *seen, const CwInputFrame *frame)
{
    seen->unsound_count += !possible_input_check(frame, &seen->last, GAS + 1, false, NULL);
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        seen->presses[action] += cw_input_pressed(frame, action);
        seen->releases[action] += cw_input_released(frame, action);
    }
    if (cw_input_pressed(frame, JUMP) && seen->first_press_tick < 0) {
        seen->first_press_tick = seen->tick;
    }
    seen->dx += frame->pointer_dx;
    seen->dy += frame->pointer_dy;
    seen->last = *frame;
    seen->tick++;
}

static int64_t frame_time_ns(int64_t frame, Rates rates)
{
    return frame * 1000000000 / rates.fps;
}

static int64_t ticks_due(int64_t frame, Rates rates)
{
    return frame * rates.tick_rate / rates.fps;
}

/* Polls all events up to each frame's time, then runs the ticks that are due; ends when 20
 * ticks and two frames have followed the last event. */
static Seen play(InputCollector *collector, const InputEvent *events, int count, Rates rates)
{
    Seen seen = {.first_press_tick = -1};
    int64_t end_ns =
        events[count - 1].time_ns + 20000000000 / rates.tick_rate + 2000000000 / rates.fps;
    int next = 0;
    for (int64_t frame = 0; frame_time_ns(frame, rates) <= end_ns; frame++) {
        while (next < count && events[next].time_ns <= frame_time_ns(frame, rates)) {
            push_event(collector, &events[next++]);
        }
        while (seen.tick < ticks_due(frame, rates)) {
            CwInputFrame input = collector_latch_tick(collector);
            see_tick(&seen, &input);
        }
    }
    ck_assert_int_eq(next, count);
    ck_assert_int_eq(seen.unsound_count, 0);
    return seen;
}

/* ---- Every edge reaches exactly one tick ---- */

/* The tick that has to see a press at this time: the first that runs after it was polled. */
static int64_t expected_tick(int64_t time_ns, Rates rates)
{
    int64_t frame = 0;
    while (frame_time_ns(frame, rates) < time_ns) {
        frame++;
    }
    return frame == 0 ? 0 : ticks_due(frame - 1, rates);
}

static void check_tap(int64_t down_ns, int64_t up_ns, Rates rates)
{
    const InputEvent tap[] = {
        {.type = INPUT_KEY, .time_ns = down_ns, .code = KEY_A, .value = 1},
        {.type = INPUT_KEY, .time_ns = up_ns, .code = KEY_A, .value = 0},
    };
    InputCollector collector;
    start_collector(&collector, &map);
    Seen seen = play(&collector, tap, 2, rates);
    ck_assert_int_eq(seen.presses[JUMP], 1);
    ck_assert_int_eq(seen.releases[JUMP], 1);
    ck_assert_int_eq(seen.first_press_tick, expected_tick(down_ns, rates));
}

/* Places the tap in each of 12 frames, in three places of it. */
static void check_taps(int64_t length_ns, Rates rates)
{
    for (int64_t step = 0; step < 36; step++) {
        int64_t down_ns = frame_time_ns(5, rates) + step * 1000000000 / (3 * rates.fps) + 1;
        check_tap(down_ns, down_ns + length_ns, rates);
    }
}

TEST(a_tap_within_one_frame_is_seen_once, .rounds = CW_ARRAY_LENGTH(frame_rates))
{
    int64_t fps = frame_rates[_i];
    const int64_t tick_rates[] = {30, 60, 120, 2 * fps, 8 * fps};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tick_rates); i++) {
        check_taps(1000, (Rates){fps, tick_rates[i]});
    }
}

TEST(a_tap_over_frames_is_seen_once, .rounds = CW_ARRAY_LENGTH(frame_rates))
{
    int64_t fps = frame_rates[_i];
    check_taps(1000000000 / fps, (Rates){fps, fps / 4}); /* frames without ticks */
    check_taps(2500000000 / fps, (Rates){fps, fps / 4});
    check_taps(1500000000 / fps, (Rates){fps, 8 * fps});
}

enum { STREAM_LENGTH = 600 };

typedef struct Sent {
    int64_t edges[2][2]; /* of JUMP and GAS; up and down */
    double dx, dy;
    bool keys[3];
} Sent;

/* One random event: a key of three that changes, or motion in quarters of a point. */
static InputEvent random_event(CwRng *rng, Sent *sent)
{
    int key = (int)cw_rng_below(rng, 5);
    if (key >= 3) {
        InputEvent motion = {.type = INPUT_MOUSE_MOTION,
                             .dx = (int)cw_rng_below(rng, 401) / 4.0 - 50,
                             .dy = (int)cw_rng_below(rng, 401) / 4.0 - 50};
        sent->dx += motion.dx;
        sent->dy += motion.dy;
        return motion;
    }
    int action = key == 2 ? GAS : JUMP;
    bool other_held = action == JUMP && sent->keys[1 - key];
    sent->keys[key] = !sent->keys[key];
    sent->edges[action][sent->keys[key]] += !other_held;
    return (InputEvent){.type = INPUT_KEY, .code = KEY_A + key, .value = sent->keys[key]};
}

static void check_stream(uint64_t seed, Rates rates)
{
    CwRng rng;
    cw_rng_seed(&rng, seed, 1);
    Sent sent = {0};
    InputEvent events[STREAM_LENGTH];
    int64_t time_ns = 0;
    for (int i = 0; i < STREAM_LENGTH; i++) {
        events[i] = random_event(&rng, &sent);
        events[i].time_ns = time_ns += cw_rng_below(&rng, 100000000);
    }
    InputCollector collector;
    start_collector(&collector, &map);
    Seen seen = play(&collector, events, STREAM_LENGTH, rates);
    for (int action = JUMP; action <= GAS; action++) {
        ck_assert_int_eq(seen.presses[action], sent.edges[action][1]);
        ck_assert_int_eq(seen.releases[action], sent.edges[action][0]);
    }
    ck_assert_double_eq((double)seen.dx + collector.motion_x, sent.dx);
    ck_assert_double_eq((double)seen.dy + collector.motion_y, sent.dy);
}

TEST(random_streams_lose_and_double_nothing, .rounds = CW_ARRAY_LENGTH(frame_rates))
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        for (int64_t tick_rate = 30; tick_rate <= 120; tick_rate *= 2) {
            check_stream(seed, (Rates){frame_rates[_i], tick_rate});
        }
    }
}
