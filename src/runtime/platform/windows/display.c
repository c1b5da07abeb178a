#include "platform/display.h"

bool display_may_exist(void)
{
    return true;
}

bool display_may_have_gpu(void)
{
    return true;
}
