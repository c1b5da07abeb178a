#include "platform/display.h"

#include "clockwork/base.h"

#include <stdlib.h>
#include <unistd.h>

bool display_may_exist(void)
{
    static const char *const variables[] = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(variables); i++) {
        if (getenv(variables[i]) != NULL) {
            return true;
        }
    }
    return access("/dev/dri", F_OK) == 0; /* SDL can draw on the console itself */
}

/* A GPU needs a driver in the kernel. */
bool display_may_have_gpu(void)
{
    static const char *const devices[] = {"/dev/dri", "/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(devices); i++) {
        if (access(devices[i], F_OK) == 0) {
            return true;
        }
    }
    return false;
}
