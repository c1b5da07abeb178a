/* A game of points for test_score.c and test_seeds.c: a press of Space is a point, ten in a storm;
 * E ends the run, L loses it, R restarts it. The view prints how the run was played once it is
 * over, and each world's dice. Runs get new seeds as SEEDS says (run, level), and with ANY_SEED
 * they rank together. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <string.h>

enum { POINT, END, LOSE, RESTART, ACTION_COUNT };

typedef struct State {
    int64_t points;
    uint64_t finish_tick; /* 0: not yet */
    uint32_t dice;
    bool lost;
} State;
static const CwField state_fields[] = {CW_FIELD(State, points), CW_FIELD(State, finish_tick),
                                       CW_FIELD(State, dice), CW_FIELD(State, lost)};

typedef struct View {
    bool told, has_begun, has_results;
} View;

static void count(CwWorld *world)
{
    State *state = cw_world_state(world);
    const CwInputFrame *input = cw_world_input(world);
    bool counts = state->finish_tick == 0 && cw_input_pressed(input, POINT);
    state->points += counts ? strcmp(cw_world_level(world), "storm") == 0 ? 10 : 1 : 0;
    state->lost |= cw_input_pressed(input, LOSE);
    if (cw_input_pressed(input, END) && state->finish_tick == 0) {
        state->finish_tick = cw_world_tick(world);
    }
    if (cw_input_pressed(input, RESTART)) {
        cw_flow_restart(cw_world_flow(world));
    }
}

static CwProbe probe(const CwWorld *world)
{
    const State *state = cw_world_state_const(world);
    return (CwProbe){.finished = state->finish_tick > 0,
                     .finish_tick = state->finish_tick,
                     .lost = state->lost ? "Out of luck" : NULL,
                     .score = 1000 * state->points};
}

static void tell(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    bool finished = probe(world).finished;
    if (!view->has_begun) {
        printf("%s %s %u\n", frame->scene == CW_SCENE_TITLE ? "title" : "run",
               cw_world_level(world), ((const State *)cw_world_state_const(world))->dice);
    }
    view->has_begun = true;
    bool has_results = frame->scene == CW_SCENE_RESULTS;
    if (has_results && !view->has_results) {
        puts("results");
    }
    view->has_results = has_results;
    if (finished && !view->told) {
        CwRunInfo info = cw_frame_run_info(frame);
        printf("over rewinds=%d slowed=%d stepped=%d edited=%d clean=%d\n", (int)info.rewind_count,
               info.slowed, info.stepped, info.edited, info.clean);
    }
    view->told = finished;
    fflush(stdout);
}

/* Something moves, or the picture would be painted less often. */
static void draw(const CwWorld *world, CwFrame *frame)
{
    CwPoint2 at = {(double)(frame->index % 7), (double)probe(world).score / 1000};
    cw_draw_circle(frame->draw, at, 1, (CwColour){240, 190, 90, 255});
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    ((State *)cw_world_state(world))->dice = cw_rng_next(cw_world_rng(world));
    return true;
}

static const char *const levels[] = {"calm", "storm"};
static const CwActionDef actions[] = {{"point", "a point", "key:Space"},
                                      {"end", "end", "key:E"},
                                      {"lose", "lose", "key:L"},
                                      {"restart", "restart", "key:R"}};
static const CwSystem systems[] = {{"count", CW_PHASE_GAME_LOGIC, .tick = count},
                                   {"tell", CW_PHASE_UPDATE, .frame = tell},
                                   {"draw", CW_PHASE_RENDER, .frame = draw}};
static CwGame points = {
    .id = "points",
    .title = "Points",
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
    .rank = {.by = CW_RANK_SCORE_HIGH},
    .start = start,
    .probe = probe};

int main(int argc, char **argv)
{
    const char *seeds = getenv("SEEDS") == NULL ? "" : getenv("SEEDS");
    points.seed = strcmp(seeds, "run") == 0     ? CW_SEED_NEW_RUN
                  : strcmp(seeds, "level") == 0 ? CW_SEED_NEW_LEVEL
                                                : CW_SEED_FIXED;
    points.rank.any_seed = getenv("ANY_SEED") != NULL;
    return cw_main(&points, argc, argv);
}
