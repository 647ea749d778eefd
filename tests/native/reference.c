#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One neighbour of an agent as the agent sees it, with its place in the order of summation. */
typedef struct Seen {
    int row, col; /* -1, 0, 1 from the agent's own cell */
    int id;
    float dx, dy, d2;
} Seen;

static int compareSeen(const void *left, const void *right) {
    const Seen *a = left, *b = right;
    if (a->row != b->row) {
        return a->row < b->row ? -1 : 1;
    }
    if (a->col != b->col) {
        return a->col < b->col ? -1 : 1;
    }
    return (a->id > b->id) - (a->id < b->id);
}

void referenceGrid(const bfParams *p, int *cols, int *rows) {
    double r = fmax(p->r_sep, fmax(p->r_ali, p->r_coh));
    double cell = r * (1.0 + pow(2.0, -10.0));
    double across = r == 0.0 ? 4096.0 : floor(p->world_width / cell);
    double down = r == 0.0 ? 4096.0 : floor(p->world_height / cell);
    *cols = (int)fmin(fmax(across, 1.0), 4096.0);
    *rows = (int)fmin(fmax(down, 1.0), 4096.0);
    double most = 4.0 * fmax((double)p->agents, 16.0);
    while ((double)*cols * *rows > most) {
        if (*cols >= *rows) {
            *cols /= 2;
        } else {
            *rows /= 2;
        }
    }
}

static int cellIndex(float x, float inverse, int cells) {
    float place = x * inverse;
    int index = (int)place;
    if (index < 0) {
        index = 0;
    }
    return index > cells - 1 ? cells - 1 : index;
}

/* Every image of agent j at most one cell away from agent i that lies within the largest radius. */
static int look(const bfParams *p, int cols, int rows, int torus, const int *col, const int *row, int i, int j,
                const float *px, const float *py, float most, Seen *seen) {
    int count = 0;
    float width = (float)p->world_width, height = (float)p->world_height;
    for (int turn_y = -1; turn_y <= 1; ++turn_y) {
        for (int turn_x = -1; turn_x <= 1; ++turn_x) {
            if (!torus && (turn_x != 0 || turn_y != 0)) {
                continue;
            }
            int down = row[j] + turn_y * rows - row[i];
            int right = col[j] + turn_x * cols - col[i];
            float x = turn_x == 0 ? px[j] : turn_x > 0 ? px[j] + width : px[j] - width;
            float y = turn_y == 0 ? py[j] : turn_y > 0 ? py[j] + height : py[j] - height;
            float dx = x - px[i], dy = y - py[i];
            float d2 = dx * dx + dy * dy;
            if (d2 > 0.0f && d2 < most) {
                /* No test on right and down: a neighbour further than a cell away would show as a difference. */
                seen[count++] = (Seen){down, right, j, dx, dy, d2};
            }
        }
    }
    return count;
}

static void accelerationOf(const bfParams *p, const Seen *seen, int count, int i, const float *vx, const float *vy,
                           float *ax, float *ay) {
    float r_sep2 = (float)(p->r_sep * p->r_sep), r_ali2 = (float)(p->r_ali * p->r_ali);
    float r_coh2 = (float)(p->r_coh * p->r_coh), least = (float)(p->r_sep * p->r_sep * pow(2.0, -20.0));
    float sum[6] = {0, 0, 0, 0, 0, 0};
    int separated = 0, aligned = 0, drawn = 0;
    for (int k = 0; k < count; ++k) {
        Seen s = seen[k];
        if (s.d2 < r_sep2) {
            float inverse = 1.0f / (s.d2 > least ? s.d2 : least);
            sum[0] = sum[0] + (-s.dx) * inverse;
            sum[1] = sum[1] + (-s.dy) * inverse;
            ++separated;
        }
        if (s.d2 < r_ali2) {
            sum[2] = sum[2] + vx[s.id];
            sum[3] = sum[3] + vy[s.id];
            ++aligned;
        }
        if (s.d2 < r_coh2) {
            sum[4] = sum[4] + s.dx;
            sum[5] = sum[5] + s.dy;
            ++drawn;
        }
    }
    float x = 0.0f, y = 0.0f;
    if (separated > 0) {
        x = x + (float)p->w_sep * sum[0];
        y = y + (float)p->w_sep * sum[1];
    }
    if (aligned > 0) {
        x = x + (float)p->w_ali * (sum[2] / (float)aligned - vx[i]);
        y = y + (float)p->w_ali * (sum[3] / (float)aligned - vy[i]);
    }
    if (drawn > 0) {
        x = x + (float)p->w_coh * (sum[4] / (float)drawn);
        y = y + (float)p->w_coh * (sum[5] / (float)drawn);
    }
    float a2 = x * x + y * y;
    if (a2 > (float)(p->max_force * p->max_force)) {
        float scale = (float)p->max_force / sqrtf(a2);
        x = x * scale;
        y = y * scale;
    }
    *ax = x;
    *ay = y;
}

/* The pointer's coordinate: in a torus, brought into the world. */
static float pointerAt(double at, double side, int torus) {
    return (float)(torus ? at - floor(at / side) * side : at);
}

/* From an agent to the pointer along one axis, the short way round. */
static float towards(float pointer, float x, float side, int torus) {
    float d = pointer - x;
    float half = side / 2.0f;
    if (torus && d > half) {
        d = d - side;
    } else if (torus && d < -half) {
        d = d + side;
    }
    return d;
}

static void addPointer(const bfParams *p, int torus, float x, float y, float *ax, float *ay) {
    float width = (float)p->world_width, height = (float)p->world_height;
    float dx = towards(pointerAt(p->pointer_x, p->world_width, torus), x, width, torus);
    float dy = towards(pointerAt(p->pointer_y, p->world_height, torus), y, height, torus);
    float distance = sqrtf(dx * dx + dy * dy), radius = (float)p->pointer_radius;
    if (distance > 0.0f && distance < radius) {
        float pull = (float)p->pointer_strength * (1.0f - distance / radius);
        *ax = *ax + dx / distance * pull;
        *ay = *ay + dy / distance * pull;
    }
}

static float wrapped(float x, float extent) {
    if (x >= extent) {
        x = x - extent;
    } else if (x < 0.0f) {
        x = x + extent;
    }
    if (x >= extent || x < 0.0f) {
        x = 0.0f;
    }
    return x;
}

static void mirrored(float *x, float *v, float extent) {
    if (*x < 0.0f) {
        *x = -*x;
        *v = -*v;
    }
    if (*x > extent) {
        *x = 2.0f * extent - *x;
        *v = -*v;
    }
}

static void move(const bfParams *p, float *px, float *py, float *vx, float *vy, float ax, float ay) {
    float dt = (float)p->dt;
    float x = *vx + ax * dt, y = *vy + ay * dt;
    float speed = sqrtf(x * x + y * y);
    float scale = 1.0f;
    if (speed > (float)p->max_speed) {
        scale = (float)p->max_speed / speed;
    } else if (speed > 0.0f && speed < (float)p->min_speed) {
        scale = (float)p->min_speed / speed;
    }
    *vx = x * scale; /* times 1 is exact */
    *vy = y * scale;
    *px = *px + *vx * dt;
    *py = *py + *vy * dt;
    if (p->boundary == BF_WRAP) {
        *px = wrapped(*px, (float)p->world_width);
        *py = wrapped(*py, (float)p->world_height);
    } else {
        mirrored(px, vx, (float)p->world_width);
        mirrored(py, vy, (float)p->world_height);
    }
}

void referenceStepSome(const bfParams *p, int stride, float *px, float *py, float *vx, float *vy) {
    int n = (int)p->agents, cols, rows;
    referenceGrid(p, &cols, &rows);
    int torus = p->metric == BF_TORUS || (p->metric == BF_METRIC_AUTO && p->boundary == BF_WRAP);
    int *col = malloc(sizeof(int) * (size_t)(n + 1)), *row = malloc(sizeof(int) * (size_t)(n + 1));
    float *ax = malloc(sizeof(float) * (size_t)(n + 1)), *ay = malloc(sizeof(float) * (size_t)(n + 1));
    Seen *seen = malloc(sizeof(Seen) * (size_t)(9 * n + 9));
    for (int i = 0; i < n; ++i) {
        col[i] = cellIndex(px[i], (float)(cols / p->world_width), cols);
        row[i] = cellIndex(py[i], (float)(rows / p->world_height), rows);
    }
    double r = fmax(p->r_sep, fmax(p->r_ali, p->r_coh));
    for (int i = 0; i < n; i += stride) {
        int count = 0;
        for (int j = 0; j < n; ++j) {
            count += look(p, cols, rows, torus, col, row, i, j, px, py, (float)(r * r), seen + count);
        }
        qsort(seen, (size_t)count, sizeof *seen, compareSeen);
        accelerationOf(p, seen, count, i, vx, vy, &ax[i], &ay[i]);
        addPointer(p, torus, px[i], py[i], &ax[i], &ay[i]);
    }
    for (int i = 0; i < n; i += stride) {
        move(p, &px[i], &py[i], &vx[i], &vy[i], ax[i], ay[i]);
    }
    free(col);
    free(row);
    free(ax);
    free(ay);
    free(seen);
}

void referenceStep(const bfParams *p, float *px, float *py, float *vx, float *vy) {
    referenceStepSome(p, 1, px, py, vx, vy);
}

/* ---- Agents that join ---- */

__extension__ typedef unsigned __int128 Wide;

static uint32_t hashed(uint32_t v, uint32_t *c, uint32_t m) {
    v ^= *c;
    *c *= m;
    v *= *c;
    return v ^ v >> 16;
}

static uint64_t draw(Wide *state, Wide c) {
    const Wide m = (Wide)2549297995355413924u << 64 | 4865540595714422341u;
    *state = *state * m + c;
    uint64_t folded = (uint64_t)(*state >> 64) ^ (uint64_t)*state;
    int turn = (int)(*state >> 122);
    return turn == 0 ? folded : folded >> turn | folded << (64 - turn);
}

static double uniform(Wide *state, Wide c, double low, double high) {
    return low + (high - low) * ((double)(draw(state, c) >> 11) * pow(2.0, -53.0));
}

/* The sine and cosine are the C library's, which may differ from the page's in the last bit of a double: not in one
 * float32 of a hundred million. */
void referenceJoin(const bfParams *p, uint32_t id, float *px, float *py, float *vx, float *vy) {
    uint32_t pool[4] = {(uint32_t)p->seed, id, 0, 0}, c = 0x43b0d7e5u, w[8];
    for (int i = 0; i < 4; ++i) {
        pool[i] = hashed(pool[i], &c, 0x931e8875u);
    }
    for (int s = 0; s < 4; ++s) {
        for (int t = 0; t < 4; ++t) {
            if (t != s) {
                uint32_t r = 0xca01f9ddu * pool[t] - 0x4973f715u * hashed(pool[s], &c, 0x931e8875u);
                pool[t] = r ^ r >> 16;
            }
        }
    }
    c = 0x8b51f9ddu;
    for (int i = 0; i < 8; ++i) {
        w[i] = hashed(pool[i % 4], &c, 0x58f38dedu);
    }
    uint64_t v[4];
    for (int k = 0; k < 4; ++k) {
        v[k] = (uint64_t)w[2 * k + 1] << 32 | w[2 * k];
    }
    Wide increment = 2 * ((Wide)v[2] << 64 | v[3]) + 1, state = 0;
    draw(&state, increment);
    state += (Wide)v[0] << 64 | v[1];
    draw(&state, increment);
    float x = (float)uniform(&state, increment, 0, p->world_width);
    float y = (float)uniform(&state, increment, 0, p->world_height);
    double heading = uniform(&state, increment, 0, 6.283185307179586);
    double speed = uniform(&state, increment, p->min_speed, p->max_speed);
    *px = p->numerics == BF_CELL && x == (float)p->world_width ? 0.0f : x;
    *py = p->numerics == BF_CELL && y == (float)p->world_height ? 0.0f : y;
    *vx = (float)(speed * cos(heading));
    *vy = (float)(speed * sin(heading));
}
