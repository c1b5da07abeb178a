/* A game without maps for test_presses.c and test_power.c: the second press finishes, and its view
 * prints a line a frame with a press. Each press saves a text of some sectors of a disk. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <string.h>

enum { PRESS };

typedef struct State {
    uint32_t presses;
    uint64_t finish_tick; /* 0: not yet */
} State;

typedef struct View {
    bool begun;
} View;

static void count(CwWorld *world)
{
    State *state = cw_world_state(world);
    state->presses += cw_input_pressed(cw_world_input(world), PRESS);
    if (state->presses == 2 && state->finish_tick == 0) {
        state->finish_tick = cw_world_tick(world);
    }
}

static void say(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    if (frame->scene != CW_SCENE_TITLE && !view->begun && cw_world_tick(world) > 0) {
        puts("begun");
        view->begun = true;
    }
    if (cw_input_pressed(frame->input, PRESS)) {
        char text[4096];
        uint32_t presses = ((const State *)cw_world_state((CwWorld *)(uintptr_t)world))->presses;
        memset(text, 'a' + (int)(presses % 26), sizeof text);
        cw_save_write(frame->saves, "text", &(CwSave){1, text, sizeof text / (1 + presses % 2)},
                      NULL);
        puts("pressed");
    }
    fflush(stdout);
}

/* Something moves, or the picture would be painted less often. */
static void draw(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    CwPoint2 at = {(double)(frame->index % 7), 0};
    cw_draw_circle(frame->draw, at, 1, (CwColour){240, 190, 90, 255});
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)world, (void)map, (void)error;
    return true;
}

static CwProbe probe(const CwWorld *world)
{
    const State *state = cw_world_state((CwWorld *)(uintptr_t)world);
    return (CwProbe){.finished = state->finish_tick > 0, .finish_tick = state->finish_tick};
}

static const CwActionDef press = {"press", "press", "key:Space"};
static const CwSystem systems[] = {{"count", CW_PHASE_GAME_LOGIC, .tick = count},
                                   {"say", CW_PHASE_UPDATE, .frame = say},
                                   {"draw", CW_PHASE_RENDER, .frame = draw}};
static const CwGame presses = {
    .id = "presses",
    .title = "Presses",
    .input = {.actions = &press, .action_count = 1},
    .content = {.systems = systems, .system_count = 3, .state_bytes = sizeof(State)},
    .looks = {.view_bytes = sizeof(View),
              .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {0, 0, 0, 220}},
              .camera_height_m = 12},
    .start = start,
    .probe = probe};

int main(int argc, char **argv)
{
    return cw_main(&presses, argc, argv);
}
