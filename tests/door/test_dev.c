/* The installed program while something is changed in it. */
#include "support/door.h"

#include <limits.h>

FIXTURE(DOOR);

static const char LEVEL[] = "assets/levels/hills.tmj";
static const char MOVE_START[] = "s/\"start\", \"x\": 160/\"start\", \"x\": 210/";

static DevRow save_in(const char *file, int number, const char *edit, const char *outcome)
{
    door_change(file, edit);
    DevRow row = door_wait_save(number);
    ck_assert_str_eq(row.outcome, outcome);
    return row;
}

static DevRow save(int number, const char *edit, const char *outcome)
{
    return save_in("main.c", number, edit, outcome);
}

/* F10 shows the picture before, and the one that is shown now again. Returns their difference. */
static double expect_flips(const XPicture *before)
{
    const XPicture *after = door_wait_still();
    double apart = x_picture_difference(after, before);
    door_tap("F10");
    door_wait_same(before, apart / 2);
    door_tap("F10");
    door_wait_same(after, apart / 2);
    return apart;
}

/* The ball lies where it started, and the camera has it in the middle. */
TEST(f10_flips_between_before_and_after_a_saved_level)
{
    door_develop("");
    const XPicture *before = door_wait_still();
    DevRow row = save_in(LEVEL, 1, MOVE_START, "ok");
    ck_assert_str_eq(row.what, "level");
    door_wait_change(before, 0.01);
    expect_flips(before);
    door_end();
}

/* The tab is the fourth, behind Pause, Inspect and Knobs. */
static void keep_as_test(void)
{
    door_tap("Tab Tab Tab Return");
    door_wait("[ -s game/tests/runs/*-1.expect ]");
}

static void flip(void)
{
    const XPicture *before = door_wait_still();
    door_tap("F10");
    door_wait_change(before, 0.001);
}

/* Then another process shows the version before. */
static void crash_view(int number)
{
    save(number, "s|^    CwSpriteDraw ball = {|    *(volatile int *)0 = 1;\\n&|", "crashed");
}

TEST(saves_and_crashes_after_f10_work_as_before)
{
    door_develop("");
    save(1, "$a/* 1 */", "ok");
    flip();
    save(2, "$a/* 2 */", "ok");
    flip();
    save(3,
         "s|^.*if (cw_input_pressed(input, HOP) .*|    if (cw_input_pressed(input, HOP)) { "
         "*(volatile int *)0 = 1; }\\n&|",
         "ok");
    door_tap("space"); /* which no trial pressed */
    ck_assert_str_eq(door_wait_save(4).outcome, "crashed");
    door_focus("Game");
    save(5, "/volatile/d", "ok");
    flip();
    crash_view(6);
    save(7, "/volatile/d", "ok"); /* at once, while the other process starts */
    door_end();
}

TEST(play_begins_on_the_level_that_is_named)
{
    expect_ok("cw new game && cd game/assets/levels && cp hills.tmj valley.tmj");
    door_develop("play valley");
    door_wait_late();
    door_end();
    expect_ok("grep -aq valley game/build/dev/*-run.cwr");
}

TEST(a_trace_of_the_last_seconds_and_one_of_the_run_are_written_under_dev)
{
    door_develop("--hold right --trace trace.json");
    door_wait_late();
    door_tap("F9");
    door_wait("grep -q '\"ph\"' game/build/dev/traces/*.json");
    save(1, "$a/* */", "ok");
    door_end();
    expect_ok("grep -q '\"ph\"' trace.json");
}

TEST(a_warning_of_the_compiler_is_shown_while_the_new_version_is_played)
{
    door_develop_and_pause();
    save(1, "$astatic int nobody_reads_it;", "ok");
    expect_ok("grep -q 'main.c:[0-9]*:[0-9]*: warning: .*nobody_reads_it' err");
    door_end();
}

/* A source saved during its compilation is older than the object. */
TEST(the_last_of_many_saves_during_slow_builds_is_played)
{
    expect_ok("cw new game && cd game && "
              "sed -i 's/ -c -o $@ $</& \\&\\& sleep 2 \\&\\& touch $@/' Makefile && "
              "sed -i '1i#include <stdio.h>\n"
              "s|^    if (map == NULL) {|    fputs(\"version 0 \", stderr);\\n&|' main.c");
    door_develop("");
    for (int i = 1; i <= 7; i++) {
        door_change("main.c", textf("s/version [0-9]/version %d/", i));
        program_run("sleep 0.7");
    }
    door_wait("grep -q 'version 7' err && tail -n 1 rows | grep -q ',ok$'");
    door_end();
}

/* Only code is tried in another process; a level that crashes ends the playing process. */
TEST(a_saved_level_that_crashes_leaves_the_run_and_its_level_as_they_were)
{
    expect_ok("cw new game && sed -i 's|^        state->start_m = object->centre_m;|&\\n"
              "        if (state->start_m.x > 6) { *(volatile int *)0 = 1; }|' game/main.c");
    door_develop_and_pause();
    save(1, "$a/* */", "ok");
    ck_assert_str_eq(save_in(LEVEL, 2, MOVE_START, "crashed").what, "code");
    door_focus("Game");
    DevRow row = save_in(LEVEL, 3, "s/\"start\", \"x\": 210/\"start\", \"x\": 160/", "ok");
    ck_assert_uint_eq(row.ticks, door_wait_save(1).ticks);
    expect_ok("tail -n 1 rows | grep -q -- '-,ok$'"); /* no tick differs */
    door_end();
}

/* The newest code leaves a file wherever a run starts. */
TEST(a_level_saved_after_a_flip_is_played_by_the_newest_code)
{
    char mark[PATH_MAX];
    snprintf(mark, sizeof mark, "%s", temp_path("newest"));
    door_develop("");
    save(1,
         textf("1i#include <stdio.h>\ns|^    if (map == NULL) {|    fclose(fopen(\"%s\", "
               "\"w\"));\\n&|",
               mark),
         "ok");
    flip();
    ck_assert_int_eq(unlink(mark), 0);
    save_in(LEVEL, 2, MOVE_START, "ok");
    ck_assert_int_eq(unlink(mark), 0);
    door_end();
}

TEST(a_crash_in_a_view_costs_nothing_of_the_run)
{
    door_develop("");
    const XPicture *begin = door_wait_still();
    door_tap("Escape");
    door_wait_change(begin, 0.1);
    DevRow row = save(1, "$a/* */", "ok");
    crash_view(2);
    door_focus("Game");
    ck_assert_uint_eq(save(3, "/volatile/d", "ok").ticks, row.ticks);
    door_end();
}

/* The restarted process plays the same version. A save after make clean begins a new run. */
TEST(dev_goes_on_after_its_playing_process_was_killed_and_its_folder_was_removed)
{
    door_develop_and_pause();
    save(1, "s/TUNE(SPIN_MAX_RADPS, 25,/TUNE(SPIN_MAX_RADPS, 5,/", "ok");
    expect_ok(textf("kill -9 $(cat /proc/%d/task/%d/children)", (int)door.pid, (int)door.pid));
    ck_assert_str_eq(door_wait_save(2).outcome, "killed");
    expect_ok("grep -q 'the playing process was killed' err");
    door_focus("Game");
    DevRow row = save(3, "$a/* */", "ok");
    expect_ok("tail -n 1 rows | grep -q -- '-,ok$'"); /* no tick differs */
    ck_assert_uint_eq(row.ticks, door_wait_save(1).ticks);
    expect_ok("make -s -C game clean");
    save(4, "$a/* */", "ok");
    door_end();
}

/* No older version exists: the run stops before the loop, and a save resumes it. */
TEST(an_infinite_loop_in_the_first_build_is_named_and_a_save_mends_it)
{
    expect_ok("cw new game && sed -i 's|^    cpVect at_m = .*|&\\n"
              "    if (cw_world_tick(world) == 150) { for (;;) {} }|' game/main.c");
    door_develop("");
    ck_assert_str_eq(door_wait_save(1).outcome, "too-slow");
    door_wait("grep -q 'stuck after 5 s of processor time in system entity.tick, phase "
              "game_logic, ball (entity 1), tick 150' err");
    door_wait("grep -q \"tick at main.c:$(grep -n 'for (;;)' game/main.c | cut -d : -f 1)\" err");
    door_focus("Game");
    ck_assert_uint_lt(save(2, "/for (;;)/d", "ok").ticks, 150);
    door_end();
}

TEST(j_names_the_source_line_that_changed_a_field)
{
    expect_ok("cw new game && sed -i 's|^    cpVect at_m = .*|&\\n"
              "    state->flag_m.x += cw_world_tick(world) == 60;|' game/main.c");
    door_develop("");
    door_wait_late();
    door_tap("Escape i");
    const XPicture *panel = door_wait_still();
    door_tap("i");
    door_wait_change(panel, 0.0005);
    door_tap("s t a t e period f l a g underscore m period x Return j");
    door_wait("grep -q \"tick 60: .* by entity.tick (game_logic), ball 1, main.c:"
              "$(grep -n 'flag_m.x +=' game/main.c | cut -d : -f 1)\" err");
    door_end();
}

/* The rows are two sliders, three of [simulation], Keep and Undo. */
TEST(a_knob_bends_the_run_and_is_kept_in_the_source_and_taken_back)
{
    door_develop("--hold right");
    /* a knob that is none, an indented one, and an odd byte, behind which all stays */
    save(1,
         "1i/* CW_TUNE(SPIN_MAX_RADPS, 25, */\ns/^CW_TUNE(SPIN/\t &/\n"
         "$a/* \\x00 the end */",
         "ok");
    door_wait_late();
    door_tap("Escape Tab Tab");
    const XPicture *before = door_wait_still();
    door_tap("Left Left Left Left Left");
    DevRow row = door_wait_save(2);
    ck_assert_str_eq(row.what, "knob");
    ck_assert_str_eq(row.outcome, "ok");
    ck_assert_uint_gt(row.ticks, 60);
    double apart = expect_flips(before);
    door_tap("Down Down Down Down Down Return");
    ck_assert_str_eq(door_wait_save(3).what, "code");
    expect_ok("grep -aq '^\t CW_TUNE(SPIN_MAX_RADPS, 20, ' game/main.c");
    door_tap("Down Return"); /* the cursor is still on Keep */
    ck_assert_str_eq(door_wait_save(4).what, "code");
    expect_ok("grep -aq '^\t CW_TUNE(SPIN_MAX_RADPS, 25, ' game/main.c && grep -aq 'the end' "
              "game/main.c");
    door_tap("Down"); /* from Undo to the first row again */
    door_wait_same(before, apart / 2);
    door_end();
    const char *run = "$(ls game/build/dev/*.cwr | sed -n 3p)";
    expect_ok(textf("cw verify --game game/build/game.so %s | grep edits=1", run));
    /* A tuned knob leaves the other one as it was turned in the run. */
    const char *rerun = textf("cw rerun --game game/build/game.so %s", run);
    expect_ok(textf("test \"$(%s --tune HOP_NS=6 | sed -n '2s/.*,//p')\" = "
                    "\"$(%s | sed 's/.*furthest=\\(.*\\)%%@.*/\\1/')\"",
                    rerun, rerun));
    expect(1, textf("make -s -C game >log 2>&1; game/build/game verify %s", run), NULL);
}

TEST(a_knob_in_a_constant_table_does_not_compile_where_it_can_be_turned)
{
    static const char line[] = "cc -fsyntax-only %s $(pkg-config --cflags clockwork) table.c 2>err";
    temp_write("table.c", "#include <clockwork/clockwork.h>\nCW_TUNE(GRIP, 2, 0, 9, \"N\");\n"
                          "extern const double table[];\nconst double table[] = {GRIP};\n");
    expect_ok(textf(line, ""));
    expect(1, textf(line, "-DCW_TUNING"), NULL);
    expect_ok("grep -q 'table.c:4:.*constant' err");
}

/* The rows: two sliders, substeps, iterations, gravity, Keep, Undo. */
TEST(settings_are_knobs_and_only_their_number_changes_in_config_ini)
{
    door_develop("--hold right");
    door_change("config.ini", "$a[simulation]\\ngravity=-9.5   ; down\\n;");
    door_wait_save(1);
    expect_ok("cp game/config.ini .");
    door_wait_late();
    door_tap("Escape Tab Tab");
    const XPicture *before = door_wait_still();
    door_tap("Down Down Down Down Left Left Left");
    ck_assert_str_eq(door_wait_save(2).what, "knob");
    door_wait_change(before, 0.01);
    door_tap("Down Return");
    ck_assert_str_eq(door_wait_save(3).what, "config");
    expect_ok("sed 's/gravity=-9.5 /gravity=-11 /' config.ini | cmp - game/config.ini");
    door_tap("Down Return");
    ck_assert_str_eq(door_wait_save(4).what, "config");
    expect_ok("cmp config.ini game/config.ini");
    /* A key that the level sets is changed there. */
    door_change(LEVEL, "2s/\"properties\": \\[/&{\"name\":\"gravity\",\"type\":\"float\","
                       "\"value\":-9},/");
    door_wait_save(5);
    door_tap("Up Up Left");
    ck_assert_str_eq(door_wait_save(6).what, "knob");
    const XPicture *turned = door_wait_still();
    door_tap("Down Return");
    door_wait_change(turned, 0.001);
    expect_ok("cmp config.ini game/config.ini && grep -q '\"value\":-9},' "
              "game/assets/levels/hills.tmj");
    door_end();
    const char *run = "$(ls game/build/dev/*.cwr | sed -n 3p)";
    expect_ok(textf("make -s -C game >log 2>&1; game/build/game verify %s", run));
}

/* From the start the ball rolls less under the new code. */
TEST(a_save_after_f1_leaves_the_past_unchanged)
{
    door_develop_and_pause();
    door_tap("F1");
    save(1, "s/TUNE(SPIN_MAX_RADPS, 25,/TUNE(SPIN_MAX_RADPS, 5,/", "ok");
    expect_ok("tail -n 1 rows | grep -q -- '-,ok$'"); /* no tick differs */
    door_tap("F1");
    save(2, "$a/* */", "ok");
    expect_ok("tail -n 1 rows | grep -q '[0-9],ok$'");
    door_end();
    const char *run = "$(ls game/build/dev/*.cwr | sed -n 2p)";
    expect_ok(textf("cw verify --game game/build/game.so %s 2>&1 | grep 'another build'", run));
}

/* Nothing is recorded while it repeats. */
TEST(a_span_from_the_first_tick_repeats_under_each_saved_version)
{
    door_develop("");
    door_press("BackSpace");
    door_wait_still();
    door_tap("F5");
    door_release("BackSpace");
    door_wait_ticks(60);
    door_tap("F6");
    save(1, "$a/* 1 */", "ok");
    door_wait("awk -F, '$5 < tick {exit found = 1} {tick = $5} END {exit !found}' frames.csv");
    ck_assert_uint_eq(save(2, "$a/* 2 */", "ok").ticks, door_wait_save(1).ticks);
    door_end();
}

static bool is_settled(const ProbeRow *row)
{
    return row->tick > 60 && fabs(row->vy_mps) < 0.01;
}

static bool is_falling(const ProbeRow *row)
{
    return row->vy_mps < -1;
}

/* A lower hop still leads to the roll. */
TEST(a_run_that_is_kept_as_a_test_is_played_by_make_test)
{
    door_develop("");
    int row = door_wait_row(0, is_settled);
    door_tap("space");
    door_wait_row(row, is_falling);
    door_press("Right");
    door_wait_ticks(90);
    door_release("Right");
    door_tap("Escape");
    door_wait_still();
    keep_as_test();
    door_end();
    expect_ok(
        "make -s -C game test >log 2>&1; cat log; grep -q 'ok tests/runs/.*-1.cwr .*same=yes' log");
    expect_ok("test $(ls game/tests/runs | wc -l) = 2"); /* the run, with its path, and .expect */
    expect_ok("echo 'always probe.x_m < -1000' >>$(ls game/tests/runs/*.expect)");
    expect(1,
           "make -s -C game test >log 2>&1 && exit; grep -q 'what=tick 1: line [0-9]*: always' log "
           "&& exit 1",
           NULL);
    expect_ok(
        "sed -i 's/CW_TUNE(HOP_NS, 6,/CW_TUNE(HOP_NS, 5.8,/' game/main.c; sed -i "
        "'$s/.*/end probe.x_m > 6/' game/tests/runs/*.expect;"
        "make -s -C game test >log 2>&1; cat log; grep -q 'ok tests/runs/.*-1.cwr .*same=no' log");
    /* A game may print; a run that stops early meets no expectation. */
    const char *on = "game/build/game.so game/tests/runs/*.cwr";
    expect_ok("sed -i 's/^    cpVect at_m = cp.*/& __builtin_puts(\"-\");/' game/main.c");
    expect_ok(textf(
        "make -s -C game game.so; cw rerun --tune HOP_NS=5 --game %s | grep 'cwr,5,[ol]'", on));
    expect_ok("sed -i 's/__builtin_puts.*/state->start_m.x = NAN;/' game/main.c");
    expect(1, textf("make -s -C game game.so; cw rerun --game %s", on), NULL);
}

/* The tab of versions follows the tab of tests and lists the newest build first. */
TEST(versions_flip_among_kept_builds_and_name_the_one_that_broke_a_test)
{
    const char *bisect = "cw dev game --bisect $(basename game/tests/runs/*.cwr .cwr)";
    door_develop_and_pause();
    keep_as_test();
    expect_ok("echo 'never body.1.w < -25' >>$(ls game/tests/runs/*.expect)");
    save(1, "$a/* 1 */", "ok");
    ck_assert_str_eq(expect_ok(bisect)->out, "kept\n");
    save(2, "s/SPIN_MAX_RADPS, 25,/SPIN_MAX_RADPS, 60,/", "ok");
    save(3, "$a/* 3 */", "ok");
    /* as one for another Clockwork: it is named and left out */
    expect_ok("echo >game/build/dev/00000003-19700101-000000-1-old.so");
    /* older than the test, which it misses */
    expect_ok("cd game/build/dev && cp 00000003-2*.so 00000000-19700101-000000-1-older.so");
    const Outcome *broke = expect(1, bisect, "00000003-19700101-000000-1-old.so skipped: ");
    expect_text(broke->out, "broke=00000003-");
    expect_text(broke->out, "-main.c.so file=main.c line=tick ");
    expect_text(broke->out, ": never body.1.w < -25\n");
    expect_text(broke->out, "\n+CW_TUNE(SPIN_MAX_RADPS, 60,");

    door_tap("Tab");
    door_wait_still();
    door_tap("Down Down Down Down"); /* the first build, below the build of the first save */
    const XPicture *before = door_wait_still();
    door_tap("Return");
    ck_assert_str_eq(door_wait_save(4).what, "build");
    expect_flips(before);

    door_tap("Down Down Return"); /* which version broke it */
    door_wait("grep -q 'This version broke it' err");
    door_tap("Return");
    ck_assert_str_eq(door_wait_save(5).what, "build");
    expect_ok("t=$(ls game/build/dev/00000003-2*.so | sed "
              "'s/.*-\\(..\\)\\(..\\)\\(..\\)-[0-9]*-main.c.so/"
              "\\1:\\2:\\3/'); tail -n 1 rows | grep \"^build,main.c $t,\"");
    door_end();
}
