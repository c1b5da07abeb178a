#include "live/dev.h"
#include "main/tools.h"
#include "windup/windup.h"

int main(int argc, char **argv)
{
    static const ProgramTools tools = {{[COMMAND_BENCH] = command_bench,
                                        [COMMAND_LAB] = command_lab,
                                        [COMMAND_SOLVE] = command_solve,
                                        [COMMAND_NEW] = command_new,
                                        [COMMAND_DEBUG] = command_debug,
                                        [COMMAND_DEV] = command_dev}};
    int status = bench_bare_main();
    return status >= 0 ? status : program_main(&windup_game, &tools, argc, argv);
}
