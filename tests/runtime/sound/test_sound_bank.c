#include "support/sounds.h"
#include "support/temp_folder.h"

#include <sndfile.h>
#include <sys/stat.h>

/* Sounds from files, which libsndfile writes here, and from generators. */

static SoundBank bank;
static atomic_bool given_up;

static void tear_down(void)
{
    sound_bank_close(&bank);
}

FIXTURE(.set_up = temp_make, .tear_down = tear_down);

static void write_tone(const char *name, int format, int channels, int rate_hz)
{
    SF_INFO info = {.format = format, .channels = channels, .samplerate = rate_hz};
    SNDFILE *file = sf_open(temp_path(name), SFM_WRITE, &info);
    ck_assert_msg(file != NULL, "%s: %s", name, sf_strerror(NULL));
    static float samples[8 * 22050];
    for (int i = 0; i < channels * rate_hz / 2; i++) {
        samples[i] = 0.5f * (float)sin(i / channels * 2 * 3.14159265358979 * 441 / rate_hz);
    }
    ck_assert_int_eq(sf_writef_float(file, samples, rate_hz / 2), rate_hz / 2);
    sf_close(file);
}

static const SoundClip *load(const CwSoundDef *def)
{
    sound_bank_close(&bank);
    bank.defs = def;
    bank.count = 1;
    bank.folder = temp_folder;
    EXPECT_OK(sound_bank_open(&bank, &error));
    sound_bank_load(&bank, 0);
    return bank.clips;
}

/* Returns the messages on stderr meanwhile. */
static const char *said_of(const CwSoundDef *def)
{
    temp_listen();
    load(def);
    return temp_said();
}

TEST(wav_ogg_and_flac_are_read, .rounds = 4)
{
    static const struct {
        const char *name;
        int format, channels;
        double off;
    } files[] = {{"a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 0.001},
                 {"b.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 2, 0.001},
                 {"c.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 2, 0.05},
                 {"d.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1, 0.001}};
    write_tone(files[_i].name, files[_i].format, files[_i].channels, 22050);
    const SoundClip *clip = load(&(CwSoundDef){.file = files[_i].name});
    ck_assert_int_eq(clip->frames, 11025);
    ck_assert(clip->channels == files[_i].channels && clip->rate_hz == 22050);
    for (int i = 0; i < clip->frames; i++) {
        double wanted = 0.5 * sin(i * 2 * 3.14159265358979 * 441 / 22050);
        EXPECT_WITHIN(clip->samples[i * clip->channels] / 32767.0, wanted - files[_i].off,
                      wanted + files[_i].off);
    }
}

TEST(a_file_that_is_no_sound_says_so_and_is_silent, .rounds = 7)
{
    static const struct {
        const char *text, *said;
    } broken[] = {{"", "save it anew as WAV or OGG"},
                  {"RIFF....WAVEfmt ", "save it anew"},
                  {"OggS and more that is none", "save it anew"},
                  {"a text that begins like no sound does", "save it anew as WAV or OGG"},
                  {"/", "it is a pipe or a device, not a file: put a sound file there"},
                  {"RIFF", "it is larger than 512 MiB: save it as OGG"},
                  {NULL, "No such file or directory: put a sound file there"}};
    if (broken[_i].text != NULL && broken[_i].text[0] == '/') {
        ck_assert_int_eq(mkfifo(temp_path("bad.wav"), 0600), 0);
    } else if (broken[_i].text != NULL) {
        temp_write("bad.wav", broken[_i].text);
    }
    if (_i == 5) {
        ck_assert_int_eq(truncate(temp_path("bad.wav"), (INT64_C(512) << 20) + 1), 0);
    }
    const char *said = said_of(&(CwSoundDef){.file = "bad.wav"});
    expect_text(said, "bad.wav: ");
    expect_text(said, broken[_i].said);
    ck_assert_ptr_null(bank.clips[0].samples);
    SoundMixer *mixer = sound_mixer_open(&bank, &error);
    EXPECT_OK(mixer != NULL);
    sound_mixer_apply(mixer, &(SoundCommand){.type = SOUND_ONCE, .volume = 1, .pitch = 1});
    hear(mixer, 1000);
    ck_assert_float_eq(loudest(0, 0, 1000), 0);
    sound_mixer_close(mixer);
}

TEST(more_than_two_channels_and_strange_rates_are_refused)
{
    write_tone("many.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 3, 22050);
    expect_text(said_of(&(CwSoundDef){.file = "many.wav"}), "it has 3 channels: save it as mono");
    write_tone("slow.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 2000);
    expect_text(said_of(&(CwSoundDef){.file = "slow.wav"}), "it has 2000 samples a second");
}

TEST(a_file_cut_short_plays_what_is_there)
{
    write_tone("cut.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 22050);
    ck_assert_int_eq(truncate(temp_path("cut.wav"), 44 + 2 * 5000), 0);
    ck_assert_int_eq(load(&(CwSoundDef){.file = "cut.wav"})->frames, 5000);
}

static void make_wrong(float *samples, int frames, int channels)
{
    ck_assert(frames == 4800 && channels == 2);
    samples[0] = NAN;
    samples[1] = 2;
    samples[2] = -1;
}

TEST(a_generator_has_a_rate_of_its_own_and_its_mistakes_are_reported)
{
    CwSoundDef def = {
        .name = "wrong", .make = make_wrong, .seconds = 0.2, .rate_hz = 24000, .channels = 2};
    expect_text(said_of(&def), "\"wrong\" made samples that are no numbers from -1 to 1");
    const SoundClip *clip = bank.clips;
    ck_assert(clip->rate_hz == 24000 && clip->frames == 4800);
    ck_assert(clip->samples[0] == 0 && clip->samples[1] == 32767 && clip->samples[2] == -32768);
}

static void make_and_give_up(float *samples, int frames, int channels)
{
    memset(samples, 0, (size_t)frames * sizeof *samples);
    atomic_store(&given_up, true);
}

TEST(a_closed_bank_makes_no_further_sound)
{
    const CwSoundDef defs[2] = {{.name = "a", .make = make_and_give_up, .seconds = 0.1},
                                {.name = "b", .make = make_and_give_up, .seconds = 0.1}};
    bank = (SoundBank){.defs = defs, .count = 2, .given_up = &given_up};
    EXPECT_OK(sound_bank_open(&bank, &error));
    ck_assert(!sound_bank_load_all(&bank, true));
    ck_assert(bank.clips[0].samples != NULL && bank.clips[1].samples == NULL);
}

static int made_count;

static void make_ramp(float *samples, int frames, int channels)
{
    made_count++;
    for (int i = 0; i < frames * channels; i++) {
        samples[i] = (float)(i % 100) / 100;
    }
}

TEST(generated_samples_are_cached_for_this_program)
{
    Cache cache;
    const CwSoundDef def = {.name = "ramp", .make = make_ramp, .seconds = 0.1};
    temp_mkdir("kept");
    cache_open(&cache, temp_path("kept"));
    for (int i = 0; i < 3; i++) {
        bank.cache = &cache;
        bank.program = (CacheKey){i == 2, 1};
        load(&def);
        ck_assert_int_eq(made_count, i == 2 ? 2 : 1);
        ck_assert_int_eq(bank.clips[0].samples[250], (int16_t)(0.5 * 32768));
    }
}

TEST(music_is_left_out_until_it_is_asked_for_and_dropped_without_a_trace)
{
    const CwSoundDef defs[2] = {
        {.name = "hit", .make = make_ramp, .seconds = 0.1},
        {.name = "tune", .make = make_ramp, .seconds = 0.1, .group = CW_SOUND_MUSIC}};
    bank = (SoundBank){.defs = defs, .count = 2};
    EXPECT_OK(sound_bank_open(&bank, &error));
    ck_assert(sound_bank_load_all(&bank, false));
    ck_assert(bank.clips[0].samples != NULL && bank.clips[1].samples == NULL);
    for (int i = 0; i < 2; i++) {
        sound_bank_load(&bank, 1);
        sound_bank_load(&bank, 1);
        ck_assert(bank.clips[1].frames == 4800 && made_count == 2 + i);
        sound_bank_drop(&bank, 1);
        ck_assert(bank.clips[1].frames == 0 && bank.clips[1].samples == NULL);
    }
}
