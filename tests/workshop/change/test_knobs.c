#include "change/changes.h"
#include "support/expect.h"

static double value;
static const CwKnob good = {"GRIP", "N", "game/grip.c", 7, 2, 0, 9, &value};

static bool check(CwKnob knob)
{
    const CwKnob *const rows[] = {&good, &knob};
    const CwGame game = {.content = {.knobs = rows, .knob_count = 2}};
    error = (CwError){0};
    return knobs_check(&game, &error);
}

TEST(a_knob_has_a_name_of_its_own_and_a_number_in_its_range)
{
    CwKnob knob = {"BRAKE", "N", "game/brake.c", 9, 2, 0, 9, &value};
    ck_assert(check(good) && check(knob)); /* a header has a row for each source */
    const char *name = knob.name;
    knob.name = "GRIP";
    EXPECT_REFUSED(check(knob), "game/brake.c:9: CW_TUNE(GRIP, ...) needs another name");
    knob.name = "A_NAME_THAT_IS_LONGER_THAN_A_RECORDING_HAS_ROOM_FOR_IT";
    EXPECT_REFUSED(check(knob), "needs a short name");
    knob = good;
    knob.file = "game/brake.c";
    EXPECT_REFUSED(check(knob), "game/brake.c:7: CW_TUNE(GRIP, ...) needs another name");
    knob.name = name;
    const double ranges[][3] = {{2, 2, 2}, {1, 2, 9}, {10, 2, 9}, {2, -INFINITY, 9}, {2, 0, NAN}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ranges); i++) {
        knob.initial = ranges[i][0], knob.low = ranges[i][1], knob.high = ranges[i][2];
        EXPECT_REFUSED(check(knob), "a number between its least and its most");
    }
}

TEST(a_header_of_knobs_has_so_many_sources_at_most)
{
    const CwKnob again = good, *rows[KNOB_ROWS_MAX + 1] = {&good};
    for (size_t i = 1; i < CW_ARRAY_LENGTH(rows); i++) {
        rows[i] = &again;
    }
    CwGame game = {.content = {.knobs = rows, .knob_count = KNOB_ROWS_MAX}};
    ck_assert(knobs_check(&game, &error));
    game.content.knob_count++;
    EXPECT_REFUSED(knobs_check(&game, &error), "CW_TUNE in fewer headers");
}
