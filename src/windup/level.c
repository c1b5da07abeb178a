/* A level of Windup is a Tiled map, orthogonal, of 32 pixels a metre (map property
 * `pixels_per_metre`), of object layers; its properties `place`, `weather` and `night` (0 to 1) say
 * where and when it is (assets/README.md). The name of a layer is for people; its parallax factor
 * counts for decor. Objects become things in the order of the file. Their classes:
 *
 *   class       shape      what it becomes, and its custom properties
 *   start       point      the buggy starts with its wheels on it; exactly one
 *   finish      rectangle  an arch on the lower edge; to touch it ends the run; exactly one
 *   checkpoint  rectangle  a clock on the lower edge; to touch it or fly over it moves the respawn
 *                          there
 *   ground      polygon    solid ground, concave allowed; friction (1)
 *   crate       rectangle  a box, may be turned, bursts when hit hard or ground on; mass_kg (8 a
 *                          square metre), friction (0.3)
 *   bridge      rectangle  planks hung between its left and right end; planks (one a metre),
 *                          breaks_N (0: never)
 *   seesaw      rectangle  a beam that turns about its middle, comes back to the angle it was
 *                          drawn with; tilt (0.3): how far it turns either way, in radians
 *   key         rectangle  winds the mainspring; wind (0.35): by this share of all it holds
 *   cog         rectangle  a brass cog to collect
 *   ledge       polyline or rectangle  solid from above only; friction (1)
 *   rope        polyline   hangs from its first point; links (one every 0.4 m), load (0 kg), chain
 *                          (false), both_ends (false), breaks_N (0: never)
 *   plank       rectangle  falls in pieces delay_ms (350) after more than breaks_N (600) pressed it
 *   sign        rectangle  a board with text on it; text, post (2 m)
 *   oil         rectangle or polygon  wheels in it keep this share of their grip; grip (0.15)
 *   water       rectangle  deep water; density (88 kg a square metre)
 *   trigger     rectangle  the buggy that drives in acts on machines: targets (their names, with
 *                          blanks in between), action (start, stop, reverse, toggle; start), once
 *                          (false), hidden (false)
 *   decor       rectangle  a picture that touches nothing, may be turned; sprite: its file's name;
 *                          turn (0): its speed in radians a second
 *   path        polyline   nothing by itself: platforms follow it
 *
 *   platform, lift, conveyor, pad, pendulum, magnet, rotor: rectangles, gear: ellipse or rectangle.
 *   These are machines. Each has running (true), speed (1) and phase (0 seconds), stands until the
 *   driver's first input, and is what triggers name as targets; assets/README.md has the rest.
 *
 * Tiles, images and texts are drawn behind all that; the collision shapes of tiles are ground, too.
 * A map without a start is shown as it is, and nobody drives.
 *
 * An object of another class, of the wrong shape or with a wrong property is left out with a
 * warning that has its number and the remedy; the rest loads. A level is refused where start or
 * finish is wrong, where a class has too few or too many objects (CLASSES; one polygon of ground at
 * least), and at the ground polygon that exceeds what all of a level may have: 20,000 corners and
 * 100 km of outline. (The shipped levels have under 300 corners and 1 km.) */
#include "windup/level.h"

#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/run.h"
#include "common/sprites.h"
#include "things/machine.h"
#include "things/trigger.h"
#include "view/map_view.h"
#include "view/music.h"
#include "windup/properties.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUND_CORNERS_MAX = 1000, LEVEL_CORNERS_MAX = 20000 };

static const double SIZE_MIN_M = 0.05;
static const double SIZE_MAX_M = 500.0;
static const double LEVEL_OUTLINE_MAX_M = 100000.0;

typedef struct ClassRule {
    const char *name;
    CwMapShape shape;
    int kind; /* what is spawned; KIND_BUGGY is spawned last */
    int least, most;
} ClassRule;

static const ClassRule CLASSES[] = {
    {"start", CW_MAP_POINT, KIND_BUGGY, 1, 1},
    {"finish", CW_MAP_RECT, KIND_FINISH, 1, 1},
    {"checkpoint", CW_MAP_RECT, KIND_CHECKPOINT, 0, CHECKPOINT_MAX},
    {"ground", CW_MAP_POLYGON, KIND_GROUND, 1, 1000},
    {"crate", CW_MAP_RECT, KIND_CRATE, 0, 1000},
    {"bridge", CW_MAP_RECT, KIND_BRIDGE, 0, 100},
    {"seesaw", CW_MAP_RECT, KIND_SEESAW, 0, 100},
    {"key", CW_MAP_RECT, KIND_KEY, 0, 100},
    {"cog", CW_MAP_RECT, KIND_COG, 0, 100},
    {"ledge", CW_MAP_POLYLINE, KIND_LEDGE, 0, 500},
    {"ledge", CW_MAP_RECT, KIND_LEDGE, 0, 500},
    {"rope", CW_MAP_POLYLINE, KIND_ROPE, 0, 100},
    {"plank", CW_MAP_RECT, KIND_PLANK, 0, 200},
    {"sign", CW_MAP_RECT, KIND_SIGN, 0, 100},
    {"oil", CW_MAP_RECT, KIND_OIL, 0, 100},
    {"oil", CW_MAP_POLYGON, KIND_OIL, 0, 100},
    {"water", CW_MAP_RECT, KIND_WATER, 0, 20},
    {"trigger", CW_MAP_RECT, KIND_TRIGGER, 0, 200},
    {"platform", CW_MAP_RECT, KIND_PLATFORM, 0, 200},
    {"lift", CW_MAP_RECT, KIND_LIFT, 0, 200},
    {"magnet", CW_MAP_RECT, KIND_MAGNET, 0, 100},
    {"rotor", CW_MAP_RECT, KIND_ROTOR, 0, 200},
    {"gear", CW_MAP_ELLIPSE, KIND_GEAR, 0, 200},
    {"gear", CW_MAP_RECT, KIND_GEAR, 0, 200},
    {"pendulum", CW_MAP_RECT, KIND_PENDULUM, 0, 200},
    {"conveyor", CW_MAP_RECT, KIND_CONVEYOR, 0, 200},
    {"pad", CW_MAP_RECT, KIND_PAD, 0, 200},
    {"path", CW_MAP_POLYLINE, KIND_NONE, 0, 100},
    {"decor", CW_MAP_RECT, KIND_DECOR, 0, 5000},
};

static const char *const SHAPE_NAMES[] = {
    [CW_MAP_POINT] = "a point",       [CW_MAP_RECT] = "a rectangle",
    [CW_MAP_ELLIPSE] = "an ellipse",  [CW_MAP_POLYGON] = "a polygon",
    [CW_MAP_POLYLINE] = "a polyline", [CW_MAP_TILE] = "a tile",
    [CW_MAP_TEXT] = "a text",
};

static const ClassRule *find_class(const char *name)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CLASSES); i++) {
        if (strcmp(CLASSES[i].name, name) == 0) {
            return &CLASSES[i];
        }
    }
    return NULL;
}

static const char *nearest_class(const char *name)
{
    const char *names[CW_ARRAY_LENGTH(CLASSES)];
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CLASSES); i++) {
        names[i] = CLASSES[i].name;
    }
    return cw_nearest_name(name, names, (int)CW_ARRAY_LENGTH(CLASSES));
}

static bool check_class(const CwMapObject *object, CwError *error)
{
    const ClassRule *rule = find_class(object->type);
    if (rule == NULL && object->type[0] != '\0') {
        return cw_error_set(
            error, "its class \"%.40s\" is unknown, the nearest is \"%s\": correct it in Tiled",
            object->type, nearest_class(object->type));
    }
    if (rule == NULL) {
        return cw_error_set(
            error,
            "it has no class: choose ground, crate, bridge, seesaw, "
            "key, cog, checkpoint, finish, start, decor, ledge, rope, plank, sign, oil, "
            "water, trigger, path, platform, lift, gear, pendulum, conveyor, pad, magnet or rotor");
    }
    const ClassRule *other = rule + 1; /* of two shapes it has two rows */
    bool has_other = other < CLASSES + CW_ARRAY_LENGTH(CLASSES) && other->kind == rule->kind;
    return rule->shape == object->shape || (has_other && other->shape == object->shape) ||
           cw_error_set(error, "a %s is %s%s%s in Tiled, not %s: draw it anew", rule->name,
                        SHAPE_NAMES[rule->shape], has_other ? " or " : "",
                        has_other ? SHAPE_NAMES[other->shape] : "", SHAPE_NAMES[object->shape]);
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
    if (object->shape != CW_MAP_POLYGON) {
        return true;
    }
    if (object->corner_count > GROUND_CORNERS_MAX) {
        return cw_error_set(error, "it has %d corners: split it into pieces of at most %d",
                            object->corner_count, GROUND_CORNERS_MAX);
    }
    return cw_world_check_polygon(object->corners_m, object->corner_count, error);
}

/* What the ground costs to check, build and draw grows with these, over all of a level. */
typedef struct GroundSum {
    int corner_count;
    double outline_m;
} GroundSum;

static bool add_ground(GroundSum *sum, const CwMapObject *object, CwError *error)
{
    if (object->shape != CW_MAP_POLYGON) {
        return true;
    }
    sum->corner_count += object->corner_count;
    for (int i = 0; i < object->corner_count; i++) {
        sum->outline_m +=
            cpvdist(object->corners_m[i], object->corners_m[(i + 1) % object->corner_count]);
    }
    if (sum->corner_count > LEVEL_CORNERS_MAX) {
        return cw_error_set(error,
                            "with it the ground has %d corners: make the level of at most %d, with "
                            "fewer to a polygon or in two levels",
                            sum->corner_count, LEVEL_CORNERS_MAX);
    }
    return sum->outline_m <= LEVEL_OUTLINE_MAX_M ||
           cw_error_set(error,
                        "with it the ground has an outline of %.0f km: make the level of at most "
                        "%.0f km",
                        sum->outline_m / 1000.0, LEVEL_OUTLINE_MAX_M / 1000.0);
}

static bool check_decor(const CwMap *map, const CwMapObject *object, CwError *error)
{
    return strcmp(object->type, "decor") != 0 ||
           windup_sprite(cw_map_text(map, object, "sprite", "")) >= 0 ||
           cw_error_set(error,
                        "decor needs a property \"sprite\" with the name of a picture of the "
                        "game, such as \"sign\" or \"gear_a\"");
}

/* True when some machine of the level has this name. */
static bool is_machine(const CwMap *map, TargetName name)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        const ClassRule *rule = find_class(object->type);
        if (rule != NULL && kind_is_machine(rule->kind) && trigger_names(name, object)) {
            return true;
        }
    }
    return false;
}

static bool check_trigger(const CwMap *map, const CwMapObject *object, CwError *error)
{
    if (strcmp(object->type, "trigger") != 0) {
        return true;
    }
    const char *action = cw_map_text(map, object, "action", "start");
    if (machine_action(action) < 0) {
        return cw_error_set(
            error, "its action \"%.40s\" is unknown: choose start, stop, reverse or toggle",
            action);
    }
    const char *list = cw_map_text(map, object, "targets", "");
    int count = 0;
    for (TargetName name; (name = trigger_next_name(&list)).length > 0; count++) {
        if (!is_machine(map, name)) {
            return cw_error_set(error,
                                "its targets name \"%.*s\", but no machine is called so: give a "
                                "machine that name in Tiled or correct the property, names with "
                                "blanks in between",
                                name.length < 40 ? name.length : 40, name.text);
        }
    }
    return count > 0 || cw_error_set(error, "it has no targets: name the machines that it acts on, "
                                            "separated by blanks, in its property \"targets\"");
}

static bool fail_at_object(const CwMap *map, const CwMapObject *object, CwError *error)
{
    bool named = object->name[0] != '\0';
    return cw_error_context(error, "%s: layer \"%s\", object %d%s%.40s%s", cw_map_path(map),
                            object->layer, object->id, named ? " \"" : "", object->name,
                            named ? "\"" : "");
}

/* Pictures and words without a class are only seen. */
static bool is_thing(const CwMapObject *object)
{
    bool seen = object->shape == CW_MAP_TILE || object->shape == CW_MAP_TEXT;
    return !seen || object->type[0] != '\0';
}

static bool check_object(const CwMap *map, const CwMapObject *object, CwError *error)
{
    return check_class(object, error) && check_shape(object, error) &&
           check_decor(map, object, error) && properties_check(map, object, error);
}

/* A level has one of it. */
static bool is_needed(const CwMapObject *object)
{
    const ClassRule *rule = find_class(object->type);
    return rule != NULL && rule->least == 1 && rule->most == 1;
}

/* What is wrong is left out and said; without start or finish there is no level. */
static bool leave_out(const CwMap *map, const CwMapObject *object, const CwError *wrong,
                      CwError *error)
{
    if (is_needed(object)) {
        cw_error_set(error, "%s", wrong->text);
        return fail_at_object(map, object, error);
    }
    cw_map_warn(map, object, "%s (it is left out)", wrong->text);
    return true;
}

static bool check_counts(const CwMap *map, const bool *left_out, CwError *error)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(CLASSES); i++) {
        const ClassRule *rule = &CLASSES[i];
        int count = 0;
        for (int k = 0; k < cw_map_object_count(map); k++) {
            count += !left_out[k] && strcmp(cw_map_object(map, k)->type, rule->name) == 0;
        }
        if (count < rule->least || count > rule->most) {
            return cw_error_set(error,
                                "%s: has %d objects of class %s, needs %d to %d: correct it "
                                "in Tiled",
                                cw_map_path(map), count, rule->name, rule->least, rule->most);
        }
    }
    return true;
}

/* Each object by itself; notes which are left out. */
static bool check_objects(const CwMap *map, bool *left_out, CwError *error)
{
    GroundSum sum = {0};
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        CwError wrong = {0};
        if (!is_thing(object)) {
            left_out[i] = true;
            continue;
        }
        if (!add_ground(&sum, object, error)) {
            return fail_at_object(map, object, error);
        }
        left_out[i] = !check_object(map, object, &wrong);
        if (left_out[i] && !leave_out(map, object, &wrong, error)) {
            return false;
        }
    }
    return true;
}

/* What those that are left say of each other: paths, targets, gears that mesh. */
static bool check_references(const CwMap *map, bool *left_out, CwError *error)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        CwError wrong = {0};
        if (left_out[i] || (properties_check_others(map, object, left_out, &wrong) &&
                            check_trigger(map, object, &wrong))) {
            continue;
        }
        left_out[i] = true;
        if (!leave_out(map, object, &wrong, error)) {
            return false;
        }
    }
    return true;
}

static bool check(const CwMap *map, bool *left_out, CwError *error)
{
    if (!check_objects(map, left_out, error) || !check_references(map, left_out, error) ||
        !check_counts(map, left_out, error)) {
        return false;
    }
    properties_warn_map(map);
    CwError wrong = {0};
    if (!landscape_check(map, &wrong) || !music_check(map, &wrong)) {
        cw_map_warn(map, NULL, "%s", wrong.text);
    }
    for (int i = 0; i < cw_map_object_count(map); i++) {
        if (!left_out[i]) {
            properties_warn(map, cw_map_object(map, i));
        }
    }
    return true;
}

/* What tiles have of ground. */
static bool build_tiles(CwWorld *world, const CwMap *map, CwError *error)
{
    CwMapCollision collision = cw_map_collision_default();
    collision.friction = 1.0;
    collision.type = TOUCH_GROUND;
    collision.filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_GROUND, CATEGORY_THING);
    return cw_map_build_collision(world, map, &collision, error) >= 0;
}

static void set_look(Run *run, const CwMap *map)
{
    run->land = landscape_of_map(map);
    run->weather = landscape_weather(map);
    run->night = landscape_night(map);
}

/* What the rules need before anything exists. */
static bool set_course(Run *run, const CwMap *map, CwError *error)
{
    run->size_m = cw_map_size_m(map);
    set_look(run, map);
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        if (strcmp(object->type, "start") == 0) {
            run->start_m = object->centre_m;
            run->respawn_m = object->centre_m;
        } else if (strcmp(object->type, "finish") == 0) {
            run->finish_x_m = object->centre_m.x;
        }
    }
    return run->finish_x_m > run->start_m.x + 1.0 ||
           cw_error_set(error,
                        "%s: the finish must lie to the right of the start: move one of them",
                        cw_map_path(map));
}

static bool spawn(CwWorld *world, const FromMap *from, CwError *error)
{
    int kind = find_class(from->object->type)->kind;
    if (kind != KIND_BUGGY && kind != KIND_NONE) {
        cw_world_spawn(world, kind, from, sizeof *from);
    }
    return cw_world_check_memory(world, error) || fail_at_object(from->map, from->object, error);
}

/* A map without a start, perhaps another game's: spawns what Windup knows of it. */
static bool show(CwWorld *world, const CwMap *map, const bool *unused, CwError *error)
{
    fprintf(stderr, "clockwork: %s: has no object of class start: it is shown, and nobody drives\n",
            cw_map_path(map));
    run_of(world)->size_m = cw_map_size_m(map);
    set_look(run_of(world), map);
    for (int i = 0; i < cw_map_object_count(map); i++) {
        FromMap from = {map, cw_map_object(map, i)};
        CwError unknown = {0};
        if (is_thing(from.object) && check_object(map, from.object, &unknown) &&
            properties_check_others(map, from.object, unused, &unknown) &&
            check_trigger(map, from.object, &unknown) && !spawn(world, &from, error)) {
            return false;
        }
    }
    return true;
}

static bool play(CwWorld *world, const CwMap *map, bool *left_out, CwError *error)
{
    Run *run = run_of(world);
    if (!check(map, left_out, error) || !set_course(run, map, error) ||
        !build_tiles(world, map, error)) {
        return false;
    }
    for (int i = 0; i < cw_map_object_count(map); i++) {
        FromMap from = {map, cw_map_object(map, i)};
        if (!left_out[i] && !spawn(world, &from, error)) {
            return false;
        }
    }
    run->buggy = cw_world_spawn(world, KIND_BUGGY, &run->start_m, sizeof run->start_m);
    return true;
}

bool level_start(CwWorld *world, const CwMap *map, CwError *error)
{
    if (map == NULL) {
        return cw_error_set(error, "Windup plays Tiled maps: name a level or a .tmj file");
    }
    bool *left_out = calloc((size_t)cw_map_object_count(map) + 1, sizeof *left_out);
    if (left_out == NULL) {
        return cw_error_set(error, "%s: out of memory", cw_map_path(map));
    }
    bool built = map_is_only_shown(map) ? show(world, map, left_out, error)
                                        : play(world, map, left_out, error);
    free(left_out);
    if (built) {
        ground_meet(world);
    }
    return built;
}
