#include "sim/map_reader.h"

#include <math.h>
#include <stdlib.h>

/* Where an object stands: its corner on the map and its turn. */
typedef struct Stand {
    cpVect origin_px;    /* y down, layer offset included */
    double cosine, sine; /* of Tiled's clockwise angle */
} Stand;

/* A point relative to the object, pixels, y down, to world metres, y up. */
static cpVect to_world(const MapLayer *layer, const Stand *stand, double x_px, double y_px)
{
    const CwMap *map = layer->place.map;
    double right = stand->origin_px.x + x_px * stand->cosine - y_px * stand->sine;
    double down = stand->origin_px.y + x_px * stand->sine + y_px * stand->cosine;
    return cpv(right / map->pixels_per_metre, map->size_m.y - down / map->pixels_per_metre);
}

static bool within_reach(cpVect point)
{
    /* also false for NaN */
    return fabs(point.x) <= MAP_REACH_MAX_M && fabs(point.y) <= MAP_REACH_MAX_M;
}

static bool refuse_reach(const MapPlace *place, CwError *error)
{
    return map_refuse(place, error, "lies more than %g m from the map: move it back in Tiled",
                      MAP_REACH_MAX_M);
}

/* Width and height of what the corners span, for polygons that carry no size of their own. */
static void measure_corners(CwMapObject *object)
{
    cpBB box = cpBBNewForExtents(object->corners_m[0], 0.0, 0.0);
    for (int i = 1; i < object->corner_count; i++) {
        box = cpBBExpand(box, object->corners_m[i]);
    }
    object->width_m = box.r - box.l;
    object->height_m = box.t - box.b;
}

/* `points` is Tiled's list of {x, y}. */
static bool read_corners(const MapLayer *layer, const Stand *stand, const json_t *points,
                         CwMapObject *object, CwError *error)
{
    size_t count = json_array_size(points);
    cpVect *corners = calloc(count, sizeof *corners);
    if (corners == NULL) {
        return cw_error_set(error, "out of memory for %zu corners", count);
    }
    object->corners_m = corners;
    object->corner_count = (int)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(points, i);
        double x_px;
        double y_px;
        if (!map_need_number(&layer->place, point, "x", &x_px, error) ||
            !map_need_number(&layer->place, point, "y", &y_px, error)) {
            return false;
        }
        corners[i] = to_world(layer, stand, x_px, y_px);
        if (!within_reach(corners[i])) {
            return refuse_reach(&layer->place, error);
        }
    }
    object->centre_m = corners[0];
    measure_corners(object);
    return true;
}

static bool read_rectangle(const MapLayer *layer, const Stand *stand, cpVect size_px,
                           CwMapObject *object, CwError *error)
{
    object->centre_m = to_world(layer, stand, size_px.x / 2.0, size_px.y / 2.0);
    object->width_m = size_px.x / layer->place.map->pixels_per_metre;
    object->height_m = size_px.y / layer->place.map->pixels_per_metre;
    if (!within_reach(object->centre_m) || !within_reach(cpv(object->width_m, object->height_m))) {
        return refuse_reach(&layer->place, error);
    }
    if (object->shape == CW_MAP_ELLIPSE) {
        return true;
    }
    cpVect *corners = calloc(4, sizeof *corners);
    if (corners == NULL) {
        return cw_error_set(error, "out of memory for a rectangle");
    }
    corners[0] = to_world(layer, stand, 0.0, size_px.y);
    corners[1] = to_world(layer, stand, size_px.x, size_px.y);
    corners[2] = to_world(layer, stand, size_px.x, 0.0);
    corners[3] = to_world(layer, stand, 0.0, 0.0);
    object->corners_m = corners;
    object->corner_count = 4;
    return true;
}

/* True when the object can't be used, with a warning: it is left out and the level stays whole. */
static bool leave_out(const MapPlace *place, const json_t *from, const CwMapObject *object,
                      cpVect size_px, const json_t *points)
{
    size_t corner_min = object->shape == CW_MAP_POLYGON ? 3 : 2;
    if (json_object_get(from, "gid") != NULL) {
        map_warn(place, "is a tile, left out: draw a rectangle, polygon or point instead");
    } else if (json_object_get(from, "text") != NULL) {
        map_warn(place, "is text, left out: the game draws no text of a map");
    } else if (points != NULL && json_array_size(points) < corner_min) {
        map_warn(place, "has %d corners, left out: give it %d or more, or delete it",
                 (int)json_array_size(points), (int)corner_min);
    } else if ((object->shape == CW_MAP_RECT || object->shape == CW_MAP_ELLIPSE) &&
               !(size_px.x > 0.0 && size_px.y > 0.0)) {
        map_warn(place,
                 "is %g x %g pixels, left out: give it a size, make it a point, or delete it",
                 size_px.x, size_px.y);
    } else {
        return false;
    }
    return true;
}

static bool read_shape(const MapLayer *layer, const json_t *from, CwMapObject *object, bool *used,
                       CwError *error)
{
    const MapPlace *place = &layer->place;
    json_t *polygon;
    json_t *polyline;
    cpVect at_px;
    cpVect size_px;
    double degrees;
    if (!map_need_number(place, from, "x", &at_px.x, error) ||
        !map_need_number(place, from, "y", &at_px.y, error) ||
        !map_read_number(place, from, "width", 0.0, &size_px.x, error) ||
        !map_read_number(place, from, "height", 0.0, &size_px.y, error) ||
        !map_read_number(place, from, "rotation", 0.0, &degrees, error) ||
        !map_read_array(place, from, "polygon", &polygon, error) ||
        !map_read_array(place, from, "polyline", &polyline, error)) {
        return false;
    }
    const json_t *points = polygon != NULL ? polygon : polyline;
    object->shape = polygon != NULL                                  ? CW_MAP_POLYGON
                    : polyline != NULL                               ? CW_MAP_POLYLINE
                    : json_is_true(json_object_get(from, "point"))   ? CW_MAP_POINT
                    : json_is_true(json_object_get(from, "ellipse")) ? CW_MAP_ELLIPSE
                                                                     : CW_MAP_RECT;
    *used = !leave_out(place, from, object, size_px, points);
    if (!*used) {
        return true;
    }
    if (json_array_size(points) > MAP_CORNERS_MAX) {
        return map_refuse(place, error, "has %zu corners: split it into pieces of at most %d",
                          json_array_size(points), MAP_CORNERS_MAX);
    }
    double clockwise_rad = fmod(degrees, 360.0) * (CP_PI / 180.0);
    Stand stand = {cpvadd(at_px, layer->offset_px), cos(clockwise_rad), sin(clockwise_rad)};
    object->angle_rad = degrees == 0.0 ? 0.0 : -clockwise_rad;
    if (points != NULL) {
        return read_corners(layer, &stand, points, object, error);
    }
    if (object->shape != CW_MAP_POINT) {
        return read_rectangle(layer, &stand, size_px, object, error);
    }
    object->centre_m = to_world(layer, &stand, 0.0, 0.0);
    return within_reach(object->centre_m) || refuse_reach(place, error);
}

static bool read_names(const MapPlace *place, const json_t *from, CwMapObject *object,
                       CwError *error)
{
    const char *type;
    const char *class_1_9; /* Tiled 1.9 alone wrote "class" */
    if (json_object_get(from, "template") != NULL) {
        return map_refuse(place, error,
                          "comes from a template, which is not read: right-click it in Tiled and "
                          "choose \"Detach\"");
    }
    if (!map_read_text(place, from, "name", &object->name, error) ||
        !map_read_text(place, from, "type", &type, error) ||
        !map_read_text(place, from, "class", &class_1_9, error) ||
        !map_check_properties(place, from, error)) {
        return false;
    }
    object->type = type[0] != '\0' ? type : class_1_9;
    object->properties = json_object_get(from, "properties");
    return true;
}

static CwMapObject *grow(CwMap *map, CwError *error)
{
    if (map->object_count == map->object_capacity) {
        int capacity = map->object_capacity == 0 ? 64 : 2 * map->object_capacity;
        CwMapObject *bigger = realloc(map->objects, (size_t)capacity * sizeof *bigger);
        if (bigger == NULL) {
            cw_error_set(error, "%s: out of memory for %d objects", map->path, capacity);
            return NULL;
        }
        map->objects = bigger;
        map->object_capacity = capacity;
    }
    return &map->objects[map->object_count];
}

static bool read_object(const MapLayer *layer, const json_t *from, CwError *error)
{
    CwMap *map = layer->place.map;
    MapLayer here = *layer;
    double id;
    if (!json_is_object(from)) {
        return map_refuse(&layer->place, error,
                          "holds something that is no object: save the map with Tiled again");
    }
    if (!map_read_number(&layer->place, from, "id", 0.0, &id, error)) {
        return false;
    }
    if (map->object_count >= MAP_OBJECTS_MAX) {
        return map_refuse(&layer->place, error, "the map has more than %d objects: split the level",
                          MAP_OBJECTS_MAX);
    }
    here.place.object_id = id >= 1.0 && id <= 2147483647.0 ? (int)id : 0;
    CwMapObject *object = grow(map, error);
    if (object == NULL) {
        return false;
    }
    *object = (CwMapObject){
        .id = here.place.object_id, .layer = layer->place.layer, .parallax = layer->parallax};
    bool used = false;
    bool fine = read_names(&here.place, from, object, error) &&
                read_shape(&here, from, object, &used, error);
    if (!fine) {
        free((void *)object->corners_m);
        return false;
    }
    map->object_count += used ? 1 : 0;
    return true;
}

bool map_read_objects(const MapLayer *layer, const json_t *objects, CwError *error)
{
    size_t index;
    const json_t *object;
    json_array_foreach(objects, index, object)
    {
        if (!read_object(layer, object, error)) {
            return false;
        }
    }
    return true;
}
