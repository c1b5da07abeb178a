#include "host/child.h"

#include "platform/clock.h"
#include "platform/quit.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS_NOT_FOUND = 127, STATUS_SIGNAL = 128, WAIT_NS = 30000000 };

/* A program that does not listen ends with the second wish (platform/quit.h). */
static const int64_t TELL_NS = INT64_C(2100000000);

/* In the new process, which has this one's memory until it is another program, and writes nothing
 * of it. Signals that this program ignores or catches are its own affair. */
static _Noreturn void become(const ChildDesc *desc, const int outputs[CHILD_STREAMS])
{
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(outputs[0], STDOUT_FILENO);
    dup2(outputs[desc->one_stream ? 0 : 1], STDERR_FILENO);
    execvp(desc->arguments[0], (char *const *)(uintptr_t)desc->arguments);
    _exit(STATUS_NOT_FOUND);
}

/* A fork copies the tables of all memory first: with a game in it ten milliseconds and more, in
 * which no picture comes. */
static pid_t start(const ChildDesc *desc, const int outputs[CHILD_STREAMS])
{
    pid_t process = vfork();
    if (process == 0) {
        become(desc, outputs);
    }
    return process;
}

/* No signal finds the new process with the handlers of this one. */
static pid_t start_unsignalled(const ChildDesc *desc, const int outputs[CHILD_STREAMS])
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = start(desc, outputs);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return process;
}

bool child_start(Child *child, const ChildDesc *desc, CwError *error)
{
    int outputs[CHILD_STREAMS] = {-1, -1};
    *child = (Child){.pipes = {-1, -1}, .started_ns = clock_now_ns()};
    bool good = true;
    for (int i = 0; i < CHILD_STREAMS && good; i++) {
        int ends[2];
        good = pipe2(ends, O_CLOEXEC) == 0;
        child->pipes[i] = good ? ends[0] : -1;
        outputs[i] = good ? ends[1] : -1;
        good = good && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
    }
    pid_t process = good ? start_unsignalled(desc, outputs) : -1;
    if (process < 0) {
        cw_error_set(error, "%s: %s", desc->arguments[0], strerror(errno));
    }
    for (int i = 0; i < CHILD_STREAMS; i++) {
        close(outputs[i]);
        if (process < 0) {
            close(child->pipes[i]);
        }
    }
    child->process = process < 0 ? 0 : process;
    return process > 0;
}

/* A string holds no NUL. */
static void keep(Child *child, int stream, char *bytes, size_t count)
{
    char *text = child->texts[stream];
    size_t *length = &child->lengths[stream];
    size_t room = CHILD_TEXT_BYTES - 1 - *length, over = count > room ? count - room : 0;
    for (char *at = bytes; (at = memchr(at, '\0', count - (size_t)(at - bytes))) != NULL;) {
        *at = '?';
    }
    if (stream == CHILD_ERRORS) {
        *length -= over;
        memmove(text, text + over, *length);
    } else {
        count -= over;
    }
    memcpy(text + *length, bytes, count);
    *length += count;
}

static void take(Child *child, int stream)
{
    char bytes[4096];
    ssize_t count;
    while ((count = read(child->pipes[stream], bytes, sizeof bytes)) > 0) {
        keep(child, stream, bytes, (size_t)count);
    }
}

static void end(Child *child, int status)
{
    for (int i = 0; i < CHILD_STREAMS; i++) {
        take(child, i);
        close(child->pipes[i]);
    }
    child->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    child->status = child->signal != 0 ? STATUS_SIGNAL + child->signal : WEXITSTATUS(status);
    child->process = 0;
}

bool child_poll(Child *child)
{
    int status = 0;
    if (child->process == 0) {
        return false;
    }
    pid_t ended = waitpid(child->process, &status, WNOHANG);
    if (ended == child->process) {
        end(child, status);
        return true;
    }
    take(child, 0);
    take(child, 1);
    return false;
}

void child_kill(Child *child)
{
    int status = 0;
    if (child->process != 0) {
        kill(-child->process, SIGKILL);
        kill(child->process, SIGKILL); /* which may not lead its group yet */
        waitpid(child->process, &status, 0);
        end(child, status);
    }
}

static void begin_in_place(const char *const *arguments)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    quit_restore();
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(STATUS_NOT_FOUND);
}

int child_run(const char *const *arguments, int *ended_by)
{
    int status = 0;
    int64_t told_ns = 0;
    pid_t process = fork();
    *ended_by = 0;
    if (process == 0) {
        begin_in_place(arguments);
    }
    while (process > 0 && waitpid(process, &status, WNOHANG) == 0) {
        if (quit_wished() && clock_now_ns() - told_ns > TELL_NS) {
            kill(process, SIGTERM);
            told_ns = clock_now_ns();
        }
        clock_sleep_ns(WAIT_NS); /* SA_RESTART would keep waitpid blocked */
    }
    *ended_by = process > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return process < 0 ? -1 : *ended_by != 0 ? STATUS_SIGNAL + *ended_by : WEXITSTATUS(status);
}
