#include "support/program.h"
#include "support/xvfb.h"

/* A game with sounds in a window, heard by SDL's `disk` driver, which writes what a card would
 * play: the way from event to device. */

static int prepare(void)
{
    return program_find_examples() && xvfb_start();
}

SET_UP(.prepare = prepare)
{
    temp_make();
    setenv("TEMP", temp_folder, 1);
}

/* The bot plays for so many ticks; what is said goes to `said`. */
static int play(const char *driver, const char *arguments)
{
    return system(
        textf("cd \"$TEMP\" && HOME=\"$TEMP\" SDL_AUDIODRIVER=%s SDL_DISKAUDIOFILE=card.raw "
              "\"$EXAMPLES/throw\" play --bot --tap grab@1 --set display.renderer=software %s "
              "2>said",
              driver, arguments));
}

/* Places of the beginnings of sounds in samples, seconds. */
static int find_beginnings(const char *name, int header_bytes, double *at_s, int most)
{
    FILE *file = fopen(temp_path(name), "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, header_bytes, SEEK_SET);
    int16_t frame[2];
    int count = 0;
    int64_t last = -100000;
    for (int64_t i = 0; fread(frame, sizeof frame, 1, file) == 1; i++) {
        bool heard = abs(frame[0]) + abs(frame[1]) > 600;
        if (heard && i - last > 9600 && count < most) {
            at_s[count++] = (double)i / 48000;
        }
        last = heard ? i : last;
    }
    fclose(file);
    return count;
}

/* The loudest sample of 10 ms from there: what a single tick began. */
static int peak_at(const char *name, int header_bytes, double at_s)
{
    FILE *file = fopen(temp_path(name), "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, header_bytes + 4 * lround(at_s * 48000), SEEK_SET);
    int16_t frame[2];
    int most = 0;
    for (int i = 0; i < 480 && fread(frame, sizeof frame, 1, file) == 1; i++) {
        int loud = abs(frame[0]) + abs(frame[1]);
        most = loud > most ? loud : most;
    }
    fclose(file);
    return most;
}

/* On a busy machine ticks come late to the card, and some sounds run together; the first one is the
 * same in any case, but for where the camera was when it was mixed. */
TEST(the_sound_card_plays_the_sounds_of_the_file)
{
    double card_s[32], file_s[32];
    ck_assert_int_eq(play("disk", "--ticks 300 --render-sound out.wav --sound-log log.csv"), 0);
    int heard = find_beginnings("card.raw", 0, card_s, 32);
    int written = find_beginnings("out.wav", 44, file_s, 32);
    ck_assert_int_ge(written, 3);
    EXPECT_WITHIN(heard, 1, written + 2);
    int card = peak_at("card.raw", 0, card_s[0]), file = peak_at("out.wav", 44, file_s[0]);
    EXPECT_WITHIN(card, 0.7 * file, 1.3 * file);
    expect_text(temp_read("log.csv"), ",play,knock,effects,");
}

TEST(without_a_sound_card_the_game_goes_on)
{
    ck_assert_int_eq(play("no-such-driver", "--ticks 30"), 0);
    expect_text(temp_read("said"), "clockwork: no sound: ");
}

TEST(sound_that_is_off_opens_no_card)
{
    ck_assert_int_eq(play("disk", "--ticks 30 --set audio.sound=off"), 0);
    ck_assert_int_ne(system(textf("grep -v ' too far behind ' '%s'", temp_path("said"))), 0);
    ck_assert_int_ne(access(temp_path("card.raw"), F_OK), 0);
}
