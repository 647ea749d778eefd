/* Where the flock is, for a camera that follows it. */
#ifndef BF_VIEW_FOLLOW_H
#define BF_VIEW_FOLLOW_H

#include "boidforge/view.h"

#define BF_FOLLOW_FRAMES 256

typedef struct bfFollow {
    double x[BF_FOLLOW_FRAMES], y[BF_FOLLOW_FRAMES]; /* centres of the latest frames, a ring; through seams unbroken */
    int count, newest;
} bfFollow;

void bfFollow_Clear(bfFollow *follow);
void bfFollow_Push(bfFollow *follow, const bfStage *stage, const bfFrame *frame);

/* The smoothed centre at `fraction` of the way from the previous frame to the latest, frames being `interval` simulated
 * seconds apart; within the world when it wraps. There must be a frame. */
void bfFollow_At(const bfFollow *follow, const bfStage *stage, double fraction, double interval, double *x, double *y);

/* `from` brought to the side of a wrapped world's seam on which `to` is. */
double bfNearestCopy(double from, double to, double extent);

#endif
