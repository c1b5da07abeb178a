#include "sound/sound_track.h"
#include "support/sounds.h"
#include "support/temp_folder.h"

/* The sound of the surviving timeline in a WAV file, read back by libsndfile. */

static SoundTrack track;
static SF_INFO info;

static void tear_down(void)
{
    sound_track_close(&track);
}

SET_UP(.tear_down = tear_down)
{
    EXPECT_OK(sound_track_open(&track, open_test_mixer(), temp_path("out.wav"), &error));
}

/* Ticks to `last`, of which `sound` plays in each that `every` divides. */
static void run(uint64_t last, uint64_t safe, uint64_t every, int sound)
{
    while (track.newest_tick < last) {
        sound_track_advance(&track, track.newest_tick, track.newest_tick + 1,
                            safe < track.newest_tick ? safe : track.newest_tick);
        if (track.newest_tick % every == 0) {
            SoundCommand command = {.type = SOUND_ONCE, .sound = sound, .volume = 1, .pitch = 1};
            command.at_frame = sound_track_frame(track.tick_rate, track.newest_tick);
            sound_track_add(&track, &command);
        }
    }
}

static void read_back(const char *name)
{
    memset(heard, 0, sizeof heard);
    info = (SF_INFO){0};
    SNDFILE *file = sf_open(temp_path(name), SFM_READ, &info);
    ck_assert_msg(file != NULL, "%s", sf_strerror(NULL));
    ck_assert_int_eq(sf_readf_float(file, heard[0], HEARD_FRAMES_MAX), info.frames);
    sf_close(file);
}

TEST(every_cue_is_at_its_tick_whatever_the_rate, .rounds = 3)
{
    static const int rates[] = {60, 77, 1000};
    int rate = rates[_i];
    sound_track_begin(&track, rate);
    run((uint64_t)(2 * rate), UINT64_MAX, (uint64_t)rate * 6 / 7, SOUND_LEVEL);
    ck_assert(sound_track_close(&track));
    read_back("out.wav");
    ck_assert_int_eq(info.frames, (2 * rate + 1) * INT64_C(48000) / rate);
    for (int tick = rate * 6 / 7; tick < 2 * rate; tick += rate * 6 / 7) {
        int64_t at = tick * INT64_C(48000) / rate;
        ck_assert_float_eq(heard[at - 1][0], 0);
        EXPECT_WITHIN(heard[at][0], 0.245, 0.255);
    }
}

TEST(the_file_is_16_bit_stereo_at_48_khz_and_its_header_is_exact)
{
    sound_track_begin(&track, 60);
    run(30, UINT64_MAX, 10, SOUND_TONE);
    ck_assert(sound_track_close(&track));
    read_back("out.wav");
    ck_assert_int_eq(info.format, SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    ck_assert(info.channels == 2 && info.samplerate == 48000 && info.frames == 31 * 800);
    FILE *file = fopen(temp_path("out.wav"), "rb");
    fseek(file, 0, SEEK_END);
    ck_assert_int_eq(ftell(file), 44 + 4 * info.frames);
    fclose(file);
}

TEST(a_rewind_drops_later_sounds_and_keeps_earlier_ones)
{
    sound_track_begin(&track, 60);
    run(100, 0, 45, SOUND_LEVEL); /* at 45 and 90 */
    sound_track_advance(&track, 60, 61, 0);
    run(120, 0, 110, SOUND_LEVEL);
    ck_assert(sound_track_close(&track));
    read_back("out.wav");
    ck_assert_int_eq(info.frames, 121 * 800);
    EXPECT_WITHIN(heard[45 * 800][0], 0.245, 0.255);
    EXPECT_WITHIN(heard[74 * 800][0], 0.245, 0.255); /* it sounds for 30 ticks */
    ck_assert_float_eq(loudest(0, 76 * 800, 33 * 800), 0);
    EXPECT_WITHIN(heard[110 * 800][0], 0.245, 0.255);
}

TEST(early_writing_gives_the_same_file)
{
    static float late[200 * 800][2];
    sound_track_begin(&track, 60);
    run(199, 0, 7, SOUND_TONE);
    ck_assert(sound_track_close(&track));
    read_back("out.wav");
    memcpy(late, heard, sizeof late);
    EXPECT_OK(sound_track_open(&track, open_test_mixer(), temp_path("early.wav"), &error));
    sound_track_begin(&track, 60);
    run(199, UINT64_MAX, 7, SOUND_TONE);
    ck_assert(sound_track_close(&track));
    read_back("early.wav");
    ck_assert_mem_eq(heard, late, sizeof late);
}

TEST(another_run_restarts_the_file)
{
    sound_track_begin(&track, 60);
    run(100, UINT64_MAX, 10, SOUND_TONE);
    sound_track_begin(&track, 60);
    run(20, UINT64_MAX, 100, SOUND_TONE);
    ck_assert(sound_track_close(&track));
    read_back("out.wav");
    ck_assert_int_eq(info.frames, 21 * 800);
    ck_assert_float_eq(loudest(0, 0, 21 * 800), 0);
}

TEST(a_file_that_is_not_closed_plays_up_to_its_last_second)
{
    sound_track_begin(&track, 60);
    run(150, UINT64_MAX, 10, SOUND_TONE);
    read_back("out.wav");
    EXPECT_WITHIN(info.frames, 48000, 150 * 800);
    ck_assert_float_gt(loudest(0, 0, 48000), 0.1f);
}
