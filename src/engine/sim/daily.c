#include "sim/daily.h"

#include "clockwork/rng.h"
#include "clockwork/snapshot.h"
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
    WINDOW_TICKS = 150,    /* of the search */
    HELD_TICKS = 8,        /* of an action that it tries */
    NO_ACTION = -1,
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

typedef struct Check {
    const CwGame *game;
    const atomic_bool *stops; /* NULL: nothing does */
    Session session;
    CwError error; /* the first cause */
} Check;

static bool is_stopped(const Check *check)
{
    return check->stops != NULL && atomic_load(check->stops);
}

/* One tick of the bot, of a held action, or of both (NO_ACTION: none). */
static bool drive(Check *check, bool by_bot, int held)
{
    Session *session = &check->session;
    CwTickInput input = {0};
    CwInputFrame *player = &input.players[0];
    if (by_bot) {
        check->game->bot(session->world, player);
    }
    if (held != NO_ACTION) {
        player->down |= UINT32_C(1) << held;
        player->value[held] = CW_ACTION_VALUE_MAX;
    }
    cw_input_derive_edges(player, cw_world_input(session->world));
    return !is_stopped(check) && session_tick(session, &input, &check->error);
}

/* The time in which a held action (NO_ACTION: the bot) finishes; 0: it doesn't. */
static uint32_t finish_ticks(Check *check, int held)
{
    double furthest = -1;
    CwProbe probe = {0};
    for (int tick = 0, stuck = 0; !probe.finished; tick++, stuck++) {
        if (tick == TICKS_MAX || stuck == STUCK_TICKS || !drive(check, held == NO_ACTION, held)) {
            return 0;
        }
        probe = session_probe(&check->session);
        if (probe.progress > furthest + 0.002) {
            furthest = probe.progress;
            stuck = 0;
        }
    }
    return (uint32_t)probe.time_ticks;
}

/* The bot drives from a snapshot on for a window, and at first an action is held, too. */
static CwProbe drive_window(Check *check, const CwSnapshot *from, int held)
{
    CwProbe probe = {0};
    cw_world_restore(check->session.world, from);
    for (int tick = 0; tick < WINDOW_TICKS && !probe.finished; tick++) {
        if (!drive(check, true, tick < HELD_TICKS ? held : NO_ACTION)) {
            return (CwProbe){0};
        }
        probe = session_probe(&check->session);
    }
    return probe;
}

/* Any finish is further than any progress, an earlier finish further than a later one. */
static double reach(const CwProbe *probe)
{
    return probe->finished ? 1e6 - (double)probe->time_ticks : probe->progress;
}

/* The time of a search; 0: it does not beat the bot. In each window it tries the bot's way, and the
 * same with a random action held at first, and goes on from where it got further. */
static uint32_t search_ticks(Check *check, uint32_t bot_ticks)
{
    CwWorld *world = check->session.world;
    CwSnapshot from = {0}, after = {0};
    CwProbe best = {0};
    CwRng rng;
    cw_rng_seed(&rng, bot_ticks, 0);
    bool good = cw_world_snapshot(world, &from);
    for (uint32_t tick = 0; good && !best.finished && tick < bot_ticks; tick += WINDOW_TICKS) {
        int held = (int)cw_rng_below(&rng, (uint32_t)check->game->action_count);
        CwProbe usual = drive_window(check, &from, NO_ACTION);
        good = !is_stopped(check) && cw_world_snapshot(world, &after);
        best = good ? drive_window(check, &from, held) : best;
        if (good && reach(&usual) > reach(&best)) {
            best = usual;
            cw_world_restore(world, &after);
        }
        good = good && cw_world_snapshot(world, &from);
    }
    cw_snapshot_free(&from);
    cw_snapshot_free(&after);
    return best.finished && best.time_ticks < bot_ticks ? (uint32_t)best.time_ticks : 0;
}

/* The best time of bot and search on a good level, 0 on others and once it is stopped. */
static uint32_t check_level(Check *check, const char *name, const char *text)
{
    CwSimDesc usual = cw_sim_desc_default(check->game);
    SessionDesc desc = {.game = check->game,
                        .settings = usual.settings,
                        .arena_bytes = usual.arena_bytes,
                        .slot = ARENA_SLOT_ANY,
                        .seed = usual.seed,
                        .map_path = name,
                        .map_text = {text, strlen(text)},
                        .level = name};
    Session *session = &check->session;
    *session = (Session){0};
    bool good = session_open(session, &desc, &check->error);
    for (int action = 0; good && action < check->game->action_count; action++) {
        good = finish_ticks(check, action) == 0 && !is_stopped(check) &&
               session_restart(session, &check->error);
    }
    uint32_t bot_ticks = good ? finish_ticks(check, NO_ACTION) : 0;
    good = bot_ticks > 0 && session_restart(session, &check->error);
    uint32_t searched_ticks = good ? search_ticks(check, bot_ticks) : 0;
    session_close(session);
    return is_stopped(check) ? 0 : searched_ticks > 0 ? searched_ticks : bot_ticks;
}

/* The first good attempt, for free(). */
static char *make(const CwGame *game, const char *name, const atomic_bool *stops, CwError *error)
{
    CwDaily day;
    Check check = {.game = game, .stops = stops};
    daily_parse(name, &day);
    char *text = game->daily(&day);
    while (text != NULL && (day.best_ticks = check_level(&check, name, text)) == 0) {
        free(text);
        day.attempt++;
        text = day.attempt < ATTEMPTS && !is_stopped(&check) ? game->daily(&day) : NULL;
    }
    if (text != NULL) {
        free(text);
        text = game->daily(&day); /* with its medals */
    }
    if (text == NULL) {
        cw_error_set(error, "%s: no level could be made for this day: %s", name,
                     check.error.text[0] == '\0' ? "the bot finishes none, or a held action does"
                                                 : check.error.text);
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

bool daily_make(const Levels *levels, const char *name, const atomic_bool *stops, CwError *error)
{
    char path[PATH_BYTES_MAX];
    if (daily_is_made(levels, name, path)) {
        return true;
    }
    char *text = make(levels->daily_game, name, stops, error);
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

bool daily_find(const Levels *levels, const char *name, char path[PATH_BYTES_MAX], CwError *error)
{
    return daily_is_made(levels, name, path) || daily_make(levels, name, NULL, error);
}

bool daily_has_text(const Levels *levels, const char *name, MapText text)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    char *own = daily_is_made(levels, name, path) ? map_files_read(path, &size, NULL) : NULL;
    if (own == NULL) {
        own = make(levels->daily_game, name, NULL, &(CwError){0});
        size = own == NULL ? 0 : strlen(own);
    }
    bool same = own != NULL && size == text.size && memcmp(own, text.bytes, size) == 0;
    free(own);
    return same;
}
