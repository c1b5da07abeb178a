#include "platform/display.h"

#include <emscripten.h>

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
