/* icon PICTURE.svg ICON.ico: writes a picture in the sizes that Windows wants, each as a PNG. It
 * runs where Clockwork is built. */
#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>

static const int sizes[] = {16, 24, 32, 48, 64, 128, 256};
enum { COUNT = sizeof sizes / sizeof sizes[0], HEADER = 6, ENTRY = 16, PICTURE_MAX = 1 << 20 };

static unsigned char icon[HEADER + COUNT * ENTRY + COUNT * PICTURE_MAX];

static void put(unsigned char *at, unsigned value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        at[i] = (unsigned char)(value >> 8 * i);
    }
}

int main(int count, char **words)
{
    size_t end = HEADER + COUNT * ENTRY;
    put(icon + 2, 1, 2); /* an icon, no cursor */
    put(icon + 4, COUNT, 2);
    for (int i = 0; count == 3 && i < COUNT; i++) {
        SDL_RWops *in = SDL_RWFromFile(words[1], "rb");
        SDL_RWops *out = SDL_RWFromMem(icon + end, PICTURE_MAX);
        SDL_Surface *picture = in == NULL ? NULL : IMG_LoadSizedSVG_RW(in, sizes[i], sizes[i]);
        if (picture == NULL || IMG_SavePNG_RW(picture, out, 0) != 0) {
            fprintf(stderr, "icon: %s: %s\n", words[1], SDL_GetError());
            return 1;
        }
        unsigned char *entry = icon + HEADER + i * ENTRY;
        size_t size = (size_t)SDL_RWtell(out);
        entry[0] = entry[1] = (unsigned char)sizes[i]; /* 256 is 0 */
        put(entry + 4, 1, 2);                          /* plane */
        put(entry + 6, 32, 2);                         /* bits of a pixel */
        put(entry + 8, (unsigned)size, 4);
        put(entry + 12, (unsigned)end, 4);
        end += size;
    }
    FILE *file = count == 3 ? fopen(words[2], "wb") : NULL;
    return file != NULL && fwrite(icon, 1, end, file) == end && fclose(file) == 0 ? 0 : 1;
}
