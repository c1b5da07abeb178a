#include "frame/best_runs.h"

#include "base/frame_services.h"
#include "base/report.h"
#include "platform/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The version of a save, which holds a CwRunTime and then the recording. In version 1 the time ends
 * before the score; in version 3 it has one more member. All versions are read. */
enum { VERSION = 2, VERSION_MAX = 3 };

static const size_t TIME_BYTES[VERSION_MAX + 1] = {
    [1] = offsetof(CwRunTime, splits) + sizeof((CwRunTime){0}.splits),
    [VERSION] = sizeof(CwRunTime),
    [3] = sizeof(CwRunTime) + 16,
};

/* Offset of the recording; SIZE_MAX in a save that has none. */
static size_t recording_at(const CwSave *save)
{
    bool is_known = save->version > 0 && save->version <= VERSION_MAX;
    size_t at = is_known ? TIME_BYTES[save->version] : SIZE_MAX;
    return save->size > at ? at : SIZE_MAX;
}

BestRuns best_runs_in(const char *player_dir, const RunRules *rules)
{
    BestRuns runs = {.saves = saves_in(player_dir), .rules = *rules};
    runs.rules.player.slot = ARENA_SLOT_ANY;
    return runs;
}

/* False if the level's name is too long for a key. */
static bool make_key(char key[CW_SAVE_KEY_BYTES], const char *level, bool clean)
{
    const char *kind = clean ? "best" : "helped"; /* for assisted runs, as in older saves */
    return snprintf(key, CW_SAVE_KEY_BYTES, "clockwork-%s-%s", kind, level) < CW_SAVE_KEY_BYTES;
}

static CwReplayFile *parse_recording(const CwSave *save)
{
    size_t at = recording_at(save);
    return cw_replay_parse((const uint8_t *)save->bytes + at, save->size - at, NULL);
}

/* Whether a run can have this time: a checksum does not prove who wrote the save. */
static bool is_possible(const CwRunTime *time)
{
    return time->ticks > 0 && time->ticks <= CW_REPLAY_FILE_BYTES_MAX && time->tick_rate > 0 &&
           time->tick_rate <= CW_SIM_TICK_RATE_MAX && time->split_count <= CW_SPLIT_MAX &&
           time->score >= -(INT64_MAX / 2) && time->score <= INT64_MAX / 2;
}

/* Reads a save and its time, zeros if there is none. False: it can't be read or is damaged. */
static bool read_save(BestRuns *runs, const char *key, CwSave *save, CwRunTime *time)
{
    *time = (CwRunTime){0};
    bool ok = cw_save_read(&runs->saves, key, save, NULL);
    size_t at = ok ? recording_at(save) : SIZE_MAX;
    if (at < SIZE_MAX) {
        memcpy(time, save->bytes, at < sizeof *time ? at : sizeof *time);
        ok = is_possible(time) || saves_put_aside(&runs->saves, key, save, "no run has its time");
    }
    return ok;
}

static bool read_best(BestRuns *runs, const char *level, bool clean, CwSave *save, CwRunTime *time)
{
    char key[CW_SAVE_KEY_BYTES];
    *save = (CwSave){0};
    return runs->saves.folder[0] != '\0' && make_key(key, level, clean) &&
           read_save(runs, key, save, time) && time->ticks > 0;
}

CwRunTime best_runs_get(BestRuns *runs, const char *level, bool clean, CwReplayFile **replay)
{
    const CwGameRank *rank = &runs->rules.player.game->rank;
    CwRunTime time = {0};
    CwSave save;
    bool exists = read_best(runs, level, clean, &save, &time);
    if (replay != NULL) {
        *replay = exists ? parse_recording(&save) : NULL;
    }
    cw_save_free(&save);
    bool is_won = time.medal > 0 && time.medal <= (uint32_t)rank->medal_count; /* in this edition */
    time.medal = is_won ? time.medal : rank->finish_wins;
    return exists ? time : (CwRunTime){0};
}

CwRunTime best_runs_find(BestRuns *runs, const char *level, bool clean, CwReplayFile **replay)
{
    CwRunTime time = best_runs_get(runs, level, clean, replay);
    return time.ticks > 0 ? time : best_runs_get(runs, level, !clean, replay);
}

bool best_runs_copy(BestRuns *runs, const char *level, const char *path, CwError *error)
{
    CwSave save;
    CwRunTime time;
    bool exists = read_best(runs, level, true, &save, &time);
    if (!exists) {
        cw_save_free(&save);
        exists = read_best(runs, level, false, &save, &time);
    }
    int file = exists ? file_open_descriptor(path, FILE_NEW) : -1;
    size_t at = exists ? recording_at(&save) : 0;
    bool ok = file >= 0 && file_write_all(file, (const char *)save.bytes + at, save.size - at);
    ok = file_close_descriptor(file) && ok;
    cw_save_free(&save);
    return !exists ? cw_error_set(error, "you have no time in level %s", level)
           : ok    ? true
                   : cw_error_set(error, "%s: %s", path, strerror(errno));
}

static bool save_run(BestRuns *runs, const char *path, const char *key, const CwRunTime *time)
{
    size_t size;
    uint8_t *data = file_read(path, sizeof *time, CW_REPLAY_FILE_BYTES_MAX, &size);
    if (data == NULL) {
        report("this run's time was not stored: %s: %s", path, strerror(errno));
        return false;
    }
    memcpy(data, time, sizeof *time);
    bool ok = cw_save_write(&runs->saves, key, &(CwSave){VERSION, data, sizeof *time + size}, NULL);
    free(data);
    return ok;
}

/* Reads the best time under today's rules; zeros: none. The first read moves a damaged file aside;
 * the second then finds none. False: the file can't be read, so it must not be replaced. */
static bool read_old_time(BestRuns *runs, const char *key, CwRunTime *old)
{
    CwSave save;
    bool ok = read_save(runs, key, &save, old);
    ok = ok || read_save(runs, key, &save, old);
    CwReplayFile *replay = ok && old->ticks > 0 ? parse_recording(&save) : NULL;
    if (replay == NULL || replay->header.rules_version != runs->rules.player.game->rules_version) {
        *old = (CwRunTime){0};
    }
    cw_replay_free(replay);
    cw_save_free(&save);
    return ok;
}

static bool save_if_better(BestRuns *runs, const char *path, const CwReplayFile *replay,
                           const CwRunTime *time)
{
    char key[CW_SAVE_KEY_BYTES];
    CwRunTime old;
    runs->has_medal_counts = false;
    return make_key(key, replay->header.level, time->clean != 0) &&
           read_old_time(runs, key, &old) && run_is_better(runs->rules.player.game, time, &old) &&
           save_run(runs, path, key, time);
}

bool best_runs_add(BestRuns *runs, const char *path, CwRunTime *time)
{
    CwError error = {0};
    if (runs->saves.folder[0] == '\0') {
        return false;
    }
    CwReplayFile *replay = cw_replay_load(path, &error);
    bool is_finished = replay != NULL && replay->state == CW_REPLAY_ENDED && replay->finished &&
                       replay->level_file == NULL;
    bool is_better = is_finished && run_judge(replay, &runs->rules, time, &error);
    if (replay == NULL || (is_finished && !is_better)) {
        report("this run's time does not count: %s", error.text);
    }
    is_better = is_better && save_if_better(runs, path, replay, time);
    cw_replay_free(replay);
    return is_better;
}

uint32_t cw_frame_medal(const CwFrame *frame, int64_t result)
{
    const BestRuns *runs = services_of(frame)->best_runs;
    const Session *session = runs == NULL ? NULL : runs->session;
    return session == NULL
               ? 0
               : run_medal(session->desc.game, session->map, result, session->settings.tick_rate);
}

static uint32_t won_medal(BestRuns *runs, const char *level)
{
    uint32_t clean = best_runs_get(runs, level, true, NULL).medal;
    uint32_t assisted = best_runs_get(runs, level, false, NULL).medal;
    return clean > assisted ? clean : assisted;
}

static void count_medals(BestRuns *runs)
{
    const Levels *levels = runs->rules.player.levels;
    memset(runs->medal_counts, 0, sizeof runs->medal_counts);
    for (int i = 0; i < levels->count; i++) {
        for (uint32_t medal = won_medal(runs, levels->names[i]); medal > 0; medal--) {
            runs->medal_counts[medal - 1]++;
        }
    }
    runs->has_medal_counts = true;
}

int cw_frame_medal_count(const CwFrame *frame, int medal)
{
    BestRuns *runs = services_of(frame)->best_runs;
    if (runs != NULL && !runs->has_medal_counts) {
        count_medals(runs);
    }
    return runs == NULL || medal < 1 || medal > CW_MEDAL_MAX ? 0 : runs->medal_counts[medal - 1];
}

bool best_runs_bundled(char path[PATH_BYTES_MAX], const char *replays_dir, const char *level,
                       const char *medal)
{
    char name[PATH_BYTES_MAX];
    snprintf(name, sizeof name, "%s%s%s.cwr", level, medal == NULL ? "" : "-",
             medal == NULL ? "" : medal);
    return replays_dir != NULL && path_join(path, replays_dir, name) &&
           (file_exists(path) || errno != ENOENT); /* loading says why not */
}

int best_runs_next_medal(BestRuns *runs, const char *level, uint32_t won, char path[PATH_BYTES_MAX])
{
    uint32_t best = won_medal(runs, level);
    const CwGame *game = runs->rules.player.game;
    for (int medal = (int)(best > won ? best : won) + 1; medal <= game->rank.medal_count; medal++) {
        const char *name = medal == game->rank.medal_count ? NULL : game->rank.medals[medal - 1];
        if (best_runs_bundled(path, runs->replays_dir, level, name)) {
            return medal;
        }
    }
    return 0;
}

/* Frees a recording that can't be raced here; `error` says why. */
static CwReplayFile *keep_if_usable(const BestRuns *runs, CwReplayFile *replay, CwError *error)
{
    const CwMap *map = runs->session->map;
    CwReplayHeader without_level = replay_header_of(runs->session, (MapText){0});
    CwReplayHeader with_level =
        replay_header_of(runs->session, map == NULL ? (MapText){0} : map_text(map));
    if (replay != NULL &&
        (replay_header_matches(&replay->header, &without_level, error) ||
         replay_header_matches(&replay->header, &with_level, NULL)) &&
        (replay->edit_count == 0 || cw_error_set(error, "values of that run were changed"))) {
        return replay;
    }
    cw_replay_free(replay);
    return NULL;
}

/* NULL, and a report, when it can't be raced here. */
static CwReplayFile *load_ghost(const BestRuns *runs, const char *path)
{
    CwError error = {0};
    bool is_safe = path != runs->requested_path || replay_can_be_read(path, &error);
    CwReplayFile *loaded = is_safe ? cw_replay_load(path, &error) : NULL;
    CwReplayFile *replay = keep_if_usable(runs, loaded, &error);
    if (replay == NULL) {
        report("no ghost: %s%s%s", loaded == NULL ? "" : path, loaded == NULL ? "" : ": ",
               error.text);
    }
    return replay;
}

/* Loads the next medal's run. If the player has all medals but no best run that can be raced, it
 * is the best medal's run. */
static CwReplayFile *load_medal(BestRuns *runs, const char *level)
{
    char path[PATH_BYTES_MAX];
    bool has_file = best_runs_next_medal(runs, level, 0, path) > 0 ||
                    (runs->choice == GHOST_BEST && runs->rules.player.game->rank.medal_count > 0 &&
                     best_runs_bundled(path, runs->replays_dir, level, NULL));
    return has_file ? load_ghost(runs, path) : NULL;
}

CwReplayFile *cw_frame_ghost(const CwFrame *frame)
{
    BestRuns *runs = services_of(frame)->best_runs;
    CwReplayFile *replay = NULL;
    if (runs == NULL || runs->session == NULL) {
        return NULL;
    }
    runs->has_ghosts = true;
    if (runs->requested_path != NULL) {
        return load_ghost(runs, runs->requested_path);
    }
    for (int i = 0; i < 2 && replay == NULL && runs->choice == GHOST_BEST; i++) {
        best_runs_get(runs, runs->session->level, i == 0, &replay);
        replay = keep_if_usable(runs, replay, NULL);
    }
    bool may_match = runs->session->desc.fingerprint != 0; /* without a window it may be unknown */
    bool has_medal = replay == NULL && runs->choice != GHOST_OFF && may_match;
    return has_medal ? load_medal(runs, runs->session->level) : replay;
}
