/* Replaces commands that a WebAssembly program lacks. */
#include "main/maker.h"

int command_lab(Program *program)
{
    return command_absent(program, "Linux and Windows");
}

int command_new(Program *program)
{
    return command_absent(program, "Linux and Windows");
}

int command_solve(Program *program)
{
    return command_absent(program, "Linux and Windows");
}
