/* A draw list is a frame's picture as commands in view points. Games push them through
 * clockwork/draw.h; the renderer and headless tests read them.
 *
 * The stage owns one: it begins the list, lets the render phase push, sorts, and passes it on.
 * Arrays keep their capacity. Places are doubles (CwPoint2) until the camera is subtracted, then
 * cglm's floats: a level may be a thousand kilometres long. Knows no SDL. */
#pragma once

#include "clockwork/animation.h"
#include "clockwork/shape.h"
#include "draw/placement.h"
#include "draw/typesetter.h"

#include <math.h>

static const CwColour WHITE = {255, 255, 255, 255};

/* ---- sprites: the rows of a game, and the pictures of a level ---- */

enum { SHEET_FRAMES_MAX = 65535 };

/* A game's sprites, then the pictures of what is played. Owns nothing. */
typedef struct SpriteTable {
    const CwSpriteDef *sprites; /* files are names in the folder of art */
    int count;
    double camera_height_m;      /* height for which sprites are rasterised */
    const CwSpriteDef *pictures; /* files are paths; numbers begin at `count` */
    int picture_count;
    const CwClip *clips;
    int clip_count;
} SpriteTable;

/* A frame of the grid, or the picture, in the row's units; zeros: the grid doesn't divide it. */
CwPart sprite_frame(const CwSpriteDef *def, int frame);

/* Whether a sprite is drawn with sharp edges from its own texels at any scale, as DRAW_PART. */
static inline bool sprite_is_sharp(const CwSpriteDef *def)
{
    return def->filter == CW_FILTER_NEAREST || def->width_px > 0;
}

/* ---- commands ---- */

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
    Placement place; /* place of the centre */
    vec2s size;      /* negative: mirrored */
    CwColour tint;
} SpriteCommand;

/* A picture or a part of one on four corners, rounded to a grid after computing in double, so that
 * shared corners are the same to the last bit and nothing shines through. */
typedef struct PartCommand {
    int sprite;
    vec2s from, to;   /* top left and bottom right in units of the picture's row (without units 1 x
                         1); from.x > to.x: mirrored */
    vec2s corners[4]; /* a parallelogram, clockwise from the picture's top left */
    CwColour tint;
} PartCommand;

typedef struct PolygonCommand {
    uint32_t first_corner, corner_count; /* part of CwDrawList.corners */
    CwColour colour;
} PolygonCommand;

/* A circle (a = b) or a piece of a stroke: everything within `radius` of the segment a-b. */
typedef struct CapsuleCommand {
    vec2s a, b;
    float radius;
    CwColour colour;
} CapsuleCommand;

typedef struct RectCommand {
    vec2s top_left, size;
    CwColour top, bottom;
} RectCommand;

typedef struct TextCommand {
    uint32_t first_byte, byte_count; /* part of CwDrawList.text, without a final zero */
    int face;
    CwTextAlign align;
    Placement place; /* place of the anchor */
    float size;
    CwColour colour;
    uint32_t block; /* 1 + index in CwDrawList.blocks; 0: a plain line about its anchor */
} TextCommand;

typedef enum FillKind { FILL_COLOUR, FILL_LINEAR, FILL_RADIAL, FILL_PICTURE } FillKind;

/* Maps a place of the picture to a place of the fill. In double, so that textures don't swim. */
typedef struct FillMap {
    double x, x_x, x_y; /* x + x_x * place.x + x_y * place.y */
    double y, y_x, y_y;
} FillMap;

typedef struct FillStop {
    float at;
    CwColour colour;
} FillStop;

/* A fill. Its gradients run along x, or away from 0; its tiles have edges at whole numbers. */
typedef struct ShapeFill {
    FillKind kind;
    CwColour colour; /* plain colour, or the picture's tint */
    FillMap map;     /* maps view points */
    FillStop stops[CW_STOPS_MAX];
    int stop_count;
    int sprite;
    vec2s from, to; /* PartCommand.from and .to */
} ShapeFill;

/* A shape, filled by the nonzero rule; each pixel is blended once. */
typedef struct ShapeCommand {
    uint32_t first_corner, corner_count; /* part of CwDrawList.corners */
    uint32_t fill;                       /* index in CwDrawList.fills */
    float width;                         /* width of a stroke along the corners; 0: a polygon */
    float mitre_limit;
    CwCap cap;
    CwJoin join;
    uint32_t closed; /* a bool, without a hole after it: lists are compared byte by byte */
} ShapeCommand;

/* Properties of texts that are more than a plain line. */
typedef struct TextBlock {
    float width, line_spacing; /* heights of a line; width 0: no wrapping */
    CwTextAnchor anchor;
    float outline; /* width in view points */
    CwColour outline_colour;
    vec2s shadow; /* view points, along the text's own axes */
    CwColour shadow_colour;
} TextBlock;

/* A command. Thousands go through memory in a frame, so it is small. */
typedef struct DrawCommand {
    DrawKind kind : 8;
    CwBlend blend : 8;
    uint32_t is_lit : 16; /* a bool: ignores ambient light */
    int layer;
    uint32_t clip; /* CLIP_ALL or an index in CwDrawList.clips */
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

/* Numbers of clips. CLIP_NOTHING drops what is pushed. */
enum { CLIP_ALL, CLIP_NOTHING, CLIP_FIRST };

/* The state of later pushes. The end of a view restores all of it, the end of a clip the clip. */
typedef struct DrawState {
    CwCamera camera;
    mat3s camera_matrix;        /* maps metres from the camera to points of the picture */
    CwLayerCamera layer_camera; /* camera of the last world space */
    CwViewRect seen;            /* rectangle of the current view */
    CwViewRect clip_rect;       /* open part of it, in points of the picture */
    uint32_t clip;              /* number of that part */
    mat3s points;               /* maps view points to points of the picture: smaller in a pane */
    CwSpace space;
    int layer;
    CwBlend blend;
    bool is_lit;
    CwPoint2 offset_m; /* added to places in world space */
    CwColour tint;     /* multiplies all colours */
    CwPoint2 origin;   /* origin of the current space, subtracted in double */
    mat3s to_view;     /* maps the current space, from its origin, to points of the picture */
    float unit_points; /* points of the picture in a unit of the current space */
    float angle_rad;   /* clockwise turn of the current space in the picture */
} DrawState;

typedef struct DrawScope {
    bool is_view;
    int layer;              /* layer of the view */
    uint32_t first_command; /* first command of the view */
    DrawState around;
} DrawScope;

enum { SCOPES_MAX = 16, MISTAKES_MAX = 16 };

/* Zero-initialise; draw_list_free when done. */
struct CwDrawList {
    Typesetter *typesetter; /* the owner's; NULL: texts are kept, but neither measured nor seen */
    /* Translates a text for CwTextDraw.is_translated, without a frame; NULL: nothing is. */
    const char *(*translate)(const CwFrame *frame, const char *text);

    DrawCommand *commands; /* commands in order of pushing */
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
    CwViewRect *clips; /* clips from number CLIP_FIRST on */
    uint32_t clip_count, clip_capacity;
    DrawScope scopes[SCOPES_MAX]; /* see draw_view.c */
    int scope_count;

    DrawState state;
    double base_height; /* height of the view, points */
    SpriteTable sprites;
    int ambient_layer; /* layers below this one are dimmed */
    CwColour ambient;  /* draw_list_sort multiplies dimmed colours by this one */

    uint32_t shown_count; /* commands of the last picture; UINT32_MAX until the list is sorted */
    DrawCommand lost;     /* replaces commands that memory lacks room for */
    const char *mistakes[MISTAKES_MAX]; /* reported mistakes */
    int mistake_count;
};

/* Reports a game's mistake, once a list. `text` is a constant that says how drawing goes on. */
void draw_mistake(CwDrawList *list, const char *text);
#define DRAW_NEGATIVE_SIZE                                                                         \
    "a rectangle of negative size is left out; it extends right and down from its top left corner"

/* Makes room for `needed` elements by doubling. Out of memory: false, reported once. */
bool draw_reserve(void **array, uint32_t *capacity, uint64_t needed, size_t element_bytes);

/* Multiplies channel by channel; white changes nothing. */
CwColour draw_colour_product(CwColour a, CwColour b);

/* Blends two colours, `share` 0 to 1 of the way, channel by channel. */
CwColour draw_colour_between(CwColour a, CwColour b, double share);

static inline bool draw_list_is_tinted(const CwDrawList *list)
{
    uint32_t tint;
    memcpy(&tint, &list->state.tint, sizeof tint);
    return tint != UINT32_MAX;
}

static inline CwColour draw_list_tinted(const CwDrawList *list, CwColour colour)
{
    return draw_list_is_tinted(list) ? draw_colour_product(colour, list->state.tint) : colour;
}

/* Maps a place to the view. The subtraction in double keeps far places still. */
static inline vec2s draw_list_to_view(const CwDrawList *list, double x, double y)
{
    const mat3s *to_view = &list->state.to_view;
    float away_x = (float)(x - list->state.origin.x), away_y = (float)(y - list->state.origin.y);
    return (vec2s){{to_view->m00 * away_x + to_view->m10 * away_y + to_view->m20,
                    to_view->m01 * away_x + to_view->m11 * away_y + to_view->m21}};
}

/* A vector turned counter-clockwise where y points up. */
static inline CwPoint2 draw_turned(double x, double y, double angle_rad)
{
    double c = cos(angle_rad), s = sin(angle_rad);
    return (CwPoint2){x * c - y * s, x * s + y * c};
}

/* False for places that are not finite or absurdly far away. */
static inline bool draw_is_drawable(vec2s point)
{
    return fabsf(point.x) < 1e7F && fabsf(point.y) < 1e7F;
}

/* The size of a sprite, and its part in the row's units. Asserts that both exist. */
CwPoint2 draw_list_sprite(const CwDrawList *list, const CwSpriteDraw *sprite, vec2s *from,
                          vec2s *to);

/* Empties the list for a frame: layer 0, world space. The table must live until the next one. */
void draw_list_begin(CwDrawList *list, const CwCamera *camera, const SpriteTable *sprites);

/* Puts the commands into order of drawing, and gives them the ambient light. */
void draw_list_sort(CwDrawList *list);

/* Sorts the commands from `first` on by their layers, then moves them all to `layer`. */
void draw_list_gather(CwDrawList *list, uint32_t first, int layer);

/* Command `index` in order of drawing; only after draw_list_sort. */
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

/* A text's block; a plain line has one, too. */
const TextBlock *draw_list_block(const CwDrawList *list, const TextCommand *command);

/* A text's layout. The list must have a typesetter. */
TypeLayout draw_list_layout(const CwDrawList *list, const TextCommand *command);

/* A new command on the current layer; in CLIP_NOTHING the next one overwrites it. */
static inline DrawCommand *draw_list_append(CwDrawList *list, DrawKind kind)
{
    DrawCommand *command = &list->commands[list->command_count];
    list->command_count += list->state.clip != CLIP_NOTHING;
    memset(command, 0, sizeof *command); /* clears padding, too, for draw_list_hash */
    command->kind = kind;
    command->blend = list->state.blend;
    command->is_lit = list->state.is_lit;
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

/* Pushes corners in view points: all, or none if memory is short or one is too far away. */
bool draw_list_take_corners(CwDrawList *list, const CwPoint2 *corners, int count);

/* Ends the views and clips that a game left open, and reports them once (draw_view.c). */
void draw_view_end_all(CwDrawList *list);

/* Sees through a camera until the view ends. */
void draw_view_look_through(CwDrawList *list, const CwCamera *camera);

/* Begins a view with the picture of `camera`, made smaller, in `rect`. End: cw_draw_view_end. */
void draw_pane_begin(CwDrawList *list, const CwCamera *camera, CwViewRect rect, int layer);

/* Sets screen space with other points: a place p is at origin + p * size in the view. */
void draw_view_set_points(CwDrawList *list, CwPoint2 origin, double size);
