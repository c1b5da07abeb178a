#include "app/level_picture.h"

#include "app/playback.h"
#include "app/stage.h"
#include "base/path.h"
#include "clockwork/worlds.h"
#include "sim/replay_run.h"
#include "time/real_clock.h"

#include <stdio.h>
#include <unistd.h>

static const int64_t BIT_NS = 4000000; /* of a frame */

static void close_world(LevelPicture *picture)
{
    if (picture->is_open) {
        session_close(&picture->session);
    }
    picture->is_open = false;
    cw_replay_free(picture->replay);
    picture->replay = NULL;
}

void level_picture_end(LevelPicture *picture)
{
    close_world(picture);
    renderer_destroy(picture->renderer);
    draw_list_free(&picture->list);
    *picture = (LevelPicture){0};
}

static bool open_replay(LevelPicture *picture, const char *level)
{
    const LevelPictureDesc *desc = &picture->desc;
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES + 4];
    snprintf(name, sizeof name, "%s.cwr", level);
    if (desc->replays_dir == NULL || !path_join(path, desc->replays_dir, name) ||
        access(path, R_OK) != 0) {
        return false;
    }
    ReplayPlayer player = {.game = desc->game,
                           .levels = desc->levels,
                           .fingerprint = desc->fingerprint,
                           .slot = ARENA_SLOT_ANY};
    CwError refused = {0};
    picture->replay = cw_replay_load(path, &refused);
    return picture->replay != NULL &&
           replay_open_session(&picture->session, picture->replay, &player, &refused);
}

static bool open_level(LevelPicture *picture, const char *level, CwError *error)
{
    const LevelPictureDesc *desc = &picture->desc;
    SessionDesc session = playback_session_desc(desc->game, desc->config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    session.slot = ARENA_SLOT_ANY;
    session.map_path = path;
    session.level = name;
    return levels_resolve(desc->levels, level, path, name, error) &&
           session_open(&picture->session, &session, error);
}

bool level_picture_begin(LevelPicture *picture, const LevelPictureDesc *desc, const char *level,
                         CwError *error)
{
    close_world(picture);
    picture->desc = *desc;
    picture->is_open = open_replay(picture, level);
    if (!picture->is_open) {
        cw_replay_free(picture->replay);
        picture->replay = NULL;
        picture->is_open = open_level(picture, level, error);
    }
    game_config_update(&picture->game_config, desc->game, desc->config, true);
    return picture->is_open;
}

static uint64_t moment(const LevelPicture *picture)
{
    return picture->replay == NULL ? 0 : picture->replay->tick_count / 2;
}

static bool play(LevelPicture *picture, CwError *error)
{
    int64_t begin_ns = real_clock_now_ns(NULL);
    Session *session = &picture->session;
    bool good = true;
    while (good && cw_world_tick(session->world) < moment(picture) &&
           real_clock_now_ns(NULL) - begin_ns < BIT_NS) {
        good = replay_run_tick(session, picture->replay, error);
    }
    return good;
}

/* Its sprites are rasterised for this size: that takes a frame of its own. */
static bool make_renderer(LevelPicture *picture, CwError *error)
{
    const LevelPictureDesc *desc = &picture->desc;
    CwViewRect base = game_view(desc->game);
    char art[PATH_BYTES_MAX];
    path_join(art, desc->data_dir == NULL ? "" : desc->data_dir, "assets/art");
    RendererDesc looks = {.table = *desc->sprites, .art_dir = art, .path = RENDER_PATH_SPANS};
    picture->renderer =
        renderer_create_offscreen(PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX, &looks, error);
    picture->viewport = viewport_make(PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX, SCALING_EXPAND,
                                      (CwPoint2){base.width, base.height});
    picture->list.view = picture->viewport.view;
    picture->list.typesetter = desc->typesetter;
    return picture->renderer != NULL &&
           renderer_set_viewport(picture->renderer, &picture->viewport, error);
}

static bool paint(LevelPicture *picture, CwError *error)
{
    Session *session = &picture->session;
    int count = 0;
    const CwSpriteDef *pictures = session->map == NULL ? NULL : map_pictures(session->map, &count);
    SpriteTable table = *picture->desc.sprites;
    table.pictures = pictures;
    table.picture_count = count;
    CwFrame frame = {.input = session->input.players,
                     .alpha = 1,
                     .draw = &picture->list,
                     .camera = &session->camera,
                     .view = session->view_memory,
                     .systems = &session->frame_systems,
                     .config = &picture->game_config,
                     .jumped = true,
                     .backdrop = true};
    session_run_phase(session, CW_PHASE_EARLY, &frame, false);
    stage_draw_session(session, &frame, &(StagePicture){.sprites = &table});
    draw_list_sort(&picture->list);
    session_run_phase(session, CW_PHASE_END_FRAME, &frame, false);
    if (!renderer_set_pictures(picture->renderer, pictures, count, error)) {
        return false;
    }
    renderer_draw(picture->renderer, &picture->list);
    return true;
}

/* Whole or not at all. */
static bool save(LevelPicture *picture, const char *path, CwError *error)
{
    char draft[PATH_BYTES_MAX + 8];
    snprintf(draft, sizeof draft, "%s.new", path);
    if (!renderer_save_png(picture->renderer, draft, error)) {
        return false;
    }
    return rename(draft, path) == 0 || cw_error_set(error, "%s can't be written", path);
}

PictureState level_picture_work(LevelPicture *picture, const char *path, CwError *error)
{
    if (picture->renderer == NULL) {
        return make_renderer(picture, error) ? PICTURE_UNDERWAY : PICTURE_REFUSED;
    }
    if (!play(picture, error)) {
        return PICTURE_REFUSED;
    }
    if (cw_world_tick(picture->session.world) < moment(picture)) {
        return PICTURE_UNDERWAY;
    }
    bool done = paint(picture, error) && save(picture, path, error);
    close_world(picture);
    return done ? PICTURE_DONE : PICTURE_REFUSED;
}
