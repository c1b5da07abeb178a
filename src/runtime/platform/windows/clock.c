#include "platform/clock.h"

#include "platform/windows/system.h"

#include <windows.h>

#include <time.h>

/* CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, which the headers of mingw-w64 10 lack. */
enum { HIGH_RESOLUTION = 2 };

static const int64_t SECOND_NS = 1000000000;

/* The calling thread's timer; the system closes it with the process. */
static _Thread_local HANDLE timer;

static uint64_t intervals_of(FILETIME time)
{
    return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

int64_t clock_now_ns(void)
{
    LARGE_INTEGER count, rate_hz;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate_hz);
    return count.QuadPart / rate_hz.QuadPart * SECOND_NS +
           count.QuadPart % rate_hz.QuadPart * SECOND_NS / rate_hz.QuadPart;
}

/* Windows before 2018 has no such timer; its sleeps are as coarse as its scheduler. */
void clock_sleep_until_ns(int64_t deadline_ns)
{
    if (timer == NULL) {
        timer = CreateWaitableTimerExW(NULL, NULL, HIGH_RESOLUTION, TIMER_ALL_ACCESS);
    }
    for (int64_t left_ns; (left_ns = deadline_ns - clock_now_ns()) > 0;) {
        LARGE_INTEGER due = {.QuadPart = -((left_ns + 99) / 100)};
        if (timer == NULL || !SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE)) {
            Sleep((DWORD)(left_ns / 1000000 + 1));
        } else {
            WaitForSingleObject(timer, INFINITE);
        }
    }
}

void clock_sleep_ns(int64_t ns)
{
    clock_sleep_until_ns(clock_now_ns() + ns);
}

int64_t clock_wall_ns(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return wall_from_intervals(intervals_of(now));
}

void clock_print(char *text, size_t size, const char *format)
{
    time_t now = (time_t)(clock_wall_ns() / SECOND_NS);
    struct tm local = {0};
    localtime_s(&local, &now);
    strftime(text, size, format, &local);
}

int64_t clock_work_ns(void)
{
    FILETIME began, ended, system, own;
    GetProcessTimes(GetCurrentProcess(), &began, &ended, &system, &own);
    return (int64_t)(intervals_of(system) + intervals_of(own)) * 100;
}

int64_t clock_thread_work_ns(void)
{
    FILETIME began, ended, system, own;
    GetThreadTimes(GetCurrentThread(), &began, &ended, &system, &own);
    return (int64_t)(intervals_of(system) + intervals_of(own)) * 100;
}
