/* A picture in the picture: where things land, and what is cut off; by both painters. */
#include "draw/draw_inset.h"
#include "support/picture.h"
#include "support/test.h"

static const CwColour white = {255, 255, 255, 255};
static const Inset right_half = {320, 90, 320, {640, 360}}; /* 320 x 180 points, at half size */
static CwDrawList inner;

static void begin(int painted)
{
    const CwCamera camera = {.height_m = 9};
    picture_open(painted);
    draw_list_begin(&inner, &camera, &picture.list.sprites);
    cw_draw_set_screen(&picture.list);
}

static void push_inset(void)
{
    draw_list_sort(&inner);
    draw_inset(&picture.list, &inner, &right_half);
}

static void tear_down(void)
{
    draw_list_free(&inner);
    picture_tear_down();
}

FIXTURE(.prepare = picture_painters, .set_up = picture_set_up, .tear_down = tear_down);

TEST(everything_is_half_as_large_and_in_its_place)
{
    begin(_i);
    cw_draw_circle(&inner, (CwPoint2){0, 0}, 1, white); /* 80 points wide, amid the view */
    push_inset();
    picture_finish();
    picture_expect_ink((SDL_Rect){460, 160, 40, 40}, 1);
}

TEST(an_inset_cuts_off_what_reaches_beyond_it)
{
    begin(_i);
    picture_push_too_much(&inner);
    push_inset();
    picture_finish();
    picture_expect_ink((SDL_Rect){320, 90, 320, 180}, 0);
}

TEST(pushes_after_an_inset_are_not_cut)
{
    begin(_i);
    picture_push_too_much(&inner);
    push_inset();
    cw_draw_set_layer(&picture.list, 1);
    cw_draw_rect(&picture.list, &(CwRectDraw){10, 10, 20, 20, {255, 0, 0, 255}, {255, 0, 0, 255}});
    picture_finish();
    picture_expect(20, 20, 0xFF0000, 0);
}

TEST(layers_inside_keep_their_order_and_cover_nothing_outside)
{
    begin(_i);
    cw_draw_set_layer(&inner, 100);
    cw_draw_circle(&inner, (CwPoint2){0, 0}, 1, (CwColour){0, 0, 255, 255});
    cw_draw_set_layer(&inner, -100);
    cw_draw_circle(&inner, (CwPoint2){0, 0}, 2, white);
    push_inset();
    cw_draw_set_layer(&picture.list, 1);
    cw_draw_rect(&picture.list, &(CwRectDraw){470, 170, 4, 4, {255, 0, 0, 255}, {255, 0, 0, 255}});
    picture_finish();
    picture_expect(480, 180, 0x0000FF, 0);
    picture_expect(480 + 30, 180, 0xFFFFFF, 0);
    picture_expect(472, 172, 0xFF0000, 0);
}

TEST(places_map_into_the_inset_and_not_beside_it)
{
    CwPoint2 place;
    (void)_i;
    ck_assert(inset_to_inner(&right_half, (CwPoint2){480, 180}, &place));
    ck_assert_double_eq_tol(place.x, 320, 1e-9);
    ck_assert_double_eq_tol(place.y, 180, 1e-9);
    ck_assert(!inset_to_inner(&right_half, (CwPoint2){319, 180}, &place));
    ck_assert(!inset_to_inner(&right_half, (CwPoint2){480, 271}, &place));
}
