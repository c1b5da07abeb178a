#include "host/host_sdl.h"

#include "host/window_keys.h"
#include "support/test.h"
#include "support/window_host.h"
#include "support/xvfb.h"
#include "time/real_clock.h"

#include <signal.h>

static const int64_t SECOND_NS = 1000000000;

static int count_keys(SDL_Scancode code)
{
    int count = 0;
    for (int i = 0; i < window_host.event_count; i++) {
        count += window_host.events[i].type == INPUT_KEY && window_host.events[i].code == (int)code;
    }
    return count;
}

/* Runs frames until the key was heard so often; gives up after 5 s. */
static bool heard_keys(SDL_Scancode code, int count)
{
    int64_t end_ns = window_host.host.now_ns(window_host.host.self) + 5 * SECOND_NS;
    while (count_keys(code) < count && window_host.host.now_ns(window_host.host.self) < end_ns) {
        window_host_frame();
    }
    return count_keys(code) >= count;
}

static bool is_fullscreen(HostStatus now)
{
    return now.fullscreen;
}

static bool is_windowed(HostStatus now)
{
    return !now.fullscreen;
}

FIXTURE(.prepare = xvfb_start, .set_up = window_host_set_up, .tear_down = window_host_tear_down);

TEST(keys_arrive_as_scancodes_with_rising_times)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("key Right"));
    ck_assert(heard_keys(SDL_SCANCODE_RIGHT, 2));
    ck_assert_int_eq(window_host.events[0].type, INPUT_KEY);
    ck_assert_int_eq(window_host.events[0].value, 1);
    ck_assert_int_eq(window_host.events[1].value, 0);
    ck_assert_int_gt(window_host.events[0].time_ns, 0);
    ck_assert_int_ge(window_host.events[1].time_ns, window_host.events[0].time_ns);
    ck_assert_int_le(window_host.events[1].time_ns, real_clock_now_ns(NULL));
    ck_assert_int_ge(window_host.events[0].time_ns, real_clock_now_ns(NULL) - 10 * SECOND_NS);
}

TEST(a_held_key_makes_one_edge_and_marked_repeats)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("keydown Left"));
    ck_assert(heard_keys(SDL_SCANCODE_LEFT, 4));
    ck_assert(xvfb_xdotool("keyup Left"));
    int edges = 0;
    for (int i = 0; i < window_host.event_count; i++) {
        edges += window_host.events[i].type == INPUT_KEY && window_host.events[i].value == 1 &&
                 !window_host.events[i].repeat;
    }
    ck_assert_int_eq(edges, 1);
    ck_assert(window_host.events[1].repeat);
}

TEST(alt_enter_toggles_fullscreen_and_no_return_leaks)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("key alt+Return"));
    ck_assert(window_host_becomes(is_fullscreen));
    ck_assert(xvfb_xdotool("search --name 'host test' windowfocus key alt+Return"));
    ck_assert(window_host_becomes(is_windowed));
    ck_assert_int_eq(count_keys(SDL_SCANCODE_RETURN), 0);
    ck_assert(xvfb_xdotool("search --name 'host test' windowfocus key Return"));
    ck_assert(heard_keys(SDL_SCANCODE_RETURN, 2));
}

TEST(f11_toggles_fullscreen_and_does_not_leak)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("key F11"));
    ck_assert(window_host_becomes(is_fullscreen));
    ck_assert(xvfb_xdotool("key a"));
    ck_assert(heard_keys(SDL_SCANCODE_A, 2));
    ck_assert_int_eq(count_keys(SDL_SCANCODE_F11), 0);
    window_host.host.set_fullscreen(window_host.host.self, false);
    ck_assert(window_host_becomes(is_windowed));
}

static WindowKeyUse use_key(WindowKeys *keys, SDL_Scancode code, bool pressed, bool repeat)
{
    SDL_KeyboardEvent event = {.state = pressed ? SDL_PRESSED : SDL_RELEASED,
                               .repeat = repeat,
                               .keysym = {.scancode = code}};
    return window_keys_use(keys, &event);
}

TEST(a_held_f11_toggles_once_and_is_swallowed_to_its_release)
{
    WindowKeys keys = {0};
    ck_assert_int_eq(use_key(&keys, SDL_SCANCODE_F11, true, false), WINDOW_KEY_TOGGLES_FULLSCREEN);
    ck_assert_int_eq(use_key(&keys, SDL_SCANCODE_F11, true, true), WINDOW_KEY_SWALLOWED);
    ck_assert_int_eq(use_key(&keys, SDL_SCANCODE_F11, true, true), WINDOW_KEY_SWALLOWED);
    ck_assert_int_eq(use_key(&keys, SDL_SCANCODE_F11, false, false), WINDOW_KEY_SWALLOWED);
    ck_assert_int_eq(use_key(&keys, SDL_SCANCODE_F11, true, false), WINDOW_KEY_TOGGLES_FULLSCREEN);
    ck_assert_int_eq(use_key(&keys, SDL_SCANCODE_RETURN, true, false), WINDOW_KEY_NOT_OURS);
}

TEST(losing_the_focus_is_an_event)
{
    window_host_open_focused();
    SDL_Window *other = SDL_CreateWindow("other", 0, 0, 50, 50, 0);
    ck_assert_ptr_nonnull(other);
    ck_assert(xvfb_xdotool("search --sync --name other windowfocus"));
    int64_t end_ns = window_host.host.now_ns(window_host.host.self) + 5 * SECOND_NS;
    int lost = 0;
    while (lost == 0 && window_host.host.now_ns(window_host.host.self) < end_ns) {
        window_host_frame();
        lost = 0;
        for (int i = 0; i < window_host.event_count; i++) {
            lost += window_host.events[i].type == INPUT_FOCUS_LOST;
        }
    }
    SDL_DestroyWindow(other);
    ck_assert_int_eq(lost, 1);
    ck_assert(!window_host_status().focused);
}

TEST(the_mouse_is_reported_in_picture_pixels)
{
    window_host_open_focused();
    ck_assert(xvfb_xdotool("search --name 'host test' mousemove --window %1 100 50"));
    int64_t end_ns = window_host.host.now_ns(window_host.host.self) + 5 * SECOND_NS;
    const InputEvent *last = NULL;
    while ((last == NULL || last->x != 100.0) &&
           window_host.host.now_ns(window_host.host.self) < end_ns) {
        window_host_frame();
        last =
            window_host.event_count > 0 ? &window_host.events[window_host.event_count - 1] : NULL;
    }
    ck_assert_ptr_nonnull(last);
    ck_assert_int_eq(last->type, INPUT_MOUSE_MOTION);
    ck_assert_double_eq(last->x, 100.0);
    ck_assert_double_eq(last->y, 50.0);
    ck_assert(!last->synthetic);
}

static void quits_on(int signal_number)
{
    window_host_open();
    window_host_frame();
    ck_assert(!window_host_status().quit);
    raise(signal_number);
    window_host_frame();
    ck_assert(window_host_status().quit);
}

TEST(sigterm_asks_to_quit)
{
    quits_on(SIGTERM);
}

TEST(sigint_asks_to_quit)
{
    quits_on(SIGINT);
}

TEST(a_closed_window_asks_to_quit)
{
    window_host_open();
    window_host_frame();
    ck_assert(!window_host_status().quit);
    SDL_Event close = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE}};
    SDL_PushEvent(&close);
    window_host_frame();
    ck_assert(window_host_status().quit);
}
