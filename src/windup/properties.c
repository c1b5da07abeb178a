#include "windup/properties.h"

#include "things/contraptions.h"
#include "things/hazards.h"
#include "things/trigger.h"

#include <math.h>
#include <string.h>

/* A number or a bool, which is 0 or 1, of a class. */
typedef struct NumberRule {
    const char *class, *name;
    double least, most;
} NumberRule;

#define MACHINE_RULES(class, speed_least, speed_most)                                              \
    {class, "running", 0.0, 1.0}, {class, "speed", speed_least, speed_most},                       \
    {                                                                                              \
        class, "phase", -3600.0, 3600.0                                                            \
    }

static const NumberRule NUMBERS[] = {
    {"ground", "friction", 0.0, 10.0},
    {"crate", "mass_kg", 0.0, 10000.0}, /* 0: as light as can be */
    {"crate", "friction", 0.0, 10.0},
    {"bridge", "planks", 2.0, PLANKS_MAX},
    {"seesaw", "tilt", 0.05, 1.0},
    {"key", "wind", 0.0, 1.0},
    {"decor", "turn", -100.0, 100.0},
    {"trigger", "once", 0.0, 1.0},
    {"trigger", "hidden", 0.0, 1.0},
    {"bridge", "breaks_N", 0.0, 1e6},
    {"ledge", "friction", 0.0, 10.0},
    {"rope", "links", 1.0, ROPE_LINKS_MAX},
    {"rope", "load", 0.0, 10000.0},
    {"rope", "breaks_N", 0.0, 1e6},
    {"rope", "chain", 0.0, 1.0},
    {"rope", "both_ends", 0.0, 1.0},
    {"plank", "breaks_N", 0.0, 1e6},
    {"plank", "delay_ms", 0.0, 60000.0},
    {"sign", "post", 0.0, 50.0},
    {"oil", "grip", 0.0, 1.0},
    {"water", "density", 0.0, 10000.0},
    MACHINE_RULES("platform", 0.05, 30.0),
    {"platform", "wait", 0.0, 60.0},
    {"platform", "ease", 0.0, 1.0},
    {"platform", "loop", 0.0, 1.0},
    {"platform", "friction", 0.0, 10.0},
    MACHINE_RULES("magnet", 0.0, 10.0),
    {"magnet", "radius", 0.5, 50.0},
    {"magnet", "pull", 0.0, 200.0},
    MACHINE_RULES("rotor", -20.0, 20.0),
    {"rotor", "pivot", 0.0, 1.0},
    {"rotor", "deadly", 0.0, 1.0},
    MACHINE_RULES("lift", 0.05, 30.0),
    {"lift", "rise", -100.0, 100.0},
    {"lift", "wait", 0.0, 60.0},
    {"lift", "ease", 0.0, 1.0},
    {"lift", "called", 0.0, 1.0},
    {"lift", "friction", 0.0, 10.0},
    MACHINE_RULES("gear", -20.0, 20.0),
    {"gear", "free", 0.0, 1.0},
    {"gear", "teeth", GEAR_TEETH_MIN, GEAR_TEETH_MAX},
    {"gear", "mass_kg", 0.1, 10000.0},
    MACHINE_RULES("pendulum", -20.0, 20.0),
    {"pendulum", "free", 0.0, 1.0},
    {"pendulum", "swing", -CP_PI, CP_PI},
    {"pendulum", "period", 0.2, 600.0},
    {"pendulum", "mass_kg", 0.1, 10000.0},
    MACHINE_RULES("conveyor", -30.0, 30.0),
    {"conveyor", "friction", 0.0, 10.0},
    MACHINE_RULES("pad", 0.5, 40.0),
};

/* A text of a class. */
typedef struct TextRule {
    const char *class, *name;
} TextRule;

static const TextRule TEXTS[] = {
    {"decor", "sprite"},   {"sign", "text"},     {"trigger", "targets"},
    {"trigger", "action"}, {"platform", "path"}, {"rotor", "look"},
};

enum { NAMES_MAX = 16 }; /* of a class; of an object no more are looked at */

static void add_name(const char *names[NAMES_MAX], int *count, const char *name)
{
    CW_ASSERT(*count < NAMES_MAX, "raise NAMES_MAX: a class has more properties");
    names[(*count)++] = name;
}

/* The properties that a class has; how many. */
static int names_of(const char *class, const char *names[NAMES_MAX])
{
    int count = 0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(NUMBERS); i++) {
        if (strcmp(NUMBERS[i].class, class) == 0) {
            add_name(names, &count, NUMBERS[i].name);
        }
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(TEXTS); i++) {
        if (strcmp(TEXTS[i].class, class) == 0) {
            add_name(names, &count, TEXTS[i].name);
        }
    }
    return count;
}

static bool check_number(const CwMapObject *object, const NumberRule *rule, CwError *error)
{
    CwPropertyType type = cw_property_type(object->properties, rule->name);
    if (type == CW_PROPERTY_NONE) {
        return true;
    }
    if (type != CW_PROPERTY_NUMBER && type != CW_PROPERTY_BOOL) {
        return cw_error_set(error, "property \"%s\" is a %s: make it a number or a bool",
                            rule->name, type == CW_PROPERTY_TEXT ? "text" : "class");
    }
    double value = cw_property_number(object->properties, rule->name, 0.0);
    return (value >= rule->least && value <= rule->most) ||
           cw_error_set(error, "property \"%s\" is %g: make it %g to %g", rule->name, value,
                        rule->least, rule->most);
}

static bool check_text(const CwMapObject *object, const TextRule *rule, CwError *error)
{
    CwPropertyType type = cw_property_type(object->properties, rule->name);
    return type == CW_PROPERTY_NONE || type == CW_PROPERTY_TEXT ||
           cw_error_set(error, "property \"%s\" is no text: make it one in Tiled", rule->name);
}

/* Shorter ones would make a platform that arrives before it sets off. */
static const double PATH_MIN_M = 0.1;
static const double LEDGE_STEEPEST = 0.5; /* cosine */

/* Of a rope or ledge; more corners than this nobody draws by hand. */
enum { LINE_CORNERS_MAX = 200 };

static bool check_line(const CwMapObject *object, CwError *error)
{
    if (object->shape != CW_MAP_POLYLINE) {
        return true;
    }
    double flattest = strcmp(object->type, "ledge") == 0 ? LEDGE_STEEPEST : 0.0;
    for (int i = 0; i + 1 < object->corner_count; i++) {
        cpVect edge = cpvsub(object->corners_m[i + 1], object->corners_m[i]);
        if (cpvlength(edge) < PATH_MIN_M) {
            return cw_error_set(error, "its corner %d lies on the one before: delete one", i + 2);
        }
        if (fabs(edge.x) < flattest * cpvlength(edge)) {
            return cw_error_set(error,
                                "it is steeper than 60 degrees before corner %d, which nothing "
                                "comes down on: draw it flatter",
                                i + 2);
        }
    }
    return object->corner_count <= LINE_CORNERS_MAX ||
           cw_error_set(error, "it has %d corners: make it at most %d", object->corner_count,
                        LINE_CORNERS_MAX);
}

static bool check_sign(const CwMap *map, const CwMapObject *object, CwError *error)
{
    return strcmp(object->type, "sign") != 0 || cw_map_text(map, object, "text", "")[0] != '\0' ||
           cw_error_set(error, "it says nothing: write its text into its property \"text\"");
}

static bool check_rotor(const CwMap *map, const CwMapObject *object, CwError *error)
{
    const char *look = cw_map_text(map, object, "look", "beam");
    return strcmp(object->type, "rotor") != 0 || rotor_look(look) >= 0 ||
           cw_error_set(error, "its look \"%.40s\" is unknown: choose beam, saw or hammer", look);
}

static bool check_water(const CwMapObject *object, CwError *error)
{
    return strcmp(object->type, "water") != 0 || object->angle_rad == 0.0 ||
           cw_error_set(error,
                        "water lies level, it is turned by %g degrees: set its rotation to 0",
                        -object->angle_rad * 180.0 / CP_PI);
}

static bool check_path(const CwMap *map, const CwMapObject *object, const bool *left_out,
                       CwError *error)
{
    if (strcmp(object->type, "platform") != 0) {
        return true;
    }
    const char *name = cw_map_text(map, object, "path", "");
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *path = cw_map_object(map, i);
        if (!left_out[i] && strcmp(path->type, "path") == 0 && strcmp(path->name, name) == 0) {
            return true; /* it has two corners or more, apart from each other */
        }
    }
    return cw_error_set(
        error,
        "its path \"%.40s\" is not there: draw a polyline of class path with a name "
        "and write that into its property \"path\"",
        name);
}

static bool check_rise(const CwMap *map, const CwMapObject *object, CwError *error)
{
    return strcmp(object->type, "lift") != 0 ||
           fabs(cw_map_number(map, object, "rise", 3.0)) >= PATH_MIN_M ||
           cw_error_set(error, "its rise is less than %g m: make it more", PATH_MIN_M);
}

/* Longer than wide: what hangs needs a rod, what runs round two rollers room for both. */
static bool check_longer(const CwMapObject *object, CwError *error)
{
    if (strcmp(object->type, "pendulum") == 0 && object->height_m < 0.75 * object->width_m) {
        return cw_error_set(error, "it is %g m high and its bob %g m wide: make it higher",
                            object->height_m, object->width_m);
    }
    return strcmp(object->type, "conveyor") != 0 || object->width_m > object->height_m ||
           cw_error_set(error, "it is %g m long and its rollers %g m high: make it longer",
                        object->width_m, object->height_m);
}

static bool is_free(const CwMap *map, const CwMapObject *gear)
{
    return cw_map_number(map, gear, "free", 0.0) != 0.0;
}

static double tooth_m(const CwMap *map, const CwMapObject *gear)
{
    return 2.0 * CP_PI * gear_radius_m(gear) / gear_tooth_count(map, gear);
}

static const double GEAR_RADIUS_MIN_M = 0.3;

/* Two gears of which the second is further on in the map. */
static bool check_pair(const CwMap *map, const CwMapObject *a, const CwMapObject *b, CwError *error)
{
    GearMeeting meeting = gear_meeting(a, b);
    if (meeting == GEARS_OVERLAP) {
        return cw_error_set(error,
                            "it overlaps gear %d: move one so that their circles touch, then they "
                            "mesh, or stand apart",
                            b->id);
    }
    double ratio = tooth_m(map, a) / tooth_m(map, b);
    return meeting == GEARS_APART || fabs(ratio - 1.0) < 0.15 ||
           cw_error_set(error,
                        "its teeth and those of gear %d, which it meshes with, are %.2f and %.2f m "
                        "apart: give it about %.0f teeth",
                        b->id, tooth_m(map, a), tooth_m(map, b), gear_tooth_count(map, a) * ratio);
}

/* Among the others those count that are not left out. */
static bool check_pairs(const CwMap *map, const CwMapObject *gear, const bool *left_out,
                        CwError *error)
{
    bool later = false;
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *other = cw_map_object(map, i);
        bool is_gear = !left_out[i] && strcmp(other->type, "gear") == 0;
        if (later && is_gear && !check_pair(map, gear, other, error)) {
            return false;
        }
        later = later || other == gear;
    }
    return true;
}

enum { GEARS_MAX = 200 }; /* as many as a level may have, see level.c */

/* The gears that teeth join to the first, each with the way it turns. */
typedef struct Train {
    const bool *left_out;
    const CwMapObject *gears[GEARS_MAX];
    int ways[GEARS_MAX];
    int count;
} Train;

static int find_in(const Train *train, const CwMapObject *gear)
{
    for (int i = 0; i < train->count; i++) {
        if (train->gears[i] == gear) {
            return i;
        }
    }
    return -1;
}

/* Adds the neighbours of one gear; false for a ring that can't turn. */
static bool add_neighbours(Train *train, const CwMap *map, int from, CwError *error)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *other = cw_map_object(map, i);
        if (train->left_out[i] || other == train->gears[from] || strcmp(other->type, "gear") != 0 ||
            gear_meeting(train->gears[from], other) != GEARS_MESH) {
            continue;
        }
        int known = find_in(train, other);
        if (known < 0 && train->count < GEARS_MAX) {
            train->gears[train->count] = other;
            train->ways[train->count++] = -train->ways[from];
        } else if (known >= 0 && train->ways[known] == train->ways[from]) {
            return cw_error_set(error,
                                "gears %d and %d mesh and would have to turn the same way, in a "
                                "ring that jams: move one of the ring away",
                                train->gears[from]->id, other->id);
        }
    }
    return true;
}

/* One that drives, and no ring of an odd number. */
static bool check_train(const CwMap *map, const CwMapObject *gear, const bool *left_out,
                        CwError *error)
{
    Train train = {.left_out = left_out, .gears = {gear}, .ways = {1}, .count = 1};
    for (int i = 0; i < train.count; i++) {
        if (!add_neighbours(&train, map, i, error)) {
            return false;
        }
        if (i > 0 && !is_free(map, gear) && !is_free(map, train.gears[i])) {
            return cw_error_set(error,
                                "it and gear %d are joined by teeth and both driven: set \"free\" "
                                "of one of them, then it turns with the other",
                                train.gears[i]->id);
        }
    }
    return true;
}

static bool check_gear(const CwMapObject *object, CwError *error)
{
    return strcmp(object->type, "gear") != 0 || gear_radius_m(object) >= GEAR_RADIUS_MIN_M ||
           cw_error_set(error, "it is %g m wide: make a gear %g m or wider",
                        2.0 * gear_radius_m(object), 2.0 * GEAR_RADIUS_MIN_M);
}

bool properties_check(const CwMap *map, const CwMapObject *object, CwError *error)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(NUMBERS); i++) {
        if (strcmp(NUMBERS[i].class, object->type) == 0 &&
            !check_number(object, &NUMBERS[i], error)) {
            return false;
        }
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(TEXTS); i++) {
        if (strcmp(TEXTS[i].class, object->type) == 0 && !check_text(object, &TEXTS[i], error)) {
            return false;
        }
    }
    return check_line(object, error) && check_sign(map, object, error) &&
           check_water(object, error) && check_rotor(map, object, error) &&
           check_rise(map, object, error) && check_longer(object, error) &&
           check_gear(object, error);
}

bool properties_check_others(const CwMap *map, const CwMapObject *object, const bool *left_out,
                             CwError *error)
{
    return check_path(map, object, left_out, error) &&
           (strcmp(object->type, "gear") != 0 || (check_pairs(map, object, left_out, error) &&
                                                  check_train(map, object, left_out, error)));
}

static bool is_among(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* `what` has the properties. */
static void warn_of_unknown(const CwMap *map, const CwMapObject *object, const char *what,
                            const char *const *names, int count)
{
    const CwMapProperties *from = object == NULL ? cw_map_properties(map) : object->properties;
    int there = cw_property_count(from);
    for (int i = 0; i < there && i < NAMES_MAX; i++) {
        const char *name = cw_property_name(from, i);
        if (count == 0) {
            cw_map_warn(map, object, "a %s has no properties: delete \"%.40s\" in Tiled", what,
                        name);
        } else if (!is_among(name, names, count)) {
            cw_map_warn(map, object,
                        "a %s has no property \"%.40s\", so it counts for nothing; the nearest is "
                        "\"%s\": correct or delete it in Tiled",
                        what, name, cw_nearest_name(name, names, count));
        }
    }
}

void properties_warn(const CwMap *map, const CwMapObject *object)
{
    const char *names[NAMES_MAX];
    warn_of_unknown(map, object, object->type, names, names_of(object->type, names));
}

/* Those of the engine, of Windup, and the times of medals. */
static const char *const MAP_NAMES[] = {
    "title",  "place",        "weather",          "night", "music", "bronze_s", "silver_s",
    "gold_s", "clockmaker_s", "pixels_per_metre", "filter"};

void properties_warn_map(const CwMap *map)
{
    warn_of_unknown(map, NULL, "level", MAP_NAMES, (int)CW_ARRAY_LENGTH(MAP_NAMES));
}
