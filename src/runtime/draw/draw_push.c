#include "base/report.h"
#include "draw/draw_list.h"

#include "base/animation_clip.h"
#include "base/number.h"
#include "clockwork/system.h"

#include <math.h>

static const double NO_BEND = 1e-6; /* relative distance from a straight line */

void cw_draw_set_layer(CwDrawList *list, int layer)
{
    list->state.layer = layer;
}

void cw_draw_set_blend(CwDrawList *list, CwBlend blend)
{
    ASSERT_NUMBER(blend, blend >= CW_BLEND_NORMAL && blend <= CW_BLEND_MULTIPLY,
                  "Blend by one of the ways of CwBlend.");
    list->state.blend = blend;
}

int cw_draw_picture(const CwDrawList *list, int index)
{
    bool is_valid = index >= 0 && index < list->sprites.picture_count;
    return is_valid ? list->sprites.count + index : -1;
}

/* The length of one of `count` frames; 0: no whole number of units. */
static int frame_length(int length, int count, const CwGrid *grid)
{
    int64_t gaps = 2 * (int64_t)grid->margin + (int64_t)(count - 1) * grid->spacing;
    int64_t remainder = length - gaps;
    return remainder > 0 && remainder % count == 0 ? (int)(remainder / count) : 0;
}

CwPart sprite_frame(const CwSpriteDef *def, int frame)
{
    const CwGrid *grid = &def->grid;
    if (grid->columns == 0) {
        return (CwPart){0, 0, def->width_px, def->height_px};
    }
    int width = frame_length(def->width_px, grid->columns, grid);
    int height = frame_length(def->height_px, grid->rows, grid);
    if (width == 0 || height == 0) {
        return (CwPart){0};
    }
    return (CwPart){grid->margin + frame % grid->columns * (width + grid->spacing),
                    grid->margin + frame / grid->columns * (height + grid->spacing), width, height};
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

static inline void check_frame(const CwSpriteDraw *sprite, const CwSpriteDef *def)
{
    const CwGrid *grid = &def->grid;
    int count = grid->columns > 0 ? grid->columns * grid->rows : 1;
    ASSERT_NUMBER(
        sprite->frame, sprite->frame >= 0 && sprite->frame < count,
        "Draw frames that the sprite's grid has, counted from 0; other sprites have only one.");
}

static CwPart part_of(const CwSpriteDraw *sprite, const CwSpriteDef *def)
{
    check_frame(sprite, def);
    bool is_frame = def->grid.columns > 0 && is_whole(&sprite->part);
    return is_frame ? sprite_frame(def, sprite->frame) : sprite->part;
}

static CwPoint2 natural_size_m(const CwSpriteDef *def, const CwPart *part)
{
    if (is_whole(part)) {
        return (CwPoint2){def->width_m, def->height_m};
    }
    CwPart frame = sprite_frame(def, 0);
    return (CwPoint2){def->width_m * part->width / frame.width,
                      def->height_m * part->height / frame.height};
}

/* Natural size in the current unit; one length given sets the other by the sprite's shape. */
static CwPoint2 sprite_size(const CwDrawList *list, const CwSpriteDraw *sprite, CwPoint2 natural)
{
    if (sprite->width != 0 && sprite->height != 0) {
        return (CwPoint2){sprite->width, sprite->height};
    }
    if (sprite->width != 0) {
        return (CwPoint2){sprite->width, fabs(sprite->width) * natural.y / natural.x};
    }
    if (sprite->height != 0) {
        return (CwPoint2){fabs(sprite->height) * natural.x / natural.y, sprite->height};
    }
    double metre =
        list->state.space == CW_SPACE_WORLD ? 1 : list->base_height / list->sprites.camera_height_m;
    return (CwPoint2){natural.x * metre, natural.y * metre};
}

/* Rounds to a fine grid that floats hold exactly all over the view. */
static float on_grid(double points)
{
    const double grid = 4096;
    return (float)(floor(points * grid + 0.5) / grid);
}

/* Like draw_list_to_view, but rounded to the grid, so that equal places stay equal. */
static vec2s to_view_grid(const CwDrawList *list, double x, double y)
{
    double away_x = x - list->state.origin.x, away_y = y - list->state.origin.y;
    const mat3s *to_view = &list->state.to_view;
    return (vec2s){{on_grid(to_view->m00 * away_x + to_view->m10 * away_y + to_view->m20),
                    on_grid(to_view->m01 * away_x + to_view->m11 * away_y + to_view->m21)}};
}

/* Corners clockwise from the top left (mirrored: the top right). False: too far away. */
static bool part_corners(const CwDrawList *list, const CwSpriteDraw *sprite, CwPoint2 size,
                         vec2s corners[4])
{
    double half_width = fabs(size.x) / 2, half_height = fabs(size.y) / 2;
    double up = list->state.space == CW_SPACE_WORLD ? 1 : -1;
    double cosine = sprite->angle_rad == 0 ? 1 : cos(sprite->angle_rad);
    double sine = sprite->angle_rad == 0 ? 0 : sin(sprite->angle_rad);
    for (int i = 0; i < 4; i++) {
        double x = i == 1 || i == 2 ? half_width : -half_width;
        double y = i < 2 ? half_height : -half_height;
        corners[i] = to_view_grid(list, sprite->x + (cosine * x - sine * y),
                                  sprite->y + up * (sine * x + cosine * y));
        if (!draw_is_drawable(corners[i])) {
            return false;
        }
    }
    return true;
}

static void part_range(const CwPart *part, const CwSpriteDef *def, vec2s *from, vec2s *to)
{
    bool covers_all = is_whole(part);
    int width = !covers_all ? part->width : def->width_px > 0 ? def->width_px : 1;
    int height = !covers_all ? part->height : def->height_px > 0 ? def->height_px : 1;
    *from = (vec2s){{(float)part->x, (float)part->y}};
    *to = (vec2s){{(float)(part->x + width), (float)(part->y + height)}};
}

static inline const CwSpriteDef *row_of(const CwDrawList *list, const CwSpriteDraw *sprite)
{
    const SpriteTable *table = &list->sprites;
    int number = sprite->sprite, picture = number - table->count;
    ASSERT_NUMBER(number, number >= 0 && picture < table->picture_count,
                  "Draw sprites by their index in CwGame.looks.sprites.");
    return picture < 0 ? &table->sprites[number] : &table->pictures[picture];
}

static inline void check_part(const CwPart *part, const CwSpriteDef *def)
{
    CW_ASSERT(
        is_whole(part) || (def->width_px > 0 && is_inside(part, def)),
        "Draw a part that lies inside its picture, and say in the sprite's row how many pixels "
        "that has (width_px, height_px).");
}

CwPoint2 draw_list_sprite(const CwDrawList *list, const CwSpriteDraw *sprite, vec2s *from,
                          vec2s *to)
{
    const CwSpriteDef *def = row_of(list, sprite);
    check_part(&sprite->part, def);
    CwPart part = part_of(sprite, def);
    part_range(&part, def, from, to);
    return sprite_size(list, sprite, natural_size_m(def, &part));
}

/* Not inline, so that smooth sprites don't save its many registers. */
__attribute__((noinline)) static void push_sharp(CwDrawList *list, const CwSpriteDraw *sprite,
                                                 const CwSpriteDef *def)
{
    CwPart range = part_of(sprite, def);
    CwPoint2 size = sprite_size(list, sprite, natural_size_m(def, &range));
    CwColour tint = sprite->tint == NULL ? WHITE : *sprite->tint;
    PartCommand part = {.sprite = sprite->sprite, .tint = draw_list_tinted(list, tint)};
    part_range(&range, def, &part.from, &part.to);
    if (size.x < 0) {
        float from_x = part.from.x;
        part.from.x = part.to.x;
        part.to.x = from_x;
    }
    if (part_corners(list, sprite, size, part.corners)) {
        draw_list_push(list, DRAW_PART)->part = part;
    }
}

typedef union PlaceAndSize {
    Four four;
    struct {
        vec2s place, size;
    };
} PlaceAndSize;

/* Computes both at once, the place like draw_list_to_view. */
static inline PlaceAndSize place_and_size(const CwDrawList *list, const CwSpriteDraw *sprite,
                                          CwPoint2 size)
{
    const mat3s *to_view = &list->state.to_view;
    const vec2s none = {{0, 0}}, unit = {{list->state.unit_points, list->state.unit_points}};
    PlacementPair away = {sprite->x - list->state.origin.x, sprite->y - list->state.origin.y};
    PlacementFloats xy = __builtin_convertvector(away, PlacementFloats);
    PlacementFloats wh = __builtin_convertvector((PlacementPair){size.x, size.y}, PlacementFloats);
    Four xywh = four_of(&xy, &wh);
    Four xxwh = __builtin_shufflevector(xywh, xywh, 0, 0, 2, 3);
    Four yywh = __builtin_shufflevector(xywh, xywh, 1, 1, 2, 3);
    return (PlaceAndSize){four_of(&to_view->m00, &unit) * xxwh +
                          four_of(&to_view->m10, &none) * yywh + four_of(&to_view->m20, &none)};
}

/* draw_is_drawable for four numbers. */
static inline bool is_drawable(Four four)
{
    Halves near = (Halves)(four_without_signs(four) < 1e7F);
    return (near[0] & near[1]) == UINT64_MAX;
}

__attribute__((noinline)) static void tint_sprite(SpriteCommand *sprite, CwColour tint)
{
    sprite->tint = draw_colour_product(sprite->tint, tint);
}

/* Pushes a smooth sprite. The angle is below one turn, so a float is precise enough. */
static inline void push_smooth(CwDrawList *list, const CwSpriteDraw *sprite, const CwSpriteDef *def,
                               double angle_rad)
{
    CwPoint2 size = sprite_size(list, sprite, (CwPoint2){def->width_m, def->height_m});
    PlaceAndSize seen = place_and_size(list, sprite, size);
    if (!is_drawable(seen.four)) {
        return;
    }
    DrawCommand *command = draw_list_append(list, DRAW_SPRITE);
    command->sprite = (SpriteCommand){.sprite = sprite->sprite,
                                      .place = placement_make(seen.place, (float)angle_rad),
                                      .size = seen.size,
                                      .tint = sprite->tint == NULL ? WHITE : *sprite->tint};
    if (draw_list_is_tinted(list)) {
        tint_sprite(&command->sprite, list->state.tint);
    }
}

/* Reduces the angle first: thousands of turns would lose digits. */
__attribute__((noinline)) static void push_unusual(CwDrawList *list, const CwSpriteDraw *sprite,
                                                   const CwSpriteDef *def)
{
    double angle_rad = fmod(sprite->angle_rad - list->state.angle_rad, TURN_RAD);
    if (!isnan(angle_rad) &&
        draw_reserve((void **)&list->commands, &list->command_capacity,
                     (uint64_t)list->command_count + 1, sizeof *list->commands)) {
        push_smooth(list, sprite, def, angle_rad);
    }
}

/* Unusual cases are tail calls, so that the usual case saves no registers for them. */
void cw_draw_sprite(CwDrawList *list, const CwSpriteDraw *sprite)
{
    ASSERT_GIVEN(sprite);
    const CwSpriteDef *def = row_of(list, sprite);
    check_part(&sprite->part, def);
    if (sprite_is_sharp(def)) {
        push_sharp(list, sprite, def);
        return;
    }
    check_frame(sprite, def);
    double angle_rad = sprite->angle_rad - list->state.angle_rad;
    if (!(fabs(angle_rad) < TURN_RAD) || list->command_count == list->command_capacity) {
        push_unusual(list, sprite, def);
        return;
    }
    push_smooth(list, sprite, def, angle_rad);
}

void cw_draw_animation(CwDrawList *list, const CwAnimation *animation, const CwSpriteDraw *sprite)
{
    ASSERT_NUMBER(animation->clip, animation->clip < (uint32_t)list->sprites.clip_count,
                  "Draw animations whose clip is an index in CwGame.looks.clips.");
    const CwClip *clip = &list->sprites.clips[animation->clip];
    CwSpriteDraw drawn = *sprite;
    drawn.sprite = clip->sprite;
    drawn.frame = clip->first + animation_clip_frame(clip, animation->ms);
    cw_draw_sprite(list, &drawn);
}

static void draw_faded(CwDrawList *list, const CwAnimation *clip, const CwSpriteDraw *sprite,
                       double weight)
{
    CwColour tint = sprite->tint == NULL ? WHITE : *sprite->tint;
    CwSpriteDraw drawn = *sprite;
    tint.a = (uint8_t)lround(tint.a * fmax(0, fmin(1, weight)));
    drawn.tint = &tint;
    cw_draw_animation(list, clip, &drawn);
}

/* Each clip is opaque for half of the fade, so the picture is never translucent. */
void cw_draw_animator(const CwFrame *frame, const CwAnimator *animator, const CwSpriteDraw *sprite)
{
    CW_ASSERT(animator->ticks > 0,
              "call cw_animator_advance in the kind's spawn and animate before it is drawn");
    CwAnimation clip = animator->clip, before = animator->before;
    double left_ticks = 1 - frame->alpha, left_ms = left_ticks * animator->step_us * 1e-3;
    double faded = fmax(0, animator->ticks - left_ticks) / fmax(1, animator->fade_ticks);
    clip.ms = (uint32_t)fmax(0, clip.ms - left_ms);
    before.ms = (uint32_t)fmax(0, before.ms - left_ms);
    if (animator->fade_ticks == 0 || faded >= 1) {
        cw_draw_animation(frame->draw, &clip, sprite);
        return;
    }
    draw_faded(frame->draw, &before, sprite, 2 * (1 - faded));
    draw_faded(frame->draw, &clip, sprite, 2 * faded);
}

/* Whether the corners turn in one direction only, once around. Polygons that wind twice change
 * direction along x more than twice. Rounding is no notch. */
static bool is_convex(const CwPoint2 *corners, int count)
{
    bool left = false, right = false;
    int changes = 0;
    CwPoint2 from = corners[count - 1];
    double x_before = from.x - corners[count - 2].x, y_before = from.y - corners[count - 2].y;
    double length2_before = x_before * x_before + y_before * y_before, way = 0;
    for (int i = 0; i < count; i++) {
        double x = corners[i].x - from.x, y = corners[i].y - from.y;
        double length2 = x * x + y * y, bend = x_before * y - y_before * x;
        double straight = NO_BEND * (length2 + length2_before);
        left |= bend > straight;
        right |= bend < -straight;
        if (fabs(x) > NO_BEND * fabs(y)) {
            changes += x * way < 0;
            way = x;
        }
        from = corners[i];
        x_before = x;
        y_before = y;
        length2_before = length2;
    }
    return !(left && right) && changes <= 2;
}

static void push_polygon(CwDrawList *list, const CwPoint2 *corners, int count, CwColour colour)
{
    uint32_t first = list->corner_count;
    if (draw_list_take_corners(list, corners, count)) {
        draw_list_push(list, DRAW_POLYGON)->polygon =
            (PolygonCommand){first, (uint32_t)count, draw_list_tinted(list, colour)};
    }
}

void cw_draw_polygon(CwDrawList *list, const CwPoint2 *corners, int count, CwColour colour)
{
    ASSERT_NUMBER(count, count <= CW_POLYGON_CORNERS_MAX,
                  "Split polygons of more than 64 corners.");
    if (count == 3 || (count > 3 && is_convex(corners, count))) {
        push_polygon(list, corners, count, colour);
    } else {
        cw_draw_shape(list, corners, count, &(CwPaint){.colour = colour});
    }
}

/* Pushes a rectangle of a turned world, where y points up. */
static void push_turned_rect(CwDrawList *list, const CwRectDraw *rect)
{
    double right = rect->x + rect->width, bottom = rect->y - rect->height;
    const CwPoint2 corners[] = {
        {rect->x, rect->y}, {right, rect->y}, {right, bottom}, {rect->x, bottom}};
    const CwStop stops[] = {{0, rect->top}, {1, rect->bottom}};
    const CwGradient down = {corners[0], corners[3], .stops = stops, .stop_count = 2};
    if (memcmp(&rect->top, &rect->bottom, sizeof rect->top) == 0) {
        push_polygon(list, corners, 4, rect->top);
    } else {
        cw_draw_shape(list, corners, 4, &(CwPaint){.gradient = &down});
    }
}

void cw_draw_rect(CwDrawList *list, const CwRectDraw *rect)
{
    ASSERT_GIVEN(rect);
    vec2s top_left = draw_list_to_view(list, rect->x, rect->y);
    vec2s size = {{(float)rect->width * list->state.unit_points,
                   (float)rect->height * list->state.unit_points}};
    if (size.x < 0 || size.y < 0) {
        draw_mistake(list, DRAW_NEGATIVE_SIZE);
    }
    if (!draw_is_drawable(top_left) || !draw_is_drawable(size) || size.x <= 0 || size.y <= 0) {
        return;
    }
    if (list->state.angle_rad != 0) {
        push_turned_rect(list, rect);
        return;
    }
    draw_list_push(list, DRAW_RECT)->rect = (RectCommand){
        top_left, size, draw_list_tinted(list, rect->top), draw_list_tinted(list, rect->bottom)};
}

static void push_capsule(CwDrawList *list, CwPoint2 a, CwPoint2 b, double radius, CwColour colour)
{
    CapsuleCommand capsule = {.a = draw_list_to_view(list, a.x, a.y),
                              .b = draw_list_to_view(list, b.x, b.y),
                              .radius = (float)radius * list->state.unit_points,
                              .colour = draw_list_tinted(list, colour)};
    if (draw_is_drawable(capsule.a) && draw_is_drawable(capsule.b) && capsule.radius > 0 &&
        isfinite(capsule.radius)) {
        draw_list_push(list, DRAW_CAPSULE)->capsule = capsule;
    }
}

/* Pushes a piece with round ends for each segment; the shared ends make the joints. */
void cw_draw_polyline(CwDrawList *list, const CwPoint2 *points, int count, double width,
                      CwColour colour)
{
    /* Translucent pieces would overlap at their joints. */
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
