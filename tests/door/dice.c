/* A game of dice for test_seeds.c, whose seeds are new as DICE says: run, level or none of them.
 * With ANY_SEED they rank together. R restarts by the game's code, L loses and E finishes. The view
 * prints each world's dice. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESTART, LOSE, END, ACTION_COUNT };

typedef struct State {
    uint32_t dice;
    uint64_t finish_tick; /* 0: not yet */
} State;
static const CwField state_fields[] = {CW_FIELD(State, dice), CW_FIELD(State, finish_tick)};

typedef struct View {
    bool has_printed;
} View;

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    ((State *)cw_world_state(world))->dice = cw_rng_next(cw_world_rng(world));
    return true;
}

static void play(CwWorld *world)
{
    State *state = cw_world_state(world);
    const CwInputFrame *input = cw_world_input(world);
    if (cw_input_pressed(input, RESTART)) {
        cw_flow_restart(cw_world_flow(world));
    } else if (cw_input_pressed(input, END) && state->finish_tick == 0) {
        state->finish_tick = cw_world_tick(world);
    }
}

static CwProbe probe(const CwWorld *world)
{
    const State *state = cw_world_state_const(world);
    return (CwProbe){.finished = state->finish_tick > 0, .finish_tick = state->finish_tick};
}

/* Something moves, or the picture would be painted less often. */
static void draw(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    if (!view->has_printed) {
        const char *scene = frame->scene == CW_SCENE_TITLE ? "title" : "run";
        printf("%s of %s %u\n", scene, cw_world_level(world),
               ((const State *)cw_world_state_const(world))->dice);
        fflush(stdout);
    }
    view->has_printed = true;
    cw_draw_circle(frame->draw, (CwPoint2){(double)(frame->index % 7), 0}, 1,
                   (CwColour){240, 190, 90, 255});
}

static const char *const levels[] = {"calm", "storm"};
static const CwActionDef actions[ACTION_COUNT] = {[RESTART] = {"restart", "restart", "key:R"},
                                                  [LOSE] = {"lose", "lose", "key:L"},
                                                  [END] = {"end", "end", "key:E"}};
static const CwSystem systems[] = {{"play", CW_PHASE_GAME_LOGIC, .tick = play},
                                   {"draw", CW_PHASE_RENDER, .frame = draw}};

int main(int argc, char **argv)
{
    const char *policy = getenv("DICE") == NULL ? "" : getenv("DICE");
    CwGame dice = {.id = "dice",
                   .title = "Dice",
                   .input = {.actions = actions, .action_count = ACTION_COUNT},
                   .content = {.systems = systems,
                               .system_count = CW_ARRAY_LENGTH(systems),
                               .state_bytes = sizeof(State),
                               .state_fields = state_fields,
                               .state_field_count = CW_ARRAY_LENGTH(state_fields),
                               .levels = levels,
                               .level_count = CW_ARRAY_LENGTH(levels)},
                   .looks = {.view_bytes = sizeof(View),
                             .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {0, 0, 0, 220}},
                             .camera_height_m = 12},
                   .seed = strcmp(policy, "run") == 0     ? CW_SEED_NEW_RUN
                           : strcmp(policy, "level") == 0 ? CW_SEED_NEW_LEVEL
                                                          : CW_SEED_FIXED,
                   .rank = {.any_seed = getenv("ANY_SEED") != NULL},
                   .start = start,
                   .probe = probe};
    return cw_main(&dice, argc, argv);
}
