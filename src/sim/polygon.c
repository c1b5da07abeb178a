/* Polygons on their way into Chipmunk, which aborts on what these checks refuse. */
#include "sim/world.h"

#include <chipmunk/cpPolyline.h>
#include <math.h>
#include <string.h>

enum { POLYGON_MAX = 4096 };

static const double AREA_MIN_M2 = 1e-6;

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

bool world_check_polygon(const cpVect *corners_m, int count, Error *error)
{
    if (count < 3 || count > POLYGON_MAX) {
        return error_set(error, "a polygon needs 3 to %d corners, this has %d", POLYGON_MAX, count);
    }
    for (int i = 0; i < count; i++) {
        if (!(fabs(corners_m[i].x) < 1e6 && fabs(corners_m[i].y) < 1e6)) {
            return error_set(error, "corner %d is not at a finite place within 1,000 km", i + 1);
        }
        if (cpvdist(corners_m[i], corners_m[(i + 1) % count]) < 1e-4) {
            return error_set(error, "corners %d and %d are the same place", i + 1,
                             (i + 1) % count + 1);
        }
    }
    if (fabs(doubled_area(corners_m, count)) < 2 * AREA_MIN_M2) {
        return error_set(error, "the corners lie on a line: the polygon has no area");
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            if (cross(corners_m[i], corners_m[(i + 1) % count], corners_m[j],
                      corners_m[(j + 1) % count])) {
                return error_set(error, "edges %d and %d cross", i + 1, j + 1);
            }
        }
    }
    return true;
}

/* A closed, counter-clockwise polyline for the decomposition; in the arena. */
static cpPolyline *closed_line(const cpVect *corners, int count)
{
    cpPolyline *line = arena_calloc(1, sizeof *line + ((size_t)count + 1) * sizeof line->verts[0]);
    line->count = line->capacity = count + 1;
    bool clockwise = doubled_area(corners, count) < 0;
    for (int i = 0; i <= count; i++) {
        int corner = i % count;
        line->verts[i] = corners[clockwise ? (count - corner) % count : corner];
    }
    return line;
}

static void add_piece(World *world, Entity owner, cpBody *body, const cpPolyline *piece,
                      const PolygonDesc *desc)
{
    cpShape *shape =
        cpPolyShapeNew(body, piece->count - 1, piece->verts, cpTransformIdentity, desc->radius_m);
    cpShapeSetFriction(shape, desc->friction);
    cpShapeSetElasticity(shape, desc->elasticity);
    cpShapeSetCollisionType(shape, desc->type);
    cpShapeSetFilter(shape, desc->filter);
    world_add_shape(world, owner, shape);
}

int world_add_polygon(World *world, Entity owner, cpBody *body, const cpVect *corners_m, int count,
                      const PolygonDesc *desc, Error *error)
{
    if (!world_check_polygon(corners_m, count, error)) {
        return 0;
    }
    cpPolyline *line = closed_line(corners_m, count);
    cpPolylineSet *pieces = cpPolylineConvexDecomposition(line, 0);
    int piece_count = 0;
    for (int i = 0; i < pieces->count; i++) {
        const cpPolyline *piece = pieces->lines[i];
        if (piece->count >= 4 && doubled_area(piece->verts, piece->count - 1) > 2 * AREA_MIN_M2) {
            add_piece(world, owner, body, piece, desc);
            piece_count++;
        }
    }
    cpPolylineSetFree(pieces, cpTrue);
    arena_free(line);
    return piece_count;
}
