#include "things/ground.h"

#include "common/landscape.h"
#include "common/race.h"
#include "common/sprites.h"

#include <math.h>

static const double STEP_M = 0.5;    /* distance of columns */
static const double NOWHERE_M = -60; /* the height of a column without soil */
static const double LEFT_M = -2.0;
enum { COLUMNS_MAX = 1 << 14 }; /* 8 km */

/* Depths of seams below the surface, the share of it beside walls, and the depth of their waves. */
static const double SEAM_M[] = {0.0, 0.5, 1.5, 3.0}, WAVE_M[] = {0.0, 0.3, 0.5, 0.8};
static const double WALL_SHARE = 0.35;

static double column_m(const Soil *soil, int column)
{
    return soil->left_m + column * STEP_M;
}

/* Finds the height up to which ground is solid at a place; NOWHERE_M: air is below it. */
static double find_surface_m(const Ground *ground, double x_m)
{
    double low_m = INFINITY, next_m = INFINITY; /* the lowest crossings of the outline */
    for (int edge = 0; edge < ground->corner_count; edge++) {
        cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
        if ((a.x > x_m) != (b.x > x_m)) {
            double y_m = a.y + (b.y - a.y) * (x_m - a.x) / (b.x - a.x);
            next_m = y_m < low_m ? low_m : fmin(next_m, y_m);
            low_m = fmin(low_m, y_m);
        }
    }
    return low_m < ground->box.b + 0.1 && isfinite(next_m) ? next_m : NOWHERE_M;
}

static void measure_surface(const CwWorld *world, Soil *soil)
{
    for (int i = 0; i < soil->count; i++) {
        soil->seams_m[0][i] = (float)NOWHERE_M;
    }
    for (CwEntity each = {0}; (each = cw_world_next_of(world, KIND_GROUND, each)).index1 != 0;) {
        const Ground *ground = cw_world_data_const(world, each);
        double first = cpfclamp(ceil((ground->box.l - soil->left_m) / STEP_M), 0.0, COLUMNS_MAX);
        int last = ground->box.b <= 0.5 ? soil->count : 0;
        for (int i = (int)first; i < last && column_m(soil, i) < ground->box.r; i++) {
            float here_m = (float)find_surface_m(ground, column_m(soil, i));
            soil->seams_m[0][i] = fmaxf(soil->seams_m[0][i], here_m);
        }
    }
}

/* The shape of a seam, 0 to 1: soft, or in courses where the ground is built. */
static double seam_wave(bool is_built, double x_m, uint32_t salt)
{
    double cells = x_m / 1.5, cell = floor(cells), way = cells - cell;
    way = is_built ? cpfclamp01(4.0 * way - 1.5) : way * way * (3.0 - 2.0 * way);
    return cpflerp(grass_scatter(cell, salt), grass_scatter(cell + 1.0, salt), way);
}

/* Finds a seam: no part of an ellipse around its places is outside. */
static void find_seam(Soil *soil, int seam, bool is_built)
{
    int reach = (int)fmax(1.0, WALL_SHARE * SEAM_M[seam] / STEP_M);
    for (int i = 0; i < soil->count; i++) {
        double low_m = INFINITY;
        for (int off = -reach; off <= reach; off++) {
            bool outside = i + off < 0 || i + off >= soil->count;
            double surface_m = (double)soil->seams_m[0][outside ? i : i + off];
            double share = off / (reach + 0.5);
            low_m = fmin(low_m, surface_m - SEAM_M[seam] * sqrt(1.0 - share * share));
        }
        double wave = seam_wave(is_built, column_m(soil, i), (uint32_t)seam);
        soil->seams_m[seam][i] = (float)(low_m - WAVE_M[seam] * wave);
    }
}

double soil_lowest_m(const Soil *soil, int seam, double from_m, double to_m)
{
    int first = (int)floor((from_m - soil->left_m) / STEP_M);
    int last = (int)ceil((to_m - soil->left_m) / STEP_M);
    float low_m = first < 0 || last >= soil->count ? (float)NOWHERE_M : INFINITY;
    for (int i = first; i <= last && low_m > (float)NOWHERE_M; i++) {
        low_m = fminf(low_m, soil->seams_m[seam][i]);
    }
    return (double)low_m;
}

void soil_lay(CwWorld *world)
{
    Soil *soil = cw_world_alloc(world, sizeof *soil);
    Depths depths = race_of(world)->land->depths;
    soil->left_m = LEFT_M;
    double width_m = race_of(world)->size_m.x - 2.0 * LEFT_M;
    soil->count = (int)cpfclamp(width_m / STEP_M, 0.0, COLUMNS_MAX);
    soil->width_m = soil->count * STEP_M;
    size_t bytes = (size_t)soil->count * sizeof(float);
    for (int seam = 0; seam <= SEAM_COUNT; seam++) {
        soil->seams_m[seam] = cw_world_alloc(world, bytes);
    }
    measure_surface(world, soil);
    for (int seam = 1; seam <= SEAM_COUNT; seam++) {
        find_seam(soil, seam, depths == DEPTHS_WORKS || depths == DEPTHS_CRYPT);
    }
    caves_dig(world, soil);
    race_of(world)->soil = soil;
}

/* ---- drawing ---- */

/* Draws all below a seam, in pieces where pits cut it. */
static void draw_below_seam(const Soil *soil, CwDrawList *list, const float *seam_m,
                            CwColour colour)
{
    CwWorldRect seen = cw_draw_visible_world(list);
    CwPoint2 points[CW_SHAPE_CORNERS_MAX];
    int count = 0, first = (int)fmax(0.0, floor((seen.left_m - soil->left_m) / STEP_M) - 1.0);
    double foot_m = seen.bottom_m - 1.0;
    bool is_last = false;
    for (int i = first; i < soil->count && !is_last; i++) {
        double x_m = column_m(soil, i), y_m = (double)seam_m[i];
        is_last = x_m > seen.right_m || count == CW_SHAPE_CORNERS_MAX - 3;
        if (y_m > foot_m) {
            points[count++] = (CwPoint2){x_m, y_m};
        }
        if (count > 1 && (y_m <= foot_m || is_last || i == soil->count - 1)) {
            points[count] = (CwPoint2){points[count - 1].x, foot_m};
            points[count + 1] = (CwPoint2){points[0].x, foot_m};
            cw_draw_shape(list, points, count + 2, &(CwPaint){.colour = colour});
            count = 0;
        }
        count = y_m > foot_m ? count : 0;
    }
}

void soil_draw(const CwWorld *world, CwFrame *frame)
{
    const Soil *soil = race_of_const(world)->soil;
    const CwColour *colours = landscape_seen(world, frame)->soil;
    CwDrawList *list = frame->draw;
    if (soil == NULL) {
        return; /* a map of another land */
    }
    cw_draw_set_world(list, 1.0);
    for (int seam = 1; seam <= SEAM_COUNT; seam++) {
        cw_draw_set_layer(list, LAYER_SOIL + seam);
        draw_below_seam(soil, list, soil->seams_m[seam],
                        colour_mix(colours[0], colours[2], seam / (double)SEAM_COUNT));
    }
    if (!frame->comfort.high_contrast) {
        caves_draw(world, soil, frame);
    }
}
