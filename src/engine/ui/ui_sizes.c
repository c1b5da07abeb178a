#include "ui/ui_sizes.h"

UiSizes ui_sizes(double text_scale)
{
    double unit = text_scale > 0 ? text_scale : 1;
    return (UiSizes){.title = 26 * unit,
                     .row = 14 * unit,
                     .note = 11.5 * unit,
                     .prompt = 11.5 * unit,
                     .row_height = 25 * unit,
                     .unit = unit};
}
