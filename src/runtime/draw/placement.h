/* The place of a sprite or a text: the turn and move that take axes at its centre (y down) to the
 * view. Pushes make placements, painters read them. Sines are fast: a frame has thousands. */
#pragma once

#include <cglm/types-struct.h>
#include <stdint.h>
#include <string.h>

typedef struct Placement {
    vec2s origin;
    vec2s right; /* unit vector; the second axis follows from it */
} Placement;

typedef double PlacementPair __attribute__((vector_size(16)));
typedef float PlacementFloats __attribute__((vector_size(8)));
typedef float Four __attribute__((vector_size(16)));
typedef uint64_t Halves __attribute__((vector_size(16))); /* halves of a Four */

static inline Four four_of(const void *two, const void *more)
{
    double low, high; /* only the bits matter */
    memcpy(&low, two, sizeof low);
    memcpy(&high, more, sizeof high);
    return (Four)(PlacementPair){low, high};
}

static inline Four four_without_signs(Four four)
{
    const Halves mask = {0x7FFFFFFF7FFFFFFF, 0x7FFFFFFF7FFFFFFF};
    return (Four)((Halves)four & mask);
}

/* cosf and sinf of up to 1000 rad to the last digit but one, for a third of their cost: no branches
 * by quadrant. Polynomials of FreeBSD's msun (k_cosf.c, k_sinf.c), in double. */
static inline vec2s placement_turn(float angle_rad)
{
    const double to_whole = 6755399441055744.0; /* leaves no bits for fractions */
    vec2s turn;
    double quarters = (double)angle_rad * 0.636619772367581343 + to_whole;
    uint64_t quadrant, bits;
    memcpy(&quadrant, &quarters, sizeof quadrant);
    quarters -= to_whole;
    double x =
        angle_rad - quarters * 1.57079631090164184570 - quarters * 1.58932547735281966916e-08;
    const PlacementPair a = {-0.499999997251031003120, -0.166666666416265235595};
    const PlacementPair b = {0.0416666233237390631894, 0.0083333293858894631756};
    const PlacementPair c = {-0.00138867637746099294692, -0.000198393348360966317347};
    const PlacementPair d = {0.0000243904487962774090654, 0.0000027183114939898219064};
    PlacementPair first = {1, x}, z = {x * x, x * x};
    PlacementPair pair = first + first * z * (a + z * b + z * z * (c + z * d));
    PlacementFloats floats = __builtin_convertvector(pair, PlacementFloats);
    memcpy(&bits, &floats, sizeof bits);
    /* Odd quadrants swap cosine and sine; the sign bits are the two floats'. */
    unsigned swap = (unsigned)(quadrant & 1) * 32;
    bits = bits << swap | bits >> (-swap & 63);
    bits ^= ((quadrant + 1) & 2) << 30 | (quadrant & 2) << 62;
    memcpy(&turn, &bits, sizeof turn);
    return turn;
}

/* Turns counter-clockwise as seen, unlike cglm; by a turn or two at most. */
static inline Placement placement_make(vec2s origin, float angle_rad)
{
    return (Placement){origin, angle_rad == 0 ? (vec2s){{1, 0}} : placement_turn(-angle_rad)};
}

static inline vec2s placement_down(Placement place)
{
    return (vec2s){{-place.right.y, place.right.x}};
}

/* Turns a direction from the placement's axes to the view's. */
static inline vec2s placement_direction(Placement place, vec2s direction)
{
    vec2s right = place.right;
    return (vec2s){{right.x * direction.x - right.y * direction.y,
                    right.y * direction.x + right.x * direction.y}};
}
