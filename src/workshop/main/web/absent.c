/* Stands for commands that a program of WebAssembly does not have. */
#include "main/maker.h"

#include "base/report.h"

static int absent(const Program *program)
{
    (void)program;
    report("this command is for Linux and Windows");
    return EXIT_USAGE;
}

int command_lab(Program *program)
{
    return absent(program);
}

int command_new(Program *program)
{
    return absent(program);
}

int command_solve(Program *program)
{
    return absent(program);
}
