#include "frame/stage.h"

#include "base/frame_services.h"
#include "base/report.h"

#include <math.h>

static const double LONGEST_S = 10;

static uint16_t strength(double part)
{
    return (uint16_t)lround(fmin(fmax(part, 0), 1) * UINT16_MAX);
}

void cw_rumble(CwFrame *frame, int player, double strong, double weak, double seconds)
{
    ASSERT_NUMBER(player, player >= 0 && player < CW_PLAYER_MAX, "name a player of the game");
    Rumble *rumble = services_of(frame)->rumble;
    if (rumble != NULL) {
        double duration_s = fmin(fmax(seconds, 0), LONGEST_S);
        rumble->is_asked[player] = true;
        rumble->asked[player] = (HostRumble){.strong = strength(strong),
                                             .weak = strength(weak),
                                             .duration_ms = (uint32_t)(duration_s * 1000)};
    }
}

static void shake(Host *host, const Players *players, int player, HostRumble rumble)
{
    for (int i = 0; i < PAD_MAX; i++) {
        const Pad *pad = &players->devices->pads[i];
        if (host->rumble != NULL && pad->is_used &&
            (players->collectors[player].pads >> i & 1) != 0) {
            rumble.device = pad->id;
            host->rumble(host->self, &rumble);
        }
    }
}

void rumble_apply(Rumble *rumble, Host *host, const Players *players, bool allowed)
{
    for (int i = 0; i < players->count; i++) {
        if (allowed ? rumble->is_asked[i] : rumble->may_shake[i]) {
            shake(host, players, i, allowed ? rumble->asked[i] : (HostRumble){0});
            rumble->may_shake[i] = allowed;
        }
        rumble->is_asked[i] = false;
    }
}
