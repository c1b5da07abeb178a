#include "frame/stage.h"

#include "clockwork/worlds.h"
#include "draw/particles.h"
#include "host/bindings.h"
#include "paint/renderer.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Frames a second in the background, while the game is paused there and while it is throttled. */
static const double BACKGROUND_FPS = 10;
static const double THROTTLED_FPS = 30;
static const double FPS_TAU_S = 0.5;
static const double DEFAULT_REFRESH_HZ = 60;
static const double LOADING_PACES = 1.5; /* a longer frame loaded something */
static const double STALL_PACES = 2;     /* a longer frame is a stall, if it drops time */

static void fit_viewport(Stage *stage, const HostStatus *status)
{
    Scaling scaling = stage->desc.config->scaling;
    Viewport *viewport = &stage->viewport;
    Host *host = stage->desc.host;
    CwViewRect base = game_view(stage->desc.game);
    *viewport = viewport_make(status->width_px, status->height_px, scaling,
                              (CwPoint2){base.width, base.height});
    if (host->set_viewport != NULL) {
        host->set_viewport(host->self,
                           &(ViewportPlace){viewport->origin_px.x, viewport->origin_px.y,
                                            viewport->scale_x, viewport->scale_y});
    }
    stage->draw_list.view = stage->devices.view = viewport->view;
}

static bool fit_picture(Stage *stage, const HostStatus *status, CwError *error)
{
    Renderer *renderer = stage->desc.renderer;
    fit_viewport(stage, status);
    return renderer == NULL || renderer_set_viewport(renderer, &stage->viewport, error);
}

SpriteTable game_sprites(const CwGame *game)
{
    return (SpriteTable){.sprites = game->looks.sprites,
                         .count = game->looks.sprite_count,
                         .camera_height_m = game->looks.camera_height_m,
                         .clips = game->looks.clips,
                         .clip_count = game->looks.clip_count};
}

bool stage_open(Stage *stage, const StageDesc *desc, CwError *error)
{
    const CwGame *game = desc->game;
    stage->desc = *desc;
    stage->typing.host = desc->host;
    stage->is_exposed = true;
    stage->sprites = game_sprites(game);
    stage->status = desc->host->status(desc->host->self);
    char folder[PATH_BYTES_MAX];
    path_join(folder, desc->data_dir == NULL ? "" : desc->data_dir, "assets/font");
    stage->typesetter =
        typesetter_create(&(FontsDesc){game->looks.fonts, game->looks.font_count, folder});
    if (stage->typesetter != NULL) {
        typesetter_set_language(stage->typesetter, language_name());
    }
    stage->draw_list.typesetter = stage->typesetter;
    stage->draw_list.translate = cw_text;
    frame_pacer_init(&stage->pacer, stage->status.refresh_hz);
    players_init(&stage->players, &stage->devices, game_player_count(game));
    stage->players.first_with_pad &= game->input.source == NULL;
    collector_init(&stage->ui_input, &stage->devices);
    fit_viewport(stage, &stage->status);
    return stage->typesetter != NULL || cw_error_set(error, "out of memory; close other programs");
}

void stage_close(Stage *stage)
{
    typesetter_destroy(stage->typesetter);
    draw_list_free(&stage->draw_list);
    free(stage->pictures);
}

/* ---- waiting ---- */

double host_refresh_hz(const HostStatus *status)
{
    return status->refresh_hz > 0 ? status->refresh_hz : DEFAULT_REFRESH_HZ;
}

int64_t stage_display_interval_ns(const Stage *stage)
{
    HostStatus status = stage->desc.host->status(stage->desc.host->self);
    bool is_paced = status.is_paced_by_display && !status.is_minimised && !stage->is_still;
    return is_paced ? 0 : limiter_interval_ns(host_refresh_hz(&status));
}

/* The least length of a frame: by the player's limit, the background and an unpaced display. */
static int64_t frame_interval_ns(const Stage *stage, const HostStatus *status, int64_t asked_ns)
{
    const Config *config = stage->desc.config;
    bool is_live = stage->desc.guest != NULL && stage->desc.guest->is_live;
    bool is_hidden = (!status->is_focused || status->is_minimised) && !is_live;
    double limit_hz = 0;
    if (stage->is_background && is_hidden) {
        limit_hz = BACKGROUND_FPS;
    } else if (is_hidden && config->background == CONFIG_BACKGROUND_THROTTLE) {
        limit_hz = THROTTLED_FPS;
    } else if (status->is_minimised || stage->is_background || stage->is_still ||
               (config->vsync && !status->is_paced_by_display)) {
        limit_hz = host_refresh_hz(status);
    }
    int64_t limit_ns = limiter_interval_ns(limit_hz);
    return limit_ns > asked_ns ? limit_ns : asked_ns;
}

void stage_wait(Stage *stage, int64_t interval_ns)
{
    Host *host = stage->desc.host;
    HostStatus status = host->status(host->self);
    int64_t wanted_ns = frame_interval_ns(stage, &status, interval_ns);
    int64_t due_ns = limiter_next_ns(&stage->limiter, host->now_ns(host->self), wanted_ns);
    stage->is_after_pause_wait = false;
    if (wanted_ns > 0) {
        stage_wait_until(stage, due_ns);
    }
}

void stage_wait_until(Stage *stage, int64_t due_ns)
{
    Host *host = stage->desc.host;
    stage->is_after_pause_wait = stage->is_still && stage->is_paused;
    host->wait_until_ns(host->self, due_ns,
                        stage->is_after_pause_wait ? HOST_WAIT_PAUSED : HOST_WAIT_EXACT);
}

/* ---- the frame's beginning ---- */

enum { SCANCODE_ESCAPE = 41, PAD_B = 1 }; /* as in SDL */

static Binding binding_of(const InputEvent *event)
{
    BindingSource source = event->type == INPUT_KEY            ? BINDING_KEY
                           : event->type == INPUT_MOUSE_BUTTON ? BINDING_MOUSE
                           : event->type == INPUT_PAD_BUTTON   ? BINDING_PAD_BUTTON
                                                               : BINDING_PAD_AXIS;
    int sign = source != BINDING_PAD_AXIS ? 0 : event->value > 0 ? 1 : -1;
    return (Binding){.source = source, .code = event->code, .sign = sign};
}

/* True when the event is consumed. Releases are not, so that nothing stays held. */
static bool catch_binding(BindingCatch *catch, const InputEvent *event)
{
    bool is_axis = event->type == INPUT_PAD_AXIS && !catch->is_for_any,
         is_pad = is_axis || event->type == INPUT_PAD_BUTTON;
    bool is_button = is_pad || event->type == INPUT_KEY ||
                     (event->type == INPUT_MOUSE_BUTTON && !catch->is_for_any);
    int least = is_axis ? AXIS_FULL / 2 + 1 : 1; /* an axis counts from halfway on */
    if (catch->state != CATCH_WAITS || !is_button || abs(event->value) < least) {
        return false;
    }
    if (event->is_repeat) {
        return true;
    }
    bool is_cancelled =
        (event->type == INPUT_KEY && event->code == SCANCODE_ESCAPE) ||
        (catch->is_for_any && event->type == INPUT_PAD_BUTTON && event->code == PAD_B);
    if (is_cancelled) {
        catch->state = CATCH_OFF;
    } else if (catch->is_for_any || is_pad == catch->is_for_pad) {
        catch->binding = binding_of(event);
        catch->device = is_pad ? event->device : -1;
        catch->state = CATCH_CAUGHT;
    }
    return true;
}

/* A mouse button's event has no place of its own: it is where the mouse moved last. */
static bool handle_button_event(Stage *stage, const InputEvent *event)
{
    const InputCollector *ui = &stage->ui_input;
    bool is_mouse = event->type == INPUT_MOUSE_BUTTON;
    CwPoint2 at =
        is_mouse ? (CwPoint2){ui->pointer_x, ui->pointer_y} : (CwPoint2){event->x, event->y};
    return screen_buttons_handle_event(&stage->buttons, event,
                                       ui_view_point(stage->viewport.view, at));
}

/* Offers an event to the guest, a row that waits for a key, typing, buttons, and then devices. */
static void apply_event(Stage *stage, const InputEvent *event)
{
    const LoopGuest *guest = stage->desc.guest;
    if (guest != NULL && guest->handle_event != NULL && guest->handle_event(guest->self, event)) {
        return;
    }
    device_use_handle_event(&stage->device_use, event);
    stage->device_use.has_lost_pad |=
        event->type == INPUT_PAD_REMOVED && players_pad_owner(&stage->players, event->device) >= 0;
    if (catch_binding(&stage->binding_catch, event) ||
        typing_handle_event(&stage->typing, event, &stage->ui_input.map) ||
        handle_button_event(stage, event)) {
        return;
    }
    /* Fingers point in menus, like a mouse. */
    if (event->type == INPUT_TOUCH_DOWN || event->type == INPUT_TOUCH_MOVE) {
        const InputEvent motion = {.type = INPUT_MOUSE_MOTION, .x = event->x, .y = event->y};
        collector_push(&stage->ui_input, &motion);
    }
    device_state_apply(&stage->devices, event);
    /* A controller that chooses letters presses nothing in the game. */
    bool is_pad = event->type == INPUT_PAD_BUTTON || event->type == INPUT_PAD_AXIS;
    bool was_suspended = stage->players.collectors[0].is_suspended;
    players_suspend(&stage->players, was_suspended || (is_pad && typing_is_on(&stage->typing)));
    bool is_used = players_push(&stage->players, event);
    players_suspend(&stage->players, was_suspended);
    typing_keep(&stage->typing, event, is_used);
    if (is_used) {
        latency_event(&stage->latency, event->time_ns);
    }
    collector_push(&stage->ui_input, event);
}

static void apply_oldest_event(Stage *stage)
{
    apply_event(stage, &stage->queue[stage->handled_count++ % QUEUED_EVENTS_MAX].event);
}

void stage_queue_event(void *context, const InputEvent *event)
{
    Stage *stage = context;
    if (event->type == INPUT_FILE) {
        snprintf(stage->dropped, sizeof stage->dropped, "%s", event->text);
        path_clean(stage->dropped);
        return;
    }
    if (stage->queued_count - stage->handled_count == QUEUED_EVENTS_MAX) {
        apply_oldest_event(stage);
    }
    QueuedEvent *newest = &stage->queue[stage->queued_count++ % QUEUED_EVENTS_MAX];
    newest->event = *event;
    newest->event.text = newest->text;
    snprintf(newest->text, sizeof newest->text, "%s", event->text != NULL ? event->text : "");
}

/* Waits until owners have handled text that began or ended, or a caught key, in this frame. */
static bool input_waits(const Stage *stage)
{
    const Typing *typing = &stage->typing;
    return typing->must_release_keys || stage->binding_catch.state == CATCH_CAUGHT ||
           (!typing_is_on(typing) && typing->status != CW_TEXT_ENTRY_NONE);
}

static bool has_menu_edges(const Stage *stage)
{
    CwInputFrame next = collector_peek_tick(&stage->ui_input);
    return (next.pressed | next.released | stage->buttons.pressed) != 0;
}

bool stage_dispatch_input(Stage *stage)
{
    uint32_t before = stage->handled_count;
    while (stage->handled_count != stage->queued_count && !has_menu_edges(stage) &&
           !input_waits(stage)) {
        apply_oldest_event(stage);
    }
    bool has_more = stage->handled_count != before || has_menu_edges(stage);
    stage->ui_ns = has_more ? 0 : stage->ui_ns;
    return has_more;
}

CwInputFrame stage_latch_menus(Stage *stage)
{
    CwInputFrame input = collector_latch_tick(&stage->ui_input);
    screen_buttons_add(&stage->buttons, &input);
    CwPoint2 at = ui_view_point(stage->viewport.view, (CwPoint2){input.pointer_x, input.pointer_y});
    input.pointer_x = (int16_t)floor(fmax(INT16_MIN, fmin(at.x, INT16_MAX)));
    input.pointer_y = (int16_t)floor(fmax(INT16_MIN, fmin(at.y, INT16_MAX)));
    return input;
}

/* Keys type text from now on, so held keys are released first. */
static void release_keys(Stage *stage)
{
    for (int code = 0; code < KEY_CODE_COUNT; code++) {
        const InputEvent up = {.type = INPUT_KEY, .code = code, .time_ns = stage->begin_ns};
        if (keys_have(&stage->devices.keys, code)) {
            apply_event(stage, &up);
        }
    }
}

/* display.background = pause: while the window is minimised or lacks the keyboard. */
static void follow_background(Stage *stage)
{
    const HostStatus *status = &stage->status;
    bool is_held = stage->desc.config->background == CONFIG_BACKGROUND_PAUSE &&
                   (!status->is_focused || status->is_minimised);
    if (is_held != stage->is_background) {
        stage->is_background = is_held;
        frame_pacer_set_refresh(&stage->pacer, status->refresh_hz);
        frame_pacer_hold(&stage->pacer);
    }
}

static bool follow_window(Stage *stage, CwError *error)
{
    const HostStatus *status = &stage->status;
    Renderer *renderer = stage->desc.renderer;
    bool has_changed = status->was_resized || stage->frame_count == 0;
    bool ok = !has_changed || fit_picture(stage, status, error);
    bool is_lost = status->has_lost_textures;
    stage->is_exposed |= status->is_exposed;
    if (has_changed || is_lost || status->is_fullscreen != stage->was_fullscreen) {
        stage->loading_frames = STAGE_LOADING_FRAMES;
    }
    stage->was_fullscreen = status->is_fullscreen;
    if (status->has_new_display) {
        frame_pacer_set_refresh(&stage->pacer, status->refresh_hz);
    }
    ok = (renderer == NULL || !is_lost || renderer_restore_textures(renderer, error)) && ok;
    if (stage->desc.has_background) {
        follow_background(stage);
    }
    return ok;
}

bool stage_begin_frame(Stage *stage, CwError *error)
{
    Host *host = stage->desc.host;
    if (stage->typing.must_release_keys) {
        release_keys(stage);
        collector_rebind(&stage->ui_input, &stage->ui_input.map);
        stage->typing.must_release_keys = false;
    }
    int64_t now_ns = host->begin_frame(host->self, stage_queue_event, stage);
    stage_dispatch_input(stage);
    stage->status = host->status(host->self);
    if (stage->status.must_quit) {
        return true;
    }
    stage->measured_ns = stage->has_begun ? now_ns - stage->begin_ns : 0;
    stage->begin_ns = now_ns;
    stage->has_begun = true;
    double length_s = fmax(0, (double)stage->measured_ns * 1e-9);
    double share = stage->mean_frame_s > 0 ? 1 - exp(-length_s / FPS_TAU_S) : 1;
    stage->mean_frame_s += share * (length_s - stage->mean_frame_s);
    stage->ui_ns = stage->measured_ns > 0 ? stage->measured_ns : 0;
    stage->real_ns += stage->ui_ns;
    return follow_window(stage, error);
}

/* ---- time ---- */

/* The pacer subtracts dropped real time from its readings. */
PacedTime stage_pace(Stage *stage, bool loaded)
{
    FramePacer *pacer = &stage->pacer;
    double skipped_before_ns = pacer->skipped_ns;
    stage->has_stalled = (double)stage->measured_ns > STALL_PACES * pacer->length.pace_ns;
    pacer->mode = stage->desc.config->pacing;
    if (stage->is_after_pause_wait && !loaded) { /* its length says nothing about the display */
        frame_pacer_skip(pacer);
        return (PacedTime){.shown_ns = pacer->shown_ns};
    }
    if (loaded) {
        frame_pacer_hold(pacer);
        stage->loading_frames = STAGE_LOADING_FRAMES;
    }
    int64_t shown_ns = frame_pacer_frame(pacer, stage->begin_ns);
    if (loaded) {
        frame_pacer_skip(pacer);
    }
    double skipped_ns = pacer->skipped_ns - skipped_before_ns;
    return (PacedTime){shown_ns, llround(fmin(skipped_ns, 1e18))};
}

/* ---- the frame's end ---- */

void stage_update_views(Session *session, CwFrame *frame)
{
    session_collect_events(session);
    frame->events =
        (CwFrameEvents){session->events, session->event_count, session->lost_event_count};
    session_run_phase(session, CW_PHASE_UPDATE, frame);
    session_run_phase(session, CW_PHASE_PRE_RENDER, frame);
}

void stage_draw_session(Session *session, CwFrame *frame, const SpriteTable *sprites)
{
    stage_update_views(session, frame);
    session->camera.view = game_view(session->desc.game); /* games may set it as a whole */
    CwPoint2 shake_m = session->camera.shake_m;
    session->camera.shake_m =
        (CwPoint2){shake_m.x * frame->comfort.shake, shake_m.y * frame->comfort.shake};
    draw_list_begin(frame->draw, &session->camera, sprites);
    session_run_phase(session, CW_PHASE_RENDER, frame);
    session->camera.shake_m = shake_m; /* games may use it again */
    draw_view_end_all(frame->draw);
    particles_end_frame(frame->particles, frame->draw);
    cw_draw_set_blend(frame->draw, CW_BLEND_NORMAL);
}

void cw_world_draw(const CwWorld *world, CwFrame *frame, CwPoint2 offset_m, CwColour tint)
{
    CwDrawList *list = frame->draw;
    cw_draw_set_look(list, offset_m, tint);
    entities_draw(world, frame);
    cw_draw_set_look(list, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 255});
    cw_draw_set_layer(list, 0);
}

bool stage_load_pictures(Stage *stage, CwError *error)
{
    Renderer *renderer = stage->desc.renderer;
    const PictureRows *played = &stage->played, *own = &stage->own;
    size_t count = (size_t)played->count + (size_t)own->count;
    CwSpriteDef *all = calloc(count + 1, sizeof *all);
    if (all == NULL) {
        return cw_error_set(error, "out of memory for pictures");
    }
    for (int i = 0; i < played->count + own->count; i++) {
        all[i] = i < played->count ? played->rows[i] : own->rows[i - played->count];
    }
    free(stage->pictures);
    stage->sprites.pictures = stage->pictures = all;
    stage->sprites.picture_count = (int)count;
    return renderer == NULL || renderer_set_pictures(renderer, all, (int)count, error);
}

/* Whether painting can be left out: the screen shows this picture already, or the window is
 * minimised. A display that paces an unpaused loop gets all pictures. */
static bool is_still(const Stage *stage, uint64_t hash)
{
    const HostStatus *status = &stage->status;
    bool is_same =
        hash == stage->picture_hash && (stage->is_paused || !status->is_paced_by_display);
    return !stage->is_exposed && (is_same || status->is_minimised);
}

void stage_paint(Stage *stage, bool seen)
{
    draw_list_sort(&stage->draw_list);
    Renderer *renderer = seen ? stage->desc.renderer : NULL;
    uint64_t picture_hash =
        renderer == NULL ? 0 : draw_list_hash(&stage->draw_list) + renderer_generation(renderer);
    stage->is_still = renderer != NULL && is_still(stage, picture_hash);
    if (renderer != NULL && !stage->is_still) {
        renderer_draw(renderer, &stage->draw_list);
        stage->picture_hash = picture_hash;
        stage->is_exposed = false;
        stage->painted_count++;
    }
    cw_draw_set_screen(&stage->draw_list); /* phases before the next picture measure texts on it */
}

bool stage_present(Stage *stage)
{
    Host *host = stage->desc.host;
    if (!stage->is_still) {
        host->present(host->self);
    }
    stage->frame_count++;
    double length_ns = (double)(host->now_ns(host->self) - stage->begin_ns);
    bool loaded =
        stage->loading_frames > 0 && length_ns > LOADING_PACES * stage->pacer.length.pace_ns;
    stage->loading_frames -= stage->loading_frames > 0;
    if (loaded) {
        frame_pacer_hold(&stage->pacer);
    }
    return loaded;
}

/* ---- the configuration ---- */

/* The configuration contains only bindings that parse. */
static InputMap read_map(const Config *config, const char bindings[][CONFIG_TEXT_MAX + 1],
                         int count)
{
    InputMap map = {
        .dead_zones = {.stick = config->dead_zone, .trigger = config->trigger_dead_zone}};
    for (int i = 0; i < count; i++) {
        ActionBindings *action = &map.actions[i];
        bindings_parse(bindings[i], action->items, BINDING_MAX, &action->count, NULL);
    }
    return map;
}

void stage_bind(Stage *stage)
{
    const Config *config = stage->desc.config;
    InputMap play[CW_PLAYER_MAX];
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        play[i] = read_map(config, config->game_bindings[i], stage->desc.game->input.action_count);
    }
    InputMap ui = read_map(config, config->ui_bindings, CW_ACTION_MAX);
    players_rebind(&stage->players, play);
    collector_rebind(&stage->ui_input, &ui);
}

static bool input_differs(const Config *a, const Config *b)
{
    return a->dead_zone != b->dead_zone || a->trigger_dead_zone != b->trigger_dead_zone ||
           memcmp(a->game_bindings, b->game_bindings, sizeof a->game_bindings) != 0 ||
           memcmp(a->ui_bindings, b->ui_bindings, sizeof a->ui_bindings) != 0;
}

bool stage_apply_config(Stage *stage, const Config *before, CwError *error)
{
    const Config *now = stage->desc.config;
    Host *host = stage->desc.host;
    stage->is_exposed = true;
    if (input_differs(now, before)) {
        stage_bind(stage);
    }
    if (now->language != before->language) {
        language_choose(now->language);
        typesetter_set_language(stage->typesetter, language_name());
    }
    if (now->fullscreen != before->fullscreen) {
        host->set_fullscreen(host->self, now->fullscreen);
    }
    if (now->vsync != before->vsync) {
        host->set_vsync(host->self, now->vsync);
    }
    HostStatus status = host->status(host->self);
    if (now->vsync != before->vsync) {
        frame_pacer_set_refresh(&stage->pacer, status.refresh_hz);
        frame_pacer_hold(&stage->pacer);
    }
    return now->scaling == before->scaling || fit_picture(stage, &status, error);
}
