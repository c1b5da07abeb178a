/* Layers, tilesets, tiles and properties: one map, written in every way that Tiled writes it. */
#include "fuzz/support/pack.h"
#include "map/map_reader.h"
#include "support/temp_map.h"

#include <sys/stat.h>
#include <time.h>

SET_UP(.tear_down = tear_down_map)
{
    temp_listen();
}

#define TILESET                                                                                    \
    "<tileset firstgid='1' name='t' tilewidth='16' tileheight='16' tilecount='8' columns='4'>"     \
    "<image source='t.png' width='64' height='32'/><tile id='1' type='wall'><properties>"          \
    "<property name='hard' type='bool' value='true'/></properties></tile><tile id='2'>"            \
    "<animation><frame tileid='2' duration='100'/><frame tileid='5' duration='200'/></animation>"  \
    "</tile></tileset>"

/* A map of 3 x 2 tiles of 16 pixels, at 16 pixels a metre, with what is inside. */
static const char *around(const char *attributes, const char *inside)
{
    return textf("<?xml version='1.0'?><map orientation='orthogonal' width='3' height='2' "
                 "tilewidth='16' tileheight='16' %s><properties><property name='pixels_per_metre' "
                 "type='int' value='16'/></properties>%s</map>",
                 attributes, inside);
}

static void load_xml(const char *inside)
{
    temp_write("map.tmx", around("", inside));
    EXPECT_OK(load_map("map.tmx"));
}

static const uint32_t CELLS[] = {1, 2, 3, 0, 0x80000004, 0xe0000005};

static const char *const WAYS[] = {"csv", "base64", "zlib", "gzip", "zstd"};
enum { WAY_CSV, WAY_BASE64 };

static const char *packed(int way)
{
    if (way == WAY_CSV) {
        return "1,2,3,\n0,2147483652,3758096389\n";
    }
    const char *cells = textf("@%c1,2,3,0,2147483652,3758096389@", "-bzgs"[way]);
    MapText made = fuzz_pack((const uint8_t *)cells, strlen(cells));
    const char *text = textf("%.*s", (int)made.size, made.bytes);
    free((char *)(uintptr_t)made.bytes);
    return text;
}

static const char *xml_layer(int way)
{
    const char *compression = way > WAY_BASE64 ? textf("compression='%s'", WAYS[way]) : "";
    return textf(TILESET "<layer id='1' name='l' width='3' height='2'><data encoding='%s' "
                         "%s>%s</data></layer>",
                 way == WAY_CSV ? "csv" : "base64", compression, packed(way));
}

static void expect_cells(void)
{
    for (int i = 0; i < 6; i++) {
        CwMapTile tile = cw_map_tile_at(map, 0, i % 3, i / 3);
        uint32_t bare = CELLS[i] & 0xfffffff;
        ck_assert_int_eq(tile.tileset, bare == 0 ? -1 : 0);
        ck_assert_int_eq(tile.id, bare == 0 ? tile.id : (int)bare - 1);
        ck_assert_int_eq(tile.flip_x, CELLS[i] >> 31);
        ck_assert_int_eq(tile.flip_diagonal, CELLS[i] >> 29 & 1);
    }
    ck_assert_int_eq(cw_map_tile_at(map, 0, 3, 0).tileset, -1);
    ck_assert_str_eq(said(), "");
}

TEST(tiles_are_read_in_every_encoding, .rounds = CW_ARRAY_LENGTH(WAYS))
{
    load_xml(xml_layer(_i));
    expect_cells();
}

TEST(tiles_of_json_are_the_same, .rounds = CW_ARRAY_LENGTH(WAYS))
{
    const char *data =
        _i == WAY_CSV ? "[1,2,3,\n0,2147483652,3758096389]" : textf("\"%s\"", packed(_i));
    const char *compression = _i > WAY_BASE64 ? textf(",\"compression\":\"%s\"", WAYS[_i]) : "";
    temp_write("map.tmj",
               textf("{\"width\":3,\"height\":2,\"tilewidth\":16,\"tileheight\":16,\"tilesets\":"
                     "[{\"firstgid\":1,\"name\":\"t\",\"tilewidth\":16,\"tileheight\":16,"
                     "\"tilecount\":8,\"columns\":4,\"image\":\"t.png\",\"imagewidth\":64,"
                     "\"imageheight\":32}],\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\","
                     "\"width\":3,\"height\":2,\"encoding\":\"%s\"%s,\"data\":%s}]}",
                     _i == WAY_CSV ? "csv" : "base64", compression, data));
    EXPECT_OK(load_map("map.tmj"));
    expect_cells();
}

TEST(early_maps_have_an_element_a_tile)
{
    load_xml(TILESET
             "<layer name='l' width='3' height='2'><data><tile gid='1'/><tile gid='2'/><tile "
             "gid='3'/><tile/><tile gid='2147483652'/><tile gid='3758096389'/></data></layer>");
    expect_cells();
}

TEST(broken_data_leaves_the_layer_empty_and_names_it, .rounds = CW_ARRAY_LENGTH(WAYS))
{
    char whole[2048];
    snprintf(whole, sizeof whole, "%s", xml_layer(_i));
    size_t length = strlen(packed(_i));
    for (size_t cut = 1; cut < length; cut++) {
        const char *data = packed(_i);
        const char *at = strstr(whole, data);
        ck_assert_ptr_nonnull(at);
        load_xml(
            textf("%.*s%.*s%s", (int)(at - whole), whole, (int)(length - cut), data, at + length));
        if (cw_map_layer(map, 0)->column_count == 0) {
            expect_text(said(), "layer \"l\": its ");
            expect_text(said(), "(the layer is left empty)");
        }
    }
}

TEST(chunks_of_an_infinite_map_are_joined)
{
    temp_write("map.tmx",
               around("infinite='1'",
                      TILESET "<layer name='l' width='3' height='2'><data encoding='csv'>"
                              "<chunk x='-2' y='-1' width='2' height='1'>1,2</chunk>"
                              "<chunk x='4' y='3' width='1' height='1'>3</chunk></data></layer>"));
    EXPECT_OK(load_map("map.tmx"));
    const CwMapLayer *layer = cw_map_layer(map, 0);
    ck_assert_int_eq(layer->column, -2);
    ck_assert_int_eq(layer->column_count, 7);
    ck_assert_int_eq(cw_map_tile_at(map, 0, -1, -1).id, 1);
    ck_assert_int_eq(cw_map_tile_at(map, 0, 4, 3).id, 2);
    ck_assert_int_eq(cw_map_tile_at(map, 0, 0, 0).tileset, -1);
    ck_assert_double_eq(cw_map_bounds(map).l, -2);
    ck_assert_double_eq(cw_map_bounds(map).b, -2);
}

TEST(chunks_far_apart_are_refused_not_allocated)
{
    temp_write("map.tmx", around("infinite='1'", "<layer name='l'><data encoding='csv'/></layer>"));
    EXPECT_OK(load_map("map.tmx"));
    ck_assert_str_eq(said(), "");
    load_xml("<layer name='l' width='3' height='2'><data encoding='csv'><chunk x='-1000000' y='0' "
             "width='1' height='1'>1</chunk><chunk x='1000000' y='1000000' width='1' height='1'>1"
             "</chunk></data></layer>");
    expect_text(said(), "its chunks lie too far apart");
}

TEST(animated_tiles_follow_time_also_backwards)
{
    load_xml(xml_layer(WAY_CSV));
    CwMapTile tile = cw_map_tile_at(map, 0, 2, 0);
    CwMapRectPx source;
    static const struct {
        int64_t ms;
        int x, y;
    } moments[] = {{0, 32, 0},    {99, 32, 0},  {100, 16, 16},
                   {299, 16, 16}, {300, 32, 0}, {-1, 16, 16}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(moments); i++) {
        ck_assert_ptr_nonnull(cw_map_tile_image(map, tile, moments[i].ms, &source));
        ck_assert_int_eq(source.x, moments[i].x);
        ck_assert_int_eq(source.y, moments[i].y);
    }
}

TEST(groups_hand_down_look_place_and_visibility)
{
    load_xml("<group name='g' opacity='0.5' tintcolor='#ff0000' offsetx='16' visible='0' "
             "parallaxy='0.5'><imagelayer name='i' offsetx='16' offsety='32' opacity='0.5' "
             "parallaxy='0.5'/></group>");
    const CwMapLayer *layer = cw_map_layer(map, 1);
    ck_assert_int_eq(layer->group, 0);
    ck_assert(!layer->visible);
    ck_assert_int_eq(layer->tint.a, 64);
    ck_assert_int_eq(layer->tint.g, 0);
    ck_assert_double_eq(layer->offset_m.x, 2);
    ck_assert_double_eq(layer->offset_m.y, -2);
    ck_assert_double_eq(layer->parallax.y, 0.25);
}

TEST(tiles_have_classes_and_properties)
{
    load_xml(xml_layer(WAY_CSV));
    CwMapTile tile = cw_map_tile_at(map, 0, 1, 0);
    ck_assert_str_eq(cw_map_tile_type(map, tile), "wall");
    ck_assert(cw_property_bool(cw_map_tile_properties(map, tile), "hard", false));
    ck_assert_double_eq(cw_property_number(cw_map_tile_properties(map, tile), "hard", 9), 1);
}

#define PROPERTIES                                                                                 \
    "<objectgroup name='o'><object id='7' x='0' y='16'><properties><property name='n' "            \
    "type='float' value='1.5'/><property name='c' type='color' value='#80ff0000'/><property "      \
    "name='f' type='file' value='a/b.txt'/><property name='o' type='object' value='8'/>"           \
    "<property name='s' type='class' propertytype='stats'><properties><property name='armour' "    \
    "type='int' value='3'/><property name='more' type='class'><properties><property "              \
    "name='deep' value='x'/></properties></property></properties></property><property "            \
    "name='w'>two\nlines</property></properties><point/></object><object id='8' x='0' "            \
    "y='0'><point/></object></objectgroup>"

TEST(properties_of_all_types)
{
    load_xml(PROPERTIES);
    const CwMapProperties *from = cw_map_object(map, 0)->properties;
    ck_assert_double_eq(cw_property_number(from, "n", 0), 1.5);
    ck_assert_str_eq(cw_property_text(from, "c", ""), "#80ff0000");
    ck_assert_str_eq(cw_property_text(from, "f", ""), "a/b.txt");
    ck_assert_double_eq(cw_property_number(from, "o", 0), 8);
    ck_assert_double_eq(cw_property_number(from, "s.armour", 0), 3);
    ck_assert_str_eq(cw_property_text(from, "s.more.deep", ""), "x");
    ck_assert_str_eq(cw_property_text(from, "w", ""), "two\nlines");
    ck_assert_str_eq(said(), "");
}

TEST(a_property_of_another_type_is_named_once)
{
    load_xml(PROPERTIES);
    const CwMapProperties *from = cw_map_object(map, 0)->properties;
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq(cw_property_number(from, "w", 9), 9);
        ck_assert_str_eq(cw_property_text(from, "n", "-"), "-");
    }
    const char *first =
        strstr(said(), "object 7: property \"w\" is text, but the game reads a number");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 20, "\"w\" is text"));
    expect_text(said(), "property \"n\" is a number, but the game reads text");
}

/* ---- files of its own ---- */

static void write_parts(const char *friction)
{
    mkdir(temp_path("sets"), 0700);
    temp_write("sets/t.tsx",
               textf("<tileset name='t' tilewidth='16' tileheight='16' tilecount='8' "
                     "columns='4'><image source='t.png' width='64' height='32'/><tile "
                     "id='0' type='box'><properties><property name='friction' "
                     "type='float' value='%s'/></properties></tile></tileset>",
                     friction));
    temp_write("sets/crate.tx",
               "<template><tileset firstgid='1' source='t.tsx'/><object name='crate' gid='1' "
               "width='16' height='8'><properties><property name='a' type='int' value='1'/>"
               "<property name='b' type='int' value='2'/></properties></object></template>");
    temp_write("map.tmx", around("", "<tileset firstgid='9' source='sets/t.tsx'/><objectgroup "
                                     "name='o'><object id='1' template='sets/crate.tx' x='16' "
                                     "y='32'><properties><property name='b' type='int' value='5'/>"
                                     "</properties></object></objectgroup>"));
}

TEST(an_instance_has_what_its_template_and_tile_say)
{
    write_parts("0.25");
    EXPECT_OK(load_map("map.tmx"));
    const CwMapObject *object = cw_map_object(map, 0);
    ck_assert_str_eq(object->name, "crate");
    ck_assert_str_eq(object->type, "box");
    ck_assert_int_eq(object->shape, CW_MAP_TILE);
    ck_assert_double_eq(object->centre_m.x, 1.5);
    ck_assert_double_eq(object->centre_m.y, 0.25);
    ck_assert_double_eq(cw_map_number(map, object, "a", 0), 1);
    ck_assert_double_eq(cw_map_number(map, object, "b", 0), 5);
    ck_assert_double_eq(cw_map_number(map, object, "friction", 0), 0.25);
}

TEST(tilesets_and_templates_are_part_of_the_hash)
{
    write_parts("0.25");
    EXPECT_OK(load_map("map.tmx"));
    uint64_t hash = cw_map_hash(map);
    ck_assert(map_is_from(map, temp_path("map.tmx")));
    write_parts("0.75");
    ck_assert(!map_is_from(map, temp_path("map.tmx")));
    EXPECT_OK(load_map("map.tmx"));
    ck_assert_uint_ne(cw_map_hash(map), hash);
}

static uint64_t hash_of(const char *text)
{
    temp_write("m.tmj", text);
    EXPECT_OK(load_map("m.tmj"));
    return cw_map_hash(map);
}

TEST(white_space_at_the_end_of_a_file_is_no_part_of_the_hash)
{
    static const char bare[] = "{\"width\":2,\"height\":1,\"tilewidth\":32,\"tileheight\":32,"
                               "\"layers\":[]}";
    uint64_t hash = hash_of(bare);
    static const char *const tails[] = {"\n", "\n\n", " \r\n\t\n"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tails); i++) {
        ck_assert_uint_eq(hash_of(textf("%s%s", bare, tails[i])), hash);
    }
    ck_assert_uint_ne(hash_of(textf(" %s", bare)), hash);
}

TEST(a_map_carries_its_files)
{
    write_parts("0.25");
    EXPECT_OK(load_map("map.tmx"));
    CwMap *carried = map_parse("carried", map_text(map), &error);
    EXPECT_OK(carried);
    ck_assert_double_eq(cw_map_number(carried, cw_map_object(carried, 0), "friction", 0), 0.25);
    MapText text = map_text(map), again = map_text(carried);
    ck_assert(again.size == text.size && memcmp(again.bytes, text.bytes, text.size) == 0);
    for (size_t size = 0; size < text.size; size += 7) {
        CwMap *cut = map_parse("cut", (MapText){text.bytes, size}, &error);
        cw_map_free(cut); /* refused, or with what is left */
    }
    cw_map_free(carried);
}

TEST(a_carried_file_keeps_the_blanks_around_its_name)
{
    temp_write("  t.tsx ", "<tileset name='t' tilewidth='16' tileheight='16'/>");
    load_xml("<tileset firstgid='1' source='  t.tsx '/>");
    ck_assert_int_eq(map->tileset_count, 1);
    CwMap *carried = map_parse("carried", map_text(map), &error);
    EXPECT_OK(carried);
    ck_assert_int_eq(carried->tileset_count, 1);
    cw_map_free(carried);
}

TEST(a_file_with_a_line_feed_in_its_name_is_refused_for_that)
{
    temp_write("a\nb.tsx", "<tileset name='t' tilewidth='16' tileheight='16'/>");
    load_xml("<tileset firstgid='1' source='a&#10;b.tsx'/>");
    ck_assert_int_eq(map->tileset_count, 0);
    expect_text(said(), "a file's name must not have a line feed: rename the file");
}

/* ---- files beside the map's folder ---- */

static bool carries(const char *words)
{
    MapText text = map_text(map);
    return memmem(text.bytes, text.size, words, strlen(words)) != NULL;
}

/* The map is in game/maps, the others in game/sets, with links to them in game/maps. */
static void load_beside(const char *inside)
{
    temp_mkdir("game");
    temp_mkdir("game/maps");
    temp_mkdir("game/sets");
    temp_write(
        "game/sets/t.tsx",
        "<tileset name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1' note="
        "'secret'><!-- secret --><image source='t.png' width='16' height='16'/>secret<wangsets>"
        "<wangset name='secret'/></wangsets><properties><property name='friction' type="
        "'float' value='0.1'/></properties></tileset>");
    temp_write("game/sets/t.tx",
               "<template><tileset firstgid='1' source='t.tsx'/><object name='box' "
               "gid='1' width='16' height='8' note='secret'/></template>");
    ck_assert_int_eq(symlink("../sets", temp_path("game/maps/link")), 0);
    temp_write("game/maps/map.tmx", around("", inside));
    EXPECT_OK(load_map("game/maps/map.tmx"));
}

static const char *const BESIDE[] = {"../sets/", "link/", "a/../../sets/", "..\\sets\\",
                                     "../../game/sets/"};

TEST(files_beside_the_maps_folder_are_used_and_carried_rewritten, .rounds = CW_ARRAY_LENGTH(BESIDE))
{
    int count;
    const char *at = BESIDE[_i];
    load_beside(
        textf("<tileset firstgid='1' source='%st.tsx'/><imagelayer name='i'><image source="
              "'%sback.png' width='8' height='8'/></imagelayer><objectgroup name='o'><object "
              "id='4' template='%st.tx' x='0' y='16'/></objectgroup>",
              at, at, at));
    ck_assert_int_eq(cw_map_object_count(map), 1);
    ck_assert_double_eq(cw_property_number(map->tilesets[0].properties, "friction", 0), 0.1);
    ck_assert_ptr_eq(strstr(said(), "outside"), NULL);
    map_pictures(map, &count);
    ck_assert_int_eq(count, 2);
    ck_assert(
        carries("{\"name\":\"t\",\"tilewidth\":16,\"tileheight\":16,\"tilecount\":1,"
                "\"columns\":1,\"type\":\"tileset\",\"image\":\"t.png\",\"imagewidth\":16,"
                "\"imageheight\":16,\"properties\":[{\"name\":\"friction\",\"type\":\"float\","
                "\"value\":0.1}]}\n"));
    ck_assert(!carries("secret"));
    CwMap *carried = map_parse("carried", map_text(map), &error);
    EXPECT_OK(carried);
    ck_assert_int_eq(cw_map_object_count(carried), 1);
    ck_assert_double_eq(cw_map_object(carried, 0)->width_m, cw_map_object(map, 0)->width_m);
    cw_map_free(carried);
}

/* Text as a recording has it of a level whose folder is elsewhere. */
TEST(no_name_leads_up_from_a_carried_map)
{
    int count;
    temp_mkdir("game");
    temp_write("t.tsx", "<tileset name='t' tilewidth='16' tileheight='16'/>");
    temp_write("t.tx", "<template><object><point/></object></template>");
    const char *name = textf("%s/game/carried", temp_folder);
    const char *text = around("", "<tileset firstgid='1' source='../t.tsx'/><imagelayer name='i'>"
                                  "<image source='../../t.png' width='8' height='8'/></imagelayer>"
                                  "<objectgroup name='o'><object id='4' template='../t.tx' x='0' "
                                  "y='0'/></objectgroup>");
    map = map_parse(name, (MapText){text, strlen(text)}, &error);
    EXPECT_OK(map);
    ck_assert_int_eq(map->tileset_count + cw_map_object_count(map), 0);
    expect_text(said(), "\"../t.tsx\" is not among the level's files");
    expect_text(map_pictures(map, &count)->file, "/game/t.png");
    ck_assert_ptr_null(strstr(map_pictures(map, &count)->file, ".."));
    ck_assert(!map_is_from(map, temp_path("t.tsx")));
}

TEST(a_name_that_begins_at_the_root_is_not_taken)
{
    temp_write("secret.tsx", "<tileset name='t' tilewidth='16' tileheight='16'/>");
    load_xml(textf("<tileset firstgid='1' source='%s'/>", temp_path("secret.tsx")));
    ck_assert_int_eq(map->tileset_count, 0);
    expect_text(said(), "secret.tsx\" is an absolute path: move the file");
}

/* As tileset and as template, as often as the map likes. */
static const char *const NO_TILESETS[] = {
    "key = secret",
    "{\"key\": \"secret\"}",
    "<tileset name='secret'/>",
    "{\"object\":{\"name\":\"secret\"}}",
    "{\"type\":\"map\",\"name\":\"secret\",\"tilewidth\":8,\"tileheight\":8}",
    "<map name='secret' width='1' height='1' tilewidth='8' tileheight='8'/>",
    "<svg><text>secret</text></svg>",
    NULL /* a device */
};

TEST(a_file_that_is_no_tileset_is_not_carried, .rounds = CW_ARRAY_LENGTH(NO_TILESETS))
{
    if (NO_TILESETS[_i] == NULL) {
        ck_assert_int_eq(symlink("/dev/zero", temp_path("t.tsx")), 0);
    } else {
        temp_write("t.tsx", NO_TILESETS[_i]);
    }
    load_xml("<tileset firstgid='1' source='t.tsx'/><tileset firstgid='9' source='t.tsx'/>"
             "<objectgroup name='o'><object id='1' template='t.tsx' x='0' y='0'/><object id='2' "
             "template='t.tsx' x='0' y='0'/></objectgroup>");
    ck_assert_int_eq(map->tileset_count + cw_map_object_count(map), 0);
    ck_assert(!carries("secret"));
}

TEST(a_file_that_is_too_large_is_read_once)
{
    static char text[1 << 20];
    size_t size = (size_t)snprintf(text, sizeof text,
                                   "<map width='1' height='1' tilewidth='8' tileheight='8'>");
    temp_write("large.bin", "");
    ck_assert_int_eq(truncate(temp_path("large.bin"), 1 << 30), 0);
    for (int i = 0; i < 20000; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "<tileset firstgid='1' source='large.bin'/>");
    }
    snprintf(text + size, sizeof text - size, "</map>");
    temp_write("map.tmx", text);
    clock_t began = clock();
    EXPECT_OK(load_map("map.tmx"));
    ck_assert_int_lt((clock() - began) / CLOCKS_PER_SEC, 5);
    expect_text(said(), "large.bin: too large");
}

/* A shape of a tile that is made of a template with the tile's own tileset. */
TEST(a_template_within_itself_is_left_out)
{
    temp_write("t.tsx",
               "<tileset name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1'><image "
               "source='t.png' width='16' height='16'/><tile id='0'><objectgroup><object id='1' "
               "template='t.tx' x='0' y='0'/></objectgroup></tile></tileset>");
    temp_write("t.tx", "<template><tileset firstgid='1' source='t.tsx'/><object gid='1' width='8' "
                       "height='8'/></template>");
    load_xml("<tileset firstgid='1' source='t.tsx'/><objectgroup name='o'><object id='1' "
             "template='t.tx' x='0' y='0'/></objectgroup>");
    ck_assert_int_eq(cw_map_object_count(map), 1);
    expect_text(said(), "is a tile of no tileset, left out");
}

TEST(a_template_of_a_template_is_named)
{
    temp_write("a.tx", "<template><object template='b.tx' width='8' height='8'/></template>");
    load_xml("<objectgroup name='o'><object id='1' template='a.tx' x='0' y='0'/></objectgroup>");
    expect_text(said(), "object 1: its template is made of another one, which is ignored");
}

/* Made by version 1.0: the hash of a level of the game, and a level that a recording carries. */
TEST(levels_of_earlier_recordings_are_the_same)
{
    write_parts("0.25");
    EXPECT_OK(load_map("map.tmx"));
    ck_assert_uint_eq(cw_map_hash(map), 562633546216148564U);
    const char *files[] = {"map.tmx", "sets/t.tsx", "sets/crate.tx"};
    char text[4096] = "Clockwork map of files\n";
    for (size_t i = 0; i < CW_ARRAY_LENGTH(files); i++) {
        const char *file = temp_read(files[i]);
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%zu %s\n%s\n", strlen(file) + 1,
                 i == 0 ? "" : files[i], file);
    }
    CwMap *carried = map_parse("carried", (MapText){text, strlen(text)}, &error);
    EXPECT_OK(carried);
    ck_assert_uint_eq(cw_map_hash(carried), 562633546216148564U);
    ck_assert_double_eq(cw_map_number(carried, cw_map_object(carried, 0), "friction", 0), 0.25);
    CwMap *anew = map_parse("anew", map_text(map), &error);
    EXPECT_OK(anew);
    ck_assert(cw_map_hash(anew) != cw_map_hash(map) && map_says_same(anew, map));
    write_parts("0.5");
    ck_assert(!map_says_same(load_map("map.tmx"), anew));
    cw_map_free(anew);
    cw_map_free(carried);
}

TEST(missing_tilesets_and_templates_are_named_and_the_rest_is_there)
{
    load_xml("<tileset firstgid='1' source='gone.tsx'/><objectgroup name='o'><object id='1' "
             "template='lost.tx' x='0' y='0'/><object id='2' x='0' y='0'><point/></object>"
             "</objectgroup><layer name='l' width='3' height='2'><data encoding='csv'>1,1,1,1,1,1"
             "</data></layer>");
    ck_assert_int_eq(cw_map_object_count(map), 1);
    expect_text(said(), "gone.tsx: No such file or directory (a tileset is left out)");
    expect_text(said(), "lost.tx: No such file");
    expect_text(said(), "6 of its tiles are in no tileset");
}

/* ---- bad XML ---- */

typedef struct Refusal {
    const char *text, *words;
} Refusal;

static const Refusal REFUSALS[] = {
    {"<map width='3' height='2' tilewidth='16'>", "map.tmx:1:"},
    {"<svg/>", "this is not a map, tileset or template"},
    {"<!DOCTYPE m [<!ENTITY a 'b'>]><map>&a;</map>", "XML entities are not supported"},
    {"<map width='x' height='2' tilewidth='16' tileheight='16'/>",
     "\"width\" is \"x\" and must be a number"},
    {"<map width='1e400' height='2' tilewidth='16' tileheight='16'/>",
     "\"width\" is \"1e400\" and must be a number"},
    {"<map width='3' height='2' tilewidth='16' tileheight='16'>\n<objectgroup name='o'>\n<object "
     "id='4' y='1'/></objectgroup></map>",
     "map.tmx:3: layer \"o\", object 4: \"x\" is missing"},
    {"<map layers='3' width='3' height='2' tilewidth='16'><layer name='l'/></map>", "tileheight"},
};

TEST(bad_xml_is_refused_with_its_line, .rounds = CW_ARRAY_LENGTH(REFUSALS))
{
    temp_write("map.tmx", REFUSALS[_i].text);
    ck_assert_ptr_null(load_map("map.tmx"));
    expect_text(error.text, REFUSALS[_i].words);
}

TEST(xml_cut_at_every_byte_is_refused)
{
    write_parts("0.25");
    char whole[4096];
    snprintf(whole, sizeof whole, "%s", temp_read("map.tmx"));
    for (size_t size = strlen(whole) - 1; size > 0; size--) {
        whole[size] = '\0';
        temp_write("cut.tmx", whole);
        ck_assert_ptr_null(load_map("cut.tmx"));
        expect_text(error.text, "cut.tmx:");
    }
}
