/* The lab's live figures as words, and whether each is as it should be.
 *
 * The panel puts them into a table, a column a side. Pure. */
#ifndef LAB_LAB_FIGURES_H
#define LAB_LAB_FIGURES_H

#include "lab/lab_side.h"

typedef enum LabFigure {
    FIGURE_TIME,
    FIGURE_TICKS,
    FIGURE_DROPPED,
    FIGURE_TUNNELLED,
    FIGURE_ENERGY,
    FIGURE_GAP,
    FIGURE_DIVERGENCE,
    FIGURE_WORST,
    FIGURE_COUNT
} LabFigure;

typedef enum LabVerdict { LAB_SAYS_NOTHING, LAB_SOUND, LAB_WRONG } LabVerdict;

enum { LAB_FIGURE_BYTES = 48 };

const char *lab_figure_label(LabFigure figure);

LabVerdict lab_figure_text(const LabSide *side, LabFigure figure, char text[LAB_FIGURE_BYTES]);

#endif
