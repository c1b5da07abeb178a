/* Mistakes of a game's code while it runs, one per row: the message and how the run ends. */
#include "clockwork/clockwork.h"
#include "support/program.h"
#include "support/replay_samples.h"

#include <chipmunk/chipmunk_structs.h>
#include <fcntl.h>
#include <sys/wait.h>

FIXTURE(.set_up = temp_make);

/* `self` and `body` are a ball's, and of the places where there is none zero and NULL. */
typedef void Step(CwWorld *world, CwEntity self, cpBody *body);

/* The place where the game of these tests goes wrong; all but one are NULL. */
typedef struct Mistake {
    int status;
    const char *said;
    const char *options; /* beside --headless --ticks 20 */
    Step *start, *spawn, *drive, *tick;
    Step *view; /* the world's const was cast away */
} Mistake;

enum { BALL, GHOST, TICK = 5 };
enum { ABORT = 128 + SIGABRT, FAULT = 128 + SIGSEGV }; /* statuses, as in a shell */

#define STEP(name, ...)                                                                            \
    static void name(CwWorld *world, CwEntity self, cpBody *body)                                  \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

typedef struct Ball {
    cpBody *body;
} Ball;

typedef struct State {
    int32_t seen;
    int32_t hidden; /* from the fields */
} State;

static const Mistake *mistake;
static const CwEntity NOBODY = {0};

static void ball_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Ball *ball = data;
    ball->body = cpBodyNew(1, 1);
    cpBodySetPosition(ball->body, cpv(0, 3));
    cw_world_add_body(world, self, ball->body);
    cw_world_add_shape(world, self, cpCircleShapeNew(ball->body, 0.4, cpvzero));
    if (mistake->spawn != NULL) {
        mistake->spawn(world, self, ball->body);
    }
}

static void ball_drive(CwWorld *world, CwEntity self, void *data)
{
    if (mistake->drive != NULL && cw_world_tick(world) == TICK) {
        mistake->drive(world, self, ((Ball *)data)->body);
    }
}

static void tick(CwWorld *world)
{
    ((State *)cw_world_state(world))->seen++;
    if (mistake->tick != NULL && cw_world_tick(world) == TICK) {
        mistake->tick(world, NOBODY, NULL);
    }
}

static CwFrame *kept; /* of the last frame phase */

static void show(const CwWorld *world, CwFrame *frame)
{
    kept = frame;
    if (mistake->view != NULL && cw_world_tick(world) == TICK) {
        mistake->view((CwWorld *)(uintptr_t)world, NOBODY, NULL);
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *cause)
{
    cw_world_spawn(world, BALL, NULL, 0);
    if (mistake->start != NULL) {
        mistake->start(world, NOBODY, NULL);
    }
    return true;
}

static const CwField state_fields[] = {CW_FIELD(State, seen)};
static const CwKind kinds[] = {
    [BALL] = {"ball", .size = sizeof(Ball), .spawn = ball_spawn, .drive = ball_drive},
    [GHOST] = {.name = "ghost"}};
static const CwSystem systems[] = {
    {.name = "rule.count", .phase = CW_PHASE_GAME_LOGIC, .tick = tick},
    {.name = "view.show", .phase = CW_PHASE_UPDATE, .frame = show}};
static const CwGame game = {.id = "mistaken",
                            .title = "Mistaken",
                            .content = {.kinds = kinds,
                                        .kind_count = (int)CW_ARRAY_LENGTH(kinds),
                                        .systems = systems,
                                        .system_count = (int)CW_ARRAY_LENGTH(systems),
                                        .state_bytes = sizeof(State),
                                        .state_fields = state_fields,
                                        .state_field_count = 1},
                            .looks = {.camera_height_m = 10},
                            .start = start};

static int run(const char *options)
{
    pid_t child = fork();
    if (child == 0) {
        char words[256], *argv[16] = {"mistaken", "--headless", "--ticks", "20"};
        int argc = 4;
        snprintf(words, sizeof words, "%s", options == NULL ? "" : options);
        for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
            argv[argc++] = word;
        }
        setenv("HOME", temp_folder, 1);
        int said = chdir(temp_folder) == 0 ? open("said", O_CREAT | O_WRONLY | O_TRUNC, 0600) : -1;
        exit(dup2(said, STDERR_FILENO) >= 0 ? cw_main(&game, argc, argv) : 99);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void expect_mistake(const Mistake *made)
{
    mistake = made;
    int status = run(made->options);
    const char *said = temp_read("said");
    if (!program_is_plain()) {
        /* It may notice first, and ends a fault with an exit status of its own. */
        ck_assert(strstr(said, made->said) != NULL || strstr(said, "AddressSanitizer") != NULL ||
                  strstr(said, "runtime error") != NULL);
        return;
    }
    expect_text(said, made->said);
    ck_assert_msg(status == made->status, "%s: %d", said, status);
}

/* A test that makes each mistake of a table, one a round. */
#define MAKE_EACH(mistakes, name)                                                                  \
    TEST(name, .rounds = CW_ARRAY_LENGTH(mistakes))                                                \
    {                                                                                              \
        expect_mistake(&mistakes[_i]);                                                             \
    }

TEST(a_game_without_mistakes_reports_nothing)
{
    mistake = &(Mistake){0};
    ck_assert_int_eq(run("--synctest 4"), 0);
    ck_assert_str_eq(temp_read("said"), "");
}

/* ---- crashes ---- */

static volatile uintptr_t nowhere = 8;
static volatile int deepest = 1 << 30;

STEP(fault, *(volatile int *)nowhere = 1)

static int overflow(int depth)
{
    volatile int many[1000];
    many[0] = depth;
    return depth == deepest ? 0 : overflow(depth + 1) + many[0];
}

STEP(abort_in_tick, abort())
STEP(fail_an_assertion, cw_world_spawn(world, 7, NULL, 0))
STEP(overflow_the_stack, ((State *)cw_world_state(world))->seen = overflow(0))
STEP(kill_itself, raise(SIGSEGV))
STEP(abort_in_chipmunk, cpBodySetMass(body, -1))
static const Mistake CRASHES[] = {
    {FAULT, "crashed (SIGSEGV) in start, tick 0\n", .start = fault},
    {FAULT, "(SIGSEGV) in start, ball (entity 1), tick 0\n", .spawn = fault},
    {FAULT, "in system entity.drive, phase pre_physics, ball (entity 1), tick 5\n", .drive = fault},
    {ABORT, "aborted in system rule.count, phase game_logic, tick 5\n", .tick = abort_in_tick},
    {ABORT,
     "spawn a kind of the game's table\nclockwork: aborted in system rule.count, phase game_logic, "
     "tick 5\n",
     .tick = fail_an_assertion},
    {FAULT, "in system rule.count, phase game_logic, tick 5\n", .tick = overflow_the_stack},
    {FAULT, "in system rule.count, phase game_logic, tick 5\n", .tick = kill_itself},
    {ABORT, "aborted in system entity.drive, phase pre_physics, ball (entity 1)",
     .drive = abort_in_chipmunk},
    {FAULT, "the run, up to this tick's input, is in run.cwr\n", .drive = fault,
     .options = "--record run.cwr"},
    {FAULT, "ball (entity 1), tick 5, which is simulated before it is due\n", .drive = fault,
     .options = "--realtime --set display.latency=ahead --set simulation.tick_rate=10"},
    {FAULT, "in system entity.drive, phase pre_physics, ball", .drive = fault,
     .options = "--trace trace.json"},
};

MAKE_EACH(CRASHES, a_crash_reports_its_place_and_ends_by_its_signal)

TEST(a_recording_ends_with_the_tick_that_crashed, .rounds = 2)
{
    static const Mistake faulty = {.drive = fault};
    mistake = &faulty;
    run(_i == 0 ? "--record run.cwr" : "--record run.cwr --realtime --set display.latency=ahead");
    ck_assert_uint_eq(sample_load_from(temp_path("run.cwr"))->tick_count, TICK);
}

STEP(write_state, ((State *)cw_world_state(world))->hidden++)
static const Mistake WRITES[] = {
    {FAULT,
     "in system view.show, phase update, tick 5\nclockwork: it wrote the world, which is write-",
     .view = write_state, .options = "--set debug.protect_world=on"},
    {FAULT, "in system view.show, phase update, tick 5\n", .view = write_state,
     .options = "--synctest 2"},
};

MAKE_EACH(WRITES, a_view_that_writes_the_world_is_named)

/* ---- behind the runtime's back ---- */

static void add_neighbour(CwWorld *world, CwEntity self, cpBody *body, cpVect at_m)
{
    cpBodySetPosition(body, at_m);
    cw_world_add_body(world, self, body);
    cw_world_add_shape(world, self, cpCircleShapeNew(body, 0.4, cpvzero));
}

STEP(add_body_directly, cpSpaceAddBody(cw_world_space(world), cpBodyNew(1, 1)))
STEP(forget_a_body, cpBodyNew(1, 1))
STEP(forget_a_shape, cpBoxShapeNew(body, 1, 1, 0))
STEP(forget_the_body_of_a_shape,
     cw_world_add_shape(world, (CwEntity){0}, cpCircleShapeNew(cpBodyNew(1, 1), 1, cpvzero)))
STEP(add_shape_directly, cpSpaceAddShape(cw_world_space(world), cpBoxShapeNew(body, 1, 1, 0)))
STEP(free_a_body, cpBodyFree(body))
static void free_a_sensor(CwWorld *world, CwEntity self, cpBody *body)
{
    cpShape *shape = cpCircleShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), 1, cpvzero);
    cpShapeSetSensor(shape, true);
    cpShapeFree(cw_world_add_shape(world, self, shape));
}

STEP(remove_a_body, cpSpaceRemoveBody(cw_world_space(world), body))
STEP(overwrite_user_data, cpBodySetUserData(body, world))
STEP(overwrite_user_data_of_shape, cpShapeSetUserData(body->shapeList, world))
STEP(add_twice, cw_world_add_body(world, self, body))
STEP(step_the_space, cpSpaceStep(cw_world_space(world), 0.01))
STEP(write_input, ((CwInputFrame *)(uintptr_t)cw_world_input(world))->down = 1)
static void push_like_mad(CwWorld *world, CwEntity self, cpBody *body)
{
    cpBodySetPosition(body, cpv(19990, 0));
    cpBodySetForce(body, cpv(1e9, 0));
}

STEP(make_nan, body->v.x = NAN)
STEP(use_a_carry_that_is_not_there, *(int *)cw_world_carry(world) = 1)
STEP(move_a_mover_that_is_not_there,
     cw_mover_move(world, &(CwMover){0}, &(CwMoverDesc){0}, &(CwMoverWish){0}))
static void move_without_a_limit(CwWorld *world, CwEntity self, cpBody *body)
{
    CwMover mover = {.body = body};
    CwMoverDesc limits = cw_mover_desc_default();
    limits.snap_m = NAN;
    cw_mover_move(world, &mover, &limits, &(CwMoverWish){0});
}

static void add_a_mover_that_never_falls(CwWorld *world, CwEntity self, cpBody *body)
{
    CwMover mover;
    cw_mover_add(world, self, &mover, &(CwMoverDesc){.width_m = 1, .height_m = 2}, cpvzero);
}

STEP(move_the_world, cpBodySetPosition(cpSpaceGetStaticBody(cw_world_space(world)), cpv(1, 0)))
STEP(spawn_without_end, for (;;) cw_world_spawn(world, GHOST, NULL, 0))
STEP(spawn_its_own_kind, cw_world_spawn(world, BALL, NULL, 0))
STEP(spawn_with_lost_args, cw_world_spawn(world, BALL, NULL, sizeof(Ball)))
STEP(own_a_body_by_a_stale_handle, cw_world_add_body(world, (CwEntity){9, 9}, cpBodyNew(1, 1)))
STEP(add_a_disc_of_nan, cw_world_add_shape(world, self, cpCircleShapeNew(body, NAN, cpvzero)))
STEP(teleport_too_far, cw_world_teleport(world, body, (CwTransform2){1e9, 0, 0}, CW_TELEPORT_SNAP))
STEP(ask_for_no_action, cw_input_down(cw_world_input(world), CW_ACTION_MAX))
STEP(use_a_destroyed_one, ((Ball *)cw_world_data(world, (CwEntity){9, 9}))->body = body)
STEP(hit_a_giant, add_neighbour(world, self, cpBodyNew(1e7, 1e7), cpv(0, 3)))
static void read_outside(CwWorld *world, CwEntity self, cpBody *body)
{
    static int outside;
    body->f.x = ++outside;
}

#define AUDIT "--set debug.protect_world=on"

static const Mistake CAUGHT[] = {
    {1, "tick 0: a body was added with cpSpaceAddBody: hand it to cw_world_add_body",
     .start = add_body_directly},
    {1, "tick 5: a body was added with cpSpaceAddBody: ", .tick = add_body_directly,
     .options = AUDIT},
    {1, "tick 5: a body was added with cpSpaceAddBody: ", .tick = add_body_directly,
     .options = "--synctest 3"},
    {1, "a shape was added with cpSpaceAddShape: hand it to cw_world_add_shape",
     .spawn = add_shape_directly},
    {1, "a body was created and never handed over: give it to cw_world_add_body",
     .start = forget_a_body},
    {1, "a shape of the ball (entity 1) was created and never handed over: give it to cw_",
     .spawn = forget_a_shape},
    {1, "the body of a shape was never handed over: give it to cw_world_add_body",
     .start = forget_the_body_of_a_shape},
    {ABORT, "cpBodyFree of what is in the world: destroy", .drive = free_a_body},
    {ABORT, "cpShapeFree of what is in the world: destroy", .spawn = free_a_sensor},
    {1, "a body of the ball (entity 1) was removed behind the world's back", .drive = remove_a_body,
     .options = AUDIT},
    {1, "the user data of a body of the ball (entity 1) was overwritten: it belongs to",
     .drive = overwrite_user_data, .options = AUDIT},
    {1, "the user data of a shape of the ball (entity 1) was overwritten: it belongs to",
     .drive = overwrite_user_data_of_shape, .options = AUDIT},
    {ABORT, "hand a body or shape over once", .spawn = add_twice},
    {ABORT, "leave cpSpaceStep to the world", .tick = step_the_space},
    {1, "tick 5: the game wrote the input of its tick, which a replay keeps as it was given",
     .tick = write_input},
    {0,
     "tick 6: a body of the ball (entity 1) left the fence, 20000 m around the origin, and was put "
     "back at rest: a force",
     .drive = push_like_mad},
    {1,
     "; the body of the ball (entity 1); look in ticks for time(), rand() and static variables, or "
     "run the command `doctor LEVEL`\n",
     .drive = read_outside, .options = "--synctest 3"},
    {ABORT, "give the game's table a carry\n", .tick = use_a_carry_that_is_not_there},
    {ABORT, "add the mover with cw_mover_add before it moves\n",
     .tick = move_a_mover_that_is_not_there},
    {ABORT, "it was given nan\ngive a mover limits of 0 or more: start from",
     .drive = move_without_a_limit},
    {ABORT, "give a mover a width_m, height_m, ground_mps2 and fall_max_mps above 0",
     .start = add_a_mover_that_never_falls},
    {0, "the world's static body was moved, which its shapes don't notice", .tick = move_the_world,
     .options = "--synctest 3"},
    {1, "entities of kind ghost: look for a spawn that never stops", .tick = spawn_without_end},
    {ABORT, "end the spawn of this kind, which spawns its own kind again and again\n",
     .spawn = spawn_its_own_kind},
    {ABORT, "pass args with their size in bytes, or NULL and 0\n", .tick = spawn_with_lost_args},
    {ABORT, "for none: the owner was destroyed\n", .tick = own_a_body_by_a_stale_handle},
    {ABORT, "a radius of 0 or more\n", .drive = add_a_disc_of_nan},
    {ABORT, "within 20 km of the origin\n", .drive = teleport_too_far},
    {ABORT, "name an action of the game's table\n", .tick = ask_for_no_action},
    {FAULT,
     "used a pointer that is NULL; cw_world_data gives NULL for an entity that was destroyed, such "
     "as 9\n",
     .drive = use_a_destroyed_one},
    {0, "1e+07 kg of the ball (entity 1) meets one of 1 kg of the ball (entity 1)",
     .drive = hit_a_giant, .options = "--synctest 3"},
    {1, "tick 5: a body of the ball (entity 1) is no longer at a", .drive = make_nan},
};

MAKE_EACH(CAUGHT, a_change_outside_of_ticks_is_named)

/* ---- asked for what can't be ---- */

#define CALL(name, ...)                                                                            \
    STEP(call_##name, cw_world_##name(world, __VA_ARGS__))                                         \
    static const char name##_said[] =                                                              \
        "assertion failed: cw_world_" #name                                                        \
        " was called by system view.show in a frame phase (update)\ncall it in a tick\n";
CALL(spawn, BALL, NULL, 0)
CALL(destroy, cw_world_next_of(world, BALL, NOBODY))
CALL(emit, 1, NOBODY, cpvzero, 1)
CALL(add_body, NOBODY, cpBodyNew(1, 1))
CALL(remove_body, NULL)
CALL(teleport, NULL, (CwTransform2){0}, CW_TELEPORT_SNAP)

static const Mistake IN_VIEWS[] = {
    {ABORT, spawn_said, .view = call_spawn},
    {ABORT, destroy_said, .view = call_destroy},
    {ABORT, emit_said, .view = call_emit},
    {ABORT, add_body_said, .view = call_add_body},
    {ABORT, remove_body_said, .view = call_remove_body},
    {ABORT, teleport_said, .view = call_teleport},
};

MAKE_EACH(IN_VIEWS, a_call_in_a_view_that_only_ticks_may_make_is_named)

STEP(show_five_pictures, cw_flow_set_target_fps(cw_world_flow(world), 5))
static void call_main(CwWorld *world, CwEntity self, cpBody *body)
{
    char *argv[] = {"mistaken", "config"};
    ck_assert_int_eq(cw_main(&game, 2, argv), 1);
}

STEP(draw_with_the_kept_frame,
     cw_draw_circle(kept->draw, (CwPoint2){0, 0}, 1, (CwColour){255, 0, 0, 255}))
static void save_with_the_kept_frame(CwWorld *world, CwEntity self, cpBody *body)
{
    CwSave save = {1, "abc", 3};
    ck_assert(!cw_save_write(kept->saves, "times", &save, NULL));
    ck_assert(!cw_save_read(kept->saves, "times", &save, NULL));
}

static const Mistake ASKED[] = {
    {0, "what a game draws outside of CW_PHASE_RENDER is not shown: ",
     .view = draw_with_the_kept_frame},
    {0, "what a game draws outside of CW_PHASE_RENDER is not shown: ",
     .tick = draw_with_the_kept_frame},
    {0, "a tick uses save \"times\", but recordings contain no saves: ",
     .tick = save_with_the_kept_frame},
    {0, "cw_flow_set_target_fps: 5 is neither 0 nor ", .tick = show_five_pictures},
    {0, "a game runs in this process already: call cw_main only from main", .tick = call_main},
};

MAKE_EACH(ASKED, an_impossible_request_is_reported_and_the_game_goes_on)
