#include "sim/poison.h"
#include "support/program.h"

/* The sound of Windup: mixes of runs, rendered without a sound card. */

FIXTURE(PROGRAM, .timeout_s = 240);

static int16_t samples[60 * 48000][2];

static int read_mix(const char *name)
{
    FILE *file = fopen(temp_path(name), "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 44, SEEK_SET), 0);
    size_t count = fread(samples, sizeof samples[0], CW_ARRAY_LENGTH(samples), file);
    fclose(file);
    return (int)count;
}

static int loudest(int first, int count)
{
    int most = 0;
    for (int i = first; i < first + count; i++) {
        most = abs(samples[i][0]) > most ? abs(samples[i][0]) : most;
        most = abs(samples[i][1]) > most ? abs(samples[i][1]) : most;
    }
    return most;
}

/* Its mix is neither silent nor cut. Sanitizers see the mixer in tests of its own. */
TEST(a_run_has_music_and_sounds, .slow = true, .left_out = POISON_WORKS)
{
    expect_ok("\"$CLOCKWORK\" play assets/levels/first-wind.tmj --headless --bot --ticks 600 "
              "--render-sound a.wav --sound-log a.csv");
    const char *log = temp_read("a.csv");
    expect_text(log, ",music,tune-meadow,music,");
    expect_text(log, ",play,tread,effects,");
    expect_text(log, ",loop,ratchet-slow,effects,");
    int count = read_mix("a.wav");
    ck_assert_int_ge(count, 600 * 800);
    ck_assert_int_le(loudest(0, count), 29200); /* -1 dB */
    for (int i = 48000; i + 24000 < count; i += 24000) {
        ck_assert_int_ge(loudest(i, 24000), 1000);
    }
}

TEST(bundled_recordings_are_as_loud_as_each_other_and_not_cut, .slow = true, .rounds = 12,
     .left_out = POISON_WORKS)
{
    double power = 0;
    expect_ok(textf("file=assets/replays/$(cw levels | sed -n %dp).cwr && "
                    "cw replay \"$file\" --headless --render-sound a.wav",
                    _i + 1));
    int count = read_mix("a.wav");
    ck_assert_int_le(loudest(0, count), 29200); /* -1 dB */
    for (int i = 0; i < count; i++) {
        power += 0.5 / count * (samples[i][0] * samples[i][0] + samples[i][1] * samples[i][1]);
    }
    EXPECT_WITHIN(sqrt(power), 1500, 3000);
}

/* A hop of a standing buggy, alone. */
TEST(a_cue_is_heard_within_3_ms_of_its_tick)
{
    unsigned long tick = 0, sample = 0;
    expect_ok("\"$CLOCKWORK\" play assets/levels/first-wind.tmj --headless --ticks 200 "
              "--tap hop@1 --set audio.music=0 --set audio.ambience=0 --render-sound a.wav "
              "--sound-log a.csv");
    const char *row = strstr(temp_read("a.csv"), ",play,hop,");
    ck_assert_ptr_nonnull(row);
    while (row[-1] != '\n') {
        row--;
    }
    ck_assert_int_eq(sscanf(row, "%lu,%lu", &tick, &sample), 2);
    ck_assert_uint_eq(sample, tick * 800);
    EXPECT_WITHIN(tick, 29, 31);
    read_mix("a.wav");
    int before = loudest(0, (int)sample);
    ck_assert_int_ge(loudest((int)sample, 144), 20 * (before + 20));
}
