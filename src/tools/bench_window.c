#include "tools/bench_window.h"

#include "base/stats.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP_MS = 2000, ROUND_MS = 500, ROUNDS = 7 };

typedef struct Shown {
    const char *width, *height, *time_scale; /* settings */
    double goal_percent;
} Shown;

/* Time stands: nothing moves, as in a pause. */
static const char STILL[] = "--set=simulation.time_scale=0";

static void become(const BenchSubject *subject, const Shown *shown)
{
    const char *const arguments[] = {subject->program,
                                     "play",
                                     "--set=display.fullscreen=off",
                                     "--set=display.renderer=software",
                                     "--set=display.target_fps=60",
                                     "--set=display.background=run",
                                     "--set=audio.sound=off",
                                     "--set=game.flight_recorder=0",
                                     shown->width,
                                     shown->height,
                                     shown->time_scale,
                                     "--bot",
                                     subject->levels->names[0],
                                     NULL};
    if (freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL) {
        execv(subject->program, (char *const *)(uintptr_t)arguments);
    }
    _exit(127);
}

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

static double share_percent(clockid_t cpu)
{
    double begin_ns = clock_ns(CLOCK_MONOTONIC), cpu_ns = clock_ns(cpu);
    wait_ms(ROUND_MS);
    return (clock_ns(cpu) - cpu_ns) / (clock_ns(CLOCK_MONOTONIC) - begin_ns) * 100;
}

/* False when it ended by itself. */
static bool watch(pid_t child, double shares[ROUNDS])
{
    clockid_t cpu;
    wait_ms(WARM_UP_MS);
    bool runs = clock_getcpuclockid(child, &cpu) == 0;
    for (int i = 0; i < ROUNDS && runs; i++) {
        shares[i] = share_percent(cpu);
    }
    runs = runs && waitpid(child, NULL, WNOHANG) == 0;
    if (runs) {
        kill(child, SIGTERM);
    }
    waitpid(child, NULL, 0);
    return runs;
}

static bool measure(const BenchSubject *subject, const Shown *shown, ContestResult *result,
                    CwError *error)
{
    double shares[ROUNDS];
    *result = (ContestResult){.lacks = "display"};
    if ((getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) ||
        subject->levels->count == 0) {
        return true;
    }
    fflush(stdout); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        become(subject, shown);
    }
    if (child < 0 || !watch(child, shares)) {
        return cw_error_set(error, "%s ended before its window was measured; try %s play",
                            subject->program, subject->program);
    }
    *result = contest_summary(shares, ROUNDS);
    result->limit_ns = shown->goal_percent;
    result->ratio = result->value_ns / shown->goal_percent;
    return true;
}

bool bench_still_720p(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    const Shown shown = {"--set=display.width=1280", "--set=display.height=720", STILL, 2};
    return measure(subject, &shown, result, error);
}

bool bench_still_1080p(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    const Shown shown = {"--set=display.width=1920", "--set=display.height=1080", STILL, 3};
    return measure(subject, &shown, result, error);
}

bool bench_play_720p(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    const Shown shown = {"--set=display.width=1280", "--set=display.height=720",
                         "--set=simulation.time_scale=1", 20};
    return measure(subject, &shown, result, error);
}
