#include "draw/text_painter.h"

#include <math.h>

static const double TEXT_LEAST_PX = 5; /* lines lower than this can't be read: a smear at best */
static const double EM_LEAST_PX = 4;
static const float FINE_EM_PX = 32; /* below it sizes follow in quarters of a pixel */

/* A text on its way to the canvas. */
typedef struct Job {
    const TextPainter *text;
    Canvas *canvas;
    const CwDrawList *list;
    const TextCommand *command;
    const TextBlock *block; /* NULL for a plain line */
    TypeLayout layout;
    float scale;     /* pixels per view point */
    Placement place; /* of the anchor, pixels */
    bool turned;
    float line_px; /* height of a line */
    float top_px;  /* of the block, from the anchor */
    float raster;  /* pixels of the picture for one of the raster: 1 for what is sharp */
    int em_64ths;  /* of the raster */
} Job;

/* One of the times that all glyphs are painted. */
typedef struct Pass {
    vec2s offset_px; /* along the text's own axes */
    float radius_px; /* of an edge; 0: the letters themselves */
    CwColour colour;
} Pass;

/* The nearest size that is rasterised; more sizes would fill the page while a text grows. */
static int raster_em_64ths(float em_px)
{
    float step = em_px < FINE_EM_PX ? 4 : 1;
    float near_px = floorf(em_px * step + 0.5F) / step;
    return (int)(64 * fminf(fmaxf(near_px, (float)EM_LEAST_PX), (float)GLYPH_EM_MAX_PX));
}

/* When the page is full, what waits is drawn and the page starts afresh. */
static const GlyphPicture *find_picture(const Job *job, const GlyphWish *wish)
{
    GlyphAtlas *atlas = job->text->atlas;
    const GlyphPicture *picture = glyph_atlas_find(atlas, wish);
    if (picture == NULL) {
        job->text->painter->flush(job->canvas);
        SDL_RenderFlush(job->canvas->sdl);
        glyph_atlas_clear(atlas);
        picture = glyph_atlas_find(atlas, wish);
        job->canvas->texture = NULL; /* it may be another one now */
    }
    return picture;
}

/* From the text's own axes to those of the picture, which are the same for most. */
static vec2s direction(const Job *job, vec2s along)
{
    return job->turned ? placement_direction(job->place, along) : along;
}

/* `pen` in the picture's pixels; upright ones are rounded to those of the raster. */
static void paint_glyph(const Job *job, const TypeGlyph *glyph, const Pass *pass, vec2s pen)
{
    const TextPainter *text = job->text;
    GlyphWish wish = {.font = typesetter_font(job->list->typesetter, glyph->font),
                      .font_index = glyph->font,
                      .glyph = glyph->glyph,
                      .em_64ths = job->em_64ths,
                      .radius_64ths = (int)(pass->radius_px / job->raster * 16 + 0.5F) * 4};
    if (!job->turned) {
        float quarters = floorf(pen.x * (float)GLYPH_SHIFTS + 0.5F);
        float whole = floorf(quarters / (float)GLYPH_SHIFTS);
        wish.shift = (int)(quarters - whole * (float)GLYPH_SHIFTS);
        pen = (vec2s){{whole, floorf(pen.y + 0.5F)}};
    }
    const GlyphPicture *picture = find_picture(job, &wish);
    if (picture == NULL || picture->source_px.w == 0) {
        return;
    }
    vec2s size = {
        {(float)picture->source_px.w * job->raster, (float)picture->source_px.h * job->raster}};
    vec2s middle = {{(float)picture->left_px * job->raster + size.x / 2,
                     (float)picture->top_px * job->raster + size.y / 2}};
    vec2s centre = glms_vec2_add(pen, direction(job, middle));
    Quad quad = {.texels = glyph_atlas_texels(text->atlas),
                 .source_px = picture->source_px,
                 .border_px = GLYPH_BORDER_PX,
                 .exact = !job->turned && job->raster == 1,
                 .right = job->place.right,
                 .down = placement_down(job->place),
                 .centre_px = centre,
                 .size = size,
                 .scale = {{1, 1}},
                 .tint = pass->colour};
    text->painter->quad(job->canvas, &quad);
}

/* How far a letter may reach from its pen. */
static float glyph_reach_px(const Job *job, float radius_px)
{
    return 2 * job->line_px + radius_px;
}

static PixelBox box_around(vec2s place_px, float reach_px)
{
    return (PixelBox){glms_vec2_subs(place_px, reach_px), glms_vec2_adds(place_px, reach_px)};
}

static void paint_pass(const Job *job, const Pass *pass)
{
    float reach_px = glyph_reach_px(job, pass->radius_px);
    vec2s top = {{pass->offset_px.x, job->top_px + pass->offset_px.y}};
    vec2s anchor = job->place.origin;
    if (pass->colour.a == 0) {
        return;
    }
    for (uint32_t i = 0; i < job->layout.count; i++) {
        const TypeGlyph *glyph = &job->layout.glyphs[i];
        vec2s along = glms_vec2_add(glms_vec2_scale(glyph->pen, job->line_px), top);
        vec2s pen = glms_vec2_add(anchor, direction(job, along));
        if (canvas_sees(job->canvas, box_around(pen, reach_px))) {
            paint_glyph(job, glyph, pass, pen);
        }
    }
}

/* As clear as the text besides. */
static CwColour faded(CwColour colour, CwColour text)
{
    colour.a = (uint8_t)((colour.a * text.a + 127) / 255);
    return colour;
}

static float outline_px(const Job *job)
{
    return job->block == NULL ? 0 : fminf(job->block->outline * job->scale, 0.2F * job->line_px);
}

static vec2s shadow_px(const Job *job)
{
    return job->block == NULL ? (vec2s){{0, 0}} : glms_vec2_scale(job->block->shadow, job->scale);
}

static void paint_passes(const Job *job)
{
    const TextBlock *block = job->block;
    CwColour colour = job->command->colour;
    if (block == NULL) {
        paint_pass(job, &(Pass){.colour = colour});
        return;
    }
    vec2s shadow = shadow_px(job);
    float radius_px = outline_px(job);
    if (shadow.x != 0 || shadow.y != 0) {
        paint_pass(job, &(Pass){shadow, radius_px, faded(block->shadow_colour, colour)});
    }
    if (radius_px > 0) {
        paint_pass(job,
                   &(Pass){.radius_px = radius_px, .colour = faded(block->outline_colour, colour)});
    }
    paint_pass(job, &(Pass){.colour = colour});
}

/* From the anchor to the top of the block, in heights of a line. */
static float top_of(const TypeLayout *layout, CwTextAnchor anchor)
{
    switch (anchor) {
    case CW_ANCHOR_MIDDLE:
        return -layout->height / 2;
    case CW_ANCHOR_TOP:
        return 0;
    case CW_ANCHOR_BASELINE:
        return -layout->baseline;
    case CW_ANCHOR_BOTTOM:
        return -layout->height;
    }
    return 0;
}

/* The bounds of a text that has not been set yet: a byte counts as twice as wide as high, or as a
 * line of its own. */
static PixelBox far_box(const Job *job)
{
    float spacing = job->block == NULL ? 1 : fmaxf(1, job->block->line_spacing);
    float reach_px = job->line_px * (2 + 2 * spacing * (float)job->command->byte_count);
    return box_around(job->place.origin, reach_px + glms_vec2_norm(shadow_px(job)));
}

static bool is_in_picture(const Viewport *viewport, PixelBox box)
{
    return box.high.x > (float)viewport->x_px && box.high.y > (float)viewport->y_px &&
           box.low.x < (float)(viewport->x_px + viewport->picture_width_px) &&
           box.low.y < (float)(viewport->y_px + viewport->picture_height_px);
}

static Job make_job(const Viewport *viewport, const CwDrawList *list, const TextCommand *command)
{
    float scale = (float)fmin(viewport->scale_x, viewport->scale_y);
    vec2s anchor = viewport_pixel(viewport, command->place.origin);
    return (Job){.list = list,
                 .command = command,
                 .block = draw_list_block(list, command),
                 .scale = scale,
                 .place = placement_at(command->place, anchor),
                 .turned = placement_is_turned(command->place),
                 .line_px = command->size * scale};
}

static bool can_be_seen(const Job *job)
{
    return job->list->typesetter != NULL && job->line_px >= TEXT_LEAST_PX;
}

static void lay_out(Job *job)
{
    job->layout = draw_list_layout(job->list, job->command);
    float em_px = job->line_px * job->layout.em_per_line;
    job->em_64ths = raster_em_64ths(em_px);
    bool sharp = !job->turned && em_px < (float)GLYPH_EM_MAX_PX + 1;
    job->raster = sharp ? 1 : em_px * 64 / (float)job->em_64ths;
    job->top_px = job->line_px *
                  top_of(&job->layout, job->block == NULL ? CW_ANCHOR_MIDDLE : job->block->anchor);
}

void text_paint(const TextPainter *text, Canvas *canvas, const Viewport *viewport,
                const CwDrawList *list, const TextCommand *command)
{
    Job job = make_job(viewport, list, command);
    job.text = text;
    job.canvas = canvas;
    if (can_be_seen(&job)) {
        lay_out(&job);
        paint_passes(&job);
    }
}

PixelBox text_box(const Viewport *viewport, const CwDrawList *list, const TextCommand *command)
{
    PixelBox box = {{{INFINITY, INFINITY}}, {{-INFINITY, -INFINITY}}};
    Job job = make_job(viewport, list, command);
    if (!can_be_seen(&job)) {
        return box;
    }
    PixelBox far = far_box(&job);
    if (!is_in_picture(viewport, far)) {
        return far;
    }
    lay_out(&job);
    float reach_px = glyph_reach_px(&job, outline_px(&job)) + glms_vec2_norm(shadow_px(&job));
    for (uint32_t i = 0; i < job.layout.count; i++) {
        vec2s along = glms_vec2_scale(job.layout.glyphs[i].pen, job.line_px);
        along.y += job.top_px;
        PixelBox glyph =
            box_around(glms_vec2_add(job.place.origin, direction(&job, along)), reach_px);
        box.low = glms_vec2_minv(box.low, glyph.low);
        box.high = glms_vec2_maxv(box.high, glyph.high);
    }
    return box;
}
