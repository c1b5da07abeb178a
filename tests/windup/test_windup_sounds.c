/* The samples of each of Windup's sounds, and that each event asks for one at its tick. */
#include "base/frame_services.h"
#include "frame/sound.h"
#include "sim/poison.h"
#include "support/drive.h"
#include "view/view.h"
#include "windup/windup.h"

typedef struct Made {
    float *samples;
    int frames, count; /* of samples: frames times channels */
    double rate_hz, peak, loudness;
} Made;

static Made made;

static void make(int sound)
{
    const CwSoundDef *def = &windup_sounds[sound];
    int channels = def->channels == 0 ? 1 : def->channels;
    made.rate_hz = def->rate_hz == 0 ? CW_SOUND_RATE : def->rate_hz;
    made.frames = (int)lrint(def->seconds * made.rate_hz);
    made.count = made.frames * channels;
    free(made.samples);
    made.samples = calloc((size_t)made.count, sizeof *made.samples);
    def->make(made.samples, made.frames, channels);
    made.peak = made.loudness = 0;
    for (int i = 0; i < made.count; i++) {
        double sample = (double)made.samples[i];
        made.peak = fmax(made.peak, fabs(sample));
        made.loudness += sample * sample / made.count;
    }
    made.loudness = sqrt(made.loudness);
}

static void tear_down(void)
{
    drive_close();
    free(made.samples);
    made = (Made){0};
}

FIXTURE(.set_up = drive_set_up, .tear_down = tear_down, .timeout_s = 60);

static void expect_heard_whole(const char *name)
{
    ck_assert_msg(made.peak >= 0.2 && made.peak <= 0.85, "%s: peak %f", name, made.peak);
    ck_assert_msg(made.loudness >= 0.03 && made.loudness <= 0.2, "%s: %f", name, made.loudness);
    double mean = 0;
    for (int i = 0; i < made.count; i++) {
        mean += (double)made.samples[i] / made.count;
    }
    EXPECT_WITHIN(mean, -0.002, 0.002);
}

/* Within 3 ms. Rushes of air swell towards their moment, so of them the first that is no silence
 * counts. */
static void expect_begins_at_once_and_ends_softly(int sound)
{
    double begins = 0;
    for (int i = 0; i < CW_SOUND_RATE * 3 / 1000; i++) {
        begins = fmax(begins, fabs((double)made.samples[i]));
    }
    bool rush = sound == SOUND_SWISH || sound == SOUND_SWING;
    ck_assert_double_ge(begins, rush ? 1e-4 : made.peak / 20);
    if (sound > SOUND_MACHINE) {
        ck_assert_float_le(fabsf(made.samples[made.frames - 1]), 0.001f);
    }
}

/* From the last sample to the first is no longer a step than elsewhere. */
static void expect_no_seam(int sound)
{
    int channels = made.count / made.frames;
    double longest = 0;
    for (int i = channels; i < made.count; i++) {
        longest = fmax(longest, fabs((double)made.samples[i] - made.samples[i - channels]));
    }
    for (int side = 0; side < channels && (sound <= SOUND_MACHINE || channels == 2); side++) {
        double seam = fabs((double)made.samples[side] - made.samples[made.count - channels + side]);
        ck_assert_double_le(seam, longest);
    }
}

TEST(every_sound_is_heard_whole_and_without_a_seam, .rounds = WINDUP_SOUND_COUNT)
{
    make(_i);
    expect_heard_whole(windup_sounds[_i].name);
    expect_no_seam(_i);
    if (_i < SOUND_TUNE_FIRST) {
        expect_begins_at_once_and_ends_softly(_i);
    } else if (_i < SOUND_TUNE_FIRST + TUNE_COUNT) { /* as loud as the other tunes */
        EXPECT_WITHIN(made.loudness, 0.068, 0.076);
        ck_assert_double_le(made.peak, 0.8401);
    }
}

static Sound sound;

static void ask(const CwEvent *events, int count, CwScene scene)
{
    Session *session = &drive.session;
    CwFrame frame = {.sim_dt_s = 0.05,
                     .ticks = 3,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .services = &(CwFrameServices){.sound = &sound},
                     .events = {events, count, 0},
                     .scene = scene};
    memset(&sound, 0, sizeof sound);
    sound.desc.game = &windup_game;
    sounds_play(session->world, &frame);
}

static const SoundRequest *asked(SoundCommandType type)
{
    for (int i = 0; i < sound.request_count; i++) {
        if (sound.requests[i].command.type == type) {
            return &sound.requests[i];
        }
    }
    return NULL;
}

static CwEvent event_of(CwEventType type, int code, uint64_t tick)
{
    CwEntity buggy = drive_run()->buggy;
    return (CwEvent){.type = type,
                     .code = (uint32_t)code,
                     .tick = tick,
                     .a = buggy,
                     .b = {1, 1},
                     .type_a = TOUCH_CHASSIS,
                     .strength = 6,
                     .impulse_Ns = 10,
                     .point = drive_place()};
}

TEST(every_event_is_heard_at_its_own_tick, .rounds = CUE_PAD + 2, .left_out = POISON_WORKS)
{
    uint64_t tick = cw_world_tick(drive_world()) - 2;
    CwEvent event = _i <= CUE_PAD ? event_of(CW_EVENT_GAME, _i, tick)
                                  : event_of(CW_EVENT_CONTACT_BEGIN, 0, tick);
    ask(&event, 1, CW_SCENE_PLAY);
    const SoundRequest *cue = asked(SOUND_ONCE);
    ck_assert_ptr_nonnull(cue);
    ck_assert_uint_eq(cue->tick, tick);
}

TEST(crates_that_burst_at_once_are_heard_as_one)
{
    uint64_t tick = cw_world_tick(drive_world()) - 2;
    CwEvent events[] = {event_of(CW_EVENT_GAME, CUE_BURST, tick),
                        event_of(CW_EVENT_GAME, CUE_BURST, tick)};
    ask(events, 2, CW_SCENE_PLAY);
    int count = 0;
    for (int i = 0; i < sound.request_count; i++) {
        count += sound.requests[i].command.type == SOUND_ONCE;
    }
    ck_assert_int_eq(count, 1);
}

/* The volume of the music after three seconds. */
static float music_volume(void)
{
    for (int i = 0; i < 60; i++) {
        ask(NULL, 0, CW_SCENE_PLAY);
    }
    return asked(SOUND_MUSIC)->command.volume;
}

TEST(the_results_keep_the_tune_and_play_it_softer_than_the_climax_at_the_finish)
{
    drive_hold(1u << ACTION_ACCELERATE, 240);
    float driving = music_volume();
    int tune = asked(SOUND_MUSIC)->command.sound;
    drive_run()->finished = true;
    drive_run()->finish_tick = cw_world_tick(drive_world());
    float climax = music_volume();
    ck_assert_float_gt(climax, 2 * driving);
    ask(NULL, 0, CW_SCENE_RESULTS);
    ck_assert_int_eq(asked(SOUND_MUSIC)->command.sound, tune);
    ck_assert_float_lt(asked(SOUND_MUSIC)->command.volume, climax / 2);
    ask(NULL, 0, CW_SCENE_TITLE);
    ck_assert_int_eq(asked(SOUND_MUSIC)->command.sound, SOUND_TUNE_TITLE);
    ck_assert_int_ne(tune, SOUND_TUNE_TITLE);
}

TEST(the_music_is_hushed_before_a_machine_and_not_behind_it, .rounds = 2)
{
    drive_hold(1u << ACTION_ACCELERATE, 120);
    float alone = music_volume();
    drive_open_track(_i == 0 ? OBJECT(4, "pendulum", 3072, 600, 32, 160, "")
                             : OBJECT(4, "pendulum", 1280, 600, 32, 160, ""));
    drive_hold(0, 30);
    drive_hold(1u << ACTION_ACCELERATE, 120);
    EXPECT_WITHIN(music_volume() / alone, _i == 0 ? 0.5 : 0.99, _i == 0 ? 0.75 : 1.01);
}

static float layer_volume(Layer layer)
{
    for (int i = 0; i < sound.request_count; i++) {
        const SoundCommand *command = &sound.requests[i].command;
        int number = command->sound - SOUND_TUNE_FIRST;
        if (command->type == SOUND_LOOP && number >= 0 && number / TUNE_COUNT == (int)layer) {
            return command->volume;
        }
    }
    return 0;
}

TEST(the_music_has_a_layer_for_speed_and_one_for_danger)
{
    ask(NULL, 0, CW_SCENE_PLAY);
    ck_assert_float_lt(layer_volume(LAYER_SPEED), 0.02f);
    ck_assert_float_lt(layer_volume(LAYER_DANGER), 0.02f);
    drive_hold(1u << ACTION_ACCELERATE, 240);
    for (int i = 0; i < 60; i++) {
        ask(NULL, 0, CW_SCENE_PLAY);
    }
    ck_assert_float_gt(layer_volume(LAYER_SPEED), 0.1f);
    drive_run()->trouble = TROUBLE_FELL;
    for (int i = 0; i < 60; i++) {
        ask(NULL, 0, CW_SCENE_PLAY);
    }
    ck_assert_float_gt(layer_volume(LAYER_DANGER), 0.15f);
    ask(NULL, 0, CW_SCENE_TITLE);
    ck_assert_float_eq(layer_volume(LAYER_DANGER), 0);
}
