#include "sim/breadcrumb.h"
#include "sim/session.h"
#include "support/expect.h"
#include "support/toy_game.h"

static CwGame game;
static SessionDesc desc;
static Session session;

static void tear_down(void)
{
    session_close(&session);
}

SET_UP(.tear_down = tear_down)
{
    game = toy_game;
    desc = (SessionDesc){.game = &game,
                         .settings = cw_sim_settings_default(),
                         .arena_bytes = (size_t)4 << 20,
                         .seed = 1,
                         .level = "level"};
}

static void open_session(void)
{
    EXPECT_OK(session_open(&session, &desc, &error));
}

TEST(a_restart_clears_the_view_and_the_input)
{
    open_session();
    ((ToyView *)session.view_memory)->frame_count = 9;
    CwTickInput input = {.players[0] = {.down = 1, .pressed = 1}};
    EXPECT_OK(session_tick(&session, &input, &error));
    EXPECT_OK(session_restart(&session, NULL, &error));
    ck_assert_uint_eq(((ToyView *)session.view_memory)->frame_count, 0);
    ck_assert_uint_eq(session.world->input.players[0].down, 0);
    ck_assert_int_eq(toy.dispose_count, 1);
}

TEST(a_game_that_does_not_start_leaves_nothing_open)
{
    toy.refuse_start = true;
    ck_assert(!session_open(&session, &desc, &error));
    ck_assert_str_eq(error.text, "the toy was told not to start");
    ck_assert_ptr_null(session.world);
    toy.refuse_start = false;
    open_session();
}

TEST(a_game_without_a_probe_has_an_empty_one)
{
    game.probe = NULL;
    open_session();
    CwProbe probe = session_probe(&session);
    ck_assert_ptr_null(probe.player);
    ck_assert(!probe.finished);
}

static CwProbe note_place(const CwWorld *world)
{
    return (CwProbe){.finished = strcmp(current_breadcrumb.function, "probe") == 0,
                     .finish_tick = current_breadcrumb.tick - cw_world_tick(world)};
}

TEST(the_place_of_a_crash_in_a_probe_is_known)
{
    game.probe = note_place;
    open_session();
    CwProbe probe = cw_world_probe(session.world);
    ck_assert(probe.finished);
    ck_assert_uint_eq(probe.finish_tick, 0);
    ck_assert_ptr_null(current_breadcrumb.function);
}
