/* A mouse game: drag crates and throw them at a tower of cans until all cans are down. The fewest
 * throws win.
 *
 * Worth a look: a tick reads the pointer in metres (CwGame.input.pointer_in_world), so recordings
 * hold it. A query of Chipmunk finds the crate under the pointer. The hand is a body; from press to
 * release a pivot joint of limited force connects it with the crate. CwGame.rank.by ranks runs by
 * CwProbe.score. The game's own table of the best runs is save data. It takes only clean runs
 * (cw_frame_run_info) and asks for a name (text_entry.h); a page of the menus shows it. Functions
 * make the sounds, which start at the tick and place of events. */
#include "clockwork/clockwork.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GRAB, ACTION_COUNT };
enum { CRATE, CAN };
enum { CRATES = 4, ROWS = 4, CANS = ROWS * (ROWS + 1) / 2, WALLS = 4 };

static const double FLOOR_M = -4.5, SHELF_M = -2, REACH_M = 0.3, HAND_MAX_N = 400;
static const double LINE_M = -2; /* crates are held on this side of it */
static const double SIZE_M[] = {[CRATE] = 0.9, [CAN] = 0.8}, MASS_KG[] = {[CRATE] = 4, [CAN] = 0.8};

static const CwColour colours[] = {[CRATE] = {196, 140, 80, 255}, [CAN] = {110, 170, 190, 255}};
static const CwColour dark = {60, 48, 44, 255}, red = {210, 70, 60, 255};
static const cpVect walls[WALLS][2] = {{{-10, -4.5}, {10, -4.5}},
                                       {{-10, -4.5}, {-10, 12}},
                                       {{10, -4.5}, {10, 12}},
                                       {{3.5, -2}, {8, -2}}};

typedef struct State {
    cpBody *hand;
    cpConstraint *grip; /* NULL while the hand is empty */
    bool holds;
    uint32_t throws, down;
    uint64_t finish_tick; /* tick of the last can's fall; 0: some stand */
} State;
static const CwField state_fields[] = {CW_FIELD(State, holds), CW_FIELD(State, throws),
                                       CW_FIELD(State, down), CW_FIELD(State, finish_tick)};

/* ---- the hand ---- */

static void let_go(CwWorld *world, State *state)
{
    cw_world_remove_constraint(world, state->grip);
    state->grip = NULL;
    state->holds = false;
}

static void grab(CwWorld *world, State *state, cpVect at_m)
{
    cpPointQueryInfo under;
    cpShape *shape =
        cpSpacePointQueryNearest(cw_world_space(world), at_m, REACH_M, CP_SHAPE_FILTER_ALL, &under);
    if (cw_world_kind(world, cw_shape_owner(shape)) != CRATE || at_m.x > LINE_M) {
        return;
    }
    cpBody *crate = cpShapeGetBody(shape);
    cpVect anchor = cpBodyWorldToLocal(crate, under.distance > 0 ? under.point : at_m);
    state->grip = cpPivotJointNew2(state->hand, crate, cpvzero, anchor);
    cpConstraintSetMaxForce(state->grip, HAND_MAX_N);
    cw_world_add_constraint(world, cw_shape_owner(shape), state->grip);
    state->holds = true;
}

/* The hand gets a velocity, not only a place, so a crate that is let go keeps it. */
static void hand_move(CwWorld *world)
{
    State *state = cw_world_state(world);
    const CwInputFrame *input = cw_world_input(world);
    CwPoint2 pointer = cw_input_pointer_m(input);
    cpVect at_m = cpv(pointer.x, pointer.y), way = cpvsub(at_m, cpBodyGetPosition(state->hand));
    if (cw_input_pressed(input, GRAB) && !state->holds) {
        cpBodySetPosition(state->hand, at_m);
        way = cpvzero;
        grab(world, state, at_m);
    }
    cpBodySetVelocity(state->hand, cpvmult(way, 1 / cw_world_dt_s(world)));
    if (state->holds && (!cw_input_down(input, GRAB) || at_m.x > LINE_M)) {
        let_go(world, state);
        state->throws++;
    }
}

/* ---- crates and cans ---- */

typedef struct Thing {
    cpBody *body;
    bool down; /* a can that has fallen */
} Thing;
static const CwField thing_fields[] = {CW_FIELD(Thing, down)};

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Thing *thing = data;
    int kind = cw_world_kind(world, self);
    double size_m = SIZE_M[kind], mass_kg = MASS_KG[kind];
    cpBody *body = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, size_m, size_m));
    cpBodySetPosition(body, *(const cpVect *)args);
    thing->body = cw_world_add_body(world, self, body);
    cpShape *shape = cpBoxShapeNew(body, size_m - 0.04, size_m - 0.04, 0.02);
    cpShapeSetFriction(shape, 0.7);
    cw_world_add_shape(world, self, shape);
}

static void crate_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    cpBody *body = ((Thing *)data)->body;
    cpVect at_m = cpBodyGetPosition(body);
    State *state = cw_world_state(world);
    if (!state->holds && at_m.x > LINE_M && cpvlength(cpBodyGetVelocity(body)) < 0.2) {
        double x_m = cw_rng_range(cw_world_rng(world), -8, -5); /* a thrown crate comes back */
        cw_world_teleport(world, body, (CwTransform2){x_m, 4, 0}, CW_TELEPORT_SNAP);
    }
}

static void can_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Thing *can = data;
    State *state = cw_world_state(world);
    if (can->down || cpBodyGetPosition(can->body).y > SHELF_M) {
        return;
    }
    can->down = true;
    if (++state->down == CANS) {
        state->finish_tick = cw_world_tick(world);
    }
}

static CwProbe probe(const CwWorld *world)
{
    const State *state = cw_world_state_const(world);
    return (CwProbe){.progress = state->down / (double)CANS,
                     .finished = state->finish_tick > 0,
                     .finish_tick = state->finish_tick,
                     .score = state->throws};
}

/* Each second, takes a crate and throws it forwards and up. */
static void bot(const CwWorld *world, CwInputFrame *input)
{
    const State *state = cw_world_state_const(world);
    cpVect at_m = cpvadd(cpBodyGetPosition(state->hand), cpv(0.22, 0.1));
    CwEntity crate = {0};
    while (!state->holds && (crate = cw_world_next_of(world, CRATE, crate)).index1 != 0) {
        cpVect crate_m =
            cpBodyGetPosition(((const Thing *)cw_world_data_const(world, crate))->body);
        at_m = crate_m.x < LINE_M || at_m.x > LINE_M ? crate_m : at_m;
    }
    cw_input_point_at(input, (CwPoint2){at_m.x, at_m.y});
    input->down = (uint32_t)(state->holds || cw_world_tick(world) % 60 == 0) << GRAB;
}

/* ---- the level ---- */

static void add_wall(CwWorld *world, cpVect from_m, cpVect to_m)
{
    cpShape *wall =
        cpSegmentShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), from_m, to_m, 0.1);
    cpShapeSetFriction(wall, 0.8);
    cw_world_add_shape(world, (CwEntity){0}, wall);
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    State *state = cw_world_state(world);
    state->hand = cw_world_add_body(world, (CwEntity){0}, cpBodyNewKinematic());
    for (int i = 0; i < WALLS; i++) {
        add_wall(world, walls[i][0], walls[i][1]);
    }
    for (int i = 0; i < CRATES; i++) {
        cpVect at_m = cpv(-8 + 1.5 * i, FLOOR_M + 0.6);
        cw_world_spawn(world, CRATE, &at_m, sizeof at_m);
    }
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < ROWS - row; i++) {
            cpVect at_m = cpv(4.2 + 0.9 * i + 0.45 * row, SHELF_M + 0.5 + 0.8 * row);
            cw_world_spawn(world, CAN, &at_m, sizeof at_m);
        }
    }
    return true;
}

/* ---- the table of the best ---- */

enum { PLACES = 20, NAME_BYTES = 36, TABLE_VERSION = 2 };
typedef struct Table {
    struct {
        uint32_t throws; /* in rising order; 0: the place is free */
        char name[NAME_BYTES + 1];
    } places[PLACES];
    char last_name[NAME_BYTES + 1];
} Table;
typedef struct View {
    Table table;
    bool is_read; /* the table was read since the level's start */
    bool noted;   /* this finish was handled */
    bool asks;    /* the player types a name */
} View;

static Table *table_of(const CwFrame *frame)
{
    View *view = frame->view;
    CwSave save = {0};
    if (!view->is_read && cw_save_read(frame->saves, "table", &save, NULL) &&
        save.version == TABLE_VERSION && save.size == sizeof view->table) {
        memcpy(&view->table, save.bytes, sizeof view->table);
    }
    cw_save_free(&save);
    view->is_read = true;
    return &view->table;
}

static void table_write(CwFrame *frame)
{
    cw_save_write(frame->saves, "table", &(CwSave){TABLE_VERSION, table_of(frame), sizeof(Table)},
                  NULL);
}

/* The place in the table for a number of throws; PLACES: none. */
static int table_place(const Table *table, uint32_t throws)
{
    int place = 0;
    while (place < PLACES && table->places[place].throws > 0 &&
           table->places[place].throws <= throws) {
        place++;
    }
    return place;
}

static void table_add(Table *table, uint32_t throws, const char *name)
{
    int place = table_place(table, throws);
    if (place < PLACES) {
        memmove(&table->places[place + 1], &table->places[place],
                (size_t)(PLACES - 1 - place) * sizeof table->places[0]);
        table->places[place].throws = throws;
        snprintf(table->places[place].name, sizeof table->places[place].name, "%s", name);
        snprintf(table->last_name, sizeof table->last_name, "%s", name);
    }
}

/* Asks for a name once after the finish of a clean run. The results wait for it. */
static void table_update(const CwWorld *world, CwFrame *frame)
{
    View *view = frame->view;
    Table *table = table_of(frame);
    const State *state = cw_world_state_const(world);
    bool finished = state->finish_tick > 0;
    if (finished && !view->noted) {
        view->asks = cw_frame_run_info(frame).clean && table_place(table, state->throws) < PLACES;
    }
    view->noted = finished;
    if (view->asks) {
        cw_text_entry_begin(frame, &(CwTextEntryDesc){table->last_name, NAME_BYTES, "Your name"});
    }
    CwTextEntry entry = cw_text_entry(frame);
    if (entry.status == CW_TEXT_ENTRY_CONFIRMED) {
        table_add(table, state->throws, entry.text);
        table_write(frame);
    }
    view->asks = view->asks && entry.status == CW_TEXT_ENTRY_TYPING;
}

static int table_count(const CwFrame *frame)
{
    return table_place(table_of(frame), UINT32_MAX);
}

static void table_item(const CwFrame *frame, int index, CwMenuItem *item)
{
    const Table *table = table_of(frame);
    snprintf(item->label, sizeof item->label, "%d.  %s", index + 1, table->places[index].name);
    snprintf(item->value, sizeof item->value, "%u throws", table->places[index].throws);
}

static void table_clear(CwFrame *frame)
{
    *table_of(frame) = (Table){0};
    table_write(frame);
}

static const CwMenuRow table_rows[] = {{NULL, .count = table_count, .item = table_item},
                                       {"Clear the table", .confirm = table_clear}};
static const CwMenuPage pages[] = {{"Best throws", table_rows, CW_ARRAY_LENGTH(table_rows)}};
static const CwMenuRow rows[] = {
    {"Best throws", CW_MENU_TITLE | CW_MENU_PAUSE | CW_MENU_FINISH, .page = "Best throws"}};

/* ---- the view ---- */

static void draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    int kind = cw_world_kind(world, self);
    CwTransform2 at = cw_world_pose(world, ((const Thing *)data)->body, frame->alpha);
    cpVect turn = cpvmult(cpvforangle(at.angle_rad), SIZE_M[kind] / 2 - 0.02);
    CwPoint2 corners[4];
    for (int i = 0; i < 4; i++) {
        cpVect out = cpvadd(turn, cpvperp(turn));
        corners[i] = (CwPoint2){at.x_m + out.x, at.y_m + out.y};
        turn = cpvperp(turn);
    }
    cw_draw_polygon(frame->draw, corners, 4, colours[kind]);
    CwPoint2 crosses[] = {corners[0], corners[2]};
    cw_draw_polyline(frame->draw, crosses, kind == CRATE ? 2 : 0, 0.08, dark);
}

static void scene_draw(const CwWorld *world, CwFrame *frame)
{
    const State *state = cw_world_state_const(world);
    cw_draw_set_layer(frame->draw, -1);                    /* behind the things, on layer 0 */
    CwWorldRect seen = cw_draw_visible_world(frame->draw); /* fills a window of any shape */
    double height_m = seen.top_m - seen.bottom_m;
    CwRectDraw sky = {-1e3, seen.top_m, 2e3, height_m, {250, 226, 190, 255}, {200, 214, 210, 255}};
    CwRectDraw reach = {-1e3,     seen.top_m,          1e3 + LINE_M,
                        height_m, {255, 255, 255, 60}, {255, 255, 255, 60}};
    cw_draw_rect(frame->draw, &sky);
    cw_draw_rect(frame->draw, &reach);
    for (int i = 0; i < WALLS; i++) {
        CwPoint2 ends[] = {{walls[i][0].x, walls[i][0].y}, {walls[i][1].x, walls[i][1].y}};
        cw_draw_polyline(frame->draw, ends, 2, 0.2, dark);
    }
    cw_draw_set_layer(frame->draw, 10);
    cpVect hand_m = cpBodyGetPosition(state->hand);
    cw_draw_circle(frame->draw, (CwPoint2){hand_m.x, hand_m.y}, state->holds ? 0.15 : 0.1, red);
    char text[64];
    snprintf(text, sizeof text,
             state->finish_tick > 0 ? "All down in %u throws" : "throws: %u   to go: %u",
             state->throws, CANS - state->down);
    cw_draw_set_screen(frame->draw);
    CwTextDraw line = {.text = text,
                       .face = CW_FACE_BOLD,
                       .align = CW_ALIGN_CENTRE,
                       .x = 320,
                       .y = 30,
                       .size = 28,
                       .colour = dark};
    if (frame->scene < CW_SCENE_RESULTS) {
        cw_draw_text(frame->draw, &line);
    }
}

/* ---- sounds ---- */

enum { KNOCK, CLANK, SOUND_COUNT };

static void make_knock(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames * channels; i++) {
        double t = (double)i / CW_SOUND_RATE;
        samples[i] = (float)(0.9 * exp(-t * 40) * sin(t * 2 * CP_PI * (140 + 80 * exp(-t * 90))));
    }
}

static void make_clank(float *samples, int frames, int channels)
{
    for (int i = 0; i < frames * channels; i++) {
        double t = (double)i / CW_SOUND_RATE, w = t * 2 * CP_PI;
        samples[i] = (float)(0.3 * exp(-t * 18) * (sin(w * 1130) + sin(w * 1790) + sin(w * 2710)));
    }
}

/* Plays a sound where things meet; a faster hit is louder. */
static void scene_sound(const CwWorld *world, CwFrame *frame)
{
    for (int i = 0; i < frame->events.count; i++) {
        const CwEvent *event = &frame->events.items[i];
        if (event->type == CW_EVENT_CONTACT_BEGIN && event->strength > 0.5) {
            CwPoint2 at = {event->point.x, event->point.y};
            bool can =
                cw_world_kind(world, event->a) == CAN || cw_world_kind(world, event->b) == CAN;
            CwSoundHow how = {.place = &at, .tick = event->tick};
            cw_sound_play(frame, can ? CLANK : KNOCK, event->strength / 10, &how);
        }
    }
}

static const CwSoundDef sounds[SOUND_COUNT] = {
    [KNOCK] = {.name = "knock", .make = make_knock, .seconds = 0.2},
    [CLANK] = {.name = "clank", .make = make_clank, .seconds = 0.3}};
static const CwActionDef actions[] = {{"grab", "grab and throw", "mouse:left"}};
static const CwKind kinds[] = {
    [CRATE] = {"crate", sizeof(Thing), thing_fields, 1, spawn, .tick = crate_tick, .draw = draw},
    [CAN] = {"can", sizeof(Thing), thing_fields, 1, spawn, .tick = can_tick, .draw = draw}};
static const CwSystem systems[] = {{"hand.move", CW_PHASE_PRE_PHYSICS, .tick = hand_move},
                                   {"table.update", CW_PHASE_UPDATE, .frame = table_update},
                                   {"scene.sound", CW_PHASE_UPDATE, .frame = scene_sound},
                                   {"scene.draw", CW_PHASE_RENDER, .frame = scene_draw}};
static const CwGame throw = {
    .id = "throw",
    .title = "Throw",
    .input = {.actions = actions, .action_count = ACTION_COUNT, .pointer_in_world = true},
    .content = {.kinds = kinds,
                .kind_count = CW_ARRAY_LENGTH(kinds),
                .systems = systems,
                .system_count = CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = CW_ARRAY_LENGTH(state_fields)},
    .looks = {.view_bytes = sizeof(View),
              .theme = {{60, 48, 44, 255}, {200, 90, 60, 255}, {250, 240, 220, 230}},
              .camera_height_m = 12},
    .sound = {.list = sounds, .count = SOUND_COUNT},
    .rank = {.by = CW_RANK_SCORE_LOW},
    .menu = {.rows = rows,
             .row_count = CW_ARRAY_LENGTH(rows),
             .pages = pages,
             .page_count = CW_ARRAY_LENGTH(pages)},
    .start = start,
    .probe = probe,
    .bot = bot};

int main(int argc, char **argv)
{
    return cw_main(&throw, argc, argv);
}
