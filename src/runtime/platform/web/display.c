#include "platform/display.h"

#include <emscripten.h>
#include <emscripten/html5.h>

EM_JS(int, page_exists, (void), { return typeof document == 'object'; })

/* False when the browser would draw with the processor: our own drawing is faster. Some browsers
 * reveal that only by the driver's name. */
EM_JS(int, page_has_gpu, (void), {
    var gl =
        document.createElement('canvas').getContext('webgl', {failIfMajorPerformanceCaveat : true});
    var names = gl && gl.getExtension('WEBGL_debug_renderer_info');
    var driver = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : "";
    var slow = new RegExp('swiftshader|llvmpipe|softpipe|swrast|software|basic render', 'i');
    return gl && !slow.test(driver) ? 1 : 0;
})

bool display_may_exist(void)
{
    return page_exists();
}

bool display_may_have_gpu(void)
{
    return page_exists() && page_has_gpu();
}

/* ---- frames ---- */

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
    bool has_more = shown.run(shown.context);
    if (!has_more) {
        page_end(shown.end(shown.context));
    }
    return has_more;
}

int display_run_frames(const Frames *frames)
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

bool display_frames_may_wait(void)
{
    return !page_exists();
}

bool display_show(const void *pixels, int width_px, int height_px)
{
    page_show(pixels, width_px, height_px);
    return true;
}
