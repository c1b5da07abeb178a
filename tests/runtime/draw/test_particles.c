/* Particles: births, motion and looks of a row's particles, by the commands that they push. */
#include "draw/particles.h"

#include "draw/draw_list.h"
#include "support/test.h"

enum { ROW_STREAM, ROW_BURST, ROW_LOCAL, ROW_COUNT };

static const CwStop fading[] = {{0, {200, 100, 0, 255}}, {1, {200, 100, 100, 0}}};
static const CwSizeStop growing[] = {{0, 1}, {0.5, 3}};
static const CwParticleLook halo = {.layer = 7, .shape = CW_PARTICLE_CIRCLE, .blend = CW_BLEND_ADD};
static const CwEmitter rows[ROW_COUNT] = {[ROW_STREAM] = {.name = "stream",
                                                          .particle_max = 4000,
                                                          .rate_hz = 700,
                                                          .x_m = {-0.1, 0.1},
                                                          .direction_rad = {0, 3.14},
                                                          .speed_mps = {1, 3},
                                                          .life_s = {0.4, 1.2},
                                                          .size_m = {0.1, 0.2},
                                                          .gravity_mps2 = -9.8,
                                                          .drag_per_s = 1.5,
                                                          .look = {.shape = CW_PARTICLE_CIRCLE}},
                                          [ROW_BURST] = {.name = "burst",
                                                         .particle_max = 50,
                                                         .burst = 20,
                                                         .speed_mps = {2, 2},
                                                         .life_s = {1, 1},
                                                         .size_m = {0.5, 0.5},
                                                         .look = {.layer = 3,
                                                                  .shape = CW_PARTICLE_CIRCLE,
                                                                  CW_SIZES(growing),
                                                                  CW_COLOURS(fading)},
                                                         .glow = &halo},
                                          [ROW_LOCAL] = {.name = "local",
                                                         .particle_max = 10,
                                                         .burst = 1,
                                                         .rate_hz = 1,
                                                         .x_m = {1, 1},
                                                         .life_s = {9, 9},
                                                         .size_m = {1, 1},
                                                         .local = true,
                                                         .look = {.shape = CW_PARTICLE_CIRCLE}}};

static CwParticles *particles;
static CwDrawList list;

static void tear_down(void)
{
    particles_destroy(particles);
    draw_list_free(&list);
}

SET_UP(.tear_down = tear_down)
{
    particles = particles_create(rows, ROW_COUNT);
}

static void pass(double sim_s)
{
    particles_begin_frame(particles, &(ParticleTime){sim_s, fabs(sim_s), false});
}

static void draw(void)
{
    const SpriteTable none = {.camera_height_m = 9};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &none); /* 40 points a metre */
    particles_end_frame(particles, &list);
}

static void burst(int row)
{
    const CwEmission middle = cw_emission_at((CwPoint2){0, 0});
    cw_particles_burst(particles, row, &middle);
}

typedef struct Cloud {
    int count;
    double x, y, spread; /* view points: means, and the root of the mean square around them */
} Cloud;

static Cloud look_at_circles(void)
{
    Cloud cloud = {0};
    double squares = 0;
    draw();
    for (uint32_t i = 0; i < list.command_count; i++) {
        const CapsuleCommand *it = &list.commands[i].capsule;
        cloud.count++;
        cloud.x += (double)it->a.x;
        cloud.y += (double)it->a.y;
        squares += (double)it->a.x * (double)it->a.x + (double)it->a.y * (double)it->a.y;
    }
    cloud.x /= cloud.count;
    cloud.y /= cloud.count;
    cloud.spread = sqrt(squares / cloud.count - cloud.x * cloud.x - cloud.y * cloud.y);
    return cloud;
}

/* Two seconds of a stream whose place moves two metres. */
static Cloud stream_at(int fps)
{
    CwStream stream = {0};
    particles_clear(particles);
    for (int frame = 1; frame <= 2 * fps; frame++) {
        CwEmission emission = cw_emission_at((CwPoint2){(double)frame / fps, 0});
        pass(1.0 / fps);
        cw_particles_stream(particles, ROW_STREAM, &stream, &emission);
    }
    return look_at_circles();
}

TEST(a_stream_is_the_same_at_every_frame_rate)
{
    const int rates[] = {30, 60, 144, 1000};
    Cloud usual = stream_at(60);
    ck_assert_int_gt(usual.count, 500); /* 700 a second live for 0.8 s, in the mean */
    ck_assert_int_lt(usual.count, 620);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rates); i++) {
        Cloud cloud = stream_at(rates[i]);
        ck_assert_int_le(abs(cloud.count - usual.count), 2);
        ck_assert_double_eq_tol(cloud.x, usual.x, 0.4);
        ck_assert_double_eq_tol(cloud.y, usual.y, 0.4);
        ck_assert_double_eq_tol(cloud.spread, usual.spread, 0.4);
    }
}

TEST(particles_stand_in_a_pause_and_are_slow_in_slow_motion)
{
    burst(ROW_BURST);
    pass(0);
    draw();
    float before = list.commands[0].capsule.a.x;
    pass(0);
    draw();
    ck_assert_float_eq(list.commands[0].capsule.a.x, before);
    pass(0.1);
    draw();
    ck_assert_float_eq_tol(list.commands[0].capsule.a.x - before, 2 * 0.1F * 40, 0.01F);
    pass(0.05);
    draw();
    ck_assert_float_eq_tol(list.commands[0].capsule.a.x - before, 2 * 0.15F * 40, 0.01F);
}

static int alpha_now(void)
{
    draw();
    return list.command_count == 0 ? 0 : list.commands[list.command_count - 1].capsule.colour.a;
}

TEST(a_burst_of_an_amount_that_is_no_number_adds_nothing)
{
    cw_particles_burst(particles, ROW_BURST, &(CwEmission){.amount = NAN});
    ck_assert_int_eq(cw_particles_count(particles, ROW_BURST), 0);
}

TEST(a_rewind_fades_particles_out_and_new_ones_are_not_affected)
{
    int before;
    burst(ROW_BURST);
    pass(0.1);
    before = alpha_now();
    for (int i = 0; i < 12; i++) {
        pass(-0.016);
        int alpha = alpha_now();
        ck_assert_int_le(alpha, before);
        ck_assert_int_le(before - alpha, 40); /* no pop */
        before = alpha;
    }
    ck_assert_int_eq(before, 0);
    ck_assert_int_eq(cw_particles_count(particles, ROW_BURST), 0);
    burst(ROW_BURST);
    pass(0);
    ck_assert_int_eq(alpha_now(), 255);
    particles_begin_frame(particles, &(ParticleTime){0.016, 0.016, true}); /* a step */
    ck_assert_int_gt(alpha_now(), 240);
    particles_begin_frame(particles, &(ParticleTime){5, 0.016, true}); /* a seek */
    particles_begin_frame(particles, &(ParticleTime){0.016, 0.2, false});
    ck_assert_int_eq(cw_particles_count(particles, ROW_BURST), 0);
}

TEST(the_oldest_make_room)
{
    for (int i = 0; i < 4; i++) {
        burst(ROW_BURST);
        pass(0.1);
    }
    ck_assert_int_eq(cw_particles_count(particles, ROW_BURST), 50);
    pass(0.65);
    for (int left = 40; left >= 0; left -= 20) { /* ten of the second burst, then the others */
        pass(0.1);
        ck_assert_int_eq(cw_particles_count(particles, ROW_BURST), left);
    }
}

TEST(size_and_colour_follow_their_curves_over_life)
{
    burst(ROW_BURST);
    pass(0.25);
    draw();
    const CapsuleCommand *circle = &list.commands[20].capsule;
    ck_assert_int_eq(list.commands[20].layer, 3);
    ck_assert_int_eq(circle->colour.a, 192);
    ck_assert_int_eq(circle->colour.b, 25);
    ck_assert_float_eq_tol(circle->radius, 0.5F * 40, 0.2F);
}

TEST(a_glow_is_each_particle_once_more)
{
    burst(ROW_BURST);
    draw();
    ck_assert_uint_eq(list.command_count, 40);
    ck_assert_int_eq(list.commands[0].layer, 7);
    ck_assert_int_eq(list.commands[0].blend, CW_BLEND_ADD);
}

TEST(local_ones_move_and_turn_with_their_place)
{
    CwStream stream = {0};
    burst(ROW_LOCAL);
    CwEmission moved = cw_emission_at((CwPoint2){2, 0});
    moved.angle_rad = 1.5707963267948966;
    moved.amount = 0;
    cw_particles_stream(particles, ROW_LOCAL, &stream, &moved);
    draw();
    ck_assert_uint_eq(list.command_count, 1);
    ck_assert_float_eq_tol(list.commands[0].capsule.a.x, 320 + 80, 0.01F);
    ck_assert_float_eq_tol(list.commands[0].capsule.a.y, 180 - 40, 0.01F);
}

TEST(a_game_that_draws_them_itself_has_them_once)
{
    burst(ROW_LOCAL);
    pass(0);
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &(SpriteTable){.camera_height_m = 9});
    cw_particles_draw(particles, &list);
    particles_end_frame(particles, &list);
    ck_assert_uint_eq(list.command_count, 1);
}

TEST(a_game_without_particles_may_call_all_functions)
{
    CwStream stream = {0};
    const CwEmission here = cw_emission_at((CwPoint2){0, 0});
    cw_particles_burst(NULL, 0, &here);
    cw_particles_stream(NULL, 0, &stream, &here);
    cw_particles_draw(NULL, &list);
    particles_begin_frame(NULL, &(ParticleTime){1, 1, false});
    ck_assert_int_eq(cw_particles_count(NULL, 0), 0);
}
