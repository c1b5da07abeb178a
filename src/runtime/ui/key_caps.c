#include "ui/panel.h"

#include "host/bindings.h"

#include <math.h>
#include <string.h>

static const CwColour INK = {0x20, 0x1a, 0x16, 255};
static const double TEXT_SHARE = 0.62; /* share of a cap's height */

/* Buttons as SDL numbers them: the four on the face are round and coloured. */
enum { FACE_BUTTONS = 4, BUTTON_DPAD_UP = 11, BUTTON_DPAD_RIGHT = 14 };
static const CwColour FACES[FACE_BUTTONS] = {{0x6c, 0xb3, 0x4a, 255},
                                             {0xd6, 0x56, 0x46, 255},
                                             {0x4a, 0x8f, 0xd0, 255},
                                             {0xe6, 0xb8, 0x3c, 255}};

typedef enum CapShape { CAP_KEY, CAP_FACE, CAP_DPAD, CAP_SHOULDER } CapShape;

static CapShape shape_of(const Binding *binding)
{
    if (binding->source == BINDING_PAD_AXIS) {
        return CAP_SHOULDER;
    }
    if (binding->source != BINDING_PAD_BUTTON) {
        return CAP_KEY;
    }
    if (binding->code < FACE_BUTTONS) {
        return CAP_FACE;
    }
    bool dpad = binding->code >= BUTTON_DPAD_UP && binding->code <= BUTTON_DPAD_RIGHT;
    return dpad ? CAP_DPAD : CAP_SHOULDER;
}

static void label_of(const Binding *binding, char label[BINDING_LABEL_BYTES])
{
    static const struct {
        const char *name, *arrow;
    } arrows[] = {{"Left", "\u2190"}, {"Right", "\u2192"}, {"Up", "\u2191"}, {"Down", "\u2193"}};
    binding_label(binding, label);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(arrows) && binding->source == BINDING_KEY; i++) {
        if (strcmp(label, arrows[i].name) == 0) {
            memcpy(label, arrows[i].arrow, strlen(arrows[i].arrow) + 1);
        }
    }
}

static double key_cap_width(CwDrawList *list, const Binding *binding, double height)
{
    char label[BINDING_LABEL_BYTES];
    CapShape shape = shape_of(binding);
    if (shape == CAP_FACE || shape == CAP_DPAD) {
        return height;
    }
    label_of(binding, label);
    double text = panel_text_width(list, label, CW_FACE_BOLD, height * TEXT_SHARE);
    return fmax(height, text + height * 0.6);
}

/* The theme's shade contrasts with the colour of its texts, so it is readable on them. */
static CwColour ink_of(const CwTheme *theme)
{
    return panel_alpha(theme->shade, 255);
}

static void draw_label(CwDrawList *list, Box box, const Binding *binding, CwColour colour)
{
    char label[BINDING_LABEL_BYTES];
    label_of(binding, label);
    panel_label(list, box,
                &(Label){label, CW_FACE_BOLD, CW_ALIGN_CENTRE, box.height * TEXT_SHARE, colour});
}

/* Draws a cross whose arm in the button's direction is lit. */
static void draw_dpad(CwDrawList *list, Box box, int button, const CwTheme *theme)
{
    double third = box.height / 3;
    static const CwPoint2 arms[] = {{1, 0}, {1, 2}, {0, 1}, {2, 1}};
    panel_fill(list, (Box){box.x + third, box.y, third, box.height}, theme->text);
    panel_fill(list, (Box){box.x, box.y + third, box.height, third}, theme->text);
    CwPoint2 arm = arms[button - BUTTON_DPAD_UP];
    panel_fill(list, (Box){box.x + arm.x * third, box.y + arm.y * third, third, third},
               theme->accent);
}

double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme)
{
    CwPoint2 centre = {box.x + box.height / 2, box.y + box.height / 2};
    box.width = key_cap_width(list, binding, box.height);
    switch (shape_of(binding)) {
    case CAP_FACE:
        cw_draw_circle(list, centre, box.height / 2, INK);
        cw_draw_circle(list, centre, box.height / 2 - 1, FACES[binding->code]);
        draw_label(list, box, binding, INK);
        break;
    case CAP_DPAD:
        draw_dpad(list, box, binding->code, theme);
        break;
    case CAP_SHOULDER:
        panel_fill_cut(list, box, box.height * 0.45, theme->text);
        draw_label(list, box, binding, ink_of(theme));
        break;
    case CAP_KEY:
        panel_fill_cut(list, box, 2, theme->text);
        panel_edge(list, box, 2, 1, ink_of(theme));
        draw_label(list, box, binding, ink_of(theme));
        break;
    }
    return box.width;
}
