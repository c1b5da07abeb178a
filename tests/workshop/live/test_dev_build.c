#include "live/dev.h"
#include "support/expect.h"
#include "support/temp_folder.h"

static const struct {
    const char *said, *shown;
} errors[] = {
    {"  compile main.c\nmain.c: In function 'a':\nmain.c:7:3: warning: b\nmain.c:9:5: error: no c\n"
     "    9 |\tc;\n      | ^\nmain.c:12:5: error: no d\n",
     "main.c:9:5: error: no c\n    9 | c;\n      | ^\nmain.c:12:5: error: no d"},
    {"  link\n/usr/bin/ld: a.o: undefined reference to `f'\nx\n",
     "/usr/bin/ld: a.o: undefined reference to `f'\nx"},
    {"make: *** No rule to make target 'game.so'.  Stop.\n",
     "make: *** No rule to make target 'game.so'.  Stop."},
    {"something else\nfailed\n", "something else\nfailed"},
    {"", ""},
};

TEST(the_first_error_of_compiler_linker_or_make_is_shown, .rounds = CW_ARRAY_LENGTH(errors))
{
    char found[BUILD_ERROR_BYTES];
    dev_build_take_lines(found, dev_build_find_error(errors[_i].said), BUILD_LINE_BYTES);
    ck_assert_str_eq(found, errors[_i].shown);
}

TEST(the_first_warning_is_shown_and_all_are_counted)
{
    char found[BUILD_LINE_BYTES] = "";
    ck_assert_int_eq(dev_build_find_warning(found, errors[0].said), 1);
    ck_assert_str_eq(found, "main.c:7:3: warning: b");
    ck_assert_int_eq(dev_build_find_warning(found, "a.c:1:2: warning: x\nb.c:1: warning: y"), 2);
    ck_assert_str_eq(found, "a.c:1:2: warning: x");
    ck_assert_int_eq(dev_build_find_warning(found, "a.c: warnings"), 0);
}

TEST(lines_without_end_are_cut)
{
    static char text[5000], found[BUILD_ERROR_BYTES];
    memset(text, 'x', sizeof text - 1);
    dev_build_take_lines(found, text, BUILD_LINE_BYTES);
    ck_assert_uint_eq(strlen(found), BUILD_LINE_BYTES - 2);
}

TEST(the_kind_of_a_saved_file_follows_from_its_path)
{
    ck_assert_int_eq(change_kind("main.c"), CHANGE_CODE);
    ck_assert_int_eq(change_kind("src/deep/a.h"), CHANGE_CODE);
    ck_assert_int_eq(change_kind("Makefile"), CHANGE_CODE);
    ck_assert_int_eq(change_kind(""), CHANGE_CODE);
    ck_assert_int_eq(change_kind("config.ini"), CHANGE_CONFIG);
    ck_assert_int_eq(change_kind("assets/levels/a.tmj"), CHANGE_LEVEL);
    ck_assert_int_eq(change_kind("assets/levels/tiles.tsx"), CHANGE_LEVEL);
    ck_assert_int_eq(change_kind("assets/levels/a.json"), CHANGE_LEVEL);
    ck_assert_int_eq(change_kind("assets/art/atlas.json"), CHANGE_ART);
    ck_assert_int_eq(change_kind("assets/art/ball.SVG"), CHANGE_ART);
    ck_assert_int_eq(change_kind("assets/sound/hit.ogg"), CHANGE_SOUND);
    ck_assert_int_eq(change_kind("README.md"), CHANGE_NONE);
    ck_assert_int_eq(change_kind("notes/config.ini"), CHANGE_NONE);
    ck_assert_int_eq(change_kind("picture.png"), CHANGE_NONE);
}

TEST(a_source_that_the_build_writes_is_built_once_more_and_no_longer)
{
    static DevPlaces places;
    static DevBuild build = {.places = &places};
    unsetenv("MAKEFLAGS"); /* as the program does */
    temp_write("Makefile", "game.so:\n\ttouch build/main.o && echo made >made.h\n");
    temp_mkdir("build");
    snprintf(places.root, sizeof places.root, "%s", temp_path("."));
    for (int i = 0; i < 2; i++) {
        ck_assert(dev_build_start(&build, &error));
        process_wait(&build.process);
        ck_assert_int_eq(build.process.status, 0);
        ck_assert(dev_build_is_stale(&build) == (i == 0));
    }
    ck_assert_int_eq(access(temp_path("build/main.o"), F_OK), 0);
}
