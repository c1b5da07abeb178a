#include "host/crash_trace.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { DEPTH_MAX = 64, LINES_MAX = 6, LINE_BYTES = 256, HEX_BYTES = 19 };

static bool prepared;

/* The first call loads a library, which a handler may not. */
void crash_trace_prepare(void)
{
    void *here[1];
    prepared = prepared || backtrace(here, 1) >= 0;
}

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
    ssize_t written = write(file, words, strlen(words));
    (void)written;
}

/* In a process of its own. */
static _Noreturn void ask(int answer, const char *path, uintptr_t offset)
{
    char address[HEX_BYTES];
    const char *slash = strrchr(path, '/');
    write_hex(address, offset);
    dup2(answer, STDOUT_FILENO);
    execlp("addr2line", "addr2line", "-s", "-p", "-f", "-C", "-e", path, address, (char *)NULL);
    say(STDOUT_FILENO, slash == NULL ? path : slash + 1);
    say(STDOUT_FILENO, " at ");
    say(STDOUT_FILENO, address);
    _exit(0);
}

/* FUNCTION at FILE:LINE. Which part of the line it was is cut off. */
static void write_line(int file, const char *path, uintptr_t offset)
{
    char line[LINE_BYTES];
    size_t used = 0;
    ssize_t length;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return;
    }
    pid_t process = _Fork();
    if (process == 0) {
        ask(ends[1], path, offset);
    }
    close(ends[1]);
    while (used < sizeof line - 1 &&
           (length = read(ends[0], line + used, LINE_BYTES - 1 - used)) > 0) {
        used += (size_t)length;
    }
    close(ends[0]);
    if (process > 0) {
        waitpid(process, NULL, 0);
    }
    line[used] = '\0';
    char *part = strstr(line, " (discriminator");
    line[part == NULL ? strcspn(line, "\n") : (size_t)(part - line)] = '\0';
    say(file, "clockwork:   ");
    say(file, line);
    say(file, "\n");
}

/* A return address is behind the call. */
void crash_trace_write(int file, const void *context)
{
    void *frames[DEPTH_MAX];
    const ucontext_t *interrupted = context;
    uintptr_t there = (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
    int count = prepared ? backtrace(frames, DEPTH_MAX) : 0, lines = 0;
    for (int i = 0; i < count && lines < LINES_MAX; i++) {
        struct dl_find_object found;
        uintptr_t at = (uintptr_t)frames[i] - ((uintptr_t)frames[i] == there ? 0 : 1);
        if (_dl_find_object(frames[i], &found) == 0 && is_game(found.dlfo_link_map->l_name)) {
            write_line(file, found.dlfo_link_map->l_name, at - found.dlfo_link_map->l_addr);
            lines++;
        }
    }
}
