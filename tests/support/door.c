#include "door.h"

#include "xvfb.h"

#include <limits.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

Door door;
static char display[32], checkout[PATH_MAX], prefix[PATH_MAX];

int door_prepare(void)
{
    /* the folder of `make install`: from run.sh, or beside the build for runs by hand */
    const char *named = getenv("CLOCKWORK_INSTALLED");
    if (getcwd(checkout, sizeof checkout) == NULL ||
        realpath(named == NULL ? "build/installed" : named, prefix) == NULL) {
        return test_skip_file("needs an installation (make install PREFIX=$PWD/build/installed)");
    }
    char path[PATH_MAX + 32]; /* no textf, which asserts: this is outside of tests */
    snprintf(path, sizeof path, "%s/bin/clockwork", prefix);
    setenv("CLOCKWORK", path, 1);
    snprintf(path, sizeof path, "%s/lib/pkgconfig", prefix);
    setenv("PKG_CONFIG_PATH", path, 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    setenv("CLOCKWORK_LOGS", "now", 1);
    snprintf(path, sizeof path, "%s/cache", temp_shared); /* sounds and pictures are made once */
    setenv("CLOCKWORK_CACHE", path, 1);
    static const char *const NOT_OURS[] = {"MAKEFLAGS",       "MAKEOVERRIDES",  "MFLAGS",
                                           "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(NOT_OURS); i++) {
        unsetenv(NOT_OURS[i]);
    }
    if (program_find() == 0 || xvfb_start() == 0) {
        return 0;
    }
    snprintf(display, sizeof display, "%s", getenv("DISPLAY"));
    return 1;
}

void door_set_up(void)
{
    door = (Door){0};
    program_begin();
    ck_assert_int_eq(unlink("assets"), 0); /* an installed program brings its own */
    setenv("DISPLAY", display, 1);
    /* A test that failed may have left keys down. */
    ck_assert(xvfb_xdotool("keyup Right keyup Left keyup Up keyup Down keyup space keyup BackSpace "
                           "mousemove 1279 799"));
}

void door_tear_down(void)
{
    if (door.pid != 0) {
        kill(door.pid, SIGKILL);
        waitpid(door.pid, NULL, 0);
    }
}

static bool runs(void)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)door.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
}

static bool ran_out(time_t begin_s)
{
    const struct timespec pause = {.tv_nsec = 30000000};
    nanosleep(&pause, NULL);
    return time(NULL) - begin_s > DOOR_PATIENCE_S;
}

static unsigned long find_window(const char *title)
{
    char command[160];
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
    const char *command = textf("%s %s", verb, arguments);
    ck_assert_msg(xvfb_xdotool(command), "xdotool %s failed", command);
}

void door_focus(const char *title)
{
    time_t begin_s = time(NULL);
    while ((door.window = find_window(title)) == 0) {
        ck_assert_msg(runs() && !ran_out(begin_s), "no window \"%s\"\n%s", title, temp_read("err"));
    }
    xdotool("windowfocus --sync", textf("%lu", door.window));
}

void door_start(const char *line, const char *title)
{
    static const char *const LOGS[] = {"probe.csv", "frames.csv", "rows"}; /* of one before */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(LOGS); i++) {
        unlink(LOGS[i]);
    }
    door.probe_count = door.frame_count = 0;
    door.pid = fork();
    ck_assert_int_ge(door.pid, 0);
    if (door.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (door.has_hands) {
            setenv("LD_PRELOAD", "./hands.so", 1);
        }
        execl("/bin/sh", "sh", "-c", textf("exec >out 2>err; %s", line), (char *)NULL);
        _exit(127);
    }
    door_focus(title);
}

void door_play(const char *arguments)
{
    door_start(textf("exec \"$CLOCKWORK\" play" DOOR_OPTIONS "%s", arguments), "Windup");
    door_wait_ticks(1); /* keys that are pressed before it begins are not the game's */
}

void door_develop(const char *arguments)
{
    expect_ok("[ -d game ] || cw new game");
    door_start(textf("exec \"$CLOCKWORK\" dev game --dev-log rows" DOOR_OPTIONS "%s", arguments),
               "Game");
}

static bool is_late(const ProbeRow *row)
{
    return row->tick > 120;
}

void door_wait_late(void)
{
    door_wait_row(0, is_late);
}

void door_develop_and_pause(void)
{
    door_develop("--hold right");
    door_wait_late();
    door_tap("Escape");
    door_wait_still();
}

void door_build(const char *name)
{
    expect_once(textf("{ [ -e %s.c ] || cp '%s/tests/door/%s.c' .; } && "
                      "${CC:-cc} %s.c $(pkg-config --cflags --libs clockwork-workshop) -o %s.built",
                      name, checkout, name, name, name));
    expect_ok(textf("cp %s.built %s", name, name));
}

void door_own_installation(void)
{
    expect_ok(textf("cp -rs '%s' installed && cd installed && "
                    "cp -r --remove-destination '%s'/bin . && cd share/windup && "
                    "cp -r --remove-destination '%s'/share/windup/config.ini . && "
                    "cp -r --remove-destination '%s'/share/windup/assets/levels assets",
                    prefix, prefix, prefix, prefix));
    setenv("CLOCKWORK", temp_path("installed/bin/clockwork"), 1);
}

void door_change(const char *file, const char *edit)
{
    expect_ok(textf("sed '%s' game/%s >changed && mv changed game/%s", edit, file, file));
}

static bool read_save(int number, DevRow *row)
{
    char line[256];
    int seen = -1; /* the first line is a heading */
    FILE *rows = fopen("rows", "r");
    while (rows != NULL && seen < number && fgets(line, sizeof line, rows) != NULL) {
        seen += strchr(line, '\n') != NULL;
    }
    if (rows != NULL) {
        fclose(rows);
    }
    ck_assert_msg(seen < number || sscanf(line, "%15[^,],%*[^,],%*d,%*d,%*d,%lu,%*[^,],%15[^\n]",
                                          row->what, &row->ticks, row->outcome) == 3,
                  "%s", line);
    return seen == number;
}

DevRow door_wait_save(int number)
{
    DevRow row = {0};
    time_t begin_s = time(NULL);
    while (!read_save(number, &row)) {
        ck_assert_msg(runs() && !ran_out(begin_s), "save %d comes to nothing\n%s", number,
                      temp_read("err"));
    }
    return row;
}

void door_press(const char *key)
{
    xdotool("keydown", key);
}

void door_release(const char *key)
{
    xdotool("keyup", key);
}

void door_tap(const char *keys)
{
    xdotool("key", keys);
}

/* By way of a place beside it: a mouse that does not move is not in use. */
void door_click(int x, int y)
{
    ck_assert(xvfb_xdotool(textf("mousemove --window %lu %d %d mousemove --window %lu %d %d",
                                 door.window, x - 9, y - 9, door.window, x, y)));
    xdotool("click", "1");
}

void door_grow_hands(void)
{
    expect_once(
        textf("${CC:-cc} -shared -fPIC '%s/tests/door/hands.c' -lSDL2 -o hands.so", checkout));
    door.has_hands = true;
}

void door_use_hands(const char *lines)
{
    expect_ok(textf("echo '%s' >lines.new && mv lines.new lines", lines));
    door_wait("[ ! -e lines ]");
    door_wait_frames(5);
}

XPicture *door_look(void)
{
    return x_picture_take(door.window, door.watched);
}

void door_watch(XRect part)
{
    door.watched = part;
}

/* Saves the picture that was seen instead, as a PPM. */
static const char *keep_picture(void)
{
    const char *path = textf("%s/../door-%d.ppm", prefix, getpid());
    XPicture *picture = x_picture_take(door.window, (XRect){0});
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "P6 %d %d 255\n", picture->width_px, picture->height_px);
    for (int i = 0; i < picture->width_px * picture->height_px; i++) {
        for (int shift = 16; shift >= 0; shift -= 8) {
            fputc((int)(picture->pixels[i] >> shift & 255), file);
        }
    }
    fclose(file);
    free(picture);
    return path;
}

static void expect_patience(time_t begin_s, const char *what)
{
    ck_assert_msg(runs(), "%s: the game ended by itself\n%s", what, temp_read("err"));
    if (ran_out(begin_s)) {
        ck_abort_msg("%s: not seen, but %s\n%s", what, keep_picture(), temp_read("err"));
    }
}

/* The frame that is under way, one that sees the keys and is shown, and one that comes after it. */
enum { FRAMES_SEEN = 4 };

XPicture *door_see(void)
{
    door_wait_frames(FRAMES_SEEN);
    return door_look();
}

XPicture *door_wait_still(void)
{
    time_t begin_s = time(NULL);
    XPicture *picture = door_see();
    for (int same = 0; same < FRAMES_SEEN;) {
        expect_patience(begin_s, "a picture that stands");
        door_wait_frames(1);
        XPicture *next = door_look();
        bool stands = x_picture_difference(picture, next) == 0 && x_picture_colours(next) > 1;
        same = stands ? same + 1 : 0;
        free(picture);
        picture = next;
    }
    return picture;
}

static XPicture *wait_difference(const XPicture *from, double least, double most)
{
    time_t begin_s = time(NULL);
    for (;;) {
        XPicture *picture = door_look();
        double part = x_picture_difference(picture, from);
        if (part >= least && part <= most) {
            return picture;
        }
        free(picture);
        expect_patience(begin_s,
                        textf("a picture that differs in %g to %g (%g)", least, most, part));
    }
}

XPicture *door_wait_change(const XPicture *from, double part)
{
    return wait_difference(from, part, 1);
}

XPicture *door_wait_same(const XPicture *as, double part)
{
    return wait_difference(as, 0, part);
}

void door_wait_colour(uint32_t colour, double part)
{
    time_t begin_s = time(NULL);
    for (double share = 0; share < part;) {
        expect_patience(begin_s, textf("the colour %06x (%g)", colour, share));
        XPicture *picture = door_look();
        share = x_picture_share(picture, colour);
        free(picture);
    }
}

void door_wait(const char *line)
{
    time_t begin_s = time(NULL);
    const char *command = textf("{ %s\n} >.wait 2>&1", line);
    while (system(command) != 0) {
        expect_patience(begin_s, line);
    }
}

typedef bool ReadRow(const char *line, int index);

static bool read_probe_row(const char *line, int index)
{
    ProbeRow *row = &door.probe[index];
    return sscanf(line, "%lu,%lf,%lf,%lf,%lf,%lf,%lf", &row->tick, &row->x_m, &row->y_m,
                  &row->vx_mps, &row->vy_mps, &row->angle_rad, &row->progress) == 7;
}

static bool read_frame_row(const char *line, int index)
{
    FrameRow *row = &door.frames[index];
    return sscanf(line, "%lu,%lld,%lld,%lu,%lu,%*f,%lld,%lld", &row->frame, &row->measured_ns,
                  &row->used_ns, &row->ticks, &row->tick, &row->shown_ns, &row->dropped_ns) == 7;
}

/* The lines that are whole and rows of numbers; returns how many. */
static int read_log(const char *file, ReadRow *read_row)
{
    char line[256];
    FILE *log = fopen(file, "r");
    int count = 0;
    while (log != NULL && count < DOOR_ROWS_MAX && fgets(line, sizeof line, log) != NULL) {
        if (line[0] >= '0' && line[0] <= '9' && strchr(line, '\n') != NULL) {
            ck_assert_msg(read_row(line, count++), "%s: %s", file, line);
        }
    }
    if (log != NULL) {
        fclose(log);
    }
    return count;
}

void door_read_logs(void)
{
    door.probe_count = read_log("probe.csv", read_probe_row);
    door.frame_count = read_log("frames.csv", read_frame_row);
}

int door_wait_row(int from, ProbeWanted *wanted)
{
    time_t begin_s = time(NULL);
    for (;;) {
        expect_patience(begin_s, "a row of the probe log");
        door_read_logs();
        for (int i = from; i < door.probe_count; i++) {
            if (wanted(&door.probe[i])) {
                return i;
            }
        }
    }
}

bool row_is_first(const ProbeRow *row)
{
    return row->tick == 1;
}

bool row_is_fast(const ProbeRow *row)
{
    return row->vx_mps > 3;
}

bool row_is_rolling(const ProbeRow *row)
{
    return row->x_m > 12 && row->vx_mps > 3;
}

int door_turn(int from)
{
    int turn = from + 1;
    while (turn < door.probe_count && door.probe[turn].tick > door.probe[turn - 1].tick) {
        turn++;
    }
    ck_assert_int_lt(turn, door.probe_count);
    return turn;
}

unsigned long door_last_tick(void)
{
    return door.probe[door.probe_count - 1].tick;
}

static int wait_rows(const int *rows, int count, const char *what)
{
    door_read_logs();
    int from = *rows;
    time_t begin_s = time(NULL);
    while (*rows < from + count) {
        expect_patience(begin_s, what);
        door_read_logs();
        from = *rows < from ? 0 : from; /* of a run that began since */
    }
    return *rows;
}

int door_wait_ticks(int count)
{
    return wait_rows(&door.probe_count, count, "ticks of the log");
}

int door_wait_frames(int count)
{
    return wait_rows(&door.frame_count, count, "frames of the log");
}

double door_speed(void)
{
    int from = door_wait_frames(FRAMES_SEEN);
    door_wait_frames(30);
    const FrameRow *rows = door.frames;
    long long simulated_ns = rows[door.frame_count - 1].shown_ns - rows[from - 1].shown_ns, ns = 0;
    for (int i = from; i < door.frame_count; i++) {
        simulated_ns += rows[i].dropped_ns;
        ns += rows[i].used_ns;
    }
    ck_assert_int_gt(ns, 0);
    return (double)simulated_ns / (double)ns;
}

int door_wait_end(void)
{
    int status = 0;
    time_t begin_s = time(NULL);
    while (waitpid(door.pid, &status, WNOHANG) == 0) {
        ck_assert_msg(!ran_out(begin_s), "the game does not end");
    }
    door.pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void door_end(void)
{
    ck_assert_int_eq(kill(door.pid, SIGTERM), 0);
    ck_assert_int_eq(door_wait_end(), EXIT_SUCCESS);
    door_read_logs();
}

void door_kill(void)
{
    ck_assert_int_eq(kill(door.pid, SIGKILL), 0);
    ck_assert_int_eq(door_wait_end(), -1);
    door_read_logs();
}
