#include "dev/dev.h"
#include "tools/tools.h"
#include "windup/windup.h"

int main(int argc, char **argv)
{
    static const ProgramTools tools = {.bench = command_bench,
                                       .lab = command_lab,
                                       .solve = command_solve,
                                       .new = command_new,
                                       .dev = command_dev};
    int status = bench_bare_main();
    return status >= 0 ? status : program_main(&windup_game, &tools, argc, argv);
}
