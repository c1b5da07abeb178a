/* A level of Windup is an orthogonal Tiled map of object layers, with 32 pixels a metre (map
 * property `pixels_per_metre`). `place` and `night` (0 to 1) say where and when it is
 * (docs/levels.md). Objects become things in the order of the file; their classes are the kinds
 * (things/kinds.h), start and path. Tiles, images and texts are drawn behind; tiles' collision
 * shapes are ground, too. A map without a start is only shown.
 *
 * An object of another class, shape or with a wrong property is left out with a warning. A level is
 * refused for a wrong start or finish, too few or too many objects of a class, or ground of more
 * than 20,000 corners or 100 km of outline (shipped levels: 300 and 1 km). */
#include "common/landscape.h"
#include "common/race.h"
#include "things/ground.h"
#include "windup/windup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_CORNERS_MAX = 200, GROUND_CORNERS_MAX = 1000, LEVEL_CORNERS_MAX = 20000 };

static const double LINE_EDGE_MIN_M = 0.1;
static const double SIZE_MIN_M = 0.05, SIZE_MAX_M = 500.0, LEVEL_OUTLINE_MAX_M = 100000.0;

static const char *const SHAPE_NAMES[] = {
    [CW_MAP_POINT] = "a point",       [CW_MAP_RECT] = "a rectangle",
    [CW_MAP_ELLIPSE] = "an ellipse",  [CW_MAP_POLYGON] = "a polygon",
    [CW_MAP_POLYLINE] = "a polyline", [CW_MAP_TILE] = "a tile",
    [CW_MAP_TEXT] = "a text",
};

static const ThingClass start_class = {.shape = CW_MAP_POINT, .least = 1, .most = 1};

#define KIND_CLASS(number, name, ...) {#name, KIND_##number, &name##_class},
static const KindClass CLASSES[] = {
    {"start", KIND_BUGGY, &start_class},
    KIND_LIST(KIND_CLASS) /* in the order of their numbers */
    {"path", KIND_COUNT, &path_class},
};
enum { CLASS_COUNT = CW_ARRAY_LENGTH(CLASSES) };

const KindClass *kind_class(const char *name)
{
    for (int i = 0; i < CLASS_COUNT; i++) {
        if (strcmp(CLASSES[i].name, name) == 0) {
            return &CLASSES[i];
        }
    }
    return NULL;
}

static bool check_class(const CwMapObject *object, CwError *error)
{
    const KindClass *kind = kind_class(object->type);
    const char *names[CLASS_COUNT];
    for (int i = 0; i < CLASS_COUNT; i++) {
        names[i] = CLASSES[i].name;
    }
    if (object->type[0] == '\0') {
        return cw_error_set(error, "it has no class: docs/levels.md lists them");
    }
    if (kind == NULL) {
        const char *near = cw_nearest_name(object->type, names, CLASS_COUNT);
        return cw_error_set(error,
                            "its class \"%.40s\" is unknown%s%s%s: docs/levels.md lists them",
                            object->type, near == NULL ? "" : ", the nearest is \"",
                            near == NULL ? "" : near, near == NULL ? "" : "\"");
    }
    CwMapShape shape = kind->class->shape, other = kind->class->other_shape;
    bool has_other = other != CW_MAP_POINT;
    return shape == object->shape || (has_other && other == object->shape) ||
           cw_error_set(error, "a %s is %s%s%s in Tiled, not %s: draw it again", kind->name,
                        SHAPE_NAMES[shape], has_other ? " or " : "",
                        has_other ? SHAPE_NAMES[other] : "", SHAPE_NAMES[object->shape]);
}

/* Checks that corners lie apart, are not too many, and no edge is too steep. */
static bool check_line(const CwMapObject *object, double flattest, CwError *error)
{
    for (int i = 0; i + 1 < object->corner_count; i++) {
        cpVect edge = cpvsub(object->corners_m[i + 1], object->corners_m[i]);
        if (cpvlength(edge) < LINE_EDGE_MIN_M) {
            return cw_error_set(error, "its corner %d lies on the one before: delete one", i + 2);
        }
        if (fabs(edge.x) < flattest * cpvlength(edge)) {
            return cw_error_set(error,
                                "it is steeper than 60 degrees before corner %d, so nothing can "
                                "rest on it: draw it flatter",
                                i + 2);
        }
    }
    return object->corner_count <= LINE_CORNERS_MAX ||
           cw_error_set(error, "it has %d corners: make it at most %d", object->corner_count,
                        LINE_CORNERS_MAX);
}

static bool check_shape(const CwMapObject *object, CwError *error)
{
    double least_m = fmin(object->width_m, object->height_m);
    double most_m = fmax(object->width_m, object->height_m);
    bool sized = object->shape == CW_MAP_RECT || object->shape == CW_MAP_ELLIPSE;
    if (sized && (least_m < SIZE_MIN_M || most_m > SIZE_MAX_M)) {
        return cw_error_set(error, "it is %g x %g m: make its sides %g to %g m", object->width_m,
                            object->height_m, SIZE_MIN_M, SIZE_MAX_M);
    }
    if (object->shape == CW_MAP_POLYLINE) {
        return check_line(object, kind_class(object->type)->class->flattest, error);
    }
    if (object->shape != CW_MAP_POLYGON) {
        return true;
    }
    if (object->corner_count > GROUND_CORNERS_MAX) {
        return cw_error_set(error, "it has %d corners: split it into pieces of at most %d",
                            object->corner_count, GROUND_CORNERS_MAX);
    }
    return cw_world_check_polygon(object->corners_m, object->corner_count, error);
}

static bool fail_at_object(const CwMap *map, const CwMapObject *object, CwError *error)
{
    bool named = object->name[0] != '\0';
    return cw_error_context(error, "%s: layer \"%s\", object %d%s%.40s%s", cw_map_path(map),
                            object->layer, object->id, named ? " \"" : "", object->name,
                            named ? "\"" : "");
}

/* Pictures and words without a class are only decoration. */
static bool is_thing(const CwMapObject *object)
{
    bool seen = object->shape == CW_MAP_TILE || object->shape == CW_MAP_TEXT;
    return !seen || object->type[0] != '\0';
}

static bool check_object(const CwMapObject *object, CwError *error)
{
    if (!check_class(object, error) || !check_shape(object, error)) {
        return false;
    }
    const ThingClass *class = kind_class(object->type)->class;
    for (const Property *it = class->properties; it->name != NULL; it++) {
        if (!thing_check_property(object, it, error)) {
            return false;
        }
    }
    return class->check == NULL || class->check(object, error);
}

/* Leaves a wrong object out with a warning; a level needs its start and finish. */
static bool leave_out(const CwMap *map, const CwMapObject *object, const CwError *wrong,
                      CwError *error)
{
    const KindClass *kind = kind_class(object->type);
    if (kind != NULL && kind->class->least == 1 && kind->class->most == 1) {
        cw_error_set(error, "%s", wrong->text);
        return fail_at_object(map, object, error);
    }
    cw_map_warn(map, object, "%s (it is left out)", wrong->text);
    return true;
}

static bool check_counts(const CwMap *map, const bool *left_out, CwError *error)
{
    for (const KindClass *it = CLASSES; it < CLASSES + CLASS_COUNT; it++) {
        int count = 0;
        for (int k = 0; k < cw_map_object_count(map); k++) {
            count += !left_out[k] && strcmp(cw_map_object(map, k)->type, it->name) == 0;
        }
        if (count < it->class->least || count > it->class->most) {
            return cw_error_set(error,
                                "%s: has %d objects of class %s, needs %d to %d: correct it "
                                "in Tiled",
                                cw_map_path(map), count, it->name, it->class->least,
                                it->class->most);
        }
    }
    return true;
}

/* Limits the ground of a level: it is checked, built and drawn as a whole. */
static bool check_ground(const CwMap *map, CwError *error)
{
    int corner_count = 0;
    double outline_m = 0.0;
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        int count = object->shape == CW_MAP_POLYGON ? object->corner_count : 0;
        corner_count += count;
        for (int k = 0; k < count; k++) {
            outline_m += cpvdist(object->corners_m[k], object->corners_m[(k + 1) % count]);
        }
        if (corner_count > LEVEL_CORNERS_MAX || outline_m > LEVEL_OUTLINE_MAX_M) {
            cw_error_set(error,
                         "with it the ground has %d corners and an outline of %.0f km, more than "
                         "the limits of %d and %.0f km: simplify the polygons or split the level",
                         corner_count, outline_m / 1000.0, LEVEL_CORNERS_MAX,
                         LEVEL_OUTLINE_MAX_M / 1000.0);
            return fail_at_object(map, object, error);
        }
    }
    return true;
}

/* Checks each object by itself, then references between the remaining ones: paths and targets.
 * Notes which are left out. */
static bool check_objects(const CwMap *map, bool *left_out, CwError *error)
{
    int count = cw_map_object_count(map);
    for (int i = 0; i < 2 * count; i++) {
        const CwMapObject *object = cw_map_object(map, i % count);
        bool *is_out = &left_out[i % count];
        CwError wrong = {0};
        if (*is_out || !is_thing(object)) {
            *is_out = true;
            continue;
        }
        if (i < count) {
            *is_out = !check_object(object, &wrong);
        } else {
            const ThingClass *class = kind_class(object->type)->class;
            *is_out =
                class->check_others != NULL && !class->check_others(map, object, left_out, &wrong);
        }
        if (*is_out && !leave_out(map, object, &wrong, error)) {
            return false;
        }
    }
    return true;
}

/* Tiles with collision shapes are ground, too. */
static bool build_tiles(CwWorld *world, const CwMap *map, CwError *error)
{
    CwMapCollision collision = cw_map_collision_default();
    collision.friction = 1.0;
    collision.type = TOUCH_GROUND;
    collision.filter = FILTER_GROUND;
    return cw_map_build_collision(world, map, &collision, error) >= 0;
}

/* The first object of a class; NULL: none. */
static const CwMapObject *find_object(const CwMap *map, const char *type)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        if (strcmp(cw_map_object(map, i)->type, type) == 0) {
            return cw_map_object(map, i);
        }
    }
    return NULL;
}

/* Sets up the run before any thing exists. */
static bool set_course(Race *race, const CwMap *map, CwError *error)
{
    race->start_m = race->respawn_m = find_object(map, "start")->centre_m;
    race->finish_x_m = find_object(map, "finish")->centre_m.x;
    return race->finish_x_m > race->start_m.x + 1.0 ||
           cw_error_set(error,
                        "%s: the finish must lie to the right of the start: move one of them",
                        cw_map_path(map));
}

static bool spawn_things(CwWorld *world, const CwMap *map, const bool *left_out, CwError *error)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        int kind = left_out[i] ? KIND_COUNT : kind_class(object->type)->kind;
        if (kind < KIND_BUGGY) {
            cw_world_spawn(world, kind, &object, sizeof object);
        }
        if (!cw_world_check_memory(world, error)) {
            return fail_at_object(map, object, error);
        }
    }
    return true;
}

static bool build_level(CwWorld *world, const CwMap *map, bool *left_out, CwError *error)
{
    Race *race = race_of(world);
    if (!check_ground(map, error) || !check_objects(map, left_out, error) ||
        !check_counts(map, left_out, error) || !set_course(race, map, error) ||
        !build_tiles(world, map, error) || !spawn_things(world, map, left_out, error)) {
        return false;
    }
    ground_finish(world);
    race->buggy = cw_world_spawn(world, KIND_BUGGY, &race->start_m, sizeof race->start_m);
    return true;
}

bool level_start(CwWorld *world, const CwMap *map, CwError *error)
{
    if (map == NULL) {
        return cw_error_set(error, "Windup plays Tiled maps: name a level or a .tmj file");
    }
    Race *race = race_of(world);
    CwError unknown = {0};
    race->size_m = cw_map_size_m(map);
    race->land = landscape_of_map(map, &unknown);
    race->night = cpfclamp01(cw_map_number(map, NULL, "night", race->land->night));
    if (find_object(map, "start") == NULL) { /* no buggy: the whole map is shown */
        fprintf(stderr, "clockwork: %s: has no object of class start: shown without a player\n",
                cw_map_path(map));
        return true;
    }
    if (unknown.text[0] != '\0') {
        cw_map_warn(map, NULL, "%s", unknown.text);
    }
    bool *left_out = calloc((size_t)cw_map_object_count(map) + 1, sizeof *left_out);
    if (left_out == NULL) {
        return cw_error_set(error, "%s: out of memory", cw_map_path(map));
    }
    bool built = build_level(world, map, left_out, error);
    free(left_out);
    return built;
}
