/* Merges the outlines of many tiles into few segments, for collision. Opposite edges cancel. What
 * is left on a line, with one material, becomes one segment that knows its neighbours, so bodies
 * slide over joints. Corners are whole numbers (1/32 pixel). Knows neither map nor world. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUTLINE_UNITS_PER_PX = 32 };

typedef struct OutlinePoint {
    int64_t x, y; /* y up */
} OutlinePoint;

typedef enum OutlineKind {
    OUTLINE_SOLID,   /* polygons that hide each other's edges */
    OUTLINE_ONE_WAY, /* solid polygons of which only upper edges are kept */
    OUTLINE_LINE,    /* edges that hide nothing */
    OUTLINE_KIND_COUNT
} OutlineKind;

/* One end of an edge on its line. */
typedef struct OutlineEnd {
    OutlineKind kind;
    int material;             /* of an end of a segment: the segment's index */
    int64_t along_x, along_y; /* reduced direction of the line */
    int64_t away;  /* distance of the line from the origin, in lengths of the direction */
    int64_t along; /* distance on the line, in the same lengths */
    OutlinePoint at;
    int forward, backward; /* 1: an edge of this direction begins here; -1: it ends */
} OutlineEnd;

typedef struct OutlineSegment {
    OutlinePoint a, b;
    OutlinePoint before, after; /* far ends of the neighbours; a and b for none */
    OutlineKind kind;
    int material;
} OutlineSegment;

/* Zero-initialise; outline_free when done. Coordinates are below 2^40, edges shorter than 2^20. */
typedef struct TileOutline {
    OutlineEnd *ends; /* two for each edge */
    size_t end_count, end_capacity;
    OutlineSegment *segments;
    size_t segment_count, segment_capacity;
    bool failed; /* memory was refused */
} TileOutline;

/* Adds the edge from a to b. The inside is on its left. */
void outline_add(TileOutline *outline, OutlineKind kind, int material, OutlinePoint a,
                 OutlinePoint b);

/* Joins edges to segments, in an order that depends only on their places. */
void outline_join(TileOutline *outline);

void outline_free(TileOutline *outline);
