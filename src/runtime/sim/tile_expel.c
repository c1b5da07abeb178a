/* Keeps bodies out of solid tiles.
 *
 * Chipmunk's outline of tiles is a line: a body whose centre is pushed, or jumps, over it would be
 * held inside. So each step looks up the cell at each awake body's centre, which is cheap, and puts
 * a centre in solid ground outside of the nearest surface. A body that only touches the outline has
 * its centre outside, so this never acts on it. */
#include "sim/tile_ground.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

static const double SKIN_M = 0.005; /* distance of a centre that was put outside */
/* Speed of a body that is too deep to touch the outline. One that touches it moves out at once,
 * since the outline would push it inwards. */
static const double EXPEL_MPS = 10.0;
static const double FAR_M = 64.0;    /* how far a way out is searched */
static const double CELLS_MAX = 1e9; /* places further out count as this far */

/* Whether a form holds a place, in outline units from the cell's bottom left: a ray to the right
 * crosses its edges an odd number of times. */
static bool form_holds(const TileForm *form, double x, double y)
{
    bool is_inside = false;
    for (int i = 0; i < form->count; i++) {
        OutlinePoint corner = form->corners[i], next = form->corners[(i + 1) % form->count];
        double ax = (double)corner.x, ay = (double)corner.y;
        double bx = (double)next.x, by = (double)next.y;
        if ((ay > y) != (by > y) && x < ax + (bx - ax) * ((y - ay) / (by - ay))) {
            is_inside = !is_inside;
        }
    }
    return is_inside;
}

static bool is_solid(TileGround *ground, cpVect at_m)
{
    const MapGrid *grid = &ground->map->grid;
    for (int i = 0; i < ground->layer_count; i++) {
        GroundLayer *layer = &ground->layers[i];
        cpVect from_m = cpvsub(at_m, ground_to_world(ground->map, layer->origin));
        cpVect from_px = cpvmult(from_m, ground->map->pixels_per_metre);
        double x = cpfclamp(from_px.x / grid->tile_width_px, -CELLS_MAX, CELLS_MAX);
        double y = cpfclamp(-from_px.y / grid->tile_height_px, -CELLS_MAX, CELLS_MAX);
        double column = floor(x), row = floor(y);
        const TileKind *kind = ground_kind_at(ground, layer, (int)column, (int)row);
        x = (x - column) * grid->tile_width_px * OUTLINE_UNITS_PER_PX;
        y = (1 - (y - row)) * grid->tile_height_px * OUTLINE_UNITS_PER_PX;
        for (int k = 0; kind != NULL && k < kind->form_count; k++) {
            const TileForm *form = &kind->forms[k];
            if (form->kind == OUTLINE_SOLID && !form->is_sensor &&
                (form->is_full || form_holds(form, x, y))) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the way out ---- */

typedef struct WayOut {
    TileGround *ground;
    cpVect from;
    cpVect motion; /* the way leads against it; zero: anywhere */
    cpVect to;     /* a skin outside of the nearest surface so far */
    cpVect normal; /* of that surface, outwards */
    double distance_m;
} WayOut;

/* The point nearest to the centre, a skin outside of the edge from a to b without its ends. */
static cpVect nearest_outside(const WayOut *out, cpVect a, cpVect b, double ends)
{
    cpVect along = cpvnormalize(cpvsub(b, a)), cut = cpvmult(along, ends);
    cpVect surface = cpClosetPointOnSegment(out->from, cpvadd(a, cut), cpvsub(b, cut));
    return cpvadd(surface, cpvmult(cpvrperp(along), SKIN_M));
}

/* Takes a segment of the outline if it is nearer and leads out. Its ends may lie in the corner of a
 * room. A cpSpatialIndexQueryFunc. */
static cpCollisionID try_segment(void *out_of, void *shape, cpCollisionID id, void *context)
{
    WayOut *out = out_of;
    (void)context;
    if (ground_outline_kind(out->ground, shape) != OUTLINE_SOLID || cpShapeGetSensor(shape)) {
        return id;
    }
    cpVect a = cpSegmentShapeGetA(shape), b = cpSegmentShapeGetB(shape);
    cpVect normal = cpvnormalize(cpvrperp(cpvsub(b, a))), to = nearest_outside(out, a, b, 0);
    if (cpvdot(out->motion, normal) > 0 || !(cpvdist(out->from, to) < out->distance_m)) {
        return id;
    }
    if (is_solid(out->ground, to)) {
        to = nearest_outside(out, a, b, fmin(SKIN_M, cpvdist(a, b) / 4));
    }
    double distance_m = cpvdist(out->from, to);
    if (distance_m < out->distance_m && !is_solid(out->ground, to)) {
        out->to = to;
        out->normal = normal;
        out->distance_m = distance_m;
    }
    return id;
}

/* Searches a growing box. */
static bool find_way_out(WayOut *out, const cpSpace *space)
{
    out->distance_m = INFINITY;
    for (double reach_m = 1.0; reach_m <= FAR_M && out->distance_m > reach_m; reach_m *= 4) {
        cpBB box = cpBBNewForCircle(out->from, reach_m);
        cpSpatialIndexQuery(space->staticShapes, out, box, try_segment, NULL);
    }
    return out->distance_m < INFINITY;
}

/* ---- bodies ---- */

/* How far the body's shapes reach that meet the ground; 0: none of them holds the centre. A hollow
 * body may have a wall of tiles at its centre. */
static double measure_reach(const TileGround *ground, const cpBody *body)
{
    double reach_m = 0;
    bool holds_centre = false;
    CP_BODY_FOREACH_SHAPE(body, shape)
    {
        cpPointQueryInfo nearest;
        if (shape->sensor || cpShapeFilterReject(shape->filter, ground->filter)) {
            continue;
        }
        cpBB box = cpShapeUpdate(shape, body->transform);
        holds_centre = holds_centre || cpShapePointQuery(shape, body->p, &nearest) < 0;
        reach_m = fmax(reach_m, fmax(fmax(body->p.x - box.l, box.r - body->p.x),
                                     fmax(body->p.y - box.b, box.t - body->p.y)));
    }
    return holds_centre ? reach_m : 0;
}

static void expel_body(TileGround *ground, cpBody *body, cpVect old_m, double dt_s)
{
    bool has_entered = !is_solid(ground, old_m);
    WayOut out = {.ground = ground,
                  .from = body->p,
                  .motion = has_entered ? cpvsub(body->p, old_m) : cpvzero};
    double reach_m = measure_reach(ground, body);
    if (reach_m == 0 || !find_way_out(&out, body->space)) {
        return;
    }
    cpVect shift = cpvsub(out.to, out.from);
    if (!has_entered && cpvlength(shift) > reach_m) {
        shift = cpvclamp(shift, EXPEL_MPS * dt_s);
    }
    body->p = cpvadd(body->p, shift);
    body->transform.tx += shift.x;
    body->transform.ty += shift.y;
    body->v = cpvsub(body->v, cpvmult(out.normal, fmin(0, cpvdot(body->v, out.normal))));
    body->sleeping.idleTime = 0;
}

void grounds_expel(TileGround *grounds, cpBody *body, cpVect old_m, double dt_s)
{
    for (TileGround *ground = grounds; ground != NULL; ground = ground->next) {
        if (is_solid(ground, body->p)) {
            expel_body(ground, body, old_m, dt_s);
        }
    }
}
