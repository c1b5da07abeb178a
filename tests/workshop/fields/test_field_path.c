/* Fields by name: what the words of a list lead to, and what is said of wrong ones. */
#include "fields/field_path.h"
#include "support/rich_past.h"

#include <chipmunk/chipmunk_structs.h>

static FieldPaths paths;
static FieldValue values[FIELD_PATH_MAX];
static char text[FIELD_TEXT_BYTES];

SET_UP(.tear_down = past_tear_down)
{
    past_set_up();
    for (int i = 0; i < 150; i++) {
        rich_tick(&session, 0);
    }
    paths = (FieldPaths){0};
}

static const char *read_text(const char *name)
{
    EXPECT_OK(field_paths_add(&paths, session.world, name, &error));
    field_paths_read(paths.items, paths.count, session.world, values);
    return field_value_text(&values[paths.count - 1], text);
}

static void expect_refused(const char *name, const char *said)
{
    EXPECT_REFUSED(field_paths_add(&paths, session.world, name, &error), said);
}

TEST(a_name_in_the_words_of_a_list_is_its_value)
{
    RichState *state = cw_world_state(session.world);
    *state = (RichState){.odd = true,
                         .balance = -12,
                         .drift = INT64_MIN,
                         .sum = UINT64_MAX,
                         .pressure = 0.1,
                         .last_couple = {7, 3}};
    ck_assert_str_eq(read_text("state.odd"), "1");
    ck_assert_str_eq(read_text("state.balance"), "-12");
    ck_assert_double_eq(values[1].number, -12);
    ck_assert_str_eq(read_text("state.drift"), "-9223372036854775808");
    ck_assert_str_eq(read_text("state.sum"), "18446744073709551615");
    ck_assert_str_eq(read_text("state.pressure"), "0.1");
    ck_assert_double_eq(values[4].number, 0.1);
    ck_assert_str_eq(read_text("state.last_couple"), "7#3");
    ck_assert_str_eq(read_text("world.tick"), "150");
}

TEST(vectors_and_arrays_are_taken_apart)
{
    RichState *state = cw_world_state(session.world);
    state->places[0] = cpv(1, 2);
    state->places[1] = cpv(3, -4.5);
    ck_assert_str_eq(read_text("state.places[1].y"), "-4.5");
    ck_assert_str_eq(read_text("state.places"), "-4.5");
    ck_assert_int_eq(paths.count, 5);
    ck_assert_str_eq(paths.items[1].name, "state.places[0].x");
    ck_assert_str_eq(paths.items[4].name, "state.places[1].y");
    ck_assert_double_eq(values[1].number, 1);
    ck_assert_double_eq(values[3].number, 3);
}

typedef struct Comparison {
    int count, different;
} Comparison;

static void compare(void *context, const FieldElement *element)
{
    Comparison *comparison = context;
    FieldValue value = field_element_value(element);
    char name[FIELD_NAME_BYTES];
    if (comparison->count++ % 7 != 0) {
        return; /* each is a walk of its own */
    }
    field_element_name(element, name);
    paths = (FieldPaths){0};
    EXPECT_OK(field_paths_add(&paths, session.world, name, &error));
    field_paths_read(paths.items, paths.count, session.world, values);
    comparison->different += paths.count != 1 || !values[0].exists || values[0].bits != value.bits;
}

static void compare_group(void *context, const FieldGroup *group)
{
    field_group_list(group, compare, context);
}

TEST(every_name_that_is_listed_leads_to_its_value)
{
    Comparison comparison = {0};
    world_visit_fields(session.world, ALL_SECTIONS, compare_group, &comparison);
    ck_assert_int_gt(comparison.count, 1000);
    ck_assert_int_eq(comparison.different, 0);
}

static CwEntity find_owner(uint64_t *first_body)
{
    for (int i = 0; i < session.world->body_count; i++) {
        if (session.world->body_owners[i].index1 != 0) {
            *first_body = (uint64_t)i + 1;
            return session.world->body_owners[i];
        }
    }
    ck_abort_msg("there is no such entity");
}

TEST(the_bodies_of_an_entity_are_found_through_it)
{
    uint64_t body = 0;
    CwEntity owner = find_owner(&body);
    const char *kind = rich_game()->content.kinds[cw_world_kind(session.world, owner)].name;
    read_text(textf("%s.%u.body.p.x", kind, (unsigned)owner.index1));
    ck_assert_ptr_eq(values[0].base, session.world->bodies[body - 1]);
    ck_assert_double_eq(values[0].number, session.world->bodies[body - 1]->p.x);
    read_text(textf("%s.body.1.p.x", kind));
    ck_assert_ptr_eq(values[1].base, session.world->bodies[body - 1]);
    ck_assert_str_eq(read_text(textf("%s.%u.body.99.p.x", kind, (unsigned)owner.index1)), "-");
}

TEST(a_path_may_name_an_object_that_does_not_exist_yet)
{
    ck_assert_str_eq(read_text("thing.9999.lucky"), "-");
    ck_assert(!values[0].exists);
    ck_assert_str_eq(read_text("body.99999.p.x"), "-");
    ck_assert_str_eq(read_text("shape.99999.planes[3].x"), "-");
    ck_assert_str_eq(read_text("joint.99999999999999999999.maxForce"), "-");
    ck_assert_str_ne(read_text("thing.lucky"), "-");
    ck_assert_str_ne(read_text("contact.normal_impulse[0]"), "-");
}

TEST(a_wrong_name_is_refused_with_the_nearest)
{
    expect_refused("stat.presure", "did you mean state.pressure");
    expect_refused("thing.3.luky", "did you mean thing.3.lucky");
    expect_refused("body.3.p.z", "did you mean body.3.p");
    expect_refused("thing.3.v.x", "did you mean thing.3.body.v.x");
    expect_refused("probe", "there is no field \"probe\"");
    expect_refused("", "there is no field \"\"");
    expect_refused("state.", "there is no field \"state.\"");
    expect_refused("state.places[2]", "the last is [1]");
    expect_refused("state.places[1", "there is no field");
    expect_refused("state.places[1].x.y", "there is no field");
    expect_refused("shape.7.planes", "say which, as in shape.7.planes[0]");
    char longer[400] = {0};
    memset(longer, 'x', sizeof longer - 1);
    expect_refused(longer, "no name is so long");
    ck_assert_int_eq(paths.count, 0);
}

TEST(more_fields_than_there_is_room_for_are_refused)
{
    for (int i = 0; i < FIELD_PATH_MAX; i++) {
        EXPECT_OK(field_paths_add(&paths, session.world, "world.tick", &error));
    }
    expect_refused("world.tick", "more than 256 fields");
}
