#include "draw/camera.h"

#include "base/view_rect.h"

#include <math.h>

static const double TURN_RAD = 6.283185307179586;

float camera_angle_rad(const CwCamera *camera)
{
    return (float)fmod(camera->angle_rad, TURN_RAD);
}

static CwPoint2 middle_of(CwViewRect view)
{
    return (CwPoint2){view.x + view.width / 2, view.y + view.height / 2};
}

/* Read from the last line up: turned, shaken, then zoomed with y downwards about the middle. */
mat3s camera_matrix(const CwCamera *camera)
{
    CwViewRect view = view_or_usual(camera->view);
    CwPoint2 middle = middle_of(view);
    float points_per_metre = (float)(view.height / camera->height_m);
    vec2s shake_m = {{(float)camera->shake_m.x, (float)camera->shake_m.y}};
    mat3s to_view = glms_translate2d_make((vec2s){{(float)middle.x, (float)middle.y}});
    to_view = glms_scale2d(to_view, (vec2s){{points_per_metre, -points_per_metre}});
    to_view = glms_translate2d(to_view, glms_vec2_negate(shake_m));
    return glms_rotate2d(to_view, -camera_angle_rad(camera));
}

static CwPoint2 turned(CwPoint2 place, double angle_rad)
{
    if (angle_rad == 0) { /* nearly always, and asked for by everything that is drawn */
        return place;
    }
    double c = cos(angle_rad), s = sin(angle_rad);
    return (CwPoint2){place.x * c - place.y * s, place.x * s + place.y * c};
}

/* In double, unlike the matrix: what comes out lies in the world. */
CwPoint2 cw_camera_to_world(const CwCamera *camera, CwPoint2 view)
{
    CwViewRect fills = view_or_usual(camera->view);
    CwPoint2 middle = middle_of(fills);
    double metres_per_point = camera->height_m / fills.height;
    CwPoint2 in_picture_m = {(view.x - middle.x) * metres_per_point + camera->shake_m.x,
                             (middle.y - view.y) * metres_per_point + camera->shake_m.y};
    CwPoint2 away_m = turned(in_picture_m, camera->angle_rad);
    return (CwPoint2){camera->x_m + away_m.x, camera->y_m + away_m.y};
}

CwPoint2 cw_camera_to_view(const CwCamera *camera, CwPoint2 world)
{
    CwViewRect fills = view_or_usual(camera->view);
    CwPoint2 middle = middle_of(fills);
    double points_per_metre = fills.height / camera->height_m;
    CwPoint2 away_m = {world.x - camera->x_m, world.y - camera->y_m};
    CwPoint2 in_picture_m = turned(away_m, -camera->angle_rad);
    return (CwPoint2){middle.x + (in_picture_m.x - camera->shake_m.x) * points_per_metre,
                      middle.y - (in_picture_m.y - camera->shake_m.y) * points_per_metre};
}

CwWorldRect camera_visible_world(const CwCamera *camera, CwViewRect seen)
{
    double metres_per_point = camera->height_m / view_or_usual(camera->view).height;
    bool upright = camera->angle_rad == 0;
    double c = upright ? 1 : fabs(cos(camera->angle_rad));
    double s = upright ? 0 : fabs(sin(camera->angle_rad));
    double half_width_m = seen.width / 2 * metres_per_point;
    double half_height_m = seen.height / 2 * metres_per_point;
    double right_m = half_width_m * c + half_height_m * s;
    double up_m = half_width_m * s + half_height_m * c;
    CwPoint2 middle = cw_camera_to_world(camera, middle_of(seen));
    return (CwWorldRect){middle.x - right_m, middle.y - up_m, middle.x + right_m, middle.y + up_m};
}
