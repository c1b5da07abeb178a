#include "shell/level_cards.h"
#include "support/temp_folder.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

FIXTURE(.set_up = temp_make, .tear_down = temp_remove);

TEST(a_card_shows_the_picture_beside_its_level_and_the_title_of_its_map)
{
    static const char map[] =
        "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,\"width\":10,"
        "\"height\":10,\"tilewidth\":32,\"tileheight\":32,\"layers\":[],\"properties\":["
        "{\"name\":\"title\",\"type\":\"string\",\"value\":\"The First\"}]}";
    Levels levels;
    temp_mkdir("levels");
    temp_write("levels/a-first.tmj", map);
    temp_write("levels/a-first.png", "only its name is looked at here");
    temp_write("levels/b-second.tmj", "broken");
    levels_find(&levels, temp_folder);
    LevelCards *cards = level_cards_create(&levels, NULL);
    ck_assert_int_eq(cards->picture_count, 1);
    ck_assert_str_eq(cards->cards[0].title, "A first");
    for (int i = 0; i < 3; i++) {
        level_cards_update(cards);
    }
    const LevelCard *first = level_cards_find(cards, "a-first");
    const LevelCard *second = level_cards_find(cards, "b-second");
    ck_assert_str_eq(first->title, "The First");
    ck_assert_ptr_nonnull(strstr(cards->pictures[first->picture].file, "levels/a-first.png"));
    ck_assert_str_eq(second->title, "B second");
    ck_assert_int_eq(second->picture, -1);
    ck_assert_ptr_null(level_cards_find(cards, "nowhere"));
    free(cards);
}
