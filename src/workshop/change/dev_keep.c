/* "Keep as a test": copies the run so far into the game's tests/runs as LEVEL-N.cwr, its path
 * beside it (LEVEL-N.csv, for `rerun --follow`) and what is true of it (LEVEL-N.expect). */
#include "base/number.h"
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

/* The columns that follow.c reads of a probe log. Returns the lowest place. */
static double write_path(FILE *file, const DevTrail *trail)
{
    char x[NUMBER_TEXT_MAX], y[NUMBER_TEXT_MAX];
    double lowest_m = INFINITY;
    fputs("tick,x_m,y_m\n", file);
    for (size_t i = 0; i < trail->count; i++) {
        CwPoint2 at = trail->points[i];
        if (!isnan(at.x)) {
            number_print(number_round(at.x, 3), x);
            number_print(number_round(at.y, 3), y);
            fprintf(file, "%zu,%s,%s\n", i + 1, x, y);
            lowest_m = fmin(lowest_m, at.y);
        }
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
    char path[PATH_BYTES_MAX], last[PATH_BYTES_MAX], beside[PATH_BYTES_MAX];
    if (playback->session.world->carried_tick > 0) {
        cw_error_set(said, "the run went on in another build at a tick: it is no test");
        return;
    }
    if (!choose_path(runner, path, last) ||
        !recorder_copy(&playback->recorder, &playback->run, path, said)) {
        cw_error_set(said, "the path of tests/runs is too long");
        return;
    }
    if (is_same_file(path, last)) {
        file_remove(path);
        cw_error_set(said, "this run is a test already: tests/runs/%s", path_name(last));
        return;
    }
    path_with_ending(beside, path, ".csv");
    FILE *file = file_create(beside);
    double lowest_m =
        file == NULL ? INFINITY : write_path(file, &runner->versions[runner->played].trail);
    bool good = file != NULL && fclose(file) == 0;
    path_with_ending(beside, path, ".expect");
    file = good ? file_create(beside) : NULL;
    if (file != NULL) {
        write_expectations(file, &playback->run, lowest_m);
    }
    good = file != NULL && fclose(file) == 0;
    cw_error_set(said,
                 good ? "kept as tests/runs/%s: make test plays it"
                      : "tests/runs/%s: its path or conditions can't be written",
                 path_name(path));
}
