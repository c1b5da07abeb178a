#include "platform/crash.h"

#include "clockwork/base.h"
#include "platform/file.h"
#include "platform/linux/processor.h"
#include "platform/path.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { TEXT_BYTES = 4096, DEPTH_MAX = 64, LINES_MAX = 6 };

static const struct {
    int number;
    const char *words;
} SIGNALS[] = {{SIGSEGV, "clockwork: crashed (SIGSEGV) "},
               {SIGBUS, "clockwork: crashed (SIGBUS) "},
               {SIGFPE, "clockwork: crashed (SIGFPE) "},
               {SIGILL, "clockwork: crashed (SIGILL) "},
               {SIGABRT, "clockwork: aborted "}};

static struct sigaction saved_actions[CW_ARRAY_LENGTH(SIGNALS)], saved_limit_action, saved_watchdog;
static bool is_watching;          /* the watchdog's handler is installed */
static CrashDescriber *describer; /* NULL: crashes are not caught */
static CrashNamer *namer;         /* NULL: write_frames names them */
static void (*last_words_function)(void);
static CrashStack stack;
static stack_t saved_stack;
static char report_path[PATH_BYTES_MAX]; /* "": no file */

/* ---- the frames of a game ---- */

bool crash_is_game(const char *path)
{
    return path[0] != '\0' && strncmp(path, "/usr/", 5) != 0 && strncmp(path, "/lib", 4) != 0;
}

void crash_write_hex(char text[CRASH_HEX_BYTES], uintptr_t number)
{
    char *at = text + CRASH_HEX_BYTES - 1;
    *at = '\0';
    do {
        *--at = "0123456789abcdef"[number % 16];
        number /= 16;
    } while (number > 0);
    *--at = 'x';
    *--at = '0';
    memmove(text, at, (size_t)(text + CRASH_HEX_BYTES - at));
}

void crash_say(int file, const char *words)
{
    file_write_all(file, words, strlen(words));
}

/* Writes "NAME in FILE at OFFSET"; the name only if the linker kept it. */
static void write_frame(int file, const void *at, const struct link_map *map, const char *path)
{
    char offset[CRASH_HEX_BYTES];
    Dl_info info;
    crash_write_hex(offset, (uintptr_t)at - map->l_addr);
    crash_say(file, "clockwork:   ");
    if (dladdr(at, &info) != 0 && info.dli_sname != NULL) {
        crash_say(file, info.dli_sname);
        crash_say(file, " in ");
    }
    crash_say(file, path_name(path));
    crash_say(file, " at ");
    crash_say(file, offset);
    crash_say(file, "\n");
}

/* Writes a game's functions, innermost first, without the system's and the handler's. */
static void write_frames(int file, void *const *frames, int count, uintptr_t crashed_at)
{
    char own_path[PATH_BYTES_MAX] = "";
    int first = 0, lines = 0;
    while (first < count && (uintptr_t)frames[first] != crashed_at) {
        first++;
    }
    if (readlink("/proc/self/exe", own_path, sizeof own_path - 1) < 0) {
        own_path[0] = '\0';
    }
    for (int i = first == count ? 0 : first; i < count && lines < LINES_MAX; i++) {
        struct dl_find_object found;
        const char *at = (const char *)frames[i] - (i == first ? 0 : 1);
        if (_dl_find_object(frames[i], &found) != 0) {
            continue;
        }
        const char *path = found.dlfo_link_map->l_name;
        bool is_own = path[0] == '\0';
        path = is_own ? own_path : path;
        if (is_own || crash_is_game(path)) {
            write_frame(file, at, found.dlfo_link_map, path);
            lines++;
        }
    }
}

static void write_trace(int file, const void *context)
{
    void *frames[DEPTH_MAX];
    int count = describer != NULL ? backtrace(frames, DEPTH_MAX - 1) : 0;
    uintptr_t crashed_at = processor_interrupted_at(context);
    if (namer == NULL || !namer(file, frames, count, crashed_at)) {
        write_frames(file, frames, count, crashed_at);
    }
}

void crash_set_namer(CrashNamer *own)
{
    namer = own;
}

/* ---- reports ---- */

void crash_write_to(const char *path)
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

/* Calls only functions that are safe in a handler. */
static void report_crash(const char *words, const void *fault, const void *context)
{
    char text[TEXT_BYTES];
    int report = report_path[0] == '\0'
                     ? -1
                     : open(report_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int file = report < 0 ? STDERR_FILENO : report;
    crash_say(file, words);
    if (describer != NULL) {
        file_write_all(file, text, describer(text, sizeof text, fault));
    }
    write_trace(file, context);
    if (report >= 0) {
        copy_to_stderr(report);
        close(report);
    }
    if (last_words_function != NULL) {
        last_words_function();
    }
}

/* Ends by the same signal: a fault repeats on return, other signals are raised again. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    bool was_sent = info->si_code <= 0;
    const void *fault = number != SIGSEGV || was_sent ? NULL
                        : info->si_addr == NULL       ? (const void *)1
                                                      : info->si_addr;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        if (SIGNALS[i].number == number) {
            sigaction(number, &saved_actions[i], NULL);
            report_crash(SIGNALS[i].words, fault, context);
        }
    }
    if (was_sent) {
        raise(number);
    }
}

/* Keeps an existing stack: a sanitizer owns it and frees it when the thread ends. */
void crash_join_thread(CrashStack *own)
{
    stack_t has, ours = {.ss_sp = own, .ss_size = sizeof *own};
    if (sigaltstack(NULL, &has) == 0 && (has.ss_flags & SS_DISABLE) != 0) {
        sigaltstack(&ours, NULL);
    }
    sigset_t watchdog;
    sigemptyset(&watchdog);
    sigaddset(&watchdog, SIGPROF);
    sigprocmask(SIG_UNBLOCK, &watchdog, NULL); /* SDL's threads block it */
}

bool crash_catch(CrashDescriber *describe, void (*last_words)(void))
{
    if (describer != NULL) {
        return false;
    }
    void *here[1];
    backtrace(here, 1); /* the first call loads a library, forbidden in a handler */
    describer = describe;
    last_words_function = last_words;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, &saved_limit_action); /* writing beyond a size limit then fails */
    stack_t ours = {.ss_sp = &stack, .ss_size = sizeof stack};
    sigaltstack(&ours, &saved_stack);
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &action, &saved_actions[i]);
    }
    return true;
}

void crash_restore(void)
{
    if (describer == NULL) {
        return;
    }
    if (is_watching) {
        watchdog_feed(0);
        sigaction(SIGPROF, &saved_watchdog, NULL);
        is_watching = false;
    }
    sigaction(SIGXFSZ, &saved_limit_action, NULL);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &saved_actions[i], NULL);
    }
    sigaltstack(&saved_stack, NULL);
    describer = NULL;
}

/* ---- the watchdog ---- */

static char stuck[] = "clockwork: stuck after 0 s of processor time ";

/* Calls only functions that are safe in a handler. */
static void bark(int number, siginfo_t *info, void *context)
{
    (void)info;
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigaction(number, &end, NULL);
    report_crash(stuck, NULL, context);
    raise(number);
}

void watchdog_feed(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    *(strstr(stuck, " s of") - 1) = (char)('0' + seconds);
    if (!is_watching) {
        struct sigaction ours = {.sa_sigaction = bark, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
        is_watching = sigaction(SIGPROF, &ours, &saved_watchdog) == 0;
    }
    setitimer(ITIMER_PROF, &timer, NULL); /* counts processor time */
}
