#include "ask/systems.h"

#include "main/maker.h"
#include "sim/world.h"

#include <stdio.h>

static void print_rate(int every_hz, FILE *out)
{
    if (every_hz > 0) {
        fprintf(out, " (%d Hz)", every_hz);
    }
}

/* Prints the blocks of a kind that the engine's system calls, in the order of the calls. */
static const char *print_callers(const CwSystem *system, const CwKind *kind, const char *separator,
                                 FILE *out)
{
    for (int i = 0; kind->parts[i] != NULL; i++) {
        const CwKind *part = kind->parts[i];
        if (world_system_calls(system, part)) {
            fprintf(out, "%s%s.%s", separator, kind->name, part->name);
            print_rate(system->tick == entities_tick ? part->every_hz : 0, out);
            separator = ", ";
        }
    }
    if (world_system_calls(system, kind)) {
        fprintf(out, "%s%s", separator, kind->name);
        print_rate(system->tick == entities_tick ? kind->every_hz : 0, out);
        separator = ", ";
    }
    return separator;
}

static void print_system(const Schedule *schedule, int call, const CwKind *kinds, int kind_count,
                         FILE *out)
{
    const CwSystem *system = &schedule->systems[schedule->calls[call]];
    const char *separator = ": ";
    fputs(system->name, out);
    print_rate(system->every_hz, out);
    for (int i = 0; i < kind_count; i++) {
        separator = print_callers(system, &kinds[i], separator, out);
    }
    fputc('\n', out);
}

void schedule_print(const Schedule *schedule, const CwKind *kinds, int kind_count, FILE *out)
{
    fprintf(out, "%-13s %-6s %s\n", "phase", "each", "systems");
    for (int phase = 0; phase < CW_PHASE_COUNT; phase++) {
        int begin = schedule->phase_begin[phase];
        int end = schedule->phase_begin[phase + 1];
        fprintf(out, "%-13s %-6s %s", cw_phase_name((CwPhase)phase),
                cw_phase_is_tick((CwPhase)phase) ? "tick" : "frame", begin == end ? "-\n" : "");
        for (int i = begin; i < end; i++) {
            if (i > begin) {
                fprintf(out, "%-13s %-6s ", "", "");
            }
            print_system(schedule, i, kinds, kind_count, out);
        }
    }
}

int command_systems(Program *program)
{
    Session session = {.desc.game = program->game};
    CwError error = {0};
    if (!session_add_systems(&session, &error)) {
        return program_failed(&error);
    }
    schedule_print(&session.schedule, program->game->content.kinds,
                   program->game->content.kind_count, stdout);
    return EXIT_OK;
}
