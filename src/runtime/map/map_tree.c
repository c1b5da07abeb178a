#include "map/map_reader.h"

#include "base/number.h"
#include "platform/file.h"

#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits on parsing: a value takes up to 60 bytes, so a file 60 MB, and an object as much as
 * MAP_OBJECT_VALUES values. A level of 20,000 corners and 6,000 other objects has 300,000. */
enum { MAP_VALUES_MAX = 1000000, MAP_OBJECT_VALUES = 4 };

/* ---- XML ----
 *
 * A table says where each element goes: into a list of its parent, under a key of it, or into the
 * parent itself. An unknown element leaves only its name in its parent. */

enum { DEPTH_MAX = 64 };

typedef enum Role {
    ROLE_ROOT,       /* map, tileset, template */
    ROLE_LIST,       /* an object appended to a list of the parent */
    ROLE_MEMBER,     /* an object under a key of the parent */
    ROLE_FLAG,       /* true under a key of the parent */
    ROLE_CORNERS,    /* "x,y x,y" becomes a list */
    ROLE_INTO,       /* attributes and children belong to the parent */
    ROLE_IMAGE,      /* an image's attributes under longer names */
    ROLE_CELL,       /* a tile in data: one more number for the text */
    ROLE_PROPERTIES, /* a list of properties, or the members of a class */
    ROLE_PROPERTY
} Role;

typedef struct Rule {
    const char *element, *parents; /* " parent parent " */
    Role role;
    const char *key;
    const char *type; /* value of "type" in JSON */
    const char *text; /* key for the text; NULL: the text is ignored */
} Rule;

static const Rule RULES[] = {
    {"map", "", ROLE_ROOT, NULL, "map", NULL},
    {"tileset", "", ROLE_ROOT, NULL, "tileset", NULL},
    {"template", "", ROLE_ROOT, NULL, "template", NULL},
    {"tileset", " map ", ROLE_LIST, "tilesets", NULL, NULL},
    {"tileset", " template ", ROLE_MEMBER, "tileset", NULL, NULL},
    {"layer", " map group ", ROLE_LIST, "layers", "tilelayer", NULL},
    {"objectgroup", " map group ", ROLE_LIST, "layers", "objectgroup", NULL},
    {"imagelayer", " map group ", ROLE_LIST, "layers", "imagelayer", NULL},
    {"group", " map group ", ROLE_LIST, "layers", "group", NULL},
    {"objectgroup", " tile ", ROLE_MEMBER, "objectgroup", "objectgroup", NULL},
    {"object", " objectgroup ", ROLE_LIST, "objects", NULL, NULL},
    {"object", " template ", ROLE_MEMBER, "object", NULL, NULL},
    {"tile", " tileset ", ROLE_LIST, "tiles", NULL, NULL},
    {"tile", " data chunk ", ROLE_CELL, NULL, NULL, NULL},
    {"tileoffset", " tileset ", ROLE_MEMBER, "tileoffset", NULL, NULL},
    {"grid", " tileset ", ROLE_MEMBER, "grid", NULL, NULL},
    {"image", " tileset tile imagelayer ", ROLE_IMAGE, NULL, NULL, NULL},
    {"data", " layer ", ROLE_INTO, NULL, NULL, "data"},
    {"data", " image ", ROLE_FLAG, "imagedata", NULL, NULL},
    {"chunk", " data ", ROLE_LIST, "chunks", NULL, "data"},
    {"animation", " tile ", ROLE_INTO, NULL, NULL, NULL},
    {"frame", " animation ", ROLE_LIST, "animation", NULL, NULL},
    {"ellipse", " object ", ROLE_FLAG, "ellipse", NULL, NULL},
    {"capsule", " object ", ROLE_FLAG, "capsule", NULL, NULL},
    {"point", " object ", ROLE_FLAG, "point", NULL, NULL},
    {"polygon", " object ", ROLE_CORNERS, "polygon", NULL, NULL},
    {"polyline", " object ", ROLE_CORNERS, "polyline", NULL, NULL},
    {"text", " object ", ROLE_MEMBER, "text", NULL, "text"},
    {"properties", " map tileset tile layer objectgroup imagelayer group object property ",
     ROLE_PROPERTIES, "properties", NULL, NULL},
    {"property", " properties ", ROLE_PROPERTY, NULL, NULL, NULL},
};

typedef struct Element {
    const Rule *rule;
    json_t *node;           /* target of attributes and children; borrowed */
    bool has_class_members; /* properties of a property: `node` is its value */
    json_t *text_node;
    const char *text_key;
} Element;

typedef struct Reader {
    XML_Parser parser;
    const char *path;
    CwError *error;
    json_t *root;
    Element stack[DEPTH_MAX];
    int depth;
    int skipped; /* open elements inside one that is left out */
    size_t value_count;
    Text text; /* text of the innermost element that keeps any */
} Reader;

static void stop(Reader *reader, const char *why)
{
    cw_error_set(reader->error,
                 "%.400s:%d:%d: %s: correct the XML there, or save the map with Tiled again",
                 reader->path, (int)XML_GetCurrentLineNumber(reader->parser),
                 (int)XML_GetCurrentColumnNumber(reader->parser) + 1, why);
    XML_StopParser(reader->parser, XML_FALSE);
}

/* Stops for a reason without a line. */
static void stop_all(Reader *reader, const char *why)
{
    cw_error_set(reader->error, "%.400s: %s", reader->path, why);
    XML_StopParser(reader->parser, XML_FALSE);
}

static void put(Reader *reader, json_t *into, const char *key, json_t *value)
{
    if (json_object_set_new(into, key, value) != 0) { /* the parser gives only UTF-8 */
        stop_all(reader, "out of memory");
    }
    if (++reader->value_count > MAP_VALUES_MAX) {
        stop_all(reader, "has too many values: split the level");
    }
}

static void append(Reader *reader, json_t *into, const char *key, json_t *value)
{
    json_t *list = json_object_get(into, key);
    if (!json_is_array(list)) { /* an attribute may have this name */
        list = json_array();
        put(reader, into, key, list);
    }
    if (json_array_append_new(list, value) != 0) {
        stop_all(reader, "out of memory");
    }
    reader->value_count++;
}

/* ---- attributes ---- */

/* Whether a word is among others that have a blank on each side. */
static bool is_word(const char *word, const char *words)
{
    size_t length = strlen(word);
    const char *at = strchr(word, ' ') == NULL && length > 0 ? strstr(words, word) : NULL;
    while (at != NULL && (at[-1] != ' ' || at[length] != ' ')) {
        at = strstr(at + length, word);
    }
    return at != NULL;
}

static const char TEXTS[] = " name type class source orientation renderorder backgroundcolor "
                            "encoding compression template color tintcolor trans "
                            "draworder fontfamily halign valign objectalignment tilerendersize "
                            "fillmode version tiledversion ";
static const char FLAGS[] =
    " infinite visible repeatx repeaty wrap bold italic underline strikeout kerning ";

/* Text that is no number stays text; its reader says what it must be. */
static json_t *number_or_text(const char *text)
{
    double number;
    if (!number_parse(text, &number) || !isfinite(number)) {
        return json_string(text);
    }
    bool is_whole = number > -1e15 && number < 1e15 && number == (double)(json_int_t)number;
    return is_whole ? json_integer((json_int_t)number) : json_real(number);
}

static json_t *attribute_value(const char *name, const char *text)
{
    if (is_word(name, TEXTS)) {
        return json_string(text);
    }
    bool is_true = strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
    return is_word(name, FLAGS) ? json_boolean(is_true) : number_or_text(text);
}

static void put_attributes(Reader *reader, json_t *into, const char **attributes)
{
    for (; attributes[0] != NULL; attributes += 2) {
        put(reader, into, attributes[0], attribute_value(attributes[0], attributes[1]));
    }
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return NULL;
}

static void put_image(Reader *reader, json_t *into, const char **attributes)
{
    static const char *const names[][2] = {{"source", "image"},
                                           {"width", "imagewidth"},
                                           {"height", "imageheight"},
                                           {"trans", "transparentcolor"}};
    for (; attributes[0] != NULL; attributes += 2) {
        const char *key = attributes[0];
        for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
            key = strcmp(attributes[0], names[i][0]) == 0 ? names[i][1] : key;
        }
        if (json_object_get(into, key) == NULL) {
            put(reader, into, key, attribute_value(attributes[0], attributes[1]));
        }
    }
}

static void put_corners(Reader *reader, const Element *element, const char **attributes)
{
    const char *points = attribute(attributes, "points");
    char *copy = strdup(points == NULL ? "" : points);
    put(reader, element->node, element->rule->key, json_array());
    char *word = copy == NULL ? NULL : copy + strspn(copy, " ");
    for (char *rest; word != NULL && *word != '\0'; word = rest) {
        size_t length = strcspn(word, " ");
        rest = word + length + strspn(word + length, " ");
        word[length] = '\0';
        char *comma = strchr(word, ',');
        json_t *corner = json_object();
        reader->value_count += MAP_OBJECT_VALUES - 1;
        if (comma != NULL) {
            *comma = '\0';
            put(reader, corner, "x", number_or_text(word));
            put(reader, corner, "y", number_or_text(comma + 1));
        }
        append(reader, element->node, element->rule->key, corner);
    }
    free(copy);
}

/* ---- properties ---- */

static json_t *property_value(const char *type, const char *text)
{
    if (strcmp(type, "bool") == 0) {
        return json_boolean(strcmp(text, "true") == 0);
    }
    return is_word(type, " int float object ") ? number_or_text(text) : json_string(text);
}

/* Stores a property: {name, type, value} in a list, or a member of a class's value. */
static void put_property(Reader *reader, Element *element, const Element *parent,
                         const char **attributes)
{
    const char *name = attribute(attributes, "name");
    const char *type = attribute(attributes, "type");
    const char *text = attribute(attributes, "value");
    type = type == NULL ? "string" : type;
    bool is_class = strcmp(type, "class") == 0;
    json_t *value = is_class                    ? json_object()
                    : strcmp(type, "list") == 0 ? json_array()
                                                : property_value(type, text == NULL ? "" : text);
    json_t *into = parent->node;
    const char *key = name == NULL ? "" : name;
    if (!parent->has_class_members) {
        into = json_object();
        append(reader, parent->node, "properties", into);
        put_attributes(reader, into, attributes);
        put(reader, into, "type", json_string(type));
        if (name != NULL) {
            put(reader, into, "name", json_string(name));
        }
        key = "value";
    }
    put(reader, into, key, value);
    element->node = is_class ? value : into;
    element->has_class_members = is_class;
    if (text == NULL && json_is_string(value)) { /* a text of several lines is an element's text */
        element->text_node = into;
        element->text_key = json_object_iter_key(json_object_iter_at(into, key));
    }
}

/* ---- elements ---- */

static const Rule *find_rule(const Reader *reader, const char *name)
{
    const char *parent = reader->depth == 0 ? "" : reader->stack[reader->depth - 1].rule->element;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(RULES); i++) {
        const Rule *rule = &RULES[i];
        bool is_allowed = reader->depth == 0
                              ? rule->parents[0] == '\0'
                              : rule->parents[0] != '\0' && is_word(parent, rule->parents);
        if (is_allowed && strcmp(rule->element, name) == 0) {
            return rule;
        }
    }
    return NULL;
}

static json_t *new_node(Reader *reader, const Rule *rule, const char **attributes)
{
    json_t *node = json_object();
    reader->value_count += MAP_OBJECT_VALUES - 1;
    put_attributes(reader, node, attributes);
    if (rule->type != NULL) {
        put(reader, node, "type", json_string(rule->type));
    }
    if (is_word(rule->element, " map group ")) {
        put(reader, node, "layers", json_array());
    }
    put(reader, node, MAP_LINE_KEY,
        json_integer((json_int_t)XML_GetCurrentLineNumber(reader->parser)));
    return node;
}

static void begin_role(Reader *reader, Element *element, const Element *parent,
                       const char **attributes)
{
    const Rule *rule = element->rule;
    const char *gid = attribute(attributes, "gid");
    switch (rule->role) {
    case ROLE_ROOT:
        reader->root = element->node = new_node(reader, rule, attributes);
        break;
    case ROLE_LIST:
    case ROLE_MEMBER:
        element->node = new_node(reader, rule, attributes);
        (rule->role == ROLE_LIST ? append : put)(reader, parent->node, rule->key, element->node);
        break;
    case ROLE_FLAG:
        put(reader, parent->node, rule->key, json_true());
        break;
    case ROLE_CORNERS:
        put_corners(reader, element, attributes);
        break;
    case ROLE_INTO:
        put_attributes(reader, parent->node, attributes);
        break;
    case ROLE_IMAGE:
        put_image(reader, parent->node, attributes);
        break;
    case ROLE_CELL:
        text_add_word(&reader->text, gid == NULL ? "0" : gid);
        text_add_word(&reader->text, ",");
        break;
    case ROLE_PROPERTY:
        put_property(reader, element, parent, attributes);
        break;
    case ROLE_PROPERTIES:
        element->has_class_members = parent->has_class_members;
        break;
    }
    if (rule->text != NULL) {
        element->text_node = element->node;
        element->text_key = rule->text;
    }
}

/* Leaves an unknown element's name in its parent. Items of a list property have another message. */
static void note_unknown(Reader *reader, const char *name)
{
    const Element *parent = reader->skipped > 0 ? NULL : &reader->stack[reader->depth - 1];
    if (parent != NULL && parent->rule->role != ROLE_PROPERTY && !parent->has_class_members &&
        json_object_get(parent->node, name) == NULL) {
        put(reader, parent->node, name, json_true());
    }
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    Reader *reader = context;
    const Rule *rule = reader->skipped > 0 ? NULL : find_rule(reader, name);
    if (rule == NULL && reader->depth == 0) {
        stop(reader, "this is not a map, tileset or template of Tiled");
        return;
    }
    if (rule == NULL) {
        note_unknown(reader, name);
        reader->skipped++;
        return;
    }
    if (reader->depth == DEPTH_MAX) {
        stop(reader, "elements are nested too deeply");
        return;
    }
    const Element *parent = reader->depth == 0 ? NULL : &reader->stack[reader->depth - 1];
    Element *element = &reader->stack[reader->depth++];
    *element = (Element){.rule = rule, .node = parent == NULL ? NULL : parent->node};
    begin_role(reader, element, parent, attributes);
    if (element->text_node != NULL) {
        reader->text.size = 0;
    }
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    (void)name;
    Reader *reader = context;
    if (reader->skipped > 0) {
        reader->skipped--;
        return;
    }
    if (reader->depth == 0) {
        return; /* stopped */
    }
    const Element *element = &reader->stack[--reader->depth];
    if (element->text_node != NULL) {
        if (json_object_get(element->node, "chunks") == NULL) { /* chunks have the data */
            put(reader, element->text_node, element->text_key,
                json_stringn(reader->text.size == 0 ? "" : reader->text.bytes, reader->text.size));
        }
        reader->text.size = 0;
    }
}

static void XMLCALL add_characters(void *context, const XML_Char *bytes, int length)
{
    Reader *reader = context;
    if (reader->skipped == 0 && reader->depth > 0 &&
        reader->stack[reader->depth - 1].text_node != NULL) {
        text_add(&reader->text, bytes, (size_t)length);
    }
}

/* Refuses declarations in the file: Tiled writes none, and entities can make small files huge. */
static void XMLCALL begin_document_type(void *context, const XML_Char *name, const XML_Char *system,
                                        const XML_Char *public_id, int has_declarations)
{
    (void)name, (void)system, (void)public_id;
    if (has_declarations) {
        stop(context, "XML entities are not supported");
    }
}

static json_t *tree_of_xml(const char *path, MapText text, CwError *error)
{
    Reader *reader = calloc(1, sizeof *reader);
    XML_Parser parser = XML_ParserCreate(NULL);
    CwError cause = {0};
    json_t *root = NULL;
    if (reader != NULL && parser != NULL) {
        *reader = (Reader){.parser = parser, .path = path, .error = &cause};
        XML_SetUserData(parser, reader);
        XML_SetElementHandler(parser, begin_element, end_element);
        XML_SetCharacterDataHandler(parser, add_characters);
        XML_SetStartDoctypeDeclHandler(parser, begin_document_type);
        if (memchr(text.bytes, '\0', text.size) != NULL) { /* UTF-16: a recording adds a line end */
            stop_all(reader, "is not in UTF-8: save the map with Tiled again");
        } else if (XML_Parse(parser, text.bytes, (int)text.size, XML_TRUE) != XML_STATUS_OK) {
            enum XML_Error code = XML_GetErrorCode(parser);
            (code == XML_ERROR_NO_MEMORY ? stop_all : stop)(reader, XML_ErrorString(code));
        }
        if (reader->text.has_failed) {
            stop_all(reader, "out of memory");
        }
        root = reader->root;
        free(reader->text.bytes);
    } else {
        cw_error_set(&cause, "%.400s: out of memory", path);
    }
    if (cause.text[0] != '\0') {
        json_decref(root);
        root = NULL;
        cw_error_set(error, "%s", cause.text);
    }
    free(reader);
    if (parser != NULL) {
        XML_ParserFree(parser);
    }
    return root;
}

/* ---- either format ---- */

/* Counts the values of a JSON text, or more: each but the first follows one of these letters. */
static size_t count_values(const char *text, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count += text[i] == ',' || text[i] == '[' || text[i] == ':';
        count += text[i] == '{' ? MAP_OBJECT_VALUES - 1 : 0;
    }
    return count;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Quotes number lists under "data" in place. Returns the number of commas between quotes. */
static size_t quote_data(char *text)
{
    static const char key[] = "\"data\"";
    size_t commas = 0;
    for (char *at = text; (at = strstr(at, key)) != NULL;) {
        at += sizeof key - 1;
        at += strspn(at, " \t\r\n:");
        char *close = *at == '[' ? at + 1 + strspn(at + 1, "0123456789, \t\r\n") : at;
        if (*close != ']') {
            continue;
        }
        for (char *c = at + 1; c < close; c++) {
            commas += *c == ',';
            *c = is_space(*c) ? ' ' : *c;
        }
        *at = *close = '"';
    }
    return commas;
}

/* Finds a line. Line ends in quoted data are missing in the parsed text and are added here. */
static int line_at(MapText text, int position)
{
    int line = 1;
    for (size_t i = 0; i < text.size && (int)i < position; i++) {
        line += text.bytes[i] == '\n';
    }
    return line;
}

static void refuse_syntax(const char *path, int line, const json_error_t *at, CwError *error)
{
    if (at->text[0] == '\0' || json_error_code(at) == json_error_out_of_memory) {
        cw_error_set(error, "%.400s: out of memory", path);
        return;
    }
    cw_error_set(error,
                 "%.400s:%d:%d: %s: correct the JSON there, or save the map with Tiled again", path,
                 line, at->column, at->text);
}

static json_t *tree_of_json(const char *path, MapText text, CwError *error)
{
    char *copy = malloc(text.size + 1);
    if (copy == NULL) {
        cw_error_set(error, "%.400s: out of memory", path);
        return NULL;
    }
    memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    size_t commas = quote_data(copy);
    json_t *root = NULL;
    if (count_values(copy, text.size) - commas > MAP_VALUES_MAX) {
        cw_error_set(error, "%.400s: has more than %d values: split the level", path,
                     MAP_VALUES_MAX);
    } else {
        json_error_t at;
        root = json_loadb(copy, text.size, JSON_REJECT_DUPLICATES, &at);
        if (root == NULL) {
            int line = commas == 0 ? at.line : line_at(text, at.position);
            refuse_syntax(path, line, &at, error);
        }
    }
    free(copy);
    return root;
}

json_t *map_tree(const char *path, MapText text, CwError *error)
{
    size_t at = file_mark_bytes(text.bytes, text.size);
    text = (MapText){text.bytes + at, text.size - at};
    for (at = 0; at < text.size && (is_space(text.bytes[at]) || (text.bytes[at] & 0x80) != 0);) {
        at++; /* also a mark of UTF-16, whose XML is refused by name */
    }
    return at < text.size && text.bytes[at] == '<' ? tree_of_xml(path, text, error)
                                                   : tree_of_json(path, text, error);
}

/* ---- writing ----
 *
 * The bytes are the same with each version of jansson, whose own writer changed its numbers. */

/* Writes a text, an integer, true, false or null as jansson does. */
static void add_leaf(Text *text, const json_t *value)
{
    char number[NUMBER_TEXT_MAX], *word = NULL;
    if (json_is_real(value)) {
        number_print(json_real_value(value), number);
        text_add_word(text, number);
        text_add_word(text, strpbrk(number, ".e") == NULL ? ".0" : ""); /* no integer */
    } else {
        word = json_dumps(value, JSON_ENCODE_ANY);
        text->has_failed |= word == NULL;
        text_add_word(text, word == NULL ? "" : word);
        free(word);
    }
}

static void add_value(Text *text, json_t *value)
{
    const char *key, *before = "";
    json_t *member;
    size_t index;
    if (json_is_object(value)) {
        text_add_word(text, "{");
        json_object_foreach(value, key, member)
        {
            if (strcmp(key, MAP_LINE_KEY) != 0) {
                json_t *name = json_string(key);
                text_add_word(text, before);
                add_leaf(text, name);
                text_add_word(text, ":");
                add_value(text, member);
                json_decref(name);
                before = ",";
            }
        }
        text_add_word(text, "}");
    } else if (json_is_array(value)) {
        text_add_word(text, "[");
        json_array_foreach(value, index, member)
        {
            text_add_word(text, index == 0 ? "" : ",");
            add_value(text, member);
        }
        text_add_word(text, "]");
    } else {
        add_leaf(text, value);
    }
}

Text map_tree_write(json_t *tree)
{
    Text text = {0};
    add_value(&text, tree);
    return text;
}
