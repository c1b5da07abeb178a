/* Parts of pictures by both painters, and pictures that come and go while the game runs. */
#include "support/expect.h"
#include "support/picture.h"
#include "support/temp_folder.h"

#include <SDL_image.h>
#include <sys/resource.h>

FIXTURE(.prepare = picture_painters, .set_up = picture_set_up, .tear_down = picture_close);

static void push_tile(int sprite, int tile, CwPoint2 place, double width)
{
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = sprite,
                                                  .x = place.x,
                                                  .y = place.y,
                                                  .width = width,
                                                  .part = picture_tile(tile)});
}

static void look(double height_m, double angle_rad)
{
    const CwCamera camera = {0.0137, 0.0071, height_m, .angle_rad = angle_rad};
    draw_list_begin(&picture.list, &camera, &picture.list.sprites);
}

static void push_wall(int sprite, int tile)
{
    CwWorldRect seen = cw_draw_visible_world(&picture.list);
    for (double y = floor(seen.bottom_m); y <= seen.top_m; y++) {
        for (double x = floor(seen.left_m); x <= seen.right_m; x++) {
            push_tile(sprite, tile, (CwPoint2){x + 0.5, y + 0.5}, 1);
        }
    }
}

TEST(tiles_of_either_filter_have_no_seam_and_show_no_neighbour)
{
    static const double heights_m[] = {9, 7.77, 23.1, 3.3};
    picture_open(_i);
    for (int i = 0; i < 12; i++) {
        look(heights_m[i % 4], i % 6 < 4 ? 0 : 0.377);
        push_wall(i < 6 ? SPRITE_SHEET : SPRITE_SHEET_NEAREST, TILE_WHITE);
        picture_finish();
        picture_expect_all((SDL_Rect){0, 0, 640, 360}, 0xFFFFFF, 0);
    }
}

/* Half transparent: what is covered twice is lighter. */
TEST(tiles_side_by_side_do_not_overlap)
{
    picture_open(_i);
    for (int i = 0; i < 4; i++) {
        look(7.77, i % 2 == 0 ? 0 : 0.377);
        cw_draw_set_look(&picture.list, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 128});
        push_wall(i < 2 ? SPRITE_SHEET : SPRITE_SHEET_NEAREST, TILE_WHITE);
        picture_finish();
        picture_expect_all((SDL_Rect){0, 0, 640, 360}, 0x808080, 2);
    }
}

TEST(a_lone_part_ends_at_its_edge)
{
    picture_open(_i);
    push_tile(SPRITE_SHEET, TILE_WHITE, (CwPoint2){-2, 0}, 2);
    push_tile(SPRITE_SHEET_NEAREST, TILE_WHITE, (CwPoint2){2, 0}, 2);
    picture_finish();
    for (int side = 0; side < 2; side++) {
        int left = 200 + 160 * side;
        picture_expect_all((SDL_Rect){left, 140, 80, 80}, 0xFFFFFF, 0);
        picture_expect_all((SDL_Rect){left - 4, 130, 4, 100}, 0, 0);
        picture_expect_all((SDL_Rect){left, 136, 80, 4}, 0, 0);
        picture_expect_all((SDL_Rect){left + 80, 130, 4, 100}, 0, 0);
    }
}

TEST(nearest_pixels_stay_crisp_at_any_zoom)
{
    picture_open(_i);
    look(1.3, 0.2);
    push_wall(SPRITE_SHEET_NEAREST, TILE_CHEQUER);
    picture_finish();
    for (int i = 0; i < 640 * 360; i++) {
        uint32_t colour = picture.pixels[i] & 0xFFFFFF;
        ck_assert(colour == 0xFFFFFF || colour == 0x0000FF);
    }
}

TEST(smooth_texels_blend_within_their_part)
{
    picture_open(_i);
    push_tile(SPRITE_SHEET, TILE_CHEQUER, (CwPoint2){0, 0}, 8); /* 20 pixels a texel */
    picture_finish();
    picture_expect(160 + 10, 20 + 10, 0xFFFFFF, 16); /* half a pixel off a middle */
    picture_expect(160 + 30, 20 + 10, 0x0000FF, 16);
    picture_expect(160 + 20, 20 + 10, 0x8080FF, 16);
    picture_expect(160 + 1, 20 + 10, 0xFFFFFF, 8); /* not blended with the tile before */
    picture_expect(160 + 318, 20 + 10, 0x0000FF, 8);
}

TEST(a_texel_on_each_pixel_is_exact_by_either_filter)
{
    picture_open(_i);
    look(360.0 / (double)TILE_PX, 0);
    CwPoint2 place = {0.0137 + 0.5, 0.0071 + 0.5};
    push_tile(_i % 2 == 0 ? SPRITE_SHEET : SPRITE_SHEET_NEAREST, TILE_CHEQUER, place, 1);
    picture_finish();
    for (int i = 0; i < TILE_PX * TILE_PX; i++) {
        int x = i % TILE_PX, y = i / TILE_PX;
        picture_expect(320 + x, 180 - TILE_PX + y, (x + y) % 2 == 0 ? 0xFFFFFF : 0x0000FF, 1);
    }
}

static void expect_halves(uint32_t left, uint32_t right)
{
    picture_finish();
    picture_expect_all((SDL_Rect){240, 160, 79, 40}, left, 0);
    picture_expect_all((SDL_Rect){321, 160, 79, 40}, right, 0);
}

TEST(a_negative_width_mirrors_a_part)
{
    CwSpriteDraw two = {.sprite = SPRITE_SHEET_NEAREST, .width = 4, .part = {16, 0, 32, 16}};
    picture_open(_i);
    cw_draw_sprite(&picture.list, &two);
    expect_halves(0xFFFFFF, 0xFF0000);
    two.width = -4;
    look(9, 0);
    two.x = 0.0137;
    two.y = 0.0071;
    cw_draw_sprite(&picture.list, &two);
    expect_halves(0xFF0000, 0xFFFFFF);
}

#define ROW(name, w_m, h_m, filtered, w_px, h_px)                                                  \
    {                                                                                              \
        .file = (name), .width_m = (w_m), .height_m = (h_m), .filter = (filtered),                 \
        .width_px = (w_px), .height_px = (h_px)                                                    \
    }

static void save_plain(const char *name, int width_px, int height_px, uint32_t colour)
{
    SDL_Surface *surface = bitmap_surface(width_px, height_px);
    SDL_FillRect(surface, NULL, colour);
    SDL_FillRect(surface, &(SDL_Rect){width_px - 1, 0, 1, height_px}, 0xFFFFFFFF);
    ck_assert_int_eq(IMG_SavePNG(surface, temp_path(name)), 0);
    SDL_FreeSurface(surface);
}

static void set_pictures(CwSpriteDef *pictures, int count)
{
    static char paths[4][256];
    for (int i = 0; i < count; i++) {
        pictures[i].file = strcpy(paths[i], temp_path(pictures[i].file));
    }
    EXPECT_OK(renderer_set_pictures(picture.renderer, pictures, count, &error));
    picture.list.sprites.count = PICTURE_SPRITES;
    picture.list.sprites.pictures = pictures;
    picture.list.sprites.picture_count = count;
}

static uint32_t colour_of_picture(int number)
{
    look(9, 0);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = PICTURE_SPRITES + number});
    picture_finish();
    return picture_at(320, 180);
}

TEST(pictures_of_a_level_follow_the_sprites)
{
    CwSpriteDef pictures[] = {ROW("a.png", 1, 1, CW_FILTER_NEAREST, 4, 4),
                              ROW("b.png", 2, 2, CW_FILTER_SMOOTH, 4, 4)};
    save_plain("a.png", 4, 4, 0xFFFF0000);
    save_plain("b.png", 4, 4, 0xFF00FF00);
    picture_open(_i);
    set_pictures(pictures, 2);
    ck_assert_uint_eq(colour_of_picture(0), 0xFF0000);
    ck_assert_uint_eq(colour_of_picture(1), 0x00FF00);
    ck_assert(renderer_restore_textures(picture.renderer, NULL));
    ck_assert_uint_eq(colour_of_picture(1), 0x00FF00);
}

TEST(a_level_change_loads_only_what_is_new)
{
    CwSpriteDef before[] = {ROW("a.png", 1, 1, CW_FILTER_NEAREST, 4, 4),
                            ROW("b.png", 1, 1, CW_FILTER_NEAREST, 4, 4)};
    CwSpriteDef after[] = {ROW("c.png", 1, 1, CW_FILTER_NEAREST, 4, 4),
                           ROW("b.png", 3, 3, CW_FILTER_NEAREST, 4, 4)};
    save_plain("a.png", 4, 4, 0xFFFF0000);
    save_plain("b.png", 4, 4, 0xFF00FF00);
    save_plain("c.png", 4, 4, 0xFF0000FF);
    picture_open(_i);
    set_pictures(before, 2);
    ck_assert_uint_eq(colour_of_picture(1), 0x00FF00);
    unlink(before[1].file);
    set_pictures(after, 2);
    ck_assert_uint_eq(colour_of_picture(0), 0x0000FF);
    ck_assert_uint_eq(colour_of_picture(1), 0x00FF00);
    set_pictures(after, 0);
    picture_push_quarters(0, 0, 0, 1);
    PICTURE_SHOWS({312, 172, 0xFF0000, 8});
}

static long most_memory_kib(void)
{
    struct rusage used;
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &used), 0);
    return used.ru_maxrss;
}

TEST(a_missing_picture_is_a_chequer_of_little_memory_at_any_size)
{
    CwSpriteDef pictures[] = {ROW("none.png", 4, 4, CW_FILTER_NEAREST, 20000, 20000)};
    picture_open(_i);
    picture_finish();
    long before_kib = most_memory_kib();
    set_pictures(pictures, 1);
    cw_draw_sprite(
        &picture.list,
        &(CwSpriteDraw){.sprite = PICTURE_SPRITES, .width = 4, .part = {0, 0, 158, 158}});
    PICTURE_SHOWS({280, 140, 0xFF00FF, 0}, {360, 140, 0x000000, 0}, {360, 220, 0xFF00FF, 0});
    ck_assert_int_lt(most_memory_kib() - before_kib, 64 * 1024);
}

TEST(a_picture_larger_than_a_page_keeps_its_pixels)
{
    CwSpriteDef pictures[] = {ROW("wide.png", 6, 1, CW_FILTER_NEAREST, 6000, 4),
                              ROW("tall.png", 1, 6, CW_FILTER_NEAREST, 4, 6000)};
    save_plain("wide.png", 6000, 4, 0xFFFF0000);
    save_plain("tall.png", 4, 6000, 0xFF00FF00);
    picture_open(_i);
    set_pictures(pictures, 2);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = PICTURE_SPRITES,
                                                  .width = 4,
                                                  .height = 4,
                                                  .part = {5998, 0, 2, 2}});
    expect_halves(0xFF0000, 0xFFFFFF);
    ck_assert_uint_eq(colour_of_picture(1), 0x00FF00);
}

TEST(a_file_of_another_size_is_taken_as_if_scaled)
{
    CwSpriteDef pictures[] = {ROW("half.png", 1, 1, CW_FILTER_NEAREST, 4, 4)};
    save_plain("half.png", 2, 2, 0xFFFF0000);
    picture_open(_i);
    set_pictures(pictures, 1);
    cw_draw_sprite(
        &picture.list,
        &(CwSpriteDraw){.sprite = PICTURE_SPRITES, .width = 4, .height = 4, .part = {1, 0, 2, 4}});
    expect_halves(0xFF0000, 0xFFFFFF);
}

TEST(an_svg_is_divided_into_the_units_of_its_row)
{
    CwSpriteDef pictures[] = {ROW("quarters.svg", 1, 1, CW_FILTER_SMOOTH, 2, 2)};
    picture_open(_i);
    set_pictures(pictures, 1);
    cw_draw_sprite(&picture.list,
                   &(CwSpriteDraw){.sprite = PICTURE_SPRITES, .width = 4, .part = {1, 0, 1, 1}});
    picture_finish();
    picture_expect_all((SDL_Rect){240, 100, 160, 160}, 0x00FF00, 0);
}

TEST(whole_pixels_move_in_steps_and_keep_texels_even)
{
    CwSpriteDef pictures[] = {ROW("sheet.png", 4, 2, CW_FILTER_NEAREST, 64, 32)};
    pictures[0].whole_pixels = true;
    picture_open(_i);
    set_pictures(pictures, 1);
    cw_draw_set_screen(&picture.list);
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = PICTURE_SPRITES,
                                                  .x = 100.3,
                                                  .y = 100.4,
                                                  .width = 2 * TILE_PX,
                                                  .part = picture_tile(TILE_CHEQUER)});
    picture_finish();
    for (int i = 0; i < 4 * TILE_PX * TILE_PX; i++) {
        int x = i % (2 * TILE_PX), y = i / (2 * TILE_PX);
        picture_expect(84 + x, 84 + y, (x / 2 + y / 2) % 2 == 0 ? 0xFFFFFF : 0x0000FF, 0);
    }
}
