/* What a flock is like as a whole, from a frame alone: order, speed, crowding. */
#ifndef BOIDFORGE_STATS_H
#define BOIDFORGE_STATS_H

#include "boidforge/bfs.h"
#include "boidforge/result.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who counts as a neighbour. */
typedef struct bfSight {
    double radius;        /* world units; agents nearer than this are neighbours. 0: nobody is */
    bool torus;           /* seen across the seam of the world below, by the shortest way */
    double width, height; /* of the world, world units; without torus they matter to nothing and may be 0 */
    int64_t most_pairs;   /* look at about so many pairs at most, around a part of the agents; 0: at all there are */
} bfSight;

/* Agents with a NaN or an infinity in any field are bad: they are left out of all figures. */
typedef struct bfStats {
    int32_t counted;        /* agents that the figures are of */
    int32_t bad;            /* agents left out */
    double polarization;    /* length of the mean of the moving agents' headings, 0 to 1; 0 when none moves */
    double mean_speed;      /* world units per second; 0 without agents */
    double mean_neighbours; /* of an agent, itself not counted; 0 without agents */
    int32_t centres;        /* agents whose neighbours were counted: all of them, or a part spread over the world */
} bfStats;

/* Measure a frame. Takes time in proportion to agents and neighbours. Fails for want of memory, or with
 * BF_ERROR_OUT_OF_RANGE where the sight makes no sense: a radius that is negative or not finite, a torus without a
 * size. */
bfResult bfFrame_Measure(const bfFrame *frame, const bfSight *sight, bfStats *stats, bfError *error);

#ifdef __cplusplus
}
#endif
#endif
