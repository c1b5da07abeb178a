/* The draw list: what a picture consists of, before any graphics library sees it.
 *
 * Frame phases push sprites, polygons, lines and text; the renderer in src/draw sorts by layer and
 * batches. Headless tests read the same list. A list maps what is pushed from the current space to
 * view points: the view is VIEW_WIDTH x VIEW_HEIGHT points whatever the window, origin at the top
 * left, y down. World space is metres, y up, seen through the camera, optionally with a parallax
 * factor; screen space is view points, for HUD and menus. Colours are straight alpha, 8 bits a
 * channel. What is not a finite number is left out of the picture. */
#ifndef CLOCKWORK_DRAW_H
#define CLOCKWORK_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* Points of the view, whatever the window. */
#define VIEW_WIDTH 640.0
#define VIEW_HEIGHT 360.0

typedef struct Colour {
    uint8_t r, g, b, a;
} Colour;

typedef struct Point2 {
    double x, y;
} Point2;

/* Zero but for the height it looks at the origin, upright and still. */
typedef struct Camera {
    double x_m, y_m;  /* what is in the middle of the picture */
    double height_m;  /* metres seen from top to bottom, > 0: half as many is twice the zoom */
    double angle_rad; /* turned counter-clockwise, so that the world is seen turned clockwise */
    Point2 shake_m;   /* pushed right and up in its picture, past near and far things alike: unlike
                         x_m and y_m at any parallax */
} Camera;

/* Where a place in the world, metres, is seen (parallax 1), view points, and the way back. Places
 * outside the picture are fine. */
Point2 camera_to_view(const Camera *camera, Point2 world);
Point2 camera_to_world(const Camera *camera, Point2 view);

typedef enum Space { SPACE_WORLD, SPACE_SCREEN } Space;

typedef enum TextAlign { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } TextAlign;

typedef enum TextFace { FACE_REGULAR, FACE_BOLD, FACE_MONO, FACE_COUNT } TextFace;

typedef struct DrawList DrawList;

/* One row of a game's table of sprites: an SVG or PNG under assets/art. Its index is its number. */
typedef struct SpriteDef {
    const char *file; /* "chassis.svg" */
    double width_m;   /* natural size; pixels are rasterised for it at the camera's usual scale */
    double height_m;
} SpriteDef;

/* Layers where the engine draws. A game's own belong below them; one above covers what is there. */
typedef enum EngineLayer {
    ENGINE_LAYER_SHAPES = 900,   /* outlines of the physics shapes (F2) */
    ENGINE_LAYER_MENU = 1000,    /* title, pause and finish screens */
    ENGINE_LAYER_TIME = 1001,    /* the bar and signs of rewinding, watching, slow motion */
    ENGINE_LAYER_OVERLAY = 1002, /* frame times and the rest (F3) */
    ENGINE_LAYER_NOTICES = 1003  /* lines that say what changed or failed */
} EngineLayer;

/* Later pushes go to this layer, 0 at first; higher layers are drawn later, within a layer in order
 * of pushing. */
void draw_set_layer(DrawList *list, int layer);

/* World space through the list's camera; `parallax` 1 moves with the world, 0 stands still. */
void draw_set_world(DrawList *list, double parallax);
void draw_set_screen(DrawList *list);

/* A sprite centred at (x, y) of the current space, `width` x `height` in its unit, turned
 * counter-clockwise by `angle_rad`, multiplied by `tint`. A negative width mirrors. 0, 0 is the
 * natural size, on the screen as large as in the world at the camera's usual height; one length
 * alone keeps the shape. */
typedef struct SpriteDraw {
    int sprite; /* index in Game.sprites; 0 is the first */
    double x, y;
    double width, height;
    double angle_rad;
    const Colour *tint; /* read at once; NULL: as it is */
} SpriteDraw;
void draw_sprite(DrawList *list, const SpriteDraw *sprite);

/* A convex polygon of one colour, at most POLYGON_CORNERS_MAX corners, either winding. Edges are
 * antialiased. */
enum { POLYGON_CORNERS_MAX = 64 };
void draw_polygon(DrawList *list, const Point2 *corners, int count, Colour colour);

/* A rectangle of the current space with a colour at its top and another at its bottom. Right and
 * down are those of the screen, or of an upright camera: with the camera it is seen turned. */
typedef struct RectDraw {
    double x, y;          /* the corner at the top left */
    double width, height; /* positive; extends right and down */
    Colour top, bottom;
} RectDraw;
void draw_rect(DrawList *list, const RectDraw *rect);

/* A stroke of constant width (unit of the current space) along `count` points, with round joints.
 */
void draw_polyline(DrawList *list, const Point2 *points, int count, double width, Colour colour);

void draw_circle(DrawList *list, Point2 centre, double radius, Colour colour);

/* UTF-8 text, one line. Size is the height of a line in view points; world space is taken too
 * (metres), and is seen turned with it. The anchor is left, centre or right of the line's vertical
 * middle. Copied; longer than 255 bytes is cut. */
typedef struct TextDraw {
    const char *text;
    TextFace face;
    TextAlign align;
    double x, y;
    double size;
    Colour colour;
} TextDraw;
void draw_text(DrawList *list, const TextDraw *text);

/* The smallest upright rectangle of the world that holds all that the camera sees, metres. */
typedef struct WorldRect {
    double left_m, bottom_m, right_m, top_m;
} WorldRect;
WorldRect draw_visible_world(const DrawList *list);

#pragma GCC visibility pop

#endif
