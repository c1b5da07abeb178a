/* Maps with a fault in one place, as an editor, a script or a hand may leave it: each is named, and
 * what is asked of the rest is answered. Members that are not understood are named once, in JSON as
 * in XML. */
#include "map/map_reader.h"
#include "support/temp_map.h"

FIXTURE(.set_up = temp_listen, .tear_down = tear_down_map);

static CwMap *load(const char *attributes, const char *inside)
{
    temp_write("map.tmx",
               textf("<map width='3' height='2' tilewidth='8' tileheight='8' %s>%s</map>",
                     attributes, inside));
    return load_map("map.tmx");
}

#define FLAT "orientation='orthogonal'"
#define CELLS(data) "<layer name='l' width='3' height='2'><data " data "</data></layer>"
#define WIDE_TILESET(attributes, inside)                                                           \
    "<tileset firstgid='1' name='t' tilewidth='16' tileheight='8' " attributes ">" inside          \
    "</tileset>"
#define IMAGE "<image source='t.png' width='64' height='16'/>"

static const struct {
    const char *attributes, *inside, *words;
} faults[] = {
    {FLAT, CELLS("encoding='csv'>1,2,x"), "\"x\", not a tile's number"},
    {FLAT, CELLS("encoding='csv'>0,0,0,0,0,0,0"), "more than 6 tiles"},
    {FLAT, CELLS("encoding='csv'>0,0"), "fewer than 6 tiles"},
    {FLAT, CELLS("encoding='base64'>!!!!"), "not base64 at \"!!!!\""},
    {FLAT, CELLS("encoding='base64' compression='lzma'>AAAA"), "\"lzma\" is not a compression"},
    {FLAT, CELLS("encoding='base64'>AAAA"), "layer is left empty"},
    {FLAT, CELLS("encoding='rot13'>?"), "\"rot13\" is not an encoding"},
    {FLAT, "<layer name='l' height='2'><data encoding='csv'>0</data></layer>", "\"width\""},
    {FLAT, "<layer name='l' width='3' height='2'></layer>", "has no \"data\""},
    {FLAT " infinite='1'",
     "<layer name='l'><data encoding='csv'><chunk x='0' y='0' height='1'>0</chunk></data></layer>",
     "\"width\""},
    {FLAT " infinite='1'",
     "<layer name='l'><data encoding='csv'><chunk x='0' y='0' width='1' height='1'>x</chunk></data>"
     "</layer>",
     "\"x\", not a"},
    {FLAT, "<group parallaxx='1e200'><group parallaxx='1e200'><layer name='l'/></group></group>",
     "\"parallaxx\" is out of range"},
    {FLAT, "<group parallaxy='1e200'><group parallaxy='1e200'/></group>", "\"parallaxy\" is"},
    {FLAT, "<group offsetx='1e12'/>", "lies more than"},
    {FLAT, "<group tintcolor='red'/>", "\"tintcolor\" is \"red\", not a colour"},
    {FLAT, WIDE_TILESET("spacing='16000000'", IMAGE), "out of range"},
    {FLAT, WIDE_TILESET("", "<tileoffset x='1e9' y='0'/>" IMAGE), "out of range"},
    {FLAT, WIDE_TILESET("tilecount='9' columns='90000000'", IMAGE),
     "more tiles than a picture can hold"},
    {FLAT, WIDE_TILESET("", "<image source='t.png' width='8' height='8'/>"),
     "smaller than one tile"},
    {FLAT, WIDE_TILESET("", "<image format='png'><data>AAAA</data></image>"), ""},
    {FLAT, WIDE_TILESET("", "<tile id='x'/>" IMAGE), "\"id\""},
    {FLAT, WIDE_TILESET("objectalignment='top'", IMAGE), ""},
    {FLAT, "<objectgroup><object x='0' y='0'><polygon points='0,0 1,1 x'/></object></objectgroup>",
     ""},
    {"orientation='isometric'", "", "is isometric: choose \"Orthogonal\""},
};

TEST(a_fault_is_named, .rounds = CW_ARRAY_LENGTH(faults))
{
    load(faults[_i].attributes, faults[_i].inside);
    expect_text(textf("%s%s", said(), error.text), faults[_i].words);
    ck_assert(map != NULL || error.text[0] != '\0');
}

TEST(the_path_of_a_picture_may_not_be_too_long)
{
    char name[1200] = "";
    memset(name, 'n', sizeof name - 1);
    load(FLAT, textf(WIDE_TILESET("", "<image source='%s' width='64' height='16'/>"), name));
    expect_text(textf("%s%s", said(), error.text), "too long");
}

TEST(a_short_colour_is_read)
{
    EXPECT_OK(load(FLAT " backgroundcolor='#a1f'", WIDE_TILESET("", IMAGE)));
    CwColour colour = cw_map_background(map);
    ck_assert(colour.r == 0xaa && colour.g == 0x11 && colour.b == 0xff && colour.a == 255);
    ck_assert_int_eq(map->tilesets[0].tile_count, 8);
}

#define LAYER(attributes, inside)                                                                  \
    "<layer name='l' width='1' height='1' " attributes ">" inside                                  \
    "<data encoding='csv'>0</data></layer>"
#define OBJECT(attributes, inside)                                                                 \
    "<objectgroup name='o'><object id='7' x='0' y='0' width='8' height='8' " attributes ">" inside \
    "</object></objectgroup>"
#define TILESET(attributes, inside)                                                                \
    "<tileset firstgid='1' name='t' tilewidth='8' tileheight='8' " attributes ">" inside           \
    "</tileset>"
#define PROPERTIES(inside) "<properties>" inside "</properties>"

/* Members of today's Tiled (1.12), of earlier ones, and of no Tiled yet. */
static const char *const UNKNOWN[][2] = {
    {OBJECT("", "<capsule/>"), "layer \"o\", object 7: is a capsule, left out: draw an ellipse"},
    {OBJECT("opacity='0.5'", ""),
     "object 7: the object's \"opacity\" is \"0.5\", which is ignored"},
    {"<imagelayer name='i'><image><data>AA==</data></image></imagelayer>",
     "the layer's \"imagedata\" is unknown"},
    {LAYER("mode='multiply'", ""), "layer \"l\": the layer's \"mode\" is \"multiply\""},
    {OBJECT("", PROPERTIES("<property name='tags' type='list'><item type='int' value='1'/><item "
                           "type='list'><item value='a'/></item></property>")),
     "object 7: the property's \"type\" is \"list\", which is ignored"},
    {PROPERTIES("<property name='v' type='vector' value='1,2'/>"), "\"type\" is \"vector\""},
    {OBJECT("", "<text underline='1'>a</text>"), "the text's \"underline\" is \"true\""},
    {OBJECT("", "<text strikeout='1'>a</text>"), "the text's \"strikeout\" is \"true\""},
    {OBJECT("", "<text kerning='0'>a</text>"), "the text's \"kerning\" is \"false\""},
    {OBJECT("", "<text halign='middle'>a</text>"), "the text's \"halign\" is \"middle\""},
    {OBJECT("", "<text fontfamily='Serif'>a</text>"), "the text's \"fontfamily\" is \"Serif\""},
    {TILESET("tilerendersize='grid'", ""), "the tileset's \"tilerendersize\" is \"grid\""},
    {TILESET("fillmode='preserve-aspect-fit'", ""), "the tileset's \"fillmode\" is"},
    {TILESET("objectalignment='middle'", ""), "the tileset's \"objectalignment\" is"},
    {TILESET("", "<tile id='0' glow='1'/>"), "the tile's \"glow\" is unknown"},
    {TILESET("", "<image source='a.png' width='8' height='8' format='dds'/>"), "\"format\""},
    {LAYER("x='3'", ""), "the layer's \"x\" is \"3\""},
    {"<objectgroup name='o' draworder='size'/>", "the layer's \"draworder\" is \"size\""},
    {"<lights/>", "map.tmx:1: the map's \"lights\" is unknown and is ignored: see \"Supported"},
    {"<imagelayer name='i'><mask source='a'/></imagelayer>", "the layer's \"mask\" is unknown"},
};

TEST(an_unknown_part_of_a_map_is_named_once, .rounds = CW_ARRAY_LENGTH(UNKNOWN))
{
    EXPECT_OK(load("class='dungeon'", textf("%s%s", UNKNOWN[_i][0], UNKNOWN[_i][0])));
    expect_text(said(), UNKNOWN[_i][1]);
    expect_text(said(), "the map's \"class\" is unknown");
    ck_assert_msg(map->all_warnings_count <= 3, "%s",
                  said()); /* a halved tileset has a message of its own */
    ck_assert_ptr_null(strstr(strstr(said(), UNKNOWN[_i][1]) + 1, UNKNOWN[_i][1]));
}

TEST(an_unknown_part_of_a_json_map_is_named)
{
    temp_write(
        "map.tmj",
        "{\"width\":2,\"height\":1,\"tilewidth\":8,\"tileheight\":8,\"\":1,\"width "
        "height\":2,\"layers\":[{\"type\":\"objectgroup\",\"name\":\"o\",\"x\":0,\"mode\":"
        "\"add\",\"objects\":[{\"id\":7,\"x\":0,\"y\":0,\"width\":8,\"height\":8,\"opacity\":"
        "0.25,\"properties\":[{\"name\":\"n\",\"type\":\"list\",\"value\":"
        "[{\"type\":\"int\",\"value\":1}]},{\"name\":\"c\",\"type\":\"class\",\"value\":"
        "{\"m\":[1],\"k\":2}}]}]}]}");
    EXPECT_OK(load_map("map.tmj"));
    static const char *const words[] = {"the map's \"\" is unknown",
                                        "the map's \"width height\" is unknown",
                                        "layer \"o\": the layer's \"mode\" is \"add\"",
                                        "object 7: the object's \"opacity\" is \"0.25\""};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
        expect_text(said(), words[i]);
    }
    const CwMapProperties *from = cw_map_object(map, 0)->properties;
    ck_assert_int_eq(cw_property_type(from, "n"), CW_PROPERTY_NONE);
    ck_assert_int_eq(cw_property_type(from, "c.m"), CW_PROPERTY_NONE);
    ck_assert_double_eq(cw_property_number(from, "c.k", 0), 2);
}

TEST(parts_that_only_tiled_uses_are_not_named)
{
    EXPECT_OK(load(
        "version='1.11' tiledversion='1.11.2' nextlayerid='4' nextobjectid='9' infinite='0' "
        "compressionlevel='0' renderorder='right-down' staggeraxis='y'",
        "<editorsettings><chunksize width='8' height='8'/><export target='a' format='b'/>"
        "</editorsettings>" TILESET(
            "tilecount='1' columns='1' backgroundcolor='#ff0000'",
            "<grid orientation='orthogonal' width='8' height='8'/><transformations hflip='1' "
            "vflip='0' rotate='0' preferuntransformed='0'/><image source='a.png' trans='ff00ff' "
            "width='8' height='8'/><terraintypes><terrain name='a' tile='0'/></terraintypes>"
            "<tile id='0' type='t' terrain='0,0,0,0' probability='0.5'><objectgroup draworder="
            "'index' id='2'><object id='1' x='0' y='0' width='1' height='1'/></objectgroup>"
            "<animation><frame tileid='0' duration='9'/></animation></tile><wangsets><wangset "
            "name='w' type='corner' tile='-1'><wangcolor name='' color='#ff0000' tile='-1' "
            "probability='1'/><wangtile tileid='0' wangid='0,1'/></wangset></wangsets>")
            LAYER("id='1' locked='1' opacity='1' mode='normal' x='0'", "") OBJECT(
                "opacity='1' visible='0'",
                "<text fontfamily='sans-serif' wrap='1' kerning='1' halign='center'>a</text>")));
    ck_assert_str_eq(said(), "");
}
