/* The speed of play: slow motion and fast forward, and many ticks at once in a pause. It changes
 * how many ticks run and when, never what one does. */
#include "runtime/loop_parts.h"

#include <math.h>
#include <stdio.h>

enum { SPEED_SLOWEST = -3, SPEED_FASTEST = 2 };

static double speed_of(const Loop *loop)
{
    static const double speeds[] = {0.1, 0.25, 0.5, 1, 2, 4};
    _Static_assert(ARRAY_LENGTH(speeds) == SPEED_FASTEST - SPEED_SLOWEST + 1, "a speed a step");
    return speeds[loop->play_speed - SPEED_SLOWEST];
}

/* The limits of a frame are those of real time, as much larger as time runs faster. A replay has
 * speeds of its own (loop_time.c). */
void loop_set_speed(Loop *loop)
{
    const Config *config = loop->desc.config;
    if (loop->desc.replay != NULL) {
        return;
    }
    double speed = speed_of(loop), more = fmax(1, speed);
    step_clock_set_time_scale(&loop->clock, (int)lround(config->time_scale * speed * 1000));
    step_clock_set_limits(&loop->clock, (int)lround(config->max_steps_per_frame * more),
                          llround(config->max_frame_time * 1e9 * more));
}

static void change_speed(Loop *loop, int change)
{
    int wanted = loop->play_speed + change;
    loop->play_speed = wanted < SPEED_SLOWEST   ? SPEED_SLOWEST
                       : wanted > SPEED_FASTEST ? SPEED_FASTEST
                                                : wanted;
    loop_set_speed(loop);
}

void loop_mind_speed(Loop *loop, const InputFrame *ui)
{
    int change = input_pressed(ui, UI_FAST_FORWARD) - input_pressed(ui, UI_SLOW_MOTION);
    Screen screen = loop->menu.screen;
    if (change == 0) {
        return;
    }
    if (screen == SCREEN_PAUSED && (change > 0 || loop->history != NULL)) {
        loop_step(loop, change * loop->desc.config->step_ticks);
    } else if (screen == SCREEN_PLAYING) {
        change_speed(loop, change);
    }
}

/* Shown for as long as it is not the usual one: a slow game should not look like a slow machine. */
void loop_draw_speed(Loop *loop)
{
    Screen screen = loop->menu.screen;
    if (loop->play_speed == 0 || (screen != SCREEN_PLAYING && screen != SCREEN_PAUSED)) {
        return;
    }
    const Theme *theme = &loop->desc.game->theme;
    const double y = 50, width = 44, height = 17;
    char text[16];
    int hundredths = (int)lround(speed_of(loop) * 100);
    snprintf(text, sizeof text, hundredths % 100 == 0 ? "%dx" : "%d.%02dx", hundredths / 100,
             hundredths % 100);
    draw_set_screen(&loop->draw);
    draw_set_layer(&loop->draw, ENGINE_LAYER_TIME);
    draw_rect(&loop->draw, &(RectDraw){.x = (VIEW_WIDTH - width) / 2,
                                       .y = y - height / 2,
                                       .width = width,
                                       .height = height,
                                       .top = theme->shade,
                                       .bottom = theme->shade});
    draw_text(&loop->draw, &(TextDraw){.text = text,
                                       .face = FACE_BOLD,
                                       .align = ALIGN_CENTRE,
                                       .x = VIEW_WIDTH / 2.0,
                                       .y = y,
                                       .size = 14,
                                       .colour = theme->accent});
}
