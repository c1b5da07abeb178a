#include "sim/breadcrumb.h"

#include "sim/arena.h"

#include <stdio.h>

_Thread_local Breadcrumb current_breadcrumb;

/* A fault below this address, which systems map nothing below, is an access to a member of NULL. */
enum { NULL_END = 65536 };

typedef struct CrashText {
    char *at;
    size_t size, used;
} CrashText;

static void add_words(CrashText *text, const char *words)
{
    for (; *words != '\0' && text->used < text->size; words++) {
        text->at[text->used++] = *words;
    }
}

static void add_number(CrashText *text, uint64_t number)
{
    char digits[24];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    add_words(text, digits + first);
}

static void add_with_prefix(CrashText *text, const char *prefix, const char *name)
{
    if (name != NULL) {
        add_words(text, prefix);
        add_words(text, name);
    }
}

static void add_breadcrumb(CrashText *text, const Breadcrumb *crumb)
{
    bool is_in_game =
        crumb->system != NULL || crumb->function != NULL || crumb->entity.kind != NULL;
    add_words(text, is_in_game ? "in " : "outside of the game's functions, ");
    add_with_prefix(text, "", crumb->function);
    if (crumb->function != NULL && crumb->system != NULL) {
        add_words(text, " of ");
    }
    if (crumb->system != NULL) {
        add_with_prefix(text, "system ", crumb->system->name);
        add_with_prefix(text, ", phase ", cw_phase_name(crumb->system->phase));
    }
    if (crumb->entity.kind != NULL) {
        bool is_first = crumb->function == NULL && crumb->system == NULL;
        add_with_prefix(text, is_first ? "" : ", ", crumb->entity.kind->name);
        add_words(text, " (entity ");
        add_number(text, crumb->entity.number);
        add_words(text, ")");
    }
    add_words(text, is_in_game ? ", tick " : "tick ");
    add_number(text, crumb->tick);
    add_words(text, crumb->is_coming ? ", which is simulated before it is due\n" : "\n");
}

size_t breadcrumb_describe(char *text, size_t size, const void *fault)
{
    CrashText lines = {text, size, 0};
    const Breadcrumb *crumb = &current_breadcrumb;
    add_breadcrumb(&lines, crumb);
    bool is_in_frame = crumb->system != NULL && !cw_phase_is_tick(crumb->system->phase);
    if (fault != NULL && (uintptr_t)fault < NULL_END) {
        add_words(&lines, "clockwork: it used a pointer that is NULL");
        if (crumb->gone.index1 != 0) {
            add_words(&lines,
                      "; cw_world_data gives NULL for an entity that was destroyed, such as ");
            add_number(&lines, crumb->gone.index1);
        }
        add_words(&lines, "\n");
    }
    if (fault != NULL && is_in_frame && arena_at(fault) != NULL) {
        add_words(&lines,
                  "clockwork: it wrote the world, which is write-protected in frame phases: "
                  "let a tick do that\n");
    }
    if (crumb->recording != NULL) {
        const char *words = breadcrumb_is_in_tick()
                                ? "clockwork: the run, up to this tick's input, is in "
                                : "clockwork: the run but for its last second is in ";
        add_with_prefix(&lines, words, crumb->recording);
        add_words(&lines, "\n");
    }
    return lines.used;
}

_Noreturn void breadcrumb_refuse(const char *call, const char *file, int line)
{
    char text[256];
    const CwSystem *system = current_breadcrumb.system;
    snprintf(text, sizeof text, "%s was called by system %.100s in a frame phase (%s)", call,
             system->name, cw_phase_name(system->phase));
    cw_assert_failed(text, "call it in a tick", file, line);
}

void breadcrumb_last_words(void)
{
    if (breadcrumb_is_in_tick()) {
        arena_say_last_words();
    }
}
