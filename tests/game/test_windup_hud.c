/* The HUD as players ask for it: larger, clearer, in colours that everybody can tell apart. */
#include "draw/draw_list.h"
#include "game/mainspring.h"
#include "game/rules.h"
#include "game/sprites.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "windup/view.h"
#include "windup/windup.h"

#include <math.h>

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

static int count_circles(double radius)
{
    int count = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        const DrawCommand *command = &list.commands[i];
        count +=
            command->kind == DRAW_CAPSULE && fabs((double)command->capsule.radius - radius) < 0.01;
    }
    return count;
}

TEST(checkpoints_ahead_are_rings_and_those_passed_are_not)
{
    drive_open("assets/levels/first-wind.tmj", 60);
    show((CwComfort){.text_scale = 1});
    int all = count_circles(3.6);
    ck_assert_int_gt(all, 0);
    ck_assert_int_eq(count_circles(1.8), 0);
    show((CwComfort){.text_scale = 1, .high_contrast = true});
    ck_assert_int_eq(count_circles(1.8), all);
    run_of(drive.session.world)->respawn_m.x = 1e6;
    show((CwComfort){.text_scale = 1, .high_contrast = true});
    ck_assert_int_eq(count_circles(1.8), 0);
}
