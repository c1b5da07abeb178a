/* Things of wood: bridges tear and planks fall in pieces under load, until the buggy respawns;
 * crates burst; see-saws tip; ledges are solid from above only. */
#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <math.h>

static const double PRESSURE_S = 0.05;

/* Replaces a broken thing once the buggy has respawned. True if the thing is broken. */
static bool update_breakage(CwWorld *world, CwEntity self, const Breakage *breakage)
{
    const CwMapObject *object = breakage->object;
    if (breakage->broken && breakage->respawn_count != race_of(world)->respawn_count) {
        cw_world_spawn(world, cw_world_kind(world, self), &object, sizeof object);
        cw_world_destroy(world, self);
    }
    return breakage->broken;
}

/* Updates `load_N` from everything that presses on the entity, smoothed: a blow counts by its
 * impulse over 50 ms. Returns the body under most pressure; NULL: none. */
static cpBody *update_load(const CwWorld *world, CwEntity self, double *load_N)
{
    CwContact contacts[CONTACTS_MAX];
    int count = race_contacts(world, self, contacts);
    double sum_Ns = 0.0, hardest_Ns = 0.0;
    cpBody *hardest = NULL;
    for (int i = 0; i < count; i++) {
        sum_Ns += contacts[i].impulse_Ns;
        if (contacts[i].impulse_Ns > hardest_Ns) {
            hardest_Ns = contacts[i].impulse_Ns;
            hardest = cpShapeGetBody(contacts[i].shape);
        }
    }
    double dt_s = cw_world_dt_s(world);
    *load_N = cpflerp(*load_N, sum_Ns / dt_s, fmin(1.0, dt_s / PRESSURE_S));
    return hardest;
}

/* ---- bridges ---- */

static const double PLANK_HEIGHT_M = 0.2;
static const double PLANK_MASS_KGPM = 26.0; /* lighter planks stretch apart under the buggy */
static const double BEND_MAX_RAD = 0.30;
static const double BEND_STIFFNESS_NMPRAD = 900.0, BEND_DAMPING_NMSPRAD = 120.0;

const CwField bridge_fields[] = {CW_FIELD(Bridge, breakage.broken),
                                 CW_FIELD(Bridge, breakage.respawn_count), CW_FIELD(Bridge, load_N),
                                 CW_FIELD_OBJECT(Bridge, breakage.object)};

static cpBody *add_plank(CwWorld *world, CwEntity self, const Bridge *bridge, cpVect centre_m)
{
    double mass_kg = PLANK_MASS_KGPM * bridge->plank_m;
    double moment = cpMomentForBox(mass_kg, bridge->plank_m, PLANK_HEIGHT_M);
    cpBody *plank = cpBodyNew(mass_kg, moment);
    thing_add_body(world, self, plank, centre_m, bridge->breakage.object->angle_rad);
    cpVect reach = cpv(bridge->plank_m / 2.0, 0.0);
    cpShape *shape = cpSegmentShapeNew(plank, cpvneg(reach), reach, PLANK_HEIGHT_M / 2.0);
    thing_add_shape(world, self, shape, 1.0, FILTER_HANGING); /* touches no plank and no bank */
    return plank;
}

/* Joins bodies a and b at a point, with a resistance to bending. */
static void add_hinge(CwWorld *world, cpConstraint **hinge, cpBody *a, cpBody *b, cpVect at_m)
{
    hinge[0] = cpPivotJointNew(a, b, at_m);
    hinge[1] = cpDampedRotarySpringNew(a, b, 0.0, BEND_STIFFNESS_NMPRAD, BEND_DAMPING_NMSPRAD);
    hinge[2] = cpRotaryLimitJointNew(a, b, -BEND_MAX_RAD, BEND_MAX_RAD);
    for (int i = 0; i < HINGE_JOINTS; i++) {
        thing_join(world, hinge[i]);
    }
}

const ThingClass bridge_class = {
    .shape = CW_MAP_RECT,
    .most = 100,
    .properties = {LIMITS("planks", 2.0, PLANKS_MAX),
                   PROPERTY(Bridge, breaks_N, "breaks_N", 0.0, 0.0, 1e6)}};

void bridge_spawn(CwWorld *world, CwEntity self, Bridge *bridge, const CwMapObject *object)
{
    double wanted = cw_property_number(object->properties, "planks", floor(object->width_m + 0.5));
    bridge->breakage.object = object;
    bridge->plank_count = (int)cpfclamp(wanted, 2.0, PLANKS_MAX);
    bridge->plank_m = object->width_m / bridge->plank_count;
    bridge->left_m = cpvlerp(object->corners_m[0], object->corners_m[3], 0.5);
    bridge->right_m = cpvlerp(object->corners_m[1], object->corners_m[2], 0.5);
    cpBody *banks = cpSpaceGetStaticBody(cw_world_space(world));
    cpBody *last = banks;
    for (int i = 0; i < bridge->plank_count; i++) {
        double begin = i / (double)bridge->plank_count, middle = (i + 0.5) / bridge->plank_count;
        bridge->planks[i] =
            add_plank(world, self, bridge, cpvlerp(bridge->left_m, bridge->right_m, middle));
        add_hinge(world, bridge->hinges[i], last, bridge->planks[i],
                  cpvlerp(bridge->left_m, bridge->right_m, begin));
        last = bridge->planks[i];
    }
    add_hinge(world, bridge->hinges[bridge->plank_count], last, banks, bridge->right_m);
}

/* Tears the bridge at a plank's left end; the rest hangs limp, or it would jam fallen things. */
static void tear_bridge(CwWorld *world, CwEntity self, Bridge *bridge, const cpBody *plank)
{
    for (int i = 0; i <= bridge->plank_count; i++) {
        bool is_torn = i < bridge->plank_count && bridge->planks[i] == plank;
        for (int joint = is_torn ? 0 : 1; joint < HINGE_JOINTS; joint++) {
            cw_world_remove_constraint(world, bridge->hinges[i][joint]);
        }
    }
    bridge->breakage = (Breakage){bridge->breakage.object, true, race_of(world)->respawn_count};
    cw_world_emit(world, CUE_SNAP, self, cpBodyGetPosition(plank), bridge->plank_m);
}

void bridge_tick(CwWorld *world, CwEntity self, void *data)
{
    Bridge *bridge = data;
    if (update_breakage(world, self, &bridge->breakage) || bridge->breaks_N == 0.0) {
        return;
    }
    const cpBody *pressed = update_load(world, self, &bridge->load_N);
    if (pressed != NULL && bridge->load_N > bridge->breaks_N) {
        tear_bridge(world, self, bridge, pressed);
    }
}

/* Draws a rope from post to post that follows the planks. */
static void draw_hand_rope(const CwWorld *world, const Bridge *bridge, const CwFrame *frame)
{
    CwPoint2 points[PLANKS_MAX + 2] = {{bridge->left_m.x, bridge->left_m.y + 0.85}};
    for (int i = 0; i < bridge->plank_count; i++) {
        CwTransform2 pose = cw_world_pose(world, bridge->planks[i], frame->alpha);
        double across = (i + 0.5) / bridge->plank_count;
        double sag_m = 0.9 * across * (1.0 - across);
        points[i + 1] = (CwPoint2){pose.x_m, pose.y_m + 0.85 - sag_m};
        if (i % 2 == 0) {
            draw_line(frame->draw, points[i + 1], (CwPoint2){pose.x_m, pose.y_m}, 0.04, TAN);
        }
    }
    points[bridge->plank_count + 1] = (CwPoint2){bridge->right_m.x, bridge->right_m.y + 0.85};
    cw_draw_polyline(frame->draw, points, bridge->plank_count + 2, 0.06, TAN);
}

void bridge_draw(const CwWorld *world, const Bridge *bridge, CwFrame *frame)
{
    const CwMapObject *object = bridge->breakage.object;
    if (!object_is_seen(frame, object, object->width_m)) {
        return;
    }
    for (int end = 0; end < 2; end++) {
        cpVect foot_m = end == 0 ? bridge->left_m : bridge->right_m;
        CwPoint2 top = {foot_m.x, foot_m.y + 0.9};
        draw_bar(frame->draw, top, (CwPoint2){top.x, foot_m.y - 0.5}, 0.12, WOOD_DARK);
        draw_disc(frame->draw, top, 0.16, BRASS);
    }
    if (!bridge->breakage.broken) {
        draw_hand_rope(world, bridge, frame);
    }
    for (int i = 0; i < bridge->plank_count; i++) {
        CwTransform2 pose = cw_world_pose(world, bridge->planks[i], frame->alpha);
        sprite_draw(frame->draw, SPRITE_PLANK, pose,
                    (CwPoint2){bridge->plank_m + 0.04, PLANK_HEIGHT_M + 0.06});
        if (bridge->breaks_N > 0.0) {
            sprite_draw(frame->draw, SPRITE_CRACK, pose,
                        (CwPoint2){i % 2 == 0 ? 0.4 : -0.4, PLANK_HEIGHT_M});
        }
    }
}

/* ---- planks ---- */

static const double PIECE_M = 0.7, PIECE_KGPM2 = 20.0;
static const double PIECE_SPIN_RADPS = 1.5; /* the next piece spins the other way */

const CwField plank_fields[] = {CW_FIELD(Plank, load_N),
                                CW_FIELD(Plank, cracked),
                                CW_FIELD(Plank, left_ticks),
                                CW_FIELD(Plank, breakage.broken),
                                CW_FIELD(Plank, breakage.respawn_count),
                                CW_FIELD_UNHASHED(Plank, piece_count),
                                CW_FIELD_UNHASHED(Plank, pieces),
                                CW_FIELD_OBJECT(Plank, breakage.object)};

const ThingClass plank_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {PROPERTY(Plank, breaks_N, "breaks_N", 600.0, 0.0, 1e6),
                   LIMITS("delay_ms", 0.0, 60000.0)}};

void plank_spawn(CwWorld *world, CwEntity self, Plank *plank, const CwMapObject *object)
{
    double delay_ms = cw_property_number(object->properties, "delay_ms", 350.0);
    plank->breakage.object = object;
    plank->left_ticks = cw_world_ms_to_ticks(world, delay_ms);
    plank->shape = thing_fixed_polygon(world, object->corners_m, object->corner_count);
    thing_add_shape(world, self, plank->shape, 1.0, FILTER_HANGING);
}

/* Pieces touch only the ground, so what broke under the buggy doesn't jam it. */
static cpBody *add_piece(CwWorld *world, CwEntity self, const Plank *plank, int index)
{
    const CwMapObject *object = plank->breakage.object;
    double width_m = object->width_m / plank->piece_count;
    double mass_kg = PIECE_KGPM2 * width_m * object->height_m;
    double along_m = ((index + 0.5) / plank->piece_count - 0.5) * object->width_m;
    cpBody *piece = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, width_m, object->height_m));
    cpBodySetAngularVelocity(piece, index % 2 == 0 ? PIECE_SPIN_RADPS : -PIECE_SPIN_RADPS);
    thing_add_body(world, self, piece,
                   cpvadd(object->centre_m, cpvmult(cpvforangle(object->angle_rad), along_m)),
                   object->angle_rad);
    thing_add_shape(world, self, cpBoxShapeNew(piece, width_m, object->height_m, 0.0), 0.6,
                    cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND));
    return piece;
}

static void fall_apart(CwWorld *world, CwEntity self, Plank *plank)
{
    const CwMapObject *object = plank->breakage.object;
    plank->breakage = (Breakage){object, true, race_of(world)->respawn_count};
    cw_world_remove_shape(world, plank->shape);
    plank->piece_count = (int)cpfclamp(floor(object->width_m / PIECE_M), 2.0, PLANK_PIECES_MAX);
    for (int i = 0; i < plank->piece_count; i++) {
        plank->pieces[i] = add_piece(world, self, plank, i);
    }
    cw_world_emit(world, CUE_SNAP, self, object->centre_m, object->width_m / 2.0);
}

void plank_tick(CwWorld *world, CwEntity self, void *data)
{
    Plank *plank = data;
    if (update_breakage(world, self, &plank->breakage)) {
        return;
    }
    update_load(world, self, &plank->load_N);
    plank->cracked = plank->cracked || plank->load_N > plank->breaks_N;
    if (plank->cracked && plank->left_ticks-- == 0) {
        fall_apart(world, self, plank);
    }
}

/* Draws a plank before it falls apart. A cracked one trembles. */
static void draw_unbroken(const Plank *plank, CwFrame *frame)
{
    const CwMapObject *object = plank->breakage.object;
    double tremble_m = plank->cracked ? 0.025 * sin(70.0 * frame->sim_s) : 0.0;
    int count = (int)fmax(1.0, floor(object->width_m + 0.5));
    for (int i = 0; i < count; i++) {
        double along_m = ((i + 0.5) / count - 0.5) * object->width_m;
        CwPoint2 at = object_point(object, along_m + tremble_m, 0.0);
        CwTransform2 pose = {at.x, at.y + (i % 2 == 0 ? tremble_m : -tremble_m), object->angle_rad};
        sprite_draw(frame->draw, SPRITE_PLANK, pose,
                    (CwPoint2){object->width_m / count + 0.04, object->height_m + 0.06});
        sprite_draw(frame->draw, SPRITE_CRACK, pose,
                    (CwPoint2){i % 2 == 0 ? 0.5 : -0.5, object->height_m});
    }
}

void plank_draw(const CwWorld *world, const Plank *plank, CwFrame *frame)
{
    const CwMapObject *object = plank->breakage.object;
    if (!plank->breakage.broken) {
        draw_unbroken(plank, frame);
    }
    CwPoint2 size_m = {object->width_m / plank->piece_count + 0.04, object->height_m + 0.06};
    for (int i = 0; i < plank->piece_count; i++) {
        CwTransform2 pose = cw_world_pose(world, plank->pieces[i], frame->alpha);
        sprite_draw(frame->draw, SPRITE_PLANK, pose, size_m);
    }
}

/* ---- crates ---- */

static const double CRATE_KGPM2 = 8.0, CRATE_FRICTION = 0.3;
static const double BURST_MPS = 4.5; /* closing speed */
static const double WEAR_MS = 700.0; /* time of touch */

const CwField crate_fields[] = {CW_FIELD(Crate, touch_count), CW_FIELD(Crate, worn_ticks),
                                CW_FIELD_BODY(Crate, body, "body"), CW_FIELD_OBJECT(Crate, object)};

const ThingClass crate_class = {
    .shape = CW_MAP_RECT,
    .most = 1000,
    .properties = {LIMITS("mass_kg", 0.0, 10000.0)}}; /* 0: as light as possible */

void crate_spawn(CwWorld *world, CwEntity self, Crate *crate, const CwMapObject *object)
{
    crate->object = object;
    double usual_kg = CRATE_KGPM2 * object->width_m * object->height_m;
    double mass_kg = fmax(0.1, cw_property_number(object->properties, "mass_kg", usual_kg));
    double moment = cpMomentForBox(mass_kg, object->width_m, object->height_m);
    crate->body = cpBodyNew(mass_kg, moment);
    thing_add_body(world, self, crate->body, object->centre_m, object->angle_rad);
    cpShape *shape = thing_box(crate->body, object->width_m, object->height_m, 0.04);
    thing_add_shape(world, self, shape, CRATE_FRICTION, FILTER_LOOSE);
}

static void burst_crate(CwWorld *world, CwEntity self, const Crate *crate)
{
    cw_world_emit(world, CUE_BURST, self, cpBodyGetPosition(crate->body), crate->object->width_m);
    cw_world_destroy(world, self);
}

void crate_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Crate *crate = data;
    if (!is_of_buggy(world, event)) {
        return;
    }
    if (event->type == CW_EVENT_CONTACT_BEGIN) {
        crate->touch_count++;
        if (event->strength > BURST_MPS && cw_world_alive(world, self)) {
            burst_crate(world, self, crate);
        }
    } else if (event->type == CW_EVENT_CONTACT_END) {
        crate->touch_count--;
    }
}

void crate_tick(CwWorld *world, CwEntity self, void *data)
{
    Crate *crate = data;
    crate->worn_ticks += crate->touch_count > 0 ? 1 : 0;
    if (crate->worn_ticks > cw_world_ms_to_ticks(world, WEAR_MS) && cw_world_alive(world, self)) {
        burst_crate(world, self, crate);
    }
}

void crate_draw(const CwWorld *world, const Crate *crate, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, crate->body, frame->alpha);
    double width_m = crate->object->width_m, height_m = crate->object->height_m;
    sprite_draw(frame->draw, width_m < 1.5 * height_m ? SPRITE_CRATE : SPRITE_CHEST, pose,
                (CwPoint2){width_m, height_m});
}

/* ---- see-saws ---- */

static const double BEAM_KGPM2 = 26.0, RETURN_NMPRAD = 420.0, RETURN_DAMPING_NMSPRAD = 160.0;
static const double PIVOT_HEIGHT_M = 1.2; /* the picture's; its axle is 0.10 below the top */

const CwField seesaw_fields[] = {CW_FIELD_BODY(Seesaw, beam, "beam"),
                                 CW_FIELD_OBJECT(Seesaw, object)};

const ThingClass seesaw_class = {
    .shape = CW_MAP_RECT, .most = 100, .properties = {LIMITS("tilt", 0.05, 1.0)}};

void seesaw_spawn(CwWorld *world, CwEntity self, Seesaw *seesaw, const CwMapObject *object)
{
    double width_m = object->width_m, height_m = object->height_m;
    double mass_kg = BEAM_KGPM2 * width_m * height_m;
    double tilt_rad = cw_property_number(object->properties, "tilt", 0.3);
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpBody *beam = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, width_m, height_m));
    seesaw->object = object;
    seesaw->beam = thing_add_body(world, self, beam, object->centre_m, object->angle_rad);
    thing_add_shape(world, self, thing_box(beam, width_m, height_m, 0.05), 1.0, FILTER_HANGING);
    thing_join(world, cpPivotJointNew(ground, beam, object->centre_m));
    thing_join(world, cpRotaryLimitJointNew(ground, beam, -tilt_rad, tilt_rad));
    /* a spring's rest angle is the angle of a against b */
    thing_join(world, cpDampedRotarySpringNew(ground, beam, -object->angle_rad, RETURN_NMPRAD,
                                              RETURN_DAMPING_NMSPRAD));
}

void seesaw_draw(const CwWorld *world, const Seesaw *seesaw, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, seesaw->beam, frame->alpha);
    const CwMapObject *object = seesaw->object;
    CwPoint2 foot = {object->centre_m.x, object->centre_m.y + 0.10 - PIVOT_HEIGHT_M / 2.0};
    sprite_draw(frame->draw, SPRITE_PIVOT, (CwTransform2){foot.x, foot.y, 0.0}, NATURAL);
    sprite_draw(frame->draw, SPRITE_SEESAW, pose, (CwPoint2){object->width_m, object->height_m});
}

/* ---- ledges ---- */

static const double THICKNESS_M = 0.16;
static const double UPWARDS = 0.7; /* cosine: flatter touches come from a side */
static const double STEEPEST_COSINE = 0.5;
static const double SLACK_M = 0.05;
static const double UNDER_M = 2.5; /* the buggy's length: lower things do not count */

/* The segment of a ledge's shape, in the world. */
typedef struct Board {
    cpVect left_m, right_m, up;
} Board;

static Board board_of(const cpShape *shape)
{
    cpVect a = cpSegmentShapeGetA(shape);
    cpVect b = cpSegmentShapeGetB(shape);
    Board board = {a.x <= b.x ? a : b, a.x <= b.x ? b : a, cpvzero};
    board.up = cpvperp(cpvnormalize(cpvsub(board.right_m, board.left_m)));
    return board;
}

static bool is_under(const Board *board, cpVect place_m)
{
    cpVect along = cpvsub(board->right_m, board->left_m);
    cpVect from_left = cpvsub(place_m, board->left_m);
    double share = cpvdot(from_left, along) / cpvlengthsq(along);
    double height_m = cpvdot(from_left, board->up);
    return share > 0.0 && share < 1.0 && height_m < 0.0 && height_m > -UNDER_M;
}

/* True if a part of the buggy is below the board; then all parts pass through it. */
static bool is_buggy_below(CwWorld *world, const Board *board, const cpShape *other)
{
    bool is_below = false;
    if (cw_entity_equal(cw_shape_owner(other), race_of(world)->buggy)) {
        for (int i = 0; i < BUGGY_PARTS; i++) {
            is_below =
                is_below || is_under(board, cpBodyGetPosition(buggy_part(buggy_of(world), i)));
        }
    }
    return is_below;
}

/* Handles a first touch: the body lands on the upper side, no deeper than it fell in this step. */
static cpBool land_on_ledge(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    CP_ARBITER_GET_SHAPES(arbiter, shape, other);
    Board board = board_of(shape);
    double deepest_m = 0.0;
    for (int i = 0; i < cpArbiterGetCount(arbiter); i++) {
        deepest_m = fmax(deepest_m, -cpArbiterGetDepth(arbiter, i));
    }
    cpVect speed_mps =
        cpBodyGetVelocityAtWorldPoint(cpShapeGetBody(other), cpArbiterGetPointA(arbiter, 0));
    double falling_m = fmax(0.0, -cpvdot(speed_mps, board.up)) * cpSpaceGetCurrentTimeStep(space);
    return cpvdot(cpArbiterGetNormal(arbiter), board.up) > UPWARDS &&
           deepest_m < SLACK_M + falling_m;
}

static cpBool stay_on_ledge(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    CP_ARBITER_GET_SHAPES(arbiter, shape, other);
    Board board = board_of(shape);
    return is_buggy_below(cw_space_world(space), &board, other) ? cpArbiterIgnore(arbiter) : cpTrue;
}

static void add_board(CwWorld *world, CwEntity self, const Ledge *ledge, int index)
{
    cpVect a = ledge->corners_m[index], b = ledge->corners_m[index + 1];
    double half_m = THICKNESS_M / 2.0;
    cpVect along = cpvnormalize(cpvsub(b, a));
    cpVect lower = cpvmult(cpvperp(a.x <= b.x ? along : cpvneg(along)), -half_m);
    cpShape *shape = cpSegmentShapeNew(cpSpaceGetStaticBody(cw_world_space(world)),
                                       cpvadd(a, lower), cpvadd(b, lower), half_m);
    cpVect previous = ledge->corners_m[index > 0 ? index - 1 : 0];
    cpVect next = ledge->corners_m[index + 2 < ledge->corner_count ? index + 2 : index + 1];
    cpSegmentShapeSetNeighbors(shape, cpvadd(previous, lower), cpvadd(next, lower));
    cpShapeSetCollisionType(shape, TOUCH_LEDGE);
    thing_add_shape(world, self, shape, 1.0, FILTER_GROUND);
}

const CwField ledge_fields[] = {CW_FIELD_OBJECT(Ledge, object)};

const ThingClass ledge_class = {
    .shape = CW_MAP_POLYLINE, .other_shape = CW_MAP_RECT, .most = 500, .flattest = STEEPEST_COSINE};

void ledge_spawn(CwWorld *world, CwEntity self, Ledge *ledge, const CwMapObject *object)
{
    bool is_line = object->shape == CW_MAP_POLYLINE;
    ledge->object = object;
    ledge->corners_m = is_line ? object->corners_m : &object->corners_m[2]; /* the upper edge */
    ledge->corner_count = is_line ? object->corner_count : 2;
    for (int i = 0; i + 1 < ledge->corner_count; i++) {
        add_board(world, self, ledge, i);
    }
    cpCollisionHandler *handler = cpSpaceAddWildcardHandler(cw_world_space(world), TOUCH_LEDGE);
    handler->beginFunc = land_on_ledge;
    handler->preSolveFunc = stay_on_ledge;
}

/* Draws boards of about a metre, end to end, under the line. */
void ledge_draw(const CwWorld *world, const Ledge *ledge, CwFrame *frame)
{
    if (!object_is_seen(frame, ledge->object, DEPTH_MAX_M)) {
        return;
    }
    for (int end = 0; end < 2; end++) {
        const cpVect *tip = &ledge->corners_m[end * (ledge->corner_count - 1)];
        cpVect at = cpvlerpconst(*tip, tip[1 - 2 * end], 0.5);
        cpVect knee = cpvlerpconst(*tip, tip[1 - 2 * end], 1.3);
        post_draw(world, frame, (CwPoint2){at.x, at.y - 0.2}, 0.0);
        draw_bar(frame->draw, (CwPoint2){at.x, at.y - 1.0}, (CwPoint2){knee.x, knee.y - 0.2}, 0.08,
                 WOOD_DARK);
    }
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    for (int i = 0; i + 1 < ledge->corner_count; i++) {
        cpVect a = ledge->corners_m[i], b = ledge->corners_m[i + 1];
        cpVect left = a.x <= b.x ? a : b, right = a.x <= b.x ? b : a;
        double length_m = cpvdist(a, b);
        int count = (int)fmax(1.0, floor(length_m + 0.5));
        cpVect along = cpvmult(cpvsub(right, left), 1.0 / length_m);
        CwPoint2 size_m = {length_m / count + 0.01, windup_sprites[SPRITE_LEDGE].height_m};
        cpVect lower = cpvmult(cpvperp(along), -size_m.y / 2.0 + 0.02);
        for (int k = 0; k < count; k++) {
            cpVect centre = cpvadd(cpvlerp(left, right, (k + 0.5) / count), lower);
            CwTransform2 pose = {centre.x, centre.y, atan2(along.y, along.x)};
            sprite_draw(frame->draw, SPRITE_LEDGE, pose, size_m);
        }
    }
}
