/* The members of Tiled's files that the reader understands.
 *
 * Others are named once and removed from the tree, so the reader can't use them and a recording
 * can't carry them. Pure; used by map.c. */
#include "map/map_reader.h"
#include "map/map_tree.h"

#include <stdio.h>
#include <string.h>

/* After a name: nothing for any value (the reader may refuse it); =VALUE for an allowed value;
 * :KIND for a thing of that kind or a list of them; +KIND for a list only. A minus precedes members
 * for Tiled's windows or for maps that are not orthogonal. A game gets each font's name, but texts
 * are drawn in the game's font. */
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

#define SEE "see \"Maps from Tiled\" in docs/levels.md"

typedef struct Member {
    bool is_read, is_idle;
    bool is_chosen, is_allowed; /* only some values are allowed; this is one of them */
    const char *inside;         /* mark and kind of its content; NULL: none */
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

/* Fast, because a map has thousands of members, few of which have words for values. */
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

/* Checks a thing's members. `kind` ends at a blank or with the text. */
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
