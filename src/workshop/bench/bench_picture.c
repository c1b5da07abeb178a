/* Measures a frame with many sprites (32 x 32 pixels, soft, rotated) at 1280x720. The limit is one
 * prefilled SDL_RenderGeometry. With Mesa, OpenGL uses a driver that draws nothing. */
#include "bench/bench.h"
#include "paint/renderer.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { WIDTH_PX = 1280, HEIGHT_PX = 720, SPRITE_PX = 32, COUNT = 10000 };

typedef struct BenchPicture {
    SDL_Window *window;
    SDL_Renderer *sdl;
    bool draws; /* else SDL only keeps the commands */
    Renderer *renderer;
    Viewport viewport;
    SDL_Texture *texture;
    CwSpriteDef def;
    CwDrawList list;
    CwSpriteDraw sprites[COUNT];
    SDL_Vertex vertices[4 * COUNT];
    int indices[6 * COUNT];
} BenchPicture;

/* Reads a pixel, which waits until the drawing is done. */
static void finish(BenchPicture *picture)
{
    Uint32 pixel = 0;
    if (picture->draws) {
        SDL_RenderReadPixels(picture->sdl, &(SDL_Rect){0, 0, 1, 1}, SDL_PIXELFORMAT_ARGB8888,
                             &pixel, sizeof pixel);
    }
}

static void paint_sprites(void *context)
{
    BenchPicture *picture = context;
    const SpriteTable table = {
        .camera_height_m = HEIGHT_PX, .pictures = &picture->def, .picture_count = 1};
    draw_list_begin(&picture->list, &(CwCamera){.height_m = HEIGHT_PX}, &table);
    for (int i = 0; i < COUNT; i++) {
        cw_draw_sprite(&picture->list, &picture->sprites[i]);
    }
    draw_list_sort(&picture->list);
    renderer_set_viewport(picture->renderer, &picture->viewport, NULL); /* paints the full view */
    renderer_draw(picture->renderer, &picture->list);
    finish(picture);
}

static void paint_geometry(void *context)
{
    BenchPicture *picture = context;
    SDL_SetRenderDrawColor(picture->sdl, 0, 0, 0, 255);
    SDL_RenderClear(picture->sdl);
    SDL_RenderGeometry(picture->sdl, picture->texture, picture->vertices, 4 * COUNT,
                       picture->indices, 6 * COUNT);
    finish(picture);
}

static void place_sprites(BenchPicture *picture)
{
    static const int order[] = {0, 1, 2, 0, 2, 3};
    CwRng rng;
    cw_rng_seed(&rng, 1, 1);
    for (int n = 0; n < COUNT; n++) {
        float x_px = (float)cw_rng_below(&rng, WIDTH_PX),
              y_px = (float)cw_rng_below(&rng, HEIGHT_PX),
              angle_rad = (float)cw_rng_below(&rng, 6283) * 0.001F;
        picture->sprites[n] = (CwSpriteDraw){.x = x_px - WIDTH_PX / 2,
                                             .y = HEIGHT_PX / 2 - y_px,
                                             .width = SPRITE_PX,
                                             .height = SPRITE_PX,
                                             .angle_rad = angle_rad};
        const float half_px = (float)SPRITE_PX / 2;
        float c = cosf(-angle_rad) * half_px, s = sinf(-angle_rad) * half_px;
        for (int i = 0; i < 4; i++) {
            float x = i == 1 || i == 2 ? 1 : -1, y = i >= 2 ? 1 : -1;
            picture->vertices[4 * n + i] =
                (SDL_Vertex){.position = {x_px + x * c - y * s, y_px + x * s + y * c},
                             .color = {255, 255, 255, 255},
                             .tex_coord = {(x + 1) / 2, (y + 1) / 2}};
        }
        for (int i = 0; i < 6; i++) {
            picture->indices[6 * n + i] = 4 * n + order[i];
        }
    }
}

/* Writes a soft disc for the renderer. The driver draws nothing: the limit's texture is empty. */
static bool make_sprite(BenchPicture *picture, CwError *error)
{
    char folder[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    FILE *file =
        folder_make_temporary(folder, "clockwork-bench-") && path_join(path, folder, "sprite.svg")
            ? file_open(path, FILE_WRITE)
            : NULL;
    if (file == NULL) {
        return cw_error_set(error, "%s: %s", folder, strerror(errno));
    }
    fputs("<svg viewBox='0 0 32 32'><circle cx='16' cy='16' r='15.5' fill='#4080C0'/></svg>", file);
    fclose(file);
    picture->def = (CwSpriteDef){.file = path, .width_m = SPRITE_PX, .height_m = SPRITE_PX};
    picture->texture = SDL_CreateTexture(picture->sdl, SDL_PIXELFORMAT_ARGB8888,
                                         SDL_TEXTUREACCESS_STATIC, SPRITE_PX, SPRITE_PX);
    SDL_SetTextureBlendMode(picture->texture, SDL_BLENDMODE_BLEND);
    bool made = picture->texture != NULL &&
                renderer_set_viewport(picture->renderer, &picture->viewport, error) &&
                renderer_set_pictures(picture->renderer, &picture->def, 1, error);
    picture->def.file = "sprite.svg"; /* the path ends here */
    file_remove(path);
    folder_remove(folder);
    return made;
}

/* Sets Mesa's variable first, because the driver reads it when it is loaded. */
static void open_window(BenchPicture *picture, const char *driver)
{
    SDL_setenv("GALLIUM_NOOP", "1", 1);
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, driver);
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    if (!picture->draws) {
        SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE);
    }
    if (SDL_Init(SDL_INIT_VIDEO) == 0) {
        picture->window = SDL_CreateWindow("bench", 0, 0, WIDTH_PX, HEIGHT_PX, SDL_WINDOW_HIDDEN);
        picture->sdl = SDL_CreateRenderer(picture->window, -1, 0);
    }
    SDL_setenv("GALLIUM_NOOP", "0", 1); /* programs that other figures start inherit it */
}

static BenchState open_picture(void *context, const BenchFigure *figure, const Program *program,
                               CwError *error)
{
    (void)program;
    BenchPicture *picture = context;
    const RendererDesc looks = {
        .table = {.camera_height_m = HEIGHT_PX}, .art_dir = "", .path = RENDER_PATH_GEOMETRY};
    picture->draws = strcmp(figure->scene, "opengl") == 0;
    open_window(picture, figure->scene);
    if (picture->sdl == NULL) {
        return BENCH_NO_OPENGL;
    }
    picture->viewport = viewport_make(WIDTH_PX, HEIGHT_PX, SCALING_LETTERBOX,
                                      (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    picture->renderer = renderer_create(picture->sdl, &looks, error);
    place_sprites(picture);
    bool made = picture->renderer != NULL && make_sprite(picture, error);
    return made ? BENCH_READY : BENCH_FAILED;
}

static void close_picture(void *context)
{
    BenchPicture *picture = context;
    renderer_destroy(picture->renderer);
    draw_list_free(&picture->list);
    SDL_DestroyRenderer(picture->sdl); /* also frees the texture */
    SDL_DestroyWindow(picture->window);
    SDL_ResetHint(SDL_HINT_VIDEODRIVER);
    SDL_Quit();
}

static const BenchFigure FIGURES[] = {
    {"gl_submit", "ns/sprite",
     "10,000 sprites handed to OpenGL, undrawn; limit: the same prefilled", 1.6, paint_sprites,
     paint_geometry, 1, COUNT, .rounds = 120, .scene = "opengl"},
    {"sdl_submit", "ns/sprite", "the same without OpenGL, kept in memory by SDL", 3, paint_sprites,
     paint_geometry, 1, COUNT, .rounds = 24, .counted = 1, .scene = "software"},
};

const BenchGroup bench_picture = {FIGURES, CW_ARRAY_LENGTH(FIGURES), sizeof(BenchPicture),
                                  open_picture, close_picture};
