/* The heading of the title screen: a logo where the game has one, its title as text where not. */
#include "draw/draw_list.h"
#include "support/test.h"
#include "ui/menu.h"

static const CwSpriteDef sprites[] = {{.file = "first.svg", .width_m = 1, .height_m = 1},
                                      {.file = "logo.svg", .width_m = 4, .height_m = 1}};
static CwDrawList list;

/* What the title screen of a game with this logo draws; returns its first sprite, NULL for none. */
static const SpriteCommand *draw_title(const CwSpriteDef *logo)
{
    const CwGame game = {
        .title = "Toy", .sprites = sprites, .sprite_count = 2, .title_sprite = logo};
    const SpriteTable table = {.sprites = sprites, .count = 2, .camera_height_m = 9};
    Menu menu = {.screen = SCREEN_TITLE, .entry_count = 1};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &table);
    menu_draw(&menu, &game, &(CwFrame){.draw = &list});
    for (uint32_t i = 0; i < list.command_count; i++) {
        if (list.commands[i].kind == DRAW_SPRITE) {
            return &list.commands[i].sprite;
        }
    }
    return NULL;
}

TEST(a_title_sprite_is_the_logo)
{
    for (int i = 0; i < 2; i++) {
        const SpriteCommand *logo = draw_title(&sprites[i]);
        ck_assert_ptr_nonnull(logo);
        ck_assert_int_eq(logo->sprite, i);
        ck_assert_uint_eq(logo->tint.a, 255);
    }
}

TEST(without_a_title_sprite_the_title_is_text)
{
    ck_assert_ptr_null(draw_title(NULL));
    ck_assert_uint_gt(list.text_bytes, 2);
    ck_assert_int_eq(memcmp(list.text, "Toy", 3), 0);
}

static void forget(void)
{
    draw_list_free(&list);
}

FIXTURE(.tear_down = forget);
