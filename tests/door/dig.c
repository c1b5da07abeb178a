/* A game for test_dig.c: a ball on tiles that the mouse digs away. An action changes 100 tiles in
 * each tick. */
#include "clockwork/clockwork.h"

enum { DIG, STORM, ACTION_COUNT };
enum { REACH = 1, STORM_CHANGES = 100 };

typedef struct State {
    cpBody *ball;
    cpVect at_m;
} State;
static const CwField state_fields[] = {CW_FIELD(State, at_m)};

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    State *state = cw_world_state(world);
    CwMapCollision collision = cw_map_collision_default();
    cpBodyFree(cpBodyNew(1, 1)); /* Chipmunk's name, though ours is called */
    state->ball = cpBodyNew(1, cpMomentForCircle(1, 0, 0.4, cpvzero));
    cw_world_add_body(world, (CwEntity){0}, state->ball);
    cpBodySetPosition(state->ball, cpv(20, 12.5));
    cw_world_add_shape(world, (CwEntity){0}, cpCircleShapeNew(state->ball, 0.4, cpvzero));
    return cw_map_build_collision(world, map, &collision, error) >= 0;
}

static void set_cell(CwWorld *world, int column, int row, bool is_solid)
{
    const CwMapLayer *layer = cw_map_layer(cw_world_map(world), 0);
    if (column >= 0 && column < layer->column_count && row >= 0 && row < layer->row_count) {
        cw_map_set_tile(world, 0, column, row, (CwMapTile){.tileset = is_solid ? 0 : -1});
    }
}

static void dig(CwWorld *world)
{
    const CwInputFrame *input = cw_world_input(world);
    CwPoint2 at = cw_input_pointer_m(input);
    for (int i = 0; i < 9 && cw_input_pressed(input, DIG); i++) {
        set_cell(world, (int)at.x + i % 3 - REACH, 23 - (int)at.y + i / 3 - REACH, false);
    }
    for (int i = 0; i < STORM_CHANGES && cw_input_down(input, STORM); i++) {
        int column = (int)cw_rng_below(cw_world_rng(world), 40);
        int row = (int)cw_rng_below(cw_world_rng(world), 24);
        bool is_solid = cw_map_tile_at(cw_world_map(world), 0, column, row).tileset >= 0;
        set_cell(world, column, row, !is_solid);
    }
    State *state = cw_world_state(world);
    state->at_m = cpBodyGetPosition(state->ball);
}

static void draw(const CwWorld *world, CwFrame *frame)
{
    const CwMap *map = cw_world_map(world);
    frame->camera->x_m = 20;
    frame->camera->y_m = 12;
    cw_draw_map(frame->draw, &(CwMapDraw){map, 0, cw_map_layer_count(map), frame->sim_s});
}

static CwProbe probe(const CwWorld *world)
{
    return (CwProbe){.player = ((const State *)cw_world_state_const(world))->ball};
}

static const CwActionDef actions[] = {{"dig", "dig", "mouse:left"}, {"storm", "storm", "key:S"}};
static const CwSystem systems[] = {{"dig", CW_PHASE_GAME_LOGIC, .tick = dig},
                                   {"draw", CW_PHASE_RENDER, .frame = draw}};
static const CwGame game = {
    .id = "dig",
    .title = "Dig",
    .input = {.actions = actions, .action_count = ACTION_COUNT, .pointer_in_world = true},
    .content = {.systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.camera_height_m = 24},
    .start = start,
    .probe = probe};

int main(int argc, char **argv)
{
    return cw_main(&game, argc, argv);
}
