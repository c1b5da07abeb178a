/* A server with a console: the program owns its main loop, which waits for typed lines and runs the
 * game's frames in between.
 *
 *     console --headless --realtime          knows the lines switch, look and quit
 *     console                                the same with a window
 *
 * Worth a look: cw_loop_open, cw_loop_frame and cw_loop_close (loop.h) replace cw_main. A browser's
 * callback or a toolkit's timer would call cw_loop_frame in the same way. A typed line becomes the
 * input of a tick (CwGame.input.source), so recordings hold it. The console prints what a frame
 * phase has noted. */
#include "clockwork/clockwork.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SWITCH, LINE_BYTES = 80, FRAME_MS = 16 };

/* What the console and the game tell each other. */
typedef struct Console {
    bool switches; /* the next tick switches the lamp */
    bool lit;      /* whether the lamp is on */
    uint64_t tick;
} Console;
static Console console;

typedef struct Lamp {
    bool lit;
} Lamp;
static const CwField lamp_fields[] = {CW_FIELD(Lamp, lit)};

static void lamp_switch(CwWorld *world)
{
    Lamp *lamp = cw_world_state(world);
    lamp->lit ^= cw_input_pressed(cw_world_input(world), SWITCH);
}

static void lamp_draw(const CwWorld *world, CwFrame *frame)
{
    console.lit = ((const Lamp *)cw_world_state_const(world))->lit;
    console.tick = cw_world_tick(world);
    CwColour colour = console.lit ? (CwColour){240, 190, 90, 255} : (CwColour){60, 60, 70, 255};
    cw_draw_circle(frame->draw, (CwPoint2){0, 0}, 2, colour);
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)world, (void)map, (void)error;
    return true;
}

static bool fill(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX])
{
    (void)world;
    Console *typed = context;
    if (typed->switches) {
        players[0].down |= UINT32_C(1) << SWITCH;
        players[0].pressed |= UINT32_C(1) << SWITCH;
        typed->switches = false;
    }
    return true;
}

static const CwActionDef action = {"switch", "switch the lamp", "key:Space pad:a"};
static const CwInputSource source = {.context = &console, .fill = fill};
static const CwSystem systems[] = {{"lamp.switch", CW_PHASE_GAME_LOGIC, .tick = lamp_switch},
                                   {"lamp.draw", CW_PHASE_RENDER, .frame = lamp_draw}};
static const CwGame game = {
    .id = "console",
    .title = "Console",
    .input = {.actions = &action, .action_count = 1, .source = &source},
    .content = {.systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(Lamp),
                .state_fields = lamp_fields,
                .state_field_count = 1},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start};

/* Runs the command in a typed line. False if it ends the program. */
static bool take(const char *line)
{
    if (strcmp(line, "switch\n") == 0) {
        console.switches = true;
    } else if (strcmp(line, "look\n") == 0) {
        printf("tick %llu: the lamp is %s\n", (unsigned long long)console.tick,
               console.lit ? "on" : "off");
        fflush(stdout);
    } else if (strcmp(line, "quit\n") != 0) {
        fprintf(stderr, "console: say switch, look or quit, not %s", line);
    }
    return strcmp(line, "quit\n") != 0;
}

/* Takes all complete lines from the text, and leaves the beginning of the next one. Drops the
 * beginning of a line that is too long. */
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
    size_t length = 0; /* of the incomplete line in `line` */
    struct pollfd typed = {STDIN_FILENO, POLLIN, 0};
    CwLoopDesc desc = {.game = &game, .argc = argc, .argv = argv};
    bool goes_on = cw_loop_open(&loop, &desc, &error);
    while (goes_on) {
        if (poll(&typed, 1, FRAME_MS) > 0) {
            ssize_t count = read(STDIN_FILENO, line + length, sizeof line - 1 - length);
            typed.fd = count > 0 ? typed.fd : -1; /* end of input: from now on poll only waits */
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
