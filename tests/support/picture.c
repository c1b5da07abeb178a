#include "picture.h"

#include "colour.h"
#include "expect.h"
#include "temp_folder.h"
#include "xvfb.h"

#include <SDL_image.h>
#include <sys/wait.h>

static const char quarters_svg[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\" viewBox=\"0 0 100 "
    "100\">"
    "<rect x=\"0\" y=\"0\" width=\"50\" height=\"50\" fill=\"#ff0000\"/>"
    "<rect x=\"50\" y=\"0\" width=\"50\" height=\"50\" fill=\"#00ff00\"/>"
    "<rect x=\"0\" y=\"50\" width=\"50\" height=\"50\" fill=\"#0000ff\"/>"
    "<rect x=\"50\" y=\"50\" width=\"50\" height=\"50\" fill=\"#ffff00\"/></svg>";
static const char white_svg[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\" viewBox=\"0 0 100 "
    "100\">"
    "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" fill=\"#ffffff\"/></svg>";

static const CwSpriteDef sprites[PICTURE_ALL_SPRITES] = {
    [SPRITE_QUARTERS] = {.file = "quarters.svg", .width_m = 1, .height_m = 1},
    [SPRITE_WHITE] = {.file = "white.svg", .width_m = 1, .height_m = 1},
    [SPRITE_MISSING] = {.file = "missing.svg", .width_m = 1, .height_m = 1},
    [SPRITE_BROKEN] = {.file = "broken.svg", .width_m = 1, .height_m = 1},
    [SPRITE_PNG] = {.file = "cyan.png", .width_m = 1, .height_m = 1},
    [SPRITE_SHEET] = {.file = "sheet.png",
                      .width_m = 4,
                      .height_m = 2,
                      .filter = CW_FILTER_SMOOTH,
                      .width_px = 64,
                      .height_px = 32},
    [SPRITE_SHEET_NEAREST] = {.file = "sheet.png",
                              .width_m = 4,
                              .height_m = 2,
                              .filter = CW_FILTER_NEAREST,
                              .width_px = 64,
                              .height_px = 32},
};

Picture picture;

CwPart picture_tile(int tile)
{
    return (CwPart){tile % TILE_COLUMNS * TILE_PX, tile / TILE_COLUMNS * TILE_PX, TILE_PX, TILE_PX};
}

static void save_sheet(void)
{
    static const uint32_t colours[] = {0xFFFF0000, 0xFFFFFFFF, 0xFFFF0000, 0xFF00FF00,
                                       0xFF0000FF, 0xFF00FF00, 0xFF0000FF};
    SDL_Surface *sheet = bitmap_surface(4 * TILE_PX, 2 * TILE_PX);
    for (int tile = 0; tile < TILE_CHEQUER; tile++) {
        CwPart part = picture_tile(tile);
        SDL_FillRect(sheet, &(SDL_Rect){part.x, part.y, part.width, part.height}, colours[tile]);
    }
    CwPart part = picture_tile(TILE_CHEQUER);
    for (int i = 0; i < TILE_PX * TILE_PX; i++) {
        int x = i % TILE_PX, y = i / TILE_PX;
        SDL_FillRect(sheet, &(SDL_Rect){part.x + x, part.y + y, 1, 1},
                     (x + y) % 2 == 0 ? 0xFFFFFFFF : 0xFF0000FF);
    }
    ck_assert_int_eq(IMG_SavePNG(sheet, temp_path("sheet.png")), 0);
    SDL_FreeSurface(sheet);
}

void picture_set_up(void)
{
    temp_write("quarters.svg", quarters_svg);
    temp_write("white.svg", white_svg);
    temp_write("broken.svg", "this is no picture");
    SDL_Surface *cyan = bitmap_surface(20, 20);
    SDL_FillRect(cyan, NULL, 0xFF00FFFF);
    ck_assert_int_eq(IMG_SavePNG(cyan, temp_path("cyan.png")), 0);
    SDL_FreeSurface(cyan);
    save_sheet();
}

RendererDesc picture_desc(int sprite_count)
{
    return (RendererDesc){
        .table = {.sprites = sprites, .count = sprite_count, .camera_height_m = 9},
        .art_dir = temp_folder};
}

static void open_buffers(void)
{
    size_t pixel_count = (size_t)picture.width_px * (size_t)picture.height_px;
    SpriteTable table = picture_desc(PICTURE_ALL_SPRITES).table;
    const CwCamera camera = {.height_m = 9};
    picture.viewport = viewport_make(picture.width_px, picture.height_px, SCALING_LETTERBOX,
                                     (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    picture.pixels = calloc(pixel_count, sizeof *picture.pixels);
    ck_assert_ptr_nonnull(picture.pixels);
    picture.list.typesetter = typesetter_create(&(FontsDesc){0});
    ck_assert_ptr_nonnull(picture.list.typesetter);
    draw_list_begin(&picture.list, &camera, &table);
}

void picture_open_desc(int width_px, int height_px, const RendererDesc *desc)
{
    picture = (Picture){.width_px = width_px, .height_px = height_px};
    picture.renderer = renderer_create_offscreen(width_px, height_px, desc, &error);
    ck_assert_msg(picture.renderer != NULL, "%s", error.text);
    open_buffers();
}

/* False when this machine has no OpenGL. */
static bool open_window(int width_px, int height_px)
{
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "opengl");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return false;
    }
    picture = (Picture){.width_px = width_px, .height_px = height_px};
    picture.window = SDL_CreateWindow("picture", 0, 0, width_px, height_px, SDL_WINDOW_OPENGL);
    picture.sdl = SDL_CreateRenderer(picture.window, -1, SDL_RENDERER_ACCELERATED);
    return picture.sdl != NULL;
}

static void open_by_opengl(int width_px, int height_px, const RendererDesc *desc)
{
    xvfb_forgive_driver_leaks();
    ck_assert_msg(open_window(width_px, height_px), "%s", SDL_GetError());
    picture.renderer = renderer_create(picture.sdl, desc, &error);
    ck_assert_msg(picture.renderer != NULL, "%s", error.text);
    open_buffers();
}

void picture_open_size(int width_px, int height_px, int painted)
{
    RendererDesc desc = picture_desc(PICTURE_SPRITES);
    if (painted == PAINTED_BY_OPENGL) {
        open_by_opengl(width_px, height_px, &desc);
    } else {
        picture_open_desc(width_px, height_px, &desc);
    }
}

void picture_open(int painted)
{
    picture_open_size(640, 360, painted);
}

void picture_open_screen(int painted)
{
    picture_open(painted);
    cw_draw_set_screen(&picture.list);
}

void picture_look(double height_m, double angle_rad)
{
    const CwCamera camera = {.height_m = height_m, .angle_rad = angle_rad};
    draw_list_begin(&picture.list, &camera, &picture.list.sprites);
}

void picture_push_quarters(double x_m, double y_m, double angle_rad, double width_m)
{
    cw_draw_sprite(&picture.list, &(CwSpriteDraw){.sprite = SPRITE_QUARTERS,
                                                  .x = x_m,
                                                  .y = y_m,
                                                  .width = width_m,
                                                  .height = fabs(width_m),
                                                  .angle_rad = angle_rad});
}

void picture_push_too_much(CwDrawList *list)
{
    static const CwColour white = {255, 255, 255, 255};
    const CwPoint2 corners[] = {{-900, -900}, {900, -900}, {900, 900}, {-900, 900}};
    cw_draw_polygon(list, corners, 4, white);
    cw_draw_circle(list, (CwPoint2){0, 0}, 5000, white);
    cw_draw_sprite(list, &(CwSpriteDraw){.sprite = SPRITE_WHITE, .width = 2000, .angle_rad = 0.3});
    cw_draw_text(list, &(CwTextDraw){.text = "A TEXT FAR TOO LONG FOR IT",
                                     .face = CW_FACE_BOLD,
                                     .align = CW_ALIGN_CENTRE,
                                     .size = 80});
    cw_draw_set_screen(list);
    cw_draw_rect(list, &(CwRectDraw){-1e4, -1e4, 2e4, 2e4, white, white});
}

void picture_finish(void)
{
    draw_list_sort(&picture.list);
    ck_assert(renderer_set_viewport(picture.renderer, &picture.viewport, &error));
    renderer_draw(picture.renderer, &picture.list);
    ck_assert_msg(renderer_read_pixels(picture.renderer, picture.pixels, &error), "%s", error.text);
}

void picture_close(void)
{
    if (picture.renderer != NULL) {
        renderer_destroy(picture.renderer);
    }
    typesetter_destroy(picture.list.typesetter);
    draw_list_free(&picture.list);
    free(picture.pixels);
    if (picture.window != NULL) {
        SDL_DestroyRenderer(picture.sdl);
        SDL_DestroyWindow(picture.window);
        SDL_Quit();
    }
    picture = (Picture){0};
}

uint32_t picture_at(int x_px, int y_px)
{
    return picture.pixels[y_px * picture.width_px + x_px] & 0xFFFFFF;
}

void picture_expect(int x_px, int y_px, uint32_t colour, int tolerance)
{
    uint32_t found = picture_at(x_px, y_px);
    ck_assert_msg(colour_distance(found, colour) <= tolerance,
                  "pixel (%d, %d) is %06x, expected %06x", x_px, y_px, found, colour);
}

void picture_finish_as(const SeenPixel *pixels)
{
    picture_finish();
    for (; pixels->x_px >= 0; pixels++) {
        picture_expect(pixels->x_px, pixels->y_px, pixels->colour, pixels->tolerance);
    }
}

void picture_expect_all(SDL_Rect area, uint32_t colour, int tolerance)
{
    for (int y = area.y; y < area.y + area.h; y++) {
        for (int x = area.x; x < area.x + area.w; x++) {
            picture_expect(x, y, colour, tolerance);
        }
    }
}

SDL_Rect picture_ink(void)
{
    int left = picture.width_px, top = picture.height_px, right = 0, bottom = 0;
    for (int y = 0; y < picture.height_px; y++) {
        for (int x = 0; x < picture.width_px; x++) {
            if (colour_distance(picture_at(x, y), 0) > 64) {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
        }
    }
    return right > left ? (SDL_Rect){left, top, right - left, bottom - top} : (SDL_Rect){0};
}

void picture_expect_ink(SDL_Rect area, int tolerance_px)
{
    SDL_Rect ink = picture_ink();
    bool near = abs(ink.x - area.x) <= tolerance_px && abs(ink.y - area.y) <= tolerance_px &&
                abs(ink.w - area.w) <= tolerance_px && abs(ink.h - area.h) <= tolerance_px;
    ck_assert_msg(near, "ink of %d x %d at (%d, %d)", ink.w, ink.h, ink.x, ink.y);
}

/* Tried in a child, so that the tests fork from a process without a window. */
static bool has_opengl(void)
{
    if (!xvfb_start()) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        xvfb_forgive_driver_leaks();
        _exit(open_window(64, 64) ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int picture_painters(void)
{
    if (has_opengl()) {
        return PAINTED_BY_OPENGL + 1;
    }
    test_skip("pictures with OpenGL", "this machine has none");
    return PAINTED_IN_MEMORY + 1;
}
