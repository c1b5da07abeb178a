/* A bit that differs anywhere is named, and shows in the hash of its section. */
#include "fields/field_difference.h"
#include "support/rich_past.h"

SET_UP(.tear_down = past_tear_down)
{
    past_set_up();
    for (int i = 0; i < 150; i++) {
        rich_tick(&session, 0);
    }
}

static FieldDifference field;

TEST(worlds_of_two_slots_are_the_same_after_the_same_ticks)
{
    Session other = {0};
    SessionDesc desc = rich_desc(5);
    EXPECT_OK(session_open(&other, &desc, &error));
    for (int i = 0; i < 150; i++) {
        rich_tick(&other, 0);
    }
    ck_assert_msg(!field_difference_find(&field, session.world, other.world), "%s", field.name);
    session_close(&other);
}

TEST(equal_worlds_have_no_difference)
{
    CwSnapshot snapshot = {0};
    ck_assert(cw_world_snapshot(session.world, &snapshot));
    uint64_t bytes = rich_bytes(&session);
    ck_assert(!field_difference_since(&field, session.world, &snapshot));
    ck_assert_uint_eq(rich_bytes(&session), bytes);
    cw_snapshot_free(&snapshot);
}

TEST(an_object_that_one_world_lacks_has_no_value_there)
{
    CwSnapshot snapshot = {0};
    ck_assert(cw_world_snapshot(session.world, &snapshot));
    int last = session.world->body_count--;
    ck_assert(field_difference_since(&field, session.world, &snapshot));
    ck_assert_str_eq(field.name, textf("body.%d.number", last));
    ck_assert_str_eq(field.a, "-");
    ck_assert_str_eq(field.b, textf("%d", last));
    cw_snapshot_free(&snapshot);
}

typedef struct Flips {
    CwSnapshot before;
    uint64_t hash;
    unsigned char *at; /* the field being flipped */
    int flip_count;
    bool types[CW_FIELD_TYPE_COUNT], sections[HASHED_SECTION_COUNT];
} Flips;

static const char *const section_names[HASHED_SECTION_COUNT] = {"bodies", "constraints", "entities",
                                                                "rng", "game"};

static void expect_named(Flips *flips, const FieldGroup *group, const CwField *flipped)
{
    char name[FIELD_NAME_BYTES], sections[128];
    int axis = flipped->type == CW_FIELD_VECT ? 0 : -1;
    field_element_name(&(FieldElement){group, flipped, 0, axis}, name);
    ck_assert_msg(field_difference_since(&field, session.world, &flips->before), "no %s", name);
    ck_assert_str_eq(field.name, name);
    uint64_t hash = cw_world_hash(session.world);
    ck_assert_uint_ne(hash, flips->hash);
    world_hash_describe(hash, flips->hash, sections, sizeof sections);
    bool unlucky = strcmp(sections, "unknown") == 0; /* one case in 256 */
    ck_assert_msg(unlucky || strcmp(sections, section_names[group->section]) == 0, "%s, not: %s",
                  name, sections);
}

/* Its change makes another world of it, or another name of the object. */
static bool is_structure(const FieldGroup *group, const CwField *flipped)
{
    bool slot = strcmp(group->object, "entity") == 0 && strcmp(flipped->name, "generation") != 0;
    return slot || strcmp(flipped->name, "hashid") == 0;
}

/* Only groups that lie in the world itself: what is put together on the way has no place. */
static void flip_group(void *context, const FieldGroup *group)
{
    Flips *flips = context;
    const char *arena = (const char *)session.world->arena;
    const char *base = group->base;
    bool common = group->number > 3;
    if (base < arena || base >= arena + session.world->arena->used_bytes || common) {
        return;
    }
    for (int i = 0; i < group->field_count; i++) {
        const CwField *flipped = &group->fields[i];
        if (is_structure(group, flipped)) {
            continue;
        }
        flips->at = (unsigned char *)session.world->arena + (base - arena) + flipped->offset;
        *flips->at ^= 1;
        expect_named(flips, group, flipped);
        *flips->at ^= 1;
        flips->flip_count++;
        flips->types[flipped->type] = flips->sections[group->section] = true;
    }
}

TEST(one_bit_of_any_field_is_named_with_its_section)
{
    Flips flips = {.hash = cw_world_hash(session.world)};
    ck_assert(cw_world_snapshot(session.world, &flips.before));
    world_visit_fields(session.world, (1 << HASHED_SECTION_COUNT) - 1, flip_group, &flips);
    ck_assert_int_gt(flips.flip_count, 80);
    for (int i = 0; i < CW_FIELD_TYPE_COUNT; i++) {
        ck_assert_msg(flips.types[i], "no field of type %d", i);
    }
    for (int i = 0; i < HASHED_SECTION_COUNT; i++) {
        ck_assert_msg(flips.sections[i], "no field in %s", section_names[i]);
    }
    cw_snapshot_free(&flips.before);
}
