#include "tools/bench_start.h"

#include "base/number.h"
#include "base/stats.h"
#include "host/sdl_start.h"
#include "time/real_clock.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 9, ANSWER_BYTES = 4096 };
static const char LIMIT[] = "CLOCKWORK_BENCH_WINDOW"; /* the renderer of the limit's window */
static const char ANSWER[] = "first_picture_ms ";     /* of `play --stats`, too */

/* ---- the limit ---- */

static bool present_black(const char *renderer)
{
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, renderer);
    if (strcmp(renderer, "software") == 0) {
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    }
    if (!sdl_has_display()) {
        return false;
    }
    const int centred = (int)SDL_WINDOWPOS_CENTERED;
    SDL_RendererInfo info = {0};
    SDL_Window *window = SDL_CreateWindow("bench", centred, centred, 1280, 720, 0);
    SDL_Renderer *sdl = window == NULL ? NULL : SDL_CreateRenderer(window, -1, 0);
    if (sdl == NULL || SDL_GetRendererInfo(sdl, &info) != 0 || strcmp(info.name, renderer) != 0) {
        return false;
    }
    SDL_SetRenderDrawColor(sdl, 0, 0, 0, 255);
    SDL_RenderClear(sdl);
    SDL_RenderPresent(sdl);
    return true;
}

int bench_start_limit(void)
{
    const char *renderer = getenv(LIMIT);
    struct timespec worked = {0};
    if (renderer == NULL) {
        return -1;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &worked); /* since exec: the linker */
    int64_t exec_ns =
        real_clock_now_ns(NULL) - (worked.tv_sec * INT64_C(1000000000) + worked.tv_nsec);
    bool shown = present_black(renderer);
    double ms = (double)(real_clock_now_ns(NULL) - exec_ns) * 1e-6;
    if (shown) {
        locale_t previous = number_locale_begin();
        printf("%s%.2f\n", ANSWER, ms);
        number_locale_end(previous);
    }
    SDL_Quit();
    return shown ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- the contest ---- */

static void become(const BenchSubject *subject, const char *renderer, bool limit, int output)
{
    char asked[64];
    snprintf(asked, sizeof asked, "display.renderer=%s", renderer);
    const char *const arguments[] = {subject->program,
                                     "play",
                                     subject->levels->names[0],
                                     "--ticks",
                                     "1",
                                     "--stats",
                                     "--set",
                                     "audio.sound=off",
                                     "--set",
                                     "game.flight_recorder=0",
                                     "--set",
                                     "display.fullscreen=off",
                                     "--set",
                                     "display.background=run",
                                     "--set",
                                     "display.width=1280",
                                     "--set",
                                     "display.height=720",
                                     "--set",
                                     asked,
                                     NULL};
    if (limit) {
        setenv(LIMIT, renderer, 1);
    }
    dup2(output, STDOUT_FILENO);
    if (freopen("/dev/null", "w", stderr) != NULL) {
        execv(subject->program, (char *const *)(uintptr_t)arguments);
    }
    _exit(127);
}

/* What a process says of itself; 0 when it says nothing. */
static double first_picture_ms(const BenchSubject *subject, const char *renderer, bool limit)
{
    int ends[2];
    char text[ANSWER_BYTES] = "";
    fflush(stdout); /* or the child would print it once more */
    if (pipe(ends) != 0) {
        return 0;
    }
    pid_t child = fork();
    if (child == 0) {
        become(subject, renderer, limit, ends[1]);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length + 1 < sizeof text;
         length += got > 0 ? (size_t)got : 0) {
        got = read(ends[0], text + length, sizeof text - 1 - length);
    }
    close(ends[0]);
    text[length] = '\0';
    int status = 0;
    bool ended = child > 0 && waitpid(child, &status, 0) == child;
    char *answer = strstr(text, ANSWER);
    double ms = 0;
    if (ended && answer != NULL) {
        answer += sizeof ANSWER - 1;
        answer[strcspn(answer, "\n")] = '\0';
        ended = number_parse(answer, &ms);
    }
    return ended ? ms : 0;
}

static bool measure(const BenchSubject *subject, const char *renderer, ContestResult *result,
                    CwError *error)
{
    double ours[ROUNDS], limits[ROUNDS], ratios[ROUNDS];
    result->lacks = sdl_may_have_display() ? "OpenGL" : "display";
    if (!sdl_may_have_display() || subject->levels->count == 0 ||
        !(first_picture_ms(subject, renderer, true) > 0)) {
        return true;
    }
    first_picture_ms(subject, renderer, false); /* fills the caches */
    for (int i = 0; i < ROUNDS; i++) {
        ours[i] = first_picture_ms(subject, renderer, false);
        limits[i] = first_picture_ms(subject, renderer, true);
        if (!(ours[i] > 0) || !(limits[i] > 0)) {
            return cw_error_set(error, "%s could not be started for a first picture",
                                subject->program);
        }
        ratios[i] = ours[i] / limits[i];
    }
    *result = contest_summary(ours, ROUNDS);
    result->limit_ns = stats_quantile(limits, ROUNDS, 0.5);
    result->ratio = stats_quantile(ratios, ROUNDS, 0.5);
    return true;
}

bool bench_first_picture_soft(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    return measure(subject, "software", result, error);
}

bool bench_first_picture_gl(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    return measure(subject, "opengl", result, error);
}
