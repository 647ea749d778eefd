/* The machinery of property.h finds faults and shrinks to them: the faults here are in what is wanted, not in the
 * kernels. Argument: boidforge-cli, on which a shrunk case must run. */
#define _POSIX_C_SOURCE 200809L

#include "property.h"
#include "random_params.h"
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program;

/* Wrong in the last bit of one agent's vy, where separation across a seam is strong. */
static void stepWithFaultAtTheSeam(const bfParams *p, float *px, float *py, float *vx, float *vy) {
    referenceStep(p, px, py, vx, vy);
    if (p->agents > 12 && p->w_sep > 2 && bfParams_Metric(p) == BF_TORUS) {
        vy[12] = nextafterf(vy[12], INFINITY);
    }
}

/* Wrong where two agents start at the same place. */
static void stepWithFaultOnTop(const bfParams *p, float *px, float *py, float *vx, float *vy) {
    bool coincide = false;
    for (int64_t i = 0; i < p->agents; ++i) {
        for (int64_t j = 0; j < i; ++j) {
            coincide = coincide || (px[i] == px[j] && py[i] == py[j]);
        }
    }
    referenceStep(p, px, py, vx, vy);
    if (coincide) {
        px[0] = nextafterf(px[0], INFINITY);
    }
}

/* Wrong in a small world alone, and only once an agent has come to its left edge. */
static void stepWithFaultAtTheEdge(const bfParams *p, float *px, float *py, float *vx, float *vy) {
    referenceStep(p, px, py, vx, vy);
    if (p->agents > 0 && p->world_width < 300 && px[0] < (float)p->world_width / 8) {
        vx[0] = nextafterf(vx[0], INFINITY);
    }
}

/* The first random flock of many agents, placed like that, in which the fault shows. */
static Case findFaulty(StepFunction *faulty, Placement placement, Difference *difference) {
    for (uint64_t set = 0; set < 1000; ++set) {
        Case flock = {.params = randomParams(set), .placement = placement};
        flock.params.steps = 12;
        bool is_large = flock.params.agents > 40 && flock.params.agents < 400;
        if (is_large && findDifference(&flock, faulty, difference)) {
            return flock;
        }
    }
    fail_msg("no parameter set shows the fault");
    return (Case){0};
}

static void a_fault_shrinks_to_the_parameters_that_it_needs(void **unused) {
    (void)unused;
    Difference d;
    Case faulty = findFaulty(stepWithFaultAtTheSeam, PLACED_BY_SEED, &d);
    Case small = shrinkCase(faulty, stepWithFaultAtTheSeam, &d);
    char command[1024];
    writeCommand(&small, command, sizeof command);
    print_message("%lld agents shrank to: %s\n", (long long)faulty.params.agents, command);
    assert_string_equal(command, "boidforge-cli simulate --agents 13 --steps 1 --w-sep 10 --level naive --simd scalar");
    assert_int_equal(d.step, 0);
    assert_int_equal(d.agent, 12);
    assert_string_equal(d.field, "vy");
    assert_true(nextafterf(d.made, INFINITY) == d.wanted);
}

static void a_fault_keeps_the_start_state_that_it_needs(void **unused) {
    (void)unused;
    Difference d;
    Case small = shrinkCase(findFaulty(stepWithFaultOnTop, PLACED_ON_TOP, &d), stepWithFaultOnTop, &d);
    char command[1024];
    writeCommand(&small, command, sizeof command);
    assert_int_equal(small.placement, PLACED_ON_TOP);
    assert_string_equal(command, "boidforge-cli simulate --agents 2 --steps 1 --level naive --simd scalar");
}

static void a_start_state_that_does_not_matter_is_given_up(void **unused) {
    (void)unused;
    Difference d;
    Case small = shrinkCase(findFaulty(stepWithFaultAtTheSeam, PLACED_ON_BORDERS, &d), stepWithFaultAtTheSeam, &d);
    assert_int_equal(small.placement, PLACED_BY_SEED);
    assert_int_equal(small.params.agents, 13);
}

/* The frame that the shrunk case's command writes last is the one in which the difference was found. */
static void a_shrunk_case_runs_on_the_command_line(void **unused) {
    (void)unused;
    Difference d;
    Case small = shrinkCase(findFaulty(stepWithFaultAtTheEdge, PLACED_BY_SEED, &d), stepWithFaultAtTheEdge, &d);
    char command[1024], line[2048], path[] = "/tmp/boidforge-property-XXXXXX";
    close(mkstemp(path));
    writeCommand(&small, command, sizeof command);
    print_message("shrank to: %s\n", command);
    assert_int_equal(small.params.agents, 1);
    assert_int_equal(small.params.steps, d.step + 1);
    snprintf(line, sizeof line, "'%s'%s --quiet -o %s", program, command + strlen("boidforge-cli"), path);
    assert_int_equal(system(line), 0);
    float vx;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, -(long)(2 * sizeof vx), SEEK_END); /* one agent: px, py, vx, vy */
    assert_int_equal(fread(&vx, sizeof vx, 1, file), 1);
    fclose(file);
    remove(path);
    assert_string_equal(d.field, "vx");
    assert_memory_equal(&vx, &d.made, sizeof vx);
}

/* Wrong while a pointer is there that attracts. */
static void stepWithFaultAtThePointer(const bfParams *p, float *px, float *py, float *vx, float *vy) {
    referenceStep(p, px, py, vx, vy);
    if (p->agents > 0 && p->pointer_radius > 0 && p->pointer_strength > 0) {
        py[0] = nextafterf(py[0], INFINITY);
    }
}

static void a_fault_keeps_the_events_that_it_needs(void **unused) {
    (void)unused;
    Case flock = {.params = bfDefaultParams()};
    flock.params.steps = 8;
    flock.params.agents = 30;
    static const char *const changes[][3] = {{"0", "w_sep", "3"},   {"1", "pointer_x", "100"},
                                             {"2", "agents", "40"}, {"4", "pointer_radius", "77"},
                                             {"5", "w_coh", "0.5"}, {"6", "pointer_strength", "-20"}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        bfEvent *event = &flock.events[flock.event_count++];
        assert_int_equal(bfMakeEvent(atoi(changes[i][0]), changes[i][1], changes[i][2], event, NULL), BF_OK);
    }
    Difference d;
    assert_true(findDifference(&flock, stepWithFaultAtThePointer, &d));
    assert_int_equal(d.step, 4);
    Case small = shrinkCase(flock, stepWithFaultAtThePointer, &d);
    assert_int_equal(small.event_count, 1);
    assert_string_equal(small.events[0].param->name, "pointer_radius");
    assert_int_equal(small.params.agents, 1);
    assert_int_equal(d.step, 4);
}

static void refused_parameters_are_no_difference(void **unused) {
    (void)unused;
    Case flock = {.params = bfDefaultParams()};
    Difference d;
    flock.params.w_sep = 3;
    assert_true(findDifference(&flock, stepWithFaultAtTheSeam, &d));
    flock.params.world_width = 10;
    assert_false(findDifference(&flock, stepWithFaultAtTheSeam, &d));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: property_test PROGRAM\n");
        return 2;
    }
    program = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_shrinks_to_the_parameters_that_it_needs),
        cmocka_unit_test(a_fault_keeps_the_start_state_that_it_needs),
        cmocka_unit_test(a_start_state_that_does_not_matter_is_given_up),
        cmocka_unit_test(a_shrunk_case_runs_on_the_command_line),
        cmocka_unit_test(a_fault_keeps_the_events_that_it_needs),
        cmocka_unit_test(refused_parameters_are_no_difference),
    };
    return cmocka_run_group_tests_name("property", tests, NULL, NULL);
}
