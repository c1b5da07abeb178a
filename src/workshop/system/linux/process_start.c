#include "system/process_start.h"

#include "platform/clock.h"
#include "platform/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_SIGNAL = 128, WAIT_NS = 30000000, POLL_NS = 2000000 };

/* Time between two requests. A program ends with the second (platform/process.h). */
static const int64_t ASK_NS = INT64_C(2100000000);

/* ---- start ---- */

/* Runs in the new process, which shares this one's memory and must not write to it. */
static _Noreturn void become(const ProcessDesc *desc, const int outputs[PROCESS_STREAMS])
{
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(outputs[0], STDOUT_FILENO);
    dup2(outputs[desc->has_one_stream ? 0 : 1], STDERR_FILENO);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        fcntl(file, F_SETFD, 0); /* dup2 keeps O_CLOEXEC of a file that has this number already */
    }
    execvp(desc->arguments[0], (char *const *)(uintptr_t)desc->arguments);
    _exit(PROCESS_NOT_FOUND);
}

/* Uses vfork, because fork copies the tables of all memory, which takes 10 ms and more. Blocks
 * signals, so that none meets this program's handlers in the new process. */
static pid_t spawn(const ProcessDesc *desc, const int outputs[PROCESS_STREAMS])
{
    sigset_t all, before;
    signal(SIGCHLD, SIG_DFL); /* the kernel keeps no exit status for a program that ignores it */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = vfork();
    if (process == 0) {
        become(desc, outputs);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return process;
}

bool process_start(Process *process, const ProcessDesc *desc, CwError *error)
{
    int outputs[PROCESS_STREAMS] = {-1, -1};
    *process = (Process){.pipes = {-1, -1}};
    bool has_pipes = true;
    for (int i = 0, ends[2]; i < PROCESS_STREAMS && has_pipes; i++) {
        has_pipes = pipe2(ends, O_CLOEXEC) == 0;
        if (has_pipes) {
            process->pipes[i] = ends[0];
            outputs[i] = ends[1];
            fcntl(ends[0], F_SETFL, O_NONBLOCK);
        }
    }
    pid_t id = has_pipes ? spawn(desc, outputs) : -1;
    bool ok = id > 0 || cw_error_set(error, "%s: %s", desc->arguments[0], strerror(errno));
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        close(outputs[i]);
        if (!ok) {
            close((int)process->pipes[i]);
        }
    }
    process->id = ok ? id : 0;
    return ok;
}

/* ---- output and end ---- */

/* Most bytes read from a stream at once. A pipe holds less, so no output is lost at the end. */
enum { TAKEN_BYTES = 2 * PROCESS_TEXT_BYTES };

/* Replaces NULs by "?", because the text is a string. */
static void append_output(Process *process, int stream, char *bytes, size_t count)
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

static void drain(Process *process, int stream)
{
    char bytes[4096];
    ssize_t count = 0;
    for (size_t taken = 0; taken < TAKEN_BYTES; taken += (size_t)count) {
        count = read((int)process->pipes[stream], bytes, sizeof bytes);
        if (count <= 0) {
            break;
        }
        append_output(process, stream, bytes, (size_t)count);
    }
}

static int status_of(int wait_status, ProcessEnd *end)
{
    int signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
    bool is_crash = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
                    signal == SIGABRT;
    *end = signal == SIGPROF   ? PROCESS_STUCK
           : signal == SIGKILL ? PROCESS_KILLED
           : is_crash          ? PROCESS_CRASHED
                               : PROCESS_ENDED;
    return signal != 0 ? STATUS_SIGNAL + signal : WEXITSTATUS(wait_status);
}

/* Kills the process's group before waitpid frees its number for others. */
static bool reap(Process *process, int wait)
{
    siginfo_t info = {0};
    int status = 0;
    pid_t id = (pid_t)process->id;
    if (waitid(P_PID, (id_t)id, &info, WEXITED | WNOWAIT | wait) != 0 || info.si_pid == 0) {
        return false;
    }
    kill(-id, SIGKILL);
    waitpid(id, &status, 0);
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        drain(process, i);
        close((int)process->pipes[i]);
    }
    process->status = status_of(status, &process->end);
    process->id = 0;
    return true;
}

bool process_poll(Process *process)
{
    bool is_running = process->id != 0, has_ended = is_running && reap(process, WNOHANG);
    for (int i = 0; i < PROCESS_STREAMS && is_running && !has_ended; i++) {
        drain(process, i);
    }
    return has_ended;
}

void process_wait(Process *process)
{
    while (process->id != 0 && !process_poll(process)) {
        clock_sleep_ns(POLL_NS);
    }
}

void process_kill(Process *process)
{
    if (process->id != 0) {
        kill((pid_t)process->id, SIGKILL);
        reap(process, 0);
    }
}

/* ---- in the foreground ---- */

void process_become(const char *const *arguments)
{
    quit_restore();
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
}

int process_run_in_foreground(const char *const *arguments, ProcessEnd *end)
{
    int status = 0;
    int64_t asked_ns = 0;
    signal(SIGCHLD, SIG_DFL);
    pid_t process = fork();
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        process_become(arguments);
        _exit(PROCESS_NOT_FOUND);
    }
    while (process > 0 && waitpid(process, &status, WNOHANG) == 0) {
        if (quit_wished() && clock_now_ns() - asked_ns > ASK_NS) {
            kill(process, SIGTERM);
            asked_ns = clock_now_ns();
        }
        clock_sleep_ns(WAIT_NS); /* SA_RESTART would keep waitpid blocked */
    }
    status = status_of(status, end);
    return process < 0 ? -1 : status;
}

/* ---- facts ---- */

ProcessCost process_cost(const Process *process)
{
    char path[48];
    clockid_t clock;
    struct timespec worked = {0};
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process->id);
    FILE *file = process->id == 0 ? NULL : fopen(path, "r");
    if (file != NULL) {
        pages = fscanf(file, "%*d %ld", &pages) == 1 ? pages : 0;
        fclose(file);
        if (clock_getcpuclockid((pid_t)process->id, &clock) == 0) {
            clock_gettime(clock, &worked);
        }
    }
    return (ProcessCost){.work_ns = (int64_t)worked.tv_sec * 1000000000 + worked.tv_nsec,
                         .resident_bytes = (int64_t)pages * sysconf(_SC_PAGESIZE)};
}

FILE *process_take_output(void)
{
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    bool is_taken = output >= 0 && freopen("/dev/null", "w", stdout) != NULL;
    FILE *file = is_taken ? fdopen(output, "w") : NULL;
    if (file != NULL) {
        setvbuf(file, NULL, _IOLBF, BUFSIZ);
    }
    return file;
}
