/* Chipmunk's shapes as outlines over the picture, at their interpolated places: debug.draw_shapes
 * and F2.
 *
 * Reads the space through its structs: Chipmunk's own debug drawing and iteration write the space's
 * lock counter, which a view may not. */
#pragma once

#include "clockwork/draw.h"
#include "clockwork/world.h"
#include "sim/thing_fields.h"

/* Draws all shapes. Green: awake, blue: asleep, grey: static, yellow: sensors. */
void debug_shapes_draw(const CwWorld *world, double alpha, CwDrawList *draw);

/* Draws the shapes of a body as if it were at another pose. In world space, on the current layer.
 */
void debug_shapes_draw_at(const cpBody *body, CwTransform2 pose, CwColour colour, CwDrawList *draw);

/* Draws the shapes of one thing, in one colour. */
void debug_shapes_mark(const CwWorld *world, double alpha, const Thing *thing, CwColour colour,
                       CwDrawList *draw);
