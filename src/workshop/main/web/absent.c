/* Stands for commands that a program of WebAssembly does not have. */
#include "main/maker.h"

#include "base/report.h"

static int absent(void)
{
    report("this command is for Linux and Windows");
    return EXIT_USAGE;
}

int command_lab(Program *program)
{
    (void)program;
    return absent();
}

int command_new(Program *program)
{
    (void)program;
    return absent();
}

int command_solve(Program *program)
{
    (void)program;
    return absent();
}
