#include "live/dev_runner.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#include <time.h>

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

TEST(what_is_saved_is_told_by_its_path)
{
    ck_assert_int_eq(saved_kind("main.c"), WHAT_CODE);
    ck_assert_int_eq(saved_kind("src/deep/a.h"), WHAT_CODE);
    ck_assert_int_eq(saved_kind("Makefile"), WHAT_CODE);
    ck_assert_int_eq(saved_kind(""), WHAT_CODE);
    ck_assert_int_eq(saved_kind("config.ini"), WHAT_CONFIG);
    ck_assert_int_eq(saved_kind("assets/levels/a.tmj"), WHAT_LEVEL);
    ck_assert_int_eq(saved_kind("assets/levels/tiles.tsx"), WHAT_LEVEL);
    ck_assert_int_eq(saved_kind("assets/levels/a.json"), WHAT_LEVEL);
    ck_assert_int_eq(saved_kind("assets/art/atlas.json"), WHAT_ART);
    ck_assert_int_eq(saved_kind("assets/art/ball.SVG"), WHAT_ART);
    ck_assert_int_eq(saved_kind("assets/sound/hit.ogg"), WHAT_SOUND);
    ck_assert_int_eq(saved_kind("README.md"), WHAT_NOTHING);
    ck_assert_int_eq(saved_kind("notes/config.ini"), WHAT_NOTHING);
    ck_assert_int_eq(saved_kind("picture.png"), WHAT_NOTHING);
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

/* ---- saves while it runs ---- */

static DevPlaces places;
static DevBuild build;

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

static bool exists(const char *name)
{
    return access(temp_path(name), F_OK) == 0;
}

/* A project whose build reads the layout, says so and goes on until `last` is there. */
static void begin_build(const char *last)
{
    char makefile[256];
    unsetenv("MAKEFLAGS"); /* as the program does */
    snprintf(makefile, sizeof makefile,
             "game.so:\n\tcp layout.h build/main.o && touch build/read\n\t%s\n", last);
    temp_write("Makefile", makefile);
    temp_mkdir("build");
    temp_write("build/old.o", "of a build before");
    temp_write("layout.h", "old");
    nap();
    places = (DevPlaces){0};
    snprintf(places.root, sizeof places.root, "%s", temp_path("."));
    build = (DevBuild){.places = &places};
    ck_assert(dev_build_start(&build, &error));
    while (!exists("build/read")) {
        nap();
    }
}

static void tear_down(void)
{
    dev_build_stop(&build);
}

FIXTURE(.tear_down = tear_down);

static void end_build(void)
{
    while (!process_poll(&build.process)) {
        nap();
    }
    ck_assert_int_eq(build.process.status, 0);
}

/* The object is newer than the text, but made of the old one. */
TEST(a_build_is_stale_when_a_source_was_saved_meanwhile_and_nothing_of_the_old_text_stays)
{
    begin_build("while [ ! -e go ]; do sleep 0.02; done");
    temp_write("layout.h", "new");
    temp_write("go", "");
    end_build();
    ck_assert(dev_build_is_stale(&build));
    ck_assert(!exists("build/main.o"));
    ck_assert(exists("build/old.o"));
}

TEST(a_source_that_the_build_writes_is_built_once_more_and_no_longer)
{
    begin_build("echo made >made.h");
    end_build();
    ck_assert(dev_build_is_stale(&build));
    ck_assert(dev_build_start(&build, &error));
    end_build();
    ck_assert(!dev_build_is_stale(&build));
    ck_assert(exists("build/main.o"));
}

TEST(a_folder_without_a_makefile_is_refused)
{
    places = (DevPlaces){0};
    snprintf(places.root, sizeof places.root, "%s", temp_path("."));
    EXPECT_REFUSED(dev_build_check(&places, &error), "no Makefile");
    temp_write("makefile", "");
    ck_assert(dev_build_check(&places, &error));
}
