/* Animations as tick state: exact at every rate, alike for rules and pictures. */
#include "base/animation_clip.h"
#include "support/sim_world.h"

FIXTURE(.tear_down = sim_tear_down);

static const uint32_t uneven_ms[] = {100, 50, 200};
static const CwClip loop = {.last = 2, .frames_ms = uneven_ms};
static const CwClip once = {.last = 3, .frame_ms = 25, .play = CW_PLAY_ONCE};

static CwWorld *world_of_rate(int32_t tick_rate)
{
    CwWorld *world = sim_begin_physics(1, 0);
    world->settings.tick_rate = tick_rate;
    return world;
}

static CwAnimation after(const CwWorld *world, int ticks)
{
    CwAnimation animation = {0};
    for (int i = 0; i < ticks; i++) {
        cw_animation_advance(&animation, world);
    }
    return animation;
}

static const int32_t rates[] = {60, 144, 7, 1000, 59};

TEST(no_rate_of_ticks_drifts, .rounds = CW_ARRAY_LENGTH(rates))
{
    CwAnimation animation = after(world_of_rate(rates[_i]), rates[_i] * 100);
    ck_assert_uint_eq(animation.ms, 100000);
    ck_assert_uint_eq(animation.rest, 0);
}

/* At 60 ticks a second 100 ms are six ticks, 150 ms nine. */
TEST(a_frame_begins_with_the_tick_that_its_time_falls_on)
{
    static const int expected[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 2};
    CwWorld *world = world_of_rate(60);
    for (int ticks = 0; ticks < 10; ticks++) {
        CwAnimation animation = after(world, ticks);
        ck_assert_int_eq(cw_animation_frame(&animation, &loop), expected[ticks]);
        animation = after(world, ticks + 21 * 7);
        ck_assert_int_eq(cw_animation_frame(&animation, &loop), expected[ticks]);
    }
}

TEST(once_ends_after_the_last_frame_and_stays_there)
{
    CwWorld *world = world_of_rate(60);
    CwAnimation animation = after(world, 5);
    ck_assert(!cw_animation_is_over(&animation, &once));
    ck_assert_int_eq(cw_animation_frame(&animation, &once), 3);
    animation = after(world, 6);
    ck_assert(cw_animation_is_over(&animation, &once));
    animation = after(world, 600);
    ck_assert_int_eq(cw_animation_frame(&animation, &once), 3);
}

static void expect_frames(const CwClip *clip, const char *frames)
{
    for (int i = 0; frames[i] != '\0'; i++) {
        ck_assert_int_eq(animation_clip_frame(clip, 10 * (uint64_t)i), frames[i] - '0');
    }
}

TEST(clips_play_in_every_direction)
{
    static const uint32_t frames_ms[] = {20, 10, 10};
    CwClip clip = {.last = 2, .frames_ms = frames_ms};
    expect_frames(&clip, "0012001200");
    clip.reversed = true;
    expect_frames(&clip, "2100210021");
    clip.play = CW_PLAY_PING_PONG;
    expect_frames(&clip, "2100121001");
    clip.reversed = false;
    expect_frames(&clip, "0012100121");
    clip.play = CW_PLAY_ONCE;
    expect_frames(&clip, "0012222");
    clip = (CwClip){.frame_ms = 10, .play = CW_PLAY_PING_PONG};
    expect_frames(&clip, "0000");
}

TEST(another_speed_keeps_the_exact_time)
{
    CwWorld *world = world_of_rate(60);
    CwAnimation animation = {.clip = 2};
    for (int i = 0; i < 600; i++) {
        cw_animation_advance_by(&animation, world, 333);
    }
    ck_assert_uint_eq(animation.ms, 3330);
    cw_animation_advance_by(&animation, world, 0);
    ck_assert_uint_eq(animation.ms, 3330);
}

TEST(play_continues_a_clip_and_restart_begins_it)
{
    CwWorld *world = world_of_rate(50);
    CwAnimation animation = after(world, 5);
    cw_animation_play(&animation, 0);
    ck_assert_uint_eq(animation.ms, 100);
    cw_animation_restart(&animation, 0);
    ck_assert_uint_eq(animation.ms, 0);
    cw_animation_advance(&animation, world);
    cw_animation_play(&animation, 3);
    ck_assert_uint_eq(animation.clip, 3);
    ck_assert_uint_eq(animation.ms, 0);
}

enum { STAND, RUN, JUMP };

typedef struct Walker {
    bool grounded;
    double vx_mps;
    CwAnimator look;
} Walker;

static const CwAnimationState rows[] = {
    {"jump", JUMP, .when = {CW_WHEN(Walker, grounded, CW_IS, false)}, .least_ms = 100},
    {"run", RUN, .when = {CW_WHEN(Walker, vx_mps, CW_BEYOND, 0.5)}, .fade_ms = 100,
     .pace = CW_FIELD(Walker, vx_mps), .pace_usual = 4},
    {"stand", STAND, .fade_ms = 50}};
static const CwAnimationStates states = CW_ANIMATION_STATES(rows);
static const CwField walker_fields[] = {CW_ANIMATOR_FIELDS(Walker, look, rows)};

static const char *walk(Walker *walker, const CwWorld *world, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        cw_animator_advance(&walker->look, &states, walker, world);
    }
    return rows[walker->look.state].name;
}

TEST(the_first_row_whose_conditions_hold_is_the_state)
{
    CwWorld *world = world_of_rate(60);
    Walker walker = {.grounded = true};
    ck_assert_str_eq(walk(&walker, world, 1), "stand");
    ck_assert_uint_eq(walker.look.fade_ticks, 0); /* from nothing */
    walker.vx_mps = -2;
    ck_assert_str_eq(walk(&walker, world, 30), "run");
    ck_assert_uint_eq(walker.look.fade_ticks, 6);
    ck_assert_uint_eq(walker.look.clip.ms, 250); /* at half its pace */
    ck_assert_uint_eq(walker.look.before.clip, STAND);
    walker.grounded = false;
    ck_assert_str_eq(walk(&walker, world, 1), "jump");
    walker.grounded = true;
    ck_assert_str_eq(walk(&walker, world, 5), "jump"); /* 100 ms are six ticks */
    ck_assert_str_eq(walk(&walker, world, 1), "run");
    ck_assert_uint_eq(walker.look.ticks, 1);
}

TEST(the_fields_of_an_animator_cover_it_and_know_the_names)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(walker_fields); i++) {
        bytes += (uint32_t)sizeof(uint32_t) * walker_fields[i].count;
    }
    ck_assert_uint_eq(bytes, sizeof(CwAnimator));
    ck_assert_uint_eq(walker_fields[0].word_count, 3);
    ck_assert_str_eq(walker_fields[0].words[0], "jump");
}
