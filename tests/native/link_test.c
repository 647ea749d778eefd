#define _POSIX_C_SOURCE 200809L

/* Links as the program reads and writes them, by the table that holds the page to the same (tests/page/link.test.js).
 * Argument: tests/links.json. */
#include "scene_link.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

static cJSON *table;

static char *readFile(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        return NULL;
    }
    long bytes = ftell(file);
    char *text = calloc(1, (size_t)bytes + 1);
    rewind(file);
    if (text == NULL || fread(text, 1, (size_t)bytes, file) != (size_t)bytes) {
        fclose(file);
        free(text);
        return NULL;
    }
    fclose(file);
    return text;
}

static const char *textOf(const cJSON *row, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItem(row, key));
}

/* To be freed. */
static char *linkOf(const cJSON *row) {
    const char *start = textOf(row, "link");
    const cJSON *repeat = cJSON_GetObjectItem(row, "repeat");
    const char *text = repeat != NULL ? textOf(repeat, "text") : "";
    int times = repeat != NULL ? cJSON_GetObjectItem(repeat, "times")->valueint : 0;
    char *link = malloc(strlen(start) + strlen(text) * (size_t)times + 1);
    assert_non_null(link);
    char *end = stpcpy(link, start);
    for (int i = 0; i < times; ++i) {
        end = stpcpy(end, text);
    }
    return link;
}

static void requireNumber(const char *name, double is, double wanted) {
    if (is != wanted) {
        fail_msg("%s is %.17g, not %.17g", name, is, wanted);
    }
}

static void requireEntry(const bfParamTable *entries, const void *values, const char *name, const cJSON *wanted) {
    const bfParamInfo *info = bfTable_Find(entries, name);
    assert_non_null(info);
    if (cJSON_IsNumber(wanted)) {
        requireNumber(name, bfParamInfo_Load(info, values), wanted->valuedouble);
    } else {
        char text[64];
        assert_int_equal(bfTable_GetText(entries, values, name, text, sizeof text, NULL), BF_OK);
        assert_string_equal(text, cJSON_GetStringValue(wanted));
    }
}

static void requireEvent(const bfScene *scene, const char *name, double value) {
    char *rest;
    long step = strtol(name, &rest, 10);
    for (int32_t i = 0; i < scene->event_count; ++i) {
        const bfEvent *event = &scene->events[i];
        if (event->step == step && strcmp(event->param->name, rest + 1) == 0) {
            requireNumber(name, event->value, value);
            return;
        }
    }
    fail_msg("there is no event %s", name);
}

static void requireValue(const bfScene *scene, const SceneCamera *camera, const cJSON *wanted) {
    const char *name = wanted->string;
    if (strncmp(name, "look.", 5) == 0) {
        bfLook look = bfDefaultLook();
        for (int32_t i = 0; i < scene->look_count; ++i) {
            bfTable_SetText(bfLookTable(), &look, scene->look[i].name, scene->look[i].text, NULL);
        }
        requireEntry(bfLookTable(), &look, name + 5, wanted);
    } else if (strncmp(name, "camera.", 7) == 0) {
        const bfParamInfo *info = bfTable_Find(sceneCameraTable(), name + 7);
        assert_true((camera->given >> (info - sceneCameraTable()->infos) & 1) == 1);
        requireEntry(sceneCameraTable(), camera, name + 7, wanted);
    } else if (isdigit((unsigned char)name[0])) {
        requireEvent(scene, name, wanted->valuedouble);
    } else if (strcmp(name, "density") == 0) {
        requireNumber(name, scene->density, wanted->valuedouble);
    } else if (strcmp(name, "aspect") == 0) {
        requireNumber(name, scene->aspect, wanted->valuedouble);
    } else {
        requireEntry(bfParamsTable(), &scene->params, name, wanted);
    }
}

static void links_are_read_and_written_again(void **unused) {
    (void)unused;
    const cJSON *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(table, "read")) {
        char *text = linkOf(row);
        bfScene scene;
        SceneCamera camera;
        bfError error;
        if (readSceneLink(text, &scene, &camera, &error) != BF_OK) {
            fail_msg("%s: %s", text, error.message);
        }
        assert_string_equal(scene.name, textOf(row, "scene"));
        const cJSON *value;
        cJSON_ArrayForEach(value, cJSON_GetObjectItem(row, "values")) {
            requireValue(&scene, &camera, value);
        }
        char link[SCENE_LINK_MOST + 2];
        assert_int_equal(writeSceneLink(&scene, &camera, link, NULL), BF_OK);
        if (textOf(row, "writes") != NULL) {
            assert_string_equal(link, textOf(row, "writes"));
        }
        bfScene_Clear(&scene);
        free(text);
    }
}

static void what_no_link_may_say_is_refused_in_the_pages_words(void **unused) {
    (void)unused;
    const cJSON *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(table, "refused")) {
        char *text = linkOf(row), wanted[BF_MESSAGE_BYTES];
        bfScene scene;
        SceneCamera camera;
        bfError error;
        if (readSceneLink(text, &scene, &camera, &error) == BF_OK) {
            fail_msg("%s: was read", text);
        }
        snprintf(wanted, sizeof wanted, "link: %s", textOf(row, "why"));
        assert_string_equal(error.message, wanted);
        assert_string_equal(scene.name, "");
        assert_int_equal(scene.event_count, 0);
        free(text);
    }
}

static void what_makes_no_flock_is_read_and_refused_later(void **unused) {
    (void)unused;
    const cJSON *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(table, "impossible")) {
        bfScene scene;
        bfParams params;
        bfError error;
        assert_int_equal(readSceneLink(textOf(row, "link"), &scene, NULL, &error), BF_OK);
        assert_int_not_equal(bfScene_Resolve(&scene, &params, &error), BF_OK);
        assert_non_null(strstr(error.message, textOf(row, "why")));
        bfScene_Clear(&scene);
    }
}

static void of_the_events_that_overrule_each_other_the_last_is_written(void **unused) {
    (void)unused;
    bfScene scene = bfDefaultScene();
    char link[SCENE_LINK_MOST + 2];
    assert_int_equal(bfScene_AddEvent(&scene, "4", "w_coh", "1", NULL), BF_OK);
    assert_int_equal(bfScene_AddEvent(&scene, "4", "w_coh", "2", NULL), BF_OK);
    assert_int_equal(bfScene_AddEvent(&scene, "5", "w_coh", "1", NULL), BF_OK);
    assert_int_equal(writeSceneLink(&scene, NULL, link, NULL), BF_OK);
    assert_string_equal(link, "#1;;4.w_coh=2;5.w_coh=1");
    bfScene_Clear(&scene);
}

static void a_scene_that_is_too_much_for_a_link_is_refused(void **unused) {
    (void)unused;
    bfScene scene = bfDefaultScene();
    char link[SCENE_LINK_MOST + 2];
    bfError error;
    for (int step = 0; step < 200; ++step) {
        char text[16];
        snprintf(text, sizeof text, "%d", step);
        assert_int_equal(bfScene_AddEvent(&scene, text, "pointer_x", "1", NULL), BF_OK);
    }
    assert_int_equal(writeSceneLink(&scene, NULL, link, &error), BF_ERROR_SCENE);
    assert_non_null(strstr(error.message, "2000 is the most"));
    bfScene_Clear(&scene);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_read_and_written_again),
        cmocka_unit_test(what_no_link_may_say_is_refused_in_the_pages_words),
        cmocka_unit_test(what_makes_no_flock_is_read_and_refused_later),
        cmocka_unit_test(of_the_events_that_overrule_each_other_the_last_is_written),
        cmocka_unit_test(a_scene_that_is_too_much_for_a_link_is_refused),
    };
    char *json = argc == 2 ? readFile(argv[1]) : NULL;
    table = json != NULL ? cJSON_Parse(json) : NULL;
    free(json);
    if (table == NULL) {
        fprintf(stderr, "usage: link_test links.json\n");
        return 2;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cJSON_Delete(table);
    return failed;
}
