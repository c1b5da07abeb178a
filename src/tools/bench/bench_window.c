/* Figures of the whole program as a process of its own: to its first picture in a window, and the
 * memory and the share of a core that the game's first level takes in a window, painted in
 * software, while it is paused and while the game's own recording of it plays. Real time counts, as
 * a player waits for it.
 *
 * The limit is a black window of the same size by SDL alone. It is this program again, told by its
 * environment. */
#include "base/number.h"
#include "bench/bench.h"
#include "cli/program.h"
#include "host/sdl_start.h"
#include "platform/clock.h"
#include "platform/path.h"
#include "tools/tools.h"

#include <SDL.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* After three seconds the transport bar of a recording is a line. */
enum { WARM_UP_MS = 4000, ROUND_MS = 500, COMMAND_BYTES = 1024 };

static const char ANSWER[] = "first_picture_ms "; /* `play --stats` says it, too */

/* ---- the black window ---- */

/* RENDERER WIDTH HEIGHT FPS; without a rate the window shows one picture and closes. */
static const char BLACK_WINDOW[] = "CLOCKWORK_BENCH_WINDOW";

/* NULL where SDL would use another renderer. */
static SDL_Renderer *open_window(const char *renderer, int width_px, int height_px)
{
    const int centred = (int)SDL_WINDOWPOS_CENTERED;
    SDL_RendererInfo info = {0};
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, renderer);
    if (strcmp(renderer, "software") == 0) {
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    }
    SDL_Window *window = sdl_has_display()
                             ? SDL_CreateWindow("bench", centred, centred, width_px, height_px, 0)
                             : NULL;
    SDL_Renderer *sdl = window == NULL ? NULL : SDL_CreateRenderer(window, -1, 0);
    bool right =
        sdl != NULL && SDL_GetRendererInfo(sdl, &info) == 0 && strcmp(info.name, renderer) == 0;
    return right ? sdl : NULL;
}

static void present_black(SDL_Renderer *sdl)
{
    SDL_SetRenderDrawColor(sdl, 0, 0, 0, 255);
    SDL_RenderClear(sdl);
    SDL_RenderPresent(sdl);
}

int bench_bare_main(void)
{
    const char *asked = getenv(BLACK_WINDOW);
    char renderer[16];
    int width_px = 1280, height_px = 720, fps = 0;
    if (asked == NULL ||
        sscanf(asked, "%15s %d %d %d", renderer, &width_px, &height_px, &fps) < 1) {
        return -1;
    }
    /* The CPU time since exec is the linker's. */
    int64_t begin_ns = clock_now_ns() - clock_work_ns();
    SDL_Renderer *sdl = open_window(renderer, width_px, height_px);
    if (sdl == NULL) {
        SDL_Quit();
        return EXIT_FAILURE;
    }
    present_black(sdl);
    printf("%s%.2f\n", ANSWER, (double)(clock_now_ns() - begin_ns) * 1e-6);
    while (fps > 0 && !SDL_QuitRequested()) { /* as loops by hand do it */
        present_black(sdl);
        SDL_Delay((Uint32)(1000 / fps));
    }
    SDL_Quit();
    return EXIT_SUCCESS;
}

/* ---- processes ---- */

/* Ours and the limit. */
typedef struct Windows {
    const BenchFigure *figure;
    const char *level;
    pid_t children[2];
    clockid_t clocks[2];
} Windows;

static double work_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Starts a shell with a command that begins with exec, so that it becomes this program. */
static pid_t start(const char *command)
{
    fflush(stdout); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return child;
}

#define PROGRAM "exec \"$CLOCKWORK_BENCH_PROGRAM\" "
#define SETTINGS                                                                                   \
    " --set=display.fullscreen=off --set=display.background=run --set=game.flight_recorder=0 "
#define QUIET " >/dev/null 2>&1"

/* Prints a black window's command into `command`. */
static void command_black(char command[COMMAND_BYTES], const char *renderer, int width_px, int fps)
{
    snprintf(command, COMMAND_BYTES, "%s='%s %d %d %d' " PROGRAM "bench 2>/dev/null", BLACK_WINDOW,
             renderer, width_px, width_px * 9 / 16, fps);
}

/* Returns what a process says of its first picture; 0 when it says nothing. */
static double first_picture_ms(const char *command)
{
    char line[256];
    double ms = 0;
    FILE *answers = popen(command, "r");
    while (answers != NULL && fgets(line, sizeof line, answers) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, ANSWER, sizeof ANSWER - 1) == 0) {
            number_parse(line + sizeof ANSWER - 1, &ms);
        }
    }
    return answers != NULL && pclose(answers) == 0 ? ms : 0;
}

/* ---- figures ---- */

static bool sample_picture(void *context, double *ours, double *limit)
{
    const Windows *windows = context;
    const char *renderer = windows->figure->scene;
    char command[COMMAND_BYTES];
    snprintf(command, sizeof command,
             PROGRAM "play %s --ticks=1 --stats --set=audio.sound=off --set=display.width=1280 "
                     "--set=display.height=720 --set=display.renderer=%s" SETTINGS " 2>/dev/null",
             windows->level, renderer);
    *ours = first_picture_ms(command);
    command_black(command, renderer, 1280, 0);
    *limit = first_picture_ms(command);
    return *ours > 0 && *limit > 0;
}

/* Measures both at once, so that other work of the machine hits both. */
static bool sample_share(void *context, double *ours, double *limit)
{
    const Windows *windows = context;
    int64_t begin_ns = clock_now_ns();
    *ours = -work_ns(windows->clocks[0]);
    *limit = -work_ns(windows->clocks[1]);
    SDL_Delay(ROUND_MS);
    double percent_ns = (double)(clock_now_ns() - begin_ns) / 100;
    *ours = (*ours + work_ns(windows->clocks[0])) / percent_ns;
    *limit = (*limit + work_ns(windows->clocks[1])) / percent_ns;
    return waitpid(windows->children[0], NULL, WNOHANG) == 0 &&
           waitpid(windows->children[1], NULL, WNOHANG) == 0;
}

static bool sample_memory(void *context, double *ours, double *limit)
{
    const Windows *windows = context;
    char path[48];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)windows->children[0]);
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fscanf(file, "%*d %ld", &pages) == 1;
    if (file != NULL) {
        fclose(file);
    }
    *ours = (double)pages * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
    *limit = 0;
    return read;
}

/* Starts the first level and, beside a share of a core, the black window. The recording that the
 * game brings of it drives as a player would, at no cost, where a bot may look ahead. */
static bool start_level(Windows *windows, bool plays)
{
    const BenchFigure *figure = windows->figure;
    const int width_px = figure->count;
    bool shares = figure->sample == sample_share;
    char command[COMMAND_BYTES];
    snprintf(command, sizeof command,
             PROGRAM "%s --set=audio.sound=%s --set=display.renderer=software "
                     "--set=display.target_fps=60 --set=display.width=%d --set=display.height=%d "
                     "--set=simulation.time_scale=%d" SETTINGS QUIET,
             plays ? "replay \"$CLOCKWORK_BENCH_RECORDING\"" : windows->level,
             shares ? "off" : "on", width_px, width_px * 9 / 16, (int)plays);
    windows->children[0] = start(command);
    bool started = clock_getcpuclockid(windows->children[0], &windows->clocks[0]) == 0;
    if (shares) {
        command_black(command, "software", width_px, 60);
        windows->children[1] = start(command);
        started = started && clock_getcpuclockid(windows->children[1], &windows->clocks[1]) == 0;
    }
    SDL_Delay(WARM_UP_MS);
    return started;
}

static BenchState open_windows(void *context, const BenchFigure *figure, const Program *program,
                               CwError *error)
{
    Windows *windows = context;
    char path[PATH_BYTES_MAX] = "", command[COMMAND_BYTES];
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) {
        return cw_error_set(error, "the program's file can't be found"), BENCH_FAILED;
    }
    setenv("CLOCKWORK_BENCH_PROGRAM", path, 1);
    windows->figure = figure;
    windows->level = program->levels.names[0];
    if (!sdl_may_have_display() || program->levels.count == 0) {
        return BENCH_NO_DISPLAY;
    }
    if (figure->scene != NULL) {
        command_black(command, figure->scene, 1280, 0);
        return first_picture_ms(command) > 0 ? BENCH_READY : BENCH_NO_OPENGL;
    }
    setenv("SDL_AUDIODRIVER", "dummy", 0); /* sounds are loaded without a card, too */
    snprintf(command, sizeof command, "%s.cwr", windows->level);
    path_join(path, program->replays_dir, command);
    setenv("CLOCKWORK_BENCH_RECORDING", path, 1);
    bool plays = strncmp(figure->name, "play", 4) == 0;
    return start_level(windows, plays) ? BENCH_READY : BENCH_FAILED;
}

static void close_windows(void *context)
{
    const Windows *windows = context;
    for (int i = 0; i < 2; i++) {
        pid_t child = windows->children[i];
        if (child > 0 && waitpid(child, NULL, WNOHANG) == 0) {
            kill(child, SIGTERM);
            waitpid(child, NULL, 0);
        }
    }
}

static const BenchFigure figures[] = {
    {"picture_soft", "ms", "to the first picture in a window, software; limit: SDL's, of black", 2,
     .sample = sample_picture, .scene = "software", .rounds = 9},
    {"picture_gl", "ms", "the same by OpenGL", 1.55, .sample = sample_picture, .scene = "opengl",
     .rounds = 9},
    {"still_720p", "% of core", "a level at time_scale 0, software; limit: SDL presenting black",
     1.25, .sample = sample_share, .count = 1280, .rounds = 9},
    {"play_720p", "% of core", "its own recording, played at 1280x720", 12.5,
     .sample = sample_share, .count = 1280, .rounds = 9},
    {"memory_360p", "MiB",
     "resident, in the first level in a window of 640x360, software, with sound", 0,
     .sample = sample_memory, .count = 640, .rounds = 1},
    {"memory_720p", "MiB", "the same at 1280x720", 0, .sample = sample_memory, .count = 1280,
     .rounds = 1},
    {"memory_1080p", "MiB", "the same at 1920x1080", 0, .sample = sample_memory, .count = 1920,
     .rounds = 1},
};

const BenchGroup bench_window = {figures, CW_ARRAY_LENGTH(figures), sizeof(Windows), open_windows,
                                 close_windows};
