/* Measuring frames, flat for JavaScript; docs/architecture.md lists it. Part of the renderer's module, beside which the
 * frames are. */
#include "boidforge/stats.h"

#include <emscripten/emscripten.h>
#include <stdio.h>

static char text[256];
static bfError last_error;

EMSCRIPTEN_KEEPALIVE const char *bf_stats_error(void) {
    return last_error.message;
}

/* `most_pairs` is a double since there may be more than 32 bits count. */
EMSCRIPTEN_KEEPALIVE const char *bf_stats_measure(const uint8_t *record, int32_t bytes, double radius, int torus,
                                                  double width, double height, double most_pairs) {
    bfFrame frame;
    bfStats stats;
    bfSight sight = {radius, torus != 0, width, height, (int64_t)most_pairs};
    if (bfFrame_FromRecord(record, (size_t)bytes, &frame, &last_error) != BF_OK ||
        bfFrame_Measure(&frame, &sight, &stats, &last_error) != BF_OK) {
        return NULL;
    }
    snprintf(text, sizeof text,
             "{\"counted\":%d,\"bad\":%d,\"polarization\":%.9g,\"meanSpeed\":%.9g,\"meanNeighbours\":%.9g,"
             "\"centres\":%d}",
             (int)stats.counted, (int)stats.bad, stats.polarization, stats.mean_speed, stats.mean_neighbours,
             (int)stats.centres);
    return text;
}
