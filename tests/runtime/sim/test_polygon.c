/* Polygons: the bad ones are refused with a message, and pieces cover the others exactly. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

enum { CORNER_MAX = 64 };

typedef struct Polygon {
    int count;
    cpVect corners[CORNER_MAX];
} Polygon;

static cpBody *ground; /* of the world */

SET_UP(.tear_down = sim_tear_down)
{
    ground = cpSpaceGetStaticBody(sim_begin_physics(1, 0)->space);
}

static int add_polygon(const cpVect *corners, int count)
{
    const CwPolygonDesc desc = cw_polygon_desc_default();
    return cw_world_add_polygon(sim.world, (CwEntity){0}, ground, corners, count, &desc, NULL);
}

static void expect_refused(const cpVect *corners, int count, const char *why)
{
    EXPECT_REFUSED(cw_world_check_polygon(corners, count, &error), why);
    ck_assert_int_eq(add_polygon(corners, count), 0);
    ck_assert_ptr_null(ground->shapeList);
}

static const struct {
    const char *why;
    Polygon polygon;
} REFUSED[] = {
    {"3 to", {1, {{0, 0}}}},
    {"3 to", {2, {{0, 0}, {1, 0}}}},
    {"line", {3, {{0, 0}, {1, 1}, {2, 2}}}},
    {"line", {4, {{0, 0}, {3, 0}, {1, 0}, {2, 0}}}},
    {"edges 2 and 4", {4, {{0, 0}, {2, 0}, {0, 3}, {3, 3}}}},
    {"edges 1 and 3", {4, {{0, 0}, {2, 2}, {2, 0}, {0, 2}}}},     /* no area in sum */
    {"edges", {5, {{0, 2}, {1, -2}, {-2, 1}, {2, 1}, {-1, -2}}}}, /* a pentagram */
    {"corner 4 touches edge 1", {5, {{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}}},
    {"touch", {6, {{0, 0}, {2, 2}, {4, 0}, {4, 4}, {2, 2}, {0, 4}}}},
    {"corner 3 touches edge 1", {4, {{0, 0}, {4, 0}, {2, 0}, {2, 2}}}}, /* a spike without area */
    {"corners 2 and 3", {4, {{0, 0}, {1, 0}, {1, 0}, {0, 1}}}},
    {"corners 3 and 1", {3, {{0, 0}, {1, 0}, {0, 0}}}},
    {"corner 2", {3, {{0, 0}, {NAN, 0}, {1, 1}}}},
    {"corner 3", {3, {{0, 0}, {1, 0}, {0, INFINITY}}}},
    {"corner 1", {3, {{1e300, 0}, {1, 0}, {0, 1}}}},
};

TEST(a_bad_polygon_is_refused_by_corner_or_edge, .rounds = CW_ARRAY_LENGTH(REFUSED))
{
    expect_refused(REFUSED[_i].polygon.corners, REFUSED[_i].polygon.count, REFUSED[_i].why);
}

TEST(too_many_corners_are_refused)
{
    static cpVect many[5000];
    for (int i = 0; i < 5000; i++) {
        many[i] = cpvmult(cpvforangle(i * 2 * CP_PI / 5000), 1000);
    }
    expect_refused(many, 5000, "this has 5000");
}

static double polygon_area(const cpVect *corners, int count)
{
    return fabs(cpAreaForPoly(count, corners, 0));
}

static double polygon_area_of_pieces(const cpBody *body)
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

/* The pieces cover it by their areas and, after the even-odd rule, at random points. */
static void expect_covered(const Polygon *polygon, CwRng *rng)
{
    const CwPolygonDesc desc = cw_polygon_desc_default();
    error = (CwError){0};
    cpBody *body = cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNewStatic());
    int pieces = cw_world_add_polygon(sim.world, (CwEntity){0}, body, polygon->corners,
                                      polygon->count, &desc, &error);
    EXPECT_OK(pieces > 0);
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

static const Polygon shapes[] = {
    {3, {{0, 0}, {4, 0}, {0, 3}}},
    {4, {{0, 0}, {4, 0}, {4, 2}, {0, 2}}},
    {6, {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}}},                 /* L */
    {8, {{0, 0}, {6, 0}, {6, 4}, {4, 4}, {4, 2}, {2, 2}, {2, 4}, {0, 4}}}, /* U */
    {4, {{0, 0}, {4, 2}, {0, 4}, {1, 2}}},                                 /* arrow */
    {8, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {2, 3}, {1, 3}, {0, 3}}}, /* straight
                                                                               corners */
    {11, {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 4}, {5, 4}, {5, 5}, {1, 5}, {1, 8}, {8, 8}, {8, 1}}},
    {5, {{0, 0}, {10, 0}, {10, 0.001}, {5, 0.0005}, {0, 0.001}}}, /* a sliver */
    {6, {{-5e5, 0}, {5e5, 0}, {5e5, 3}, {0.5, 3}, {0, 2}, {-0.5, 3}}},
};

static void add_area(const cpVect *corners, int count, void *area)
{
    ck_assert_int_ge(count, 3);
    *(double *)area += polygon_area(corners, count);
    for (int i = 0; i < count; i++) {
        cpVect a = corners[i], b = corners[(i + 1) % count], c = corners[(i + 2) % count];
        ck_assert_double_ge(cpvcross(cpvsub(b, a), cpvsub(c, b)), 0);
    }
}

TEST(pieces_cover_convex_and_concave_polygons_of_either_winding, .rounds = CW_ARRAY_LENGTH(shapes))
{
    const Polygon *polygon = &shapes[_i];
    CwRng rng = seeded_rng(11, 1);
    Polygon reversed = {.count = polygon->count};
    for (int i = 0; i < polygon->count; i++) {
        reversed.corners[i] = polygon->corners[polygon->count - 1 - i];
    }
    expect_covered(polygon, &rng);
    expect_covered(&reversed, &rng);
    double area = 0;
    cw_polygon_split(polygon->corners, polygon->count, add_area, &area);
    ck_assert_double_eq_tol(area, polygon_area(polygon->corners, polygon->count), 1e-6);
}

TEST(a_convex_polygon_is_one_piece)
{
    Polygon circle = {.count = 24};
    for (int i = 0; i < circle.count; i++) {
        circle.corners[i] = cpvforangle(i * 2 * CP_PI / circle.count);
    }
    ck_assert_int_eq(add_polygon(circle.corners, circle.count), 1);
}

TEST(every_piece_has_what_the_description_says)
{
    const CwPolygonDesc desc = {.radius_m = 0.1,
                                .friction = 0.7,
                                .elasticity = 0.2,
                                .type = 8,
                                .filter = {.group = 3, .categories = 4, .mask = 5}};
    cw_world_add_polygon(sim.world, (CwEntity){0}, ground, shapes[2].corners, 6, &desc, NULL);
    int pieces = 0;
    for (cpShape *shape = ground->shapeList; shape != NULL; shape = shape->next) {
        ck_assert_double_eq(cpPolyShapeGetRadius(shape), 0.1);
        ck_assert_double_eq(shape->u, 0.7);
        ck_assert_double_eq(shape->e, 0.2);
        ck_assert_uint_eq(shape->type, 8);
        ck_assert_uint_eq(shape->filter.group, 3);
        pieces++;
    }
    ck_assert_int_eq(pieces, 2);
}

ABORTS(a_polygon_that_collides_with_nothing_aborts,
       cw_world_add_polygon(sim.world, (CwEntity){0}, ground, shapes[2].corners, 6,
                            &(CwPolygonDesc){.friction = 0.5}, NULL))

TEST(four_thousand_corners_are_covered)
{
    enum { MANY = 4000 };
    static cpVect corners[MANY];
    for (int i = 0; i < MANY; i++) {
        double radius_m = i % 2 == 0 ? 100 : 99;
        corners[i] = cpvmult(cpvforangle(i * 2 * CP_PI / (double)MANY), radius_m);
    }
    ck_assert_int_gt(add_polygon(corners, MANY), 1);
    ck_assert_double_eq_tol(polygon_area_of_pieces(ground), polygon_area(corners, MANY), 1e-3);
}

static bool crossed(cpVect a, cpVect b, cpVect c, cpVect d)
{
    double ab_c = cpvcross(cpvsub(b, a), cpvsub(c, a)), ab_d = cpvcross(cpvsub(b, a), cpvsub(d, a));
    double cd_a = cpvcross(cpvsub(d, c), cpvsub(a, c)), cd_b = cpvcross(cpvsub(d, c), cpvsub(b, c));
    return ab_c * ab_d < 0 && cd_a * cd_b < 0;
}

/* Reverses what lies between two crossing edges, which shortens the way: it ends (2-opt). */
static bool untangle_once(Polygon *polygon)
{
    for (int i = 0; i < polygon->count; i++) {
        for (int j = i + 2; j < polygon->count; j++) {
            cpVect *c = polygon->corners;
            if (!crossed(c[i], c[i + 1], c[j], c[(j + 1) % polygon->count])) {
                continue;
            }
            for (int low = i + 1, high = j; low < high; low++, high--) {
                cpVect held = c[low];
                c[low] = c[high];
                c[high] = held;
            }
            return true;
        }
    }
    return false;
}

/* Winding, with straight corners and near misses: corners on a grid. */
static Polygon random_tangle(CwRng *rng, double grid_m)
{
    Polygon polygon = {.count = 4 + (int)cw_rng_below(rng, 21)};
    for (int i = 0; i < polygon.count; i++) {
        double x_m = floor(cw_rng_range(rng, 0, 10) / grid_m) * grid_m;
        polygon.corners[i] = cpv(x_m, floor(cw_rng_range(rng, 0, 10) / grid_m) * grid_m);
    }
    for (int i = 0; i < 500 && untangle_once(&polygon); i++) {
    }
    return polygon;
}

TEST(random_tangles_are_covered_or_refused, .rounds = 6)
{
    CwRng rng = seeded_rng((uint64_t)_i, 2);
    const double grid_m = _i % 2 == 0 ? 1e-6 : 1.0;
    int taken = 0;
    for (int i = 0; i < 60; i++) {
        Polygon tangle = random_tangle(&rng, grid_m);
        if (cw_world_check_polygon(tangle.corners, tangle.count, NULL)) {
            expect_covered(&tangle, &rng);
            taken++;
        }
    }
    ck_assert_int_ge(taken, _i % 2 == 0 ? 50 : 2);
}
