/* Asks addr2line for the lines of code that ran, and traps writes to a few bytes. */
#include "system/code_lines.h"

#include "platform/crash.h"
#include "platform/file.h"
#include "platform/linux/processor.h"
#include "platform/memory.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CODE_FRAMES_MAX = 64, LINES_MAX = 6, LINE_BYTES = 256 };

typedef struct Question {
    char program[LINE_BYTES];
    const char *path; /* of the game, or `program` */
    uintptr_t offsets[CODE_FRAMES_MAX];
    int count;
    bool is_whole; /* the program itself, which contains the engine */
} Question;

/* Runs addr2line in this forked process. */
static _Noreturn void ask(int answer, const Question *question)
{
    char addresses[CODE_FRAMES_MAX][CRASH_HEX_BYTES];
    const char *words[CODE_FRAMES_MAX + 8] = {"addr2line", "-p", "-f", "-C", "-e", question->path};
    for (int i = 0; i < question->count; i++) {
        crash_write_hex(addresses[i], question->offsets[i]);
        words[6 + i] = addresses[i];
    }
    dup2(answer, STDOUT_FILENO);
    close(STDERR_FILENO);
    execvp("addr2line", (char **)(uintptr_t)words);
    _exit(0);
}

/* True if the source of a line is unknown or belongs to the engine. */
static bool is_engine(const char *line)
{
    const char *source = strstr(line, " at ");
    return source == NULL || strstr(source, "??") != NULL ||
           strstr(source, "/src/runtime/") != NULL || strstr(source, "/src/workshop/") != NULL;
}

/* Shortens FUNCTION at PATH:LINE to FUNCTION at FILE:LINE, without a "(discriminator)". */
static const char *shorten_line(char *line)
{
    char *part = strstr(line, " (discriminator"), *source = strstr(line, " at ");
    char *slash = source == NULL ? NULL : strrchr(source, '/');
    if (part != NULL) {
        *part = '\0';
    }
    if (slash != NULL) {
        memmove(source + 4, slash + 1, strlen(slash));
    }
    return line;
}

/* Leaves out the engine's lines in a whole program, except for the game's call of the engine. */
static void write_lines(int file, char *answer, bool is_whole)
{
    char *rest = NULL, *call = NULL;
    int lines = 0;
    for (char *line = strtok_r(answer, "\n", &rest); line != NULL && lines < LINES_MAX;
         line = strtok_r(NULL, "\n", &rest)) {
        if (is_whole && is_engine(line)) {
            call = strncmp(line, "cw_", 3) == 0 && strncmp(line, "cw_assert", 9) != 0 ? line : call;
            continue;
        }
        if (lines == 0 && call != NULL) {
            crash_say(file, "clockwork:   ");
            file_write_all(file, call, strcspn(call, " "));
            crash_say(file, ", called by\n");
        }
        crash_say(file, "clockwork:   ");
        crash_say(file, shorten_line(line));
        crash_say(file, "\n");
        lines++;
    }
}

/* Returns addr2line's output; "" if it is not installed. */
static char *read_answer(const Question *question)
{
    static char answer[CODE_FRAMES_MAX * LINE_BYTES];
    size_t used = 0;
    ssize_t length;
    int ends[2];
    answer[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return answer;
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
    return answer;
}

/* The loaded game that has one of the frames, or else the program itself. */
static const struct link_map *find_game(void *const *frames, int count)
{
    struct dl_find_object found;
    for (int i = 0; i < count; i++) {
        if (_dl_find_object(frames[i], &found) == 0 && crash_is_game(found.dlfo_link_map->l_name)) {
            return found.dlfo_link_map;
        }
    }
    bool is_found = _dl_find_object((void *)(uintptr_t)code_lines_begin, &found) == 0;
    return is_found ? found.dlfo_link_map : NULL;
}

/* Asks for a game's functions among these frames, innermost first; `crashed_at` was executed. */
static bool find_frames(Question *question, void *const *frames, int count, uintptr_t crashed_at)
{
    const struct link_map *game = count > 0 ? find_game(frames, count) : NULL;
    *question = (Question){.path = game == NULL ? "" : game->l_name};
    if (game != NULL && game->l_name[0] == '\0') {
        question->is_whole = readlink("/proc/self/exe", question->program, LINE_BYTES - 1) > 0;
        question->path = question->program;
    }
    for (int i = 0; i < count && game != NULL; i++) {
        struct dl_find_object found;
        uintptr_t at = (uintptr_t)frames[i] - ((uintptr_t)frames[i] == crashed_at ? 0 : 1);
        if (_dl_find_object(frames[i], &found) == 0 && found.dlfo_link_map == game) {
            question->offsets[question->count++] = at - game->l_addr;
        }
    }
    return question->count > 0;
}

/* crash.h's namer: writes the game's lines, without the engine's and the system's. */
static bool write_code_lines(int file, void *const *frames, int count, uintptr_t crashed_at)
{
    Question question;
    if (!find_frames(&question, frames, count, crashed_at)) {
        return false;
    }
    char *answer = read_answer(&question);
    bool has_lines = answer[0] != '\0';
    write_lines(file, answer, question.is_whole);
    return has_lines;
}

void code_lines_begin(void)
{
    crash_set_namer(write_code_lines);
}

/* ---- trapped writes ---- */

static struct {
    WriteTrap *trap; /* NULL: none */
    struct sigaction fault_before, step_before;
    char *page;
    size_t page_bytes;
    uintptr_t writer;              /* address of the instruction that runs alone */
    uint64_t value;                /* the bytes after the last change */
    void *frames[CODE_FRAMES_MAX]; /* return addresses of the code that made the last change */
    int frame_count;
} trapped;

static void on_write(int number, siginfo_t *info, void *context)
{
    bool is_trapped = (uintptr_t)info->si_addr - (uintptr_t)trapped.page < trapped.page_bytes;
    if (!is_trapped || info->si_code != SEGV_ACCERR) { /* the fault repeats under the old handler */
        sigaction(number, &trapped.fault_before, NULL);
        return;
    }
    trapped.writer = processor_interrupted_at(context);
    memory_protect(trapped.page, trapped.page_bytes, false);
    processor_step(context, true);
}

static void on_step(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    WriteTrap *trap = trapped.trap;
    processor_step(context, false);
    memory_protect(trapped.page, trapped.page_bytes, true);
    if (memcmp(&trapped.value, trap->at, trap->size) != 0) {
        memcpy(&trapped.value, trap->at, trap->size);
        trapped.frame_count = backtrace(trapped.frames, CODE_FRAMES_MAX - 1);
        for (int i = 0; i < trapped.frame_count; i++) {
            bool is_writer = (uintptr_t)trapped.frames[i] == processor_interrupted_at(context);
            trapped.frames[i] = is_writer ? (void *)trapped.writer : trapped.frames[i];
        }
        trap->changed(trap->context);
    }
}

/* Finds the innermost line of a loaded game in the last change. Leaves `line` if it is unknown. */
static void find_line(char *line, size_t size)
{
    Question question;
    if (!find_frames(&question, trapped.frames, trapped.frame_count, trapped.writer) ||
        question.is_whole) {
        return;
    }
    char *answer = read_answer(&question);
    answer[strcspn(answer, "\n")] = '\0';
    const char *source = strstr(shorten_line(answer), " at ");
    if (source != NULL) {
        snprintf(line, size, "%s", source + 4);
    }
}

bool write_trap_begin(WriteTrap *trap)
{
    struct sigaction fault = {.sa_sigaction = on_write, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    struct sigaction step = {.sa_sigaction = on_step, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
    if (!processor_step(&(ucontext_t){0}, false)) {
        return false;
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)trap->at;
    backtrace(trapped.frames, 1); /* loads a library, before any signal */
    trapped.trap = trap;
    trapped.page = (char *)(at / page * page);
    trapped.page_bytes = (at + trap->size - 1) / page * page + page - (uintptr_t)trapped.page;
    trapped.frame_count = 0;
    memcpy(&trapped.value, trap->at, trap->size);
    sigaction(SIGSEGV, &fault, &trapped.fault_before);
    sigaction(SIGTRAP, &step, &trapped.step_before);
    return memory_protect(trapped.page, trapped.page_bytes, true);
}

void write_trap_end(void)
{
    if (trapped.trap != NULL) {
        memory_protect(trapped.page, trapped.page_bytes, false);
        sigaction(SIGSEGV, &trapped.fault_before, NULL);
        sigaction(SIGTRAP, &trapped.step_before, NULL);
        find_line(trapped.trap->line, sizeof trapped.trap->line);
        trapped.trap = NULL;
    }
}
