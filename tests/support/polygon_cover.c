#include "polygon_cover.h"

#include <chipmunk/chipmunk_structs.h>

double polygon_area(const cpVect *corners, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += cpvcross(corners[i], corners[(i + 1) % count]) / 2;
    }
    return fabs(sum);
}

double polygon_area_of_pieces(const cpBody *body)
{
    double sum = 0;
    for (cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        static cpVect corners[4096];
        int count = cpPolyShapeGetCount(shape);
        ck_assert_int_le(count, 4096);
        for (int i = 0; i < count; i++) {
            corners[i] = cpPolyShapeGetVert(shape, i);
        }
        sum += polygon_area(corners, count);
    }
    return sum;
}

static bool even_odd(const Polygon *polygon, cpVect p)
{
    bool inside = false;
    for (int i = 0; i < polygon->count; i++) {
        cpVect a = polygon->corners[i], b = polygon->corners[(i + 1) % polygon->count];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
            inside = !inside;
        }
    }
    return inside;
}

static double edge_distance(const Polygon *polygon, cpVect p)
{
    double least = INFINITY;
    for (int i = 0; i < polygon->count; i++) {
        cpVect a = polygon->corners[i], b = polygon->corners[(i + 1) % polygon->count];
        least = fmin(least, cpvdist(p, cpClosetPointOnSegment(p, a, b)));
    }
    return least;
}

/* Random points are inside a piece if and only if they are inside the polygon. */
static void compare_at_points(const Polygon *polygon, cpBB around, CwRng *rng)
{
    for (int i = 0; i < 150; i++) {
        double x_m = cw_rng_range(rng, around.l, around.r);
        cpVect point = cpv(x_m, cw_rng_range(rng, around.b, around.t));
        if (edge_distance(polygon, point) < 1e-6) {
            continue;
        }
        bool hit =
            cpSpacePointQueryNearest(sim.world->space, point, 0, CP_SHAPE_FILTER_ALL, NULL) != NULL;
        ck_assert_msg(hit == even_odd(polygon, point), "wrong at %.17g %.17g", point.x, point.y);
    }
}

void expect_covered(const Polygon *polygon, CwRng *rng)
{
    const CwPolygonDesc desc = cw_polygon_desc_default();
    error = (CwError){0};
    cpBody *body = cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNewStatic());
    int pieces = cw_world_add_polygon(sim.world, (CwEntity){0}, body, polygon->corners,
                                      polygon->count, &desc, &error);
    ck_assert_msg(pieces > 0, "%s", error.text);
    ck_assert_int_le(pieces, polygon->count - 2);
    double area = polygon_area(polygon->corners, polygon->count);
    ck_assert_double_eq_tol(polygon_area_of_pieces(body), area, 1e-6 + 1e-9 * area);
    cpBB around = cpBBNew(1e9, 1e9, -1e9, -1e9);
    for (int i = 0; i < polygon->count; i++) {
        around = cpBBExpand(around, polygon->corners[i]);
    }
    compare_at_points(polygon, around, rng);
    while (body->shapeList != NULL) {
        cpShape *shape = body->shapeList;
        cpSpaceRemoveShape(sim.world->space, shape);
        cpShapeFree(shape);
    }
}
