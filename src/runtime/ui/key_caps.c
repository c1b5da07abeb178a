#include "ui/panel.h"

#include "host/bindings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const CwColour INK = {0x20, 0x1a, 0x16, 255};
static const double TEXT_SHARE = 0.62; /* share of a cap's height */

/* Buttons as SDL numbers them: the four on the face are round and coloured. */
enum { FACE_BUTTONS = 4, BUTTON_DPAD_UP = 11, DPAD_BUTTONS = 4 };
static const CwColour FACES[FACE_BUTTONS] = {{0x6c, 0xb3, 0x4a, 255},
                                             {0xd6, 0x56, 0x46, 255},
                                             {0x4a, 0x8f, 0xd0, 255},
                                             {0xe6, 0xb8, 0x3c, 255}};

static bool is_dpad(const Binding *binding)
{
    return binding->source == BINDING_PAD_BUTTON && binding->code >= BUTTON_DPAD_UP &&
           binding->code < BUTTON_DPAD_UP + DPAD_BUTTONS;
}

static void label_of(const Binding *binding, char label[BINDING_LABEL_BYTES])
{
    static const struct {
        const char *name, *arrow;
    } arrows[] = {{"Up", "\u2191"}, {"Down", "\u2193"}, {"Left", "\u2190"}, {"Right", "\u2192"}};
    binding_label(binding, label);
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(arrows); i++) {
        bool key = binding->source == BINDING_KEY && strcmp(label, arrows[i].name) == 0;
        if (key || (is_dpad(binding) && binding->code == BUTTON_DPAD_UP + i)) {
            snprintf(label, BINDING_LABEL_BYTES, "%s", arrows[i].arrow);
        }
    }
}

double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme)
{
    char label[BINDING_LABEL_BYTES];
    bool button = binding->source == BINDING_PAD_BUTTON;
    bool face = button && binding->code < FACE_BUTTONS;
    bool shoulder = binding->source == BINDING_PAD_AXIS || (button && !face && !is_dpad(binding));
    CwPoint2 centre = {box.x + box.height / 2, box.y + box.height / 2};
    double size = box.height * TEXT_SHARE;
    CwColour ink = panel_alpha(theme->shade, 255); /* readable on the colour of texts */
    label_of(binding, label);
    double text = panel_text_width(list, label, CW_FACE_BOLD, size);
    box.width = face ? box.height : fmax(box.height, text + box.height * 0.6);
    if (face) {
        ink = INK;
        cw_draw_circle(list, centre, box.height / 2, INK);
        cw_draw_circle(list, centre, box.height / 2 - 1, FACES[binding->code]);
    } else {
        panel_fill_cut(list, box, shoulder ? box.height * 0.45 : 2, theme->text);
    }
    panel_label(list, box, &(Label){label, CW_FACE_BOLD, CW_ALIGN_CENTRE, size, ink});
    return box.width;
}
