/* The level of a day: the same on every machine, finished by the bot, and never a long way from one
 * checkpoint to the next. */
#include "map/map_text.h"
#include "sim/daily.h"
#include "sim/poison.h"
#include "support/drive.h"
#include "support/temp_folder.h"
#include "things/kinds.h"
#include "windup/windup.h"

FIXTURE(.tear_down = drive_close, .timeout_s = 240);

static Levels levels;

static const char *day_name(int day)
{
    return textf("daily-2027-%02d-%02d", day < 28 ? 2 : 3, day < 28 ? day + 1 : day - 27);
}

/* `build/plain/tests/test_windup a_date_makes` prints the first hash that is another. */
TEST(a_date_makes_the_same_level_on_every_machine)
{
    static const struct {
        const char *name;
        uint64_t hash;
    } days[] = {{"daily-2026-11-27", UINT64_C(0x9e9cb025169571ff)},
                {"daily-2027-01-01", UINT64_C(0x97a90408cbf97a8c)},
                {"daily-2028-02-29", UINT64_C(0xea1be03db1826570)}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(days); i++) {
        CwDaily day;
        ck_assert(daily_parse(days[i].name, &day));
        char *text = daily_level(&day);
        CwMap *map = map_parse(days[i].name, (MapText){text, strlen(text)}, &error);
        EXPECT_OK(map);
        ck_assert_msg(cw_map_hash(map) == days[i].hash, "%s: 0x%016llx", days[i].name,
                      (unsigned long long)cw_map_hash(map));
        cw_map_free(map);
        free(text);
    }
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Of the open level: no two gates are further apart than 15 % of the way. */
static void expect_checkpoints(const char *name)
{
    const Race *run = drive_run();
    double places_m[CHECKPOINT_MAX + 2] = {run->start_m.x, run->finish_x_m};
    size_t count = 2;
    for (CwEntity each = {0};
         (each = cw_world_next_of(drive_world(), KIND_CHECKPOINT, each)).index1 != 0;) {
        const Gate *gate = cw_world_data_const(drive_world(), each);
        places_m[count++] = gate->foot_m.x;
    }
    qsort(places_m, count, sizeof *places_m, compare);
    for (size_t k = 1; k < count; k++) {
        ck_assert_msg(places_m[k] - places_m[k - 1] <= 0.15 * (run->finish_x_m - run->start_m.x),
                      "%s: from %g to %g m", name, places_m[k - 1], places_m[k]);
    }
}

TEST(no_checkpoint_is_far_from_the_last)
{
    for (int i = 0, count = drive_each_level(); i < count; i++) {
        expect_checkpoints(drive_open_level(i));
    }
}

/* Every fifteenth day, over the end of a month; one day is enough for the sanitizers. */
TEST(each_day_has_a_level_that_the_bot_finishes, .rounds = POISON_WORKS ? 1 : 3)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    levels.daily_game = &windup_game;
    snprintf(levels.daily_folder, sizeof levels.daily_folder, "%s", temp_path("daily"));
    EXPECT_OK(levels_resolve(&levels, day_name(1 + 15 * _i), path, name, &error));
    ck_assert(daily_is_made(&levels, name, path));
    CwMap *map = cw_map_load(path, &error);
    EXPECT_OK(map);
    EXPECT_WITHIN(cw_map_number(map, NULL, "bronze_s", 0), 35.0, 70.0);
    ck_assert(strncmp(cw_map_title(map), "Daily, ", 7) == 0);
    ck_assert(daily_has_text(&levels, name, map_text(map)));
    cw_map_free(map);
    drive_open(path, 60);
    expect_checkpoints(name);
}
