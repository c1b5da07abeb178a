/* A map draws every tile that is seen once, and no more tiles than can be told apart. */
#include "draw/draw_list.h"
#include "map/map_text.h"
#include "support/map_picture.h"
#include "support/temp_map.h"

FIXTURE(.tear_down = tear_down_map);

/* A map of 16 by 16 pixels a tile at 16 pixels a metre, where one of `rarity` cells has a tile.
 * Returns how many do. */
static int load(int columns, int rows, int rarity)
{
    FILE *file = fopen(temp_path("map.tmx"), "w");
    int count = 0;
    ck_assert_ptr_nonnull(file);
    fprintf(file,
            "<map width='%d' height='%d' tilewidth='16' tileheight='16'><properties><property "
            "name='pixels_per_metre' type='int' value='16'/></properties><tileset firstgid='1' "
            "name='t' tilewidth='16' tileheight='16' tilecount='8' columns='4'><image "
            "source='t.png' width='64' height='32'/></tileset><imagelayer name='i' repeatx='1' "
            "repeaty='1'><image source='t.png' width='1' height='1'/></imagelayer>"
            "<layer name='l' width='%d' height='%d'><data encoding='csv'>",
            columns, rows, columns, rows);
    for (int i = 0; i < columns * rows; i++) {
        bool has_tile = i / columns * 31 % rarity == i % columns * 7 % rarity;
        count += has_tile;
        fputs(i == 0 ? "" : ",", file);
        fputc(has_tile ? '1' : '0', file);
    }
    fputs("</data></layer></map>", file);
    ck_assert_int_eq(fclose(file), 0);
    EXPECT_OK(load_map("map.tmx"));
    return count;
}

/* How many sprites the layers from `first` on are, with so many metres from top to bottom. */
static int drawn(double height_m, int first)
{
    cpVect size_m = cw_map_size_m(map);
    CwCamera camera = {.x_m = size_m.x / 2, .y_m = size_m.y / 2, .height_m = height_m};
    SpriteTable table = {.camera_height_m = height_m};
    table.pictures = map_pictures(map, &table.picture_count);
    CwDrawList list = {0};
    draw_list_begin(&list, &camera, &table);
    cw_draw_map(&list, &(CwMapDraw){map, first, 1, 0});
    int count = (int)list.command_count;
    draw_list_free(&list);
    return count;
}

TEST(each_tile_in_sight_is_drawn_once)
{
    for (int rarity = 1; rarity < 1000; rarity = 7 * rarity + 1) {
        int count = load(75, 61, rarity);
        ck_assert_int_gt(count, 0);
        ck_assert_int_eq(drawn(400, 1), count);
    }
}

TEST(more_tiles_than_can_be_told_apart_are_drawn_coarsely)
{
    load(1000, 1000, 1);
    int all = drawn(2000, 1), near = drawn(20, 1);
    ck_assert(all > 100000 && all <= 1 << 19);
    ck_assert(near >= 20 * 36 / 2 && near < 5000);
}

TEST(a_picture_that_is_repeated_often_is_drawn_coarsely)
{
    load(1000, 1000, 7);
    int all = drawn(1000, 0);
    ck_assert(all > 100000 && all <= 1 << 20);
    ck_assert_int_lt(drawn(2, 0), 4 * 16 * 2 * 16 * 4);
}

/* 56 KB of it would take 128 MiB and most of a second a frame. */
TEST(more_tiles_than_a_map_takes_are_refused_before_they_are_unpacked)
{
    temp_listen();
    temp_write("map.tmx",
               "<map width='5792' height='5792' tilewidth='16' tileheight='16'><layer name='l' "
               "width='5792' height='5792'><data encoding='base64' compression='zlib'></data>"
               "</layer></map>");
    EXPECT_OK(load_map("map.tmx"));
    expect_text(said(), "the map has more than 4194304 tiles");
}

/* A map of 4 x 4 cells of 16 pixels, with these elements in it. */
static void load_elements(const char *elements)
{
    temp_listen();
    temp_write("map.tmx", textf("<map width='4' height='4' tilewidth='16' tileheight='16'>"
                                "<properties><property name='pixels_per_metre' type='int' "
                                "value='16'/></properties>%s</map>",
                                elements));
    EXPECT_OK(load_map("map.tmx"));
}

/* A picture of so many pixels, red above and blue below. */
static void write_picture(const char *name, int width_px, int height_px)
{
    temp_write(name,
               textf("<svg width='%d' height='%d'><rect width='%d' height='%d' fill='red'/>"
                     "<rect y='%d' width='%d' height='%d' fill='blue'/></svg>",
                     width_px, height_px, width_px, height_px, height_px / 2, width_px, height_px));
}

/* Letters for its pixels of that column, from the top down. */
static const char *column_of_map(int x_px)
{
    static char letters[65];
    SDL_Surface *picture = map_picture(map, 64, 64, NULL);
    for (int y = 0; y < 64; y++) {
        uint32_t pixel = ((const uint32_t *)picture->pixels)[y * picture->pitch / 4 + x_px];
        letters[y] = (pixel & 0xFFFFFF) == 0xFF0000 ? 'r' : (pixel & 0xFFFFFF) == 0xFF ? 'b' : '.';
    }
    SDL_FreeSurface(picture);
    return letters;
}

#define EIGHT(letter) letter letter letter letter letter letter letter letter
#define SIXTEEN(letter) EIGHT(letter) EIGHT(letter)
#define CELLS                                                                                      \
    "<layer name='l' width='4' height='4'><data "                                                  \
    "encoding='csv'>1,%s,0,0,0,0,0,0,0,0,0,0,0,0,0,0</data></layer>"

TEST(an_image_layer_of_unknown_size_is_as_large_as_its_picture, .rounds = 3)
{
    static const struct {
        const char *name, bytes[48];
    } cases[] = {{"a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x28\0\0\0\x14"},
                 {"a.jpg", "\xff\xd8\xff\xe0\0\4..\xff\xc2\0\21\10\0\x14\0\x28\3"},
                 {"a.svg", "<svg viewBox='0 0 40 20'/>"}};
    temp_write_bytes(cases[_i].name, cases[_i].bytes, sizeof cases->bytes);
    ck_assert(_i == 2 || truncate(temp_path(cases[_i].name), 1 << 20) == 0); /* the head suffices */
    load_elements(textf("<imagelayer name='i'><image source='%s'/></imagelayer>", cases[_i].name));
    int count;
    const CwSpriteDef *row = map_pictures(map, &count);
    ck_assert_int_eq(count, 1);
    ck_assert(row->width_px == 40 && row->height_px == 20);
    ck_assert_str_eq(said(), "");
}

TEST(an_image_layer_follows_the_size_of_its_picture)
{
    write_picture("a.svg", 16, 32);
    load_elements("<imagelayer name='i'><image source='a.svg' width='8' height='8'/></imagelayer>");
    ck_assert_str_eq(column_of_map(12), SIXTEEN("r") SIXTEEN("b") SIXTEEN(".") SIXTEEN("."));
}

static void load_tiles(int height_px, const char *second)
{
    write_picture("a.svg", 32, height_px);
    load_elements(
        textf("<tileset firstgid='1' name='t' tilewidth='16' tileheight='16' columns='2' "
              "tilecount='4'><image source='a.svg' width='32' height='32'/></tileset>" CELLS,
              second));
}

TEST(tiles_keep_their_pixels_when_their_picture_grows)
{
    load_tiles(64, "0");
    ck_assert_str_eq(column_of_map(8), SIXTEEN("r") SIXTEEN(".") SIXTEEN(".") SIXTEEN("."));
    ck_assert_int_eq(
        cw_map_tile_image(map, cw_map_tile_at(map, 0, 0, 0), 0, &(CwMapRectPx){0})->height_px,
        32); /* the simulation sees no files */
    ck_assert_str_eq(said(), "");
}

TEST(tiles_that_their_picture_lost_are_not_drawn)
{
    load_tiles(16, "3");
    ck_assert_str_eq(column_of_map(8),
                     EIGHT("r") EIGHT("b") SIXTEEN(".") SIXTEEN(".") SIXTEEN("."));
    ck_assert_str_eq(column_of_map(24), SIXTEEN(".") SIXTEEN(".") SIXTEEN(".") SIXTEEN("."));
    expect_text(said(), "its picture has 32 x 16 pixels, fewer than the map says");
}

TEST(a_tile_with_its_own_picture_follows_the_size_of_the_picture)
{
    write_picture("a.svg", 32, 16);
    load_elements("<tileset firstgid='1' name='t' tilewidth='8' tileheight='8'><tile id='0'><image "
                  "source='a.svg' width='8' height='8'/></tile></tileset>"
                  "<layer name='l' width='4' height='4'><data "
                  "encoding='csv'>0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0</data></layer>");
    ck_assert_str_eq(column_of_map(24),
                     SIXTEEN(".") SIXTEEN(".") SIXTEEN(".") EIGHT("r") EIGHT("b"));
}

TEST(only_an_existing_picture_without_a_size_is_reported, .rounds = 2)
{
    if (_i == 1) {
        temp_write("a.svg", "<svg/>");
    }
    load_elements("<imagelayer name='i'><image source='a.svg'/></imagelayer>");
    ck_assert((strstr(said(), "its picture says no usable size") != NULL) == (_i == 1));
}

/* The ink of a text object of 100 x 60 pixels at (160, 60) inks of a map of 320 x 180, a pixel
 * each. */
static SDL_Rect ink_of(const char *object, const char *text, const char *words)
{
    const char *colour = strstr(text, "color=") == NULL ? "color='#ffffff'" : "";
    temp_write("map.tmx",
               textf("<map orientation='orthogonal' width='20' height='10' tilewidth='16' "
                     "tileheight='18'><objectgroup><object id='1' x='160' y='60' width='100' "
                     "height='60' %s><text %s %s>%s</text></object></objectgroup></map>",
                     object, colour, text, words));
    EXPECT_OK(load_map("map.tmx"));
    SDL_Surface *picture = map_picture(map, 320, 180, NULL);
    SDL_Rect ink = {0};
    for (int y = 0; y < picture->h; y++) {
        for (int x = 0; x < picture->w; x++) {
            uint32_t pixel = ((uint32_t *)picture->pixels)[y * picture->pitch / 4 + x];
            SDL_Rect here = {x, y, 1, 1};
            if ((pixel & 0xff) > 40) {
                SDL_UnionRect(&ink, &here, &ink);
            }
        }
    }
    SDL_FreeSurface(picture);
    return ink;
}

#define WORDS "one two three four five"

TEST(words_wrap_to_their_rectangle_or_not)
{
    SDL_Rect line = ink_of("", "", WORDS), block = ink_of("", "wrap='1'", WORDS);
    ck_assert(line.w > 150 && line.h < 20);
    ck_assert(block.w > 60 && block.w <= 100 && block.h > 30);
    ck_assert(block.x >= 160 && block.y >= 60 && block.y < 70);
}

TEST(words_are_aligned_in_their_rectangle)
{
    SDL_Rect middle = ink_of("", "halign='center' valign='center'", "HH");
    ck_assert_int_le(abs(middle.x + middle.w / 2 - 210), 2);
    ck_assert_int_le(abs(middle.y + middle.h / 2 - 90), 3);
    SDL_Rect corner = ink_of("", "halign='right' valign='bottom'", "HH");
    ck_assert_int_le(abs(corner.x + corner.w - 260), 3);
    ck_assert_int_le(abs(corner.y + corner.h - 116), 4);
}

TEST(words_are_as_high_as_their_font)
{
    SDL_Rect small = ink_of("", "pixelsize='16'", "H"), large = ink_of("", "pixelsize='48'", "H");
    ck_assert_int_le(abs(small.h - 12), 1); /* capitals of DejaVu Sans: 0.73 em */
    ck_assert_int_le(abs(large.h - 35), 1);
}

/* About the top left corner, clockwise. */
TEST(words_turn_with_their_object)
{
    SDL_Rect flat = ink_of("", "", "HHHH"), turned = ink_of("rotation='90'", "", "HHHH");
    ck_assert_int_le(abs(turned.w - flat.h), 2);
    ck_assert_int_le(abs(turned.h - flat.w), 2);
    ck_assert_int_le(abs(turned.y - 60 - (flat.x - 160)), 2);
    ck_assert_int_le(abs(160 - (turned.x + turned.w) - (flat.y - 60)), 2);
}

TEST(transparent_words_are_not_drawn)
{
    ck_assert_int_eq(ink_of("", "color='#00000000'", "HHHH").w, 0);
}
