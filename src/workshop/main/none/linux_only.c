/* Stands for commands that start programs, which are for Linux. */
#include "main/maker.h"

#include "base/report.h"

static int absent(const Program *program)
{
    (void)program;
    report("this command is for Linux");
    return EXIT_USAGE;
}

int command_bench(Program *program)
{
    return absent(program);
}

int bench_bare_main(void)
{
    return -1;
}

int command_debug(Program *program)
{
    return absent(program);
}

int command_dev(Program *program)
{
    return absent(program);
}
