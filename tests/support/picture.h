/* The picture of a test, and a few tiny sprites, for tests that look at pixels. Painted by the
 * software renderer in memory or by OpenGL in a window on Xvfb, so both painters are seen.
 *
 * The camera sees 9 m, 40 view points a metre, with its middle at the origin. Sprites are a metre
 * wide; the sheet has 4 x 2 tiles of a metre. */
#pragma once

#include "paint/renderer.h"
#include "support/test.h"

enum {
    SPRITE_QUARTERS,
    SPRITE_WHITE,
    SPRITE_PNG,
    SPRITE_SHEET,
    SPRITE_SHEET_NEAREST,
    PICTURE_SPRITES,
    SPRITE_MISSING = PICTURE_SPRITES, /* these two only where the desc is asked for them */
    SPRITE_BROKEN,
    PICTURE_ALL_SPRITES
};

/* The sheet: each tile is of one colour, but the last is a chequer of white and blue pixels. White
 * lies amid others. */
enum { TILE_PX = 16, TILE_WHITE = 1, TILE_CHEQUER = 7, TILE_COLUMNS = 4 };
CwPart picture_tile(int tile);

enum { PAINTED_IN_MEMORY, PAINTED_BY_OPENGL };

typedef struct Picture {
    Renderer *renderer;
    SDL_Window *window; /* by OpenGL */
    SDL_Renderer *sdl;
    CwDrawList list;
    int width_px, height_px;
    Viewport viewport; /* letterboxed; a test may change it before picture_finish */
    uint32_t *pixels;  /* after picture_finish */
} Picture;

extern Picture picture;

/* Prepares a file's tests: how many ways of painting there are, and so rounds of each test. Where
 * there is no OpenGL it is one, and a line on stderr. */
int picture_painters(void);

void picture_set_up(void);

RendererDesc picture_desc(int sprite_count);

/* 640 x 360: a pixel a view point, 40 a metre. */
void picture_open(int painted);

void picture_open_screen(int painted);

/* Begins the list again, for a camera at the origin. */
void picture_look(double height_m, double angle_rad);

void picture_open_size(int width_px, int height_px, int painted);
void picture_open_desc(int width_px, int height_px, const RendererDesc *desc);

/* The tear-down; also between two pictures of a test. */
void picture_close(void);

/* The sprite of four quarters, as high as it is wide; mirrored where `width_m` is negative. */
void picture_push_quarters(double x_m, double y_m, double angle_rad, double width_m);

/* Draws a thing of every kind that is larger than the view; leaves the list in screen space. */
void picture_push_too_much(CwDrawList *list);

/* Sorts, draws and reads the pixels. */
void picture_finish(void);

/* 0xRRGGBB at a pixel. */
uint32_t picture_at(int x_px, int y_px);

/* Asserts that each channel is within `tolerance` of 0xRRGGBB. */
void picture_expect(int x_px, int y_px, uint32_t colour, int tolerance);

typedef struct SeenPixel {
    int x_px, y_px;
    uint32_t colour;
    int tolerance;
} SeenPixel;

/* Finishes the picture and asserts these pixels: {x_px, y_px, 0xRRGGBB, tolerance}, ... */
#define PICTURE_SHOWS(...) picture_finish_as((const SeenPixel[]){__VA_ARGS__, {.x_px = -1}})
void picture_finish_as(const SeenPixel *pixels);

void picture_expect_all(SDL_Rect area, uint32_t colour, int tolerance);

/* The smallest rectangle around all pixels that are lighter than black by more than 64 in a
 * channel; empty (w = 0) when there are none. */
SDL_Rect picture_ink(void);

/* Asserts that each side of the ink is within `tolerance_px` of the area's side. */
void picture_expect_ink(SDL_Rect area, int tolerance_px);
