/* Views: the part of the window that the picture fills, further cameras in it, and rectangles that
 * drawing is limited to. For CW_PHASE_RENDER; cw_draw_view for every frame phase.
 *
 * A game's base size (CwGame.looks.view_width, view_height) is seen in every window. With
 * display.scaling = expand the view extends beyond it, usually on two sides, until it fills the
 * window, at most to eight times the base. The origin stays at the base's corner, so points left of
 * it or above are negative. Code that draws at an edge or fills the picture calls cw_draw_view.
 *
 * Calls of _begin and _end come in pairs, nested up to 16 deep. The end of a view ends the clips
 * and views in it, and the end of the phase ends all. Wrong pairs are ignored and reported. */
#pragma once

#include "clockwork/draw.h"

/* All of the picture; between cw_draw_view_begin and its end the rectangle of that view. */
CwViewRect cw_draw_view(const CwDrawList *list);

/* Draws later pushes through another camera, only in the rectangle `camera->view` of the picture
 * (zeros: CW_VIEW_WIDTH x CW_VIEW_HEIGHT): halves of a split screen, a map in a corner. Begins like
 * a frame: layer 0, world space of parallax 1, no look. The view has layers of its own; as a whole
 * it is on `layer` of the enclosing view. Screen space stays that of the picture. Draw the world
 * into the view with cw_world_draw (worlds.h) or the game's own functions. cw_camera_to_world with
 * the same camera finds the place under the pointer. */
void cw_draw_view_begin(CwDrawList *list, const CwCamera *camera, int layer);

/* Restores the camera, space, layer and look from before. */
void cw_draw_view_end(CwDrawList *list);

/* Limits later pushes, on all layers, to a rectangle of the current space. In world space y is its
 * top; a turned camera clips to upright bounds. Nested clips limit to their intersection. */
void cw_draw_clip_begin(CwDrawList *list, CwViewRect rect);
void cw_draw_clip_end(CwDrawList *list);

/* A camera for some layers, relative to the frame's camera. */
typedef struct CwLayerCamera {
    double parallax;  /* 1 moves with the world, 0 stands still */
    double zoom;      /* 2 is twice as large, about the picture's middle; 0 means 1 */
    double angle_rad; /* added to the camera's angle, counter-clockwise */
} CwLayerCamera;

/* Switches to world space with this camera until the space is set again. cw_draw_set_world(list, p)
 * is the same with {.parallax = p}. Shakes move all layers alike, in points. */
void cw_draw_set_layer_camera(CwDrawList *list, const CwLayerCamera *camera);
