/* Figures of the whole program: started to its end, to its first picture in a window, and the share
 * of a core that the game's first level takes in a window, painted in software, while time stands
 * and while the game's own recording of it plays. The limit of a window is SDL's alone, of the same
 * size, black (bench_bare.h). Without a display, or without OpenGL, figures are left out. */
#include "base/number.h"
#include "base/path.h"
#include "bench/bench.h"
#include "bench/bench_bare.h"
#include "host/sdl_start.h"
#include "time/real_clock.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_ROUNDS = 7, PICTURE_ROUNDS = 9, ANSWER_BYTES = 4096, ARGUMENTS_MAX = 24 };
/* After three seconds the transport bar of a recording is a line. */
enum { WARM_UP_MS = 4000, ROUND_MS = 500, ROUNDS = 9, FPS = 60 };

/* ---- this program as another process ---- */

/* Becomes the program with these arguments, or the bare window; only stdout may lead somewhere. */
static void become(const BenchSubject *subject, const char *const *arguments,
                   const BareWindow *bare, int output)
{
    static const char *const usual[] = {"--set=display.fullscreen=off",
                                        "--set=display.background=run",
                                        "--set=game.flight_recorder=0"};
    const char *all[ARGUMENTS_MAX] = {subject->program};
    int count = 1;
    for (; *arguments != NULL; arguments++) {
        all[count++] = *arguments;
    }
    memcpy(all + count, usual, sizeof usual);
    if (bare != NULL) {
        bench_bare_ask(bare);
    }
    bool quiet = freopen("/dev/null", "w", stderr) != NULL;
    if (quiet && (output >= 0 ? dup2(output, STDOUT_FILENO) >= 0
                              : freopen("/dev/null", "w", stdout) != NULL)) {
        execv(subject->program, (char *const *)(uintptr_t)all);
    }
    _exit(127);
}

static pid_t start(const BenchSubject *subject, const char *const *arguments,
                   const BareWindow *bare, int output)
{
    fflush(stdout); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        become(subject, arguments, bare, output);
    }
    return child;
}

static bool ends_well(pid_t child)
{
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* ---- from start to end ---- */

/* In a window where there is a display. */
static bool measure_start(const BenchFigure *figure, const BenchSubject *subject,
                          ContestResult *result, CwError *error)
{
    (void)figure;
    double ms[START_ROUNDS];
    const char *const arguments[] = {"play", "--ticks=1",
                                     sdl_may_have_display() ? NULL : "--headless", NULL};
    for (int i = 0; i < START_ROUNDS; i++) {
        int64_t begin_ns = real_clock_now_ns(NULL);
        if (!ends_well(start(subject, arguments, NULL, -1))) {
            return cw_error_set(error, "%s could not be started for a run of one tick",
                                subject->program);
        }
        ms[i] = (double)(real_clock_now_ns(NULL) - begin_ns) * 1e-6;
    }
    *result = contest_summary(ms, START_ROUNDS);
    return true;
}

/* ---- to the first picture ---- */

static void read_all(int from, char text[ANSWER_BYTES])
{
    size_t length = 0;
    ssize_t got = 1;
    while (got > 0 && length + 1 < ANSWER_BYTES) {
        got = read(from, text + length, ANSWER_BYTES - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = '\0';
}

/* What a process says of itself; 0 when it says nothing. */
static double first_picture_ms(const BenchSubject *subject, const char *renderer, bool limit)
{
    int ends[2];
    char text[ANSWER_BYTES], by[64];
    double ms = 0;
    snprintf(by, sizeof by, "--set=display.renderer=%s", renderer);
    const char *const arguments[] = {"play",
                                     subject->levels->names[0],
                                     "--ticks=1",
                                     "--stats",
                                     "--set=audio.sound=off",
                                     "--set=display.width=1280",
                                     "--set=display.height=720",
                                     by,
                                     NULL};
    if (pipe(ends) != 0) {
        return 0;
    }
    pid_t child =
        start(subject, arguments, limit ? &(BareWindow){renderer, 1280, 720, 0} : NULL, ends[1]);
    close(ends[1]);
    read_all(ends[0], text);
    close(ends[0]);
    char *answer = strstr(text, bench_bare_answer);
    if (!ends_well(child) || answer == NULL) {
        return 0;
    }
    answer += strlen(bench_bare_answer);
    answer[strcspn(answer, "\n")] = '\0';
    return number_parse(answer, &ms) ? ms : 0;
}

/* Real time, as a player waits for it. */
static bool measure_picture(const BenchFigure *figure, const BenchSubject *subject,
                            ContestResult *result, CwError *error)
{
    double ours[PICTURE_ROUNDS], limits[PICTURE_ROUNDS];
    const char *renderer = figure->scene;
    result->lacks = sdl_may_have_display() ? "OpenGL" : "display";
    if (!sdl_may_have_display() || subject->levels->count == 0 ||
        !(first_picture_ms(subject, renderer, true) > 0)) {
        return true;
    }
    first_picture_ms(subject, renderer, false); /* fills the caches */
    for (int i = 0; i < PICTURE_ROUNDS; i++) {
        ours[i] = first_picture_ms(subject, renderer, false);
        limits[i] = first_picture_ms(subject, renderer, true);
        if (!(ours[i] > 0) || !(limits[i] > 0)) {
            return cw_error_set(error, "%s could not be started for a first picture",
                                subject->program);
        }
    }
    *result = contest_outcome(ours, limits, PICTURE_ROUNDS);
    return true;
}

/* ---- the share of a core ---- */

/* The program in a window, or the limit. */
typedef struct Child {
    pid_t pid;
    clockid_t cpu;
    double begin_ns, shares[ROUNDS];
} Child;

static void wait_ms(int ms)
{
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    while (nanosleep(&left, &left) != 0) {
    }
}

static double clock_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The recording that the game brings of its first level is driven as by a player, at no cost, while
 * a bot may look ahead. Without one the bot plays. */
static pid_t start_level(const BenchSubject *subject, const BenchFigure *figure, bool sounds)
{
    int height_px = figure->count * 9 / 16;
    char recording[PATH_BYTES_MAX], file[LEVEL_NAME_BYTES + 8], width[32], height[32];
    snprintf(file, sizeof file, "%s.cwr", subject->levels->names[0]);
    bool watches = figure->special && path_join(recording, subject->replays_dir, file) &&
                   access(recording, R_OK) == 0;
    snprintf(width, sizeof width, "--set=display.width=%d", figure->count);
    snprintf(height, sizeof height, "--set=display.height=%d", height_px);
    const char *const arguments[] = {watches ? "replay" : "play",
                                     watches ? recording : subject->levels->names[0],
                                     "--set=display.renderer=software",
                                     "--set=display.target_fps=60",
                                     sounds ? "--set=audio.sound=on" : "--set=audio.sound=off",
                                     width,
                                     height,
                                     figure->special ? "--set=simulation.time_scale=1"
                                                     : "--set=simulation.time_scale=0",
                                     watches ? NULL : "--bot",
                                     NULL};
    return start(subject, arguments, NULL, -1);
}

/* False when it ended by itself. */
static bool stop(const Child *child)
{
    bool runs = child->pid > 0 && waitpid(child->pid, NULL, WNOHANG) == 0;
    if (runs) {
        kill(child->pid, SIGTERM);
        waitpid(child->pid, NULL, 0);
    }
    return runs;
}

/* Both at once, so that what else the machine does hits both. */
static void watch(Child children[2])
{
    wait_ms(WARM_UP_MS);
    for (int round = 0; round < ROUNDS; round++) {
        double begin_ns = clock_ns(CLOCK_MONOTONIC);
        for (int i = 0; i < 2; i++) {
            children[i].begin_ns = clock_ns(children[i].cpu);
        }
        wait_ms(ROUND_MS);
        double past_ns = clock_ns(CLOCK_MONOTONIC) - begin_ns;
        for (int i = 0; i < 2; i++) {
            double cpu_ns = clock_ns(children[i].cpu) - children[i].begin_ns;
            children[i].shares[round] = cpu_ns / past_ns * 100;
        }
    }
}

static bool measure_share(const BenchFigure *figure, const BenchSubject *subject,
                          ContestResult *result, CwError *error)
{
    static const char *const nothing[] = {NULL};
    Child children[2] = {0}; /* ours and the limit */
    int height_px = figure->count * 9 / 16;
    *result = (ContestResult){.lacks = "display"};
    if (!sdl_may_have_display() || subject->levels->count == 0) {
        return true;
    }
    children[1].pid =
        start(subject, nothing, &(BareWindow){"software", figure->count, height_px, FPS}, -1);
    children[0].pid = start_level(subject, figure, false);
    if (children[0].pid > 0 && clock_getcpuclockid(children[0].pid, &children[0].cpu) == 0 &&
        children[1].pid > 0 && clock_getcpuclockid(children[1].pid, &children[1].cpu) == 0) {
        watch(children);
    }
    bool limit_ran = stop(&children[1]), ran = stop(&children[0]);
    if (!ran || !limit_ran) {
        return cw_error_set(error, "%s ended before its window was measured; try %s play",
                            subject->program, subject->program);
    }
    *result = contest_outcome(children[0].shares, children[1].shares, ROUNDS);
    return true;
}

/* ---- memory ---- */

static double resident_mib(pid_t pid)
{
    char path[48];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fscanf(file, "%*d %ld", &pages) == 1;
    if (file != NULL) {
        fclose(file);
    }
    return read ? (double)pages * (double)sysconf(_SC_PAGESIZE) / (1 << 20) : 0;
}

static bool measure_memory(const BenchFigure *figure, const BenchSubject *subject,
                           ContestResult *result, CwError *error)
{
    *result = (ContestResult){.lacks = "display"};
    if (!sdl_may_have_display() || subject->levels->count == 0) {
        return true;
    }
    setenv("SDL_AUDIODRIVER", "dummy", 0); /* sounds are loaded without a card, too */
    Child child = {.pid = start_level(subject, figure, true)};
    wait_ms(WARM_UP_MS);
    double mib = resident_mib(child.pid);
    if (!stop(&child)) {
        return cw_error_set(error, "%s ended before its memory was measured", subject->program);
    }
    *result = (ContestResult){.value_ns = mib, .least_ns = mib, .rounds = 1};
    return true;
}

static const BenchFigure figures[] = {
    {"first_frame", "ms", "from starting the program to the end of a run of one tick", 0,
     .measure = measure_start},
    {"picture_soft", "ms", "to the first picture in a window, software; limit: SDL's, of black", 2,
     measure_picture, .scene = "software"},
    {"picture_gl", "ms", "the same by OpenGL", 1.55, measure_picture, .scene = "opengl"},
    {"still_720p", "% of core", "a level at time_scale 0, software; limit: SDL presenting black",
     1.25, measure_share, .count = 1280},
    {"still_1080p", "% of core", "the same at 1920x1080", 1, measure_share, .count = 1920},
    {"play_720p", "% of core", "its own recording, played at 1280x720", 12.5, measure_share,
     .count = 1280, .special = true},
    {"memory_360p", "MiB",
     "resident, in the first level in a window of 640x360, software, with sound", 0, measure_memory,
     .count = 640},
    {"memory_720p", "MiB", "the same at 1280x720", 0, measure_memory, .count = 1280},
    {"memory_1080p", "MiB", "the same at 1920x1080", 0, measure_memory, .count = 1920},
};

const BenchGroup bench_window = {figures, CW_ARRAY_LENGTH(figures)};
