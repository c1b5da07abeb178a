#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>
#include <string.h>

/* A lift with less rise would arrive before it sets off. */
static const double RISE_MIN_M = 0.1;

static double leg_s(const Platform *platform)
{
    return platform->path_m / platform->speed_mps;
}

/* Time from one departure to the next, towards the other end or round the loop. */
static double turn_s(const Platform *platform)
{
    return leg_s(platform) + platform->wait_s;
}

/* The way along the path, metres. */
static double gone_m(const Platform *platform, double phase_s)
{
    double turns = platform->loop ? 1.0 : 2.0;
    double period_s = turns * turn_s(platform);
    double time_s = phase_s - period_s * floor(phase_s / period_s);
    bool back = time_s >= turn_s(platform);
    double since_s = time_s - (back ? turn_s(platform) : 0.0) - platform->wait_s;
    double share = cpfclamp01(since_s / leg_s(platform));
    if (platform->ease) {
        share *= share * (3.0 - 2.0 * share);
    }
    return platform->path_m * (back && !platform->loop ? 1.0 - share : share);
}

static void build(CwWorld *world, CwEntity self, Platform *platform, const FromMap *from)
{
    const CwMapObject *object = from->object;
    platform->path_m = line_length_m(platform->stops, platform->stop_count);
    cpVect at_m = line_point(platform->stops, platform->stop_count,
                             gone_m(platform, platform->machine.phase_s));
    platform->body = machine_add_body(world, self, at_m, platform->machine.object->angle_rad);
    machine_add_shape(world, self, thing_box(platform->body, object->width_m, object->height_m),
                      1.0);
}

/* The path of a platform. NULL: no path of that name, or only left out ones (NULL: none). */
static const CwMapObject *find_path(const FromMap *from, const bool *left_out)
{
    const char *name = cw_map_text(from->map, from->object, "path", "");
    for (int i = 0; i < cw_map_object_count(from->map); i++) {
        const CwMapObject *object = cw_map_object(from->map, i);
        if (!(left_out != NULL && left_out[i]) && object->shape == CW_MAP_POLYLINE &&
            strcmp(object->type, "path") == 0 && strcmp(object->name, name) == 0) {
            return object;
        }
    }
    return NULL;
}

static bool check_path(const FromMap *from, const bool *left_out, CwError *error)
{
    return find_path(from, left_out) != NULL ||
           cw_error_set(
               error,
               "there is no path \"%.40s\": draw a polyline of class path, give it a name, "
               "and write the name into its property \"path\"",
               cw_map_text(from->map, from->object, "path", ""));
}

const ThingClass path_class = {.shape = CW_MAP_POLYLINE, .most = 100};

#define PLATFORM_PROPERTIES                                                                        \
    MACHINE_PROPERTIES(Platform), PROPERTY(Platform, speed_mps, "speed", 1.0, 0.05, 30.0),         \
        PROPERTY(Platform, wait_s, "wait", 1.0, 0.0, 60.0),                                        \
        PROPERTY(Platform, ease, "ease", 1.0, 0.0, 1.0)

const ThingClass platform_class = {.shape = CW_MAP_RECT,
                                   .most = 200,
                                   .properties = {PLATFORM_PROPERTIES,
                                                  PROPERTY(Platform, loop, "loop", 0.0, 0.0, 1.0),
                                                  TEXT("path")},
                                   .check_others = check_path};

static double rise_m(const FromMap *from)
{
    return cw_map_number(from->map, from->object, "rise", 3.0);
}

static bool check_rise(const FromMap *from, CwError *error)
{
    return fabs(rise_m(from)) >= RISE_MIN_M ||
           cw_error_set(error, "its rise is less than %g m: make it more", RISE_MIN_M);
}

const ThingClass lift_class = {.shape = CW_MAP_RECT,
                               .most = 200,
                               .properties = {PLATFORM_PROPERTIES,
                                              PROPERTY(Platform, called, "called", 0.0, 0.0, 1.0),
                                              LIMITS("rise", -100.0, 100.0)},
                               .check = check_rise};

void platform_spawn(CwWorld *world, CwEntity self, Platform *platform, const FromMap *from)
{
    const CwMapObject *path = find_path(from, NULL);
    size_t corner_count = (size_t)path->corner_count;
    platform->stop_count = path->corner_count + (platform->loop ? 1 : 0);
    platform->stops = cw_world_alloc(world, (corner_count + 1) * sizeof *platform->stops);
    memcpy(platform->stops, path->corners_m, corner_count * sizeof *platform->stops);
    platform->stops[corner_count] = path->corners_m[0];
    build(world, self, platform, from);
}

void lift_spawn(CwWorld *world, CwEntity self, Platform *lift, const FromMap *from)
{
    lift->stop_count = 2;
    lift->stops = cw_world_alloc(world, 2 * sizeof *lift->stops);
    lift->stops[0] = from->object->centre_m;
    lift->stops[1] = cpvadd(from->object->centre_m, cpv(0.0, rise_m(from)));
    build(world, self, lift, from);
    if (lift->called) {
        lift->wait_s = 0.0;
        lift->machine.running = false;
    }
}

/* Stops a called lift at the next end. */
static void stop_at_end(Platform *lift, double before_s)
{
    double trip_s = turn_s(lift);
    double legs = before_s / trip_s;
    double end_s = lift->machine.way > 0 ? trip_s * (floor(legs + 1e-9) + 1.0)
                                         : trip_s * (ceil(legs - 1e-9) - 1.0);
    if ((lift->machine.phase_s - end_s) * lift->machine.way > -1e-9) {
        lift->machine.phase_s = end_s;
        lift->machine.running = false;
    }
}

void platform_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Platform *platform = data;
    double before_s = platform->machine.phase_s;
    machine_advance(world, &platform->machine);
    if (platform->called) {
        stop_at_end(platform, before_s);
    }
    cpVect to_m = line_point(platform->stops, platform->stop_count,
                             gone_m(platform, platform->machine.phase_s));
    machine_move(world, platform->body, to_m, platform->machine.object->angle_rad);
}

static void draw_slab(CwDrawList *list, const Platform *platform, CwTransform2 pose)
{
    const CwColour colours[] = {OUTLINE, BRASS, TAN};
    const double insets_m[] = {0.0, 0.05, 0.11};
    cpVect along = cpvforangle(pose.angle_rad);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(colours); i++) {
        cpVect right =
            cpvmult(along, fmax(0.02, platform->machine.object->width_m / 2.0 - insets_m[i]));
        cpVect up = cpvmult(cpvperp(along),
                            fmax(0.01, platform->machine.object->height_m / 2.0 - insets_m[i]));
        cpVect ends[] = {cpvsub(cpvneg(right), up), cpvsub(right, up), cpvadd(right, up),
                         cpvsub(up, right)};
        CwPoint2 corners[4];
        for (int k = 0; k < 4; k++) {
            corners[k] = (CwPoint2){pose.x_m + ends[k].x, pose.y_m + ends[k].y};
        }
        cw_draw_polygon(list, corners, 4, colours[i]);
    }
}

static void draw_rivets(CwDrawList *list, const Platform *platform, CwTransform2 pose)
{
    int count = (int)fmax(2.0, floor(platform->machine.object->width_m / 0.5));
    for (int i = 0; i < count; i++) {
        double share = (i + 0.5) / count - 0.5;
        cpVect at = cpvmult(cpvforangle(pose.angle_rad), share * platform->machine.object->width_m);
        cw_draw_circle(list, (CwPoint2){pose.x_m + at.x, pose.y_m + at.y}, 0.04, BRASS_LIGHT);
    }
}

static bool is_seen(const Platform *platform, CwFrame *frame)
{
    CwWorldRect seen = cw_draw_visible_world(frame->draw);
    cpBB box = cpBBNewForExtents(platform->stops[0], platform->machine.object->width_m,
                                 platform->machine.object->height_m);
    for (int i = 1; i < platform->stop_count; i++) {
        box = cpBBExpand(box, platform->stops[i]);
    }
    double reach_m = platform->machine.object->width_m + platform->machine.object->height_m;
    return box.r + reach_m > seen.left_m && box.l - reach_m < seen.right_m;
}

static void draw_plate(const CwWorld *world, const Platform *platform, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, platform->body, frame->alpha);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    draw_slab(frame->draw, platform, pose);
    draw_rivets(frame->draw, platform, pose);
}

/* Draws the wire, with a boss at each corner. */
void platform_draw(const CwWorld *world, const Platform *platform, CwFrame *frame)
{
    if (!is_seen(platform, frame)) {
        return;
    }
    const CwColour wire = {0x2b, 0x1d, 0x14, 110};
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    for (int i = 0; i + 1 < platform->stop_count; i++) {
        draw_line(frame->draw, to_point(platform->stops[i]), to_point(platform->stops[i + 1]), 0.06,
                  wire);
    }
    for (int i = 0; i < platform->stop_count - (platform->loop ? 1 : 0); i++) {
        cw_draw_circle(frame->draw, to_point(platform->stops[i]), 0.15, OUTLINE);
        cw_draw_circle(frame->draw, to_point(platform->stops[i]), 0.10, TEAL);
    }
    draw_plate(world, platform, frame);
}

/* Draws two toothed rails from the lower end to the upper one. */
static void draw_rail(CwDrawList *list, cpVect bottom, double high_m)
{
    const CwColour brass = {0x8f, 0x63, 0x30, 255};
    CwPoint2 ends[] = {{bottom.x, bottom.y - 0.2}, {bottom.x, bottom.y + high_m + 0.2}};
    cw_draw_polyline(list, ends, 2, 0.18, OUTLINE);
    cw_draw_polyline(list, ends, 2, 0.10, brass);
    for (double y_m = 0.0; y_m <= high_m; y_m += 0.25) {
        double height_m = bottom.y + y_m;
        draw_line(list, (CwPoint2){bottom.x - 0.03, height_m},
                  (CwPoint2){bottom.x + 0.03, height_m}, 0.08, OUTLINE);
    }
}

void lift_draw(const CwWorld *world, const Platform *lift, CwFrame *frame)
{
    if (!is_seen(lift, frame)) {
        return;
    }
    cpVect low = lift->stops[lift->stops[0].y < lift->stops[1].y ? 0 : 1];
    double high_m = fabs(lift->stops[1].y - lift->stops[0].y);
    double reach_m = 0.35 * lift->machine.object->width_m;
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    draw_rail(frame->draw, cpvsub(low, cpv(reach_m, 0.0)), high_m);
    draw_rail(frame->draw, cpvadd(low, cpv(reach_m, 0.0)), high_m);
    draw_plate(world, lift, frame);
}
