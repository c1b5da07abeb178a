/* Random polygons: covered when they are taken, and never an abort. */
#include "support/polygon_cover.h"

static void set_up(void)
{
    sim_begin_physics(1, 0);
}

FIXTURE(.set_up = set_up, .tear_down = sim_tear_down);

/* A polygon around a middle, with teeth as deep as a random number says. */
static Polygon random_star(CwRng *rng)
{
    Polygon star = {.count = 3 + (int)cw_rng_below(rng, CORNER_MAX - 3)};
    for (int i = 0; i < star.count; i++) {
        double angle_rad = i * 2 * CP_PI / star.count;
        star.corners[i] = cpvmult(cpvforangle(angle_rad), cw_rng_range(rng, 0.2, 10));
    }
    return star;
}

TEST(random_stars_are_covered, .rounds = 5)
{
    CwRng rng;
    cw_rng_seed(&rng, (uint64_t)_i, 1);
    for (int i = 0; i < 40; i++) {
        Polygon star = random_star(&rng);
        expect_covered(&star, &rng);
    }
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
    CwRng rng;
    cw_rng_seed(&rng, (uint64_t)_i, 2);
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

/* Any numbers at all, at scales from a hair to the fence: never an abort. */
TEST(random_corners_never_abort, .rounds = 4)
{
    CwRng rng;
    cw_rng_seed(&rng, (uint64_t)_i, 3);
    const CwPolygonDesc desc = cw_polygon_desc_default();
    for (int i = 0; i < 500; i++) {
        Polygon polygon = {.count = (int)cw_rng_below(&rng, 9)};
        double scale_m = pow(10, cw_rng_range(&rng, -6, 7));
        for (int c = 0; c < polygon.count; c++) {
            double x_m = cw_rng_range(&rng, -scale_m, scale_m);
            polygon.corners[c] = cpv(x_m, cw_rng_range(&rng, -scale_m, scale_m));
        }
        error = (CwError){0};
        cpBody *body = cpSpaceGetStaticBody(sim.world->space);
        int pieces = cw_world_add_polygon(sim.world, (CwEntity){0}, body, polygon.corners,
                                          polygon.count, &desc, &error);
        ck_assert((pieces > 0) == (error.text[0] == '\0'));
    }
}
