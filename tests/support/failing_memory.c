#include "failing_memory.h"

#include <errno.h>
#include <stddef.h>

/* The linker knows the real ones by these names. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

/* Calls until the one that fails; below 0 none does. */
static _Thread_local long left = -1;
static _Thread_local bool failed;

static bool fails(void)
{
    if (left < 0 || left-- > 0) {
        return false;
    }
    failed = true;
    errno = ENOMEM;
    return true;
}

void failing_memory_begin(long number)
{
    failed = false;
    left = number;
}

bool failing_memory_end(void)
{
    left = -1;
    return failed;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return fails() ? NULL : __real_strndup(text, size);
}
