/* The draw list as its owner sees it: commands in view points, for the renderer and for headless
 * tests. Games push through clockwork/draw.h.
 *
 * The stage owns one: begin, let the render phase push, sort, hand it to the renderer. Arrays keep
 * their capacity. Places are doubles (CwPoint2) until the camera has been subtracted, and cglm's
 * floats afterwards: a level may be a thousand kilometres long. Knows no SDL. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/shape.h"
#include "clockwork/text.h"
#include "clockwork/view.h"
#include "draw/placement.h"
#include "draw/sprite_table.h"
#include "draw/typesetter.h"

typedef enum DrawKind {
    DRAW_SPRITE,
    DRAW_PART,
    DRAW_POLYGON,
    DRAW_CAPSULE,
    DRAW_RECT,
    DRAW_TEXT,
    DRAW_SHAPE
} DrawKind;

typedef struct SpriteCommand {
    int sprite;
    Placement place; /* of its centre */
    vec2s size;      /* negative: mirrored */
    CwColour tint;
} SpriteCommand;

/* A picture or a part of one on four corners, rounded to a grid after computing in double, so that
 * shared corners are the same to the last bit and nothing shines through. */
typedef struct PartCommand {
    int sprite;
    vec2s from, to;   /* top left and bottom right in the units of the picture's row (1 x 1 where it
                         says none); from.x > to.x: mirrored */
    vec2s corners[4]; /* clockwise from the picture's top left; a parallelogram */
    CwColour tint;
} PartCommand;

typedef struct PolygonCommand {
    uint32_t first_corner, corner_count; /* in CwDrawList.corners */
    CwColour colour;
} PolygonCommand;

/* Everything within `radius` of the segment a-b: a circle (a = b) or a piece of a stroke. */
typedef struct CapsuleCommand {
    vec2s a, b;
    float radius;
    CwColour colour;
} CapsuleCommand;

/* Upright. */
typedef struct RectCommand {
    vec2s top_left, size;
    CwColour top, bottom;
} RectCommand;

typedef struct TextCommand {
    uint32_t first_byte, byte_count; /* in CwDrawList.text, without a final zero */
    int face;
    CwTextAlign align;
    Placement place; /* of its anchor */
    float size;
    CwColour colour;
    uint32_t block; /* 1 + index in CwDrawList.blocks; 0: a plain line about its anchor */
} TextCommand;

typedef enum FillKind { FILL_COLOUR, FILL_LINEAR, FILL_RADIAL, FILL_PICTURE } FillKind;

/* From a place in the picture to one of a fill, in double: a texture must not swim. */
typedef struct FillMap {
    double x, x_x, x_y; /* x + x_x * place.x + x_y * place.y */
    double y, y_x, y_y;
} FillMap;

typedef struct FillStop {
    float at;
    CwColour colour;
} FillStop;

/* Linear: `at` is x; radial: the distance from 0; a picture: whole numbers are tiles' edges. */
typedef struct ShapeFill {
    FillKind kind;
    CwColour colour; /* plain, or the picture's tint */
    FillMap map;     /* from view points */
    FillStop stops[CW_STOPS_MAX];
    int stop_count;
    int sprite;
    vec2s from, to; /* as in PartCommand */
} ShapeFill;

/* Filled where it winds around; each pixel is blended once. */
typedef struct ShapeCommand {
    uint32_t first_corner, corner_count; /* in CwDrawList.corners */
    uint32_t fill;                       /* in CwDrawList.fills */
    float width;                         /* of a stroke along the corners; 0: a polygon */
    float mitre_limit;
    CwCap cap;
    CwJoin join;
    uint32_t closed; /* a bool, without a hole after it: lists are compared byte by byte */
} ShapeCommand;

/* Properties that only some texts have. */
typedef struct TextBlock {
    float width, line_spacing; /* in heights of a line; a width of 0 wraps nothing */
    CwTextAnchor anchor;
    float outline; /* view points */
    CwColour outline_colour;
    vec2s shadow; /* view points, along the text's own axes */
    CwColour shadow_colour;
} TextBlock;

/* Thousands of them go through memory in a frame: no larger than need be. */
typedef struct DrawCommand {
    DrawKind kind : 8;
    CwBlend blend : 8;
    uint32_t lit : 16; /* a bool: ambient light doesn't matter to it */
    int layer;
    uint32_t clip; /* what it is seen in: CLIP_ALL or one of CwDrawList.clips */
    union {
        SpriteCommand sprite;
        PartCommand part;
        PolygonCommand polygon;
        CapsuleCommand capsule;
        RectCommand rect;
        TextCommand text;
        ShapeCommand shape;
    };
} DrawCommand;

/* Numbers of clips; what is pushed in CLIP_NOTHING is left out. */
enum { CLIP_ALL, CLIP_NOTHING, CLIP_FIRST };

/* Later pushes depend on this. The end of a view restores all of it, that of a clip the clip. */
typedef struct DrawState {
    CwCamera camera;
    mat3s camera_matrix;        /* from metres away from its place to points of the picture */
    CwLayerCamera layer_camera; /* of the last world space */
    CwViewRect seen;            /* what the current view fills ... */
    CwViewRect clip_rect;       /* ... and what of it is open, in points of the picture */
    uint32_t clip;              /* the same as a number */
    mat3s points;               /* from view points to those of the picture: smaller in a pane */
    CwSpace space;
    int layer;
    CwBlend blend;
    bool lit;
    CwPoint2 offset_m; /* of all that is pushed in world space */
    CwColour tint;     /* multiplies all colours */
    CwPoint2 origin;   /* of the current space, subtracted in double */
    mat3s to_view;     /* from there to points of the picture */
    float unit_points; /* points of the picture in a unit of the current space */
    float angle_rad;   /* by which the current space is seen turned clockwise */
} DrawState;

typedef struct DrawScope {
    bool is_view;
    int layer;              /* on which the view lies */
    uint32_t first_command; /* of the view */
    DrawState around;
} DrawScope;

enum { SCOPES_MAX = 16, MISTAKES_MAX = 16 };

/* Zero-initialise; draw_list_free when done. */
struct CwDrawList {
    Typesetter *typesetter; /* its owner's; NULL: texts are kept, but neither measured nor seen */

    DrawCommand *commands; /* in order of pushing */
    vec2s *corners;        /* view points */
    char *text;
    ShapeFill *fills;
    TextBlock *blocks;
    uint64_t *order, *order_scratch; /* layer and index of each command, in order of drawing */
    uint32_t command_count, command_capacity;
    uint32_t corner_count, corner_capacity;
    uint32_t text_bytes, text_capacity;
    uint32_t fill_count, fill_capacity;
    uint32_t block_count, block_capacity;
    uint32_t order_capacity, scratch_capacity;

    CwViewRect view;   /* the whole picture, set by the owner; zeros: the camera's */
    CwViewRect *clips; /* number CLIP_FIRST and up */
    uint32_t clip_count, clip_capacity;
    DrawScope scopes[SCOPES_MAX]; /* see draw_view.c */
    int scope_count;

    DrawState state;
    double base_height; /* of the view, points */
    SpriteTable sprites;
    int ambient_layer; /* on those below all colours are multiplied by ... */
    CwColour ambient;  /* ... this when the list is sorted */

    uint32_t shown_count; /* commands of the last picture; UINT32_MAX until the list is sorted */
    DrawCommand lost;     /* takes what has no room without memory */
    const char *mistakes[MISTAKES_MAX]; /* that were told */
    int mistake_count;
};

/* Tells of a game's mistake, once a list. `text` is a constant: it says how drawing goes on. */
void draw_mistake(CwDrawList *list, const char *text);

/* Doubles, so that growing soon stops. Without memory: false, said once, nothing changed. */
bool draw_reserve(void **array, uint32_t *capacity, uint64_t needed, size_t element_bytes);

/* Channel by channel; white changes nothing. */
CwColour draw_colour_product(CwColour a, CwColour b);

/* Between two colours, `part` 0 to 1 of the way, channel by channel. */
CwColour draw_colour_between(CwColour a, CwColour b, double part);

static inline bool draw_list_is_tinted(const CwDrawList *list)
{
    uint32_t tint;
    memcpy(&tint, &list->state.tint, sizeof tint);
    return tint != UINT32_MAX;
}

/* A colour of the game as it is drawn: multiplied by the list's tint. */
static inline CwColour draw_list_tinted(const CwDrawList *list, CwColour colour)
{
    return draw_list_is_tinted(list) ? draw_colour_product(colour, list->state.tint) : colour;
}

/* A metre in points of the picture. */
static inline float draw_list_metre(const CwDrawList *list, const CwCamera *camera)
{
    return (float)(camera->view.height / camera->height_m) * list->state.points.m00;
}

/* The subtraction in double is what keeps far places still; only small numbers become floats. */
static inline vec2s draw_list_to_view(const CwDrawList *list, double x, double y)
{
    vec2s away = {{(float)(x - list->state.origin.x), (float)(y - list->state.origin.y)}};
    return transform_point(list->state.to_view, away);
}

/* False for places that are no numbers or lie absurdly far away. */
static inline bool draw_is_drawable(vec2s point)
{
    return fabsf(point.x) < 1e7F && fabsf(point.y) < 1e7F;
}

/* Turns one way only, once around. */
bool draw_is_convex(const CwPoint2 *corners, int count);

/* Asserts that there is such a sprite and part; its size, and the part in its row's units. */
CwPoint2 draw_list_sprite(const CwDrawList *list, const CwSpriteDraw *sprite, vec2s *from,
                          vec2s *to);

/* Empties the list for a frame: layer 0, world space. The table must live until the next one. */
void draw_list_begin(CwDrawList *list, const CwCamera *camera, const SpriteTable *sprites);

/* Puts the commands into order of drawing, and gives them the ambient light. */
void draw_list_sort(CwDrawList *list);

/* Puts the commands from `first` on into order of their layers, and all of them onto `layer`. */
void draw_list_gather(CwDrawList *list, uint32_t first, int layer);

/* Number `index` in order of drawing; only after draw_list_sort. */
static inline const DrawCommand *draw_list_at(const CwDrawList *list, uint32_t index)
{
    CW_ASSERT(index < list->command_count, "Ask for commands below command_count only.");
    return &list->commands[(uint32_t)list->order[index]];
}

/* Hash of all that a painter reads of a sorted list: equal hashes are equal pictures. */
uint64_t draw_list_hash(const CwDrawList *list);

/* Hashes one command, independent of its place in a list. */
uint64_t draw_list_command_hash(const CwDrawList *list, const DrawCommand *command);

void draw_list_free(CwDrawList *list);

/* NULL for a plain line. */
const TextBlock *draw_list_block(const CwDrawList *list, const TextCommand *command);

/* How a text of the list is set; the list has a typesetter. */
TypeLayout draw_list_layout(const CwDrawList *list, const TextCommand *command);

/* A new command on the current layer, or room that is overwritten: in CLIP_NOTHING. */
static inline DrawCommand *draw_list_append(CwDrawList *list, DrawKind kind)
{
    DrawCommand *command = &list->commands[list->command_count];
    list->command_count += list->state.clip != CLIP_NOTHING;
    memset(command, 0, sizeof *command); /* all of it: draw_list_hash */
    command->kind = kind;
    command->blend = list->state.blend;
    command->lit = list->state.lit;
    command->layer = list->state.layer;
    command->clip = list->state.clip;
    return command;
}

static inline DrawCommand *draw_list_push(CwDrawList *list, DrawKind kind)
{
    if (list->command_count == list->command_capacity &&
        !draw_reserve((void **)&list->commands, &list->command_capacity,
                      (uint64_t)list->command_count + 1, sizeof *list->commands)) {
        return &list->lost;
    }
    return draw_list_append(list, kind);
}

/* Room for elements, yet to be filled; NULL without memory. */
char *draw_list_push_text(CwDrawList *list, uint32_t bytes);
ShapeFill *draw_list_push_fill(CwDrawList *list);
TextBlock *draw_list_push_block(CwDrawList *list);

/* Pushes corners in view points: all or, without memory or place on a screen, none. */
bool draw_list_take_corners(CwDrawList *list, const CwPoint2 *corners, int count);

/* Ends the views and clips that a game left open, and tells of it once (draw_view.c). */
void draw_view_end_all(CwDrawList *list);

/* Begins a view with the picture of `camera`, made smaller, in `rect`. End: cw_draw_view_end. */
void draw_pane_begin(CwDrawList *list, const CwCamera *camera, CwViewRect rect, int layer);

/* Screen space with points of another size: a place p is at origin + p * size in the view. */
void draw_view_set_points(CwDrawList *list, CwPoint2 origin, double size);

/* The number of a further clip, within the current one; CLIP_NOTHING when nothing is in both. */
uint32_t draw_list_push_clip(CwDrawList *list, CwViewRect rect);

/* ---- the camera of clockwork/draw.h as an affine transform ----
 *
 * cglm's floats are exact enough for what a camera sees, not for where it is: subtract its place in
 * double first. */

/* From metres right of and above the camera's place to view points. */
mat3s camera_matrix(const CwCamera *camera);

/* Its angle within one turn, of which a float keeps enough digits. */
float camera_angle_rad(const CwCamera *camera);
