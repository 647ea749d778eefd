#include "commands.h"
#include "options.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"simulate", command_simulate, "compute a flock, write a .bfs recording"},
    {"export", command_export, "draw a recording: a picture (.png) or a film (.mp4)"},
    {"info", command_info, "what a recording holds"},
    {"hash", command_hash, "state hashes of a recording, per frame and whole"},
    {"stats", command_stats, "order, speed and crowding of each frame, as CSV"},
    {"verify", command_verify, "compute a recording again and compare, or compare two recordings"},
    {"convert", command_convert, "another version of the format, fewer frames or agents"},
    {"bench", command_bench, "time the steps of a flock"},
    {"scenes", command_scenes, "list the built-in scenes, or show one"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void printHelp(void) {
    puts("usage: boidforge-cli COMMAND [options]\n\nCommands:");
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        printf("  %-10s %s\n", commands[i].name, commands[i].help);
    }
    puts("\nboidforge-cli COMMAND --help tells the options of one. A first film:\n"
         "  boidforge-cli simulate --scene murmuration --steps 600 -o flock.bfs\n"
         "  boidforge-cli export flock.bfs --scene murmuration -o flock.mp4\n\n"
         "Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.");
}

/* What was printed has to have arrived: a full disk behind a redirection shows only when the buffer is written out. */
static int afterOutput(const char *command, int code) {
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_EXIT_DONE) {
        return cliFail(command, CLI_EXIT_FAILED, "standard output: cannot write all of it; is the disk full?");
    }
    return code;
}

int main(int argc, char **argv) {
    /* A reader that went away shows as a failed write, which is reported like any other. */
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        printHelp();
        return CLI_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        printHelp();
        return afterOutput("", CLI_EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("boidforge-cli %s\n", BF_VERSION);
        return CLI_EXIT_DONE;
    }
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return afterOutput(commands[i].name, commands[i].run(argc - 1, argv + 1));
        }
    }
    char message[128];
    snprintf(message, sizeof message, "%.60s: no such command, see boidforge-cli --help", argv[1]);
    return cliFail("", CLI_EXIT_USAGE, message);
}
