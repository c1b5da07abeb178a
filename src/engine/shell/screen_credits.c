/* The credits: the game's lines, then the engine, the libraries and the fonts of this run. */
#include "host/libraries.h"
#include "shell/screens.h"

#include <stdio.h>
#include <string.h>

static bool is_empty(const char *text)
{
    return text == NULL || text[0] == '\0';
}

static void add_game(Page *page, const CwGame *game)
{
    for (int i = 0; i < game->credit_count; i++) {
        const CwCredit *credit = &game->credits[i];
        if (is_empty(credit->who)) {
            page_heading(page, credit->what);
        } else {
            page_credit(page, is_empty(credit->what) ? "" : credit->what, credit->who);
        }
    }
}

static void add_libraries(Page *page)
{
    int count;
    const Library *list = libraries(&count);
    page_heading(page, "Libraries");
    for (int i = 0; i < count; i++) {
        char text[PAGE_LABEL_BYTES];
        bool told = list[i].version[0] != '\0';
        snprintf(text, sizeof text, "%s%s%s", list[i].version, told ? ", " : "", list[i].licence);
        page_credit(page, list[i].name, text);
    }
}

/* Families, each once: faces of one follow each other or not. */
static void add_fonts(Page *page, const Typesetter *typesetter)
{
    int first = page->row_count + 1;
    page_heading(page, "Fonts of this machine");
    const Fonts *fonts = typesetter == NULL ? NULL : typesetter_fonts(typesetter);
    for (int i = 0; fonts != NULL && i < fonts_count(fonts); i++) {
        const Font *font = fonts_at(fonts, i);
        const char *family = font->shaper == NULL ? NULL : font->outlines->family_name;
        bool known = family == NULL || page->row_count == PAGE_ROWS_MAX;
        for (int row = first; row < page->row_count && !known; row++) {
            known = strcmp(page->rows[row].label, family) == 0;
        }
        if (!known) {
            page_note(page, family);
        }
    }
}

static void build(Screens *screens)
{
    Page *page = &screens->page;
    const CwGame *game = screens->parts->game;
    char line[PAGE_LABEL_BYTES];
    snprintf(page->title, sizeof page->title, "%s", game->title);
    add_game(page, game);
    page_heading(page, "Made with");
    page_credit(page, "Clockwork", CW_VERSION ", MIT");
    snprintf(line, sizeof line, "%u", game->rules_version);
    page_credit(page, "Rules of the game", line);
    add_libraries(page);
    add_fonts(page, screens->parts->stage->typesetter);
}

const ScreenDef screen_credits = {.title = "", .width = 330, .build = build};
