#include "run/replay_ticks.h"
#include "support/expect.h"
#include "support/replay_samples.h"

static ReplayRows rows;
static uint8_t block[1 << 19];

static void tear_down(void)
{
    replay_rows_close(&rows);
}

FIXTURE(.tear_down = tear_down);

static void open_rows(int tick_rate, uint32_t player_count)
{
    CwReplayHeader header = sample_header(tick_rate);
    header.player_count = player_count;
    ck_assert(replay_rows_open(&rows, &header));
    ck_assert_uint_le(replay_rows_bound(&rows), sizeof block);
}

static CwTickInput any_tick(CwRng *rng, const CwTickInput *before, uint32_t player_count)
{
    CwTickInput input = {.command = {(uint32_t)cw_rng_next(rng), (int32_t)cw_rng_next(rng)}};
    for (uint32_t i = 0; i < player_count; i++) {
        input.players[i] = sample_any_input(rng, &before->players[i]);
        input.players[i].world_x = (int32_t)(uint32_t)cw_rng_next(rng);
    }
    return input;
}

TEST(any_input_comes_back_bit_for_bit, .rounds = CW_PLAYER_MAX)
{
    static CwTickInput inputs[CW_SIM_TICK_RATE_MAX];
    CwRng rng;
    cw_rng_seed(&rng, 1, 1);
    open_rows(CW_SIM_TICK_RATE_MAX, (uint32_t)_i + 1);
    for (int chunk = 0; chunk < 20; chunk++) {
        size_t count = 1 + cw_rng_below(&rng, CW_SIM_TICK_RATE_MAX);
        rows.count = 0;
        for (size_t i = 0; i < count; i++) {
            inputs[i] = any_tick(&rng, &inputs[i > 0 ? i - 1 : 0], (uint32_t)_i + 1);
            replay_rows_add(&rows, &inputs[i]);
        }
        size_t bytes = replay_rows_encode(&rows, block);
        ck_assert(replay_rows_decode(&rows, count, block, bytes));
        for (size_t i = 0; i < count; i++) {
            CwTickInput input = replay_rows_get(&rows, i);
            ck_assert_mem_eq(&input, &inputs[i], sizeof input);
        }
    }
}

TEST(a_block_holds_exactly_the_claimed_rows)
{
    open_rows(60, 1);
    for (int i = 0; i < 60; i++) {
        replay_rows_add(&rows, &(CwTickInput){.command = {.value = i}});
    }
    size_t bytes = replay_rows_encode(&rows, block);
    ck_assert(!replay_rows_decode(&rows, 59, block, bytes));
    ck_assert(replay_rows_decode(&rows, 60, block, bytes));
    for (size_t cut = 0; cut < bytes; cut++) {
        uint8_t *exact = malloc(cut + 1); /* so that a sanitizer sees any byte too many */
        memcpy(exact + 1, block, cut);
        ck_assert(!replay_rows_decode(&rows, 60, exact + 1, cut));
        free(exact);
    }
}

TEST(a_minute_of_driving_takes_less_than_six_kilobytes)
{
    open_rows(60, 1);
    for (uint64_t seed = 0; seed < 20; seed++) {
        SampleDriver driver = sample_driver(seed);
        size_t size = 0;
        for (int second = 0; second < 60; second++) {
            rows.count = 0;
            for (int i = 0; i < 60; i++) {
                replay_rows_add(&rows, &(CwTickInput){.players = {*sample_drive(&driver)}});
            }
            size += replay_rows_encode(&rows, block);
        }
        EXPECT_BETWEEN(size, 1000, 6000);
    }
}
