/* A game for test_marbles.c: marbles of three classes on the shapes of a map's objects, and a
 * weight on a rope. After three seconds it prints where all are. */
#include "clockwork/clockwork.h"

#include <stdio.h>

enum { MARBLE, SHOT, GHOST, WEIGHT, KIND_COUNT };
enum { GROUND_CLASS, MARBLE_CLASS, GHOST_CLASS, CLASS_COUNT };
enum { LINK_COUNT = 8, REPORT_TICK = 180 };

static const uint32_t collisions[CLASS_COUNT] = {[MARBLE_CLASS] = CW_COLLIDES(GROUND_CLASS)};

static const char *const names[] = {"marble", "shot", "ghost", "weight"};

typedef struct Marble {
    cpBody *body, *links[LINK_COUNT];
    cpVect at_m;
} Marble;
static const CwField marble_fields[] = {CW_FIELD(Marble, at_m)};

typedef struct Throw {
    cpVect from_m, speed_mps;
    bool fast, hangs;
} Throw;

static void marble_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Marble *marble = data;
    const Throw *begin = args;
    marble->body =
        cw_world_add_body(world, self, cpBodyNew(10, cpMomentForCircle(10, 0, 0.2, cpvzero)));
    cpBodySetPosition(marble->body, begin->from_m);
    cpBodySetVelocity(marble->body, begin->speed_mps);
    cw_world_add_shape(world, self, cpCircleShapeNew(marble->body, 0.2, cpvzero));
    cw_body_set_fast(marble->body, begin->fast);
    if (begin->hangs) {
        cpVect way[] = {cpvadd(begin->from_m, cpv(0, 2)), begin->from_m};
        CwRopeDesc rope = cw_rope_desc_default();
        rope.to = marble->body;
        rope.points_m = way;
        rope.point_count = 2;
        rope.link_count = LINK_COUNT;
        rope.load_kg = 10;
        cw_world_add_rope(world, self, &rope, marble->links);
    }
}

static void marble_follow(CwWorld *world, CwEntity self, void *data)
{
    Marble *marble = data;
    marble->at_m = cpBodyGetPosition(marble->body);
    if (cw_world_tick(world) == REPORT_TICK) {
        printf("%s %.1f %.1f\n", names[cw_world_kind(world, self)], marble->at_m.x, marble->at_m.y);
        fflush(stdout);
    }
}

static void marble_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Marble *marble = data;
    CwTransform2 pose = cw_world_pose(world, marble->body, frame->alpha);
    cw_draw_circle(frame->draw, (CwPoint2){pose.x_m, pose.y_m}, 0.2, (CwColour){240, 190, 90, 255});
}

#define KIND(name, class)                                                                          \
    {                                                                                              \
        name, sizeof(Marble), marble_fields, (int)CW_ARRAY_LENGTH(marble_fields), marble_spawn,    \
            .post_physics = marble_follow, .draw = marble_draw, .collision_class = class           \
    }
static const CwKind kinds[KIND_COUNT] = {[MARBLE] = KIND("marble", MARBLE_CLASS),
                                         [SHOT] = KIND("shot", MARBLE_CLASS),
                                         [GHOST] = KIND("ghost", GHOST_CLASS),
                                         [WEIGHT] = KIND("weight", GHOST_CLASS)};

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    static const Throw throws[KIND_COUNT] = {[MARBLE] = {{1, 1}, {0, 12}},
                                             [SHOT] = {{4, 4}, {300, 0}, .fast = true},
                                             [GHOST] = {{1.5, 5}},
                                             [WEIGHT] = {{3, 3}, {2, 0}, .hangs = true}};
    CwMapCollision solid = cw_map_collision_default();
    for (int i = 0; i < cw_map_object_count(map); i++) {
        if (cw_map_build_object(world, map, cw_map_object(map, i), &solid, error) < 0) {
            return false;
        }
    }
    for (int i = 0; i < KIND_COUNT; i++) {
        cw_world_spawn(world, i, &throws[i], sizeof throws[i]);
    }
    return true;
}

static const CwGame marbles = {
    .id = "marbles",
    .title = "Marbles",
    .content = {.kinds = kinds,
                .kind_count = KIND_COUNT,
                .collisions = collisions,
                .collision_count = CLASS_COUNT},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {0, 0, 0, 220}},
              .camera_height_m = 12},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&marbles, argc, argv);
}
