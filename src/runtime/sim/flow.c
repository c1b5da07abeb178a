#include "sim/flow.h"

#include "base/report.h"
#include "sim/breadcrumb.h"
#include "sim/sim_settings.h"

#include <math.h>
#include <stdio.h>

enum { FPS_MIN = 20, FPS_MAX = 1000 };
static const double TIME_SCALE_MAX = 100;

CwFlow *cw_world_flow(CwWorld *world)
{
    CW_ASSERT(current_breadcrumb.system == NULL || breadcrumb_is_in_tick(),
              "a frame phase asks through frame->flow");
    return &world->flow;
}

/* `flow` is NULL without a loop. */
static void set_time(CwFlow *flow, FlowTime time, int steps)
{
    if (flow != NULL) {
        flow->time = time;
        flow->steps = steps;
    }
}

void cw_flow_pause(CwFlow *flow)
{
    set_time(flow, FLOW_PAUSED, 0);
}

void cw_flow_resume(CwFlow *flow)
{
    set_time(flow, FLOW_RESUMED, 0);
}

void cw_flow_step(CwFlow *flow, int ticks)
{
    if (ticks > 0) {
        set_time(flow, FLOW_STEPPED, ticks);
    }
}

/* Clamps the scale. Notes a wrong one, which the loop will report. */
void cw_flow_set_time_scale(CwFlow *flow, double scale)
{
    if (flow != NULL) {
        flow->has_scale = true;
        flow->time_scale = isnan(scale) ? 1 : fmin(fmax(scale, 0), TIME_SCALE_MAX);
        flow->wrong_scale = scale == flow->time_scale ? 0 : scale;
    }
}

void cw_flow_set_target_fps(CwFlow *flow, int fps)
{
    int limit = fps < FPS_MIN ? FPS_MIN : fps > FPS_MAX ? FPS_MAX : fps;
    if (flow != NULL) {
        flow->has_fps = true;
        flow->target_fps = fps == 0 ? 0 : limit;
        flow->wrong_fps = fps == flow->target_fps ? 0 : fps;
    }
}

void cw_flow_open_page(CwFlow *flow, const char *title)
{
    if (flow != NULL) {
        snprintf(flow->page, sizeof flow->page, "%s", title);
    }
}

void cw_flow_save_carry(CwFlow *flow)
{
    if (flow != NULL) {
        flow->saves_carry = true;
    }
}

void flow_end_as(CwFlow *flow, const CwFlow *other)
{
    if (flow == NULL || other->end == FLOW_GOES_ON || other->end < flow->end) {
        return;
    }
    flow->end = other->end;
    flow->status = other->status;
    snprintf(flow->level, sizeof flow->level, "%s", other->level);
    flow->which_settings = other->which_settings;
    flow->settings = other->settings;
}

void cw_flow_quit(CwFlow *flow, int status)
{
    ASSERT_NUMBER(status, status >= 0 && status <= 255, "an exit status is 0 to 255");
    flow_end_as(flow, &(CwFlow){.end = FLOW_QUIT, .status = status});
}

void cw_flow_restart(CwFlow *flow)
{
    flow_end_as(flow, &(CwFlow){.end = FLOW_RESTART});
}

void cw_flow_restart_with(CwFlow *flow, const CwSimSettings *settings)
{
    CwFlow other = {.end = FLOW_RESTART, .which_settings = FLOW_SETTINGS_DEFAULT};
    if (settings != NULL) {
        CW_ASSERT(sim_settings_check(settings, NULL),
                  "restart with settings within their limits (settings.h): begin with those of "
                  "cw_world_settings and change what differs");
        other.which_settings = FLOW_SETTINGS_GIVEN;
        other.settings = *settings;
    }
    flow_end_as(flow, &other);
}

void cw_flow_open_level(CwFlow *flow, const char *name)
{
    CW_ASSERT(name != NULL && name[0] != '\0', "name a level; cw_flow_next_level opens the next");
    CwFlow other = {.end = FLOW_LEVEL};
    snprintf(other.level, sizeof other.level, "%s", name);
    flow_end_as(flow, &other);
}

void cw_flow_next_level(CwFlow *flow)
{
    flow_end_as(flow, &(CwFlow){.end = FLOW_LEVEL});
}

bool flow_is_empty(const CwFlow *flow)
{
    return flow->time == FLOW_TIME_KEPT && !flow->has_scale && !flow->has_fps &&
           flow->page[0] == '\0' && !flow->saves_carry && flow->end == FLOW_GOES_ON;
}
