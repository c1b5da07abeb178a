/* The level map: a card for each level, in their order, with a picture, the player's best time and
 * the medal that it is worth. All are open. */
#include "shell/screens.h"

#include "shell/medals.h"

#include <stdio.h>

static void add_card(Screens *screens, int index)
{
    const LevelCard *card = &screens->cards->cards[index];
    const CwRunTime *best = &card->best;
    PageRow *row = page_card(&screens->page, index, card->title);
    if (best->ticks > 0) {
        char text[TIME_TEXT_BYTES];
        screens_time_text(best->ticks, best->tick_rate, text);
        snprintf(row->value, sizeof row->value, "%s", text);
    }
}

static void build(Screens *screens)
{
    for (int i = 0; screens->cards != NULL && i < screens->cards->count; i++) {
        add_card(screens, i);
    }
}

static void open(Screens *screens)
{
    if (screens->cards != NULL) {
        level_cards_read_times(screens->cards);
    }
    page_select(&screens->page, screens->level_played);
}

static void act(Screens *screens, const PageEvent *event)
{
    if (event->type == PAGE_CHOSEN) {
        const char *level = screens->parts->levels->names[event->id];
        screens->ask = (ScreenAsk){.kind = ASK_PLAY, .level = level};
    }
}

/* A level without a picture shows its number. */
static void draw_placeholder(CwDrawList *list, const Box *box, const CwGame *game, int number)
{
    char text[12];
    snprintf(text, sizeof text, "%d", number);
    cw_draw_text(list, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_BOLD,
                                     .x = box->x + box->width / 2,
                                     .y = box->y + box->height / 2,
                                     .size = box->height * 0.5,
                                     .align = CW_ALIGN_CENTRE,
                                     .anchor = CW_ANCHOR_MIDDLE,
                                     .colour = panel_alpha(game->theme.text, 90)});
}

static void draw_card(Screens *screens, int id, Box box, CwDrawList *list)
{
    const LevelCard *card = &screens->cards->cards[id];
    const CwGame *game = screens->parts->game;
    int medal = (int)card->best.medal;
    panel_fill(list, box, panel_alpha(game->theme.text, 24));
    if (card->picture < 0) {
        draw_placeholder(list, &box, game, id + 1);
    } else if (card->picture < screens->cards->loaded_count) {
        int sprite = stage_own_picture(screens->parts->stage) + card->picture;
        cw_draw_sprite(list, &(CwSpriteDraw){.sprite = sprite,
                                             .x = box.x + box.width / 2,
                                             .y = box.y + box.height / 2,
                                             .width = box.width,
                                             .height = box.height});
    }
    double radius = box.height * 0.16;
    medal_draw(list, game, medal,
               (CwPoint2){box.x + box.width - radius * 1.3, box.y + radius * 1.3}, radius);
}

const ScreenDef screen_levels = {
    .title = "Levels", .whole = true, .build = build, .open = open, .act = act, .card = draw_card};
