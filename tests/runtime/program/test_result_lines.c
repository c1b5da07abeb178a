/* Result lines as scripts read them: words with blanks between, name=value. */
#include "support/program.h"

FIXTURE(PROGRAM, .timeout_s = 120);

/* A name that forges values, and each kind of character that is coded. */
#define NAME                                                                                       \
    "a.cwr level=forged "                                                                          \
    "what=\\047\"`%%\\t\\n\\377\\302\\240\\302\\233\\342\\200\\256\\343\\200\\200\\303\\251.cwr"
#define CODED                                                                                      \
    "a.cwr%20level%3Dforged%20what%3D%27%22%60%25%09%0A%FF%C2%A0%C2%9B%E2%80%AE%E3%80%80\303\251." \
    "cwr"

static const char *const LINES[][2] = {
    {"cw verify \"$n\"", "^ok " CODED " level=first-wind ticks=9 "},
    {"head -c -36 \"$n\" >\"c$n\"; cw verify \"c$n\"", "^cut c" CODED " level=first-wind "},
    {"echo x >>\"$n\"; ! cw verify \"$n\"", "^bad " CODED " tick=[0-9]* what="},
    {"! cw verify --times \"$n\"", "^bad " CODED " what=the level is not finished in it$"},
    {"cp assets/replays/first-wind.cwr \"$n\" && cw verify --times \"$n\"",
     "^time " CODED " level=first-wind ticks="},
    {"cw rerun \"$n\"", "^ok " CODED " level=first-wind same=yes "},
    {"printf 'end probe.finished\\n' >\"${n%.cwr}.expect\"; ! cw rerun \"$n\"",
     "^lost " CODED " level=first-wind same=yes "},
    {"! cw rerun \"x$n\"", "^bad x" CODED " what="},
    {"cw diff \"$n\" \"$n\"", "^same " CODED " " CODED " level=first-wind ticks=9$"},
    {"cw play first-wind --headless --ticks 9 --bot --record b.cwr; ! cw diff \"$n\" b.cwr",
     "^differ " CODED " b.cwr level=first-wind tick="},
    {"cw solve level.tmj --ticks 2000 --record \"$n\"", "^solved .* file=" CODED "$"},
};

TEST(a_name_is_one_word_and_forges_no_value, .rounds = CW_ARRAY_LENGTH(LINES))
{
    write_easy_level("level.tmj", NULL);
    expect_ok("cw play first-wind --headless --ticks 9 --record a.cwr");
    expect_ok(textf("n=$(printf '%s'); cp a.cwr \"$n\" && { %s; } >said && "
                    "grep -q '%s' said || { cat said; exit 9; }",
                    NAME, LINES[_i][0], LINES[_i][1]));
}
