/* What the program's pictures look like from outside, for files that were made of them: names,
 * sizes and times, without reading one. */
#ifndef APP_ART_STAMP_H
#define APP_ART_STAMP_H

#include <stdint.h>

/* Another number when a file of the folder or of those in it was added, removed or saved; 0 where
 * there is none. */
uint64_t art_stamp(const char *folder);

#endif
