/* `clockwork systems`: a table of the phases of a frame and the systems that run in them. */
#include "main/maker.h"
#include "sim/world.h"

#include <stdio.h>

static void print_rate(int every_hz)
{
    if (every_hz > 0) {
        printf(" (%d Hz)", every_hz);
    }
}

/* Prints the blocks of a kind that the engine's system calls, in the order of the calls. */
static const char *print_callers(const CwSystem *system, const CwKind *kind, const char *separator)
{
    for (int i = 0; kind->parts[i] != NULL; i++) {
        const CwKind *part = kind->parts[i];
        if (world_system_calls(system, part)) {
            printf("%s%s.%s", separator, kind->name, part->name);
            print_rate(system->tick == entities_tick ? part->every_hz : 0);
            separator = ", ";
        }
    }
    if (world_system_calls(system, kind)) {
        printf("%s%s", separator, kind->name);
        print_rate(system->tick == entities_tick ? kind->every_hz : 0);
        separator = ", ";
    }
    return separator;
}

static void print_system(const CwSystem *system, const CwGame *game)
{
    const char *separator = ": ";
    fputs(system->name, stdout);
    print_rate(system->every_hz);
    for (int i = 0; i < game->content.kind_count; i++) {
        separator = print_callers(system, &game->content.kinds[i], separator);
    }
    putchar('\n');
}

int command_systems(Program *program)
{
    Session session = {.desc.game = program->game};
    CwError error = {0};
    if (!session_add_systems(&session, &error)) {
        return program_failed(&error);
    }
    const Schedule *schedule = &session.schedule;
    printf("%-13s %-6s %s\n", "phase", "each", "systems");
    for (CwPhase phase = 0; phase < CW_PHASE_COUNT; phase++) {
        int begin = schedule->phase_begin[phase], end = schedule->phase_begin[phase + 1];
        printf("%-13s %-6s %s", cw_phase_name(phase), cw_phase_is_tick(phase) ? "tick" : "frame",
               begin == end ? "-\n" : "");
        for (int i = begin; i < end; i++) {
            printf("%*s", i > begin ? 21 : 0, "");
            print_system(&schedule->systems[schedule->calls[i]], program->game);
        }
    }
    return EXIT_OK;
}
