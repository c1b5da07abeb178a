#include "things/ground.h"

#include "buggy/buggy.h"
#include "common/landscape.h"
#include "common/sprites.h"

#include <math.h>

static const double TOP_SLOPE = 0.30; /* steeper normals carry no grass */
static const double TUFT_EVERY_M = 0.45;
static const double SLAB_M = 4.0;     /* least height of a slab above the level's bottom */
static const double POST_MAX_M = 1.0; /* a narrower slab is a post without turf */

double grass_scatter(double place_m, uint32_t salt)
{
    uint32_t mixed = (uint32_t)(int32_t)floor(place_m * 16.0) * 2654435761u + salt * 40503u;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    mixed = (mixed ^ mixed >> 13) * 3266489917u;
    return (mixed ^ mixed >> 16) / 4294967296.0;
}

/* Counts a tuft, and adds it if there is a list. Grass grows in patches. */
static void place_tuft(Ground *ground, cpVect at_m, cpVect along)
{
    double patch = 0.5 + 0.5 * sin(0.9 * at_m.x) * sin(0.37 * at_m.x + 1.0);
    if (grass_scatter(at_m.x, 1) > 0.25 + 0.6 * patch || fabs(along.y) > 0.5) {
        return;
    }
    if (ground->tufts != NULL) {
        double size_m = 0.2 + 0.22 * patch * grass_scatter(at_m.x, 2);
        ground->tufts[ground->tuft_count] = (Ornament){at_m, size_m, atan2(along.y, along.x), 0};
    }
    ground->tuft_count++;
}

/* Places tufts along the tops of the ground. */
static void place_tufts(Ground *ground)
{
    ground->tuft_count = 0;
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect right = ground_corner(ground, edge), left = ground_corner(ground, edge + 1);
        if (!ground->is_top[edge]) {
            continue;
        }
        cpVect along = cpvnormalize(cpvsub(right, left));
        for (double x = ceil(left.x / TUFT_EVERY_M) * TUFT_EVERY_M; x < right.x;
             x += TUFT_EVERY_M) {
            place_tuft(ground, cpvlerp(left, right, (x - left.x) / (right.x - left.x)), along);
        }
    }
}

const ThingClass ground_class = {.shape = CW_MAP_POLYGON, .least = 1, .most = 1000};

const CwField ground_fields[] = {CW_FIELD_OBJECT(Ground, object)};

void ground_spawn(CwWorld *world, CwEntity self, Ground *ground, const CwMapObject *object)
{
    ground->object = object;
    ground->corner_count = object->corner_count;
    ground->corners = polygon_copy(world, object);
    ground->is_top = cw_world_alloc(world, (size_t)ground->corner_count * sizeof(bool));
    ground->box = cpBBNewForExtents(object->corners_m[0], 0.0, 0.0);
    for (int i = 0; i < ground->corner_count; i++) {
        cpVect along = cpvsub(ground_corner(ground, i + 1), ground->corners[i]);
        ground->is_top[i] = -along.x > TOP_SLOPE * cpvlength(along);
        ground->box = cpBBExpand(ground->box, ground->corners[i]);
    }
    ground->is_slab = ground->box.b > SLAB_M;
    place_tufts(ground); /* counts */
    ground->tufts = cw_world_alloc(world, (size_t)ground->tuft_count * sizeof *ground->tufts);
    place_tufts(ground);
    CwPolygonDesc desc = cw_polygon_desc_default();
    desc.friction = 1.0;
    desc.type = TOUCH_GROUND;
    desc.filter = FILTER_GROUND;
    cw_world_add_polygon(world, self, cpSpaceGetStaticBody(cw_world_space(world)), ground->corners,
                         ground->corner_count, &desc, NULL);
}

/* True for a tuft that would grow through a machine when the level begins. */
static bool is_covered(const CwWorld *world, cpVect foot_m)
{
    cpShapeFilter filter = cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_PLANK);
    const cpShape *shape = cpSpacePointQueryNearest(
        cw_world_space(world), cpvadd(foot_m, cpv(0.0, 0.15)), 0.3, filter, NULL);
    return shape != NULL && kind_is_machine(cw_world_kind(world, cw_shape_owner(shape)));
}

void ground_finish(CwWorld *world)
{
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_GROUND, each)).index1 != 0;) {
        Ground *ground = cw_world_data(world, each);
        int count = 0;
        for (int i = 0; i < ground->tuft_count; i++) {
            if (!is_covered(world, ground->tufts[i].centre_m)) {
                ground->tufts[count++] = ground->tufts[i];
            }
        }
        ground->tuft_count = count;
    }
    soil_lay(world);
}

/* ---- grass: how a blade bends follows from its place, the buggy's and the time ---- */

static const double WIND_BEND = 0.16;    /* bend in a breeze, in shares of the height */
static const double PUSH_BEND = 1.1;     /* bend right under the buggy */
static const double PUSH_REACH_M = 1.25; /* reach from the buggy's middle */
static const double WAKE_S = 1.4;        /* time for which blades swing behind the buggy */
static const double FLOWER_SHARE = 0.12, BLADE_M = 0.075;
static const CwColour PETALS = {0xe9, 0xdc, 0xf4, 255}; /* differs from the brass of cogs */

/* Blades bend away from a low buggy, then swing until they are calm. */
static double push_bend(const Buggy *buggy, CwTransform2 pose, CwPoint2 foot_m)
{
    double off_m = foot_m.x - pose.x_m, above_m = pose.y_m - STAND_HEIGHT_M - foot_m.y;
    double near = cpfclamp01(1.0 - (fabs(above_m) - 0.3) / 0.9);
    double speed_mps = cpBodyGetVelocity(buggy->chassis).x;
    if (near <= 0.0) {
        return 0.0;
    }
    if (fabs(off_m) < PUSH_REACH_M) {
        double side = speed_mps < -0.5 ? -1.0 : speed_mps > 0.5 ? 1.0 : copysign(1.0, off_m);
        return near * side * PUSH_BEND * (1.0 - 0.4 * fabs(off_m) / PUSH_REACH_M);
    }
    double gone_s = -(off_m - copysign(PUSH_REACH_M, off_m)) / speed_mps;
    bool in_wake = fabs(speed_mps) > 1.0 && gone_s > 0.0 && gone_s < WAKE_S;
    return in_wake ? near * copysign(0.8, speed_mps) * exp(-3.0 * gone_s) * cos(9.0 * gone_s) : 0.0;
}

double grass_bend(const CwWorld *world, const CwFrame *frame, CwPoint2 foot_m)
{
    const Buggy *buggy = buggy_of_const(world);
    double x_m = foot_m.x, time_s = frame->sim_s, wind = landscape_wind(world);
    double gust = 0.6 + 0.4 * sin(0.35 * x_m - 1.3 * wind * time_s); /* gusts wander */
    double bend = WIND_BEND * wind * (gust + 0.45 * sin(1.9 * x_m - (2.2 + wind) * time_s));
    return bend + push_bend(buggy, cw_world_pose(world, buggy->chassis, frame->alpha), foot_m);
}

typedef struct Blade {
    cpVect foot_m, along;
    double height_m, lean;
} Blade;

static CwPoint2 place_on(const Blade *blade, double along_m, double up_m)
{
    return to_point(cpvadd(blade->foot_m, cpvrotate(cpv(along_m, up_m), blade->along)));
}

/* Adds a blade's tip and the bow up to there; bent blades are lower. The inner side is straight:
 * convex shapes are drawn several times faster. */
static void draw_blade(CwDrawList *list, const Blade *blade, CwColour colour)
{
    double lean = cpfclamp(blade->lean, -1.2, 1.2), height_m = blade->height_m;
    double rise_m = height_m * (1.0 - 0.35 * fabs(lean)), half_m = BLADE_M / 2.0;
    double outer_m = fmin(0.25 * height_m * fabs(lean), 0.8 * half_m) + 0.7 * half_m;
    double middle_m = 0.55 * lean * height_m - copysign(outer_m, lean);
    CwPoint2 corners[] = {place_on(blade, -half_m, 0.0), place_on(blade, half_m, 0.0),
                          place_on(blade, lean * height_m, rise_m),
                          place_on(blade, middle_m, 0.55 * rise_m)};
    CwPoint2 right = corners[3];
    if (lean < 0.0) {
        corners[3] = corners[2];
        corners[2] = right;
    }
    cw_draw_polygon(list, corners, 4, colour);
}

static void draw_tuft(const Ornament *tuft, double bend, const CwColour *colours, CwDrawList *list)
{
    cpVect along = cpvforangle(tuft->angle_rad);
    double place = tuft->centre_m.x;
    int blades = 3 + (int)(4.0 * grass_scatter(place, 8));
    for (int i = 0; i < blades; i++) {
        double across_m = tuft->size_m * (i + 0.5 - 0.5 * blades) / blades;
        Blade blade = {.foot_m = cpvadd(tuft->centre_m, cpvmult(along, across_m)),
                       .along = along,
                       .height_m = tuft->size_m * (0.55 + 0.5 * grass_scatter(place + i, 9)),
                       .lean = bend + 0.7 * (i + 0.5 - 0.5 * blades) / blades};
        draw_blade(list, &blade, colours[i % 2]);
    }
    if (grass_scatter(place, 10) < FLOWER_SHARE) {
        cpVect stalk = cpvrotate(cpv(bend * tuft->size_m, 0.85 * tuft->size_m), along);
        draw_disc(list, to_point(cpvadd(tuft->centre_m, stalk)), 0.09, PETALS);
    }
}

static void draw_grass(const CwWorld *world, const Ground *ground, CwFrame *frame)
{
    const CwColour *colours = landscape_seen(world, frame)->blades;
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    for (int i = 0; i < ground->tuft_count && colours[0].a > 0; i++) {
        const Ornament *tuft = &ground->tufts[i];
        if (tuft->centre_m.x > seen.left_m - 1.0 && tuft->centre_m.x < seen.right_m + 1.0 &&
            tuft->centre_m.y > seen.bottom_m - 1.0 && tuft->centre_m.y < seen.top_m + 1.0) {
            double bend = grass_bend(world, frame, to_point(tuft->centre_m));
            draw_tuft(tuft, bend, colours, frame->draw);
        }
    }
}

/* ---- drawing ---- */

static void draw_outline(const Ground *ground, CwDrawList *list, CwWorldRect seen, double width_m,
                         CwColour colour)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
        if (ground_sees_edge(ground, edge, seen) && !ground->is_top[edge]) {
            draw_line(list, foot_point(a), foot_point(b), width_m, colour);
        }
    }
}

/* Draws hewn stone in ceilings and slabs, which have no soil. */
static void draw_masonry(const Ground *ground, CwDrawList *list, CwWorldRect seen, CwColour seam)
{
    const double row_m = 0.6, stone_m = 1.5, seam_m = 0.045;
    double top_m = cpfmin(ground->box.t, seen.top_m), right_m = cpfmin(ground->box.r, seen.right_m);
    double left_m = cpfmax(ground->box.l, seen.left_m);
    for (int64_t row = (int64_t)ceil(cpfmax(ground->box.b, seen.bottom_m - row_m) / row_m);
         (double)row * row_m < top_m; row++) {
        double y_m = (double)row * row_m, shift_m = row % 2 == 0 ? 0.0 : stone_m / 2.0;
        double first_m = floor((left_m - shift_m) / stone_m) * stone_m + shift_m;
        draw_line(list, (CwPoint2){left_m, y_m}, (CwPoint2){right_m, y_m}, seam_m, seam);
        for (double x_m = first_m; x_m < right_m; x_m += stone_m) {
            CwPoint2 head = {x_m, cpfmin(y_m + row_m, ground->box.t)};
            if (x_m > ground->box.l) {
                draw_line(list, (CwPoint2){x_m, y_m}, head, seam_m, seam);
            }
        }
    }
}

/* A stroke along the tops, `lower_m` below them. */
typedef struct Stroke {
    int layer;
    double lower_m, width_m;
    CwColour colour;
} Stroke;

static void draw_strokes(const Ground *ground, CwDrawList *list, CwWorldRect seen,
                         const Stroke *strokes, int count)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
        if (!ground->is_top[edge] || !ground_sees_edge(ground, edge, seen)) {
            continue;
        }
        for (const Stroke *it = strokes; it < strokes + count; it++) {
            cw_draw_set_layer(list, it->layer);
            draw_line(list, (CwPoint2){a.x, a.y - it->lower_m}, (CwPoint2){b.x, b.y - it->lower_m},
                      it->width_m, it->colour);
        }
    }
}

void ground_draw(const CwWorld *world, const Ground *ground, CwFrame *frame)
{
    const Landscape *land = landscape_seen(world, frame);
    CwDrawList *list = frame->draw;
    CwWorldRect seen = cw_draw_visible_world(list);
    if (ground->box.r < seen.left_m - 1.0 || ground->box.l > seen.right_m + 1.0) {
        return;
    }
    cw_draw_set_layer(list, LAYER_OUTLINE);
    draw_outline(ground, list, seen, 0.14, frame->comfort.high_contrast ? land->edge : OUTLINE);
    cw_draw_set_layer(list, LAYER_SOIL);
    polygon_draw(list, ground->corners, ground->corner_count, land->soil[ground->is_slab ? 2 : 0]);
    if (ground->is_slab) {
        draw_masonry(ground, list, seen, colour_mix(land->soil[2], land->soil[0], 0.45));
        cw_draw_set_layer(list, LAYER_EDGE);
        draw_outline(ground, list, seen, 0.12, land->edge_shade);
    }
    if (ground->is_slab && ground->box.r - ground->box.l < POST_MAX_M) {
        return;
    }
    draw_strokes(ground, list, seen,
                 (Stroke[]){{LAYER_CONTACT, 0.18, 0.32, colour_mix(land->soil[0], OUTLINE, 0.45)},
                            {LAYER_EDGE_OUTLINE, 0.02, 0.26, OUTLINE},
                            {LAYER_EDGE_SHADE, 0.06, 0.22, land->edge_shade},
                            {LAYER_EDGE, 0.02, 0.15, land->edge}},
                 4);
    cw_draw_set_layer(list, LAYER_TUFTS);
    draw_grass(world, ground, frame);
}
