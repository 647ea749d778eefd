#include "commands.h"
#include "options.h"
#include "scene_file.h"

#include <stdio.h>
#include <string.h>

#define COMMAND "scenes"

enum { OPT_HELP = 1 };

static const CliOption options[] = {
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

static int list(void) {
    for (const EmbeddedScene *embedded = embedded_scenes; embedded->name != NULL; ++embedded) {
        bfScene scene;
        bfError error;
        if (loadScene(embedded->name, &scene, &error) != BF_OK) {
            return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
        }
        printf("%-14s %s\n", embedded->name, scene.description);
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
    CliArgs args = {.command = COMMAND,
                    .options = options,
                    .option_count = sizeof options / sizeof options[0],
                    .argc = argc,
                    .argv = argv,
                    .at = 1};
    const char *name = NULL;
    bfError error;
    CliToken token;
    CliKind kind;
    while ((kind = cliNext(&args, &token, &error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            return cliFail(COMMAND, CLI_EXIT_USAGE, error.message);
        }
        if (kind == CLI_OPTION) {
            puts("usage: boidforge-cli scenes [list | show NAME | NAME]\n"
                 "List the built-in scenes, or print one as JSON to copy and change.");
            cliPrintOptions(&args);
            return CLI_EXIT_DONE;
        }
        if (name == NULL && (strcmp(token.text, "show") == 0 || strcmp(token.text, "list") == 0)) {
            continue;
        }
        name = token.text;
    }
    return name != NULL ? show(name) : list();
}
