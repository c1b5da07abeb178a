#include "toy_run.h"

#include "app/loop.h"
#include "game_config.h"

#include <check.h>
#include <string.h>

void toy_run_prepare(ToyRun *run)
{
    memset(&toy, 0, sizeof toy);
    memset(run, 0, sizeof *run);
    run->game = toy_game;
    run->table = game_config(&run->config, &run->game);
    run->config.arena_size = 4;
    run->host_desc = host_headless_desc_default();
    run->desc = (LoopDesc){.game = &run->game,
                           .config = &run->config,
                           .levels = &run->levels,
                           .seed = 1,
                           .tick_limit = TICKS_UNLIMITED};
}

void toy_script(ToyRun *run, HeadlessStep step)
{
    ck_assert_uint_lt(run->host_desc.step_count, CW_ARRAY_LENGTH(run->steps));
    run->steps[run->host_desc.step_count++] = step;
}

void toy_script_key(ToyRun *run, uint64_t frame, int code, int down)
{
    toy_script(run, (HeadlessStep){.frame = frame,
                                   .action = HEADLESS_INPUT,
                                   .event = {.type = INPUT_KEY, .code = code, .value = down}});
}

void toy_run_open(ToyRun *run)
{
    CwError error = {0};
    run->host_desc.steps = run->steps;
    ck_assert_msg(host_headless_open(&run->host, &run->host_desc, &error), "%s", error.text);
    ck_assert_msg(loop_open(&run->loop, &run->desc, &run->host, NULL, &error), "%s", error.text);
    if (!run->desc.headless && !run->title) {
        loop_show(&run->loop, SCREEN_PLAYING);
    }
}

void toy_run_close(ToyRun *run)
{
    loop_close(&run->loop);
    run->host.close(run->host.self);
}

void toy_run_frames(ToyRun *run, int count)
{
    for (int i = 0; i < count; i++) {
        ck_assert_msg(loop_frame(&run->loop), "the loop ended: %s", run->loop.error.text);
    }
}

void toy_run_to_end(ToyRun *run)
{
    while (loop_frame(&run->loop)) {
    }
    ck_assert_msg(!run->loop.failed, "%s", run->loop.error.text);
}

void toy_key(ToyRun *run, int code, int down)
{
    stage_take_event(&run->loop.stage,
                     &(InputEvent){.type = INPUT_KEY, .code = code, .value = down});
}

void toy_pad(ToyRun *run, int button, int down)
{
    stage_take_event(
        &run->loop.stage,
        &(InputEvent){.type = INPUT_PAD_BUTTON, .device = 1, .code = button, .value = down});
}

void toy_tap(ToyRun *run, int code)
{
    toy_key(run, code, 1);
    toy_run_frames(run, 1);
    toy_key(run, code, 0);
    toy_run_frames(run, 1);
}

void toy_click(ToyRun *run, double view_x, double view_y)
{
    InputEvent button = {.type = INPUT_MOUSE_BUTTON, .code = 1, .value = 1};
    stage_take_event(&run->loop.stage,
                     &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = view_x, .y = view_y});
    stage_take_event(&run->loop.stage, &button);
    toy_run_frames(run, 1);
    button.value = 0;
    stage_take_event(&run->loop.stage, &button);
    toy_run_frames(run, 1);
}

uint64_t toy_ticks(const ToyRun *run)
{
    return cw_world_tick(run->loop.playback.session.world);
}

vec2s toy_drawn_runner(const ToyRun *run)
{
    for (uint32_t i = 0; i < run->loop.stage.draw_list.command_count; i++) {
        const DrawCommand *command = &run->loop.stage.draw_list.commands[i];
        if (command->layer == TOY_RUNNER_LAYER) {
            return command->capsule.a;
        }
    }
    ck_abort_msg("the runner was not drawn");
}
