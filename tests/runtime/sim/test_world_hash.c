/* The world hash sees each byte of every field that a tick reads, and nothing else. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_private.h>

static CwWorld *world;

SET_UP(.tear_down = sim_tear_down)
{
    world = sim_begin_scene("mixed");
    sim_run(&sim, 100);
}

typedef struct Part {
    void *field;
    size_t bytes;
    const char *name;
} Part;

static void expect_seen(const Part *part)
{
    uint64_t before = cw_world_hash(world);
    unsigned char *text = part->field;
    for (size_t i = 0; i < part->bytes; i++) {
        text[i] ^= 0x10;
        ck_assert_msg(cw_world_hash(world) != before, "byte %zu of %s is not seen", i, part->name);
        text[i] ^= 0x10;
    }
    ck_assert_uint_eq(cw_world_hash(world), before);
}

#define PART(field) ((Part){&(field), sizeof(field), #field})
#define EXPECT_SEEN(...)                                                                           \
    do {                                                                                           \
        const Part parts[] = {__VA_ARGS__};                                                        \
        for (size_t part = 0; part < CW_ARRAY_LENGTH(parts); part++) {                             \
            expect_seen(&parts[part]);                                                             \
        }                                                                                          \
    } while (0)

TEST(the_hash_sees_every_field_of_a_body)
{
    cpBody *body = sim_body(3);
    EXPECT_SEEN(PART(body->m), PART(body->i), PART(body->cog), PART(body->p), PART(body->v),
                PART(body->f), PART(body->a), PART(body->w), PART(body->t), PART(body->v_bias),
                PART(body->w_bias), PART(body->sleeping.idleTime), PART(body->transform),
                PART(body->userData), PART(world->space->staticBody->v),
                PART(world->body_owners[3]), PART(world->current_poses[3]));
}

/* Pairs of similar changes, such as mirrored places. */
TEST(no_two_changed_signs_of_a_body_cancel)
{
    cpBody *body = sim_body(3);
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
    cpBody *body = world->bodies[world->body_count - 1];
    ck_assert(!cpBodyIsSleeping(body));
    uint64_t before = cw_world_hash(world);
    body->sleeping.root = body;
    ck_assert_uint_ne(cw_world_hash(world), before);
}

TEST(the_hash_sees_shapes)
{
    cpShape *shape = sim_body(3)->shapeList;
    EXPECT_SEEN(PART(shape->e), PART(shape->u), PART(shape->surfaceV), PART(shape->type),
                PART(shape->filter), PART(shape->sensor),
                PART(world->part_owners[(uintptr_t)shape->userData - 1]),
                PART(world->space->staticBody->shapeList->surfaceV));
}

static cpShape *shape_of(cpShapeType type)
{
    for (int i = 0; i < world->body_count; i++) {
        cpShape *shape = world->bodies[i]->shapeList;
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
    EXPECT_SEEN(PART(circle->c), PART(circle->tc), PART(circle->r), PART(circle->shape.massInfo),
                PART(circle->shape.bb));
    struct cpSegmentShape *segment = (struct cpSegmentShape *)shape_of(CP_SEGMENT_SHAPE);
    EXPECT_SEEN(PART(segment->a), PART(segment->b), PART(segment->n), PART(segment->ta),
                PART(segment->tb), PART(segment->tn), PART(segment->r), PART(segment->a_tangent),
                PART(segment->b_tangent));
    struct cpPolyShape *poly = (struct cpPolyShape *)shape_of(CP_POLY_SHAPE);
    EXPECT_SEEN(PART(poly->r));
    size_t planes_bytes = 2 * sizeof *poly->planes * (size_t)poly->count;
    expect_seen(&(Part){poly->planes, planes_bytes, "planes"});
}

/* The last impulse of every class of joint, and settings of some. */
TEST(the_hash_knows_every_class_of_joint)
{
    cpBody *a = sim_body(0), *b = sim_body(1);
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
        cw_world_add_constraint(world, (CwEntity){0}, joints[i]);
    }
    EXPECT_SEEN(PART(joints[2]->maxForce), PART(((struct cpPivotJoint *)joints[2])->anchorA),
                PART(((struct cpDampedSpring *)joints[4])->restLength),
                PART(((struct cpDampedSpring *)joints[4])->stiffness),
                PART(((struct cpDampedRotarySpring *)joints[5])->restAngle),
                PART(((struct cpSimpleMotor *)joints[9])->rate),
                PART(((struct cpPinJoint *)joints[0])->jnAcc),
                PART(((struct cpSlideJoint *)joints[1])->jnAcc),
                PART(((struct cpPivotJoint *)joints[2])->jAcc),
                PART(((struct cpGrooveJoint *)joints[3])->jAcc),
                PART(((struct cpDampedSpring *)joints[4])->jAcc),
                PART(((struct cpDampedRotarySpring *)joints[5])->jAcc),
                PART(((struct cpRotaryLimitJoint *)joints[6])->jAcc),
                PART(((struct cpRatchetJoint *)joints[7])->jAcc),
                PART(((struct cpGearJoint *)joints[8])->jAcc),
                PART(((struct cpGearJoint *)joints[8])->ratio_inv),
                PART(((struct cpSimpleMotor *)joints[9])->jAcc));
}

static void expect_contact_seen(cpArbiter *arbiter)
{
    struct cpContact *contact = arbiter->contacts;
    EXPECT_SEEN(PART(arbiter->e), PART(arbiter->u), PART(arbiter->surface_vr), PART(arbiter->n),
                PART(arbiter->swapped), PART(arbiter->stamp), PART(contact->r1), PART(contact->r2),
                PART(contact->jnAcc), PART(contact->jtAcc), PART(contact->hash));
}

static void find_parted(void *arbiter, void *found)
{
    if (((cpArbiter *)arbiter)->state == CP_ARBITER_STATE_CACHED) {
        *(cpArbiter **)found = arbiter;
    }
}

/* The impulses of pairs that just parted are kept for a few ticks, in case they touch again. */
TEST(the_hash_sees_contacts_of_touching_and_of_parted_pairs)
{
    cpArbiter *parted = NULL;
    expect_contact_seen(world->space->arbiters->arr[2]);
    for (int i = 0; i < 200 && parted == NULL; i++) {
        sim_run(&sim, 1);
        cpHashSetEach(world->space->cachedArbiters, find_parted, &parted);
    }
    ck_assert_ptr_nonnull(parted);
    expect_contact_seen(parted);
}

static cpBody *sleeper(void)
{
    for (int i = 0; i < world->body_count; i++) {
        if (cpBodyIsSleeping(world->bodies[i])) {
            return world->bodies[i];
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

/* Joints are solved, and islands found and woken, in this order. */
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

/* Another order of falling asleep changes both lists alike. */
TEST(no_two_changed_orders_of_bodies_cancel)
{
    static const CwKind kinds[] = {{.name = "thing"}};
    enum { AWAKE = 3, ASLEEP = 3 };
    sim_tear_down();
    world = sim_begin_kinds(kinds, 1);
    CwEntity thing = cw_world_spawn(world, 0, NULL, 0);
    for (int i = 0; i < AWAKE + ASLEEP; i++) {
        sim_ball(&sim, thing, 10.0 * i, 50);
    }
    sim_start(1);
    for (int i = 0; i < ASLEEP; i++) {
        cpBodySleep(world->bodies[i]);
    }
    cpArray *awake = world->space->dynamicBodies, *asleep = world->space->sleepingComponents;
    ck_assert(awake->num == AWAKE && asleep->num == ASLEEP);
    uint64_t before = cw_world_hash(world);
    for (int i = 0; i + 1 < AWAKE; i++) {
        for (int j = 0; j + 1 < ASLEEP; j++) {
            swap(&awake->arr[i], &awake->arr[i + 1]);
            swap(&asleep->arr[j], &asleep->arr[j + 1]);
            ck_assert_msg(cw_world_hash(world) != before, "places %d and %d", i, j);
            swap(&awake->arr[i], &awake->arr[i + 1]);
            swap(&asleep->arr[j], &asleep->arr[j + 1]);
        }
    }
}

/* After a removal contacts are in the order of addresses, and rebuilt before they are read. */
TEST(the_order_of_contacts_is_not_seen)
{
    uint64_t before = cw_world_hash(world);
    swap(&world->space->arbiters->arr[0], &world->space->arbiters->arr[3]);
    ck_assert_uint_eq(cw_world_hash(world), before);
}

TEST(the_hash_sees_the_world_and_its_settings)
{
    EXPECT_SEEN(PART(world->tick), PART(world->dt_s), PART(world->rng.state),
                PART(world->event_sequence), PART(world->first_free_slot),
                PART(world->settings.substeps), PART(world->settings.tick_rate),
                PART(world->settings.gravity_mps2), PART(world->space->gravity),
                PART(world->space->iterations), PART(world->space->damping),
                PART(world->space->curr_dt), PART(world->space->stamp));
}

TEST(the_hash_sees_the_events_of_the_next_tick)
{
    events_record(world, 0, (CwEvent){.type = CW_EVENT_CONTACT_END, .a = {1, 1}});
    CwEvent *event = &world->pending.items[world->pending.count - 1].event;
    EXPECT_SEEN(PART(event->type), PART(event->a), PART(event->shape_b), PART(event->point),
                PART(event->strength));
}

TEST(the_hash_sees_entities_and_their_fields)
{
    SceneThing *thing = cw_world_data(world, (CwEntity){1, 1});
    EXPECT_SEEN(PART(thing->lucky), PART(thing->life_ticks), PART(world->slots[0].generation));
    uint64_t before = cw_world_hash(world);
    cw_world_destroy(world, (CwEntity){2, 1});
    ck_assert_uint_ne(cw_world_hash(world), before);
}

/* Pointers and what only the view reads may differ between two machines. */
TEST(the_hash_does_not_see_the_view)
{
    uint64_t before = cw_world_hash(world);
    world->previous_poses[0].x_m += 1;
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

static const CwField carry_field = {.name = "keys", .type = CW_FIELD_U64, .count = 1};

TEST(the_hash_sees_exactly_the_named_fields_of_the_state)
{
    WorldDesc desc = sim_desc();
    desc.state.size = sizeof(State);
    desc.state.fields = state_fields;
    desc.state.field_count = (int)CW_ARRAY_LENGTH(state_fields);
    desc.carry = (CwKind){.size = sizeof(CwRng), .fields = &carry_field, .field_count = 1};
    world = sim_begin(&desc);
    State *state = cw_world_state(world);
    EXPECT_SEEN(PART(*(uint64_t *)cw_world_carry(world)));
    EXPECT_SEEN(PART(state->fuel), PART(state->lives), PART(state->spots), PART(state->won),
                PART(state->target));
    uint64_t before = cw_world_hash(world);
    state->secret = 3;
    ((CwRng *)cw_world_carry(world))->increment = 3;
    ck_assert_uint_eq(cw_world_hash(world), before);
}

enum { PIECES = 40 };

static const CwField *scattered_fields(void)
{
    static CwField fields[PIECES];
    for (uint32_t i = 0; i < PIECES; i++) {
        fields[i] = (CwField){.name = "f", .type = CW_FIELD_U32, .offset = i * 8, .count = 1};
    }
    return fields;
}

/* A kind with more pieces than one batch of the hash holds. */
TEST(many_scattered_fields_are_all_seen)
{
    const CwField *fields = scattered_fields();
    WorldDesc desc = sim_desc();
    desc.state.size = (size_t)PIECES * 8;
    desc.state.fields = fields;
    desc.state.field_count = PIECES;
    world = sim_begin(&desc);
    uint32_t *state = cw_world_state(world);
    for (size_t i = 0; i < PIECES; i++) {
        EXPECT_SEEN(PART(state[i * 2]));
    }
}

/* After a table that needs two batches comes a kind that names nothing. */
TEST(data_of_a_kind_without_fields_is_not_seen)
{
    const CwField *fields = scattered_fields();
    const CwKind kinds[] = {
        {.name = "scattered", .size = PIECES * 8, .fields = fields, .field_count = PIECES},
        {.name = "unnamed", .size = PIECES * 8},
    };
    world = sim_begin_kinds(kinds, (int)CW_ARRAY_LENGTH(kinds));
    cw_world_spawn(world, 0, NULL, 0);
    unsigned char *data = cw_world_data(world, cw_world_spawn(world, 1, NULL, 0));
    uint64_t before = cw_world_hash(world);
    for (int i = 0; i < PIECES * 8; i++) {
        data[i] = 0xFF;
        ck_assert_uint_eq(cw_world_hash(world), before);
    }
}
