#include "base/number.h"
#include "base/report.h"
#include "base/view_rect.h"
#include "draw/draw_list.h"

#include <cglm/struct/affine2d.h>
#include <cglm/struct/vec2.h>
#include <math.h>

static const char NO_BEGIN[] =
    "a cw_draw_view_end or cw_draw_clip_end has no begin of its kind: it is ignored";

/* ---- cameras ---- */

/* The camera's angle within one turn, which a float holds precisely. */
static float camera_angle_rad(const CwCamera *camera)
{
    return (float)fmod(camera->angle_rad, TURN_RAD);
}

static CwPoint2 middle_of(CwViewRect view)
{
    return (CwPoint2){view.x + view.width / 2, view.y + view.height / 2};
}

/* Maps metres right of and above the camera to view points. cglm's floats suffice for distances
 * from the camera, not for its place: subtract that in double first.
 *
 * Applied from the last line up: turned, shaken, then zoomed with y downwards about the middle. */
static mat3s camera_matrix(const CwCamera *camera)
{
    CwViewRect view = view_or_default(camera->view);
    CwPoint2 middle = middle_of(view);
    float points_per_metre = (float)(view.height / camera->height_m);
    vec2s shake_m = {{(float)camera->shake_m.x, (float)camera->shake_m.y}};
    mat3s to_view = glms_translate2d_make((vec2s){{(float)middle.x, (float)middle.y}});
    to_view = glms_scale2d(to_view, (vec2s){{points_per_metre, -points_per_metre}});
    to_view = glms_translate2d(to_view, glms_vec2_negate(shake_m));
    return glms_rotate2d(to_view, -camera_angle_rad(camera));
}

/* Computes in double, unlike the matrix: the result lies in the world. */
CwPoint2 cw_camera_to_world(const CwCamera *camera, CwPoint2 view)
{
    CwViewRect fills = view_or_default(camera->view);
    CwPoint2 middle = middle_of(fills);
    double metres_per_point = camera->height_m / fills.height;
    CwPoint2 in_picture_m = {(view.x - middle.x) * metres_per_point + camera->shake_m.x,
                             (middle.y - view.y) * metres_per_point + camera->shake_m.y};
    CwPoint2 away_m = draw_turned(in_picture_m.x, in_picture_m.y, camera->angle_rad);
    return (CwPoint2){camera->x_m + away_m.x, camera->y_m + away_m.y};
}

CwPoint2 cw_camera_to_view(const CwCamera *camera, CwPoint2 world)
{
    CwViewRect fills = view_or_default(camera->view);
    CwPoint2 middle = middle_of(fills);
    double points_per_metre = fills.height / camera->height_m;
    CwPoint2 away_m = {world.x - camera->x_m, world.y - camera->y_m};
    CwPoint2 in_picture_m = draw_turned(away_m.x, away_m.y, -camera->angle_rad);
    return (CwPoint2){middle.x + (in_picture_m.x - camera->shake_m.x) * points_per_metre,
                      middle.y - (in_picture_m.y - camera->shake_m.y) * points_per_metre};
}

/* ---- scopes ---- */

static DrawScope *open_scope(CwDrawList *list, bool is_view)
{
    CW_ASSERT(list->scope_count < SCOPES_MAX,
              "Nest views and clips at most 16 deep, and end each of them.");
    DrawScope *scope = &list->scopes[list->scope_count++];
    *scope = (DrawScope){
        .is_view = is_view, .first_command = list->command_count, .around = list->state};
    return scope;
}

/* Without width and height if they don't meet or a number is NaN, which fmin and fmax ignore. */
static CwViewRect intersection(CwViewRect a, CwViewRect b)
{
    double left = a.x > b.x ? a.x : b.x;
    double top = a.y > b.y ? a.y : b.y;
    double width = fmin(a.x + a.width, b.x + b.width) - left;
    double height = fmin(a.y + a.height, b.y + b.height) - top;
    bool is_finite = isfinite(a.x + a.y + a.width + a.height) &&
                     isfinite(b.x + b.y + b.width + b.height) && width > 0 && height > 0;
    return is_finite ? (CwViewRect){left, top, width, height} : (CwViewRect){a.x, a.y, 0, 0};
}

/* Adds a clip within the current one; CLIP_NOTHING: their intersection is empty. */
static void narrow_clip(CwDrawList *list, CwViewRect rect)
{
    CwViewRect open = intersection(list->state.clip_rect, rect);
    list->state.clip_rect = open;
    if (list->state.clip == CLIP_NOTHING || !view_is_given(open) ||
        !draw_reserve((void **)&list->clips, &list->clip_capacity, (uint64_t)list->clip_count + 1,
                      sizeof *list->clips)) {
        list->state.clip = CLIP_NOTHING;
        return;
    }
    list->state.clip = CLIP_FIRST + list->clip_count;
    list->clips[list->clip_count++] = open;
}

void draw_view_look_through(CwDrawList *list, const CwCamera *camera)
{
    list->state.camera = *camera;
    list->state.camera_matrix = glms_mat3_mul(list->state.points, camera_matrix(camera));
}

static void close_scope(CwDrawList *list)
{
    const DrawScope *scope = &list->scopes[--list->scope_count];
    if (scope->is_view) {
        draw_list_gather(list, scope->first_command, scope->layer);
        list->state = scope->around;
    } else {
        list->state.clip = scope->around.clip;
        list->state.clip_rect = scope->around.clip_rect;
    }
}

void draw_view_end_all(CwDrawList *list)
{
    if (list->scope_count > 0) {
        draw_mistake(list, "a view or clip was left open: end each cw_draw_view_begin and "
                           "cw_draw_clip_begin in the function that begins it");
    }
    while (list->scope_count > 0) {
        close_scope(list);
    }
}

/* ---- views ---- */

CwViewRect cw_draw_view(const CwDrawList *list)
{
    if (list->scope_count > 0) {
        return list->state.seen;
    }
    return view_or_default(view_is_given(list->view) ? list->view : list->state.camera.view);
}

static bool is_sound(const CwCamera *camera)
{
    return isfinite(camera->x_m + camera->y_m + camera->angle_rad) && camera->height_m > 0 &&
           isfinite(camera->height_m) && isfinite(camera->shake_m.x + camera->shake_m.y);
}

void cw_draw_view_begin(CwDrawList *list, const CwCamera *camera, int layer)
{
    DrawScope *scope = open_scope(list, true);
    scope->layer = layer;
    CwCamera through = *camera;
    if (view_is_given(camera->view)) {
        list->state.seen = camera->view;
        narrow_clip(list, camera->view);
    } else {
        through.view = list->state.camera.view;
    }
    if (!is_sound(camera)) {
        draw_mistake(list, "cw_draw_view_begin: a camera needs a finite place, angle and shake, "
                           "and a height_m above 0; nothing is seen through this one");
        through = (CwCamera){.height_m = 1, .view = scope->around.camera.view};
        list->state.clip = CLIP_NOTHING;
    }
    if (list->state.clip == CLIP_NOTHING) { /* the rectangle may not be finite */
        list->state.seen = list->state.clip_rect = (CwViewRect){0};
        through.view = scope->around.camera.view;
    }
    draw_view_look_through(list, &through);
    list->state.layer = 0;
    cw_draw_set_look(list, (CwPoint2){0, 0}, WHITE);
}

void draw_pane_begin(CwDrawList *list, const CwCamera *camera, CwViewRect rect, int layer)
{
    cw_draw_view_begin(list, &(CwCamera){.height_m = 1, .view = rect}, layer);
    vec2s corner = {{(float)rect.x, (float)rect.y}};
    float scale = (float)(rect.height / camera->view.height);
    list->state.points = glms_scale2d_uni(glms_translate2d_make(corner), scale);
    list->state.seen = camera->view;
    draw_view_look_through(list, camera);
    cw_draw_set_world(list, 1);
}

void cw_draw_view_end(CwDrawList *list)
{
    int open = list->scope_count;
    while (open > 0 && !list->scopes[open - 1].is_view) {
        open--;
    }
    if (open == 0) {
        draw_mistake(list, NO_BEGIN);
        return;
    }
    if (open < list->scope_count) {
        draw_mistake(list, "cw_draw_view_end: a clip begun in the view was still open");
    }
    while (list->scope_count >= open) {
        close_scope(list);
    }
}

/* ---- clips ---- */

static CwViewRect bounds_of(const CwDrawList *list, CwViewRect rect)
{
    double down = list->state.space == CW_SPACE_WORLD ? -rect.height : rect.height;
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (int i = 0; i < 4; i++) {
        vec2s corner = draw_list_to_view(list, rect.x + i % 2 * rect.width, rect.y + i / 2 * down);
        double x = (double)corner.x, y = (double)corner.y;
        low_x = x < low_x ? x : low_x; /* gcc 12 for arm64 fails on fmin in this loop */
        low_y = y < low_y ? y : low_y;
        high_x = x > high_x ? x : high_x;
        high_y = y > high_y ? y : high_y;
    }
    return (CwViewRect){low_x, low_y, high_x - low_x, high_y - low_y};
}

void cw_draw_clip_begin(CwDrawList *list, CwViewRect rect)
{
    open_scope(list, false);
    bool is_valid = isfinite(rect.x + rect.y) && rect.width > 0 && rect.height > 0 &&
                    isfinite(rect.width + rect.height);
    narrow_clip(list, is_valid ? bounds_of(list, rect) : (CwViewRect){0});
}

void cw_draw_clip_end(CwDrawList *list)
{
    int count = list->scope_count;
    if (count == 0 || list->scopes[count - 1].is_view) {
        draw_mistake(list, NO_BEGIN);
        return;
    }
    close_scope(list);
}

/* ---- spaces ---- */

/* The length of a metre in points of the picture. */
static float metre_points(const CwDrawList *list, const CwCamera *camera)
{
    return (float)(camera->view.height / camera->height_m) * list->state.points.m00;
}

void cw_draw_set_world(CwDrawList *list, double parallax)
{
    list->state.space = CW_SPACE_WORLD;
    list->state.layer_camera = (CwLayerCamera){.parallax = parallax, .zoom = 1};
    list->state.origin = (CwPoint2){list->state.camera.x_m * parallax - list->state.offset_m.x,
                                    list->state.camera.y_m * parallax - list->state.offset_m.y};
    list->state.unit_points = metre_points(list, &list->state.camera);
    list->state.angle_rad = camera_angle_rad(&list->state.camera);
    list->state.to_view = list->state.camera_matrix;
}

void cw_draw_set_screen(CwDrawList *list)
{
    list->state.space = CW_SPACE_SCREEN;
    list->state.origin = (CwPoint2){0, 0};
    list->state.unit_points = list->state.points.m00;
    list->state.angle_rad = 0;
    list->state.to_view = list->state.points;
}

void cw_draw_set_look(CwDrawList *list, CwPoint2 offset_m, CwColour tint)
{
    ASSERT_NUMBER(offset_m.x + offset_m.y, isfinite(offset_m.x) && isfinite(offset_m.y),
                  "Move pictures by a finite offset.");
    list->state.offset_m = offset_m;
    list->state.tint = tint;
    list->state.blend = CW_BLEND_NORMAL;
    list->state.is_lit = false;
    cw_draw_set_world(list, 1);
}

CwCamera cw_draw_camera(const CwDrawList *list)
{
    return list->state.camera;
}

/* The camera of the current world space. A shake moves all layers by the same points. */
static CwCamera layer_camera(const CwDrawList *list)
{
    const CwLayerCamera *layer = &list->state.layer_camera;
    double zoom = layer->zoom == 0 ? 1 : layer->zoom > 0 ? layer->zoom : NAN;
    CwCamera camera = list->state.camera;
    camera.x_m *= layer->parallax;
    camera.y_m *= layer->parallax;
    camera.height_m /= zoom;
    camera.angle_rad += layer->angle_rad;
    camera.shake_m = (CwPoint2){camera.shake_m.x / zoom, camera.shake_m.y / zoom};
    return camera;
}

void cw_draw_set_layer_camera(CwDrawList *list, const CwLayerCamera *layer)
{
    if (!isfinite(layer->parallax + layer->zoom + layer->angle_rad) || layer->zoom < 0) {
        draw_mistake(list, "cw_draw_set_layer_camera: give finite numbers and a zoom above 0 "
                           "(or 0 for 1); nothing is seen through this one");
    }
    cw_draw_set_world(list, layer->parallax);
    list->state.layer_camera = *layer;
    if (layer->angle_rad != 0 || (layer->zoom != 0 && layer->zoom != 1)) {
        CwCamera camera = layer_camera(list);
        list->state.unit_points = metre_points(list, &camera);
        list->state.angle_rad = camera_angle_rad(&camera);
        list->state.to_view = glms_mat3_mul(list->state.points, camera_matrix(&camera));
    }
}

void draw_view_set_points(CwDrawList *list, CwPoint2 origin, double size)
{
    cw_draw_set_screen(list);
    list->state.unit_points = (float)size;
    list->state.to_view = glms_scale2d_uni(
        glms_translate2d_make((vec2s){{(float)origin.x, (float)origin.y}}), (float)size);
}

/* The smallest upright rectangle of the world that holds what the open part of the view shows. */
CwWorldRect cw_draw_visible_world(const CwDrawList *list)
{
    CwCamera camera = layer_camera(list);
    const mat3s *points = &list->state.points;
    CwViewRect open = list->state.clip_rect;
    open = (CwViewRect){(open.x - points->m20) / points->m00, (open.y - points->m21) / points->m00,
                        open.width / points->m00, open.height / points->m00};
    double metres_per_point = camera.height_m / view_or_default(camera.view).height;
    double c = fabs(cos(camera.angle_rad)), s = fabs(sin(camera.angle_rad));
    double half_width_m = open.width / 2 * metres_per_point;
    double half_height_m = open.height / 2 * metres_per_point;
    double right_m = half_width_m * c + half_height_m * s;
    double up_m = half_width_m * s + half_height_m * c;
    CwPoint2 middle = cw_camera_to_world(&camera, middle_of(open)), offset_m = list->state.offset_m;
    return (CwWorldRect){middle.x - right_m - offset_m.x, middle.y - up_m - offset_m.y,
                         middle.x + right_m - offset_m.x, middle.y + up_m - offset_m.y};
}
