/* Polygons on their way into Chipmunk, which aborts on what these checks refuse. */
#include "sim/world.h"

#include <math.h>

enum { POLYGON_MAX = 4096 };

static const double AREA_MIN_M2 = 1e-6;
static const double APART_MIN_M = 1e-4;
static const double PLACE_MAX_M = 1e6;

static double doubled_area(const cpVect *corners, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += cpvcross(corners[i], corners[(i + 1) % count]);
    }
    return sum;
}

static double side(cpVect a, cpVect b, cpVect p)
{
    return cpvcross(cpvsub(b, a), cpvsub(p, a));
}

static bool cross(cpVect a, cpVect b, cpVect c, cpVect d)
{
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

static bool check_places(const cpVect *corners, int count, CwError *error)
{
    for (int i = 0; i < count; i++) {
        if (!(fabs(corners[i].x) < PLACE_MAX_M && fabs(corners[i].y) < PLACE_MAX_M)) {
            return cw_error_set(error, "corner %d is not at a finite place within 1,000 km", i + 1);
        }
    }
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        if (cpvdist(corners[i], corners[next]) < APART_MIN_M) {
            return cw_error_set(error, "corners %d and %d are the same place: remove one", i + 1,
                                next + 1);
        }
    }
    return true;
}

static bool check_crossings(const cpVect *corners, int count, CwError *error)
{
    for (int i = 0; i < count; i++) {
        for (int j = i + 2; j < count; j++) {
            if (cross(corners[i], corners[i + 1], corners[j], corners[(j + 1) % count])) {
                return cw_error_set(error, "edges %d and %d cross: move a corner", i + 1, j + 1);
            }
        }
    }
    return true;
}

static bool is_near(cpVect p, cpVect a, cpVect b)
{
    bool outside = p.x < fmin(a.x, b.x) - APART_MIN_M || p.x > fmax(a.x, b.x) + APART_MIN_M ||
                   p.y < fmin(a.y, b.y) - APART_MIN_M || p.y > fmax(a.y, b.y) + APART_MIN_M;
    return !outside && cpvdist(p, cpClosetPointOnSegment(p, a, b)) < APART_MIN_M;
}

/* A corner on an edge that is not its own: a spike without width, or a polygon that touches itself.
 * The decomposition returns nonsense for those. */
static bool check_touches(const cpVect *corners, int count, CwError *error)
{
    for (int corner = 0; corner < count; corner++) {
        for (int edge = 0; edge < count; edge++) {
            int end = (edge + 1) % count;
            if (corner != edge && corner != end &&
                is_near(corners[corner], corners[edge], corners[end])) {
                return cw_error_set(error, "corner %d touches edge %d: move them apart", corner + 1,
                                    edge + 1);
            }
        }
    }
    return true;
}

bool cw_world_check_polygon(const cpVect *corners_m, int count, CwError *error)
{
    if (count < 3 || count > POLYGON_MAX) {
        return cw_error_set(error, "a polygon needs 3 to %d corners, this has %d", POLYGON_MAX,
                            count);
    }
    if (!check_places(corners_m, count, error) || !check_crossings(corners_m, count, error)) {
        return false;
    }
    if (fabs(doubled_area(corners_m, count)) < 2 * AREA_MIN_M2) {
        return cw_error_set(error, "the corners lie on a line: the polygon has no area");
    }
    return check_touches(corners_m, count, error);
}

/* The body that gets the pieces of a polygon. */
typedef struct PieceTarget {
    CwWorld *world;
    CwEntity owner;
    cpBody *body;
    const CwPolygonDesc *desc;
    int count;
} PieceTarget;

static void add_piece(const cpVect *corners_m, int count, void *context)
{
    PieceTarget *target = context;
    const CwPolygonDesc *desc = target->desc;
    if (doubled_area(corners_m, count) < 2 * AREA_MIN_M2) {
        return;
    }
    cpShape *shape =
        cpPolyShapeNew(target->body, count, corners_m, cpTransformIdentity, desc->radius_m);
    cpShapeSetFriction(shape, desc->friction);
    cpShapeSetElasticity(shape, desc->elasticity);
    cpShapeSetCollisionType(shape, desc->type);
    cpShapeSetFilter(shape, desc->filter);
    cw_world_add_shape(target->world, target->owner, shape);
    target->count++;
}

CwPolygonDesc cw_polygon_desc_default(void)
{
    return (CwPolygonDesc){.friction = 0.6, .filter = CP_SHAPE_FILTER_ALL};
}

int cw_world_add_polygon(CwWorld *world, CwEntity owner, cpBody *body, const cpVect *corners_m,
                         int count, const CwPolygonDesc *desc, CwError *error)
{
    CW_ASSERT(desc != NULL && desc->filter.categories != 0 && desc->filter.mask != 0,
              "start from cw_polygon_desc_default(): this filter collides with nothing");
    if (!cw_world_check_polygon(corners_m, count, error)) {
        return 0;
    }
    PieceTarget target = {.world = world, .owner = owner, .body = body, .desc = desc};
    cw_polygon_split(corners_m, count, add_piece, &target);
    if (target.count == 0) {
        cw_error_set(error, "the polygon is too thin: it has no piece of 1 mm2");
    }
    return target.count;
}
