#include "support/toy_run.h"
#include "ui/ui_view.h"

/* Looking inside a pause, through the real loop. */

enum { KEY_E = 8, KEY_I = 12, KEY_Q = 20, PAD_Y = 3 };

TOY_FIXTURE;

static const Inspect *inspect(void)
{
    return &toy_workshop()->inspect;
}

static void pause_run(void)
{
    toy_play(60);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    toy_run_frames(60); /* the picture moves aside for the page, and comes to rest */
}

static void click_world(double x_m, double y_m)
{
    CwPoint2 at = cw_camera_to_view(&toy_stage()->draw_list.state.camera, (CwPoint2){x_m, y_m});
    toy_click(at.x, at.y);
}

static cpVect ball_place(uint32_t entity)
{
    const CwWorld *world = toy_world();
    for (int i = 0; i < world->body_count; i++) {
        if (world->body_owners[i].index1 == entity) {
            return cpBodyGetPosition(world->bodies[i]);
        }
    }
    ck_abort_msg("there is no ball %u", entity);
}

static const FieldRow *find_row(const char *name)
{
    for (int i = 0; i < inspect()->panel.row_count; i++) {
        if (strcmp(inspect()->panel.rows[i].name, name) == 0) {
            return &inspect()->panel.rows[i];
        }
    }
    return NULL;
}

TEST(a_click_in_a_pause_shows_what_lies_there_with_its_fields)
{
    pause_run();
    uint64_t hash = toy_hash();
    cpVect at = ball_place(toy_first_ball());
    click_world(at.x, at.y);
    ck_assert(inspect()->is_open);
    ck_assert_str_eq(inspect()->panel.title, textf("ball %u", toy_first_ball()));
    const FieldRow *row = find_row(textf("body.%u.p.y", toy_first_ball()));
    ck_assert_ptr_nonnull(row);
    ck_assert_double_eq_tol(strtod(row->value, NULL), at.y, 1e-6);
    ck_assert_uint_eq(toy_hash(), hash);
    ck_assert(toy_stage()->draw_list.command_count > 0);
}

TEST(a_click_beside_everything_closes_it_and_the_way_back_does_too)
{
    pause_run();
    toy_tap(KEY_I);
    ck_assert(inspect()->is_open);
    click_world(toy_runner_x_m() + 1, 5.9);
    ck_assert(!inspect()->is_open);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    toy_tap(KEY_I);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert(!inspect()->is_open);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    click_world(toy_runner_x_m(), 0); /* selects nothing in play */
    ck_assert(!inspect()->is_open);
}

/* A chassis with a wheel in its box, at a place of its own. */
static void cart_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    cpBody *chassis = cw_world_add_body(world, self, cpBodyNewKinematic());
    cpBody *wheel = cw_world_add_body(world, self, cpBodyNewKinematic());
    cpBodySetPosition(chassis, cpv(-2, 4));
    cpBodySetPosition(wheel, cpv(-1.4, 3.8));
    cw_world_add_shape(world, self, cpBoxShapeNew(chassis, 2, 1, 0));
    cw_world_add_shape(world, self, cpCircleShapeNew(wheel, 0.25, cpvzero));
}

/* The unfolded rows at the top of the panel. */
static const char *top_row(void)
{
    const FieldRow *row = field_panel_selected(&inspect()->panel);
    ck_assert_ptr_nonnull(row);
    return row->name;
}

TEST(a_click_on_a_part_opens_the_panel_at_that_part)
{
    CwKind kinds[] = {toy_game.content.kinds[TOY_RUNNER], toy_game.content.kinds[TOY_BALL]};
    kinds[TOY_BALL] = (CwKind){.name = "cart", .size = 1, .spawn = cart_spawn};
    run.game.content.kinds = kinds;
    pause_run();
    click_world(-2.6, 4.2);
    ck_assert_str_eq(inspect()->panel.title, "cart 2");
    ck_assert(strncmp(top_row(), "body.2.", 7) == 0); /* the chassis: its first row */
    click_world(-1.4, 3.8);
    ck_assert_str_eq(inspect()->panel.title, "cart 2");
    ck_assert_str_eq(top_row(), "body.3");
    ck_assert_ptr_nonnull(find_row("body.3.p.x"));
}

static void ask(const char *text)
{
    toy_tap(KEY_I);
    text_edit_select_all(&run.loop.stage.typing.edit);
    text_edit_insert(&run.loop.stage.typing.edit, text);
    typing_end(&run.loop.stage.typing, CW_TEXT_ENTRY_CONFIRMED);
    toy_run_frames(2);
}

/* The place of the notice's text, in the points of ui_view.h. */
static CwPoint2 notice_place(const char *text)
{
    const CwDrawList *list = &toy_stage()->draw_list;
    for (uint32_t i = 0; i < list->command_count; i++) {
        const TextCommand *command = &list->commands[i].text;
        if (list->commands[i].kind == DRAW_TEXT && command->byte_count == strlen(text) &&
            memcmp(list->text + command->first_byte, text, strlen(text)) == 0) {
            return ui_view_point(toy_stage()->viewport.view,
                                 (CwPoint2){command->place.origin.x, command->place.origin.y});
        }
    }
    ck_abort_msg("no notice is drawn");
}

TEST(a_notice_leaves_the_panel_and_the_curves_free)
{
    pause_run();
    notices_add(&toy_monitor()->notices, "saved");
    toy_run_frames(1);
    CwPoint2 before = notice_place("saved");
    ck_assert_double_eq_tol(before.x, toy_page()->layout.panel.x / 2, 1); /* beside the page */
    toy_tap_for(KEY_I, 1);
    const Box *panel = &inspect()->panel.box;
    double middle_x = notice_place("saved").x;
    double free_middle_x =
        inspect()->panel.is_left ? (panel->x + panel->width + UI_WIDTH) / 2 : panel->x / 2;
    ck_assert_double_eq_tol(middle_x, free_middle_x, 6);
    toy_tap(9); /* F: a curve */
    toy_run_frames(1);
    ck_assert_double_eq_tol(notice_place("saved").y, before.y - inspect_lift(inspect()), 1);
    ck_assert_double_gt(inspect_lift(inspect()), 10);
}

TEST(keys_and_pad_go_through_all_entities_and_the_game_s_state)
{
    pause_run();
    toy_pad(PAD_Y, 1);
    toy_run_frames(1);
    toy_pad(PAD_Y, 0);
    ck_assert_uint_eq(inspect()->thing.entity, toy_now()->runner.index1);
    toy_tap(KEY_E);
    ck_assert_uint_eq(inspect()->thing.entity, toy_first_ball());
    toy_tap(KEY_Q);
    toy_tap(KEY_Q);
    ck_assert_str_eq(inspect()->panel.title, "the game's state");
    ck_assert_int_gt(inspect()->panel.row_count, 2);
    toy_tap(KEY_Q);
    ck_assert_uint_eq(inspect()->thing.entity, (uint32_t)toy_world()->slot_count);
    ck_assert(inspect()->is_open);
}

TEST(headings_fold_and_the_values_follow_a_step)
{
    pause_run();
    toy_tap(KEY_I);
    toy_tap(KEY_E);
    const char *name = textf("body.%u.p.y", toy_first_ball());
    ck_assert_ptr_nonnull(find_row(name));
    const char *before = textf("%s", find_row(name)->value);
    toy_tap_times(TOY_KEY_STEP_BACK, 5);
    ck_assert_str_ne(find_row(name)->value, before);
    toy_tap(TOY_KEY_UP); /* the heading */
    int rows = inspect()->panel.row_count;
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_lt(inspect()->panel.row_count, rows);
    ck_assert_ptr_null(find_row(name));
}

enum { KEY_F = 9, KEY_J = 13, KEY_K = 14 };

static void select_field(const char *field)
{
    toy_tap(KEY_I);
    toy_tap(KEY_E);
    for (int i = 0; i < inspect()->panel.row_count; i++) {
        const char *name = inspect()->panel.rows[i].name;
        size_t length = strlen(name), wanted = strlen(field);
        if (length > wanted && strcmp(name + length - wanted, field) == 0) {
            toy_workshop()->inspect.panel.selected = i;
            return;
        }
    }
    ck_abort_msg("there is no %s", field);
}

/* Searches and curves take more frames on a slow machine. */
static void run_until_searched(void)
{
    for (int still = 0; still < 3;) {
        toy_run_frames(1);
        still =
            inspect()->search.state != SEARCH_NONE || inspect()->curves.is_growing ? 0 : still + 1;
    }
}

static double heights[400];

static void play_noting_heights(int frames)
{
    toy_run_open();
    for (int i = 0; i < frames; i++) {
        toy_run_frames(1);
        heights[toy_ticks()] = ball_place(toy_first_ball()).y;
    }
    toy_tap(TOY_KEY_ESCAPE);
    heights[toy_ticks()] = ball_place(toy_first_ball()).y;
}

TEST(the_curve_of_a_pinned_field_has_the_value_of_each_tick)
{
    play_noting_heights(300);
    uint64_t hash = toy_hash();
    select_field(".p.y");
    toy_tap(KEY_F);
    run_until_searched();
    const PinSpan *span = &inspect()->curves.shown;
    ck_assert_int_eq(span->count, (int)toy_ticks() + 1);
    for (uint64_t tick = 1; tick <= toy_ticks(); tick++) {
        ck_assert_double_eq(span->values[0][tick], heights[tick]);
    }
    ck_assert_uint_eq(toy_hash(), hash);
    toy_tap_times(TOY_KEY_STEP_BACK, 30); /* the curve ends where time stands */
    run_until_searched();
    ck_assert_uint_eq(span->first_tick + (uint64_t)span->count - 1, toy_ticks());
    ck_assert_double_eq(span->values[0][span->count - 1], heights[toy_ticks()]);
    toy_tap(KEY_F);
    ck_assert_int_eq(inspect()->curves.pin_count, 0);
}

static void search_presses(int direction)
{
    EXPECT_OK(change_search_begin(&toy_workshop()->inspect.search, &toy_playback()->run,
                                  "state.press_counts[1]", direction, &error));
    run_until_searched();
}

/* Only a kick moves the count of presses. */
TEST(the_search_for_a_change_goes_from_change_to_change)
{
    toy_play(60);
    toy_tap(TOY_KEY_SPACE);
    uint64_t first = toy_ticks() - 1;
    toy_run_frames(100);
    toy_tap(TOY_KEY_SPACE);
    uint64_t second = toy_ticks() - 1;
    toy_run_frames(90);
    toy_tap(TOY_KEY_ESCAPE);
    select_field(".p.y");
    search_presses(-1);
    ck_assert_uint_eq(toy_ticks(), second);
    search_presses(-1);
    ck_assert_uint_eq(toy_ticks(), first);
    search_presses(-1);
    ck_assert_uint_eq(toy_ticks(), first);
    ck_assert(inspect()->panel.is_error);
    search_presses(1);
    ck_assert_uint_eq(toy_ticks(), second);
    expect_text(inspect()->panel.note, "1 → 2");
    ck_assert_str_eq(inspect()->panel.extra_lines[0], "by toy.count (input)");
    ask("state.press_counts[1] > 0");
    toy_tap(KEY_J);
    toy_tap(KEY_F);
    run_until_searched();
    ck_assert_uint_eq(toy_ticks(), first);
    ck_assert_str_eq(inspect()->panel.rows[0].value, "true");
    ck_assert_str_eq(inspect()->panel.extra_lines[0], ""); /* a question has no writer */
    ask("state.press_counts[1] >");
    toy_tap(KEY_J);
    expect_text(inspect()->panel.note, "a number or a field was expected");
    ck_assert_double_eq(inspect()->curves.shown.values[0][first], 1);
    ask("m_inv"); /* one of Chipmunk's, folded away */
    ck_assert_int_eq(inspect()->panel.row_count, 4);
}

/* The search simulates the press's tick once, and then again for its cause. */
static uint64_t press_tick;
static int visit_count;

static void break_second_visit(CwWorld *world)
{
    visit_count += cw_world_tick(world) + 1 == press_tick;
    toy.break_body = visit_count >= 2;
}

TEST(a_search_that_finds_no_cause_says_why)
{
    toy_play(60);
    toy_tap(TOY_KEY_SPACE);
    press_tick = toy_ticks() - 1;
    toy_tap(TOY_KEY_ESCAPE);
    select_field(".p.y");
    toy.while_ticking = break_second_visit;
    search_presses(-1);
    toy.while_ticking = NULL;
    toy.break_body = false;
    ck_assert_uint_eq(toy_ticks(), press_tick);
    expect_text(inspect()->panel.extra_lines[0], "cause not found: ");
}

/* Only a kick moves the balls sideways in the air. */
TEST(the_search_for_a_change_names_system_phase_and_entity)
{
    toy_play(10);
    toy_tap(TOY_KEY_SPACE);
    toy_tap(TOY_KEY_ESCAPE);
    uint64_t hash = toy_hash(), tick = toy_ticks();
    select_field(".v.x");
    toy_tap(KEY_J);
    run_until_searched();
    ck_assert_str_eq(inspect()->panel.extra_lines[0], "by entity.drive (pre_physics), ball 2");
    expect_text(inspect()->panel.note, " v.x ");
    toy_tap_times(TOY_KEY_STEP_FORWARD, (int)(tick - toy_ticks()));
    ck_assert_uint_eq(toy_hash(), hash);
}
