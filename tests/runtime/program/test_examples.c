/* The examples from the command line. */
#include "support/program.h"

FIXTURE(.prepare = program_find_examples, .set_up = program_begin);

/* ---- players in two processes, docs/example/apart.c, over a late and lossy loopback ---- */

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

TEST(two_processes_pass_a_sync_test)
{
    expect_ok(
        "\"$EXAMPLES/apart\" --headless --hold right --synctest 7 --set debug.protect_world=on "
        "-- --headless --hold left --tap jump@3 --synctest 7");
}

TEST(one_process_alone_is_a_game_for_two_at_one_keyboard)
{
    const Outcome *outcome = program_run("\"$EXAMPLES/apart\" config");
    expect_text(outcome->out, "jump = key:W pad:a");
    expect_text(outcome->out, "jump.2 = key:Up pad:a");
    outcome = program_run("\"$EXAMPLES/apart\" --headless --ticks 100 --hold 3:jump");
    ck_assert_ptr_nonnull(strstr(outcome->err, "there is no player 3; the game has 2"));
}

/* ---- sound, in docs/example/throw.c ---- */

#define RUN "\"$EXAMPLES/throw\" --headless --bot --ticks 400 "

TEST(a_run_and_its_replay_leave_the_same_sound_each_time)
{
    expect_ok(RUN "--record r.cwr --render-sound a.wav --sound-log a.csv --hash-log a.hash && " RUN
                  "--hash-log b.hash --set audio.sound=off && cmp a.hash b.hash && "
                  "\"$EXAMPLES/throw\" replay r.cwr --render-sound b.wav --sound-log b.csv && "
                  "\"$EXAMPLES/throw\" replay r.cwr --headless --render-sound c.wav && "
                  "cmp a.wav b.wav && cmp a.wav c.wav && cmp a.csv b.csv && "
                  "test $(stat -c %s a.wav) = $((44 + 401 * 800 * 4))");
    const char *log = temp_read("a.csv");
    expect_text(log, "tick,sample,cue,sound,group,volume,pitch,pan\n");
    expect_text(log, ",play,knock,effects,");
    expect_text(log, ",play,clank,effects,");
}

TEST(volumes_of_the_settings_hold_in_the_file)
{
    expect_ok(RUN "--render-sound a.wav && " RUN "--render-sound b.wav --set audio.effects=0 && "
                  "test $(tail -c +45 a.wav | tr -d '\\0' | wc -c) -gt 1000 && "
                  "test $(tail -c +45 b.wav | tr -d '\\0' | wc -c) = 0");
}

TEST(headless_runs_open_no_sound_card)
{
    const Outcome *outcome = expect_ok("SDL_AUDIODRIVER=disk " RUN "--render-sound a.wav");
    ck_assert_ptr_null(strstr(outcome->err, "sound"));
    ck_assert_int_eq(program_run("test -e sdlaudio.raw")->status, 1);
}

/* The header counts all samples in the file. */
TEST(a_run_that_is_interrupted_leaves_a_whole_file)
{
    expect_ok("\"$EXAMPLES/throw\" --headless --bot --ticks 100000000 --render-sound a.wav & "
              "until test $(stat -c %s a.wav || echo 0) -gt 1000000; do sleep 0.1; kill -0 $! || "
              "exit 9; done; "
              "kill -TERM $!; wait $!; size=$(stat -c %s a.wav); "
              "test $(od -An -tu4 -j40 -N4 a.wav) = $((size - 44))");
}

TEST(a_file_that_can_t_be_written_says_so)
{
    expect(1, RUN "--render-sound /no/such/a.wav",
           "can't write /no/such/a.wav: No such file or directory");
    expect(1, "ulimit -f 200; trap '' XFSZ; " RUN "--render-sound a.wav",
           "can't write a.wav any more: File too large; it plays up to there");
}
