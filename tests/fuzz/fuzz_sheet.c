/* Sheets of Aseprite's: the bytes as such a file; what can be read is drawn, frame by frame and as
 * an animation, and nothing of it may lie outside of the picture. */
#include "draw/draw_list.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

static void draw(const Sheet *sheet)
{
    static CwDrawList list;
    uint32_t durations_ms[SHEET_FRAMES_MAX];
    CwSpriteDef row = {.width_m = 1,
                       .height_m = 1,
                       .width_px = sheet->width_px,
                       .height_px = sheet->height_px,
                       .sheet = ""};
    SheetClip clip = {.timing = {.frames_ms = durations_ms, .count = sheet->frame_count}};
    const SpriteTable table = {&row, 1, 9, NULL, 0, sheet, &clip, 1};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &table);
    for (int i = 0; i < sheet->frame_count; i++) {
        durations_ms[i] = sheet->frames[i].duration_ms;
        cw_draw_sprite(&list, &(CwSpriteDraw){.frame = i, .width = -1});
    }
    for (clip.timing.play = CW_PLAY_LOOP; clip.timing.play <= CW_PLAY_PING_PONG;
         clip.timing.play++) {
        cw_draw_animation(&list, &(CwAnimation){.ms = 1234567}, &(CwSpriteDraw){.x = 1});
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    Sheet sheet = {0};
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    if (sheet_from_aseprite(&sheet, text, "fuzz.json", &error)) {
        draw(&sheet);
        sheet_free(&sheet);
    } else if (error.text[0] == '\0') {
        abort(); /* each refusal says why */
    }
    free(text);
    return 0;
}
