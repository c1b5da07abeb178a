#include "tools/bench_window.h"

#include "host/sdl_start.h"
#include "tools/bench_bare.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP_MS = 2000, ROUND_MS = 500, ROUNDS = 9, FPS = 60 };

typedef struct Shown {
    int width_px, height_px;
    const char *time_scale; /* 0: nothing moves, as in a pause */
} Shown;

static void become(const BenchSubject *subject, const Shown *shown)
{
    char width[32], height[32], scale[48];
    snprintf(width, sizeof width, "--set=display.width=%d", shown->width_px);
    snprintf(height, sizeof height, "--set=display.height=%d", shown->height_px);
    snprintf(scale, sizeof scale, "--set=simulation.time_scale=%s", shown->time_scale);
    const char *const arguments[] = {subject->program,
                                     "play",
                                     "--set=display.fullscreen=off",
                                     "--set=display.renderer=software",
                                     "--set=display.target_fps=60",
                                     "--set=display.background=run",
                                     "--set=audio.sound=off",
                                     "--set=game.flight_recorder=0",
                                     width,
                                     height,
                                     scale,
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

/* The program in a window, or the limit. */
typedef struct Child {
    pid_t pid;
    clockid_t cpu;
    double begin_ns, shares[ROUNDS];
} Child;

static bool start(Child *child, const BenchSubject *subject, const Shown *shown, bool limit)
{
    fflush(stdout); /* or the child would print it once more */
    child->pid = fork();
    if (child->pid == 0) {
        if (limit) {
            bench_bare_ask(&(BareWindow){"software", shown->width_px, shown->height_px, FPS});
        }
        become(subject, shown);
    }
    return child->pid > 0 && clock_getcpuclockid(child->pid, &child->cpu) == 0;
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

static bool measure(const BenchSubject *subject, const Shown *shown, ContestResult *result,
                    CwError *error)
{
    Child children[2] = {0}; /* ours and the limit */
    *result = (ContestResult){.lacks = "display"};
    if (!sdl_may_have_display() || subject->levels->count == 0) {
        return true;
    }
    if (start(&children[1], subject, shown, true) && start(&children[0], subject, shown, false)) {
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

bool bench_still_720p(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    return measure(subject, &(Shown){1280, 720, "0"}, result, error);
}

bool bench_still_1080p(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    return measure(subject, &(Shown){1920, 1080, "0"}, result, error);
}

bool bench_play_720p(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    return measure(subject, &(Shown){1280, 720, "1"}, result, error);
}
