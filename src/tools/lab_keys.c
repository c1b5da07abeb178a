/* The lab's keys, mouse and controller: what is pressed, and what it does. */
#include "tools/lab.h"

const ActionDef lab_actions[LAB_ACTION_COUNT] = {
    [LAB_UP] = {"lab_up", "setting above", "key:Up key:W pad:dpup pad:lefty-"},
    [LAB_DOWN] = {"lab_down", "setting below", "key:Down key:S pad:dpdown pad:lefty+"},
    [LAB_LEFT] = {"lab_left", "less", "key:Left key:A pad:dpleft pad:leftx-"},
    [LAB_RIGHT] = {"lab_right", "more", "key:Right key:D pad:dpright pad:leftx+"},
    [LAB_NEXT] = {"lab_next", "next scene", "key:N key:Tab pad:rightshoulder"},
    [LAB_RESET] = {"lab_reset", "start again", "key:R key:Return pad:leftshoulder"},
    [LAB_STALL_SHORT] = {"lab_stall_short", "stall for 50 ms", "key:1 pad:x"},
    [LAB_STALL_MEDIUM] = {"lab_stall_medium", "stall for 100 ms", "key:2 pad:a"},
    [LAB_STALL_LONG] = {"lab_stall_long", "stall for 500 ms", "key:3 pad:b"},
    [LAB_INTERPOLATION] = {"lab_interpolation", "compare interpolation", "key:I pad:y"},
    [LAB_PAUSE] = {"lab_pause", "pause", "key:Space key:P pad:start"},
    [LAB_QUIT] = {"lab_quit", "leave", "key:Escape pad:back"},
    [LAB_OVERLAY] = {"lab_overlay", "the overlay", "key:F3 pad:leftstick"},
    [LAB_POINT] = {"lab_point", "drag, or turn a setting", "mouse:left touch:0-100/0-100"},
};

/* Interpolation shows best with coarse ticks; the comparison of loops gets its own rate back. */
static void change_comparison(Lab *lab)
{
    int *values = lab->settings.values;
    if (values[LAB_COMPARE] == LAB_COMPARE_INTERPOLATION) {
        lab->tick_rate_before = values[LAB_TICK_RATE];
        values[LAB_TICK_RATE] = LAB_INTERPOLATION_HZ;
    } else {
        values[LAB_TICK_RATE] = lab->tick_rate_before;
    }
}

static void turn(Lab *lab, LabSetting setting, int direction)
{
    const int *values = lab->settings.values;
    if (direction == 0 || !lab_settings_step(&lab->settings, setting, direction)) {
        return;
    }
    if (setting == LAB_COMPARE) {
        change_comparison(lab);
    }
    if (setting == LAB_FPS) { /* a rate above the display's needs it out of the way */
        bool free_running = values[LAB_FPS] > 0;
        Host *host = lab->stage.desc.host;
        host->set_vsync(host->self, lab->desc.config->vsync && !free_running);
    }
    if (lab_setting_restarts(setting)) {
        lab_restart(lab);
        return;
    }
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        lab_side_set_solver(&lab->panes[i].side, values[LAB_SUBSTEPS], values[LAB_ITERATIONS]);
    }
}

static void stall(Lab *lab, const InputFrame *input)
{
    static const int lengths_ms[] = {50, 100, 500};
    for (int i = 0; i < (int)ARRAY_LENGTH(lengths_ms); i++) {
        if (input_pressed(input, LAB_STALL_SHORT + i)) {
            lab_pace_stall(&lab->pace, lengths_ms[i]);
        }
    }
}

/* The pane in which something was taken says where the hand is, also beside the panes. */
static void drag(Lab *lab, const InputFrame *input)
{
    Point2 view = {input->pointer_x, input->pointer_y};
    bool taking = input_pressed(input, LAB_POINT);
    if (lab->grab.held && !input_down(input, LAB_POINT)) {
        lab_grab_release(&lab->grab);
    }
    for (int i = 0; i < LAB_PANE_COUNT; i++) {
        cpVect at_m;
        if (!lab_pane_to_world(&lab->panes[i], view, &at_m)) {
            continue;
        }
        if (taking) {
            lab_grab_take(&lab->grab, lab->panes[i].side.run.session.world, at_m);
        } else if (lab->grab.held) {
            lab_grab_move(&lab->grab, at_m);
        }
    }
}

static void point(Lab *lab, const InputFrame *input)
{
    int side;
    int setting = lab_panel_setting_at((Point2){input->pointer_x, input->pointer_y}, &side);
    if (setting < 0) {
        return;
    }
    bool clicked = input_pressed(input, LAB_POINT);
    if (clicked || input->wheel != 0) {
        lab->selected = setting;
        turn(lab, (LabSetting)setting, clicked ? side : input->wheel > 0 ? 1 : -1);
    }
}

void lab_act(Lab *lab, const InputFrame *input)
{
    int step = input_pressed(input, LAB_DOWN) - input_pressed(input, LAB_UP);
    lab->selected = (lab->selected + step + LAB_SETTING_COUNT) % LAB_SETTING_COUNT;
    lab->done = lab->done || input_pressed(input, LAB_QUIT);
    lab->paused = lab->paused != input_pressed(input, LAB_PAUSE);
    if (input_pressed(input, LAB_OVERLAY)) {
        overlay_cycle(&lab->overlay);
    }
    stall(lab, input);
    drag(lab, input);
    point(lab, input);
    turn(lab, (LabSetting)lab->selected,
         input_pressed(input, LAB_RIGHT) - input_pressed(input, LAB_LEFT));
    if (input_pressed(input, LAB_NEXT)) {
        turn(lab, LAB_SCENE, 1);
    }
    if (input_pressed(input, LAB_INTERPOLATION)) {
        turn(lab, LAB_COMPARE, 1);
    }
    if (input_pressed(input, LAB_RESET) && !lab->failed) {
        lab_restart(lab);
    }
}
