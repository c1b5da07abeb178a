#include "map/tile_outline.h"

#include "base/array.h"

#include <stdlib.h>

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t remainder = a % b;
        a = b;
        b = remainder;
    }
    return a < 0 ? -a : a;
}

static void add_end(TileOutline *outline, const OutlineEnd *end)
{
    OutlineEnd *ends =
        grow_array(outline->ends, outline->end_count, &outline->end_capacity, sizeof *ends);
    if (ends == NULL) {
        outline->failed = true;
        return;
    }
    outline->ends = ends;
    ends[outline->end_count++] = *end;
}

void outline_add(TileOutline *outline, OutlineKind kind, int material, OutlinePoint a,
                 OutlinePoint b)
{
    int64_t x = b.x - a.x, y = b.y - a.y, divisor = common_divisor(x, y);
    if (divisor == 0) {
        return;
    }
    bool is_backward = x < 0 || (x == 0 && y < 0);
    int64_t sign = is_backward ? -divisor : divisor;
    OutlineEnd end = {.kind = kind, .material = material, .along_x = x / sign, .along_y = y / sign};
    end.away = end.along_x * a.y - end.along_y * a.x;
    for (int begins = 1; begins >= -1; begins -= 2) {
        end.at = is_backward == (begins > 0) ? b : a;
        end.along = end.along_x * end.at.x + end.along_y * end.at.y;
        end.forward = is_backward ? 0 : begins;
        end.backward = is_backward ? begins : 0;
        add_end(outline, &end);
    }
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Compares lines, then places on a line. */
static int by_line(const void *one, const void *other)
{
    const OutlineEnd *a = one, *b = other;
    int order = compare((int64_t)a->kind, (int64_t)b->kind);
    order = order != 0 ? order : compare(a->along_x, b->along_x);
    order = order != 0 ? order : compare(a->along_y, b->along_y);
    order = order != 0 ? order : compare(a->away, b->away);
    return order != 0 ? order : compare(a->along, b->along);
}

static int by_point(const OutlineEnd *a, const OutlineEnd *b)
{
    int order = compare((int64_t)a->kind, (int64_t)b->kind);
    order = order != 0 ? order : compare(a->at.x, b->at.x);
    return order != 0 ? order : compare(a->at.y, b->at.y);
}

/* Of the ends at a point, those at which segments begin are first. */
static int by_end(const void *one, const void *other)
{
    const OutlineEnd *a = one, *b = other;
    int order = by_point(a, b);
    order = order != 0 ? order : b->forward - a->forward;
    return order != 0 ? order : a->material - b->material;
}

static void sort(TileOutline *outline, int (*by)(const void *, const void *))
{
    const size_t few = 64; /* this few are sorted faster in place */
    if (outline->end_count > few) {
        qsort(outline->ends, outline->end_count, sizeof *outline->ends, by);
    } else {
        sort_in_place(outline->ends, outline->end_count, sizeof *outline->ends, by);
    }
}

/* ---- lines ---- */

/* Edges that cover a line between two ends in each direction, and the sum of their materials. */
typedef struct Cover {
    int forward, backward;
    int64_t forward_sum, backward_sum;
} Cover;

typedef struct Piece {
    int way; /* 1 or -1; 0: none */
    int material;
} Piece;

static Piece piece_of(const Cover *cover, OutlineKind kind)
{
    int forward = cover->forward, backward = cover->backward;
    bool is_line = kind == OUTLINE_LINE;
    if (is_line ? forward + backward == 0 : forward == backward) {
        return (Piece){0, 0};
    }
    bool is_forward = forward > backward || (is_line && forward > 0);
    int count = is_forward ? forward : backward;
    int64_t sum = is_forward ? cover->forward_sum : cover->backward_sum;
    return (Piece){is_forward ? 1 : -1, (int)(sum / count)};
}

/* Adds the piece of the line of `to` between two points. */
static void add_segment(TileOutline *outline, OutlinePoint from, const OutlineEnd *to, Piece piece)
{
    int64_t x = to->along_x, y = to->along_y;
    bool is_upward = piece.way < 0 && 3 * x * x >= y * y; /* it leads left, at most at 60 degrees */
    if (to->kind == OUTLINE_ONE_WAY && !is_upward) {
        return;
    }
    OutlineSegment *segments = grow_array(outline->segments, outline->segment_count,
                                          &outline->segment_capacity, sizeof *segments);
    if (segments == NULL) {
        outline->failed = true;
        return;
    }
    outline->segments = segments;
    OutlinePoint a = piece.way > 0 ? from : to->at, b = piece.way > 0 ? to->at : from;
    segments[outline->segment_count++] = (OutlineSegment){a, b, a, b, to->kind, piece.material};
}

/* Makes segments of the sorted ends. The ends on a line add up to no cover. */
static void sweep_lines(TileOutline *outline)
{
    Cover cover = {0};
    Piece piece = {0, 0};
    OutlinePoint from = {0, 0};
    for (size_t i = 0; i < outline->end_count;) {
        const OutlineEnd *here = &outline->ends[i];
        for (const OutlineEnd *end = here; i < outline->end_count && by_line(end, here) == 0;
             end = &outline->ends[++i]) {
            cover.forward += end->forward;
            cover.backward += end->backward;
            cover.forward_sum += (int64_t)end->forward * end->material;
            cover.backward_sum += (int64_t)end->backward * end->material;
        }
        Piece next = piece_of(&cover, here->kind);
        if (next.way == piece.way && next.material == piece.material) {
            continue;
        }
        if (piece.way != 0) {
            add_segment(outline, from, here, piece);
        }
        piece = next;
        from = here->at;
    }
}

/* ---- neighbours ---- */

static void link_segments(TileOutline *outline)
{
    OutlineSegment *segments = outline->segments;
    outline->end_count = 0;
    for (size_t i = 0; i < outline->segment_count; i++) {
        OutlineEnd end = {.kind = segments[i].kind, .material = (int)i};
        for (end.forward = 1; end.forward >= 0; end.forward--) {
            end.at = end.forward > 0 ? segments[i].a : segments[i].b;
            add_end(outline, &end);
        }
    }
    sort(outline, by_end);
    const OutlineEnd *first = outline->ends;
    for (size_t i = 0; i < outline->end_count; i++) {
        const OutlineEnd *end = &outline->ends[i];
        first = by_point(first, end) == 0 ? first : end;
        if (first->forward > 0 && end->forward == 0) {
            OutlineSegment *before = &segments[end->material], *after = &segments[first->material];
            before->after = after->b;
            after->before = before->a;
        }
    }
}

void outline_join(TileOutline *outline)
{
    if (outline->failed) { /* a line without one of its ends has no pieces */
        return;
    }
    sort(outline, by_line);
    sweep_lines(outline);
    link_segments(outline);
}

void outline_free(TileOutline *outline)
{
    free(outline->ends);
    free(outline->segments);
    *outline = (TileOutline){0};
}
