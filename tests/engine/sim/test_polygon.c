/* Polygons: what Chipmunk would abort on is refused with a message, and the pieces of what is taken
 * cover it exactly. Random ones are in test_polygon_fuzz.c. */
#include "support/polygon_cover.h"

#include <chipmunk/chipmunk_structs.h>

static cpBody *ground; /* of the world */

static void set_up(void)
{
    ground = cpSpaceGetStaticBody(sim_begin_physics(1, 0)->space);
}

FIXTURE(.set_up = set_up, .tear_down = sim_tear_down);

/* The pieces that a polygon becomes on the ground; 0 when it is refused. */
static int add_polygon(const cpVect *corners, int count)
{
    const CwPolygonDesc desc = cw_polygon_desc_default();
    return cw_world_add_polygon(sim.world, (CwEntity){0}, ground, corners, count, &desc, NULL);
}

/* ---- what is refused ---- */

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

/* ---- what is taken ---- */

static void expect_covered_both_ways(const Polygon *polygon)
{
    CwRng rng;
    cw_rng_seed(&rng, 11, 1);
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
    /* a spiral */
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
      {0, 2}}},
    {5, {{0, 0}, {10, 0}, {10, 0.001}, {5, 0.0005}, {0, 0.001}}}, /* a sliver */
    {6, {{-5e5, 0}, {5e5, 0}, {5e5, 3}, {0.5, 3}, {0, 2}, {-0.5, 3}}},
};

TEST(pieces_cover_convex_and_concave_polygons_of_either_winding, .rounds = CW_ARRAY_LENGTH(shapes))
{
    expect_covered_both_ways(&shapes[_i]);
}

TEST(a_convex_polygon_is_one_piece)
{
    Polygon circle = {.count = 24};
    for (int i = 0; i < circle.count; i++) {
        circle.corners[i] = cpvforangle(i * 2 * CP_PI / circle.count);
    }
    ck_assert_int_eq(add_polygon(circle.corners, circle.count), 1);
}

static void add_area(const cpVect *corners, int count, void *area)
{
    ck_assert_int_ge(count, 3);
    *(double *)area += polygon_area(corners, count);
    for (int i = 0; i < count; i++) {
        cpVect a = corners[i], b = corners[(i + 1) % count], c = corners[(i + 2) % count];
        ck_assert_double_ge(cpvcross(cpvsub(b, a), cpvsub(c, b)), 0);
    }
}

TEST(pieces_are_there_for_the_asking, .rounds = CW_ARRAY_LENGTH(shapes))
{
    double area = 0;
    cw_polygon_split(shapes[_i].corners, shapes[_i].count, add_area, &area);
    ck_assert_double_eq_tol(area, polygon_area(shapes[_i].corners, shapes[_i].count), 1e-6);
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

TEST(a_default_polygon_holds_what_falls_on_it)
{
    const cpVect floor[] = {{-5, -1}, {5, -1}, {5, 0}, {-5, 0}};
    ck_assert_int_eq(add_polygon(floor, 4), 1);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 2);
    cpSpaceSetGravity(sim.world->space, cpv(0, -10));
    sim_run(&sim, 120);
    ck_assert_double_eq_tol(cpBodyGetPosition(ball).y, 0.5, 0.02);
}

TEST(a_polygon_that_collides_with_nothing_aborts, .signal = SIGABRT)
{
    const CwPolygonDesc desc = {.friction = 0.5};
    cw_world_add_polygon(sim.world, (CwEntity){0}, ground, shapes[2].corners, 6, &desc, NULL);
}

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
