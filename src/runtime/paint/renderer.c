#include "paint/renderer.h"

#include "paint/repaint.h"
#include "paint/sdl_image.h"
#include "platform/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PAGE_MAX_PX = 4096,    /* larger pages are often refused, and cost 64 MB at once */
    PICTURE_MAX_PX = 16384 /* limit on a picture: half of the span painter's largest number */
};

struct Renderer {
    SDL_Renderer *sdl;
    char art_dir[PATH_BYTES_MAX];
    const Painter *painter;
    const Viewport *viewport; /* NULL before renderer_set_viewport */
    double camera_height_m;   /* CwGame.looks.camera_height_m */
    Atlas atlas;
    TextPainter *text;
    Outline outline; /* scratch */
    Raster raster;   /* scratch */
    Canvas canvas;
    Repaint repaint;  /* used by the span painter only */
    SDL_Rect area_px; /* part of the picture that is painted anew */
    SDL_Rect open_px; /* part of area_px that no opaque shape will cover */
    uint32_t generation;
};

/* ---- life ---- */

static int texture_limit_px(const SDL_RendererInfo *info, int limit)
{
    int width = info->max_texture_width, height = info->max_texture_height; /* 0: unknown */
    limit = width > 0 ? SDL_min(width, limit) : limit;
    return height > 0 ? SDL_min(height, limit) : limit;
}

static bool set_up(Renderer *renderer, const RendererDesc *desc, CwError *error)
{
    SDL_RendererInfo info = {0};
    if (SDL_GetRendererInfo(renderer->sdl, &info) != 0) {
        return cw_error_set(error, "the renderer can't be asked what it is: %s", SDL_GetError());
    }
    bool is_software = (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    bool uses_geometry =
        desc->path == RENDER_PATH_AUTO ? !is_software : desc->path == RENDER_PATH_GEOMETRY;
    renderer->painter = uses_geometry ? &geometry_painter : &span_painter;
    renderer->canvas.sdl = renderer->sdl;
    renderer->canvas.loops = pixels_loops();
    snprintf(renderer->art_dir, sizeof renderer->art_dir, "%s", desc->art_dir);
    renderer->camera_height_m = desc->table.camera_height_m;
    renderer->atlas = (Atlas){.sdl = renderer->sdl,
                              .table = desc->table.sprites,
                              .table_count = desc->table.count,
                              .art_dir = renderer->art_dir,
                              .cache = desc->cache,
                              .shares_pages = uses_geometry,
                              .page_max_px = texture_limit_px(&info, PAGE_MAX_PX),
                              .picture_max_px = texture_limit_px(&info, PICTURE_MAX_PX)};
    renderer->text = text_painter_create(renderer->painter, &renderer->canvas, error);
    return renderer->text != NULL;
}

Renderer *renderer_create(SDL_Renderer *sdl, const RendererDesc *desc, CwError *error)
{
    Renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        cw_error_set(error, "out of memory for the renderer");
        return NULL;
    }
    renderer->sdl = sdl;
    if (!set_up(renderer, desc, error)) {
        renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

Renderer *renderer_create_offscreen(int width_px, int height_px, const RendererDesc *desc,
                                    CwError *error)
{
    /* Without alpha: SDL's fast blits need such targets. */
    SDL_Surface *memory =
        SDL_CreateRGBSurfaceWithFormat(0, width_px, height_px, 32, SDL_PIXELFORMAT_RGB888);
    SDL_Renderer *sdl = memory == NULL ? NULL : SDL_CreateSoftwareRenderer(memory);
    if (sdl == NULL) {
        cw_error_set(error, "no picture of %d x %d pixels: %s", width_px, height_px,
                     SDL_GetError());
    }
    Renderer *renderer = sdl == NULL ? NULL : renderer_create(sdl, desc, error);
    if (renderer == NULL) {
        SDL_DestroyRenderer(sdl);
        SDL_FreeSurface(memory);
        return NULL;
    }
    renderer->canvas.memory = memory;
    return renderer;
}

void renderer_destroy(Renderer *renderer)
{
    if (renderer == NULL) {
        return;
    }
    SDL_FreeSurface(renderer->canvas.other);
    repaint_free(&renderer->repaint);
    raster_free(&renderer->raster);
    text_painter_destroy(renderer->text);
    atlas_free(&renderer->atlas);
    if (renderer->canvas.memory != NULL) {
        SDL_DestroyRenderer(renderer->sdl);
        SDL_FreeSurface(renderer->canvas.memory);
    }
    free(renderer);
}

/* ---- size and loss ---- */

static void invalidate_picture(Renderer *renderer)
{
    renderer->generation++;
    renderer->repaint.knows_before = false;
}

bool renderer_set_viewport(Renderer *renderer, const Viewport *viewport, CwError *error)
{
    renderer->viewport = viewport;
    invalidate_picture(renderer);
    double scale = fmax(viewport->scale_x, viewport->scale_y);
    double wanted = scale * viewport->base.y / renderer->camera_height_m;
    double tolerance = renderer->painter->scale_tolerance;
    double have = renderer->atlas.pixels_per_metre;
    if (have > 0 && wanted / have < tolerance && have / wanted < tolerance) {
        return true;
    }
    return atlas_rasterise(&renderer->atlas, wanted, error);
}

bool renderer_restore_textures(Renderer *renderer, CwError *error)
{
    invalidate_picture(renderer);
    return text_painter_rebuild(renderer->text, error) && atlas_restore(&renderer->atlas, error);
}

bool renderer_set_pictures(Renderer *renderer, const CwSpriteDef *rows, int count, CwError *error)
{
    invalidate_picture(renderer);
    return atlas_set_pictures(&renderer->atlas, rows, count, error);
}

uint32_t renderer_generation(const Renderer *renderer)
{
    return renderer->generation;
}

RendererStats renderer_stats(const Renderer *renderer)
{
    return renderer->canvas.stats;
}

/* ---- painting ---- */

static Texels texels_of(const AtlasSprite *sprite)
{
    return sprite->page != NULL ? (Texels){.texture = sprite->page->texture}
                                : (Texels){.bitmap = &sprite->bitmap};
}

static vec2s texel_at(const AtlasSprite *sprite, vec2s units)
{
    vec2s corner_px = {{(float)sprite->picture_px.x, (float)sprite->picture_px.y}};
    return glms_vec2_add(corner_px, glms_vec2_mul(units, sprite->unit_px));
}

static bool is_upright(const vec2s corners[4])
{
    bool is_across = corners[0].y == corners[1].y && corners[0].x == corners[3].x;
    bool is_down = corners[0].x == corners[1].x && corners[0].y == corners[3].y;
    return is_across || is_down;
}

static void paint_part(Renderer *renderer, const PartCommand *command)
{
    const AtlasSprite *sprite = atlas_sprite(&renderer->atlas, command->sprite);
    if (sprite == NULL || command->tint.a == 0) {
        return;
    }
    Part part = {.texels = texels_of(sprite),
                 .from_px = texel_at(sprite, command->from),
                 .to_px = texel_at(sprite, command->to),
                 .is_nearest = sprite->def.filter == CW_FILTER_NEAREST,
                 .tint = command->tint};
    bool is_snapped = sprite->def.whole_pixels && is_upright(command->corners);
    for (int i = 0; i < 4; i++) {
        vec2s corner = viewport_pixel(renderer->viewport, command->corners[i]);
        part.corners[i] =
            is_snapped ? (vec2s){{floorf(corner.x + 0.5F), floorf(corner.y + 0.5F)}} : corner;
    }
    renderer->painter->part(&renderer->canvas, &part);
}

static void paint_outline(Renderer *renderer, CwColour colour)
{
    colour.a = (uint8_t)((float)colour.a * renderer->outline.opacity + 0.5F);
    if (colour.a > 0) {
        renderer->painter->outline(&renderer->canvas, &renderer->outline, colour);
    }
}

static void paint_rect(Renderer *renderer, const RectCommand *command)
{
    const Viewport *viewport = renderer->viewport;
    vec2s low_px = viewport_pixel(viewport, command->top_left);
    vec2s high_px = viewport_pixel(viewport, glms_vec2_add(command->top_left, command->size));
    renderer->painter->rect(&renderer->canvas,
                            &(PixelRect){low_px, high_px, command->top, command->bottom});
}

/* Smooth pictures end half a texel early, so tiles meet; others just enough for rounding. */
static bool use_picture(const Renderer *renderer, const ShapeFill *shape, Fill *fill)
{
    const AtlasSprite *sprite = atlas_sprite(&renderer->atlas, shape->sprite);
    if (sprite == NULL) {
        return false;
    }
    fill->texels = texels_of(sprite);
    fill->is_nearest = sprite->def.filter == CW_FILTER_NEAREST;
    float inset = fill->is_nearest ? 1.0F / 256 : 0.5F;
    fill->from_px = glms_vec2_adds(texel_at(sprite, shape->from), inset);
    fill->to_px = glms_vec2_subs(texel_at(sprite, shape->to), inset);
    return true;
}

static void paint_shape(Renderer *renderer, const CwDrawList *list, const ShapeCommand *command,
                        PixelBox box)
{
    const ShapeFill *shape = &list->fills[command->fill];
    const SDL_Rect *clip = &renderer->canvas.clip_px;
    Fill fill = {.shape = shape,
                 .loops = renderer->canvas.loops,
                 .map = fill_map_from_pixels(&shape->map, renderer->viewport)};
    bool is_plain = shape->kind == FILL_COLOUR || shape->kind == FILL_PICTURE;
    if ((is_plain && shape->colour.a == 0) ||
        (shape->kind == FILL_PICTURE && !use_picture(renderer, shape, &fill))) {
        return;
    }
    int left = (int)fmaxf((float)clip->x, floorf(box.low.x));
    int right = (int)fminf((float)(clip->x + clip->w), ceilf(box.high.x));
    raster_begin(&renderer->raster, left, clip->y, right, clip->y + clip->h);
    shape_rings_add(&renderer->raster, renderer->viewport, command,
                    list->corners + command->first_corner);
    renderer->painter->shape(&renderer->canvas, &renderer->raster, &fill);
}

/* Sets the clip after flushing older triangles. In double, so neighbours share an edge. */
static void set_clip(Renderer *renderer, const CwViewRect *rect)
{
    Canvas *canvas = &renderer->canvas;
    const Viewport *viewport = renderer->viewport;
    SDL_Rect wanted = renderer->open_px;
    if (rect != NULL) {
        CwPoint2 low = viewport_place(viewport, (CwPoint2){rect->x, rect->y});
        CwPoint2 high =
            viewport_place(viewport, (CwPoint2){rect->x + rect->width, rect->y + rect->height});
        int left = (int)lround(low.x), top = (int)lround(low.y);
        wanted = (SDL_Rect){left, top, (int)lround(high.x) - left, (int)lround(high.y) - top};
    }
    renderer->painter->flush(canvas);
    if (!SDL_IntersectRect(&wanted, &renderer->open_px, &canvas->clip_px)) {
        canvas->clip_px = (SDL_Rect){renderer->open_px.x, renderer->open_px.y, 0, 0};
    }
}

static void paint_command(Renderer *renderer, const CwDrawList *list, uint32_t index)
{
    const DrawCommand *command = draw_list_at(list, index);
    const PixelBox *boxes = renderer->repaint.boxes;
    PixelBox box = boxes != NULL ? boxes[index]
                                 : command_box(renderer->viewport, &renderer->atlas, list, command);
    if (!canvas_sees(&renderer->canvas, box)) {
        return;
    }
    switch (command->kind) {
    case DRAW_SPRITE: /* painted in runs */
        break;
    case DRAW_PART:
        paint_part(renderer, &command->part);
        break;
    case DRAW_POLYGON:
        if (outline_polygon(renderer->viewport, list->corners + command->polygon.first_corner,
                            command->polygon.corner_count, &renderer->outline)) {
            paint_outline(renderer, command->polygon.colour);
        }
        break;
    case DRAW_CAPSULE:
        if (outline_capsule(renderer->viewport, &command->capsule, &renderer->outline)) {
            paint_outline(renderer, command->capsule.colour);
        }
        break;
    case DRAW_RECT:
        paint_rect(renderer, &command->rect);
        break;
    case DRAW_TEXT:
        text_paint(renderer->text, renderer->viewport, list, &command->text);
        break;
    case DRAW_SHAPE:
        paint_shape(renderer, list, &command->shape, box);
        break;
    }
}

/* The rows [from, to) whose middles a command covers; none: equal. */
typedef struct Rows {
    float from, to;
} Rows;

static Rows rows_covered(const Renderer *renderer, const DrawCommand *command)
{
    const SDL_Rect *area = &renderer->area_px;
    const RectCommand *rect = &command->rect;
    if (command->kind != DRAW_RECT || command->clip != CLIP_ALL ||
        command->blend != CW_BLEND_NORMAL || (rect->top.a & rect->bottom.a) < 255) {
        return (Rows){0, 0};
    }
    vec2s low = viewport_pixel(renderer->viewport, rect->top_left);
    vec2s high = viewport_pixel(renderer->viewport, glms_vec2_add(rect->top_left, rect->size));
    bool is_full_width = low.x <= (float)area->x && high.x >= (float)(area->x + area->w);
    return is_full_width ? (Rows){ceilf(low.y - 0.5F), ceilf(high.y - 0.5F)} : (Rows){0, 0};
}

/* Whether the first commands are rectangles that cover the area from top to bottom. */
static bool is_covered(const Renderer *renderer, const CwDrawList *list)
{
    const SDL_Rect *area = &renderer->area_px;
    float end = (float)area->y, bottom = (float)(area->y + area->h);
    for (uint32_t i = 0; i < list->command_count && end < bottom; i++) {
        Rows rows = rows_covered(renderer, draw_list_at(list, i));
        if (rows.from > end || rows.to <= rows.from) {
            return false;
        }
        end = fmaxf(end, rows.to);
    }
    return end >= bottom;
}

/* The last command that covers the lower part of the area, such as the land in front of a sky:
 * earlier commands need painting only above it. 0: none. */
static uint32_t find_cover(Renderer *renderer, const CwDrawList *list)
{
    const SDL_Rect *area = &renderer->area_px;
    float bottom = (float)(area->y + area->h);
    for (uint32_t i = list->command_count; i > 1; i--) {
        Rows rows = rows_covered(renderer, draw_list_at(list, i - 1));
        if (rows.from < bottom && rows.to >= bottom) {
            float open = rows.from + 1 - (float)area->y; /* devices may round the edge either way */
            renderer->open_px.h = (int)fminf(fmaxf(0, open), (float)area->h);
            return i - 1;
        }
    }
    return 0;
}

static void paint_list(Renderer *renderer, const CwDrawList *list)
{
    Canvas *canvas = &renderer->canvas;
    const Painter *painter = renderer->painter;
    SpriteRun run = {canvas, &renderer->atlas, renderer->viewport, list, renderer->repaint.boxes};
    uint32_t clip = CLIP_ALL, cover = find_cover(renderer, list);
    if (cover > 0) {
        set_clip(renderer, NULL);
    }
    for (uint32_t i = 0; i < list->command_count;) {
        const DrawCommand *command = draw_list_at(list, i);
        bool is_cover_end = i == cover && cover > 0;
        if (is_cover_end) {
            renderer->open_px = renderer->area_px;
        }
        if (command->clip != clip || is_cover_end) {
            clip = command->clip;
            set_clip(renderer, clip == CLIP_ALL ? NULL : &list->clips[clip - CLIP_FIRST]);
        }
        if (command->blend != canvas->blend) {
            renderer->painter->flush(canvas);
            canvas->blend = command->blend;
        }
        if (command->kind == DRAW_SPRITE) {
            i = painter->sprites(&run, i);
        } else {
            paint_command(renderer, list, i);
            i++;
        }
    }
    renderer->painter->flush(canvas);
}

static void paint_area(Renderer *renderer, const CwDrawList *list, SDL_Rect area_px)
{
    Canvas *canvas = &renderer->canvas;
    renderer->area_px = renderer->open_px = canvas->clip_px = area_px;
    if (renderer->painter->keeps_picture && !is_covered(renderer, list)) {
        renderer->painter->clear(canvas);
    }
    paint_list(renderer, list);
    canvas->blend = CW_BLEND_NORMAL;
    canvas->stats.painted_px += (uint32_t)(area_px.w * area_px.h);
}

/* Paints in bands that fit a processor's cache, because commands overlap much. */
static void paint_in_bands(Renderer *renderer, const CwDrawList *list, SDL_Rect area_px)
{
    enum { BAND_PX = 160 * 1024 };
    int bands = area_px.w * area_px.h / BAND_PX + 1, bottom = area_px.y + area_px.h;
    for (int i = 0, top = area_px.y; i < bands; i++) {
        int end = bottom - area_px.h * (bands - 1 - i) / bands;
        paint_area(renderer, list, (SDL_Rect){area_px.x, top, area_px.w, end - top});
        top = end;
    }
}

/* Paints what differs from the last picture, and the black bars once. */
static void paint_changes(Renderer *renderer, const CwDrawList *list)
{
    Repaint *repaint = &renderer->repaint;
    Canvas *canvas = &renderer->canvas;
    SDL_Rect picture = canvas_picture_px(renderer->viewport);
    if (canvas->screen_pixels == NULL || canvas->is_screen_new) {
        repaint->knows_before = false;
    }
    if (canvas->screen_pixels == NULL || !SDL_IntersectRect(&picture, &canvas->clip_px, &picture)) {
        return;
    }
    if (!repaint->knows_before && !SDL_RectEquals(&picture, &canvas->clip_px)) {
        renderer->painter->clear(canvas);
    }
    repaint_find(repaint, renderer->viewport, &renderer->atlas, picture, list);
    for (int i = 0; i < repaint->area_count; i++) {
        paint_in_bands(renderer, list, repaint->areas_px[i]);
    }
}

void renderer_draw(Renderer *renderer, const CwDrawList *list)
{
    Canvas *canvas = &renderer->canvas;
    const Painter *painter = renderer->painter;
    CW_ASSERT(renderer->viewport != NULL, "Call renderer_set_viewport before the first frame.");
    canvas->stats = (RendererStats){0};
    if (painter->keeps_picture) {
        painter->begin(canvas);
        paint_changes(renderer, list);
        painter->end(canvas);
        return;
    }
    SDL_RenderSetClipRect(renderer->sdl, NULL);
    SDL_SetRenderDrawColor(renderer->sdl, 0, 0, 0, 255);
    SDL_RenderClear(renderer->sdl);
    painter->begin(canvas);
    paint_area(renderer, list, canvas_picture_px(renderer->viewport));
}

/* ---- looking at the result ---- */

bool renderer_read_pixels(Renderer *renderer, uint32_t *pixels, CwError *error)
{
    return SDL_RenderReadPixels(renderer->sdl, NULL, SDL_PIXELFORMAT_ARGB8888, pixels,
                                renderer->viewport->width_px * (int)sizeof *pixels) == 0 ||
           cw_error_set(error, "the picture can't be read back: %s", SDL_GetError());
}

static bool write_png(SDL_Surface *picture, const char *path, CwError *error)
{
    SdlImage image;
    size_t most = (size_t)picture->w * (size_t)picture->h * 5 + 65536; /* even of noise */
    void *bytes = malloc(most);
    SDL_RWops *png = bytes == NULL ? NULL : SDL_RWFromMem(bytes, (int)most);
    bool saved = sdl_image_load(&image, error);
    if (saved && (png == NULL || image.save_png(picture, png, 0) != 0)) {
        saved = cw_error_set(error, "the screenshot %s can't be made: %s", path, SDL_GetError());
    }
    if (saved) {
        int file = file_open_descriptor(path, FILE_WRITE);
        saved = file >= 0 && file_write_all(file, bytes, (size_t)SDL_RWtell(png));
        saved = file_close_descriptor(file) && saved; /* a full disk may show only here */
    }
    if (!saved) {
        cw_error_set(error,
                     "%s can't be written (%s); name a file in a folder that exists and is "
                     "writable",
                     path, file_reason(errno));
    }
    if (png != NULL) {
        SDL_RWclose(png);
    }
    free(bytes);
    return saved;
}

bool renderer_save_png(Renderer *renderer, const char *path, CwError *error)
{
    const Viewport *viewport = renderer->viewport;
    SDL_Surface *picture = bitmap_surface(viewport->width_px, viewport->height_px);
    if (picture == NULL) {
        return cw_error_set(error, "out of memory for the screenshot %s", path);
    }
    uint32_t *pixels = picture->pixels;
    bool saved = renderer_read_pixels(renderer, pixels, error);
    for (int i = 0; i < picture->w * picture->h; i++) {
        pixels[i] |= 0xFF000000U; /* opaque */
    }
    saved = saved && write_png(picture, path, error);
    SDL_FreeSurface(picture);
    return saved;
}
