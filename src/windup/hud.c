/* The HUD: time and cogs, a dial for speed and mainspring, the way so far, what was just achieved
 * and the ways out of trouble. */
#include "game/buggy.h"
#include "game/numbers.h"
#include "game/rules.h"
#include "game/sprites.h"
#include "things/things.h"
#include "windup/view.h"
#include "windup/windup.h"

#include <math.h>
#include <stdio.h>

static const CwColour CREAM = {0xfd, 0xf0, 0xd2, 255};
static const CwColour PANEL = {0x12, 0x3b, 0x41, 204};
static const CwColour BRASS = {0xdb, 0xa6, 0x45, 255};
static const CwColour TEAL = {0x2f, 0x87, 0x85, 255};
static const CwColour WARNING = {0xcf, 0x5a, 0x3f, 255};

static const double TOAST_S = 1.8;
static const double HELP_S = 7.0;
static const double STUCK_MS = 2500.0;
static const double MESSAGE_Y = 77.0; /* below the way and the speed of play */
static const double DIAL_MAX_KMH = 60.0;

static CwColour faded(CwColour colour, double share)
{
    colour.a = (uint8_t)(colour.a * cpfclamp01(share));
    return colour;
}

/* A panel with cut corners and a brass border. */
static void draw_panel(CwDrawList *list, double x, double y, double width, double height,
                       double opacity)
{
    const double cut = 6.0;
    CwPoint2 corners[] = {{x + cut, y},
                          {x + width - cut, y},
                          {x + width, y + cut},
                          {x + width, y + height - cut},
                          {x + width - cut, y + height},
                          {x + cut, y + height},
                          {x, y + height - cut},
                          {x, y + cut},
                          {x + cut, y}};
    cw_draw_polygon(list, corners, 8, faded(PANEL, opacity));
    cw_draw_polyline(list, corners, 9, 1.6, faded(BRASS, opacity));
}

static void format_time(char *text, size_t size, double seconds)
{
    int hundredths = (int)floor(seconds * 100.0 + 0.5);
    snprintf(text, size, "%02d:%02d.%02d", hundredths / 6000, hundredths / 100 % 60,
             hundredths % 100);
}

static double run_time_s(const CwWorld *world)
{
    return (double)run_ticks(world) * cw_world_dt_s(world);
}

static void draw_time(const CwWorld *world, CwDrawList *list)
{
    char text[32];
    format_time(text, sizeof text, run_time_s(world));
    CwViewRect view = cw_draw_view(list);
    draw_panel(list, view.x + 12.0, view.y + 12.0, 104.0, 30.0, 1.0);
    cw_draw_set_layer(list, LAYER_HUD_TEXT);
    cw_draw_text(list, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_MONO,
                                     .align = CW_ALIGN_CENTRE,
                                     .x = view.x + 64.0,
                                     .y = view.y + 27.0,
                                     .size = 19.0,
                                     .colour = CREAM});
    cw_draw_set_layer(list, LAYER_HUD);
}

static void draw_cogs(const CwWorld *world, CwDrawList *list)
{
    const Run *run = run_of_const(world);
    if (run->cog_count == 0) {
        return;
    }
    char text[32];
    snprintf(text, sizeof text, "%u/%u", run->cogs_taken, run->cog_count);
    CwViewRect view = cw_draw_view(list);
    draw_panel(list, view.x + 12.0, view.y + 46.0, 62.0, 22.0, 1.0);
    cw_draw_set_layer(list, LAYER_HUD_TEXT);
    cw_draw_sprite(
        list, &(CwSpriteDraw){
                  .sprite = SPRITE_COG, .x = view.x + 25.0, .y = view.y + 57.0, .width = 15.0});
    cw_draw_text(list, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_MONO,
                                     .align = CW_ALIGN_CENTRE,
                                     .x = view.x + 52.0,
                                     .y = view.y + 57.0,
                                     .size = 14.0,
                                     .colour = CREAM});
    cw_draw_set_layer(list, LAYER_HUD);
}

/* A point of the dial; 0 at the lower left, 1 at the lower right, clockwise. */
static CwPoint2 on_dial(CwPoint2 centre, double share, double radius)
{
    double angle_rad = CP_PI * (1.25 - 1.5 * share);
    return (CwPoint2){centre.x + radius * cos(angle_rad), centre.y - radius * sin(angle_rad)};
}

/* The mainspring: an arc around the dial, as long as it is wound up. */
static void draw_spring(CwDrawList *list, const Mainspring *spring, CwPoint2 centre, double radius)
{
    enum { ARC_POINTS = 33 };
    CwPoint2 arc[ARC_POINTS];
    double full = mainspring_fullness(spring);
    for (int part = 0; part < 2; part++) {
        double share = part == 0 ? 1.0 : full;
        for (int i = 0; i < ARC_POINTS; i++) {
            arc[i] = on_dial(centre, share * i / (ARC_POINTS - 1), radius);
        }
        CwColour colour = part == 0                       ? (CwColour){0x2b, 0x1d, 0x14, 220}
                          : spring->left_J < SPRING_LOW_J ? WARNING
                                                          : BRASS;
        cw_draw_polyline(list, arc, ARC_POINTS, part == 0 ? 7.0 : 4.0, colour);
    }
}

static void draw_dial_face(CwDrawList *list, CwPoint2 centre, double radius)
{
    cw_draw_circle(list, centre, radius + 3.0, (CwColour){0x2b, 0x1d, 0x14, 255});
    cw_draw_circle(list, centre, radius + 1.6, BRASS);
    cw_draw_circle(list, centre, radius - 1.6, (CwColour){0x12, 0x3b, 0x41, 255});
    for (int tick = 0; tick <= 12; tick++) {
        bool major = tick % 2 == 0;
        CwPoint2 mark[] = {on_dial(centre, tick / 12.0, radius - 4.0),
                           on_dial(centre, tick / 12.0, radius - (major ? 9.0 : 6.5))};
        cw_draw_polyline(list, mark, 2, major ? 1.6 : 1.0, tick >= 10 ? WARNING : CREAM);
    }
}

static void draw_speed(const Buggy *buggy, CwDrawList *list)
{
    const CwViewRect view = cw_draw_view(list);
    const CwPoint2 centre = {view.x + view.width - 50.0, view.y + 50.0};
    const double radius = 34.0;
    double kmh = 3.6 * cpvlength(cpBodyGetVelocity(buggy->chassis));
    double share = fmin(1.0, kmh / DIAL_MAX_KMH);
    draw_spring(list, &buggy->spring, centre, radius + 7.0);
    draw_dial_face(list, centre, radius);
    CwPoint2 needle[] = {on_dial(centre, share, -6.0), on_dial(centre, share, radius - 8.0)};
    cw_draw_polyline(list, needle, 2, 2.4, WARNING);
    cw_draw_circle(list, centre, 4.0, BRASS);
    cw_draw_circle(list, centre, 1.6, (CwColour){0x2b, 0x1d, 0x14, 255});

    char text[16];
    snprintf(text, sizeof text, "%.0f", kmh);
    cw_draw_set_layer(list, LAYER_HUD_TEXT);
    cw_draw_text(list, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_BOLD,
                                     .align = CW_ALIGN_CENTRE,
                                     .x = centre.x,
                                     .y = centre.y + 15.0,
                                     .size = 14.0,
                                     .colour = CREAM});
    cw_draw_text(list, &(CwTextDraw){.text = "km/h",
                                     .align = CW_ALIGN_CENTRE,
                                     .x = centre.x,
                                     .y = centre.y + 25.5,
                                     .size = 9.0,
                                     .colour = CREAM});
    cw_draw_set_layer(list, LAYER_HUD);
}

/* How much of the way lies behind the buggy, with a mark for each checkpoint. */
static void draw_progress(const CwWorld *world, CwDrawList *list)
{
    const Run *run = run_of_const(world);
    const double left = CW_VIEW_WIDTH / 2.0 - 110.0;
    const double width = 220.0;
    const double y = cw_draw_view(list).y + 26.0;
    double progress = run_progress(world);
    CwPoint2 way[] = {{left, y}, {left + width, y}};
    CwPoint2 done[] = {{left, y}, {left + width * progress, y}};
    cw_draw_polyline(list, way, 2, 9.0, (CwColour){0x2b, 0x1d, 0x14, 220});
    cw_draw_polyline(list, way, 2, 6.0, PANEL);
    cw_draw_polyline(list, done, 2, 6.0, TEAL);
    CwEntity checkpoint = {0};
    while ((checkpoint = cw_world_next_of(world, KIND_CHECKPOINT, checkpoint)).index1 != 0) {
        const Gate *gate = cw_world_data_const(world, checkpoint);
        double share = (gate->foot_m.x - run->start_m.x) / (run->finish_x_m - run->start_m.x);
        bool passed = run->respawn_m.x >= gate->foot_m.x;
        cw_draw_circle(list, (CwPoint2){left + width * share, y}, 3.6, passed ? BRASS : CREAM);
    }
    CwPoint2 flag[] = {{left + width, y + 5.0}, {left + width, y - 9.0}};
    CwPoint2 cloth[] = {
        {left + width, y - 10.0}, {left + width + 9.0, y - 6.5}, {left + width, y - 3.0}};
    cw_draw_polyline(list, flag, 2, 1.8, CREAM);
    cw_draw_polygon(list, cloth, 3, WARNING);
    cw_draw_circle(list, (CwPoint2){left + width * progress, y}, 6.0,
                   (CwColour){0x2b, 0x1d, 0x14, 255});
    cw_draw_circle(list, (CwPoint2){left + width * progress, y}, 4.6, BRASS);
}

static void draw_line(CwDrawList *list, const char *text, double y, double size, double opacity)
{
    cw_draw_set_layer(list, LAYER_HUD_TEXT);
    cw_draw_text(list, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_BOLD,
                                     .align = CW_ALIGN_CENTRE,
                                     .x = CW_VIEW_WIDTH / 2.0,
                                     .y = y,
                                     .size = size,
                                     .colour = faded(CREAM, opacity)});
    cw_draw_set_layer(list, LAYER_HUD);
}

/* Seconds since a tick; negative: not yet, as after a rewind. */
static double since_s(const CwWorld *world, uint64_t tick)
{
    return ((double)cw_world_tick(world) - (double)tick) * cw_world_dt_s(world);
}

/* ---- Messages: at most one at a time, below the way and clear of the bar at the bottom ---- */

typedef struct Message {
    char text[96];
    double size;
    double opacity; /* 0: nothing to say */
} Message;

static Message say(const char *text, double size, double opacity)
{
    Message message = {.size = size, .opacity = opacity};
    snprintf(message.text, sizeof message.text, "%s", text);
    return message;
}

static Message checkpoint_message(const CwWorld *world, const View *view)
{
    double age_s = since_s(world, view->checkpoint_tick);
    if (view->checkpoint_tick == 0 || age_s < 0.0 || age_s > TOAST_S) {
        return (Message){0};
    }
    char text[64] = "Checkpoint";
    double behind_s;
    if (ghost_split_s(&view->ghost, world, run_of_const(world)->checkpoints_passed,
                      view->checkpoint_time, &behind_s)) {
        snprintf(text, sizeof text, "Checkpoint   %+.2f s", behind_s);
    }
    return say(text, 18.0, fmin(fmin(1.0, age_s / 0.15), (TOAST_S - age_s) / 0.4));
}

/* The ways out of trouble, when on one's back, and when full throttle leads nowhere. */
static Message trouble_message(const CwWorld *world, const Buggy *buggy)
{
    const Run *run = run_of_const(world);
    const char *back = run->checkpoint.index1 != 0 ? "checkpoint" : "start";
    Message message = {.size = 15.0};
    if (run->trouble != TROUBLE_NONE) {
        message.opacity = 1.0;
        snprintf(message.text, sizeof message.text,
                 "%s  Hold Backspace: turn time back    R: to the %s",
                 run->trouble == TROUBLE_FELL ? "Down you go!" : "Crushed!", back);
    } else if (buggy->overturned_ticks > cw_world_ms_to_ticks(world, 1200.0)) {
        message.opacity = 1.0;
        snprintf(message.text, sizeof message.text,
                 "Up, Down: roll over    Backspace: turn time back    R: to the %s", back);
    } else if (buggy->stalled_ticks > cw_world_ms_to_ticks(world, STUCK_MS) &&
               cw_input_value(cw_world_input(world), ACTION_ACCELERATE) > 0.5) {
        message.opacity = 1.0;
        snprintf(message.text, sizeof message.text, "Back off with Left, run up, hop with Space");
    }
    return message;
}

/* The usual keys, until they have been used for a moment. */
static Message help_message(const CwWorld *world, const Buggy *buggy)
{
    double gone_m = cpBodyGetPosition(buggy->chassis).x - run_of_const(world)->start_m.x;
    double opacity = fmin((HELP_S - run_time_s(world)) / 0.5, (10.0 - gone_m) / 3.0);
    return say("Right, Left: drive    Up, Down: lean    Space: hop    R: back", 13.0, opacity);
}

/* About; for the panel behind it. */
static double text_width(const char *text, double size)
{
    double width = 0.0;
    for (; *text != '\0'; text++) {
        width += *text == ' ' ? 0.30 * size : 0.56 * size;
    }
    return width;
}

static void draw_message(const CwWorld *world, const View *view, const Buggy *buggy,
                         CwDrawList *list)
{
    Message message = trouble_message(world, buggy);
    if (message.opacity <= 0.0) {
        message = checkpoint_message(world, view);
    }
    if (message.opacity <= 0.0) {
        message = help_message(world, buggy);
    }
    if (message.opacity <= 0.0) {
        return;
    }
    double opacity = fmin(1.0, message.opacity);
    double width = text_width(message.text, message.size) + 28.0;
    double height = message.size + 12.0;
    double y = cw_draw_view(list).y + MESSAGE_Y;
    draw_panel(list, (CW_VIEW_WIDTH - width) / 2.0, y - height / 2.0, width, height, opacity);
    draw_line(list, message.text, y, message.size, opacity);
}

/* The time, and what it is worth. */
static void draw_finish(const CwWorld *world, CwFrame *frame)
{
    CwDrawList *list = frame->draw;
    uint32_t ticks = (uint32_t)run_ticks(world);
    uint32_t medal = cw_frame_medal(frame, ticks);
    char time[32];
    char text[64];
    format_time(time, sizeof time, run_time_s(world));
    snprintf(text, sizeof text, medal == 0 ? "in %s" : "in %s   %s", time,
             medal == 0 ? "" : windup_medals[medal - 1]);
    double age_s = since_s(world, run_of_const(world)->finish_tick);
    double opacity = cpfclamp01(age_s / 0.25);
    double top = cw_draw_view(list).y;
    draw_panel(list, CW_VIEW_WIDTH / 2.0 - 110.0, top + 62.0, 220.0, 64.0, opacity);
    draw_line(list, "Wound down!", top + 83.0, 25.0, opacity);
    draw_line(list, text, top + 109.0, 17.0, opacity);
}

void hud_draw(const CwWorld *world, CwFrame *frame)
{
    const Buggy *buggy = buggy_of_const(world);
    if (buggy == NULL || frame->backdrop || frame->menu) {
        return;
    }
    cw_draw_set_screen(frame->draw);
    cw_draw_set_layer(frame->draw, LAYER_HUD);
    draw_time(world, frame->draw);
    draw_cogs(world, frame->draw);
    draw_speed(buggy, frame->draw);
    draw_progress(world, frame->draw);
    if (run_of_const(world)->finished) {
        draw_finish(world, frame);
        return;
    }
    draw_message(world, frame->view, buggy, frame->draw);
}
