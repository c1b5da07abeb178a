/* The members of Tiled's files that the reader understands, in a table for each kind of thing.
 *
 * All others are named once and taken out of the tree, so the reader can't use, and a recording
 * can't carry, what is not in the table. Pure; used by map.c. */
#include "map/map_reader.h"
#include "map/map_tree.h"

#include <stdio.h>
#include <string.h>

typedef enum Kind {
    KIND_MAP,
    KIND_TILESET,
    KIND_TEMPLATE,
    KIND_LAYER,
    KIND_OBJECT,
    KIND_TEXT,
    KIND_PLACE,
    KIND_CHUNK, /* from here on only in lists */
    KIND_TILE,
    KIND_FRAME,
    KIND_PROPERTY,
    KIND_COUNT
} Kind;

static const char *const NOUNS[KIND_COUNT] = {
    [KIND_MAP] = "map",     [KIND_TILESET] = "tileset",   [KIND_TEMPLATE] = "template",
    [KIND_LAYER] = "layer", [KIND_OBJECT] = "object",     [KIND_TEXT] = "text",
    [KIND_PLACE] = "place", [KIND_CHUNK] = "chunk",       [KIND_TILE] = "tile",
    [KIND_FRAME] = "frame", [KIND_PROPERTY] = "property",
};

/* With any value, of which the reader may complain. */
static const char *const READ[KIND_COUNT] = {
    [KIND_MAP] = " type orientation renderorder width height tilewidth tileheight infinite "
                 "properties layers tilesets backgroundcolor parallaxoriginx parallaxoriginy ",
    [KIND_TILESET] = " type name class firstgid source tilewidth tileheight spacing margin "
                     "tilecount columns tileoffset properties tiles image imagewidth imageheight "
                     "imagedata transparentcolor ",
    [KIND_TEMPLATE] = " type tileset object ",
    [KIND_LAYER] = " type id name class visible opacity tintcolor offsetx offsety parallaxx "
                   "parallaxy properties width height encoding compression data chunks objects "
                   "layers image imagewidth imageheight imagedata transparentcolor repeatx "
                   "repeaty ",
    [KIND_OBJECT] = " id name type class x y width height rotation visible gid template polygon "
                    "polyline ellipse capsule point text properties ",
    [KIND_TEXT] = " text pixelsize wrap color bold italic fontfamily ",
    [KIND_PLACE] = " x y ",
    [KIND_CHUNK] = " x y width height data ",
    [KIND_TILE] = " id type class x y width height properties objectgroup animation image "
                  "imagewidth imageheight imagedata transparentcolor ",
    [KIND_FRAME] = " tileid duration ",
    [KIND_PROPERTY] = " name value propertytype ",
};

/* With these values alone. A game gets each font's name, but texts are drawn in the game's font. */
static const char *const VALUES[KIND_COUNT] = {
    [KIND_TILESET] = " objectalignment=unspecified objectalignment=topleft objectalignment=top "
                     "objectalignment=topright objectalignment=left objectalignment=center "
                     "objectalignment=right objectalignment=bottomleft objectalignment=bottom "
                     "objectalignment=bottomright tilerendersize=tile fillmode=stretch ",
    [KIND_LAYER] = " draworder=topdown draworder=index mode=normal x=0 y=0 ",
    [KIND_OBJECT] = " opacity=1 ",
    [KIND_TEXT] = " halign=left halign=center halign=right halign=justify valign=top "
                  "valign=center valign=bottom underline=false strikeout=false kerning=true "
                  "fontfamily=sans-serif ",
    [KIND_PROPERTY] = " type=string type=int type=float type=bool type=color type=file "
                      "type=object type=class ",
};

/* Members for Tiled's windows or for maps that are not orthogonal: they have no effect here. */
static const char *const EDITOR[KIND_COUNT] = {
    [KIND_MAP] = " version tiledversion nextlayerid nextobjectid compressionlevel editorsettings "
                 "hexsidelength staggeraxis staggerindex skewx skewy ",
    [KIND_TILESET] = " version tiledversion backgroundcolor grid transformations terrains "
                     "terraintypes wangsets editorsettings ",
    [KIND_TEMPLATE] = " version tiledversion ",
    [KIND_LAYER] = " locked color startx starty ",
    [KIND_TILE] = " probability terrain ",
};

/* Members that are things, or lists of them. */
static const struct {
    Kind kind;
    const char *name;
    Kind inside;
} INSIDE[] = {
    {KIND_MAP, "layers", KIND_LAYER},         {KIND_MAP, "tilesets", KIND_TILESET},
    {KIND_MAP, "properties", KIND_PROPERTY},  {KIND_TILESET, "tiles", KIND_TILE},
    {KIND_TILESET, "tileoffset", KIND_PLACE}, {KIND_TILESET, "properties", KIND_PROPERTY},
    {KIND_TEMPLATE, "tileset", KIND_TILESET}, {KIND_TEMPLATE, "object", KIND_OBJECT},
    {KIND_LAYER, "layers", KIND_LAYER},       {KIND_LAYER, "objects", KIND_OBJECT},
    {KIND_LAYER, "chunks", KIND_CHUNK},       {KIND_LAYER, "properties", KIND_PROPERTY},
    {KIND_OBJECT, "text", KIND_TEXT},         {KIND_OBJECT, "polygon", KIND_PLACE},
    {KIND_OBJECT, "polyline", KIND_PLACE},    {KIND_OBJECT, "properties", KIND_PROPERTY},
    {KIND_TILE, "objectgroup", KIND_LAYER},   {KIND_TILE, "animation", KIND_FRAME},
    {KIND_TILE, "properties", KIND_PROPERTY},
};

#define SEE "see \"Maps from Tiled\" in docs/levels.md"

static void look_at(const MapPlace *around, Kind kind, json_t *thing);

/* Whether it was one. A game reads no lists. */
static bool name_list(const MapPlace *place, const char *name, const json_t *value)
{
    if (json_is_array(value)) {
        map_warn(place, "list", "property \"%.60s\" is a list and is ignored: " SEE,
                 name == NULL ? "" : name);
    }
    return json_is_array(value);
}

static void drop_lists_of_class(const MapPlace *place, json_t *value)
{
    void *next;
    for (void *at = json_object_iter(value); at != NULL; at = next) {
        const char *key = json_object_iter_key(at);
        next = json_object_iter_next(value, at);
        drop_lists_of_class(place, json_object_iter_value(at));
        if (name_list(place, key, json_object_iter_value(at))) {
            json_object_del(value, key);
        }
    }
}

static void look_at_all(const MapPlace *place, Kind kind, json_t *value)
{
    if (json_is_object(value) && kind < KIND_CHUNK) {
        look_at(place, kind, value);
    }
    for (size_t i = json_array_size(value); i > 0; i--) {
        json_t *thing = json_array_get(value, i - 1);
        const char *name = json_string_value(json_object_get(thing, "name"));
        if (kind == KIND_PROPERTY && name_list(place, name, json_object_get(thing, "value"))) {
            json_array_remove(value, i - 1);
        } else {
            look_at(place, kind, thing);
        }
    }
}

/* Writes "name=value". */
static void join(char word[64], const char *name, const json_t *value)
{
    int length = snprintf(word, 64, "%s=", name);
    if (json_is_number(value)) {
        snprintf(word + length, (size_t)(64 - length), "%g", json_number_value(value));
    } else {
        snprintf(word + length, (size_t)(64 - length), "%s",
                 json_is_string(value)  ? json_string_value(value)
                 : json_is_true(value)  ? "true"
                 : json_is_false(value) ? "false"
                                        : "");
    }
}

/* Whether a member stays in the tree. */
static bool check(const MapPlace *place, Kind kind, const char *name, const json_t *value)
{
    char key[80], word[64];
    bool is_read = map_is_word(name, ' ', READ[kind]);
    bool is_chosen = map_is_word(name, '=', VALUES[kind]);
    if (is_chosen) {
        join(word, name, value);
    }
    if (is_chosen ? map_is_word(word, ' ', VALUES[kind])
                  : is_read || map_is_word(name, ' ', EDITOR[kind])) {
        return is_read || is_chosen;
    }
    snprintf(key, sizeof key, "%s %.60s", NOUNS[kind], name);
    if (is_chosen) {
        map_warn(place, key, "the %s's \"%s\" is \"%s\", which is ignored: " SEE, NOUNS[kind], name,
                 word + strlen(name) + 1);
    } else {
        map_warn(place, key, "the %s's \"%.60s\" is unknown and is ignored: " SEE, NOUNS[kind],
                 name);
    }
    return is_read;
}

static void look_inside(const MapPlace *place, Kind kind, const char *name, json_t *value)
{
    size_t i = 0;
    while (i < CW_ARRAY_LENGTH(INSIDE) &&
           (INSIDE[i].kind != kind || strcmp(INSIDE[i].name, name) != 0)) {
        i++;
    }
    if (i < CW_ARRAY_LENGTH(INSIDE)) {
        look_at_all(place, INSIDE[i].inside, value);
    } else if (kind == KIND_PROPERTY) {
        drop_lists_of_class(place, value);
    }
}

static void look_at(const MapPlace *around, Kind kind, json_t *thing)
{
    MapPlace place = *around;
    const char *name = json_string_value(json_object_get(thing, "name"));
    place.line = map_line(thing) > 0 ? map_line(thing) : place.line;
    if (kind == KIND_LAYER && name != NULL) {
        place.layer = name;
    } else if (kind == KIND_OBJECT) {
        place.object_id = (int)json_integer_value(json_object_get(thing, "id"));
        place.object_name = name;
    }
    void *next;
    for (void *at = json_object_iter(thing); at != NULL; at = next) {
        const char *key = json_object_iter_key(at);
        next = json_object_iter_next(thing, at);
        if (strcmp(key, MAP_LINE_KEY) == 0 ||
            check(&place, kind, key, json_object_iter_value(at))) {
            look_inside(&place, kind, key, json_object_iter_value(at));
        } else {
            json_object_del(thing, key);
        }
    }
}

void map_keep_known(const MapPlace *place, json_t *root)
{
    const char *type = json_string_value(json_object_get(root, "type"));
    bool is_template = type != NULL && strcmp(type, "template") == 0;
    look_at(place,
            place->file == NULL ? KIND_MAP
            : is_template       ? KIND_TEMPLATE
                                : KIND_TILESET,
            root);
}
