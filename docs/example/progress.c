/* A game with progress: walk right, take the coins, pass the spike in time. After level 2 there is
 * a shop, where 3 coins buy a life. The key of level 2 opens the door of level 5.
 *
 * Worth a look: lives, coins and key are the carry (CwGame.carry). Each level begins with the carry
 * that the previous one left, and ticks change it like any state. cw_flow_save_carry keeps it for
 * the next session. A retry begins with the carry that its level began with. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <string.h>

enum { RIGHT, BUY, ACTION_COUNT };
static const double COIN_M = 3, SPIKE_M = 6, DOOR_M = 9, END_M = 12, STEP_M = 0.1;

typedef struct Carry {
    int32_t lives, coins;
    bool key;
} Carry;
static const CwField carry_fields[] = {CW_FIELD(Carry, lives), CW_FIELD(Carry, coins),
                                       CW_FIELD(Carry, key)};
static const Carry first_carry = {.lives = 3};

typedef struct State {
    double x_m;
    bool took;
} State;
static const CwField state_fields[] = {CW_FIELD(State, x_m), CW_FIELD(State, took)};

static bool is_level(const CwWorld *world, const char *name)
{
    return strcmp(cw_world_level(world), name) == 0;
}

static bool is_spike_up(const CwWorld *world)
{
    return !is_level(world, "shop") && cw_world_tick(world) / 120 % 4 == 3;
}

static void take_coins(const CwWorld *world, State *state, Carry *carry)
{
    if (!is_level(world, "shop") && !state->took && state->x_m > COIN_M) {
        state->took = true;
        carry->coins += 2;
        carry->key = carry->key || is_level(world, "level-2");
    } else if (is_level(world, "shop") && cw_input_pressed(cw_world_input(world), BUY) &&
               carry->coins >= 3) {
        carry->coins -= 3;
        carry->lives++;
    }
}

static void walk(CwWorld *world)
{
    State *state = cw_world_state(world);
    Carry *carry = cw_world_carry(world);
    bool is_shut = is_level(world, "level-5") && !carry->key;
    state->x_m += cw_input_down(cw_world_input(world), RIGHT) ? STEP_M : 0;
    state->x_m = is_shut && state->x_m > DOOR_M ? DOOR_M : state->x_m;
    take_coins(world, state, carry);
    if (is_spike_up(world) && state->x_m > SPIKE_M - 0.5 && state->x_m < SPIKE_M + 0.5) {
        state->x_m = 0;
        if (--carry->lives == 0) {
            *carry = first_carry;
            cw_flow_open_level(cw_world_flow(world), "level-1");
        }
    } else if (state->x_m > END_M) {
        cw_flow_save_carry(cw_world_flow(world));
        cw_flow_next_level(cw_world_flow(world));
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)world, (void)map, (void)error;
    return true;
}

static void draw(const CwWorld *world, CwFrame *frame)
{
    const State *state = cw_world_state_const(world);
    const Carry *carry = cw_world_carry_const(world);
    const CwColour light = {250, 240, 220, 255}, red = {220, 70, 60, 255};
    char text[64];
    cw_draw_circle(frame->draw, (CwPoint2){state->x_m - 6, 0.5}, 0.5, light);
    cw_draw_circle(frame->draw, (CwPoint2){SPIKE_M - 6, 0.2}, is_spike_up(world) ? 0.5 : 0.1, red);
    cw_draw_circle(frame->draw, (CwPoint2){DOOR_M - 6, 1}, is_level(world, "level-5"), light);
    snprintf(text, sizeof text, "%s: %d lives, %d coins%s", cw_world_level(world),
             (int)carry->lives, (int)carry->coins, carry->key ? ", a key" : "");
    cw_draw_set_screen(frame->draw);
    cw_draw_text(frame->draw,
                 &(CwTextDraw){.text = text, .x = 20, .y = 30, .size = 24, .colour = light});
}

static const char *const levels[] = {"level-1", "level-2", "shop", "level-3", "level-4", "level-5"};
static const CwActionDef actions[] = {{"right", "walk", "key:Right"}, {"buy", "buy", "key:B"}};
static const CwSystem systems[] = {{"walk", CW_PHASE_GAME_LOGIC, .tick = walk},
                                   {"draw", CW_PHASE_RENDER, .frame = draw}};
static const CwGame progress = {
    .id = "progress",
    .title = "Progress",
    .input = {.actions = actions, .action_count = ACTION_COUNT},
    .content = {.systems = systems,
                .system_count = 2,
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = 2,
                .levels = levels,
                .level_count = CW_ARRAY_LENGTH(levels)},
    .carry = {sizeof(Carry), carry_fields, 3, &first_carry},
    .looks = {.theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {0, 0, 0, 220}},
              .camera_height_m = 12},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&progress, argc, argv);
}
