/* The draw list: the commands that make up a picture, independent of any graphics library.
 *
 * Frame phases push commands: sprites, polygons, lines and text (text.h). The renderer sorts pushes
 * by layer. Coordinates are in the current space. World space has metres, y up, and is seen through
 * the camera, optionally with a parallax factor. Screen space, for menus, has view points, y down.
 *
 * The view point is the unit of length on the screen. A game's base size in view points is
 * CwGame.looks.view_width x view_height, or else CW_VIEW_WIDTH x CW_VIEW_HEIGHT. Every window shows
 * this whole base, and perhaps more; the base's top left is the origin. Colours have straight
 * alpha. Pushes with a number that is not finite are ignored. */
#pragma once

#include "clockwork/base.h"
CW_C_BEGIN

/* The base size of games that name none. */
#define CW_VIEW_WIDTH 640.0
#define CW_VIEW_HEIGHT 360.0

/* Red, green, blue and opacity, 0 to 255 each. */
typedef struct CwColour {
    uint8_t r, g, b, a;
} CwColour;

/* A place or an offset, in metres or view points. */
typedef struct CwPoint2 {
    double x, y;
} CwPoint2;

/* An upright rectangle in view points; x, y is its top left. */
typedef struct CwViewRect {
    double x, y;
    double width, height;
} CwViewRect;

/* A camera. With only height_m set it looks at the origin, unrotated. */
typedef struct CwCamera {
    double x_m, y_m;  /* the middle of the picture */
    double height_m;  /* metres from top to bottom of `view`, > 0; halving it doubles the zoom */
    double angle_rad; /* counter-clockwise turn of the camera; the world appears turned clockwise */
    CwPoint2 shake_m; /* moves the camera right and up; unlike x_m and y_m it moves layers of every
                       parallax by the same amount */
    CwViewRect view;  /* the rectangle that the picture fills; zeros: CW_VIEW_WIDTH x
                         CW_VIEW_HEIGHT. CwFrame.camera has the game's base size */
} CwCamera;

/* Convert a place in the world (metres, parallax 1), visible or not, to view points, and back. */
CwPoint2 cw_camera_to_view(const CwCamera *camera, CwPoint2 world);
CwPoint2 cw_camera_to_world(const CwCamera *camera, CwPoint2 view);

/* The space of coordinates: metres of the world, or view points of the screen. */
typedef enum CwSpace { CW_SPACE_WORLD, CW_SPACE_SCREEN } CwSpace;

/* The draw list of a picture; the engine owns it. */
typedef struct CwDrawList CwDrawList;

/* Frames of one size in rows and columns, numbered row by row from the top left. */
typedef struct CwGrid {
    int columns, rows;
    int margin, spacing; /* edge of the sheet, and gap between frames; in the unit of width_px */
} CwGrid;

/* The look of an enlarged picture. */
typedef enum CwFilter {
    CW_FILTER_SMOOTH, /* texels blend into one another */
    CW_FILTER_NEAREST /* each texel is a crisp square: pixel art */
} CwFilter;

/* One row of a game's table of sprites: an SVG, PNG or JPEG under assets/art, up to 16,384 pixels a
 * side and 33 million in all. The row's index is the sprite's number. Only plain shapes of an SVG
 * are drawn; anything else in it, such as text, clones or clips, is reported on stderr.
 *
 * With the smooth filter, SVGs and rows without `width_px` are scaled again for each window size.
 * Other rows keep the file's pixels, scaled down if they are too many for the graphics device. Rows
 * with `width_px` or CW_FILTER_NEAREST have hard edges, so tiles join without a seam at any place,
 * zoom and angle. For soft edges of a rotating sprite leave a transparent border of one pixel. */
typedef struct CwSpriteDef {
    const char *file; /* "chassis.svg" */
    double width_m;   /* natural size of the picture, or of one frame of a grid */
    double height_m;
    CwFilter filter;
    bool whole_pixels; /* upright edges land on whole pixels of the window. With display.scaling =
                          integer, all texels of pixel art then have the same size. Needs width_px
                          or CW_FILTER_NEAREST */
    int width_px, height_px; /* size of the file in pixels, the unit of parts and grids. For a
                                smooth SVG any size will do, such as 8 x 1 for eight frames in a
                                row. 0 and 0: unknown, so only the whole picture can be drawn */
    CwColour key;            /* colour that becomes transparent; alpha 0: none */
    CwGrid grid;             /* cuts the picture into frames; zeros: one frame */
} CwSpriteDef;

/* A part of a picture in units of CwSpriteDef.width_px, from its top left. All 0: all of it. */
typedef struct CwPart {
    int x, y, width, height;
} CwPart;

/* Layers where the engine draws. A game's layers belong below them; a higher one covers them. */
typedef enum CwEngineLayer {
    CW_ENGINE_LAYER_SHAPES = 900,   /* outlines of the physics shapes (F2) */
    CW_ENGINE_LAYER_MENU = 1000,    /* title, pause and finish screens */
    CW_ENGINE_LAYER_TIME = 1001,    /* time bar and icons: rewind, replay, slow motion */
    CW_ENGINE_LAYER_OVERLAY = 1002, /* performance overlay (F3) */
    CW_ENGINE_LAYER_NOTICES = 1003  /* lines that say what changed or failed */
} CwEngineLayer;

/* Later pushes go to this layer, 0 at first. A higher layer covers lower ones; on the same layer a
 * later push covers earlier ones. */
void cw_draw_set_layer(CwDrawList *list, int layer);

/* The blend mode of later pushes; CW_BLEND_NORMAL at first and after cw_draw_set_look. In every
 * mode a fully transparent push changes nothing. */
typedef enum CwBlend {
    CW_BLEND_NORMAL,  /* covers the picture so far */
    CW_BLEND_ADD,     /* brightens: light, fire, sparks; black changes nothing */
    CW_BLEND_MULTIPLY /* darkens: shadow, stained glass; white changes nothing */
} CwBlend;
void cw_draw_set_blend(CwDrawList *list, CwBlend blend);

/* Ambient light, as in a cave: multiplies the colours of all pushes to layers below `layer`,
 * earlier ones too, by `light`. Pushes made while cw_draw_set_lit is on keep their colours. White,
 * the default, changes nothing. Ambient light costs no time. The last call of a frame wins. */
void cw_draw_set_ambient(CwDrawList *list, int layer, CwColour light);

/* Whether later pushes ignore the ambient light, as lamps, eyes and fire do. Off at first. */
void cw_draw_set_lit(CwDrawList *list, bool lit);

/* Switch later pushes to world space or screen space. With parallax 1 they move with the world,
 * with 0 they stand still; cw_draw_set_layer_camera also sets a zoom. */
void cw_draw_set_world(CwDrawList *list, double parallax);
void cw_draw_set_screen(CwDrawList *list);

/* Moves later pushes by `offset_m` in world space and multiplies their colours by `tint`: (0, 0)
 * and white at first. Sets world space, parallax 1. cw_draw_visible_world allows for the offset. */
void cw_draw_set_look(CwDrawList *list, CwPoint2 offset_m, CwColour tint);

/* A sprite centred at (x, y) of the current space, `width` x `height` in its unit, turned
 * counter-clockwise by `angle_rad`, its colours multiplied by `tint`. A negative width mirrors. If
 * width and height are 0, the sprite has its natural size (CwSpriteDef.width_m), and a part has the
 * same scale. In screen space, that is its size for a camera of height
 * CwGame.looks.camera_height_m. If only one is 0, the ratio is kept. */
typedef struct CwSpriteDraw {
    int sprite; /* index in CwGame.looks.sprites; 0 is the first */
    double x, y;
    double width, height;
    double angle_rad;
    const CwColour *tint; /* read during the call; NULL: white */
    int frame;            /* frame of the sprite's grid, counted from 0 */
    CwPart part; /* a part of the picture to draw instead of `frame`, such as a tile; its neighbours
                    do not bleed in at its edges */
} CwSpriteDraw;
void cw_draw_sprite(CwDrawList *list, const CwSpriteDraw *sprite);

/* A polygon of one colour, either winding, with at most CW_POLYGON_CORNERS_MAX corners; shape.h
 * takes more. Edges are antialiased. Convex polygons are drawn faster. */
enum { CW_POLYGON_CORNERS_MAX = 64 };
void cw_draw_polygon(CwDrawList *list, const CwPoint2 *corners, int count, CwColour colour);

/* A rectangle of the current space, with a gradient from its top to its bottom. */
typedef struct CwRectDraw {
    double x, y;          /* the corner at the top left */
    double width, height; /* positive; extends right and down, in world space too */
    CwColour top, bottom;
} CwRectDraw;
void cw_draw_rect(CwDrawList *list, const CwRectDraw *rect);

/* A stroke `width` wide (unit of the current space) with round joints; shape.h has other joints. */
void cw_draw_polyline(CwDrawList *list, const CwPoint2 *points, int count, double width,
                      CwColour colour);

/* A filled disc; the radius in units of the current space. */
void cw_draw_circle(CwDrawList *list, CwPoint2 centre, double radius, CwColour colour);

/* The visible part of the world: the smallest upright rectangle around all that the current view
 * and clip show. In screen space the last set camera and parallax apply. */
typedef struct CwWorldRect {
    double left_m, bottom_m, right_m, top_m;
} CwWorldRect;
CwWorldRect cw_draw_visible_world(const CwDrawList *list);

/* The camera of the current view. */
CwCamera cw_draw_camera(const CwDrawList *list);

/* The sprite of the level map's image `index`; -1: none. For cw_draw_map. */
int cw_draw_picture(const CwDrawList *list, int index);

/* ---- views: the part of the window that the picture fills, further cameras in it, and clips ----
 *
 * With display.scaling = expand, the view extends beyond the base size, usually on two sides, until
 * it fills the window, at most to eight times the base. The origin stays at the base's corner, so
 * points left of it or above it are negative. Code that draws at an edge or fills the picture calls
 * cw_draw_view, in any frame phase. The other calls below are for CW_PHASE_RENDER.
 *
 * Calls of _begin and _end come in pairs, nested up to 16 deep. The end of a view ends the clips
 * and views in it, and the end of the phase ends all. Wrong pairs are ignored and reported. */

/* The rectangle of the current view, in view points; at first the whole picture. */
CwViewRect cw_draw_view(const CwDrawList *list);

/* Begins a view. It shows later pushes through `camera`, in the rectangle `camera->view`: half of a
 * split screen, for example, or a map in a corner. The view begins like a frame, with layer 0,
 * world space of parallax 1 and no look. It has layers of its own; as a whole it is on `layer` of
 * the enclosing view. Screen space still covers the whole picture. Draw the world into the view
 * with cw_world_draw (worlds.h) or the game's own functions. For the place under the pointer call
 * cw_camera_to_world with the same camera. */
void cw_draw_view_begin(CwDrawList *list, const CwCamera *camera, int layer);

/* Ends the view. Restores the camera, space, layer and look that were set when it began. */
void cw_draw_view_end(CwDrawList *list);

/* Limits later pushes, on all layers, to a rectangle of the current space. In world space y is the
 * top of the rectangle. If the camera is turned, the clip is the smallest upright rectangle on the
 * screen around it. Nested clips intersect. */
void cw_draw_clip_begin(CwDrawList *list, CwViewRect rect);
void cw_draw_clip_end(CwDrawList *list);

/* A camera for some layers, relative to the camera of the current view. */
typedef struct CwLayerCamera {
    double parallax;  /* 1 moves with the world, 0 stands still */
    double zoom;      /* 2 is twice as large, about the picture's middle; 0 means 1 */
    double angle_rad; /* added to the camera's angle, counter-clockwise */
} CwLayerCamera;

/* Switches to world space with this camera until the space is set again. cw_draw_set_world(list, p)
 * is the same with {.parallax = p}. CwCamera.shake_m moves all layers by the same distance
 * on the screen. */
void cw_draw_set_layer_camera(CwDrawList *list, const CwLayerCamera *camera);
CW_C_END
