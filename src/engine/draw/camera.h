/* The camera of clockwork/draw.h as an affine transform, for the draw list; pure. cglm's floats are
 * exact enough for what a camera sees, not for where it is: subtract its place in double first. */
#pragma once

#include "clockwork/draw.h"

#include <cglm/struct.h>

/* From metres right of and above the camera's place to view points. */
mat3s camera_matrix(const CwCamera *camera);

/* Its angle within one turn, of which a float keeps enough digits. */
float camera_angle_rad(const CwCamera *camera);

/* The smallest upright rectangle of the world that holds what a rectangle of the view shows. */
CwWorldRect camera_visible_world(const CwCamera *camera, CwViewRect seen);
