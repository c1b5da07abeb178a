/* "Keep this run as a test": copies the run so far, with its path for `rerun --follow`, into the
 * game's tests/runs as LEVEL-N.cwr, and writes what is true of it beside it (LEVEL-N.expect). */
#include "live/dev_runner.h"
#include "platform/file.h"
#include "platform/path.h"
#include "program/loop.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double BELOW_M = 1; /* the player must never be so far below the lowest place */

/* The first name that is free. */
static bool choose_path(const DevRunner *runner, char path[PATH_BYTES_MAX])
{
    char folder[PATH_BYTES_MAX], name[128];
    const char *level = path_name(runner->loop->playback.session.level);
    bool good = path_join(folder, runner->places->root, "tests/runs");
    file_make_folder(path_join(path, runner->places->root, "tests") ? path : folder);
    file_make_folder(folder);
    path[0] = '\0';
    for (int i = 1; good && (i == 1 || file_exists(path)); i++) {
        snprintf(name, sizeof name, "%.60s-%d.cwr", level[0] == '\0' ? "run" : level, i);
        good = path_join(path, folder, name);
    }
    return good;
}

/* INFINITY: there was no player. */
static double lowest_place_m(const DevTrail *trail)
{
    double lowest_m = INFINITY;
    for (size_t i = 0; i < trail->count; i++) {
        lowest_m = fmin(lowest_m, trail->points[i].y); /* fmin ignores NAN */
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
    char path[PATH_BYTES_MAX], beside[PATH_BYTES_MAX];
    if (playback->session.world->carried_tick > 0) {
        cw_error_set(said, "the run went on in another build at a tick: it is no test");
        return;
    }
    if (!choose_path(runner, path) ||
        !recorder_copy(&playback->recorder, &playback->run,
                       &(RecorderCopy){path, trail->points, trail->count}, said)) {
        cw_error_set(said, "the path of tests/runs is too long");
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
