/* `clockwork doctor`; games that it finds something in are in tests/packaging/outside.sh. */
#include "main/maker.h"
#include "sim/poison.h"
#include "support/comma_locale.h"
#include "support/program.h"
#include "system/object_file.h"

FIXTURE(PROGRAM);

TEST(a_sound_game_passes_under_every_condition, .left_out = POISON_WORKS, .needs = &package_locales)
{
    static const char *const names[] = {"plain",    "again",        "clock",         "seed",
                                        "heap",     "large-blocks", "world-address", "cpu",
                                        "synctest", "locale"};
    comma_locale_begin();
    const Outcome *outcome = expect_ok("cw doctor first-wind --ticks 20");
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        expect_text(outcome->out, textf("ok %s\n", names[i]));
    }
    ck_assert_str_eq(outcome->err, "");
    comma_locale_end();
}

/* CLOCKWORK_SIMD reaches our own loops, GLIBC_TUNABLES the C library's. SDL's loops, which paint
 * what the span painter does not, can't be switched. */
TEST(without_vector_instructions_all_results_are_the_same, .left_out = POISON_WORKS)
{
    static const char run[] =
        "cw play first-wind --headless --hold accelerate --ticks 100 --hash-log %s.txt "
        "--probe-log %s.csv --screenshot %s.png --render-sound %s.wav";
    expect_ok(textf(run, "a", "a", "a", "a"));
    expect_ok(textf("export CLOCKWORK_SIMD=plain GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4; "
                    "%s",
                    textf(run, "b", "b", "b", "b")));
    expect_ok("cmp a.txt b.txt && cmp a.csv b.csv && cmp a.png b.png && cmp a.wav b.wav");
}

TEST(a_run_that_fails_is_reported_with_its_message)
{
    expect_text(expect(1, "cw doctor nowhere", "")->out,
                "failed plain status=1 what=clockwork: there is no level \"nowhere\"");
}

TEST(settings_and_the_monkey_reach_every_run)
{
    expect_text(expect_ok("cw doctor --monkey 3 --ticks 20 --set simulation.substeps=4")->out,
                "ok synctest\n");
}

TEST(imports_are_told_apart)
{
    static const struct {
        const char *name, *remedy; /* NULL: fine */
    } names[] = {{"erf", "C library"},
                 {"lgammaf", "C library"},
                 {"sinl", "C library"},
                 {"rand", "cw_world_rng"},
                 {"drand48", "cw_world_rng"},
                 {"time", "cw_world_time_s"},
                 {"gettimeofday", "cw_world_time_s"},
                 {"sqrt", NULL},
                 {"floorf", NULL},
                 {"clock_gettime", NULL},
                 {"", NULL},
                 {"f", NULL}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        const ImportFault *fault = import_fault(names[i].name);
        const char *remedy = names[i].remedy;
        ck_assert_msg(fault == NULL ? remedy == NULL
                                    : remedy != NULL && strstr(fault->remedy, remedy) != NULL,
                      "%s", names[i].name);
    }
}

static void count(const char *name, void *context)
{
    *(int *)context += strcmp(name, "clock_gettime") == 0;
}

TEST(the_imports_of_a_program_are_read_and_those_of_nothing_else)
{
    int found = 0;
    temp_write("text", "\177ELF, it says");
    EXPECT_OK(object_file_imports(getenv("CLOCKWORK"), count, &found, &error));
    ck_assert_int_eq(found, 1);
    EXPECT_REFUSED(object_file_imports("text", count, &found, &error), "text: its imports");
    EXPECT_REFUSED(object_file_imports("missing", count, &found, &error), "missing: its imports");
}
