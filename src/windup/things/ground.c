#include "things/ground.h"

#include "common/landscape.h"
#include "common/sprites.h"

#include <math.h>

static const double TOP_SLOPE = 0.30; /* steeper normals carry no grass */
static const double TUFT_EVERY_M = 0.45;
static const double SLAB_M = 4.0; /* least height of a slab above the level's bottom */

static void copy_corners(CwWorld *world, Ground *ground, const CwMapObject *object)
{
    ground->corner_count = object->corner_count;
    ground->corners = polygon_copy(world, object);
    ground->is_top = cw_world_alloc(world, (size_t)ground->corner_count * sizeof(bool));
    ground->box = cpBBNewForExtents(object->corners_m[0], 0.0, 0.0);
    for (int i = 0; i < ground->corner_count; i++) {
        cpVect along = cpvsub(ground_corner(ground, i + 1), ground->corners[i]);
        ground->is_top[i] = -along.x > TOP_SLOPE * cpvlength(along);
        ground->box = cpBBExpand(ground->box, ground->corners[i]);
    }
}

/* Counts an ornament, and adds it if there is a list. */
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
        cpVect right = ground_corner(ground, edge);
        cpVect left = ground_corner(ground, edge + 1);
        if (!ground_is_top(ground, edge)) {
            continue;
        }
        cpVect along = cpvnormalize(cpvsub(right, left));
        for (double x = ceil(left.x / step_m) * step_m; x < right.x; x += step_m) {
            double share = (x - left.x) / (right.x - left.x);
            place(ground, cpvlerp(left, right, share), along);
        }
    }
}

/* Grass grows in patches. */
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

/* Counts first: only walking the tops tells how many ornaments fit. */
static void decorate(CwWorld *world, Ground *ground)
{
    walk_tops(ground, TUFT_EVERY_M, place_tuft);
    ground->tufts = cw_world_alloc(world, (size_t)ground->tuft_count * sizeof *ground->tufts);
    ground->tuft_count = 0;
    walk_tops(ground, TUFT_EVERY_M, place_tuft);
}

const ThingClass ground_class = {.shape = CW_MAP_POLYGON, .least = 1, .most = 1000};

const CwField ground_fields[] = {CW_FIELD_OBJECT(Ground, object)};

void ground_spawn(CwWorld *world, CwEntity self, Ground *ground, const CwMapObject *object)
{
    ground->object = object;
    copy_corners(world, ground, object);
    double area_m2 = cpAreaForPoly(ground->corner_count, ground->corners, 0.0);
    ground->is_slab = ground->box.b > SLAB_M && area_m2 > 0.99 * cpBBArea(ground->box);
    decorate(world, ground);
    CwPolygonDesc desc = cw_polygon_desc_default();
    desc.friction = 1.0;
    desc.type = TOUCH_GROUND;
    desc.filter = FILTER_GROUND;
    cw_world_add_polygon(world, self, cpSpaceGetStaticBody(cw_world_space(world)), ground->corners,
                         ground->corner_count, &desc, NULL);
}

void ground_finish(CwWorld *world)
{
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_GROUND, each)).index1 != 0;) {
        Ground *ground = cw_world_data(world, each);
        grass_mow(world, ground);
    }
    soil_lay(world);
}

static void draw_outline(const Ground *ground, CwDrawList *list, CwWorldRect seen, double width_m,
                         CwColour colour)
{
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
        if (ground_sees_edge(ground, edge, seen) && !ground_is_top(ground, edge)) {
            cw_draw_polyline(list, (CwPoint2[]){{a.x, a.y}, {b.x, b.y}}, 2, width_m, colour);
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
        if (!ground_is_top(ground, edge) || !ground_sees_edge(ground, edge, seen)) {
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
    draw_strokes(ground, list, seen,
                 (Stroke[]){{LAYER_CONTACT, 0.18, 0.32, colour_mix(land->soil[0], OUTLINE, 0.45)},
                            {LAYER_EDGE_OUTLINE, 0.02, 0.26, OUTLINE},
                            {LAYER_EDGE_SHADE, 0.06, 0.22, land->edge_shade},
                            {LAYER_EDGE, 0.02, 0.15, land->edge}},
                 4);
    cw_draw_set_layer(list, LAYER_TUFTS);
    grass_draw(world, ground, frame);
}
