/* The camera of clockwork/draw.h as an affine transform.
 *
 * cglm's matrices are floats, which are exact enough for what a camera sees and not for where it
 * is: whoever maps a place of the world subtracts the camera's in double first, and the matrix does
 * the rest. Used by the draw list; pure. */
#pragma once

#include "clockwork/draw.h"

#include <cglm/struct.h>

/* From metres right of and above the camera's place to view points. */
mat3s camera_matrix(const CwCamera *camera);

/* Its angle within one turn, of which a float keeps enough digits. */
float camera_angle_rad(const CwCamera *camera);

/* The smallest upright rectangle of the world that holds what is seen in a rectangle of the view.
 */
CwWorldRect camera_visible_world(const CwCamera *camera, CwViewRect seen);
