/* Maps with a fault in one place, as an editor, a script or a hand may leave it: each is named, and
 * what is asked of the rest is answered. */
#include "map/map_reader.h"
#include "support/temp_map.h"

FIXTURE(.set_up = temp_listen, .tear_down = tear_down_map);

/* A map of 3 x 2 tiles of 16 x 8 pixels, at 16 pixels a metre. */
static CwMap *load(const char *attributes, const char *inside)
{
    temp_write("map.tmx",
               textf("<map width='3' height='2' tilewidth='16' tileheight='8' %s><properties>"
                     "<property name='pixels_per_metre' type='int' value='16'/></properties>%s"
                     "</map>",
                     attributes, inside));
    return load_map("map.tmx");
}

#define FLAT "orientation='orthogonal'"
#define LAYER(data) "<layer name='l' width='3' height='2'><data " data "</data></layer>"
#define TILESET(attributes, inside)                                                                \
    "<tileset firstgid='1' name='t' tilewidth='16' tileheight='8' " attributes ">" inside          \
    "</tileset>"
#define IMAGE "<image source='t.png' width='64' height='16'/>"

static const struct {
    const char *attributes, *inside, *words;
} faults[] = {
    {FLAT, LAYER("encoding='csv'>1,2,x"), "\"x\", not a tile's number"},
    {FLAT, LAYER("encoding='csv'>0,0,0,0,0,0,0"), "more than 6 tiles"},
    {FLAT, LAYER("encoding='csv'>0,0"), "fewer than 6 tiles"},
    {FLAT, LAYER("encoding='base64'>!!!!"), "not base64 at \"!!!!\""},
    {FLAT, LAYER("encoding='base64' compression='lzma'>AAAA"), "\"lzma\" is not a compression"},
    {FLAT, LAYER("encoding='base64'>AAAA"), "layer is left empty"},
    {FLAT, LAYER("encoding='rot13'>?"), "\"rot13\" is not an encoding"},
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
    {FLAT, TILESET("spacing='16000000'", IMAGE), "out of range"},
    {FLAT, TILESET("", "<tileoffset x='1e9' y='0'/>" IMAGE), "out of range"},
    {FLAT, TILESET("tilecount='9' columns='90000000'", IMAGE),
     "more tiles than a picture can hold"},
    {FLAT, TILESET("", "<image source='t.png' width='8' height='8'/>"), "smaller than one tile"},
    {FLAT, TILESET("", "<image format='png'><data>AAAA</data></image>"), ""},
    {FLAT, TILESET("", "<tile id='x'/>" IMAGE), "\"id\""},
    {FLAT, TILESET("objectalignment='top'", IMAGE), ""},
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
    load(FLAT, textf(TILESET("", "<image source='%s' width='64' height='16'/>"), name));
    expect_text(textf("%s%s", said(), error.text), "too long");
}

TEST(a_short_colour_is_read)
{
    EXPECT_OK(load(FLAT " backgroundcolor='#a1f'", TILESET("", IMAGE)));
    CwColour colour = cw_map_background(map);
    ck_assert(colour.r == 0xaa && colour.g == 0x11 && colour.b == 0xff && colour.a == 255);
    ck_assert_int_eq(map->tilesets[0].tile_count, 8);
}
