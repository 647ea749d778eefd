/* What a world costs: bytes by its agents alone, whatever the world and the radii are, and no allocation in a step.
 * Linked with --wrap, so that every allocation of the core is counted here. */
#include "boidforge/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static atomic_size_t allocated_bytes, allocations;

static void count(size_t bytes) {
    atomic_fetch_add(&allocated_bytes, bytes);
    atomic_fetch_add(&allocations, 1);
}

/* The linker's names for the real functions and for ours. */
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t members, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
int __real_posix_memalign(void **memory, size_t alignment, size_t bytes);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file, long offset);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t members, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t bytes);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, long offset);

void *__wrap_malloc(size_t bytes) {
    count(bytes);
    return __real_malloc(bytes);
}

void *__wrap_calloc(size_t members, size_t bytes) {
    count(members * bytes);
    return __real_calloc(members, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes) {
    count(bytes);
    return __real_realloc(memory, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    count(bytes);
    return __real_aligned_alloc(alignment, bytes);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t bytes) {
    count(bytes);
    return __real_posix_memalign(memory, alignment, bytes);
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, long offset) {
    count(bytes);
    return __real_mmap(at, bytes, protection, flags, file, offset);
}

/* Above this many agents two steps take long under sanitizers. */
#define MOST_TO_STEP 100000

/* Bytes that a world with these parameters asks for. Two steps, the second after events, must not ask for more. */
static size_t bytesOf(const bfParams *params) {
    bfWorld *world = NULL;
    bfError error;
    atomic_store(&allocated_bytes, 0);
    if (bfCreateWorld(params, &world, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    /* Events that are known take no more memory in their steps. */
    bfEvent events[2];
    bool is_small = params->agents <= MOST_TO_STEP;
    assert_int_equal(bfMakeEvent(1, "agents", is_small ? "7000" : "9", &events[0], &error), BF_OK);
    assert_int_equal(bfMakeEvent(1, "r_coh", "0", &events[1], &error), BF_OK);
    size_t bytes = atomic_load(&allocated_bytes);
    if (bfWorld_AddEvents(world, events, 2, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    size_t allocations_before = atomic_load(&allocations);
    for (int step = 0; step < 2 && is_small; ++step) {
        bfWorld_Step(world);
    }
    assert_int_equal(atomic_load(&allocations) - allocations_before, 0);
    bfDestroyWorld(world);
    return bytes;
}

static void a_huge_empty_world_takes_kilobytes(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.world_width = p.world_height = 1e6;
    p.r_sep = p.r_ali = p.r_coh = 0.5;
    p.agents = 50;
    size_t bytes = bytesOf(&p);
    print_message("50 agents in a world of 1e6 x 1e6 with radius 0.5: %zu bytes\n", bytes);
    assert_in_range(bytes, 50 * 16, 16 << 10);
}

static void worlds_of_any_shape_cost_what_their_agents_cost(void **unused) {
    (void)unused;
    static const double extents[][2] = {{0.1, 1e7}, {1e7, 0.1}, {1e7, 1e7}, {0.1, 0.1}, {3000, 0.1}};
    for (size_t i = 0; i < sizeof extents / sizeof extents[0]; ++i) {
        for (int tiny = 0; tiny <= 1; ++tiny) {
            bfParams p = bfDefaultParams();
            p.metric = BF_PLANE;
            p.world_width = extents[i][0];
            p.world_height = extents[i][1];
            p.r_sep = p.r_ali = p.r_coh = tiny ? 0.001 : 1e6;
            p.min_speed = p.max_speed = 0.1;
            p.agents = 1000;
            p.threads = 2;
            assert_in_range(bytesOf(&p), 1000 * 16, 128 << 10);
        }
    }
}

/* The grid's share: a number for each cell, of which there are at most four an agent, and some for each row. */
static void an_agent_costs_at_most_64_bytes_and_its_cells(void **unused) {
    (void)unused;
    static const int64_t agents[] = {2000, 50000, 1000000};
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; ++i) {
        for (int64_t threads = 1; threads <= 2; ++threads) {
            bfParams p = bfDefaultParams();
            p.agents = agents[i];
            p.threads = threads;
            p.world_width = p.world_height = 1e7;
            size_t bytes = bytesOf(&p);
            size_t grid = 4 * 4 * (size_t)p.agents + ((size_t)threads + 1) * 4096 * 4;
            size_t rest = 4096; /* the world itself, threads */
            print_message("%lld agents, %lld threads: %.1f bytes an agent, with the grid's\n", (long long)p.agents,
                          (long long)threads, (double)bytes / (double)p.agents);
            assert_in_range(bytes, 16 * (size_t)p.agents, 64 * (size_t)p.agents + grid + rest);
        }
    }
}

/* Large worlds have few cells where radii are large: 64 bytes an agent is then all there is. */
static void without_cells_an_agent_costs_at_most_64_bytes(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.agents = 1000000;
    p.world_width = p.world_height = 1e7;
    p.r_coh = 1e5; /* about 100 agents in a neighbourhood of 10,000 cells */
    size_t bytes = bytesOf(&p);
    print_message("1,000,000 agents in few cells: %.1f bytes an agent\n", (double)bytes / 1e6);
    assert_in_range(bytes, 16000000, 64 * (size_t)p.agents);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_huge_empty_world_takes_kilobytes),
        cmocka_unit_test(worlds_of_any_shape_cost_what_their_agents_cost),
        cmocka_unit_test(an_agent_costs_at_most_64_bytes_and_its_cells),
        cmocka_unit_test(without_cells_an_agent_costs_at_most_64_bytes),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
