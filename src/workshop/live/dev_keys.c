/* The keys of `clockwork dev`. They do not reach the game. */
#include "live/dev_runner.h"
#include "program/loop.h"

#include <SDL_scancode.h>

enum { KEY_ALL, KEY_HERE, KEY_FLIP, KEY_STOP, KEY_COUNT };

const FixedKey dev_keys[KEY_COUNT + 1] = {
    [KEY_ALL] = {"/", "pause and show all keys"},
    [KEY_HERE] = {"F1", "switch: saves and knobs apply to the whole run, or from mark A (without "
                        "it, from now) on"},
    [KEY_FLIP] = {"F10", "flip between the game before and after the last change"},
    [KEY_STOP] = {"F12", "stop a build or a trial"}};

static const int KEY_CODES[KEY_COUNT] = {[KEY_ALL] = SDL_SCANCODE_SLASH,
                                         [KEY_HERE] = SDL_SCANCODE_F1,
                                         [KEY_FLIP] = SDL_SCANCODE_F10,
                                         [KEY_STOP] = SDL_SCANCODE_F12};

bool dev_take_key(DevRunner *runner, const InputEvent *event)
{
    bool *const asked[KEY_COUNT] = {&runner->keys_asked, &runner->from_here, &runner->flip_asked,
                                    &runner->stop_asked};
    bool types = typing_is_on(&runner->loop->stage.typing);
    for (int i = types ? KEY_HERE : KEY_ALL; event->type == INPUT_KEY && i < KEY_COUNT; i++) {
        if (event->code == KEY_CODES[i]) {
            bool pressed = event->value == 1 && !event->repeat;
            *asked[i] = i == KEY_HERE ? *asked[i] != pressed : *asked[i] || pressed;
            return true;
        }
    }
    return false;
}

void dev_show_keys(DevRunner *runner)
{
    Menus *menus = &runner->loop->menus;
    int keys = TAB_PAGES + DEV_PAGE_COUNT;
    bool paused = menus->screens.activity == ACTIVITY_PAUSED;
    if (!runner->keys_asked) {
        return;
    }
    runner->keys_asked = false;
    if (menus->screens.activity == ACTIVITY_PLAYING) {
        menus_show(menus, ACTIVITY_PAUSED);
    }
    if (screens_have_tabs(&menus->screens)) {
        Pause *pause = pause_of(runner->loop);
        bool shown = paused && tabs_shown(pause) == keys;
        tabs_show(pause, shown ? TAB_PAUSE : keys);
    }
}
