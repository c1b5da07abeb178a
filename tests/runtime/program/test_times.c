/* Times as a player and the keeper of a ranking see them: times, verify --times, ghosts, solve. */
#include "sim/poison.h"
#include "support/program.h"

FIXTURE(.set_up = program_begin, .prepare = program_find, .timeout_s = 240);

TEST(every_bundled_run_is_true_clean_and_worth_the_best_medal, .left_out = POISON_WORKS)
{
    expect_ok("cw levels >levels && while read level; do "
              "cw verify --times assets/replays/$level.cwr >said && "
              "grep -q \"level=$level .*clean=yes medal=clockmaker splits=\" said || exit 9; "
              "done <levels && test $(wc -l <levels) = 12");
}

TEST(a_run_that_was_cut_behind_its_finish_is_finished)
{
    expect_ok("head -c -36 assets/replays/first-wind.cwr >cut.cwr"); /* without its end */
    expect_text(expect_ok("cw verify cut.cwr")->out, "cut cut.cwr level=first-wind ticks=");
    expect_text(expect_ok("cw verify cut.cwr")->out, " finished=yes ");
    expect_ok("cw verify --times cut.cwr assets/replays/first-wind.cwr >both");
    expect_ok("test $(sed 's/^time [^ ]*//' both | uniq | wc -l) = 1");
    expect_ok("head -c 1500 assets/replays/first-wind.cwr >cut.cwr");
    expect_text(expect_ok("cw verify cut.cwr")->out, " finished=no ");
    expect_text(expect(1, "cw verify --times cut.cwr", NULL)->out, "the level is not finished");
}

TEST(a_run_on_a_carried_level_verifies_and_has_no_rank)
{
    write_easy_level("daily-2026-11-27.tmj", NULL);
    expect_ok("cw play daily-2026-11-27.tmj --headless --hold accelerate --ticks 300 "
              "--record day.cwr");
    expect_text(expect_ok("cw verify day.cwr")->out, "ok day.cwr level=daily-2026-11-27 ");
    expect_text(expect(1, "cw verify --times day.cwr", NULL)->out, "is none of the game's");
}

TEST(without_times_the_program_says_so)
{
    expect_text(expect_ok("cw times")->out, "no times yet");
    expect(1, "cw times no-such-level", "there is no level \"no-such-level\"");
    expect(1, "cw times first-wind best.cwr", "you have no time in level first-wind");
}

TEST(a_ghost_is_seen_and_changes_nothing)
{
    const char *run = "cw play first-wind --headless --tap accelerate@4 --ticks 50 ";
    expect_ok(textf("%s --set game.ghost=off --hash-log a --screenshot a.png", run));
    expect_ok(
        textf("%s --ghost assets/replays/first-wind.cwr --hash-log b --screenshot b.png", run));
    expect_ok("cmp a b");
    expect(1, "cmp -s a.png b.png", NULL);
}

TEST(a_ghost_of_another_level_is_refused_and_the_game_goes_on)
{
    const char *run = "cw play first-wind --headless --ticks 20 ";
    expect(0, textf("%s --ghost assets/replays/gear-works.cwr", run), "no ghost: ");
    expect(0, textf("%s --ghost nothing.cwr", run), "no ghost: nothing.cwr");
}

static const char MEDALS[] =
    ",\"properties\":[{\"name\":\"bronze_s\",\"type\":\"float\",\"value\":90},\n{\"name\" : "
    "\"silver_s\",\n\"type\" : \"float\",\n\"value\" : 80.5\n},{\"name\":\"gold_s\",\"type\":"
    "\"float\",\"value\":70},{\"name\":\"clockmaker_s\",\"type\":\"float\",\"value\":60}]";

/* easy.cwr, and what solve said in easy.txt. */
static void solve_easy_level(void)
{
    write_easy_level("easy.tmj", MEDALS);
    expect_once("cw solve easy.tmj --ticks 40000 --record easy.cwr >easy.txt");
    expect_text(temp_read("easy.txt"), "solved level=easy time=");
}

TEST(solve_records_a_run_that_counts)
{
    if (!program_is_plain()) {
        SKIP("a search by a slow program finds nothing");
    }
    solve_easy_level();
    expect_text(expect_ok("cw verify easy.cwr")->out, "finished=yes rewinds=0");
    expect(1, "cw solve easy.tmj --ticks 0 --record none.cwr", "found no run that finishes");
    const Outcome *outcome =
        expect_ok("cw solve easy.tmj --seconds 0 --from easy.cwr --record again.cwr");
    expect_text(outcome->out, "solved level=easy time=");
    expect(1, "cw solve first-wind --seconds 0 --from easy.cwr",
           "% of the way in level first-wind: the search goes on from there");
}

TEST(solve_ends_at_the_target_s_time_and_when_it_is_asked_to)
{
    double fast_s = 0, slow_s = 0;
    if (!program_is_plain()) {
        SKIP("a search by a slow program finds nothing");
    }
    solve_easy_level();
    ck_assert_int_eq(sscanf(temp_read("easy.txt"), "solved level=easy time=%lf", &fast_s), 1);
    const char *out =
        expect_ok(textf("cw solve easy.tmj --jobs 2 --from easy.cwr --record slow.cwr "
                        "--target %.3f",
                        fast_s * 1.25))
            ->out;
    ck_assert_int_eq(sscanf(out, "solved level=easy time=%lf", &slow_s), 1);
    ck_assert(slow_s <= fast_s * 1.25 && slow_s >= fast_s * 1.25 * 0.9);
    out = expect_ok("mkfifo said; \"$CLOCKWORK\" solve easy.tmj --from easy.cwr "
                    "--record again.cwr 2>said & p=$!; "
                    "{ grep -q 'the search goes on' && kill -INT $p && wait $p; } <said")
              ->out;
    expect_text(out, "solved level=easy time=");
}

TEST(make_medals_sets_three_numbers_and_records_runs_that_are_worth_them, .slow = true)
{
    if (!program_is_plain()) {
        SKIP("a search by a slow program finds nothing");
    }
    expect_ok(
        "mkdir -p game/assets/levels game/assets/replays && cp \"$CLOCKWORK\" game/clockwork && "
        "ln -s \"$(realpath assets/art)\" game/assets/art");
    write_easy_level("game/assets/levels/easy.tmj", MEDALS);
    expect_ok("cd game && cp assets/levels/easy.tmj old.tmj && "
              "SEEDS='1 2' TICKS=200000 ../assets/../scripts/medals.sh ./clockwork 2 easy >said "
              "&& ls medals/*-easy-1.cwr medals/*-easy-2.cwr");
    expect_text(temp_read("game/said"), "easy: best ");
    expect_ok("cd game && ./clockwork verify --times assets/replays/*.cwr >times && "
              "grep -q 'easy.cwr .* medal=clockmaker' times && "
              "grep -q 'easy-bronze.cwr .* medal=bronze' times");
    expect_ok(
        "cd game && without() { sed 's/[0-9.]*//g' $1; } && without old.tmj >a && "
        "without assets/levels/easy.tmj >b && cmp a b && ! cmp -s old.tmj assets/levels/easy.tmj");
    expect(1, "cd game && ../assets/../scripts/medals.sh ./clockwork 2 nowhere",
           "there is no assets");
}
