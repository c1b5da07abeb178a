/* Parts, rates, hooks of all frame phases and blended fields, as a game outside the tree uses them:
 * parts.c, built against the installation, without a window and in one with real keys. */
#include "support/door.h"

FIXTURE(DOOR);

TEST(rates_are_exact_and_entities_take_turns)
{
    door_build("parts");
    const char *out = expect_ok("./parts --headless --ticks 600")->out;
    expect_text(out, "systems 250 70\n"
                     "health 1 260\n"
                     "health 2 250\n");
    expect_ok("./parts --headless --ticks 600 | awk '/^beacon/ {bad += $2 != 100; seen[$4]++} "
              "END {for (tick in seen) {ticks++}; exit bad > 0 || ticks != 6}'");
    expect_ok("for rate in 25 50 120 144 240; do ./parts --headless --ticks $((10 * rate)) "
              "--set simulation.tick_rate=$rate | grep -q '^systems 250 70$' || exit 1; done");
    expect(1, "./parts --headless --ticks 60 --set simulation.tick_rate=24",
           "system count.25: its every_hz is 25, but there are 24 ticks a second");
    expect_text(expect_ok("./parts --headless --ticks 60 --monkey 1 --synctest 8 --record a.cwr && "
                          "./parts verify a.cwr && ./parts systems")
                    ->out,
                "entity.tick: crate.health, crate, barrel.health, beacon (10 Hz)\n");
    expect_text(expect_ok("./parts query a.cwr --fields crate.health.points --ticks 60..60")->out,
                "35");
    expect_ok("./parts query a.cwr --fields crate.health.trunk.p --ticks 60..60 | "
              "grep -q '^ *60  *3  *4$'");
    expect_ok("./parts --headless --ticks 60 --record b.cwr && ! ./parts diff a.cwr b.cwr");
}

static const char *const latencies[] = {"ahead", "interpolate", "tick"};

/* By each setting, over presses, a jump, spawns, rewinds, slow frames and a pause. */
TEST(a_field_is_blended_as_its_body_is, .rounds = CW_ARRAY_LENGTH(latencies))
{
    door_build("parts");
    door_start(textf("exec ./parts play level --set display.vsync=off --set display.target_fps=%d "
                     "--set display.latency=%s --frame-log frames.csv --record run.cwr",
                     _i == 1 ? 25 : 144, latencies[_i]),
               "Parts");
    door_wait_frames(20);
    door_press("Right");
    door_tap("j");
    door_wait_frames(15);
    door_release("Right");
    door_tap("s");
    door_wait_frames(15);
    door_press("BackSpace");
    door_wait_frames(12);
    door_release("BackSpace");
    door_tap("Escape");
    door_wait_frames(5);
    door_tap("Escape");
    door_wait_frames(20);
    door_end();
    expect_ok("./parts verify run.cwr && grep '^blended' out && awk '/^hooks/ {"
              "exit !($4 > 60 && $2 == 5 * $4)}' out"); /* two kinds have the part with `early` */
    expect_ok("awk '/^blended/ {exit !($2 > 120 && $4 < 1e-6 && $6 < 1e-6 && $9 == 0)}' out");
}

/* The middle of the window, which no message of the engine covers. */
static const XRect MIDDLE = {220, 100, 200, 160};

TEST(particles_fall_stand_in_a_pause_and_fade_in_a_rewind)
{
    enum { RED = 0xFF0000 };
    door_build("sparks");
    door_start("exec ./sparks play level" DOOR_OPTIONS, "Sparks");
    door_watch(MIDDLE);
    door_wait_ticks(30);
    XPicture *empty = door_look();
    door_press("space");
    door_wait_colour(RED, 0.1);
    door_release("space");
    XPicture *lit = door_look();
    door_wait_change(lit, 0.01);
    door_tap("p");
    XPicture *stands = door_wait_still();
    door_wait_frames(30);
    door_wait_same(stands, 0);
    door_tap("p");
    door_wait_change(stands, 0.01);
    door_wait_colour(RED, 0.05);
    door_press("BackSpace");
    door_wait_same(empty, 0);
    door_release("BackSpace");
    door_end();
}
