/* Code that was compiled or set up so that it would calculate differently. tests/packaging/exact.sh
 * builds a game with such flags for real. */
#include "base/unit_check.h"

#include "support/expect.h"
#include "support/temp_folder.h"
#include "windup/windup.h"

#include <fenv.h>

static char folder[] = "/tmp/clockwork-units-XXXXXX";

static int no_faults(void)
{
    return 0;
}

static int contracts(void)
{
    return CW_UNIT_CONTRACTS;
}

TEST(every_unit_of_this_program_is_registered_and_passes)
{
    int windup_units = 0, count = 0;
    for (const CwUnit *unit = units_last(); unit != NULL; unit = unit->next, count++) {
        windup_units += strstr(unit->file, "src/windup/") != NULL;
    }
    ck_assert_int_gt(windup_units, 10);
    ck_assert_int_gt(count, windup_units);
    EXPECT_OK(units_check(units_last(), NULL, &error));
}

TEST(a_unit_that_calculates_differently_is_named)
{
    CwUnit bad = {"bad.c", contracts, NULL}, good = {"good.c", no_faults, &bad};
    ck_assert(units_check(&good, &bad, &error));
    ck_assert(!units_check(&good, NULL, &error));
    expect_text(error.text, "bad.c");
    expect_text(error.text, "-ffp-contract=off");
}

/* Plays Windup as its program does, and returns all of its hashes. */
static char *hashes_of_a_run(const char *name)
{
    char path[64], gravity[] = "simulation.gravity=-9.7";
    static char text[65536];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *words[] = {"clockwork", "play", "first-wind", "--headless", "--monkey",   "3",
                     "--ticks",   "300",  "--set",      gravity,      "--hash-log", path};
    ck_assert_int_eq(cw_main(&windup_game, CW_ARRAY_LENGTH(words), words), 0);
    text[read_bytes(path, text, sizeof text - 1)] = '\0';
    unlink(path);
    return strdup(text);
}

/* A library that was loaded before main may have done it; levels and settings are parsed early. */
TEST(a_rounding_mode_set_before_main_changes_nothing)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("HOME", folder, 1);
    char *plain = hashes_of_a_run("plain");
    ck_assert_uint_gt(strlen(plain), 300 * 18);
    fesetround(FE_UPWARD);
    char *upward = hashes_of_a_run("upward");
    ck_assert_str_eq(upward, plain);
    free(plain);
    free(upward);
}
