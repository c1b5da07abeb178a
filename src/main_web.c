/* The program in a page: the tools for makers of games are absent. */
#include "base/report.h"
#include "main/tools.h"
#include "windup/windup.h"

static int absent(Program *program)
{
    (void)program;
    report("a page has no such command: use the program for Linux");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    static const ProgramTools tools = {{[COMMAND_BENCH] = absent,
                                        [COMMAND_DOCTOR] = absent,
                                        [COMMAND_LAB] = absent,
                                        [COMMAND_SOLVE] = absent,
                                        [COMMAND_NEW] = absent,
                                        [COMMAND_DEBUG] = absent,
                                        [COMMAND_DEV] = absent}};
    return program_main(&windup_game, &tools, argc, argv);
}
