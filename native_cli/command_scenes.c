#include "commands.h"
#include "options.h"
#include "scene_file.h"
#include "scene_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "scenes"

enum { SWITCH_LINK = 1 };

static const CliOption options[] = {
    {SWITCH_LINK, "link", 0, NULL, "print the scene's link, which the page opens and --scene takes"},
    {CLI_SWITCH_HELP, "help", 'h', NULL, "this text"},
};

static int list(void) {
    for (const EmbeddedScene *embedded = embedded_scenes; embedded->name != NULL; ++embedded) {
        bfScene scene;
        bfError error;
        if (loadScene(embedded->name, &scene, &error) != BF_OK) {
            return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
        }
        printf("%-14s %s\n", embedded->name, scene.description);
        bfScene_Clear(&scene);
    }
    return CLI_EXIT_DONE;
}

static int failLoad(const bfError *error) {
    return cliFail(COMMAND, error->id == BF_ERROR_OPEN ? CLI_EXIT_FAILED : CLI_EXIT_USAGE, error->message);
}

/* What a link says as a scene file. */
static int showLink(const char *link) {
    bfScene scene;
    bfParams params;
    bfError error;
    bfResult result = loadScene(link, &scene, &error);
    if (result == BF_OK) {
        result = bfScene_Resolve(&scene, &params, &error);
    }
    char *json = result == BF_OK ? bfScene_WriteJson(&scene, &params) : NULL;
    bfScene_Clear(&scene);
    if (result != BF_OK) {
        return failLoad(&error);
    }
    if (json == NULL) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, "not enough memory for the scene");
    }
    puts(json);
    free(json);
    return CLI_EXIT_DONE;
}

static int show(const char *name) {
    const EmbeddedScene *embedded = findEmbeddedScene(name);
    if (embedded != NULL) {
        fputs(embedded->json, stdout);
        return CLI_EXIT_DONE;
    }
    if (isSceneLink(name)) {
        return showLink(name);
    }
    char message[160];
    snprintf(message, sizeof message, "there is no built-in scene named '%.60s'; without a name they are listed", name);
    return cliFail(COMMAND, CLI_EXIT_USAGE, message);
}

/* The link of a scene by name or from a file; of a link, the same as this program spells it. */
static int printLink(const char *name) {
    bfScene scene;
    SceneCamera camera = {.given = 0};
    bfParams params;
    bfError error;
    char link[SCENE_LINK_MOST + 2];
    bfResult result =
        isSceneLink(name) ? readSceneLink(name, &scene, &camera, &error) : loadScene(name, &scene, &error);
    if (result == BF_OK) {
        result = bfScene_Resolve(&scene, &params, &error); /* a link that opens nowhere is no use */
    }
    if (result == BF_OK) {
        result = writeSceneLink(&scene, &camera, link, &error);
    }
    bfScene_Clear(&scene);
    if (result != BF_OK) {
        return failLoad(&error);
    }
    puts(link);
    return CLI_EXIT_DONE;
}

int command_scenes(int argc, char **argv) {
    /* "scenes list" and "scenes show NAME" read better in scripts; "scenes" and "scenes NAME" do the same. */
    bool has_verb = argc > 1 && (strcmp(argv[1], "show") == 0 || strcmp(argv[1], "list") == 0);
    CliArgs args = CLI_ARGS(COMMAND, options, NULL, argc, argv);
    args.at = has_verb ? 2 : 1;
    const char *name;
    int switches;
    int code = cliReadSwitches(&args,
                               "usage: boidforge-cli scenes [list | show NAME|LINK | NAME|LINK]\n"
                               "       boidforge-cli scenes --link NAME|FILE|LINK\n"
                               "List the built-in scenes, print one as JSON to copy and change, or print a link.",
                               "one scene at a time", &switches, &name);
    if (code >= 0) {
        return code;
    }
    if (name == NULL && has_verb && strcmp(argv[1], "show") == 0) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, "show which scene? boidforge-cli scenes lists them");
    }
    if ((switches & SWITCH_LINK) != 0) {
        return name != NULL ? printLink(name)
                            : cliFail(COMMAND, CLI_EXIT_USAGE, "--link: of which scene? give a name or a file");
    }
    return name != NULL ? show(name) : list();
}
