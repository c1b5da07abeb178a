/* The credits: the game's lines, then the engine and the libraries. */
#include "host/system_libraries.h"
#include "screens/screens.h"

#include <stdio.h>

static void add_game(Page *page, const CwGame *game)
{
    for (int i = 0; i < game->menu.credit_count; i++) {
        const CwCredit *credit = &game->menu.credits[i];
        if (credit->who == NULL || credit->who[0] == '\0') {
            page_add(page, ROW_HEADING, -1, credit->what);
        } else {
            const char *what = credit->what == NULL ? "" : credit->what;
            page_set_value(page_add(page, ROW_NOTE, -1, what), credit->who);
        }
    }
}

/* Libraries that are linked on every system. */
static const Library libraries[] = {{"SDL", "zlib"},
                                    {"SDL_image", "zlib"},
                                    {"Chipmunk2D", "MIT"},
                                    {"cglm", "MIT"},
                                    {"libsndfile", "LGPL 2.1"},
                                    {"FreeType", "FreeType licence"},
                                    {"HarfBuzz", "MIT"},
                                    {"GNU FriBidi", "LGPL 2.1"},
                                    {"Jansson", "MIT"},
                                    {"Expat", "MIT"},
                                    {"zlib", "zlib"},
                                    {"Zstandard", "BSD"},
                                    {"LZ4", "BSD"},
                                    {"xxHash", "BSD"},
                                    {"musl's mathematics", "MIT"},
                                    {NULL, NULL}};

static void add_libraries(Page *page, const Library *library)
{
    for (; library->name != NULL; library++) {
        page_set_value(page_add(page, ROW_NOTE, -1, library->name), library->licence);
    }
}

static void build(Screens *screens)
{
    Page *page = &screens->page;
    const CwGame *game = screens->game;
    char line[PAGE_LABEL_BYTES];
    snprintf(page->title, sizeof page->title, "%s", game->title);
    add_game(page, game);
    page_add(page, ROW_HEADING, -1, "Made with");
    page_set_value(page_add(page, ROW_NOTE, -1, "Clockwork"), CW_VERSION ", MIT");
    snprintf(line, sizeof line, "%u", game->rules_version);
    page_set_value(page_add(page, ROW_NOTE, -1, "Rules version"), line);
    page_add(page, ROW_HEADING, -1, "Libraries");
    add_libraries(page, libraries);
    add_libraries(page, system_libraries);
}

const ScreenDef screen_credits = {.title = "", .width = 330, .build = build};
