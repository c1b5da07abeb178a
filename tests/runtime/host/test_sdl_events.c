/* What SDL reports: events in view points, their times, and its start. */
#include "host/sdl_events.h"

#include "draw/viewport.h"
#include "host/host_sdl.h"
#include "support/test.h"

#include <SDL_syswm.h>

/* 1600x1000 pixels, two a unit of the desktop, bars of 50 above and below the picture. */
static const PointerMap scale = {
    1600, 1000, 2, 2, {0, 50, 1600 / CW_VIEW_WIDTH, 900 / CW_VIEW_HEIGHT}};

static InputEvent translated(const SDL_Event *event, const PointerMap *by)
{
    InputEvent input;
    ck_assert(sdl_event_translate(event, by, &input));
    return input;
}

static InputEvent finger_in(const PointerMap *by, float x, float y)
{
    SDL_Event event = {
        .tfinger = {.type = SDL_FINGERDOWN, .touchId = 1, .fingerId = 7, .x = x, .y = y}};
    return translated(&event, by);
}

static InputEvent finger(float x, float y)
{
    return finger_in(&scale, x, y);
}

TEST(a_finger_in_the_bars_is_outside)
{
    ck_assert_double_gt(finger(0.5f, 0.99f).y, CW_VIEW_HEIGHT);
    ck_assert_double_lt(finger(0.5f, 0.01f).y, 0);
}

TEST(the_mouse_points_at_view_points)
{
    SDL_Event event = {
        .motion = {.type = SDL_MOUSEMOTION, .x = 400, .y = 25, .xrel = 10, .yrel = 0}};
    InputEvent motion = translated(&event, &scale);
    ck_assert_double_eq_tol(motion.x, CW_VIEW_WIDTH / 2.0, 1e-6);
    ck_assert_double_eq_tol(motion.y, 0, 1e-6);
    ck_assert_double_eq_tol(motion.dx, 20 * CW_VIEW_WIDTH / 1600.0, 1e-6);
}

static InputEvent key(SDL_Keycode letter, SDL_Scancode place, int mod)
{
    SDL_Event event = {.key = {.type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .keysym = {place, letter, (Uint16)mod, 0}}};
    return translated(&event, &scale);
}

TEST(keys_edit_text_by_their_labels)
{
    InputEvent left = key(SDLK_LEFT, SDL_SCANCODE_LEFT, KMOD_LCTRL | KMOD_RSHIFT);
    ck_assert(left.text_key == TEXT_KEY_LEFT && left.has_shift);
    ck_assert_int_eq(key(SDLK_v, SDL_SCANCODE_V, 0).text_key, TEXT_KEY_NONE);
    ck_assert_int_eq(key(SDLK_v, SDL_SCANCODE_PERIOD, KMOD_CTRL).text_key, TEXT_KEY_PASTE);
    ck_assert_int_eq(key(0x43c, SDL_SCANCODE_V, KMOD_CTRL).text_key, TEXT_KEY_PASTE); /* Cyrillic */
    ck_assert_int_eq(key(SDLK_v, SDL_SCANCODE_V, KMOD_CTRL | KMOD_ALT).text_key, TEXT_KEY_NONE);
    ck_assert_int_eq(key(SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, 0).text_key, TEXT_KEY_CONFIRM);
    ck_assert_int_eq(key(SDLK_F13, SDL_SCANCODE_F13, 0).text_key, TEXT_KEY_FUNCTION);
}

TEST(keys_type_their_labels_while_sdl_sends_no_text, .rounds = 12)
{
    static const struct {
        SDL_Keycode letter;
        int mod;
        const char *text;
    } keys[] = {{SDLK_a, 0, "a"},         {SDLK_z, KMOD_LSHIFT, "Z"}, {SDLK_z, KMOD_CAPS, "Z"},
                {SDLK_5, 0, "5"},         {SDLK_MINUS, 0, "-"},       {SDLK_5, KMOD_RSHIFT, ""},
                {SDLK_a, KMOD_LCTRL, ""}, {SDLK_a, KMOD_RALT, ""},    {SDLK_RETURN, 0, ""},
                {SDLK_DELETE, 0, ""},     {SDLK_F1, 0, ""},           {SDLK_SPACE, 0, " "}};
    SDL_EventState(SDL_TEXTINPUT, SDL_IGNORE);
    ck_assert_str_eq(key(keys[_i].letter, SDL_SCANCODE_A, keys[_i].mod).text, keys[_i].text);
    SDL_EventState(SDL_TEXTINPUT, SDL_ENABLE);
    ck_assert_str_eq(key(keys[_i].letter, SDL_SCANCODE_A, keys[_i].mod).text, "");
}

TEST(a_finger_touches_what_is_painted_under_it)
{
    for (int i = 0; i < 200 * SCALING_COUNT; i++) {
        int width_px = 50 + i * 2, height_px = 40 + i % 97 * 11;
        Viewport viewport = viewport_make(width_px, height_px, (Scaling)(i % SCALING_COUNT),
                                          (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
        PointerMap scaled = {
            width_px,
            height_px,
            1,
            1,
            {viewport.origin_px.x, viewport.origin_px.y, viewport.scale_x, viewport.scale_y}};
        for (int part = 0; part < 49; part++) {
            vec2s at = {{(float)(part % 7) / 7 + 0.05f, (float)(part / 7) / 7 + 0.05f}};
            InputEvent touch = finger_in(&scaled, at.x, at.y);
            vec2s painted = viewport_pixel(&viewport, (vec2s){{(float)touch.x, (float)touch.y}});
            ck_assert_double_eq_tol(painted.x, at.x * (float)width_px, 0.5);
            ck_assert_double_eq_tol(painted.y, at.y * (float)height_px, 0.5);
        }
    }
}

/* ---- times: the X server's stamp where there is one, SDL's elsewhere ---- */

static const int64_t now_ns = 5000000000; /* 5000 ms */
static EventClock event_clock;

static void take_key_press(unsigned long server_ms)
{
    SDL_SysWMmsg message = {.subsystem = SDL_SYSWM_X11};
    message.msg.x11.event.xkey = (XKeyEvent){.type = KeyPress, .time = server_ms};
    SDL_Event raw = {.syswm = {.type = SDL_SYSWMEVENT, .msg = &message}};
    event_clock_age_ms(&event_clock, &raw, now_ns);
}

static uint32_t age_ms(uint32_t type)
{
    SDL_Event event = {.type = type};
    event.common.timestamp = SDL_GetTicks();
    return event_clock_age_ms(&event_clock, &event, now_ns);
}

TEST(a_key_is_as_old_as_the_server_says_and_a_stamp_counts_for_one_event)
{
    take_key_press(4988);
    ck_assert_uint_eq(age_ms(SDL_KEYDOWN), 12);
    ck_assert_uint_le(age_ms(SDL_KEYDOWN), 1);
}

TEST(a_window_event_takes_no_stamp)
{
    take_key_press(4988);
    ck_assert_uint_le(age_ms(SDL_WINDOWEVENT), 1);
    ck_assert_uint_eq(age_ms(SDL_KEYDOWN), 12);
}

static const unsigned long stamps_ms[] = {5001, 0, 3999, 4000000000UL};

TEST(a_stamp_of_the_future_or_of_another_clock_is_ignored, .rounds = CW_ARRAY_LENGTH(stamps_ms))
{
    take_key_press(stamps_ms[_i]);
    ck_assert_uint_le(age_ms(SDL_KEYDOWN), 1);
}

/* ---- the start ---- */

TEST(compose_rules_are_kept_where_the_cache_is_unless_the_player_says_otherwise)
{
    unsetenv("XCOMPOSECACHE");
    sdl_keep_compose_rules("");
    ck_assert_ptr_null(getenv("XCOMPOSECACHE"));
    sdl_keep_compose_rules("/player/cache");
    ck_assert_str_eq(getenv("XCOMPOSECACHE"), "/player/cache");
    sdl_keep_compose_rules("/elsewhere");
    ck_assert_str_eq(getenv("XCOMPOSECACHE"), "/player/cache");
}

TEST(a_failure_that_sdl_does_not_explain_has_a_reason_too)
{
    SDL_ClearError();
    ck_assert_str_eq(sdl_reason(), "SDL gives no reason");
    SDL_SetError("no screens");
    ck_assert_str_eq(sdl_reason(), "no screens");
}
