/* A stage guessed from positions and speeds, for recordings that carry no world. */
#include "boidforge/view.h"

#include <math.h>

/* The original program's world and speed limits: what a version 1 recording most likely has. */
#define DEFAULT_WIDTH     1920.0
#define DEFAULT_HEIGHT    1080.0
#define DEFAULT_MIN_SPEED 40.0
#define DEFAULT_MAX_SPEED 180.0

/* Share of a frame's agents that may be slower, and faster, than the speeds taken for the palette's ends: a few
 * stragglers would otherwise leave all others in one colour. */
#define OUTLIERS   0.05
#define SPEED_BINS 512

/* Agents this many times as far out, or as fast, as agents usually are (the geometric mean) are damage and say nothing
 * about the world. */
#define WILD 1000.0

/* How far a later sample moves the speeds guessed so far: a flock's random start is not its typical state. */
#define LATER_WEIGHT 0.7

static double speedOf(const bfFrame *frame, int32_t i) {
    return hypot((double)frame->vx[i], (double)frame->vy[i]);
}

/* The speed below which `share` of the counted agents are. */
static double speedAt(const int64_t bins[SPEED_BINS], int64_t count, double share, double fastest) {
    double passed = 0, wanted = share * (double)count;
    for (int bin = 0; bin < SPEED_BINS; ++bin) {
        if (passed + (double)bins[bin] >= wanted && bins[bin] > 0) {
            return fastest * (bin + (wanted - passed) / (double)bins[bin]) / SPEED_BINS;
        }
        passed += (double)bins[bin];
    }
    return fastest;
}

typedef struct Usual {
    double place, speed; /* the most that is believed */
} Usual;

static double placeOf(const bfFrame *frame, int32_t i) {
    return fmax(fabs((double)frame->px[i]), fabs((double)frame->py[i]));
}

static Usual findUsual(const bfFrame *frame) {
    double places = 0, speeds = 0, good = 0;
    for (int32_t i = 0; i < frame->n; ++i) {
        if (!bfFrame_IsBad(frame, i)) {
            places += log2(fmax(placeOf(frame, i), 1e-3));
            speeds += log2(fmax(speedOf(frame, i), 1e-3));
            good += 1;
        }
    }
    return (Usual){WILD * exp2(places / fmax(good, 1)), WILD * exp2(speeds / fmax(good, 1))};
}

static bool isUsual(const bfFrame *frame, int32_t i, const Usual *usual) {
    return !bfFrame_IsBad(frame, i) && placeOf(frame, i) <= usual->place && speedOf(frame, i) <= usual->speed;
}

static void addSpeeds(bfStageGuess *guess, const bfFrame *frame, const Usual *usual, int64_t good, double fastest) {
    int64_t bins[SPEED_BINS] = {0};
    for (int32_t i = 0; i < frame->n; ++i) {
        if (isUsual(frame, i, usual)) {
            int bin = (int)(speedOf(frame, i) / fastest * SPEED_BINS);
            bins[bin < SPEED_BINS ? bin : SPEED_BINS - 1] += 1;
        }
    }
    double slow = speedAt(bins, good, OUTLIERS, fastest), swift = speedAt(bins, good, 1 - OUTLIERS, fastest);
    double weight = guess->agents_seen == 0 ? 1 : LATER_WEIGHT;
    guess->min_speed += weight * (slow - guess->min_speed);
    guess->max_speed += weight * (swift - guess->max_speed);
}

void bfStageGuess_Add(bfStageGuess *guess, const bfFrame *frame) {
    Usual usual = findUsual(frame);
    int64_t good = 0;
    double fastest = 1e-6;
    for (int32_t i = 0; i < frame->n; ++i) {
        if (!isUsual(frame, i, &usual)) {
            continue;
        }
        double x = (double)frame->px[i], y = (double)frame->py[i];
        bool is_first = guess->agents_seen == 0 && good == 0;
        guess->min_x = is_first ? x : fmin(guess->min_x, x);
        guess->max_x = is_first ? x : fmax(guess->max_x, x);
        guess->min_y = is_first ? y : fmin(guess->min_y, y);
        guess->max_y = is_first ? y : fmax(guess->max_y, y);
        fastest = fmax(fastest, speedOf(frame, i));
        ++good;
    }
    if (good > 0) {
        addSpeeds(guess, frame, &usual, good, fastest);
        guess->agents_seen += good;
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
    stage.max_speed = fmax(guess->max_speed, guess->min_speed * 1.25);
    return stage;
}
