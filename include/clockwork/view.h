/* Views: the part of the window that the picture fills, further cameras in it, and rectangles that
 * drawing is limited to. For CW_PHASE_RENDER; cw_draw_view for every frame phase.
 *
 * A game's base size (CwGame.view_width, view_height) is seen in every window. With display.scaling
 * = expand the view extends beyond it, usually on two sides, until it fills the window. Points left
 * of or above the base are negative. The view is at most eight times the base. The origin stays the
 * base's corner, and a camera's middle the base's middle, so most code needs no change; code that
 * draws at an edge or fills the picture calls cw_draw_view.
 *
 * Begins and ends come in pairs and may be nested, 16 deep; the end of a view also ends what was
 * begun in it, and the end of the phase ends all. Unbalanced calls are ignored and reported once on
 * stderr. */
#pragma once

#include "clockwork/draw.h"

/* All of the picture; between cw_draw_view_begin and its end the rectangle of that view. */
CwViewRect cw_draw_view(const CwDrawList *list);

/* From here on, draws through another camera, in the rectangle `camera->view` of the picture only
 * (zeros: where it would be anyway): halves of a split screen, a map in a corner. Begins like a
 * frame: layer 0, world space of parallax 1, no look. It has layers of its own; all of it lies on
 * `layer` of the enclosing view. Screen space stays that of the picture. cw_world_draw (worlds.h)
 * and the game's own functions draw the world into it once more; pass the same camera to
 * cw_camera_to_world to find the place under the pointer. */
void cw_draw_view_begin(CwDrawList *list, const CwCamera *camera, int layer);

/* Back to the camera, space, layer and look before the begin. */
void cw_draw_view_end(CwDrawList *list);

/* Limits later pushes, on all layers, to a rectangle of the current space: view points, or metres,
 * where y is its top and upright bounds count. Nested clips limit to their intersection. */
void cw_draw_clip_begin(CwDrawList *list, CwViewRect rect);
void cw_draw_clip_end(CwDrawList *list);

/* A camera for some layers, relative to the frame's camera. */
typedef struct CwLayerCamera {
    double parallax;  /* 1 moves with the world, 0 stands still */
    double zoom;      /* 2 is twice as large, about the picture's middle; 0 means 1 */
    double angle_rad; /* turned with the camera and so much more, counter-clockwise */
} CwLayerCamera;

/* Switches to world space with this camera until the space is set again. cw_draw_set_world(list, p)
 * is the same with {.parallax = p}. Shakes move all layers alike, in points. */
void cw_draw_set_layer_camera(CwDrawList *list, const CwLayerCamera *camera);
