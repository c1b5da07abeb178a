/* The sounds that Windup asks for, and when they begin in a mix: each cue alone, each event at its
 * tick. */
#include "shell/sound.h"
#include "sim/poison.h"
#include "support/drive.h"
#include "support/game_config.h"
#include "support/temp_folder.h"
#include "view/cues.h"
#include "view/view.h"
#include "windup/windup.h"

enum { TICK_FRAMES = CW_SOUND_RATE / 60, GAP_TICKS = 13, MIX_TICKS_MAX = 60 * 60 };

static Sound sound;
static Config config;
static Notices captions;
static int16_t mix[MIX_TICKS_MAX * TICK_FRAMES];
static uint64_t cue_ticks[SOUND_TUNE_FIRST];

static void set_up(void)
{
    temp_make();
    game_config(&config, &windup_game);
    drive_open_track("");
    drive_hold(0, 30);
}

static void tear_down(void)
{
    drive_close();
    temp_remove();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down, .timeout_s = 60);

static bool is_loop(int cue)
{
    return cue <= SOUND_MACHINE;
}

/* Each cue once, with silence before the next. */
static void render_all(void)
{
    CwFrame frame = {.sound = &sound};
    CwCamera camera = {0};
    uint64_t tick = 0;
    SoundDesc desc = {.game = &windup_game,
                      .config = &config,
                      .render_path = temp_path("mix.wav"),
                      .mute = true,
                      .captions = &captions};
    EXPECT_OK(sound_open(&sound, &desc, &error));
    sound_begin_run(&sound, 60);
    for (int cue = 0; cue < SOUND_TUNE_FIRST; cue++) {
        cue_ticks[cue] = tick + GAP_TICKS;
        uint64_t end = cue_ticks[cue] + (uint64_t)ceil(windup_sounds[cue].seconds * 60);
        while (++tick <= end) {
            if (is_loop(cue) && tick >= cue_ticks[cue] && tick < end) {
                cw_sound_loop(&frame, cue, 1, NULL);
            } else if (tick == cue_ticks[cue]) {
                cw_sound_play(&frame, cue, 1, NULL);
            }
            sound_end_frame(
                &sound,
                &(SoundMoment){
                    .tick = tick, .ticks = 1, .safe_tick = tick, .speed = 1, .camera = &camera});
        }
    }
    ck_assert(sound_close(&sound));
    ck_assert_uint_lt(tick, MIX_TICKS_MAX);
}

/* The left side. */
static void read_mix(void)
{
    int16_t frame[2];
    FILE *file = fopen(temp_path("mix.wav"), "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 44, SEEK_SET), 0);
    for (int i = 0; i < MIX_TICKS_MAX * TICK_FRAMES; i++) {
        mix[i] = fread(frame, sizeof frame, 1, file) == 1 ? frame[0] : 0;
    }
    fclose(file);
}

static int loudest(uint64_t first, uint64_t end)
{
    int most = 0;
    for (uint64_t i = first; i < end; i++) {
        most = abs(mix[i]) > most ? abs(mix[i]) : most;
    }
    return most;
}

/* Rushes of air swell towards their moment, so of them the first that is no silence counts. */
TEST(every_cue_begins_within_3_ms_of_its_tick, .left_out = POISON_WORKS)
{
    render_all();
    read_mix();
    for (int cue = 0; cue < SOUND_TUNE_FIRST; cue++) {
        const char *name = windup_sounds[cue].name;
        uint64_t due = cue_ticks[cue] * TICK_FRAMES;
        int peak = loudest(due, due + CW_SOUND_RATE / 2);
        int begins = cue == SOUND_SWISH || cue == SOUND_SWING ? 3 : peak / 20;
        ck_assert_msg(peak > 3000 && peak < 29200, "%s: peak %d", name, peak); /* -1 dB */
        ck_assert_msg(loudest(due - 4 * TICK_FRAMES, due) <= 1, "%s is early", name);
        ck_assert_msg(loudest(due, due + CW_SOUND_RATE * 3 / 1000) >= begins, "%s is late", name);
    }
}

/* ---- what is asked for ---- */

/* A frame of three ticks with these events. */
static void ask(const CwEvent *events, int count, bool title, bool backdrop)
{
    Session *session = &drive.session;
    CwFrame frame = {.sim_dt_s = 0.05,
                     .ticks = 3,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .sound = &sound,
                     .events = events,
                     .event_count = count,
                     .title = title,
                     .backdrop = backdrop};
    memset(&sound, 0, sizeof sound);
    sound.desc.game = &windup_game;
    sounds_play(session->world, &frame);
}

/* The first of a kind; NULL: there is none. */
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
    ask(&event, 1, false, false);
    const SoundRequest *cue = asked(SOUND_ONCE);
    ck_assert_ptr_nonnull(cue);
    ck_assert_uint_eq(cue->tick, tick);
}

/* Nor are they one wave twice, which would be twice as loud. */
TEST(crates_that_burst_at_once_are_not_louder_than_one_by_one)
{
    uint64_t tick = cw_world_tick(drive_world()) - 2;
    CwEvent events[] = {event_of(CW_EVENT_GAME, CUE_BURST, tick),
                        event_of(CW_EVENT_GAME, CUE_BURST, tick)};
    ask(events, 2, false, false);
    const SoundRequest *first = asked(SOUND_ONCE);
    ck_assert_ptr_nonnull(first);
    const SoundRequest *second = first + 1;
    ck_assert_int_eq(second->command.sound, first->command.sound);
    ck_assert_float_lt(second->command.volume, 0.6f * first->command.volume);
    ck_assert_float_gt(second->command.pitch, first->command.pitch);
}

TEST(the_results_keep_the_tune_and_play_it_softer)
{
    ask(NULL, 0, false, false);
    int tune = asked(SOUND_TUNE)->command.sound;
    float driving = asked(SOUND_TUNE)->command.volume;
    ask(NULL, 0, false, true);
    ck_assert_int_eq(asked(SOUND_TUNE)->command.sound, tune);
    ck_assert_float_lt(asked(SOUND_TUNE)->command.volume, driving);
    ask(NULL, 0, true, true);
    ck_assert_int_eq(asked(SOUND_TUNE)->command.sound, SOUND_TUNE_TITLE);
    ck_assert_int_ne(tune, SOUND_TUNE_TITLE);
}
