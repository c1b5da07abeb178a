#include "bench/bench_bare.h"

#include "base/number.h"
#include "host/sdl_start.h"
#include "time/real_clock.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char ASKED[] = "CLOCKWORK_BENCH_WINDOW"; /* RENDERER [WIDTH HEIGHT FPS] */
const char bench_bare_answer[] = "first_picture_ms ";

void bench_bare_ask(const BareWindow *window)
{
    char text[64];
    snprintf(text, sizeof text, "%s %d %d %d", window->renderer, window->width_px,
             window->height_px, window->fps);
    setenv(ASKED, text, 1);
}

/* NULL where it would not be by that renderer. */
static SDL_Renderer *open_window(const BareWindow *bare)
{
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, bare->renderer);
    if (strcmp(bare->renderer, "software") == 0) {
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    }
    if (!sdl_has_display()) {
        return NULL;
    }
    const int centred = (int)SDL_WINDOWPOS_CENTERED;
    SDL_RendererInfo info = {0};
    SDL_Window *window =
        SDL_CreateWindow("bench", centred, centred, bare->width_px, bare->height_px, 0);
    SDL_Renderer *sdl = window == NULL ? NULL : SDL_CreateRenderer(window, -1, 0);
    bool right = sdl != NULL && SDL_GetRendererInfo(sdl, &info) == 0 &&
                 strcmp(info.name, bare->renderer) == 0;
    return right ? sdl : NULL;
}

static void present_black(SDL_Renderer *sdl)
{
    SDL_SetRenderDrawColor(sdl, 0, 0, 0, 255);
    SDL_RenderClear(sdl);
    SDL_RenderPresent(sdl);
}

static void say_ms(double ms)
{
    locale_t previous = number_locale_begin();
    printf("%s%.2f\n", bench_bare_answer, ms);
    number_locale_end(previous);
}

/* As loops by hand do it; until the window is closed or the process ended. */
static void stay(SDL_Renderer *sdl, int fps)
{
    for (bool goes = false; !goes;) {
        for (SDL_Event event; SDL_PollEvent(&event);) {
            goes = goes || event.type == SDL_QUIT;
        }
        present_black(sdl);
        SDL_Delay((Uint32)(1000 / fps));
    }
}

int bench_bare_main(void)
{
    const char *asked = getenv(ASKED);
    char renderer[16];
    BareWindow bare = {renderer, 1280, 720, 0};
    struct timespec worked = {0};
    if (asked == NULL ||
        sscanf(asked, "%15s %d %d %d", renderer, &bare.width_px, &bare.height_px, &bare.fps) < 1) {
        return -1;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &worked); /* since exec: the linker */
    int64_t exec_ns =
        real_clock_now_ns(NULL) - (worked.tv_sec * INT64_C(1000000000) + worked.tv_nsec);
    SDL_Renderer *sdl = open_window(&bare);
    if (sdl != NULL) {
        present_black(sdl);
        say_ms((double)(real_clock_now_ns(NULL) - exec_ns) * 1e-6);
        if (bare.fps > 0) {
            stay(sdl, bare.fps);
        }
    }
    SDL_Quit();
    return sdl == NULL ? EXIT_FAILURE : EXIT_SUCCESS;
}
