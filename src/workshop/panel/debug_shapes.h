/* Draws outlines of the physics shapes over the picture (debug.draw_shapes, F2), interpolated. It
 * reads Chipmunk's structs, because Chipmunk's own iteration writes to the space's lock counter. */
#pragma once

#include "fields/thing_fields.h"

/* Draws all shapes (green: awake, blue: asleep, grey: static, yellow: sensors), or one thing's. */
void debug_shapes_draw(const CwWorld *world, double alpha, const Thing *only, CwColour marked,
                       CwDrawList *draw);

/* A body's shapes at another pose, in world space, on the current layer. */
void debug_shapes_draw_at(const cpBody *body, CwTransform2 pose, CwColour colour, CwDrawList *draw);
