/* A map draws every tile that is seen once, and no more tiles than can be told apart. */
#include "clockwork/map_world.h"
#include "draw/draw_list.h"
#include "map/map_text.h"
#include "support/temp_map.h"

FIXTURE(.tear_down = tear_down_map);

/* A map of 16 by 16 pixels a tile at 16 pixels a metre, where one of `rarity` cells has a tile.
 * Returns how many do. */
static int load(const char *attributes, int columns, int rows, int rarity)
{
    FILE *file = fopen(temp_path("map.tmx"), "w");
    int count = 0;
    ck_assert_ptr_nonnull(file);
    fprintf(file,
            "<map width='%d' height='%d' tilewidth='16' tileheight='16' %s><properties><property "
            "name='pixels_per_metre' type='int' value='16'/></properties><tileset firstgid='1' "
            "name='t' tilewidth='16' tileheight='16' tilecount='8' columns='4'><image "
            "source='t.png' width='64' height='32'/></tileset><imagelayer name='i' repeatx='1' "
            "repeaty='1' visible='0'><image source='t.png' width='1' height='1'/></imagelayer>"
            "<layer name='l' width='%d' height='%d'><data encoding='csv'>",
            columns, rows, attributes, columns, rows);
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
    cw_draw_map_layer(&list, map, first, 0);
    int count = (int)list.command_count;
    draw_list_free(&list);
    return count;
}

static const char *const GRIDS[] = {
    "",
    "renderorder='left-down'",
    "renderorder='right-up'",
    "renderorder='left-up'",
};

TEST(each_tile_in_sight_is_drawn_once_whatever_is_empty, .rounds = CW_ARRAY_LENGTH(GRIDS))
{
    for (int rarity = 1; rarity < 1000; rarity = 7 * rarity + 1) {
        int count = load(GRIDS[_i], 75, 61, rarity);
        ck_assert_int_gt(count, 0);
        ck_assert_int_eq(drawn(400, 1), count);
    }
}

TEST(more_tiles_than_can_be_told_apart_are_drawn_coarsely, .rounds = CW_ARRAY_LENGTH(GRIDS))
{
    load(GRIDS[_i], 1000, 1000, 1);
    int all = drawn(2000, 1), near = drawn(20, 1);
    ck_assert(all > 100000 && all <= 1 << 19);
    ck_assert(near >= 20 * 36 / 2 && near < 5000);
}

TEST(a_picture_that_is_repeated_often_is_drawn_coarsely)
{
    load("", 1000, 1000, 7);
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
