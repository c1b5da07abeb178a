#include "run/run_edits.h"

#include <string.h>

bool run_edits_are_kept(const RunEdits *edits)
{
    return edits->items == edits->kept;
}

void run_edits_rewind(RunEdits *edits, uint64_t tick)
{
    edits->next = 0;
    while (edits->next < edits->count && edits->items[edits->next].tick < tick) {
        edits->next++;
    }
}

const CwReplayEdit *run_edits_due(const RunEdits *edits, uint64_t tick)
{
    bool due = edits->next < edits->count && edits->items[edits->next].tick == tick;
    return due ? &edits->items[edits->next] : NULL;
}

/* Moves the edits from `index` on by one place, up or down. */
static void move(RunEdits *edits, size_t index, int places)
{
    size_t to = places > 0 ? index + 1 : index, from = places > 0 ? index : index + 1;
    size_t count = edits->count - from;
    memmove(&edits->kept[to], &edits->kept[from], count * sizeof edits->kept[0]);
    memmove(&edits->numbers[to], &edits->numbers[from], count * sizeof edits->numbers[0]);
}

void run_edits_insert(RunEdits *edits, const CwReplayEdit *edit)
{
    move(edits, edits->next, 1);
    edits->kept[edits->next] = *edit;
    edits->numbers[edits->next] = ++edits->made;
    edits->count++;
}

void run_edits_remove(RunEdits *edits, size_t index)
{
    move(edits, index, -1);
    edits->count--;
}

size_t run_edits_last_made(const RunEdits *edits)
{
    size_t last = 0;
    for (size_t i = 1; i < edits->count; i++) {
        last = edits->numbers[i] > edits->numbers[last] ? i : last;
    }
    return last;
}
