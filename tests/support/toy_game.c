#include "toy_game.h"

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

static ToyState *state_of(CwWorld *world)
{
    return cw_world_state(world);
}

static void runner_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Thing *runner = data;
    runner->body = cw_world_add_body(world, self, cpBodyNewKinematic());
}

static void runner_drive(CwWorld *world, CwEntity self, void *data)
{
    const Thing *runner = data;
    note("runner.drive");
    double speed_mps = TOY_SPEED_MPS * cw_input_value(cw_world_input(world), TOY_RUN);
    cpVect velocity = cpv(speed_mps, 0);
    if (toy.break_body) { /* finite, but no longer when the world adds up */
        velocity = cpv(1.7e308, 1.7e308);
    }
    cpBodySetVelocity(runner->body, velocity);
}

static void runner_tick(CwWorld *world, CwEntity self, void *data)
{
    const Thing *runner = data;
    ToyState *state = state_of(world);
    note("runner.tick");
    if (!state->finished && cpBodyGetPosition(runner->body).x >= TOY_FINISH_M) {
        state->finished = true;
        state->finish_tick = cw_world_tick(world);
    }
}

static void runner_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    const Thing *runner = data;
    note("runner.draw");
    CwTransform2 at = cw_world_pose(world, runner->body, frame->alpha);
    cw_draw_set_world(frame->draw, 1);
    cw_draw_set_layer(frame->draw, TOY_RUNNER_LAYER);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, 0.5, (CwColour){255, 255, 255, 255});
}

static void ball_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Thing *ball = data;
    ball->body =
        cw_world_add_body(world, self, cpBodyNew(1, cpMomentForCircle(1, 0, 0.4, cpvzero)));
    double x_m = cw_rng_range(cw_world_rng(world), -3, 3);
    cpBodySetPosition(ball->body, cpv(x_m, cw_rng_range(cw_world_rng(world), 1, 6)));
    cpShape *shape = cw_world_add_shape(world, self, cpCircleShapeNew(ball->body, 0.4, cpvzero));
    cpShapeSetElasticity(shape, 0.8);
    cpShapeSetFriction(shape, 0.7);
}

static void ball_drive(CwWorld *world, CwEntity self, void *data)
{
    const Thing *ball = data;
    if (cw_input_pressed(cw_world_input(world), TOY_KICK)) {
        double side = cw_rng_range(cw_world_rng(world), -2, 2);
        cpBodyApplyImpulseAtWorldPoint(ball->body, cpv(side, 5), cpBodyGetPosition(ball->body));
    }
}

static const CwKind kinds[] = {
    [TOY_RUNNER] = {.name = "runner",
                    .size = sizeof(Thing),
                    .spawn = runner_spawn,
                    .drive = runner_drive,
                    .tick = runner_tick,
                    .draw = runner_draw},
    [TOY_BALL] = {.name = "ball", .size = sizeof(Thing), .spawn = ball_spawn, .drive = ball_drive},
};
_Static_assert(CW_ARRAY_LENGTH(kinds) == TOY_KIND_COUNT, "a row for each kind");

static void count_input(CwWorld *world)
{
    const CwInputFrame *input = cw_world_input(world);
    ToyState *state = state_of(world);
    note("count");
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        state->press_counts[action] += cw_input_pressed(input, action);
        state->release_counts[action] += cw_input_released(input, action);
    }
    state->motion_x += input->pointer_dx;
}

static void tick_pre_physics(CwWorld *world)
{
    note("pre_physics");
}

static void tick_post_physics(CwWorld *world)
{
    note("post_physics");
}

static void tick_animation(CwWorld *world)
{
    note("animation");
    if (toy.while_ticking != NULL) {
        toy.while_ticking(world);
    }
}

static void frame_early(const CwWorld *world, CwFrame *frame)
{
    note("early");
}

static void frame_update(const CwWorld *world, CwFrame *frame)
{
    ToyView *view = frame->view;
    view->frame_count++;
    toy.last = *frame;
    if (toy.while_updating != NULL) {
        toy.while_updating(world, frame);
    }
    note("update");
}

static void frame_camera(const CwWorld *world, CwFrame *frame)
{
    CwTransform2 at = cw_world_pose(world, toy_runner(world), frame->alpha);
    const CwCamera *more = &toy.camera;
    *frame->camera = (CwCamera){.x_m = at.x_m + 1.25 + more->x_m,
                                .y_m = 1 + more->y_m,
                                .height_m = 12 + more->height_m,
                                .angle_rad = more->angle_rad,
                                .shake_m = more->shake_m};
    note("pre_render");
}

static void frame_render(const CwWorld *world, CwFrame *frame)
{
    note("render");
}

static void frame_end(const CwWorld *world, CwFrame *frame)
{
    note("end_frame\n");
}

static void count_dispose(CwWorld *world)
{
    toy.dispose_count++;
}

static const CwSystem systems[] = {
    {.name = "toy.early", .phase = CW_PHASE_EARLY, .frame = frame_early, .dispose = count_dispose},
    {.name = "toy.count", .phase = CW_PHASE_INPUT, .tick = count_input},
    {.name = "toy.pre_physics", .phase = CW_PHASE_PRE_PHYSICS, .tick = tick_pre_physics},
    {.name = "toy.post_physics", .phase = CW_PHASE_POST_PHYSICS, .tick = tick_post_physics},
    {.name = "toy.animation", .phase = CW_PHASE_ANIMATION, .tick = tick_animation},
    {.name = "toy.update", .phase = CW_PHASE_UPDATE, .frame = frame_update},
    {.name = "toy.camera", .phase = CW_PHASE_PRE_RENDER, .frame = frame_camera},
    {.name = "toy.render", .phase = CW_PHASE_RENDER, .frame = frame_render},
    {.name = "toy.end", .phase = CW_PHASE_END_FRAME, .frame = frame_end},
};

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    toy.start_count++;
    if (toy.while_starting != NULL) {
        toy.while_starting();
    }
    if (toy.refuse_start) {
        return cw_error_set(error, "the toy was told not to start");
    }
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *floor = cpSegmentShapeNew(ground, cpv(-50, 0), cpv(50, 0), 0.1);
    cpShapeSetElasticity(cw_world_add_shape(world, (CwEntity){0}, floor), 0.9);
    state_of(world)->runner = cw_world_spawn(world, TOY_RUNNER, NULL, 0);
    for (int i = 0; i < TOY_BALL_COUNT; i++) {
        cw_world_spawn(world, TOY_BALL, NULL, 0);
    }
    return true;
}

static CwProbe probe(const CwWorld *world)
{
    const ToyState *state = toy_state(world);
    const cpBody *runner = toy_runner(world);
    return (CwProbe){.player = runner,
                     .progress = fmin(1, cpBodyGetPosition(runner).x / TOY_FINISH_M),
                     .finished = state->finished,
                     .finish_tick = state->finish_tick};
}

static void bot(const CwWorld *world, CwInputFrame *input)
{
    input->down = 1u << TOY_RUN;
    input->value[TOY_RUN] = CW_ACTION_VALUE_MAX;
}

static const CwActionDef actions[] = {
    [TOY_RUN] = {"run", "run", "key:Right pad:righttrigger"},
    [TOY_KICK] = {"kick", "kick the balls", "key:Space pad:a mouse:left"},
    [TOY_EXTRA_1] = {"extra_one", "extra", "key:1"},
    [TOY_EXTRA_2] = {"extra_two", "extra", "key:2"},
    [TOY_EXTRA_3] = {"extra_three", "extra", "key:3"},
};
_Static_assert(CW_ARRAY_LENGTH(actions) == TOY_ACTION_COUNT, "a row for each action");

static const CwField state_fields[] = {
    CW_FIELD_ARRAY(ToyState, press_counts), CW_FIELD_ARRAY(ToyState, release_counts),
    CW_FIELD(ToyState, motion_x),           CW_FIELD(ToyState, runner),
    CW_FIELD(ToyState, finished),           CW_FIELD(ToyState, finish_tick),
};

const CwGame toy_game = {
    .id = "toy",
    .title = "Toy",
    .rules_version = 1,
    .input = {.actions = actions, .action_count = TOY_ACTION_COUNT},
    .content = {.kinds = kinds,
                .kind_count = TOY_KIND_COUNT,
                .systems = systems,
                .system_count = (int)CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(ToyState),
                .state_fields = state_fields,
                .state_field_count = (int)CW_ARRAY_LENGTH(state_fields)},
    .looks = {.view_bytes = sizeof(ToyView),
              .theme = {{255, 255, 255, 255}, {200, 160, 60, 255}, {20, 40, 60, 200}},
              .camera_height_m = 12},
    .start = start,
    .probe = probe,
    .bot = bot,
};

const ToyState *toy_state(const CwWorld *world)
{
    return cw_world_state_const(world);
}

const cpBody *toy_runner(const CwWorld *world)
{
    const Thing *runner = cw_world_data_const(world, toy_state(world)->runner);
    return runner->body;
}
