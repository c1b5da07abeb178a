#include "system/write_watch.h"

#include "platform/linux/processor.h"
#include "platform/memory.h"
#include "system/code_lines.h"

#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static struct {
    WriteWatch *watch; /* NULL: none */
    struct sigaction fault_before, step_before;
    char *page;
    size_t page_bytes;
    uintptr_t writer; /* the instruction that runs alone */
    uint64_t known;   /* the bytes */
    CodeFrames code;  /* the code that made the last change */
} watched;

static void on_write(int number, siginfo_t *info, void *context)
{
    bool ours = (uintptr_t)info->si_addr - (uintptr_t)watched.page < watched.page_bytes;
    if (!ours || info->si_code != SEGV_ACCERR) { /* the fault repeats under the old handler */
        sigaction(number, &watched.fault_before, NULL);
        return;
    }
    watched.writer = processor_interrupted_at(context);
    memory_protect(watched.page, watched.page_bytes, false);
    processor_step(context, true);
}

static void on_step(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    WriteWatch *watch = watched.watch;
    processor_step(context, false);
    memory_protect(watched.page, watched.page_bytes, true);
    if (memcmp(&watched.known, watch->at, watch->size) != 0) {
        memcpy(&watched.known, watch->at, watch->size);
        watched.code.count = backtrace(watched.code.frames, CODE_FRAMES_MAX - 1);
        for (int i = 0; i < watched.code.count; i++) {
            bool here = (uintptr_t)watched.code.frames[i] == processor_interrupted_at(context);
            watched.code.frames[i] = here ? (void *)watched.writer : watched.code.frames[i];
        }
        watch->changed(watch->context);
    }
}

bool write_watch(WriteWatch *watch)
{
    struct sigaction fault = {.sa_sigaction = on_write, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    struct sigaction step = {.sa_sigaction = on_step, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    if (watched.watch != NULL) {
        memory_protect(watched.page, watched.page_bytes, false);
        sigaction(SIGSEGV, &watched.fault_before, NULL);
        sigaction(SIGTRAP, &watched.step_before, NULL);
        watched.code.there = watched.writer;
        code_line_find(watched.watch->line, sizeof watched.watch->line, &watched.code);
    }
    watched.watch = watch;
    if (watch == NULL || !processor_step(&(ucontext_t){0}, false)) {
        watched.watch = NULL;
        return watch == NULL;
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)watch->at;
    watched.code.count = backtrace(watched.code.frames, 1); /* loads a library, before any signal */
    watched.page = (char *)(at / page * page);
    watched.page_bytes = (at + watch->size - 1) / page * page + page - (uintptr_t)watched.page;
    watched.code.count = 0;
    memcpy(&watched.known, watch->at, watch->size);
    sigaction(SIGSEGV, &fault, &watched.fault_before);
    sigaction(SIGTRAP, &step, &watched.step_before);
    return memory_protect(watched.page, watched.page_bytes, true);
}
