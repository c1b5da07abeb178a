#include "live/rerun_plan.h"
#include "support/replay_samples.h"
#include "support/toy_run.h"

/* A run that was played and recorded, simulated again by another loop. */

enum { PLAYED = 240 };

static CwReplayFile *played;
static RerunPlan plan;
static uint64_t told_ticks;

static void tell(void *context, const Session *session)
{
    told_ticks = cw_world_tick(session->world);
}

static bool open_plan(void *context, Loop *loop, CwError *failure)
{
    return rerun_plan_play(&plan, loop, failure);
}

TOY_FIXTURE;

static void join_guest(void)
{
    run.loop_guest->open_run = open_plan;
    run.loop_guest->ticked = tell;
    run.loop_guest->is_live = true;
}

static uint64_t record(void)
{
    run.desc.choice.skips_title = true;
    run.desc.setup.recorder = (RecorderDesc){.record = temp_path("run.cwr"), .records_level = true};
    toy_run_open();
    toy_key_for(TOY_KEY_RIGHT, 1, PLAYED / 2);
    toy_key_for(TOY_KEY_RIGHT, 0, PLAYED / 2);
    uint64_t hash = toy_hash();
    ck_assert(toy_run_close());
    played = sample_load_from(temp_path("run.cwr"));
    return hash;
}

static void simulate_again(uint64_t tick)
{
    toy_run_prepare();
    plan.recording = played;
    plan.tick = tick;
    join_guest();
    run.desc.choice.skips_title = true;
    toy_run_open();
    for (int i = 0; i < 1000 && catch_up_is_running(&run.loop); i++) {
        toy_run_frames(1);
    }
    ck_assert(!catch_up_is_running(&run.loop));
}

TEST(a_rerun_under_the_same_game_ends_in_the_same_state)
{
    uint64_t hash = record();
    plan = (RerunPlan){0};
    simulate_again(played->tick_count);
    ck_assert_uint_eq(toy_hash(), hash);
    ck_assert_uint_eq(toy_playback()->run.differs_at, 0);
    ck_assert_uint_eq(told_ticks, played->tick_count);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    uint64_t before = toy_ticks();
    toy_run_frames(10);
    ck_assert_uint_gt(toy_ticks(), before);
}

TEST(other_settings_give_another_run_of_the_same_inputs)
{
    uint64_t hash = record();
    CwSimSettings settings = played->header.settings;
    settings.gravity_mps2 = -3;
    plan = (RerunPlan){.settings = &settings};
    simulate_again(played->tick_count);
    ck_assert_uint_ne(toy_hash(), hash);
    ck_assert_uint_eq(toy_playback()->run.differs_at, 1);
    ck_assert_uint_eq(cw_world_tick(toy_world()), played->tick_count);
}

TEST(a_pause_in_the_past_is_restored_with_its_future)
{
    record();
    plan = (RerunPlan){.is_paused = true};
    simulate_again(PLAYED / 3);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    ck_assert_uint_eq(cw_world_tick(toy_world()), PLAYED / 3);
    ck_assert_uint_eq(run_newest(&toy_playback()->run), played->tick_count);
    ck_assert_uint_eq(run_oldest(&toy_playback()->run), 0);
}

/* A ball is thrown up by hand at tick 0 and after the last one. */
static uint64_t record_with_changes(void)
{
    run.desc.choice.skips_title = true;
    run.desc.setup.recorder = (RecorderDesc){.record = temp_path("run.cwr")};
    toy_run_open();
    EXPECT_OK(playback_seek(toy_playback(), 0, &error));
    EXPECT_OK(changes_make_from_text(toy_playback(), "body.2.v.y", "7", &error));
    toy_run_frames(60);
    EXPECT_OK(changes_make_from_text(toy_playback(), "body.2.v.y", "5", &error));
    uint64_t hash = toy_hash();
    toy_run_close();
    played = sample_load_from(temp_path("run.cwr"));
    ck_assert_uint_eq(played->edit_count, 2);
    return hash;
}

TEST(a_rerun_repeats_changes_by_hand)
{
    uint64_t hash = record_with_changes();
    plan = (RerunPlan){0};
    simulate_again(played->tick_count);
    ck_assert_uint_eq(toy_playback()->run.differs_at, 0);
    ck_assert_uint_eq(toy_hash(), hash);
    ck_assert_uint_eq(changes_of(&toy_playback()->session)->count, 2);
}

TEST(an_impossible_change_by_hand_is_left_out)
{
    record_with_changes();
    snprintf(played->edits[0].field, sizeof played->edits[0].field, "body.99.v.y");
    plan = (RerunPlan){0};
    simulate_again(played->tick_count);
    ck_assert_uint_eq(toy_playback()->run.differs_at, 1);
    ck_assert_uint_eq(cw_world_tick(toy_world()), played->tick_count);
}

#define MAP_OF(width)                                                                              \
    "{\"width\":" width ",\"height\":5,\"tilewidth\":32,\"tileheight\":32,\"layers\":[]}"

static char level_path[256];

static void save_another(void)
{
    temp_write("mine.tmj", MAP_OF("20"));
}

static void send_a_text(void)
{
    static const char text[] = MAP_OF("30");
    plan.map_text = (MapText){text, sizeof text - 1};
}

static void delete_it(void)
{
    ck_assert_int_eq(unlink(level_path), 0);
}

static const struct {
    void (*change)(void);
    double width_m;
} LEVELS[] = {{save_another, 20}, {send_a_text, 30}, {delete_it, 10}};

TEST(a_rerun_takes_its_level_from_its_file_a_text_or_the_run, .rounds = CW_ARRAY_LENGTH(LEVELS))
{
    temp_write("mine.tmj", MAP_OF("10"));
    snprintf(level_path, sizeof level_path, "%s", temp_path("mine.tmj"));
    run.desc.choice.level = level_path;
    record();
    plan = (RerunPlan){.map_path = level_path};
    LEVELS[_i].change();
    simulate_again(0);
    const Session *session = &toy_playback()->session;
    ck_assert_str_eq(session->map_path, level_path);
    ck_assert_double_eq(cw_map_size_m(session->map).x, LEVELS[_i].width_m);
}

TEST(inputs_follow_an_action_to_its_new_name_in_the_same_place)
{
    ActionMap map;
    CwActionDef defs[] = {{.name = "jump"}, {.name = "b"}, {.name = "left"}};
    CwGame game = {.input = {.actions = defs, .action_count = 3}};
    ck_assert(action_map_read(&map, "hop,b", &game, NULL));
    ck_assert(map.count == 2 && map.places[0] == 0 && map.places[1] == 1);
    char names[ACTION_NAMES_BYTES];
    action_map_names(&game, names);
    ck_assert_str_eq(names, "jump,b,left");
    ck_assert(action_map_read(&map, "b,hop,left", &game, NULL)); /* the place is taken */
    ck_assert_int_eq(map.places[1], -1);
}
