/* The commands of the installed program as a script has them, from a folder that is not the game's;
 * tests/runtime/program has more, of the program where it was built. */
#include "support/door.h"

FIXTURE(DOOR);

TEST(the_program_finds_its_files_from_any_folder)
{
    expect_text(expect_ok("cw levels")->out, "first-wind\n");
    expect_text(expect_ok("cw config")->out, "tick_rate = 60 ; from ");
    expect_text(expect_ok("cw systems")->out, "\ninput         tick   ");
    expect_text(expect_ok("cw systems")->out, "\nphysics       tick   physics.step\n");
    expect_text(expect_ok("cw --version")->out, ".");
    expect_text(expect_ok("cw verify --times \"${CLOCKWORK%/bin/*}\"/share/windup/assets/replays/"
                          "gear-works.cwr")
                    ->out,
                "clean=yes medal=clockmaker");
}

TEST(a_run_by_hand_is_replayed_asked_compared_and_run_again)
{
    door_play("first-wind --record a.cwr --hash-log a.log");
    door_press("Right");
    door_wait_ticks(60);
    door_release("Right");
    door_end();
    expect_text(expect_ok("cw replay a.cwr --headless --hash-log b.log")->err, "");
    expect_ok("cmp a.log b.log && cw verify a.cwr | grep '^ok a.cwr level=first-wind '");
    expect_ok("cw replay a.cwr --record b.cwr --headless && cw diff a.cwr b.cwr >said");
    expect_ok("cw query a.cwr --fields buggy.59.spring.left_J --ticks 1..3 | grep 3");
    expect_text(expect_ok("cw rerun a.cwr")->out, "a.cwr");
    expect(1, "cw verify --times a.cwr", NULL);
}

TEST(a_setting_that_is_saved_while_it_runs_holds_at_once)
{
    door_play("first-wind");
    door_wait_ticks(10);
    expect_ok("mkdir -p " DOOR_DATA " && printf '[display]\\ntarget_fps = 20\\n' >new && "
              "mv new " DOOR_DATA "/config.ini");
    for (long long ns = 0; ns < 45000000;) {
        door_wait_frames(2);
        ns = door.frames[door.frame_count - 1].measured_ns;
    }
    door_end();
}

TEST(a_level_of_a_player_s_own_is_played_from_its_file_and_carried_by_its_recording)
{
    expect_ok("cp \"${CLOCKWORK%/bin/*}\"/share/windup/assets/levels/first-wind.tmj mine.tmj");
    door_play("mine.tmj --record run.cwr");
    door_tap("space");
    door_wait_ticks(30);
    door_end();
    expect_ok("rm mine.tmj && cw verify run.cwr | grep '^ok run.cwr level=mine '");
}

/* After a stop of a second it catches up within its settings, and it does not spin. */
TEST(a_server_keeps_real_time_survives_a_stall_and_ends_by_a_signal)
{
    expect_ok("rows() { until [ $(cat log 2>&1 | wc -l) -gt $1 ]; do sleep .1; done; }; "
              "\"$CLOCKWORK\" first-wind --headless --realtime --record run.cwr "
              "--hash-log log --stats >stats & server=$!; rows 60; kill -STOP $server; sleep 1; "
              "lines=$(wc -l <log); kill -CONT $server; rows $lines; kill -TERM $server; "
              "wait $server && times >worked && cw verify run.cwr");
    expect_ok("cat stats worked; tail -1 worked | tr ms '  ' | awk '"
              "FNR == NR {fact[$1] = $2; next} {worked_s = $2 + $4}"
              "END {kept_s = fact[\"ticks\"] / 60 + fact[\"dropped_ms\"] / 1000;"
              "time_s = fact[\"time_s\"];"
              "exit !(fact[\"dropped_ms\"] > 600 && kept_s < time_s + .1 && kept_s > time_s - .5 &&"
              "worked_s < time_s / 2)}' stats -");
}
