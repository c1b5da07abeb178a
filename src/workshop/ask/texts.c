/* `clockwork texts`: prints the texts of the game's tables and maps, or the engine's texts, as
 * entries of a PO file, for scripts/texts.sh. With arguments it checks PO files. */
#include "base/user_file.h"
#include "host/bindings.h"
#include "host/language.h"
#include "main/maker.h"
#include "screens/screens.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- entries ---- */

static void print_quoted(const char *word, const char *text)
{
    printf("%s \"", word);
    for (; *text != '\0'; text++) {
        bool is_escaped = strchr("\n\"\\", *text) != NULL;
        printf(is_escaped ? "\\%c" : "%c", *text == '\n' ? 'n' : *text);
    }
    puts("\"");
}

/* Prints an entry; `note` tells translators what it is. NULL or "" prints nothing. */
static void print_entry(const char *note, const char *context, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        return;
    }
    printf("#. %s\n", note);
    if (context != NULL) {
        print_quoted("msgctxt", context);
    }
    print_quoted("msgid", text);
    puts("msgstr \"\"\n");
}

static void print_entries(const char *note, const char *context, const char *const *texts,
                          int count)
{
    for (int i = 0; i < count; i++) {
        print_entry(note, context, texts[i]);
    }
}

/* Prints a setting's name, its hint, and the values and the unit that its page shows. */
static void print_setting(const ConfigTable *table, const SettingRow *row)
{
    const ConfigKey *key = &table->keys[config_find(table, row->section, row->name, NULL)];
    bool is_choice = key->kind == CW_CONFIG_CHOICE, has_names = row->words == language_own_names;
    char value[CONFIG_VALUE_MAX], word[PAGE_LABEL_BYTES], note[2 * PAGE_LABEL_BYTES];
    print_entry("name of a setting: short", NULL, row->label);
    print_entry("what a setting does: one line, two at most", NULL, row->hint);
    snprintf(note, sizeof note, "value of the setting \"%s\"", row->label);
    for (int i = 0; is_choice && (!has_names || i == 0) && config_choice_text(key, i, value); i++) {
        setting_label(value, word);
        print_entry(note, row->name, row->words == NULL || has_names ? word : row->words[i]);
    }
    print_entries(note, row->name, row->words, row->words == NULL ? 0 : row->step_count);
    if (key->kind <= CW_CONFIG_REAL && !row->is_percent && strncmp(key->unit, "of ", 3) != 0) {
        print_entry("unit after a number", "unit", key->unit);
    }
}

/* ---- the engine ---- */

#define PRINT_CHOICE(name, label, ...) print_entry("row of a menu: short", NULL, label);
#define SCREEN_ROW(name, def) &def,

static void print_actions(const UiActionUse *uses, int count)
{
    for (int i = 0; i < count; i++) {
        print_entry("action that keys can be bound to", NULL, uses[i].label);
    }
}

/* Names of keys and buttons, as SDL and the engine call them. */
static void print_bindings(void)
{
    char label[BINDING_LABEL_BYTES];
    for (int source = BINDING_KEY; source <= BINDING_PAD_AXIS; source++) {
        for (int code = 0; code < SDL_NUM_SCANCODES; code++) {
            bool is_usual = source != BINDING_KEY || code <= SDL_SCANCODE_CAPSLOCK ||
                            (code > SDL_SCANCODE_F12 && code <= SDL_SCANCODE_UP) ||
                            code == SDL_SCANCODE_KP_ENTER || code >= SDL_SCANCODE_LCTRL;
            for (int sign = -1; is_usual && sign <= 1; sign += 2) {
                binding_label(
                    &(Binding){.source = (BindingSource)source, .code = code, .sign = sign}, label);
                bool is_word = strlen(label) > 1 && strpbrk(label, "aeiouwp") != NULL &&
                               code <= SDL_SCANCODE_RGUI;
                print_entry("key or button: very short", "key", is_word ? label : NULL);
            }
        }
    }
}

static void print_engine(const Program *program)
{
    static const ScreenDef *const screens[] = {SCREENS(SCREEN_ROW)};
    const LoopGuest *guest = program->loop_guest;
    SCREEN_CHOICES(PRINT_CHOICE)
    for (size_t i = 0; i < CW_ARRAY_LENGTH(screens); i++) {
        print_entry("title of a page", NULL, screens[i]->title);
        print_entry("what a page is about", NULL, screens[i]->about);
        for (int row = 0; row < screens[i]->row_count; row++) {
            print_setting(&program->table, &screens[i]->rows[row]);
        }
    }
    print_actions(ui_action_uses, UI_ACTION_COUNT);
    print_entry("order of a date: keep these letters, and two signs between them", "date",
                "YYYY-MM-DD");
    print_bindings();
    print_entry("heading of keys", NULL, guest->config->label);
    print_actions(guest->config->uses, guest->config->action_count);
    for (int i = 0; i < guest->page_count; i++) {
        print_entry("tab of a pause: one word", NULL, guest->pages[i].label);
    }
}

/* ---- the game ---- */

static void print_rows(const CwMenuRow *rows, int count)
{
    for (int i = 0; i < count; i++) {
        print_entry("row of a menu", NULL, rows[i].label);
    }
}

static void print_menu(const CwGameMenu *menu, const ConfigTable *table)
{
    print_rows(menu->rows, menu->row_count);
    for (int i = 0; i < menu->page_count; i++) {
        print_entry("title of a page", NULL, menu->pages[i].title);
        print_rows(menu->pages[i].rows, menu->pages[i].row_count);
    }
    for (int i = 0; i < menu->key_count; i++) {
        const CwConfigKey *key = &menu->keys[i];
        char label[PAGE_LABEL_BYTES];
        setting_label(key->name, label);
        print_setting(table, &(SettingRow){.section = key->section,
                                           .name = key->name,
                                           .label = label,
                                           .hint = key->documentation});
    }
    for (int i = 0; i < menu->label_count; i++) {
        print_entry("name of a setting: short", NULL, strchr(menu->labels[i], '=') + 1);
    }
    for (int i = 0; i < menu->credit_count; i++) {
        print_entry("line of the credits", NULL, menu->credits[i].what);
        print_entry("line of the credits: names stay", NULL, menu->credits[i].who);
    }
}

static void print_level(const Levels *levels, const char *level)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES], note[LEVEL_NAME_BYTES + 32];
    CwError error = {0};
    bool ok = levels_resolve(levels, level, path, name, &error);
    CwMap *map = ok && path[0] != '\0' ? cw_map_load(path, &error) : NULL;
    setting_label(level, path);
    print_entry("title of a level", NULL, map == NULL ? path : cw_map_title(map));
    snprintf(note, sizeof note, "words in the level %s", level);
    for (int i = 0; map != NULL && i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        const char *property = cw_map_text(map, object, "text", "");
        print_entry(note, NULL, object->text != NULL ? object->text->text : property);
    }
    cw_map_free(map);
}

static void print_game(const Program *program)
{
    const CwGame *game = program->game;
    for (int i = 0; i < game->input.action_count; i++) {
        char label[PAGE_LABEL_BYTES];
        setting_label(game->input.actions[i].label, label);
        print_entry("action that keys can be bound to", NULL, label);
    }
    print_entries("medal: very short", "medal", game->rank.medals, game->rank.medal_count);
    print_entry("what is counted, before its number", NULL, game->rank.counted);
    for (int i = 0; i < game->sound.count; i++) {
        print_entry("a sound in words, for players who don't hear it", NULL,
                    game->sound.list[i].caption);
    }
    print_entries("moment of a run", "event", game->content.event_names,
                  game->content.event_name_count);
    for (int i = 0; i < game->content.kind_count; i++) {
        print_entry("thing that was hit, in \"hit %s at %.1f m/s\"", "thing",
                    game->content.kinds[i].name);
    }
    print_menu(&game->menu, &program->table);
    for (int i = 0; i < program->levels.count; i++) {
        print_level(&program->levels, program->levels.names[i]);
    }
}

/* ---- the command ---- */

static bool check_file(const char *path)
{
    CwError error = {0};
    size_t size = 0;
    Po texts;
    char *bytes = user_file_read_text(path, PO_BYTES_MAX, &size, &error);
    if (bytes == NULL || !po_read(&texts, path, bytes, size, &error)) {
        report("%s", error.text);
        return false;
    }
    print_line("ok %s texts=%d", path, texts.count);
    po_free(&texts);
    return true;
}

int command_texts(Program *program)
{
    const Options *options = program->options;
    bool ok = true;
    for (int i = 0; i < options->argument_count; i++) {
        ok = check_file(options->arguments[i]) && ok;
    }
    if (options->argument_count == 0) {
        puts("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n");
        (maker_of(program)->of_engine ? print_engine : print_game)(program);
    }
    return ok ? EXIT_OK : EXIT_FAILED;
}
