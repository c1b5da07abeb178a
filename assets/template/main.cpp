// @TITLE@: roll to the flag. A tick reads only the world and its input. Frame phases move the
// camera and draw. The headers explain all functions: begin with clockwork/game.h.
//
// The engine is C. Its tables are written with designated initialisers, in the order of their
// members. An assertion of the engine leaves a tick by longjmp, which runs no destructors: keep
// std::string, std::vector and exceptions out of ticks.
#include "clockwork/clockwork.h"

namespace
{

enum Action { LEFT, RIGHT, HOP, ACTION_COUNT };
enum Sprite { BALL_SPRITE, FLAG_SPRITE, SPRITE_COUNT };
enum Key { ZOOM, KEY_COUNT };

constexpr double RADIUS_M = 0.5;
constexpr double CAMERA_HEIGHT_M = 12;

// `make dev` shows these as sliders in a pause.
CW_TUNE(SPIN_MAX_RADPS, 25, 5, 60, "rad/s");
CW_TUNE(HOP_NS, 6, 2, 12, "Ns");

// The game's state. The table lists every member that ticks read, for hashes and the sync test.
struct State {
    cpVect start_m, flag_m;
    CwEntity ball;
    bool finished;
    uint64_t finish_tick;
};
const CwField state_fields[] = {CW_FIELD(State, start_m), CW_FIELD(State, flag_m),
                                CW_FIELD(State, ball), CW_FIELD(State, finished),
                                CW_FIELD(State, finish_tick)};

State &state_of(CwWorld *world)
{
    return *static_cast<State *>(cw_world_state(world));
}

const State &state_of(const CwWorld *world)
{
    return *static_cast<const State *>(cw_world_state_const(world));
}

// ---- the ball: its state is Chipmunk's, which is hashed without fields ----

struct Ball {
    cpBody *body;
};

void spawn(CwWorld *world, CwEntity self, void *data, const void *)
{
    State &state = state_of(world);
    cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, RADIUS_M, cpvzero)); // kg, kg m2
    cpBodySetPosition(body, state.start_m);
    cpShape *shape = cpCircleShapeNew(body, RADIUS_M, cpvzero);
    cpShapeSetFriction(shape, 1.5);
    cpShapeSetElasticity(shape, 0.3);
    static_cast<Ball *>(data)->body = cw_world_add_body(world, self, body);
    cw_world_add_shape(world, self, shape);
    state.ball = self;
}

bool is_on_ground(cpBody *body)
{
    bool on_ground = false;
    cpBodyEachArbiter(
        body,
        [](cpBody *, cpArbiter *contact, void *found) {
            *static_cast<bool *>(found) |= cpArbiterGetNormal(contact).y < -0.5;
        },
        &on_ground);
    return on_ground;
}

// Before physics: forces.
void drive(CwWorld *world, CwEntity, void *data)
{
    cpBody *body = static_cast<Ball *>(data)->body;
    const CwInputFrame *input = cw_world_input(world);
    double way = cw_input_value(input, RIGHT) - cw_input_value(input, LEFT);
    double missing_radps = -way * SPIN_MAX_RADPS - cpBodyGetAngularVelocity(body);
    cpBodySetTorque(body, way == 0 ? 0 : 0.2 * missing_radps);
    cpBodySetForce(body, cpv(2 * way, 0)); // in N; steers in the air, too
    if (cw_input_pressed(input, HOP) && is_on_ground(body)) {
        cpBodyApplyImpulseAtWorldPoint(body, cpv(0, HOP_NS), cpBodyGetPosition(body));
    }
}

// After physics: the rules.
void tick(CwWorld *world, CwEntity, void *data)
{
    State &state = state_of(world);
    cpBody *body = static_cast<Ball *>(data)->body;
    cpVect at_m = cpBodyGetPosition(body);
    if (!state.finished && cpvnear(at_m, state.flag_m, 1)) {
        state.finished = true;
        state.finish_tick = cw_world_tick(world);
    }
    if (at_m.y < -3) { // fell out of the level
        cw_world_teleport(world, body, {state.start_m.x, state.start_m.y, 0}, CW_TELEPORT_SNAP);
        cpBodySetVelocity(body, cpvzero);
    }
}

void draw(const CwWorld *world, CwEntity, const void *data, CwFrame *frame)
{
    CwTransform2 at = cw_world_pose(world, static_cast<const Ball *>(data)->body, frame->alpha);
    CwSpriteDraw ball{};
    ball.sprite = BALL_SPRITE;
    ball.x = at.x_m;
    ball.y = at.y_m;
    ball.angle_rad = at.angle_rad;
    cw_draw_sprite(frame->draw, &ball);
}

// ---- the level: a map of Tiled, assets/levels/NAME.tmj. Classes and properties that this code
// never asks for, such as misspelt ones, are named on stderr. ----

bool add_object(CwWorld *world, const CwMap *map, const CwMapObject *object, CwError *error)
{
    State &state = state_of(world);
    if (cw_map_object_is(object, "start")) {
        state.start_m = object->centre_m;
    } else if (cw_map_object_is(object, "flag")) {
        state.flag_m = object->centre_m;
    } else if (cw_map_object_is(object, "ground")) {
        CwPolygonDesc desc = cw_polygon_desc_default();
        desc.friction = cw_map_number(map, object, "friction", 1);
        return cw_world_add_polygon(world, CwEntity{}, cpSpaceGetStaticBody(cw_world_space(world)),
                                    object->corners_m, object->corner_count, &desc, error) > 0;
    }
    return true;
}

bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    if (map == nullptr) {
        return cw_error_set(error, "there is no level: put one into assets/levels");
    }
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        if (!add_object(world, map, object, error)) {
            return cw_error_context(error, "object %d (%s)", object->id, object->type);
        }
    }
    cw_world_spawn(world, 0, nullptr, 0);
    return true;
}

const cpBody *ball_body(const CwWorld *world)
{
    return static_cast<const Ball *>(cw_world_data_const(world, state_of(world).ball))->body;
}

CwProbe probe(const CwWorld *world)
{
    const State &state = state_of(world);
    CwProbe probe{};
    probe.player = ball_body(world);
    probe.progress = state.finished ? 1 : 0;
    probe.finished = state.finished;
    probe.finish_tick = state.finish_tick;
    return probe;
}

// ---- the view ----

void look(const CwWorld *world, CwFrame *frame)
{
    CwTransform2 at = cw_world_pose(world, ball_body(world), frame->alpha);
    CwCamera camera{};
    camera.x_m = at.x_m;
    camera.y_m = at.y_m + 1.5;
    camera.height_m = CAMERA_HEIGHT_M / cw_config_real(frame, ZOOM);
    *frame->camera = camera;
}

void draw_ground(const CwMap *map, CwDrawList *list)
{
    CwPaint paint{};
    paint.colour = {74, 124, 89, 255};
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        CwPoint2 corners[CW_SHAPE_CORNERS_MAX];
        int count = cw_map_object_is(object, "ground") ? object->corner_count : 0;
        count = count < CW_SHAPE_CORNERS_MAX ? count : CW_SHAPE_CORNERS_MAX;
        for (int corner = 0; corner < count; corner++) {
            corners[corner] = {object->corners_m[corner].x, object->corners_m[corner].y};
        }
        if (count > 0) {
            cw_draw_shape(list, corners, count, &paint);
        }
    }
}

void draw_scene(const CwWorld *world, CwFrame *frame)
{
    const State &state = state_of(world);
    cw_draw_set_layer(frame->draw, -1); // behind the ball, which is on layer 0
    cw_draw_set_screen(frame->draw);
    CwViewRect view = cw_draw_view(frame->draw); // the whole picture in any window
    CwRectDraw sky = {
        view.x, view.y, view.width, view.height, {124, 182, 219, 255}, {240, 225, 190, 255}};
    cw_draw_rect(frame->draw, &sky);
    cw_draw_set_world(frame->draw, 1);
    draw_ground(cw_world_map(world), frame->draw);
    CwSpriteDraw flag{};
    flag.sprite = FLAG_SPRITE;
    flag.x = state.flag_m.x;
    flag.y = state.flag_m.y + 1;
    cw_draw_sprite(frame->draw, &flag);
}

// ---- the game ----

constexpr CwActionDef actions[ACTION_COUNT] = { // in the order of Action
    {"left", "roll left", "key:Left key:A pad:leftx-"},
    {"right", "roll right", "key:Right key:D pad:leftx+"},
    {"hop", "hop", "key:Space pad:a"},
};
const CwKind ball = {
    .name = "ball", .size = sizeof(Ball), .spawn = spawn, .drive = drive, .tick = tick, .draw = draw};
const CwSystem systems[] = {
    {.name = "camera.follow", .phase = CW_PHASE_PRE_RENDER, .frame = look},
    {.name = "scene.draw", .phase = CW_PHASE_RENDER, .frame = draw_scene},
};
constexpr CwSpriteDef sprites[SPRITE_COUNT] = { // in the order of Sprite
    {.file = "ball.svg", .width_m = 1, .height_m = 1}, // metres
    {.file = "flag.svg", .width_m = 1, .height_m = 2},
};
constexpr CwConfigKey keys[KEY_COUNT] = { // in the order of Key
    {.section = "looks",
     .name = "zoom",
     .kind = CW_CONFIG_REAL,
     .standard = "1",
     .low = 0.5,
     .high = 2,
     .unit = "times",
     .documentation = "How near the camera is. Raise it to see less, and larger."},
};
const CwGame game = {
    .id = "@ID@",
    .title = "@TITLE@",
    .rules_version = 1,
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.kinds = &ball,
                .kind_count = 1,
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.theme = {{40, 50, 60, 255}, {200, 80, 60, 255}, {250, 245, 230, 220}},
              .camera_height_m = CAMERA_HEIGHT_M,
              .sprites = sprites,
              .sprite_count = SPRITE_COUNT},
    .menu = {.keys = keys, .key_count = KEY_COUNT},
    .start = start,
    .probe = probe};

} // namespace

CW_GAME_EXPORT(game); // lets `clockwork dev` load the game

int main(int argc, char **argv)
{
    return cw_main(&game, argc, argv);
}
