#include "support/sounds.h"
#include "support/toy_run.h"

/* Sound of frame phases through the real loop, to files and to a card that the test plays. */

static HostSound card;
static int card_count;
static int asked;      /* calls of the hook */
static bool every_100; /* plays a sound for the event of each hundredth tick */
static void (*ask)(CwFrame *frame);

static void set_sound(void *host, const HostSound *sound)
{
    card = sound == NULL ? (HostSound){0} : *sound;
    card_count += sound != NULL;
}

static void emit(CwWorld *world)
{
    if (cw_world_tick(world) % 100 == 0) {
        cw_world_emit(world, 1, (CwEntity){0}, cpvzero, 1);
    }
}

static void update(const CwWorld *world, CwFrame *frame)
{
    for (int i = 0; i < frame->events.count && every_100; i++) {
        if (frame->events.items[i].type == CW_EVENT_GAME) {
            cw_sound_play(frame, SOUND_LEVEL, 1,
                          &(CwSoundHow){.tick = frame->events.items[i].tick});
        }
    }
    if (ask != NULL) {
        ask(frame);
    }
    asked++;
}

TOY_SET_UP
{
    toy.while_updating = update;
    toy.while_ticking = emit;
    run.game.sound.list = test_sounds;
    run.game.sound.count = TEST_SOUND_COUNT;
    run.config.history = 8;
    ask = NULL;
    every_100 = false;
    card_count = asked = 0;
}

static void open_while_sounds_load(void)
{
    toy_run_open_host();
    run.host.set_sound = set_sound;
    toy_run_open_loop();
}

static void open_with_card(void)
{
    open_while_sounds_load();
    sound_await(&run.loop.sound);
}

/* Runs frames of the loop and pulls a 60th of a second after each. */
static void hear_frames(int frames)
{
    static int16_t samples[800][2];
    ck_assert_int_le(frames * 800, HEARD_FRAMES_MAX);
    for (int frame = 0; frame < frames; frame++) {
        toy_run_frames(1);
        sound_await(&run.loop.sound); /* music that this frame requested */
        card.pull(card.context, samples[0], 800, INT64_MAX / 2);
        for (int i = 0; i < 800; i++) {
            heard[frame * 800 + i][0] = samples[i][0] / 32767.0f;
            heard[frame * 800 + i][1] = samples[i][1] / 32767.0f;
        }
    }
}

static const char *read_log(void)
{
    ck_assert(toy_run_close());
    return temp_read("sound.csv");
}

static void open_headless(void)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    run.desc.files.sound_log = temp_path("sound.csv");
    open_with_card();
}

static void play_level(CwFrame *frame)
{
    cw_sound_play(frame, asked == 5 ? SOUND_LEVEL : SOUND_BEEP, asked == 5, NULL);
}

TEST(a_call_is_heard_in_the_frame_s_next_buffer)
{
    ask = play_level;
    open_with_card();
    ck_assert(card.buffer_frames == 512 && card_count == 1);
    hear_frames(5);
    ck_assert_float_eq(loudest(0, 0, 5 * 800), 0);
    hear_frames(1);
    EXPECT_WITHIN(heard[0][0], 0.245, 0.255);
}

TEST(no_event_is_heard_twice_after_a_rewind)
{
    every_100 = true;
    run.desc.files.sound_log = temp_path("sound.csv");
    open_with_card();
    toy_run_frames(120);
    toy_key_for(TOY_KEY_REWIND, 1, 10);
    toy_key(TOY_KEY_REWIND, 0);
    uint64_t back = toy_ticks();
    EXPECT_WITHIN(back, 101, 118);
    toy_run_frames(30);
    const char *log = read_log();
    const char *first = strstr(log, ",play,level");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, ",play,level"));
}

TEST(a_run_with_a_rewind_leaves_the_file_of_the_one_without)
{
    static uint8_t mix[1 << 20];
    every_100 = true;
    for (int i = 0; i < 2; i++) {
        run.desc.files.render_sound = temp_path(i == 0 ? "rewound.wav" : "straight.wav");
        open_with_card();
        toy_run_frames(130);
        if (i == 0) {
            toy_key_for(TOY_KEY_REWIND, 1, 40);
            toy_key(TOY_KEY_REWIND, 0);
            ck_assert_uint_lt(toy_ticks(), 90); /* before the sound: it comes again */
        }
        while (toy_ticks() < 150) {
            toy_run_frames(1);
        }
        ck_assert(toy_run_close());
    }
    ck_assert_int_eq(system(textf("cd '%s' && cmp rewound.wav straight.wav", temp_folder)), 0);
    ck_assert_uint_eq(read_bytes(temp_path("rewound.wav"), mix, sizeof mix), 44 + 151 * 800 * 4);
    ck_assert_int_ne(mix[44 + 100 * 800 * 4 + 1], 0); /* the sound */
}

static void play_music_first(CwFrame *frame)
{
    if (asked == 0) {
        cw_sound_music(frame, SOUND_RAMP, 1, 0);
    }
}

TEST(while_time_runs_back_the_past_is_heard_and_nothing_else)
{
    ask = play_music_first;
    open_with_card();
    hear_frames(60);
    float last = heard[60 * 800 - 1][0];
    toy_key(TOY_KEY_REWIND, 1);
    hear_frames(20);
    ck_assert_float_lt(heard[19 * 800][0], last - 0.05f);
    toy_key(TOY_KEY_REWIND, 0);
    float there = heard[20 * 800 - 1][0] / 0.6f; /* as it was before it sank */
    hear_frames(5);
    EXPECT_WITHIN(heard[5 * 800 - 1][0], there - 0.01, there + 0.06);
}

static void loop_while_early(CwFrame *frame)
{
    if (asked < 30) {
        cw_sound_loop(frame, SOUND_TONE, 1, &(CwSoundHow){.pitch = 2, .key = 3});
    }
}

TEST(a_loop_sounds_as_long_as_it_is_declared)
{
    ask = loop_while_early;
    run.desc.files.sound_log = temp_path("sound.csv");
    open_with_card();
    hear_frames(60);
    EXPECT_WITHIN(waves(0, 800, 30 * 800), 470, 490); /* the first buffer is a buffer late */
    ck_assert_float_eq(loudest(0, 34 * 800, 26 * 800), 0);
    const char *log = read_log();
    expect_text(log, ",loop,tone,effects,1.000,2.000,0.000\n");
    expect_text(log, ",end,tone,effects,1.000,2.000,0.000\n");
}

static void loop_always(CwFrame *frame)
{
    cw_sound_loop(frame, SOUND_TONE, 1, NULL);
    cw_sound_play(frame, SOUND_BEEP, frame->input->pressed != 0 ? 1 : 0, NULL);
}

TEST(slow_motion_lowers_the_pitch_and_a_pause_is_silent)
{
    ask = loop_always;
    run.config.time_scale = 0.5;
    open_with_card();
    hear_frames(60);
    EXPECT_WITHIN(waves(0, 0, 60 * 800), 235, 245);
    toy_tap(TOY_KEY_ESCAPE);
    hear_frames(30);
    ck_assert_float_eq(loudest(0, 8 * 800, 20 * 800), 0);
    toy_tap(TOY_KEY_ESCAPE);
    hear_frames(60);
    EXPECT_WITHIN(waves(0, 0, 60 * 800), 230, 245);
}

static void play_at_places(CwFrame *frame)
{
    static const CwPoint2 places[] = {{-4 / 3.0, 0}, {0, 0}, {0, 3}, {0, 5}};
    double half_m = frame->camera->height_m / 2; /* of the frame before, which stands where it is */
    if (asked > 0 && asked < 5) {
        CwPoint2 at = {frame->camera->x_m + places[asked - 1].x * half_m,
                       frame->camera->y_m + places[asked - 1].y * half_m};
        cw_sound_play(frame, SOUND_LEVEL, 1, &(CwSoundHow){.place = &at});
        cw_sound_stop(frame, CW_SOUND_NONE);
    }
}

TEST(a_place_is_heard_from_the_camera)
{
    ask = play_at_places;
    open_headless();
    toy_run_frames(5);
    const char *log = read_log();
    expect_text(log, "2,1600,play,level,effects,0.956,1.000,-0.750\n"); /* far left, near */
    expect_text(log, "3,2400,play,level,effects,1.000,1.000,0.000\n");
    expect_text(log, "4,3200,play,level,effects,0.284,1.000,0.000\n"); /* 1.5 heights above */
    expect_text(log, "5,4000,play,level,effects,0.000,1.000,0.000\n");
    expect_text(log, "5,4000,stop,,,0.000,1.000,0.000\n");
}

TEST(the_edge_of_a_game_s_own_view_is_heard_at_the_side)
{
    ask = play_at_places;
    run.game.looks.view_width = 360;
    run.game.looks.view_height = 270;
    open_headless();
    toy_run_frames(5);
    expect_text(read_log(), "2,1600,play,level,effects,0.956,1.000,-1.000\n"); /* 4 by 3 */
}

static void ask_wrongly(CwFrame *frame)
{
    cw_sound_play(frame, TEST_SOUND_COUNT, 1, NULL);
    cw_sound_loop(frame, -1, 1, NULL);
    cw_sound_music(frame, 99, 1, 0);
    cw_sound_stop(frame, 99);
    cw_sound_play(frame, SOUND_LEVEL, NAN, NULL);
    cw_sound_play(frame, SOUND_LEVEL, 1, &(CwSoundHow){.pitch = INFINITY});
    cw_sound_music(frame, CW_SOUND_NONE, NAN, 0);
    for (int i = 0; i < 2 * SOUND_REQUESTS_MAX; i++) {
        cw_sound_play(frame, SOUND_LEVEL, 1e300, &(CwSoundHow){.pan = -9, .tick = UINT64_MAX});
    }
}

TEST(a_wrong_sound_request_is_reported_once_and_not_heard)
{
    temp_listen();
    ask = ask_wrongly;
    open_headless();
    toy_run_frames(3);
    ck_assert(toy_run_close());
    temp_said();
    expect_text(temp_read("sound.csv"), "3,2400,play,level,effects,1.000,1.000,-1.000\n");
    const char *said = temp_read("said");
    expect_text(said,
                "cw_sound_play: there is no sound 7: the game's table (CwGame.sound.list) has 7");
    expect_text(said, "sound \"level\": its volume, pitch, pan, reach or place is not finite");
    expect_text(said, "more than 512 calls of sound in a frame");
    int lines = 0;
    for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    ck_assert_int_eq(lines, 3);
}

TEST(a_new_run_that_asks_for_no_music_has_none)
{
    ask = play_music_first;
    open_with_card();
    hear_frames(10);
    ck_assert_float_gt(loudest(0, 0, 8000), 0.1f);
    toy_restart();
    hear_frames(60);
    ck_assert_float_eq(loudest(0, 50 * 800, 8000), 0);
}

static void play_all(CwFrame *frame)
{
    cw_sound_play(frame, SOUND_LEVEL, 1, NULL);
    cw_sound_loop(frame, SOUND_TONE, 1, NULL);
    cw_sound_play(frame, SOUND_BEEP, 1, NULL);
}

TEST(the_title_s_backdrop_is_mute_but_for_the_interface)
{
    ask = play_all;
    run.title = true;
    run.desc.files.sound_log = temp_path("sound.csv");
    open_with_card();
    hear_frames(10);
    const char *log = read_log();
    expect_text(log, ",play,beep,interface");
    ck_assert_ptr_null(strstr(log, "effects"));
}

static void loop_and_music(CwFrame *frame)
{
    cw_sound_loop(frame, SOUND_TONE, 1, &(CwSoundHow){.pan = -1});
    if (asked == 0) {
        cw_sound_music(frame, SOUND_MUSIC_A, 0.5, 0);
    }
}

TEST(a_card_that_comes_back_gets_loops_and_music)
{
    ask = loop_and_music;
    open_with_card();
    hear_frames(10);
    toy_run_frames(100); /* no card pulls */
    card.restart(card.context);
    hear_frames(20);
    EXPECT_WITHIN(waves(0, 3200, 12800), 126, 130);
    EXPECT_WITHIN(heard[15999][1], 0.12, 0.13);
    EXPECT_WITHIN(loudest(0, 3200, 12800), 0.46, 0.49); /* both */
}

static void lead_tempo(CwFrame *frame)
{
    cw_sound_music(frame, SOUND_RAMP, 1, 0);
    cw_sound_tempo(frame, asked < 60 ? 0.5 : 1);
}

TEST(music_follows_the_tempo_that_is_asked_for)
{
    ask = lead_tempo;
    open_with_card();
    hear_frames(120);
    float slow = heard[50 * 800][0] - heard[20 * 800][0];
    float usual = heard[110 * 800][0] - heard[80 * 800][0];
    EXPECT_WITHIN(slow / usual, 0.45, 0.55);
}

TEST(menus_are_heard_as_the_game_says)
{
    static const CwMenuSounds sounds = {CW_SOUND_NONE, CW_SOUND_NONE, SOUND_BEEP};
    run.game.sound.menu = &sounds;
    open_with_card();
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    hear_frames(10);
    EXPECT_WITHIN(heard[7 * 800][0], 0.2, 0.3);
}

static void make_late(float *samples, int frames, int channels)
{
    usleep(300000);
    for (int i = 0; i < frames * channels; i++) {
        samples[i] = 0.5f;
    }
}

static const CwSoundDef late_sounds[] = {{.name = "late", .make = make_late, .seconds = 1}};

static void play_late(CwFrame *frame)
{
    cw_sound_music(frame, 0, 1, 0);
}

TEST(frames_run_while_sounds_load_and_music_begins_after_loading)
{
    run.game.sound.list = late_sounds;
    run.game.sound.count = 1;
    ask = play_late;
    open_while_sounds_load();
    toy_run_frames(3);
    ck_assert(card_count == 0 && asked >= 3);
    sound_await(&run.loop.sound);
    ck_assert_int_eq(card_count, 1);
    hear_frames(3);
    EXPECT_WITHIN(heard[2 * 800][0], 0.2, 0.3);
}

static void change_tune(CwFrame *frame)
{
    cw_sound_music(frame, asked < 20 ? SOUND_MUSIC_A : SOUND_RAMP, 1, 0.1);
}

TEST(the_old_music_plays_until_the_new_is_loaded_and_is_dropped_once_faded)
{
    const SoundClip *clips;
    ask = change_tune;
    open_with_card();
    clips = run.loop.sound.bank.clips;
    ck_assert(clips[SOUND_LEVEL].samples != NULL && clips[SOUND_MUSIC_A].samples == NULL);
    hear_frames(22); /* the last one sends the new tune */
    EXPECT_WITHIN(heard[21 * 800 - 1][0], 0.24, 0.26);
    ck_assert(clips[SOUND_MUSIC_A].samples != NULL && clips[SOUND_RAMP].samples != NULL);
    hear_frames(12);
    ck_assert(clips[SOUND_MUSIC_A].samples == NULL && clips[SOUND_RAMP].samples != NULL);
    ck_assert_float_lt(heard[11 * 800][0], -0.1f);
}
