#include "draw/camera.h"

#include <math.h>

static const double TURN_RAD = 6.283185307179586;

float camera_angle_rad(const Camera *camera)
{
    return (float)fmod(camera->angle_rad, TURN_RAD);
}

/* Read from the last line up: turned, shaken, then zoomed with y downwards about the middle. */
mat3s camera_matrix(const Camera *camera)
{
    float points_per_metre = (float)(VIEW_HEIGHT / camera->height_m);
    vec2s shake_m = {{(float)camera->shake_m.x, (float)camera->shake_m.y}};
    mat3s to_view = glms_translate2d_make((vec2s){{VIEW_WIDTH / 2.0F, VIEW_HEIGHT / 2.0F}});
    to_view = glms_scale2d(to_view, (vec2s){{points_per_metre, -points_per_metre}});
    to_view = glms_translate2d(to_view, glms_vec2_negate(shake_m));
    return glms_rotate2d(to_view, -camera_angle_rad(camera));
}

static Point2 turned(Point2 place, double angle_rad)
{
    double c = cos(angle_rad), s = sin(angle_rad);
    return (Point2){place.x * c - place.y * s, place.x * s + place.y * c};
}

/* In double, unlike the matrix: what comes out lies in the world. */
Point2 camera_to_world(const Camera *camera, Point2 view)
{
    double metres_per_point = camera->height_m / VIEW_HEIGHT;
    Point2 in_picture_m = {(view.x - VIEW_WIDTH / 2) * metres_per_point + camera->shake_m.x,
                           (VIEW_HEIGHT / 2 - view.y) * metres_per_point + camera->shake_m.y};
    Point2 away_m = turned(in_picture_m, camera->angle_rad);
    return (Point2){camera->x_m + away_m.x, camera->y_m + away_m.y};
}

Point2 camera_to_view(const Camera *camera, Point2 world)
{
    double points_per_metre = VIEW_HEIGHT / camera->height_m;
    Point2 away_m = {world.x - camera->x_m, world.y - camera->y_m};
    Point2 in_picture_m = turned(away_m, -camera->angle_rad);
    return (Point2){VIEW_WIDTH / 2 + (in_picture_m.x - camera->shake_m.x) * points_per_metre,
                    VIEW_HEIGHT / 2 - (in_picture_m.y - camera->shake_m.y) * points_per_metre};
}

WorldRect camera_visible_world(const Camera *camera)
{
    double c = fabs(cos(camera->angle_rad)), s = fabs(sin(camera->angle_rad));
    double half_height_m = camera->height_m / 2;
    double half_width_m = half_height_m * VIEW_WIDTH / VIEW_HEIGHT;
    double right_m = half_width_m * c + half_height_m * s;
    double up_m = half_width_m * s + half_height_m * c;
    Point2 middle = camera_to_world(camera, (Point2){VIEW_WIDTH / 2, VIEW_HEIGHT / 2});
    return (WorldRect){middle.x - right_m, middle.y - up_m, middle.x + right_m, middle.y + up_m};
}
