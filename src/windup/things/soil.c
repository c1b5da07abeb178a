#include "things/ground.h"

#include "common/sprites.h"

#include <math.h>
#include <string.h>

static const double SOIL_M = 3.4; /* depth of the darkest soil */
static const double SOIL_COUNT = SOIL_BANDS;
static const double LAP_M = 0.04;    /* overlap of a band with the one above */
static const double HIDDEN_M = 0.12; /* depth below the surface that the edge hides */
static const double ENDLESS_M = 1e3;
static const double BELOW_M = 40.0; /* extension below the level's bottom, for tall windows */
static const double CLIFF_M = 40.0; /* deeper ground does not bend soil */
static const double BEND_M = 3.0;   /* width of a bend before a cliff */
static const double LEAN_M = 0.3;   /* lean of a wall that still counts as upright */

/* The end of a row of tops. */
typedef struct Cliff {
    double x_m;
    double drop_m; /* step down to lower ground beside it; 0: none */
    bool is_far;   /* too far from the edge to bend its soil */
} Cliff;

struct Soil {
    int edge;
    cpVect left, right;
    Cliff left_cliff, right_cliff;
    bool bent;
    double reach_m; /* width of the bends at its ends */
    double floor_m;
    float ends_m[SOIL_BANDS + 1][2][2]; /* left and right ends of bands' upper and lower sides */
};

/* Finds the x at which a top edge's soil ends at a height. From the corner `from`, where the edge
 * ends, it follows the outline to a wall, or to the next top beyond one, which has its own soil. */
static double find_wall_x_m(const Ground *ground, int from, int step, double height_m)
{
    cpVect end = ground_corner(ground, from);
    bool is_continued = ground_is_top(ground, step > 0 ? from : from - 1), only_tops = is_continued;
    for (int i = 0; i < ground->corner_count; i++) {
        cpVect a = ground_corner(ground, from + i * step),
               b = ground_corner(ground, from + (i + 1) * step);
        bool top = ground_is_top(ground, step > 0 ? from + i : from - i - 1);
        only_tops = only_tops && top;
        bool reached = !top && b.y < height_m;
        if (a.y < height_m || step * (end.x - a.x) > BEND_M) {
            break; /* tops go down to this height, or far */
        }
        double x_m = reached ? a.x + (b.x - a.x) * (a.y - height_m) / (a.y - b.y) : a.x;
        if (reached || (top && !only_tops)) {
            return is_continued ? step * cpfmax(step * x_m, step * end.x) : x_m;
        }
    }
    return end.x;
}

/* Measures the step down to the ground beside the corner `from`; 0: none, or too deep. */
static double measure_drop_m(const CwWorld *world, const Ground *ground, int from, int step)
{
    cpSegmentQueryInfo hit;
    cpVect end = ground_corner(ground, from), foot = ground_corner(ground, from + step);
    double outside_m = end.x - 0.08 * step;
    if (fabs(foot.x - end.x) > LEAN_M || foot.y > end.y - 0.02) {
        return 0.0;
    }
    cpShapeFilter filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND);
    cpSpace *space = cw_world_space(world);
    if (cpSpacePointQueryNearest(space, cpv(outside_m, end.y - 0.02), 0.0, filter, NULL) != NULL) {
        return 0.0; /* the neighbour is as high or higher */
    }
    bool found = cpSpaceSegmentQueryFirst(space, cpv(outside_m, end.y),
                                          cpv(outside_m, end.y - CLIFF_M), 0.0, filter, &hit);
    bool upright = found && hit.point.y > ground->box.b - 0.02 &&
                   fabs(find_wall_x_m(ground, from, step, hit.point.y) - end.x) < LEAN_M;
    return upright ? end.y - hit.point.y : 0.0;
}

/* Ground that stands on the bottom of the level continues below it. */
static bool is_on_bottom(const Ground *ground)
{
    return ground->box.b <= 0.5;
}

/* Follows the tops from an edge's corner `from` to their end, and describes the cliff there. */
static Cliff find_cliff(const CwWorld *world, const Ground *ground, int from, int step)
{
    double start_m = ground_corner(ground, from).x;
    while (ground_is_top(ground, step > 0 ? from : from - 1) &&
           fabs(ground_corner(ground, from).x - start_m) < 2.0 * BEND_M) {
        from += step;
    }
    bool is_continued = ground_is_top(ground, step > 0 ? from : from - 1);
    double drop_m = is_continued ? 0.0 : measure_drop_m(world, ground, from, step);
    return (Cliff){ground_corner(ground, from).x, drop_m, is_continued};
}

/* How far soil at `x_m` bends down near a cliff: to the lower ground, or along a high wall. */
static double calculate_bend_m(const Cliff *cliff, double x_m, double depth_m, double reach_m)
{
    double near_m = cpfmax(depth_m + 0.4, BEND_M / cpfmax(1.0, cliff->drop_m));
    double share = 1.0 - cpfmin(1.0, fabs(x_m - cliff->x_m) / cpfmin(near_m, reach_m));
    return cliff->drop_m * share * share * (3.0 - 2.0 * share);
}

static double surface_y_m(const Soil *soil, double x_m)
{
    double slope = (soil->right.y - soil->left.y) / (soil->right.x - soil->left.x);
    return soil->left.y + slope * (x_m - soil->left.x);
}

/* The point of a depth below the top edge, above the floor. The surface is not bent. */
static CwPoint2 point_below(const Soil *soil, double x_m, double depth_m)
{
    double bend = soil->bent && depth_m > 0.0
                      ? calculate_bend_m(&soil->left_cliff, x_m, depth_m, soil->reach_m) +
                            calculate_bend_m(&soil->right_cliff, x_m, depth_m, soil->reach_m)
                      : 0.0;
    return (CwPoint2){x_m, cpfmax(surface_y_m(soil, x_m) - depth_m - bend, soil->floor_m)};
}

/* The x at which soil ends at a depth: bent soil ends at the polygon's wall. */
static double find_end_x_m(const Ground *ground, const Soil *soil, double depth_m, bool left)
{
    double lowest_m = ground->box.b + 0.01;
    const Cliff *cliff = left ? &soil->left_cliff : &soil->right_cliff;
    cpVect top = left ? soil->left : soil->right;
    double x_m = top.x, y_m = top.y - depth_m;
    for (int i = 0; i < 2 && !cliff->is_far; i++) {
        x_m = find_wall_x_m(ground, soil->edge + left, left ? 1 : -1, cpfmax(y_m, lowest_m));
        y_m = point_below(soil, x_m, depth_m).y;
    }
    return x_m;
}

/* Gets the depths of a band's upper and lower side. The band below the shades reaches the floor. */
static void get_band_depths_m(const Soil *soil, int band, double depths_m[2])
{
    double high = band / SOIL_COUNT, low = (band + 1.0) / SOIL_COUNT;
    depths_m[0] = cpfmax(soil->bent ? 0.0 : HIDDEN_M, SOIL_M * high * high - LAP_M);
    depths_m[1] = band < SOIL_BANDS ? SOIL_M * low * low : ENDLESS_M;
}

static Soil make_soil(const CwWorld *world, const Ground *ground, int edge)
{
    Soil soil = {.edge = edge,
                 .left = ground_corner(ground, edge + 1),
                 .right = ground_corner(ground, edge),
                 .left_cliff = find_cliff(world, ground, edge + 1, 1),
                 .right_cliff = find_cliff(world, ground, edge, -1),
                 .floor_m = ground->box.b - (is_on_bottom(ground) ? BELOW_M : 0.0)};
    bool has_both = soil.left_cliff.drop_m > 0.0 && soil.right_cliff.drop_m > 0.0;
    soil.bent = soil.left_cliff.drop_m + soil.right_cliff.drop_m > 0.0;
    soil.reach_m =
        cpfmin(BEND_M, (soil.right_cliff.x_m - soil.left_cliff.x_m) / (has_both ? 2.0 : 1.0));
    for (int band = 0; band <= SOIL_BANDS; band++) {
        double depths_m[2];
        get_band_depths_m(&soil, band, depths_m);
        for (int low = 0; low < 2; low++) {
            float *ends_m = soil.ends_m[band][low];
            ends_m[0] = (float)(find_end_x_m(ground, &soil, depths_m[low], true) - soil.left.x);
            ends_m[1] = (float)(find_end_x_m(ground, &soil, depths_m[low], false) - soil.right.x);
        }
    }
    return soil;
}

Soil *soil_lay(CwWorld *world, const Ground *ground)
{
    int count = 0;
    for (int edge = 0; edge < ground->corner_count; edge++) {
        count += ground->is_top[edge];
    }
    Soil *soil = cw_world_alloc(world, (size_t)count * sizeof *soil);
    count = 0;
    for (int edge = 0; edge < ground->corner_count; edge++) {
        if (ground->is_top[edge]) {
            soil[count++] = make_soil(world, ground, edge);
        }
    }
    return soil;
}

/* ---- drawing ---- */

/* Draws a column of a band between its left and right sides. The band above covers its head. */
static void draw_column(const Soil *soil, CwDrawList *list, CwWorldRect seen, CwPoint2 sides[2][2],
                        CwColour colour)
{
    CwPoint2 left = sides[0][1], right = sides[1][1], heads[] = {sides[0][0], sides[1][0]};
    double head_m = cpfmax(heads[0].y, heads[1].y), foot_m = cpfmax(left.y, right.y) + LAP_M;
    double surface_m = cpfmin(surface_y_m(soil, left.x), surface_y_m(soil, right.x));
    bool upright = fabs(heads[0].x - left.x) + fabs(heads[1].x - right.x) < 1e-6;
    if (head_m < seen.bottom_m || cpfmin(left.y, right.y) > seen.top_m ||
        cpfmax(heads[1].x, right.x) < seen.left_m || cpfmin(heads[0].x, left.x) > seen.right_m) {
        return;
    }
    if (upright && head_m > foot_m + 2.0 * LAP_M && head_m < surface_m - LAP_M) {
        cw_draw_rect(list, &(CwRectDraw){left.x, head_m, right.x - left.x + LAP_M / 4.0,
                                         head_m - foot_m, colour, colour});
        heads[0].y = heads[1].y = foot_m + LAP_M;
    }
    cw_draw_polygon(list, (CwPoint2[]){heads[0], heads[1], right, left}, 4, colour);
}

/* Draws the soil under an edge between two depths, in columns where it bends. */
static void draw_band(const Soil *soil, CwDrawList *list, CwWorldRect seen, int band,
                      CwColour colour)
{
    enum { NODES = 14 };
    double depths_m[2];
    get_band_depths_m(soil, band, depths_m);
    CwPoint2 sides[2][2] = {{{0}}};
    for (int i = 0; i < NODES; i++) {
        bool left = i < NODES / 2;
        const Cliff *cliff = left ? &soil->left_cliff : &soil->right_cliff;
        double share = (left ? i : NODES - 1 - i) / (NODES / 2 - 1.0);
        double x = cliff->x_m + (left ? 1.0 : -1.0) * soil->reach_m * share * share;
        if (cliff->drop_m == 0.0 && i > 0 && i < NODES - 1) {
            continue;
        }
        for (int low = 0; low < 2; low++) {
            double from_m = soil->left.x + soil->ends_m[band][low][0];
            double to_m = soil->right.x + soil->ends_m[band][low][1];
            double x_m = i == 0 ? from_m : i == NODES - 1 ? to_m : cpfclamp(x, from_m, to_m);
            sides[1][low] = point_below(soil, x_m, depths_m[low]);
        }
        bool wide = sides[1][0].x + sides[1][1].x > sides[0][0].x + sides[0][1].x;
        if (i > 0 && wide) {
            draw_column(soil, list, seen, sides, colour);
        }
        memcpy(sides[0], sides[1], sizeof sides[0]);
    }
}

/* Draws bands that darken in invisible steps; a layer each, so neighbours show no seam. */
static void draw_bands(const Ground *ground, CwDrawList *list, CwWorldRect seen,
                       const CwColour colours[3], int deepest)
{
    const Soil *soil = ground->soil;
    for (int edge = 0; edge < ground->corner_count; edge++) {
        if (!ground->is_top[edge]) {
            continue;
        }
        double top_m = cpfmax(soil->left.y, soil->right.y);
        for (int i = ground_sees_edge(ground, edge, seen) ? deepest : -1; i >= !soil->bent; i--) {
            double depths_m[2];
            get_band_depths_m(soil, i, depths_m);
            if (top_m - depths_m[0] > seen.bottom_m) {
                cw_draw_set_layer(list, LAYER_SOIL + SOIL_BANDS - i);
                double depth = i / SOIL_COUNT;
                bool upper = depth < 0.4;
                draw_band(soil, list, seen, i,
                          colour_mix(colours[!upper], colours[2 - upper],
                                     upper ? depth / 0.4 : (depth - 0.4) / 0.6));
            }
        }
        soil++;
    }
}

/* True if all visible ground lies under tops between upright walls, so that bands cover it. */
static bool is_solid(const Ground *ground, CwWorldRect seen)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect before = ground_corner(ground, edge - 1), a = ground_corner(ground, edge);
        cpVect b = ground_corner(ground, edge + 1);
        bool top = ground_is_top(ground, edge), on_floor = cpfmax(a.y, b.y) == ground->box.b;
        bool peak = !top && !ground_is_top(ground, edge - 1) && a.y > b.y && a.y > before.y;
        bool upright = b.x - a.x < LAP_M && a.x - b.x < LEAN_M;
        if ((peak || !(top || on_floor || upright)) && ground_sees_edge(ground, edge, seen)) {
            return false;
        }
    }
    return true;
}

static void draw_below(const Ground *ground, CwDrawList *list, CwWorldRect seen, CwColour colour)
{
    if (!is_on_bottom(ground) || seen.bottom_m > ground->box.b) {
        return;
    }
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
        if (cpfmax(a.y, b.y) < ground->box.b + 0.1) {
            CwPoint2 points[] = {
                {a.x, a.y}, {b.x, b.y}, {b.x, b.y - BELOW_M}, {a.x, a.y - BELOW_M}};
            cw_draw_polygon(list, points, 4, colour);
        }
    }
}

void soil_draw(const Ground *ground, CwDrawList *list, const CwColour colours[3])
{
    CwWorldRect seen = cw_draw_visible_world(list);
    bool solid = is_solid(ground, seen);
    cw_draw_set_layer(list, LAYER_SOIL);
    if (!solid) {
        polygon_draw(list, ground->corners, ground->corner_count, colours[2]);
        draw_below(ground, list, seen, colours[2]);
    }
    draw_bands(ground, list, seen, colours, solid ? SOIL_BANDS : SOIL_BANDS - 1);
}
