#include "draw/draw_list.h"

#include "clockwork/base.h"
#include "draw/camera.h"

#include <math.h>
#include <string.h>

static const CwColour AS_IT_IS = {255, 255, 255, 255};

void cw_draw_set_layer(CwDrawList *list, int layer)
{
    list->layer = layer;
}

void cw_draw_set_blend(CwDrawList *list, CwBlend blend)
{
    CW_ASSERT(blend >= CW_BLEND_NORMAL && blend <= CW_BLEND_MULTIPLY,
              "Blend by one of the ways of CwBlend.");
    list->blend = blend;
}

void cw_draw_set_world(CwDrawList *list, double parallax)
{
    list->space = CW_SPACE_WORLD;
    list->origin = (CwPoint2){list->camera.x_m * parallax - list->offset_m.x,
                              list->camera.y_m * parallax - list->offset_m.y};
    list->unit_points = (float)(CW_VIEW_HEIGHT / list->camera.height_m);
    list->angle_rad = camera_angle_rad(&list->camera);
    list->to_view = list->camera_matrix;
}

void cw_draw_set_screen(CwDrawList *list)
{
    list->space = CW_SPACE_SCREEN;
    list->origin = (CwPoint2){0, 0};
    list->unit_points = 1;
    list->angle_rad = 0;
    list->to_view = glms_mat3_identity();
}

void cw_draw_set_look(CwDrawList *list, CwPoint2 offset_m, CwColour tint)
{
    CW_ASSERT(isfinite(offset_m.x) && isfinite(offset_m.y), "Move pictures by a finite offset.");
    list->offset_m = offset_m;
    list->tint = tint;
    list->blend = CW_BLEND_NORMAL;
    cw_draw_set_world(list, 1);
}

CwWorldRect cw_draw_visible_world(const CwDrawList *list)
{
    CwWorldRect rect = list->visible;
    CwPoint2 offset_m = list->offset_m;
    return (CwWorldRect){rect.left_m - offset_m.x, rect.bottom_m - offset_m.y,
                         rect.right_m - offset_m.x, rect.top_m - offset_m.y};
}

static uint8_t product(uint8_t a, uint8_t b)
{
    return (uint8_t)((a * b + 127) / 255);
}

CwColour draw_list_tinted(const CwDrawList *list, CwColour colour)
{
    CwColour tint = list->tint;
    return (CwColour){product(colour.r, tint.r), product(colour.g, tint.g),
                      product(colour.b, tint.b), product(colour.a, tint.a)};
}

/* The subtraction in double is what keeps far places still; only small numbers become floats. */
vec2s draw_list_to_view(const CwDrawList *list, double x, double y)
{
    vec2s away = {{(float)(x - list->origin.x), (float)(y - list->origin.y)}};
    return transform_point(list->to_view, away);
}

bool draw_is_drawable(vec2s point)
{
    return fabsf(point.x) < 1e7F && fabsf(point.y) < 1e7F;
}

static bool is_whole(const CwPart *part)
{
    return (part->x | part->y | part->width | part->height) == 0;
}

static bool is_inside(const CwPart *part, const CwSpriteDef *def)
{
    return part->x >= 0 && part->y >= 0 && part->width > 0 && part->height > 0 &&
           part->width <= def->width_px - part->x && part->height <= def->height_px - part->y;
}

static CwPoint2 natural_size_m(const CwSpriteDef *def, const CwPart *part)
{
    if (is_whole(part)) {
        return (CwPoint2){def->width_m, def->height_m};
    }
    return (CwPoint2){def->width_m * part->width / def->width_px,
                      def->height_m * part->height / def->height_px};
}

/* Natural size in the current unit; one length given sets the other by the sprite's shape. */
static CwPoint2 sprite_size(const CwDrawList *list, const CwSpriteDraw *sprite,
                            const CwSpriteDef *def)
{
    CwPoint2 natural = natural_size_m(def, &sprite->part);
    if (sprite->width != 0 && sprite->height != 0) {
        return (CwPoint2){sprite->width, sprite->height};
    }
    if (sprite->width != 0) {
        return (CwPoint2){sprite->width, fabs(sprite->width) * natural.y / natural.x};
    }
    if (sprite->height != 0) {
        return (CwPoint2){fabs(sprite->height) * natural.x / natural.y, sprite->height};
    }
    double unit =
        list->space == CW_SPACE_WORLD ? 1 : CW_VIEW_HEIGHT / list->sprites.camera_height_m;
    return (CwPoint2){natural.x * unit, natural.y * unit};
}

/* A fine grid, exact as float all over the view. */
static float on_grid(double points)
{
    const double grid = 4096;
    return (float)(floor(points * grid + 0.5) / grid);
}

/* to_view to the last digit: only what is equal before is to be equal after it. */
static vec2s to_view_grid(const CwDrawList *list, double x, double y)
{
    double away_x = x - list->origin.x, away_y = y - list->origin.y;
    const mat3s *to_view = &list->to_view;
    return (vec2s){{on_grid(to_view->m00 * away_x + to_view->m10 * away_y + to_view->m20),
                    on_grid(to_view->m01 * away_x + to_view->m11 * away_y + to_view->m21)}};
}

/* False when one of them has no place on a screen. */
static bool part_corners(const CwDrawList *list, const CwSpriteDraw *sprite, CwPoint2 size,
                         vec2s corners[4])
{
    double up = list->space == CW_SPACE_WORLD ? 1 : -1;
    double cosine = sprite->angle_rad == 0 ? 1 : cos(sprite->angle_rad);
    double sine = sprite->angle_rad == 0 ? 0 : sin(sprite->angle_rad);
    for (int i = 0; i < 4; i++) {
        double x = (i == 1 || i == 2 ? 0.5 : -0.5) * fabs(size.x);
        double y = (i < 2 ? 0.5 : -0.5) * fabs(size.y);
        corners[i] = to_view_grid(list, sprite->x + (cosine * x - sine * y),
                                  sprite->y + up * (sine * x + cosine * y));
        if (!draw_is_drawable(corners[i])) {
            return false;
        }
    }
    return true;
}

/* In the units of the picture's row. */
static void part_range(const CwPart *part, const CwSpriteDef *def, vec2s *from, vec2s *to)
{
    bool whole = is_whole(part);
    int width = !whole ? part->width : def->width_px > 0 ? def->width_px : 1;
    int height = !whole ? part->height : def->height_px > 0 ? def->height_px : 1;
    *from = (vec2s){{(float)part->x, (float)part->y}};
    *to = (vec2s){{(float)(part->x + width), (float)(part->y + height)}};
}

static void push_part(CwDrawList *list, const CwSpriteDraw *sprite, const CwSpriteDef *def,
                      CwPoint2 size)
{
    PartCommand part = {
        .sprite = sprite->sprite,
        .tint = draw_list_tinted(list, sprite->tint == NULL ? AS_IT_IS : *sprite->tint)};
    part_range(&sprite->part, def, &part.from, &part.to);
    if (size.x < 0) {
        float from_x = part.from.x;
        part.from.x = part.to.x;
        part.to.x = from_x;
    }
    if (part_corners(list, sprite, size, part.corners)) {
        DrawCommand *command = draw_list_push(list, DRAW_PART);
        if (command != NULL) {
            command->part = part;
        }
    }
}

static const CwSpriteDef *checked_row(const CwDrawList *list, const CwSpriteDraw *sprite)
{
    const CwSpriteDef *def = sprite_table_at(&list->sprites, sprite->sprite);
    CW_ASSERT(def != NULL, "Draw sprites by their index in CwGame.sprites.");
    CW_ASSERT(
        is_whole(&sprite->part) || is_inside(&sprite->part, def),
        "Draw a part that lies inside its picture, and say in the sprite's row how many pixels "
        "that has (width_px, height_px).");
    return def;
}

CwPoint2 draw_list_sprite(const CwDrawList *list, const CwSpriteDraw *sprite, vec2s *from,
                          vec2s *to)
{
    const CwSpriteDef *def = checked_row(list, sprite);
    part_range(&sprite->part, def, from, to);
    return sprite_size(list, sprite, def);
}

void cw_draw_sprite(CwDrawList *list, const CwSpriteDraw *sprite)
{
    const CwSpriteDef *def = checked_row(list, sprite);
    CwPoint2 size = sprite_size(list, sprite, def);
    if (sprite_is_sharp(def)) {
        push_part(list, sprite, def, size);
        return;
    }
    vec2s centre = draw_list_to_view(list, sprite->x, sprite->y);
    vec2s size_points = {{(float)size.x * list->unit_points, (float)size.y * list->unit_points}};
    /* A turn or two is enough for a float; thousands would lose the digits that matter. */
    float angle_rad = (float)fmod(sprite->angle_rad - list->angle_rad, 6.283185307179586);
    if (!draw_is_drawable(centre) || !draw_is_drawable(size_points) || !isfinite(angle_rad)) {
        return;
    }
    DrawCommand *command = draw_list_push(list, DRAW_SPRITE);
    if (command != NULL) {
        command->sprite = (SpriteCommand){
            .sprite = sprite->sprite,
            .place = placement_make(centre, angle_rad),
            .size = size_points,
            .tint = draw_list_tinted(list, sprite->tint == NULL ? AS_IT_IS : *sprite->tint)};
    }
}

/* `end` as in PolygonCommand. */
static void push_polygon(CwDrawList *list, const CwPoint2 *corners, int count, CwColour colour,
                         CwColour end)
{
    uint32_t first = list->corner_count;
    vec2s *views = draw_list_push_corners(list, (uint32_t)count);
    if (views == NULL) {
        return;
    }
    for (int i = 0; i < count; i++) {
        views[i] = draw_list_to_view(list, corners[i].x, corners[i].y);
        if (!draw_is_drawable(views[i])) {
            list->corner_count = first;
            return;
        }
    }
    DrawCommand *command = draw_list_push(list, DRAW_POLYGON);
    if (command != NULL) {
        command->polygon = (PolygonCommand){first, (uint32_t)count, draw_list_tinted(list, colour),
                                            draw_list_tinted(list, end)};
    }
}

void cw_draw_polygon(CwDrawList *list, const CwPoint2 *corners, int count, CwColour colour)
{
    CW_ASSERT(count <= CW_POLYGON_CORNERS_MAX, "Split polygons of more than 64 corners.");
    if (count > 3 && !draw_is_convex(corners, count)) {
        cw_draw_shape(list, corners, count, &(CwPaint){.colour = colour});
    } else if (count >= 3) {
        push_polygon(list, corners, count, colour, colour);
    }
}

/* Only a world is seen turned: y points up in it. */
static void push_turned_rect(CwDrawList *list, const CwRectDraw *rect)
{
    double right = rect->x + rect->width, bottom = rect->y - rect->height;
    const CwPoint2 corners[] = {
        {rect->x, rect->y}, {right, rect->y}, {right, bottom}, {rect->x, bottom}};
    push_polygon(list, corners, 4, rect->top, rect->bottom);
}

void cw_draw_rect(CwDrawList *list, const CwRectDraw *rect)
{
    vec2s top_left = draw_list_to_view(list, rect->x, rect->y);
    vec2s size = {
        {(float)rect->width * list->unit_points, (float)rect->height * list->unit_points}};
    if (!draw_is_drawable(top_left) || !draw_is_drawable(size) || size.x <= 0 || size.y <= 0) {
        return;
    }
    if (list->angle_rad != 0) {
        push_turned_rect(list, rect);
        return;
    }
    DrawCommand *command = draw_list_push(list, DRAW_RECT);
    if (command != NULL) {
        command->rect = (RectCommand){top_left, size, draw_list_tinted(list, rect->top),
                                      draw_list_tinted(list, rect->bottom)};
    }
}

static void push_capsule(CwDrawList *list, CwPoint2 a, CwPoint2 b, double radius, CwColour colour)
{
    CapsuleCommand capsule = {.a = draw_list_to_view(list, a.x, a.y),
                              .b = draw_list_to_view(list, b.x, b.y),
                              .radius = (float)radius * list->unit_points,
                              .colour = draw_list_tinted(list, colour)};
    if (!draw_is_drawable(capsule.a) || !draw_is_drawable(capsule.b) || !(capsule.radius > 0) ||
        !isfinite(capsule.radius)) {
        return;
    }
    DrawCommand *command = draw_list_push(list, DRAW_CAPSULE);
    if (command != NULL) {
        command->capsule = capsule;
    }
}

/* One piece with round ends a segment: neighbours share an end, which makes the joint. */
void cw_draw_polyline(CwDrawList *list, const CwPoint2 *points, int count, double width,
                      CwColour colour)
{
    /* Where pieces overlap, half transparent ones would be seen twice. */
    if (count > 2 && count <= CW_SHAPE_CORNERS_MAX && draw_list_tinted(list, colour).a < 255) {
        cw_draw_stroke(list, &(CwStroke){.points = points, .count = count, .width = width},
                       &(CwPaint){.colour = colour});
        return;
    }
    for (int i = 0; i + 1 < count; i++) {
        push_capsule(list, points[i], points[i + 1], width / 2, colour);
    }
}

void cw_draw_circle(CwDrawList *list, CwPoint2 centre, double radius, CwColour colour)
{
    push_capsule(list, centre, centre, radius, colour);
}

/* Bytes of `text` that are kept: never half of a UTF-8 character. */
static uint32_t kept_bytes(const char *text)
{
    size_t bytes = strnlen(text, TEXT_BYTES_MAX + 1);
    if (bytes <= TEXT_BYTES_MAX) {
        return (uint32_t)bytes;
    }
    bytes = TEXT_BYTES_MAX;
    while (bytes > TEXT_BYTES_MAX - 4 && ((unsigned char)text[bytes] & 0xC0) == 0x80) {
        bytes--;
    }
    return (uint32_t)bytes;
}

void cw_draw_text(CwDrawList *list, const CwTextDraw *text)
{
    CW_ASSERT(text->face >= 0 && text->face < CW_FACE_COUNT, "Use one of the faces of TextFace.");
    vec2s anchor = draw_list_to_view(list, text->x, text->y);
    float size = (float)text->size * list->unit_points;
    uint32_t bytes = text->text == NULL ? 0 : kept_bytes(text->text);
    if (bytes == 0 || !draw_is_drawable(anchor) || !(size > 0) || !isfinite(size)) {
        return;
    }
    uint32_t first = list->text_bytes;
    char *copy = draw_list_push_text(list, bytes);
    DrawCommand *command = copy == NULL ? NULL : draw_list_push(list, DRAW_TEXT);
    if (command == NULL) {
        return;
    }
    memcpy(copy, text->text, bytes);
    command->text = (TextCommand){.first_byte = first,
                                  .byte_count = bytes,
                                  .face = text->face,
                                  .align = text->align,
                                  .place = placement_make(anchor, -list->angle_rad),
                                  .size = size,
                                  .colour = draw_list_tinted(list, text->colour)};
}
