/* Figures of sprites: a frame of many, pushed, sorted and painted, against SDL fed by hand.
 *
 * 32 x 32 pixels with soft edges, turned, spread over 1280 x 720; tiles are upright parts of a
 * sheet. By OpenGL where this machine has it (in a window that isn't seen), else those figures are
 * left out; in software as the window's own software renderer would. CPU time, of the driver's
 * threads too. */
#include "bench/bench.h"
#include "bench/bench_blit.h"
#include "draw/art.h"
#include "draw/pixels.h"
#include "draw/renderer.h"
#include "draw/sdl_image.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH_PX = 1280, HEIGHT_PX = 720, SPRITE_PX = 32, SHEET_PX = 2 * SPRITE_PX };
enum { FEW_COUNT = 1000, FEW_ROUNDS = 31 };
enum { COUNT = 10000, ROUNDS = 11 };

/* Where a sprite is, in pixels. */
typedef struct Seat {
    float x_px, y_px, angle_rad;
} Seat;

typedef struct Field {
    const BenchFigure *figure;
    bool by_opengl;
    bool upright; /* tiles of a sheet */
    int count;
    SDL_Window *window;
    SDL_Surface *memory;
    SDL_Renderer *sdl;
    Renderer *renderer;
    Viewport viewport;
    SDL_Texture *texture;
    CwSpriteDef row;
    CwDrawList list;
    Seat *seats;
    Blit blit;
    uint32_t tile[SPRITE_PX * SPRITE_PX]; /* its picture */
    SDL_Vertex *vertices;
    int *indices;
    char path[64];
} Field;

/* So that the work is done when the time is read, whoever does it. */
static void finish(Field *field)
{
    Uint32 pixel;
    SDL_RenderReadPixels(field->sdl, &(SDL_Rect){0, 0, 1, 1}, SDL_PIXELFORMAT_ARGB8888, &pixel,
                         sizeof pixel);
}

static void paint_ours(void *context)
{
    Field *field = context;
    const SpriteTable table = {
        .camera_height_m = HEIGHT_PX, .pictures = &field->row, .picture_count = 1};
    draw_list_begin(&field->list, &(CwCamera){.height_m = HEIGHT_PX}, &table);
    for (int i = 0; i < field->count; i++) {
        const Seat *seat = &field->seats[i];
        CwSpriteDraw sprite = {.x = seat->x_px - WIDTH_PX / 2,
                               .y = HEIGHT_PX / 2 - seat->y_px,
                               .width = SPRITE_PX,
                               .height = SPRITE_PX,
                               .angle_rad = seat->angle_rad};
        if (field->upright) {
            sprite.part = (CwPart){0, 0, SPRITE_PX, SPRITE_PX};
        }
        cw_draw_sprite(&field->list, &sprite);
    }
    draw_list_sort(&field->list);
    renderer_set_viewport(field->renderer, &field->viewport, NULL); /* all of it is painted */
    renderer_draw(field->renderer, &field->list);
    finish(field);
}

static void clear(Field *field)
{
    SDL_SetRenderDrawColor(field->sdl, 0, 0, 0, 255);
    SDL_RenderClear(field->sdl);
}

static void paint_geometry(void *context)
{
    Field *field = context;
    clear(field);
    SDL_RenderGeometry(field->sdl, field->texture, field->vertices, 4 * field->count,
                       field->indices, 6 * field->count);
    finish(field);
}

static void paint_copies(void *context)
{
    Field *field = context;
    const SDL_Rect source = {0, 0, SPRITE_PX, SPRITE_PX};
    clear(field);
    for (int i = 0; i < field->count; i++) {
        const Seat *seat = &field->seats[i];
        SDL_FRect place = {seat->x_px - SPRITE_PX / 2, seat->y_px - SPRITE_PX / 2, SPRITE_PX,
                           SPRITE_PX};
        if (field->upright) {
            SDL_RenderCopyF(field->sdl, field->texture, &source, &place);
        } else {
            double degrees = -(double)seat->angle_rad * 57.29577951308232;
            SDL_RenderCopyExF(field->sdl, field->texture, &source, &place, degrees, NULL,
                              SDL_FLIP_NONE);
        }
    }
    finish(field);
}

/* With the background that our frames have, too. */
static void paint_blits(void *context)
{
    const Field *field = context;
    SDL_FillRect(field->memory, NULL, 0xFF000000);
    blit_all(&field->blit);
}

/* A disc with a soft edge in the first tile, the rest of the sheet white. */
static SDL_Surface *draw_sheet(int size_px)
{
    SDL_Surface *sheet = bitmap_surface(size_px, size_px);
    if (sheet == NULL) {
        return NULL;
    }
    SDL_FillRect(sheet, NULL, 0xFFFFFFFF);
    for (int i = 0; i < SPRITE_PX * SPRITE_PX; i++) {
        int x = i % SPRITE_PX, y = i / SPRITE_PX;
        float off = hypotf((float)x - 15.5F, (float)y - 15.5F);
        Uint32 alpha = (Uint32)(fminf(fmaxf(16 - off, 0), 1) * 255);
        SDL_FillRect(sheet, &(SDL_Rect){x, y, 1, 1}, alpha << 24 | 0x4080C0);
    }
    return sheet;
}

static bool make_picture(Field *field, CwError *error)
{
    snprintf(field->path, sizeof field->path, "/tmp/clockwork-bench-%d.png", (int)getpid());
    SDL_Surface *sheet = draw_sheet(field->upright ? SHEET_PX : SPRITE_PX);
    SdlImage image;
    bool saved = sheet != NULL && sdl_image_load(&image, error) &&
                 image.save_png(sheet, SDL_RWFromFile(field->path, "wb"), 1) == 0;
    field->texture = saved ? SDL_CreateTextureFromSurface(field->sdl, sheet) : NULL;
    SDL_FreeSurface(sheet);
    if (field->texture != NULL && field->by_opengl) { /* in memory SDL's copies are nearest */
        SDL_SetTextureScaleMode(field->texture, SDL_ScaleModeLinear);
    }
    int units = field->upright ? SHEET_PX : 0;
    field->row = (CwSpriteDef){.file = field->path,
                               .width_m = units > 0 ? SHEET_PX : SPRITE_PX,
                               .height_m = units > 0 ? SHEET_PX : SPRITE_PX,
                               .width_px = units,
                               .height_px = units};
    bool made = field->texture != NULL &&
                renderer_set_viewport(field->renderer, &field->viewport, error) &&
                renderer_set_pictures(field->renderer, &field->row, 1, error);
    unlink(field->path);
    return made || cw_error_context(error, "%s", field->path);
}

static void place_vertices(Field *field, int number)
{
    const Seat *seat = &field->seats[number];
    static const int order[] = {0, 1, 2, 0, 2, 3};
    float texels = field->upright ? (float)SPRITE_PX / (float)SHEET_PX : 1;
    float c = cosf(-seat->angle_rad) * (float)SPRITE_PX / 2,
          s = sinf(-seat->angle_rad) * (float)SPRITE_PX / 2;
    for (int i = 0; i < 4; i++) {
        float x = i == 1 || i == 2 ? 1 : -1, y = i >= 2 ? 1 : -1;
        field->vertices[4 * number + i] =
            (SDL_Vertex){.position = {seat->x_px + x * c - y * s, seat->y_px + x * s + y * c},
                         .color = {255, 255, 255, 255},
                         .tex_coord = {(x + 1) / 2 * texels, (y + 1) / 2 * texels}};
    }
    for (int i = 0; i < 6; i++) {
        field->indices[6 * number + i] = 4 * number + order[i];
    }
}

static bool seat_all(Field *field)
{
    size_t count = (size_t)field->count;
    CwRng rng;
    cw_rng_seed(&rng, 1, 1);
    field->seats = calloc(count, sizeof *field->seats);
    field->vertices = calloc(4 * count, sizeof *field->vertices);
    field->indices = calloc(6 * count, sizeof *field->indices);
    if (field->seats == NULL || field->vertices == NULL || field->indices == NULL) {
        return false;
    }
    for (int i = 0; i < field->count; i++) {
        field->seats[i] =
            (Seat){(float)cw_rng_below(&rng, WIDTH_PX), (float)cw_rng_below(&rng, HEIGHT_PX),
                   (float)cw_rng_below(&rng, 6283) * 0.001F};
        field->seats[i].angle_rad *= field->upright ? 0 : 1;
        place_vertices(field, i);
    }
    return true;
}

static bool seat_blits(Field *field)
{
    field->blit = (Blit){.picture = field->tile,
                         .screen = field->memory->pixels,
                         .size_px = SPRITE_PX,
                         .width_px = field->memory->pitch / (int)sizeof(uint32_t),
                         .height_px = HEIGHT_PX};
    SDL_Surface *sheet = draw_sheet(SPRITE_PX);
    for (int i = 0; sheet != NULL && i < SPRITE_PX * SPRITE_PX; i++) {
        uint32_t word = ((const uint32_t *)sheet->pixels)[i];
        field->tile[i] = pixels_premultiply((CwColour){(uint8_t)(word >> 16), (uint8_t)(word >> 8),
                                                       (uint8_t)word, (uint8_t)(word >> 24)});
    }
    SDL_FreeSurface(sheet);
    bool seated = sheet != NULL;
    for (int i = 0; seated && i < field->count; i++) {
        const Seat *seat = &field->seats[i];
        seated = blit_add(&field->blit, seat->x_px, seat->y_px, seat->angle_rad);
    }
    return seated;
}

/* False where this machine has none. */
static bool open_screen(Field *field)
{
    if (!field->by_opengl) {
        field->memory =
            SDL_CreateRGBSurfaceWithFormat(0, WIDTH_PX, HEIGHT_PX, 32, SDL_PIXELFORMAT_RGB888);
        field->sdl = SDL_CreateSoftwareRenderer(field->memory);
        return field->sdl != NULL;
    }
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "opengl");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return false;
    }
    field->window =
        SDL_CreateWindow("bench", 0, 0, WIDTH_PX, HEIGHT_PX, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    field->sdl = SDL_CreateRenderer(field->window, -1, SDL_RENDERER_ACCELERATED);
    return field->sdl != NULL;
}

static bool open_field(Field *field, CwError *error)
{
    const RendererDesc looks = {.table = {.camera_height_m = HEIGHT_PX}, .art_dir = ""};
    field->viewport = viewport_make(WIDTH_PX, HEIGHT_PX, SCALING_LETTERBOX,
                                    (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    field->renderer = renderer_create(field->sdl, &looks, error);
    return field->renderer != NULL && make_picture(field, error) &&
           ((seat_all(field) && (field->figure->limit != paint_blits || seat_blits(field))) ||
            cw_error_set(error, "out of memory"));
}

static void close_field(Field *field)
{
    renderer_destroy(field->renderer);
    draw_list_free(&field->list);
    if (field->sdl != NULL) {
        SDL_DestroyRenderer(field->sdl); /* and its texture */
    }
    SDL_FreeSurface(field->memory);
    if (field->window != NULL) {
        SDL_DestroyWindow(field->window);
    }
    if (field->by_opengl) {
        SDL_Quit();
    }
    blit_free(&field->blit);
    free(field->seats);
    free(field->vertices);
    free(field->indices);
}

static bool measure_field(Field *field, ContestResult *result, CwError *error)
{
    bool ready = open_field(field, error);
    if (ready) {
        *result =
            contest_run(&(Contest){.ours = paint_ours,
                                   .limit = field->figure->limit,
                                   .context = field,
                                   .units = field->count,
                                   .rounds = field->count == FEW_COUNT ? FEW_ROUNDS : ROUNDS});
    }
    return ready;
}

static Field field_of(const BenchFigure *figure)
{
    return (Field){.figure = figure,
                   .by_opengl = strcmp(figure->scene, "opengl") == 0,
                   .upright = figure->special,
                   .count = figure->count};
}

/* Without OpenGL there is no result: rounds 0. */
static bool measure(const BenchFigure *figure, const BenchSubject *subject, ContestResult *result,
                    CwError *error)
{
    (void)subject;
    Field field = field_of(figure);
    bool measured = !open_screen(&field) || measure_field(&field, result, error);
    close_field(&field);
    return measured;
}

/* With a driver that draws nothing, which Mesa has: asked for before it is first loaded, and so in
 * a process of its own. Rounds 0 with drivers that draw all the same. */
static ContestResult measure_undrawn(const BenchFigure *figure)
{
    typedef const unsigned char *GetString(unsigned name);
    const unsigned gl_renderer = 0x1F01;
    ContestResult result = {0};
    Field field = field_of(figure);
    setenv("GALLIUM_NOOP", "1", 1);
    if (open_screen(&field)) {
        void *place = SDL_GL_GetProcAddress("glGetString");
        GetString *get;
        memcpy(&get, &place, sizeof get); /* what is a pointer to a function after all */
        const char *name = get == NULL ? NULL : (const char *)get(gl_renderer);
        if (name != NULL && strstr(name, "NOOP") != NULL) {
            measure_field(&field, &result, NULL);
        }
    }
    close_field(&field);
    return result;
}

static bool measure_submission(const BenchFigure *figure, const BenchSubject *subject,
                               ContestResult *result, CwError *error)
{
    (void)subject;
    int ends[2];
    if (pipe(ends) != 0) {
        return cw_error_set(error, "no pipe: %s", strerror(errno));
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        ContestResult measured = measure_undrawn(figure);
        _exit(write(ends[1], &measured, sizeof measured) == sizeof measured ? 0 : 1);
    }
    close(ends[1]);
    bool got = child > 0 && read(ends[0], result, sizeof *result) == sizeof *result;
    close(ends[0]);
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
    return got || cw_error_set(error, "the process that measures it gave no result");
}

#define SPRITES(renderer, limits, sprites)                                                         \
    .limit = (limits), .scene = (renderer), .count = (sprites)

static const BenchFigure figures[] = {
    {"gl_submit", "ns/sprite",
     "10,000 sprites handed to OpenGL, undrawn; limit: the same prefilled", 1.85,
     measure_submission, SPRITES("opengl", paint_geometry, COUNT)},
    {"gl_10k", "ns/sprite", "10,000 sprites by OpenGL; limit: one prefilled SDL_RenderGeometry", 0,
     measure, SPRITES("opengl", paint_geometry, COUNT)},
    {"gl_10k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx", 0, measure,
     SPRITES("opengl", paint_copies, COUNT)},
    {"gl_tiles", "ns/tile", "10,000 tiles by OpenGL; limit: one SDL_RenderGeometry", 0, measure,
     SPRITES("opengl", paint_geometry, COUNT), .special = true},
    {"soft_1k", "ns/sprite", "1,000 sprites in software, smooth; limit: a gather blitter, nearest",
     1.3, measure, SPRITES("software", paint_blits, FEW_COUNT)},
    {"soft_10k", "ns/sprite", "10,000 sprites in software; limit: one SDL_RenderGeometry", 0,
     measure, SPRITES("software", paint_geometry, COUNT)},
    {"soft_10k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx, nearest", 0, measure,
     SPRITES("software", paint_copies, COUNT)},
    {"soft_tiles", "ns/tile", "10,000 tiles in software; limit: SDL_RenderCopy", 0, measure,
     SPRITES("software", paint_copies, COUNT), .special = true},
};

const BenchGroup bench_sprites = {figures, CW_ARRAY_LENGTH(figures)};
