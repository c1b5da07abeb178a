/* A game of two levels with settings of their own for test_settings.c: space restarts under twice
 * the gravity, U under the usual settings, S sets substeps and iterations at a tick, E ends. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <string.h>

enum { HEAVY, USUAL, STIFF, END, ACTION_COUNT };

typedef struct State {
    cpBody *ball;
    uint64_t finish_tick; /* 0: not yet */
} State;
static const CwField state_fields[] = {CW_FIELD(State, finish_tick)};

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    State *state = cw_world_state(world);
    state->ball = cw_world_add_body(world, (CwEntity){0}, cpBodyNew(1, 1));
    return true;
}

static void play(CwWorld *world)
{
    State *state = cw_world_state(world);
    const CwInputFrame *input = cw_world_input(world);
    CwSimSettings settings = cw_world_settings(world);
    if (cw_input_pressed(input, HEAVY)) {
        settings.gravity_mps2 *= 2;
        cw_flow_restart_with(cw_world_flow(world), &settings);
    } else if (cw_input_pressed(input, USUAL)) {
        cw_flow_restart_with(cw_world_flow(world), NULL);
    } else if (cw_input_pressed(input, STIFF)) {
        bool on = cw_world_substeps(world) == settings.substeps;
        cw_world_set_substeps(world, on ? 4 : 0);
        cw_world_set_iterations(world, on ? 30 : 0);
    } else if (cw_input_pressed(input, END) && state->finish_tick == 0) {
        state->finish_tick = cw_world_tick(world);
    }
}

static CwProbe probe(const CwWorld *world)
{
    const State *state = cw_world_state_const(world);
    return (CwProbe){.player = state->ball,
                     .finished = state->finish_tick > 0,
                     .finish_tick = state->finish_tick};
}

/* Something moves, or the picture would be painted less often. */
static void draw(const CwWorld *world, CwFrame *frame)
{
    static char before[128];
    char text[128];
    CwSimSettings settings = cw_world_settings(world);
    snprintf(text, sizeof text, "rate=%d gravity=%g substeps=%d iterations=%d", settings.tick_rate,
             cpSpaceGetGravity(cw_world_space(world)).y, cw_world_substeps(world),
             cpSpaceGetIterations(cw_world_space(world)));
    if (frame->scene < CW_SCENE_RESULTS && strcmp(text, before) != 0) {
        puts(text);
        fflush(stdout);
        memcpy(before, text, sizeof before);
    }
    cw_draw_circle(frame->draw, (CwPoint2){(double)(frame->index % 7), 0}, 1,
                   (CwColour){240, 190, 90, 255});
}

static const CwActionDef actions[ACTION_COUNT] = {[HEAVY] = {"heavy", "heavy", "key:Space"},
                                                  [USUAL] = {"usual", "usual", "key:U"},
                                                  [STIFF] = {"stiff", "stiff", "key:S"},
                                                  [END] = {"end", "end", "key:E"}};
static const CwSystem systems[] = {{"play", CW_PHASE_GAME_LOGIC, .tick = play},
                                   {"draw", CW_PHASE_RENDER, .frame = draw}};
static const CwGame moon = {
    .id = "moon",
    .title = "Moon",
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {0, 0, 0, 220}},
              .camera_height_m = 12},
    .start = start,
    .probe = probe};

int main(int argc, char **argv)
{
    return cw_main(&moon, argc, argv);
}
