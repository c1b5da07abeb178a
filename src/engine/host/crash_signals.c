#include "host/crash_signals.h"

#include "base/file.h"
#include "base/path.h"
#include "clockwork/base.h"
#include "host/crash_trace.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_BYTES = 4096 };

static const struct {
    int number;
    const char *words;
} SIGNALS[] = {{SIGSEGV, "clockwork: crashed (SIGSEGV) "},
               {SIGBUS, "clockwork: crashed (SIGBUS) "},
               {SIGFPE, "clockwork: crashed (SIGFPE) "},
               {SIGILL, "clockwork: crashed (SIGILL) "},
               {SIGABRT, "clockwork: aborted "}};

static struct sigaction before[CW_ARRAY_LENGTH(SIGNALS)];
static CrashDescriber *describer; /* NULL: nothing is caught */
static CrashStack stack;
static stack_t stack_before;
static char report_path[PATH_BYTES_MAX]; /* "": none */

void crash_signals_write_to(const char *path)
{
    snprintf(report_path, sizeof report_path, "%s", path);
}

static void copy_to_stderr(int report)
{
    char text[TEXT_BYTES];
    ssize_t length;
    lseek(report, 0, SEEK_SET);
    while ((length = read(report, text, sizeof text)) > 0) {
        file_write_all(STDERR_FILENO, text, (size_t)length);
    }
}

/* Calls only what is safe in a handler. */
void crash_signals_say(const char *words, const void *denied, const void *context)
{
    char text[TEXT_BYTES];
    int report = report_path[0] == '\0'
                     ? -1
                     : open(report_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int file = report < 0 ? STDERR_FILENO : report;
    file_write_all(file, words, strlen(words));
    if (describer != NULL) {
        file_write_all(file, text, describer(text, sizeof text, denied));
    }
    crash_trace_write(file, context);
    if (report >= 0) {
        copy_to_stderr(report);
        close(report);
    }
}

/* A fault happens again when it returns; what was sent is sent again. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    bool sent = info->si_code <= 0;
    bool denied = number == SIGSEGV && !sent && info->si_code == SEGV_ACCERR;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        if (SIGNALS[i].number == number) {
            sigaction(number, &before[i], NULL);
            crash_signals_say(SIGNALS[i].words, denied ? info->si_addr : NULL, context);
        }
    }
    if (sent) {
        raise(number);
    }
}

/* One that it has already is a sanitizer's, which frees what it finds when the thread ends. */
void crash_signals_join_thread(CrashStack *own)
{
    stack_t has, ours = {.ss_sp = own, .ss_size = sizeof *own};
    if (sigaltstack(NULL, &has) == 0 && (has.ss_flags & SS_DISABLE) != 0) {
        sigaltstack(&ours, NULL);
    }
}

bool crash_signals_catch(CrashDescriber *describe)
{
    if (describer != NULL) {
        return false;
    }
    describer = describe;
    stack_t ours = {.ss_sp = &stack, .ss_size = sizeof stack};
    sigaltstack(&ours, &stack_before);
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &action, &before[i]);
    }
    return true;
}

void crash_signals_restore(void)
{
    for (size_t i = 0; describer != NULL && i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &before[i], NULL);
    }
    if (describer != NULL) {
        sigaltstack(&stack_before, NULL);
    }
    describer = NULL;
}
