#include "map/map_reader.h"

#include "base/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { MESSAGE_BYTES = 1024 };

/* Writes "FILE:7: layer "L", object 7 "N": WORDS", without unknown parts. */
CW_PRINTF(3, 0)
static void compose(char text[MESSAGE_BYTES], const MapPlace *place, const char *format,
                    va_list words)
{
    const char *path = place->file != NULL ? place->file->path : place->map->path;
    bool is_named = place->object_name != NULL && place->object_name[0] != '\0';
    int used = snprintf(text, MESSAGE_BYTES, "%.400s", path);
    if (place->line > 0) {
        used += sprintf(text + used, ":%d", place->line);
    }
    if (place->layer != NULL) {
        used += sprintf(text + used, ": layer \"%.80s\"", place->layer);
    }
    if (place->layer != NULL && place->object_id != 0) {
        used += sprintf(text + used, ", object %d", place->object_id);
    }
    if (place->layer != NULL && place->object_id != 0 && is_named) {
        used += sprintf(text + used, " \"%.40s\"", place->object_name);
    }
    used += sprintf(text + used, ": ");
    vsnprintf(text + used, MESSAGE_BYTES - (size_t)used, format, words);
}

bool map_refuse(const MapPlace *place, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list words;
    va_start(words, format);
    compose(text, place, format, words);
    va_end(words);
    return cw_error_set(place->error, "%s", text);
}

/* Prints the first few warnings of the loader and of the game. */
static void print_warning(CwMap *map, const char *text)
{
    map->all_warnings_count++;
    if (map->is_quiet) {
        return;
    }
    if (++map->warning_count <= MAP_WARNINGS_MAX) {
        report("%s", text);
    } else if (map->warning_count == MAP_WARNINGS_MAX + 1) {
        report("%s: there are more warnings: correct these first", map->path);
    }
}

bool map_is_new(CwMap *map, const char *key)
{
    uint64_t hash = XXH3_64bits(key, strlen(key));
    for (int i = 0; i < map->told_count; i++) {
        if (map->told[i] == hash) {
            return false;
        }
    }
    if (map->told_count == MAP_TOLD_MAX) {
        return false;
    }
    map->told[map->told_count++] = hash;
    return true;
}

void map_warn(const MapPlace *place, const char *key, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    if (key != NULL && !map_is_new(place->map, key)) {
        return;
    }
    va_list words;
    va_start(words, format);
    compose(text, place, format, words);
    va_end(words);
    print_warning(place->map, text);
}

void cw_map_warn(const CwMap *map, const CwMapObject *object, const char *format, ...)
{
    char what[400], key[440];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    /* warnings are counted in the loaded map */
    MapPlace place = {.map = map->loaded != NULL ? map->loaded : (CwMap *)map};
    if (object != NULL) {
        place.layer = object->layer;
        place.object_id = object->id;
        place.object_name = object->name;
    }
    snprintf(key, sizeof key, "%d: %s", place.object_id, what);
    map_warn(&place, key, "%s", what);
}

void map_warn_error(CwMap *map, const CwError *error, const char *consequence)
{
    char text[MESSAGE_BYTES];
    snprintf(text, sizeof text, "%.950s (%.60s)", error->text, consequence);
    print_warning(map, text);
}

/* ---- memory ---- */

typedef struct MapBlock {
    struct MapBlock *next;
    max_align_t memory[];
} MapBlock;

void *map_keep(CwMap *map, size_t bytes)
{
    MapBlock *block = bytes > SIZE_MAX / 2 ? NULL : calloc(1, sizeof *block + bytes);
    if (block == NULL) {
        return NULL;
    }
    block->next = map->blocks;
    map->blocks = block;
    return block->memory;
}

char *map_keep_text(CwMap *map, const char *text)
{
    char *copy = map_keep(map, strlen(text) + 1);
    return copy == NULL ? NULL : strcpy(copy, text);
}

void map_forget(CwMap *map)
{
    while (map->blocks != NULL) {
        MapBlock *next = map->blocks->next;
        free(map->blocks);
        map->blocks = next;
    }
}

/* ---- values ---- */

const char *map_type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object",    [JSON_ARRAY] = "a list",  [JSON_STRING] = "text",
        [JSON_INTEGER] = "a number",    [JSON_REAL] = "a number", [JSON_TRUE] = "true or false",
        [JSON_FALSE] = "true or false", [JSON_NULL] = "null"};
    return names[json_typeof(value)];
}

static void refuse_type(const MapPlace *place, const char *key, const json_t *got, const char *type)
{
    char text[40];
    snprintf(text, sizeof text, "\"%.30s\"", json_is_string(got) ? json_string_value(got) : "");
    map_refuse(place, "\"%s\" is %s and must be %s: open the map in Tiled and save it again", key,
               json_is_string(got) ? text : map_type_name(got), type);
}

bool map_is_good(const MapPlace *place)
{
    return place->error->text[0] == '\0';
}

double map_read_number(const MapPlace *place, const json_t *from, const char *key, double fallback)
{
    const json_t *found = json_object_get(from, key);
    if (found != NULL && !json_is_number(found)) {
        refuse_type(place, key, found, "a number");
    }
    double value = json_is_number(found) ? json_number_value(found) : fallback;
    if (!isfinite(value)) {
        map_refuse(place, "\"%s\" is not a finite number: correct it in Tiled", key);
    }
    return value;
}

double map_need_number(const MapPlace *place, const json_t *from, const char *key)
{
    if (json_object_get(from, key) == NULL) {
        map_refuse(place, "\"%s\" is missing: open the map in Tiled and save it again", key);
    }
    return map_read_number(place, from, key, 0.0);
}

const char *map_read_text(const MapPlace *place, const json_t *from, const char *key)
{
    const json_t *found = json_object_get(from, key);
    if (found != NULL && !json_is_string(found)) {
        refuse_type(place, key, found, "text");
    }
    return json_is_string(found) ? json_string_value(found) : "";
}

json_t *map_read_array(const MapPlace *place, const json_t *from, const char *key)
{
    json_t *found = json_object_get(from, key);
    if (found != NULL && !json_is_array(found)) {
        refuse_type(place, key, found, "a list");
    }
    return found;
}

int map_read_count(const MapPlace *place, const json_t *from, const char *key, MapRange range)
{
    double number = map_need_number(place, from, key);
    bool is_in_range = number >= range.least && number <= range.most;
    if (!is_in_range) {
        map_refuse(place, "\"%s\" is %g and must be from %d to %d: correct it in Tiled", key,
                   number, range.least, range.most);
    }
    return is_in_range ? (int)number : range.least;
}

const char *map_read_class(const MapPlace *place, const json_t *from)
{
    const char *type = map_read_text(place, from, "type");
    const char *class_1_9 = map_read_text(place, from, "class"); /* only Tiled 1.9 writes it */
    return type[0] != '\0' ? type : class_1_9;
}

bool map_is_true(const json_t *from, const char *key, bool fallback)
{
    const json_t *value = json_object_get(from, key);
    return value == NULL ? fallback : json_is_true(value);
}

int map_line(const json_t *from)
{
    return (int)json_integer_value(json_object_get(from, MAP_LINE_KEY));
}

bool map_parse_colour(const char *text, CwColour *colour)
{
    text += text[0] == '#';
    size_t length = strlen(text);
    if ((length != 3 && length != 6 && length != 8) ||
        strspn(text, "0123456789abcdefABCDEF") != length) {
        return false;
    }
    unsigned long bits = strtoul(text, NULL, 16);
    if (length == 3) {
        bits = (bits & 0xf00) * 0x1100 | (bits & 0xf0) * 0x110 | (bits & 0xf) * 0x11;
    }
    uint8_t alpha = length == 8 ? (uint8_t)(bits >> 24) : 255;
    *colour = (CwColour){(uint8_t)(bits >> 16), (uint8_t)(bits >> 8), (uint8_t)bits, alpha};
    return true;
}

void map_check_properties(const MapPlace *place, const json_t *from)
{
    const json_t *list = map_read_array(place, from, "properties");
    if (json_array_size(list) > MAP_PROPERTIES_MAX) {
        map_refuse(place, "has %zu custom properties: leave at most %d", json_array_size(list),
                   MAP_PROPERTIES_MAX);
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *property = json_array_get(list, i);
        if (!json_is_string(json_object_get(property, "name")) ||
            json_object_get(property, "value") == NULL) {
            map_refuse(place, "custom property %d has no name or no value: correct it in Tiled",
                       (int)i + 1);
        }
    }
}

json_t *map_property(const json_t *properties, const char *name)
{
    for (size_t i = 0; i < json_array_size(properties); i++) {
        const json_t *property = json_array_get(properties, i);
        const char *its_name = json_string_value(json_object_get(property, "name"));
        if (its_name != NULL && strcmp(its_name, name) == 0) {
            return json_object_get(property, "value");
        }
    }
    return NULL;
}

/* ---- known members; each unknown one is reported once ---- */

/* The members of each kind of thing. A plain name takes any value, which the reader may still
 * refuse. NAME=VALUE allows a value, NAME:KIND a thing or a list of them, NAME+KIND a list only. A
 * minus marks ignored members, for Tiled's windows or for maps that are not orthogonal. Fonts are
 * allowed because the game gets their names, but texts are drawn in the game's font. */
static const struct {
    const char *noun, *members;
} KINDS[] = {
    {"map", "type orientation renderorder=right-down width height tilewidth tileheight infinite "
            "properties+property layers+layer tilesets+tileset backgroundcolor parallaxoriginx "
            "parallaxoriginy -version -tiledversion -nextlayerid -nextobjectid -compressionlevel "
            "-editorsettings -hexsidelength -staggeraxis -staggerindex -skewx -skewy"},
    {"tileset",
     "type name class firstgid source tilewidth tileheight spacing margin tilecount columns "
     "tileoffset:place properties+property tiles+tile image imagewidth imageheight "
     "transparentcolor objectalignment=unspecified objectalignment=topleft objectalignment=top "
     "objectalignment=topright objectalignment=left objectalignment=center objectalignment=right "
     "objectalignment=bottomleft objectalignment=bottom objectalignment=bottomright "
     "tilerendersize=tile fillmode=stretch -version -tiledversion -backgroundcolor -grid "
     "-transformations -terrains -terraintypes -wangsets -editorsettings"},
    {"template", "type tileset:tileset object:object -version -tiledversion"},
    {"layer", "type id name class visible opacity tintcolor offsetx offsety parallaxx parallaxy "
              "properties+property width height encoding compression data chunks+chunk "
              "objects+object layers+layer image imagewidth imageheight transparentcolor "
              "repeatx repeaty draworder=topdown draworder=index mode=normal x=0 y=0 -locked "
              "-color -startx -starty"},
    {"object", "id name type class x y width height rotation visible gid template polygon+place "
               "polyline+place ellipse capsule point text:text properties+property opacity=1"},
    {"text", "text pixelsize wrap color bold italic fontfamily fontfamily=sans-serif halign=left "
             "halign=center halign=right halign=justify valign=top valign=center valign=bottom "
             "underline=false strikeout=false kerning=true"},
    {"place", "x y"},
    {"chunk", "x y width height data"},
    {"tile", "id type class x y width height properties+property objectgroup:layer animation+frame "
             "image imagewidth imageheight transparentcolor -probability -terrain"},
    {"frame", "tileid duration"},
    {"property", "name value propertytype type=string type=int type=float type=bool type=color "
                 "type=file type=object type=class"},
};

#define SEE "see \"Supported features of Tiled\" in docs/maps.md"

typedef struct Member {
    bool is_read, is_idle;
    bool is_chosen, is_allowed; /* only listed values are allowed; this one is listed */
    const char *inside;         /* the mark (: or +) and the kind of its content; NULL: none */
} Member;

static void look_at(const MapPlace *around, const char *kind, json_t *thing);

static bool is_named(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

static const char *text_of(const json_t *value, char text[64])
{
    if (json_is_number(value)) {
        snprintf(text, 64, "%g", json_number_value(value));
        return text;
    }
    return json_is_true(value)     ? "true"
           : json_is_false(value)  ? "false"
           : json_is_string(value) ? json_string_value(value)
                                   : "";
}

/* Finds a member among the words of its kind. Must be fast: a map has thousands of members. */
static Member find_member(const char *words, const char *name, const json_t *value)
{
    Member member = {0};
    size_t length = strlen(name);
    bool is_word = strcspn(name, " =:+") == length;
    for (const char *word = is_word ? words : NULL; word != NULL; word = strchr(word, ' ')) {
        word += *word == ' ';
        bool is_idle = *word == '-';
        const char *after = word + is_idle + length;
        if (strncmp(word + is_idle, name, length) != 0 || strchr(" =:+", *after) == NULL) {
            continue;
        }
        char number[64];
        bool is_value = *after == '=';
        member.is_idle |= is_idle;
        member.is_read |= !is_idle && !is_value;
        member.is_chosen |= is_value;
        member.is_allowed |=
            is_value && is_named(after + 1, strcspn(after + 1, " "), text_of(value, number));
        member.inside = *after == ':' || *after == '+' ? after : member.inside;
    }
    return member;
}

static void look_inside(const MapPlace *place, const char *inside, json_t *value)
{
    const char *kind = inside + 1;
    if (*inside == ':' && json_is_object(value)) {
        look_at(place, kind, value);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        look_at(place, kind, json_array_get(value, i));
    }
}

static void warn_of(const MapPlace *place, const char *noun, const char *name, const char *text)
{
    char key[80];
    snprintf(key, sizeof key, "%s %.60s", noun, name);
    if (text != NULL) {
        map_warn(place, key, "the %s's \"%s\" is \"%.60s\", which is ignored: " SEE, noun, name,
                 text);
    } else {
        map_warn(place, key, "the %s's \"%.60s\" is unknown and is ignored: " SEE, noun, name);
    }
}

/* Whether the member stays in the tree. */
static bool check(const MapPlace *place, size_t kind, const char *name, json_t *value)
{
    char number[64];
    const char *noun = KINDS[kind].noun;
    Member member = find_member(KINDS[kind].members, name, value);
    if (member.is_chosen && !member.is_allowed) {
        warn_of(place, noun, name, text_of(value, number));
    } else if (!member.is_read && !member.is_idle && !member.is_chosen) {
        warn_of(place, noun, name, NULL);
    } else if (member.inside != NULL) {
        look_inside(place, member.inside, value);
    }
    return member.is_read || member.is_allowed;
}

/* Checks the members of a thing. `kind` begins with the name of its kind, up to a blank. */
static void look_at(const MapPlace *around, const char *kind, json_t *thing)
{
    MapPlace place = *around;
    const char *name = json_string_value(json_object_get(thing, "name")), *key;
    size_t row = 0;
    void *next;
    json_t *value;
    while (!is_named(kind, strcspn(kind, " "), KINDS[row].noun)) {
        row++;
    }
    place.line = map_line(thing) > 0 ? map_line(thing) : place.line;
    if (strcmp(KINDS[row].noun, "layer") == 0 && name != NULL) {
        place.layer = name;
    } else if (strcmp(KINDS[row].noun, "object") == 0) {
        place.object_id = (int)json_integer_value(json_object_get(thing, "id"));
        place.object_name = name;
    }
    json_object_foreach_safe(thing, next, key, value)
    {
        if (strcmp(key, MAP_LINE_KEY) != 0 && !check(&place, row, key, value)) {
            json_object_del(thing, key);
        }
    }
}

void map_keep_known(const MapPlace *place, json_t *root)
{
    const char *type = json_string_value(json_object_get(root, "type"));
    bool is_template = type != NULL && strcmp(type, "template") == 0;
    look_at(place, place->file == NULL ? "map" : is_template ? "template" : "tileset", root);
}
