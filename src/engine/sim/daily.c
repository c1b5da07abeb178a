#include "sim/daily.h"

#include "clockwork/worlds.h"
#include "map/map_files.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "sim/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTEMPTS = 12,
    TICKS_MAX = 75 * 60,
    STUCK_TICKS = 12 * 60, /* without progress: it does not get through */
};

/* ---- days ---- */

static void print_name(const CwDaily *day, char name[LEVEL_NAME_BYTES])
{
    snprintf(name, LEVEL_NAME_BYTES, "daily-%04d-%02d-%02d", day->year, day->month, day->day);
}

static int days_of_month(int year, int month)
{
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 ? 28 + leap : 30 + (month + month / 8) % 2;
}

void daily_today(char name[LEVEL_NAME_BYTES])
{
    CwDaily day = {.year = 1970, .month = 1};
    int64_t days = clock_wall_ns() / 1000000000 / 86400;
    for (int most; days >= (most = days_of_month(day.year, day.month)); days -= most) {
        day.year += day.month == 12;
        day.month = day.month % 12 + 1;
    }
    day.day = (int)days + 1;
    print_name(&day, name);
}

bool daily_parse(const char *name, CwDaily *day)
{
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    char same[LEVEL_NAME_BYTES];
    *day = (CwDaily){0};
    if (sscanf(name, "daily-%4d-%2d-%2d", &day->year, &day->month, &day->day) != 3 ||
        day->year < 1970 || day->month < 1 || day->month > 12 || day->day < 1 ||
        day->day > days_of_month(day->year, day->month)) {
        return false;
    }
    snprintf(day->title, sizeof day->title, "Daily, %d %s", day->day, months[day->month - 1]);
    print_name(day, same);
    return strcmp(name, same) == 0;
}

/* ---- the check ---- */

/* The time in which a held action (-1: the bot) finishes; 0: it doesn't. */
static uint32_t finish_ticks(Session *session, int held, CwError *error)
{
    double furthest = -1;
    CwProbe probe = {0};
    for (int tick = 0, stuck = 0; !probe.finished; tick++, stuck++) {
        CwTickInput input = {0};
        if (held < 0) {
            session->desc.game->bot(session->world, &input.players[0]);
        } else {
            input.players[0].down = UINT32_C(1) << held;
            input.players[0].value[held] = CW_ACTION_VALUE_MAX;
        }
        cw_input_derive_edges(&input.players[0], cw_world_input(session->world));
        if (tick == TICKS_MAX || stuck == STUCK_TICKS || !session_tick(session, &input, error)) {
            return 0;
        }
        probe = session_probe(session);
        if (probe.progress > furthest + 0.002) {
            furthest = probe.progress;
            stuck = 0;
        }
    }
    return (uint32_t)probe.time_ticks;
}

/* The bot's time on a good level, 0 on others. */
static uint32_t check(const CwGame *game, const char *name, const char *text, CwError *error)
{
    CwSimDesc usual = cw_sim_desc_default(game);
    SessionDesc desc = {.game = game,
                        .settings = usual.settings,
                        .arena_bytes = usual.arena_bytes,
                        .slot = ARENA_SLOT_ANY,
                        .seed = usual.seed,
                        .map_path = name,
                        .map_text = {text, strlen(text)},
                        .level = name};
    Session session = {0};
    bool good = session_open(&session, &desc, error);
    for (int action = 0; good && action < game->action_count; action++) {
        good = finish_ticks(&session, action, error) == 0 && session_restart(&session, error);
    }
    uint32_t bot_ticks = good ? finish_ticks(&session, -1, error) : 0;
    session_close(&session);
    return bot_ticks;
}

/* The first good attempt, for free(). */
static char *make(const CwGame *game, const char *name, CwError *error)
{
    CwDaily day;
    CwError refusal = {0};
    daily_parse(name, &day);
    char *text = game->daily(&day);
    while (text != NULL && (day.bot_ticks = check(game, name, text, &refusal)) == 0) {
        free(text);
        day.attempt++;
        text = day.attempt < ATTEMPTS ? game->daily(&day) : NULL;
    }
    if (text != NULL) {
        free(text);
        text = game->daily(&day); /* with its medals */
    }
    if (text == NULL) {
        cw_error_set(error, "%s: no level could be made for this day: %s", name,
                     refusal.text[0] == '\0' ? "the bot finishes none, or a held action does"
                                             : refusal.text);
    }
    return text;
}

/* ---- its file ---- */

bool daily_is_made(const Levels *levels, const char *name, char path[PATH_BYTES_MAX])
{
    char file[LEVEL_NAME_BYTES + 16];
    snprintf(file, sizeof file, "%s-%u.tmj", name, levels->daily_game->rules_version);
    return path_join(path, levels->daily_folder, file) && file_exists(path);
}

bool daily_find(const Levels *levels, const char *name, char path[PATH_BYTES_MAX], CwError *error)
{
    if (daily_is_made(levels, name, path)) {
        return true;
    }
    char *text = make(levels->daily_game, name, error);
    if (text == NULL) {
        return false;
    }
    file_make_folder(levels->daily_folder);
    int lock = file_lock_folder(path);
    bool kept = file_replace(path, &(FilePart){text, strlen(text)}, 1);
    int cause = errno;
    file_unlock_folder(lock);
    free(text);
    return kept || cw_error_set(error, "%s: %s", path, file_reason(cause));
}

bool daily_has_text(const Levels *levels, const char *name, MapText text)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    char *own = daily_is_made(levels, name, path) ? map_files_read(path, &size, NULL) : NULL;
    if (own == NULL) {
        own = make(levels->daily_game, name, &(CwError){0});
        size = own == NULL ? 0 : strlen(own);
    }
    bool same = own != NULL && size == text.size && memcmp(own, text.bytes, size) == 0;
    free(own);
    return same;
}
