#include "support/drawn_list.h"
#include "support/drawn_text.h"
#include "ui/notices.h"
#include "ui/transport.h"

/* The transport bar by itself: where it is, and what it draws. */

static const CwViewRect usual = {0, 0, CW_VIEW_WIDTH, CW_VIEW_HEIGHT};
static const CwTheme theme = {{255, 255, 255, 255}, {200, 160, 60, 255}, {20, 40, 60, 200}};

FIXTURE(.set_up = begin_list, .tear_down = free_list);

TEST(a_place_beside_the_bar_counts_only_while_dragged)
{
    double fraction;
    ck_assert(!transport_at(&usual, (CwPoint2){CW_VIEW_WIDTH / 2.0, CW_VIEW_HEIGHT - 40}, false,
                            &fraction));
    ck_assert(!transport_at(&usual, (CwPoint2){20, CW_VIEW_HEIGHT - 16}, false, &fraction));
    ck_assert(transport_at(&usual, (CwPoint2){CW_VIEW_WIDTH / 2.0, 5}, true, &fraction));
    ck_assert_double_eq(fraction, 0.5);
    ck_assert(transport_at(&usual, (CwPoint2){-50, 5}, true, &fraction));
    ck_assert_double_eq(fraction, 0);
}

TEST(the_bar_shows_the_times_and_a_speed_that_is_not_one)
{
    transport_draw(&(Transport){.run_end_s = 83.46, .run_s = 61.5, .is_moving = true}, &theme,
                   &list);
    transport_draw_speed(0.25, &theme, &list);
    ck_assert(draws_text(&list, "01:01.5"));
    ck_assert(draws_text(&list, "01:23.4"));
    ck_assert(draws_text(&list, "0.25x"));
    transport_draw_speed(-3.96, &theme, &list);
    ck_assert(draws_text(&list, "\u25c0\u25c0 3.96x"));
}

TEST(the_longest_time_of_a_recording_is_shown)
{
    transport_draw(&(Transport){.run_end_s = UINT32_MAX}, &theme, &list);
    ck_assert(draws_text(&list, "71582788:15.0"));
}

/* The lowest edge of what a mark draws, in view points. */
static double lowest(double lift)
{
    double lowest_y = 0;
    begin_list();
    transport_draw_mark(&(TransportMark){.share = 0.5, .words = "here", .is_below = true, lift},
                        &theme, &list);
    for (uint32_t i = 0; i < list.command_count; i++) {
        if (list.commands[i].kind == DRAW_TEXT) {
            lowest_y = list.commands[i].text.place.origin.y;
        }
    }
    return lowest_y;
}

TEST(a_mark_moves_up_with_its_bar)
{
    ck_assert_double_gt(lowest(0), CW_VIEW_HEIGHT - TRANSPORT_HEIGHT);
    ck_assert_double_eq_tol(lowest(50), lowest(0) - 50, 1e-3);
}

TEST(a_speed_beside_the_bar_covers_nothing_above_it)
{
    transport_draw(&(Transport){.last_tick = 2, .speed = 0.25}, &theme, &list);
    ck_assert(draws_text(&list, "0.25x"));
    for (uint32_t i = 0; i < list.corner_count; i++) {
        ck_assert_double_ge((double)list.corners[i].y, CW_VIEW_HEIGHT - TRANSPORT_HEIGHT);
    }
}

TEST(the_speed_keeps_clear_of_the_lowest_notice)
{
    Notices notices = {0};
    notices_add(&notices, "%s", "here");
    notices_draw(&notices, &(NoticeLook){&theme, 12.5, usual}, &list);
    uint32_t top = list.corner_count, bottom = 4; /* corners of frames, clockwise from the top */
    transport_draw_speed(0.25, &theme, &list);
    ck_assert_double_gt((double)list.corners[top].y, (double)list.corners[bottom].y + 1);
}
