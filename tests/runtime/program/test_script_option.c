#include "program/program.h"
#include "support/expect.h"
#include "support/toy_game.h"

static CwGame game;
static InputScript script;

SET_UP()
{
    game = toy_game;
    game.input.player_count = 2;
    script = (InputScript){0};
}

TEST(actions_are_held_for_their_players)
{
    ck_assert(script_option_hold(&script, &game, "run+2:kick+2:run", &error));
    ck_assert(script_option_hold(&script, &game, "extra_one", &error));
    ck_assert_uint_eq(script.held[0], 1u << TOY_RUN | 1u << TOY_EXTRA_1);
    ck_assert_uint_eq(script.held[1], 1u << TOY_RUN | 1u << TOY_KICK);
}

TEST(taps_have_a_rate)
{
    ck_assert(script_option_tap(&script, &game, "kick@2.5", &error));
    ck_assert(script_option_tap(&script, &game, "2:run@1", &error));
    ck_assert_int_eq(script.tap_count, 2);
    ck_assert_int_eq(script.taps[0].rate_mhz, 2500);
    ck_assert_int_eq(script.taps[0].action, TOY_KICK);
    ck_assert_int_eq(script.taps[1].player, 1);
}

static void refuse_hold(const char *text, const char *said)
{
    EXPECT_REFUSED(script_option_hold(&script, &game, text, &error), said);
}

TEST(an_unknown_action_is_refused_with_those_there_are)
{
    refuse_hold("jmup",
                "--hold: there is no action \"jmup\"; the actions are run, kick, extra_one,");
    refuse_hold("run+", "there is no action \"\"");
    refuse_hold("3:run", "there is no player 3; the game has 2");
    refuse_hold("0:run", "there is no player 0");
}

TEST(a_tap_without_a_sound_rate_is_refused)
{
    const char *texts[] = {"kick",     "kick@",     "kick@0", "kick@-1",
                           "kick@nan", "kick@1001", "kick@4x"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(texts); i++) {
        EXPECT_REFUSED(script_option_tap(&script, &game, texts[i], &error),
                       "--tap needs ACTION@HZ");
    }
    ck_assert(!script_option_tap(&script, &game, "jump@4", &error));
}
