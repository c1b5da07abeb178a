/* The program in a page: the commands that start programs or need a folder of sources are absent.
 */
#include "base/report.h"
#include "tools/tools.h"
#include "windup/windup.h"

static int absent(Program *program)
{
    (void)program;
    report("this command is absent in a page: it starts programs or writes folders");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    static const ProgramTools tools = {{[COMMAND_BENCH] = absent,
                                        [COMMAND_LAB] = command_lab,
                                        [COMMAND_SOLVE] = absent,
                                        [COMMAND_NEW] = absent,
                                        [COMMAND_DEV] = absent}};
    return program_main(&windup_game, &tools, argc, argv);
}
