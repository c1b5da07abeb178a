#include "platform/process.h"

#include "platform/clock.h"

#include <string.h>

enum { POLL_NS = 2000000 };

/* A string holds no NUL. */
void process_keep(Process *process, int stream, char *bytes, size_t count)
{
    char *text = process->texts[stream];
    size_t *length = &process->lengths[stream];
    size_t room = PROCESS_TEXT_BYTES - 1 - *length, over = count > room ? count - room : 0;
    for (char *at = bytes; (at = memchr(at, '\0', count - (size_t)(at - bytes))) != NULL;) {
        *at = '?';
    }
    if (stream == PROCESS_ERRORS) {
        *length -= over;
        memmove(text, text + over, *length);
    } else {
        count -= over;
    }
    memcpy(text + *length, bytes, count);
    *length += count;
}

void process_wait(Process *process)
{
    while (process->id != 0 && !process_poll(process)) {
        clock_sleep_ns(POLL_NS);
    }
}
