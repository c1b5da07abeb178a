/* Two players collect stars, each in one half of the picture with its own camera. A map of the
 * whole level is between the halves.
 *
 * Worth a look: cw_draw_view_begin takes a camera and the rectangle that it fills. The same
 * function draws the world into each view; cw_world_draw draws the entities. The picture fills any
 * window (display.scaling=expand), so cw_draw_view places halves, map and points. Distant stars
 * have a layer's camera: they move half as fast, and turn. */
#include "clockwork/clockwork.h"

#include <math.h>
#include <stdio.h>

enum { LEFT, RIGHT, UP, DOWN, ACTION_COUNT };
enum { SHIP, STAR };
enum { PLAYERS = 2, STARS = 12, FAR_STARS = 60 };
enum { LAYER_FAR = -2, LAYER_FIELD = -1, LAYER_HALVES = 10, LAYER_MAP, LAYER_TEXT };

static const double HALF_FIELD_M = 20, SHIP_M = 0.6, PUSH_N = 14, SEEN_M = 14;
static const CwColour colours[PLAYERS] = {{240, 120, 90, 255}, {100, 180, 250, 255}};
static const CwColour night = {16, 20, 40, 255}, line = {80, 90, 130, 255};
static const CwColour gold = {250, 220, 110, 255}, dim = {120, 130, 170, 255};

typedef struct State {
    uint32_t points[PLAYERS];
} State;
static const CwField state_fields[] = {CW_FIELD_ARRAY(State, points)};

typedef struct Ship {
    cpBody *body;
    int32_t player;
} Ship;
static const CwField ship_fields[] = {CW_FIELD(Ship, player)};

typedef struct Star {
    cpBody *body;
} Star;

/* ---- ticks ---- */

static void ship_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Ship *ship = data;
    ship->player = *(const int32_t *)args;
    ship->body = cw_world_add_body(world, self, cpBodyNew(1, 1));
    cpBodySetPosition(ship->body, cpv(ship->player == 0 ? -4 : 4, 0));
    cpShape *shape = cpCircleShapeNew(ship->body, SHIP_M, cpvzero);
    cpShapeSetElasticity(cw_world_add_shape(world, self, shape), 0.8);
}

static void ship_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const Ship *ship = data;
    const CwInputFrame *input = cw_world_player_input(world, ship->player);
    cpVect push = cpv(cw_input_value(input, RIGHT) - cw_input_value(input, LEFT),
                      cw_input_value(input, UP) - cw_input_value(input, DOWN));
    cpVect drag = cpvmult(cpBodyGetVelocity(ship->body), -1);
    cpBodyApplyForceAtWorldPoint(ship->body, cpvadd(cpvmult(push, PUSH_N), drag),
                                 cpBodyGetPosition(ship->body));
}

static void ship_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    (void)self;
    if (event->type == CW_EVENT_TRIGGER_ENTER) {
        ((State *)cw_world_state(world))->points[((Ship *)data)->player]++;
        cw_world_destroy(world, event->b);
        cw_world_spawn(world, STAR, NULL, 0);
    }
}

static void star_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)args;
    Star *star = data;
    CwRng *rng = cw_world_rng(world);
    star->body = cw_world_add_body(world, self, cpBodyNewKinematic());
    double most_m = HALF_FIELD_M - 1;
    cpBodySetPosition(star->body, cpv(cw_rng_range(rng, -most_m, most_m), 0));
    cpBodySetPosition(star->body,
                      cpv(cpBodyGetPosition(star->body).x, cw_rng_range(rng, -most_m, most_m)));
    cpShape *sensor = cpCircleShapeNew(star->body, 0.5, cpvzero);
    cpShapeSetSensor(sensor, true);
    cw_world_add_shape(world, self, sensor);
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    const double r = HALF_FIELD_M;
    const cpVect corners[] = {{-r, -r}, {r, -r}, {r, r}, {-r, r}, {-r, -r}};
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    for (int i = 0; i < 4; i++) {
        cpShape *wall = cpSegmentShapeNew(ground, corners[i], corners[i + 1], 0.2);
        cpShapeSetElasticity(cw_world_add_shape(world, (CwEntity){0}, wall), 0.8);
    }
    for (int32_t i = 0; i < PLAYERS; i++) {
        cw_world_spawn(world, SHIP, &i, sizeof i);
    }
    for (int i = 0; i < STARS; i++) {
        cw_world_spawn(world, STAR, NULL, 0);
    }
    return true;
}

/* ---- the picture ---- */

static void ship_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Ship *ship = data;
    CwTransform2 at = cw_world_pose(world, ship->body, frame->alpha);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, SHIP_M, colours[ship->player]);
    cw_draw_circle(frame->draw, (CwPoint2){at.x_m, at.y_m}, SHIP_M * 0.5, night);
}

static void star_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world, (void)self;
    cpVect at = cpBodyGetPosition(((const Star *)data)->body);
    CwPoint2 corners[10];
    for (int i = 0; i < 10; i++) {
        double radius_m = i % 2 == 0 ? 0.5 : 0.25, angle_rad = CP_PI * (0.5 + i / 5.0);
        corners[i] = (CwPoint2){at.x + radius_m * cos(angle_rad), at.y + radius_m * sin(angle_rad)};
    }
    for (int i = 0; i < 10; i += 2) { /* one ray at a time */
        const CwPoint2 ray[] = {{at.x, at.y}, corners[(i + 9) % 10], corners[i], corners[i + 1]};
        cw_draw_polygon(frame->draw, ray, 4, gold);
    }
}

/* Draws through the list's current camera. */
static void draw_world(const CwWorld *world, CwFrame *frame)
{
    CwDrawList *list = frame->draw;
    CwViewRect view = cw_draw_view(list);
    cw_draw_set_screen(list);
    cw_draw_set_layer(list, LAYER_FAR);
    cw_draw_rect(list, &(CwRectDraw){view.x, view.y, view.width, view.height, night, night});
    cw_draw_set_layer_camera(list,
                             &(CwLayerCamera){.parallax = 0.5, .zoom = 0.8, .angle_rad = 0.4});
    for (int i = 0; i < FAR_STARS; i++) {
        cw_draw_circle(list, (CwPoint2){i * 37 % 41 - 20.0, i * 23 % 43 - 21.0}, 0.05, dim);
    }
    cw_draw_set_world(list, 1);
    cw_draw_set_layer(list, LAYER_FIELD);
    const double r = HALF_FIELD_M;
    const CwPoint2 fence[] = {{-r, -r}, {r, -r}, {r, r}, {-r, r}, {-r, -r}};
    cw_draw_polyline(list, fence, 5, 0.4, line);
    cw_world_draw(world, frame, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 255});
}

static CwPoint2 place_of(const CwWorld *world, int32_t player, double alpha)
{
    CwEntity ship = {0};
    while ((ship = cw_world_next_of(world, SHIP, ship)).index1 != 0) {
        const Ship *it = cw_world_data_const(world, ship);
        if (it->player == player) {
            CwTransform2 at = cw_world_pose(world, it->body, alpha);
            return (CwPoint2){at.x_m, at.y_m};
        }
    }
    return (CwPoint2){0, 0};
}

/* The halves are side by side in a wide picture, one above the other in a tall one. */
static CwViewRect half_of(CwViewRect view, int32_t player)
{
    bool wide = view.width >= view.height;
    CwViewRect half = {view.x, view.y, wide ? view.width / 2 : view.width,
                       wide ? view.height : view.height / 2};
    half.x += wide ? half.width * player : 0;
    half.y += wide ? 0 : half.height * player;
    return half;
}

static void halves_draw(const CwWorld *world, CwFrame *frame)
{
    CwDrawList *list = frame->draw;
    CwViewRect view = cw_draw_view(list);
    const State *state = cw_world_state_const(world);
    for (int32_t i = 0; i < PLAYERS; i++) {
        CwPoint2 at = place_of(world, i, frame->alpha);
        CwCamera camera = {.x_m = at.x, .y_m = at.y, .height_m = SEEN_M, .view = half_of(view, i)};
        CwViewRect half = camera.view;
        cw_draw_view_begin(list, &camera, LAYER_HALVES);
        draw_world(world, frame);
        cw_draw_set_screen(list); /* covers the whole picture, not the view */
        cw_draw_set_layer(list, LAYER_TEXT);
        char text[16];
        snprintf(text, sizeof text, "%u", state->points[i]);
        cw_draw_text(list, &(CwTextDraw){.text = text,
                                         .face = CW_FACE_BOLD,
                                         .x = half.x + 14,
                                         .y = half.y + 26,
                                         .size = 32,
                                         .colour = colours[i]});
        cw_draw_view_end(list);
    }
}

static void map_draw(const CwWorld *world, CwFrame *frame)
{
    const double side = 110, edge = 2;
    CwDrawList *list = frame->draw;
    CwViewRect view = cw_draw_view(list), last = half_of(view, PLAYERS - 1);
    CwPoint2 ends[] = {{last.x, last.y}, {view.x + view.width, view.y + view.height}};
    CwViewRect map = {view.x + (view.width - side) / 2, view.y + view.height - side - 12, side,
                      side};
    if (last.y > view.y) { /* one half above the other */
        map.x = view.x + view.width - side - 12;
        ends[1].y = last.y;
    } else {
        ends[1].x = last.x;
    }
    cw_draw_set_screen(list);
    cw_draw_set_layer(list, LAYER_MAP);
    cw_draw_polyline(list, ends, 2, 2 * edge, line);
    cw_draw_rect(list, &(CwRectDraw){map.x - edge, map.y - edge, side + 2 * edge, side + 2 * edge,
                                     line, line});
    CwCamera whole = {.height_m = 2 * HALF_FIELD_M + 1, .view = map};
    cw_draw_view_begin(list, &whole, LAYER_MAP);
    draw_world(world, frame);
    cw_draw_view_end(list);
}

static const CwActionDef actions[ACTION_COUNT] = {{"left", "left", "key:A pad:leftx-"},
                                                  {"right", "right", "key:D pad:leftx+"},
                                                  {"up", "up", "key:W pad:lefty-"},
                                                  {"down", "down", "key:S pad:lefty+"}};
static const char *const second[ACTION_COUNT] = {"key:Left pad:leftx-", "key:Right pad:leftx+",
                                                 "key:Up pad:lefty-", "key:Down pad:lefty+"};
static const char *const defaults[] = {"simulation.gravity=0", "display.scaling=expand"};
static const CwKind kinds[] = {
    [SHIP] = {"ship", sizeof(Ship), ship_fields, 1, ship_spawn, ship_drive, .event = ship_event,
              .draw = ship_draw},
    [STAR] = {"star", sizeof(Star), .spawn = star_spawn, .draw = star_draw}};
static const CwSystem systems[] = {{"halves.draw", CW_PHASE_RENDER, .frame = halves_draw},
                                   {"map.draw", CW_PHASE_RENDER, .frame = map_draw}};
static const CwGame split = {
    .id = "split",
    .title = "Split",
    .input = {.actions = actions,
              .action_count = ACTION_COUNT,
              .player_count = PLAYERS,
              .player_bindings = {second}},
    .content = {.kinds = kinds,
                .kind_count = CW_ARRAY_LENGTH(kinds),
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.theme = {{255, 255, 255, 255}, {250, 220, 110, 255}, {16, 20, 40, 220}},
              .camera_height_m = 14},
    .menu = {.defaults = defaults, .default_count = CW_ARRAY_LENGTH(defaults)},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&split, argc, argv);
}
