#include "draw/camera.h"

#include <math.h>

static const double TURN_RAD = 6.283185307179586;

float camera_angle_rad(const CwCamera *camera)
{
    return (float)fmod(camera->angle_rad, TURN_RAD);
}

/* Read from the last line up: turned, shaken, then zoomed with y downwards about the middle. */
mat3s camera_matrix(const CwCamera *camera)
{
    float points_per_metre = (float)(CW_VIEW_HEIGHT / camera->height_m);
    vec2s shake_m = {{(float)camera->shake_m.x, (float)camera->shake_m.y}};
    mat3s to_view = glms_translate2d_make((vec2s){{CW_VIEW_WIDTH / 2.0F, CW_VIEW_HEIGHT / 2.0F}});
    to_view = glms_scale2d(to_view, (vec2s){{points_per_metre, -points_per_metre}});
    to_view = glms_translate2d(to_view, glms_vec2_negate(shake_m));
    return glms_rotate2d(to_view, -camera_angle_rad(camera));
}

static CwPoint2 turned(CwPoint2 place, double angle_rad)
{
    double c = cos(angle_rad), s = sin(angle_rad);
    return (CwPoint2){place.x * c - place.y * s, place.x * s + place.y * c};
}

/* In double, unlike the matrix: what comes out lies in the world. */
CwPoint2 cw_camera_to_world(const CwCamera *camera, CwPoint2 view)
{
    double metres_per_point = camera->height_m / CW_VIEW_HEIGHT;
    CwPoint2 in_picture_m = {(view.x - CW_VIEW_WIDTH / 2) * metres_per_point + camera->shake_m.x,
                             (CW_VIEW_HEIGHT / 2 - view.y) * metres_per_point + camera->shake_m.y};
    CwPoint2 away_m = turned(in_picture_m, camera->angle_rad);
    return (CwPoint2){camera->x_m + away_m.x, camera->y_m + away_m.y};
}

CwPoint2 cw_camera_to_view(const CwCamera *camera, CwPoint2 world)
{
    double points_per_metre = CW_VIEW_HEIGHT / camera->height_m;
    CwPoint2 away_m = {world.x - camera->x_m, world.y - camera->y_m};
    CwPoint2 in_picture_m = turned(away_m, -camera->angle_rad);
    return (CwPoint2){CW_VIEW_WIDTH / 2 + (in_picture_m.x - camera->shake_m.x) * points_per_metre,
                      CW_VIEW_HEIGHT / 2 - (in_picture_m.y - camera->shake_m.y) * points_per_metre};
}

CwWorldRect camera_visible_world(const CwCamera *camera)
{
    double c = fabs(cos(camera->angle_rad)), s = fabs(sin(camera->angle_rad));
    double half_height_m = camera->height_m / 2;
    double half_width_m = half_height_m * CW_VIEW_WIDTH / CW_VIEW_HEIGHT;
    double right_m = half_width_m * c + half_height_m * s;
    double up_m = half_width_m * s + half_height_m * c;
    CwPoint2 middle = cw_camera_to_world(camera, (CwPoint2){CW_VIEW_WIDTH / 2, CW_VIEW_HEIGHT / 2});
    return (CwWorldRect){middle.x - right_m, middle.y - up_m, middle.x + right_m, middle.y + up_m};
}
