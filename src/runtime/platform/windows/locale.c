#include "platform/locale.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* NULL: the locale was plain already. */
void *locale_plain_begin(void)
{
    _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    const char *now = setlocale(LC_ALL, NULL);
    char *previous = now == NULL || strcmp(now, "C") == 0 ? NULL : strdup(now);
    if (previous != NULL) {
        setlocale(LC_ALL, "C");
    }
    return previous;
}

void locale_plain_end(void *previous)
{
    if (previous != NULL) {
        setlocale(LC_ALL, previous);
        free(previous);
    }
}
