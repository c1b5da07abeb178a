#include "x_screen.h"

#include "colour.h"
#include "test.h"

#include <X11/Xutil.h>

enum { COLOURS_MAX = 1000, COLOUR_SLOTS = 4096 };

static Display *connect_to_server(void)
{
    Display *display = XOpenDisplay(NULL);
    ck_assert_ptr_nonnull(display);
    return display;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The root window is read, not the game's: that is what a person sees. Parts of the window beyond
 * the screen are left out. */
XPicture *x_picture_take(unsigned long window, XRect part)
{
    XWindowAttributes place, screen;
    Window child;
    int left = 0, top = 0;
    Display *display = connect_to_server();
    Window root = DefaultRootWindow(display);
    ck_assert(XGetWindowAttributes(display, window, &place) != 0);
    ck_assert(XGetWindowAttributes(display, root, &screen) != 0);
    XTranslateCoordinates(display, window, root, 0, 0, &left, &top, &child);
    int right = smaller(left + place.width, screen.width);
    int bottom = smaller(top + place.height, screen.height);
    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    if (part.width > 0) {
        left += part.left;
        top += part.top;
        ck_assert(left + part.width <= right && top + part.height <= bottom);
        right = left + part.width;
        bottom = top + part.height;
    }
    int width = right - left, height = bottom - top;
    XImage *image =
        XGetImage(display, root, left, top, (unsigned)width, (unsigned)height, AllPlanes, ZPixmap);
    XPicture *picture =
        malloc(sizeof *picture + (size_t)width * (size_t)height * sizeof picture->pixels[0]);
    ck_assert(image != NULL && picture != NULL);
    picture->width_px = width;
    picture->height_px = height;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            picture->pixels[y * width + x] = (uint32_t)XGetPixel(image, x, y) & 0xffffff;
        }
    }
    XDestroyImage(image);
    XCloseDisplay(display);
    return picture;
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

double x_picture_share(const XPicture *picture, uint32_t colour)
{
    int alike = 0, count = picture->width_px * picture->height_px;
    for (int i = 0; i < count; i++) {
        alike += colour_distance(picture->pixels[i], colour) <= 8;
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
    Display *display = connect_to_server();
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = window,
                                .message_type = XInternAtom(display, "WM_PROTOCOLS", False),
                                .format = 32}};
    event.xclient.data.l[0] = (long)XInternAtom(display, "WM_DELETE_WINDOW", False);
    ck_assert(XSendEvent(display, window, False, NoEventMask, &event) != 0);
    XCloseDisplay(display);
}

void x_unfocus(void)
{
    Display *display = connect_to_server();
    XSetInputFocus(display, None, RevertToNone, CurrentTime);
    XCloseDisplay(display);
}
