#include "map_picture.h"

#include "expect.h"
#include "map/map_text.h"
#include "paint/renderer.h"

/* The picture is 16 by 9, and as large as needed to hold the map in its top left. */
static int picture_units(int width_px, int height_px)
{
    int across = (width_px + 15) / 16, down = (height_px + 8) / 9;
    return across > down ? across : down;
}

static SDL_Surface *read_back(Renderer *renderer, int width_px, int height_px)
{
    size_t units = (size_t)picture_units(width_px, height_px), row_px = 16 * units;
    uint32_t *pixels = malloc(row_px * 9 * units * sizeof *pixels);
    ck_assert(pixels != NULL && renderer_read_pixels(renderer, pixels, &error));
    SDL_Surface *cut =
        SDL_CreateRGBSurfaceWithFormat(0, width_px, height_px, 32, SDL_PIXELFORMAT_ARGB8888);
    for (int y = 0; y < height_px; y++) {
        memcpy((char *)cut->pixels + (ptrdiff_t)y * cut->pitch, pixels + (size_t)y * row_px,
               (size_t)width_px * sizeof *pixels);
    }
    free(pixels);
    return cut;
}

SDL_Surface *map_picture(const CwMap *map, int width_px, int height_px, const char *hidden)
{
    int units = picture_units(width_px, height_px);
    double metre_px = cw_map_number(map, NULL, "pixels_per_metre", 32.0);
    Viewport viewport = viewport_make(16 * units, 9 * units, SCALING_LETTERBOX,
                                      (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    RendererDesc desc = {.table = {.camera_height_m = 9 * units / metre_px},
                         .art_dir = ".",
                         .path = RENDER_PATH_SPANS};
    Renderer *renderer = renderer_create_offscreen(16 * units, 9 * units, &desc, &error);
    EXPECT_OK(renderer != NULL);
    SpriteTable table = desc.table;
    table.pictures = map_pictures(map, &table.picture_count);
    ck_assert(renderer_set_viewport(renderer, &viewport, &error) &&
              renderer_set_pictures(renderer, table.pictures, table.picture_count, &error));
    CwCamera camera = {.x_m = 8 * units / metre_px,
                       .y_m = cw_map_size_m(map).y - 4.5 * units / metre_px,
                       .height_m = 9 * units / metre_px};
    Typesetter *typesetter = typesetter_create(&(FontsDesc){0});
    CwDrawList list = {.typesetter = typesetter};
    ck_assert_ptr_nonnull(typesetter);
    draw_list_begin(&list, &camera, &table);
    for (int i = 0; i < cw_map_layer_count(map); i++) {
        bool shown = hidden == NULL || strcmp(cw_map_layer(map, i)->name, hidden) != 0;
        cw_draw_map(&list, &(CwMapDraw){.map = map, .first = i, .count = shown});
    }
    draw_list_sort(&list);
    renderer_draw(renderer, &list);
    SDL_Surface *picture = read_back(renderer, width_px, height_px);
    draw_list_free(&list);
    typesetter_destroy(typesetter);
    renderer_destroy(renderer);
    return picture;
}
