#include "host/system_libraries.h"

#include <stddef.h>

const Library system_libraries[] = {
    {"Fontconfig", "MIT"}, {"GNU C Library", "LGPL 2.1"}, {NULL, NULL}};
