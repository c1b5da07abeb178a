#include "real_game.h"

#include "xvfb.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int PATIENCE_S = 20;

RealGame real_game;

/* What SDL leaves behind of its session bus is no leak of the game. */
static void forgive_bus_leaks(void)
{
    char path[64], options[128];
    snprintf(path, sizeof path, "%s/leaks", real_game.folder);
    snprintf(options, sizeof options, "suppressions=%s:print_suppressions=0", path);
    FILE *leaks = fopen(path, "w");
    ck_assert_ptr_nonnull(leaks);
    fputs("leak:libdbus-1\n", leaks);
    fclose(leaks);
    setenv("LSAN_OPTIONS", options, 1);
}

void real_game_set_up(void)
{
    real_game = (RealGame){.folder = "/tmp/clockwork-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(real_game.folder));
    setenv("XDG_DATA_HOME", real_game.folder, 1);
    forgive_bus_leaks();
    /* A test that failed may have left keys down. */
    ck_assert(
        xvfb_xdotool("keyup Right keyup Left keyup Up keyup Down keyup space keyup a keyup d"));
}

void real_game_tear_down(void)
{
    char command[64];
    if (real_game.pid != 0) {
        kill(real_game.pid, SIGKILL);
        waitpid(real_game.pid, NULL, 0);
    }
    snprintf(command, sizeof command, "rm -r %s", real_game.folder);
    ck_assert_int_eq(system(command), 0);
}

int real_game_prepare(void)
{
    if (getenv("CLOCKWORK") == NULL) {
        fprintf(stderr, "SKIPPED: CLOCKWORK names no program; `make test` sets it\n");
        return 0;
    }
    return xvfb_start();
}

static bool ran_out(time_t begin_s)
{
    const struct timespec pause = {.tv_nsec = 30000000};
    nanosleep(&pause, NULL);
    return time(NULL) - begin_s > PATIENCE_S;
}

/* The window's number, 0 while there is none. */
static unsigned long find_window(const char *title)
{
    char command[120];
    unsigned long window = 0;
    snprintf(command, sizeof command, "xdotool search --onlyvisible --name '^%s$' 2>/dev/null",
             title);
    FILE *search = popen(command, "r");
    ck_assert_ptr_nonnull(search);
    if (fscanf(search, "%lu", &window) != 1) {
        window = 0;
    }
    pclose(search);
    return window;
}

static void xdotool(const char *verb, const char *arguments)
{
    char command[128];
    snprintf(command, sizeof command, "%s %s", verb, arguments);
    ck_assert_msg(xvfb_xdotool(command), "xdotool %s failed", command);
}

static void start(const char *command, const char *title)
{
    char window[24];
    real_game.pid = fork();
    ck_assert_int_ge(real_game.pid, 0);
    if (real_game.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    time_t begin_s = time(NULL);
    while ((real_game.window = find_window(title)) == 0) {
        ck_assert_msg(real_game_runs() && !ran_out(begin_s), "no window of: %s", command);
    }
    snprintf(window, sizeof window, "%lu", real_game.window);
    xdotool("windowfocus --sync", window);
}

void real_game_play(const char *arguments)
{
    char command[512];
    snprintf(command, sizeof command,
             "exec \"$CLOCKWORK\" play --set display.width=640 --set display.height=360 "
             "--probe-log %s/probe.csv --frame-log %s/frames.csv %s 2>%s/said",
             real_game.folder, real_game.folder, arguments, real_game.folder);
    start(command, "Windup");
}

/* Of an engine that is not installed: its headers are enough for a shared object. By a link, as the
 * way to them may have a blank. */
static void write_package(void)
{
    char path[64], link[64], headers[PATH_MAX + 16], root[PATH_MAX];
    snprintf(path, sizeof path, "%s/clockwork.pc", real_game.folder);
    FILE *package = fopen(path, "w");
    ck_assert(package != NULL && getcwd(root, sizeof root) != NULL);
    snprintf(link, sizeof link, "%s/include", real_game.folder);
    snprintf(headers, sizeof headers, "%s/include", root);
    ck_assert_int_eq(symlink(headers, link), 0);
    fprintf(package,
            "Name: clockwork\nDescription: headers\nVersion: 1\nCflags: -I%s/include "
            "-ffp-contract=off -fno-builtin\n"
            "Libs: -lm\n",
            real_game.folder);
    fclose(package);
    setenv("PKG_CONFIG_PATH", real_game.folder, 1);
}

void real_game_develop(void)
{
    char command[512];
    write_package();
    snprintf(command, sizeof command,
             "\"$CLOCKWORK\" new %s/game >%s/said && exec \"$CLOCKWORK\" dev %s/game "
             "--set display.width=640 --set display.height=360 --dev-log %s/rows 2>%s/said",
             real_game.folder, real_game.folder, real_game.folder, real_game.folder,
             real_game.folder);
    start(command, "Game");
}

void real_game_change(const char *file, const char *edit)
{
    char command[512];
    snprintf(command, sizeof command, "cd %s && sed '%s' game/%s >changed && mv changed game/%s",
             real_game.folder, edit, file, file);
    ck_assert_int_eq(system(command), 0);
}

DevRow real_game_wait_save(int number)
{
    char path[64], line[256];
    time_t begin_s = time(NULL);
    for (;;) {
        snprintf(path, sizeof path, "%s/rows", real_game.folder);
        FILE *rows = fopen(path, "r");
        int at = 0;
        while (rows != NULL && fgets(line, sizeof line, rows) != NULL && at < number) {
            at++;
        }
        bool there = rows != NULL && at == number && !feof(rows);
        if (rows != NULL) {
            fclose(rows);
        }
        DevRow row = {0};
        if (there && sscanf(line, "%15[^,],%*[^,],%*d,%*d,%*d,%lu,%*[^,],%15[^\n]", row.what,
                            &row.ticks, row.outcome) == 3) {
            return row;
        }
        ck_assert_msg(real_game_runs() && !ran_out(begin_s), "save %d comes to nothing", number);
    }
}

void real_game_press(const char *key)
{
    xdotool("keydown", key);
}

void real_game_release(const char *key)
{
    xdotool("keyup", key);
}

void real_game_tap(const char *key)
{
    xdotool("key", key);
}

typedef bool ReadRow(const char *line, int index);

static bool read_probe_row(const char *line, int index)
{
    ProbeRow *row = &real_game.probe[index];
    return sscanf(line, "%lu,%lf,%lf,%lf,%lf,%lf,%lf", &row->tick, &row->x_m, &row->y_m,
                  &row->vx_mps, &row->vy_mps, &row->angle_rad, &row->progress) == 7;
}

static bool read_frame_row(const char *line, int index)
{
    FrameRow *row = &real_game.frames[index];
    return sscanf(line, "%lu,%lld,%*d,%lu,%lu", &row->frame, &row->measured_ns, &row->ticks,
                  &row->tick) == 4;
}

/* The lines that are whole and rows of numbers; returns how many. */
static int read_log(const char *file, ReadRow *read_row)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "%s/%s", real_game.folder, file);
    FILE *log = fopen(path, "r");
    int count = 0;
    while (log != NULL && count < REAL_GAME_ROWS_MAX && fgets(line, sizeof line, log) != NULL) {
        if (line[0] >= '0' && line[0] <= '9' && strchr(line, '\n') != NULL) {
            ck_assert_msg(read_row(line, count++), "%s: %s", file, line);
        }
    }
    if (log != NULL) {
        fclose(log);
    }
    return count;
}

void real_game_read_logs(void)
{
    real_game.probe_count = read_log("probe.csv", read_probe_row);
    real_game.frame_count = read_log("frames.csv", read_frame_row);
}

int real_game_wait_row(int from, ProbeWanted *wanted)
{
    time_t begin_s = time(NULL);
    do {
        ck_assert_msg(real_game_runs(), "the game ended by itself");
        real_game_read_logs();
        for (int i = from; i < real_game.probe_count; i++) {
            if (wanted(&real_game.probe[i])) {
                return i;
            }
        }
    } while (!ran_out(begin_s));
    ck_abort_msg("no such row from %d on, of %d", from, real_game.probe_count);
    return -1;
}

/* Waits until a log has `count` more rows. Returns the rows now. */
static int wait_rows(const int *rows, int count, const char *what)
{
    real_game_read_logs();
    int from = *rows;
    time_t begin_s = time(NULL);
    do {
        ck_assert_msg(real_game_runs() && !ran_out(begin_s), "no %d more %s", count, what);
        real_game_read_logs();
    } while (*rows < from + count);
    return *rows;
}

int real_game_wait_ticks(int count)
{
    return wait_rows(&real_game.probe_count, count, "ticks");
}

int real_game_wait_frames(int count)
{
    return wait_rows(&real_game.frame_count, count, "frames");
}

bool real_game_runs(void)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)real_game.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
}

int real_game_wait_end(void)
{
    int status = 0;
    time_t begin_s = time(NULL);
    while (waitpid(real_game.pid, &status, WNOHANG) == 0) {
        ck_assert_msg(!ran_out(begin_s), "the game does not end");
    }
    real_game.pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void real_game_end(void)
{
    ck_assert_int_eq(kill(real_game.pid, SIGTERM), 0);
    ck_assert_int_eq(real_game_wait_end(), EXIT_SUCCESS);
    real_game_read_logs();
}
