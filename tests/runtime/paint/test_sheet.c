/* Sheets: grids, and their frames in the draw list. */
#include "support/drawn_list.h"

FIXTURE(.tear_down = free_list);

TEST(a_grid_has_margin_and_spacing)
{
    CwSpriteDef def = {
        .width_px = 2 * 3 + 4 * 16 + 3 * 2, .height_px = 2 * 3 + 2 * 8 + 2, .grid = {4, 2, 3, 2}};
    CwPart part = sprite_frame(&def, 6);
    ck_assert_int_eq(part.x, 3 + 2 * 18);
    ck_assert_int_eq(part.y, 3 + 10);
    ck_assert_int_eq(part.width, 16);
    ck_assert_int_eq(part.height, 8);
    def.width_px++;
    ck_assert_int_eq(sprite_frame(&def, 6).width, 0);
}

/* ---- Drawn ---- */

static const uint32_t hero_ms[] = {30, 90};
static const CwSpriteDef row = {.file = "g.png",
                                .width_m = 1,
                                .height_m = 2,
                                .width_px = 64,
                                .height_px = 32,
                                .grid = {4, 1, 0, 0}};
static const CwClip clips[] = {{.first = 1, .last = 3, .frame_ms = 50},
                               {.first = 1, .last = 2, .frames_ms = hero_ms}};

static void open_list(void)
{
    const SpriteTable table = {
        .sprites = &row, .count = 1, .camera_height_m = 9, .clips = clips, .clip_count = 2};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &table);
}

static const PartCommand *last_part(void)
{
    return &list.commands[list.command_count - 1].part;
}

static void expect_box(const PartCommand *part, vec2s low, vec2s high)
{
    ck_assert_float_eq_tol(part->corners[0].x, low.x, 1e-3F);
    ck_assert_float_eq_tol(part->corners[0].y, low.y, 1e-3F);
    ck_assert_float_eq_tol(part->corners[2].x, high.x, 1e-3F);
    ck_assert_float_eq_tol(part->corners[2].y, high.y, 1e-3F);
}

TEST(a_frame_of_a_grid_has_the_rows_size)
{
    open_list();
    cw_draw_sprite(&list, &(CwSpriteDraw){.frame = 2});
    expect_box(last_part(), (vec2s){{300, 140}}, (vec2s){{340, 220}});
    ck_assert_float_eq(last_part()->from.x, 32);
    ck_assert_float_eq(last_part()->to.x, 48);
    cw_draw_sprite(&list, &(CwSpriteDraw){.part = {8, 0, 32, 8}}); /* two frames wide */
    expect_box(last_part(), (vec2s){{280, 170}}, (vec2s){{360, 190}});
}

static int frame_drawn(uint32_t clip, uint32_t ms)
{
    cw_draw_animation(&list, &(CwAnimation){.clip = clip, .ms = ms}, &(CwSpriteDraw){0});
    return (int)last_part()->from.x / 16;
}

TEST(an_animation_shows_the_frame_of_its_time)
{
    open_list();
    ck_assert_int_eq(frame_drawn(0, 99), 2);
    ck_assert_int_eq(frame_drawn(0, 150), 1);
    ck_assert_int_eq(frame_drawn(1, 29), 1);
    ck_assert_int_eq(frame_drawn(1, 119), 2);
    ck_assert_int_eq(frame_drawn(1, 120), 1);
}
