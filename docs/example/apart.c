/* Two players in two processes share one world, although packets take 100 ms and one in twenty is
 * lost.
 *
 *     apart [OPTION...] -- [OPTION...]    two processes over loopback, each with its own options
 *     apart [OPTION...]                   both players here
 *
 * Each process applies the input of its own player at once, and guesses that the other player still
 * holds the same keys (prediction). When the other's real input arrives, the engine simulates the
 * wrong ticks again (reconciliation), and the other's ball slides to its true place
 * (interpolation). A process runs at most AHEAD_TICKS ahead of the newest input that arrived. The
 * last tick waits until both processes have all input. */
#include "clockwork/clockwork.h"

#include <arpa/inet.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LEFT, RIGHT, JUMP, ACTION_COUNT };
enum { BALL, BOX };
enum { MATCH_TICKS = 300, AHEAD_TICKS = 30, RING_TICKS = 256 };
enum { PACKET_TICKS = 24, QUEUE_PACKETS = 64, LAST_PACKETS = 20, LOST_PERCENT = 5 };

static const int64_t MS = 1000000, DELAY_MS = 100, RESEND_MS = 20, PATIENCE_MS = 10000;

/* ---- over the network ---- */

typedef struct Packet {
    uint32_t known; /* the sender has the receiver's input up to this tick */
    uint32_t first_tick, tick_count;
    CwInputFrame frames[PACKET_TICKS]; /* the sender's input in these ticks */
} Packet;

typedef struct Wire {
    int socket, me;                                    /* me: the player of this process, 0 or 1 */
    CwInputFrame mine[RING_TICKS], theirs[RING_TICKS]; /* input of tick t at t % RING_TICKS */
    uint64_t mine_newest, mine_known, posted_tick;     /* ticks: made; known there; posted once */
    uint64_t theirs_newest, told_tick, run_tick;       /* ticks: arrived; told the engine; run */
    Packet queue[QUEUE_PACKETS];                       /* packets that wait for their delay */
    int64_t due_ns[QUEUE_PACKETS], sent_ns, heard_ns;
    int first_packet, packet_count;
    bool over;
    CwRng dice;
} Wire;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 * MS + now.tv_nsec;
}

/* Posts all input that the other process has not confirmed. */
static void post(Wire *wire)
{
    wire->sent_ns = now_ns();
    wire->posted_tick = wire->mine_newest;
    if (cw_rng_below(&wire->dice, 100) < LOST_PERCENT || wire->packet_count == QUEUE_PACKETS) {
        return;
    }
    int place = (wire->first_packet + wire->packet_count++) % QUEUE_PACKETS;
    Packet *packet = &wire->queue[place];
    wire->due_ns[place] = wire->sent_ns + DELAY_MS * MS;
    packet->known = (uint32_t)wire->theirs_newest;
    packet->first_tick = (uint32_t)wire->mine_known + 1;
    packet->tick_count = (uint32_t)(wire->mine_newest - wire->mine_known);
    packet->tick_count = packet->tick_count < PACKET_TICKS ? packet->tick_count : PACKET_TICKS;
    for (uint32_t i = 0; i < packet->tick_count; i++) {
        packet->frames[i] = wire->mine[(packet->first_tick + i) % RING_TICKS];
    }
}

static void deliver(Wire *wire)
{
    while (wire->packet_count > 0 && wire->due_ns[wire->first_packet] <= now_ns()) {
        send(wire->socket, &wire->queue[wire->first_packet], sizeof(Packet), 0);
        wire->first_packet = (wire->first_packet + 1) % QUEUE_PACKETS;
        wire->packet_count--;
    }
}

static void receive(Wire *wire)
{
    Packet packet;
    while (recv(wire->socket, &packet, sizeof packet, MSG_DONTWAIT) == (ssize_t)sizeof packet) {
        wire->heard_ns = now_ns();
        if (packet.known > wire->mine_known && packet.known <= wire->mine_newest) {
            wire->mine_known = packet.known;
        }
        for (uint32_t i = 0; i < packet.tick_count && i < PACKET_TICKS; i++) {
            uint64_t tick = packet.first_tick + (uint64_t)i;
            if (tick == wire->theirs_newest + 1 && tick < wire->run_tick + RING_TICKS / 2) {
                wire->theirs[tick % RING_TICKS] = packet.frames[i];
                wire->theirs_newest = tick;
            }
        }
    }
}

static bool has_to_wait(const Wire *wire, uint64_t tick)
{
    bool all_known = wire->theirs_newest >= tick && wire->mine_known >= tick;
    return tick == MATCH_TICKS ? !all_known : tick > wire->theirs_newest + AHEAD_TICKS;
}

static bool fill(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX])
{
    Wire *wire = context;
    uint64_t tick = cw_world_tick(world) + 1;
    int other = 1 - wire->me;
    if (tick > MATCH_TICKS) { /* the match is over: nobody steers */
        memset(players, 0, 2 * sizeof *players);
        return true;
    }
    CwInputFrame own = players[0]; /* the devices' input comes as player 0's */
    wire->mine[tick % RING_TICKS] = own;
    wire->mine_newest = tick;
    if (has_to_wait(wire, tick)) {
        if (now_ns() - wire->heard_ns > PATIENCE_MS * MS) {
            fputs("apart: the other player is gone\n", stderr);
            exit(1);
        }
        poll(&(struct pollfd){.fd = wire->socket, .events = POLLIN}, 1, 1);
        return false;
    }
    players[wire->me] = own;
    players[other] = wire->theirs[tick % RING_TICKS];
    if (tick > wire->theirs_newest) {
        players[other] = wire->theirs[wire->theirs_newest % RING_TICKS];
        players[other].pressed = players[other].released = 0;
    }
    wire->run_tick = tick;
    return true;
}

static bool tell_late(void *context, CwLateInput *late)
{
    Wire *wire = context;
    receive(wire);
    if (wire->told_tick == wire->theirs_newest || wire->told_tick == wire->run_tick) {
        return false;
    }
    uint64_t tick = ++wire->told_tick;
    *late = (CwLateInput){tick, 1 - wire->me, wire->theirs[tick % RING_TICKS]};
    return true;
}

/* Posts the last packet several times: it could be lost, and the other process waits for it. */
static void say_goodbye(Wire *wire)
{
    for (int i = 0; i < LAST_PACKETS; i++) {
        post(wire);
    }
    while (wire->packet_count > 0) {
        poll(NULL, 0, 1);
        deliver(wire);
    }
}

static void post_in_time(void *context, const CwWorld *world)
{
    Wire *wire = context;
    bool late = now_ns() - wire->sent_ns > RESEND_MS * MS;
    if (late || wire->posted_tick < wire->mine_newest) {
        post(wire);
    }
    deliver(wire);
    if (cw_world_tick(world) == MATCH_TICKS && !wire->over) {
        wire->over = true;
        say_goodbye(wire);
    }
}

static int open_socket(struct sockaddr_in *address)
{
    socklen_t size = sizeof *address;
    int it = socket(AF_INET, SOCK_DGRAM, 0);
    *address = (struct sockaddr_in){.sin_family = AF_INET,
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}; /* any port */
    bool good = it >= 0 && bind(it, (struct sockaddr *)address, size) == 0 &&
                getsockname(it, (struct sockaddr *)address, &size) == 0;
    return good ? it : -1;
}

/* ---- the game: two balls push boxes ---- */

typedef struct Thing {
    cpBody *body;
    int32_t player; /* for balls: the player who steers it */
} Thing;

typedef struct View {
    CwPoint2 shown; /* drawn place of the other player's ball */
} View;

static int elsewhere = -1; /* the player of the other process */

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Thing *thing = data;
    bool is_ball = cw_world_kind(world, self) == BALL;
    thing->body = cw_world_add_body(world, self, cpBodyNew(1, 0.1)); /* kg, kg m2 */
    thing->player = is_ball ? *(const int32_t *)args : 0;
    double x_m = is_ball ? 8 * thing->player - 4 : cw_rng_range(cw_world_rng(world), -3, 3);
    cpBodySetPosition(thing->body, cpv(x_m, is_ball ? -2 : 2));
    cpShape *shape = is_ball ? cpCircleShapeNew(thing->body, 0.5, cpvzero)
                             : cpBoxShapeNew(thing->body, 0.8, 0.8, 0.02);
    cpShapeSetFriction(cw_world_add_shape(world, self, shape), 0.7);
}

static void drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const Thing *ball = data;
    const CwInputFrame *input = cw_world_player_input(world, ball->player);
    cpVect at = cpBodyGetPosition(ball->body);
    double way = cw_input_value(input, RIGHT) - cw_input_value(input, LEFT);
    cpBodyApplyForceAtWorldPoint(ball->body, cpv(12 * way, 0), at);
    cpBodyApplyImpulseAtWorldPoint(ball->body, cpv(0, cw_input_pressed(input, JUMP) ? 5 : 0), at);
}

static void draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    const Thing *thing = data;
    CwTransform2 pose = cw_world_pose(world, thing->body, frame->alpha);
    CwPoint2 at = {pose.x_m, pose.y_m};
    bool is_ball = cw_world_kind(world, self) == BALL;
    if (is_ball && thing->player == elsewhere) {
        CwPoint2 *shown = &((View *)frame->view)->shown;
        double part = frame->index == 0 || frame->jumped ? 1 : fmin(1, 12 * frame->dt_s);
        shown->x += (at.x - shown->x) * part;
        shown->y += (at.y - shown->y) * part;
        at = *shown;
    }
    cw_draw_circle(frame->draw, at, is_ball ? 0.5 : 0.4,
                   is_ball ? (CwColour){240, 190, 90, 255} : (CwColour){150, 120, 90, 255});
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    const cpVect corners[] = {cpv(-7, 4), cpv(-7, -3), cpv(7, -3), cpv(7, 4)};
    for (int i = 0; i < 3; i++) {
        cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
        cpShape *wall = cpSegmentShapeNew(ground, corners[i], corners[i + 1], 0.1);
        cpShapeSetFriction(cw_world_add_shape(world, (CwEntity){0}, wall), 0.7);
    }
    for (int32_t i = 0; i < 2; i++) {
        cw_world_spawn(world, BALL, &i, sizeof i);
    }
    for (int i = 0; i < 6; i++) {
        cw_world_spawn(world, BOX, NULL, 0);
    }
    return true;
}

static CwProbe probe(const CwWorld *world)
{
    uint64_t tick = cw_world_tick(world);
    return (CwProbe){.progress = fmin(1, (double)tick / (double)MATCH_TICKS),
                     .finished = tick >= MATCH_TICKS,
                     .finish_tick = MATCH_TICKS};
}

static const CwActionDef actions[ACTION_COUNT] = {{"left", "roll left", "key:A pad:leftx-"},
                                                  {"right", "roll right", "key:D pad:leftx+"},
                                                  {"jump", "jump", "key:W pad:a"}};
static const char *const second[ACTION_COUNT] = {"key:Left pad:leftx-", "key:Right pad:leftx+",
                                                 "key:Up pad:a"};
static const CwField fields[] = {CW_FIELD(Thing, player)};
static const CwKind kinds[] = {
    {"ball", sizeof(Thing), fields, 1, .spawn = spawn, .drive = drive, .draw = draw},
    {"box", sizeof(Thing), fields, 1, .spawn = spawn, .draw = draw}};
static const CwGame alone = {
    .id = "apart",
    .title = "Apart",
    .input = {.actions = actions,
              .action_count = ACTION_COUNT,
              .player_count = 2,
              .player_bindings = {second}},
    .content = {.kinds = kinds, .kind_count = 2},
    .looks = {.view_bytes = sizeof(View),
              .theme = {{255, 255, 255, 255}, {240, 190, 90, 255}, {20, 40, 60, 220}},
              .camera_height_m = 12},
    .start = start,
    .probe = probe};

/* Plays one of the two players. */
static int play(int me, int socket, int argc, char **argv)
{
    static Wire wire;
    elsewhere = 1 - me;
    wire = (Wire){.socket = socket, .me = me, .heard_ns = now_ns()};
    cw_rng_seed(&wire.dice, (uint64_t)me, 1);
    const CwInputSource source = {&wire, fill, tell_late, post_in_time};
    CwGame game = alone;
    game.input.source = &source;
    return cw_main(&game, argc, argv);
}

int main(int argc, char **argv)
{
    int middle = 1;
    while (middle < argc && strcmp(argv[middle], "--") != 0) {
        middle++;
    }
    if (middle == argc) {
        return cw_main(&alone, argc, argv);
    }
    struct sockaddr_in here, there;
    int first = open_socket(&here), other = open_socket(&there);
    if (first < 0 || other < 0 || connect(first, (struct sockaddr *)&there, sizeof there) != 0 ||
        connect(other, (struct sockaddr *)&here, sizeof here) != 0) {
        perror("apart");
        return 1;
    }
    pid_t child = fork();
    if (child == 0) {
        argv[middle] = argv[0];
        return play(1, other, argc - middle, argv + middle);
    }
    argv[middle] = NULL;
    int status = child < 0 ? 1 : play(0, first, middle, argv), child_status = 1;
    waitpid(child, &child_status, 0);
    return status != 0 ? status : child_status != 0;
}
