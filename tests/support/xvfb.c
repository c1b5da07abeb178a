#include "xvfb.h"

#include "test.h"

#include <sys/prctl.h>
#include <sys/wait.h>

/* SDL's search for a D-Bus session leaks an error text, once, inside libdbus. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libdbus-1.so\n";
}

/* Asked by the leak sanitizer at exit. Its search itself crashes now and then among the threads of
 * a software OpenGL, so it is left out where one was loaded. */
int __lsan_is_turned_off(void);

static int driver_loaded;

int __lsan_is_turned_off(void)
{
    return driver_loaded;
}

static pid_t server;
static pid_t owner;

/* Tests run in forked children, which leave through exit() too: only the owner ends the server. */
static void stop_server(void)
{
    if (getpid() == owner && server > 0) {
        kill(server, SIGTERM);
        waitpid(server, NULL, 0);
    }
}

static void become_server(int write_end)
{
    char fd_text[16];
    snprintf(fd_text, sizeof fd_text, "%d", write_end);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (freopen("/dev/null", "w", stderr) == NULL) { /* for complaints of displays in use */
        _exit(127);
    }
    execlp("Xvfb", "Xvfb", "-displayfd", fd_text, "-screen", "0", "1280x800x24", "-noreset",
           "-nolisten", "tcp", (char *)NULL);
    _exit(127);
}

/* The server writes its number once it takes clients; nothing when it could not start. */
static bool read_display(int read_end)
{
    char number[16] = "";
    size_t length = 0;
    ssize_t got = 1;
    while (got > 0 && length + 1 < sizeof number && memchr(number, '\n', length) == NULL) {
        got = read(read_end, number + length, sizeof number - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    char display[20];
    snprintf(display, sizeof display, ":%d", atoi(number));
    return length > 1 && setenv("DISPLAY", display, 1) == 0;
}

static _Noreturn void give_up(void)
{
    fprintf(stderr, "Xvfb is installed but did not start; try it by hand\n");
    exit(EXIT_FAILURE);
}

int xvfb_start(void)
{
    int ends[2];
    if (server > 0) {
        return 1;
    }
    if (system("command -v Xvfb >/dev/null && command -v xdotool >/dev/null") != 0) {
        return test_skip_file(
            "needs the packages xvfb and xdotool, which make setup test installs");
    }
    if (pipe(ends) != 0) {
        give_up();
    }
    owner = getpid();
    server = fork();
    if (server == 0) {
        close(ends[0]);
        become_server(ends[1]);
    }
    close(ends[1]);
    bool started = server > 0 && read_display(ends[0]);
    close(ends[0]);
    atexit(stop_server);
    if (!started) {
        give_up();
    }
    return 1;
}

void xvfb_forgive_driver_leaks(void)
{
    driver_loaded = 1;
}

bool xvfb_xdotool(const char *arguments)
{
    char command[512];
    int length = snprintf(command, sizeof command, "xdotool %s >/dev/null", arguments);
    return length > 0 && (size_t)length < sizeof command && system(command) == 0;
}
