/* The real game with a game controller that lives in this process, a tick a frame. */
#include "common/numbers.h"
#include "host/host_sdl.h"
#include "program/loop.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "windup/windup.h"

static Host host;
static Loop loop;
static Config config;
static Levels levels;
static SDL_Joystick *pad;
static int shake_count; /* how often the pad began to shake */

static void race_ticks(int count)
{
    for (int i = 0; i < count; i++) {
        ck_assert_msg(loop_frame(&loop), "the loop ended: %s", loop.end.error.text);
    }
}

static int SDLCALL feel(void *context, Uint16 strong, Uint16 weak)
{
    shake_count += strong > 0 && weak > 0;
    return 0;
}

static void plug_in(void)
{
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .name = "test pad",
                                    .Rumble = feel};
    int index = SDL_JoystickAttachVirtualEx(&desc);
    ck_assert_int_ge(index, 0);
    pad = SDL_JoystickOpen(index);
    ck_assert_ptr_nonnull(pad);
    race_ticks(2);
}

static void unplug(void)
{
    SDL_JoystickID id = SDL_JoystickInstanceID(pad);
    SDL_JoystickClose(pad);
    pad = NULL;
    for (int index = 0; index < SDL_NumJoysticks(); index++) {
        if (SDL_JoystickGetDeviceInstanceID(index) == id) {
            ck_assert_int_eq(SDL_JoystickDetachVirtual(index), 0);
            return;
        }
    }
    ck_abort_msg("the controller is gone already");
}

static void tear_down(void)
{
    SDL_JoystickClose(pad);
    loop_close(&loop);
    host.close(host.self);
}

SET_UP(.tear_down = tear_down)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    HostSdlDesc host_desc = {.title = "Clockwork",
                             .width = 1280,
                             .height = 720,
                             .renderer = "software",
                             .allows_dummy = true};
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1"); /* without keyboard focus */
    game_config(&config, &windup_game);
    config.vsync = false;
    config.background = CONFIG_BACKGROUND_RUN;
    LoopDesc desc = {.game = &windup_game,
                     .config = &config,
                     .choice = {.levels = &levels, .level = "assets/levels/first-wind.tmj"},
                     .setup = {.seed = 1},
                     .mode = {.tick_limit = TICKS_UNLIMITED, .is_lockstep = true}};
    EXPECT_OK(host_sdl_open(&host, &host_desc, &error));
    EXPECT_OK(loop_open(&loop, &desc, &host, NULL, &error));
    race_ticks(2); /* controllers are started after the first picture */
    plug_in();
    race_ticks(30);
}

/* Triggers of controllers rest at the lower end of their axis. */
static void pull(SDL_GameControllerAxis trigger, double part)
{
    long value = lround(part * 65535) - 32768;
    ck_assert_int_eq(SDL_JoystickSetVirtualAxis(pad, trigger, (Sint16)value), 0);
}

static void push_button(SDL_GameControllerButton button, bool down)
{
    ck_assert_int_eq(SDL_JoystickSetVirtualButton(pad, button, down), 0);
}

static void press(SDL_GameControllerButton button)
{
    push_button(button, true);
    race_ticks(2);
    push_button(button, false);
    race_ticks(30);
}

static cpVect speed_mps(void)
{
    return cpBodyGetVelocity(session_probe(&loop.playback.session).player);
}

static double speed_after_mps(double throttle, int ticks)
{
    pull(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, throttle);
    race_ticks(ticks);
    return speed_mps().x;
}

TEST(a_controller_at_rest_does_not_drive_and_its_trigger_doses_the_drive)
{
    race_ticks(30);
    ck_assert_double_lt(fabs(speed_mps().x), 0.05);
    double half_mps = speed_after_mps(0.5, 120);
    ck_assert_double_gt(half_mps, 0.5);
    ck_assert_double_gt(speed_after_mps(1, 120), 1.5 * half_mps);
}

TEST(the_stick_leans_a_hops_and_the_left_trigger_reverses)
{
    for (int side = -1; side <= 1; side += 2) {
        Sint16 value = side < 0 ? -32768 : 32767;
        ck_assert_int_eq(SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, value), 0);
        race_ticks(60);
        const cpBody *buggy = session_probe(&loop.playback.session).player;
        ck_assert_double_lt(side * cpBodyGetAngle(buggy), -0.02);
    }
    push_button(SDL_CONTROLLER_BUTTON_A, true);
    race_ticks(3);
    ck_assert_double_gt(speed_mps().y, 2);
    push_button(SDL_CONTROLLER_BUTTON_A, false);
    ck_assert_int_eq(SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, 0), 0);
    race_ticks(60);
    pull(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 1);
    race_ticks(60);
    ck_assert_double_lt(speed_mps().x, -0.5);
}

TEST(unplugging_pauses_and_plugged_in_again_it_drives_again)
{
    speed_after_mps(1, 30);
    ck_assert_uint_eq(loop.playback.session.world->input.players[0].down, 1U << ACTION_ACCELERATE);
    unplug();
    race_ticks(2);
    ck_assert_int_eq(loop.menus.screens.activity, ACTIVITY_PAUSED);
    plug_in();
    pull(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 0);
    press(SDL_CONTROLLER_BUTTON_A);
    race_ticks(30);
    ck_assert_int_eq(loop.menus.screens.activity, ACTIVITY_PLAYING);
    ck_assert_uint_eq(loop.playback.session.world->input.players[0].down, 0);
    double before_mps = speed_mps().x;
    ck_assert_double_gt(speed_after_mps(1, 30), before_mps + 0.5);
}

TEST(a_hard_landing_shakes_the_controller_where_rumble_is_on)
{
    for (int on = 0; on < 2; on++) {
        loop.settings.config.rumble = on == 1;
        shake_count = 0;
        const cpBody *buggy = session_probe(&loop.playback.session).player;
        cpBodySetVelocity((cpBody *)(uintptr_t)buggy, cpv(0, 12));
        race_ticks(200);
        ck_assert_msg((shake_count > 0) == (on == 1), "it shook %d times", shake_count);
    }
}
