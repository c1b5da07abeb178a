#include "screens/recordings.h"

#include "base/numbered_files.h"
#include "base/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHARED_NAMES_TRIED = 1000 };

bool recordings_path(const RecordingPlaces *places, const Recording *one, char path[PATH_BYTES_MAX])
{
    const char *folder = one->kind == RECORDING_RUN       ? places->runs_dir
                         : one->kind == RECORDING_BUNDLED ? places->replays_dir
                                                          : "";
    if (one->kind == RECORDING_OPENED) {
        snprintf(path, PATH_BYTES_MAX, "%s", places->opened);
        return true;
    }
    return one->file[0] != '\0' && folder != NULL && folder[0] != '\0' &&
           path_join(path, folder, one->file);
}

static const char EXTENSION[] = ".cwr";

static bool is_recording(const char *name)
{
    return strlen(name) < RECORDING_FILE_BYTES && strcmp(path_ending(name), EXTENSION) == 0;
}

/* "00000042-20260131-235959-1234-LEVEL.cwr", as base/numbered_files.h names them. */
static void read_name(Recording *recording)
{
    char day[9] = "", time[7] = "", level[LEVEL_NAME_BYTES] = "";
    if (sscanf(recording->file, "%*[0-9]-%8[0-9]-%6[0-9]-%*[0-9]-%63[a-z0-9-]", day, time, level) !=
            3 ||
        strlen(day) != 8 || strlen(time) != 6) {
        return;
    }
    snprintf(recording->level, sizeof recording->level, "%s", level);
    snprintf(recording->date, sizeof recording->date, "%.4s-%.2s-%.2s %.2s:%.2s", day, day + 4,
             day + 6, time, time + 2);
}

Recording recording_of_file(RecordingKind kind, const char *path)
{
    Recording recording = {.kind = kind};
    snprintf(recording.file, sizeof recording.file, "%s", path_name(path));
    read_name(&recording);
    return recording;
}

Recording recording_of_medal(const char *path, const char *level)
{
    Recording recording = recording_of_file(RECORDING_BUNDLED, path);
    snprintf(recording.level, sizeof recording.level, "%s", level);
    recording.medal = "";
    return recording;
}

/* The flight recorder's folder; NULL with errno: there is none. */
static Folder *open_runs(const RecordingPlaces *places)
{
    errno = ENOENT;
    bool has_folder = places->runs_dir != NULL && places->runs_dir[0] != '\0';
    return has_folder ? folder_open(places->runs_dir) : NULL;
}

bool recordings_last_run(const RecordingPlaces *places, const char *level, Recording *last)
{
    Folder *folder = open_runs(places);
    *last = (Recording){0};
    if (folder == NULL && errno != ENOENT) {
        report("%s: can't be read: %s", places->runs_dir, strerror(errno));
    }
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        Recording run = recording_of_file(RECORDING_RUN, entry.name);
        bool is_wanted =
            is_recording(entry.name) && (level == NULL || strcmp(run.level, level) == 0);
        if (is_wanted && numbered_file_is_older(last->file, run.file, EXTENSION)) {
            *last = run;
        }
    }
    folder_close(folder);
    return last->file[0] != '\0';
}

/* ---- the list ---- */

static void add_recording(Recordings *recordings, Recording recording)
{
    if (recordings->count < RECORDINGS_MAX) {
        recordings->items[recordings->count++] = recording;
    }
}

/* Adds the clean run of each level, else the assisted one. */
static void add_best(Recordings *recordings, const RecordingPlaces *places)
{
    const char *level;
    for (int i = 0; (level = levels_name(places->levels, i)) != NULL; i++) {
        CwRunTime time = best_runs_find(places->best_runs, level, true, NULL);
        if (time.ticks > 0) {
            Recording best = {.kind = RECORDING_BEST,
                              .is_clean = time.clean != 0,
                              .is_read = true,
                              .is_finished = true,
                              .ticks = time.ticks,
                              .tick_rate = time.tick_rate,
                              .score = time.score};
            snprintf(best.level, sizeof best.level, "%s", level);
            add_recording(recordings, best);
        }
    }
}

/* Adds the flight recorder's runs, the newest first. */
static void add_runs(Recordings *recordings, const RecordingPlaces *places)
{
    int first = recordings->count;
    Folder *folder = open_runs(places);
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        int place = recordings->count;
        while (place > first &&
               numbered_file_is_older(recordings->items[place - 1].file, entry.name, EXTENSION)) {
            place--;
        }
        if (is_recording(entry.name) && place < RECORDINGS_MAX) {
            int kept = recordings->count - (recordings->count == RECORDINGS_MAX);
            memmove(&recordings->items[place + 1], &recordings->items[place],
                    (size_t)(kept - place) * sizeof recordings->items[0]);
            recordings->items[place] = recording_of_file(RECORDING_RUN, entry.name);
            recordings->count = kept + 1;
        }
    }
    folder_close(folder);
}

/* Adds each level's best recording, then its medals' recordings, the highest first. */
static void add_bundled(Recordings *recordings, const RecordingPlaces *places)
{
    const char *level;
    const CwGameRank *rank = &places->game->rank;
    for (int i = 0; (level = levels_name(places->levels, i)) != NULL; i++) {
        for (int medal = rank->medal_count; medal >= 0; medal--) {
            bool is_best = medal == rank->medal_count;
            char path[PATH_BYTES_MAX];
            if (best_runs_bundled(path, places->replays_dir, level,
                                  is_best ? NULL : rank->medals[medal])) {
                Recording bundled = recording_of_medal(path, level);
                bundled.medal = medal == 0 && is_best ? "" : rank->medals[medal - is_best];
                add_recording(recordings, bundled);
            }
        }
    }
}

void recordings_list(Recordings *recordings, const RecordingPlaces *places)
{
    recordings->count = 0;
    add_best(recordings, places);
    add_runs(recordings, places);
    add_bundled(recordings, places);
}

void recording_describe(Recording *recording, const CwReplayFile *replay)
{
    recording->is_finished = replay->finished;
    recording->is_lost = replay->lost;
    recording->is_over = replay->finished || replay->lost || replay->over;
    recording->is_cut_off = replay->state != CW_REPLAY_ENDED;
    recording->has_level = replay->level_file != NULL;
    recording->score = replay->score;
    recording->ticks = replay->time_ticks == 0 ? (uint32_t)replay->tick_count : replay->time_ticks;
    recording->tick_rate = (uint32_t)replay->header.settings.tick_rate;
    snprintf(recording->level, sizeof recording->level, "%s", replay->header.level);
}

bool recordings_read(const RecordingPlaces *places, Recording *recording, CwError *error)
{
    CwReplayFile *replay = recordings_load(places, recording, error);
    recording->is_read = true;
    if (replay != NULL) {
        recording_describe(recording, replay);
    }
    cw_replay_free(replay);
    return replay != NULL;
}

bool recordings_read_next(Recordings *recordings, const RecordingPlaces *places)
{
    for (int i = 0; i < recordings->count; i++) {
        if (!recordings->items[i].is_read) {
            recordings_read(places, &recordings->items[i], &(CwError){0});
            return true;
        }
    }
    return false;
}

/* ---- loading and sharing ---- */

CwReplayFile *recordings_load(const RecordingPlaces *places, const Recording *one, CwError *error)
{
    char path[PATH_BYTES_MAX];
    CwReplayFile *replay = NULL;
    if (recordings_path(places, one, path)) {
        const ReplayPlayer any_version = {.game = places->game, .takes_inputs_only = true};
        bool ok = one->kind != RECORDING_OPENED || replay_can_be_read(path, error);
        return ok ? replay_load_for(path, &any_version, error) : NULL;
    }
    best_runs_get(places->best_runs, one->level, one->is_clean, &replay);
    if (replay == NULL) {
        cw_error_set(error, "the best run of level %s can't be read", one->level);
    }
    return replay;
}

bool recordings_new_shared(const RecordingPlaces *places, const char *name, double seconds,
                           char path[PATH_BYTES_MAX], CwError *error)
{
    char folder[PATH_BYTES_MAX], file[PATH_NAME_BYTES], number[16] = "";
    if (places->player_dir == NULL || !path_join(folder, places->player_dir, "shared")) {
        return cw_error_set(error, "there is no folder for it");
    }
    file_make_folder(folder);
    for (int i = 1; i < SHARED_NAMES_TRIED; i++) {
        snprintf(file, sizeof file, "%s-%.2fs%s.cwr", name, seconds, number);
        if (path_join(path, folder, file) && !file_exists(path)) {
            return true;
        }
        snprintf(number, sizeof number, "-%d", i + 1);
    }
    return cw_error_set(error, "%s: too many files are called %s: delete some", folder, file);
}

bool recordings_share(const RecordingPlaces *places, const Recording *recording,
                      char path[PATH_BYTES_MAX], CwError *error)
{
    Recording one = *recording;
    char from[PATH_BYTES_MAX];
    if (!recordings_read(places, &one, error) ||
        !recordings_new_shared(places, one.level, (double)one.ticks / fmax(1, one.tick_rate), path,
                               error)) {
        return false;
    }
    if (one.kind == RECORDING_BEST) {
        return best_runs_copy(places->best_runs, one.level, path, error);
    }
    return recordings_path(places, &one, from) &&
           (file_copy(from, path) || cw_error_set(error, "%s: %s", path, strerror(errno)));
}
