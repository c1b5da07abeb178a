#include "inspect/field_watch.h"

#include "base/report.h"
#include "sim/breadcrumb.h"
#include "system/code_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_span(PinSpan *span)
{
    for (int i = 0; i < PIN_MAX; i++) {
        free(span->values[i]);
    }
    *span = (PinSpan){0};
}

void field_watch_free(FieldWatch *watch)
{
    free_span(&watch->shown);
    free_span(&watch->filling);
    past_walk_free(&watch->walk);
    past_walk_free(&watch->search.walk);
    *watch = (FieldWatch){0};
}

void field_watch_reset(FieldWatch *watch)
{
    watch->pin_count = 0;
    watch->shown.count = 0;
    watch->fills = false;
    watch->search.state = SEARCH_NONE;
    watch->search.wants_cause = false;
}

/* ---- pins ---- */

int field_watch_find_pin(const FieldWatch *watch, const char *text)
{
    for (int i = 0; i < watch->pin_count; i++) {
        if (strcmp(watch->pins[i].text, text) == 0) {
            return i;
        }
    }
    return -1;
}

bool field_watch_toggle_pin(FieldWatch *watch, const Session *session, const char *text,
                            CwError *error)
{
    int pin = field_watch_find_pin(watch, text);
    watch->shown.count = 0; /* makes new curves */
    watch->fills = false;
    if (pin >= 0) {
        watch->pin_count--;
        memmove(&watch->pins[pin], &watch->pins[pin + 1],
                (size_t)(watch->pin_count - pin) * sizeof watch->pins[0]);
        return true;
    }
    if (watch->pin_count == PIN_MAX) {
        return cw_error_set(error, "%d fields are pinned: unpin one first", PIN_MAX);
    }
    bool ok = field_condition_open(&watch->pins[watch->pin_count], session->world, text, error);
    watch->pin_count += ok;
    return ok;
}

/* ---- curves ---- */

static bool make_room(PinSpan *span, int count)
{
    for (int i = 0; i < PIN_MAX && count > span->capacity; i++) {
        double *values = realloc(span->values[i], (size_t)count * sizeof *values);
        if (values == NULL) {
            return false;
        }
        span->values[i] = values;
    }
    span->capacity = count > span->capacity ? count : span->capacity;
    return true;
}

static void sample_pins(void *context, const Session *session)
{
    FieldWatch *watch = context;
    PinSpan *span = &watch->filling;
    for (int i = 0; i < watch->pin_count; i++) {
        FieldValue value = field_condition_value(&watch->pins[i], session->world);
        span->values[i][span->count] = value.exists ? value.number : NAN;
    }
    span->count++;
}

/* Begins the curves that end at the world's tick, unless they exist or are in the making. */
static void follow_world(FieldWatch *watch, const Run *run, uint64_t branch)
{
    uint64_t ticks = (uint64_t)(PIN_SPAN_S * run->session->desc.settings.tick_rate);
    uint64_t now = cw_world_tick(run->session->world), oldest = run_oldest(run);
    uint64_t first = now > oldest + ticks ? now - ticks : oldest;
    const PinSpan *shown = &watch->shown;
    bool same = branch == watch->branch;
    bool there = same && shown->count > 0 && shown->first == first &&
                 first + (uint64_t)shown->count - 1 == now;
    bool coming = same && watch->fills && watch->walk.from == first && watch->walk.until == now;
    watch->branch = branch;
    watch->tick_rate = run->session->desc.settings.tick_rate;
    if (watch->pin_count == 0 || there || coming) {
        watch->fills = coming && watch->pin_count > 0;
        return;
    }
    watch->fills = make_room(&watch->filling, (int)(now - first) + 1);
    watch->filling.first = first;
    watch->filling.count = 0;
    past_walk_begin(&watch->walk, first, now);
}

/* ---- changes and their causes ---- */

static void check_change(void *context, const Session *session)
{
    ChangeSearch *search = context;
    FieldValue value = field_condition_value(&search->asked, session->world);
    bool fell = search->asked.is_question && value.bits == 0;
    bool changed = value.exists != search->last.exists || value.bits != search->last.bits;
    /* A backward walk keeps its last change, a forward walk its first. */
    bool wanted = !fell && (search->direction < 0 || !search->met);
    if (search->has_last && changed && wanted) {
        search->met = true;
        search->found = cw_world_tick(session->world);
        search->before = search->last;
        search->after = value;
    }
    search->last = value;
    search->has_last = true;
}

/* The last write to the field, found by simulating the change's tick again. */
typedef struct Cause {
    ChangeSearch *search;
    Session *session;
    FieldValue last;
    Breadcrumb crumb; /* system NULL: changed by hand, between ticks */
    WriteWatch watch;
    bool traced; /* the watch saw the write; false: seen only after the system */
    bool fresh;  /* the watch has seen a write since the last system's end */
} Cause;

static void record_writer(void *context)
{
    Cause *cause = context;
    cause->crumb = current_breadcrumb;
    cause->traced = cause->fresh = true;
}

static void compare_value(Cause *cause)
{
    FieldValue value = field_condition_value(&cause->search->asked, cause->session->world);
    bool changed = value.exists != cause->last.exists || value.bits != cause->last.bits;
    if (changed && !cause->fresh) {
        cause->crumb = current_breadcrumb;
        cause->traced = false;
    }
    cause->last = value;
    cause->fresh = false;
}

static void visit_system(void *context, const ScheduleSpan *span)
{
    if (span->system >= 0) {
        compare_value(context);
    }
}

static void visit_cause(void *context, const Session *session)
{
    Cause *cause = context;
    compare_value(cause);
    write_watch(NULL);
    if (cw_world_tick(session->world) < cause->search->found && cause->last.at != NULL) {
        cause->watch = (WriteWatch){.at = cause->last.at,
                                    .size = field_bytes(cause->last.type),
                                    .changed = record_writer,
                                    .context = cause};
        write_watch(&cause->watch);
    }
}

static void find_cause(ChangeSearch *search, const Run *run)
{
    Cause cause = {.search = search, .session = run->session};
    Schedule *schedule = &run->session->schedule;
    const Schedule before = *schedule;
    CwError error = {0};
    bool was_shut = arena_open(run->session->world->arena);
    schedule->profile = true;
    schedule->observer = visit_system;
    schedule->observer_context = &cause;
    past_walk_begin(&search->walk, search->found - 1, search->found);
    bool ok = past_walk_run(&search->walk, run, PAST_WALK_WHOLE_NS, visit_cause, &cause, &error);
    write_watch(NULL);
    arena_shut(run->session->world->arena, was_shut);
    *schedule = before;
    const Breadcrumb *crumb = &cause.crumb;
    if (ok && crumb->system == NULL) {
        snprintf(search->cause, sizeof search->cause, "by hand");
    } else if (ok) {
        int used = snprintf(search->cause, sizeof search->cause, "by %.40s (%s)",
                            crumb->system->name, cw_phase_name(crumb->system->phase));
        if (crumb->entity.kind != NULL) {
            snprintf(search->cause + used, sizeof search->cause - (size_t)used, ", %.24s %u",
                     crumb->entity.kind->name, (unsigned)crumb->entity.number);
        }
        snprintf(search->line, sizeof search->line, "%s", cause.traced ? cause.watch.line : "");
    }
}

/* Walks through the second before `limit`. */
static void walk_back(ChangeSearch *search, const Run *run)
{
    uint64_t oldest = run_oldest(run);
    uint64_t second = (uint64_t)run->session->desc.settings.tick_rate;
    uint64_t until = search->limit;
    search->limit = until > oldest + second ? until - second : oldest;
    search->has_last = false;
    past_walk_begin(&search->walk, search->limit, until);
}

bool field_watch_search(FieldWatch *watch, const Run *run, const char *text, int direction,
                        CwError *error)
{
    ChangeSearch *search = &watch->search;
    uint64_t now = cw_world_tick(run->session->world);
    search->state = SEARCH_NONE;
    search->cause[0] = search->line[0] = '\0';
    search->wants_cause = false;
    if (!field_condition_open(&search->asked, run->session->world, text, error)) {
        return false;
    }
    bool nothing = direction < 0 ? now <= run_oldest(run) + 1 : now >= past_walk_end(run);
    search->state = nothing ? SEARCH_FAILED : SEARCH_RUNS;
    search->direction = direction;
    search->has_last = search->met = false;
    search->limit = now - (direction < 0 && now > 0);
    if (direction < 0 && !nothing) {
        walk_back(search, run);
    } else {
        past_walk_begin(&search->walk, now, past_walk_end(run));
    }
    return true;
}

/* Finds the cause once the run has played as far as the change; in a recording it may be ahead. */
static void find_cause_if_played(ChangeSearch *search, const Run *run)
{
    if (search->wants_cause && search->found <= run_newest(run)) {
        search->wants_cause = false;
        find_cause(search, run);
        search->state = SEARCH_FOUND;
    }
}

/* Ends or continues the search after a slice. A backward search needs the complete walk. */
static void continue_search(ChangeSearch *search, const Run *run)
{
    if (search->met && (search->direction > 0 || search->walk.done)) {
        search->state = SEARCH_FOUND;
        search->wants_cause = search->asked.is_field;
        find_cause_if_played(search, run);
    } else if (!search->walk.done) {
        return;
    } else if (search->direction < 0 && search->limit > run_oldest(run)) {
        walk_back(search, run);
    } else {
        search->state = SEARCH_FAILED;
    }
}

/* ---- a frame ---- */

/* Simulates a slice. A past that can't be simulated again is reported once and shows nothing. */
static void run_slice(PastWalk *walk, const Run *run, PastVisitor *visit, void *context)
{
    CwError error = {0};
    if (!past_walk_run(walk, run, PAST_WALK_SLICE_NS, visit, context, &error)) {
        report("the history can't be searched: %s", error.text);
    }
}

void field_watch_update(FieldWatch *watch, const Run *run, uint64_t branch)
{
    ChangeSearch *search = &watch->search;
    if (search->state == SEARCH_RUNS) {
        run_slice(&search->walk, run, check_change, search);
        continue_search(search, run);
        return;
    }
    find_cause_if_played(search, run);
    follow_world(watch, run, branch);
    if (watch->fills) {
        run_slice(&watch->walk, run, sample_pins, watch);
        if (watch->walk.done) {
            PinSpan before = watch->shown;
            watch->shown = watch->filling;
            watch->filling = before;
            watch->fills = false;
        }
    }
}
