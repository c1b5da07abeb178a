#include "input/input_monkey.h"
#include "run/replay_input.h"
#include "support/expect.h"
#include "support/replay_samples.h"

enum { FRAMES_MAX = 1000 };

static CwInputFrame frames[FRAMES_MAX];
static CwInputCommand commands[FRAMES_MAX];
static uint8_t bytes[FRAMES_MAX * REPLAY_INPUT_BYTES_MAX];
static ReplayInputWriter writer;
static ReplayInputReader reader;

static void set_up(void)
{
    writer = (ReplayInputWriter){.in_world = true};
    reader = (ReplayInputReader){.in_world = true};
    memset(commands, 0, sizeof commands);
}

FIXTURE(.set_up = set_up);

/* Bytes that the first `count` frames take in one buffer. */
static size_t code(int count)
{
    replay_input_writer_begin(&writer, bytes);
    for (int i = 0; i < count; i++) {
        replay_input_writer_put(&writer, &frames[i], commands[i]);
    }
    return writer.used_bytes;
}

static void check_round_trip(int count)
{
    size_t size = code(count);
    replay_input_reader_begin(&reader, bytes, size);
    for (int i = 0; i < count; i++) {
        CwInputFrame frame;
        CwInputCommand command;
        ck_assert(replay_input_reader_next(&reader, &frame, &command, NULL));
        ck_assert_mem_eq(&frame, &frames[i], sizeof frame);
        ck_assert_mem_eq(&command, &commands[i], sizeof command);
    }
    ck_assert(replay_input_reader_is_done(&reader));
    ck_assert_uint_eq(reader.at, size);
}

/* What the reader says to bytes that are none of the writer's. */
static const char *refusal(const uint8_t *from, size_t size)
{
    error = (CwError){0};
    reader = (ReplayInputReader){.in_world = true};
    replay_input_reader_begin(&reader, from, size);
    CwInputFrame frame;
    CwInputCommand command;
    ck_assert(!replay_input_reader_next(&reader, &frame, &command, &error));
    return error.text;
}

TEST(any_frames_come_back_bit_for_bit)
{
    CwRng rng;
    cw_rng_seed(&rng, 1, 1);
    CwInputFrame last = {0};
    for (int done = 0; done < 100000;) {
        int count = 1 + (int)cw_rng_below(&rng, FRAMES_MAX);
        for (int i = 0; i < count; i++) {
            last = sample_any_input(&rng, &last);
            last.world_x = cw_rng_below(&rng, 3) == 0 ? (int32_t)(uint32_t)cw_rng_next(&rng) : i;
            frames[i] = last;
        }
        check_round_trip(count);
        done += count;
    }
}

TEST(monkeys_come_back_bit_for_bit)
{
    CwRng rng;
    cw_rng_seed(&rng, 2, 1);
    CwInputFrame frame = {0};
    for (int second = 0; second < 1000; second++) {
        for (int i = 0; i < 60; i++) {
            input_monkey(&rng, &frame, 1 + second % CW_ACTION_MAX);
            frames[i] = frame;
        }
        check_round_trip(60);
    }
}

TEST(every_step_between_extremes_comes_back)
{
    const int16_t extremes[] = {0, 1, -1, 63, 64, -64, -65, 8191, 8192, INT16_MAX, INT16_MIN};
    int count = CW_ARRAY_LENGTH(extremes);
    for (int i = 0; i < count * count; i++) {
        int16_t a = extremes[i / count];
        int16_t b = extremes[i % count];
        frames[2 * i] = (CwInputFrame){.pointer_x = a, .pointer_dy = a, .wheel = b};
        frames[2 * i + 1] = (CwInputFrame){.pointer_x = b, .pointer_y = a, .pointer_dx = b};
    }
    check_round_trip(2 * count * count);
}

TEST(the_worst_frame_fits_its_bound_exactly)
{
    frames[0] = (CwInputFrame){.down = 0x80000000, .released = 0x80000000};
    memset(frames[0].value, 1, sizeof frames[0].value);
    frames[0].pointer_x = frames[0].pointer_y = INT16_MIN;
    frames[0].pointer_dx = frames[0].pointer_dy = frames[0].wheel = INT16_MIN;
    frames[0].world_x = frames[0].world_y = INT32_MIN;
    commands[0] = (CwInputCommand){UINT32_MAX, INT32_MIN};
    ck_assert_uint_eq(code(1), REPLAY_INPUT_BYTES_MAX);
}

TEST(a_pointer_in_the_world_comes_back_from_end_to_end)
{
    const int32_t extremes[] = {0, 1, -1, 64, -65, INT16_MIN, INT32_MAX, INT32_MIN};
    int count = CW_ARRAY_LENGTH(extremes);
    for (int i = 0; i < count * count; i++) {
        frames[i] = (CwInputFrame){.world_x = extremes[i / count], .world_y = extremes[i % count]};
    }
    check_round_trip(count * count);
}

TEST(a_game_without_a_pointer_in_the_world_has_no_byte_of_it)
{
    writer.in_world = reader.in_world = false;
    frames[0] = (CwInputFrame){.pointer_x = 3};
    ck_assert_uint_eq(code(1), 3);
    frames[1] = (CwInputFrame){.pointer_x = 3, .world_x = 1000};
    ck_assert_uint_eq(code(2), 1);
}

TEST(unchanged_input_costs_one_byte_in_128_ticks)
{
    memset(frames, 0, sizeof frames);
    ck_assert_uint_eq(code(128), 1);
    ck_assert_uint_eq(code(129), 2);
    ck_assert_uint_eq(code(1000), 8);
}

TEST(a_key_costs_two_bytes_down_and_two_up)
{
    memset(frames, 0, sizeof frames);
    for (int i = 10; i < 20; i++) {
        frames[i] = (CwInputFrame){.down = 1 << 3, .value = {[3] = CW_ACTION_VALUE_MAX}};
    }
    frames[10].pressed = 1 << 3;
    frames[20].released = 1 << 3;
    ck_assert_uint_eq(code(40), 1 + 2 + 1 + 2 + 1);
}

TEST(a_tap_within_a_tick_costs_three_bytes)
{
    memset(frames, 0, sizeof frames);
    frames[5] = (CwInputFrame){.pressed = 4, .released = 4, .value = {[2] = CW_ACTION_VALUE_MAX}};
    ck_assert_uint_eq(code(40), 1 + 3 + 1);
}

TEST(a_minute_of_driving_takes_less_than_a_kilobyte)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        SampleDriver driver = sample_driver(seed);
        size_t size = 0;
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 60; i++) {
                frames[i] = *sample_drive(&driver);
            }
            size += code(60);
        }
        EXPECT_BETWEEN(size, 120, 1000);
    }
}

TEST(a_command_costs_nine_bytes_and_lasts_for_one_tick)
{
    memset(frames, 0, sizeof frames);
    commands[5] = (CwInputCommand){CW_SETTING_GRAVITY, -3000000};
    ck_assert_uint_eq(code(40), 1 + 9 + 1);
    writer = (ReplayInputWriter){0};
    check_round_trip(40);
}

TEST(a_tick_without_parts_is_refused)
{
    const uint8_t input[64] = {0};
    expect_text(refusal(input, sizeof input), "unknown kind");
}

TEST(inputs_that_end_within_a_frame_are_refused)
{
    CwRng rng;
    cw_rng_seed(&rng, 3, 1);
    for (int round = 0; round < 200; round++) {
        set_up();
        frames[0] = sample_any_input(&rng, &(CwInputFrame){.down = 1, .wheel = 300});
        size_t size = code(1);
        for (size_t cut = 0; cut < size; cut++) {
            uint8_t *exact = malloc(cut + 1);
            memcpy(exact + 1, bytes, cut);
            ck_assert_str_eq(refusal(exact + 1, cut), "the inputs end too early");
            free(exact);
        }
    }
}

TEST(leftover_runs_are_noticed)
{
    const uint8_t run_of_two[] = {0x81};
    CwInputFrame frame;
    CwInputCommand command;
    replay_input_reader_begin(&reader, run_of_two, 1);
    ck_assert(replay_input_reader_next(&reader, &frame, &command, NULL));
    ck_assert(!replay_input_reader_is_done(&reader));
    ck_assert(replay_input_reader_next(&reader, &frame, &command, NULL));
    ck_assert(replay_input_reader_is_done(&reader));
}
