#include "map/tile_outline.h"

#include "base/array.h"

#include <stdlib.h>

typedef struct Event {
    OutlinePoint at;
    int64_t along;
    int forward, backward; /* edges that begin (1) or end (-1) at this event */
    int material;
} Event;

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t remainder = a % b;
        a = b;
        b = remainder;
    }
    return a < 0 ? -a : a;
}

void outline_add(TileOutline *outline, OutlineKind kind, int material, OutlinePoint a,
                 OutlinePoint b)
{
    int64_t x = b.x - a.x, y = b.y - a.y;
    int64_t divisor = common_divisor(x, y);
    if (divisor == 0) {
        return;
    }
    OutlineEdge *edges = grow_for_one(outline->edges, outline->edge_count, sizeof *edges);
    if (edges == NULL) {
        outline->failed = true;
        return;
    }
    outline->edges = edges;
    bool is_backwards = x < 0 || (x == 0 && y < 0);
    int64_t sign = is_backwards ? -divisor : divisor;
    OutlineEdge edge = {.a = a,
                        .b = b,
                        .kind = kind,
                        .material = material,
                        .along_x = x / sign,
                        .along_y = y / sign,
                        .backwards = is_backwards};
    edge.away = edge.along_x * a.y - edge.along_y * a.x;
    edges[outline->edge_count++] = edge;
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_points(OutlinePoint a, OutlinePoint b)
{
    int order = compare(a.x, b.x);
    return order != 0 ? order : compare(a.y, b.y);
}

static int by_line(const OutlineEdge *a, const OutlineEdge *b)
{
    int order = compare((int64_t)a->kind, (int64_t)b->kind);
    order = order != 0 ? order : compare(a->along_x, b->along_x);
    order = order != 0 ? order : compare(a->along_y, b->along_y);
    return order != 0 ? order : compare(a->away, b->away);
}

static int by_edge(const void *one, const void *other)
{
    const OutlineEdge *a = one, *b = other;
    int order = by_line(a, b);
    order = order != 0 ? order : compare_points(a->a, b->a);
    order = order != 0 ? order : compare_points(a->b, b->b);
    return order != 0 ? order : compare(a->material, b->material);
}

static int by_event(const void *one, const void *other)
{
    const Event *a = one, *b = other;
    int order = compare(a->along, b->along);
    order = order != 0 ? order : compare(a->material, b->material);
    order = order != 0 ? order : compare(a->forward, b->forward);
    return order != 0 ? order : compare(a->backward, b->backward);
}

/* ---- one line ---- */

/* Edges that cover a line between two events in each direction, and the sum of their materials. */
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

static void add_segment(TileOutline *outline, const OutlineEdge *line, OutlinePoint from,
                        OutlinePoint to, Piece piece)
{
    int64_t x = line->along_x, y = line->along_y;
    bool is_upward = piece.way < 0 && 3 * x * x >= y * y; /* it leads left, at most at 60 degrees */
    if (line->kind == OUTLINE_ONE_WAY && !is_upward) {
        return;
    }
    OutlineSegment *more = grow_for_one(outline->segments, outline->segment_count, sizeof *more);
    if (more == NULL) {
        outline->failed = true;
        return;
    }
    outline->segments = more;
    OutlinePoint a = piece.way > 0 ? from : to, b = piece.way > 0 ? to : from;
    more[outline->segment_count++] = (OutlineSegment){a, b, a, b, line->kind, piece.material};
}

static void sweep(TileOutline *outline, const OutlineEdge *line, const Event *events, size_t count)
{
    Cover cover = {0};
    Piece piece = {0, 0};
    OutlinePoint from = {0, 0};
    for (size_t i = 0; i < count;) {
        OutlinePoint at = events[i].at;
        for (int64_t along = events[i].along; i < count && events[i].along == along; i++) {
            cover.forward += events[i].forward;
            cover.backward += events[i].backward;
            cover.forward_sum += (int64_t)events[i].forward * events[i].material;
            cover.backward_sum += (int64_t)events[i].backward * events[i].material;
        }
        Piece next = piece_of(&cover, line->kind);
        if (next.way == piece.way && next.material == piece.material) {
            continue;
        }
        if (piece.way != 0) {
            add_segment(outline, line, from, at, piece);
        }
        piece = next;
        from = at;
    }
}

static Event event_at(const OutlineEdge *edge, OutlinePoint at, int begins)
{
    return (Event){.at = at,
                   .along = edge->along_x * at.x + edge->along_y * at.y,
                   .forward = edge->backwards ? 0 : begins,
                   .backward = edge->backwards ? begins : 0,
                   .material = edge->material};
}

/* Joins the edges of a line. `events` has room for two for each edge. */
static void join_line(TileOutline *outline, const OutlineEdge *edges, size_t count, Event *events)
{
    for (size_t i = 0; i < count; i++) {
        const OutlineEdge *edge = &edges[i];
        events[2 * i] = event_at(edge, edge->backwards ? edge->b : edge->a, 1);
        events[2 * i + 1] = event_at(edge, edge->backwards ? edge->a : edge->b, -1);
    }
    qsort(events, 2 * count, sizeof *events, by_event);
    sweep(outline, edges, events, 2 * count);
}

/* ---- neighbours ---- */

typedef struct End {
    OutlinePoint at;
    OutlineKind kind;
    size_t segment;
} End;

static int by_end(const void *one, const void *other)
{
    const End *a = one, *b = other;
    int order = compare((int64_t)a->kind, (int64_t)b->kind);
    order = order != 0 ? order : compare_points(a->at, b->at);
    return order != 0 ? order : compare((int64_t)a->segment, (int64_t)b->segment);
}

static const End *find_end(const End *ends, size_t count, OutlineKind kind, OutlinePoint at)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare((int64_t)ends[middle].kind, (int64_t)kind);
        order = order != 0 ? order : compare_points(ends[middle].at, at);
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_found = low < count && ends[low].kind == kind && compare_points(ends[low].at, at) == 0;
    return is_found ? &ends[low] : NULL;
}

static void link_ends(TileOutline *outline, End *ends)
{
    size_t count = outline->segment_count;
    for (size_t i = 0; i < count; i++) {
        const OutlineSegment *segment = &outline->segments[i];
        ends[i] = (End){segment->a, segment->kind, i};
    }
    qsort(ends, count, sizeof *ends, by_end);
    for (size_t i = 0; i < count; i++) {
        OutlineSegment *segment = &outline->segments[i];
        const End *next = find_end(ends, count, segment->kind, segment->b);
        if (next != NULL) {
            OutlineSegment *after = &outline->segments[next->segment];
            segment->after = after->b;
            after->before = segment->a;
        }
    }
}

void outline_join(TileOutline *outline)
{
    if (outline->edge_count == 0) {
        return;
    }
    qsort(outline->edges, outline->edge_count, sizeof *outline->edges, by_edge);
    Event *events = calloc(2 * outline->edge_count + 1, sizeof *events);
    outline->failed = outline->failed || events == NULL;
    for (size_t i = 0, end = 0; !outline->failed && i < outline->edge_count; i = end) {
        while (end < outline->edge_count &&
               by_line(&outline->edges[i], &outline->edges[end]) == 0) {
            end++;
        }
        join_line(outline, outline->edges + i, end - i, events);
    }
    free(events);
    End *ends = calloc(outline->segment_count + 1, sizeof *ends);
    outline->failed = outline->failed || ends == NULL;
    if (!outline->failed) {
        link_ends(outline, ends);
    }
    free(ends);
}

void outline_free(TileOutline *outline)
{
    free(outline->edges);
    free(outline->segments);
    *outline = (TileOutline){0};
}
