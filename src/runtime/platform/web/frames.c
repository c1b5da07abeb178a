#include "platform/frames.h"

#include "platform/display.h"

#include <emscripten.h>
#include <emscripten/html5.h>

static Frames shown;

EM_JS(void, page_end, (int status), { Module.onGameEnd(status); })

/* Shows the picture directly; SDL would copy it and write each alpha again. */
EM_JS(void, page_show, (const void *pixels, int width, int height), {
    var bytes = new Uint8ClampedArray(HEAPU8.buffer, pixels, 4 * width * height);
    var canvas = Module.canvas.getContext('2d', {alpha : false});
    canvas.putImageData(new ImageData(bytes, width, height), 0, 0);
})

static EM_BOOL run_shown(double time_ms, void *context)
{
    (void)time_ms, (void)context;
    bool goes_on = shown.run(shown.context);
    if (!goes_on) {
        page_end(shown.end(shown.context));
    }
    return goes_on;
}

int frames_run(const Frames *frames)
{
    if (frames->are_shown) {
        shown = *frames;
        emscripten_request_animation_frame_loop(run_shown, NULL);
        return 0;
    }
    while (frames->run(frames->context)) {
    }
    return frames->end(frames->context);
}

bool frames_may_wait(void)
{
    return !display_may_exist();
}

bool frames_show(const void *pixels, int width_px, int height_px)
{
    page_show(pixels, width_px, height_px);
    return true;
}
