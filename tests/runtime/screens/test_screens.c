/* The screens around a run: the level map, the results, and what they keep. */
#include "support/drawn_text.h"
#include "support/toy_run.h"

TOY_SET_UP
{
    temp_mkdir("levels");
    toy_write_level("first");
    toy_write_level("second");
    levels_find(&run.levels, temp_folder);
    run.title = true;
    toy_run_keep_runs();
}

static void finish(void)
{
    toy_finish();
    while (toy_activity() != ACTIVITY_FINISHED) {
        toy_run_frames(1);
    }
    toy_run_frames(60);
}

TEST(the_level_played_last_is_offered_after_a_new_start)
{
    toy_play(5);
    toy_click_row("Levels");
    toy_run_frames(5);
    toy_click_row("The second");
    ck_assert_str_eq(toy_playback()->session.level, "second");
    toy_run_frames(70); /* so that the run is on disk */
    toy_run_close();
    toy_play(5);
    ck_assert_str_eq(toy_page()->rows[0].value, "The second");
    toy_click_row("Levels");
    ck_assert_int_eq(page_selected(toy_page())->id, 1);
}

TEST(the_next_run_behind_the_title_leaves_the_page_alone)
{
    toy_play(5);
    toy_click_row("Levels");
    menus_show(&run.loop.menus, ACTIVITY_TITLE);
    toy_run_frames(2);
    ck_assert_int_eq(run.loop.menus.screens.depth, 2);
}

/* A clean run, one with another seed and a slow one. */
TEST(the_results_compare_with_the_best_before_this_run_or_name_why_it_is_assisted, .rounds = 3)
{
    static const char *const words[] = {"Your first time here", "Assisted: other seed",
                                        "Assisted: slowed"};
    run.desc.setup.seed = _i == 1 ? 2 : 1;
    run.config.time_scale = _i == 2 ? 0.5 : 1;
    toy_play(5);
    toy_tap(TOY_KEY_RETURN);
    finish();
    ck_assert_uint_eq(run.loop.menus.screens.best.ticks, 0);
    ck_assert(draws_text(&toy_stage()->draw_list, words[_i]));
    uint32_t first = toy_playback()->run.time.ticks;
    toy_click_row("Retry");
    toy_run_frames(_i == 2 ? 60 : 30);
    finish();
    ck_assert_uint_eq(run.loop.menus.screens.best.ticks, first);
    EXPECT_WITHIN(toy_playback()->run.time.ticks, first + 20, first + 40);
}

TEST(a_best_run_of_other_rules_is_not_compared_and_a_slower_one_replaces_it)
{
    toy_play(5);
    toy_tap(TOY_KEY_RETURN);
    finish();
    toy_run_close();
    run.game.rules_version++;
    toy_play(5);
    toy_tap_for(TOY_KEY_RETURN, 30);
    finish();
    uint32_t slower = toy_playback()->run.time.ticks;
    ck_assert_uint_eq(run.loop.menus.screens.best.ticks, 0);
    toy_click_row("Retry");
    finish();
    ck_assert_uint_eq(run.loop.menus.screens.best.ticks, slower);
}

TEST(a_medal_whose_limit_is_text_is_reported)
{
    toy_write_map("first", "{\"name\":\"tin_s\",\"type\":\"string\",\"value\":\"9\"}");
    run.game.rank.medals = (const char *const[]){"tin"};
    run.game.rank.medal_count = 1;
    temp_listen();
    toy_play(1);
    toy_tap(TOY_KEY_RETURN);
    expect_text(temp_said(), "property \"tin_s\" is text, but the game reads a number");
}

enum { END_TICK = 90 };

static void end_the_game(CwWorld *world)
{
    if (cw_world_tick(world) == END_TICK) {
        cw_flow_next_level(cw_world_flow(world));
    }
}

static void quit_the_game(CwWorld *world)
{
    if (cw_world_tick(world) == END_TICK) {
        cw_flow_quit(cw_world_flow(world), 0);
    }
}

TEST(a_run_that_went_on_behind_the_last_level_is_not_offered_to_continue)
{
    toy.while_ticking = end_the_game;
    run.levels.count = 1;
    toy_play(5);
    toy_tap(TOY_KEY_RETURN);
    toy_run_frames(END_TICK);
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
    ck_assert_str_eq(toy_page()->rows[0].label, "Play");
}

TEST(a_run_in_which_the_game_quit_continues)
{
    toy.while_ticking = quit_the_game;
    toy_play(5);
    toy_tap(TOY_KEY_RETURN);
    toy_run_to_end();
    toy_run_close();
    toy_play(5);
    ck_assert_str_eq(toy_page()->rows[0].label, "Continue");
    toy_tap(TOY_KEY_RETURN);
    while (toy_activity() != ACTIVITY_PAUSED) {
        toy_run_frames(1);
    }
    ck_assert_uint_eq(toy_ticks(), END_TICK);
}

TEST(a_run_that_can_not_continue_is_not_offered, .rounds = 4)
{
    toy_play(5);
    toy_tap_for(TOY_KEY_RETURN, 90);
    toy_run_close();
    run.game.rules_version += _i == 0;
    run.desc.setup.fingerprint += _i == 1;
    if (_i == 2) {
        ck_assert_int_eq(rename(temp_path("levels/second.tmj"), temp_path("levels/first.tmj")), 0);
    } else if (_i == 3) {
        unlink(temp_path("levels/first.tmj"));
        levels_find(&run.levels, temp_folder);
    }
    toy_play(5);
    ck_assert_str_eq(toy_page()->rows[0].label, "Play");
}

static bool has_credit(const char *what, const char *who)
{
    for (int i = 0; i < toy_page()->row_count; i++) {
        const PageRow *row = &toy_page()->rows[i];
        if (strcmp(row->label, what) == 0 && (who == NULL || strcmp(row->value, who) == 0)) {
            return true;
        }
    }
    return false;
}

TEST(the_credits_name_the_game_s_makers_the_engine_and_libraries)
{
    static const CwCredit credits[] = {{"Music", "Ada"}, {"", "Grace"}, {"Thanks", NULL}};
    run.game.menu.credits = credits;
    run.game.menu.credit_count = 3;
    toy_run_open();
    screens_push(&run.loop.menus.screens, SCREEN_CREDITS);
    toy_run_frames(2);
    ck_assert(has_credit("Music", "Ada") && has_credit("", "Grace") && has_credit("Thanks", ""));
    ck_assert(has_credit("Clockwork", CW_VERSION ", MIT"));
    ck_assert(has_credit("SDL", NULL) && has_credit("Chipmunk2D", NULL));
    ck_assert(has_credit("zlib", "zlib"));
}

TEST(a_card_shows_the_picture_beside_its_level_and_the_title_of_its_map)
{
    toy_write_map("a-first", "{\"name\":\"title\",\"type\":\"string\",\"value\":\"The First\"},"
                             "{\"name\":\"tin_s\",\"type\":\"float\",\"value\":12.5}");
    temp_write("levels/a-first.png", "only its name is looked at here");
    temp_write("levels/b-second.tmj", "broken");
    levels_find(&run.levels, temp_folder);
    run.game.rank.medals = (const char *const[]){"tin"};
    run.game.rank.medal_count = 1;
    toy_run_open();
    toy_run_frames(5);
    LevelCard *first = &run.loop.menus.screens.cards.cards[0];
    screens_push(&run.loop.menus.screens, SCREEN_LEVELS);
    first->best = (CwRunTime){.ticks = 840, .tick_rate = 60, .score = 3};
    toy_run_frames(1);
    ck_assert(draws_text(&toy_stage()->draw_list, "1.50 s from tin"));
    first->best.ticks = 660; /* of an edition with a stricter limit */
    toy_run_frames(1);
    ck_assert(draws_text(&toy_stage()->draw_list, "Win tin: 12.5 s"));
    const Screens *screens = &run.loop.menus.screens;
    const LevelCard *cards = screens->cards.cards;
    ck_assert_int_eq(screens->cards.picture_count, 1);
    expect_text(screens->cards.pictures[cards[0].picture].file, "levels/a-first.png");
    ck_assert_str_eq(screens_level_title(screens, "a-first"), "The First");
    ck_assert_str_eq(screens_level_title(screens, "b-second"), "B second");
    ck_assert_int_eq(cards[1].picture, -1);
    ck_assert_str_eq(screens_level_title(screens, "nowhere"), "nowhere");
}
