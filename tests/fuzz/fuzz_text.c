/* Any bytes as text: set in some style, and painted. The first four bytes choose the style. */
#include "fuzz/support/input.h"
#include "paint/renderer.h"

enum { STYLE_BYTES = 4, WIDTH_PX = 160, HEIGHT_PX = 90 };

static CwTextDraw text_of(const uint8_t *style, const char *words)
{
    return (CwTextDraw){.text = words,
                        .face = style[0] % CW_FACE_COUNT,
                        .align = (CwTextAlign)(style[0] / 4 % 4),
                        .anchor = (CwTextAnchor)(style[0] / 16 % 4),
                        .x = 320,
                        .y = 180,
                        .size = style[1],
                        .width = style[2] * 4.0,
                        .outline = style[3] % 8,
                        .shadow = {style[3] / 8, 1}};
}

static CwDrawList list;
static Renderer *renderer;
static Viewport viewport;

/* Fonts take long to open: once for all inputs. */
static void close_all(void)
{
    renderer_destroy(renderer);
    typesetter_destroy(list.typesetter);
    draw_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < STYLE_BYTES || size > 1000) {
        return 0;
    }
    if (renderer == NULL) {
        const RendererDesc desc = {.table = {.camera_height_m = 9}, .art_dir = ""};
        renderer = renderer_create_offscreen(WIDTH_PX, HEIGHT_PX, &desc, NULL);
        viewport = viewport_make(WIDTH_PX, HEIGHT_PX, SCALING_LETTERBOX,
                                 (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
        list.typesetter = typesetter_create(&(FontsDesc){0});
        renderer_set_viewport(renderer, &viewport, NULL);
        atexit(close_all);
    }
    char words[1001] = {0};
    memcpy(words, data + STYLE_BYTES, size - STYLE_BYTES);
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &(SpriteTable){.camera_height_m = 9});
    cw_draw_set_screen(&list);
    CwTextDraw text = text_of(data, words);
    CwTextSize taken = cw_text_measure(&list, &text);
    CW_ASSERT(isfinite(taken.width) && isfinite(taken.height), "measure in numbers");
    cw_draw_text(&list, &text);
    draw_list_sort(&list);
    renderer_draw(renderer, &list);
    return 0;
}
