/* Letters typed on a keyboard, through a real window and the loop, to a game. */
#include "support/toy_run.h"
#include "support/window_host.h"
#include "support/xvfb.h"

static char confirmed[CW_TEXT_ENTRY_BYTES_MAX + 1];
static CwTextEntryStatus status;

static void ask(const CwWorld *world, CwFrame *frame)
{
    CwTextEntry entry = cw_text_entry(frame);
    status = entry.status;
    if (confirmed[0] == '\0' && status == CW_TEXT_ENTRY_CONFIRMED) {
        snprintf(confirmed, sizeof confirmed, "%s", entry.text);
    } else if (confirmed[0] == '\0') {
        cw_text_entry_begin(frame, &(CwTextEntryDesc){.prompt = "Your name"});
    }
}

static void tear_down(void)
{
    loop_close(&run.loop);
    window_host_tear_down();
}

SET_UP(.prepare = xvfb_start, .tear_down = tear_down)
{
    window_host_set_up();
    toy_run_prepare();
    confirmed[0] = '\0';
    toy.while_updating = ask;
    xvfb_layout("de");
}

static void run_until(bool (*done)(void))
{
    for (int i = 0; i < 300 && !done(); i++) {
        toy_run_frames(1);
    }
    ck_assert(done());
}

static bool types(void)
{
    return status == CW_TEXT_ENTRY_TYPING && run.loop.stage.typing.asked;
}

static bool has_name(void)
{
    return confirmed[0] != '\0';
}

TEST(letters_typed_in_a_window_are_the_game_s_text)
{
    window_host_open_focused();
    EXPECT_OK(loop_open(&run.loop, &run.desc, &window_host.host, NULL, &error));
    menus_show(&run.loop.menus, ACTIVITY_PLAYING);
    run_until(types);
    ck_assert(xvfb_xdotool("key shift+j adiaeresis space k n BackSpace exclam Left Left BackSpace "
                           "u Return"));
    run_until(has_name);
    ck_assert_str_eq(confirmed, "J\xC3\xA4uk!");
    toy_run_frames(3);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert(!SDL_IsTextInputActive());
    toy_expect_edges(TOY_RUN, 0, 0);
}
