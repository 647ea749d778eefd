#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BAR_CELLS      24
#define REDRAW_SECONDS 0.1
#define CLEAR_LINE     "\r\033[K"

static double secondsNow(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void progressBegin(bfProgress *progress, const char *label, int64_t total, bool quiet) {
    *progress = (bfProgress){.label = label, .total = total, .shown = !quiet && isatty(STDERR_FILENO) == 1};
    progress->started = progress->drawn = secondsNow();
}

static void printTimeLeft(double seconds) {
    long left = (long)(seconds + 0.5);
    if (left >= 3600) {
        fprintf(stderr, ", %ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
    } else {
        fprintf(stderr, ", %ld:%02ld left", left / 60, left % 60);
    }
}

static void draw(const bfProgress *progress, int64_t done, double elapsed) {
    double rate = elapsed > 0 ? (double)done / elapsed : 0;
    fputs(CLEAR_LINE, stderr);
    if (progress->total > 0) {
        int filled = (int)(done * BAR_CELLS / progress->total);
        fputc('[', stderr);
        for (int cell = 0; cell < BAR_CELLS; ++cell) {
            fputc(cell < filled ? '#' : '.', stderr);
        }
        fprintf(stderr, "] %lld of %lld", (long long)done, (long long)progress->total);
    } else {
        fprintf(stderr, "%lld", (long long)done);
    }
    fprintf(stderr, " %s, %.1f a second", progress->label, rate);
    if (progress->total > 0 && rate > 0) {
        printTimeLeft((double)(progress->total - done) / rate);
    }
    fflush(stderr);
}

void progressUpdate(bfProgress *progress, int64_t done) {
    if (!progress->shown) {
        return;
    }
    double now = secondsNow();
    if (now - progress->drawn >= REDRAW_SECONDS) {
        progress->drawn = now;
        draw(progress, done, now - progress->started);
    }
}

void progressEnd(bfProgress *progress) {
    if (progress->shown) {
        fputs(CLEAR_LINE, stderr);
        fflush(stderr);
        progress->shown = false;
    }
}
