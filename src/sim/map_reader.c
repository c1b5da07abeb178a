#include "sim/map_reader.h"

#include "base/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* "FILE", "FILE: layer "L"" or "FILE: layer "L", object 7". */
static void place_name(const MapPlace *place, char *text, size_t size)
{
    const char *path = place->map->path;
    if (place->layer == NULL) {
        snprintf(text, size, "%.400s", path);
    } else if (place->object_id == 0) {
        snprintf(text, size, "%.400s: layer \"%.80s\"", path, place->layer);
    } else {
        snprintf(text, size, "%.400s: layer \"%.80s\", object %d", path, place->layer,
                 place->object_id);
    }
}

bool map_refuse(const MapPlace *place, CwError *error, const char *format, ...)
{
    char where[600];
    char what[400];
    place_name(place, where, sizeof where);
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return cw_error_set(error, "%s: %s", where, what);
}

void map_warn(const MapPlace *place, const char *format, ...)
{
    if (++place->map->warning_count > MAP_WARNINGS_MAX) {
        return;
    }
    char where[600];
    char what[400];
    place_name(place, where, sizeof where);
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    report("%s: %s", where, what);
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
        return "null";
    }
    return "unknown";
}

static bool refuse_type(const MapPlace *place, const char *key, const json_t *value,
                        const char *wanted, CwError *error)
{
    return map_refuse(place, error,
                      "\"%s\" is %s and must be %s: open the map in Tiled and save it again", key,
                      type_name(value), wanted);
}

bool map_read_number(const MapPlace *place, const json_t *from, const char *key, double fallback,
                     double *value, CwError *error)
{
    const json_t *found = json_object_get(from, key);
    *value = fallback;
    if (found == NULL) {
        return true;
    }
    if (!json_is_number(found)) {
        return refuse_type(place, key, found, "a number", error);
    }
    *value = json_number_value(found);
    if (!isfinite(*value)) {
        return map_refuse(place, error, "\"%s\" is not a finite number: correct it in Tiled", key);
    }
    return true;
}

bool map_need_number(const MapPlace *place, const json_t *from, const char *key, double *value,
                     CwError *error)
{
    if (json_object_get(from, key) == NULL) {
        return map_refuse(place, error,
                          "\"%s\" is missing: open the map in Tiled and save it again", key);
    }
    return map_read_number(place, from, key, 0.0, value, error);
}

bool map_read_text(const MapPlace *place, const json_t *from, const char *key, const char **value,
                   CwError *error)
{
    const json_t *found = json_object_get(from, key);
    *value = "";
    if (found == NULL) {
        return true;
    }
    if (!json_is_string(found)) {
        return refuse_type(place, key, found, "text", error);
    }
    *value = json_string_value(found);
    return true;
}

bool map_read_array(const MapPlace *place, const json_t *from, const char *key, json_t **value,
                    CwError *error)
{
    *value = json_object_get(from, key);
    if (*value != NULL && !json_is_array(*value)) {
        return refuse_type(place, key, *value, "a list", error);
    }
    return true;
}

bool map_check_properties(const MapPlace *place, const json_t *from, CwError *error)
{
    json_t *properties;
    if (!map_read_array(place, from, "properties", &properties, error)) {
        return false;
    }
    size_t index;
    const json_t *property;
    json_array_foreach(properties, index, property)
    {
        if (!json_is_string(json_object_get(property, "name")) ||
            json_object_get(property, "value") == NULL) {
            return map_refuse(place, error,
                              "custom property %d has no name or no value: correct it in Tiled",
                              (int)index + 1);
        }
    }
    return true;
}

json_t *map_property(const json_t *properties, const char *name)
{
    size_t index;
    json_t *property;
    json_array_foreach(properties, index, property)
    {
        const char *its_name = json_string_value(json_object_get(property, "name"));
        if (its_name != NULL && strcmp(its_name, name) == 0) {
            return json_object_get(property, "value");
        }
    }
    return NULL;
}
