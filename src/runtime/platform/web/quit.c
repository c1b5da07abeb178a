/* A page closes without asking. */
#include "platform/quit.h"

void quit_catch(void)
{
}

void quit_restore(void)
{
}

bool quit_wished(void)
{
    return false;
}
