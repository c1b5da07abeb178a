/* Signs name what is pressed on the device in hand. */
#include "common/sprites.h"
#include "draw/draw_list.h"
#include "map/map_text.h"
#include "sim/world.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "support/prompts.h"
#include "windup/windup.h"

static CwDrawList list;
static CwPrompts prompts;

static void set_up(void)
{
    drive_set_up();
    drive_open("assets/levels/first-wind.tmj", 60);
    prompts = windup_prompts();
}

static void tear_down(void)
{
    draw_list_free(&list);
    drive_close();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* The start of the level, where the first sign is. */
static void show(const CwPrompts *with)
{
    const SpriteTable table = {.sprites = windup_sprites,
                               .count = SPRITE_COUNT,
                               .camera_height_m = windup_game.camera_height_m};
    Session *session = &drive.session;
    CwCamera camera = {.x_m = 10, .y_m = 5, .height_m = 20};
    CwFrame frame = {.prompts = with,
                     .draw = &list,
                     .camera = &camera,
                     .view = session->view_memory,
                     .comfort = {.text_scale = 1}};
    draw_list_begin(&list, &camera, &table);
    entities_draw(session->world, &frame);
}

static const struct {
    Device device;
    const char *drive, *brake;
} signs[] = {{DEVICE_KEYBOARD, "Right: drive", "Left: brake"},
             {DEVICE_PAD, "RT: drive", "LT: brake"},
             {DEVICE_TOUCH, "\u25b6: drive", "\u25c0: brake"}};

TEST(signs_name_keys_and_buttons_of_the_device_in_hand, .rounds = CW_ARRAY_LENGTH(signs))
{
    prompts.device = signs[_i].device;
    show(&prompts);
    ck_assert(draws_text(&list, signs[_i].drive));
    ck_assert(draws_text(&list, signs[_i].brake));
}

TEST(where_nobody_knows_the_device_a_sign_says_what_its_map_says_instead)
{
    show(NULL);
    ck_assert(draws_text(&list, "Right: drive"));
}

TEST(a_name_of_no_action_is_said_with_those_that_there_are)
{
    drive_open_track(
        ",{\"id\":9,\"type\":\"sign\",\"x\":640,\"y\":640,\"width\":128,\"height\":64,"
        "\"properties\":[{\"name\":\"text\",\"type\":\"string\",\"value\":\"{jump}\"}]}");
    int count = 0;
    const char *warning = map_first_warning(drive.session.map, &count);
    ck_assert_int_eq(count, 1);
    ck_assert_ptr_nonnull(strstr(warning, "\"jump\""));
    ck_assert_ptr_nonnull(strstr(warning, "hop"));
}
