/* Text objects of a map: in their rectangle, wrapped to it, turned with it. */
#include "support/expect.h"
#include "support/map_picture.h"
#include "support/temp_folder.h"

/* The ink of a text object of 100 x 60 pixels at (160, 60) inks of a map of 320 x 180, a pixel
 * each. */
static SDL_Rect ink_of(const char *object, const char *text, const char *words)
{
    const char *colour = strstr(text, "color=") == NULL ? "color='#ffffff'" : "";
    temp_write("map.tmx",
               textf("<map orientation='orthogonal' width='20' height='10' tilewidth='16' "
                     "tileheight='18'><objectgroup><object id='1' x='160' y='60' width='100' "
                     "height='60' %s><text %s %s>%s</text></object></objectgroup></map>",
                     object, colour, text, words));
    CwMap *map = cw_map_load(temp_path("map.tmx"), &error);
    EXPECT_OK(map);
    SDL_Surface *picture = map_picture(map, 320, 180, NULL);
    SDL_Rect ink = {0};
    for (int y = 0; y < picture->h; y++) {
        for (int x = 0; x < picture->w; x++) {
            uint32_t pixel = ((uint32_t *)picture->pixels)[y * picture->pitch / 4 + x];
            SDL_Rect here = {x, y, 1, 1};
            if ((pixel & 0xff) > 40) {
                SDL_UnionRect(&ink, &here, &ink);
            }
        }
    }
    SDL_FreeSurface(picture);
    cw_map_free(map);
    return ink;
}

#define WORDS "one two three four five"

TEST(words_wrap_to_their_rectangle_or_not)
{
    SDL_Rect line = ink_of("", "", WORDS), block = ink_of("", "wrap='1'", WORDS);
    ck_assert(line.w > 150 && line.h < 20);
    ck_assert(block.w > 60 && block.w <= 100 && block.h > 30);
    ck_assert(block.x >= 160 && block.y >= 60 && block.y < 70);
}

TEST(words_are_aligned_in_their_rectangle)
{
    SDL_Rect middle = ink_of("", "halign='center' valign='center'", "HH");
    ck_assert_int_le(abs(middle.x + middle.w / 2 - 210), 2);
    ck_assert_int_le(abs(middle.y + middle.h / 2 - 90), 3);
    SDL_Rect corner = ink_of("", "halign='right' valign='bottom'", "HH");
    ck_assert_int_le(abs(corner.x + corner.w - 260), 3);
    ck_assert_int_le(abs(corner.y + corner.h - 116), 4);
}

TEST(words_are_as_high_as_their_font)
{
    SDL_Rect small = ink_of("", "pixelsize='16'", "H"), large = ink_of("", "pixelsize='48'", "H");
    ck_assert_int_le(abs(small.h - 12), 1); /* capitals of DejaVu Sans: 0.73 em */
    ck_assert_int_le(abs(large.h - 35), 1);
}

/* About the top left corner, clockwise. */
TEST(words_turn_with_their_object)
{
    SDL_Rect flat = ink_of("", "", "HHHH"), turned = ink_of("rotation='90'", "", "HHHH");
    ck_assert_int_le(abs(turned.w - flat.h), 2);
    ck_assert_int_le(abs(turned.h - flat.w), 2);
    ck_assert_int_le(abs(turned.y - 60 - (flat.x - 160)), 2);
    ck_assert_int_le(abs(160 - (turned.x + turned.w) - (flat.y - 60)), 2);
}

TEST(clear_words_are_not_seen)
{
    ck_assert_int_eq(ink_of("", "color='#00000000'", "HHHH").w, 0);
}
