/* Things that carry: platforms on a path, lifts, and belts. */
#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>
#include <string.h>

/* A lift with less rise would arrive before it sets off. */
static const double RISE_MIN_M = 0.1;

static double travel_time_s(const Platform *platform)
{
    return platform->path_m / platform->speed_mps;
}

/* Time from one departure to the next, towards the other end or round the loop. */
static double trip_time_s(const Platform *platform)
{
    return travel_time_s(platform) + platform->wait_s;
}

static double path_distance_m(const Platform *platform, double phase_s)
{
    double turns = platform->loop ? 1.0 : 2.0, period_s = turns * trip_time_s(platform);
    double time_s = phase_s - period_s * floor(phase_s / period_s);
    bool is_back = time_s >= trip_time_s(platform);
    double since_s = time_s - (is_back ? trip_time_s(platform) : 0.0) - platform->wait_s;
    double share = cpfclamp01(since_s / travel_time_s(platform));
    if (platform->ease) {
        share *= share * (3.0 - 2.0 * share);
    }
    return platform->path_m * (is_back && !platform->loop ? 1.0 - share : share);
}

/* The place on the path at a time of the machine. */
static cpVect path_place_m(const Platform *platform, double phase_s)
{
    double along_m = path_distance_m(platform, phase_s);
    for (int i = 0; i + 1 < platform->stop_count; i++) {
        double edge_m = cpvdist(platform->stops[i], platform->stops[i + 1]);
        if (along_m < edge_m) {
            return cpvlerp(platform->stops[i], platform->stops[i + 1], along_m / edge_m);
        }
        along_m -= edge_m;
    }
    return platform->stops[platform->stop_count - 1];
}

static void build_platform(CwWorld *world, CwEntity self, Platform *platform)
{
    const CwMapObject *object = platform->machine.object;
    platform->path_m = line_length_m(platform->stops, platform->stop_count);
    cpVect at_m = path_place_m(platform, platform->machine.phase_s);
    platform->body = thing_add_body(world, self, cpBodyNewKinematic(), at_m, object->angle_rad);
    machine_add_shape(world, self,
                      thing_box(platform->body, object->width_m, object->height_m, 0.05), 1.0);
}

/* Finds the path that a platform names, without objects in `left_out` (NULL: none); NULL: none. */
static const CwMapObject *find_path(const CwMap *map, const CwMapObject *platform,
                                    const bool *left_out)
{
    const char *name = cw_property_text(platform->properties, "path", "");
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        if (!(left_out != NULL && left_out[i]) && object->shape == CW_MAP_POLYLINE &&
            strcmp(object->type, "path") == 0 && strcmp(object->name, name) == 0) {
            return object;
        }
    }
    return NULL;
}

static bool check_path(const CwMap *map, const CwMapObject *object, const bool *left_out,
                       CwError *error)
{
    return find_path(map, object, left_out) != NULL ||
           cw_error_set(
               error,
               "there is no path \"%.40s\": draw a polyline of class path, give it a name, "
               "and write the name into its property \"path\"",
               cw_property_text(object->properties, "path", ""));
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

static bool check_rise(const CwMapObject *object, CwError *error)
{
    return fabs(cw_property_number(object->properties, "rise", 3.0)) >= RISE_MIN_M ||
           cw_error_set(error, "its rise is less than %g m: make it more", RISE_MIN_M);
}

const ThingClass lift_class = {.shape = CW_MAP_RECT,
                               .most = 200,
                               .properties = {PLATFORM_PROPERTIES,
                                              PROPERTY(Platform, called, "called", 0.0, 0.0, 1.0),
                                              LIMITS("rise", -100.0, 100.0)},
                               .check = check_rise};

void platform_spawn(CwWorld *world, CwEntity self, Platform *platform, const CwMapObject *object)
{
    const CwMapObject *path = find_path(cw_world_map(world), object, NULL);
    size_t corner_count = (size_t)path->corner_count;
    platform->stop_count = path->corner_count + (platform->loop ? 1 : 0);
    platform->stops = cw_world_alloc(world, (corner_count + 1) * sizeof *platform->stops);
    memcpy(platform->stops, path->corners_m, corner_count * sizeof *platform->stops);
    platform->stops[corner_count] = path->corners_m[0];
    build_platform(world, self, platform);
}

void lift_spawn(CwWorld *world, CwEntity self, Platform *lift, const CwMapObject *object)
{
    lift->stop_count = 2;
    lift->stops = cw_world_alloc(world, 2 * sizeof *lift->stops);
    lift->stops[0] = object->centre_m;
    double rise_m = cw_property_number(object->properties, "rise", 3.0);
    lift->stops[1] = cpvadd(object->centre_m, cpv(0.0, rise_m));
    build_platform(world, self, lift);
    if (lift->called) {
        lift->wait_s = 0.0;
        lift->machine.running = false;
    }
}

/* Stops a called lift at the next end. */
static void stop_at_end(Platform *lift, double before_s)
{
    double trip_s = trip_time_s(lift), legs = before_s / trip_s;
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
    cpVect to_m = path_place_m(platform, platform->machine.phase_s);
    machine_move(world, platform->body, to_m, platform->machine.object->angle_rad);
}

static bool path_is_seen(const Platform *platform, const CwFrame *frame)
{
    CwMapObject path = *platform->machine.object;
    path.corners_m = platform->stops;
    path.corner_count = platform->stop_count;
    return object_is_seen(frame, &path, path.width_m + path.height_m + 0.3);
}

/* Draws a slab with a row of rivets. */
static void draw_plate(const CwWorld *world, const Platform *platform, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, platform->body, frame->alpha);
    CwPoint2 size_m = {platform->machine.object->width_m, platform->machine.object->height_m};
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    draw_box(frame->draw, pose, size_m, 0.0, OUTLINE);
    draw_box(frame->draw, pose, size_m, 0.05, BRASS);
    draw_box(frame->draw, pose, size_m, 0.11, TAN);
    int rivets = (int)fmax(2.0, floor(size_m.x / 0.5));
    for (int i = 0; i < rivets; i++) {
        double along_m = ((i + 0.5) / rivets - 0.5) * size_m.x;
        CwPoint2 at = point_along((CwPoint2){pose.x_m, pose.y_m}, pose.angle_rad, along_m);
        cw_draw_circle(frame->draw, at, 0.04, BRASS_LIGHT);
    }
}

static const double BAY_M = 5.0; /* greatest distance of posts below a wire */

/* Draws the wire, with a boss at each corner. */
void platform_draw(const CwWorld *world, const Platform *platform, CwFrame *frame)
{
    if (!path_is_seen(platform, frame)) {
        return;
    }
    CwColour wire = colour_mix(OUTLINE, BRASS_LIGHT, fmin(1.0, 3.0 * race_of_const(world)->night));
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    for (int i = 1; i < 4 && platform->stop_count == 5; i += 2) { /* beams of a paternoster */
        cpVect left = platform->stops[i], right = platform->stops[i + 1];
        double y_m = left.y + (i == 1 ? -0.35 : 0.6);
        double aside_m = copysign(platform->machine.object->width_m / 2.0 + 0.5, right.x - left.x);
        draw_bar(frame->draw, (CwPoint2){left.x - aside_m, y_m}, (CwPoint2){right.x + aside_m, y_m},
                 0.3, WOOD_DARK);
        post_draw(world, frame, (CwPoint2){left.x - 0.8 * aside_m, y_m}, 0.0);
        post_draw(world, frame, (CwPoint2){right.x + 0.8 * aside_m, y_m}, 0.0);
    }
    cpVect from = platform->stops[0], to = platform->stops[platform->stop_count - 1];
    int bays = platform->loop ? -1 : 1 + (int)(platform->path_m / BAY_M);
    for (int i = 0; i <= bays; i++) {
        post_draw(world, frame, to_point(cpvlerp(from, to, (double)i / bays)), 0.0);
    }
    for (int i = 0; i + 1 < platform->stop_count; i++) {
        draw_bar(frame->draw, to_point(platform->stops[i]), to_point(platform->stops[i + 1]), 0.07,
                 wire);
    }
    for (int i = 0; i < platform->stop_count - (platform->loop ? 1 : 0); i++) {
        draw_disc(frame->draw, to_point(platform->stops[i]), 0.15, TEAL);
    }
    draw_plate(world, platform, frame);
}

/* Draws a toothed rail on a post, from the lower end to a knob above the upper one. */
static void draw_rail(const CwWorld *world, const CwFrame *frame, cpVect bottom, double high_m)
{
    const CwColour brass = {0x8f, 0x63, 0x30, 255};
    post_draw(world, frame, (CwPoint2){bottom.x, bottom.y - 0.2}, 0.0);
    draw_disc(frame->draw, (CwPoint2){bottom.x, bottom.y + high_m + 0.35}, 0.16, BRASS);
    draw_bar(frame->draw, (CwPoint2){bottom.x, bottom.y - 0.2},
             (CwPoint2){bottom.x, bottom.y + high_m + 0.2}, 0.10, brass);
    for (double y_m = 0.0; y_m <= high_m; y_m += 0.25) {
        double height_m = bottom.y + y_m;
        draw_line(frame->draw, (CwPoint2){bottom.x - 0.03, height_m},
                  (CwPoint2){bottom.x + 0.03, height_m}, 0.08, OUTLINE);
    }
}

void lift_draw(const CwWorld *world, const Platform *lift, CwFrame *frame)
{
    if (!path_is_seen(lift, frame)) {
        return;
    }
    cpVect low = lift->stops[lift->stops[0].y < lift->stops[1].y ? 0 : 1];
    double high_m = fabs(lift->stops[1].y - lift->stops[0].y);
    double reach_m = 0.35 * lift->machine.object->width_m;
    cw_draw_set_layer(frame->draw, LAYER_DECOR);
    draw_rail(world, frame, cpvsub(low, cpv(reach_m, 0.0)), high_m);
    draw_rail(world, frame, cpvadd(low, cpv(reach_m, 0.0)), high_m);
    draw_plate(world, lift, frame);
}

/* ---- belts ---- */

static const double RIB_M = 0.5; /* approximate distance of the ribs */

/* The belt is longer than high, with room for two rollers. */
static bool check_conveyor(const CwMapObject *object, CwError *error)
{
    return object->width_m > object->height_m ||
           cw_error_set(error, "it is %g m long and its rollers %g m high: make it longer",
                        object->width_m, object->height_m);
}

const ThingClass conveyor_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Conveyor),
                   PROPERTY(Conveyor, speed_mps, "speed", 1.0, -30.0, 30.0)},
    .check = check_conveyor};

void conveyor_spawn(CwWorld *world, CwEntity self, Conveyor *belt, const CwMapObject *object)
{
    belt->roller_m = object->height_m / 2.0;
    belt->reach_m = object->width_m / 2.0 - belt->roller_m;
    cpBody *body =
        thing_add_body(world, self, cpBodyNewKinematic(), object->centre_m, object->angle_rad);
    cpVect left = cpv(-belt->reach_m, 0.0), right = cpv(belt->reach_m, 0.0);
    cpShape *roll = cpSegmentShapeNew(body, left, right, belt->roller_m);
    belt->shape = machine_add_shape(world, self, roll, 1.0);
}

void conveyor_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Conveyor *belt = data;
    machine_advance(world, &belt->machine);
    double speed_mps =
        machine_is_on(world, &belt->machine) ? belt->speed_mps * belt->machine.way : 0.0;
    cpShapeSetSurfaceVelocity(belt->shape, cpv(speed_mps, 0.0));
}

/* The place `in_m` inside the belt, `along_m` clockwise from the left end of its upper side. */
static CwPoint2 on_belt(const Conveyor *belt, double along_m, double in_m)
{
    double side_m = 2.0 * belt->reach_m, bend_m = CP_PI * belt->roller_m;
    bool is_lower = along_m >= side_m + bend_m;
    double rest_m = along_m - (is_lower ? side_m + bend_m : 0.0);
    cpVect outwards = cpv(0.0, 1.0);
    cpVect axle = cpv(fmin(rest_m, side_m) - belt->reach_m, 0.0);
    if (rest_m > side_m) {
        outwards = cpvforangle(CP_PI / 2.0 - (rest_m - side_m) / belt->roller_m);
    }
    cpVect edge = cpvadd(axle, cpvmult(outwards, belt->roller_m));
    cpVect at = cpvmult(cpvsub(edge, cpvmult(outwards, in_m)), is_lower ? -1.0 : 1.0);
    return object_point(belt->machine.object, at.x, at.y);
}

static void draw_loop(const Conveyor *belt, CwDrawList *list, double thinner_m, CwColour colour)
{
    draw_line(list, object_point(belt->machine.object, -belt->reach_m, 0.0),
              object_point(belt->machine.object, belt->reach_m, 0.0),
              2.0 * fmax(0.02, belt->roller_m - thinner_m), colour);
}

static void draw_ribs(const Conveyor *belt, CwDrawList *list, double shift_m)
{
    double round_m = 4.0 * belt->reach_m + TURN_RAD * belt->roller_m;
    int count = (int)fmax(4.0, floor(round_m / RIB_M));
    for (int i = 0; i < count; i++) {
        double along_m = round_m * i / count + shift_m;
        along_m -= round_m * floor(along_m / round_m);
        draw_line(list, on_belt(belt, along_m, 0.02), on_belt(belt, along_m, 0.07), 0.07, TAN);
    }
}

static void draw_roller(const Conveyor *belt, CwDrawList *list, double x_m, double turn_rad)
{
    double radius_m = fmax(0.04, belt->roller_m - 0.15);
    cpVect spoke = cpvmult(cpvforangle(turn_rad), 0.7 * radius_m);
    draw_disc(list, object_point(belt->machine.object, x_m, 0.0), radius_m, TEAL);
    draw_line(list, object_point(belt->machine.object, x_m + spoke.x, spoke.y),
              object_point(belt->machine.object, x_m - spoke.x, -spoke.y), 0.05, TEAL_LIGHT);
}

void conveyor_draw(const CwWorld *world, const Conveyor *belt, CwFrame *frame)
{
    if (!object_is_seen(frame, belt->machine.object, 0.0)) {
        return;
    }
    const CwColour inside = {0x3a, 0x28, 0x1c, 255};
    double still_s = (1.0 - frame->alpha) * cw_world_dt_s(world);
    double shift_m = belt->speed_mps * belt->machine.phase_s -
                     cpShapeGetSurfaceVelocity(belt->shape).x * still_s;
    draw_loop(belt, frame->draw, 0.0, OUTLINE);
    draw_loop(belt, frame->draw, 0.03, WOOD_DARK);
    draw_loop(belt, frame->draw, 0.11, inside);
    draw_ribs(belt, frame->draw, shift_m);
    int rollers = (int)fmax(2.0, floor(belt->reach_m / belt->roller_m / 1.5) + 1.0);
    for (int i = 0; i < rollers; i++) {
        double x_m = belt->reach_m * (2.0 * i / (rollers - 1) - 1.0);
        draw_roller(belt, frame->draw, x_m, -shift_m / belt->roller_m);
    }
}
