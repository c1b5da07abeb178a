/* "Keep this run as a test": copies the run so far, with its path for `rerun --follow`, into the
 * game's tests/runs as LEVEL-N.cwr, and writes what is true of it beside it (LEVEL-N.expect). */
#include "live/dev_runner.h"
#include "platform/file.h"
#include "platform/path.h"
#include "program/loop.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double BELOW_M = 1; /* the lowest place of the player, for what must never be */

/* The first name that is free, and the path with the one before it; "": none. */
static bool choose_path(const DevRunner *runner, char path[PATH_BYTES_MAX],
                        char last[PATH_BYTES_MAX])
{
    char folder[PATH_BYTES_MAX], level[64], name[128];
    snprintf(level, sizeof level, "%.60s", path_name(runner->loop->playback.session.level));
    if (!path_join(folder, runner->places->root, "tests")) {
        return false;
    }
    file_make_folder(folder);
    path_join(folder, runner->places->root, "tests/runs");
    file_make_folder(folder);
    path[0] = '\0';
    for (int i = 1; i == 1 || file_exists(path); i++) {
        memcpy(last, path, PATH_BYTES_MAX);
        snprintf(name, sizeof name, "%s-%d.cwr", level[0] == '\0' ? "run" : level, i);
        path_join(path, folder, name);
    }
    return path[0] != '\0';
}

static bool is_same_file(const char *a, const char *b)
{
    size_t size_a = 0, size_b = 0;
    char *bytes_a = (char *)file_read(a, 0, CW_REPLAY_FILE_BYTES_MAX, &size_a);
    char *bytes_b = (char *)file_read(b, 0, CW_REPLAY_FILE_BYTES_MAX, &size_b);
    bool same = bytes_a != NULL && bytes_b != NULL && size_a == size_b &&
                memcmp(bytes_a, bytes_b, size_a) == 0;
    free(bytes_a);
    free(bytes_b);
    return same;
}

/* INFINITY: there was no player. */
static double lowest_place_m(const DevTrail *trail)
{
    double lowest_m = INFINITY;
    for (size_t i = 0; i < trail->count; i++) {
        lowest_m = fmin(lowest_m, trail->points[i].y); /* which leaves NAN out */
    }
    return lowest_m;
}

static void write_expectations(FILE *file, const Run *run, double lowest_m)
{
    fprintf(file, "# must hold when the run is played again: conditions as in query --when, with\n"
                  "# end (after the last tick), always or never\n");
    if (run->time.ticks > 0) {
        fprintf(file, "end probe.finished\nend probe.finish_tick <= %" PRIu32 "\n",
                run->time.ticks + run->time.ticks / 20);
    }
    if (isfinite(lowest_m)) {
        fprintf(file, "never probe.y_m < %d\n", (int)floor(lowest_m - BELOW_M));
    }
}

void dev_keep_test(DevRunner *runner, CwError *said)
{
    Playback *playback = &runner->loop->playback;
    const DevTrail *trail = &runner->versions[runner->played].trail;
    char path[PATH_BYTES_MAX], last[PATH_BYTES_MAX], beside[PATH_BYTES_MAX];
    if (playback->session.world->carried_tick > 0) {
        cw_error_set(said, "the run went on in another build at a tick: it is no test");
        return;
    }
    if (!choose_path(runner, path, last) ||
        !recorder_copy(&playback->recorder, &playback->run,
                       &(RecorderCopy){path, trail->points, trail->count}, said)) {
        cw_error_set(said, "the path of tests/runs is too long");
        return;
    }
    if (is_same_file(path, last)) {
        file_remove(path);
        cw_error_set(said, "this run is a test already: tests/runs/%s", path_name(last));
        return;
    }
    path_with_ending(beside, path, ".expect");
    FILE *file = file_create(beside);
    if (file != NULL) {
        write_expectations(file, &playback->run, lowest_place_m(trail));
    }
    bool good = file != NULL && fclose(file) == 0;
    cw_error_set(said,
                 good ? "kept as tests/runs/%s: make test plays it"
                      : "tests/runs/%s: its conditions can't be written",
                 path_name(path));
}
