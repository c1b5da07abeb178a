#include "platform/crash.h"

#include "clockwork/base.h"
#include "platform/file.h"
#include "platform/linux/processor.h"
#include "platform/memory.h"
#include "platform/path.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_BYTES = 4096, DEPTH_MAX = 64, LINES_MAX = 6, LINE_BYTES = 256, HEX_BYTES = 19 };

static const struct {
    int number;
    const char *words;
} SIGNALS[] = {{SIGSEGV, "clockwork: crashed (SIGSEGV) "},
               {SIGBUS, "clockwork: crashed (SIGBUS) "},
               {SIGFPE, "clockwork: crashed (SIGFPE) "},
               {SIGILL, "clockwork: crashed (SIGILL) "},
               {SIGABRT, "clockwork: aborted "}};

static struct sigaction before[CW_ARRAY_LENGTH(SIGNALS)], limit_before, watchdog_before;
static bool watching;             /* the watchdog's handler is there */
static CrashDescriber *describer; /* NULL: nothing is caught */
static void (*before_end)(void);
static CrashStack stack;
static stack_t stack_before;
static char report_path[PATH_BYTES_MAX]; /* "": none */

/* ---- the lines of a game ---- */

static bool is_game(const char *path)
{
    return path[0] != '\0' && strncmp(path, "/usr/", 5) != 0 && strncmp(path, "/lib", 4) != 0;
}

static void write_hex(char text[HEX_BYTES], uintptr_t number)
{
    char *at = text + HEX_BYTES - 1;
    *at = '\0';
    do {
        *--at = "0123456789abcdef"[number % 16];
        number /= 16;
    } while (number > 0);
    *--at = 'x';
    *--at = '0';
    memmove(text, at, (size_t)(text + HEX_BYTES - at));
}

static void say(int file, const char *words)
{
    file_write_all(file, words, strlen(words));
}

typedef struct Question {
    const char *path;
    uintptr_t offsets[DEPTH_MAX];
    int count;
    bool is_whole; /* the program itself, with the engine in it: the first offset is of this file */
} Question;

/* In a process of its own. */
static _Noreturn void ask(int answer, const Question *question)
{
    char addresses[DEPTH_MAX][HEX_BYTES];
    const char *words[DEPTH_MAX + 8] = {"addr2line", "-p", "-f", "-C", "-e", question->path};
    for (int i = 0; i < question->count; i++) {
        write_hex(addresses[i], question->offsets[i]);
        words[6 + i] = addresses[i];
    }
    dup2(answer, STDOUT_FILENO);
    close(STDERR_FILENO);
    execvp("addr2line", (char **)(uintptr_t)words);
    for (int i = 0; i < question->count && !question->is_whole; i++) {
        say(STDOUT_FILENO, path_name(question->path));
        say(STDOUT_FILENO, " at ");
        say(STDOUT_FILENO, addresses[i]);
        say(STDOUT_FILENO, "\n");
    }
    _exit(0);
}

/* Whether the source is unknown or the engine's, which lies where this file does. */
static bool is_engine(const char *source, const char *root)
{
    return source == NULL || strstr(source, "??") != NULL ||
           (root[0] != '\0' && strncmp(source, root, strlen(root)) == 0);
}

/* FUNCTION at FILE:LINE, from FUNCTION at PATH:LINE; which part of the line it was is cut off. */
static void write_line(int file, char *line)
{
    char *part = strstr(line, " (discriminator"), *source = strstr(line, " at ");
    char *slash = source == NULL ? NULL : strrchr(source, '/');
    if (part != NULL) {
        *part = '\0';
    }
    say(file, "clockwork:   ");
    if (slash != NULL) {
        source[4] = '\0';
        say(file, line);
    }
    say(file, slash == NULL ? line : slash + 1);
    say(file, "\n");
}

/* The answer's lines, the first of which says of a whole program where the engine's source is. */
static void write_lines(int file, char *answer, bool is_whole)
{
    char root[LINE_BYTES] = "";
    char *rest = NULL, *line = strtok_r(answer, "\n", &rest);
    char *own = line == NULL ? NULL : strstr(line, "/platform/linux/crash.c"), *at = NULL;
    if (is_whole && own != NULL && (at = strstr(line, " at ")) != NULL && own - at < LINE_BYTES) {
        memcpy(root, at + 4, (size_t)(own - at - 3));
        root[own - at - 3] = '\0';
    }
    line = is_whole ? strtok_r(NULL, "\n", &rest) : line;
    for (int lines = 0; line != NULL && lines < LINES_MAX; line = strtok_r(NULL, "\n", &rest)) {
        const char *source = strstr(line, " at ");
        if (!is_whole || !is_engine(source == NULL ? NULL : source + 4, root)) {
            write_line(file, line);
            lines++;
        }
    }
}

static void write_answer(int file, const Question *question)
{
    static char answer[DEPTH_MAX * LINE_BYTES];
    size_t used = 0;
    ssize_t length;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return;
    }
    pid_t process = _Fork();
    if (process == 0) {
        ask(ends[1], question);
    }
    close(ends[1]);
    while (used < sizeof answer - 1 &&
           (length = read(ends[0], answer + used, sizeof answer - 1 - used)) > 0) {
        used += (size_t)length;
    }
    close(ends[0]);
    if (process > 0) {
        waitpid(process, NULL, 0);
    }
    answer[used] = '\0';
    write_lines(file, answer, question->is_whole);
}

/* The loaded game among the frames; the program itself where there is none. */
static const struct link_map *find_game(void *const *frames, int count)
{
    struct dl_find_object found;
    for (int i = 0; i < count; i++) {
        if (_dl_find_object(frames[i], &found) == 0 && is_game(found.dlfo_link_map->l_name)) {
            return found.dlfo_link_map;
        }
    }
    return _dl_find_object((void *)(uintptr_t)is_game, &found) == 0 ? found.dlfo_link_map : NULL;
}

/* Asks for a game's functions among these frames, innermost first; `there` was being executed. */
static bool find_frames(Question *question, char own_path[LINE_BYTES], void *const *frames,
                        int count, uintptr_t there)
{
    const struct link_map *game = count > 0 ? find_game(frames, count) : NULL;
    *question = (Question){.path = game == NULL ? "" : game->l_name};
    if (game != NULL && game->l_name[0] == '\0') {
        question->is_whole = readlink("/proc/self/exe", own_path, LINE_BYTES - 1) > 0;
        question->path = own_path;
        question->offsets[question->count++] = (uintptr_t)is_game - game->l_addr;
    }
    for (int i = 0; i < count && game != NULL; i++) {
        struct dl_find_object found;
        uintptr_t at = (uintptr_t)frames[i] - ((uintptr_t)frames[i] == there ? 0 : 1);
        if (_dl_find_object(frames[i], &found) == 0 && found.dlfo_link_map == game) {
            question->offsets[question->count++] = at - game->l_addr;
        }
    }
    return question->count > question->is_whole;
}

/* With source lines by addr2line, which comes with compilers; else file and offset of a loaded
 * game. Leaves engine and system out. */
static void write_trace(int file, const void *context)
{
    void *frames[DEPTH_MAX];
    char own_path[LINE_BYTES] = "";
    int count = describer != NULL ? backtrace(frames, DEPTH_MAX - 1) : 0;
    Question question;
    if (find_frames(&question, own_path, frames, count, processor_interrupted_at(context))) {
        write_answer(file, &question);
    }
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

/* Calls only what is safe in a handler. */
static void report_crash(const char *words, const void *denied, const void *context)
{
    char text[TEXT_BYTES];
    int report = report_path[0] == '\0'
                     ? -1
                     : open(report_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int file = report < 0 ? STDERR_FILENO : report;
    say(file, words);
    if (describer != NULL) {
        file_write_all(file, text, describer(text, sizeof text, denied));
    }
    write_trace(file, context);
    if (report >= 0) {
        copy_to_stderr(report);
        close(report);
    }
    if (before_end != NULL) {
        before_end();
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
            report_crash(SIGNALS[i].words, denied ? info->si_addr : NULL, context);
        }
    }
    if (sent) {
        raise(number);
    }
}

/* One that it has already is a sanitizer's, which frees what it finds when the thread ends. */
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
    backtrace(here, 1); /* the first call loads a library, which a handler may not */
    describer = describe;
    before_end = last_words;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, &limit_before); /* a file at its limit is a full disk: an error */
    stack_t ours = {.ss_sp = &stack, .ss_size = sizeof stack};
    sigaltstack(&ours, &stack_before);
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &action, &before[i]);
    }
    return true;
}

void crash_restore(void)
{
    if (describer == NULL) {
        return;
    }
    if (watching) {
        watchdog_feed(0);
        sigaction(SIGPROF, &watchdog_before, NULL);
        watching = false;
    }
    sigaction(SIGXFSZ, &limit_before, NULL);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIGNALS); i++) {
        sigaction(SIGNALS[i].number, &before[i], NULL);
    }
    sigaltstack(&stack_before, NULL);
    describer = NULL;
}

/* ---- the watchdog ---- */

static char stuck[] = "clockwork: stuck after 0 s of processor time ";

/* Calls only what is safe in a handler. */
static void bark(int number, siginfo_t *info, void *context)
{
    struct sigaction end = {.sa_handler = SIG_DFL};
    bool asked = info->si_code <= 0;
    sigaction(number, &end, NULL);
    report_crash(asked ? "clockwork: interrupted " : stuck, NULL, context);
    raise(number);
}

void watchdog_feed(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    *(strstr(stuck, " s of") - 1) = (char)('0' + seconds);
    if (!watching) {
        struct sigaction ours = {.sa_sigaction = bark, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
        watching = sigaction(SIGPROF, &ours, &watchdog_before) == 0;
    }
    setitimer(ITIMER_PROF, &timer, NULL); /* processor time */
}

/* ---- watched writes ---- */

static struct {
    CrashWatch *watch; /* NULL: none */
    struct sigaction fault_before, step_before;
    char *page;
    size_t page_bytes;
    uintptr_t writer;        /* the instruction that runs alone */
    uint64_t known;          /* the bytes */
    void *frames[DEPTH_MAX]; /* of the last change, above the writer's return address + 1 */
    int count;
} watched;

static void on_write(int number, siginfo_t *info, void *context)
{
    bool ours = (uintptr_t)info->si_addr - (uintptr_t)watched.page < watched.page_bytes;
    if (!ours || info->si_code != SEGV_ACCERR) { /* it happens again, for who was there before */
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
    CrashWatch *watch = watched.watch;
    processor_step(context, false);
    memory_protect(watched.page, watched.page_bytes, true);
    if (memcmp(&watched.known, watch->at, watch->size) != 0) {
        memcpy(&watched.known, watch->at, watch->size);
        watched.count = backtrace(watched.frames, DEPTH_MAX - 1);
        for (int i = 0; i < watched.count; i++) {
            bool here = (uintptr_t)watched.frames[i] == processor_interrupted_at(context);
            watched.frames[i] = here ? (void *)watched.writer : watched.frames[i];
        }
        watch->changed(watch->context);
    }
}

/* The first of the answer's lines, "clockwork:   FUNCTION at FILE:LINE". */
static void find_line(char *line, size_t size)
{
    char own_path[LINE_BYTES] = "", answer[TEXT_BYTES];
    Question question;
    int file = memfd_create("lines", MFD_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (find_frames(&question, own_path, watched.frames, watched.count, watched.writer) &&
        !question.is_whole) {
        write_answer(file, &question);
        ssize_t length = pread(file, answer, sizeof answer - 1, 0);
        answer[length > 0 ? length : 0] = '\0';
        const char *at = strstr(answer, " at ");
        snprintf(line, size, "%.*s", at == NULL ? 0 : (int)strcspn(at + 4, "\n"), at + 4);
    }
    close(file);
}

bool crash_watch(CrashWatch *watch)
{
    struct sigaction fault = {.sa_sigaction = on_write, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    struct sigaction step = {.sa_sigaction = on_step, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    if (watched.watch != NULL) {
        memory_protect(watched.page, watched.page_bytes, false);
        sigaction(SIGSEGV, &watched.fault_before, NULL);
        sigaction(SIGTRAP, &watched.step_before, NULL);
        find_line(watched.watch->line, sizeof watched.watch->line);
    }
    watched.watch = watch;
    if (watch == NULL || !processor_step(&(ucontext_t){0}, false)) {
        watched.watch = NULL;
        return watch == NULL;
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)watch->at;
    watched.count = backtrace(watched.frames, 1); /* as in crash_catch */
    watched.page = (char *)(at / page * page);
    watched.page_bytes = (at + watch->size - 1) / page * page + page - (uintptr_t)watched.page;
    watched.count = 0;
    memcpy(&watched.known, watch->at, watch->size);
    sigaction(SIGSEGV, &fault, &watched.fault_before);
    sigaction(SIGTRAP, &step, &watched.step_before);
    return memory_protect(watched.page, watched.page_bytes, true);
}
