#include "host/system_libraries.h"

#include <stddef.h>

const Library system_libraries[] = {{"Ogg, Vorbis, Opus and FLAC", "BSD"}, {NULL, NULL}};
