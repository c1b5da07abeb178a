#include "support/program.h"

/* Players in two processes, docs/example/apart.c, over a late and lossy loopback. */

FIXTURE(.prepare = program_find_examples, .set_up = program_begin);

TEST(two_processes_end_in_one_world)
{
    const char *command =
        "\"$EXAMPLES/apart\" --headless --monkey 1 --hash-log a --record a.cwr -- "
        "--headless --monkey 2 --hash-log b --record b.cwr && "
        "grep '^300 ' a | tail -n 1 >last_a && grep '^300 ' b | tail -n 1 >last_b && "
        "test -s last_a && cmp last_a last_b && test $(wc -l <a) -gt 300 && "
        "\"$EXAMPLES/apart\" verify a.cwr b.cwr";
    const char *out = expect_ok(command)->out, *hash = strstr(out, "hash=");
    ck_assert_ptr_nonnull(hash);
    ck_assert_msg(strstr(hash + 1, "hash=") != NULL &&
                      strncmp(hash, strstr(hash + 1, "hash="), 21) == 0,
                  "%s", out);
}

TEST(they_go_on_through_a_sync_test)
{
    expect_ok(
        "\"$EXAMPLES/apart\" --headless --hold right --synctest 7 --set debug.protect_world=on "
        "-- --headless --hold left --tap jump@3 --synctest 7");
}

TEST(alone_it_is_a_game_for_two_at_one_keyboard)
{
    const Outcome *outcome = program_run("\"$EXAMPLES/apart\" config");
    expect_text(outcome->out, "jump = key:W pad:a");
    expect_text(outcome->out, "jump.2 = key:Up pad:a");
    outcome = program_run("\"$EXAMPLES/apart\" --headless --ticks 100 --hold 3:jump");
    ck_assert_ptr_nonnull(strstr(outcome->err, "there is no player 3; the game has 2"));
}
