#include "game/triangulate.h"

double polygon_doubled_area(const cpVect *corners, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += cpvcross(corners[i], corners[(i + 1) % count]);
    }
    return sum;
}

bool polygon_holds(const cpVect *corners, int count, cpVect point)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        cpVect a = corners[i];
        cpVect b = corners[(i + 1) % count];
        if ((a.y > point.y) != (b.y > point.y) &&
            point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Positive when p lies to the left of a-b. */
static double side(cpVect a, cpVect b, cpVect p)
{
    return cpvcross(cpvsub(b, a), cpvsub(p, a));
}

/* The corners not yet cut off, counter-clockwise. */
typedef struct Rest {
    const cpVect *corners;
    int *numbers;
    int count;
} Rest;

static cpVect rest_corner(const Rest *rest, int place)
{
    return rest->corners[rest->numbers[(place + rest->count) % rest->count]];
}

/* An ear is a convex corner whose triangle holds no other corner. */
static bool is_ear(const Rest *rest, int place)
{
    cpVect a = rest_corner(rest, place - 1);
    cpVect b = rest_corner(rest, place);
    cpVect c = rest_corner(rest, place + 1);
    if (side(a, b, c) <= 0.0) {
        return false;
    }
    for (int i = place + 2; i < place + rest->count - 1; i++) {
        cpVect p = rest_corner(rest, i);
        if (side(a, b, p) >= 0.0 && side(b, c, p) >= 0.0 && side(c, a, p) >= 0.0) {
            return false;
        }
    }
    return true;
}

static void cut(Rest *rest, int place, int triangle[3])
{
    for (int i = 0; i < 3; i++) {
        triangle[i] = rest->numbers[(place - 1 + i + rest->count) % rest->count];
    }
    rest->count--;
    for (int i = place; i < rest->count; i++) {
        rest->numbers[i] = rest->numbers[i + 1];
    }
}

int polygon_triangulate(const cpVect *corners, int count, int *triangles, int *scratch)
{
    Rest rest = {corners, scratch, count};
    bool clockwise = polygon_doubled_area(corners, count) < 0.0;
    for (int i = 0; i < count; i++) {
        scratch[i] = clockwise ? count - 1 - i : i;
    }
    int made = 0;
    int place = 0;
    for (int tried = 0; rest.count >= 3 && tried < rest.count; tried++) {
        place = place % rest.count;
        if (is_ear(&rest, place)) {
            cut(&rest, place, &triangles[3 * made++]);
            tried = -1;
        }
        place++; /* skipping a corner after each cut avoids slivers */
    }
    return made;
}
