#include "x_screen.h"

#include "test.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS_MAX = 1000, COLOUR_SLOTS = 4096 };

typedef struct Xlib {
    Display *(*open)(const char *name);
    int (*close)(Display *display);
    Atom (*atom)(Display *display, const char *name, int only_if_exists);
    Status (*send)(Display *display, Window to, int propagate, long mask, XEvent *event);
    int (*focus)(Display *display, Window window, int revert_to, Time time);
    Status (*attributes)(Display *display, Window window, XWindowAttributes *attributes);
    int (*translate)(Display *display, Window from, Window to, int x, int y, int *x_out, int *y_out,
                     Window *child);
    XImage *(*image)(Display *display, Drawable drawable, int x, int y, unsigned width,
                     unsigned height, unsigned long planes, int format);
} Xlib;

static void load(void *library, const char *name, void *slot)
{
    void *address = dlsym(library, name);
    ck_assert_msg(address != NULL, "libX11 has no %s", name);
    memcpy(slot, &address, sizeof address);
}

static Display *connect_to_server(Xlib *x)
{
    void *library = dlopen("libX11.so.6", RTLD_NOW);
    ck_assert_msg(library != NULL, "no libX11, which SDL needs too");
    load(library, "XOpenDisplay", &x->open);
    load(library, "XCloseDisplay", &x->close);
    load(library, "XInternAtom", &x->atom);
    load(library, "XSendEvent", &x->send);
    load(library, "XSetInputFocus", &x->focus);
    load(library, "XGetWindowAttributes", &x->attributes);
    load(library, "XTranslateCoordinates", &x->translate);
    load(library, "XGetImage", &x->image);
    Display *display = x->open(NULL);
    ck_assert_ptr_nonnull(display);
    return display;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The root window is read, not the game's: that is what a person sees. Parts of the window beyond
 * the screen are left out. */
XPicture x_picture_take(unsigned long window)
{
    Xlib x;
    XWindowAttributes place, screen;
    Window child;
    int left = 0, top = 0;
    Display *display = connect_to_server(&x);
    Window root = DefaultRootWindow(display);
    ck_assert(x.attributes(display, window, &place) != 0);
    ck_assert(x.attributes(display, root, &screen) != 0);
    x.translate(display, window, root, 0, 0, &left, &top, &child);
    int right = smaller(left + place.width, screen.width);
    int bottom = smaller(top + place.height, screen.height);
    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    XPicture picture = {.width_px = right - left, .height_px = bottom - top};
    XImage *image = x.image(display, root, left, top, (unsigned)picture.width_px,
                            (unsigned)picture.height_px, AllPlanes, ZPixmap);
    ck_assert_ptr_nonnull(image);
    picture.pixels =
        malloc((size_t)picture.width_px * (size_t)picture.height_px * sizeof(uint32_t));
    ck_assert_ptr_nonnull(picture.pixels);
    for (int y = 0; y < picture.height_px; y++) {
        for (int column = 0; column < picture.width_px; column++) {
            picture.pixels[y * picture.width_px + column] =
                (uint32_t)XGetPixel(image, column, y) & 0xffffff;
        }
    }
    XDestroyImage(image);
    x.close(display);
    return picture;
}

void x_picture_free(XPicture *picture)
{
    free(picture->pixels);
    *picture = (XPicture){0};
}

XPicture x_picture_part(const XPicture *picture, XRect of)
{
    ck_assert(of.left >= 0 && of.left + of.width <= picture->width_px);
    ck_assert(of.top >= 0 && of.top + of.height <= picture->height_px);
    XPicture part = {of.width, of.height, NULL};
    size_t row = (size_t)of.width;
    part.pixels = malloc(row * (size_t)of.height * sizeof(uint32_t));
    ck_assert_ptr_nonnull(part.pixels);
    for (int y = 0; y < of.height; y++) {
        memcpy(part.pixels + row * (size_t)y,
               picture->pixels + (of.top + y) * picture->width_px + of.left,
               row * sizeof(uint32_t));
    }
    return part;
}

double x_picture_difference(const XPicture *a, const XPicture *b)
{
    int differing = 0, count = a->width_px * a->height_px;
    if (a->width_px != b->width_px || a->height_px != b->height_px) {
        return 1;
    }
    for (int i = 0; i < count; i++) {
        differing += a->pixels[i] != b->pixels[i];
    }
    return (double)differing / count;
}

static bool is_near(uint32_t a, uint32_t b)
{
    bool near = true;
    for (int shift = 0; shift <= 16; shift += 8) {
        near &= abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) <= 8;
    }
    return near;
}

double x_picture_share(const XPicture *picture, uint32_t colour)
{
    int alike = 0, count = picture->width_px * picture->height_px;
    for (int i = 0; i < count; i++) {
        alike += is_near(picture->pixels[i], colour);
    }
    return (double)alike / count;
}

int x_picture_colours(const XPicture *picture)
{
    static uint32_t slots[COLOUR_SLOTS]; /* colour + 1, 0: free */
    int colours = 0;
    memset(slots, 0, sizeof slots);
    for (int i = 0; i < picture->width_px * picture->height_px && colours < COLOURS_MAX; i++) {
        uint32_t wanted = picture->pixels[i] + 1;
        uint32_t slot = wanted * 2654435761U % COLOUR_SLOTS;
        while (slots[slot] != 0 && slots[slot] != wanted) {
            slot = (slot + 1) % COLOUR_SLOTS;
        }
        colours += slots[slot] == 0;
        slots[slot] = wanted;
    }
    return colours;
}

void x_window_ask_to_close(unsigned long window)
{
    Xlib x;
    Display *display = connect_to_server(&x);
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = window,
                                .message_type = x.atom(display, "WM_PROTOCOLS", False),
                                .format = 32}};
    event.xclient.data.l[0] = (long)x.atom(display, "WM_DELETE_WINDOW", False);
    ck_assert(x.send(display, window, False, NoEventMask, &event) != 0);
    x.close(display);
}

void x_unfocus(void)
{
    Xlib x;
    Display *display = connect_to_server(&x);
    x.focus(display, None, RevertToNone, CurrentTime);
    x.close(display);
}
