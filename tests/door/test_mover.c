/* The platformer of docs/example, whose hero is a mover: real keys, a real window. */
#include "support/door.h"

FIXTURE(DOOR);

static bool is_up_the_hill(const ProbeRow *row)
{
    return row->x_m > 14.5 && row->y_m > 6;
}

static bool is_high(const ProbeRow *row)
{
    return row->y_m > 7.5;
}

static bool is_standing(const ProbeRow *row)
{
    return row->vx_mps == 0 && row->vy_mps == 0 && row->y_m > 6;
}

TEST(keys_lead_the_hero_up_a_hill_without_a_jump_and_a_jump_lands_there)
{
    expect_ok("cd $(pkg-config --variable=docdir clockwork)/docs/example && "
              "cp -r platformer.c platformer/assets \"$OLDPWD\"");
    door_build("platformer");
    door_start("exec ./platformer play meadow --record run.cwr" DOOR_OPTIONS, "Meadow");
    door_wait_ticks(30);
    const XPicture *before = door_look();
    door_press("Right");
    int hill = door_wait_row(0, is_up_the_hill);
    door_release("Right");
    int stands = door_wait_row(hill, is_standing);
    ck_assert_int_gt(x_picture_colours(door_wait_change(before, 0.05)), 200);
    door_press("space");
    int high = door_wait_row(stands, is_high);
    door_release("space");
    door_wait_row(high, is_standing);
    door_end();
    for (int i = 60; i < hill; i++) { /* on the ground all the way */
        ck_assert_double_lt(fabs(door.probe[i].vy_mps), 1.001 * door.probe[i].vx_mps + 1e-9);
    }
    expect_ok("./platformer verify run.cwr && ./platformer query run.cwr --fields "
              "hero.mover.on_floor | awk '{print $2}' | sort -u | xargs | grep -q '0 1'");
}
