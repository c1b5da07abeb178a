/* Questions to recordings, as scripts ask them: query, diff and rerun. */
#include "support/program.h"

FIXTURE(PROGRAM, .timeout_s = 240);

/* a.cwr and b.cwr: the bot's run of 200 ticks, in b with hops, and a's probe log. */
static void record(void)
{
    expect_once("play='cw play first-wind --headless --bot --ticks 200'; "
                "$play --record a.cwr --probe-log a.csv && $play --tap hop@1 --record b.cwr");
}

static void expect_when(const char *condition, const char *out)
{
    ck_assert_str_eq(expect_ok(textf("cw query a.cwr --csv --when '%s'", condition))->out, out);
}

TEST(a_query_prints_a_row_a_tick)
{
    record();
    const char *query = "cw query a.cwr --fields world.tick,state.start_m,buggy.wheel_contacts";
    const Outcome *outcome = expect_ok(textf("%s --ticks 5..7 --csv", query));
    ck_assert_str_eq(strtok((char *)outcome->out, "\n"),
                     "tick,world.tick,state.start_m.x,state.start_m.y,buggy.wheel_contacts[0],"
                     "buggy.wheel_contacts[1]");
    ck_assert_int_eq(strncmp(strtok(NULL, "\n"), "5,5,9,10,", 9), 0);
    expect_ok(textf("%s >rows", query));
    ck_assert_int_eq(program_line_count("rows"), 202); /* a header, tick 0 and 200 more */
    expect_ok(textf("%s --ticks 199.. | tail -n 1 | grep -q '^ *200  *200  *9 '", query));
    expect_ok(textf("%s --ticks ..3 | tail -n 1 | grep -q '^ *3  *3  '", query));
    expect_ok(textf("test $(%s --ticks 12 | wc -l) = 2", query));
}

TEST(a_query_agrees_with_the_probe_log)
{
    record();
    expect_ok("cw query a.cwr --fields probe.x_m,buggy.body.p.x --csv --ticks 1.. | tail -n +2 "
              "| awk -F, '{printf \"%d,%.6f,%.6f\\n\", $1, $2, $3}' >asked");
    expect_ok("tail -n +2 a.csv | cut -d, -f1,2 | sed 's/,.*/&&/' >logged");
    expect_ok("test $(wc -l <asked) = 200 && cmp asked logged");
}

TEST(a_query_asks_for_any_entity_of_a_kind_and_counts_them)
{
    record();
    const char *query = "cw query a.cwr --when";
    const char *last = "$(cw query a.cwr --list | grep -c '^checkpoint.*foot_m.x')";
    expect_ok(textf("test \"$(%s \"count(checkpoint) == %s\")\" = 0..200", query, last));
    /* the first one by its number is nearer */
    expect_when("checkpoint.foot_m.x > 200", "");
    expect_when("1 < 2 && any(checkpoint.foot_m.x > 200 && checkpoint.width_m > 0)", "0..200\n");
    expect_when("count( buggy ) > 0", "0..200\n");
    expect_when("any(checkpoint.foot_m.x > 1e5)", "");
    expect_when("any(!(checkpoint.width_m > 0))", "");
    expect_ok(textf("test \"$(%s 'any(buggy.rear_wheel.p.x > 12)')\" = \"$(%s "
                    "'buggy.rear_wheel.p.x > 12')\"",
                    query, query));
    expect(2, textf("%s 'any(world.tick)'", query), "a field of a kind without a number");
    expect(2, textf("%s 'count(dragon)'", query), "a kind of entity was expected at \"dragon");
}

TEST(a_query_tells_when_a_condition_holds)
{
    record();
    const char *query = "cw query a.cwr --csv --when";
    expect_ok(textf("%s 'probe.x_m > 12 && !(world.tick >= 150)' --fields probe.x_m,world.tick "
                    "| tail -n +2 >held",
                    query));
    expect_ok("awk -F, 'NR > 1 && $2 > 12 && $1 < 150 {print $1 }' a.csv >logged && "
              "test -s logged && cut -d, -f1 held | cmp - logged");
    expect_ok(textf("test \"$(%s 'probe.x_m > 12 && world.tick < 150')\" = "
                    "\"$(head -n 1 logged)..149\"",
                    query));
    expect_when("1 + 2 * 3 == 7 && -(2 - 3) == 8 / 4 / 2 || 0", "0..200\n");
    expect_when("world.tick*1e-2 > 1.975e0 && world.tick-1 < 1E+3-801", "198..199\n");
    expect_when("world.tick == 5 || world.tick == 7", "5..5\n7..7\n");
    expect(2, textf("%s 'world.tick >'", query), "--when: a number or a field was expected at the");
    expect(2, textf("%s '(world.tick 3'", query), "a ) was expected at \"3\"");
    expect(2, textf("%s 'world.tik > 3'", query), "did you mean world.tick");
    expect(2, textf("%s 'buggy.body.v > 3'", query), "has several values");
    ck_assert_str_eq(expect_ok(textf("%s 'world.tick < 0' --fields world.tick", query))->out,
                     "tick,world.tick\n");
    expect(1, textf("%s 'crate.999.worn_ticks != 3'", query), "it did not exist in these ticks");
}

TEST(a_field_that_points_at_a_body_names_it_and_enums_are_words)
{
    record();
    expect_ok("cw query a.cwr --csv --fields buggy.body.2.w,buggy.rear_wheel.w | tail -n +2 | "
              "awk -F, '$2 != $3 {exit 1}'");
    expect_ok("test $(cw query a.cwr --when 'state.trouble == none') = 0..200");
}

TEST(all_fields_at_a_tick_are_listed_with_their_values)
{
    record();
    expect_ok("cw query a.cwr --list --ticks 9 >list");
    expect_ok("grep -qx 'world.tick 9' list && grep -q '^buggy.[0-9]*.hop.press_ticks ' list");
    expect_ok("grep -qx 'state.start_m.x 9' list && grep -q '^probe.progress 0' list");
    expect_ok("cw query a.cwr --list --csv | grep -qx 'world.tick,0'");
    expect_ok("cw query a.cwr --ticks 9 --csv --fields $(grep -m 99 ^body list | cut -d' ' -f1 | "
              "paste -sd,) | tail -n 1 | cut -d, -f2- | tr , '\\n' >again");
    expect_ok("grep -m 99 ^body list | cut -d' ' -f2 | cmp - again");
}

TEST(a_wrong_query_is_refused_with_its_remedy)
{
    record();
    expect(2, "cw query a.cwr", "query needs --fields NAME,..., --when CONDITION, or --list");
    expect(2, "cw query a.cwr --fields x --list",
           "query needs --fields NAME,..., --when CONDITION, or --list");
    expect(2, "cw query a.cwr --fields bugy.3.spring.lef_J",
           "\"bugy.3.spring.lef_J\": did you mean buggy.spring.left_J; --list");
    expect(2, "cw query a.cwr --fields world.tick,", "there is no field \"\"");
    expect(2, "cw query a.cwr --list --ticks 100..201", "--ticks: a.cwr has the ticks 0 to 200");
    expect(2, "cw query a.cwr --list --ticks 9..3", "--ticks needs FIRST..LAST");
    expect(2, "cw query a.cwr --list --ticks 1.5", "--ticks needs FIRST..LAST");
    expect(2, "cw query --list", "query needs the file of a recording");
    expect(1, "cw query a.cwr --fields crate.999.worn_ticks",
           "crate.999.worn_ticks: it did not exist in these ticks");
    expect(1, "cw query none.cwr --list", "none.cwr: No such file");
}

TEST(the_debugger_stops_at_a_tick_and_at_the_line_that_changes_a_field, .needs = &package_gdb)
{
    if (!program_is_plain()) {
        SKIP("gdb and sanitizers get in each other's way");
    }
    expect_ok(
        "echo 'volatile int x; int main(void) { return x = 1, 0; }' | cc -g -x c - -o watched");
    if (program_run("gdb -q -batch -ex 'break main' -ex run -ex 'watch x' -ex c ./watched 2>&1 | "
                    "grep -q '^New value'")
            ->status != 0) {
        SKIP("this processor has no hardware watchpoints, as in some virtual machines");
    }
    record();
    expect_ok("printf 'next-tick\\nprevious-tick\\nnext-change buggy.body.v.x\\n"
              "next-change buggy.hop.pres_ticks\\nquit\\n' | cw debug a.cwr --tick 100 >said 2>&1");
    if (program_run("grep -q 'write extended state' said")->status == 0) {
        SKIP("this gdb can't call functions on this processor");
    }
    expect_ok("grep -o '^Before tick [0-9]*' said | paste -sd, | "
              "grep -qx 'Before tick 100,Before tick 101,Before tick 100'");
    expect_ok("grep -q '^In tick 100:' said && grep -q '^New value = ' said && "
              "grep -q 'did you mean buggy.hop.press_ticks' said");
    expect_ok("line=$(grep -m 1 '^#[0-9].*physics_step' said) && test -n \"$line\"");
    expect(1, "cw debug none.cwr", "none.cwr: No such file");
}

TEST(two_runs_part_at_the_first_tick_whose_input_differs)
{
    record();
    expect(1, "cw diff a.cwr b.cwr >said", NULL);
    expect_ok("head -n 1 said | grep -qE '^differ a.cwr b.cwr level=first-wind tick=([0-9]+) "
              "input_tick=\\1 field=[a-z.0-9_]+ a=[^ ]+ b=[^ ]+$'");
    expect_ok("tick=$(head -n 1 said | sed 's/.* tick=\\([0-9]*\\) .*/\\1/') && "
              "test $(wc -l <said) = $((200 - tick + 1 + 2))");
    /* The field has the value that a query of it gives. */
    expect_ok("set -- $(head -n 1 said) && field=${7#field=} && tick=${5#tick=} && "
              "test \"a=$(cw query a.cwr --fields $field --ticks $tick --csv | tail -n 1 | "
              "cut -d, -f2)\" = \"$8\"");
    expect_ok("tick=$(sed -n 3p said | awk '{print $1}') && x=$(awk -F, -v t=$tick "
              "'$1 == t {print $2}' a.csv) && test \"$(sed -n 3p said | awk '{print $2}')\" = $x");
}

TEST(a_run_is_the_same_as_itself_and_another_length_is_a_difference)
{
    record();
    ck_assert_str_eq(expect_ok("cw diff a.cwr a.cwr")->out,
                     "same a.cwr a.cwr level=first-wind ticks=200\n");
    expect_ok("cw play first-wind --headless --bot --ticks 150 --record c.cwr");
    expect_text(expect(1, "cw diff a.cwr c.cwr", NULL)->out, " tick=151 field=end a=200 b=150\n");
    expect_ok("cw play first-wind --headless --bot --ticks 9 --seed 7 --record d.cwr");
    expect_text(expect(1, "cw diff a.cwr d.cwr", NULL)->out, " tick=0 field=rng.state a=");
    expect(2, "cw diff a.cwr assets/replays/gear-works.cwr", "a.cwr was played on first-wind, ");
    expect(2, "cw diff a.cwr", "diff needs the files of two recordings");
    expect(2, "cw diff a.cwr none.cwr", "none.cwr: No such file");
}

TEST(a_run_that_still_finishes_says_its_time_then_and_now)
{
    const char *file = "assets/replays/first-wind.cwr";
    const Outcome *outcome = expect_ok(textf("cw verify --times %s", file));
    unsigned ticks = 0;
    ck_assert_int_eq(sscanf(strstr(outcome->out, "ticks="), "ticks=%u", &ticks), 1);
    outcome = expect_ok(textf("cw rerun %s", file));
    expect_text(outcome->out, textf("ok %s level=first-wind same=yes finished=yes ", file));
    expect_text(outcome->out, textf(" ticks=%u ", ticks));
    expect_text(outcome->out, textf(" was_finished=yes was_ticks=%u ", ticks));
    expect_text(outcome->out, " was=exact\n");
}

static const Outcome *rerun_on(int status, const char *change)
{
    expect_ok("mkdir other && cp -rL assets other/ && chmod -R u+w other");
    expect_ok("cp \"$CLOCKWORK\" other/clockwork");
    expect_ok(textf("cd other/assets/levels && %s", change));
    return expect(status,
                  "cd other && ./clockwork rerun assets/replays/first-wind.cwr "
                  "assets/replays/gear-works.cwr",
                  NULL);
}

TEST(a_run_that_no_longer_finishes_is_lost)
{
    const Outcome *outcome = rerun_on(1, "cp clock-meadow.tmj first-wind.tmj");
    expect_text(outcome->out, "lost assets/replays/first-wind.cwr level=first-wind same=no "
                              "finished=no ticks=- seconds=- was_finished=yes was_ticks=");
    expect_text(outcome->out, " was=at-most furthest=");
    expect_text(outcome->out, "\nok assets/replays/gear-works.cwr ");
}

/* Without the path, at other gravity, the run soon misses a hop. */
TEST(inputs_follow_the_recorded_path_under_changed_rules, .slow = true)
{
    const char *tune =
        "cw rerun assets/replays/gear-works.cwr --tune simulation.gravity=-9.9..-9.7/2";
    expect_ok(textf("test $(%s | grep -c ',lost,no,,,') = 2", tune));
    expect_ok(textf("test $(%s --follow | grep -c ',ok,yes,') = 2", tune));
}

TEST(inputs_by_place_are_the_same_under_the_same_rules)
{
    write_easy_level("level.tmj", NULL);
    expect_ok("cw play level.tmj --headless --hold accelerate --ticks 400 --record run.cwr");
    expect_text(expect_ok("cw rerun --follow run.cwr")->out, " same=yes finished=yes ");
}

TEST(a_followed_run_without_a_finish_ends_where_its_recording_does)
{
    write_easy_level("level.tmj", NULL);
    expect_ok("cw play level.tmj --headless --hold accelerate --ticks 100 --record run.cwr");
    expect_ok("echo 'never world.tick > 101' >run.expect && cw rerun --follow run.cwr");
}

TEST(a_run_that_misses_an_expectation_is_lost)
{
    expect_ok("cp -L assets/replays/first-wind.cwr run.cwr");
    expect_ok("printf '# all of it\\nend probe.finished\\nnever probe.y_m < -3' >run.expect");
    expect_ok("cw rerun run.cwr");
    expect_ok("printf '\\nalways world.tick < 9\\n' >>run.expect");
    const Outcome *outcome = expect(1, "cw rerun run.cwr", NULL);
    expect_text(outcome->out, " what=tick 9: line 4: always world.tick < 9\n");
    expect_ok("echo 'end probe.finishd' >run.expect");
    expect_text(expect(2, "cw rerun run.cwr", NULL)->out,
                "run.expect:1: there is no field \"probe.finishd\": did you mean probe.finished");
    expect_ok("echo 'finishes' >run.expect");
    expect_text(expect(2, "cw rerun run.cwr", NULL)->out, "lines with end, always or never");
}

TEST(a_rerun_plays_each_file_with_each_value_of_a_number)
{
    record();
    const char *tune = "cw rerun a.cwr b.cwr --tune simulation.iterations=8..12/3";
    expect_ok(textf("%s --tune simulation.substeps=1..2/2 >rows", tune));
    ck_assert_str_eq(expect_ok("head -n 1 rows")->out,
                     "file,simulation.iterations,simulation.substeps,result,finished,ticks,"
                     "seconds,furthest_pct\n");
    expect_ok("test \"$(cut -d, -f1-3 rows | sed -n 2,8p | xargs)\" = 'a.cwr,8,1 a.cwr,8,2 "
              "a.cwr,10,1 a.cwr,10,2 a.cwr,12,1 a.cwr,12,2 b.cwr,8,1'");
    /* A run's own values give its own row. */
    expect_ok("cw rerun assets/replays/first-wind.cwr --tune simulation.iterations=10 | tail -n 1 "
              ">row && ticks=$(cw verify assets/replays/first-wind.cwr --times | "
              "sed 's/.* ticks=\\([0-9]*\\).*/\\1/') && "
              "grep -q \"^assets/replays/first-wind.cwr,10,ok,yes,$ticks,\" row");
    expect(2, textf("%s --tune simulation.iterations=9", tune), "two --tune need two names");
    expect(2, "cw rerun a.cwr --tune simulation.iterations=8..12", "NAME=FIRST..LAST/COUNT");
    expect(2, "cw rerun a.cwr --tune simulation.tick_rate=9", "a knob, simulation.substeps");
    expect(2, "cw rerun a.cwr --tune simulation.gravity=1..2/1001", "up to 1000 values");
    expect(2, "cw rerun a.cwr --tune simulation.substeps=1..99/2", "substeps can't be 99");
    expect(2, "cw rerun a.cwr --tune SPRING=1..2/2", "knob.SPRING was turned, which this build");
    expect_ok("head -c -9 a.cwr >bad.cwr; echo 123456789 >>bad.cwr; echo 'end 0' >a.expect");
    expect(2, "cw rerun bad.cwr a.cwr --tune simulation.gravity=-9..-8/2 >rows", "damaged");
    expect_ok("grep -c ^bad.cwr,-9,bad, rows && grep -c ^a.cwr,-8,lost, rows");
}

TEST(a_rerun_without_its_level_or_of_a_bad_file_is_trouble)
{
    const Outcome *outcome = rerun_on(2, "rm first-wind.tmj");
    expect_text(outcome->out, "bad assets/replays/first-wind.cwr what=there is no level");
    expect_text(outcome->out, "\nok assets/replays/gear-works.cwr ");
    outcome = expect(2, "cw rerun none.cwr", NULL);
    ck_assert_str_eq(outcome->out, "bad none.cwr what=No such file or directory\n");
    expect(2, "cw rerun", "rerun needs the file of a recording");
}

TEST(recorded_actions_are_found_by_name_where_their_numbers_have_changed)
{
    write_easy_level("easy.tmj", NULL);
    /* Before hop moved after the others, accelerate had the number that brake has now. */
    expect_ok("cw play easy.tmj --headless --hold brake --ticks 400 --record old.cwr");
    const Outcome *outcome = expect_ok("cw rerun old.cwr");
    expect_text(outcome->out, "same=yes finished=no ticks=- ");
    const char *rerun = "cw rerun old.cwr --actions hop,accelerate,brake,lean_back,lean_forward";
    outcome = expect_ok(textf("%s,respawn", rerun));
    expect_text(outcome->out, "same=no finished=yes ticks=");
    expect_text(outcome->out, " was_finished=no was_ticks=- was_seconds=- was=-\n");
    expect(0, textf("%s,fly", rerun), "the action \"fly\" is \"respawn\" now");
    outcome = expect(2, rerun, NULL);
    expect_text(outcome->out, "bad old.cwr what=recorded with 6 actions, --actions names 5");
    expect(2, "cw rerun old.cwr --actions hop,,brake", "--actions needs up to 32 names");
}

/* Bytes of a.cwr changed one by one, and its beginnings: an answer or a refusal, in words. */
TEST(damaged_recordings_are_refused_or_answered_up_to_the_damage)
{
    record();
    expect_ok("size=$(stat -c %s a.cwr) && for i in 0 9 20 90 150 200 400 $((size - 9)); do "
              "cp a.cwr bad.cwr && printf '\\377' | dd of=bad.cwr bs=1 seek=$i conv=notrunc 2>dd; "
              "head -c $i a.cwr >cut.cwr; for file in bad.cwr cut.cwr; do "
              "cw query $file --csv --fields probe.x_m >out 2>err; test $? -le 2 || exit 9; "
              "cw diff a.cwr $file >out 2>err; test $? -le 2 || exit 9; "
              "cw rerun $file >out 2>err; test $? -le 2 || exit 9; "
              "test $(wc -l <out) = 1 || exit 8; done; done");
    expect_ok("head -c $(($(stat -c %s a.cwr) - 9)) a.cwr >cut.cwr");
    expect_text(expect_ok("cw rerun cut.cwr")->out, "ok cut.cwr level=first-wind same=yes ");
}
