/* Replaces commands that start programs, on systems other than Linux. */
#include "main/maker.h"

int command_bench(Program *program)
{
    return command_absent(program, "Linux");
}

int bench_bare_main(void)
{
    return -1;
}

int command_debug(Program *program)
{
    return command_absent(program, "Linux");
}

int command_dev(Program *program)
{
    return command_absent(program, "Linux");
}
