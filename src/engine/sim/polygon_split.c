/* Convex pieces of a simple polygon: ears are clipped (Meisters 1975, "Polygons have ears"), then
 * cuts that convexity does not need are taken back (Hertel and Mehlhorn 1983: at most four times as
 * many pieces as necessary). Works in the current arena and gives everything back.
 *
 * Chipmunk's own cpPolylineConvexDecomposition is not used: on one corner-on-a-grid polygon in a
 * few thousand it recursed without end. This one always ends. */
#include "clockwork/polygon.h"

#include "sim/arena.h"

/* One side of an edge of a piece; the piece lies to its left. */
typedef struct HalfEdge {
    int origin; /* corner where it begins */
    int next, previous;
    int twin; /* other side of a cut, -1 on the outline */
    bool done;
} HalfEdge;

typedef struct Corner {
    cpVect at;
    int next, previous; /* in what is left of the polygon */
    int beyond;         /* half-edge on the other side of the edge to `next`, -1 on the outline */
    bool convex;
} Corner;

typedef struct Split {
    Corner *corners;
    int left_count;
    HalfEdge *edges;
    int edge_count;
} Split;

/* Above 0 when p is to the left of the way from a to b: twice the area of the triangle. */
static double side(cpVect a, cpVect b, cpVect p)
{
    return cpvcross(cpvsub(b, a), cpvsub(p, a));
}

static bool is_clockwise(const cpVect *corners, int count)
{
    double doubled_area = 0;
    for (int i = 0; i < count; i++) {
        doubled_area +=
            cpvcross(cpvsub(corners[i], corners[0]), cpvsub(corners[(i + 1) % count], corners[0]));
    }
    return doubled_area < 0;
}

static double bulge(const Split *split, int corner)
{
    const Corner *c = &split->corners[corner];
    return side(split->corners[c->previous].at, c->at, split->corners[c->next].at);
}

static Split begin(const cpVect *corners, int count)
{
    Split split = {.left_count = count,
                   .corners = arena_calloc((size_t)count, sizeof(Corner)),
                   .edges = arena_calloc((size_t)count * 3, sizeof(HalfEdge))};
    bool clockwise = is_clockwise(corners, count);
    for (int i = 0; i < count; i++) {
        split.corners[i] = (Corner){.at = corners[clockwise ? count - 1 - i : i],
                                    .next = (i + 1) % count,
                                    .previous = (i + count - 1) % count,
                                    .beyond = -1};
    }
    for (int i = 0; i < count; i++) {
        split.corners[i].convex = bulge(&split, i) > 0;
    }
    return split;
}

/* A convex corner whose triangle holds no other corner, borders included. Only corners that are not
 * convex can be inside without another being so. */
static bool is_ear(const Split *split, int corner)
{
    const Corner *c = &split->corners[corner];
    if (!c->convex) {
        return false;
    }
    cpVect a = split->corners[c->previous].at, b = c->at, d = split->corners[c->next].at;
    for (int i = split->corners[c->next].next; i != c->previous; i = split->corners[i].next) {
        cpVect p = split->corners[i].at;
        if (!split->corners[i].convex && side(a, b, p) >= 0 && side(b, d, p) >= 0 &&
            side(d, a, p) >= 0) {
            return false;
        }
    }
    return true;
}

/* The next ear from `from` on. Where rounding hides them all, the corner that bulges most: the work
 * must end. */
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

/* Makes the triangle at `corner` a piece and takes the corner out of what is left. */
static void clip(Split *split, int corner)
{
    Corner *c = &split->corners[corner];
    Corner *before = &split->corners[c->previous], *after = &split->corners[c->next];
    int first = add_edge(split, c->previous, before->beyond);
    int second = add_edge(split, corner, c->beyond);
    bool last = split->left_count == 3;
    int third = add_edge(split, c->next, last ? after->beyond : -1);
    const int round[3] = {first, second, third};
    for (int i = 0; i < 3; i++) {
        split->edges[round[i]].next = round[(i + 1) % 3];
        split->edges[round[i]].previous = round[(i + 2) % 3];
    }
    before->next = c->next;
    before->beyond = third;
    after->previous = c->previous;
    split->left_count--;
    before->convex = bulge(split, c->previous) > 0;
    after->convex = bulge(split, c->next) > 0;
}

static cpVect place(const Split *split, int edge)
{
    return split->corners[split->edges[edge].origin].at;
}

/* True when the corner where `edge` begins stays convex without the cut that `edge` is. */
static bool convex_without(const Split *split, int edge)
{
    const HalfEdge *e = &split->edges[edge];
    int onwards = split->edges[split->edges[e->twin].next].next;
    return side(place(split, e->previous), place(split, edge), place(split, onwards)) >= 0;
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
        if (twin > i && convex_without(split, i) && convex_without(split, twin)) {
            join_ends(split, i);
            join_ends(split, twin);
            split->edges[i].done = split->edges[twin].done = true;
        }
    }
}

static void hand_out(Split *split, CwPolygonPieceFunction *each, void *context)
{
    cpVect *corners = arena_calloc((size_t)split->edge_count, sizeof *corners);
    for (int i = 0; i < split->edge_count; i++) {
        int count = 0;
        for (int edge = i; !split->edges[edge].done; edge = split->edges[edge].next) {
            split->edges[edge].done = true;
            corners[count++] = place(split, edge);
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
    Split split = begin(corners_m, count);
    for (int corner = 0; split.left_count >= 3;) {
        int ear = find_ear(&split, corner);
        clip(&split, ear);
        corner = split.corners[split.corners[ear].next].next; /* fans have thin triangles */
    }
    undo_cuts(&split);
    hand_out(&split, each, context);
    arena_free(split.edges);
    arena_free(split.corners);
}
