/* `classic` numerics: level native on every instruction set here gives the bytes of level naive, which the golden
 * recordings hold to the original's. */
#include "property.h"
#include "random_params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t sets = 200, first_set;

static void native_gives_the_bytes_of_naive_for_random_parameters(void **unused) {
    (void)unused;
    uint64_t compared = 0;
    for (uint64_t set = first_set; set < first_set + sets; ++set) {
        Case flock = {.params = randomParams(set), .placement = set % 2 == 0 ? PLACED_BY_SEED : set / 2 % PLACEMENTS};
        flock.params.numerics = BF_CLASSIC;
        flock.params.pointer_radius = 0;
        flock.params.steps = affordableSteps(flock.params.agents);
        compared += requireEqual(&flock, set, NULL);
    }
    print_message("parameter sets %llu to %llu: %llu compared\n", (unsigned long long)first_set,
                  (unsigned long long)(first_set + sets - 1), (unsigned long long)compared);
    assert_true(compared >= sets * 9 / 10);
}

static void native_gives_the_bytes_of_naive_while_parameters_change(void **unused) {
    (void)unused;
    uint64_t compared = 0;
    for (uint64_t set = first_set; set < first_set + sets; ++set) {
        Case flock = {.params = randomParams(set)};
        flock.params.numerics = BF_CLASSIC;
        flock.params.pointer_radius = 0;
        flock.params.agents = flock.params.agents > 250 ? 250 : flock.params.agents;
        flock.params.steps = 8;
        flock.event_count = randomEvents(set, &flock.params, flock.events, MAX_CASE_EVENTS);
        compared += requireEqual(&flock, set, NULL);
    }
    assert_true(compared >= sets * 8 / 10);
}

/* What only classic accepts: steps longer than the world, radii larger than it, agents outside it. */
static void native_gives_the_bytes_of_naive_in_unruly_worlds(void **unused) {
    (void)unused;
    for (uint64_t set = 5000; set < 5060; ++set) {
        seedRandom(set);
        Case flock = {.params = bfDefaultParams()};
        bfParams *p = &flock.params;
        p->numerics = BF_CLASSIC;
        p->agents = (int64_t)randomBetween(0, 300);
        p->steps = 8;
        p->seed = (int64_t)set;
        p->boundary = randomChance(0.5) ? BF_WRAP : BF_REFLECT;
        p->world_width = randomBetween(3, 200);
        p->world_height = randomBetween(3, 200);
        p->r_sep = randomBetween(1, 50);
        p->r_coh = randomBetween(1, 300);
        p->dt = randomBetween(0.01, 20);
        p->min_speed = 0;
        assert_true(requireEqual(&flock, set, NULL));
    }
}

/* Arguments: how many random parameter sets, and the number of the first. */
int main(int argc, char **argv) {
    sets = argc > 1 ? strtoull(argv[1], NULL, 10) : sets;
    first_set = argc > 2 ? strtoull(argv[2], NULL, 10) : first_set;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_gives_the_bytes_of_naive_for_random_parameters),
        cmocka_unit_test(native_gives_the_bytes_of_naive_while_parameters_change),
        cmocka_unit_test(native_gives_the_bytes_of_naive_in_unruly_worlds),
    };
    return cmocka_run_group_tests_name("classic", tests, NULL, NULL);
}
