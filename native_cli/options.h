/* Reading a command line against a list of options and a parameter table: "--name value", "--name=value", "-n value",
 * '-' and '_' alike in names, "--" before operands that begin with a dash. */
#ifndef BF_CLI_OPTIONS_H
#define BF_CLI_OPTIONS_H

#include "boidforge/param.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct CliOption {
    int id;            /* the command's own number for it, above 0 */
    const char *name;  /* without dashes */
    char letter;       /* short form, or 0 */
    const char *value; /* what it takes, for the help: "FILE"; NULL for a switch */
    const char *help;  /* one line */
} CliOption;

typedef struct CliArgs {
    const char *command; /* "simulate" */
    const CliOption *options;
    int option_count;
    const bfParamTable *table; /* further options: the names of this table; NULL for none */
    int argc;
    char **argv;
    int at;
    bool only_operands; /* after "--" */
} CliArgs;

/* A command line to read with cliNext. `options` must be the array itself: its length is counted here. */
#define CLI_ARGS(name, list, params, count, texts)                                                                     \
    ((CliArgs){.command = (name),                                                                                      \
               .options = (list),                                                                                      \
               .option_count = sizeof(list) / sizeof((list)[0]),                                                       \
               .table = (params),                                                                                      \
               .argc = (count),                                                                                        \
               .argv = (texts),                                                                                        \
               .at = 1})

typedef enum CliKind { CLI_END, CLI_OPERAND, CLI_OPTION, CLI_PARAM, CLI_WRONG } CliKind;

typedef struct CliToken {
    int id;                  /* CLI_OPTION */
    const bfParamInfo *param; /* CLI_PARAM */
    const char *text;        /* the operand, or the option's value; NULL for a switch */
} CliToken;

/* The next thing on the command line. CLI_WRONG fills `error`: unknown option (with the nearest known one), a missing
 * or superfluous value. */
CliKind cliNext(CliArgs *args, CliToken *token, bfError *error);

/* Ids of a command that has switches and one operand only: bits of a set, and help. */
enum { CLI_SWITCH_HELP = 1 << 30 };

/* Read such a command line: the switches given as a set of their ids, the operand or NULL. `complaint` is what is said
 * of a second operand. Returns -1 to go on, or the exit code when help was printed or the usage was wrong. */
int cliReadSwitches(CliArgs *args, const char *usage, const char *complaint, int *switches, const char **operand);

/* Print the options, then the table's parameters by group. */
void cliPrintOptions(const CliArgs *args);

/* Print "boidforge-cli COMMAND: MESSAGE" as one line to standard error and return `exit_code`. */
int cliFail(const char *command, int exit_code, const char *message);

/* Whether a path ends in the extension, in small or capital letters, with something before it. */
bool cliEndsWith(const char *path, const char *extension);

/* Print text as a JSON string, quotes included. */
void cliPrintJsonText(FILE *file, const char *text);

enum { CLI_EXIT_DONE = 0, CLI_EXIT_FAILED = 1, CLI_EXIT_USAGE = 2, CLI_EXIT_INTERRUPTED = 130 };

#endif
