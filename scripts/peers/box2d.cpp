// The benchmarks' scenes "rain" and "pyramid-40" (src/workshop/bench/scenes.c) in Box2D 2.4, for peers.sh. C++ because
// Debian's Box2D has no other interface. Prints a row a scene: CPU time of a step, median, least and awake bodies.
#include <algorithm>
#include <box2d/box2d.h>
#include <cstdio>
#include <ctime>

enum { SETTLE_TICKS = 60, ROUND_TICKS = 40, ROUNDS = 15, RAIN_COUNT = 1000, RAIN_COLUMNS = 40, PYRAMID_ROWS = 40 };

static const float DT_S = 1.0f / 60, GRAVITY_MPS2 = -9.81f, BOX_M = 0.5f;

static double cpu_ns()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static void add_shape(b2Body *body, const b2Shape &shape)
{
    b2FixtureDef def;
    def.shape = &shape;
    def.density = 1;
    def.friction = 0.6f;
    def.restitution = 0.1f;
    body->CreateFixture(&def);
}

static void add_wall(b2World &world, b2Vec2 from, b2Vec2 to)
{
    b2BodyDef def;
    b2EdgeShape shape;
    shape.SetTwoSided(from, to);
    add_shape(world.CreateBody(&def), shape);
}

static void add_thing(b2World &world, b2Vec2 at, const b2Shape &shape)
{
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position = at;
    add_shape(world.CreateBody(&def), shape);
}

static void build_rain(b2World &world)
{
    float half_m = RAIN_COLUMNS * 0.3f;
    b2CircleShape drop;
    drop.m_radius = 0.25f;
    add_wall(world, {-half_m, 0.1f}, {half_m, 0.1f}); // ours are 0.1 m thick to each side
    add_wall(world, {-half_m + 0.1f, 0}, {-half_m - 1.9f, 40});
    add_wall(world, {half_m - 0.1f, 0}, {half_m + 1.9f, 40});
    for (int i = 0; i < RAIN_COUNT; i++) {
        int column = i % RAIN_COLUMNS, row = i / RAIN_COLUMNS;
        float stagger = row % 2 == 0 ? 0 : 0.17f;
        add_thing(world, {(column - RAIN_COLUMNS / 2.0f) * 0.58f + stagger, 1 + row * 0.6f}, drop);
    }
}

static void build_pyramid(b2World &world)
{
    b2PolygonShape box;
    box.SetAsBox((BOX_M - 0.02f) / 2, (BOX_M - 0.02f) / 2);
    add_wall(world, {-40, 0}, {40, 0});
    for (int row = 0; row < PYRAMID_ROWS; row++) {
        for (int i = 0; i < PYRAMID_ROWS - row; i++) {
            float x_m = (i - (PYRAMID_ROWS - row - 1) * 0.5f) * BOX_M * 1.05f;
            add_thing(world, {x_m, (row + 0.5f) * BOX_M}, box);
        }
    }
}

static void run(const char *name, void (*build)(b2World &world))
{
    b2World world({0, GRAVITY_MPS2});
    double times_ns[ROUNDS];
    build(world);
    for (int i = -SETTLE_TICKS; i < ROUNDS * ROUND_TICKS; i++) {
        double begin_ns = cpu_ns();
        world.Step(DT_S, 8, 3); // as its manual advises
        if (i >= 0) {
            times_ns[i / ROUND_TICKS] = (i % ROUND_TICKS == 0 ? 0 : times_ns[i / ROUND_TICKS]) + cpu_ns() - begin_ns;
        }
    }
    std::sort(times_ns, times_ns + ROUNDS);
    int awake = 0;
    for (const b2Body *body = world.GetBodyList(); body != nullptr; body = body->GetNext()) {
        awake += body->GetType() == b2_dynamicBody && body->IsAwake();
    }
    std::printf("%-24s %12.1f us/tick, least %.1f, %d of %d bodies awake at the end\n", name,
                times_ns[ROUNDS / 2] / ROUND_TICKS * 1e-3, times_ns[0] / ROUND_TICKS * 1e-3, awake,
                world.GetBodyCount() - (build == build_rain ? 3 : 1));
}

int main()
{
    run("Box2D 2.4, rain", build_rain);
    run("Box2D 2.4, pyramid", build_pyramid);
}
