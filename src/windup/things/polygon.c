#include "things/polygon.h"

#include <math.h>

cpVect *polygon_copy(CwWorld *world, const CwMapObject *object)
{
    int count = object->corner_count;
    bool clockwise = cpAreaForPoly(count, object->corners_m, 0.0) < 0.0;
    cpVect *corners_m = cw_world_alloc(world, (size_t)count * sizeof *corners_m);
    for (int i = 0; i < count; i++) {
        corners_m[i] = object->corners_m[clockwise ? count - 1 - i : i];
    }
    return corners_m;
}

bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        cpVect a = corners_m[i], b = corners_m[(i + 1) % count];
        if ((a.y > place_m.y) != (b.y > place_m.y) &&
            place_m.x < a.x + (b.x - a.x) * (place_m.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Adds a piece; one with more corners than the draw list takes becomes a fan. */
static void add_piece(const cpVect *corners_m, int count, void *context)
{
    Pieces *pieces = context;
    for (int from = 1; from < count - 1; from += CW_POLYGON_CORNERS_MAX - 2) {
        int end = pieces->count == 0 ? 0 : pieces->ends[pieces->count - 1];
        int limit = end + CW_POLYGON_CORNERS_MAX;
        pieces->corners_m[end++] = corners_m[0];
        for (int i = from; i < count && end < limit; i++) {
            pieces->corners_m[end++] = corners_m[i];
        }
        pieces->ends[pieces->count++] = end;
    }
}

Pieces polygon_split(CwWorld *world, const cpVect *corners_m, int corner_count)
{
    size_t most = (size_t)corner_count - 2; /* all triangles */
    Pieces pieces = {.corners_m = cw_world_alloc(world, 3 * most * sizeof *pieces.corners_m),
                     .ends = cw_world_alloc(world, most * sizeof *pieces.ends)};
    cw_polygon_split(corners_m, corner_count, add_piece, &pieces);
    return pieces;
}

void pieces_draw(const Pieces *pieces, CwDrawList *list, CwColour colour)
{
    CwWorldRect seen = cw_draw_visible_world(list);
    for (int i = 0, at = 0; i < pieces->count; i++) {
        CwPoint2 points[CW_POLYGON_CORNERS_MAX];
        int count = 0;
        cpBB box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
        for (; at < pieces->ends[i]; at++) {
            points[count++] = (CwPoint2){pieces->corners_m[at].x, pieces->corners_m[at].y};
            box = cpBBExpand(box, pieces->corners_m[at]);
        }
        if (box.r > seen.left_m && box.l < seen.right_m && box.t > seen.bottom_m &&
            box.b < seen.top_m) {
            cw_draw_polygon(list, points, count, colour);
        }
    }
}
