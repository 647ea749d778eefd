/* Every recording of the original program is reproduced byte for byte by
 *   boidforge-cli simulate --numerics classic --level naive
 * and by level native, with the manifest's parameters. Arguments: the program, the golden folder, level, simd. */
#define _POSIX_C_SOURCE 200809L

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define MAX_ARGS 64

static const char *program, *golden_folder, *level, *simd;

static char *readFile(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot open %s", path);
    }
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

static void runSimulate(const cJSON *config, const char *out) {
    static char texts[MAX_ARGS][64];
    const char *args[MAX_ARGS * 2] = {program, "simulate", "--quiet", "--numerics", "classic", "--level",
                                      level,   "--simd",   simd,      "-o",         out};
    int count = 11, text = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, config) {
        const char *name = strcmp(item->string, "n_boids") == 0 ? "boids" : item->string;
        snprintf(texts[text], sizeof texts[text], "--%s", name);
        args[count++] = texts[text++];
        if (cJSON_IsString(item)) {
            snprintf(texts[text], sizeof texts[text], "%s", item->valuestring);
        } else {
            snprintf(texts[text], sizeof texts[text], "%.17g", item->valuedouble);
        }
        args[count++] = texts[text++];
    }
    pid_t child = fork();
    if (child == 0) {
        execv(program, (char *const *)(uintptr_t)args);
        _exit(127);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void every_golden_file_is_reproduced(void **unused) {
    (void)unused;
    char path[512], out[] = "/tmp/boidforge-golden-XXXXXX";
    int placeholder = mkstemp(out);
    assert_true(placeholder >= 0);
    close(placeholder);
    size_t length;
    snprintf(path, sizeof path, "%s/manifest.json", golden_folder);
    char *text = readFile(path, &length);
    cJSON *manifest = cJSON_ParseWithLength(text, length);
    free(text);
    const cJSON *files = cJSON_GetObjectItem(manifest, "files"), *entry;
    assert_int_equal(cJSON_GetArraySize(files), 45);
    int different = 0;
    cJSON_ArrayForEach(entry, files) {
        const char *name = cJSON_GetObjectItem(entry, "file")->valuestring;
        size_t wanted_length, made_length;
        runSimulate(cJSON_GetObjectItem(entry, "config"), out);
        snprintf(path, sizeof path, "%s/%s", golden_folder, name);
        char *wanted = readFile(path, &wanted_length), *made = readFile(out, &made_length);
        if (made_length != wanted_length || memcmp(made, wanted, wanted_length) != 0) {
            size_t at = 0;
            while (at < made_length && at < wanted_length && made[at] == wanted[at]) {
                ++at;
            }
            print_error("%s: differs from byte %zu on\n", name, at);
            ++different;
        }
        free(wanted);
        free(made);
    }
    cJSON_Delete(manifest);
    remove(out);
    assert_int_equal(different, 0);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: golden_test PROGRAM GOLDEN_FOLDER LEVEL SIMD\n");
        return 2;
    }
    program = argv[1];
    golden_folder = argv[2];
    level = argv[3];
    simd = argv[4];
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_golden_file_is_reproduced)};
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
