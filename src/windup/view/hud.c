/* The HUD: time, cogs, a dial for speed and mainspring, progress, messages, ways out of trouble. */
#include "common/sprites.h"
#include "things/kinds.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Look {
    double scale; /* scale of text and its surroundings */
    CwColour text, panel, edge, ink, way, spring, warning;
    CwColour ahead, behind; /* colours for leads and delays against the ghost */
    bool marks;             /* signs accompany colours with a meaning */
    int dial;               /* picture of the dial */
} Look;

static const Look USUAL = {.text = {0xfd, 0xf0, 0xd2, 255},
                           .panel = {0x12, 0x3b, 0x41, 244}, /* no sign shows through */
                           .edge = {0xdb, 0xa6, 0x45, 255},
                           .ink = {0x2b, 0x1d, 0x14, 255},
                           .way = {0x2f, 0x87, 0x85, 255},
                           .spring = {0xdb, 0xa6, 0x45, 255},
                           .warning = {0xcf, 0x5a, 0x3f, 255},
                           .ahead = {0x8a, 0xe6, 0xa4, 255},
                           .behind = {0xff, 0x9a, 0x7a, 255},
                           .dial = SPRITE_DIAL};
static const Look CLEAR = {.text = {255, 255, 255, 255},
                           .panel = {0, 0, 0, 255},
                           .edge = {255, 255, 255, 255},
                           .ink = {0, 0, 0, 255},
                           .way = {0x4f, 0xc4, 0xb0, 255},
                           .spring = {255, 221, 51, 255},
                           .warning = {255, 120, 90, 255},
                           .ahead = {0x8a, 0xff, 0xa4, 255},
                           .behind = {255, 150, 120, 255},
                           .dial = SPRITE_DIAL_CLEAR};
static const CwColour BLUE = {0x56, 0xb4, 0xe9, 255}, ORANGE = {0xf0, 0x8c, 0x1e, 255};

static const double COG_S = 0.45; /* time in which a taken cog swells */
static const double TOAST_S = 1.8, HELP_S = 7.0, STUCK_MS = 2500.0;
static const double MESSAGE_TOP = 63.5; /* below progress and the speed of play */
static const double ROAD_Y = 277.0;     /* below the wheels of a winner */
static const double DIAL_ROOM = 102.0;  /* width of the dial and its margins, times the scale */
static const double DIAL_MAX_KMH = 60.0, DIAL_WIDTH = 90.0, DIAL_SCALE_MAX = 1.2;
static const double UPRIGHT_SCALE = 1.35; /* enlarges narrow views */
static const double TIME_WIDTH = 104.0, WAY_WIDTH = 220.0, WAY_GAP = 26.0;

static CwColour faded(CwColour colour, double share)
{
    colour.a = (uint8_t)(colour.a * cpfclamp01(share));
    return colour;
}

static bool is_upright(const CwDrawList *list)
{
    return cw_draw_view(list).width < cw_draw_view(list).height;
}

static Look look_of(const CwComfort *comfort, const CwDrawList *list)
{
    Look look = comfort->high_contrast ? CLEAR : USUAL;
    look.scale = fmax(1.0, comfort->text_scale) * (is_upright(list) ? UPRIGHT_SCALE : 1.0);
    look.marks = comfort->colour_safe || comfort->high_contrast;
    if (comfort->colour_safe) {
        look.spring = look.ahead = BLUE;
        look.warning = look.behind = ORANGE;
    }
    return look;
}

static void draw_panel(CwDrawList *list, const Look *look, CwViewRect box, double opacity)
{
    const double cut = 6.0;
    const double x = box.x, y = box.y, right = x + box.width, bottom = y + box.height;
    CwPoint2 corners[] = {{x + cut, y},          {right - cut, y},      {right, y + cut},
                          {right, bottom - cut}, {right - cut, bottom}, {x + cut, bottom},
                          {x, bottom - cut},     {x, y + cut}};
    cw_draw_polygon(list, corners, 8, faded(look->panel, opacity));
    const CwStroke edge = {corners, 8, .width = 1.6, .join = CW_JOIN_MITRE, .closed = true};
    cw_draw_stroke(list, &edge, &(CwPaint){.colour = faded(look->edge, opacity)});
}

static void format_time(const CwFrame *frame, char *text, size_t size, double seconds)
{
    int hundredths = (int)floor(seconds * 100.0 + 0.5);
    snprintf(text, size, "%02d:%02d.%02d", hundredths / 6000, hundredths / 100 % 60,
             hundredths % 100);
    cw_text_figures(frame, text);
}

static double run_time_s(const CwWorld *world)
{
    return (double)race_ticks(world) * cw_world_dt_s(world);
}

static void draw_figures(CwDrawList *list, const Look *look, CwPoint2 centre, CwTextDraw text)
{
    text.align = CW_ALIGN_CENTRE;
    text.x = centre.x;
    text.y = centre.y;
    text.size *= look->scale;
    text.colour = look->text;
    cw_draw_set_layer(list, LAYER_HUD_TEXT);
    cw_draw_text(list, &text);
    cw_draw_set_layer(list, LAYER_HUD);
}

static void draw_time(const CwWorld *world, CwFrame *frame, const Look *look)
{
    char text[32];
    CwDrawList *list = frame->draw;
    format_time(frame, text, sizeof text, run_time_s(world));
    CwViewRect view = cw_draw_view(list);
    double scale = look->scale;
    draw_panel(list, look,
               (CwViewRect){view.x + 12.0, view.y + 12.0, TIME_WIDTH * scale, 30.0 * scale}, 1.0);
    draw_figures(list, look, (CwPoint2){view.x + 12.0 + 52.0 * scale, view.y + 12.0 + 15.0 * scale},
                 (CwTextDraw){.text = text, .face = CW_FACE_MONO, .size = 19.0});
}

/* Draws the cogs in a panel below the time. A cog that is taken swells. */
static void draw_cogs(const CwWorld *world, CwFrame *frame, const Look *look)
{
    const Race *race = race_of_const(world);
    CwTween *cogs = &((View *)frame->view)->cogs;
    double taken = (double)race->cogs_taken, scale = look->scale;
    cogs->length_s = COG_S;
    cogs->ease = CW_EASE_OUT_BACK;
    double swell = 1.0 + 0.6 * fabs(taken - cw_tween_to(cogs, taken, frame->sim_s));
    if (race->cog_count == 0) {
        return;
    }
    char text[32];
    snprintf(text, sizeof text, "%u/%u", race->cogs_taken, race->cog_count);
    CwViewRect view = cw_draw_view(frame->draw);
    CwViewRect box = {view.x + 12.0, view.y + 16.0 + 30.0 * scale, 62.0 * scale, 22.0 * scale};
    draw_panel(frame->draw, look, box, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_HUD_TEXT);
    sprite_draw(frame->draw, SPRITE_COG,
                (CwTransform2){box.x + 13.0 * scale, box.y + 11.0 * scale, 0.0},
                (CwPoint2){15.0 * scale * fmin(swell, 1.6), 0.0});
    draw_figures(frame->draw, look, (CwPoint2){box.x + 40.0 * scale, box.y + 11.0 * scale},
                 (CwTextDraw){.text = text, .face = CW_FACE_MONO, .size = 14.0});
}

/* A point of the dial; 0 at the lower left, 1 at the lower right, clockwise. */
static CwPoint2 on_dial(CwPoint2 centre, double share, double radius)
{
    return point_along(centre, CP_PI * (1.5 * share - 1.25), radius);
}

typedef struct Arc {
    CwPoint2 centre;
    double radius, width;
    CwColour colour;
} Arc;

static void draw_arc(CwDrawList *list, const Arc *arc, double share)
{
    enum { SEGMENTS = 32 };
    CwPoint2 points[SEGMENTS + 1];
    int count = (int)ceil((double)SEGMENTS * cpfclamp01(share));
    for (int i = 0; i <= count; i++) {
        points[i] = on_dial(arc->centre, share * i / fmax(1, count), arc->radius);
    }
    const CwStroke stroke = {points, count + 1, .width = arc->width, .join = CW_JOIN_BEVEL};
    cw_draw_stroke(list, &stroke, &(CwPaint){.colour = arc->colour});
}

/* Draws the mainspring: an arc around the dial, as long as it is wound up. */
static void draw_spring(CwDrawList *list, const Look *look, const Mainspring *spring,
                        CwPoint2 centre)
{
    const double radius = 41.0 * look->scale;
    bool low = spring->left_J < SPRING_LOW_J;
    CwColour wound = low ? look->warning : look->spring;
    if (look->marks) { /* high contrast: nothing shines through */
        draw_arc(list, &(Arc){centre, radius, 7.0 * look->scale, look->ink}, 1.0);
    }
    draw_arc(list, &(Arc){centre, radius, 4.0 * look->scale, wound}, mainspring_fullness(spring));
    if (low && look->marks) {
        CwPoint2 sign = {centre.x, centre.y + radius};
        cw_draw_circle(list, sign, 8.0 * look->scale, look->ink);
        draw_figures(list, look, sign,
                     (CwTextDraw){.text = "!", .face = CW_FACE_BOLD, .size = 15.0});
    }
}

/* How far signs are away from a panel of the HUD, 0 to 1: they must show through. */
static double clear_of_signs(const CwWorld *world, const CwFrame *frame, CwPoint2 at, double reach)
{
    double clear = 1.0;
    for (CwEntity it = {0}; (it = cw_world_next_of(world, KIND_SIGN, it)).index1 != 0;) {
        const Sign *sign = cw_world_data_const(world, it);
        CwPoint2 board = cw_camera_to_view(frame->camera, to_point(sign->object->centre_m));
        clear = fmin(clear, fmax(fabs(at.x - board.x) - reach, fabs(at.y - board.y) - 75.0) / 20.0);
    }
    return cpfclamp01(clear);
}

static void draw_speed(const CwWorld *world, CwFrame *frame, const Look *look)
{
    CwDrawList *list = frame->draw;
    const Buggy *buggy = buggy_of_const(world);
    const CwViewRect view = cw_draw_view(list);
    Look small = *look; /* a large dial would hide signs */
    small.scale = fmin(look->scale, DIAL_SCALE_MAX);
    const double scale = small.scale, radius = 34.0 * scale;
    const CwPoint2 centre = {view.x + view.width - 50.0 * scale, view.y + 50.0 * scale};
    double clear = look->marks ? 1.0 : clear_of_signs(world, frame, centre, 85.0);
    const Race *race = race_of_const(world);
    double gone = race->finished ? view_age_s(world, frame, race->finish_tick) : 0.0;
    double opacity = cpflerp(0.3, 1.0, clear) * cpfclamp01(1.0 - gone);
    cw_draw_set_look(list, (CwPoint2){0}, faded((CwColour){255, 255, 255, 255}, opacity));
    cw_draw_set_screen(list);
    bool is_seen = race->trouble == TROUBLE_NONE; /* else its chassis falls out of sight */
    double kmh = is_seen ? 3.6 * cpvlength(cpBodyGetVelocity(buggy->chassis)) : 0.0;
    double share = fmin(1.0, kmh / DIAL_MAX_KMH);
    sprite_draw(list, look->dial, (CwTransform2){centre.x, centre.y, 0.0},
                (CwPoint2){DIAL_WIDTH * scale, 0.0});
    draw_spring(list, &small, &buggy->spring, centre);
    draw_line(list, on_dial(centre, share, -6.0 * scale),
              on_dial(centre, share, radius - 8.0 * scale), 2.4 * scale, look->warning);
    cw_draw_circle(list, centre, 4.0 * scale, look->edge);
    cw_draw_circle(list, centre, 1.6 * scale, look->ink);
    char text[16];
    snprintf(text, sizeof text, "%.0f", kmh);
    draw_figures(list, look, (CwPoint2){centre.x, centre.y + 15.0 * scale},
                 (CwTextDraw){.text = text, .face = CW_FACE_BOLD, .size = 14.0});
    draw_figures(list, &small, (CwPoint2){centre.x, centre.y + 26.0 * scale},
                 (CwTextDraw){.text = cw_text(frame, "km/h"), .size = 9.0});
    cw_draw_set_look(list, (CwPoint2){0}, (CwColour){255, 255, 255, 255});
}

static void draw_progress(const CwWorld *world, CwDrawList *list, const Look *look)
{
    const Race *race = race_of_const(world);
    const CwViewRect view = cw_draw_view(list);
    const double least = view.x + TIME_WIDTH * look->scale + WAY_GAP;
    const double most = view.x + view.width - DIAL_ROOM * look->scale - WAY_GAP;
    const double width = fmin(WAY_WIDTH, most - least), y = view.y + 26.0;
    const double left = cpfclamp(view.x + (view.width - width) / 2.0, least, most - width);
    double progress = race_progress(world);
    CwPoint2 from = {left, y}, to = {left + width, y}, here = {left + width * progress, y};
    draw_line(list, from, to, 9.0, faded(look->ink, 220.0 / 255.0));
    draw_line(list, from, to, 6.0, look->panel);
    draw_line(list, from, here, 6.0, look->way);
    for (CwEntity it = {0}; (it = cw_world_next_of(world, KIND_CHECKPOINT, it)).index1 != 0;) {
        const Gate *gate = cw_world_data_const(world, it);
        double share = (gate->foot_m.x - race->start_m.x) / (race->finish_x_m - race->start_m.x);
        bool passed = race->respawn_m.x >= gate->foot_m.x;
        CwPoint2 at = {left + width * share, y};
        cw_draw_circle(list, at, 3.6, passed ? look->edge : look->text);
        if (look->marks && !passed) { /* a ring: not by colour alone */
            cw_draw_circle(list, at, 1.8, look->ink);
        }
    }
    CwPoint2 cloth[] = {{to.x, y - 10.0}, {to.x + 9.0, y - 6.5}, {to.x, y - 3.0}};
    draw_line(list, (CwPoint2){to.x, y + 5.0}, (CwPoint2){to.x, y - 9.0}, 1.8, look->text);
    cw_draw_polygon(list, cloth, 3, look->warning);
    cw_draw_circle(list, here, 6.0, look->ink);
    cw_draw_circle(list, here, 4.6, look->edge);
}

/* ---- Messages: at most one at a time, below the way and clear of the bar at the bottom ---- */

typedef struct Message {
    char text[320];
    double size, opacity; /* size at the scale 1; opacity 0: no message */
    CwColour tone;        /* alpha 0: the text's */
    bool is_low;          /* stands below the road */
} Message;

/* Our lead or delay against the ghost at the last checkpoint. */
static Message split_message(const CwWorld *world, const CwFrame *frame)
{
    const Look look = look_of(&frame->comfort, frame->draw);
    const View *view = frame->view;
    double age_s = view_age_s(world, frame, view->checkpoint_tick);
    double behind_s = ghost_split_s(&view->ghost, world, race_of_const(world)->checkpoints_passed,
                                    view->checkpoint_time);
    if (view->checkpoint_tick == 0 || age_s < 0.0 || age_s > TOAST_S || isnan(behind_s) ||
        !race_is_driven(world)) {
        return (Message){0};
    }
    bool is_equal = fabs(behind_s) < 0.005;
    CwColour tone = behind_s < 0.0 ? look.ahead : look.behind;
    Message message = {.size = 11.0,
                       .opacity = fmin(fmin(1.0, age_s / 0.15), (TOAST_S - age_s) / 0.4),
                       .tone = is_equal ? look.text : tone};
    snprintf(message.text, sizeof message.text,
             is_equal ? "%s\u00a0\u00a0%.2f\u00a0%s" : "%s\u00a0\u00a0%+.2f\u00a0%s",
             cw_text(frame, "Checkpoint"), is_equal ? 0.0 : behind_s,
             cw_text_in(frame, "unit", "s"));
    cw_text_figures(frame, message.text);
    return message;
}

/* A message about the present wheelie, else about the last trick. */
static Message trick_message(const CwWorld *world, const CwFrame *frame)
{
    static const char *const names[TRICK_COUNT] = {CW_TEXT("Flip"), CW_TEXT("Wheelie")};
    const Tricks *tricks = &buggy_of_const(world)->tricks;
    double age_s = view_age_s(world, frame, tricks->last.tick);
    Message message = {.size = 18.0, .opacity = 1.0};
    if (tricks->wheelie_m >= WHEELIE_M) {
        snprintf(message.text, sizeof message.text, cw_text(frame, "Wheelie  %.0f m"),
                 tricks->wheelie_m);
    } else if (tricks->last.tick > 0 && age_s >= 0.0 && age_s < TOAST_S) {
        snprintf(message.text, sizeof message.text, "%s", cw_text(frame, names[tricks->last.kind]));
        message.opacity = (TOAST_S - age_s) / 0.4;
    }
    return message;
}

/* Longer hints may be broken into lines. */
enum { HINT_BYTES = 33 };

/* Adds a hint; its blanks can't end a line, unless it is long. */
static void add_hint(Message *message, const char *hint)
{
    static const char joint[] = "\u00a0";
    bool is_unbroken = strlen(hint) <= HINT_BYTES;
    size_t used = strlen(message->text);
    if (used > 0 && used + 4 < sizeof message->text) {
        used += (size_t)sprintf(message->text + used, "    ");
    }
    for (const char *at = hint; *at != '\0' && used + sizeof joint < sizeof message->text; at++) {
        bool joined = *at == ' ' && is_unbroken;
        memcpy(message->text + used, joined ? joint : at, joined ? sizeof joint - 1 : 1);
        used += joined ? sizeof joint - 1 : 1;
    }
    message->text[used] = '\0';
}

/* Adds "Space: hop", for two keys "Up, Down: lean"; nothing if the device has no key. */
static void add_keys(Message *message, const CwFrame *frame, const int actions[2], const char *word)
{
    char first[CW_PROMPT_BYTES], second[CW_PROMPT_BYTES] = "";
    char keys[2 * CW_PROMPT_BYTES + 2], hint[4 * CW_PROMPT_BYTES];
    cw_frame_prompt(frame, 0, actions[0], first);
    if (actions[1] != actions[0]) {
        cw_frame_prompt(frame, 0, actions[1], second);
    }
    if (first[0] != '\0') {
        snprintf(keys, sizeof keys, "%s%s%s", first, second[0] == '\0' ? "" : ", ", second);
        snprintf(hint, sizeof hint, cw_text_in(frame, "key", "%s:\u00a0%s"), keys,
                 cw_text(frame, word));
        add_hint(message, hint);
    }
}

static void add_key(Message *message, const CwFrame *frame, int action, const char *word)
{
    add_keys(message, frame, (const int[]){action, action}, word);
}

static void add_ways_back(Message *message, const CwWorld *world, const CwFrame *frame)
{
    add_key(message, frame, CW_PROMPT_REWIND, CW_TEXT("rewind"));
    add_key(message, frame, ACTION_RESPAWN,
            race_of_const(world)->checkpoint.index1 != 0 ? CW_TEXT("to the checkpoint")
                                                         : CW_TEXT("to the start"));
}

static const char *const WRECKS[TROUBLE_COUNT] = {[TROUBLE_FELL] = CW_TEXT("Down you go!"),
                                                  [TROUBLE_CRUSHED] = CW_TEXT("Crushed!"),
                                                  [TROUBLE_SAWN] = CW_TEXT("Sawn!"),
                                                  [TROUBLE_RUN_DOWN] = CW_TEXT("Run down!")};
static const int LEANS[] = {ACTION_LEAN_BACK, ACTION_LEAN_FORWARD};
static const int DRIVES[] = {ACTION_ACCELERATE, ACTION_BRAKE};

static Message trouble_message(const CwWorld *world, const CwFrame *frame)
{
    const Buggy *buggy = buggy_of_const(world);
    const Race *race = race_of_const(world);
    Message message = {.size = 15.0, .opacity = 1.0};
    if (race->trouble != TROUBLE_NONE) {
        add_ways_back(&message, world, frame);
    } else if (buggy->overturned_ticks > cw_world_ms_to_ticks(world, 1200.0)) {
        add_keys(&message, frame, LEANS, CW_TEXT("roll over"));
        add_ways_back(&message, world, frame);
    } else if (!buggy->waits && buggy->stalled_ticks > cw_world_ms_to_ticks(world, STUCK_MS) &&
               cw_input_value(cw_world_input(world), ACTION_ACCELERATE) > 0.5) {
        add_key(&message, frame, ACTION_BRAKE, CW_TEXT("back up for a run-up"));
        add_key(&message, frame, ACTION_HOP, CW_TEXT("hop"));
    }
    return message;
}

/* The line of story at a chapter's start. */
static Message story_message(const CwWorld *world, const CwFrame *frame)
{
    const CwChapter *chapter = journey_chapter(world);
    CwPoint2 middle = {CW_VIEW_WIDTH / 2.0, cw_draw_view(frame->draw).y + MESSAGE_TOP + 20.0};
    double clear = clear_of_signs(world, frame, middle, 250.0);
    Message message = {.size = 11.0, .opacity = fmin(clear, 4.0 - run_time_s(world))};
    if (chapter != NULL) {
        snprintf(message.text, sizeof message.text, "%s\n%s", cw_text(frame, chapter->title),
                 cw_text(frame, chapter->story));
    }
    return message;
}

static Message help_message(const CwWorld *world, const CwFrame *frame)
{
    double gone_m =
        cpBodyGetPosition(buggy_of_const(world)->chassis).x - race_of_const(world)->start_m.x;
    double opacity = fmin((HELP_S - run_time_s(world)) / 0.5, (10.0 - gone_m) / 3.0);
    bool is_large = frame->comfort.text_scale > 1.0; /* gives way to signs, as the story does */
    double clear = is_large ? story_message(world, frame).opacity : 1.0;
    Message message = {.size = 13.0, .opacity = fmin(opacity, clear)};
    if (opacity > 0.0) {
        add_keys(&message, frame, DRIVES, CW_TEXT("drive"));
        add_keys(&message, frame, LEANS, CW_TEXT("lean"));
        add_key(&message, frame, ACTION_HOP, CW_TEXT("hop"));
        add_key(&message, frame, ACTION_RESPAWN, CW_TEXT("back"));
    }
    return message;
}

/* Draws the message below the progress, between cogs and dial, or below them in narrow views.
 * Returns its lower edge. */
static double draw_message(CwDrawList *list, const Look *look, const Message *message)
{
    if (message->opacity <= 0.0 || message->text[0] == '\0') {
        return MESSAGE_TOP;
    }
    const double opacity = fmin(1.0, message->opacity), margin = 14.0;
    const double dial_room = DIAL_ROOM * look->scale;
    bool is_below = is_upright(list);
    CwTextDraw text = {.text = message->text,
                       .face = CW_FACE_BOLD,
                       .align = CW_ALIGN_CENTRE,
                       .anchor = CW_ANCHOR_TOP,
                       .x = CW_VIEW_WIDTH / 2.0,
                       .y = cw_draw_view(list).y + (is_below ? dial_room : MESSAGE_TOP) + 6.0,
                       .size = message->size * look->scale,
                       .width = CW_VIEW_WIDTH -
                                2.0 * (margin + (is_below || message->is_low ? margin : dial_room)),
                       .colour = faded(message->tone.a > 0 ? message->tone : look->text, opacity)};
    CwTextSize size = cw_text_measure(list, &text);
    if (message->is_low) { /* as low as looks well, but all below the road */
        double bottom = cw_draw_view(list).y + cw_draw_view(list).height;
        text.size *= fmin(1.0, (bottom - ROAD_Y - 20.0) / size.height);
        size = cw_text_measure(list, &text);
        text.y = fmax(ROAD_Y + 8.0, bottom - size.height - 3.0 * margin);
    }
    draw_panel(list, look,
               (CwViewRect){text.x - size.width / 2.0 - margin, text.y - 6.0,
                            size.width + 2.0 * margin, size.height + 12.0},
               opacity);
    cw_draw_set_layer(list, LAYER_HUD_TEXT);
    cw_draw_text(list, &text);
    cw_draw_set_layer(list, LAYER_HUD);
    return text.y + size.height + 6.0;
}

/* The result and, at the journey's end, the last line of the story. */
static Message finish_message(const CwWorld *world, const CwFrame *frame)
{
    uint32_t medal = cw_frame_medal(frame, (uint32_t)race_ticks(world));
    const Message story = story_message(world, frame);
    Message message = {.size = story.text[0] == '\0' ? 15.0 : 11.5, .is_low = true};
    char time[32];
    if (race_of_const(world)->finished) {
        message.opacity = view_age_s(world, frame, race_of_const(world)->finish_tick) / 0.25;
        format_time(frame, time, sizeof time, run_time_s(world));
        snprintf(message.text, sizeof message.text, "%s   %s   %s%s%.240s",
                 cw_text(frame, "Finished!"), time,
                 medal == 0 ? "" : cw_text_in(frame, "medal", windup_medals[medal - 1]),
                 story.text[0] == '\0' ? "" : "\n", story.text);
    }
    return message;
}

static Message message_now(const CwWorld *world, const CwFrame *frame)
{
    static Message (*const FROM[])(const CwWorld *, const CwFrame *) = {
        finish_message, trouble_message, split_message, trick_message, help_message, story_message};
    Message message = {0};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(FROM) && message.text[0] == '\0'; i++) {
        message = FROM[i](world, frame);
    }
    return message;
}

/* Draws the word for a wreck below `top`: it leaps into the picture, a little crooked. */
static void draw_wreck_word(const CwWorld *world, CwFrame *frame, const Look *look, double top)
{
    const Race *race = race_of_const(world);
    double age_s = view_age_s(world, frame, race->trouble_tick);
    double leap = frame->comfort.reduced_motion ? 1.0 : cw_ease(CW_EASE_OUT_BACK, age_s / 0.12);
    draw_figures(frame->draw, look, (CwPoint2){CW_VIEW_WIDTH / 2.0, top + 32.0},
                 (CwTextDraw){.text = cw_text(frame, WRECKS[race->trouble]),
                              .face = CW_FACE_COUNT,
                              .size = (1.0 + 35.0 * leap) / look->scale, /* large anyway */
                              .angle_rad = 0.07,
                              .outline = 4.0 * leap,
                              .outline_colour = look->ink});
}

void hud_draw(const CwWorld *world, CwFrame *frame)
{
    if (buggy_of_const(world) == NULL || frame->scene != CW_SCENE_PLAY) {
        return;
    }
    const Look look = look_of(&frame->comfort, frame->draw);
    cw_draw_set_screen(frame->draw);
    cw_draw_set_layer(frame->draw, LAYER_HUD);
    if (!race_of_const(world)->finished) { /* the results show both */
        draw_time(world, frame, &look);
        draw_cogs(world, frame, &look);
    }
    draw_progress(world, frame->draw, &look);
    const Message message = message_now(world, frame);
    double bottom = draw_message(frame->draw, &look, &message);
    if (race_of_const(world)->trouble != TROUBLE_NONE) {
        draw_wreck_word(world, frame, &look, bottom);
    }
    draw_speed(world, frame, &look);
}
