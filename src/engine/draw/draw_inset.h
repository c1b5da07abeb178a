/* A picture in the picture: a whole draw list, made smaller, in a rectangle of another one.
 *
 * A program that shows two worlds at once fills and sorts a list for each, as if it had the whole
 * view, and pushes it into the list of the screen. Parts beyond the rectangle are cut off. Knows no
 * world and no renderer. */
#ifndef DRAW_DRAW_INSET_H
#define DRAW_DRAW_INSET_H

#include "draw/draw_list.h"

/* The rectangle of the other view, in points of this one; its height follows from the view's shape.
 */
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
