/* Every screen of Windup in windows of six shapes and at three text sizes: rows and texts lie in
 * the picture, no two texts lie over one another, none is too small to be read. */
#include "common/numbers.h"
#include "sim/poison.h"
#include "support/windup_screens.h"

static const struct {
    int width_px, height_px;
} SIZES[] = {{1280, 720}, {1920, 1080}, {800, 600}, {2560, 1080}, {640, 360}, {500, 900}};
static const double TEXT_SIZES[] = {1, 1.25, 1.5};
enum { SIZE_COUNT = CW_ARRAY_LENGTH(SIZES), TEXT_SIZE_COUNT = CW_ARRAY_LENGTH(TEXT_SIZES) };

static const double LEAST_PX = 7; /* height of a line */
static const double APART = 2;    /* between two texts in a row, view points */

FIXTURE(.tear_down = toy_run_tear_down, .timeout_s = 120);

/* A text that was drawn: where its letters are, in view points. */
typedef struct Drawn {
    char text[64];
    Box box;
    double line_px;
    const CwViewRect *clip; /* NULL: none */
} Drawn;

enum { DRAWN_MAX = 400 };
static Drawn drawn[DRAWN_MAX];
static int drawn_count;
static char where[96];

static CwViewRect seen(void)
{
    return run.loop.stage.viewport.view;
}

/* The letters of a line are lower than it is, by about so much at the top and the bottom. */
static const double ABOVE = 0.2, BELOW = 0.2;

static void add_text(const CwDrawList *list, const DrawCommand *command)
{
    const TextCommand *text = &command->text;
    const TextBlock *block = draw_list_block(list, text);
    TypeLayout layout = draw_list_layout(list, text);
    vec2s anchor = text->place.origin;
    double size = (double)text->size, low = INFINITY, high = -INFINITY;
    bool from_top = block != NULL && block->anchor == CW_ANCHOR_TOP;
    double top = (double)anchor.y - (from_top ? 0 : (double)layout.height * size / 2);
    for (uint32_t i = 0; i < layout.count; i++) {
        low = fmin(low, (double)layout.glyphs[i].pen.x);
        high = fmax(high, (double)layout.glyphs[i].pen.x);
    }
    Drawn *next = &drawn[drawn_count++];
    ck_assert_int_lt(drawn_count, DRAWN_MAX);
    *next = (Drawn){.line_px = size * run.loop.stage.viewport.scale_y,
                    .clip = command->clip == CLIP_ALL ? NULL
                                                      : &list->clips[command->clip - CLIP_FIRST]};
    next->box = (Box){(double)anchor.x + low * size, top + ABOVE * size, (high - low + 0.5) * size,
                      ((double)layout.height - ABOVE - BELOW) * size};
    snprintf(next->text, sizeof next->text, "%.*s", (int)text->byte_count,
             list->text + text->first_byte);
}

static void read_texts(void)
{
    const CwDrawList *list = &run.loop.stage.draw_list;
    drawn_count = 0;
    for (uint32_t i = 0; i < list->command_count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_TEXT && command->layer >= LAYER_HUD &&
            command->text.colour.a > 0) {
            add_text(list, command);
        }
    }
}

static bool lies_in(Box box, CwViewRect in)
{
    return box.x >= in.x - 0.5 && box.y >= in.y - 0.5 &&
           box.x + box.width <= in.x + in.width + 0.5 &&
           box.y + box.height <= in.y + in.height + 0.5;
}

static bool meet(Box a, Box b)
{
    return a.x < b.x + b.width + APART && b.x < a.x + a.width + APART && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static void expect_texts_apart(void)
{
    for (int i = 0; i < drawn_count; i++) {
        const Drawn *one = &drawn[i];
        const CwViewRect in = one->clip == NULL ? seen() : *one->clip;
        ck_assert_msg(lies_in(one->box, in), "%s: \"%s\" is cut: %g %g, %g x %g", where, one->text,
                      one->box.x, one->box.y, one->box.width, one->box.height);
        ck_assert_msg(one->line_px >= LEAST_PX, "%s: \"%s\" is %g px high", where, one->text,
                      one->line_px);
        for (int j = 0; j < i; j++) {
            ck_assert_msg(!meet(one->box, drawn[j].box), "%s: \"%s\" lies over \"%s\"", where,
                          one->text, drawn[j].text);
        }
    }
}

static void expect_rows_whole(void)
{
    const Page *page = &run.loop.menus.screens.page;
    const PageLayout *layout = &page->layout;
    Box list = layout->list;
    for (int i = 0; i < page->row_count; i++) {
        bool whole =
            lies_in(page_row_box(page, i), (CwViewRect){list.x, list.y, list.width, list.height});
        ck_assert_msg(whole || !page_row_is_seen(page, i), "%s: row \"%s\" is cut", where,
                      page->rows[i].label);
    }
    const Box boxes[] = {layout->title, layout->panel, layout->prompts};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(boxes); i++) {
        ck_assert_msg(lies_in(boxes[i], layout->view), "%s: box %zu is cut", where, i);
    }
}

static void expect_all_whole(void)
{
    read_texts();
    ck_assert_msg(drawn_count > 0, "%s: no text", where);
    expect_texts_apart();
    if (screens_are_open(&run.loop.menus.screens)) {
        expect_rows_whole();
    }
}

static void look_at(const WindupWindow *window, int screen)
{
    snprintf(where, sizeof where, "%s at %d x %d, text %g, device %d", windup_screen_names[screen],
             window->width_px, window->height_px, window->text_size, window->device);
    windup_screens_show(screen);
    expect_all_whole();
    if (screens_are_open(&run.loop.menus.screens)) { /* the other end, too */
        Page *page = &run.loop.menus.screens.page;
        page_scroll_to(page, page->row_count - 1);
        toy_run_frames(1);
        expect_all_whole();
    }
}

static void look_at_all(int size, double text_size, Device device)
{
    WindupWindow window = {.width_px = SIZES[size].width_px,
                           .height_px = SIZES[size].height_px,
                           .text_size = text_size,
                           .device = device};
    windup_screens_open(&window);
    for (int screen = 0; screen < WINDUP_SCREEN_COUNT; screen++) {
        look_at(&window, screen);
    }
}

TEST(every_screen_is_whole_at_every_size, .rounds = SIZE_COUNT * TEXT_SIZE_COUNT,
     .left_out = POISON_WORKS)
{
    look_at_all(_i / TEXT_SIZE_COUNT, TEXT_SIZES[_i % TEXT_SIZE_COUNT], DEVICE_KEYBOARD);
}

TEST(with_large_prompts_of_a_pad_every_screen_is_whole, .rounds = SIZE_COUNT)
{
    look_at_all(_i, TEXT_SIZES[TEXT_SIZE_COUNT - 1], DEVICE_PAD);
}

TEST(with_large_buttons_for_fingers_every_screen_is_whole, .rounds = SIZE_COUNT)
{
    look_at_all(_i, TEXT_SIZES[TEXT_SIZE_COUNT - 1], DEVICE_TOUCH);
}
