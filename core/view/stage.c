/* A stage guessed from positions and speeds, for recordings that carry no world. */
#include "boidforge/view.h"

#include <math.h>

/* The original program's world and speed limits: what a version 1 recording most likely has. */
#define DEFAULT_WIDTH     1920.0
#define DEFAULT_HEIGHT    1080.0
#define DEFAULT_MIN_SPEED 40.0
#define DEFAULT_MAX_SPEED 180.0

static void addAgent(bfStageGuess *guess, double x, double y, double speed) {
    if (guess->agents_seen == 0) {
        guess->min_x = guess->max_x = x;
        guess->min_y = guess->max_y = y;
        guess->min_speed = guess->max_speed = speed;
    }
    guess->min_x = fmin(guess->min_x, x);
    guess->max_x = fmax(guess->max_x, x);
    guess->min_y = fmin(guess->min_y, y);
    guess->max_y = fmax(guess->max_y, y);
    guess->min_speed = fmin(guess->min_speed, speed);
    guess->max_speed = fmax(guess->max_speed, speed);
    guess->agents_seen += 1;
}

void bfStageGuess_Add(bfStageGuess *guess, const bfFrame *frame) {
    for (int32_t i = 0; i < frame->n; ++i) {
        double x = (double)frame->px[i], y = (double)frame->py[i];
        double speed = hypot((double)frame->vx[i], (double)frame->vy[i]);
        if (isfinite(x) && isfinite(y) && isfinite(speed)) {
            addAgent(guess, x, y, speed);
        }
    }
}

static bool fitsDefaultWorld(const bfStageGuess *guess) {
    return guess->min_x >= 0 && guess->max_x <= DEFAULT_WIDTH && guess->min_y >= 0 && guess->max_y <= DEFAULT_HEIGHT &&
           guess->max_x - guess->min_x >= DEFAULT_WIDTH / 2 && guess->max_y - guess->min_y >= DEFAULT_HEIGHT / 2;
}

bfStage bfStageGuess_Result(const bfStageGuess *guess) {
    /* Wrapping is always assumed: in a world that does not wrap no agent jumps by half of it, so nothing changes. */
    bfStage stage = {DEFAULT_WIDTH, DEFAULT_HEIGHT, true, DEFAULT_MIN_SPEED, DEFAULT_MAX_SPEED};
    if (guess->agents_seen == 0) {
        return stage;
    }
    if (!fitsDefaultWorld(guess)) {
        stage.world_width = fmax(ceil(guess->max_x), 1);
        stage.world_height = fmax(ceil(guess->max_y), 1);
    }
    stage.min_speed = guess->min_speed;
    stage.max_speed = fmax(guess->max_speed, guess->min_speed * 1.001);
    return stage;
}
