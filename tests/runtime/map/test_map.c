/* The level loader: what a good Tiled map becomes, and that no hostile file gets further than a
 * message. */
#include "map/map_reader.h"
#include "support/temp_map.h"

static char path[64];
SET_UP(.tear_down = tear_down_map)
{
    strcpy(path, temp_path("level.tmj"));
    temp_listen();
}

static CwMap *load_bytes(const char *text, size_t size)
{
    temp_write_bytes("level.tmj", text, size);
    return load_map("level.tmj");
}

static CwMap *load(const char *text)
{
    return load_bytes(text, strlen(text));
}

/* A map of 320 x 160 pixels, at 32 pixels a metre 10 x 5 m, with `layers` inside. */
static CwMap *load_layers(const char *layers)
{
    return load(
        textf("{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,\"width\":10,"
              "\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"layers\":[%s]}",
              layers));
}

/* One object layer "things" with `objects` inside. */
static CwMap *load_objects(const char *objects)
{
    return load_layers(
        textf("{\"type\":\"objectgroup\",\"name\":\"things\",\"objects\":[%s]}", objects));
}

/* The first of the objects in the layer "things". */
static const CwMapObject *load_object(const char *objects)
{
    EXPECT_OK(load_objects(objects));
    return cw_map_object(map, 0);
}

static void assert_refused(const CwMap *loaded, const char *words)
{
    ck_assert_msg(loaded == NULL, "loaded, should have been refused for \"%s\"", words);
    expect_text(error.text, words);
    expect_text(error.text, path);
}

static void assert_warned(const char *words)
{
    expect_text(said(), words);
}

static void assert_near(cpVect is, double x, double y)
{
    ck_assert_double_eq_tol(is.x, x, 1e-9);
    ck_assert_double_eq_tol(is.y, y, 1e-9);
}

TEST(size_is_in_metres)
{
    load_objects("");
    assert_near(cw_map_size_m(map), 10.0, 5.0);
    ck_assert_str_eq(cw_map_path(map), path);
}

/* At 32 pixels a metre, y up from the bottom of 160 pixels. */
static const struct {
    const char *members; /* of the object, without its braces */
    CwMapShape shape;
    cpVect vectors[4]; /* centre, size, first and third corner */
} SHAPES[] = {
    {"'x':64,'y':128,'point':true,'width':0,'height':0", CW_MAP_POINT, {{2, 1}}},
    {"'x':32,'y':32,'width':64,'height':32", CW_MAP_RECT, {{2, 3.5}, {2, 1}, {1, 3}, {3, 4}}},
    /* Clockwise about its top left. */
    {"'x':96,'y':32,'width':64,'height':32,'rotation':90",
     CW_MAP_RECT,
     {{2.5, 3}, {2, 1}, {2, 4}, {3, 2}}},
    {"'x':32,'y':160,'polygon':[{'x':0,'y':0},{'x':64,'y':0},{'x':64,'y':-96}]",
     CW_MAP_POLYGON,
     {{1, 0}, {2, 3}, {1, 0}, {3, 3}}},
    {"'x':0,'y':160,'polyline':[{'x':0,'y':0},{'x':32,'y':-32}]",
     CW_MAP_POLYLINE,
     {{0, 0}, {1, 1}}},
    {"'x':0,'y':128,'width':32,'height':32,'ellipse':true", CW_MAP_ELLIPSE, {{0.5, 0.5}, {1, 1}}},
};

TEST(a_shape_is_in_the_world, .rounds = CW_ARRAY_LENGTH(SHAPES))
{
    char text[160];
    snprintf(text, sizeof text, "{'id':7,%s}", SHAPES[_i].members);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    const CwMapObject *object = load_object(text);
    const cpVect *wanted = SHAPES[_i].vectors;
    ck_assert_int_eq(object->shape, SHAPES[_i].shape);
    assert_near(object->centre_m, wanted[0].x, wanted[0].y);
    assert_near(cpv(object->width_m, object->height_m), wanted[1].x, wanted[1].y);
    if (object->corner_count > 2) {
        assert_near(object->corners_m[0], wanted[2].x, wanted[2].y);
        assert_near(object->corners_m[2], wanted[3].x, wanted[3].y);
    }
    ck_assert_double_eq_tol(object->angle_rad, _i == 2 ? -CP_PI / 2.0 : 0.0, 1e-12);
}

TEST(an_object_has_its_names_and_its_class_also_from_tiled_1_9, .rounds = 2)
{
    const CwMapObject *object = load_object(
        textf("{\"id\":7,\"name\":\"here\",\"%s\":\"start\",\"x\":0,\"y\":0,\"point\":true}",
              _i == 0 ? "type" : "class"));
    ck_assert_int_eq(object->id, 7);
    ck_assert_str_eq(object->layer, "things");
    ck_assert_str_eq(object->type, "start");
    ck_assert_str_eq(object->name, "here");
}

TEST(groups_add_offsets_and_multiply_parallax)
{
    load_layers(
        "{\"type\":\"group\",\"name\":\"g\",\"offsetx\":32,\"parallaxx\":0.5,\"layers\":[{\"type\":"
        "\"objectgroup\",\"name\":\"far\",\"offsetx\":32,\"offsety\":-32,\"parallaxx\":0.5,"
        "\"objects\":[{\"id\":1,\"x\":0,\"y\":160,\"point\":true}]}]}");
    assert_near(cw_map_object(map, 0)->centre_m, 2.0, 1.0);
    ck_assert_double_eq(cw_map_object(map, 0)->parallax, 0.25);
}

/* The map's own property, an object of two and one of each name asked for. */
static void ask_for_some(void)
{
    load("{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":10,\"height\":5,"
         "\"tilewidth\":32,\"tileheight\":32,\"properties\":[{\"name\":\"pixel_per_metre\","
         "\"value\":16},{\"name\":\"gold_s\",\"value\":3}],\"layers\":[{\"type\":"
         "\"objectgroup\",\"name\":\"things\",\"objects\":[{\"id\":7,\"name\":\"hill\","
         "\"type\":\"grund\",\"x\":0,\"y\":0,\"point\":true,\"properties\":[{\"name\":"
         "\"frction\",\"value\":1},{\"name\":\"mass\",\"value\":1}]},{\"id\":8,\"type\":"
         "\"flag\",\"name\":\"top\",\"x\":0,\"y\":0,\"point\":true,\"properties\":[{\"name\":"
         "\"one_way\",\"value\":true},{\"name\":\"mas\",\"value\":2}]},{\"id\":9,\"type\":\"exit\","
         "\"x\":0,\"y\":0,\"point\":true}]}]}");
    EXPECT_OK(map);
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        ck_assert(cw_map_object_is(object, "flag") == (i == 1));
        ck_assert(!cw_map_object_is(object, "ground"));
        cw_map_number(map, object, "mass", 1);
    }
}

TEST(unread_names_are_reported_with_the_nearest_name)
{
    ask_for_some();
    cw_map_number(map, NULL, "gold_s", 0); /* as for a medal */
    map_warn_unasked(map);
    map_warn_unasked(map);
    assert_warned(
        "level.tmj: layer \"things\", object 7 \"hill\": the game has no class \"grund\"; "
        "the nearest is \"ground\": correct it in Tiled");
    assert_warned("object 8 \"top\": the game reads no property \"one_way\" here when a level "
                  "starts: correct or delete it in Tiled");
    assert_warned("object 8 \"top\": the game reads no property \"mas\" here when a level "
                  "starts; the nearest is \"mass\"");
    assert_warned("level.tmj: the game reads no property \"pixel_per_metre\" here when a level "
                  "starts; the nearest is \"pixels_per_metre\"");
    assert_warned("the game has no class \"exit\": correct it in Tiled");
    ck_assert_int_eq(map->all_warnings_count, 5);
}

TEST(properties_have_types)
{
    const CwMapProperties *from =
        load_object(
            "{\"id\":1,\"x\":0,\"y\":0,\"point\":true,\"properties\":[{\"name\":\"mass\","
            "\"value\":2.5},{\"name\":\"look\",\"value\":\"sign\"},{\"name\":\"lit\",\"value\":"
            "true},{\"name\":\"stats\",\"value\":{\"armour\":3}}]}")
            ->properties;
    ck_assert_int_eq(cw_property_type(from, "mass"), CW_PROPERTY_NUMBER);
    ck_assert_int_eq(cw_property_type(from, "look"), CW_PROPERTY_TEXT);
    ck_assert_int_eq(cw_property_type(from, "lit"), CW_PROPERTY_BOOL);
    ck_assert_int_eq(cw_property_type(from, "stats"), CW_PROPERTY_CLASS);
    ck_assert_int_eq(cw_property_type(from, "stats.armour"), CW_PROPERTY_NUMBER);
    ck_assert_int_eq(cw_property_type(from, "absent"), CW_PROPERTY_NONE);
}

TEST(a_game_warns_with_the_place_and_once)
{
    const CwMapObject *object =
        load_object("{\"id\":7,\"name\":\"door\",\"x\":0,\"y\":0,\"point\":true}");
    for (int i = 0; i < 60; i++) {
        cw_map_warn(map, object, "is ajar: close it");
        cw_map_warn(map, NULL, "has fault %d", i / 2);
    }
    const char *first = strstr(said(), "layer \"things\", object 7 \"door\": is ajar: close it\n");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(strchr(first, '\n'), "ajar"));
    assert_warned("level.tmj: has fault 18\n");
    assert_warned("level.tmj: there are more warnings: correct these first\n");
    ck_assert_ptr_null(strstr(said(), "fault 19"));
}

TEST(pixels_per_metre_scales)
{
    load("{\"width\":10,\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"properties\":"
         "[{\"name\":\"pixels_per_metre\",\"value\":64}],\"layers\":[]}");
    assert_near(cw_map_size_m(map), 5.0, 2.5);
}

TEST(a_joined_name_stays_in_its_array)
{
    char joined[9] = {[8] = '!'}; /* beyond the size that is given */
    ck_assert(map_files_name("", "abc/def", joined, 8));
    ck_assert_str_eq(joined, "abc/def");
    ck_assert_int_eq(joined[8], '!');
    ck_assert(!map_files_name("", "abc/defg", joined, 8));
    ck_assert(map_files_name("a/b.tsj", "../.", joined, 8));
    ck_assert_str_eq(joined, "");
    ck_assert(map_files_name("", "/a//./b", joined, 8));
    ck_assert_str_eq(joined, "/a/b");
}

/* A hostile file and what its message must hold. */
typedef struct Refusal {
    const char *objects; /* of layer "things" */
    const char *words;
} Refusal;

static const Refusal REFUSALS[] = {
    {"{\"id\":4,\"y\":0}", "object 4: \"x\" is missing"},
    {"{\"id\":4,\"x\":\"1\",\"y\":0}", "object 4: \"x\" is \"1\" and must be a number"},
    {"{\"id\":4,\"x\":true,\"y\":0}", "object 4: \"x\" is true or false and must be a number"},
    {"{\"id\":4,\"x\":null,\"y\":0}", "object 4: \"x\" is null and must be a number"},
    {"{\"id\":4,\"x\":1e400,\"y\":0}", ":1:"},
    {"{\"id\":4,\"x\":1e300,\"y\":0,\"point\":true}", "object 4: lies more than"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"width\":1e300,\"height\":1e300}", "object 4: lies more than"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"polygon\":7}", "\"polygon\" is a number and must be a list"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"polygon\":[1,2,3]}", "object 4: \"x\" is missing"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"name\":{}}", "\"name\" is an object and must be text"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"type\":3}", "\"type\" is a number and must be text"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"properties\":{\"a\":1}}", "\"properties\" is an object"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"properties\":[{\"value\":1}]}", "custom property 1"},
    {"{\"id\":[],\"x\":0,\"y\":0}", "\"id\" is a list"},
    {"3", "layer \"things\": holds something that is not an object"},
};

TEST(bad_object_is_refused, .rounds = CW_ARRAY_LENGTH(REFUSALS))
{
    assert_refused(load_objects(REFUSALS[_i].objects), REFUSALS[_i].words);
}

static const Refusal BAD_MAPS[] = {
    {"{\n\"width\": 10,\n\"height\": nan\n}", ":3:"},
    {"[]", "not a Tiled map"},
    {"{\"type\":\"tileset\"}", "not a map"},
    {"{\"orientation\":\"triangular\"}", "choose \"Orthogonal\""},
    {"{\"width\":10,\"tilewidth\":32,\"tileheight\":32,\"layers\":[]}", "\"height\" is missing"},
    {"{\"width\":0,\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"layers\":[]}",
     "is not a size"},
    {"{\"width\":1e9,\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"layers\":[]}",
     "is not a size"},
    {"{\"width\":1,\"height\":5,\"tilewidth\":32,\"tileheight\":32}", "no \"layers\""},
    {"{\"width\":1,\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"layers\":{}}", "be a list"},
    {"{\"width\":1,\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"layers\":[1]}", "not a layer"},
    {"{\"properties\":[{\"name\":\"pixels_per_metre\",\"value\":0}]}", "from 1 to 4096"},
    {"{\"width\":1,\"width\":2}", "duplicate"},
};

TEST(bad_map_is_refused, .rounds = CW_ARRAY_LENGTH(BAD_MAPS))
{
    assert_refused(load(BAD_MAPS[_i].objects), BAD_MAPS[_i].words);
}

/* Parts that are left out with a warning. The rest of the level stays. */
static const Refusal LEFT_OUT[] = {
    {"{\"id\":4,\"x\":0,\"y\":0,\"width\":0,\"height\":0}", "object 4: is 0 x 0 pixels"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"width\":-5,\"height\":5}", "object 4: is -5 x 5 pixels"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"polygon\":[]}", "object 4: has 0 corners"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":1,\"y\":0}]}", "2 corners"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"gid\":1,\"width\":5,\"height\":5}", "object 4: is a tile"},
    {"{\"id\":4,\"x\":0,\"y\":0,\"text\":{},\"width\":5,\"height\":0}", "object 4: is 5 x 0"},
};

TEST(useless_object_is_left_out_with_a_warning, .rounds = CW_ARRAY_LENGTH(LEFT_OUT))
{
    load_objects(textf("%s,{\"id\":5,\"x\":0,\"y\":0,\"point\":true}", LEFT_OUT[_i].objects));
    ck_assert_int_eq(cw_map_object_count(map), 1);
    ck_assert_int_eq(cw_map_object(map, 0)->id, 5);
    assert_warned(LEFT_OUT[_i].words);
}

/* `count` times `open`, then as many `close`. */
static CwMap *load_nested(const char *open, const char *close, int count)
{
    size_t size = (strlen(open) + strlen(close)) * (size_t)count + 256;
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    char *end = text + sprintf(text, "{\"width\":1,\"height\":1,\"tilewidth\":9,\"tileheight\":9,"
                                     "\"layers\":[");
    for (int i = 0; i < count; i++) {
        end += sprintf(end, "%s", open);
    }
    for (int i = 0; i < count; i++) {
        end += sprintf(end, "%s", close);
    }
    sprintf(end, "]}");
    load(text);
    free(text);
    return map;
}

TEST(deep_nesting_is_refused)
{
    assert_refused(load_nested("{\"type\":\"group\",\"layers\":[", "]}", 40), "nested deeper");
    assert_refused(load_nested("[", "]", 100000), "maximum parsing depth");
}

/* Each object has the corners of its template. */
TEST(more_corners_than_a_level_may_have_are_refused)
{
    FILE *file = fopen(temp_path("t.tj"), "w");
    fprintf(file, "{\"type\":\"template\",\"object\":{\"polygon\":[{\"x\":0,\"y\":0}");
    for (int i = 0; i < 9999; i++) {
        fprintf(file, ",{\"x\":9,\"y\":%d}", i % 2);
    }
    fprintf(file, "]}}");
    fclose(file);
    char objects[8192] = "{\"id\":1,\"template\":\"t.tj\",\"x\":0,\"y\":0}";
    for (int i = 2; i <= 105; i++) {
        sprintf(objects + strlen(objects), ",{\"id\":%d,\"template\":\"t.tj\",\"x\":0,\"y\":0}", i);
    }
    assert_refused(load_objects(objects), "its objects have more than 1048576 corners");
}

TEST(more_properties_than_a_thing_may_have_are_refused)
{
    char text[16384] = "{\"id\":4,\"x\":0,\"y\":0,\"properties\":[";
    for (int i = 0; i <= 256; i++) {
        strcat(text, i == 0 ? "{\"name\":\"a\",\"value\":1}" : ",{\"name\":\"a\",\"value\":1}");
    }
    strcat(text, "]}");
    assert_refused(load_objects(text), "object 4: has 257 custom properties: leave at most 256");
}

/* A recording adds a line end of one byte to its level. */
TEST(utf16_is_refused)
{
    static const char utf16[] = "\xff\xfe<\0m\0a\0p\0/\0>";
    assert_refused(load_bytes(utf16, sizeof utf16), "is not in UTF-8");
}

TEST(a_kind_of_layer_that_is_not_shown_is_named_once)
{
    load_layers("{\"type\":\"x\"},{\"type\":\"x\"},{\"type\":\"y\"}");
    const char *first = strstr(said(), "(\"x\")");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "(\"x\")"));
    assert_warned("(\"y\")");
}

static const char WHOLE[] =
    "{\"type\":\"map\",\"width\":10,\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"properties\":"
    "[{\"name\":\"pixels_per_metre\",\"value\":32.5}],\"layers\":[{\"type\":\"group\",\"name\":"
    "\"g\",\"layers\":[{\"type\":\"objectgroup\",\"name\":\"terr\\u00e4in\",\"objects\":[{\"id\":1,"
    "\"x\":1.5,\"y\":2e1,\"rotation\":-5,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":9,\"y\":0},{\"x\":9,"
    "\"y\":9}]},{\"id\":2,\"x\":0,\"y\":0,\"width\":3,\"height\":3}]}]}]}";

TEST(cut_at_every_byte_is_refused)
{
    for (size_t size = 0; size + 1 < sizeof WHOLE; size++) {
        assert_refused(load_bytes(WHOLE, size), "correct the JSON");
    }
    load_bytes(WHOLE, sizeof WHOLE - 1);
    ck_assert_int_eq(cw_map_object_count(map), 2);
}
