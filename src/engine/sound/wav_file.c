#include "sound/wav_file.h"

#include "base/file.h"
#include "base/report.h"
#include "clockwork/sound.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { HEADER_BYTES = 44, CHANNELS = 2, FRAME_BYTES = 4 };

static const int64_t FRAMES_MAX = (INT64_C(0xffffffff) - HEADER_BYTES) / FRAME_BYTES;

static uint8_t *put(uint8_t *at, const char *tag, uint32_t number, int bytes)
{
    size_t length = strlen(tag);
    memcpy(at, tag, length);
    at += length;
    for (int i = 0; i < bytes; i++) {
        *at++ = (uint8_t)(number >> 8 * i);
    }
    return at;
}

/* Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
 */
static bool write_header(WavFile *wav)
{
    uint8_t header[HEADER_BYTES], *at = header;
    uint32_t bytes = (uint32_t)(wav->frames * FRAME_BYTES);
    at = put(at, "RIFF", bytes + HEADER_BYTES - 8, 4);
    at = put(at, "WAVEfmt ", 16, 4);
    at = put(at, "", 1, 2); /* PCM */
    at = put(at, "", CHANNELS, 2);
    at = put(at, "", CW_SOUND_RATE, 4);
    at = put(at, "", CW_SOUND_RATE * FRAME_BYTES, 4);
    at = put(at, "", FRAME_BYTES, 2);
    at = put(at, "", 16, 2); /* bits */
    put(at, "data", bytes, 4);
    bool good = fflush(wav->file) == 0 && fseek(wav->file, 0, SEEK_SET) == 0 &&
                fwrite(header, sizeof header, 1, wav->file) == 1 && fflush(wav->file) == 0 &&
                fseek(wav->file, 0, SEEK_END) == 0;
    wav->headed = wav->frames;
    return good;
}

static void give_up(WavFile *wav, const char *why)
{
    report("can't write %s any more: %s; it plays up to there, and the run goes on", wav->path,
           why);
    fclose(wav->file);
    *wav = (WavFile){.path = wav->path, .frames = wav->frames, .cut = true};
}

bool wav_file_open(WavFile *wav, const char *path, CwError *error)
{
    *wav = (WavFile){.file = file_create(path), .path = path};
    if (wav->file != NULL && write_header(wav)) {
        return true;
    }
    int cause = errno;
    if (wav->file != NULL) {
        fclose(wav->file);
    }
    *wav = (WavFile){0};
    return cw_error_set(error, "can't write %s: %s", path, file_reason(cause));
}

void wav_file_write(WavFile *wav, const int16_t *samples, int frames)
{
    if (wav->file == NULL) {
        return;
    }
    if (wav->frames + frames > FRAMES_MAX) {
        give_up(wav, "a WAV file has at most 4 GiB");
        return;
    }
    bool good = fwrite(samples, FRAME_BYTES, (size_t)frames, wav->file) == (size_t)frames;
    wav->frames += good ? frames : 0;
    if (good && wav->frames - wav->headed >= CW_SOUND_RATE) {
        good = write_header(wav);
    }
    if (!good) {
        give_up(wav, strerror(errno));
    }
}

void wav_file_empty(WavFile *wav)
{
    if (wav->file == NULL) {
        return;
    }
    wav->frames = 0;
    if (fflush(wav->file) != 0 || ftruncate(fileno(wav->file), 0) != 0 || !write_header(wav)) {
        give_up(wav, strerror(errno));
    }
}

bool wav_file_close(WavFile *wav)
{
    bool good = !wav->cut;
    if (wav->file != NULL) {
        good = write_header(wav);
        good = fclose(wav->file) == 0 && good;
        if (!good) {
            report("the end of %s could not be written: %s", wav->path, strerror(errno));
        }
    }
    *wav = (WavFile){0};
    return good;
}
