/* The engine's keys and those of a game: what table a game gets, and what is said of one that
 * can't be. */
#include "game/windup.h"
#include "support/game_config.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static Config config;
static CwError error;

static void set_up(void)
{
    error = (CwError){0};
}

FIXTURE(.set_up = set_up);

/* Golden. After a change of the table or of the game's actions:
 * build/clockwork config --defaults > config.ini */
TEST(the_shipped_config_is_what_the_table_prints_for_windup)
{
    static char shipped[1 << 16];
    FILE *file = fopen("config.ini", "rb");
    ck_assert_msg(file != NULL, "run the tests from the project's folder");
    ck_assert_uint_lt(fread(shipped, 1, sizeof shipped - 1, file), sizeof shipped - 1);
    fclose(file);
    char *wanted = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&wanted, &size);
    config_print_defaults(game_config(&config, &windup_game), out);
    fclose(out);
    ck_assert_str_eq(shipped, wanted);
    free(wanted);
}

static void expect_refusal(const CwGame *game, const char *words)
{
    ConfigTable table;
    error = (CwError){0};
    ck_assert_msg(!config_table_make(&table, game, &error), "taken: %s", words);
    ck_assert_msg(strstr(error.text, words) != NULL, "\"%s\" lacks \"%s\"", error.text, words);
}

TEST(actions_that_can_t_be_keys_are_refused_by_name)
{
    static const struct {
        CwActionDef actions[2];
        const char *words;
    } wrong[] = {
        {{{"hop", "Hop.", ""}, {"hop", "Hop.", ""}}, "there are two keys input.hop"},
        {{{"hop", "Hop.", ""}, {"pause", "Stop.", ""}}, "there are two keys input.pause"},
        {{{"hop", "Hop.", ""}, {"dead_zone", "Zone.", ""}}, "there are two keys input.dead_zone"},
        {{{"hop", "Hop.", ""}, {"Lean left", "Lean.", ""}}, "[input] Lean left: sections and keys"},
        {{{"hop", "Hop.", "key:Spce"}, {"a", "A.", ""}}, "input.hop: \"key:Spce\": no key has"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        expect_refusal(&(CwGame){.actions = wrong[i].actions, .action_count = 2}, wrong[i].words);
    }
}
