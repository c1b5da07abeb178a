#include "draw/renderer.h"

#include "draw/art.h"
#include "draw/atlas.h"
#include "draw/text.h"

#include <math.h>
#include <stdlib.h>

enum { PAGE_MAX_PX = 4096 };           /* more is often refused, and costs 64 MB at once */
static const float LEAST_PX = 0.5F;    /* sprites thinner than this are not seen */
static const double TEXT_LEAST_PX = 5; /* lines lower than this can't be read: a smear at best */

struct Renderer {
    SDL_Renderer *sdl;
    SDL_Surface *memory; /* what an offscreen renderer draws on; NULL over a window */
    char *art_dir;
    const Painter *painter;
    Viewport viewport;
    Atlas atlas;
    Text *text;
    Outline outline;   /* scratch */
    TextLayout layout; /* scratch */
    Canvas canvas;
};

/* ---- Life ---- */

static bool uses_geometry(const SDL_RendererInfo *info, RenderPath path)
{
    switch (path) {
    case RENDER_PATH_GEOMETRY:
        return true;
    case RENDER_PATH_SPANS:
        return false;
    case RENDER_PATH_AUTO:
        break;
    }
    return (info->flags & SDL_RENDERER_SOFTWARE) == 0;
}

static int page_limit_px(const SDL_RendererInfo *info)
{
    int limit = PAGE_MAX_PX;
    if (info->max_texture_width > 0 && info->max_texture_width < limit) {
        limit = info->max_texture_width;
    }
    if (info->max_texture_height > 0 && info->max_texture_height < limit) {
        limit = info->max_texture_height;
    }
    return limit;
}

static bool set_up(Renderer *renderer, const RendererDesc *desc, Error *error)
{
    SDL_RendererInfo info = {0};
    if (SDL_GetRendererInfo(renderer->sdl, &info) != 0) {
        return error_set(error, "the renderer can't be asked what it is: %s", SDL_GetError());
    }
    bool geometry = uses_geometry(&info, desc->path);
    renderer->painter = geometry ? &geometry_painter : &span_painter;
    renderer->canvas.sdl = renderer->sdl;
    renderer->art_dir = SDL_strdup(desc->art_dir);
    renderer->atlas = (Atlas){.sdl = renderer->sdl,
                              .table = desc->table,
                              .art_dir = renderer->art_dir,
                              .share_pages = geometry,
                              .page_max_px = page_limit_px(&info)};
    renderer->text = text_create(renderer->sdl, !geometry, error);
    return renderer->text != NULL && renderer->art_dir != NULL;
}

Renderer *renderer_create(SDL_Renderer *sdl, const RendererDesc *desc, Error *error)
{
    Renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        error_set(error, "out of memory for the renderer");
        return NULL;
    }
    renderer->sdl = sdl;
    renderer->viewport = viewport_make(VIEW_WIDTH, VIEW_HEIGHT, 1, SCALING_LETTERBOX);
    if (!set_up(renderer, desc, error)) {
        renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

Renderer *renderer_create_offscreen(int width_px, int height_px, const RendererDesc *desc,
                                    Error *error)
{
    /* Without alpha: SDL's fast blits are for such targets. */
    SDL_Surface *memory =
        SDL_CreateRGBSurfaceWithFormat(0, width_px, height_px, 32, SDL_PIXELFORMAT_RGB888);
    SDL_Renderer *sdl = memory == NULL ? NULL : SDL_CreateSoftwareRenderer(memory);
    if (sdl == NULL) {
        error_set(error, "no picture of %d x %d pixels: %s", width_px, height_px, SDL_GetError());
        SDL_FreeSurface(memory);
        return NULL;
    }
    Renderer *renderer = renderer_create(sdl, desc, error);
    if (renderer == NULL) {
        SDL_DestroyRenderer(sdl);
        SDL_FreeSurface(memory);
        return NULL;
    }
    renderer->memory = memory;
    if (!renderer_resize(renderer, width_px, height_px, SCALING_LETTERBOX, error)) {
        renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void renderer_destroy(Renderer *renderer)
{
    if (renderer == NULL) {
        return;
    }
    canvas_free(&renderer->canvas);
    text_destroy(renderer->text);
    atlas_free(&renderer->atlas);
    if (renderer->memory != NULL) {
        SDL_DestroyRenderer(renderer->sdl);
        SDL_FreeSurface(renderer->memory);
    }
    SDL_free(renderer->art_dir);
    free(renderer);
}

/* ---- Size and loss ---- */

static double wanted_pixels_per_metre(const Renderer *renderer)
{
    double scale = fmax(renderer->viewport.scale_x, renderer->viewport.scale_y);
    return scale * VIEW_HEIGHT / renderer->atlas.table.camera_height_m;
}

bool renderer_resize(Renderer *renderer, int width_px, int height_px, Scaling scaling, Error *error)
{
    renderer->viewport = viewport_make(width_px, height_px, 1, scaling);
    double wanted = wanted_pixels_per_metre(renderer);
    double tolerance = renderer->painter == &span_painter ? 1.0001 : 1.1;
    double have = renderer->atlas.pixels_per_metre;
    if (have > 0 && wanted / have < tolerance && have / wanted < tolerance) {
        return true;
    }
    return atlas_rasterise(&renderer->atlas, wanted, error);
}

bool renderer_device_lost(Renderer *renderer, Error *error)
{
    canvas_free(&renderer->canvas);
    return text_rebuild(renderer->text, error) &&
           atlas_rasterise(&renderer->atlas, wanted_pixels_per_metre(renderer), error);
}

RendererStats renderer_stats(const Renderer *renderer)
{
    return renderer->canvas.stats;
}

const Viewport *renderer_viewport(const Renderer *renderer)
{
    return &renderer->viewport;
}

/* ---- Painting ---- */

static vec2s to_pixel(const Renderer *renderer, vec2s view)
{
    Point2 pixel = viewport_to_pixel(&renderer->viewport, (Point2){view.x, view.y});
    return (vec2s){{(float)pixel.x, (float)pixel.y}};
}

static void paint_sprite(Renderer *renderer, const SpriteCommand *command)
{
    const Viewport *viewport = &renderer->viewport;
    const AtlasSprite *sprite = &renderer->atlas.sprites[command->sprite];
    bool in_memory = sprite->bitmap.surface != NULL;
    Quad quad = {.texture = renderer->atlas.pages[sprite->page],
                 .bitmap = in_memory ? &sprite->bitmap : NULL,
                 .source_px = sprite->picture_px,
                 .border_px = ART_BORDER_PX,
                 .mirrored = command->size.x < 0,
                 .angle_rad = command->angle_rad,
                 .centre_px = to_pixel(renderer, command->centre),
                 .size = {{fabsf(command->size.x), fabsf(command->size.y)}},
                 .scale = {{(float)viewport->scale_x, (float)viewport->scale_y}},
                 .tint = command->tint};
    float radius_px = glms_vec2_norm(quad.size) * fmaxf(quad.scale.x, quad.scale.y) / 2 + 2;
    bool visible = command->tint.a > 0 &&
                   fminf(quad.size.x * quad.scale.x, quad.size.y * quad.scale.y) > LEAST_PX;
    if ((in_memory || quad.texture != NULL) && visible &&
        canvas_sees(&renderer->canvas, quad.centre_px, quad.centre_px, radius_px)) {
        renderer->painter->quad(&renderer->canvas, &quad);
    }
}

static void paint_outline(Renderer *renderer, Colour colour)
{
    Outline *outline = &renderer->outline;
    colour.a = (uint8_t)((float)colour.a * outline->opacity + 0.5F);
    if (colour.a > 0 && canvas_sees(&renderer->canvas, outline->low_px, outline->high_px, 2)) {
        renderer->painter->outline(&renderer->canvas, outline, colour);
    }
}

static void paint_rect(Renderer *renderer, const RectCommand *command)
{
    vec2s low = to_pixel(renderer, command->top_left);
    vec2s high = to_pixel(renderer, glms_vec2_add(command->top_left, command->size));
    if (canvas_sees(&renderer->canvas, low, high, 0)) {
        SDL_FRect rect = {low.x, low.y, high.x - low.x, high.y - low.y};
        renderer->painter->rect(&renderer->canvas, rect, command->top, command->bottom);
    }
}

/* When the glyph texture is full, what waits is drawn and the texture starts afresh. */
static void lay_out(Renderer *renderer, const TextLine *line)
{
    if (!text_layout(renderer->text, line, &renderer->layout)) {
        renderer->painter->flush(&renderer->canvas);
        SDL_RenderFlush(renderer->sdl);
        text_clear(renderer->text);
        text_layout(renderer->text, line, &renderer->layout);
    }
}

static void paint_glyphs(Renderer *renderer, vec2s start_px, Colour colour)
{
    for (int i = 0; i < renderer->layout.count; i++) {
        const TextGlyph *glyph = &renderer->layout.glyphs[i];
        vec2s size = {{glyph->width_px, glyph->height_px}};
        vec2s low = glms_vec2_add(start_px, (vec2s){{glyph->x_px, glyph->y_px}});
        Quad quad = {.texture = text_texture(renderer->text),
                     .bitmap = text_bitmap(renderer->text),
                     .source_px = glyph->source_px,
                     .exact = true,
                     .centre_px = glms_vec2_add(low, glms_vec2_scale(size, 0.5F)),
                     .size = size,
                     .scale = {{1, 1}},
                     .tint = colour};
        if (canvas_sees(&renderer->canvas, low, glms_vec2_add(low, size), 0)) {
            renderer->painter->quad(&renderer->canvas, &quad);
        }
    }
}

static void paint_text(Renderer *renderer, const DrawList *list, const TextCommand *command)
{
    double scale = fmin(renderer->viewport.scale_x, renderer->viewport.scale_y);
    TextLine line = {.bytes = list->text + command->first_byte,
                     .byte_count = command->byte_count,
                     .face = command->face,
                     .height_px = command->size * scale};
    vec2s anchor = to_pixel(renderer, command->anchor);
    if (line.height_px < TEXT_LEAST_PX) {
        return;
    }
    /* Far above or below the picture: no glyph needs rasterising for it. */
    if (!canvas_sees(&renderer->canvas, (vec2s){{0, anchor.y}},
                     (vec2s){{(float)renderer->viewport.width_px, anchor.y}},
                     (float)line.height_px)) {
        return;
    }
    lay_out(renderer, &line);
    float back = command->align == ALIGN_LEFT     ? 0
                 : command->align == ALIGN_CENTRE ? renderer->layout.width_px / 2
                                                  : renderer->layout.width_px;
    /* Letters are sharp on whole pixels only. */
    vec2s start = {{floorf(anchor.x - back + 0.5F), floorf(anchor.y + 0.5F)}};
    paint_glyphs(renderer, start, command->colour);
}

static SDL_Rect picture_px(const Viewport *viewport)
{
    return (SDL_Rect){viewport->x_px, viewport->y_px, viewport->picture_width_px,
                      viewport->picture_height_px};
}

/* What waits belongs to the clip before. */
static void clip(Renderer *renderer, const ClipCommand *command)
{
    Canvas *canvas = &renderer->canvas;
    vec2s low = to_pixel(renderer, command->top_left);
    vec2s high = to_pixel(renderer, glms_vec2_add(command->top_left, command->size));
    int left = (int)lroundf(low.x), top = (int)lroundf(low.y);
    SDL_Rect wanted = {left, top, (int)lroundf(high.x) - left, (int)lroundf(high.y) - top};
    SDL_Rect picture = picture_px(&renderer->viewport);
    renderer->painter->flush(canvas);
    if (!SDL_IntersectRect(&wanted, &picture, &canvas->clip_px)) {
        canvas->clip_px = (SDL_Rect){picture.x, picture.y, 0, 0};
    }
    SDL_RenderSetClipRect(renderer->sdl, &canvas->clip_px);
}

static void paint(Renderer *renderer, const DrawList *list, const DrawCommand *command)
{
    Outline *outline = &renderer->outline;
    const Viewport *viewport = &renderer->viewport;
    switch (command->kind) {
    case DRAW_SPRITE:
        paint_sprite(renderer, &command->sprite);
        break;
    case DRAW_POLYGON:
        if (outline_polygon(viewport, list->corners + command->polygon.first_corner,
                            command->polygon.corner_count, outline)) {
            paint_outline(renderer, command->polygon.colour);
        }
        break;
    case DRAW_CAPSULE:
        if (outline_capsule(viewport, &command->capsule, outline)) {
            paint_outline(renderer, command->capsule.colour);
        }
        break;
    case DRAW_RECT:
        paint_rect(renderer, &command->rect);
        break;
    case DRAW_TEXT:
        paint_text(renderer, list, &command->text);
        break;
    case DRAW_CLIP:
        clip(renderer, &command->clip);
        break;
    }
}

/* The span painter brings a background of its own: it needs black only beside the picture. */
static void clear(Renderer *renderer)
{
    const Viewport *viewport = &renderer->viewport;
    const SDL_Rect *picture = &renderer->canvas.clip_px;
    if (renderer->painter != &span_painter || picture->w < viewport->width_px ||
        picture->h < viewport->height_px) {
        SDL_SetRenderDrawColor(renderer->sdl, 0, 0, 0, 255);
        SDL_RenderClear(renderer->sdl);
    }
}

void renderer_draw(Renderer *renderer, const DrawList *list)
{
    Canvas *canvas = &renderer->canvas;
    canvas->stats = (RendererStats){0};
    CW_ASSERT(renderer->atlas.pixels_per_metre > 0, "Call renderer_resize before the first frame.");
    canvas->clip_px = picture_px(&renderer->viewport);
    SDL_RenderSetClipRect(renderer->sdl, NULL);
    clear(renderer);
    SDL_RenderSetClipRect(renderer->sdl, &canvas->clip_px);
    renderer->painter->begin(canvas, renderer->atlas.pages[0]);
    for (uint32_t i = 0; i < list->command_count; i++) {
        paint(renderer, list, draw_list_at(list, i));
    }
    renderer->painter->flush(canvas);
    SDL_RenderSetClipRect(renderer->sdl, NULL);
    renderer->painter->end(canvas);
}

/* ---- Looking at the result ---- */

bool renderer_read_pixels(Renderer *renderer, uint32_t *pixels, Error *error)
{
    if (SDL_RenderReadPixels(renderer->sdl, NULL, SDL_PIXELFORMAT_ARGB8888, pixels,
                             renderer->viewport.width_px * (int)sizeof *pixels) != 0) {
        return error_set(error, "the picture can't be read back: %s", SDL_GetError());
    }
    return true;
}
