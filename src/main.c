#include "game/windup.h"

int main(int argc, char **argv)
{
    return clockwork_main(&windup_game, argc, argv);
}
