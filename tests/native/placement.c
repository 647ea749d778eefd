#include "placement.h"
#include "random_params.h"
#include "reference.h"

#include <math.h>
#include <string.h>

const char *placementName(Placement placement) {
    static const char *const names[] = {"by seed", "on cell borders", "on top of each other", "in a crowd",
                                        "a radius apart"};
    return names[placement];
}

static float moved(float x, int floats) {
    for (; floats > 0; --floats) {
        x = nextafterf(x, INFINITY);
    }
    for (; floats < 0; ++floats) {
        x = nextafterf(x, -INFINITY);
    }
    return x;
}

/* Places outside the world are seen from its other side, or from its edge where nothing wraps. */
static float inside(const bfParams *p, float x, float extent) {
    if (x < 0.0f) {
        x = p->boundary == BF_WRAP ? x + extent : 0.0f;
    }
    if (x >= extent) {
        x = p->boundary == BF_WRAP ? x - extent : extent;
    }
    return x < 0.0f || (x >= extent && p->boundary == BF_WRAP) ? 0.0f : x;
}

static float someBorder(double extent, int cells) {
    int border = (int)randomBetween(0, cells + 1);
    return moved((float)(border * (extent / cells)), (int)randomBetween(-1, 2));
}

static void placeOnBorders(const bfParams *p, float *px, float *py) {
    int cols, rows;
    referenceGrid(p, &cols, &rows);
    for (int64_t i = 0; i < p->agents; ++i) {
        px[i] = randomChance(0.8) ? someBorder(p->world_width, cols) : px[i];
        py[i] = randomChance(0.8) ? someBorder(p->world_height, rows) : py[i];
    }
}

static void placeOnTop(const bfParams *p, float *px, float *py, float *vx, float *vy) {
    int64_t places = 1 + p->agents / 4;
    for (int64_t i = places; i < p->agents; ++i) {
        px[i] = px[i % places];
        py[i] = py[i % places];
        if (randomChance(0.5)) {
            vx[i] = vx[i % places];
            vy[i] = vy[i % places];
        }
    }
}

static void placeInACrowd(const bfParams *p, float *px, float *py) {
    float spacing = randomChance(0.5) ? 0x1p-74f : 0x1p-60f;
    for (int64_t i = 0; i < p->agents; ++i) {
        bool left = randomChance(0.7), below = randomChance(0.7);
        px[i] = left ? spacing * (float)(int)randomBetween(0, 9) : moved((float)p->world_width, -(int)(1 + i % 5));
        py[i] = below ? spacing * (float)(int)randomBetween(0, 9) : moved((float)p->world_height, -(int)(1 + i % 3));
    }
}

static void placeRApart(const bfParams *p, float *px, float *py) {
    const double radii[] = {p->r_sep, p->r_ali, p->r_coh};
    for (int64_t i = 1; i < p->agents; i += 2) {
        float r = (float)radii[(int)randomBetween(0, 3)];
        bool across = randomChance(0.5);
        px[i] = moved(across ? px[i - 1] + r : px[i - 1], across ? (int)randomBetween(-2, 3) : 0);
        py[i] = moved(across ? py[i - 1] : py[i - 1] + r, across ? 0 : (int)randomBetween(-2, 3));
    }
}

void placeAgents(bfWorld *world, Placement placement) {
    const bfParams *p = bfWorld_Params(world);
    bfFrame frame = bfWorld_Frame(world);
    float *px = (float *)(uintptr_t)frame.px, *py = (float *)(uintptr_t)frame.py;
    float *vx = (float *)(uintptr_t)frame.vx, *vy = (float *)(uintptr_t)frame.vy;
    seedRandom((uint64_t)p->seed);
    switch (placement) {
    case PLACED_ON_BORDERS:
        placeOnBorders(p, px, py);
        break;
    case PLACED_ON_TOP:
        placeOnTop(p, px, py, vx, vy);
        break;
    case PLACED_IN_A_CROWD:
        placeInACrowd(p, px, py);
        break;
    case PLACED_R_APART:
        placeRApart(p, px, py);
        break;
    default:
        return;
    }
    for (int32_t i = 0; i < frame.n; ++i) {
        px[i] = inside(p, px[i], (float)p->world_width);
        py[i] = inside(p, py[i], (float)p->world_height);
    }
}
