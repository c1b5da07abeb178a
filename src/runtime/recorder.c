#include "runtime/recorder.h"

#include "core/report.h"
#include "host/paths.h"
#include "runtime/replay_run.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char EXTENSION[] = ".cwr";

/* One of ours: names begin with the date, so their order is that of time. Anything else in the
 * folder, such as a run that somebody gave a name to keep it, is left alone. */
static int is_recording(const struct dirent *entry)
{
    static const char digits[] = "0123456789";
    const char *name = entry->d_name;
    size_t length = strlen(name);
    size_t extra = sizeof EXTENSION - 1;
    return strspn(name, digits) == 8 && name[8] == '-' && strspn(name + 9, digits) == 6 &&
           name[15] == '-' && length > extra && strcmp(name + length - extra, EXTENSION) == 0;
}

static void drop_oldest(const char *folder, int keep)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_recording, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES_MAX];
        if (i < count - keep && path_join(path, folder, entries[i]->d_name)) {
            unlink(path);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

/* "20260131-235959-042-1234-first-wind.cwr": local time with milliseconds, process, level. */
static void name_run(char *name, size_t size, const char *level)
{
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    char date[32];
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
    snprintf(name, size, "%s-%03ld-%ld-%s%s", date, now.tv_nsec / 1000000, (long)getpid(), level,
             EXTENSION);
}

static void begin_flight(Recorder *recorder, const ReplayHeader *header)
{
    const RecorderDesc *desc = &recorder->desc;
    if (desc->runs_dir == NULL || desc->runs_dir[0] == '\0' || desc->runs_kept <= 0) {
        return;
    }
    char name[128], path[PATH_BYTES_MAX];
    Error error = {0};
    name_run(name, sizeof name, header->level);
    if (mkdir(desc->runs_dir, 0777) != 0 && errno != EEXIST) {
        report("no flight recorder: %s: %s", desc->runs_dir, strerror(errno));
        return;
    }
    drop_oldest(desc->runs_dir, desc->runs_kept - 1);
    if (!path_join(path, desc->runs_dir, name) ||
        !replay_writer_open(&recorder->flight, path, header, &error)) {
        report("no flight recorder: %s", error.text);
    }
}

bool recorder_begin(Recorder *recorder, const RecorderDesc *desc, Timeline *timeline, Error *error)
{
    *recorder = (Recorder){.desc = *desc};
    ReplayHeader header = replay_header_of(timeline->session);
    if (desc->record != NULL &&
        !replay_writer_open(&recorder->asked, desc->record, &header, error)) {
        return false;
    }
    begin_flight(recorder, &header);
    if (recorder->asked.path != NULL) {
        timeline_add_recorder(timeline, &recorder->asked);
    }
    if (recorder->flight.path != NULL) {
        timeline_add_recorder(timeline, &recorder->flight);
    }
    return true;
}

void recorder_flush(Recorder *recorder)
{
    replay_writer_flush(&recorder->asked);
    replay_writer_flush(&recorder->flight);
}

bool recorder_end(Recorder *recorder, bool finished)
{
    bool wanted = recorder->desc.record != NULL;
    bool whole = replay_writer_close(&recorder->asked, finished);
    char *flight = recorder->flight.path != NULL && recorder->flight.tick == 0
                       ? strdup(recorder->flight.path)
                       : NULL;
    replay_writer_close(&recorder->flight, finished);
    if (flight != NULL) {
        unlink(flight);
        free(flight);
    }
    *recorder = (Recorder){0};
    return whole || !wanted;
}
