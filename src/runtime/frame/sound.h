/* Plays the sounds that frame phases request (clockwork/sound.h) on the card and into files.
 *
 * Owns the sounds and the mixers of the card and of --render-sound, which loads all sounds at once.
 * For the card, a thread loads all but music after the first picture; then the card opens. Music is
 * loaded when first requested. The old music plays until then, and is dropped after its fade. */
#pragma once

#include "base/log_file.h"
#include "clockwork/game.h"
#include "frame/config.h"
#include "host/host.h"
#include "platform/thread.h"
#include "sound/sound_live.h"
#include "sound/sound_track.h"
#include "ui/notices.h"

#include <stdatomic.h>

enum { SOUND_REQUESTS_MAX = 512, SOUND_LOOPS_MAX = 256 };

typedef struct SoundDesc {
    const CwGame *game;
    const Config *config; /* configuration in force; may change between frames */
    Host *host;
    const char *data_dir;    /* holds assets/sound; NULL or "": none */
    const char *render_path; /* file of --render-sound; NULL: none */
    const char *log_path;    /* file of --sound-log; NULL: none */
    bool is_mute;            /* opens no card */
    const Cache *cache;      /* keeps what generators made; NULL: none */
    Notices *captions;       /* gets the captions of sounds that begin, with comfort.subtitles */
} SoundDesc;

typedef struct SoundRequest {
    SoundCommand command;
    uint64_t tick; /* 0: the newest */
    bool has_place;
    CwPoint2 place;
    double reach_m;
} SoundRequest;

/* A loop that plays, with the newest command. */
typedef struct SoundLoop {
    SoundCommand command;
    bool is_declared; /* declared in this frame */
    bool is_audible;  /* loud enough for its caption */
} SoundLoop;

/* Mistakes of a game, each reported once. */
typedef enum SoundMistake {
    SOUND_NO_SUCH,
    SOUND_NOT_FINITE,
    SOUND_TOO_MANY,
    SOUND_MISTAKE_COUNT
} SoundMistake;

typedef struct Sound {
    SoundDesc desc;
    SoundLive *live; /* NULL: no card (yet) */
    SoundBank bank;
    char folder[PATH_BYTES_MAX]; /* folder of the sound files */
    bool loads_after_frame;      /* the loader starts when the first frame ends */
    Thread *loader;              /* started and not joined yet; NULL: none */
    int music_to_load;           /* music for the loader to load, while the card is open */
    SoundLive *loaded;           /* loader's result, to be opened; NULL: the loader failed */
    CwError load_error;          /* cause of the loader's failure */
    atomic_bool is_ready;        /* the loader has ended */
    atomic_bool given_up;        /* tells the loader to stop */
    SoundCommand waiting;        /* command for the card, waiting for its sound to be loaded */
    bool is_waiting;             /* `waiting` is set */
    SoundTrack track;
    LogFile log;
    int tick_rate;
    SoundRequest requests[SOUND_REQUESTS_MAX];
    int request_count;
    SoundLoop loops[SOUND_LOOPS_MAX];
    int loop_count;
    SoundCommand music;        /* newest command for music */
    bool has_music;            /* the run has requested music or silence */
    bool must_resend_music;    /* the music is sent again to a newly opened card */
    bool is_first_frame;       /* first frame of a run */
    bool is_restarting;        /* time jumped: loops and music are sent again */
    float tempo;               /* newest tempo */
    SoundCommand sent_volumes; /* volumes and tempo last sent */
    float speed;
    uint64_t tick; /* tick of the previous frame */
    bool was_reported[SOUND_MISTAKE_COUNT];
} Sound;

typedef struct SoundMoment {
    uint64_t tick;      /* newest tick */
    int ticks;          /* ticks of this frame */
    uint64_t safe_tick; /* no rewind can go back before it */
    double speed;       /* speed of time; 0: paused, negative: a rewind */
    bool has_jumped;    /* by a seek or a rewind */
    bool is_backdrop;   /* the run behind the title */
    const CwCamera *camera;
    int64_t now_ns; /* real clock */
} SoundMoment;

/* Opens the sound. False: a requested file can't be made. */
bool sound_open(Sound *sound, const SoundDesc *desc, CwError *error);

/* Waits until the card's sounds are loaded, if the game has any, and opens the card. */
void sound_await(Sound *sound);

/* Plays a sound of CwGame.sound.menu in this frame; CW_SOUND_NONE is silent. */
void sound_play_menu(Sound *sound, int number);

void sound_begin_run(Sound *sound, int tick_rate);

void sound_end_frame(Sound *sound, const SoundMoment *moment);

/* False if a file is incomplete. */
bool sound_close(Sound *sound);
