#include "windup/windup.h"

int main(int argc, char **argv)
{
    return cw_main(&windup_game, argc, argv);
}
