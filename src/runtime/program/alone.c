/* A program of the runtime alone: a finished game. workshop/main/maker.c takes the place of this
 * file in a program for the game's maker. */
#include "program/program.h"

int cw_main(const CwGame *game, int argc, char **argv)
{
    return program_main(game, NULL, argc, argv);
}

bool cw_loop_open(CwLoop *loop, const CwLoopDesc *desc, CwError *error)
{
    return program_open_with(loop, desc, NULL, error);
}
