/* The world hash sees every field that a tick reads, and nothing else. Each field is changed byte
 * by byte in a world that has something of everything. */
#include "support/sim_fixture.h"
#include "support/test.h"

#include <chipmunk/chipmunk_private.h>

static Sim sim;
static CwWorld *world;

static void open_mixed(void)
{
    sim_open_scene(&sim, "mixed", 0);
    world = sim.world;
    sim_run(&sim, 100);
}

static void close_world(void)
{
    sim_close(&sim);
}

FIXTURE(.set_up = open_mixed, .tear_down = close_world);

static void expect_seen(void *field, size_t bytes, const char *name)
{
    uint64_t before = cw_world_hash(world);
    unsigned char *text = field;
    for (size_t i = 0; i < bytes; i++) {
        text[i] ^= 0x10;
        ck_assert_msg(cw_world_hash(world) != before, "byte %zu of %s is not seen", i, name);
        text[i] ^= 0x10;
    }
    ck_assert_uint_eq(cw_world_hash(world), before);
}

#define EXPECT_SEEN(field) expect_seen(&(field), sizeof(field), #field)

TEST(the_hash_sees_every_field_of_a_body)
{
    cpBody *body = world->poses[3].body;
    EXPECT_SEEN(body->m);
    EXPECT_SEEN(body->i);
    EXPECT_SEEN(body->cog);
    EXPECT_SEEN(body->p);
    EXPECT_SEEN(body->v);
    EXPECT_SEEN(body->f);
    EXPECT_SEEN(body->a);
    EXPECT_SEEN(body->w);
    EXPECT_SEEN(body->t);
    EXPECT_SEEN(body->v_bias);
    EXPECT_SEEN(body->w_bias);
    EXPECT_SEEN(body->sleeping.idleTime);
    EXPECT_SEEN(body->transform);
    EXPECT_SEEN(body->userData);
    EXPECT_SEEN(world->space->staticBody->v);
    EXPECT_SEEN(world->poses[3].owner);
    EXPECT_SEEN(world->poses[3].current);
}

/* Two changes that look alike: mirrored places, say. */
TEST(no_two_changed_signs_of_a_body_cancel)
{
    cpBody *body = world->poses[3].body;
    uint64_t *words = (uint64_t *)&body->m, sign = UINT64_C(1) << 63;
    size_t count = (size_t)((uint64_t *)&body->userData - words);
    uint64_t before = cw_world_hash(world);
    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b < a; b++) {
            words[a] ^= sign;
            words[b] ^= sign;
            ck_assert_msg(cw_world_hash(world) != before, "words %zu and %zu", a, b);
            words[a] ^= sign;
            words[b] ^= sign;
        }
    }
}

TEST(the_hash_sees_that_a_body_sleeps)
{
    cpBody *body = world->poses[world->pose_count - 1].body;
    ck_assert(!cpBodyIsSleeping(body));
    uint64_t before = cw_world_hash(world);
    body->sleeping.root = body;
    ck_assert_uint_ne(cw_world_hash(world), before);
}

TEST(the_hash_sees_shapes)
{
    cpShape *shape = world->poses[3].body->shapeList;
    EXPECT_SEEN(shape->e);
    EXPECT_SEEN(shape->u);
    EXPECT_SEEN(shape->surfaceV);
    EXPECT_SEEN(shape->type);
    EXPECT_SEEN(shape->filter);
    EXPECT_SEEN(shape->sensor);
    EXPECT_SEEN(shape->userData);
    EXPECT_SEEN(world->space->staticBody->shapeList->surfaceV);
}

static cpShape *shape_of(cpShapeType type)
{
    for (int i = 0; i < world->pose_count; i++) {
        cpShape *shape = world->poses[i].body->shapeList;
        if (shape->klass->type == type) {
            return shape;
        }
    }
    cpShape *still = world->space->staticBody->shapeList;
    while (still->klass->type != type) {
        still = still->next;
    }
    return still;
}

TEST(the_hash_sees_the_geometry_of_shapes)
{
    struct cpCircleShape *circle = (struct cpCircleShape *)shape_of(CP_CIRCLE_SHAPE);
    EXPECT_SEEN(circle->c);
    EXPECT_SEEN(circle->tc);
    EXPECT_SEEN(circle->r);
    EXPECT_SEEN(circle->shape.massInfo);
    EXPECT_SEEN(circle->shape.bb);
    struct cpSegmentShape *segment = (struct cpSegmentShape *)shape_of(CP_SEGMENT_SHAPE);
    EXPECT_SEEN(segment->a);
    EXPECT_SEEN(segment->b);
    EXPECT_SEEN(segment->n);
    EXPECT_SEEN(segment->ta);
    EXPECT_SEEN(segment->tb);
    EXPECT_SEEN(segment->tn);
    EXPECT_SEEN(segment->r);
    EXPECT_SEEN(segment->a_tangent);
    EXPECT_SEEN(segment->b_tangent);
    struct cpPolyShape *poly = (struct cpPolyShape *)shape_of(CP_POLY_SHAPE);
    EXPECT_SEEN(poly->r);
    expect_seen(poly->planes, 2 * sizeof *poly->planes * (size_t)poly->count, "planes");
}

static cpConstraint *joint_that(cpBool (*is)(const cpConstraint *))
{
    for (int i = 0; i < world->space->constraints->num; i++) {
        if (is(world->space->constraints->arr[i])) {
            return world->space->constraints->arr[i];
        }
    }
    ck_abort_msg("the scene has no such joint");
    return NULL;
}

TEST(the_hash_sees_joints)
{
    cpConstraint *pivot = joint_that(cpConstraintIsPivotJoint);
    EXPECT_SEEN(pivot->maxForce);
    EXPECT_SEEN(((struct cpPivotJoint *)pivot)->anchorA);
    EXPECT_SEEN(((struct cpPivotJoint *)pivot)->jAcc);
    cpConstraint *motor = joint_that(cpConstraintIsSimpleMotor);
    EXPECT_SEEN(((struct cpSimpleMotor *)motor)->rate);
    EXPECT_SEEN(((struct cpSimpleMotor *)motor)->jAcc);
    cpConstraint *spring = joint_that(cpConstraintIsDampedSpring);
    EXPECT_SEEN(((struct cpDampedSpring *)spring)->restLength);
    EXPECT_SEEN(((struct cpDampedSpring *)spring)->stiffness);
    cpConstraint *rotary = joint_that(cpConstraintIsDampedRotarySpring);
    EXPECT_SEEN(((struct cpDampedRotarySpring *)rotary)->restAngle);
}

/* One joint of every class changes the hash by its last impulse. */
TEST(the_hash_knows_every_class_of_joint)
{
    cpBody *a = world->poses[0].body, *b = world->poses[1].body;
    cpVect o = cpvzero;
    cpConstraint *joints[] = {
        cpPinJointNew(a, b, o, o),
        cpSlideJointNew(a, b, o, o, 0, 1),
        cpPivotJointNew(a, b, o),
        cpGrooveJointNew(a, b, o, cpv(1, 0), o),
        cpDampedSpringNew(a, b, o, o, 1, 1, 1),
        cpDampedRotarySpringNew(a, b, 1, 1, 1),
        cpRotaryLimitJointNew(a, b, 0, 1),
        cpRatchetJointNew(a, b, 0, 1),
        cpGearJointNew(a, b, 0, 1),
        cpSimpleMotorNew(a, b, 1),
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(joints); i++) {
        cw_world_add_constraint(world, joints[i]);
    }
    EXPECT_SEEN(((struct cpPinJoint *)joints[0])->jnAcc);
    EXPECT_SEEN(((struct cpSlideJoint *)joints[1])->jnAcc);
    EXPECT_SEEN(((struct cpPivotJoint *)joints[2])->jAcc);
    EXPECT_SEEN(((struct cpGrooveJoint *)joints[3])->jAcc);
    EXPECT_SEEN(((struct cpDampedSpring *)joints[4])->jAcc);
    EXPECT_SEEN(((struct cpDampedRotarySpring *)joints[5])->jAcc);
    EXPECT_SEEN(((struct cpRotaryLimitJoint *)joints[6])->jAcc);
    EXPECT_SEEN(((struct cpRatchetJoint *)joints[7])->jAcc);
    EXPECT_SEEN(((struct cpGearJoint *)joints[8])->jAcc);
    EXPECT_SEEN(((struct cpGearJoint *)joints[8])->ratio_inv);
    EXPECT_SEEN(((struct cpSimpleMotor *)joints[9])->jAcc);
}

static void expect_contact_seen(cpArbiter *arbiter)
{
    struct cpContact *contact = arbiter->contacts;
    EXPECT_SEEN(arbiter->e);
    EXPECT_SEEN(arbiter->u);
    EXPECT_SEEN(arbiter->surface_vr);
    EXPECT_SEEN(arbiter->n);
    EXPECT_SEEN(arbiter->swapped);
    EXPECT_SEEN(arbiter->stamp);
    EXPECT_SEEN(contact->r1);
    EXPECT_SEEN(contact->r2);
    EXPECT_SEEN(contact->jnAcc);
    EXPECT_SEEN(contact->jtAcc);
    EXPECT_SEEN(contact->hash);
}

TEST(the_hash_sees_contacts)
{
    expect_contact_seen(world->space->arbiters->arr[2]);
}

static void find_parted(void *arbiter, void *found)
{
    if (((cpArbiter *)arbiter)->state == CP_ARBITER_STATE_CACHED) {
        *(cpArbiter **)found = arbiter;
    }
}

/* Their impulses are kept for a few ticks, in case they touch again. */
TEST(the_hash_sees_the_contacts_of_pairs_that_just_parted)
{
    cpArbiter *parted = NULL;
    for (int i = 0; i < 200 && parted == NULL; i++) {
        sim_run(&sim, 1);
        cpHashSetEach(world->space->cachedArbiters, find_parted, &parted);
    }
    ck_assert_ptr_nonnull(parted);
    expect_contact_seen(parted);
}

static cpBody *sleeper(void)
{
    for (int i = 0; i < world->pose_count; i++) {
        if (cpBodyIsSleeping(world->poses[i].body)) {
            return world->poses[i].body;
        }
    }
    ck_abort_msg("nothing sleeps");
    return NULL;
}

TEST(the_hash_sees_the_contacts_of_sleeping_bodies)
{
    sim_run(&sim, 200);
    expect_contact_seen(sleeper()->arbiterList);
}

static void swap(void **a, void **b)
{
    void *held = *a;
    *a = *b;
    *b = held;
}

static void expect_order_seen(cpArray *array)
{
    uint64_t before = cw_world_hash(world);
    swap(&array->arr[0], &array->arr[1]);
    ck_assert_uint_ne(cw_world_hash(world), before);
    swap(&array->arr[0], &array->arr[1]);
}

/* It is the order in which joints are solved, and islands found and woken. */
TEST(the_hash_sees_the_order_of_joints_and_of_bodies_in_islands)
{
    sim_run(&sim, 200);
    expect_order_seen(world->space->constraints);
    expect_order_seen(world->space->dynamicBodies);
    uint64_t before = cw_world_hash(world);
    cpBody *second = sleeper()->sleeping.root->sleeping.next, *third = second->sleeping.next;
    second->sleeping.next = third->sleeping.next;
    third->sleeping.next = second;
    second->sleeping.root->sleeping.next = third;
    ck_assert_uint_ne(cw_world_hash(world), before);
}

/* It is that of addresses once a shape is gone, and built anew before anything reads it. */
TEST(the_order_of_contacts_is_not_seen)
{
    uint64_t before = cw_world_hash(world);
    swap(&world->space->arbiters->arr[0], &world->space->arbiters->arr[3]);
    ck_assert_uint_eq(cw_world_hash(world), before);
}

TEST(the_hash_sees_the_world_and_its_settings)
{
    EXPECT_SEEN(world->tick);
    EXPECT_SEEN(world->dt_s);
    EXPECT_SEEN(world->rng.state);
    EXPECT_SEEN(world->event_sequence);
    EXPECT_SEEN(world->first_free_slot);
    EXPECT_SEEN(world->desc.settings.substeps);
    EXPECT_SEEN(world->desc.settings.tick_rate);
    EXPECT_SEEN(world->desc.settings.gravity_mps2);
    EXPECT_SEEN(world->space->gravity);
    EXPECT_SEEN(world->space->iterations);
    EXPECT_SEEN(world->space->damping);
    EXPECT_SEEN(world->space->curr_dt);
    EXPECT_SEEN(world->space->stamp);
}

TEST(the_hash_sees_the_events_of_the_next_tick)
{
    events_record(world, 0, (CwEvent){.type = CW_EVENT_CONTACT_END, .a = {1, 1}});
    CwEvent *event = &world->pending.items[world->pending.count - 1].event;
    EXPECT_SEEN(event->type);
    EXPECT_SEEN(event->a);
    EXPECT_SEEN(event->shape_b);
    EXPECT_SEEN(event->point);
    EXPECT_SEEN(event->strength);
}

TEST(the_hash_sees_entities_and_their_fields)
{
    Thing *thing = cw_world_data(world, (CwEntity){1, 1});
    EXPECT_SEEN(thing->lucky);
    EXPECT_SEEN(thing->life_ticks);
    EXPECT_SEEN(world->slots[0].generation);
    uint64_t before = cw_world_hash(world);
    cw_world_destroy(world, (CwEntity){2, 1});
    ck_assert_uint_ne(cw_world_hash(world), before);
}

/* Pointers and what only the view reads may differ between two machines. */
TEST(the_hash_does_not_see_the_view)
{
    uint64_t before = cw_world_hash(world);
    world->poses[0].previous.x_m += 1;
    world->recent[0].strength += 1;
    world->input.players[0].pointer_x += 1;
    ck_assert_uint_eq(cw_world_hash(world), before);
}

typedef struct State {
    double fuel;
    int32_t lives;
    cpVect spots[3];
    bool won;
    CwEntity target;
    double secret; /* not named: for the view */
} State;

static const CwField state_fields[] = {
    CW_FIELD(State, fuel), CW_FIELD(State, lives),  CW_FIELD_ARRAY(State, spots),
    CW_FIELD(State, won),  CW_FIELD(State, target),
};

TEST(the_hash_sees_exactly_the_named_fields_of_the_state)
{
    sim_close(&sim);
    WorldDesc desc = sim_desc();
    desc.state_bytes = sizeof(State);
    desc.state_fields = state_fields;
    desc.state_field_count = (int)CW_ARRAY_LENGTH(state_fields);
    sim_open(&sim, &desc);
    world = sim.world;
    State *state = cw_world_state(world);
    EXPECT_SEEN(state->fuel);
    EXPECT_SEEN(state->lives);
    EXPECT_SEEN(state->spots);
    EXPECT_SEEN(state->won);
    EXPECT_SEEN(state->target);
    uint64_t before = cw_world_hash(world);
    state->secret = 3;
    ck_assert_uint_eq(cw_world_hash(world), before);
}

/* A kind with more pieces than one batch of the hash holds. */
TEST(many_scattered_fields_are_all_seen)
{
    enum { PIECES = 40 };
    static CwField fields[PIECES];
    for (uint32_t i = 0; i < PIECES; i++) {
        fields[i] = (CwField){.name = "f", .type = CW_FIELD_U32, .offset = i * 8, .count = 1};
    }
    sim_close(&sim);
    WorldDesc desc = sim_desc();
    desc.state_bytes = (size_t)PIECES * 8;
    desc.state_fields = fields;
    desc.state_field_count = PIECES;
    sim_open(&sim, &desc);
    world = sim.world;
    uint32_t *state = cw_world_state(world);
    for (size_t i = 0; i < PIECES; i++) {
        EXPECT_SEEN(state[i * 2]);
    }
}

/* After a table that needs two batches comes a kind that names nothing. */
TEST(data_of_a_kind_without_fields_is_not_seen)
{
    enum { PIECES = 20 };
    static CwField fields[PIECES];
    for (uint32_t i = 0; i < PIECES; i++) {
        fields[i] = (CwField){.name = "f", .type = CW_FIELD_U32, .offset = i * 8, .count = 1};
    }
    const CwKind kinds[] = {
        {.name = "scattered", .size = PIECES * 8, .fields = fields, .field_count = PIECES},
        {.name = "unnamed", .size = PIECES * 8},
    };
    sim_close(&sim);
    WorldDesc desc = sim_desc();
    desc.kinds = kinds;
    desc.kind_count = (int)CW_ARRAY_LENGTH(kinds);
    sim_open(&sim, &desc);
    world = sim.world;
    cw_world_spawn(world, 0, NULL, 0);
    unsigned char *data = cw_world_data(world, cw_world_spawn(world, 1, NULL, 0));
    uint64_t before = cw_world_hash(world);
    for (int i = 0; i < PIECES * 8; i++) {
        data[i] = 0xFF;
        ck_assert_uint_eq(cw_world_hash(world), before);
    }
}
