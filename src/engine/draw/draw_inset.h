/* A picture in the picture: a whole draw list, made smaller, in a rectangle of another one.
 *
 * Who shows two worlds at once fills a list for each as if it had the view for itself, sorts it,
 * and pushes it here; what reaches beyond the rectangle is cut off. Knows no world and no
 * renderer. */
#ifndef DRAW_DRAW_INSET_H
#define DRAW_DRAW_INSET_H

#include "draw/draw_list.h"

/* Where the other view is seen, in points of this one; its height follows from the view's shape. */
typedef struct Inset {
    double x, y;
    double width;
    CwPoint2 inner; /* size of the other view */
} Inset;

double inset_height(const Inset *inset);

/* A place of this view in the view that the inset shows; false outside of it. */
bool inset_to_inner(const Inset *inset, CwPoint2 outer, CwPoint2 *inner);

/* Pushes all commands of `inner`, which is sorted, on the current layer of `list`. */
void draw_inset(CwDrawList *list, const CwDrawList *inner, const Inset *inset);

#endif
