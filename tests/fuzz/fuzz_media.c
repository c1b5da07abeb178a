/* Pictures, sounds and fonts: whatever the bytes, a file is refused with words or becomes pixels,
 * samples or letters within the limits. The libraries that decode are not instrumented: faults in
 * them show as crashes, and as too much time or memory. The first byte chooses. */
#include "fuzz/support/input.h"
#include "paint/renderer.h"
#include "sound/sound_bank.h"

#include <unistd.h>

enum { WANTED_PX = 24, RATE_MIN_HZ = 4000, RATE_MAX_HZ = 192000, WIDTH_PX = 96, HEIGHT_PX = 54 };

static char folder[] = "/tmp/clockwork-fuzz-XXXXXX";

/* What SDL_image loses of a drawing without a size is not for LeakSanitizer: decode counts. */
__attribute__((weak)) void __lsan_ignore_object(void *memory);

static void *ignore(void *memory)
{
    if (memory != NULL && __lsan_ignore_object != NULL) {
        __lsan_ignore_object(memory);
    }
    return memory;
}

static void *ignored_malloc(size_t size)
{
    return ignore(malloc(size));
}

static void *ignored_calloc(size_t count, size_t size)
{
    return ignore(calloc(count, size));
}

static void *ignored_realloc(void *memory, size_t size)
{
    return ignore(realloc(memory, size));
}

/* The names are links to the file in memory. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const names[] = {"it.svg", "it.png", "it.wav", "it.ttf"};
    if (SDL_SetMemoryFunctions(ignored_malloc, ignored_calloc, ignored_realloc, free) != 0 ||
        mkdtemp(folder) == NULL) {
        return 1;
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (symlink(fuzz_file("", 0), path) != 0) {
            return 1;
        }
    }
    return 0;
}

static void decode(const char *name)
{
    ArtJob job = {.width_px = WANTED_PX, .height_px = WANTED_PX};
    snprintf(job.path, sizeof job.path, "%s/%s", folder, name);
    SDL_SetError("so that there is memory for errors before");
    int before = SDL_GetNumAllocations();
    CW_ASSERT(art_load_all(&job, 1), "give the fuzzer more memory");
    bool ok = job.bitmap.surface != NULL;
    CW_ASSERT(ok == (job.error.text[0] == '\0'), "refuse with words");
    bitmap_free(&job.bitmap);
    CW_ASSERT(!ok || SDL_GetNumAllocations() == before, "give everything back");
}

static void listen(void)
{
    const CwSoundDef def = {.file = "it.wav"};
    SoundBank bank = {.defs = &def, .count = 1, .folder = folder};
    CwError error = {0};
    CW_ASSERT(sound_bank_open(&bank, &error), error.text);
    sound_bank_load(&bank, 0);
    const SoundClip *clip = &bank.clips[0];
    CW_ASSERT((clip->frames > 0) == (clip->samples != NULL), "a sound has samples or is silent");
    CW_ASSERT(clip->frames == 0 || (clip->channels >= 1 && clip->channels <= 2 &&
                                    clip->rate_hz >= RATE_MIN_HZ && clip->rate_hz <= RATE_MAX_HZ),
              "keep to what the mixer plays");
    sound_bank_close(&bank);
}

static void letter(void)
{
    const CwFontDef def = {.file = "it.ttf"};
    const RendererDesc desc = {.table = {.camera_height_m = 9}, .art_dir = ""};
    Renderer *renderer = renderer_create_offscreen(WIDTH_PX, HEIGHT_PX, &desc, NULL);
    Viewport viewport = viewport_make(WIDTH_PX, HEIGHT_PX, SCALING_LETTERBOX,
                                      (CwPoint2){CW_VIEW_WIDTH, CW_VIEW_HEIGHT});
    CwDrawList list = {
        .typesetter = typesetter_create(&(FontsDesc){.defs = &def, .count = 1, .folder = folder})};
    CW_ASSERT(renderer != NULL && list.typesetter != NULL, "give the fuzzer more memory");
    renderer_set_viewport(renderer, &viewport, NULL);
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &(SpriteTable){.camera_height_m = 9});
    cw_draw_set_screen(&list);
    for (int size = 20; size <= 200; size += 180) {
        CwTextDraw text = {.text = "AVA A V \xD8\xA7V VA",
                           .face = CW_FACE_COUNT,
                           .size = size,
                           .y = 200,
                           .width = 900,
                           .outline = 2};
        CwTextSize taken = cw_text_measure(&list, &text);
        CW_ASSERT(isfinite(taken.width) && isfinite(taken.height), "measure in numbers");
        cw_draw_text(&list, &text);
    }
    draw_list_sort(&list);
    renderer_draw(renderer, &list);
    renderer_destroy(renderer);
    typesetter_destroy(list.typesetter);
    draw_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput in = {data, size};
    int kind = fuzz_pick(&in, 4);
    fuzz_file(in.data, in.left);
    if (kind == 3) {
        letter();
    } else if (kind == 2) {
        listen();
    } else {
        decode(kind == 0 ? "it.svg" : "it.png");
    }
    return 0;
}
