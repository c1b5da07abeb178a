#include "draw/draw_view.h"

#include "base/view_rect.h"
#include "draw/camera.h"
#include "draw/draw_mistake.h"

#include <math.h>

/* ---- scopes ---- */

/* Beyond SCOPES_MAX only their number is kept, so that ends still pair. */
static DrawScope *open_scope(CwDrawList *list, bool is_view)
{
    if (list->scope_count++ >= SCOPES_MAX) {
        draw_mistake(list, MISTAKE_TOO_DEEP);
        return NULL;
    }
    DrawScope *scope = &list->scopes[list->scope_count - 1];
    *scope = (DrawScope){.is_view = is_view, .clip = list->clip, .clip_rect = list->clip_rect};
    return scope;
}

static void narrow(CwDrawList *list, CwViewRect rect)
{
    list->clip = list->clip == CLIP_NOTHING ? CLIP_NOTHING : draw_list_push_clip(list, rect);
    list->clip_rect = view_intersection(list->clip_rect, rect);
}

static void look_through(CwDrawList *list, const CwCamera *camera)
{
    list->camera = *camera;
    list->camera_matrix = camera_matrix(camera);
}

static void leave_view(CwDrawList *list, const DrawScope *scope)
{
    draw_list_gather(list, scope->first_command, scope->own_layer);
    look_through(list, &scope->camera);
    list->seen = scope->seen;
    list->layer = scope->layer;
    list->offset_m = scope->offset_m;
    list->tint = scope->tint;
    list->blend = scope->blend;
    list->lit = scope->lit;
    cw_draw_set_layer_camera(list, &scope->layer_camera);
    if (scope->space == CW_SPACE_SCREEN) {
        cw_draw_set_screen(list);
    }
}

/* The innermost one. */
static void close_scope(CwDrawList *list)
{
    if (list->scope_count-- > SCOPES_MAX) {
        return;
    }
    const DrawScope *scope = &list->scopes[list->scope_count];
    list->clip = scope->clip;
    list->clip_rect = scope->clip_rect;
    if (scope->is_view) {
        leave_view(list, scope);
    }
}

static bool innermost_is_view(const CwDrawList *list)
{
    return list->scope_count <= SCOPES_MAX && list->scopes[list->scope_count - 1].is_view;
}

void draw_view_end_all(CwDrawList *list)
{
    if (list->scope_count > 0) {
        draw_mistake(list, MISTAKE_NO_END);
    }
    while (list->scope_count > 0) {
        close_scope(list);
    }
}

/* ---- views ---- */

CwViewRect cw_draw_view(const CwDrawList *list)
{
    if (list->scope_count > 0) {
        return list->seen;
    }
    return view_or_usual(view_is_given(list->view) ? list->view : list->camera.view);
}

static bool is_sound(const CwCamera *camera)
{
    return isfinite(camera->x_m + camera->y_m + camera->angle_rad) && camera->height_m > 0 &&
           isfinite(camera->height_m) && isfinite(camera->shake_m.x + camera->shake_m.y);
}

void cw_draw_view_begin(CwDrawList *list, const CwCamera *camera, int layer)
{
    DrawScope *scope = open_scope(list, true);
    if (scope == NULL) {
        return;
    }
    scope->first_command = list->command_count;
    scope->layer = list->layer;
    scope->own_layer = layer;
    scope->space = list->space;
    scope->camera = list->camera;
    scope->layer_camera = list->layer_camera;
    scope->offset_m = list->offset_m;
    scope->tint = list->tint;
    scope->blend = list->blend;
    scope->lit = list->lit;
    scope->seen = list->seen;
    CwCamera through = *camera;
    if (view_is_given(camera->view)) {
        list->seen = camera->view;
        narrow(list, camera->view);
    } else {
        through.view = list->camera.view;
    }
    if (!is_sound(camera)) {
        draw_mistake(list, MISTAKE_CAMERA);
        through = (CwCamera){.height_m = 1, .view = scope->camera.view};
        list->clip = CLIP_NOTHING;
    }
    if (list->clip == CLIP_NOTHING) { /* its rectangle may be no numbers */
        list->seen = list->clip_rect = (CwViewRect){0};
        through.view = scope->camera.view;
    }
    look_through(list, &through);
    list->layer = 0;
    cw_draw_set_look(list, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 255});
}

void cw_draw_view_end(CwDrawList *list)
{
    int open = list->scope_count < SCOPES_MAX ? list->scope_count : SCOPES_MAX;
    while (open > 0 && !list->scopes[open - 1].is_view) {
        open--;
    }
    if (list->scope_count > SCOPES_MAX) { /* too deep to know which */
        close_scope(list);
        return;
    }
    if (open == 0) {
        draw_mistake(list, MISTAKE_NO_BEGIN);
        return;
    }
    if (open < list->scope_count) {
        draw_mistake(list, MISTAKE_CLIP_LEFT_OPEN);
    }
    while (list->scope_count >= open) {
        close_scope(list);
    }
}

/* ---- clips ---- */

/* As upright bounds in the view. */
static CwViewRect bounds_of(const CwDrawList *list, CwViewRect rect)
{
    double down = list->space == CW_SPACE_WORLD ? -rect.height : rect.height;
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (int i = 0; i < 4; i++) {
        vec2s away = {{(float)(rect.x + i % 2 * rect.width - list->origin.x),
                       (float)(rect.y + i / 2 * down - list->origin.y)}};
        vec2s corner = transform_point(list->to_view, away);
        low_x = fmin(low_x, (double)corner.x);
        low_y = fmin(low_y, (double)corner.y);
        high_x = fmax(high_x, (double)corner.x);
        high_y = fmax(high_y, (double)corner.y);
    }
    return (CwViewRect){low_x, low_y, high_x - low_x, high_y - low_y};
}

void cw_draw_clip_begin(CwDrawList *list, CwViewRect rect)
{
    if (open_scope(list, false) == NULL) {
        return;
    }
    bool sound = isfinite(rect.x + rect.y) && rect.width > 0 && rect.height > 0 &&
                 isfinite(rect.width + rect.height);
    narrow(list, sound ? bounds_of(list, rect) : (CwViewRect){0});
}

void cw_draw_clip_end(CwDrawList *list)
{
    if (list->scope_count == 0 || innermost_is_view(list)) {
        draw_mistake(list, MISTAKE_NO_BEGIN);
        return;
    }
    close_scope(list);
}

/* ---- spaces ---- */

/* The list's camera as the layers of the current world space have it. A shake is as many points in
 * each; what is no zoom shows nothing. */
static CwCamera layer_camera(const CwDrawList *list)
{
    const CwLayerCamera *layer = &list->layer_camera;
    double zoom = layer->zoom == 0 ? 1 : layer->zoom > 0 ? layer->zoom : NAN;
    CwCamera camera = list->camera;
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
        draw_mistake(list, MISTAKE_LAYER_CAMERA);
    }
    cw_draw_set_world(list, layer->parallax);
    list->layer_camera = *layer;
    if (layer->angle_rad != 0 || (layer->zoom != 0 && layer->zoom != 1)) {
        CwCamera camera = layer_camera(list);
        list->unit_points = (float)(camera.view.height / camera.height_m);
        list->angle_rad = camera_angle_rad(&camera);
        list->to_view = camera_matrix(&camera);
    }
}

void draw_view_set_points(CwDrawList *list, CwPoint2 origin, double size)
{
    cw_draw_set_screen(list);
    list->unit_points = (float)size;
    list->to_view = glms_scale2d_uni(
        glms_translate2d_make((vec2s){{(float)origin.x, (float)origin.y}}), (float)size);
}

CwWorldRect cw_draw_visible_world(const CwDrawList *list)
{
    CwCamera camera = layer_camera(list);
    CwWorldRect rect = camera_visible_world(&camera, list->clip_rect);
    CwPoint2 offset_m = list->offset_m;
    return (CwWorldRect){rect.left_m - offset_m.x, rect.bottom_m - offset_m.y,
                         rect.right_m - offset_m.x, rect.top_m - offset_m.y};
}
