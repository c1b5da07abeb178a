#include "support/drawn_list.h"
#include "ui/panel.h"

/* Key caps by themselves: their words can be read, in a dark theme and in a light one. */

FIXTURE(.tear_down = free_list);

static int brightness(CwColour colour)
{
    return colour.r + colour.g + colour.b;
}

static void expect_readable(const CwTheme *theme, BindingSource source)
{
    int labels = 0;
    begin_list();
    key_cap_draw(&list, (Box){10, 10, 40, 14}, &(Binding){.source = source, .code = 9}, theme);
    for (uint32_t i = 0; i < list.command_count; i++) {
        if (list.commands[i].kind == DRAW_TEXT) {
            CwColour ink = list.commands[i].text.colour;
            ck_assert_int_eq(ink.a, 255);
            ck_assert_int_gt(abs(brightness(ink) - brightness(theme->text)), 300);
            labels++;
        }
    }
    ck_assert_int_eq(labels, 1);
}

TEST(a_cap_is_readable_where_text_is_light_and_where_it_is_dark)
{
    static const CwTheme dark_page = {{255, 245, 225, 255}, {220, 165, 60, 255}, {20, 55, 60, 200}};
    static const CwTheme light_page = {{40, 50, 60, 255}, {200, 80, 60, 255}, {250, 245, 230, 220}};
    expect_readable(&dark_page, BINDING_KEY);
    expect_readable(&light_page, BINDING_KEY);
    expect_readable(&dark_page, BINDING_PAD_BUTTON);
    expect_readable(&light_page, BINDING_PAD_BUTTON);
}
