/* Games in shared objects, as rerun --game and diff --game load them: which are refused and how. */
#include "support/program.h"

FIXTURE(PROGRAM, .timeout_s = 240);

/* Shell functions: so FILE.c FILE.so compiles a game; changed SED FILE.so a changed template. */
static const char *with_tools(const char *line)
{
    return textf(
        "[ -e include ] || ln -s \"$(readlink assets)/../include\" include; "
        "so() { gcc -shared -fPIC -fvisibility=hidden -ffp-contract=off $(for f in sin cos tan exp "
        "log log2 exp2 pow hypot; do echo -fno-builtin-$f; done) "
        "-Iinclude -I\"$(echo \"$(readlink assets)\"/../.cache/sources/Chipmunk2D-*/include)\" "
        "$(pkg-config --cflags sdl2) ${FLAGS:-} $1 -o $2; }; "
        "changed() { mkdir -p toy/build && sed \"$1\" toy/main.c >a.c && so a.c toy/build/$2; }; "
        "%s",
        line);
}

static void make_toy(void)
{
    expect_ok(with_tools("cw new toy >log && changed '' game.so"));
}

static void refuses(const char *how, const char *said)
{
    expect_ok(with_tools(how));
    expect(2, "cw rerun --game toy/build/bad.so run.cwr", said);
}

TEST(a_run_is_replayed_under_another_build)
{
    make_toy();
    expect_ok("cw play first-wind --headless --bot --ticks 60 --record a.cwr");
    expect(2, "cw rerun --game toy/build/game.so a.cwr", NULL);
    expect_text(program_run("\"$CLOCKWORK\" rerun --game toy/build/game.so a.cwr")->out,
                "bad a.cwr what=");
}

TEST(a_file_that_is_no_game_is_refused_with_a_remedy)
{
    make_toy();
    expect(2, "cw rerun --game none.so run.cwr", "none.so: No such file");
    refuses("head -c 9000 toy/build/game.so >toy/build/bad.so", "bad.so: half written");
    refuses("head -c 20 toy/build/game.so >toy/build/bad.so", "bad.so: half written");
    refuses("cp toy/main.c toy/build/bad.so", "no shared object for this machine");
    refuses(": >toy/build/bad.so", "no shared object for this machine");
    refuses("changed '/CW_GAME_EXPORT/d' bad.so", "add CW_GAME_EXPORT(game);");
    refuses("changed '/^static void draw/ivoid lost(void);' bad.so; echo 'void lost(void); int use("
            "void); __attribute__((visibility(\"default\"))) int use(void) { lost(); return 1; }' "
            ">>a.c; so a.c toy/build/bad.so",
            "undefined symbol: lost");
}

TEST(a_game_for_another_engine_is_refused)
{
    make_toy();
    refuses("changed 's/^CW_GAME_EXPORT/#undef CW_VERSION\\n#define CW_VERSION \"0.0.9\"\\n&/' "
            "bad.so",
            "made for Clockwork 0.0.9");
    refuses("changed 's/^CW_GAME_EXPORT/#undef CW_GAME_SIZES\\n#define CW_GAME_SIZES {1, 2, 3, "
            "4}\\n&/' bad.so",
            "other headers");
    refuses("changed '' bad.so; echo '__attribute__((visibility(\"default\"))) int cw_main(const "
            "CwGame *g, int c, char **v) { (void)g, (void)c, (void)v; return 1; }' >>a.c; so a.c "
            "toy/build/bad.so",
            "brings an engine of its own");
    refuses("FLAGS='-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math' changed '' bad.so",
            "a.c was compiled with flags");
    refuses("changed 's/.action_count = ACTION_COUNT/.action_count = -1/' bad.so", "bad.so: ");
}

TEST(a_comparison_of_games_needs_two)
{
    expect(2, "cw diff --game a.so run.cwr", "--game A.so --game B.so");
    expect(2, "cw diff --game a.so --game b.so --game c.so run.cwr", "diff takes two --game");
    expect(2, "cw rerun --game a.so --game b.so run.cwr", "rerun takes one --game");
    expect(2, "cw play --game a.so", "--game can't be used with play");
}
