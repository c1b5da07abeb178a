/* What players type: a line of text with its keys, the words of a binding, and held and tapped
 * actions of the command line. The first byte chooses. */
#include "base/text.h"
#include "fuzz/support/input.h"
#include "host/bindings.h"
#include "program/program.h"
#include "sim/possible_input.h"
#include "windup/windup.h"

enum { WORDS_BYTES = 400, PIECE_BYTES = 24, TICKS = 12 };

/* The next bytes as a text of its own, so that ASan finds what reads after it. */
static char *take_text(FuzzInput *in, size_t most)
{
    size_t length = in->left < most ? in->left : most;
    char *text = calloc(1, length + 1);
    CW_ASSERT(text != NULL, "give the fuzzer more memory");
    memcpy(text, in->data, length);
    in->data += length;
    in->left -= length;
    return text;
}

static bool is_boundary(const TextEdit *edit, int place)
{
    int at = 0;
    while (at < place && at < edit->length) {
        at = text_character_end(edit->text, edit->length, at);
    }
    return at == place;
}

static void check_edit(const TextEdit *edit)
{
    const char *end = edit->text + edit->length;
    CW_ASSERT(edit->length <= edit->limit && strlen(edit->text) == (size_t)edit->length,
              "keep to the limit");
    for (const char *at = edit->text; at < end;) {
        const char *from = at;
        uint32_t letter = utf8_next(&at, end);
        CW_ASSERT(letter >= ' ' && letter != 0x7F && (letter < 0x80 || letter > 0x9F),
                  "no control characters");
        CW_ASSERT(letter != UTF8_REPLACEMENT || at - from == 3, "only whole characters");
    }
    CW_ASSERT(is_boundary(edit, edit->cursor) && is_boundary(edit, edit->anchor),
              "stay between characters");
}

static void type(FuzzInput *in)
{
    TextEdit edit;
    char copy[CW_TEXT_ENTRY_BYTES_MAX + 1];
    int limit = 1 + fuzz_pick(in, CW_TEXT_ENTRY_BYTES_MAX);
    char *begins = take_text(in, fuzz_byte(in));
    text_edit_begin(&edit, begins, limit);
    free(begins);
    check_edit(&edit);
    while (in->left > 0) {
        unsigned how = fuzz_byte(in);
        TextUnit unit = (TextUnit)(how / 8 % 3);
        int way = how / 32 % 2 == 0 ? -1 : 1;
        char *piece = how % 8 < 3 ? take_text(in, 1 + how / 16) : NULL;
        if (piece != NULL) {
            text_edit_insert(&edit, piece);
            free(piece);
        } else if (how % 8 < 5) {
            text_edit_move(&edit, unit, way, how >= 128);
        } else if (how % 8 == 5) {
            text_edit_delete(&edit, unit, way);
        } else if (how % 8 == 6) {
            text_edit_select_all(&edit);
        } else {
            text_edit_copy(&edit, copy);
            text_edit_insert(&edit, copy);
        }
        check_edit(&edit);
    }
}

static void bind(const char *text)
{
    Binding items[BINDING_MAX] = {{0}}, again = {0};
    int count = 0, one = 0;
    CwError error = {0}, second = {0};
    bool ok = bindings_parse(text, items, BINDING_MAX, &count, &error);
    CW_ASSERT(ok == (error.text[0] == '\0'), "refuse with words");
    for (int i = 0; i < count; i++) {
        char word[BINDING_WORD_BYTES], label[BINDING_LABEL_BYTES];
        binding_word(&items[i], word);
        binding_label(&items[i], label);
        CW_ASSERT(bindings_parse(word, &again, 1, &one, &second) && one == 1 &&
                      again.source == items[i].source && again.code == items[i].code &&
                      again.sign == items[i].sign &&
                      memcmp(&again.zone, &items[i].zone, sizeof again.zone) == 0,
                  "read back what was written");
    }
}

static void tap(FuzzInput *in)
{
    static Program player;
    player = (Program){.game = &windup_game};
    CwTickInput before = {0};
    while (in->left > 0) {
        bool holds = fuzz_byte(in) % 2 == 0;
        char *text = take_text(in, PIECE_BYTES);
        player.options = &(Options){
            .run = {.holds = {text}, .taps = {text}, .hold_count = holds, .tap_count = !holds}};
        bool ok = program_read_script(&player) == EXIT_OK;
        CW_ASSERT(ok == (player.failure.text[0] == '\0'), "refuse with words");
        free(text);
        if (!ok) {
            return; /* the program ends */
        }
    }
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        CwTickInput input = {0};
        CwError error = {0};
        cw_input_derive_edges(&input.players[0], &before.players[0]);
        input_script_apply(&player.script, tick, 60, &before, &input);
        CW_ASSERT(possible_input_check(&input.players[0], &before.players[0],
                                       windup_game.input.action_count, false, &error),
                  error.text);
        before = input;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput in = {data, size};
    int kind = fuzz_pick(&in, 4);
    if (kind < 2) {
        type(&in);
    } else if (kind == 2) {
        char *text = take_text(&in, WORDS_BYTES);
        bind(text);
        free(text);
    } else {
        tap(&in);
    }
    return 0;
}
