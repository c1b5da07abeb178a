/* Ambient light: as a rectangle multiplied over the layers below it, but for what shines. */
#include "support/picture.h"

FIXTURE(.set_up = picture_set_up, .tear_down = picture_close, .prepare = picture_painters);

static const CwColour DUSK = {128, 64, 255, 255}, ORANGE = {200, 100, 40, 255};
enum { DIM_ORANGE = 0x641928, FULL_ORANGE = 0xC86428 };

static void push_square(double x, CwColour colour)
{
    cw_draw_rect(&picture.list, &(CwRectDraw){x, 100, 40, 40, colour, colour});
}

static void open_dusk(int painted)
{
    picture_open_screen(painted);
    cw_draw_set_ambient(&picture.list, 5, DUSK);
}

TEST(ambient_light_dims_the_layers_below_it_but_for_what_is_lit)
{
    open_dusk(_i);
    cw_draw_set_layer(&picture.list, 5);
    push_square(200, ORANGE);
    cw_draw_set_layer(&picture.list, 4);
    push_square(100, ORANGE);
    cw_draw_set_lit(&picture.list, true);
    push_square(300, ORANGE);
    picture_finish();
    picture_expect(120, 120, DIM_ORANGE, 2);
    picture_expect(220, 120, FULL_ORANGE, 1);
    picture_expect(320, 120, FULL_ORANGE, 1);
}

static void push_all_kinds(void)
{
    const CwPoint2 corners[] = {{300, 100}, {340, 100}, {320, 140}};
    const CwStop stops[] = {{0, ORANGE}, {1, {20, 220, 90, 255}}};
    const CwGradient gradient = {.from = {400, 0}, .to = {440, 0}, .stops = stops, .stop_count = 2};
    push_square(100, (CwColour){200, 100, 40, 120});
    cw_draw_set_blend(&picture.list, CW_BLEND_ADD);
    push_square(110, (CwColour){60, 40, 30, 255});
    cw_draw_set_blend(&picture.list, CW_BLEND_MULTIPLY);
    push_square(120, (CwColour){220, 200, 180, 255});
    cw_draw_set_blend(&picture.list, CW_BLEND_NORMAL);
    cw_draw_polygon(&picture.list, corners, 3, ORANGE);
    cw_draw_circle(&picture.list, (CwPoint2){220, 120}, 20, ORANGE);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_QUARTERS, .x = 260, .y = 120});
    cw_draw_shape_rect(&picture.list, (CwPoint2){400, 100}, (CwPoint2){40, 40},
                       &(CwPaint){.gradient = &gradient});
    cw_draw_text(&picture.list,
                 &(CwTextDraw){.text = "Dusk", .x = 480, .y = 120, .size = 30, .outline = 2});
}

TEST(it_is_what_a_multiplied_rectangle_would_be)
{
    enum { ROW = 120 };
    uint32_t wanted[640];
    picture_open_screen(_i);
    push_all_kinds();
    cw_draw_set_blend(&picture.list, CW_BLEND_MULTIPLY);
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 0, 640, 360, DUSK, DUSK});
    picture_finish();
    for (int x = 0; x < 640; x++) {
        wanted[x] = picture_at(x, ROW);
    }
    picture_close();
    open_dusk(_i);
    push_all_kinds();
    picture_finish();
    for (int x = 0; x < 640; x++) {
        picture_expect(x, ROW, wanted[x], 4);
    }
}
