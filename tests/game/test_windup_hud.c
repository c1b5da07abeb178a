/* The HUD as players ask for it: larger, clearer, in colours that everybody can tell apart. */
#include "draw/draw_list.h"
#include "game/mainspring.h"
#include "game/sprites.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "windup/view.h"
#include "windup/windup.h"

static CwDrawList list;

static void tear_down(void)
{
    draw_list_free(&list);
    drive_close();
}

FIXTURE(.set_up = drive_set_up, .tear_down = tear_down);

static void show(CwComfort comfort)
{
    const SpriteTable table = {.sprites = windup_sprites,
                               .count = SPRITE_COUNT,
                               .camera_height_m = windup_game.camera_height_m};
    Session *session = &drive.session;
    CwFrame frame = {.draw = &list,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .comfort = comfort};
    draw_list_begin(&list, &session->camera, &table);
    hud_draw(session->world, &frame);
}

/* How large the text is whose first byte is this; 0: there is none. */
static double size_of(char first)
{
    for (uint32_t i = 0; i < list.command_count; i++) {
        const TextCommand *command = &list.commands[i].text;
        if (list.commands[i].kind == DRAW_TEXT && list.text[command->first_byte] == first) {
            return command->size;
        }
    }
    return 0;
}

TEST(text_of_the_hud_grows_as_asked)
{
    show((CwComfort){.text_scale = 1});
    double time = size_of('0'), help = size_of('R');
    ck_assert(time > 0 && help > 0);
    show((CwComfort){.text_scale = 1.5});
    EXPECT_WITHIN(size_of('0') / time, 1.499, 1.501);
    EXPECT_WITHIN(size_of('R') / help, 1.499, 1.501);
}

TEST(a_low_spring_has_a_sign_beside_its_colour)
{
    drive_buggy()->spring.left_J = SPRING_LOW_J / 2;
    show((CwComfort){.text_scale = 1});
    ck_assert(!draws_text(&list, "!"));
    show((CwComfort){.text_scale = 1, .colour_safe = true});
    ck_assert(draws_text(&list, "!"));
    drive_buggy()->spring.left_J = 2 * SPRING_LOW_J;
    show((CwComfort){.text_scale = 1, .colour_safe = true});
    ck_assert(!draws_text(&list, "!"));
}
