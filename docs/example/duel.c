/* Two players at one keyboard, or with a controller each: their carts push a ball into goals, and
 * the first with five goals wins.
 *
 * Worth a look: player_bindings gives the second player other keys. Both can use the same buttons,
 * because a controller belongs to one player. Wheels have motors, and a joint with the ground keeps
 * carts upright. A shape filter lets balls into the goals, but not carts. A goal is a sensor that
 * owns its score. After a match a timer runs, then cw_flow_restart begins the next one. */
#include "clockwork/clockwork.h"

#include <stdio.h>

enum { LEFT, RIGHT, HOP, ACTION_COUNT };
enum { CART, BALL, GOAL };
enum { PLAYERS = 2, GOALS_TO_WIN = 5, WALLS = 10, CONTACTS = 8 };
enum { BALLS = 1, CARTS = 2 }; /* categories of shapes */

static const double FLOOR_M = -4, BALL_M = 0.5, WHEEL_M = 0.35, TOP_RADPS = 25, MOTOR_NM = 14;
static const double COAST_NM = 0.5, HOP_NS = 26, PAUSE_S = 3;

static const CwColour colours[PLAYERS] = {{226, 88, 76, 255}, {70, 140, 220, 255}};
static const CwColour stone = {70, 84, 104, 255}, light = {240, 240, 230, 255};

/* Walls, mirrored at x = 0. The last two stop only carts. */
static const cpVect walls[WALLS][2] = {{{-10, -4}, {10, -4}},   {{-10, -4}, {-10, -1.6}},
                                       {{10, -4}, {10, -1.6}},  {{-10, -1.6}, {-8, -1.6}},
                                       {{10, -1.6}, {8, -1.6}}, {{-8, -1.6}, {-8, 5.7}},
                                       {{8, -1.6}, {8, 5.7}},   {{-8, 5.7}, {8, 5.7}},
                                       {{-8, -4}, {-8, -1.6}},  {{8, -4}, {8, -1.6}}};

typedef struct State {
    uint32_t goals[PLAYERS];
    uint32_t pause; /* ticks until the next match, once somebody has won */
} State;
static const CwField state_fields[] = {CW_FIELD_ARRAY(State, goals), CW_FIELD(State, pause)};

/* ---- carts ---- */

typedef struct Cart {
    cpBody *hull, *wheels[2];
    cpConstraint *motors[2];
    int32_t player;
} Cart;
static const CwField cart_fields[] = {CW_FIELD(Cart, player)};

static void add_wheel(CwWorld *world, CwEntity self, Cart *cart, int side)
{
    cpVect axle = cpv(1.1 * side - 0.55, -0.3);
    cpBody *wheel = cpBodyNew(0.5, cpMomentForCircle(0.5, 0, WHEEL_M, cpvzero));
    cpBodySetPosition(wheel, cpvadd(cpBodyGetPosition(cart->hull), axle));
    cart->wheels[side] = cw_world_add_body(world, self, wheel);
    cpShape *tyre = cpCircleShapeNew(wheel, WHEEL_M, cpvzero);
    cpShapeSetFriction(tyre, 1.4);
    cpShapeSetFilter(tyre, cpShapeFilterNew(self.index1, CARTS, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, self, tyre);
    cw_world_add_constraint(world, self, cpPivotJointNew2(cart->hull, wheel, axle, cpvzero));
    cart->motors[side] =
        cw_world_add_constraint(world, self, cpSimpleMotorNew(cart->hull, wheel, 0));
}

static const cpVect hull_corners[] = {{-0.9, -0.25}, {0.9, -0.25}, {0.45, 0.4}, {-0.45, 0.4}};

static void cart_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Cart *cart = data;
    cart->player = *(const int32_t *)args;
    cart->hull = cw_world_add_body(world, self, cpBodyNew(3, 1)); /* kg, kg m2 */
    cpBodySetPosition(cart->hull, cpv(cart->player == 0 ? -5 : 5, FLOOR_M + 0.8));
    cpShape *shape = cpPolyShapeNewRaw(cart->hull, 4, hull_corners, 0.05);
    cpShapeSetFriction(shape, 0.3);
    cpShapeSetElasticity(shape, 0.5);
    cpShapeSetFilter(shape, cpShapeFilterNew(self.index1, CARTS, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, self, shape);
    for (int side = 0; side < 2; side++) {
        add_wheel(world, self, cart, side);
    }
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cw_world_add_constraint(world, self, cpRotaryLimitJointNew(ground, cart->hull, -0.4, 0.4));
}

static bool stands(const CwWorld *world, CwEntity self)
{
    CwContact contacts[CONTACTS];
    int count = cw_world_contacts(world, self, contacts, CONTACTS);
    for (int i = 0; i < count && i < CONTACTS; i++) {
        if (contacts[i].normal.y < -0.5) {
            return true;
        }
    }
    return false;
}

static void cart_drive(CwWorld *world, CwEntity self, void *data)
{
    const Cart *cart = data;
    const CwInputFrame *input = cw_world_player_input(world, cart->player);
    double way = cw_input_value(input, RIGHT) - cw_input_value(input, LEFT);
    for (int i = 0; i < 2; i++) {
        cpSimpleMotorSetRate(cart->motors[i], way * TOP_RADPS);
        cpConstraintSetMaxForce(cart->motors[i], way == 0 ? COAST_NM : MOTOR_NM);
    }
    if (cw_input_pressed(input, HOP) && stands(world, self)) {
        cpBodyApplyImpulseAtWorldPoint(cart->hull, cpv(0, HOP_NS), cpBodyGetPosition(cart->hull));
    }
}

static CwPoint2 place(CwTransform2 at, cpVect local)
{
    cpVect turned = cpvrotate(local, cpvforangle(at.angle_rad));
    return (CwPoint2){at.x_m + turned.x, at.y_m + turned.y};
}

static void cart_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Cart *cart = data;
    CwTransform2 at = cw_world_pose(world, cart->hull, frame->alpha);
    CwPoint2 corners[4];
    for (int i = 0; i < 4; i++) {
        corners[i] = place(at, hull_corners[i]);
    }
    cw_draw_polygon(frame->draw, corners, 4, colours[cart->player]);
    for (int i = 0; i < 2; i++) {
        CwTransform2 wheel = cw_world_pose(world, cart->wheels[i], frame->alpha);
        CwPoint2 spoke[] = {place(wheel, cpv(-0.25, 0)), place(wheel, cpv(0.25, 0))};
        cw_draw_circle(frame->draw, place(wheel, cpvzero), WHEEL_M, (CwColour){30, 34, 42, 255});
        cw_draw_polyline(frame->draw, spoke, 2, 0.08, light);
    }
}

/* ---- the ball and the goals ---- */

typedef struct Ball {
    cpBody *body;
} Ball;

typedef struct Goal {
    uint32_t scorer; /* the player who scores with a ball in this goal */
} Goal;
static const CwField goal_fields[] = {CW_FIELD(Goal, scorer)};

static void serve(CwWorld *world, cpBody *body)
{
    cw_world_teleport(world, body, (CwTransform2){0, 3, 0}, CW_TELEPORT_SNAP);
    cpBodySetVelocity(body, cpv(cw_rng_range(cw_world_rng(world), -1, 1), 0));
    cpBodySetAngularVelocity(body, 0);
}

static void ball_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Ball *ball = data;
    ball->body = cw_world_add_body(world, self, cpBodyNew(0.6, 0.1));
    cpShape *shape = cw_world_add_shape(world, self, cpCircleShapeNew(ball->body, BALL_M, cpvzero));
    cpShapeSetElasticity(shape, 0.8);
    cpShapeSetFriction(shape, 0.6);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, BALLS, CP_ALL_CATEGORIES));
    serve(world, ball->body);
}

static void ball_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    (void)self;
    State *state = cw_world_state(world);
    if (event->type != CW_EVENT_TRIGGER_ENTER || state->pause > 0) {
        return;
    }
    const Goal *goal = cw_world_data(world, event->b);
    if (++state->goals[goal->scorer] == GOALS_TO_WIN) {
        state->pause = cw_timer_start(world, PAUSE_S);
    } else {
        serve(world, ((Ball *)data)->body);
    }
}

static void ball_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self, (void)data;
    if (cw_timer_ends(&((State *)cw_world_state(world))->pause)) {
        cw_flow_restart(cw_world_flow(world));
    }
}

static void ball_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    CwTransform2 at = cw_world_pose(world, ((const Ball *)data)->body, frame->alpha);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, BALL_M, light);
    cw_draw_circle(frame->draw, place(at, cpv(0.22, 0)), 0.14, stone);
}

static void goal_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Goal *goal = data;
    goal->scorer = *(const uint32_t *)args;
    double inside_m = goal->scorer == 0 ? 8.9 : -10; /* the left player's points are on the right */
    cpShape *sensor = cpBoxShapeNew2(cpSpaceGetStaticBody(cw_world_space(world)),
                                     cpBBNew(inside_m, FLOOR_M, inside_m + 1.1, -1.6), 0);
    cpShapeSetSensor(sensor, true);
    cpShapeSetFilter(sensor, cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, BALLS));
    cw_world_add_shape(world, self, sensor);
}

static void goal_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world, (void)self;
    uint32_t owner = 1 - ((const Goal *)data)->scorer;
    CwColour net = {colours[owner].r, colours[owner].g, colours[owner].b, 90};
    CwRectDraw room = {owner == 0 ? -10 : 8, -1.6, 2, 2.4, net, net};
    cw_draw_rect(frame->draw, &room);
}

/* ---- the field ---- */

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    for (int i = 0; i < WALLS; i++) {
        cpShape *wall = cpSegmentShapeNew(ground, walls[i][0], walls[i][1], 0.1);
        cpBitmask holds = i < WALLS - 2 ? CP_ALL_CATEGORIES : CARTS;
        cpShapeSetFriction(wall, i == 0 ? 1 : 0.1);
        cpShapeSetElasticity(wall, 0.8);
        cpShapeSetFilter(wall, cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, holds));
        cw_world_add_shape(world, (CwEntity){0}, wall);
    }
    for (uint32_t i = 0; i < PLAYERS; i++) {
        cw_world_spawn(world, GOAL, &i, sizeof i);
        cw_world_spawn(world, CART, &i, sizeof i);
    }
    cw_world_spawn(world, BALL, NULL, 0);
    return true;
}

static void field_draw(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    cw_draw_set_layer(frame->draw, -1); /* behind the entities, which are on layer 0 */
    double top_m = cw_draw_visible_world(frame->draw).top_m; /* fills a window of any shape */
    CwRectDraw sky = {-1e3, top_m, 2e3, top_m - FLOOR_M, {26, 34, 52, 255}, {62, 78, 104, 255}};
    CwRectDraw earth = {-1e3, FLOOR_M, 2e3, 1e3, stone, stone};
    cw_draw_rect(frame->draw, &sky);
    cw_draw_rect(frame->draw, &earth);
    for (int i = 0; i < WALLS - 2; i++) {
        CwPoint2 ends[] = {{walls[i][0].x, walls[i][0].y}, {walls[i][1].x, walls[i][1].y}};
        cw_draw_polyline(frame->draw, ends, 2, 0.2, stone);
    }
}

static void score_draw(const CwWorld *world, CwFrame *frame)
{
    const State *state = cw_world_state_const(world);
    cw_draw_set_layer(frame->draw, 10);
    cw_draw_set_screen(frame->draw);
    for (int i = 0; i < PLAYERS && frame->scene < CW_SCENE_RESULTS; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", state->goals[i]);
        cw_draw_text(frame->draw, &(CwTextDraw){.text = text,
                                                .face = CW_FACE_BOLD,
                                                .align = CW_ALIGN_CENTRE,
                                                .x = i == 0 ? 270 : 370,
                                                .y = 40,
                                                .size = 44,
                                                .colour = colours[i]});
        if (state->goals[i] == GOALS_TO_WIN) {
            snprintf(text, sizeof text, "%s wins", i == 0 ? "Red" : "Blue");
            cw_draw_text(frame->draw, &(CwTextDraw){.text = text,
                                                    .face = CW_FACE_BOLD,
                                                    .align = CW_ALIGN_CENTRE,
                                                    .x = 320,
                                                    .y = 120,
                                                    .size = 48,
                                                    .colour = colours[i]});
        }
    }
}

static const CwActionDef actions[ACTION_COUNT] = {{"left", "drive left", "key:A pad:leftx-"},
                                                  {"right", "drive right", "key:D pad:leftx+"},
                                                  {"hop", "hop", "key:W pad:a"}};
static const char *const second[ACTION_COUNT] = {"key:Left pad:leftx-", "key:Right pad:leftx+",
                                                 "key:Up pad:a"};
static const CwKind kinds[] = {
    [CART] = {"cart", sizeof(Cart), cart_fields, 1, cart_spawn, cart_drive, .draw = cart_draw},
    [BALL] = {"ball", sizeof(Ball), .spawn = ball_spawn, .event = ball_event, .tick = ball_tick,
              .draw = ball_draw},
    [GOAL] = {"goal", sizeof(Goal), goal_fields, 1, goal_spawn, .draw = goal_draw}};
static const CwSystem systems[] = {{"field.draw", CW_PHASE_RENDER, .frame = field_draw},
                                   {"score.draw", CW_PHASE_RENDER, .frame = score_draw}};
static const CwGame duel = {
    .id = "duel",
    .title = "Duel",
    .input = {.actions = actions,
              .action_count = ACTION_COUNT,
              .player_count = PLAYERS,
              .player_bindings = {second}},
    .content = {.kinds = kinds,
                .kind_count = CW_ARRAY_LENGTH(kinds),
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&duel, argc, argv);
}
