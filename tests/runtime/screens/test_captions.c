#include "support/toy_run.h"

/* Sounds that matter in words: from a game's calls through the real loop, without a sound card. */

enum { BELL, MACHINE, KNOCK, SIGN, CAPTIONED_COUNT };

static const CwSoundDef captioned[CAPTIONED_COUNT] = {
    [BELL] = {.name = "bell", .caption = "a bell"},
    [MACHINE] = {.name = "machine", .caption = "a machine"},
    [KNOCK] = {.name = "knock"},
    [SIGN] = {.name = "sign", .group = CW_SOUND_INTERFACE, .caption = "a sign"},
};

TOY_SET_UP
{
    run.game.sound.list = captioned;
    run.game.sound.count = CAPTIONED_COUNT;
    run.config.sound = false;
    run.config.subtitles = true;
    run.config.master = 0;
    run.config.history = 8;
}

static const Notices *shown(void)
{
    return &toy_monitor()->captions;
}

static void play_all(const CwWorld *world, CwFrame *frame)
{
    cw_sound_play(frame, BELL, 1, &(CwSoundHow){.pan = -0.5});
    cw_sound_play(frame, KNOCK, 1, NULL);
}

static void play_near_and_far(const CwWorld *world, CwFrame *frame)
{
    CwPoint2 near = {frame->camera->x_m + frame->camera->height_m / 2, frame->camera->y_m};
    CwPoint2 far = {frame->camera->x_m + 100 * frame->camera->height_m, frame->camera->y_m};
    cw_sound_play(frame, BELL, 1, &(CwSoundHow){.place = &near});
    cw_sound_play(frame, SIGN, 1, &(CwSoundHow){.place = &far});
}

static double loop_volume;

static void lead_machine(const CwWorld *world, CwFrame *frame)
{
    cw_sound_loop(frame, MACHINE, loop_volume, NULL);
}

TEST(sounds_with_a_caption_are_read_without_a_card_and_muted)
{
    toy.while_updating = play_all;
    toy_play(3);
    ck_assert_int_eq(shown()->count, 1);
    ck_assert_str_eq(shown()->items[0].text, "a bell");
    ck_assert_double_eq(shown()->items[0].pan, -0.5);
}

TEST(without_the_setting_no_caption_is_shown)
{
    run.config.subtitles = false;
    toy.while_updating = play_all;
    toy_play(3);
    ck_assert_int_eq(shown()->count, 0);
}

TEST(a_caption_is_on_the_side_of_its_sound_and_distant_sounds_have_none)
{
    toy.while_updating = play_near_and_far;
    toy_play(3);
    ck_assert_int_eq(shown()->count, 1);
    ck_assert_str_eq(shown()->items[0].text, "a bell");
    ck_assert_double_gt(shown()->items[0].pan, 0.2);
}

TEST(a_loop_is_read_when_it_comes_to_be_heard)
{
    toy.while_updating = lead_machine;
    loop_volume = 0.01;
    toy_play(3);
    ck_assert_int_eq(shown()->count, 0);
    loop_volume = 0.5;
    toy_run_frames(2);
    ck_assert_str_eq(shown()->items[0].text, "a machine");
    toy_run_frames(110);
    ck_assert_int_eq(shown()->count, 0); /* the loop continues without another caption */
    loop_volume = 0.01;
    toy_run_frames(2);
    loop_volume = 0.5;
    toy_run_frames(2);
    ck_assert_int_eq(shown()->count, 1);
}

TEST(a_rewind_takes_captions_with_it)
{
    toy.while_updating = play_all;
    toy_play(60);
    toy.while_updating = NULL;
    ck_assert_int_eq(shown()->count, 1);
    toy_key(TOY_KEY_REWIND, 1);
    toy_run_frames(10);
    ck_assert_int_eq(shown()->count, 0);
}
