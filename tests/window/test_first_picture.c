/* The program started for its first picture, whatever there is of kept art. */
#include "support/program.h"
#include "support/xvfb.h"

static char display[32];

static int prepare(void)
{
    const char *shown = xvfb_start() > 0 ? getenv("DISPLAY") : NULL;
    strncpy(display, shown == NULL ? "" : shown, sizeof display - 1);
    return shown == NULL ? 0 : program_find();
}

FIXTURE(.prepare = prepare, .set_up = program_begin, .timeout_s = 120);

/* Says nothing on stderr but that a busy machine stalled it. */
static const Outcome *expect_quiet(const char *line)
{
    const Outcome *outcome = expect_ok(textf(
        "{ %s; } 2>said; status=$?; grep -v ' too far behind ' said >&2; exit $status", line));
    ck_assert_str_eq(outcome->err, "");
    return outcome;
}

static void show(const char *before, const char *cache)
{
    const Outcome *outcome = expect_quiet(
        textf("%s; DISPLAY=%s SDL_AUDIODRIVER=dummy CLOCKWORK_CACHE=%s cw play first-wind "
              "--ticks 1 --stats --set display.renderer=software",
              before, display, cache));
    expect_text(outcome->out, "first_picture_ms ");
}

TEST(the_first_picture_comes_with_any_cache)
{
    show("true", "off");
    show("true", "$PWD/kept");
    show("ls kept/*/*.kept >/dev/null", "$PWD/kept");
    show("truncate -s 300 kept/*/*.kept", "$PWD/kept");
    show("chmod -R a-w kept", "$PWD/kept");
    show("chmod -R u+w kept", "/dev/null");
}

TEST(two_programs_keep_their_art_at_once)
{
    const char *play = textf("DISPLAY=%s SDL_AUDIODRIVER=dummy CLOCKWORK_CACHE=$PWD/kept cw play "
                             "first-wind --ticks 1 --set display.renderer=software "
                             "--set display.background=run",
                             display);
    expect_quiet(textf("%s & %s; first=$?; wait $! && test $first = 0", play, play));
    show("ls kept/*/*.kept >/dev/null", "$PWD/kept");
}

TEST(the_limit_of_the_first_picture_is_a_black_window)
{
    const char *ask = "CLOCKWORK_BENCH_WINDOW=software DISPLAY=%s cw bench";
    expect_text(expect_ok(textf(ask, display))->out, "first_picture_ms ");
    ck_assert_str_eq(expect(1, textf(ask, ":none"), NULL)->out, "");
    expect_text(expect_ok("cw bench picture_soft")->out,
                "picture_soft not measured: this machine has no display");
}

TEST(the_still_picture_of_the_bench_stays_until_it_is_ended)
{
    const char *ask = "CLOCKWORK_BENCH_WINDOW='software 320 200 60' DISPLAY=%s "
                      "timeout --preserve-status 2 \"$CLOCKWORK\" bench";
    expect(128 + SIGTERM, textf(ask, display), NULL);
    expect(EXIT_FAILURE, textf(ask, ":none"), NULL);
}
