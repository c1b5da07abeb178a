/* A tower of boxes, and a key that takes the last one back: not only the box, all that it did. */
#include "clockwork/clockwork.h"

enum { LEFT, RIGHT, DROP, UNDO, ACTION_COUNT };

/* cw_world_state. An undo puts it back too, so `age` then counts from the box before. */
typedef struct State {
    double hand_m;
    uint32_t age; /* ticks since the last box */
} State;

/* ---- undo ---- */

static void play(CwWorld *world)
{
    State *state = cw_world_state(world);
    const CwInputFrame *input = cw_world_input(world);
    double way = cw_input_value(input, RIGHT) - cw_input_value(input, LEFT);
    state->hand_m = cpfclamp(state->hand_m + 5 * way * cw_world_dt_s(world), -5, 5);
    state->age++;
    if (cw_input_pressed(input, DROP)) {
        cw_world_spawn(world, 0, NULL, 0);
        state->age = 0;
    }
    if (cw_input_pressed(input, UNDO)) {
        cw_world_undo(world, state->age + 1); /* the tick of the box, and those since */
    }
}

/* ---- the rest of the game ---- */

typedef struct Box {
    cpBody *body;
} Box;

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Box *box = data;
    const State *state = cw_world_state(world);
    box->body = cw_world_add_body(world, self, cpBodyNew(1, cpMomentForBox(1, 1.2, 0.6)));
    cpBodySetPosition(box->body, cpv(state->hand_m, 5));
    cpShape *shape = cpBoxShapeNew(box->body, 1.2, 0.6, 0.01);
    cpShapeSetFriction(cw_world_add_shape(world, self, shape), 0.8);
}

static void draw_box(CwFrame *frame, CwTransform2 at, CwColour colour)
{
    cpTransform place = cpTransformRigid(cpv(at.x_m, at.y_m), at.angle_rad);
    CwPoint2 corners[4];
    for (int i = 0; i < 4; i++) {
        cpVect local = cpv(i == 0 || i == 3 ? -0.6 : 0.6, i < 2 ? -0.3 : 0.3);
        cpVect corner = cpTransformPoint(place, local);
        corners[i] = (CwPoint2){corner.x, corner.y};
    }
    cw_draw_polygon(frame->draw, corners, 4, colour);
}

static void draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Box *)data)->body, frame->alpha);
    draw_box(frame, at, (CwColour){240, 190, 90, 255});
}

static void draw_hand(const CwWorld *world, CwFrame *frame)
{
    const State *state = cw_world_state_const(world);
    CwPoint2 floor[] = {{-2, -3}, {2, -3}};
    draw_box(frame, (CwTransform2){state->hand_m, 5, 0}, (CwColour){240, 190, 90, 90});
    cw_draw_polyline(frame->draw, floor, 2, 0.2, (CwColour){60, 120, 80, 255});
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *floor = cpSegmentShapeNew(ground, cpv(-2, -3), cpv(2, -3), 0.1);
    cpShapeSetFriction(cw_world_add_shape(world, (CwEntity){0}, floor), 0.8);
    return true;
}

static const CwActionDef actions[ACTION_COUNT] = {{"left", "left", "key:Left pad:dpleft"},
                                                  {"right", "right", "key:Right pad:dpright"},
                                                  {"drop", "drop a box", "key:Space pad:a"},
                                                  {"undo", "take it back", "key:U pad:x"}};
static const CwKind box = {"box", sizeof(Box), .spawn = spawn, .draw = draw};
static const CwField fields[] = {CW_FIELD(State, hand_m), CW_FIELD(State, age)};
static const CwSystem systems[] = {{"play", CW_PHASE_GAME_LOGIC, .tick = play},
                                   {"hand.draw", CW_PHASE_RENDER, .frame = draw_hand}};
static const CwGame toy = {.id = "undo",
                           .title = "Undo",
                           .actions = actions,
                           .action_count = ACTION_COUNT,
                           .kinds = &box,
                           .kind_count = 1,
                           .systems = systems,
                           .system_count = CW_ARRAY_LENGTH(systems),
                           .state_bytes = sizeof(State),
                           .state_fields = fields,
                           .state_field_count = CW_ARRAY_LENGTH(fields),
                           .undo_ticks = 1800,
                           .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
                           .camera_height_m = 12,
                           .start = start};

int main(int argc, char **argv)
{
    return cw_main(&toy, argc, argv);
}
