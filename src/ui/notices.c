#include "ui/notices.h"

#include "ui/panel.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double SHOWN_S = 5, FADE_S = 0.5;
static const double BAR_HEIGHT = 36; /* the transport bar is below */

static void drop_oldest(Notices *notices)
{
    notices->count--;
    memmove(notices->items, notices->items + 1, (size_t)notices->count * sizeof notices->items[0]);
}

void notices_add(Notices *notices, const char *format, ...)
{
    if (notices->count == NOTICES_MAX) {
        drop_oldest(notices);
    }
    Notice *notice = &notices->items[notices->count++];
    notice->age_s = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice->text, sizeof notice->text, format, arguments);
    va_end(arguments);
}

void notices_age(Notices *notices, double dt_s)
{
    for (int i = 0; i < notices->count; i++) {
        notices->items[i].age_s += dt_s;
    }
    while (notices->count > 0 && notices->items[0].age_s > SHOWN_S) {
        drop_oldest(notices);
    }
}

double notices_draw(const Notices *notices, double line_points, const CwTheme *theme,
                    CwDrawList *draw)
{
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_NOTICES);
    double bottom_y = view.y + view.height - BAR_HEIGHT;
    double row = line_points * 1.4;
    for (int i = 0; i < notices->count; i++) {
        const Notice *notice = &notices->items[i];
        double share = fmax(0, fmin(1, (SHOWN_S - notice->age_s) / FADE_S));
        double y = bottom_y - row * (notices->count - i);
        double width = fmin(view.width, line_points * (2 + 0.52 * (double)strlen(notice->text)));
        Box box = {(UI_WIDTH - width) / 2, y, width, row};
        panel_fill(draw, box, panel_alpha(theme->shade, theme->shade.a * share));
        panel_label(draw, box,
                    &(Label){notice->text, CW_FACE_REGULAR, CW_ALIGN_CENTRE, line_points,
                             panel_alpha(theme->text, theme->text.a * share)});
    }
    return bottom_y - row * notices->count;
}
