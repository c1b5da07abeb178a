#include "tools/bench_start.h"

#include "base/number.h"
#include "host/sdl_start.h"
#include "tools/bench_bare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 9, ANSWER_BYTES = 4096 };

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
        bench_bare_ask(&(BareWindow){renderer, 1280, 720, 0});
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
    char *answer = strstr(text, bench_bare_answer);
    double ms = 0;
    if (ended && answer != NULL) {
        answer += strlen(bench_bare_answer);
        answer[strcspn(answer, "\n")] = '\0';
        ended = number_parse(answer, &ms);
    }
    return ended ? ms : 0;
}

static bool measure(const BenchSubject *subject, const char *renderer, ContestResult *result,
                    CwError *error)
{
    double ours[ROUNDS], limits[ROUNDS];
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
    }
    *result = contest_outcome(ours, limits, ROUNDS);
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
