/* The system's clocks, ns: monotonic time, time of day, processor time; and sleeping. Windowed play
 * uses only monotonic time, because SDL's counter drifts against it and offers no sleep. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

/* Monotonic time from an arbitrary beginning. */
int64_t clock_now_ns(void);

/* Sleeps until the deadline or a little longer; signals do not cut the sleep short. The first sleep
 * of a thread requests punctual wake-ups for it. */
void clock_sleep_until_ns(int64_t deadline_ns);

static inline void clock_sleep_ns(int64_t ns)
{
    clock_sleep_until_ns(clock_now_ns() + ns);
}

/* Time since 1970, which may jump. */
int64_t clock_wall_ns(void);

/* Time since 1970 as new files get it; on Linux it may be a few milliseconds older. */
int64_t clock_file_ns(void);

/* Writes the local time in strftime's format. */
void clock_print(char *text, size_t size, const char *format);

/* Processor time of all threads of this process, and of the calling one. */
int64_t clock_work_ns(void);
int64_t clock_thread_work_ns(void);
