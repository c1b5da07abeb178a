#include "clockwork/base.h"
#include "support/program.h"
#include "support/test.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The game of the README, tests/example/bounce.c: it is short, the README shows it word for word,
 * and it runs. make builds it beside this test; both are found from where they are. */

static char source[65536], readme[65536];

static bool read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    return true;
}

static int find_example(void)
{
    char self[PATH_MAX] = "", path[PATH_MAX + 32];
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) {
        return 0;
    }
    snprintf(path, sizeof path, "%s/example/bounce", dirname(self));
    setenv("EXAMPLE", path, 1);
    return program_find();
}

static void set_up(void)
{
    ck_assert_msg(read_text("tests/example/bounce.c", source, sizeof source) &&
                      read_text("README.md", readme, sizeof readme),
                  "run the tests in the checkout");
    program_begin();
}

FIXTURE(.prepare = find_example, .set_up = set_up, .tear_down = program_end);

TEST(the_game_has_less_than_60_lines)
{
    int count = 0;
    for (const char *c = source; *c != '\0'; c++) {
        count += *c == '\n';
    }
    ck_assert_int_gt(count, 20);
    ck_assert_int_lt(count, 60);
}

TEST(the_game_runs_and_repeats_itself)
{
    const char *command = "\"$EXAMPLE\" --headless --ticks 300 --monkey 1 --hash-log a && "
                          "\"$EXAMPLE\" --headless --ticks 300 --monkey 1 --hash-log b && "
                          "test $(wc -l <a) = 300 && cmp a b";
    const Outcome *outcome = program_run(command);
    ck_assert_msg(outcome->status == 0, "%s", outcome->err);
}

TEST(its_action_is_a_key_of_the_configuration)
{
    ck_assert_ptr_nonnull(strstr(program_run("\"$EXAMPLE\" config")->out, "kick = key:Space"));
}

TEST(its_config_is_read_although_it_has_no_assets)
{
    program_write("config.ini", "[input]\nkick = key:K\n");
    ck_assert_ptr_nonnull(strstr(program_run("\"$EXAMPLE\" config")->out, "kick = key:K"));
}

TEST(the_readme_shows_it_word_for_word)
{
    ck_assert_msg(strstr(readme, source) != NULL,
                  "copy tests/example/bounce.c into README.md again");
}
