/* Your last run drives along as a ghost. Play it twice with `--record last.cwr`. */
#include "clockwork/clockwork.h"

#include <math.h>

enum { FORWARD, BACK };
enum { HILL_COUNT = 80 };
static const double HILL_M = 2.5; /* from corner to corner */

/* ---- the ghost ---- */

typedef struct View {
    CwSim *ghost; /* closed with its level, when this memory is cleared */
} View;

static CwReplayFile *last; /* the last run; only frame phases read it */

static bool ghost_load(CwWorld *world, CwError *error)
{
    (void)world, (void)error;
    cw_replay_free(last);
    last = cw_replay_load("last.cwr", NULL);
    return true;
}

static void ghost(const CwWorld *world, CwFrame *frame)
{
    CwSim **sim = &((View *)frame->view)->ghost;
    uint64_t now = cw_world_tick(world);
    if (*sim != NULL && cw_world_tick(cw_sim_world(*sim)) > now) { /* after a rewind */
        cw_sim_close(*sim);
        *sim = NULL;
    }
    if (*sim == NULL && last != NULL) {
        CwSimDesc desc = cw_sim_desc_of(world);
        desc.seed = last->header.seed;
        desc.settings = last->header.settings;
        *sim = cw_sim_open(&desc, NULL);
    }
    if (*sim == NULL) {
        return;
    }
    for (uint64_t i = cw_world_tick(cw_sim_world(*sim)); i < now && i < last->tick_count; i++) {
        CwTickInput input = cw_replay_input(last, i + 1);
        cw_sim_tick(*sim, &input, NULL);
    }
    cw_world_draw(cw_sim_world(*sim), frame, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 110});
}

/* ---- the game: a wheel on hills ---- */

typedef struct Wheel {
    cpBody *body;
} Wheel;

typedef struct State {
    CwEntity wheel;
} State;

static cpBody *wheel_of(const CwWorld *world)
{
    const State *state = cw_world_state_const(world);
    return ((const Wheel *)cw_world_data_const(world, state->wheel))->body;
}

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Wheel *wheel = data;
    wheel->body = cw_world_add_body(world, self, cpBodyNew(1, 0.1));
    cpBodySetPosition(wheel->body, cpv(2, 3));
    cpShape *shape = cpCircleShapeNew(wheel->body, 0.5, cpvzero);
    cpShapeSetFriction(cw_world_add_shape(world, self, shape), 1);
}

static void drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const CwInputFrame *input = cw_world_input(world);
    double way = cw_input_value(input, BACK) - cw_input_value(input, FORWARD);
    cpBodySetTorque(((Wheel *)data)->body, 3 * way);
}

static void draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Wheel *)data)->body, frame->alpha);
    CwPoint2 hub = {at.x_m, at.y_m};
    CwPoint2 spoke[] = {hub, {hub.x + cos(at.angle_rad) * 0.4, hub.y + sin(at.angle_rad) * 0.4}};
    cw_draw_circle(frame->draw, hub, 0.5, (CwColour){240, 190, 90, 255});
    cw_draw_polyline(frame->draw, spoke, 2, 0.1, (CwColour){20, 40, 60, 255});
}

static CwPoint2 hill(int corner)
{
    double height_m = corner > 2 ? sin(corner * 0.9) : 0;
    return (CwPoint2){corner * HILL_M, corner == 0 ? 5 : height_m};
}

static void hills_draw(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    CwPoint2 corners[HILL_COUNT];
    for (int i = 0; i < HILL_COUNT; i++) {
        corners[i] = hill(i);
    }
    cw_draw_polyline(frame->draw, corners, HILL_COUNT, 0.2, (CwColour){60, 120, 80, 255});
}

static void camera_follow(const CwWorld *world, CwFrame *frame)
{
    CwTransform2 at = cw_world_pose(world, wheel_of(world), frame->alpha);
    *frame->camera = (CwCamera){.x_m = at.x_m + 2, .y_m = 2, .height_m = 12};
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    for (int i = 0; i + 1 < HILL_COUNT; i++) {
        CwPoint2 a = hill(i), b = hill(i + 1);
        cpShape *slope = cpSegmentShapeNew(ground, cpv(a.x, a.y), cpv(b.x, b.y), 0.1);
        cpShapeSetFriction(cw_world_add_shape(world, (CwEntity){0}, slope), 1);
    }
    State *state = cw_world_state(world);
    state->wheel = cw_world_spawn(world, 0, NULL, 0);
    return true;
}

static CwProbe probe(const CwWorld *world)
{
    return (CwProbe){.player = wheel_of(world)};
}

static void bot(const CwWorld *world, CwInputFrame *input)
{
    (void)world;
    input->down = 1 << FORWARD;
    input->value[FORWARD] = CW_ACTION_VALUE_MAX;
}

static const CwActionDef actions[] = {{"forward", "forward", "key:Right pad:righttrigger"},
                                      {"back", "back", "key:Left pad:lefttrigger"}};
static const CwKind wheel = {"wheel", sizeof(Wheel), .spawn = spawn, .drive = drive, .draw = draw};
static const CwField fields[] = {CW_FIELD(State, wheel)};
static const CwSystem systems[] = {
    {"ghost", CW_PHASE_RENDER, .frame = ghost, .init = ghost_load},
    {"hills.draw", CW_PHASE_RENDER, .frame = hills_draw},
    {"camera.follow", CW_PHASE_PRE_RENDER, .frame = camera_follow},
};
static const CwGame toy = {
    .id = "ghost",
    .title = "Ghost",
    .input = {.actions = actions, .action_count = CW_ARRAY_LENGTH(actions)},
    .content = {.kinds = &wheel,
                .kind_count = 1,
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = fields,
                .state_field_count = CW_ARRAY_LENGTH(fields)},
    .looks = {.view_bytes = sizeof(View),
              .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start,
    .probe = probe,
    .bot = bot};

int main(int argc, char **argv)
{
    return cw_main(&toy, argc, argv);
}
