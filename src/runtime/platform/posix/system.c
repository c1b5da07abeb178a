/* The small parts that Linux and web pages share. */
#include "platform/clock.h"
#include "platform/locale.h"
#include "platform/process.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

/* ---- clock ---- */

static int64_t read_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t clock_now_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_wall_ns(void)
{
    return read_ns(CLOCK_REALTIME);
}

void clock_print(char *text, size_t size, const char *format)
{
    time_t now = (time_t)(clock_wall_ns() / NS_PER_S);
    struct tm local = {0};
    localtime_r(&now, &local);
    strftime(text, size, format, &local);
}

/* ---- locale ---- */

void *locale_plain_begin(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0)); /* allocates nothing for "C" */
}

void locale_plain_end(void *previous)
{
    locale_t plain = uselocale(previous);
    if (plain != previous) {
        freelocale(plain);
    }
}

/* ---- the process: its words are UTF-8, and its streams carry bytes ---- */

char **process_begin(int *count, char **given)
{
    static const char *const folders[] = {"HOME", "XDG_DATA_HOME"};
    for (int i = 0; i < 2; i++) { /* ignores relative paths, as the XDG specification asks */
        const char *path = getenv(folders[i]);
        if (path != NULL && path[0] != '/') {
            unsetenv(folders[i]);
        }
    }
    (void)count;
    return given;
}

void process_end(int status)
{
    (void)status;
}
