#include "dev/dev_save.h"
#include "support/test.h"

TEST(what_is_saved_is_told_by_its_path)
{
    ck_assert_int_eq(dev_what("main.c"), WHAT_CODE);
    ck_assert_int_eq(dev_what("src/deep/a.h"), WHAT_CODE);
    ck_assert_int_eq(dev_what("Makefile"), WHAT_CODE);
    ck_assert_int_eq(dev_what(""), WHAT_CODE);
    ck_assert_int_eq(dev_what("config.ini"), WHAT_CONFIG);
    ck_assert_int_eq(dev_what("assets/levels/a.tmj"), WHAT_LEVEL);
    ck_assert_int_eq(dev_what("assets/levels/tiles.tsx"), WHAT_LEVEL);
    ck_assert_int_eq(dev_what("assets/art/ball.SVG"), WHAT_ART);
    ck_assert_int_eq(dev_what("assets/sound/hit.ogg"), WHAT_SOUND);
    ck_assert_int_eq(dev_what("README.md"), WHAT_NOTHING);
    ck_assert_int_eq(dev_what("notes/config.ini"), WHAT_NOTHING);
    ck_assert_int_eq(dev_what("picture.png"), WHAT_NOTHING);
}

TEST(saves_that_come_together_are_the_most_that_was_saved)
{
    DevSave save = {0};
    dev_save_add(&save, "notes.txt", 5);
    ck_assert_int_eq(save.what, WHAT_NOTHING);
    dev_save_add(&save, "assets/levels/a.tmj", 10);
    dev_save_add(&save, "main.c", 20);
    dev_save_add(&save, "config.ini", 30);
    ck_assert_int_eq(save.what, WHAT_CODE);
    ck_assert_str_eq(save.file, "main.c");
    ck_assert_int_eq(save.last_ns, 30);
}
