/* Polygons: what Chipmunk would abort on is refused with a message, and the pieces of what is taken
 * cover it exactly. */
#include "support/sim_fixture.h"

#include <chipmunk/chipmunk_structs.h>

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORNER_MAX = 64 };

typedef struct Polygon {
    int count;
    cpVect corners[CORNER_MAX];
} Polygon;

static Sim sim;

static void setup(void)
{
    WorldDesc desc = sim_desc();
    sim_open(&sim, &desc);
}

static void teardown(void)
{
    sim_close(&sim);
}

/* ---- what is refused ---- */

static void expect_refused(const cpVect *corners, int count, const char *why)
{
    Error error = {0};
    ck_assert_msg(!world_check_polygon(corners, count, &error), "taken, although: %s", why);
    ck_assert_msg(strstr(error.text, why) != NULL, "\"%s\" does not say: %s", error.text, why);
    const PolygonDesc desc = {0};
    cpBody *body = cpSpaceGetStaticBody(sim.world->space);
    ck_assert_int_eq(world_add_polygon(sim.world, (Entity){0}, body, corners, count, &desc, NULL),
                     0);
    ck_assert_ptr_null(body->shapeList);
}

#define EXPECT_REFUSED(why, ...)                                                                   \
    do {                                                                                           \
        const cpVect refused[] = {__VA_ARGS__};                                                    \
        expect_refused(refused, (int)ARRAY_LENGTH(refused), why);                                  \
    } while (0)

START_TEST(too_few_corners_are_refused)
{
    EXPECT_REFUSED("3 to", {0, 0}, {1, 0});
    EXPECT_REFUSED("3 to", {0, 0});
}
END_TEST

START_TEST(too_many_corners_are_refused)
{
    static cpVect many[5000];
    for (int i = 0; i < 5000; i++) {
        double angle_rad = i * 2 * CP_PI / 5000;
        many[i] = cpvmult(cpvforangle(angle_rad), 1000);
    }
    expect_refused(many, 5000, "this has 5000");
}
END_TEST

START_TEST(corners_on_a_line_are_refused)
{
    EXPECT_REFUSED("line", {0, 0}, {1, 1}, {2, 2});
    EXPECT_REFUSED("line", {0, 0}, {3, 0}, {1, 0}, {2, 0});
}
END_TEST

START_TEST(crossing_edges_are_refused)
{
    EXPECT_REFUSED("edges 2 and 4", {0, 0}, {2, 0}, {0, 3}, {3, 3});
    EXPECT_REFUSED("edges 1 and 3", {0, 0}, {2, 2}, {2, 0}, {0, 2});     /* no area in sum */
    EXPECT_REFUSED("edges", {0, 2}, {1, -2}, {-2, 1}, {2, 1}, {-1, -2}); /* a pentagram */
}
END_TEST

START_TEST(edges_that_touch_or_lie_on_each_other_are_refused)
{
    EXPECT_REFUSED("corner 4 touches edge 1", {0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2});
    EXPECT_REFUSED("touch", {0, 0}, {2, 2}, {4, 0}, {4, 4}, {2, 2}, {0, 4});
    EXPECT_REFUSED("corner 3 touches edge 1", {0, 0}, {4, 0}, {2, 0},
                   {2, 2}); /* a spike without area */
}
END_TEST

START_TEST(corners_at_one_place_are_refused)
{
    EXPECT_REFUSED("corners 2 and 3", {0, 0}, {1, 0}, {1, 0}, {0, 1});
    EXPECT_REFUSED("corners 3 and 1", {0, 0}, {1, 0}, {0, 0});
}
END_TEST

START_TEST(corners_that_are_no_places_are_refused)
{
    EXPECT_REFUSED("corner 2", {0, 0}, {NAN, 0}, {1, 1});
    EXPECT_REFUSED("corner 3", {0, 0}, {1, 0}, {0, INFINITY});
    EXPECT_REFUSED("corner 1", {1e300, 0}, {1, 0}, {0, 1});
}
END_TEST

/* ---- what is taken ---- */

static double area_of(const cpVect *corners, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += cpvcross(corners[i], corners[(i + 1) % count]) / 2;
    }
    return fabs(sum);
}

static double area_of_pieces(const cpBody *body)
{
    double sum = 0;
    for (cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        static cpVect corners[4096];
        int count = cpPolyShapeGetCount(shape);
        ck_assert_int_le(count, 4096);
        for (int i = 0; i < count; i++) {
            corners[i] = cpPolyShapeGetVert(shape, i);
        }
        sum += area_of(corners, count);
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
static void compare_at_points(const Polygon *polygon, cpBB around, Rng *rng)
{
    for (int i = 0; i < 150; i++) {
        double x_m = rng_range(rng, around.l, around.r);
        cpVect point = cpv(x_m, rng_range(rng, around.b, around.t));
        if (edge_distance(polygon, point) < 1e-6) {
            continue;
        }
        bool hit =
            cpSpacePointQueryNearest(sim.world->space, point, 0, CP_SHAPE_FILTER_ALL, NULL) != NULL;
        ck_assert_msg(hit == even_odd(polygon, point), "wrong at %.17g %.17g", point.x, point.y);
    }
}

static void expect_covered(const Polygon *polygon, Rng *rng)
{
    const PolygonDesc desc = {.friction = 0.5, .filter = CP_SHAPE_FILTER_ALL};
    Error error = {0};
    cpBody *body = world_add_body(sim.world, (Entity){0}, cpBodyNewStatic());
    int pieces = world_add_polygon(sim.world, (Entity){0}, body, polygon->corners, polygon->count,
                                   &desc, &error);
    ck_assert_msg(pieces > 0, "%s", error.text);
    ck_assert_int_le(pieces, polygon->count - 2);
    double area = area_of(polygon->corners, polygon->count);
    ck_assert_double_eq_tol(area_of_pieces(body), area, 1e-6 + 1e-9 * area);
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

static void expect_covered_both_ways(const Polygon *polygon)
{
    Rng rng;
    rng_seed(&rng, 11, 1);
    Polygon reversed = {.count = polygon->count};
    for (int i = 0; i < polygon->count; i++) {
        reversed.corners[i] = polygon->corners[polygon->count - 1 - i];
    }
    expect_covered(polygon, &rng);
    expect_covered(&reversed, &rng);
}

static const Polygon shapes[] = {
    {3, {{0, 0}, {4, 0}, {0, 3}}},
    {4, {{0, 0}, {4, 0}, {4, 2}, {0, 2}}},
    {6, {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}}},                 /* L */
    {8, {{0, 0}, {6, 0}, {6, 4}, {4, 4}, {4, 2}, {2, 2}, {2, 4}, {0, 4}}}, /* U */
    {4, {{0, 0}, {4, 2}, {0, 4}, {1, 2}}},                                 /* arrow */
    {8, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {2, 3}, {1, 3}, {0, 3}}}, /* straight
                                                                               corners */
    {12,
     {{0, 0},
      {10, 0},
      {10, 10},
      {0, 10},
      {0, 4},
      {6, 4},
      {6, 6},
      {2, 6},
      {2, 8},
      {8, 8},
      {8, 2},
      {0, 2}}},                                                   /* a spiral */
    {5, {{0, 0}, {10, 0}, {10, 0.001}, {5, 0.0005}, {0, 0.001}}}, /* a sliver */
    {6, {{-5e5, 0}, {5e5, 0}, {5e5, 3}, {0.5, 3}, {0, 2}, {-0.5, 3}}},
};

START_TEST(pieces_cover_convex_and_concave_polygons_of_either_winding)
{
    expect_covered_both_ways(&shapes[_i]);
}
END_TEST

START_TEST(a_convex_polygon_is_one_piece)
{
    cpBody *body = cpSpaceGetStaticBody(sim.world->space);
    Polygon circle = {.count = 24};
    for (int i = 0; i < circle.count; i++) {
        circle.corners[i] = cpvforangle(i * 2 * CP_PI / circle.count);
    }
    const PolygonDesc desc = {0};
    ck_assert_int_eq(
        world_add_polygon(sim.world, (Entity){0}, body, circle.corners, circle.count, &desc, NULL),
        1);
}
END_TEST

START_TEST(an_l_is_two_pieces)
{
    cpBody *body = cpSpaceGetStaticBody(sim.world->space);
    const PolygonDesc desc = {0};
    ck_assert_int_eq(
        world_add_polygon(sim.world, (Entity){0}, body, shapes[2].corners, 6, &desc, NULL), 2);
}
END_TEST

START_TEST(every_piece_has_what_the_description_says)
{
    cpBody *body = cpSpaceGetStaticBody(sim.world->space);
    const PolygonDesc desc = {.radius_m = 0.1,
                              .friction = 0.7,
                              .elasticity = 0.2,
                              .type = 8,
                              .filter = {.group = 3, .categories = 4, .mask = 5}};
    world_add_polygon(sim.world, (Entity){0}, body, shapes[2].corners, 6, &desc, NULL);
    int pieces = 0;
    for (cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        ck_assert_double_eq(cpPolyShapeGetRadius(shape), 0.1);
        ck_assert_double_eq(shape->u, 0.7);
        ck_assert_double_eq(shape->e, 0.2);
        ck_assert_uint_eq(shape->type, 8);
        ck_assert_uint_eq(shape->filter.group, 3);
        pieces++;
    }
    ck_assert_int_eq(pieces, 2);
}
END_TEST

/* A polygon around a middle, with teeth as deep as a random number says. */
static Polygon random_star(Rng *rng)
{
    Polygon star = {.count = 3 + (int)rng_below(rng, CORNER_MAX - 3)};
    for (int i = 0; i < star.count; i++) {
        double angle_rad = i * 2 * CP_PI / star.count;
        star.corners[i] = cpvmult(cpvforangle(angle_rad), rng_range(rng, 0.2, 10));
    }
    return star;
}

START_TEST(random_stars_are_covered)
{
    Rng rng;
    rng_seed(&rng, (uint64_t)_i, 1);
    for (int i = 0; i < 40; i++) {
        Polygon star = random_star(&rng);
        expect_covered(&star, &rng);
    }
}
END_TEST

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
static Polygon random_tangle(Rng *rng, double grid_m)
{
    Polygon polygon = {.count = 4 + (int)rng_below(rng, 21)};
    for (int i = 0; i < polygon.count; i++) {
        double x_m = floor(rng_range(rng, 0, 10) / grid_m) * grid_m;
        polygon.corners[i] = cpv(x_m, floor(rng_range(rng, 0, 10) / grid_m) * grid_m);
    }
    for (int i = 0; i < 500 && untangle_once(&polygon); i++) {
    }
    return polygon;
}

START_TEST(random_tangles_are_covered_or_refused)
{
    Rng rng;
    rng_seed(&rng, (uint64_t)_i, 2);
    const double grid_m = _i % 2 == 0 ? 1e-6 : 1.0;
    int taken = 0;
    for (int i = 0; i < 60; i++) {
        Polygon tangle = random_tangle(&rng, grid_m);
        if (world_check_polygon(tangle.corners, tangle.count, NULL)) {
            expect_covered(&tangle, &rng);
            taken++;
        }
    }
    ck_assert_int_ge(taken, _i % 2 == 0 ? 50 : 2);
}
END_TEST

/* Any numbers at all, at scales from a hair to the fence: never an abort. */
START_TEST(random_corners_never_abort)
{
    Rng rng;
    rng_seed(&rng, (uint64_t)_i, 3);
    const PolygonDesc desc = {.filter = CP_SHAPE_FILTER_ALL};
    for (int i = 0; i < 500; i++) {
        Polygon polygon = {.count = (int)rng_below(&rng, 9)};
        double scale_m = pow(10, rng_range(&rng, -6, 7));
        for (int c = 0; c < polygon.count; c++) {
            double x_m = rng_range(&rng, -scale_m, scale_m);
            polygon.corners[c] = cpv(x_m, rng_range(&rng, -scale_m, scale_m));
        }
        Error error = {0};
        cpBody *body = cpSpaceGetStaticBody(sim.world->space);
        int pieces = world_add_polygon(sim.world, (Entity){0}, body, polygon.corners, polygon.count,
                                       &desc, &error);
        ck_assert((pieces > 0) == (error.text[0] == '\0'));
    }
}
END_TEST

START_TEST(four_thousand_corners_are_covered)
{
    enum { MANY = 4000 };
    static cpVect corners[MANY];
    for (int i = 0; i < MANY; i++) {
        double radius_m = i % 2 == 0 ? 100 : 99;
        corners[i] = cpvmult(cpvforangle(i * 2 * CP_PI / MANY), radius_m);
    }
    const PolygonDesc desc = {0};
    cpBody *body = cpSpaceGetStaticBody(sim.world->space);
    ck_assert_int_gt(world_add_polygon(sim.world, (Entity){0}, body, corners, MANY, &desc, NULL),
                     1);
    ck_assert_double_eq_tol(area_of_pieces(body), area_of(corners, MANY), 1e-3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("polygon");
    TCase *tests = tcase_create("polygon");
    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, too_few_corners_are_refused);
    tcase_add_test(tests, too_many_corners_are_refused);
    tcase_add_test(tests, corners_on_a_line_are_refused);
    tcase_add_test(tests, crossing_edges_are_refused);
    tcase_add_test(tests, edges_that_touch_or_lie_on_each_other_are_refused);
    tcase_add_test(tests, corners_at_one_place_are_refused);
    tcase_add_test(tests, corners_that_are_no_places_are_refused);
    tcase_add_loop_test(tests, pieces_cover_convex_and_concave_polygons_of_either_winding, 0,
                        ARRAY_LENGTH(shapes));
    tcase_add_test(tests, a_convex_polygon_is_one_piece);
    tcase_add_test(tests, an_l_is_two_pieces);
    tcase_add_test(tests, every_piece_has_what_the_description_says);
    tcase_add_loop_test(tests, random_stars_are_covered, 0, 5);
    tcase_add_loop_test(tests, random_tangles_are_covered_or_refused, 0, 6);
    tcase_add_loop_test(tests, random_corners_never_abort, 0, 4);
    tcase_add_test(tests, four_thousand_corners_are_covered);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
