/* `lander play docs/example/lander.tmj`: touch down on the pad, on both legs, while there is fuel.
 *
 * Worth a look: ground of any shape comes from the map (cw_world_add_polygon). A leg is held by a
 * joint. After each physics step the game reads the joint's load; if it is too high, the leg comes
 * off (cw_world_remove_constraint). A hard hit on the hull (CwEvent.impulse_Ns) loses the run
 * (CwProbe.lost). The flame is drawn with the thrust between two ticks (cw_world_lerp). Exhaust and
 * sparks are particles (CwGame.looks.emitters), and the verdict grows with cw_tween_to. All of them
 * follow slow motion and rewinds. */
#include "clockwork/clockwork.h"

#include <math.h>
#include <stdio.h>

enum { THRUST, LEFT, RIGHT, ACTION_COUNT };
enum { GROUND, PAD, HULL, LEG }; /* types of shapes */
enum { EXHAUST, SPARKS };        /* emitters */
enum { LEGS = 2, CONTACTS = 16, HULL_CORNERS = 6 };

static const double THRUST_N = 40, FUEL_S = 25, TURN_NM = 12, DRAG = 12, CAMERA_M = 18;
static const double JOINT_MAX_N = 500, HULL_MAX_NS = 6, REST_MPS = 0.1, REST_S = 1;

static const CwColour white = {255, 255, 255, 255}, orange = {240, 160, 60, 255};
static const CwColour colours[] = {
    [GROUND] = {92, 92, 104, 255}, [PAD] = {240, 160, 60, 255}, [HULL] = {224, 226, 232, 255}};
static const cpVect hull_corners[HULL_CORNERS] = {{-0.8, -0.35}, {0.8, -0.35}, {0.7, 0.3},
                                                  {0.3, 0.7},    {-0.3, 0.7},  {-0.7, 0.3}};

typedef struct State {
    cpVect pad_m;
    CwEntity ship;
} State;
static const CwField state_fields[] = {CW_FIELD(State, pad_m), CW_FIELD(State, ship)};

typedef struct Ship {
    cpBody *hull, *legs[LEGS];
    bool lost[LEGS];       /* legs that came off */
    double fuel_s, thrust; /* fuel in seconds at full thrust; thrust 0 to 1 */
    uint32_t rest_ticks;   /* time at rest on the pad */
    uint64_t landed_tick;  /* 0: not landed */
    uint64_t wreck_tick;   /* tick of the crash; 0: none */
} Ship;
static const CwField ship_fields[] = {CW_FIELD_ARRAY(Ship, lost),  CW_FIELD(Ship, fuel_s),
                                      CW_FIELD_LERP(Ship, thrust), CW_FIELD(Ship, rest_ticks),
                                      CW_FIELD(Ship, landed_tick), CW_FIELD(Ship, wreck_tick)};

typedef struct View {
    CwStream exhaust;
    CwTween verdict; /* size of the verdict: 0, or 1 when the attempt is over */
} View;

/* ---- legs ---- */

static void let_go(cpBody *leg, cpConstraint *joint, void *world)
{
    (void)leg;
    cw_world_remove_constraint(world, joint);
}

/* Called after each physics step; a tick may have several. */
static void feel_load(cpConstraint *hip, cpSpace *space)
{
    CwWorld *world = cw_space_world(space);
    Ship *ship = cw_world_data(world, cw_constraint_owner(hip));
    cpBody *leg = cpConstraintGetBodyB(hip);
    if (cpConstraintGetImpulse(hip) > JOINT_MAX_N * cpSpaceGetCurrentTimeStep(space)) {
        ship->lost[leg == ship->legs[1]] = true;
        cpBodyEachConstraint(leg, let_go, world);
    }
}

static void add_leg(CwWorld *world, CwEntity self, Ship *ship, int side)
{
    double out = side == 0 ? -1 : 1;
    cpBody *leg = cpBodyNew(0.5, 0.05);
    cpBodySetPosition(leg, cpvadd(cpBodyGetPosition(ship->hull), cpv(0.9 * out, -0.7)));
    ship->legs[side] = cw_world_add_body(world, self, leg);
    cpShape *shape = cpSegmentShapeNew(leg, cpv(-0.2 * out, 0.4), cpv(0.2 * out, -0.4), 0.08);
    cpShapeSetFriction(shape, 0.8);
    cpShapeSetCollisionType(shape, LEG);
    cpShapeSetFilter(shape, cpShapeFilterNew(self.index1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, self, shape);
    cpConstraint *hip =
        cpPivotJointNew2(ship->hull, leg, cpv(0.7 * out, -0.3), cpv(-0.2 * out, 0.4));
    cpConstraintSetPostSolveFunc(hip, feel_load);
    cw_world_add_constraint(world, self, hip);
    cw_world_add_constraint(world, self, cpDampedRotarySpringNew(ship->hull, leg, 0, 80, 6));
    cw_world_add_constraint(world, self, cpRotaryLimitJointNew(ship->hull, leg, -0.4, 0.4));
}

/* ---- the ship ---- */

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Ship *ship = data;
    ship->fuel_s = FUEL_S;
    ship->hull = cw_world_add_body(world, self, cpBodyNew(9, 4)); /* kg, kg m2 */
    cpBodySetPosition(ship->hull, *(const cpVect *)args);
    cpShape *shape = cpPolyShapeNewRaw(ship->hull, HULL_CORNERS, hull_corners, 0.02);
    cpShapeSetFriction(shape, 0.5);
    cpShapeSetCollisionType(shape, HULL);
    cpShapeSetFilter(shape, cpShapeFilterNew(self.index1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, self, shape);
    for (int side = 0; side < LEGS; side++) {
        add_leg(world, self, ship, side);
    }
    ((State *)cw_world_state(world))->ship = self;
}

static void drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Ship *ship = data;
    const CwInputFrame *input = cw_world_input(world);
    bool over = ship->wreck_tick > 0 || ship->landed_tick > 0 || ship->fuel_s <= 0;
    ship->thrust = over ? 0 : cw_input_value(input, THRUST);
    ship->fuel_s -= ship->thrust * cw_world_dt_s(world);
    double way = over ? 0 : cw_input_value(input, LEFT) - cw_input_value(input, RIGHT);
    cpBodyApplyForceAtLocalPoint(ship->hull, cpv(0, THRUST_N * ship->thrust), cpvzero);
    cpBodySetTorque(ship->hull, TURN_NM * way - DRAG * cpBodyGetAngularVelocity(ship->hull));
}

static void event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    (void)self;
    Ship *ship = data;
    if (event->type == CW_EVENT_CONTACT_BEGIN && event->type_a == HULL &&
        event->impulse_Ns > HULL_MAX_NS && ship->wreck_tick == 0) {
        ship->wreck_tick = cw_world_tick(world);
    }
}

static bool stands(const CwWorld *world, CwEntity self, const Ship *ship)
{
    CwContact contacts[CONTACTS];
    bool on_pad[LEGS] = {false};
    int count = cw_world_contacts(world, self, contacts, CONTACTS);
    for (int i = 0; i < count && i < CONTACTS; i++) {
        int leg = cpShapeGetBody(contacts[i].shape) == ship->legs[1];
        on_pad[leg] |= cpShapeGetCollisionType(contacts[i].shape) == LEG && !ship->lost[leg] &&
                       cpShapeGetCollisionType(contacts[i].other_shape) == PAD;
    }
    return on_pad[0] && on_pad[1] && cpvlength(cpBodyGetVelocity(ship->hull)) < REST_MPS;
}

static void tick(CwWorld *world, CwEntity self, void *data)
{
    Ship *ship = data;
    ship->rest_ticks = stands(world, self, ship) ? ship->rest_ticks + 1 : 0;
    if (ship->rest_ticks == cw_timer_start(world, REST_S) && ship->wreck_tick == 0) {
        ship->landed_tick = cw_world_tick(world);
    }
}

static const Ship *the_ship(const CwWorld *world)
{
    return cw_world_data_const(world, ((const State *)cw_world_state_const(world))->ship);
}

/* Leans towards the pad, and falls more slowly near the ground. */
static void bot(const CwWorld *world, CwInputFrame *input)
{
    const State *state = cw_world_state_const(world);
    const cpBody *hull = the_ship(world)->hull;
    cpVect to_pad = cpvsub(state->pad_m, cpBodyGetPosition(hull)), speed = cpBodyGetVelocity(hull);
    double way_mps = fmax(-2.5, fmin(2.5, 0.5 * to_pad.x));
    double lean_rad = fmax(-0.4, fmin(0.4, 0.3 * (speed.x - way_mps)));
    double off_rad = lean_rad - cpBodyGetAngle(hull);
    bool too_low = fabs(to_pad.x) > 3 && to_pad.y > -7;
    double fall_mps = too_low ? -0.5 : 0.2 - 0.15 * (to_pad.y + 1);
    bool wanted[ACTION_COUNT] = {speed.y<-fall_mps, off_rad> 0.05, off_rad < -0.05};
    for (int i = 0; i < ACTION_COUNT; i++) {
        input->down |= (uint32_t)wanted[i] << i;
        input->value[i] = wanted[i] ? CW_ACTION_VALUE_MAX : input->value[i];
    }
}

/* ---- the level ---- */

static bool add_object(CwWorld *world, const CwMapObject *object, CwError *error)
{
    CwPolygonDesc desc = cw_polygon_desc_default();
    desc.friction = 0.9;
    if (cw_map_object_is(object, "start")) {
        return cw_world_spawn(world, 0, &object->centre_m, sizeof(cpVect)).index1 > 0;
    }
    if (cw_map_object_is(object, "pad")) {
        ((State *)cw_world_state(world))->pad_m = object->centre_m;
        desc.type = PAD;
    } else if (!cw_map_object_is(object, "ground")) {
        return true; /* the engine reports unknown classes */
    }
    return cw_world_add_polygon(world, (CwEntity){0}, cpSpaceGetStaticBody(cw_world_space(world)),
                                object->corners_m, object->corner_count, &desc, error) > 0;
}

/* Replaces the map when there is none, as behind the title. */
static bool add_wide_pad(CwWorld *world, CwError *error)
{
    static const cpVect corners_m[] = {{-40, -14}, {40, -14}, {40, -12}, {-40, -12}};
    CwPolygonDesc desc = cw_polygon_desc_default();
    desc.friction = 0.9;
    desc.type = PAD;
    ((State *)cw_world_state(world))->pad_m = cpv(0, -13);
    cw_world_spawn(world, 0, &cpvzero, sizeof(cpVect));
    return cw_world_add_polygon(world, (CwEntity){0}, cpSpaceGetStaticBody(cw_world_space(world)),
                                corners_m, CW_ARRAY_LENGTH(corners_m), &desc, error) > 0;
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    if (map == NULL) {
        return add_wide_pad(world, error);
    }
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        if (!add_object(world, object, error)) {
            return cw_error_context(error, "object %d (%s)", object->id, object->type);
        }
    }
    return the_ship(world) != NULL || cw_error_set(error, "the map has no start");
}

static CwProbe probe(const CwWorld *world)
{
    const Ship *ship = the_ship(world);
    bool landed = ship->landed_tick > 0;
    return (CwProbe){.player = ship->hull,
                     .progress = landed,
                     .finished = landed,
                     .lost = ship->wreck_tick > 0 ? "Crashed" : NULL,
                     .finish_tick = landed ? ship->landed_tick : ship->wreck_tick};
}

/* ---- the view ---- */

static CwPoint2 place(CwTransform2 at, cpVect local)
{
    cpVect turned = cpvrotate(local, cpvforangle(at.angle_rad));
    return (CwPoint2){at.x_m + turned.x, at.y_m + turned.y};
}

static void polygon_draw(cpBody *body, cpShape *shape, void *context)
{
    CwFrame *frame = context;
    CwTransform2 at = cw_world_pose(cw_space_world(cpBodyGetSpace(body)), body, frame->alpha);
    CwPoint2 corners[CW_POLYGON_CORNERS_MAX];
    int count = cpPolyShapeGetCount(shape);
    for (int i = 0; i < count; i++) {
        corners[i] = place(at, cpPolyShapeGetVert(shape, i));
    }
    cw_draw_polygon(frame->draw, corners, count, colours[cpShapeGetCollisionType(shape)]);
}

static void ship_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Ship *ship = data;
    for (int i = 0; i < LEGS; i++) {
        CwTransform2 leg = cw_world_pose(world, ship->legs[i], frame->alpha);
        double out = i == 0 ? -0.2 : 0.2;
        CwPoint2 ends[] = {place(leg, cpv(-out, 0.4)), place(leg, cpv(out, -0.4))};
        cw_draw_polyline(frame->draw, ends, 2, 0.16, ship->lost[i] ? orange : white);
    }
    cpBodyEachShape(ship->hull, polygon_draw, frame);
}

static void ship_update(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    const Ship *ship = data;
    CwTransform2 at = cw_world_pose(world, ship->hull, frame->alpha);
    cpVect speed_mps = cpBodyGetVelocity(ship->hull);
    CwEmission exhaust = cw_emission_at(place(at, cpv(0, -0.35)));
    exhaust.angle_rad = at.angle_rad;
    exhaust.velocity_mps = (CwPoint2){speed_mps.x, speed_mps.y};
    exhaust.amount = cw_world_lerp(world, self, &ship->thrust, frame->alpha);
    cw_particles_stream(frame->particles, EXHAUST, &((View *)frame->view)->exhaust, &exhaust);
    for (int i = 0; i < frame->events.count; i++) {
        const CwEvent *event = &frame->events.items[i];
        bool ours = cw_entity_equal(event->a, self) || cw_entity_equal(event->b, self);
        if (ours && event->impulse_Ns > HULL_MAX_NS && ship->wreck_tick > 0) {
            CwEmission sparks = cw_emission_at((CwPoint2){event->point.x, event->point.y});
            cw_particles_burst(frame->particles, SPARKS, &sparks);
        }
    }
}

static void look(const CwWorld *world, CwFrame *frame)
{
    CwTransform2 at = cw_world_pose(world, the_ship(world)->hull, frame->alpha);
    *frame->camera = (CwCamera){.x_m = at.x_m, .y_m = at.y_m - 2, .height_m = CAMERA_M};
}

static void scene_draw(const CwWorld *world, CwFrame *frame)
{
    const Ship *ship = the_ship(world);
    cw_draw_set_layer(frame->draw, -1); /* behind the ship, which is on layer 0 */
    cpBodyEachShape(cpSpaceGetStaticBody(cw_world_space(world)), polygon_draw, frame);
    cpVect speed_mps = cpBodyGetVelocity(ship->hull);
    char text[64];
    snprintf(text, sizeof text, "fuel %2.0f %%   down %4.1f m/s   across %4.1f m/s",
             100 * fmax(0, ship->fuel_s) / FUEL_S, -speed_mps.y, speed_mps.x);
    cw_draw_set_layer(frame->draw, 10);
    cw_draw_set_screen(frame->draw);
    CwTween *verdict = &((View *)frame->view)->verdict;
    verdict->length_s = 0.6;
    verdict->ease = CW_EASE_OUT_BACK;
    const char *ending = ship->wreck_tick > 0 ? "Crashed" : ship->landed_tick > 0 ? "Landed" : "";
    double grown = cw_tween_to(verdict, ending[0] != '\0', frame->sim_s);
    bool in_results = frame->scene >= CW_SCENE_RESULTS; /* the results say how the run ended */
    cw_draw_text(frame->draw, &(CwTextDraw){.text = in_results ? "" : ending,
                                            .face = CW_FACE_BOLD,
                                            .align = CW_ALIGN_CENTRE,
                                            .x = 320,
                                            .y = 80,
                                            .size = fmax(1, 48 * grown),
                                            .colour = orange});
    cw_draw_text(frame->draw, &(CwTextDraw){.text = in_results ? "" : text,
                                            .face = CW_FACE_BOLD,
                                            .align = CW_ALIGN_CENTRE,
                                            .x = 320,
                                            .y = 24,
                                            .size = 20,
                                            .colour = white});
}

static const CwActionDef actions[ACTION_COUNT] = {
    {"thrust", "thrust", "key:Up key:W pad:righttrigger"},
    {"left", "turn left", "key:Left key:A pad:leftx-"},
    {"right", "turn right", "key:Right key:D pad:leftx+"}};
static const CwStop flame[] = {
    {0, {255, 240, 190, 255}}, {0.4, {240, 160, 60, 200}}, {1, {90, 60, 60, 0}}};
static const CwSizeStop growing[] = {{0, 1}, {1, 3}};
static const CwEmitter emitters[] = {
    [EXHAUST] = {.name = "exhaust",
                 .particle_max = 200,
                 .rate_hz = 160,
                 .x_m = {-0.2, 0.2},
                 .direction_rad = {-CP_PI / 2 - 0.15, -CP_PI / 2 + 0.15},
                 .speed_mps = {4, 6},
                 .life_s = {0.3, 0.6},
                 .size_m = {0.15, 0.3},
                 .drag_per_s = 3,
                 .look = {.layer = -1, /* behind the ship */
                          .shape = CW_PARTICLE_CIRCLE,
                          CW_SIZES(growing),
                          CW_COLOURS(flame),
                          .blend = CW_BLEND_ADD}},
    [SPARKS] = {
        .name = "sparks",
        .particle_max = 200,
        .burst = 60,
        .direction_rad = {0, CP_PI},
        .speed_mps = {1, 6},
        .life_s = {0.6, 1.6},
        .size_m = {0.06, 0.1},
        .gravity_mps2 = -1.62,
        .look = {.layer = 1, .shape = CW_PARTICLE_STREAK, .streak_s = 0.08, CW_COLOURS(flame)}}};
static const CwKind kind = {.name = "ship",
                            .size = sizeof(Ship),
                            .fields = ship_fields,
                            .field_count = CW_ARRAY_LENGTH(ship_fields),
                            .spawn = spawn,
                            .drive = drive,
                            .event = event,
                            .tick = tick,
                            .update = ship_update,
                            .draw = ship_draw};
static const CwSystem systems[] = {{"look", CW_PHASE_PRE_RENDER, .frame = look},
                                   {"scene.draw", CW_PHASE_RENDER, .frame = scene_draw}};
static const char *const defaults[] = {"simulation.gravity=-1.62"}; /* the moon's */
static const CwGame lander = {
    .id = "lander",
    .title = "Lander",
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.kinds = &kind,
                .kind_count = 1,
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.emitters = emitters,
              .emitter_count = CW_ARRAY_LENGTH(emitters),
              .view_bytes = sizeof(View),
              .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 24, 40, 220}},
              .camera_height_m = CAMERA_M},
    .menu = {.defaults = defaults, .default_count = 1},
    .start = start,
    .probe = probe,
    .bot = bot};

int main(int argc, char **argv)
{
    return cw_main(&lander, argc, argv);
}
