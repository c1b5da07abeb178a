/* A picture of which only what changed is painted anew is the picture painted as a whole, to the
 * last bit. */
#include "support/expect.h"
#include "support/picture.h"

enum { ITEMS = 60, STEPS = 300 };

typedef enum ItemKind {
    ITEM_SPRITE,
    ITEM_PART,
    ITEM_POLYGON,
    ITEM_CIRCLE,
    ITEM_RECT,
    ITEM_TEXT,
    ITEM_BLOCK,
    ITEM_STROKE,
    ITEM_GRADED,
    ITEM_TILES,
    ITEM_SLIVER,
    ITEM_KINDS
} ItemKind;

typedef struct Item {
    ItemKind kind;
    int layer;
    CwBlend blend;
    double x, y, size, angle_rad; /* view points */
    CwColour colour;
} Item;

static Item items[ITEMS];
static uint32_t noise;

static int any(int below)
{
    noise = noise * 1664525U + 1013904223U;
    return (int)((uint64_t)noise * (uint32_t)below >> 32);
}

static Item any_item(void)
{
    uint8_t red = (uint8_t)any(256), green = (uint8_t)any(256), alpha = (uint8_t)(55 + any(200));
    return (Item){.kind = (ItemKind)any(ITEM_KINDS),
                  .layer = any(3),
                  .blend = any(4) == 0 ? (CwBlend)any(CW_BLEND_MULTIPLY + 1) : CW_BLEND_NORMAL,
                  .x = any(7200) / 10.0 - 40,
                  .y = any(4400) / 10.0 - 40,
                  .size = 4 + any(700) / 10.0,
                  .angle_rad = any(3) == 0 ? 0 : any(628) / 100.0,
                  .colour = {red, green, 90, alpha}};
}

static void push_text(const Item *item, bool block)
{
    cw_draw_text(&picture.list, &(CwTextDraw){.text = block ? "Two words\nin gJ" : "gJ|",
                                              .x = item->x,
                                              .y = item->y,
                                              .size = item->size / 2 + 6,
                                              .colour = item->colour,
                                              .outline = block ? 2 : 0,
                                              .shadow = {block ? 9 : 0, block ? 5 : 0},
                                              .angle_rad = block ? item->angle_rad : 0});
}

static void push_shape(const Item *item, const CwPoint2 *corners)
{
    static const CwStop stops[] = {{0, {255, 0, 0, 255}}, {1, {0, 0, 255, 60}}};
    const CwGradient graded = {corners[0], corners[2], .stops = stops, .stop_count = 2};
    const CwPaint paint = {.colour = item->colour};
    const CwSpriteDraw tile = {.sprite = SPRITE_SHEET,
                               .x = 3,
                               .y = 5,
                               .width = 7 + item->size,
                               .angle_rad = item->angle_rad,
                               .part = picture_tile(TILE_CHEQUER)};
    if (item->kind == ITEM_SLIVER) {
        CwPoint2 sharp[] = {corners[0], {item->x + 100, item->y - 9}, {item->x + 100, item->y + 9}};
        cw_draw_polygon(&picture.list, sharp, 3, item->colour);
    } else if (item->kind == ITEM_TILES) {
        cw_draw_shape(&picture.list, corners, 4, &(CwPaint){.sprite = &tile});
    } else if (item->kind == ITEM_STROKE) {
        cw_draw_stroke(&picture.list,
                       &(CwStroke){.points = corners, .count = 4, .width = item->size / 5}, &paint);
    } else if (item->kind == ITEM_GRADED) {
        cw_draw_shape(&picture.list, corners, 4, &(CwPaint){.gradient = &graded});
    } else {
        cw_draw_polygon(&picture.list, corners, 3, item->colour);
    }
}

static void push(const Item *item)
{
    CwDrawList *list = &picture.list;
    double x = item->x, y = item->y, size = item->size;
    const CwPoint2 corners[] = {
        {x, y}, {x + size, y + 0.3 * size}, {x + 0.2 * size, y + 1.1 * size}, {x - 9, y + 9}};
    CwSpriteDraw sprite = {.sprite = item->kind == ITEM_PART ? SPRITE_SHEET : SPRITE_QUARTERS,
                           .x = x,
                           .y = y,
                           .width = size,
                           .height = 0.7 * size,
                           .angle_rad = item->angle_rad,
                           .tint = &item->colour};
    cw_draw_set_layer(list, item->layer);
    cw_draw_set_blend(list, item->blend);
    switch (item->kind) {
    case ITEM_SPRITE:
    case ITEM_PART:
        cw_draw_sprite(list, &sprite);
        break;
    case ITEM_CIRCLE:
        cw_draw_circle(list, corners[0], size / 2, item->colour);
        break;
    case ITEM_RECT:
        cw_draw_rect(list, &(CwRectDraw){x, y, size, size, item->colour, {9, 90, 9, 200}});
        break;
    case ITEM_TEXT:
    case ITEM_BLOCK:
        push_text(item, item->kind == ITEM_BLOCK);
        break;
    default:
        push_shape(item, corners);
        break;
    }
}

static void push_all(int count)
{
    picture_look(9, 0);
    cw_draw_set_screen(&picture.list);
    cw_draw_set_layer(&picture.list, -1);
    cw_draw_rect(&picture.list,
                 &(CwRectDraw){0, 0, 640, 200, {40, 90, 160, 255}, {220, 200, 150, 255}});
    for (int i = 0; i < count; i++) {
        bool clipped = i % 7 == 0;
        if (clipped) {
            cw_draw_clip_begin(&picture.list, (CwViewRect){100 + i, 50, 300, 200});
        }
        push(&items[i]);
        if (clipped) {
            cw_draw_clip_end(&picture.list);
        }
    }
    draw_list_sort(&picture.list);
}

static uint32_t paint(void)
{
    renderer_draw(picture.renderer, &picture.list);
    EXPECT_OK(renderer_read_pixels(picture.renderer, picture.pixels, &error));
    return renderer_stats(picture.renderer).painted_px;
}

/* Paints the list once more, as a whole, and compares. */
static void expect_the_whole(int step)
{
    size_t count = (size_t)picture.width_px * (size_t)picture.height_px;
    uint32_t *changed = malloc(count * sizeof *changed);
    ck_assert_ptr_nonnull(changed);
    memcpy(changed, picture.pixels, count * sizeof *changed);
    picture_finish();
    ck_assert_uint_eq(renderer_stats(picture.renderer).painted_px, 640 * 360);
    for (size_t i = 0; i < count; i++) {
        if (changed[i] != picture.pixels[i]) {
            ck_abort_msg("step %d, pixel %zu, %zu: %06X, not %06X", step, i % 720, i / 720,
                         changed[i], picture.pixels[i]);
        }
    }
    free(changed);
}

static void open_scene(void)
{
    picture_open_size(720, 360, PAINTED_IN_MEMORY); /* with bars */
    noise = 7;
    for (int i = 0; i < ITEMS; i++) {
        items[i] = any_item();
    }
    push_all(ITEMS);
    picture_finish();
}

FIXTURE(.set_up = picture_set_up, .tear_down = picture_close);

TEST(a_partly_repainted_picture_equals_one_painted_whole)
{
    open_scene();
    uint64_t painted_px = 0;
    for (int step = 0; step < STEPS; step++) {
        items[any(ITEMS)] = any_item();
        items[any(ITEMS)].x += 1;
        push_all(ITEMS - any(2));
        painted_px += paint();
        expect_the_whole(step);
    }
    ck_assert_uint_lt(painted_px, (uint64_t)STEPS * 640 * 360 / 2);
}

TEST(an_unchanged_list_paints_nothing)
{
    open_scene();
    push_all(ITEMS);
    ck_assert_uint_eq(paint(), 0);
    expect_the_whole(0);
}

TEST(a_small_moving_thing_repaints_only_its_surroundings)
{
    open_scene();
    items[ITEMS - 1] = (Item){.kind = ITEM_CIRCLE, .x = 300, .y = 200, .size = 10, .layer = 2};
    push_all(ITEMS);
    paint();
    items[ITEMS - 1].x += 1;
    push_all(ITEMS);
    ck_assert_uint_le(paint(), 2 * 2 * 32 * 32);
    expect_the_whole(0);
}

TEST(a_new_order_of_overlapping_commands_is_repainted)
{
    open_scene();
    items[ITEMS - 1] = (Item){
        .kind = ITEM_RECT, .x = 300, .y = 200, .size = 20, .layer = 2, .colour = {255, 0, 0, 255}};
    items[ITEMS - 2] = items[ITEMS - 1];
    items[ITEMS - 2].kind = ITEM_CIRCLE;
    push_all(ITEMS);
    paint();
    Item last = items[ITEMS - 1];
    items[ITEMS - 1] = items[ITEMS - 2];
    items[ITEMS - 2] = last;
    push_all(ITEMS);
    ck_assert_uint_gt(paint(), 0);
    expect_the_whole(0);
}

TEST(another_viewport_is_painted_as_a_whole)
{
    open_scene();
    picture.viewport = viewport_make(720, 360, SCALING_STRETCH, (CwPoint2){640, 360});
    ck_assert(renderer_set_viewport(picture.renderer, &picture.viewport, &error));
    push_all(ITEMS);
    ck_assert_uint_eq(paint(), 720 * 360);
}
