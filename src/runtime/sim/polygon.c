/* Checks polygons, because Chipmunk aborts on wrong ones, and splits them into convex pieces.
 *
 * Splitting clips ears (Meisters 1975, "Polygons have ears"), then removes needless cuts (Hertel
 * and Mehlhorn 1983, at most four times the fewest pieces). It always ends, while Chipmunk's own
 * decomposition recurses without end on one polygon in a few thousand. */
#include "sim/world.h"

#include <math.h>

enum { POLYGON_MAX = 4096 };

static const double AREA_MIN_M2 = 1e-6;
static const double APART_MIN_M = 1e-4;
static const double PLACE_MAX_M = 1e6;

/* Twice the area, above 0 if counter-clockwise. Coordinates are taken from the first corner,
 * because products of large numbers lose digits. */
static double doubled_area(const cpVect *corners, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum +=
            cpvcross(cpvsub(corners[i], corners[0]), cpvsub(corners[(i + 1) % count], corners[0]));
    }
    return sum;
}

/* Twice the area of the triangle, above 0 if p is to the left of the way from a to b. */
static double side(cpVect a, cpVect b, cpVect p)
{
    return cpvcross(cpvsub(b, a), cpvsub(p, a));
}

static bool edges_cross(cpVect a, cpVect b, cpVect c, cpVect d)
{
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

static bool check_places(const cpVect *corners, int count, CwError *error)
{
    for (int i = 0; i < count; i++) {
        if (!(fabs(corners[i].x) < PLACE_MAX_M && fabs(corners[i].y) < PLACE_MAX_M)) {
            return cw_error_set(error, "corner %d is not at a finite place within 1,000 km", i + 1);
        }
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
            if (edges_cross(corners[i], corners[i + 1], corners[j], corners[(j + 1) % count])) {
                return cw_error_set(error, "edges %d and %d cross: move a corner", i + 1, j + 1);
            }
        }
    }
    return true;
}

static bool is_near(cpVect p, cpVect a, cpVect b)
{
    bool is_outside = p.x < fmin(a.x, b.x) - APART_MIN_M || p.x > fmax(a.x, b.x) + APART_MIN_M ||
                      p.y < fmin(a.y, b.y) - APART_MIN_M || p.y > fmax(a.y, b.y) + APART_MIN_M;
    return !is_outside && cpvdist(p, cpClosetPointOnSegment(p, a, b)) < APART_MIN_M;
}

/* Refuses a corner on another edge, as in a spike without width. */
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

/* ---- pieces ---- */

/* An edge of a piece, which lies to the left. */
typedef struct HalfEdge {
    int origin; /* corner where the half edge begins */
    int next, previous;
    int twin;      /* half edge on the other side of a cut; -1: on the outline */
    bool is_taken; /* removed, or part of a finished piece */
} HalfEdge;

typedef struct Corner {
    cpVect at;
    int next, previous; /* neighbours in the rest of the polygon */
    int beyond;         /* half edge on the other side of the edge to `next`; -1: on the outline */
    bool is_convex;
} Corner;

typedef struct Split {
    Corner *corners;
    int left_count;
    HalfEdge *edges;
    int edge_count;
} Split;

static double bulge(const Split *split, int corner)
{
    const Corner *c = &split->corners[corner];
    return side(split->corners[c->previous].at, c->at, split->corners[c->next].at);
}

static Split begin_split(const cpVect *corners, int count)
{
    Split split = {.left_count = count,
                   .corners = arena_calloc((size_t)count, sizeof(Corner)),
                   .edges = arena_calloc((size_t)count * 3, sizeof(HalfEdge))};
    bool is_clockwise = doubled_area(corners, count) < 0;
    for (int i = 0; i < count; i++) {
        split.corners[i] = (Corner){.at = corners[is_clockwise ? count - 1 - i : i],
                                    .next = (i + 1) % count,
                                    .previous = (i + count - 1) % count,
                                    .beyond = -1};
    }
    for (int i = 0; i < count; i++) {
        split.corners[i].is_convex = bulge(&split, i) > 0;
    }
    return split;
}

/* Whether a corner is convex and its triangle holds no other corner. Only reflex ones can. */
static bool is_ear(const Split *split, int corner)
{
    const Corner *c = &split->corners[corner];
    if (!c->is_convex) {
        return false;
    }
    cpVect a = split->corners[c->previous].at, b = c->at, d = split->corners[c->next].at;
    for (int i = split->corners[c->next].next; i != c->previous; i = split->corners[i].next) {
        cpVect p = split->corners[i].at;
        if (!split->corners[i].is_convex && side(a, b, p) >= 0 && side(b, d, p) >= 0 &&
            side(d, a, p) >= 0) {
            return false;
        }
    }
    return true;
}

/* Finds an ear, beginning at `from`; the most convex corner if rounding hides all ears. */
static int find_ear(const Split *split, int from)
{
    int most = from;
    for (int i = 0, corner = from; i < split->left_count; i++) {
        if (is_ear(split, corner)) {
            return corner;
        }
        most = bulge(split, corner) > bulge(split, most) ? corner : most;
        corner = split->corners[corner].next;
    }
    return most;
}

static int add_edge(Split *split, int origin, int twin)
{
    split->edges[split->edge_count] = (HalfEdge){.origin = origin, .twin = twin};
    if (twin >= 0) {
        split->edges[twin].twin = split->edge_count;
    }
    return split->edge_count++;
}

static void clip_ear(Split *split, int corner)
{
    Corner *c = &split->corners[corner];
    Corner *before = &split->corners[c->previous], *after = &split->corners[c->next];
    int first = add_edge(split, c->previous, before->beyond);
    int second = add_edge(split, corner, c->beyond);
    bool is_last = split->left_count == 3;
    int third = add_edge(split, c->next, is_last ? after->beyond : -1);
    const int round[3] = {first, second, third};
    for (int i = 0; i < 3; i++) {
        split->edges[round[i]].next = round[(i + 1) % 3];
        split->edges[round[i]].previous = round[(i + 2) % 3];
    }
    before->next = c->next;
    before->beyond = third;
    after->previous = c->previous;
    split->left_count--;
    before->is_convex = bulge(split, c->previous) > 0;
    after->is_convex = bulge(split, c->next) > 0;
}

static cpVect origin_of(const Split *split, int edge)
{
    return split->corners[split->edges[edge].origin].at;
}

/* Whether the corner where a cut begins stays convex without the cut. */
static bool is_convex_without(const Split *split, int edge)
{
    const HalfEdge *e = &split->edges[edge];
    int onwards = split->edges[split->edges[e->twin].next].next;
    return side(origin_of(split, e->previous), origin_of(split, edge), origin_of(split, onwards)) >=
           0;
}

static void join_ends(Split *split, int edge)
{
    HalfEdge *e = &split->edges[edge];
    int onwards = split->edges[e->twin].next;
    split->edges[e->previous].next = onwards;
    split->edges[onwards].previous = e->previous;
}

static void undo_cuts(Split *split)
{
    for (int i = 0; i < split->edge_count; i++) {
        int twin = split->edges[i].twin;
        if (twin > i && is_convex_without(split, i) && is_convex_without(split, twin)) {
            join_ends(split, i);
            join_ends(split, twin);
            split->edges[i].is_taken = split->edges[twin].is_taken = true;
        }
    }
}

static void hand_out_pieces(Split *split, CwPolygonPieceFunction *each, void *context)
{
    cpVect *corners = arena_calloc((size_t)split->edge_count, sizeof *corners);
    for (int i = 0; i < split->edge_count; i++) {
        int count = 0;
        for (int edge = i; !split->edges[edge].is_taken; edge = split->edges[edge].next) {
            split->edges[edge].is_taken = true;
            corners[count++] = origin_of(split, edge);
        }
        if (count >= 3) {
            each(corners, count, context);
        }
    }
    arena_free(corners);
}

void cw_polygon_split(const cpVect *corners_m, int count, CwPolygonPieceFunction *each,
                      void *context)
{
    Split split = begin_split(corners_m, count);
    for (int corner = 0; split.left_count >= 3;) {
        int ear = find_ear(&split, corner);
        clip_ear(&split, ear);
        corner = split.corners[split.corners[ear].next].next; /* avoids fans of thin triangles */
    }
    undo_cuts(&split);
    hand_out_pieces(&split, each, context);
    arena_free(split.edges);
    arena_free(split.corners);
}

/* ---- shapes ---- */

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
