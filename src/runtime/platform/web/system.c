/* The small parts of the system for web pages. */
#include "platform/arithmetic.h"
#include "platform/clock.h"
#include "platform/crash.h"
#include "platform/memory.h"
#include "platform/process.h"

#include <emscripten/heap.h>
#include <errno.h>
#include <stdlib.h>

/* ---- arithmetic ---- */

/* WebAssembly always rounds to nearest and keeps subnormal numbers. */
void arithmetic_reset(void)
{
}

Arithmetic arithmetic_begin(void)
{
    return (Arithmetic){0};
}

void arithmetic_end(const Arithmetic *before)
{
    (void)before;
}

/* ---- clock ---- */

/* Waits in a busy loop, because JavaScript can't sleep. */
void clock_sleep_until_ns(int64_t deadline_ns)
{
    while (clock_now_ns() < deadline_ns) {
    }
}

/* Time since the page began: pages can't measure processor time. */
int64_t clock_work_ns(void)
{
    return clock_now_ns();
}

int64_t clock_thread_work_ns(void)
{
    return clock_now_ns();
}

/* ---- crashes: the browser reports them, and offers to end a page that hangs ---- */

static bool is_catching;

bool crash_catch(CrashDescriber *describe, void (*last_words)(void))
{
    (void)describe, (void)last_words;
    bool was_idle = !is_catching;
    is_catching = true;
    return was_idle;
}

void crash_join_thread(CrashStack *own)
{
    (void)own;
}

void crash_restore(void)
{
    is_catching = false;
}

/* ---- memory ---- */

enum { LINE_BYTES = 64, SPARE_SHARE = 8 };

/* Takes the end of the page's memory, which costs nothing until written. */
void *memory_reserve(void *wish, size_t bytes)
{
    (void)wish;
    return aligned_alloc(LINE_BYTES, bytes);
}

void memory_release(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}

size_t memory_spare(size_t bytes)
{
    return bytes / SPARE_SHARE;
}

bool memory_protect(void *block, size_t bytes, bool read_only)
{
    (void)block, (void)bytes, (void)read_only;
    errno = ENOSYS;
    return false;
}

size_t memory_of_process(void)
{
    return emscripten_get_heap_size();
}

/* ---- the process: a page is one and starts no other ---- */

const char *process_file(void)
{
    return "clockwork.wasm";
}

int64_t process_id(void)
{
    return 1;
}

size_t process_stack_bytes(void)
{
    return SIZE_MAX;
}

/* ---- quitting: a page closes without asking ---- */

void quit_catch(void)
{
}

void quit_catch_at_start(void)
{
}

void quit_restore(void)
{
}

bool quit_wished(void)
{
    return false;
}
