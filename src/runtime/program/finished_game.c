/* The entry points of a finished game, which has no guest. A program with a guest has its own. */
#include "program/program.h"

int cw_main(const CwGame *game, int argc, char **argv)
{
    return program_main(game, NULL, argc, argv);
}

bool cw_loop_open(CwLoop *loop, const CwLoopDesc *desc, CwError *error)
{
    return program_open_with(loop, desc, NULL, error);
}
