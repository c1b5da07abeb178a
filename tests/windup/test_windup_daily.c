/* The level of a day: the same on every machine, finished by the bot, and never a long way from one
 * checkpoint to the next. */
#include "map/map_text.h"
#include "sim/daily.h"
#include "sim/poison.h"
#include "support/drive.h"
#include "support/temp_folder.h"
#include "windup/windup.h"

FIXTURE(.timeout_s = 240);

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

/* Of the way, as in every level. */
static void expect_checkpoints(const CwMap *map)
{
    double start_m = 0, before_m = 0, finish_m = cw_map_size_m(map).x;
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        start_m = strcmp(object->type, "start") == 0 ? object->centre_m.x : start_m;
        if (strcmp(object->type, "checkpoint") == 0) {
            ck_assert_double_le(object->centre_m.x - before_m, 0.15 * (finish_m - start_m));
            before_m = object->centre_m.x;
        }
    }
}

/* Every fifth of thirty days, over the end of a month. */
TEST(each_day_has_a_level_that_the_bot_finishes, .rounds = 6)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    if (_i > 0 && POISON_WORKS) {
        return; /* one day is enough for the sanitizers */
    }
    levels.daily_game = &windup_game;
    snprintf(levels.daily_folder, sizeof levels.daily_folder, "%s", temp_path("daily"));
    EXPECT_OK(levels_resolve(&levels, day_name(1 + 5 * _i), path, name, &error));
    ck_assert(daily_is_made(&levels, name, path));
    CwMap *map = cw_map_load(path, &error);
    EXPECT_OK(map);
    EXPECT_WITHIN(cw_map_number(map, NULL, "bronze_s", 0), 35.0, 70.0);
    ck_assert(strncmp(cw_map_title(map), "Daily, ", 7) == 0);
    ck_assert(daily_has_text(&levels, name, map_text(map)));
    expect_checkpoints(map);
    cw_map_free(map);
}
