/* Measures the program as a process: the real time to its first picture, and its memory and CPU
 * share in the game's first level, paused or playing the level's recording. The limit is a black
 * window by SDL alone, which another process of this program shows (BLACK_WINDOW). */
#include "bench/bench.h"
#include "host/host_sdl.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/display.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

/* WARM_UP_MS: a recording's transport bar shrinks to a line after three seconds. */
enum { WARM_UP_MS = 4000, ROUND_MS = 500, COMMAND_BYTES = 1024 };

static const char ANSWER[] = "first_picture_ms "; /* printed by `play --stats`, too */

/* ---- the black window ---- */

/* Environment variable "RENDERER WIDTH HEIGHT FPS": shows a black window; FPS 0: one picture. */
static const char BLACK_WINDOW[] = "CLOCKWORK_BENCH_WINDOW";

/* NULL without a display, or if SDL chose another renderer. */
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
    bool is_known = sdl != NULL && SDL_GetRendererInfo(sdl, &info) == 0;
    return is_known && strcmp(info.name, renderer) == 0 ? sdl : NULL;
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
    /* Includes the CPU time since exec, which the dynamic linker took. */
    int64_t begin_ns = clock_now_ns() - clock_work_ns();
    SDL_Renderer *sdl = open_window(renderer, width_px, height_px);
    if (sdl == NULL) {
        SDL_Quit();
        return EXIT_FAILURE;
    }
    present_black(sdl);
    printf("%s%.2f\n", ANSWER, (double)(clock_now_ns() - begin_ns) * 1e-6);
    while (fps > 0 && !SDL_QuitRequested()) { /* a simple loop, paced by sleep alone */
        present_black(sdl);
        SDL_Delay((Uint32)(1000 / fps));
    }
    SDL_Quit();
    return EXIT_SUCCESS;
}

/* ---- processes ---- */

typedef struct Windows {
    const BenchFigure *figure;
    const char *level;
    Process processes[2];
} Windows;

#define SETTINGS                                                                                   \
    " --set=display.width=1280 --set=display.height=720 --set=display.fullscreen=off"              \
    " --set=display.background=run --set=game.flight_recorder=0 "

/* Begins a command, by default with SDL's dummy sound card, so that sounds are always loaded. */
#define COMMAND "SDL_AUDIODRIVER=${SDL_AUDIODRIVER:-dummy} exec \"$0\" "

static void write_black_command(char command[COMMAND_BYTES], const char *renderer, int fps)
{
    snprintf(command, COMMAND_BYTES, "%s='%s 1280 720 %d' " COMMAND "bench", BLACK_WINDOW, renderer,
             fps);
}

/* Runs a command. Returns the time to its first picture, as it prints it; 0 if it fails. */
static double first_picture_ms(Windows *windows, const char *command)
{
    Process *process = &windows->processes[0];
    if (!bench_start(process, command, NULL, NULL, NULL)) {
        return 0;
    }
    process_wait(process);
    const char *line = strstr(process->texts[PROCESS_OUTPUT], ANSWER);
    bool is_shown = line != NULL && process->status == 0;
    return is_shown ? strtod(line + sizeof ANSWER - 1, NULL) : 0;
}

/* ---- figures ---- */

static double black_ms(Windows *windows)
{
    char command[COMMAND_BYTES];
    write_black_command(command, windows->figure->scene, 0);
    return first_picture_ms(windows, command);
}

static bool sample_picture(void *context, double *ours, double *limit)
{
    Windows *windows = context;
    char command[COMMAND_BYTES];
    snprintf(command, sizeof command,
             COMMAND
             "play %s --ticks=1 --stats --set=audio.sound=off --set=display.renderer=%s" SETTINGS,
             windows->level, windows->figure->scene);
    *ours = first_picture_ms(windows, command);
    *limit = black_ms(windows);
    return *ours > 0 && *limit > 0;
}

static double work_ns(const Windows *windows, int which)
{
    return (double)process_cost(&windows->processes[which]).work_ns;
}

/* Measures both at the same time, so that other load on the machine affects both. */
static bool sample_share(void *context, double *ours, double *limit)
{
    Windows *windows = context;
    int64_t begin_ns = clock_now_ns();
    *ours = -work_ns(windows, 0);
    *limit = -work_ns(windows, 1);
    SDL_Delay(ROUND_MS);
    double percent_ns = (double)(clock_now_ns() - begin_ns) / 100;
    *ours = (*ours + work_ns(windows, 0)) / percent_ns;
    *limit = (*limit + work_ns(windows, 1)) / percent_ns;
    return !process_poll(&windows->processes[0]) && !process_poll(&windows->processes[1]);
}

static bool sample_memory(void *context, double *ours, double *limit)
{
    const Windows *windows = context;
    *ours = (double)process_cost(&windows->processes[0]).resident_bytes / (1 << 20);
    *limit = (double)process_cost(&windows->processes[1]).resident_bytes / (1 << 20);
    return *ours > 0 && *limit > 0;
}

/* Starts a level and the black window. A bundled recording drives, which costs no CPU time. */
static bool start_level(Windows *windows, const Program *program)
{
    char command[COMMAND_BYTES], black[COMMAND_BYTES];
    char recording[PATH_BYTES_MAX];
    bool plays = strncmp(windows->figure->name, "play", 4) == 0;
    best_runs_bundled(recording, program->replays_dir, windows->level, NULL);
    snprintf(command, sizeof command,
             COMMAND "%s %s --set=audio.sound=%s --set=display.renderer=software "
                     "--set=display.target_fps=60 --set=simulation.time_scale=%d" SETTINGS,
             plays ? "replay" : "play", plays ? "\"$1\"" : windows->level,
             windows->figure->sample == sample_share ? "off" : "on", (int)plays);
    write_black_command(black, "software", 60);
    bool started = bench_start(&windows->processes[0], command, NULL, recording, NULL) &&
                   bench_start(&windows->processes[1], black, NULL, NULL, NULL);
    SDL_Delay(WARM_UP_MS);
    return started;
}

static BenchState open_windows(void *context, const BenchFigure *figure, const Program *program,
                               CwError *error)
{
    Windows *windows = context;
    windows->figure = figure;
    if (!display_may_exist() || program->levels.count == 0) {
        return BENCH_NO_DISPLAY;
    }
    windows->level = program->levels.names[0];
    if (figure->scene != NULL) {
        return black_ms(windows) > 0 ? BENCH_READY : BENCH_NO_OPENGL;
    }
    return start_level(windows, program) ||
                   cw_error_set(error, "%s: a second clockwork can't be started", figure->name)
               ? BENCH_READY
               : BENCH_FAILED;
}

static void close_windows(void *context)
{
    Windows *windows = context;
    process_kill(&windows->processes[0]);
    process_kill(&windows->processes[1]);
}

static const BenchFigure FIGURES[] = {
    {"picture_soft", "ms", "to the first picture in a window, software; limit: SDL's, of black",
     1.6, .sample = sample_picture, .scene = "software", .rounds = 9},
    {"picture_gl", "ms", "the same by OpenGL", 1.45, .sample = sample_picture, .scene = "opengl",
     .rounds = 9},
    {"still_720p", "% of core", "a level at time_scale 0, software; limit: SDL presenting black",
     1.25, .sample = sample_share, .rounds = 18},
    {"play_720p", "% of core", "its own recording, played at 1280x720", 11, .sample = sample_share,
     .rounds = 18},
    {"memory_720p", "MiB", "resident, in the first level, with sound; limit: a black window", 3.1,
     .sample = sample_memory, .rounds = 1},
};

const BenchGroup bench_window = {FIGURES, CW_ARRAY_LENGTH(FIGURES), sizeof(Windows), open_windows,
                                 close_windows};
