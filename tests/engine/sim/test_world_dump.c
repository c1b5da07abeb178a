/* Dumps: a line a field, in a form that stays, the same under every locale; a bit that differs
 * anywhere shows in its line, in the hash and in the named section. */
#include "sim/world_dump.h"
#include "sim/world_hash.h"
#include "support/comma_locale.h"
#include "support/rich_past.h"

static void set_up(void)
{
    past_set_up();
    for (int i = 0; i < 150; i++) {
        rich_tick(&session, 0);
    }
}

FIXTURE(.set_up = set_up, .tear_down = past_tear_down);

/* The caller frees it. */
static char *dump(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(file);
    world_dump(session.world, file);
    fclose(file);
    return text;
}

static void expect_line(const char *text, const char *line)
{
    const char *found = strstr(text, line);
    ck_assert_msg(found != NULL && (found == text || found[-1] == '\n'), "no line %s", line);
}

TEST(a_line_names_section_object_number_field_and_value)
{
    RichState *state = cw_world_state(session.world);
    state->balance = -12;
    state->odd = true;
    state->pressure = 0.1;
    state->places[1] = cpv(-1.5, 2);
    state->last_couple = (CwEntity){7, 3};
    session.world->rng.state = 18446744073709551615u;
    char *text = dump();
    expect_line(text, "game world 0 tick 150\n");
    expect_line(text, "game state 0 odd 1\n");
    expect_line(text, "game state 0 balance -12\n");
    expect_line(text, "game state 0 pressure 0.1 0x3fb999999999999a\n");
    expect_line(text, "game state 0 places[1] -1.5 0xbff8000000000000 2 0x4000000000000000\n");
    expect_line(text, "game state 0 last_couple 7#3\n");
    expect_line(text, "rng rng 0 state 18446744073709551615\n");
    expect_line(text, "bodies body 1 p ");
    expect_line(text, "constraints joint 0 body_a ");
    expect_line(text, "constraints contact 0 normal_impulse[0] ");
    expect_line(text, "entities thing 1 lucky ");
    free(text);
}

TEST(every_line_is_of_that_form)
{
    char *text = dump(), *at = text;
    int count = 0;
    for (char *line; (line = strsep(&at, "\n")) != NULL && *line != '\0'; count++) {
        char section[32], object[32], field[64];
        unsigned long number;
        int used = 0;
        int read = sscanf(line, "%31s %31s %lu %63s %n", section, object, &number, field, &used);
        ck_assert_msg(read == 4 && used > 0 && line[used] != '\0', "%s", line);
    }
    ck_assert_int_gt(count, 1000);
    free(text);
}

TEST(dumps_are_the_same_under_a_comma_locale)
{
    char *plain = dump();
    comma_locale_begin();
    char *text = dump();
    comma_locale_end();
    ck_assert_str_eq(text, plain);
    free(text);
    free(plain);
}

TEST(dumps_of_two_slots_are_the_same_after_the_same_ticks)
{
    char *here = dump();
    session_close(&session);
    rich_open(&session, 5);
    for (int i = 0; i < 150; i++) {
        rich_tick(&session, 0);
    }
    char *there = dump();
    ck_assert_str_eq(here, there);
    free(here);
    free(there);
}

TEST(equal_worlds_have_no_difference)
{
    CwSnapshot snapshot = {0};
    char text[256] = "?";
    ck_assert(cw_world_snapshot(session.world, &snapshot));
    uint64_t bytes = rich_bytes(&session);
    ck_assert(!world_describe_difference(session.world, &snapshot, text, sizeof text));
    ck_assert_str_eq(text, "nothing");
    ck_assert_uint_eq(rich_bytes(&session), bytes);
    cw_snapshot_free(&snapshot);
}

TEST(an_object_in_one_world_only_is_named_with_its_counterpart)
{
    CwSnapshot snapshot = {0};
    char text[512];
    ck_assert(cw_world_snapshot(session.world, &snapshot));
    session.world->body_count--;
    ck_assert(world_describe_difference(session.world, &snapshot, text, sizeof text));
    ck_assert_msg(strncmp(text, "bodies shape ", 13) == 0, "%s", text);
    ck_assert_msg(strstr(text, ", before: bodies body ") != NULL, "%s", text);
    cw_snapshot_free(&snapshot);
}

/* ---- every field ---- */

typedef struct Flips {
    CwSnapshot before;
    uint64_t hash;
    unsigned char *at; /* the field being flipped */
    int flip_count;
    bool types[CW_FIELD_TYPE_COUNT], sections[SECTION_COUNT];
} Flips;

static void expect_named(Flips *flips, const FieldGroup *group, const CwField *field)
{
    char text[512], sections[128];
    const char *name = textf("%s %s %lu %s", section_name(group->section), group->object,
                             (unsigned long)group->number, field->name);
    ck_assert_msg(world_describe_difference(session.world, &flips->before, text, sizeof text),
                  "%s does not show", name);
    ck_assert_msg(strncmp(text, name, strlen(name)) == 0, "%s, not: %s", name, text);
    uint64_t hash = cw_world_hash(session.world);
    ck_assert_uint_ne(hash, flips->hash);
    world_hash_describe(hash, flips->hash, sections, sizeof sections);
    bool unlucky = strcmp(sections, "unknown") == 0; /* one case in 256 */
    ck_assert_msg(unlucky || strcmp(sections, section_name(group->section)) == 0, "%s, not: %s",
                  name, sections);
}

/* Its change makes another world of it, or another name of the object. */
static bool is_structure(const FieldGroup *group, const CwField *field)
{
    bool slot = strcmp(group->object, "entity") == 0 && strcmp(field->name, "generation") != 0;
    return slot || strcmp(field->name, "hashid") == 0;
}

/* Only groups that lie in the world itself: what is put together on the way has no place. */
static void flip_group(void *context, const FieldGroup *group)
{
    Flips *flips = context;
    const char *arena = (const char *)session.world->arena;
    const char *base = group->base;
    bool common = group->number > 3;
    if (base < arena || base >= arena + arena_used(session.world->arena) || common) {
        return;
    }
    for (int i = 0; i < group->field_count; i++) {
        const CwField *field = &group->fields[i];
        if (is_structure(group, field)) {
            continue;
        }
        flips->at = (unsigned char *)session.world->arena + (base - arena) + field->offset;
        *flips->at ^= 1;
        expect_named(flips, group, field);
        *flips->at ^= 1;
        flips->flip_count++;
        flips->types[field->type] = flips->sections[group->section] = true;
    }
}

TEST(one_bit_of_any_field_is_named_with_its_section)
{
    Flips flips = {.hash = cw_world_hash(session.world)};
    ck_assert(cw_world_snapshot(session.world, &flips.before));
    world_visit_fields(session.world, flip_group, &flips);
    ck_assert_int_gt(flips.flip_count, 80);
    for (int i = 0; i < CW_FIELD_TYPE_COUNT; i++) {
        ck_assert_msg(flips.types[i], "no field of type %d", i);
    }
    for (int i = 0; i < SECTION_COUNT; i++) {
        ck_assert_msg(flips.sections[i], "no field in %s", section_name((WorldSection)i));
    }
    cw_snapshot_free(&flips.before);
}
