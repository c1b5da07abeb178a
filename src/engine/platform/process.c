#include "platform/process.h"

#include "platform/clock.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_NS = 2000000, VARIABLES_MAX = 100 };

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

bool process_start(Process *process, const ProcessDesc *desc, CwError *error)
{
    const char *const *variables = desc->variables;
    char *before[VARIABLES_MAX];
    int count = 0;
    for (; variables != NULL && variables[2 * count] != NULL; count++) {
        CW_ASSERT(count < VARIABLES_MAX, "raise VARIABLES_MAX");
        before[count] = process_set_variable(variables[2 * count], variables[2 * count + 1]);
    }
    bool started = process_spawn(process, desc, error);
    while (count-- > 0) {
        free(process_set_variable(variables[2 * count], before[count]));
        free(before[count]);
    }
    return started;
}

void process_wait(Process *process)
{
    while (process->id != 0 && !process_poll(process)) {
        clock_sleep_ns(POLL_NS);
    }
}
