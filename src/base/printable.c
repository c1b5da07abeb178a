#include "base/printable.h"

#include <stdbool.h>

void make_printable(char *text)
{
    for (unsigned char *byte = (unsigned char *)text; *byte != '\0'; byte++) {
        bool c1 = byte[0] == 0xC2 && byte[1] >= 0x80 && byte[1] < 0xA0;
        if (c1) {
            *byte++ = '?';
        }
        if (c1 || *byte < ' ' || *byte == 0x7F) {
            *byte = '?';
        }
    }
}
