#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <math.h>

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

/* Whether a part of the buggy is below; then all parts come through. */
static bool comes_through(CwWorld *world, const Board *board, const cpShape *other)
{
    bool comes = false;
    if (cw_entity_equal(cw_shape_owner(other), race_of(world)->buggy)) {
        for (int i = 0; i < BUGGY_PARTS; i++) {
            comes = comes || is_under(board, cpBodyGetPosition(buggy_part(buggy_of(world), i)));
        }
    }
    return comes;
}

/* Handles a first touch: the body lands on the upper side, no deeper than it fell in this step. */
static cpBool on_begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
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

static cpBool on_pre_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    CP_ARBITER_GET_SHAPES(arbiter, shape, other);
    Board board = board_of(shape);
    return comes_through(cw_space_world(space), &board, other) ? cpArbiterIgnore(arbiter) : cpTrue;
}

static void add_board(CwWorld *world, CwEntity self, const Ledge *ledge, int index)
{
    cpVect a = ledge->corners_m[index], b = ledge->corners_m[index + 1];
    double half_m = THICKNESS_M / 2.0;
    cpVect along = cpvnormalize(cpvsub(b, a));
    cpVect lower = cpvmult(cpvperp(a.x <= b.x ? along : cpvneg(along)), -half_m);
    cpShape *shape = cpSegmentShapeNew(cpSpaceGetStaticBody(cw_world_space(world)),
                                       cpvadd(a, lower), cpvadd(b, lower), half_m);
    cpVect before = ledge->corners_m[index > 0 ? index - 1 : 0];
    cpVect after = ledge->corners_m[index + 2 < ledge->corner_count ? index + 2 : index + 1];
    cpSegmentShapeSetNeighbors(shape, cpvadd(before, lower), cpvadd(after, lower));
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
    handler->beginFunc = on_begin;
    handler->preSolveFunc = on_pre_solve;
}

/* Boards of about a metre, end to end, hung under the line. */
void ledge_draw(const CwWorld *world, const Ledge *ledge, CwFrame *frame)
{
    (void)world;
    if (!object_is_seen(frame, ledge->object, 0.5)) {
        return;
    }
    for (int i = 0; i + 1 < ledge->corner_count; i++) {
        cpVect a = ledge->corners_m[i], b = ledge->corners_m[i + 1];
        cpVect left = a.x <= b.x ? a : b, right = a.x <= b.x ? b : a;
        double length_m = cpvdist(a, b);
        int count = (int)fmax(1.0, floor(length_m + 0.5));
        cpVect along = cpvmult(cpvsub(right, left), 1.0 / length_m);
        const CwSpriteDef *picture = &windup_sprites[SPRITE_LEDGE];
        cpVect lower = cpvmult(cpvperp(along), -picture->height_m / 2.0 + 0.02);
        for (int k = 0; k < count; k++) {
            cpVect centre = cpvadd(cpvlerp(left, right, (k + 0.5) / count), lower);
            sprite_draw(frame->draw, SPRITE_LEDGE,
                        (CwTransform2){centre.x, centre.y, atan2(along.y, along.x)},
                        (CwPoint2){length_m / count + 0.01, picture->height_m});
        }
    }
}
