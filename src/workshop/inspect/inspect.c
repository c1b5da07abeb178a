#include "inspect/inspect.h"

#include "base/report.h"
#include "change/changes.h"
#include "panel/debug_shapes.h"
#include "panel/keys.h"
#include "screens/screens.h"
#include "ui/transport.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double REACH_POINTS = 4;
static const CwColour MARK = {0xff, 0xd2, 0x4a, 255};

void inspect_free(Inspect *inspect)
{
    inspect_reset(inspect);
    field_panel_free(&inspect->panel);
    *inspect = (Inspect){0};
}

void inspect_reset(Inspect *inspect)
{
    inspect->is_open = false;
    field_curves_free(&inspect->curves);
    change_search_free(&inspect->search);
}

double inspect_lift(const Inspect *inspect)
{
    return inspect->is_open && inspect->curves.pin_count > 0 ? CURVES_HEIGHT : 0;
}

CwViewRect inspect_room(const Inspect *inspect, CwViewRect view)
{
    if (!inspect->is_open) {
        return view;
    }
    double taken = field_panel_width(&inspect->panel);
    return (CwViewRect){view.x + (inspect->panel.is_left ? taken : 0), view.y, view.width - taken,
                        view.height - inspect_lift(inspect)};
}

/* ---- headings ---- */

static int find_unfolded(const Inspect *inspect, const char *name)
{
    for (int i = 0; i < INSPECT_OPEN_MAX; i++) {
        if (strcmp(inspect->unfolded[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static void fold(Inspect *inspect, const char *name, bool open)
{
    int at = find_unfolded(inspect, name);
    if (open && at < 0) {
        at = inspect->unfolded_count++ % INSPECT_OPEN_MAX;
        snprintf(inspect->unfolded[at], FIELD_NAME_BYTES, "%s", name);
    } else if (!open && at >= 0) {
        inspect->unfolded[at][0] = '\0';
    }
    inspect->is_stale = true;
}

/* ---- rows ---- */

static const char INTERNALS[] = "Chipmunk's internals";
static const char INVITATION[] = "find a field, or ask when: state.finished == 1";

typedef struct Filling {
    Inspect *inspect;
    char head[FIELD_NAME_BYTES]; /* name of the object whose rows are being added */
    bool is_open;                /* the object's rows are shown */
    bool has_heading;            /* the object's heading was added */
    bool has_internals, are_internals_shown;
    const char *filter; /* "": none */
} Filling;

/* Shortens a value for reading; an edit begins with the exact value. */
static void print_short(const FieldValue *value, char text[FIELD_TEXT_BYTES])
{
    char exact[FIELD_TEXT_BYTES];
    snprintf(text, FIELD_TEXT_BYTES, "%s", field_value_text(value, exact));
    if (value->type == CW_FIELD_F64 && strlen(text) > 14) {
        snprintf(text, FIELD_TEXT_BYTES, "%.9g", value->number);
    }
}

/* True for fields of Chipmunk's structs that game makers neither set nor read. */
static bool is_internal(const FieldElement *element)
{
    static const char plain[] =
        " p v a w m i f t e u r c b sensor surfaceV rate jAcc jnAcc dist min max restLength "
        "restAngle stiffness damping maxForce angle ratchet ratio phase anchorA anchorB friction "
        "elasticity normal normal_impulse[0] tangent_impulse[0] ";
    char word[FIELD_NAME_BYTES];
    snprintf(word, sizeof word, " %s ", element->field->name);
    return element->group->links.things[0] != NULL && strstr(plain, word) == NULL;
}

static void add_heading(FieldPanel *panel, const char *name, const char *words, bool open)
{
    FieldRow *heading = field_panel_add(panel, name, strlen(name));
    if (heading != NULL) {
        heading->is_heading = true;
        heading->is_open = open;
        snprintf(heading->words, sizeof heading->words, "%s", words);
    }
}

static void add_row(void *context, const FieldElement *element)
{
    Filling *filling = context;
    Inspect *inspect = filling->inspect;
    char name[FIELD_NAME_BYTES], words[FIELD_WORDS_BYTES];
    size_t head = field_element_name(element, name);
    bool has_filter = filling->filter[0] != '\0';
    field_heading_words(element->group, words, sizeof words);
    if (strncmp(filling->head, name, head) != 0 || filling->head[head] != '\0') {
        snprintf(filling->head, sizeof filling->head, "%.*s", (int)head, name);
        filling->is_open = has_filter || find_unfolded(inspect, filling->head) >= 0;
        filling->has_heading = false;
        if (element->group->section == SECTION_BODIES &&
            element->group->links.parts[0] == inspect->thing.body) {
            memcpy(inspect->clicked_head, filling->head, sizeof filling->head);
        }
    }
    bool is_hidden = is_internal(element);
    filling->has_internals = filling->has_internals || is_hidden;
    if (strstr(name, filling->filter) == NULL && strstr(words, filling->filter) == NULL) {
        return;
    }
    if (!filling->has_heading) {
        add_heading(&inspect->panel, filling->head, words, filling->is_open);
        filling->has_heading = true;
    }
    bool shown = filling->is_open && (!is_hidden || has_filter || filling->are_internals_shown);
    FieldRow *row = shown ? field_panel_add(&inspect->panel, name, head) : NULL;
    if (row != NULL) {
        FieldValue value = field_element_value(element);
        print_short(&value, row->value);
        row->is_pinned = field_curves_find_pin(&inspect->curves, name) >= 0;
    }
}

/* Adds the line to type in, with the value of its expression. */
static void add_question(Inspect *inspect, const CwWorld *world)
{
    FieldRow *row = field_panel_add(&inspect->panel, inspect->question, 0);
    if (row != NULL) {
        bool is_empty = row->name[0] == '\0';
        row->is_question = true;
        snprintf(row->words, sizeof row->words, "%s", is_empty ? INVITATION : row->name);
    }
    if (row != NULL && inspect->is_expression) {
        FieldValue value = field_condition_value(&inspect->expression, world);
        print_short(&value, row->value);
        row->is_pinned = field_curves_find_pin(&inspect->curves, row->name) >= 0;
    }
}

static void fill(Inspect *inspect, const Session *session)
{
    FieldPanel *panel = &inspect->panel;
    Filling filling = {.inspect = inspect,
                       .filter = inspect->is_expression ? "" : inspect->question,
                       .are_internals_shown = find_unfolded(inspect, INTERNALS) >= 0};
    field_panel_begin(panel);
    add_question(inspect, session->world);
    if (thing_words(session->world, &inspect->thing, panel->title, sizeof panel->title)) {
        world_list_thing(session->world, &inspect->thing, add_row, &filling);
    }
    if (filling.has_internals) {
        add_heading(panel, INTERNALS, INTERNALS, filling.are_internals_shown);
    }
    field_panel_end(panel);
    inspect->tick = cw_world_tick(session->world);
    inspect->is_stale = false;
}

/* ---- the thing in the panel ---- */

static CwPoint2 view_place(const InspectFrame *frame, CwPoint2 at)
{
    CwViewRect place = ui_view_rect(frame->seen, (CwViewRect){at.x, at.y, 0, 0});
    return (CwPoint2){place.x, place.y};
}

/* Opens the first heading: the kind's own fields, or else the first body. */
static void unfold_first(Inspect *inspect, const Session *session)
{
    fill(inspect, session);
    if (inspect->panel.row_count > 1) {
        fold(inspect, inspect->panel.rows[1].name, true);
        fill(inspect, session);
    }
    inspect->panel.selected = inspect->panel.row_count > 2 ? 2 : 0;
    inspect->panel.scroll = 0;
}

/* Number of an entity's first body; 0: none. */
static uint64_t first_body(const CwWorld *world, uint32_t entity)
{
    for (int i = 0; i < world->body_count; i++) {
        if (world->body_owners[i].index1 == entity) {
            return (uint64_t)i + 1;
        }
    }
    return 0;
}

static void unfold_body(Inspect *inspect, const Session *session)
{
    const Thing *thing = &inspect->thing;
    uint64_t first = first_body(session->world, thing->entity);
    if (thing->entity != 0 && first != 0 && thing->body != first) {
        char name[FIELD_NAME_BYTES];
        memcpy(name, inspect->clicked_head, sizeof name);
        fold(inspect, name, true);
        fill(inspect, session);
        field_panel_show(&inspect->panel, name);
    }
}

static void open_thing(Inspect *inspect, const InspectFrame *frame, const Thing *thing, CwPoint2 at)
{
    inspect->is_open = true;
    inspect->thing = *thing;
    inspect->panel.is_left = at.x > frame->view.x + frame->view.width / 2;
    inspect_say(inspect, false, "");
    unfold_first(inspect, frame->run->session);
}

static void click(Inspect *inspect, const InspectFrame *frame)
{
    CwPoint2 at = {frame->ui->pointer_x, frame->ui->pointer_y};
    CwPoint2 world = cw_camera_to_world(frame->camera, view_place(frame, at));
    CwPoint2 beside =
        cw_camera_to_world(frame->camera, view_place(frame, (CwPoint2){at.x + REACH_POINTS, at.y}));
    double reach_m = hypot(beside.x - world.x, beside.y - world.y);
    Thing thing;
    if (!world_pick(frame->run->session->world, world, reach_m, frame->alpha, &thing)) {
        inspect->is_open = false;
        return;
    }
    open_thing(inspect, frame, &thing, at);
    unfold_body(inspect, frame->run->session);
}

static CwPoint2 place_of(const InspectFrame *frame, uint32_t entity)
{
    const CwWorld *world = frame->run->session->world;
    uint64_t body = first_body(world, entity);
    if (body == 0) {
        return (CwPoint2){frame->view.x + frame->view.width / 2, 0};
    }
    CwTransform2 pose = cw_world_pose(world, world->bodies[body - 1], 1);
    CwPoint2 place = cw_camera_to_view(frame->camera, (CwPoint2){pose.x_m, pose.y_m});
    return ui_view_point(frame->seen, place);
}

/* Opens the panel for an entity; 0: for the game's state. */
static void open_entity(Inspect *inspect, const InspectFrame *frame, uint32_t entity)
{
    if (entity != 0 || frame->run->session->world->desc.state.field_count > 0) {
        open_thing(inspect, frame, &(Thing){.entity = entity, .is_state = entity == 0},
                   place_of(frame, entity));
    }
}

static void step_entity(Inspect *inspect, const InspectFrame *frame, int direction)
{
    open_entity(inspect, frame,
                world_next_entity(frame->run->session->world, inspect->thing.entity, direction));
}

/* ---- the frame ---- */

static bool is_on_bar(const Inspect *inspect, const InspectFrame *frame)
{
    double fraction, lift = inspect_lift(inspect);
    CwViewRect view = {frame->view.x, frame->view.y, frame->view.width, frame->view.height - lift};
    CwPoint2 at = {frame->ui->pointer_x, frame->ui->pointer_y};
    return transport_at(&view, at, false, &fraction) || frame->is_bar_dragged;
}

void inspect_say(Inspect *inspect, bool is_error, const char *text)
{
    snprintf(inspect->panel.note, sizeof inspect->panel.note, "%.190s", text);
    inspect->panel.extra_lines[0][0] = inspect->panel.extra_lines[1][0] = '\0';
    inspect->panel.is_error = is_error;
}

static void ask(Inspect *inspect, const CwWorld *world, const char *text)
{
    CwError error = {0};
    snprintf(inspect->question, sizeof inspect->question, "%s", text);
    inspect->is_expression =
        text[0] != '\0' && field_condition_open(&inspect->expression, world, text, &error);
    bool is_wrong = !inspect->is_expression && strpbrk(text, "<>=!&|+*/()") != NULL;
    inspect_say(inspect, is_wrong, is_wrong ? error.text : "");
    inspect->is_stale = true;
}

void inspect_find(Inspect *inspect, const Session *session, const char *text)
{
    FieldPanel *panel = &inspect->panel;
    ask(inspect, session->world, text);
    fill(inspect, session);
    for (int i = 0; text[0] != '\0' && !inspect->is_expression && i < panel->row_count; i++) {
        if (!panel->rows[i].is_question && !panel->rows[i].is_heading) {
            panel->selected = i;
            return;
        }
    }
}

static void begin_asking(Inspect *inspect, const InspectFrame *frame, int direction)
{
    (void)frame, (void)direction;
    inspect->panel.selected = 0;
    inspect->panel.scroll = 0;
    memcpy(inspect->typed_text, inspect->question, sizeof inspect->question);
    inspect->typed_name[0] = '\0';
    inspect->is_typing_requested = true;
}

/* Folds a heading, or lets the player type in the line or edit a field's exact value. */
static void choose(Inspect *inspect, const InspectFrame *frame, int direction)
{
    const FieldRow *row = field_panel_selected(&inspect->panel);
    const CwWorld *world = frame->run->session->world;
    FieldPaths paths = {0};
    if (row != NULL && row->is_question) {
        begin_asking(inspect, frame, direction);
    } else if (row != NULL && row->is_heading) {
        fold(inspect, row->name, !row->is_open);
    } else if (row != NULL && field_paths_add(&paths, world, row->name, NULL)) {
        FieldValue value;
        field_paths_read(paths.items, paths.count, world, &value);
        snprintf(inspect->typed_text, sizeof inspect->typed_text, "%s",
                 field_value_text(&value, (char[FIELD_TEXT_BYTES]){0}));
        memcpy(inspect->typed_name, row->name, sizeof inspect->typed_name);
        inspect->is_typing_requested = true;
    }
}

/* The selected row's field, or the line's expression. NULL for other rows, with a message. */
static const char *selected_text(Inspect *inspect)
{
    const FieldRow *row = field_panel_selected(&inspect->panel);
    if (row != NULL && !row->is_heading && (!row->is_question || inspect->is_expression)) {
        return row->name;
    }
    if (row == NULL || !row->is_question || !inspect->panel.is_error) { /* else keeps its error */
        inspect_say(inspect, true, "choose a field, or type a question in the line at the top");
    }
    return NULL;
}

static void pin(Inspect *inspect, const InspectFrame *frame, int direction)
{
    (void)direction;
    const char *text = selected_text(inspect);
    const Session *session = frame->run->session;
    CwError error = {0};
    if (text != NULL && !field_curves_toggle(&inspect->curves, session, text, &error)) {
        inspect_say(inspect, true, error.text);
    }
    inspect->is_stale = true;
}

static void search(Inspect *inspect, const InspectFrame *frame, int direction)
{
    const char *text = selected_text(inspect);
    const Run *run = frame->run;
    CwError error = {0};
    if (text != NULL && !change_search_begin(&inspect->search, run, text, direction, &error)) {
        inspect_say(inspect, true, error.text);
    }
}

/* Shows a search's progress and seeks to its result. */
static void follow_search(Inspect *inspect)
{
    ChangeSearch *search = &inspect->search;
    const FieldPath *path = &search->condition.paths.items[0];
    bool is_field = search->condition.is_field;
    char before[FIELD_TEXT_BYTES], after[FIELD_TEXT_BYTES], text[192], name[FIELD_NAME_BYTES];
    snprintf(name, sizeof name, "%.100s%s", is_field ? path->field->name : search->condition.text,
             is_field ? (const char *[]){"", ".x", ".y"}[path->axis + 1] : "");
    switch (search->state) {
    case SEARCH_NONE:
        return;
    case SEARCH_RUNNING:
        snprintf(text, sizeof text, "%.120s: searching tick %" PRIu64, name, search->walk.tick);
        inspect_say(inspect, false, text);
        return;
    case SEARCH_FOUND:
        print_short(&search->before, before);
        print_short(&search->after, after);
        snprintf(text, sizeof text, "tick %" PRIu64 ": %.100s %.20s → %.20s", search->found_tick,
                 name, before, after);
        inspect_say(inspect, false, text);
        memcpy(inspect->panel.extra_lines[0], search->cause, sizeof search->cause);
        memcpy(inspect->panel.extra_lines[1], search->line, sizeof search->line);
        if (search->line[0] != '\0') { /* most terminals open it with a click */
            report("%s %s, %s", text, search->cause, search->line);
        }
        inspect->is_seek_requested = true;
        inspect->seek_tick = search->found_tick;
        break;
    case SEARCH_FAILED:
        snprintf(text, sizeof text, "%.100s: %s no %s", name,
                 search->condition.is_question ? "becomes true at" : "changed at",
                 search->direction > 0     ? "later tick"
                 : search->limit_tick == 0 ? "earlier tick"
                                           : "earlier tick in the history");
        inspect_say(inspect, true, text);
        break;
    }
    search->state = SEARCH_NONE;
}

static void request_undo(Inspect *inspect, const InspectFrame *frame, int direction)
{
    (void)frame, (void)direction;
    inspect->is_undo_requested = true;
}

static void close(Inspect *inspect, const InspectFrame *frame, int direction)
{
    (void)frame, (void)direction;
    inspect->is_open = false;
}

static const struct {
    int key;
    const char *label;
    void (*act)(Inspect *inspect, const InspectFrame *frame, int direction);
    int direction;
} ACTIONS[] = {
    {UI_MARK_BEFORE, "previous change", search, -1},
    {UI_MARK_NEXT, "next change", search, 1},
    {UI_PIN, "pin its curve", pin, 0},
    {UI_CONFIRM, "type its value", choose, 0},
    {UI_LOOK, "find or ask", begin_asking, 0},
    {UI_UNDO, "undo", request_undo, 0},
    {UI_LOOK_PREVIOUS, "previous thing", step_entity, -1},
    {UI_LOOK_NEXT, "next thing", step_entity, 1},
    {UI_BACK, "close", close, 0},
};

/* Acts on a clicked prompt and on pressed keys. The panel handles UI_CONFIRM. */
static void handle_keys(Inspect *inspect, const InspectFrame *frame, int clicked)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ACTIONS) && inspect->is_open; i++) {
        int key = ACTIONS[i].key;
        if (key == clicked || (key != UI_CONFIRM && cw_input_pressed(frame->ui, key))) {
            ACTIONS[i].act(inspect, frame, ACTIONS[i].direction);
        }
    }
    if (cw_input_pressed(frame->ui, UI_PAUSE)) {
        inspect->is_open = false;
    }
}

static void set_prompts(FieldPanel *panel)
{
    panel->prompt_count = (int)CW_ARRAY_LENGTH(ACTIONS);
    for (int i = 0; i < panel->prompt_count; i++) {
        panel->prompts[i].action = ACTIONS[i].key;
        panel->prompts[i].label = ACTIONS[i].label;
    }
}

/* Removes the input that the open inspector has taken. */
static void leave_input(const Inspect *inspect, const InspectFrame *frame)
{
    uint32_t taken = 1u << UI_UP | 1u << UI_DOWN | 1u << UI_CONFIRM | 1u << UI_BACK |
                     1u << UI_PAUSE | 1u << UI_SLOWER | 1u << UI_FASTER | 1u << UI_MARK_BEFORE |
                     1u << UI_MARK_NEXT;
    if (!is_on_bar(inspect, frame)) {
        taken |= 1u << UI_CLICK;
    }
    frame->ui->pressed &= ~taken;
    frame->ui->down &= ~taken;
}

static void update_open(Inspect *inspect, const InspectFrame *frame)
{
    CwInputFrame ui = *frame->ui;
    int clicked = -1; /* no prompt */
    if (is_on_bar(inspect, frame)) {
        ui.pressed &= ~(1u << UI_CLICK);
    }
    const Run *run = frame->run;
    if (!change_search_update(&inspect->search, run)) {
        field_curves_update(&inspect->curves, run, run->rewind_count + changes_made(run));
    }
    follow_search(inspect);
    set_prompts(&inspect->panel);
    inspect->panel.free_above = frame->is_under_tabs ? TABS_HEIGHT : 0;
    inspect->panel.free_below = TRANSPORT_HEIGHT + inspect_lift(inspect);
    field_panel_layout(&inspect->panel, frame->view);
    PanelEvent event = field_panel_update(&inspect->panel, &ui, frame->dt_s, &clicked);
    if (event == PANEL_ROW_CHOSEN) {
        choose(inspect, frame, 0);
    } else if (event == PANEL_OUTSIDE) {
        click(inspect, frame);
    }
    handle_keys(inspect, frame, clicked);
}

bool inspect_update(Inspect *inspect, const InspectFrame *frame)
{
    inspect->is_seek_requested = inspect->is_typing_requested = inspect->is_undo_requested = false;
    if (!frame->is_possible) {
        inspect->is_open = false;
        return false;
    }
    bool was_open = inspect->is_open;
    if (was_open) {
        update_open(inspect, frame);
    } else if (cw_input_pressed(frame->ui, UI_LOOK)) {
        const Session *session = frame->run->session;
        uint32_t entity = cw_body_owner(session_probe(session).player).index1;
        open_entity(inspect, frame, entity != 0 ? entity : world_next_entity(session->world, 0, 1));
    } else if (cw_input_pressed(frame->ui, UI_CLICK) && !frame->is_on_page &&
               !is_on_bar(inspect, frame)) {
        click(inspect, frame);
    }
    if (was_open || inspect->is_open) {
        leave_input(inspect, frame);
    }
    return was_open || inspect->is_open;
}

void inspect_draw(Inspect *inspect, const Session *session, const CwFrame *frame,
                  const FieldPanelLook *look)
{
    const CwWorld *world = session->world;
    if (look->typed != NULL) { /* other keys type letters */
        inspect->panel.prompt_count = 2;
        inspect->panel.prompts[0] = (FieldPrompt){.action = UI_CONFIRM, .label = "done"};
        inspect->panel.prompts[1] = (FieldPrompt){.action = UI_BACK, .label = "cancel"};
    }
    if (look->typed != NULL && inspect->typed_name[0] == '\0' &&
        strcmp(look->typed->text, inspect->question) != 0) {
        ask(inspect, world, look->typed->text); /* filters with each letter */
    }
    if (inspect->is_stale || inspect->tick != cw_world_tick(world)) {
        fill(inspect, session);
    }
    field_curves_draw(&inspect->curves, look->theme, frame->draw);
    debug_shapes_draw(world, frame->alpha, &inspect->thing, MARK, frame->draw);
    field_panel_draw(&inspect->panel, look, frame->draw);
}
