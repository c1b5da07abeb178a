/* The side panel of a pause: its tabs, the time bar below them, and what they say of a save. */
#include "support/door.h"

FIXTURE(DOOR);

static const XRect BAR = {104, 343, 420, 2}, WHOLE = {0, 0, 0, 0};
static const uint32_t ACCENT = 0xc8503c, HOLDS = 0x6fc46a, MISSES = 0xe85d45;

TEST(tab_leads_through_all_tools_of_a_pause_and_the_time_bar_stays)
{
    door_develop_and_pause();
    const XPicture *first = door_look(), *before = first;
    for (int i = 0; i < 5; i++) { /* inspector, knobs, tests, versions, keys */
        door_watch(WHOLE);
        door_tap("Tab");
        door_wait_change(before, 0.02);
        before = door_wait_still();
        door_watch(BAR);
        door_wait_colour(ACCENT, 0.95);
    }
    door_watch(WHOLE);
    door_tap("Tab");
    door_wait_same(first, 0.05);
    door_end();
}

TEST(a_key_pauses_and_shows_all_keys_which_are_the_last_tab)
{
    door_develop_and_pause();
    door_tap("slash");
    const XPicture *keys = door_wait_still();
    door_tap("slash");
    door_wait_change(keys, 0.05);
    door_tap("Tab Tab Tab Tab Tab");
    door_wait_same(keys, 0.02);
    door_end();
}

/* The line at the top of the inspector. */
static void begin_asking(void)
{
    door_tap("i");
    const XPicture *panel = door_wait_still();
    door_tap("i");
    door_wait_change(panel, 0.0005);
}

TEST(enter_after_a_filter_chooses_the_first_field_that_is_left)
{
    door_develop_and_pause();
    begin_asking();
    door_tap("v period x Return");
    const XPicture *filtered = door_wait_still(); /* body.1.v.x is selected */
    door_tap("Return");
    door_wait_change(filtered, 0.0005);
    door_tap("9 Return");
    door_wait_still();
    door_end();
    expect_text(expect_ok("cw verify --game game/build/game.so game/build/dev/*.cwr")->out,
                " edits=1");
}

TEST(a_light_for_each_kept_test_shows_after_each_save_whether_it_passes)
{
    door_develop_and_pause();
    door_tap("Tab Tab Tab Return");
    door_wait("[ -s game/tests/runs/*-1.expect ]");
    door_wait_colour(HOLDS, 0.0001);
    expect_ok("echo 'never body.1.w < -25' >>$(ls game/tests/runs/*.expect)");
    door_change("main.c", "s/SPIN_MAX_RADPS, 25,/SPIN_MAX_RADPS, 60,/");
    ck_assert_str_eq(door_wait_save(1).outcome, "ok");
    door_wait_colour(MISSES, 0.0001);
    door_end();
}

/* A line of a tick that makes the flag's place a little other. */
static void save_impure(int number, const char *value)
{
    door_change("main.c",
                textf("/IMPURE/d; s|^    cpVect at_m = .*|&\\n    void *block = malloc(40); "
                      "state->flag_m.x += 1e-9 * (double)((uintptr_t)%s %% 9973); "
                      "free(block); /* IMPURE */|",
                      value));
    while (strcmp(door_wait_save(number).outcome, "impure") != 0) {
        number++;
    }
}

TEST(a_save_whose_ticks_use_a_clock_or_an_address_is_named_at_once)
{
    expect_ok("cw new game && sed -i '1i#include <stdlib.h>\\n#include <time.h>' game/main.c");
    door_develop_and_pause();
    save_impure(1, "time(NULL)");
    /* the sync test finds it when a second begins between a tick and its repetition */
    expect_ok("grep -q 'not deterministic: .*\\(it uses the time of day\\|sync test\\)' err");
    save_impure(3, "data");
    expect_ok("grep -q 'not deterministic: .*at other addresses: state.flag_m.x' err");
    save_impure(5, "block");
    expect_ok("test $(grep -c 'not deterministic: ' err) = 3");
    door_end();
}

TEST(a_save_whose_ticks_change_a_member_without_a_field_is_reported)
{
    door_develop_and_pause();
    door_change("main.c", "s/^    bool finished;/    uint32_t ticks;\\n&/; "
                          "s|^    cpVect at_m = .*|&\\n    state->ticks++;|");
    int number = 1;
    while (strcmp(door_wait_save(number).outcome, "unnamed") != 0) {
        number++;
    }
    expect_ok(
        "grep -q 'a member without a field: .*member of the game.s state .*, after ball' err");
    door_end();
}

#define SHOWN_TICK "test \"$(tail -n 1 frames.csv | cut -d, -f5)\""

TEST(a_question_in_a_replay_is_asked_of_the_whole_recording)
{
    expect_ok("cw play first-wind --headless --hold accelerate --ticks 3000 --record run.cwr");
    door_start("exec \"$CLOCKWORK\" replay run.cwr --set display.width=640 "
               "--set display.height=360 --set game.history=1 --frame-log frames.csv",
               "Windup.*");
    door_wait_change(door_look(), 0.1);
    door_tap("space");
    door_wait_still();
    begin_asking();
    door_tap("w o r l d period t i c k space greater space 2 9 0 0 Return k");
    door_wait(SHOWN_TICK " = 2901");
    door_tap("i w o r l d period t i c k space greater space 1 0 Return j");
    door_wait(SHOWN_TICK " = 11"); /* the history began long after it */
    door_end();
}
