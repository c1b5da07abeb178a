/* The player types text: T opens a line to say something, and a row of the menus takes the name.
 *
 * Worth a look: with a prompt, cw_text_entry_begin draws the field itself. Typed lines stay in view
 * memory, and the name in save data. Ticks can't read either. */
#include "clockwork/clockwork.h"

#include <stdio.h>
#include <string.h>

enum { SAY };
enum { LINES = 5, LINE_BYTES = 80, NAME_BYTES = 32, NAME_VERSION = 1 };

/* Lines of the form "name: text". */
typedef struct View {
    char lines[LINES][NAME_BYTES + 2 + LINE_BYTES]; /* the newest is the last */
} View;

static void show_name(const CwFrame *frame, char text[CW_MENU_VALUE_BYTES])
{
    CwSave save;
    snprintf(text, CW_MENU_VALUE_BYTES, "Nobody");
    if (cw_save_read(frame->saves, "name", &save, NULL) && save.version == NAME_VERSION &&
        save.size < NAME_BYTES) {
        snprintf(text, CW_MENU_VALUE_BYTES, "%.*s", (int)save.size, (const char *)save.bytes);
    }
    cw_save_free(&save);
}

static void take_name(CwFrame *frame, const char *text)
{
    cw_save_write(frame->saves, "name", &(CwSave){NAME_VERSION, text, strlen(text)}, NULL);
}

static const CwMenuRow name_row = {"Name", CW_MENU_TITLE | CW_MENU_PAUSE, .value = show_name,
                                   .typed = take_name, .typed_bytes = NAME_BYTES - 1};

static void say(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    View *view = frame->view;
    if (cw_input_pressed(frame->input, SAY)) {
        cw_text_entry_begin(frame,
                            &(CwTextEntryDesc){.prompt = "Say", .max_bytes = LINE_BYTES - 1});
    }
    CwTextEntry entry = cw_text_entry(frame);
    if (entry.status == CW_TEXT_ENTRY_CONFIRMED && entry.text[0] != '\0') {
        char name[CW_MENU_VALUE_BYTES];
        show_name(frame, name);
        memmove(view->lines[0], view->lines[1], sizeof view->lines - sizeof view->lines[0]);
        snprintf(view->lines[LINES - 1], sizeof view->lines[0], "%.31s: %.79s", name, entry.text);
    }
}

static void draw(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    const View *view = frame->view;
    cw_draw_set_screen(frame->draw);
    for (int i = 0; i < LINES; i++) {
        cw_draw_text(frame->draw, &(CwTextDraw){.text = view->lines[i],
                                                .x = 16,
                                                .y = 250 + i * 20,
                                                .size = 16,
                                                .colour = {240, 240, 230, 255}});
    }
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)world, (void)map, (void)error;
    return true;
}

static const CwActionDef actions[] = {[SAY] = {"say", "say something", "key:T pad:x"}};
static const CwSystem systems[] = {{"chat.say", CW_PHASE_UPDATE, .frame = say},
                                   {"chat.draw", CW_PHASE_RENDER, .frame = draw}};
static const CwGame chat = {
    .id = "chat",
    .title = "Chat",
    .input = {.actions = actions, .action_count = 1},
    .content = {.systems = systems, .system_count = 2},
    .looks = {.view_bytes = sizeof(View),
              .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .menu = {.rows = &name_row, .row_count = 1},
    .start = start};

int main(int argc, char **argv)
{
    return cw_main(&chat, argc, argv);
}
