/* The flock's centre of a frame is a mean of places; in a wrapped world the mean of directions on a circle, so that a
 * flock across the seam has its centre there and not in the middle of the world. The camera's place is a mean of the
 * centres of the last seconds, later ones counting more. Since the window ends, it depends on those frames alone, and
 * seeking gives the same place as playing. */
#include "follow.h"

#include <math.h>

#define WINDOW_SECONDS 2.0
#define TAU            6.283185307179586

/* How strongly an evenly spread flock, which has no centre, is taken to be in the middle of the world. */
#define MIDDLE_WEIGHT 0.02

typedef struct Sums {
    double x, y;               /* of places */
    double cos_x, sin_x;       /* of places as angles around a wrapped world, the middle being 0 */
    double cos_y, sin_y;
    double agents;
} Sums;

static Sums sumPlaces(const bfStage *stage, const bfFrame *frame) {
    Sums sums = {0};
    for (int32_t i = 0; i < frame->n; ++i) {
        double x = (double)frame->px[i], y = (double)frame->py[i];
        if (!isfinite(x) || !isfinite(y)) {
            continue;
        }
        sums.agents += 1;
        sums.x += x;
        sums.y += y;
        if (stage->wraps) {
            double across = TAU * (x / stage->world_width - 0.5), up = TAU * (y / stage->world_height - 0.5);
            sums.cos_x += cos(across);
            sums.sin_x += sin(across);
            sums.cos_y += cos(up);
            sums.sin_y += sin(up);
        }
    }
    return sums;
}

static double wrapInto(double place, double extent) {
    return place - extent * floor(place / extent);
}

double bfNearestCopy(double from, double to, double extent) {
    return from + extent * round((to - from) / extent);
}

void bfFollow_Clear(bfFollow *follow) {
    follow->count = 0;
}

void bfFollow_Push(bfFollow *follow, const bfStage *stage, const bfFrame *frame) {
    Sums sums = sumPlaces(stage, frame);
    double x = 0.5, y = 0.5; /* of the world */
    if (sums.agents > 0 && stage->wraps) {
        double middle = MIDDLE_WEIGHT * sums.agents;
        x += atan2(sums.sin_x, sums.cos_x + middle) / TAU;
        y += atan2(sums.sin_y, sums.cos_y + middle) / TAU;
    } else if (sums.agents > 0) {
        x = sums.x / sums.agents / stage->world_width;
        y = sums.y / sums.agents / stage->world_height;
    }
    x *= stage->world_width;
    y *= stage->world_height;
    if (follow->count > 0 && stage->wraps) {
        x = bfNearestCopy(x, follow->x[follow->newest], stage->world_width);
        y = bfNearestCopy(y, follow->y[follow->newest], stage->world_height);
    }
    follow->newest = (follow->newest + 1) % BF_FOLLOW_FRAMES;
    follow->x[follow->newest] = x;
    follow->y[follow->newest] = y;
    follow->count = follow->count < BF_FOLLOW_FRAMES ? follow->count + 1 : BF_FOLLOW_FRAMES;
}

/* The mean as of `back` frames ago, added to x and y with that weight. */
static void addSmoothed(const bfFollow *follow, int back, double interval, double weight, double *x, double *y) {
    double sum_x = 0, sum_y = 0, weights = 0;
    for (int age = 0; back + age < follow->count && (age == 0 || age * interval < WINDOW_SECONDS); ++age) {
        int at = (follow->newest - back - age + 2 * BF_FOLLOW_FRAMES) % BF_FOLLOW_FRAMES;
        double share = fmax(1 - age * interval / WINDOW_SECONDS, 1e-9);
        sum_x += share * follow->x[at];
        sum_y += share * follow->y[at];
        weights += share;
    }
    *x += weight * sum_x / weights;
    *y += weight * sum_y / weights;
}

void bfFollow_At(const bfFollow *follow, const bfStage *stage, double fraction, double interval, double *x, double *y) {
    *x = *y = 0;
    addSmoothed(follow, 0, interval, follow->count > 1 ? fraction : 1, x, y);
    if (follow->count > 1) {
        addSmoothed(follow, 1, interval, 1 - fraction, x, y);
    }
    if (stage->wraps) {
        *x = wrapInto(*x, stage->world_width);
        *y = wrapInto(*y, stage->world_height);
    }
}

int32_t bfFollowFrames(double dt) {
    return dt > 0 ? (int32_t)fmin(ceil(WINDOW_SECONDS / dt) + 1, BF_FOLLOW_FRAMES) : BF_FOLLOW_FRAMES;
}
