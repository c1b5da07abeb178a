/* A server with a console: the program owns its main loop, which waits for typed lines and runs the
 * game's frames in between.
 *
 *     console --headless --realtime          kick, where and quit are the lines it knows
 *     console                                the same with a window
 *
 * Worth a look: cw_loop_open, cw_loop_frame and cw_loop_close (loop.h) stand where other games call
 * cw_main; a browser's callback or a toolkit's timer would call cw_loop_frame as `poll` does here.
 * What is typed comes to ticks as input, by CwGame.source, so recordings hold it; what the console
 * prints was noted by a view. */
#include "clockwork/clockwork.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KICK, LINE_BYTES = 80, FRAME_MS = 16 };
enum { BALL };

/* Between the console and the game. */
typedef struct Console {
    bool kicks;      /* the next tick does */
    double height_m; /* of the ball */
    uint64_t tick;
} Console;
static Console console;

typedef struct Ball {
    cpBody *body;
} Ball;

static void ball_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Ball *ball = data;
    ball->body = cw_world_add_body(world, self, cpBodyNew(1, 0.08)); /* kg, kg m2 */
    cpBodySetPosition(ball->body, cpv(0, 3));
    cpShape *shape = cpCircleShapeNew(ball->body, 0.4, cpvzero);
    cpShapeSetElasticity(cw_world_add_shape(world, self, shape), 0.9);
}

static void ball_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    double kick = cw_input_pressed(cw_world_input(world), KICK) ? 6 : 0;
    cpBodyApplyImpulseAtLocalPoint(((Ball *)data)->body, cpv(0, kick), cpvzero);
}

static void ball_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Ball *)data)->body, frame->alpha);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, 0.4, (CwColour){240, 190, 90, 255});
    console.height_m = at.y_m;
    console.tick = cw_world_tick(world);
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *floor = cpSegmentShapeNew(ground, cpv(-9, -3), cpv(9, -3), 0.1);
    cpShapeSetElasticity(cw_world_add_shape(world, (CwEntity){0}, floor), 1);
    cw_world_spawn(world, BALL, NULL, 0);
    return true;
}

static bool fill(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX])
{
    (void)world;
    Console *typed = context;
    if (typed->kicks) {
        players[0].down |= UINT32_C(1) << KICK;
        players[0].pressed |= UINT32_C(1) << KICK;
        typed->kicks = false;
    }
    return true;
}

static const CwActionDef kick = {"kick", "kick the ball", "key:Space pad:a"};
static const CwInputSource source = {.context = &console, .fill = fill};
static const CwKind ball = {"ball", sizeof(Ball), .spawn = ball_spawn, .drive = ball_drive,
                            .draw = ball_draw};
static const CwGame game = {.id = "console",
                            .title = "Console",
                            .actions = &kick,
                            .action_count = 1,
                            .kinds = &ball,
                            .kind_count = 1,
                            .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
                            .camera_height_m = 12,
                            .start = start,
                            .source = &source};

/* Takes a line of the console. False when it ends the program. */
static bool take(const char *line)
{
    if (strcmp(line, "kick\n") == 0) {
        console.kicks = true;
    } else if (strcmp(line, "where\n") == 0) {
        printf("tick %llu: %.2f m\n", (unsigned long long)console.tick, console.height_m);
        fflush(stdout);
    } else if (strcmp(line, "quit\n") != 0) {
        fprintf(stderr, "console: say kick, where or quit, not %s", line);
    }
    return strcmp(line, "quit\n") != 0;
}

/* Takes the whole lines, and keeps the beginning of the next. A line that is too long is cut. */
static bool take_lines(char text[LINE_BYTES], size_t *length)
{
    bool goes_on = true;
    text[*length] = '\0';
    for (char *end; goes_on && (end = strchr(text, '\n')) != NULL;) {
        char line[LINE_BYTES];
        snprintf(line, sizeof line, "%.*s", (int)(end + 1 - text), text);
        *length -= (size_t)(end + 1 - text);
        memmove(text, end + 1, *length + 1);
        goes_on = take(line);
    }
    *length = *length == LINE_BYTES - 1 ? 0 : *length;
    return goes_on;
}

int main(int argc, char **argv)
{
    CwLoop loop = {0};
    CwError error = {0};
    char line[LINE_BYTES];
    size_t length = 0; /* of what was typed, and is no whole line yet */
    struct pollfd typed = {STDIN_FILENO, POLLIN, 0};
    CwLoopDesc desc = {.game = &game, .argc = argc, .argv = argv};
    bool goes_on = cw_loop_open(&loop, &desc, &error);
    while (goes_on) {
        if (poll(&typed, 1, FRAME_MS) > 0) {
            ssize_t count = read(STDIN_FILENO, line + length, sizeof line - 1 - length);
            typed.fd = count > 0 ? typed.fd : -1; /* its end: poll only waits from now on */
            length += count > 0 ? (size_t)count : 0;
            goes_on = take_lines(line, &length);
        }
        goes_on = goes_on && cw_loop_frame(&loop, &error);
    }
    if (error.text[0] != '\0') {
        fprintf(stderr, "console: %s\n", error.text);
    }
    return cw_loop_close(&loop);
}
