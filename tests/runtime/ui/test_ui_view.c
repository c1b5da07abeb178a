/* The points that the engine's own screens are laid out in, and the bar in them, in views of any
 * shape and base size. */
#include "ui/ui_view.h"

#include "support/drawn_list.h"
#include "ui/transport.h"

#include <cglm/struct/mat3.h>

FIXTURE(.tear_down = free_list);

static const CwViewRect views[] = {
    {0, 0, 640, 360}, {-107, 0, 854, 360}, {0, -60, 640, 480}, {0, -396, 640, 1152},
    {0, 0, 360, 640}, {0, 0, 160, 144},    {0, 0, 1920, 1080}, {-1000, -20, 8000, 4000},
};

static void begin(CwViewRect view)
{
    list.view = view;
    draw_list_begin(&list, &(CwCamera){.height_m = 10, .view = view}, &(SpriteTable){0});
}

TEST(the_default_view_has_the_engine_s_points)
{
    CwViewRect own = ui_view(views[0]);
    ck_assert_mem_eq(&own, &views[0], sizeof own);
    ck_assert_double_eq(ui_view_scale(views[0]), 1);
    begin(views[0]);
    ui_view_begin(&list, 0);
    mat3s identity = glms_mat3_identity();
    ck_assert_mem_eq(&list.state.to_view, &identity, sizeof identity);
}

TEST(the_shorter_side_has_360_and_the_middle_stays, .rounds = CW_ARRAY_LENGTH(views))
{
    CwViewRect view = views[_i], own = ui_view(view);
    CwPoint2 middle = {view.x + view.width / 2, view.y + view.height / 2};
    double shorter = own.width < own.height ? own.width : own.height;
    ck_assert_double_eq_tol(shorter, 360, 1e-9);
    ck_assert_double_eq_tol(own.x + own.width / 2, 320, 1e-9);
    ck_assert_double_eq_tol(own.y + own.height / 2, 180, 1e-9);
    ck_assert_double_eq_tol(ui_view_point(view, middle).x, 320, 1e-9);
    CwViewRect back = ui_view_rect(view, own);
    ck_assert_double_eq_tol(back.x, view.x, 1e-9);
    ck_assert_double_eq_tol(back.height, view.height, 1e-9);
}

TEST(drawing_and_pointing_use_the_same_places, .rounds = CW_ARRAY_LENGTH(views))
{
    begin(views[_i]);
    CwViewRect own = ui_view_begin(&list, 0);
    for (int i = 0; i < 9; i++) {
        CwPoint2 place = {own.x + own.width * (i % 3) / 2, own.y + own.height * (i / 3) / 2};
        cw_draw_circle(&list, place, 1, (CwColour){255, 255, 255, 255});
        vec2s drawn = list.commands[list.command_count - 1].capsule.a;
        CwPoint2 back = ui_view_point(views[_i], (CwPoint2){(double)drawn.x, (double)drawn.y});
        ck_assert_double_eq_tol(back.x, place.x, 1e-2);
        ck_assert_double_eq_tol(back.y, place.y, 1e-2);
    }
}

TEST(the_bar_lies_along_the_lower_edge, .rounds = CW_ARRAY_LENGTH(views))
{
    CwViewRect own = ui_view(views[_i]);
    double y = own.y + own.height - 16, fraction = -1;
    ck_assert(transport_at(&own, (CwPoint2){own.x + 108, y}, false, &fraction));
    ck_assert_double_eq_tol(fraction, 0, 1e-9);
    ck_assert(transport_at(&own, (CwPoint2){own.x + own.width - 108, y}, false, &fraction));
    ck_assert_double_eq_tol(fraction, 1, 1e-9);
    ck_assert(!transport_at(&own, (CwPoint2){own.x + 50, y}, false, &fraction));
}
