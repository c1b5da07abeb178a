/* Tiles that a game changes: dug away with the mouse, rewound, played again, and compared. */
#include "support/door.h"

FIXTURE(DOOR);

enum { TILE_COLOUR = 0xC87828 };

/* A pit of 40 x 24 tiles of a metre; the lower half is solid. */
static void build(void)
{
    door_build("dig");
    expect_ok(
        "mkdir -p assets/levels && base64 -d >assets/levels/t.png <<'E'\n"
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mM4UaFBEmIY1TCqYfhqAAADaGgQ4a3ZQ"
        "QAAAABJRU5ErkJggg==\nE\n"
        "{ echo \"<map width='40' height='24' tilewidth='16' tileheight='16'><properties><property "
        "name='pixels_per_metre' type='int' value='16'/></properties><tileset firstgid='1' "
        "name='t' tilewidth='16' tileheight='16' tilecount='1' columns='1'><image source='t.png' "
        "width='16' height='16'/><tile id='0'><objectgroup><object x='0' y='0' width='16' "
        "height='16'/></objectgroup></tile></tileset><layer name='l' width='40' height='24'><data "
        "encoding='csv'>\"; seq 960 | awk '{printf \"%s%d\", (NR > 1 ? \",\" : \"\"), (NR > "
        "480)}'; "
        "echo '</data></layer></map>'; } >assets/levels/pit.tmx");
}

static bool row_is_settled(const ProbeRow *row)
{
    return row->tick >= 60;
}

static bool row_is_low(const ProbeRow *row)
{
    return row->y_m < 11.0;
}

TEST(tiles_are_dug_away_with_the_mouse_rewound_and_replayed)
{
    build();
    door_start("exec ./dig play pit" DOOR_OPTIONS
               "--set display.latency=ahead --record run.cwr >out 2>err",
               "Dig");
    int row = door_wait_row(0, row_is_settled);
    door_watch((XRect){308, 188, 20, 20});
    XPicture *before = door_see();
    ck_assert(before != NULL);
    door_wait_colour(TILE_COLOUR, 0.98);
    door_click(320, 195);
    row = door_wait_row(row, row_is_low); /* the ball falls into the hole */
    door_wait_change(before, 0.5);
    door_press("BackSpace");
    door_wait_colour(TILE_COLOUR, 0.98);
    door_release("BackSpace");
    door_wait_ticks(10);
    door_click(320, 195);
    door_wait_row(door_turn(row), row_is_low);
    door_end();
    expect_text(expect_ok("./dig verify run.cwr")->out, "ok run.cwr");
}

TEST(a_hundred_changes_a_tick_pass_the_sync_test_and_verify)
{
    build();
    expect_ok("./dig play pit --headless --hold storm --ticks 100 --synctest 20 --record run.cwr "
              "--set debug.protect_world=on");
    expect_text(expect_ok("./dig verify run.cwr")->out, "ok run.cwr");
    expect_ok("./dig doctor pit --ticks 60");
}
