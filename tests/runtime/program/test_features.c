/* The manual's table of what the loop can do: every row names a test, and each of those exists. */
#include "support/test.h"

#include <ctype.h>

enum { ROWS_MIN = 30, NAME_MAX_BYTES = 120 };

static FILE *page;
static char line[1024];

static void tear_down(void)
{
    fclose(page);
}

SET_UP(.tear_down = tear_down)
{
    page = fopen("docs/features.md", "r");
    ck_assert_ptr_nonnull(page);
}

static void find_line(const char *begin)
{
    do {
        ck_assert_msg(fgets(line, sizeof line, page) != NULL, "docs/features.md lacks \"%s\"",
                      begin);
    } while (strncmp(line, begin, strlen(begin)) != 0);
}

static void expect_test(void)
{
    char name[NAME_MAX_BYTES], command[NAME_MAX_BYTES + 80];
    const char *end = strrchr(line, '`'), *begin = end;
    ck_assert_msg(end != NULL && strcmp(end, "` |\n") == 0, "this row names no test: %s", line);
    while (begin > line && begin[-1] != '`') {
        begin--;
    }
    ck_assert_int_lt(snprintf(name, sizeof name, "%.*s", (int)(end - begin), begin),
                     NAME_MAX_BYTES);
    for (const char *at = name; *at != '\0'; at++) {
        ck_assert(isalnum((unsigned char)*at) || *at == '_');
    }
    snprintf(command, sizeof command,
             "grep -rqE '^(TEST\\(|MAKE_EACH\\(.*|async function )%s[,()]' tests", name);
    ck_assert_msg(system(command) == 0, "docs/features.md names a test that does not exist: %s",
                  name);
}

TEST(every_feature_of_the_loop_names_a_test_that_exists)
{
    int rows = 0;
    find_line("# Features");
    find_line("| ---");
    while (fgets(line, sizeof line, page) != NULL && line[0] == '|') {
        if (strncmp(line, "| **", 4) != 0) { /* the name of a group */
            expect_test();
            rows++;
        }
    }
    ck_assert_int_ge(rows, ROWS_MIN);
}
