/* Ground: polygons of soil with grass along the top and old clockwork inside. */
#include "game/numbers.h"
#include "game/palette.h"
#include "game/place.h"
#include "game/sprites.h"
#include "things/corners.h"
#include "things/grass.h"
#include "things/pieces.h"
#include "things/things.h"

#include <math.h>
#include <string.h>

static const double TOP_SLOPE = 0.30; /* normals steeper than this carry no grass */
static const double SOIL_M = 3.4;     /* so deep it is as dark as it gets */
static const double SOIL_COUNT = SOIL_BANDS;
static const double LAP_M = 0.04;    /* so far a band goes on under the one above */
static const double HIDDEN_M = 0.12; /* by the edge, below the surface */
static const double ENDLESS_M = 1e3;
static const double BELOW_M = 40.0; /* the level's bottom goes on for so far, for tall windows */
static const double ORNAMENT_EVERY_M = 3.4;
static const double TUFT_EVERY_M = 0.45;

static const double CLIFF_M = 40.0;    /* ground that lies deeper is no neighbour */
static const double BEND_M = 3.0;      /* before it does the soil's bands bend */
static const double JOIN_COSINE = 0.8; /* of edges whose strokes meet in a mitre */
static const double JOIN_M = 0.1;      /* shorter ones might pass by each other */
static const double GROWN_M = 0.007;   /* half a pixel, by which polygons look larger than lines */
static const double LEAN_M = 0.3;      /* of a wall that still counts as upright */

/* Where tops that follow each other end: the ground next door lies so far below, or is none. */
typedef struct Cliff {
    double x_m, drop_m;
    bool is_far; /* beyond what bends and any wall that matters */
} Cliff;

/* What lies under a top edge. */
typedef struct Band {
    const Ground *ground;
    int edge;
    cpVect left, right;
    Cliff left_cliff, right_cliff;
    bool bent;
    double reach_m; /* from them, of what bends */
    double floor_m;
    CwWorldRect seen;
} Band;

static cpVect corner(const Ground *ground, int index)
{
    return ground->corners[(index + ground->corner_count) % ground->corner_count];
}

/* True when the edge from corner i to i + 1 is a surface to drive on. */
static bool is_top(const Ground *ground, int edge)
{
    cpVect along = cpvsub(corner(ground, edge + 1), corner(ground, edge));
    return -along.x > TOP_SLOPE * cpvlength(along);
}

static void copy_corners(CwWorld *world, Ground *ground, const CwMapObject *object)
{
    ground->corner_count = object->corner_count;
    ground->corners = corners_copy(world, object);
    ground->box = cpBBNewForExtents(object->corners_m[0], 0.0, 0.0);
    for (int i = 0; i < ground->corner_count; i++) {
        ground->box = cpBBExpand(ground->box, ground->corners[i]);
    }
}

/* Counts one ornament and, when there is a list, puts it there. */
static void add_ornament(Ornament *list, int *count, Ornament ornament)
{
    if (list != NULL) {
        list[*count] = ornament;
    }
    ++*count;
}

/* Calls `place` every `step_m` along the tops of the ground. */
static void walk_tops(Ground *ground, double step_m,
                      void (*place)(Ground *ground, cpVect at_m, cpVect along))
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect right = corner(ground, edge);
        cpVect left = corner(ground, edge + 1);
        if (!is_top(ground, edge)) {
            continue;
        }
        cpVect along = cpvnormalize(cpvsub(right, left));
        for (double x = ceil(left.x / step_m) * step_m; x < right.x; x += step_m) {
            double share = (x - left.x) / (right.x - left.x);
            place(ground, cpvlerp(left, right, share), along);
        }
    }
}

/* Where grass stands and where it doesn't; in patches. */
static void place_tuft(Ground *ground, cpVect at_m, cpVect along)
{
    double patch = 0.5 + 0.5 * sin(0.9 * at_m.x) * sin(0.37 * at_m.x + 1.0);
    if (grass_scatter(at_m.x, 1) > 0.25 + 0.6 * patch || fabs(along.y) > 0.5) {
        return;
    }
    add_ornament(ground->tufts, &ground->tuft_count,
                 (Ornament){.centre_m = at_m,
                            .size_m = 0.2 + 0.22 * patch * grass_scatter(at_m.x, 2),
                            .angle_rad = atan2(along.y, along.x)});
}

/* Relics lie wholly inside the soil. */
static void place_relic(Ground *ground, cpVect at_m, cpVect along)
{
    static const int sprites[] = {SPRITE_GEAR_A, SPRITE_GEAR_B, SPRITE_BOLT, SPRITE_GEAR_A};
    static const double sizes_m[] = {0.9, 1.7, 0.28, 1.3};
    (void)along;
    int which = (int)(4.0 * grass_scatter(at_m.x, 3));
    double size_m = sizes_m[which] * (0.8 + 0.5 * grass_scatter(at_m.x, 4));
    double reach_m = size_m / 2.0 + 0.1;
    cpVect centre = cpv(at_m.x + grass_scatter(at_m.x, 5),
                        at_m.y - reach_m - 0.75 - 2.2 * grass_scatter(at_m.x, 6));
    for (int side = 0; side < 4; side++) {
        cpVect rim = cpvadd(centre, cpvmult(cpvforangle(side * CP_PI / 2.0), reach_m));
        if (!corners_hold(ground->corners, ground->corner_count, rim)) {
            return;
        }
    }
    add_ornament(ground->relics, &ground->relic_count,
                 (Ornament){.centre_m = centre,
                            .size_m = size_m,
                            .angle_rad = 6.28 * grass_scatter(at_m.x, 7),
                            .sprite = sprites[which]});
}

/* Counts first: how much top a polygon has, floors above each other, only walking it tells. */
static void decorate(CwWorld *world, Ground *ground)
{
    walk_tops(ground, ORNAMENT_EVERY_M, place_relic);
    walk_tops(ground, TUFT_EVERY_M, place_tuft);
    ground->relics = cw_world_alloc(world, (size_t)ground->relic_count * sizeof *ground->relics);
    ground->tufts = cw_world_alloc(world, (size_t)ground->tuft_count * sizeof *ground->tufts);
    ground->relic_count = ground->tuft_count = 0;
    walk_tops(ground, ORNAMENT_EVERY_M, place_relic);
    walk_tops(ground, TUFT_EVERY_M, place_tuft);
}

void ground_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Ground *ground = data;
    const FromMap *from = args;
    copy_corners(world, ground, from->object);
    ground->pieces = pieces_split(world, ground->corners, ground->corner_count);
    decorate(world, ground);
    CwPolygonDesc desc = cw_polygon_desc_default();
    desc.friction = cpfclamp(cw_map_number(from->map, from->object, "friction", 1.0), 0.0, 10.0);
    desc.type = TOUCH_GROUND;
    desc.filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_GROUND, CATEGORY_THING);
    cw_world_add_polygon(world, self, cpSpaceGetStaticBody(cw_world_space(world)), ground->corners,
                         ground->corner_count, &desc, NULL);
}

/* Where the wall at the end `from` of a top edge is at a height; no further than the next top,
 * which has soil of its own. Tops next door come before the wall: then the end itself is the
 * outermost. */
static double wall_m(const Ground *ground, int from, int step, double height_m)
{
    cpVect end = corner(ground, from);
    bool joins = is_top(ground, step > 0 ? from : from - 1), before = joins;
    for (int i = 0; i < ground->corner_count; i++) {
        cpVect a = corner(ground, from + i * step), b = corner(ground, from + (i + 1) * step);
        bool top = is_top(ground, step > 0 ? from + i : from - i - 1);
        before = before && top;
        bool reached = !top && b.y < height_m;
        if (a.y < height_m || step * (end.x - a.x) > BEND_M) {
            break; /* tops go down to there, or far */
        }
        double x_m = reached ? a.x + (b.x - a.x) * (a.y - height_m) / (a.y - b.y) : a.x;
        if (reached || (top && !before)) {
            return joins ? step * fmax(step * x_m, step * end.x) : x_m;
        }
    }
    return end.x;
}

/* How far ground next door lies lower than the end `from` of a top edge: 0 where none is, it is a
 * cliff or the wall down to it does not stand upright. */
static double step_down_m(const CwWorld *world, const Ground *ground, int from, int step)
{
    cpSegmentQueryInfo hit;
    cpVect end = corner(ground, from), foot = corner(ground, from + step);
    double beside_m = end.x - 0.08 * step;
    if (fabs(foot.x - end.x) > LEAN_M || foot.y > end.y - 0.02) {
        return 0.0;
    }
    cpShapeFilter filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND);
    cpSpace *space = cw_world_space(world);
    if (cpSpacePointQueryNearest(space, cpv(beside_m, end.y - 0.02), 0.0, filter, NULL) != NULL) {
        return 0.0; /* it is as high or higher */
    }
    bool found = cpSpaceSegmentQueryFirst(space, cpv(beside_m, end.y),
                                          cpv(beside_m, end.y - CLIFF_M), 0.0, filter, &hit);
    bool upright = found && hit.point.y > ground->box.b - 0.02 &&
                   fabs(wall_m(ground, from, step, hit.point.y) - end.x) < LEAN_M;
    return upright ? end.y - hit.point.y : 0.0;
}

/* What stands on the level's bottom goes on below it. */
static bool stands_on_bottom(const Ground *ground)
{
    return ground->box.b <= 0.5;
}

/* The one where the tops end that go on from an edge's corner `from`. */
static Cliff cliff_beside(const CwWorld *world, const Ground *ground, int from, int step)
{
    double start_m = corner(ground, from).x;
    while (is_top(ground, step > 0 ? from : from - 1) &&
           fabs(corner(ground, from).x - start_m) < 2.0 * BEND_M) {
        from += step;
    }
    bool goes_on = is_top(ground, step > 0 ? from : from - 1);
    double drop_m = goes_on ? 0.0 : step_down_m(world, ground, from, step);
    return (Cliff){corner(ground, from).x, drop_m, goes_on};
}

static Band band_under(const CwWorld *world, const Ground *ground, int edge)
{
    Band band = {.ground = ground,
                 .edge = edge,
                 .left = corner(ground, edge + 1),
                 .right = corner(ground, edge),
                 .left_cliff = cliff_beside(world, ground, edge + 1, 1),
                 .right_cliff = cliff_beside(world, ground, edge, -1),
                 .floor_m = ground->box.b - (stands_on_bottom(ground) ? BELOW_M : 0.0)};
    bool both = band.left_cliff.drop_m > 0.0 && band.right_cliff.drop_m > 0.0;
    band.bent = band.left_cliff.drop_m + band.right_cliff.drop_m > 0.0;
    band.reach_m = fmin(BEND_M, (band.right_cliff.x_m - band.left_cliff.x_m) / (both ? 2.0 : 1.0));
    return band;
}

/* Near a cliff it bends down to the neighbour's: down a high one it goes along the wall. */
static double bend_m(const Cliff *cliff, double x_m, double depth_m, double reach_m)
{
    double near_m = fmax(depth_m + 0.4, BEND_M / fmax(1.0, cliff->drop_m));
    double share = 1.0 - fmin(1.0, fabs(x_m - cliff->x_m) / fmin(near_m, reach_m));
    return cliff->drop_m * share * share * (3.0 - 2.0 * share);
}

static double surface_at(const Band *band, double x_m)
{
    double slope = (band->right.y - band->left.y) / (band->right.x - band->left.x);
    return band->left.y + slope * (x_m - band->left.x);
}

/* A point so far below the top edge, within walls and floor; at the surface nothing is bent. */
static CwPoint2 point_below(const Band *band, double x_m, double depth_m)
{
    double bend = band->bent && depth_m > 0.0
                      ? bend_m(&band->left_cliff, x_m, depth_m, band->reach_m) +
                            bend_m(&band->right_cliff, x_m, depth_m, band->reach_m)
                      : 0.0;
    return (CwPoint2){x_m, fmax(surface_at(band, x_m) - depth_m - bend, band->floor_m)};
}

/* Where it begins or ends at a depth: at the polygon's own wall, which is asked where the bent band
 * meets it. */
static double end_at(const Band *band, double depth_m, bool left)
{
    double lowest_m = band->ground->box.b + 0.01;
    const Cliff *cliff = left ? &band->left_cliff : &band->right_cliff;
    cpVect top = left ? band->left : band->right;
    double x_m = top.x, y_m = top.y - depth_m;
    for (int i = 0; i < 2 && !cliff->is_far; i++) {
        x_m = wall_m(band->ground, band->edge + left, left ? 1 : -1, fmax(y_m, lowest_m));
        y_m = point_below(band, x_m, depth_m).y;
    }
    return x_m;
}

static void walls_at(const Band *band, double depth_m, double ends_m[2])
{
    ends_m[0] = end_at(band, depth_m, true);
    ends_m[1] = end_at(band, depth_m, false);
}

/* A column of a band: of its left and its right side the upper and the lower end. Its head lies
 * under the band above: there it may be level, and a rectangle costs next to nothing. */
static void draw_column(const Band *band, CwDrawList *list, CwPoint2 sides[2][2], CwColour colour)
{
    CwPoint2 left = sides[0][1], right = sides[1][1], heads[] = {sides[0][0], sides[1][0]};
    double head_m = fmax(heads[0].y, heads[1].y), foot_m = fmax(left.y, right.y) + LAP_M;
    double surface_m = fmin(surface_at(band, left.x), surface_at(band, right.x));
    bool upright = fabs(heads[0].x - left.x) + fabs(heads[1].x - right.x) < 1e-6;
    if (head_m < band->seen.bottom_m || fmin(left.y, right.y) > band->seen.top_m ||
        fmax(heads[1].x, right.x) < band->seen.left_m ||
        fmin(heads[0].x, left.x) > band->seen.right_m) {
        return;
    }
    if (upright && head_m > foot_m + 2.0 * LAP_M && head_m < surface_m - LAP_M) {
        cw_draw_rect(list, &(CwRectDraw){left.x, head_m, right.x - left.x + LAP_M / 4.0,
                                         head_m - foot_m, colour, colour});
        heads[0].y = heads[1].y = foot_m + LAP_M;
    }
    cw_draw_polygon(list, (CwPoint2[]){heads[0], heads[1], right, left}, 4, colour);
}

/* The soil under one edge between two depths, in columns where it bends. */
static void draw_band(const Band *band, CwDrawList *list, const double depths_m[2], CwColour colour)
{
    enum { NODES = 14 };
    double ends_m[2][2];
    walls_at(band, depths_m[0], ends_m[0]);
    walls_at(band, depths_m[1], ends_m[1]);
    CwPoint2 sides[2][2] = {{{0}}};
    for (int i = 0; i < NODES; i++) {
        bool left = i < NODES / 2;
        const Cliff *cliff = left ? &band->left_cliff : &band->right_cliff;
        double share = (left ? i : NODES - 1 - i) / (NODES / 2 - 1.0);
        double x = cliff->x_m + (left ? 1.0 : -1.0) * band->reach_m * share * share;
        if (cliff->drop_m == 0.0 && i > 0 && i < NODES - 1) {
            continue;
        }
        for (int low = 0; low < 2; low++) {
            double from_m = ends_m[low][0], to_m = ends_m[low][1];
            double x_m = i == 0 ? from_m : i == NODES - 1 ? to_m : fmin(fmax(x, from_m), to_m);
            sides[1][low] = point_below(band, x_m, depths_m[low]);
        }
        bool wide = sides[1][0].x + sides[1][1].x > sides[0][0].x + sides[0][1].x;
        if (i > 0 && wide) {
            draw_column(band, list, sides, colour);
        }
        memcpy(sides[0], sides[1], sizeof sides[0]);
    }
}

static bool sees_edge(const Ground *ground, int edge, CwWorldRect seen)
{
    cpVect a = corner(ground, edge), b = corner(ground, edge + 1);
    return fmax(a.x, b.x) > seen.left_m - 1.0 && fmin(a.x, b.x) < seen.right_m + 1.0;
}

static CwColour blend(CwColour a, CwColour b, double share)
{
    return (CwColour){(uint8_t)(a.r + (b.r - a.r) * share), (uint8_t)(a.g + (b.g - a.g) * share),
                      (uint8_t)(a.b + (b.b - a.b) * share), 255};
}

/* From the lightest at the surface to the darkest. */
static CwColour soil_colour(const CwColour *soil, double depth)
{
    return depth < 0.4 ? blend(soil[0], soil[1], depth / 0.4)
                       : blend(soil[1], soil[2], (depth - 0.4) / 0.6);
}

/* It gets darker in so many steps that one sees no step; a layer each, so that neighbouring ground
 * shows no seam. The first is hidden behind the edge where it isn't bent, and one more than there
 * are shades goes on down to the floor. */
static void draw_bands(const CwWorld *world, const Ground *ground, CwDrawList *list,
                       CwWorldRect seen, int deepest)
{
    const CwColour *soil = place_of(world)->soil;
    for (int edge = 0; edge < ground->corner_count; edge++) {
        if (!sees_edge(ground, edge, seen) || !is_top(ground, edge)) {
            continue;
        }
        Band band = band_under(world, ground, edge);
        band.seen = seen;
        double hidden_m = band.bent ? 0.0 : HIDDEN_M, top_m = fmax(band.left.y, band.right.y);
        for (int i = deepest; i >= (band.bent ? 0 : 1); i--) {
            double high = i / SOIL_COUNT, low = (i + 1.0) / SOIL_COUNT;
            const double depths_m[] = {fmax(hidden_m, SOIL_M * high * high - LAP_M),
                                       i < SOIL_BANDS ? SOIL_M * low * low : ENDLESS_M};
            if (top_m - depths_m[0] > seen.bottom_m) {
                cw_draw_set_layer(list, LAYER_SOIL + SOIL_BANDS - i);
                draw_band(&band, list, depths_m, soil_colour(soil, high));
            }
        }
    }
}

/* True when all of it that is in sight lies under its tops, between walls that are upright: what a
 * wall leans over, or out of, no band fills, nor a peak without a top. */
static bool is_solid(const Ground *ground, CwWorldRect seen)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect before = corner(ground, edge - 1), a = corner(ground, edge);
        cpVect b = corner(ground, edge + 1);
        bool top = is_top(ground, edge), on_floor = fmax(a.y, b.y) == ground->box.b;
        bool peak = !top && !is_top(ground, edge - 1) && a.y > b.y && a.y > before.y;
        bool upright = b.x - a.x < LAP_M && a.x - b.x < LEAN_M;
        if ((peak || !(top || on_floor || upright)) && sees_edge(ground, edge, seen)) {
            return false;
        }
    }
    return true;
}

static void draw_below(const Ground *ground, CwDrawList *list, CwWorldRect seen, CwColour colour)
{
    if (!stands_on_bottom(ground) || seen.bottom_m > ground->box.b) {
        return;
    }
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = corner(ground, edge), b = corner(ground, edge + 1);
        if (fmax(a.y, b.y) < ground->box.b + 0.1) {
            CwPoint2 points[] = {
                {a.x, a.y}, {b.x, b.y}, {b.x, b.y - BELOW_M}, {a.x, a.y - BELOW_M}};
            cw_draw_polygon(list, points, 4, colour);
        }
    }
}

static void draw_outline(const Ground *ground, CwDrawList *list, CwWorldRect seen)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = corner(ground, edge), b = corner(ground, edge + 1);
        if (sees_edge(ground, edge, seen) && !is_top(ground, edge)) {
            cw_draw_polyline(list, (CwPoint2[]){{a.x, a.y}, {b.x, b.y}}, 2, 0.14, OUTLINE);
        }
    }
}

/* A stroke along the tops that lies so far below them. Of what others cover, only so much of its
 * half above the line or below it is drawn. */
typedef struct Stroke {
    int layer;
    double lower_m, radius_m;
    double above, below; /* shares of the radius */
    CwColour colour;
} Stroke;

/* Upwards from an edge. */
static cpVect normal(const Ground *ground, int edge)
{
    return cpvperp(cpvnormalize(cpvsub(corner(ground, edge), corner(ground, edge + 1))));
}

/* From a corner of a top edge to where strokes along it and along the `other` edge there meet; true
 * when they do. */
static bool joins(const Ground *ground, int edge, int other, cpVect *up)
{
    cpVect next = normal(ground, other);
    *up = normal(ground, edge);
    double cosine = cpvdot(*up, next);
    double shorter_m = fmin(cpvdist(corner(ground, edge), corner(ground, edge + 1)),
                            cpvdist(corner(ground, other), corner(ground, other + 1)));
    if (!is_top(ground, other) || cosine < JOIN_COSINE || shorter_m < JOIN_M) {
        return false;
    }
    *up = cpvmult(cpvadd(*up, next), 1.0 / (1.0 + cosine));
    return true;
}

static CwPoint2 beside(cpVect place, cpVect up, double away_m, double lower_m)
{
    return (CwPoint2){place.x + up.x * away_m, place.y + up.y * away_m - lower_m};
}

/* Edges that bend gently meet in a mitre; elsewhere the stroke is round. */
static void draw_strokes(const Ground *ground, CwDrawList *list, CwWorldRect seen,
                         const Stroke *strokes, int count)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect ends[] = {corner(ground, edge), corner(ground, edge + 1)}, ups[2];
        if (!is_top(ground, edge) || !sees_edge(ground, edge, seen)) {
            continue;
        }
        bool joined[] = {joins(ground, edge, edge - 1, &ups[0]),
                         joins(ground, edge, edge + 1, &ups[1])};
        for (const Stroke *it = strokes; it < strokes + count; it++) {
            double half_m = it->radius_m - GROWN_M;
            double above_m = it->above * half_m, below_m = -it->below * half_m;
            cw_draw_set_layer(list, it->layer);
            cw_draw_polygon(list,
                            (CwPoint2[]){beside(ends[0], ups[0], above_m, it->lower_m),
                                         beside(ends[1], ups[1], above_m, it->lower_m),
                                         beside(ends[1], ups[1], below_m, it->lower_m),
                                         beside(ends[0], ups[0], below_m, it->lower_m)},
                            4, it->colour);
            for (int end = 0; end < 2; end++) {
                if (!joined[end]) {
                    cw_draw_circle(list, beside(ends[end], ups[end], 0.0, it->lower_m),
                                   it->radius_m, it->colour);
                }
            }
        }
    }
}

static void draw_ornaments(const Ornament *ornaments, int count, CwFrame *frame, CwColour tint)
{
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    for (int i = 0; i < count; i++) {
        const Ornament *it = &ornaments[i];
        if (it->centre_m.x < seen.left_m - 2.0 || it->centre_m.x > seen.right_m + 2.0) {
            continue;
        }
        cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = it->sprite,
                                                    .x = it->centre_m.x,
                                                    .y = it->centre_m.y,
                                                    .width = it->size_m,
                                                    .angle_rad = it->angle_rad,
                                                    .tint = &tint});
    }
}

void ground_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Ground *ground = data;
    const Place *place = place_of(world);
    CwDrawList *list = frame->draw;
    CwWorldRect seen = cw_draw_visible_world(list);
    if (ground->box.r < seen.left_m - 1.0 || ground->box.l > seen.right_m + 1.0) {
        return;
    }
    cw_draw_set_world(list, 1.0);
    cw_draw_set_layer(list, LAYER_OUTLINE);
    draw_outline(ground, list, seen);
    cw_draw_set_layer(list, LAYER_SOIL);
    bool solid = is_solid(ground, seen);
    if (!solid) {
        pieces_draw(&ground->pieces, list, place->soil[2]);
        draw_below(ground, list, seen, place->soil[2]);
    }
    draw_bands(world, ground, list, seen, solid ? SOIL_BANDS : SOIL_BANDS - 1);
    cw_draw_set_layer(list, LAYER_TOPSOIL);
    draw_ornaments(ground->relics, ground->relic_count, frame,
                   blend(place->soil[1], place->edge, 0.2));
    draw_strokes(ground, list, seen,
                 (Stroke[]){{LAYER_EDGE_OUTLINE, 0.02, 0.13, 1.0, 0.0, OUTLINE},
                            {LAYER_EDGE_SHADE, 0.06, 0.11, 0.0, 1.0, place->edge_shade},
                            {LAYER_EDGE, 0.02, 0.075, 1.0, 1.0, place->edge}},
                 3);
    cw_draw_set_layer(list, LAYER_TUFTS);
    grass_draw(world, ground, frame);
}
