/* No result of the simulation depends on the rounding that a library or driver left. */
#include "fields/world_edit.h"
#include "support/expect.h"
#include "support/rich_game.h"
#include "support/temp_folder.h"

#include <fenv.h>
#include <pthread.h>

enum { TICKS = 120, EDITED_TICK = 40 };

static const char MAP[] = "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,"
                          "\"width\":1,\"height\":1,\"tilewidth\":32,\"tileheight\":32,"
                          "\"layers\":[],\"properties\":"
                          "[{\"name\":\"x\",\"type\":\"float\",\"value\":0.1}]}";

static void round_up(void)
{
    fesetround(FE_UPWARD);
}

static void round_down(void)
{
    fesetround(FE_DOWNWARD);
}

static void flush_to_zero(void)
{
    fenv_t environment;
    fegetenv(&environment);
#ifdef __x86_64__
    environment.__mxcsr |= 0x8040;
#elif defined(__aarch64__)
    environment.__fpcr |= 1 << 24;
#endif
    fesetenv(&environment);
}

static void (*const changes[])(void) = {round_up, round_down, flush_to_zero};

static void (*change)(void); /* NULL: nothing changes it */

static void disturb(void)
{
    if (change != NULL) {
        change();
    }
}

static void disturb_frame(const CwWorld *world, CwFrame *frame)
{
    (void)world, (void)frame;
    disturb();
}

static void edit_mass(Session *session)
{
    CwReplayEdit edit = {.tick = EDITED_TICK};
    const double mass = 0.7;
    bool done = false;
    memcpy(&edit.value, &mass, sizeof mass);
    for (int i = 1; !done; i++) {
        snprintf(edit.field, sizeof edit.field, "body.%d.m", i);
        error = (CwError){0};
        done = world_edit_apply(session->world, &edit, &error);
    }
}

/* Hashes a level's number, and the world after each tick; disturbed before and between them. */
static void *play(void *context)
{
    static const CwSystem disturber = {
        .name = "disturber", .phase = CW_PHASE_UPDATE, .frame = disturb_frame};
    uint64_t *hash = context;
    CwGame game = *rich_game();
    CwSystem systems[8];
    SessionDesc desc = rich_desc(0);
    Session session;
    memcpy(systems, game.content.systems, (size_t)game.content.system_count * sizeof *systems);
    systems[game.content.system_count++] = disturber;
    game.content.systems = systems;
    desc.game = &game;
    desc.map_path = temp_path("level.tmj");
    disturb();
    EXPECT_OK(session_open(&session, &desc, &error));
    double x = cw_map_number(session.map, NULL, "x", 0);
    memcpy(hash, &x, sizeof x);
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        CwFrame frame = {0};
        rich_tick(&session, 0);
        *hash = *hash * 31 + cw_world_hash(session.world);
        session_run_phase(&session, CW_PHASE_UPDATE, &frame);
        if (tick == EDITED_TICK) {
            edit_mass(&session);
        }
    }
    session_close(&session);
    fesetenv(FE_DFL_ENV);
    return NULL;
}

static uint64_t hash_of_play(bool in_thread)
{
    uint64_t hash = 0;
    pthread_t thread;
    if (in_thread) { /* which begins with the mode of this one */
        disturb();
        ck_assert_int_eq(pthread_create(&thread, NULL, play, &hash), 0);
        pthread_join(thread, NULL);
        fesetenv(FE_DFL_ENV);
    } else {
        play(&hash);
    }
    return hash;
}

TEST(changed_rounding_and_lost_small_numbers_change_no_result,
     .rounds = 2 * CW_ARRAY_LENGTH(changes))
{
    temp_write("level.tmj", MAP);
    temp_listen(); /* the rich game reads no map */
    uint64_t usual = hash_of_play(false);
    change = changes[_i / 2];
    ck_assert_uint_eq(hash_of_play(_i % 2 == 1), usual);
}
