#include "app/art_stamp.h"
#include "app/level_cards.h"
#include "support/temp_folder.h"
#include "support/toy_run.h"

#include <unistd.h>

static void tear_down(void)
{
    toy_run_close();
    temp_remove();
}

FIXTURE(.set_up = temp_make, .tear_down = tear_down);

TEST(each_change_of_the_art_gives_another_stamp)
{
    uint64_t stamps[5] = {art_stamp(temp_folder)};
    temp_write("a.svg", "<svg/>");
    stamps[1] = art_stamp(temp_folder);
    temp_write("a.svg", "<svg />");
    stamps[2] = art_stamp(temp_folder);
    temp_mkdir("deep");
    temp_write("deep/b.svg", "<svg/>");
    stamps[3] = art_stamp(temp_folder);
    rename(temp_path("a.svg"), temp_path("c.svg"));
    stamps[4] = art_stamp(temp_folder);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < i; j++) {
            ck_assert_uint_ne(stamps[i], stamps[j]);
        }
    }
    ck_assert_uint_eq(art_stamp(temp_folder), stamps[4]);
}

TEST(no_folder_is_no_art)
{
    ck_assert_uint_eq(art_stamp(temp_path("nowhere")), 0);
}

/* Where the level map would keep its picture. */
static const char *picture_file(void)
{
    static char file[PATH_BYTES_MAX];
    toy_play(5);
    toy_click_row("Levels");
    toy_run_frames(5);
    snprintf(file, sizeof file, "%s", run.loop.screens.cards->cards[0].file);
    toy_run_close();
    return file;
}

TEST(a_level_s_picture_is_another_when_the_art_is)
{
    static const char map[] =
        "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,\"width\":10,"
        "\"height\":10,\"tilewidth\":32,\"tileheight\":32,\"layers\":[]}";
    toy_run_prepare();
    temp_mkdir("assets");
    temp_mkdir("assets/art");
    temp_mkdir("levels");
    temp_write("levels/a-first.tmj", map);
    temp_write("levels/b-second.tmj", map);
    levels_find(&run.levels, temp_folder);
    run.title = true;
    run.desc.data_dir = run.desc.player_dir = temp_folder;
    char before[PATH_BYTES_MAX];
    snprintf(before, sizeof before, "%s", picture_file());
    ck_assert_str_eq(picture_file(), before);
    temp_write("assets/art/buggy.svg", "<svg/>");
    ck_assert_str_ne(picture_file(), before);
}
