/* The sounds that Windup asks for: each event at its tick. */
#include "base/frame_services.h"
#include "frame/sound.h"
#include "sim/poison.h"
#include "support/drive.h"
#include "view/view.h"
#include "windup/windup.h"

static Sound sound;

SET_UP(.tear_down = drive_close, .timeout_s = 60)
{
    drive_open_track("");
    drive_hold(0, 30);
}

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

/* Nor are they one wave twice, which would be twice as loud. */
TEST(crates_that_burst_at_once_are_not_louder_than_one_by_one)
{
    uint64_t tick = cw_world_tick(drive_world()) - 2;
    CwEvent events[] = {event_of(CW_EVENT_GAME, CUE_BURST, tick),
                        event_of(CW_EVENT_GAME, CUE_BURST, tick)};
    ask(events, 2, CW_SCENE_PLAY);
    const SoundRequest *first = asked(SOUND_ONCE);
    ck_assert_ptr_nonnull(first);
    const SoundRequest *second = first + 1;
    ck_assert_int_eq(second->command.sound, first->command.sound);
    ck_assert_float_lt(second->command.volume, 0.6f * first->command.volume);
    ck_assert_float_gt(second->command.pitch, first->command.pitch);
}

TEST(the_results_keep_the_tune_and_play_it_softer)
{
    ask(NULL, 0, CW_SCENE_PLAY);
    int tune = asked(SOUND_TUNE)->command.sound;
    float driving = asked(SOUND_TUNE)->command.volume;
    ask(NULL, 0, CW_SCENE_RESULTS);
    ck_assert_int_eq(asked(SOUND_TUNE)->command.sound, tune);
    ck_assert_float_lt(asked(SOUND_TUNE)->command.volume, driving);
    ask(NULL, 0, CW_SCENE_TITLE);
    ck_assert_int_eq(asked(SOUND_TUNE)->command.sound, SOUND_TUNE_TITLE);
    ck_assert_int_ne(tune, SOUND_TUNE_TITLE);
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
    ck_assert_float_gt(layer_volume(LAYER_SPEED), 0.2f);
    drive_run()->trouble = TROUBLE_FELL;
    for (int i = 0; i < 60; i++) {
        ask(NULL, 0, CW_SCENE_PLAY);
    }
    ck_assert_float_gt(layer_volume(LAYER_DANGER), 0.15f);
    ask(NULL, 0, CW_SCENE_TITLE);
    ck_assert_float_eq(layer_volume(LAYER_DANGER), 0);
}
