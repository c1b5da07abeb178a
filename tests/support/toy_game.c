#include "toy_game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Toy toy;

typedef struct Thing {
    cpBody *body;
} Thing;

static void note(const char *word)
{
    size_t used = strlen(toy.log);
    if (toy.logging) {
        snprintf(toy.log + used, sizeof toy.log - used, "%s ", word);
    }
}

static ToyState *state_of(World *world)
{
    return world_state(world);
}

static const Thing *find(const World *world, int kind)
{
    for (Entity at = world_next(world, (Entity){0}); at.index1 != 0; at = world_next(world, at)) {
        if (world_kind(world, at) == kind) {
            return world_data_const(world, at);
        }
    }
    return NULL;
}

/* ---- The runner ---- */

static void runner_spawn(World *world, Entity self, void *data, const void *args)
{
    (void)args;
    Thing *runner = data;
    runner->body = world_add_body(world, self, cpBodyNewKinematic());
}

static void runner_drive(World *world, Entity self, void *data)
{
    (void)self;
    const Thing *runner = data;
    note("runner.drive");
    double speed_mps = TOY_SPEED_MPS * input_value(world_input(world), TOY_RUN);
    cpVect velocity = cpv(speed_mps, 0);
    if (toy.break_body) { /* finite, but no longer when the world adds up */
        velocity = cpv(1.7e308, 1.7e308);
    }
    cpBodySetVelocity(runner->body, velocity);
}

static void runner_tick(World *world, Entity self, void *data)
{
    (void)self;
    const Thing *runner = data;
    ToyState *state = state_of(world);
    note("runner.tick");
    if (!state->finished && cpBodyGetPosition(runner->body).x >= TOY_FINISH_M) {
        state->finished = true;
        state->finish_tick = world_tick(world);
    }
}

static void runner_draw(const World *world, Entity self, const void *data, Frame *frame)
{
    (void)self;
    const Thing *runner = data;
    note("runner.draw");
    Transform2 at = world_pose(world, runner->body, frame->alpha);
    draw_set_world(frame->draw, 1);
    draw_set_layer(frame->draw, TOY_RUNNER_LAYER);
    draw_circle(frame->draw, (Point2){at.x_m, at.y_m}, 0.5, (Colour){255, 255, 255, 255});
    if (toy.write_while_drawing) {
        cpBodySetVelocity(runner->body, cpv(1, 1));
    }
}

/* ---- Balls ---- */

static void ball_spawn(World *world, Entity self, void *data, const void *args)
{
    (void)args;
    Thing *ball = data;
    ball->body = world_add_body(world, self, cpBodyNew(1, cpMomentForCircle(1, 0, 0.4, cpvzero)));
    double x_m = rng_range(world_rng(world), -3, 3);
    cpBodySetPosition(ball->body, cpv(x_m, rng_range(world_rng(world), 1, 6)));
    cpShape *shape = world_add_shape(world, self, cpCircleShapeNew(ball->body, 0.4, cpvzero));
    cpShapeSetElasticity(shape, 0.8);
    cpShapeSetFriction(shape, 0.7);
}

static void ball_drive(World *world, Entity self, void *data)
{
    (void)self;
    const Thing *ball = data;
    if (input_pressed(world_input(world), TOY_KICK)) {
        double side = rng_range(world_rng(world), -2, 2);
        cpBodyApplyImpulseAtWorldPoint(ball->body, cpv(side, 5), cpBodyGetPosition(ball->body));
    }
}

static const Kind kinds[] = {
    [TOY_RUNNER] = {.name = "runner",
                    .size = sizeof(Thing),
                    .spawn = runner_spawn,
                    .drive = runner_drive,
                    .tick = runner_tick,
                    .draw = runner_draw},
    [TOY_BALL] = {.name = "ball", .size = sizeof(Thing), .spawn = ball_spawn, .drive = ball_drive},
};
_Static_assert(ARRAY_LENGTH(kinds) == TOY_KIND_COUNT, "a row for each kind");

/* ---- Systems, one a phase ---- */

static void count_input(World *world)
{
    const InputFrame *input = world_input(world);
    ToyState *state = state_of(world);
    note("count");
    for (int action = 0; action < ACTION_MAX; action++) {
        state->press_counts[action] += input_pressed(input, action);
        state->release_counts[action] += input_released(input, action);
    }
    state->motion_x += input->pointer_dx;
}

static void tick_pre_physics(World *world)
{
    (void)world;
    note("pre_physics");
}

static void tick_post_physics(World *world)
{
    (void)world;
    note("post_physics");
}

static void tick_animation(World *world)
{
    (void)world;
    note("animation");
}

static void frame_early(const World *world, Frame *frame)
{
    (void)world, (void)frame;
    note("early");
}

static void frame_update(const World *world, Frame *frame)
{
    (void)world;
    ToyView *view = frame->view;
    view->frame_count++;
    toy.last_alpha = frame->alpha;
    toy.last_dt_s = frame->dt_s;
    note("update");
}

static void frame_camera(const World *world, Frame *frame)
{
    Transform2 at = world_pose(world, toy_runner(world), frame->alpha);
    *frame->camera = (Camera){.x_m = at.x_m + 1.25, .y_m = 1, .height_m = 12};
    note("pre_render");
}

static void frame_render(const World *world, Frame *frame)
{
    (void)world, (void)frame;
    note("render");
}

static void frame_end(const World *world, Frame *frame)
{
    (void)world, (void)frame;
    note("end_frame\n");
}

static bool refusable_init(World *world, Error *error)
{
    (void)world;
    return !toy.refuse_init || error_set(error, "the toy was told to refuse");
}

static void count_dispose(World *world)
{
    (void)world;
    toy.dispose_count++;
}

static const System systems[] = {
    {.name = "toy.early", .phase = PHASE_EARLY, .frame = frame_early, .dispose = count_dispose},
    {.name = "toy.count", .phase = PHASE_INPUT, .tick = count_input, .init = refusable_init},
    {.name = "toy.pre_physics", .phase = PHASE_PRE_PHYSICS, .tick = tick_pre_physics},
    {.name = "toy.post_physics", .phase = PHASE_POST_PHYSICS, .tick = tick_post_physics},
    {.name = "toy.animation", .phase = PHASE_ANIMATION, .tick = tick_animation},
    {.name = "toy.update", .phase = PHASE_UPDATE, .frame = frame_update},
    {.name = "toy.camera", .phase = PHASE_PRE_RENDER, .frame = frame_camera},
    {.name = "toy.render", .phase = PHASE_RENDER, .frame = frame_render},
    {.name = "toy.end", .phase = PHASE_END_FRAME, .frame = frame_end},
};

/* ---- The game ---- */

static bool start(World *world, const Map *map, Error *error)
{
    (void)map;
    toy.start_count++;
    if (toy.while_starting != NULL) {
        toy.while_starting(toy.context);
    }
    if (toy.refuse_start) {
        return error_set(error, "the toy was told not to start");
    }
    cpBody *ground = cpSpaceGetStaticBody(world_space(world));
    cpShape *floor = cpSegmentShapeNew(ground, cpv(-50, 0), cpv(50, 0), 0.1);
    cpShapeSetElasticity(world_add_shape(world, (Entity){0}, floor), 0.9);
    state_of(world)->runner = world_spawn(world, TOY_RUNNER, NULL, 0);
    for (int i = 0; i < TOY_BALL_COUNT; i++) {
        world_spawn(world, TOY_BALL, NULL, 0);
    }
    return true;
}

static Probe probe(const World *world)
{
    const ToyState *state = toy_state(world);
    const cpBody *runner = toy_runner(world);
    return (Probe){.player = runner,
                   .progress = fmin(1, cpBodyGetPosition(runner).x / TOY_FINISH_M),
                   .finished = state->finished,
                   .finish_tick = state->finish_tick};
}

static void bot(const World *world, InputFrame *input)
{
    (void)world;
    input->down = 1u << TOY_RUN;
    input->value[TOY_RUN] = ACTION_VALUE_MAX;
}

static const ActionDef actions[] = {
    [TOY_RUN] = {"run", "run", "key:Right pad:righttrigger"},
    [TOY_KICK] = {"kick", "kick the balls", "key:Space pad:a mouse:left"},
    [TOY_EXTRA_1] = {"extra_one", "extra", "key:1"},
    [TOY_EXTRA_2] = {"extra_two", "extra", "key:2"},
    [TOY_EXTRA_3] = {"extra_three", "extra", "key:3"},
};
_Static_assert(ARRAY_LENGTH(actions) == TOY_ACTION_COUNT, "a row for each action");

static const Field state_fields[] = {
    FIELD_ARRAY(ToyState, press_counts), FIELD_ARRAY(ToyState, release_counts),
    FIELD(ToyState, motion_x),           FIELD(ToyState, runner),
    FIELD(ToyState, finished),           FIELD(ToyState, finish_tick),
};

const Game toy_game = {
    .id = "toy",
    .title = "Toy",
    .rules_version = 1,
    .actions = actions,
    .action_count = TOY_ACTION_COUNT,
    .kinds = kinds,
    .kind_count = TOY_KIND_COUNT,
    .systems = systems,
    .system_count = (int)ARRAY_LENGTH(systems),
    .state_bytes = sizeof(ToyState),
    .state_fields = state_fields,
    .state_field_count = (int)ARRAY_LENGTH(state_fields),
    .view_bytes = sizeof(ToyView),
    .theme = {{255, 255, 255, 255}, {200, 160, 60, 255}, {20, 40, 60, 200}},
    .camera_height_m = 12,
    .start = start,
    .probe = probe,
    .bot = bot,
};

const ToyState *toy_state(const World *world)
{
    return world_state_const(world);
}

const cpBody *toy_runner(const World *world)
{
    const Thing *runner = world_data_const(world, toy_state(world)->runner);
    return runner->body;
}

const cpBody *toy_ball(const World *world)
{
    return find(world, TOY_BALL)->body;
}
