/* Tiles' collision shapes in a world: few, and nothing trips over them. */
#include "clockwork/worlds.h"
#include "sim/session.h"
#include "sim/tile_ground.h"
#include "support/sim_world.h"
#include "support/temp_map.h"

/* Tiles of a metre: 1 full, 2 a slope up to the right, 3 full of other friction, 4 one way, 5 a
 * sensor, 6 the lower half, 7 nothing. */
#define TILESET                                                                                    \
    "<tileset firstgid='1' name='t' tilewidth='16' tileheight='16' tilecount='8' columns='4'>"     \
    "<image source='t.png' width='64' height='32'/>"                                               \
    "<tile id='0'><objectgroup><object x='0' y='0' width='16' height='16'/></objectgroup></tile>"  \
    "<tile id='1'><objectgroup><object x='0' y='16'><polygon points='0,0 16,0 16,-16'/></object>"  \
    "</objectgroup></tile>"                                                                        \
    "<tile id='2'><properties><property name='friction' type='float' value='0.125'/>"              \
    "</properties><objectgroup><object x='0' y='0' width='16' height='16'/></objectgroup></tile>"  \
    "<tile id='3'><properties><property name='one_way' type='bool' value='true'/></properties>"    \
    "<objectgroup><object x='0' y='0' width='16' height='4'/></objectgroup></tile>"                \
    "<tile id='4'><properties><property name='sensor' type='bool' value='true'/></properties>"     \
    "<objectgroup><object x='0' y='0' width='16' height='16'/></objectgroup></tile>"               \
    "<tile id='5'><objectgroup><object x='0' y='8' width='16' height='8'/></objectgroup></tile>"   \
    "</tileset>"

static Session session; /* gives the world its map */
static const char *tileset;
static int offset_px; /* of the layer */

static void tear_down(void)
{
    if (session.world != NULL) {
        session_close(&session);
    }
    sim_tear_down();
    tear_down_map();
}

SET_UP(.tear_down = tear_down)
{
    tileset = TILESET;
    offset_px = 0;
    sim_begin_physics(1, -10.0);
}

/* A digit is a tile's number; / is a slope with its left and right exchanged. */
static void write_map(const char *rows, int columns, int row_count)
{
    FILE *file = fopen(temp_path("map.tmx"), "w");
    fprintf(file,
            "<map width='%d' height='%d' tilewidth='16' tileheight='16'><properties><property "
            "name='pixels_per_metre' type='int' value='16'/></properties>%s<layer name='l' "
            "width='%d' height='%d' offsetx='%d'><data encoding='csv'>",
            columns, row_count, tileset, columns, row_count, offset_px);
    for (const char *c = rows; *c != '\0'; c++) {
        fprintf(file, "%s%u", c == rows ? "" : ",", *c == '/' ? 2147483650u : (unsigned)*c - '0');
    }
    fputs("</data></layer></map>", file);
    fclose(file);
}

static int add_shapes(CwWorld *world, const CwMap *of)
{
    CwMapCollision collision = cw_map_collision_default();
    return cw_map_build_collision(world, of, &collision, &error);
}

static int build(const char *rows, int columns, int row_count)
{
    write_map(rows, columns, row_count);
    EXPECT_OK(load_map("map.tmx"));
    session.map = map;
    sim.world->session = &session;
    int count = add_shapes(sim.world, map);
    ck_assert_msg((count >= 0) == (error.text[0] == '\0'), "%s", error.text);
    return count;
}

typedef struct Layout {
    const char *rows;
    int columns, row_count;
    int shapes;
} Layout;

static const Layout LAYOUTS[] = {
    {"111111", 6, 1, 4},       /* one box */
    {"111111111111", 6, 2, 4}, /* a taller one */
    {"100100100111", 3, 4, 6}, /* an L */
    {"002021111", 3, 3, 5},    /* slopes that go on in one line, on a floor */
    {"111101111", 3, 3, 8},    /* a hole has an outline, too */
    {"1331", 4, 1, 8},         /* two frictions: upper and lower edges in three pieces */
    {"166", 3, 1, 6},          /* half as high: the edge between is cut where it shows */
    {"4440044", 7, 1, 2},      /* one-way tiles have upper edges only */
    {"555555555", 3, 3, 1},    /* a box of sensors */
    {"550550005", 3, 3, 2},    /* two of them */
    {"0700", 2, 2, 0},         /* tiles without shapes */
    {"10101010", 4, 2, 8},     /* columns */
};

TEST(tiles_merge_into_few_shapes, .rounds = CW_ARRAY_LENGTH(LAYOUTS))
{
    const Layout *layout = &LAYOUTS[_i];
    ck_assert_int_eq(build(layout->rows, layout->columns, layout->row_count), layout->shapes);
    sim_start(1);
}

static cpBody *add(cpBody *body, double x_m, double y_m, cpShape *shape)
{
    cpBodySetPosition(body, cpv(x_m, y_m));
    cw_world_add_body(sim.world, (CwEntity){0}, body);
    cw_world_add_shape(sim.world, (CwEntity){0}, shape);
    return body;
}

/* A box without friction that doesn't turn. */
static cpBody *add_box(double x_m, double y_m, double side_m, double speed_mps)
{
    cpBody *body = cpBodyNew(1.0, INFINITY);
    cpBodySetVelocity(body, cpv(speed_mps, 0.0));
    return add(body, x_m, y_m, cpBoxShapeNew(body, side_m, side_m, 0.0));
}

static cpBody *add_ball(double x_m, double y_m, double radius_m)
{
    cpBody *body = cpBodyNew(1.0, cpMomentForCircle(1.0, 0, radius_m, cpvzero));
    return add(body, x_m, y_m, cpCircleShapeNew(body, radius_m, cpvzero));
}

TEST(a_box_slides_over_joints_and_materials_without_tripping)
{
    build("000000000000000000000113311331133113311331", 21, 2);
    cpBody *box = add_box(1.0, 1.25, 0.5, 6.0);
    sim_start(0);
    for (int i = 0; i < 150; i++) {
        sim_run(&sim, 1);
        ck_assert_double_gt(cpBodyGetVelocity(box).x, 5.9999);
        ck_assert_double_lt(fabs(cpBodyGetPosition(box).y - 1.25), 0.11);
    }
    ck_assert_double_gt(cpBodyGetPosition(box).x, 15.0);
}

TEST(a_wall_of_tiles_does_not_stop_what_slides_down)
{
    build("0001000100010001000100010001", 4, 7);
    cpBody *box = add_box(2.74, 6.5, 0.5, 0.0);
    sim_start(0);
    for (int i = 0; i < 60; i++) {
        cpBodySetVelocity(box, cpv(2.0, cpBodyGetVelocity(box).y)); /* pressed against it */
        sim_run(&sim, 1);
    }
    ck_assert_double_lt(cpBodyGetPosition(box).y, 2.0);
}

TEST(one_way_tiles_let_through_from_below_and_hold_from_above)
{
    build("000000000444000000", 3, 6);
    cpBody *box = add_box(1.5, 1.0, 0.5, 0.0);
    cpBodySetVelocity(box, cpv(0.0, 8.0));
    sim_start(30);
    ck_assert_double_gt(cpBodyGetPosition(box).y, 3.25);
    sim_run(&sim, 120);
    EXPECT_WITHIN(cpBodyGetPosition(box).y, 3.1, 3.3);
}

/* ---- what is pushed into tiles comes out ---- */

static const char ROOM[] = "111111111111"
                           "110000000011"
                           "110000000011"
                           "110000000011"
                           "110000000011"
                           "110000000011"
                           "111111111111"
                           "111111111111";

/* The bodies whose centre is more than a centimetre outside of the hollow of ROOM. */
static int count_lost(void)
{
    int lost = 0;
    for (int i = 0; i < sim.world->body_count; i++) {
        cpVect at = cpBodyGetPosition(sim.world->bodies[i]);
        lost += at.x < 1.99 || at.x > 10.01 || at.y < 1.99 || at.y > 7.01;
    }
    return lost;
}

/* 800 creatures in 40 m2, who all press towards one wall. */
TEST(a_crowd_that_presses_on_a_wall_stays_outside_of_it)
{
    build(ROOM, 12, 8);
    for (int i = 0; i < 800; i++) {
        add_ball(2.2 + i % 40 * 0.19, 2.2 + i / 40 * 0.19, 0.1);
    }
    sim_start(0);
    for (int tick = 0; tick < 300; tick++) {
        for (int i = 0; i < 800; i++) {
            cpBodySetForce(sim_body(i), cpv(100.0, 0.0));
        }
        sim_run(&sim, 1);
    }
    ck_assert_int_eq(count_lost(), 0);
}

TEST(small_boxes_do_not_fall_through_tiles)
{
    build(ROOM, 12, 8);
    for (int i = 0; i < 60; i++) {
        cpBody *box = add_box(2.3 + i * 0.12, 4.0 + i % 7 * 0.1, 0.02, 0.0);
        cpBodySetVelocity(box, cpv(0.0, -5.0 - i));
    }
    sim_start(300);
    ck_assert_int_eq(count_lost(), 0);
}

TEST(a_light_body_under_a_heavy_one_is_not_pressed_into_the_ground)
{
    build(ROOM, 12, 8);
    cpBody *heavy = add_box(6.0, 5.2, 2.0, 0.0), *light = add_ball(6.0, 2.05, 0.05);
    cpBodySetMass(heavy, 10000);
    cpBodySetMass(light, 0.001);
    sim_start(240);
    cw_world_remove_body(sim.world, heavy);
    sim_run(&sim, 60);
    EXPECT_WITHIN(cpBodyGetPosition(light).y, 2.03, 2.06);
}

/* A ball in a slope, one in a wall two tiles thick and one with a lower half. */
TEST(a_body_inside_tiles_leaves_by_the_nearest_surface)
{
    build("000000000000002666111111", 6, 4);
    cpBody *in_slope = add_ball(2.6, 1.45, 0.05), *in_half = add_ball(4.5, 1.4, 0.05);
    cpBody *deep = add_ball(1.0, 0.7, 0.05);
    sim_start(1);
    ck_assert_double_gt(cpBodyGetPosition(in_slope).y, cpBodyGetPosition(in_slope).x - 1.0);
    sim_run(&sim, 60);
    EXPECT_WITHIN(cpBodyGetPosition(in_half).y, 1.53, 1.56);
    EXPECT_WITHIN(cpBodyGetPosition(deep).y, 1.03, 1.06);
}

TEST(a_hollow_body_around_a_wall_stays)
{
    build("000010000", 3, 3);
    cpBody *frame = cpBodyNew(1, 1);
    add(frame, 1.5, 1.25, cpSegmentShapeNew(frame, cpv(-1.0, -1.0), cpv(-1.0, 1.0), 0.1));
    cw_world_add_shape(sim.world, (CwEntity){0},
                       cpSegmentShapeNew(frame, cpv(1.0, -1.0), cpv(1.0, 1.0), 0.1));
    sim_start(1);
    EXPECT_WITHIN(cpBodyGetPosition(frame).y, 1.24, 1.25);
}

/* What a segment does, with the sides of its neighbours. */
typedef struct Look {
    cpVect a, b;
    int before, after, friction_percent, unused;
} Look;

typedef struct Looks {
    Look list[1000];
    int count, sensors_m2;
} Looks;

static int side(cpVect tangent, cpVect along)
{
    double turn = cpvcross(along, tangent), way = cpvdot(along, tangent);
    return (turn > 1e-9 ? 3 : turn < -1e-9 ? -3 : 0) + (way > 1e-9 ? 1 : way < -1e-9 ? -1 : 0);
}

static void add_look(cpShape *shape, void *context)
{
    Looks *looks = context;
    const cpSegmentShape *segment = (const cpSegmentShape *)shape;
    if (shape->sensor) {
        looks->sensors_m2 += (int)lround(cpBBArea(shape->bb));
        return;
    }
    cpVect along = cpvsub(segment->b, segment->a);
    looks->list[looks->count++] = (Look){.a = cpvadd(segment->a, cpvzero), /* -0 becomes 0 */
                                         .b = cpvadd(segment->b, cpvzero),
                                         .before = side(segment->a_tangent, along),
                                         .after = side(segment->b_tangent, along),
                                         .friction_percent = (int)(shape->u * 100)};
}

static int compare_looks(const void *x, const void *y)
{
    return memcmp(x, y, sizeof(Look));
}

static void look_at_shapes(const CwWorld *world, Looks *looks)
{
    *looks = (Looks){0};
    cpSpaceEachShape(world->space, add_look, looks);
    qsort(looks->list, (size_t)looks->count, sizeof(Look), compare_looks);
}

TEST(properties_of_tiles_reach_their_shapes)
{
    static Looks looks;
    int smooth_count = 0;
    build("1350", 4, 1);
    look_at_shapes(sim.world, &looks);
    for (int i = 0; i < looks.count; i++) {
        smooth_count += looks.list[i].friction_percent == 12;
    }
    ck_assert(smooth_count == 3 && looks.sensors_m2 == 1);
}

TEST(flipped_tiles_collide_as_they_are_seen)
{
    cpSegmentQueryInfo hit;
    ck_assert_int_eq(build("/", 1, 1), 3);
    sim_start(1);
    ck_assert_ptr_nonnull(cpSpaceSegmentQueryFirst(cw_world_space(sim.world), cpv(0.25, 2.0),
                                                   cpv(0.25, -1.0), 0.0, CP_SHAPE_FILTER_ALL,
                                                   &hit));
    ck_assert_double_eq_tol(hit.point.y, 0.75, 1e-9); /* high on the left now */
}

/* A cave made by a plain rule. */
TEST(a_million_tiles_become_some_thousand_segments)
{
    static char rows[1000001];
    for (int i = 0; i < 1000000; i++) {
        int x = i % 1000, y = i / 1000;
        rows[i] = (x / 16 + y / 16) % 3 == 0 || y % 50 == 49 ? '1' : '0';
    }
    int count = build(rows, 1000, 1000);
    EXPECT_WITHIN(count, 1000, 20000);
    sim_start(1);
}

/* 40,000 cells, each with 2 x 256 corners in the middle. */
TEST(more_edges_than_there_is_memory_for_are_refused)
{
    static char rows[40001], points[8192];
    memset(rows, '1', 40000);
    for (int i = 0, at = 0; i < 256; i++) {
        at += sprintf(points + at, "%.4g,%.4g ", 8 + 7 * cos(i * 0.0245), 8 + 7 * sin(i * 0.0245));
    }
    tileset = textf("<tileset firstgid='1' name='t' tilewidth='16' tileheight='16' tilecount='1' "
                    "columns='1'><image source='t.png' width='16' height='16'/><tile id='0'>"
                    "<objectgroup><object x='0' y='0'><polygon points='%s'/></object>"
                    "<object x='0' y='0'><polygon points='%s'/></object></objectgroup></tile>"
                    "</tileset>",
                    points, points);
    ck_assert_int_eq(build(rows, 200, 200), -1);
    expect_text(error.text, "its shapes have too many edges");
}

TEST(tiles_are_made_solid_once, .signal = SIGABRT)
{
    build("111", 3, 1);
    add_shapes(sim.world, map);
}

TEST(objects_of_every_form_get_shapes)
{
    static const int shapes[] = {1, 1, 2, 2, 0};
    temp_write("map.tmx",
               "<map width='9' height='9' tilewidth='16' tileheight='16'><objectgroup name='o'>"
               "<object id='1' x='16' y='16' width='16' height='16'/>"
               "<object id='2' x='16' y='16' width='32' height='16'><ellipse/></object>"
               "<object id='3' x='16' y='16'><polygon points='0,0 32,0 32,32 16,8'/></object>"
               "<object id='4' x='16' y='16'><polyline points='0,0 16,0 32,8'/></object>"
               "<object id='5' x='16' y='16'><point/></object></objectgroup></map>");
    EXPECT_OK(load_map("map.tmx"));
    CwMapCollision collision = cw_map_collision_default();
    for (int i = 0; i < 5; i++) {
        const CwMapObject *object = cw_map_object(map, i);
        int count = cw_map_build_object(sim.world, map, object, &collision, &error);
        ck_assert_msg(count == shapes[i], "object %d: %d: %s", i + 1, count, error.text);
    }
}

/* ---- tiles that change ---- */

static void set_tile(int column, int row, int number)
{
    CwMapTile tile = {.tileset = number == 0 ? -1 : 0, .id = number - 1};
    sim.world->is_in_tick = true;
    arena_make_current(sim.world->arena);
    cw_map_set_tile(sim.world, 0, column, row, tile);
}

enum { WIDE = 12, HIGH = 8 };

/* The looks of the shapes of a map that is loaded with these tiles. */
static void look_when_loaded(const char *rows, Looks *looks)
{
    Sim fresh;
    WorldDesc desc = sim_desc();
    desc.slot = 1;
    write_map(rows, WIDE, HIGH);
    CwMap *loaded = cw_map_load(temp_path("map.tmx"), &error);
    sim_open(&fresh, &desc);
    ck_assert_int_ge(add_shapes(fresh.world, loaded), 0);
    look_at_shapes(fresh.world, looks);
    world_close(fresh.world);
    cw_map_free(loaded);
}

/* Digs and fills at random. */
TEST(shapes_of_changed_tiles_are_those_of_a_map_loaded_like_this, .rounds = 2)
{
    offset_px = _i * 5;
    static Looks looks, wanted;
    char rows[WIDE * HIGH + 1] = "";
    CwRng rng;
    cw_rng_seed(&rng, 5, 1);
    memset(rows, '1', WIDE * HIGH);
    build(rows, WIDE, HIGH);
    sim_start(0);
    for (int tick = 0; tick < 150; tick++) {
        for (uint32_t i = cw_rng_below(&rng, 5) + 1; i > 0; i--) {
            int at = (int)cw_rng_below(&rng, WIDE * HIGH);
            rows[at] = "00011112345567"[cw_rng_below(&rng, 14)];
            set_tile(at % WIDE, at / WIDE, rows[at] - '0');
        }
        sim_run(&sim, 1);
        look_when_loaded(rows, &wanted);
        look_at_shapes(sim.world, &looks);
        ck_assert_msg(memcmp(&looks, &wanted, sizeof looks) == 0, "tick %d: %s", tick, rows);
    }
}

TEST(a_body_that_rests_on_a_removed_tile_wakes_and_falls)
{
    build("000111111", 3, 3);
    cpBody *ball = add_ball(1.5, 2.1, 0.1);
    sim_start(120);
    ck_assert(cpBodyIsSleeping(ball));
    set_tile(1, 1, 0);
    sim_run(&sim, 60);
    EXPECT_WITHIN(cpBodyGetPosition(ball).y, 1.08, 1.12);
}

TEST(a_body_in_a_cell_that_is_filled_is_put_outside)
{
    build("000000111", 3, 3);
    cpBody *ball = add_ball(1.5, 1.3, 0.1);
    sim_start(1);
    set_tile(1, 1, 1);
    sim_run(&sim, 30);
    cpVect at = cpBodyGetPosition(ball);
    ck_assert(at.y > 2.0 || at.x < 1.0 || at.x > 2.0);
}

/* ---- worlds with tiles of their own ---- */

/* Digs one cell in each tick, from left to right. */
static void dig(CwWorld *world)
{
    int column = (int)cw_world_tick(world) - 1;
    cw_map_set_tile(world, 0, column, 0, (CwMapTile){.tileset = -1});
}

static bool start(CwWorld *world, const CwMap *of, CwError *cause)
{
    return add_shapes(world, of) > 0;
}

static void open_diggers(void)
{
    static const CwSystem system = {"dig", CW_PHASE_GAME_LOGIC, .tick = dig};
    static const CwGame game = {
        .title = "Dig", .content = {.systems = &system, .system_count = 1}, .start = start};
    CwSimDesc defaults = cw_sim_desc_default(&game);
    write_map("11111111111111", 14, 1);
    SessionDesc desc = {.game = &game,
                        .settings = defaults.settings,
                        .slot = 1,
                        .arena_bytes = defaults.arena_bytes,
                        .map_path = temp_path("map.tmx"),
                        .level = "map"};
    EXPECT_OK(session_open(&session, &desc, &error));
}

static void dig_on(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        EXPECT_OK(session_tick(&session, &(CwTickInput){0}, &error));
    }
}

static int count_dug(const CwWorld *world)
{
    int dug = 0;
    cpSegmentQueryInfo hit;
    while (cw_map_tile_at(cw_world_map(world), 0, dug, 0).tileset < 0) {
        dug++;
    }
    cpSpaceSegmentQueryFirst(cw_world_space(world), cpv(-1, 0.5), cpv(14, 0.5), 0,
                             CP_SHAPE_FILTER_ALL, &hit);
    ck_assert_double_eq_tol(hit.point.x, dug, 1e-6);
    return dug;
}

static uint64_t seen_hash;

static void see(void *dug, const CwWorld *fork)
{
    seen_hash = cw_world_hash(fork);
    *(int *)dug = count_dug(fork);
}

/* The world is restored after a fork, with its tiles. */
TEST(a_fork_digs_for_itself)
{
    open_diggers();
    for (int dug = 0, seen; dug <= 4; dug += 4) {
        const CwMap *own = cw_world_map(session.world);
        CwFork fork = {.ticks = 4, .seen = see, .context = &seen};
        EXPECT_OK(cw_world_fork(session.world, &fork, &error));
        ck_assert(seen == dug + 4 && count_dug(session.world) == dug);
        ck_assert(cw_world_map(session.world) == own && (dug > 0 || own == session.map));
        ck_assert_uint_ne(cw_world_hash(session.world), seen_hash);
        dig_on(4);
        ck_assert_uint_eq(cw_world_hash(session.world), seen_hash);
    }
}

TEST(a_world_beside_the_run_digs_for_itself)
{
    open_diggers();
    dig_on(3);
    CwSimDesc desc = cw_sim_desc_of(session.world);
    CwSim *ghost = cw_sim_open(&desc, &error);
    for (int i = 0; i < 7; i++) {
        EXPECT_OK(cw_sim_tick(ghost, &(CwTickInput){0}, &error));
    }
    ck_assert(count_dug(session.world) == 3 && count_dug(cw_sim_world(ghost)) == 7);
    dig_on(4);
    ck_assert_uint_eq(cw_world_hash(session.world), cw_world_hash(cw_sim_world(ghost)));
}

TEST(the_coming_tick_digs_when_it_is_due)
{
    open_diggers();
    for (int dug = 0; dug < 6; dug++) {
        CwTickInput input = {0};
        ck_assert(coming_simulate(&session, &input));
        ck_assert_int_eq(count_dug(session.world), dug);
        if (dug % 2 == 0) {
            ck_assert(coming_adopt(&session, &input));
        } else { /* another input came */
            dig_on(1);
            coming_ticked(&session);
        }
        ck_assert_int_eq(count_dug(session.world), dug + 1);
    }
}

typedef struct Mistake {
    int layer, column, id;
    bool in_view;
} Mistake;

static const Mistake MISTAKES[] = {
    {1, 0, 0, false}, {0, 3, 0, false}, {0, -1, 0, false}, {0, 0, 8, false}, {0, 0, 0, true}};

TEST(a_mistaken_change_of_a_tile_ends_the_program, .rounds = CW_ARRAY_LENGTH(MISTAKES),
     .signal = SIGABRT)
{
    const Mistake *mistake = &MISTAKES[_i];
    build("111", 3, 1);
    sim_start(1);
    sim.world->is_in_tick = !mistake->in_view;
    cw_map_set_tile(sim.world, mistake->layer, mistake->column, 0, (CwMapTile){.id = mistake->id});
}
