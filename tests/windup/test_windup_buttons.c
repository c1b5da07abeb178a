/* The engine's buttons and pedals over Windup: beside its HUD in every window. */
#include "common/sprites.h"
#include "host/bindings.h"
#include "support/game_config.h"
#include "support/toy_run.h"
#include "ui/ui_view.h"
#include "view/view.h"
#include "windup/windup.h"

static const struct {
    int width_px, height_px;
    double text_size;
} windows[] = {{640, 360, 1},   {640, 360, 1.5}, {1280, 720, 1},   {500, 900, 1},
               {500, 900, 1.5}, {2560, 1080, 1}, {2560, 1080, 1.5}};

static uint32_t pixels[2560 * 1080];

TOY_SET_UP
{
    run.game = windup_game;
    run.table = game_config(&run.config, &run.game);
    levels_find(&run.levels, "assets");
    run.desc.choice.level = "first-wind";
}

static void open(int round)
{
    HostStatus *status = &run.host_desc.status;
    const SpriteTable table = {.sprites = windup_sprites,
                               .count = SPRITE_COUNT,
                               .camera_height_m = windup_game.looks.camera_height_m};
    status->width_px = windows[round].width_px;
    status->height_px = windows[round].height_px;
    run.config.text_size = windows[round].text_size;
    run.renderer =
        renderer_create_offscreen(status->width_px, status->height_px,
                                  &(RendererDesc){.table = table, .art_dir = "assets/art"}, &error);
    ck_assert_ptr_nonnull(run.renderer);
    toy_play(3);
    toy_event((InputEvent){.type = INPUT_TOUCH_DOWN, .x = 320, .y = 100});
    toy_run_frames(2);
}

static void paint_hud(void)
{
    Stage *stage = toy_stage();
    draw_list_begin(&stage->draw_list, &stage->draw_list.state.camera, &stage->sprites);
    hud_draw(toy_world(), &run.loop.view.frame);
    draw_list_sort(&stage->draw_list);
    renderer_draw(run.renderer, &stage->draw_list);
    EXPECT_OK(renderer_read_pixels(run.renderer, pixels, &error));
}

static bool is_painted(int x_px, int y_px)
{
    return (pixels[y_px * toy_stage()->status.width_px + x_px] & 0xffffff) != 0;
}

/* Within the window, and nothing of the HUD is below it. */
static void expect_free(Box box)
{
    const Viewport *viewport = &toy_stage()->viewport;
    CwViewRect seen =
        ui_view_rect(viewport->view, (CwViewRect){box.x, box.y, box.width, box.height});
    int x = (int)(viewport->origin_px.x + seen.x * viewport->scale_x);
    int y = (int)(viewport->origin_px.y + seen.y * viewport->scale_y);
    int right = x + (int)(seen.width * viewport->scale_x);
    int bottom = y + (int)(seen.height * viewport->scale_y);
    ck_assert(x >= 0 && y >= 0);
    ck_assert_int_le(right, toy_stage()->status.width_px);
    ck_assert_int_le(bottom, toy_stage()->status.height_px);
    for (int i = x; i < right; i++) {
        for (int j = y; j < bottom; j++) {
            ck_assert_msg(!is_painted(i, j), "the HUD is at %d, %d", i, j);
        }
    }
}

static bool overlap(Box a, Box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

TEST(buttons_and_pedals_lie_beside_the_hud_and_each_other, .rounds = CW_ARRAY_LENGTH(windows))
{
    open(_i);
    Box boxes[SCREEN_BUTTONS_MAX + CW_ACTION_MAX];
    int count = toy_stage()->buttons.count;
    ck_assert_int_eq(count, 3);
    for (int i = 0; i < count; i++) {
        boxes[i] = toy_stage()->buttons.items[i].box;
    }
    CwViewRect view = ui_view(toy_stage()->viewport.view);
    for (int i = 0; i < windup_game.input.action_count; i++) {
        const Binding *zone =
            binding_of_device(&toy_stage()->players.collectors[0].map.actions[i], DEVICE_TOUCH);
        ck_assert_msg(zone != NULL, "%s can't be touched", windup_game.input.actions[i].name);
        boxes[count++] = pedal_box(&zone->zone, 66, view);
    }
    paint_hud();
    double px = toy_stage()->viewport.scale_x;
    ck_assert(is_painted((int)(40 * px), (int)(27 * px))); /* the time */
    for (int i = 0; i < count; i++) {
        expect_free(boxes[i]);
        for (int j = 0; j < i; j++) {
            ck_assert_msg(!overlap(boxes[i], boxes[j]), "%d lies over %d", i, j);
        }
    }
}
