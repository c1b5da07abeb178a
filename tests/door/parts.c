/* A game without maps for test_parts.c: kinds of parts, rates of their own, hooks of all frame
 * phases with view memory, and sliders whose fields follow their bodies, so that a view can compare
 * how both are blended. When the level ends it prints what it counted. */
#include "clockwork/clockwork.h"

#include <stdio.h>

enum { PUSH, REPLACE, JUMP, ACTION_COUNT };
enum { CRATE, BARREL, SLIDER, BEACON, KIND_COUNT };

#define FIELDS(of) .fields = of##_fields, .field_count = (int)CW_ARRAY_LENGTH(of##_fields)

/* The view's own: no tick sees it. */
static int hook_count, draw_count, view_mistakes, compared_count;
static double worst_m, worst_rad;

typedef struct Health {
    int32_t points;
    int64_t beat;
    cpBody *trunk;
} Health;
static const CwField health_fields[] = {CW_FIELD(Health, points), CW_FIELD(Health, beat),
                                        CW_FIELD_BODY(Health, trunk, "trunk")};

static void health_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Health *health = data;
    health->points += cw_timer_repeat(world, &health->beat, 0.04);
}

/* Which entity a view has seen in how many frames. */
typedef struct Seen {
    int frames;
    uint64_t first_tick;
} Seen;

static void count_hook(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world, (void)self, (void)data, (void)frame;
    hook_count++;
}

static const CwKind health_part = {"health", sizeof(Health), FIELDS(health), .tick = health_tick,
                                   .early = count_hook};
static const CwKind seen_part = {"seen", 0, .view_bytes = sizeof(Seen)};

typedef struct Crate {
    int32_t ticks;
} Crate;
static const CwField crate_fields[] = {CW_FIELD(Crate, ticks)};

static void crate_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)data, (void)args;
    Health *health = cw_world_part(world, self, &health_part);
    health->points = 10;
    health->trunk = cw_world_add_body(world, self, cpBodyNewKinematic());
    cpBodySetPosition(health->trunk, cpv(3, 4));
}

static void crate_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)world, (void)self;
    ((Crate *)data)->ticks++;
}

static void crate_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)data;
    const Health *health = cw_world_part_const(world, self, &health_part);
    CwPoint2 at = {-6.0 + self.index1, 3};
    cw_draw_circle(frame->draw, at, 0.2 + 0.001 * health->points, (CwColour){200, 160, 60, 255});
    draw_count++;
}

typedef struct Slider {
    cpBody *body;
    double x_m, angle_rad;
    cpVect at_m;
    uint64_t first_tick;
} Slider;
static const CwField slider_fields[] = {CW_FIELD_LERP(Slider, x_m),
                                        CW_FIELD_LERP_ANGLE(Slider, angle_rad),
                                        CW_FIELD_LERP(Slider, at_m), CW_FIELD(Slider, first_tick)};

static void slider_follow(CwWorld *world, CwEntity self, void *data)
{
    (void)world, (void)self;
    Slider *slider = data;
    slider->at_m = cpBodyGetPosition(slider->body);
    slider->x_m = slider->at_m.x;
    slider->angle_rad = cpBodyGetAngle(slider->body);
}

/* Those of odd numbers only slide, the others only turn: a wrong guess fades by the length of both.
 */
static void slider_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Slider *slider = data;
    slider->body = cw_world_add_body(world, self, cpBodyNew(1, 1));
    slider->first_tick = cw_world_tick(world);
    cpBodySetPosition(slider->body, cpv(self.index1 % 2 == 0 ? 2 : -3, 0));
    slider_follow(world, self, slider);
}

static void slider_drive(CwWorld *world, CwEntity self, void *data)
{
    Slider *slider = data;
    const CwInputFrame *input = cw_world_input(world);
    double speed = 3 * cos(3 * cw_world_time_s(world)) + (cw_input_down(input, PUSH) ? 4 : 0);
    bool turns = self.index1 % 2 == 0;
    cpBodySetVelocity(slider->body, cpv(turns ? 0 : speed, 0));
    cpBodySetAngularVelocity(slider->body, turns ? speed : 0);
    if (cw_input_pressed(input, JUMP) && !turns) {
        double to_m = -cpBodyGetPosition(slider->body).x, angle = cpBodyGetAngle(slider->body);
        cw_world_teleport(world, slider->body, (CwTransform2){to_m, 0, angle}, CW_TELEPORT_SNAP);
        cw_world_lerp_teleport(world, self, &slider->x_m, to_m, CW_TELEPORT_SNAP);
        cw_world_lerp_teleport(world, self, &slider->at_m.x, to_m, CW_TELEPORT_SNAP);
    }
}

static void slider_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    const Slider *slider = data;
    CwTransform2 pose = cw_world_pose(world, slider->body, frame->alpha);
    double x_m = cw_world_lerp(world, self, &slider->x_m, frame->alpha);
    double angle_rad = cw_world_lerp(world, self, &slider->angle_rad, frame->alpha);
    cpVect at_m = cw_world_lerp_vect(world, self, &slider->at_m, frame->alpha);
    Seen *seen = cw_world_part_view(world, self, &seen_part);
    view_mistakes += seen->frames > 0 && seen->first_tick != slider->first_tick;
    *seen = (Seen){seen->frames + 1, slider->first_tick};
    worst_m = fmax(worst_m, fmax(fabs(x_m - pose.x_m), fabs(at_m.x - pose.x_m)));
    worst_rad = fmax(worst_rad, fabs(remainder(angle_rad - pose.angle_rad, 2 * CP_PI)));
    compared_count++;
    cw_draw_circle(frame->draw, (CwPoint2){x_m, at_m.y}, 0.4, (CwColour){90, 200, 240, 255});
}

typedef struct Beacon {
    int32_t count;
    uint64_t last_tick;
} Beacon;
static const CwField beacon_fields[] = {CW_FIELD(Beacon, count), CW_FIELD(Beacon, last_tick)};

static void beacon_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Beacon *beacon = data;
    beacon->count++;
    beacon->last_tick = cw_world_tick(world);
}

static const CwKind kinds[KIND_COUNT] = {
    [CRATE] = {"crate", sizeof(Crate), FIELDS(crate), .parts = {&health_part}, .spawn = crate_spawn,
               .tick = crate_tick, .update = count_hook, .late = count_hook, .draw = crate_draw,
               .end_frame = count_hook},
    [BARREL] = {"barrel", .parts = {&seen_part, &health_part}},
    [SLIDER] = {"slider", sizeof(Slider), FIELDS(slider), .parts = {&seen_part},
                .spawn = slider_spawn, .drive = slider_drive, .post_physics = slider_follow,
                .draw = slider_draw},
    [BEACON] = {"beacon", sizeof(Beacon), FIELDS(beacon), .tick = beacon_tick, .every_hz = 10},
};

typedef struct State {
    int32_t counts[2]; /* of the systems of 25 and 7 Hz */
} State;
static const CwField state_fields[] = {CW_FIELD_ARRAY(State, counts)};

static void count_25(CwWorld *world)
{
    ((State *)cw_world_state(world))->counts[0]++;
}

static void count_7(CwWorld *world)
{
    ((State *)cw_world_state(world))->counts[1]++;
}

static void replace(CwWorld *world)
{
    CwEntity first =
        cw_world_next_with(world, &seen_part, cw_world_next_of(world, BARREL, (CwEntity){0}));
    if (cw_input_pressed(cw_world_input(world), REPLACE)) {
        cw_world_destroy(world, first);
        cw_world_spawn(world, SLIDER, NULL, 0);
    }
}

static void say(CwWorld *world)
{
    const State *state = cw_world_state_const(world);
    printf("systems %d %d\n", state->counts[0], state->counts[1]);
    for (CwEntity at = {0}; (at = cw_world_next_with(world, &health_part, at)).index1 != 0;) {
        const Health *health = cw_world_part_const(world, at, &health_part);
        printf("health %u %d\n", at.index1, health->points);
    }
    for (CwEntity at = {0}; (at = cw_world_next_of(world, BEACON, at)).index1 != 0;) {
        const Beacon *beacon = cw_world_data_const(world, at);
        printf("beacon %d last %d\n", beacon->count, (int)beacon->last_tick);
    }
    printf("hooks %d draws %d\n", hook_count, draw_count);
    printf("blended %d worst %.12f m %.12f rad, views %d wrong\n", compared_count, worst_m,
           worst_rad, view_mistakes);
}

static const CwSystem systems[] = {
    {"replace", CW_PHASE_GAME_LOGIC, .tick = replace, .dispose = say},
    {"count.25", CW_PHASE_GAME_LOGIC, .tick = count_25, .every_hz = 25},
    {"count.7", CW_PHASE_GAME_LOGIC, .tick = count_7, .every_hz = 7},
};

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    static const int spawned[] = {CRATE,  BARREL, SLIDER, SLIDER, BEACON,
                                  BEACON, BEACON, BEACON, BEACON, BEACON};
    (void)map, (void)error;
    cpSpaceSetGravity(cw_world_space(world), cpvzero);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(spawned); i++) {
        cw_world_spawn(world, spawned[i], NULL, 0);
    }
    return true;
}

static const CwActionDef actions[ACTION_COUNT] = {
    {"push", "push", "key:Right"}, {"replace", "replace", "key:S"}, {"jump", "jump", "key:J"}};
static const CwGame game = {
    .id = "parts",
    .title = "Parts",
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.kinds = kinds,
                .kind_count = KIND_COUNT,
                .systems = systems,
                .system_count = (int)CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = (int)CW_ARRAY_LENGTH(state_fields)},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&game, argc, argv);
}
