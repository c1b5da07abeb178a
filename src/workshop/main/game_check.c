#include "main/maker.h"

#include "base/report.h"
#include "panel/keys.h"
#include "sim/breadcrumb.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_LENGTH_MAX = 63 };
enum { SOUND_SECONDS_MAX = 600, SOUND_RATE_MIN_HZ = 4000, SOUND_RATE_MAX_HZ = 192000 };

/* Larger sizes are taken for mistakes: even a large world has 64 MiB. */
static const size_t BYTES_MAX = (size_t)1 << 30;

static bool is_empty(const char *text)
{
    return text == NULL || text[0] == '\0';
}

/* True if a file name stays inside its folder. */
static bool is_file_name(const char *file)
{
    return !is_empty(file) && strpbrk(file, "/\\:") == NULL && strstr(file, "..") == NULL;
}

/* A rule with the advice to print if it is broken. */
typedef struct Rule {
    bool is_broken;
    const char *remedy;
} Rule;

/* True if the table and its count don't fit, or the count is not in 0..most. */
static bool is_wrong_count(const void *rows, int count, int most)
{
    return (rows == NULL) != (count == 0) || count < 0 || count > most;
}

static bool check_rules(const Rule *rules, size_t count, CwError *error)
{
    for (size_t i = 0; i < count; i++) {
        if (rules[i].is_broken) {
            return cw_error_set(error, "%s", rules[i].remedy);
        }
    }
    return true;
}

/* ---- the game ---- */

static bool check_identity(const CwGame *game, CwError *error)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t length = is_empty(game->id) ? 0 : strspn(game->id, allowed);
    if (length == 0 || length > ID_LENGTH_MAX || game->id[length] != '\0') {
        return cw_error_set(error,
                            "id \"%.40s\" names the folder of the player's files: 1 to %d letters "
                            "of a to z, 0 to 9 and -",
                            game->id == NULL ? "" : game->id, ID_LENGTH_MAX);
    }
    return (!is_empty(game->title) || cw_error_set(error, "title: set the window's title")) &&
           (game->start != NULL ||
            cw_error_set(error, "start: give it a function that builds the level"));
}

static bool check_lerp(const CwField *field, CwError *error)
{
    bool can_blend = field->lerp == CW_LERP_NONE || field->type == CW_FIELD_F64 ||
                     (field->type == CW_FIELD_VECT && field->lerp == CW_LERP_LINEAR);
    return ((unsigned)field->lerp < CW_LERP_COUNT && can_blend) ||
           cw_error_set(error,
                        "field %s can't be blended: CW_FIELD_LERP takes a double or a cpVect, "
                        "CW_FIELD_LERP_ANGLE a double in radians",
                        field->name);
}

static bool check_fields(const CwField *fields, int count, size_t bytes, CwError *error)
{
    for (int i = 0; i < count; i++) {
        const CwField *field = &fields[i];
        if (is_empty(field->name)) {
            return cw_error_set(error, "field %d has no name: use CW_FIELD(Struct, member)", i + 1);
        }
        if ((unsigned)field->type >= CW_FIELD_TYPE_COUNT ||
            (field->count == 0 && field->link == NULL && field->word_bytes == 0)) {
            return cw_error_set(
                error, "field %s has no type or no elements: write CW_FIELD(Struct, member)",
                field->name);
        }
        if (!check_lerp(field, error)) {
            return false;
        }
        size_t end = field->offset + field_bytes(field->type) * field->count;
        if (end > bytes) {
            return cw_error_set(error,
                                "field %s ends at byte %zu of %zu: give the size of the struct "
                                "that the fields describe",
                                field->name, end, bytes);
        }
    }
    return true;
}

static bool check_size(const char *name, size_t bytes, CwError *error)
{
    return bytes <= BYTES_MAX ||
           cw_error_set(error, "%s is %zu bytes: use sizeof of the struct", name, bytes);
}

static bool check_carry(const CwGame *game, CwError *error)
{
    const CwGameCarry *carry = &game->carry;
    bool may_rank, has_room = carry->bytes <= CW_CARRY_BYTES_MAX;
    if (!check_fields(carry->fields, carry->field_count, carry->bytes, error)) {
        return cw_error_context(error, "the carry");
    }
    CarryForm form = has_room ? carry_adopt(game, (CarryForm){0}, &may_rank) : (CarryForm){0};
    bool ok = (form.size > 0) == (carry->bytes > 0) && form.size <= CARRY_FORM_BYTES_MAX &&
              carry_fits(game, form, NULL);
    free(form.bytes);
    return ok || cw_error_set(error,
                              "the carry: give its size, up to %d bytes, and its fields, numbers "
                              "and bools, which alone go on",
                              CW_CARRY_BYTES_MAX);
}

static bool check_state(const CwGame *game, CwError *error)
{
    const CwField *fields = game->content.state_fields;
    int count = game->content.state_field_count;
    if (game->content.state_bytes == 0 && count > 0) {
        return cw_error_set(error, "state_bytes is 0, but there are state_fields: give the size "
                                   "of the struct that they describe");
    }
    if (!check_fields(fields, count, game->content.state_bytes, error)) {
        return cw_error_context(error, "the state");
    }
    for (int i = 0; i < count; i++) {
        if (fields[i].lerp != CW_LERP_NONE) {
            return cw_error_set(error,
                                "the state: field %s can't be blended, only one of an entity",
                                fields[i].name);
        }
    }
    return check_carry(game, error) &&
           check_size("state_bytes", game->content.state_bytes, error) &&
           check_size("view_bytes", game->looks.view_bytes, error);
}

static bool check_menu_sounds(const CwGame *game, CwError *error)
{
    const CwMenuSounds *menu = game->sound.menu;
    if (menu == NULL) {
        return true;
    }
    const int numbers[] = {menu->move, menu->confirm, menu->back};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(numbers); i++) {
        bool is_known = numbers[i] >= 0 && numbers[i] < game->sound.count;
        bool is_fitting = is_known && game->sound.list[numbers[i]].group == CW_SOUND_INTERFACE;
        if (!is_fitting && numbers[i] != CW_SOUND_NONE) {
            return cw_error_set(error,
                                "sound.menu: %d is no sound of CW_SOUND_INTERFACE, which is "
                                "heard in a pause; CW_SOUND_NONE is silent",
                                numbers[i]);
        }
    }
    return true;
}

static bool check_looks(const CwGame *game, CwError *error)
{
    const CwSpriteDef *title = game->looks.title_sprite, *sprites = game->looks.sprites;
    int faces = CW_FACE_COUNT + game->looks.font_count, face = game->looks.title_face;
    double height_m = game->looks.camera_height_m;
    int count = game->looks.sprite_count;
    double width = game->looks.view_width, height = game->looks.view_height;
    bool has_view = width >= VIEW_BASE_MIN && width <= VIEW_BASE_MAX && height >= VIEW_BASE_MIN &&
                    height <= VIEW_BASE_MAX;
    const Rule rules[] = {
        {!has_view && !(width == 0 && height == 0),
         "view_width and view_height: give both, 16 to 4000 points each, or neither"},
        {title != NULL && (title < sprites || title >= sprites + count),
         "title_sprite: point at one of sprites"},
        {(unsigned)game->rank.by >= CW_RANKING_COUNT,
         "rank.by: use CW_RANK_TIME or CW_RANK_SCORE_HIGH or _LOW"},
        {!(height_m > 0 && isfinite(height_m)),
         "camera_height_m: say how many metres are usually seen from top to bottom"}};
    return check_rules(rules, CW_ARRAY_LENGTH(rules), error) &&
           ((face >= 0 && face < faces) ||
            cw_error_set(error, "title_face is %d, but there are faces 0 to %d", face, faces - 1));
}

/* ---- rows of tables ---- */

static bool check_name(const char *name, const CwActionDef *used, int count, CwError *error)
{
    for (int i = 0; name != NULL && i < count; i++) {
        if (strcmp(name, used[i].name) == 0) {
            return cw_error_set(error,
                                "action \"%s\": the engine uses this name (%s): choose another",
                                name, used[i].label);
        }
    }
    return true;
}

static bool check_action(const CwGame *game, int index, CwError *error)
{
    const char *name = game->input.actions[index].name;
    return (!is_empty(name) ||
            cw_error_set(error, "action %d has no name: give it one, or make action_count smaller",
                         index)) &&
           check_name(name, ui_actions, UI_ACTION_COUNT, error) &&
           check_name(name, maker_config.actions, maker_config.action_count, error);
}

static bool check_data(const CwKind *kind, CwError *error)
{
    const Rule rules[] = {
        {kind->every_hz < 0, "its every_hz is below 0: say how often a second its tick is called"},
        {is_wrong_count(kind->fields, kind->field_count, INT_MAX),
         "give the table of fields together with its count"}};
    return check_rules(rules, CW_ARRAY_LENGTH(rules), error) &&
           check_size("size", kind->size, error) &&
           check_size("view_bytes", kind->view_bytes, error) &&
           check_fields(kind->fields, kind->field_count, kind->size, error);
}

/* Checks that part names are unique, because field paths (KIND.PART.FIELD) contain them. */
static bool check_part_name(const CwKind *kind, int index, CwError *error)
{
    const char *name = kind->parts[index]->name;
    if (is_empty(name) || strchr(name, '.') != NULL || strcmp(name, "body") == 0) {
        return cw_error_set(error,
                            "part %d has the name \"%.40s\": set CwKind.name to a word without "
                            "dots that is not \"body\"",
                            index + 1, name == NULL ? "" : name);
    }
    for (int i = 0; i < index; i++) {
        if (strcmp(kind->parts[i]->name, name) == 0) {
            return cw_error_set(error, "two of its parts are called \"%.40s\": rename or drop one",
                                name);
        }
    }
    size_t length = strlen(name);
    for (int i = 0; i < kind->field_count; i++) {
        const char *field = kind->fields[i].name;
        if (strncmp(field, name, length) == 0 && field[length] == '.') {
            return cw_error_set(error, "its field %s is named as one of its part %s", field, name);
        }
    }
    return true;
}

static bool check_parts(const CwKind *kind, CwError *error)
{
    int count = 0;
    if (kind->parts[CW_PART_MAX] != NULL) {
        return cw_error_set(error, "it has more than %d parts", CW_PART_MAX);
    }
    for (; kind->parts[count] != NULL; count++) {
        const CwKind *part = kind->parts[count];
        if (!check_part_name(kind, count, error)) {
            return false;
        }
        if (part->parts[0] != NULL) {
            return cw_error_set(error, "part %.64s has parts of its own: list them in the kind",
                                part->name);
        }
        if (!check_data(part, error)) {
            return cw_error_context(error, "part %.64s", part->name);
        }
    }
    for (; count < CW_PART_MAX; count++) {
        if (kind->parts[count] != NULL) {
            return cw_error_set(error, "an empty place comes before part %d", count + 1);
        }
    }
    return true;
}

static bool check_kind(const CwGame *game, int index, CwError *error)
{
    const CwKind *kind = &game->content.kinds[index];
    if (is_empty(kind->name)) {
        return cw_error_set(error, "kind %d has no name: set CwKind.name", index);
    }
    for (int i = 0; i < index; i++) {
        if (strcmp(game->content.kinds[i].name, kind->name) == 0) {
            return cw_error_set(error, "kinds %d and %d both have the name \"%s\"", i, index,
                                kind->name);
        }
    }
    int classes = game->content.collision_count > 0 ? game->content.collision_count : 1;
    if (kind->collision_class < 0 || kind->collision_class >= classes) {
        return cw_error_set(error, "kind %.64s: collision_class %d is not a row of collisions",
                            kind->name, kind->collision_class);
    }
    return (check_data(kind, error) && check_parts(kind, error)) ||
           cw_error_context(error, "kind %.64s", kind->name);
}

static bool check_collisions(const CwGame *game, int index, CwError *error)
{
    uint64_t classes = (UINT64_C(1) << game->content.collision_count) - 1;
    return (game->content.collisions[index] & ~classes) == 0 ||
           cw_error_set(error, "collisions: row %d names a class that has no row", index);
}

static bool check_grid(const CwSpriteDef *sprite, CwError *error)
{
    const CwGrid *grid = &sprite->grid;
    bool is_valid = grid->columns > 0 && grid->rows > 0 && grid->margin >= 0 &&
                    grid->spacing >= 0 && grid->columns <= SHEET_FRAMES_MAX / grid->rows;
    return (is_valid && sprite_frame(sprite, 0).width > 0) ||
           cw_error_set(error,
                        "%d x %d pixels don't make %d columns and %d rows of whole pixels with "
                        "margin %d and spacing %d; correct width_px, height_px or grid",
                        sprite->width_px, sprite->height_px, grid->columns, grid->rows,
                        grid->margin, grid->spacing);
}

/* Checks a row's members for a sheet and for keeping the file's pixels. */
static bool check_sheet(const CwSpriteDef *sprite, CwError *error)
{
    bool has_grid = sprite->grid.columns != 0 || sprite->grid.rows != 0;
    const double sides_m[] = {sprite->width_m, sprite->height_m};
    const Rule rules[] = {
        {!(sides_m[0] > 0 && sides_m[1] > 0 && isfinite(sides_m[0] + sides_m[1])),
         "give it a width and a height above 0, in metres"},
        {sprite->width_px < 0 || sprite->height_px < 0 ||
             (sprite->width_px == 0) != (sprite->height_px == 0),
         "give both its width_px and height_px, or neither"},
        {sprite->filter != CW_FILTER_SMOOTH && sprite->filter != CW_FILTER_NEAREST,
         "its filter must be CW_FILTER_SMOOTH or _NEAREST"},
        {sprite->whole_pixels && !sprite_is_sharp(sprite),
         "whole_pixels needs width_px and height_px, or CW_FILTER_NEAREST"}};
    return (check_rules(rules, CW_ARRAY_LENGTH(rules), error) &&
            (!has_grid || check_grid(sprite, error))) ||
           cw_error_context(error, "sprite %s", sprite->file);
}

static bool check_sprite(const CwGame *game, int index, CwError *error)
{
    const CwSpriteDef *sprite = &game->looks.sprites[index];
    return (is_file_name(sprite->file) ||
            cw_error_set(error,
                         "sprite %d: \"%.80s\" must be a file in assets/art, without / or ..",
                         index, sprite->file == NULL ? "" : sprite->file)) &&
           check_sheet(sprite, error);
}

static bool check_font(const CwGame *game, int index, CwError *error)
{
    const char *file = game->looks.fonts[index].file;
    return (file == NULL && !is_empty(game->looks.fonts[index].family)) || is_file_name(file) ||
           cw_error_set(error, "font %d: \"%.80s\" must be a file in assets/font, without / or ..",
                        index, file == NULL ? "" : file);
}

static bool check_credit(const CwGame *game, int index, CwError *error)
{
    const char *texts[] = {game->menu.credits[index].what, game->menu.credits[index].who};
    bool is_long = false;
    for (int side = 0; side < 2; side++) {
        is_long = is_long || (texts[side] != NULL && strlen(texts[side]) >= CW_CREDIT_BYTES);
    }
    const Rule rules[] = {{is_empty(texts[0]) && is_empty(texts[1]), "give it a text"},
                          {is_long, "a text has more than 95 bytes: make two lines of it"}};
    return check_rules(rules, CW_ARRAY_LENGTH(rules), error) ||
           cw_error_context(error, "credit %d", index);
}

static bool check_sound(const CwGame *game, int index, CwError *error)
{
    const CwSoundDef *sound = &game->sound.list[index];
    const char *name = sound->name != NULL ? sound->name : sound->file;
    bool is_made = sound->make != NULL;
    const Rule rules[] = {
        {is_empty(sound->file) == !is_made, "give it a file or a generator (make), one of the two"},
        {sound->file != NULL && !is_file_name(sound->file),
         "its file must be a name in assets/sound, without / or .."},
        {is_made && is_empty(sound->name), "give the generator a name, for logs and messages"},
        {is_made && !(sound->seconds > 0 && sound->seconds <= (double)SOUND_SECONDS_MAX),
         "a generator needs seconds, above 0 and up to 600"},
        {sound->channels < 0 || sound->channels > 2, "channels must be 1 or 2"},
        {sound->rate_hz != 0 &&
             (sound->rate_hz < SOUND_RATE_MIN_HZ || sound->rate_hz > SOUND_RATE_MAX_HZ),
         "its rate_hz must be 0 or 4000 to 192000"},
        {(unsigned)sound->group >= CW_SOUND_GROUP_COUNT, "its group must be one of CwSoundGroup"}};
    return check_rules(rules, CW_ARRAY_LENGTH(rules), error) ||
           cw_error_context(error, "sound %d (%.80s)", index, name != NULL ? name : "unnamed");
}

static bool check_durations(const CwClip *clip)
{
    for (int i = 0; clip->frames_ms != NULL && i <= clip->last - clip->first; i++) {
        if (clip->frames_ms[i] == 0) {
            return false;
        }
    }
    return (clip->frame_ms > 0) != (clip->frames_ms != NULL);
}

static bool check_clip(const CwGame *game, int index, CwError *error)
{
    const CwClip *clip = &game->looks.clips[index];
    bool is_sprite = clip->sprite >= 0 && clip->sprite < game->looks.sprite_count;
    const CwGrid none = {0}, *grid = is_sprite ? &game->looks.sprites[clip->sprite].grid : &none;
    const Rule rules[] = {
        {grid->columns == 0, "its sprite has no grid"},
        {clip->first < 0 || clip->last < clip->first || clip->play > CW_PLAY_PING_PONG,
         "give it frames from first to last and a CwPlay"},
        {clip->last >= grid->columns * grid->rows, "its sheet has no frame `last`"}};
    return (check_rules(rules, CW_ARRAY_LENGTH(rules), error) &&
            (check_durations(clip) ||
             cw_error_set(error, "give it either frame_ms or frames_ms, each above 0"))) ||
           cw_error_context(error, "clip %d", index);
}

/* True if a share of life lies outside 0 to 1 or before the stop that it follows. */
static bool is_wrong_stop(double at, double before)
{
    return !(at >= before && at <= 1);
}

static bool has_wrong_stop(const CwParticleLook *look)
{
    bool is_wrong = false;
    for (int i = 0; i < look->size_count; i++) {
        is_wrong |= is_wrong_stop(look->sizes[i].at, i == 0 ? 0 : look->sizes[i - 1].at);
    }
    for (int i = 0; i < look->colour_count; i++) {
        is_wrong |= is_wrong_stop(look->colours[i].at, i == 0 ? 0 : look->colours[i - 1].at);
    }
    return is_wrong;
}

static bool check_look(const CwGame *game, const CwParticleLook *look, CwError *error)
{
    bool is_wrong = is_wrong_count(look->sprites, look->sprite_count, INT16_MAX);
    bool is_sprite = look->shape == CW_PARTICLE_SPRITE, is_unknown = false;
    bool is_curve = !is_wrong_count(look->sizes, look->size_count, CW_STOPS_MAX) &&
                    !is_wrong_count(look->colours, look->colour_count, CW_STOPS_MAX);
    for (int i = 0; is_sprite && !is_wrong && (i == 0 || i < look->sprite_count); i++) {
        int sprite = look->sprite_count > 0 ? look->sprites[i] : look->sprite;
        is_unknown = is_unknown || sprite < 0 || sprite >= game->looks.sprite_count;
    }
    const Rule rules[] = {
        {(unsigned)look->shape >= CW_PARTICLE_SHAPE_COUNT, "its shape must be a CwParticleShape"},
        {(unsigned)look->blend > CW_BLEND_MULTIPLY, "its blend must be a CwBlend"},
        {!is_curve, "a curve needs 1 to 16 stops: write CW_SIZES(array) or CW_COLOURS(array)"},
        {is_curve && has_wrong_stop(look),
         "its stops are shares of the particle's life in ascending order, from 0 to 1"},
        {is_wrong, "give sprites together with their count: write CW_SPRITES(array)"},
        {is_unknown, "its sprite must be an index of CwGame.looks.sprites; other shapes need none"},
        {look->shape == CW_PARTICLE_STREAK && !(look->streak_s > 0),
         "a streak needs streak_s above 0"}};
    return check_rules(rules, CW_ARRAY_LENGTH(rules), error);
}

static bool is_range(CwRange range)
{
    return range.least <= range.most && isfinite(range.least) && isfinite(range.most);
}

static bool check_emitter(const CwGame *game, int index, CwError *error)
{
    const CwEmitter *row = &game->looks.emitters[index];
    bool has_ranges = is_range(row->x_m) && is_range(row->y_m) && is_range(row->direction_rad) &&
                      is_range(row->speed_mps) && is_range(row->life_s) &&
                      is_range(row->angle_rad) && is_range(row->spin_radps) &&
                      is_range(row->size_m);
    const Rule rules[] = {
        {is_empty(row->name), "give it a name"},
        {!has_ranges, "a range goes from the least to the most: {0.2, 0.5}"},
        {fmax(-row->direction_rad.least, row->direction_rad.most) > 4 * CP_PI,
         "direction_rad is in radians: a full turn is {0, 2 * CP_PI}"},
        {!(row->life_s.least > 0), "give it a life_s above 0"},
        {!(row->size_m.least > 0), "give it a size_m above 0"},
        {row->particle_max < 1 || row->particle_max > CW_PARTICLE_MAX,
         "its particle_max must be 1 to 65536"},
        {!(row->burst >= 0 && row->rate_hz >= 0 && row->burst + row->rate_hz > 0),
         "give it a burst, a rate_hz or both, none below 0"},
        {!(row->drag_per_s >= 0 && isfinite(row->gravity_mps2)),
         "its drag_per_s must be 0 or more, its gravity_mps2 finite"},
        {is_wrong_count(row->tints, row->tint_count, UINT8_MAX),
         "give up to 255 tints together with their count: write CW_TINTS(array)"}};
    return (check_rules(rules, CW_ARRAY_LENGTH(rules), error) &&
            check_look(game, &row->look, error) &&
            (row->glow == NULL || check_look(game, row->glow, error))) ||
           cw_error_context(error, "emitter %d (%.80s)", index,
                            is_empty(row->name) ? "unnamed" : row->name);
}

static bool check_level(const CwGame *game, int index, CwError *error)
{
    const char *name = game->content.levels[index];
    bool is_repeated = false;
    if (name == NULL || !level_is_name(name)) {
        return cw_error_set(error,
                            "level %d, \"%.80s\": a name has 1 to %d letters of a to z, 0 to 9 "
                            "and -; cards show \"gear-works\" as \"Gear works\"",
                            index, name == NULL ? "" : name, LEVEL_NAME_BYTES - 1);
    }
    for (int i = 0; i < index; i++) {
        is_repeated = is_repeated || strcmp(game->content.levels[i], name) == 0;
    }
    return !is_repeated || cw_error_set(error, "level %d: another one is called %s", index, name);
}

static bool check_menu_row(const CwGame *game, int index, CwError *error)
{
    const CwMenuRow *row = &game->menu.rows[index];
    bool is_list = row->count != NULL, acts = row->turn != NULL || row->confirm != NULL;
    const Rule rules[] = {
        {is_empty(row->label) && !is_list, "it has no label"},
        {is_list != (row->item != NULL), "give a list both count and item"},
        {row->page != NULL && game_page_index(game, row->page) < 0,
         "page must be the title of a row of menu.pages"},
        {row->typed_bytes < 0 || row->typed_bytes >= CW_MENU_VALUE_BYTES,
         "typed_bytes must be from 0 to below CW_MENU_VALUE_BYTES"},
        {is_list + (row->page != NULL) + (row->typed != NULL) + acts > 1,
         "it can be a list, open a page, be typed in, or have turn and confirm: one of these"}};
    const char *label = is_empty(row->label) ? "unnamed" : row->label;
    return check_rules(rules, CW_ARRAY_LENGTH(rules), error) ||
           cw_error_context(error, "menu row %d (%.80s)", index, label);
}

static bool check_menu_page(const CwGame *game, int index, CwError *error)
{
    CwGame own = *game;
    const CwMenuPage *page = &game->menu.pages[index];
    own.menu.rows = page->rows;
    const Rule rules[] = {
        {is_empty(page->title) || strlen(page->title) >= PAGE_TITLE_BYTES ||
             game_page_index(game, page->title) != index,
         "give it a title of its own, below 64 bytes"},
        {page->rows == NULL || page->row_count < 1 || page->row_count > CW_MENU_ROW_MAX,
         "give it 1 to CW_MENU_ROW_MAX rows, and their count"}};
    bool ok = check_rules(rules, CW_ARRAY_LENGTH(rules), error);
    for (int i = 0; ok && i < page->row_count; i++) {
        ok = check_menu_row(&own, i, error);
    }
    return ok || cw_error_context(error, "menu page %d", index);
}

static bool check_default(const CwGame *game, int index, CwError *error)
{
    return game->menu.defaults[index] != NULL ||
           cw_error_set(error, "default %d is NULL: default_count is too large", index);
}

/* Checks all counts before any row, because rows refer to other tables' rows. */
static bool check_medal(const CwGame *game, int index, CwError *error)
{
    return !is_empty(game->rank.medals[index]) ||
           cw_error_set(error, "rank.medals: medal %d has no name", index);
}

static bool check_tables(const CwGame *game, CwError *error)
{
    const struct {
        const char *name;
        const void *rows;
        int count;
        int most;
        bool (*check)(const CwGame *game, int index, CwError *error); /* NULL: checked elsewhere */
    } tables[] = {
        {"actions", game->input.actions, game->input.action_count, CW_ACTION_MAX, check_action},
        {"collisions", game->content.collisions, game->content.collision_count,
         CW_COLLISION_CLASS_MAX, check_collisions},
        {"kinds", game->content.kinds, game->content.kind_count, INT16_MAX, check_kind},
        {"systems", game->content.systems, game->content.system_count,
         SCHEDULE_CAPACITY - world_system_count, NULL},
        {"sprites", game->looks.sprites, game->looks.sprite_count, INT16_MAX, check_sprite},
        {"sound.list", game->sound.list, game->sound.count, CW_SOUND_MAX, check_sound},
        {"clips", game->looks.clips, game->looks.clip_count, INT16_MAX, check_clip},
        {"levels", game->content.levels, game->content.level_count, LEVEL_MAX, check_level},
        {"emitters", game->looks.emitters, game->looks.emitter_count, CW_EMITTER_MAX,
         check_emitter},
        {"fonts", game->looks.fonts, game->looks.font_count, GAME_FONTS_MAX, check_font},
        {"credits", game->menu.credits, game->menu.credit_count, CW_CREDIT_MAX, check_credit},
        {"state_fields", game->content.state_fields, game->content.state_field_count, INT16_MAX,
         NULL},
        {"carry.fields", game->carry.fields, game->carry.field_count, INT16_MAX, NULL},
        {"defaults", game->menu.defaults, game->menu.default_count, INT16_MAX, check_default},
        {"rank.medals", game->rank.medals, game->rank.medal_count, CW_MEDAL_MAX, check_medal},
        {"menu.rows", game->menu.rows, game->menu.row_count, CW_MENU_ROW_MAX, check_menu_row},
        {"menu.labels", game->menu.labels, game->menu.label_count, INT16_MAX, NULL},
        {"menu.pages", game->menu.pages, game->menu.page_count, CW_MENU_PAGE_MAX, check_menu_page},
        {"menu.keys", game->menu.keys, game->menu.key_count, CW_CONFIG_KEY_MAX, NULL},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tables); i++) {
        if (tables[i].count < 0 || tables[i].count > tables[i].most) {
            return cw_error_set(error, "%s: %d of them; there may be 0 to %d", tables[i].name,
                                tables[i].count, tables[i].most);
        }
        if ((tables[i].rows == NULL) != (tables[i].count == 0)) {
            const char *name = tables[i].name;
            return cw_error_set(error, "%s: give the table together with its count", name);
        }
    }
    int limit = game->content.event_limit;
    if (limit < 0 || limit > CW_EVENT_LIMIT_MAX) {
        return cw_error_set(error, "event_limit: %d; use 0 to %d", limit, CW_EVENT_LIMIT_MAX);
    }
    bool ok = true;
    char words[96];
    current_breadcrumb.function = words; /* rows that are not there may crash */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tables); i++) {
        snprintf(words, sizeof words, "the check of the game's %s: is their count too large?",
                 tables[i].name);
        for (int row = 0; ok && tables[i].check != NULL && row < tables[i].count; row++) {
            ok = tables[i].check(game, row, error);
        }
    }
    current_breadcrumb.function = NULL;
    return ok;
}

bool game_check(const CwGame *game, CwError *error)
{
    if (game == NULL) {
        return cw_error_set(error, "cw_main needs the game's table (CwGame), not NULL");
    }
    Session session = {.desc.game = game};
    bool ok = check_identity(game, error) && check_tables(game, error) &&
              session_add_systems(&session, error) && check_menu_sounds(game, error) &&
              check_state(game, error) && check_looks(game, error);
    for (int i = 1; ok && i < game_player_count(game) && game->input.source == NULL; i++) {
        if (game->input.player_bindings[i - 1] == NULL) {
            report("player %d has no keys and no buttons: fill in input.player_bindings[%d]", i + 1,
                   i - 1);
        }
    }
    return ok || cw_error_context(error, "the game's table (CwGame)");
}
