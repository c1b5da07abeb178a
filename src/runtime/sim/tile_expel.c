/* Keeps bodies out of solid tiles.
 *
 * Tiles have only an outline of segments. If a body's centre gets over that, the outline would hold
 * the body inside. So each step looks up the cell at the centre of each awake body, which is cheap.
 * If the centre is in solid ground, the body is put outside of the nearest surface. A body that
 * only touches the outline has its centre outside, so it is never moved. */
#include "sim/tile_ground.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

static const double SKIN_M = 0.005; /* distance to the surface of a centre that was put outside */
/* Speed of a body that is too deep to touch the outline. A body that touches it is put outside at
 * once, because the outline would push it inwards. */
static const double EXPEL_MPS = 10.0;
static const double FAR_M = 64.0;    /* radius in which a way out is searched */
static const double CELLS_MAX = 1e9; /* limit on cell numbers */

/* Whether a place, in outline units from the cell's bottom left, is inside of a form: a ray from it
 * to the right crosses an odd number of edges. */
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
    cpVect motion; /* the way out must not lead along it; zero: any way */
    cpVect to;     /* a skin outside of the nearest surface so far */
    cpVect normal; /* normal of that surface, outwards */
    double distance_m;
} WayOut;

/* The point nearest to the centre, a skin outside of the edge a to b shortened by `ends`. */
static cpVect nearest_outside(const WayOut *out, cpVect a, cpVect b, double ends)
{
    cpVect along = cpvnormalize(cpvsub(b, a)), cut = cpvmult(along, ends);
    cpVect surface = cpClosetPointOnSegment(out->from, cpvadd(a, cut), cpvsub(b, cut));
    return cpvadd(surface, cpvmult(cpvrperp(along), SKIN_M));
}

/* A cpSpatialIndexQueryFunc: takes a segment of the outline if it is nearer and leads out. */
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

/* The radius of those of the body's shapes that collide with the ground. 0: none of them holds the
 * centre, as in a hollow body, which may have a wall of tiles there. */
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
