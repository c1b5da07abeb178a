#include "inspect/change_search.h"

#include "sim/breadcrumb.h"
#include "system/code_lines.h"

#include <stdio.h>

void change_search_free(ChangeSearch *search)
{
    past_walk_free(&search->walk);
    *search = (ChangeSearch){0};
}

/* ---- the change ---- */

static void check_change(void *context, const Session *session)
{
    ChangeSearch *search = context;
    FieldValue value = field_condition_value(&search->condition, session->world);
    bool became_false = search->condition.is_question && value.bits == 0;
    bool changed = value.exists != search->last.exists || value.bits != search->last.bits;
    /* A backward walk keeps its last change, a forward walk its first. */
    bool is_wanted = !became_false && (search->direction < 0 || !search->has_change);
    if (search->has_last && changed && is_wanted) {
        search->has_change = true;
        search->found_tick = cw_world_tick(session->world);
        search->before = search->last;
        search->after = value;
    }
    search->last = value;
    search->has_last = true;
}

/* ---- its cause ---- */

/* The last write to the field, found by simulating the change's tick again. */
typedef struct Cause {
    ChangeSearch *search;
    Session *session;
    FieldValue last;
    Breadcrumb crumb; /* system NULL: changed by hand, between ticks */
    WriteTrap trap;
    bool is_traced; /* the trap saw the write; false: seen only after the system */
    bool is_recent; /* the trap has seen a write since the last system's end */
} Cause;

static void record_writer(void *context)
{
    Cause *cause = context;
    cause->crumb = current_breadcrumb;
    cause->is_traced = cause->is_recent = true;
}

static void compare_value(Cause *cause)
{
    FieldValue value = field_condition_value(&cause->search->condition, cause->session->world);
    bool changed = value.exists != cause->last.exists || value.bits != cause->last.bits;
    if (changed && !cause->is_recent) {
        cause->crumb = current_breadcrumb;
        cause->is_traced = false;
    }
    cause->last = value;
    cause->is_recent = false;
}

static void visit_system(void *context, const ScheduleSpan *span)
{
    if (span->system >= 0) {
        compare_value(context);
    }
}

static void visit_tick(void *context, const Session *session)
{
    Cause *cause = context;
    compare_value(cause);
    write_trap_end();
    if (cw_world_tick(session->world) < cause->search->found_tick && cause->last.at != NULL) {
        cause->trap = (WriteTrap){.at = cause->last.at,
                                  .size = field_bytes(cause->last.type),
                                  .changed = record_writer,
                                  .context = cause};
        write_trap_begin(&cause->trap);
    }
}

static void print_cause(ChangeSearch *search, const Cause *cause)
{
    const Breadcrumb *crumb = &cause->crumb;
    if (crumb->system == NULL) {
        snprintf(search->cause, sizeof search->cause, "by hand");
        return;
    }
    int used = snprintf(search->cause, sizeof search->cause, "by %.40s (%s)", crumb->system->name,
                        cw_phase_name(crumb->system->phase));
    if (crumb->entity.kind != NULL) {
        snprintf(search->cause + used, sizeof search->cause - (size_t)used, ", %.24s %u",
                 crumb->entity.kind->name, (unsigned)crumb->entity.number);
    }
    snprintf(search->line, sizeof search->line, "%s", cause->is_traced ? cause->trap.line : "");
}

static void find_cause(ChangeSearch *search, const Run *run)
{
    Cause cause = {.search = search, .session = run->session};
    Schedule *schedule = &run->session->schedule;
    const Schedule old_schedule = *schedule;
    CwError error = {0};
    bool was_shut = arena_open(run->session->world->arena);
    schedule->is_profiling = true;
    schedule->observer = visit_system;
    schedule->observer_context = &cause;
    past_walk_begin(&search->walk, search->found_tick - 1, search->found_tick);
    bool ok = past_walk_run(&search->walk, run, PAST_WALK_WHOLE_NS, visit_tick, &cause, &error);
    write_trap_end();
    arena_shut(run->session->world->arena, was_shut);
    *schedule = old_schedule;
    if (ok) {
        print_cause(search, &cause);
    } else {
        snprintf(search->cause, sizeof search->cause, "cause not found: %.75s", error.text);
    }
}

/* ---- the search ---- */

/* Walks through the second before `limit_tick`; before the history, through all ticks at once. */
static void walk_back(ChangeSearch *search, const Run *run)
{
    uint64_t oldest = run_oldest(run), until = search->limit_tick;
    uint64_t second = (uint64_t)run->session->settings.tick_rate;
    uint64_t first = until > oldest ? oldest : past_walk_start(run);
    search->limit_tick = until > oldest + second ? until - second : first;
    search->has_last = false;
    past_walk_begin(&search->walk, search->limit_tick, until);
}

bool change_search_begin(ChangeSearch *search, const Run *run, const char *text, int direction,
                         CwError *error)
{
    uint64_t now = cw_world_tick(run->session->world);
    search->state = SEARCH_NONE;
    search->cause[0] = search->line[0] = '\0';
    search->needs_cause = false;
    if (!field_condition_open(&search->condition, run->session->world, text, error)) {
        return false;
    }
    bool is_at_end = direction < 0 ? now <= past_walk_start(run) + 1 : now >= past_walk_end(run);
    search->state = is_at_end ? SEARCH_FAILED : SEARCH_RUNNING;
    search->direction = direction;
    search->has_last = search->has_change = false;
    search->limit_tick = now - (direction < 0 && now > 0);
    if (direction < 0 && !is_at_end) {
        walk_back(search, run);
    } else {
        past_walk_begin(&search->walk, now, past_walk_end(run));
    }
    return true;
}

/* Ends or continues the search after a slice. A backward search needs the complete walk. */
static void continue_search(ChangeSearch *search, const Run *run)
{
    if (search->has_change && (search->direction > 0 || search->walk.is_done)) {
        search->state = SEARCH_FOUND;
        search->needs_cause = search->condition.is_field;
    } else if (!search->walk.is_done) {
        return;
    } else if (search->direction < 0 && search->limit_tick > past_walk_start(run)) {
        walk_back(search, run);
    } else {
        search->state = SEARCH_FAILED;
    }
}

bool change_search_update(ChangeSearch *search, const Run *run)
{
    if (search->state == SEARCH_RUNNING) {
        past_walk_run_slice(&search->walk, run, check_change, search);
        continue_search(search, run);
        return true;
    }
    /* The caller has moved the world to the change, so its tick can run again. */
    if (search->needs_cause && cw_world_tick(run->session->world) == search->found_tick) {
        search->needs_cause = false;
        find_cause(search, run);
        search->state = SEARCH_FOUND;
    }
    return false;
}
