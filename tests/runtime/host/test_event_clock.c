#include "host/sdl_events.h"
#include "support/test.h"

#include <SDL_syswm.h>

/* When input came: the X server's stamp where there is one, SDL's elsewhere. */

static const int64_t now_ns = 5000000000; /* 5000 ms */
static EventClock event_clock;

SET_UP()
{
    event_clock = (EventClock){0};
}

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
