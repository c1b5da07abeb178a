#include "screens/screens.h"

#include "base/report.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCREEN_ROW(name, def) [SCREEN_##name] = &def,
static const ScreenDef *const DEFS[] = {SCREENS(SCREEN_ROW)};

#define CHOICE_ROW(name, text, asks, leads_to) {text, asks, leads_to},
static const struct {
    const char *label;
    AskKind ask;
    ScreenKind page;
} CHOICES[] = {SCREEN_CHOICES(CHOICE_ROW)};

enum { RUN_WORTH_KEEPING_S = 5 };
static const double FREE_SHARE = 0.5,
                    FAR_SHARE = 0.6;      /* the player's places that change the side */
static const double RESULTS_DEAF_S = 0.4; /* ignores presses that were meant for the game */

void screens_note_level(Screens *screens, const char *level)
{
    int index = levels_index(screens->places->levels, level);
    screens->level_played = index >= 0 ? index : screens->level_played;
}

void screens_open(Screens *screens)
{
    Recording last;
    level_cards_open(screens);
    if (recordings_last_run(screens->places, NULL, &last)) {
        screens_note_level(screens, last.level);
    }
}

bool screens_are_open(const Screens *screens)
{
    return screens->depth > 0;
}

/* ---- the stack ---- */

static const ScreenDef *find_def(const Screens *screens, ScreenKind kind)
{
    return kind >= SCREEN_GUEST ? screens->guest->pages[kind - SCREEN_GUEST].page : DEFS[kind];
}

static const ScreenDef *def_of(const Screens *screens)
{
    return find_def(screens, screens->stack[screens->depth - 1].kind);
}

bool screens_have_tabs(const Screens *screens)
{
    const LoopGuest *guest = screens->guest;
    ScreenKind top = screens->depth > 0 ? screens->stack[screens->depth - 1].kind : SCREEN_TITLE;
    return guest != NULL && guest->pages != NULL && screens->activity == ACTIVITY_PAUSED &&
           (top == SCREEN_PAUSE || top >= SCREEN_GUEST);
}

static void build_page(Screens *screens)
{
    Page *page = &screens->page;
    const ScreenDef *def = def_of(screens);
    page_begin(page, text_of(def->title));
    page->side = def->is_whole ? PAGE_WHOLE : screens->side;
    page->width = def->width;
    page->has_hints = def->has_hints;
    bool is_paused = screens->activity == ACTIVITY_PAUSED;
    page->is_root = screens->depth == 1 && def->back == ASK_NOTHING && !is_paused;
    if (screens_have_tabs(screens)) {
        page->head = TABS_HEIGHT;
        page->width = SETTINGS_WIDTH;
    }
    bool has_bar = is_paused && (screens->depth == 1 || screens->guest != NULL);
    page->foot = has_bar && playback_has_past(screens->playback) ? TRANSPORT_HEIGHT : 0;
    page->text_scale = screens->config->text_size;
    page->notice = screens->notice[0] == '\0' ? NULL : screens->notice;
    for (const Choice *choice = def->choices; *choice != 0; choice++) {
        bool is_empty = *choice == CHOICE_GAME && screens->game->menu.key_count == 0 &&
                        screens->game->menu.map == NULL && !screens->places->best_runs->has_ghosts;
        if (!is_empty) {
            screens_add_choice(screens, *choice);
        }
    }
    for (int i = 0; i < def->row_count; i++) {
        setting_row_put(screens, &def->rows[i], i);
    }
    if (def->build != NULL) {
        def->build(screens);
    }
    page_layout(page, ui_view(screens->stage->viewport.view));
}

void screens_push(Screens *screens, ScreenKind kind)
{
    CW_ASSERT(screens->depth < SCREEN_STACK_MAX, "lead back from a page instead of on to it");
    if (screens->depth > 0) {
        ScreenKept *below = &screens->stack[screens->depth - 1];
        below->selected = screens->page.selected;
        below->scroll = screens->page.scroll;
    }
    screens->stack[screens->depth++].kind = kind;
    screens->notice[0] = '\0';
    screens->shown_s = 0;
    build_page(screens);
    page_open(&screens->page, kind == SCREEN_RESULTS ? RESULTS_DEAF_S : 0);
    if (def_of(screens)->open != NULL) {
        def_of(screens)->open(screens);
    }
}

void screens_back(Screens *screens)
{
    if (screens->depth <= 1) { /* a page that code opened while the player was playing */
        screens->ask.kind = screens->activity == ACTIVITY_PAUSED ? ASK_CONTINUE : ASK_NOTHING;
        return;
    }
    screens->depth--;
    screens->notice[0] = '\0';
    const ScreenKept *top = &screens->stack[screens->depth - 1];
    build_page(screens);
    page_open(&screens->page, 0);
    screens->page.selected = top->selected;
    screens->page.scroll = top->scroll;
    screens->page.is_scrolled = top->scroll > 0;
}

int game_page_index(const CwGame *game, const char *title)
{
    const CwMenuPage *pages = game->menu.pages;
    int i = game->menu.page_count - 1;
    while (i >= 0 && (pages[i].title == NULL || strcmp(pages[i].title, title) != 0)) {
        i--;
    }
    return i;
}

void screens_open_page(Screens *screens, const char *title)
{
    int own = game_page_index(screens->game, title);
    if (own < 0) {
        report("there is no page \"%s\": open one of CwGame.menu.pages by its title", title);
        return;
    }
    bool has_own = screens->depth > 0 && screens->stack[screens->depth - 1].kind == SCREEN_OWN;
    if (!has_own || screens->stack[screens->depth - 1].own != own) {
        screens->depth -= screens->depth == SCREEN_STACK_MAX; /* pages may lead in a circle */
        screens->stack[screens->depth].own = own;
        screens_push(screens, SCREEN_OWN);
    }
}

/* The side of the picture without the player; the last one if the player is near the middle. The
 * title keeps its side, because the runs behind it change. */
static PageSide free_side(const Screens *screens)
{
    const Session *session = &screens->playback->session;
    const cpBody *player = session->world == NULL ? NULL : session_probe(session).player;
    if (player == NULL || screens->activity == ACTIVITY_TITLE || session->camera.height_m <= 0) {
        return language_is_right_to_left() ? PAGE_RIGHT : PAGE_LEFT;
    }
    CwViewRect view = screens->stage->viewport.view;
    cpVect place = cpBodyGetPosition(player);
    CwPoint2 at = cw_camera_to_view(&session->camera, (CwPoint2){place.x, place.y});
    double share =
        view.width < view.height ? 1 - (at.y - view.y) / view.height : (at.x - view.x) / view.width;
    bool is_outside = share > 1; /* the camera has not followed yet */
    return share < FREE_SHARE || is_outside ? PAGE_RIGHT
           : share > FAR_SHARE              ? PAGE_LEFT
                                            : screens->side;
}

void screens_show(Screens *screens, Activity activity)
{
    screens->notice[0] = '\0';
    if (activity == ACTIVITY_TITLE && screens->activity == ACTIVITY_TITLE && screens->depth > 0) {
        return; /* the next run behind the title changes no page */
    }
    screens->activity = activity;
    screens->depth = 0;
    screens->stage->binding_catch = (BindingCatch){0};
    screens->side = free_side(screens);
    if (activity != ACTIVITY_PLAYING && activity != ACTIVITY_WATCHING) {
        screens_push(screens, activity == ACTIVITY_TITLE    ? SCREEN_TITLE
                              : activity == ACTIVITY_PAUSED ? SCREEN_PAUSE
                                                            : SCREEN_RESULTS);
    }
}

void screens_show_watch(Screens *screens)
{
    screens->side = free_side(screens);
    screens_push(screens, SCREEN_WATCH);
}

/* ---- rows ---- */

const char *screens_next_level(const Screens *screens)
{
    const Levels *levels = screens->places->levels;
    return levels->count > 0 ? levels->names[screens->level_played] : NULL;
}

PageRow *screens_add_choice(Screens *screens, Choice choice)
{
    Page *page = &screens->page;
    const char *about = find_def(screens, CHOICES[choice - CHOICE_FIRST].page)->about;
    if (page->selected == page->row_count && about != NULL) {
        snprintf(page->hint, sizeof page->hint, "%s", text_of(about));
    }
    return page_add(page, ROW_ACTION, (int)choice, text_of(CHOICES[choice - CHOICE_FIRST].label));
}

void game_row_value(const CwMenuRow *row, const CwFrame *frame, char text[CW_MENU_VALUE_BYTES])
{
    text[0] = '\0';
    if (row->value != NULL && frame != NULL) {
        row->value(frame, text);
    }
}

CwMenuPage screens_own_page(const Screens *screens)
{
    const ScreenKept *top = &screens->stack[screens->depth - 1];
    const CwGameMenu *menu = &screens->game->menu;
    return top->kind == SCREEN_OWN ? menu->pages[top->own]
                                   : (CwMenuPage){.rows = menu->rows, .row_count = menu->row_count};
}

/* Without a frame a list has no rows: its functions need the frame, and drawing adds them soon. */
static void add_game_row(Screens *screens, const CwMenuRow *row, int id)
{
    Page *page = &screens->page;
    int count = screens->frame == NULL || row->count == NULL ? 0 : row->count(screens->frame);
    RowKind kind = row->count != NULL   ? ROW_HEADING
                   : row->typed != NULL ? ROW_TEXT
                   : row->turn != NULL  ? ROW_CHOICE
                                        : ROW_ACTION;
    if (row->label != NULL) {
        char value[CW_MENU_VALUE_BYTES];
        game_row_value(row, screens->frame, value);
        page_set_value(page_add(page, kind, id, text_of(row->label)), value);
    }
    for (int i = 0; i < count && page->row_count < CW_MENU_ITEM_MAX; i++) {
        CwMenuItem item = {0};
        row->item(screens->frame, i, &item);
        PageRow *added = page_add(page, ROW_ACTION, id + i, item.label);
        added->has_long_value = true;
        page_set_value(added, item.value);
    }
}

void screens_add_game_rows(Screens *screens, unsigned screen)
{
    const CwMenuPage own = screens_own_page(screens);
    for (int i = 0; i < own.row_count; i++) {
        if (screen == 0 || (own.rows[i].screens & screen) != 0) {
            add_game_row(screens, &own.rows[i], GAME_ROW_FIRST + i * CW_MENU_ITEM_MAX);
        }
    }
    bool is_shared = game_player_count(screens->game) > 1 && screens->game->input.source == NULL;
    if (is_shared && (screen & (CW_MENU_TITLE | CW_MENU_PAUSE)) != 0) {
        screens_add_choice(screens, CHOICE_PLAYERS);
    }
}

void *screens_guest(const Screens *screens)
{
    return screens->guest->pages[screens->stack[screens->depth - 1].kind - SCREEN_GUEST].self;
}

bool screens_may_continue(const Screens *screens)
{
    return screens->guest == NULL || !screens->guest->is_live;
}

/* ---- a frame ---- */

static bool handle_choice(Screens *screens, const PageEvent *event)
{
    int choice = event->id - CHOICE_FIRST;
    if (event->type == PAGE_CHOSEN && event->id >= GUEST_ROW_FIRST) {
        screens_push(screens, SCREEN_GUEST + (ScreenKind)(event->id - GUEST_ROW_FIRST));
        return true;
    }
    if (event->type != PAGE_CHOSEN || choice < 0 || event->id >= CHOICE_END) {
        return false;
    }
    if (CHOICES[choice].page != 0) {
        screens_push(screens, CHOICES[choice].page);
        return true;
    }
    screens->ask = (ScreenAsk){.kind = CHOICES[choice].ask, .level = screens_next_level(screens)};
    return screens->ask.kind != ASK_NOTHING;
}

static void choose_game_row(Screens *screens, const PageEvent *event)
{
    int at = event->id - GAME_ROW_FIRST, item = at % CW_MENU_ITEM_MAX;
    const CwMenuRow *rows = screens_own_page(screens).rows, *row = &rows[at / CW_MENU_ITEM_MAX];
    int turn = event->type == PAGE_TURNED && !event->was_chosen ? event->step : 0;
    if (row->page != NULL) {
        screens_open_page(screens, row->page);
    } else {
        screens->ask = (ScreenAsk){.kind = ASK_ROW, .row = row, .turn = turn, .item = item};
    }
}

static void handle_event(Screens *screens, const PageEvent *event)
{
    const ScreenDef *def = def_of(screens);
    bool is_back = event->type == PAGE_BACK;
    if (is_back && def->back != ASK_NOTHING) {
        screens->ask.kind = def->back;
    } else if (!is_back && event->id >= GAME_ROW_FIRST) {
        choose_game_row(screens, event);
    } else if (!is_back && event->id < def->row_count) {
        setting_row_act(screens->settings, &def->rows[event->id], event);
    } else if ((is_back || !handle_choice(screens, event)) && def->act != NULL) {
        def->act(screens, event);
    }
    if (is_back && def->back == ASK_NOTHING) {
        screens_back(screens);
    }
}

/* A run that begins from the title replaces the run to continue. Asks first, unless that run has
 * hardly begun. */
static void ask_before_replacing(Screens *screens, ScreenKind kind)
{
    const Recording *last = &screens->last_run;
    bool begins = screens->ask.kind == ASK_PLAY || screens->ask.kind == ASK_RACE;
    if (begins && kind != SCREEN_ANEW && screens->activity == ACTIVITY_TITLE &&
        last->ticks > RUN_WORTH_KEEPING_S * last->tick_rate) {
        screens->wanted = screens->ask;
        screens->ask = (ScreenAsk){0};
        screens_push(screens, SCREEN_ANEW);
    }
}

ScreenAsk screens_update(Screens *screens, const PageInput *input)
{
    screens->ask = (ScreenAsk){0};
    screens->done = PAGE_NOTHING;
    screens->was_selected = screens->page.selected;
    if (screens->depth == 0) {
        return screens->ask;
    }
    ScreenKind kind = screens->stack[screens->depth - 1].kind;
    level_cards_update(screens, kind == SCREEN_LEVELS);
    if (kind == SCREEN_REPLAYS) {
        recordings_read_next(&screens->recordings, screens->places);
    }
    screens->shown_s += input->dt_s;
    PageEvent event = page_update(&screens->page, input);
    screens->done = event.type;
    if (event.type != PAGE_NOTHING) {
        handle_event(screens, &event);
        ask_before_replacing(screens, kind);
    }
    return screens->ask;
}

void screens_draw(Screens *screens, const CwFrame *frame, const CwTextEntry *typed)
{
    if (screens->depth == 0) {
        return;
    }
    int face = screens->game->looks.title_face;
    PageLook look = {.theme = &screens->theme,
                     .title_face = face == 0 ? CW_FACE_BOLD : face,
                     .device = screens->stage->device_use.device,
                     .bindings = &screens->stage->ui_input.map,
                     .typed = typed,
                     .card = def_of(screens)->card,
                     .context = screens};
    screens->frame = frame;
    build_page(screens);
    page_draw(&screens->page, &look, frame->draw);
    screens->frame = NULL;
}

CwViewRect screens_room(const Screens *screens, CwViewRect room)
{
    const Page *page = &screens->page;
    Box panel = page->layout.panel;
    bool has_room_beside = screens->depth > 0 && !page->is_hidden && !page->layout.is_upright;
    double left = has_room_beside && page->side == PAGE_LEFT ? panel.x + panel.width : room.x;
    double right = has_room_beside && page->side == PAGE_RIGHT ? panel.x : room.x + room.width;
    return (CwViewRect){left, room.y, right - left, room.height};
}

void screens_notice(Screens *screens, const char *what, const CwError *cause)
{
    report("%s", cause->text);
    snprintf(screens->notice, sizeof screens->notice, "%s: %s", text_of(what),
             without_folder(cause->text));
}

void screens_time_text(uint32_t ticks, uint32_t tick_rate, char text[TIME_TEXT_BYTES])
{
    double seconds = (double)ticks / (tick_rate > 0 ? tick_rate : 1);
    int64_t hundredths = (int64_t)floor(seconds * 100 + 0.5);
    snprintf(text, TIME_TEXT_BYTES, "%02" PRId64 ":%02d.%02d", hundredths / 6000,
             (int)(hundredths / 100 % 60), (int)(hundredths % 100));
    text_figures(text);
}

void screens_result_text(const Screens *screens, const CwRunTime *time, char text[TIME_TEXT_BYTES])
{
    if (screens->game->rank.by == CW_RANK_TIME) {
        screens_time_text(time->ticks, time->tick_rate, text);
        return;
    }
    snprintf(text, TIME_TEXT_BYTES, "%" PRId64, time->score);
}
