/* Stands for commands that start programs, which are for Linux. */
#include "main/maker.h"

#include "base/report.h"

static int absent(void)
{
    report("this command is for Linux");
    return EXIT_USAGE;
}

int command_bench(Program *program)
{
    (void)program;
    return absent();
}

int bench_bare_main(void)
{
    return -1;
}

int command_debug(Program *program)
{
    (void)program;
    return absent();
}

int command_dev(Program *program)
{
    (void)program;
    return absent();
}
