#include "dev/dev_build.h"
#include "support/test.h"

static BuildError found;

TEST(the_first_error_is_shown_with_what_the_compiler_says_of_it)
{
    dev_build_find_error(&found, "  compile main.c\nmain.c: In function 'a':\n"
                                 "main.c:7:3: warning: b\nmain.c:9:5: error: no c\n    9 |\tc;\n"
                                 "      | ^\nmain.c:12:5: error: no d\n");
    ck_assert_int_eq(found.count, 3);
    ck_assert_str_eq(found.lines[0], "main.c:9:5: error: no c");
    ck_assert_str_eq(found.lines[1], "    9 | c;");
}

TEST(a_linker_and_make_are_heard_too)
{
    dev_build_find_error(&found, "  link\n/usr/bin/ld: a.o: undefined reference to `f'\nx\n");
    ck_assert_ptr_nonnull(strstr(found.lines[0], "undefined reference"));
    dev_build_find_error(&found, "make: *** No rule to make target 'game.so'.  Stop.\n");
    ck_assert_ptr_nonnull(strstr(found.lines[0], "No rule"));
}

TEST(an_error_of_nobody_is_the_first_line)
{
    dev_build_find_error(&found, "something else\nfailed\n");
    ck_assert_int_eq(found.count, 1);
    ck_assert_str_eq(found.lines[0], "something else");
    dev_build_find_error(&found, "");
    ck_assert_int_eq(found.count, 1);
    ck_assert_str_eq(found.lines[0], "");
}

TEST(lines_without_end_are_cut)
{
    static char text[5000];
    memset(text, 'x', sizeof text - 1);
    memcpy(text, "a.c:1: error: ", 14);
    dev_build_find_error(&found, text);
    ck_assert_uint_eq(strlen(found.lines[0]), BUILD_LINE_BYTES - 1);
}
