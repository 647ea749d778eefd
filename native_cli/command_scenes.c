#include "commands.h"
#include "options.h"
#include "scene_file.h"

#include <stdio.h>
#include <string.h>

#define COMMAND "scenes"

static const CliOption options[] = {
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

static int show(const char *name) {
    for (const EmbeddedScene *embedded = embedded_scenes; embedded->name != NULL; ++embedded) {
        if (strcmp(embedded->name, name) == 0) {
            fputs(embedded->json, stdout);
            return CLI_EXIT_DONE;
        }
    }
    char message[160];
    snprintf(message, sizeof message, "there is no built-in scene named '%.60s'; without a name they are listed", name);
    return cliFail(COMMAND, CLI_EXIT_USAGE, message);
}

int command_scenes(int argc, char **argv) {
    /* "scenes list" and "scenes show NAME" read better in scripts; "scenes" and "scenes NAME" do the same. */
    bool has_verb = argc > 1 && (strcmp(argv[1], "show") == 0 || strcmp(argv[1], "list") == 0);
    CliArgs args = CLI_ARGS(COMMAND, options, NULL, argc, argv);
    args.at = has_verb ? 2 : 1;
    const char *name;
    int switches;
    int code = cliReadSwitches(&args,
                               "usage: boidforge-cli scenes [list | show NAME | NAME]\n"
                               "List the built-in scenes, or print one as JSON to copy and change.",
                               "one scene at a time", &switches, &name);
    if (code >= 0) {
        return code;
    }
    if (name == NULL && has_verb && strcmp(argv[1], "show") == 0) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, "show which scene? boidforge-cli scenes lists them");
    }
    return name != NULL ? show(name) : list();
}
