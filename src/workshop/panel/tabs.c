/* The tabs of the side panel, a strip above it in a pause. */
#include "host/bindings.h"
#include "panel/keys.h"
#include "panel/pause.h"
#include "ui/ui_view.h"

#include <math.h>

static const double TEXT_SHARE = 0.52, CAP_SHARE = 0.65; /* shares of the strip's height */
static const double AROUND = 0.8, GAP = 0.1; /* room around a label, in heights of its text */

static const char *label_of(const Pause *pause, int tab)
{
    return tab == TAB_PAUSE     ? "Pause"
           : tab == TAB_INSPECT ? "Inspect"
                                : pause->pages[tab - TAB_PAGES].label;
}

static int tab_count(const Pause *pause)
{
    return TAB_PAGES + pause->guest.page_count;
}

/* Moving through time hides the page and its tabs. */
static bool are_seen(const Pause *pause)
{
    const Screens *screens = &pause->loop->menus.screens;
    return screens_have_tabs(screens) && (pause->inspect.open || !screens->page.is_hidden);
}

int tabs_shown(const Pause *pause)
{
    const Screens *screens = &pause->loop->menus.screens;
    ScreenKind top = screens->stack[screens->depth - 1].kind;
    return pause->inspect.open   ? TAB_INSPECT
           : top >= SCREEN_GUEST ? TAB_PAGES + (int)(top - SCREEN_GUEST)
                                 : TAB_PAUSE;
}

void tabs_show(Pause *pause, int tab)
{
    Screens *screens = &pause->loop->menus.screens;
    pause->inspect.open = false;
    while (screens->depth > 1) {
        screens_back(screens);
    }
    screens->page.is_hidden = false;
    screens->notice[0] = '\0';
    if (tab >= TAB_PAGES) {
        screens_push(screens, (ScreenKind)(SCREEN_GUEST + tab - TAB_PAGES));
    }
}

void tabs_update(Pause *pause, CwInputFrame *ui)
{
    int wanted = -1;
    if (!screens_have_tabs(&pause->loop->menus.screens)) {
        return;
    }
    if (cw_input_pressed(ui, UI_TAB)) {
        wanted = (tabs_shown(pause) + are_seen(pause)) % tab_count(pause);
    }
    for (int i = 0; i < tab_count(pause) && are_seen(pause) && cw_input_pressed(ui, UI_CLICK);
         i++) {
        if (panel_holds(pause->tabs[i], ui->pointer_x, ui->pointer_y)) {
            wanted = i;
            ui->pressed &= ~(1u << UI_CLICK);
            ui->down &= ~(1u << UI_CLICK);
        }
    }
    if (wanted >= 0) {
        tabs_show(pause, wanted);
        ui->pressed |= wanted == TAB_INSPECT ? 1u << UI_LOOK : 0;
    }
}

void tabs_draw(Pause *pause)
{
    const Stage *stage = &pause->loop->stage;
    CwDrawList *list = &pause->loop->stage.draw_list;
    const Binding *key =
        binding_of_device(&stage->ui_input.map.actions[UI_TAB],
                          stage->device_use.device == DEVICE_PAD ? DEVICE_PAD : DEVICE_KEYBOARD);
    if (!are_seen(pause)) {
        return;
    }
    const CwTheme theme = comfort_theme(pause->loop->desc.game, pause->loop->desc.config);
    ui_view_begin(list, CW_ENGINE_LAYER_MENU);
    Box panel = pause->inspect.panel.box, strip = pause->loop->menus.screens.page.layout.title;
    if (pause->inspect.open) {
        strip = (Box){panel.x, panel.y - TABS_HEIGHT, panel.width, TABS_HEIGHT};
    }
    double cap = strip.height * CAP_SHARE, text = strip.height * TEXT_SHARE;
    Box at = {strip.x, strip.y + (strip.height - cap) / 2, 0, cap};
    double x = key == NULL ? strip.x : strip.x + key_cap_draw(list, at, key, &theme) + 3;
    double wanted = 0, room = strip.x + strip.width - x;
    for (int i = 0; i < tab_count(pause); i++) {
        wanted += panel_text_width(list, label_of(pause, i), CW_FACE_BOLD, text) + AROUND * text;
    }
    double scale = fmin(1, room / wanted);
    for (int i = 0; i < tab_count(pause); i++) {
        const char *label = label_of(pause, i);
        bool shown = i == tabs_shown(pause);
        double width = panel_text_width(list, label, CW_FACE_BOLD, text) + AROUND * text;
        Box tab = {x, strip.y, width * scale - GAP * text, strip.height};
        pause->tabs[i] = tab;
        panel_fill(list, tab, shown ? theme.accent : panel_alpha(theme.shade, 235));
        panel_label(list, tab,
                    &(Label){label, CW_FACE_BOLD, CW_ALIGN_CENTRE, text * scale,
                             shown ? panel_alpha(theme.shade, 255) : theme.text});
        x += width * scale;
    }
}
