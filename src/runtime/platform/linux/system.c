/* The small parts of the system for Linux. */
#include "platform/arithmetic.h"
#include "platform/clock.h"
#include "platform/display.h"
#include "platform/linux/processor.h"
#include "platform/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* ---- arithmetic ---- */

void arithmetic_reset(void)
{
    if (!float_mode_is_default()) {
        fesetenv(FE_DFL_ENV);
    }
}

Arithmetic arithmetic_begin(void)
{
    Arithmetic saved = {0};
    fegetenv(&saved.environment);
    arithmetic_reset();
    return saved;
}

void arithmetic_end(const Arithmetic *saved)
{
    fesetenv(&saved->environment);
}

/* ---- clock ---- */

static int64_t read_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

void clock_sleep_until_ns(int64_t deadline_ns)
{
    if (deadline_ns <= 0) {
        return;
    }
    static _Thread_local bool is_punctual;
    if (!is_punctual) {
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); /* 1 ns instead of 50 us */
        is_punctual = true;
    }
    struct timespec until = {.tv_sec = deadline_ns / NS_PER_S, .tv_nsec = deadline_ns % NS_PER_S};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
}

int64_t clock_file_ns(void)
{
    return read_ns(CLOCK_REALTIME_COARSE);
}

int64_t clock_work_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_thread_work_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* ---- display ---- */

bool display_may_exist(void)
{
    bool is_named = getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL ||
                    getenv("SDL_VIDEODRIVER") != NULL;
    return is_named || access("/dev/dri", F_OK) == 0; /* SDL can draw on the console itself */
}

/* A GPU needs a driver in the kernel. */
bool display_may_have_gpu(void)
{
    return access("/dev/dri", F_OK) == 0 || access("/dev/nvidiactl", F_OK) == 0 ||
           access("/dev/nvidia0", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}

/* ---- memory ---- */

void *memory_reserve(void *wish, size_t bytes)
{
    void *block = mmap(wish, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return block == MAP_FAILED ? NULL : block;
}

void memory_release(void *block, size_t bytes)
{
    munmap(block, bytes);
}

size_t memory_spare(size_t bytes)
{
    return bytes;
}

bool memory_protect(void *block, size_t bytes, bool read_only)
{
    return mprotect(block, bytes, read_only ? PROT_READ : PROT_READ | PROT_WRITE) == 0;
}

/* The second number of statm counts pages in memory. */
size_t memory_of_process(void)
{
    char text[128] = "";
    unsigned long pages = 0;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    bool is_known =
        file >= 0 && read(file, text, sizeof text - 1) > 0 && sscanf(text, "%*u %lu", &pages) == 1;
    if (file >= 0) {
        close(file);
    }
    return is_known ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}
