#include "platform/display.h"

#include <emscripten.h>

EM_JS(int, page_exists, (void), { return typeof document == 'object'; })

/* A picture that the browser would draw with the processor is drawn by us, which is faster. */
EM_JS(int, page_has_gpu, (void), {
    var canvas = document.createElement('canvas');
    return !!canvas.getContext('webgl', {failIfMajorPerformanceCaveat : true});
})

bool display_may_exist(void)
{
    return page_exists();
}

bool display_may_have_gpu(void)
{
    return page_exists() && page_has_gpu();
}
