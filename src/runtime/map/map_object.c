#include "base/array.h"
#include "map/map_reader.h"

#include <math.h>
#include <string.h>

typedef struct Stand {
    cpVect origin_px;    /* y down, layer offset included */
    double cosine, sine; /* cosine and sine of Tiled's clockwise angle */
} Stand;

/* Converts a point relative to the object (pixels, y down) to world metres, y up. */
static cpVect to_world(const MapLayer *layer, const Stand *stand, double x_px, double y_px)
{
    const CwMap *map = layer->place.map;
    double right = stand->origin_px.x + x_px * stand->cosine - y_px * stand->sine;
    double down = stand->origin_px.y + x_px * stand->sine + y_px * stand->cosine;
    return cpv(right / map->pixels_per_metre, layer->top_m - down / map->pixels_per_metre);
}

static bool within_reach(cpVect point)
{
    /* also false for NaN */
    return fabs(point.x) <= MAP_REACH_MAX_M && fabs(point.y) <= MAP_REACH_MAX_M;
}

static bool refuse_reach(const MapPlace *place)
{
    return map_refuse(place, "lies more than %g m from the map: move it back in Tiled",
                      MAP_REACH_MAX_M);
}

/* Allocates the corners of an object; NULL with an error. */
static cpVect *new_corners(const MapPlace *place, size_t count, CwMapObject *object)
{
    size_t all = place->map->corner_count += count;
    bool has_room = all <= MAP_ALL_CORNERS_MAX;
    cpVect *corners = has_room ? map_keep(place->map, count * sizeof *corners) : NULL;
    if (!has_room) {
        map_refuse(place, "its objects have more than %d corners: split the level",
                   MAP_ALL_CORNERS_MAX);
    } else if (corners == NULL) {
        map_refuse(place, "out of memory for %zu corners", count);
    }
    object->corners_m = corners;
    object->corner_count = (int)count;
    return corners;
}

static bool measure_corners(const MapPlace *place, CwMapObject *object)
{
    cpBB box = cpBBNewForExtents(object->corners_m[0], 0.0, 0.0);
    for (int i = 0; i < object->corner_count; i++) {
        if (!within_reach(object->corners_m[i])) {
            return refuse_reach(place);
        }
        box = cpBBExpand(box, object->corners_m[i]);
    }
    object->centre_m = object->corners_m[0];
    object->width_m = box.r - box.l;
    object->height_m = box.t - box.b;
    return map_is_good(place);
}

static bool read_corners(const MapLayer *layer, const Stand *stand, const json_t *points,
                         CwMapObject *object)
{
    size_t count = json_array_size(points);
    cpVect *corners = new_corners(&layer->place, count, object);
    for (size_t i = 0; corners != NULL && i < count; i++) {
        const json_t *point = json_array_get(points, i);
        double x_px = map_need_number(&layer->place, point, "x");
        double y_px = map_need_number(&layer->place, point, "y");
        corners[i] = to_world(layer, stand, x_px, y_px);
    }
    return corners != NULL && measure_corners(&layer->place, object);
}

/* `least_px` is the top left corner, relative to the object's origin. */
static bool read_rectangle(const MapLayer *layer, const Stand *stand, cpVect least_px,
                           cpVect size_px, CwMapObject *object)
{
    cpVect most_px = cpvadd(least_px, size_px);
    object->centre_m =
        to_world(layer, stand, least_px.x + size_px.x / 2.0, least_px.y + size_px.y / 2.0);
    object->width_m = size_px.x / layer->place.map->pixels_per_metre;
    object->height_m = size_px.y / layer->place.map->pixels_per_metre;
    if (!within_reach(object->centre_m) || !within_reach(cpv(object->width_m, object->height_m))) {
        return refuse_reach(&layer->place);
    }
    if (object->shape == CW_MAP_ELLIPSE) {
        return true;
    }
    cpVect *corners = new_corners(&layer->place, 4, object);
    if (corners != NULL) {
        corners[0] = to_world(layer, stand, least_px.x, most_px.y);
        corners[1] = to_world(layer, stand, most_px.x, most_px.y);
        corners[2] = to_world(layer, stand, most_px.x, least_px.y);
        corners[3] = to_world(layer, stand, least_px.x, least_px.y);
    }
    return corners != NULL;
}

static bool read_words(const MapPlace *place, const json_t *from, CwMapObject *object)
{
    CwMapText *text = map_keep(place->map, sizeof *text);
    double size_px = map_read_number(place, from, "pixelsize", 16.0);
    if (text == NULL) {
        return map_refuse(place, "out of memory for a text");
    }
    const char *align = map_read_text(place, from, "halign");
    const char *down = map_read_text(place, from, "valign");
    *text = (CwMapText){.text = map_read_text(place, from, "text"),
                        .font = map_read_text(place, from, "fontfamily"),
                        .size_m = cpfclamp(size_px, 1.0, 1000.0) / place->map->pixels_per_metre,
                        .colour = {0, 0, 0, 255},
                        .wrap = map_is_true(from, "wrap", false),
                        .bold = map_is_true(from, "bold", false),
                        .italic = map_is_true(from, "italic", false),
                        .align = strcmp(align, "center") == 0    ? CW_ALIGN_CENTRE
                                 : strcmp(align, "right") == 0   ? CW_ALIGN_RIGHT
                                 : strcmp(align, "justify") == 0 ? CW_ALIGN_JUSTIFY
                                                                 : CW_ALIGN_LEFT,
                        .down = strcmp(down, "center") == 0   ? 0.5
                                : strcmp(down, "bottom") == 0 ? 1.0
                                                              : 0.0};
    map_parse_colour(map_read_text(place, from, "color"), &text->colour);
    object->text = text;
    return map_is_good(place);
}

/* ---- objects ---- */

typedef struct Source {
    const json_t *from;        /* the object merged with its template */
    const json_t *own, *under; /* the object and its template, not merged */
    int template_file;         /* -1: none */
} Source;

/* Leaves out an object that can't be used, with a warning and true; the level stays usable. */
static bool leave_out(const MapPlace *place, const json_t *from, const CwMapObject *object,
                      cpVect size_px, const json_t *points)
{
    size_t corner_min = object->shape == CW_MAP_POLYGON ? 3 : 2;
    const json_t *capsule = json_object_get(from, "capsule");
    bool has_size = object->shape != CW_MAP_POINT && points == NULL;
    if (object->shape == CW_MAP_TILE && object->tile.tileset < 0) {
        map_warn(place, "object of no tile",
                 "is a tile of no tileset, left out: add the tileset in Tiled");
    } else if (capsule != NULL && !json_is_false(capsule)) {
        map_warn(place, "capsule",
                 "is a capsule, left out: draw an ellipse, a polygon or a rectangle");
    } else if (points != NULL && json_array_size(points) < corner_min) {
        map_warn(place, NULL, "has %d corners, left out: give it %d or more, or delete it",
                 (int)json_array_size(points), (int)corner_min);
    } else if (has_size && !(size_px.x > 0.0 && size_px.y > 0.0)) {
        map_warn(place, NULL,
                 "is %g x %g pixels, left out: give it a size, make it a point, or delete it",
                 size_px.x, size_px.y);
    } else {
        return false;
    }
    return true;
}

static CwMapTile read_tile(const MapLayer *layer, const Source *source)
{
    CwMap *map = layer->place.map;
    double number = json_number_value(json_object_get(source->from, "gid"));
    uint32_t gid = number >= 0.0 && number <= UINT32_MAX ? (uint32_t)number : 0;
    if (source->template_file < 0 || json_object_get(source->own, "gid") != NULL) {
        return map_tile_of(map, gid);
    }
    if (layer->index < 0) { /* a tile's shape: its tileset may not be read yet */
        return (CwMapTile){.tileset = -1};
    }
    const json_t *tileset = json_object_get(map->trees[source->template_file], "tileset");
    int *index2 = &map->template_tilesets[source->template_file];
    if (*index2 == 0) {
        MapPlace place = {.map = map, .file = &map->files.files[source->template_file]};
        *index2 = 2 + (tileset == NULL ? -1 : map_read_tileset(&place, tileset));
    }
    return *index2 < 2 ? (CwMapTile){.tileset = -1} : map_tile_in(map, *index2 - 2, gid);
}

static CwMapShape shape_of(const json_t *from, const json_t *polygon, const json_t *polyline)
{
    return json_object_get(from, "gid") != NULL             ? CW_MAP_TILE
           : json_object_get(from, "text") != NULL          ? CW_MAP_TEXT
           : polygon != NULL                                ? CW_MAP_POLYGON
           : polyline != NULL                               ? CW_MAP_POLYLINE
           : json_is_true(json_object_get(from, "point"))   ? CW_MAP_POINT
           : json_is_true(json_object_get(from, "ellipse")) ? CW_MAP_ELLIPSE
                                                            : CW_MAP_RECT;
}

static Stand read_stand(const MapLayer *layer, const json_t *from, CwMapObject *object)
{
    const MapPlace *place = &layer->place;
    double x_px = map_need_number(place, from, "x"), y_px = map_need_number(place, from, "y");
    double degrees = map_read_number(place, from, "rotation", 0.0);
    double turn_rad = fmod(degrees, 360.0) * (CP_PI / 180.0);
    object->angle_rad = degrees == 0.0 ? 0.0 : -turn_rad;
    return (Stand){cpvadd(cpv(x_px, y_px), layer->offset_px), cos(turn_rad), sin(turn_rad)};
}

static bool place_shape(const MapLayer *layer, const Stand *at, cpVect size_px, CwMapObject *object)
{
    cpVect corner_px = cpvzero;
    if (object->shape == CW_MAP_POINT) {
        object->centre_m = to_world(layer, at, 0.0, 0.0);
        return within_reach(object->centre_m) || refuse_reach(&layer->place);
    }
    if (object->shape == CW_MAP_TILE) {
        cpVect align = layer->place.map->tilesets[object->tile.tileset].align;
        corner_px = cpv(-align.x * size_px.x, -align.y * size_px.y);
    }
    return read_rectangle(layer, at, corner_px, size_px, object);
}

static bool read_shape(const MapLayer *layer, const Source *source, CwMapObject *object, bool *used)
{
    const MapPlace *place = &layer->place;
    Stand stand = read_stand(layer, source->from, object);
    cpVect size_px = cpv(map_read_number(place, source->from, "width", 0.0),
                         map_read_number(place, source->from, "height", 0.0));
    const json_t *polygon = map_read_array(place, source->from, "polygon");
    const json_t *polyline = map_read_array(place, source->from, "polyline");
    if (!map_is_good(place)) {
        return false;
    }
    object->shape = shape_of(source->from, polygon, polyline);
    if (object->shape == CW_MAP_TILE) {
        object->tile = read_tile(layer, source);
        size_px = cpveql(size_px, cpvzero) ? map_tile_size_px(place->map, object->tile) : size_px;
    }
    bool has_points = object->shape == CW_MAP_POLYGON || object->shape == CW_MAP_POLYLINE;
    const json_t *drawn = polygon != NULL ? polygon : polyline;
    const json_t *points = has_points ? drawn : NULL;
    *used = !leave_out(place, source->from, object, size_px, points);
    if (!*used) {
        return true;
    }
    if (json_array_size(points) > MAP_CORNERS_MAX) {
        return map_refuse(place, "has %zu corners: split it into pieces of at most %d",
                          json_array_size(points), MAP_CORNERS_MAX);
    }
    bool ok = points != NULL ? read_corners(layer, &stand, points, object)
                             : place_shape(layer, &stand, size_px, object);
    return ok && (object->shape != CW_MAP_TEXT ||
                  read_words(place, json_object_get(source->from, "text"), object));
}

/* Reads an object's template, which the instance overrides. `from` NULL: it can't be loaded. */
static bool read_template(const MapPlace *place, Source *source)
{
    const char *name = map_read_text(place, source->own, "template");
    CwError cause = {0};
    CwMap *map = place->map;
    source->template_file = -1;
    if (name[0] == '\0') {
        return map_is_good(place);
    }
    MapPlace here = *place;
    here.error = &cause;
    source->template_file = map_file(&here, name, "template");
    if (source->template_file < 0) {
        map_warn_error(map, &cause, "its objects are left out");
        source->from = NULL;
        return true;
    }
    source->under = json_object_get(map->trees[source->template_file], "object");
    json_t *merged = json_copy((json_t *)source->under);
    if (!json_is_object(merged)) {
        json_decref(merged);
        return map_refuse(place, "its template \"%.80s\" has no object: create it again in Tiled",
                          name);
    }
    map->files.files[source->template_file].is_used = true;
    if (json_object_get(merged, "template") != NULL) {
        map_warn(place, "template", "its template is made of another one, which is ignored");
    }
    json_object_update(merged, (json_t *)source->own);
    source->from = merged;
    return json_array_append_new(map->merged, merged) == 0 || map_refuse(place, "out of memory");
}

static bool read_names(const MapPlace *place, const Source *source, CwMapObject *object)
{
    object->visible = map_is_true(source->from, "visible", true);
    object->name = map_read_text(place, source->from, "name");
    object->type = map_read_class(place, source->from);
    map_check_properties(place, source->own);
    map_check_properties(place, source->under);
    return map_is_good(place);
}

/* Reads properties after the shape: a tile's class and properties serve for missing ones. */
static bool read_properties(const MapLayer *layer, const Source *source, CwMapObject *object)
{
    const MapPlace *place = &layer->place;
    const CwMapProperties *behind = layer->behind;
    if (object->shape == CW_MAP_TILE) {
        behind = cw_map_tile_properties(place->map, object->tile);
        object->type =
            object->type[0] != '\0' ? object->type : cw_map_tile_type(place->map, object->tile);
    }
    CwMapProperties *made = map_properties(place, source->own, source->under, behind);
    if (made != NULL && layer->index >= 0) {
        made->owner = object->type;
        made->place.object_name = object->name;
    }
    object->properties = made;
    return made != NULL;
}

static bool read_object(const MapLayer *layer, const json_t *from, CwMapObject *object, bool *used)
{
    MapLayer here = *layer;
    Source source = {.from = from, .own = from};
    if (!json_is_object(from)) {
        return map_refuse(&layer->place,
                          "holds something that is not an object: save the map with Tiled again");
    }
    double id = map_read_number(&layer->place, from, "id", 0.0);
    here.place.object_id = id >= 1.0 && id <= 2147483647.0 ? (int)id : 0;
    here.place.line = map_line(from);
    *object = (CwMapObject){.id = here.place.object_id,
                            .layer = layer->place.layer == NULL ? "" : layer->place.layer,
                            .parallax = layer->parallax.x,
                            .layer_index = layer->index,
                            .tile = {.tileset = -1}};
    if (!read_template(&here.place, &source) || source.from == NULL) {
        return source.from == NULL;
    }
    return read_names(&here.place, &source, object) && read_shape(&here, &source, object, used) &&
           read_properties(&here, &source, object);
}

bool map_read_objects(const MapLayer *layer, const json_t *objects)
{
    CwMap *map = layer->place.map;
    for (size_t i = 0; i < json_array_size(objects); i++) {
        if (map->object_count >= MAP_OBJECTS_MAX) {
            return map_refuse(&layer->place, "the map has more than %d objects: split the level",
                              MAP_OBJECTS_MAX);
        }
        CwMapObject *bigger = grow_for_one(map->objects, (size_t)map->object_count, sizeof *bigger);
        bool is_used = false;
        map->objects = bigger != NULL ? bigger : map->objects;
        if (bigger == NULL) {
            return map_refuse(&layer->place, "out of memory for its objects");
        }
        if (!read_object(layer, json_array_get(objects, i), &bigger[map->object_count], &is_used)) {
            return false;
        }
        map->object_count += is_used ? 1 : 0;
    }
    return true;
}

bool map_read_shapes(const MapLayer *frame, const json_t *objects, MapTile *tile)
{
    CwMap *map = frame->place.map;
    size_t count = json_array_size(objects);
    CwMapObject *shapes = map_keep(map, (count + 1) * sizeof *shapes);
    map->shape_count += (int)count;
    if (shapes == NULL || map->shape_count > MAP_OBJECTS_MAX) {
        return map_refuse(&frame->place, "the tiles have more than %d shapes: use simpler ones",
                          MAP_OBJECTS_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        bool is_used = false;
        if (!read_object(frame, json_array_get(objects, i), &shapes[tile->shape_count], &is_used)) {
            return false;
        }
        tile->shape_count += is_used ? 1 : 0;
    }
    tile->shapes = shapes;
    return true;
}
