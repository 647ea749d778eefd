#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 64

static char plain(char letter) {
    return letter == '_' ? '-' : letter;
}

static bool sameName(const char *a, const char *b, size_t b_length) {
    if (strlen(a) != b_length) {
        return false;
    }
    for (size_t i = 0; i < b_length; ++i) {
        if (plain(a[i]) != plain(b[i])) {
            return false;
        }
    }
    return true;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* How many letters to change, add or leave out to turn one name into the other (Levenshtein), up to MAX_NAME long. */
static int editDistance(const char *a, const char *b) {
    int row[MAX_NAME + 1];
    int a_length = smaller((int)strlen(a), MAX_NAME), b_length = smaller((int)strlen(b), MAX_NAME);
    for (int j = 0; j <= b_length; ++j) {
        row[j] = j;
    }
    for (int i = 1; i <= a_length; ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= b_length; ++j) {
            int replaced = diagonal + (plain(a[i - 1]) != plain(b[j - 1]));
            diagonal = row[j];
            row[j] = smaller(replaced, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

static void considerNearest(const char *given, const char *candidate, int *least, const char **nearest) {
    int distance = editDistance(given, candidate);
    if (distance < *least) {
        *least = distance;
        *nearest = candidate;
    }
}

static bfResult failUnknown(const CliArgs *args, const char *shown, const char *name, bfError *error) {
    int least = 3; /* further away is no help */
    const char *nearest = NULL;
    for (int i = 0; i < args->option_count; ++i) {
        considerNearest(name, args->options[i].name, &least, &nearest);
    }
    for (int i = 0; args->table != NULL && i < args->table->count; ++i) {
        considerNearest(name, args->table->infos[i].name, &least, &nearest);
    }
    if (nearest != NULL) {
        char spelled[MAX_NAME];
        snprintf(spelled, sizeof spelled, "%s", nearest);
        for (char *c = spelled; *c != '\0'; ++c) {
            *c = plain(*c);
        }
        return bfFail(error, BF_ERROR_UNKNOWN_NAME, "%.60s: no such option, did you mean --%s?", shown, spelled);
    }
    return bfFail(error, BF_ERROR_UNKNOWN_NAME, "%.60s: no such option, see boidforge-cli %s --help", shown,
                  args->command);
}

/* Find a long name of `length` letters, or a letter, among the options, then among the parameters. */
static CliKind find(const CliArgs *args, const char *name, size_t length, bool is_letter, CliToken *token,
                    bool *takes_value) {
    for (int i = 0; i < args->option_count; ++i) {
        const CliOption *option = &args->options[i];
        if (is_letter ? option->letter == *name : sameName(option->name, name, length)) {
            token->id = option->id;
            *takes_value = option->value != NULL;
            return CLI_OPTION;
        }
    }
    for (int i = 0; !is_letter && args->table != NULL && i < args->table->count; ++i) {
        if (sameName(args->table->infos[i].name, name, length)) {
            token->param = &args->table->infos[i];
            *takes_value = true;
            return CLI_PARAM;
        }
    }
    return CLI_WRONG;
}

CliKind cliNext(CliArgs *args, CliToken *token, bfError *error) {
    if (args->at >= args->argc) {
        return CLI_END;
    }
    const char *argument = args->argv[args->at++];
    if (!args->only_operands && strcmp(argument, "--") == 0) {
        args->only_operands = true;
        return cliNext(args, token, error);
    }
    token->text = argument;
    if (args->only_operands || argument[0] != '-' || argument[1] == '\0') {
        return CLI_OPERAND;
    }
    bool is_letter = argument[1] != '-';
    const char *name = argument + (is_letter ? 1 : 2);
    size_t length = strcspn(name, "=");
    const char *inline_value = name[length] == '=' ? name + length + 1 : NULL;
    bool takes_value = false;
    CliKind kind = is_letter && length != 1 ? CLI_WRONG : find(args, name, length, is_letter, token, &takes_value);
    if (kind == CLI_WRONG) {
        char given[MAX_NAME];
        snprintf(given, sizeof given, "%.*s", (int)length, name);
        failUnknown(args, argument, given, error);
        return CLI_WRONG;
    }
    token->text = inline_value;
    if (takes_value && inline_value == NULL && args->at < args->argc) {
        token->text = args->argv[args->at++];
    }
    if (takes_value != (token->text != NULL)) {
        bfFail(error, BF_ERROR_CONFLICT, "%.60s: %s", argument, takes_value ? "needs a value" : "takes no value");
        return CLI_WRONG;
    }
    return kind;
}

static void printOption(const CliOption *option) {
    char left[MAX_NAME], letter[8] = "";
    if (option->letter != 0) {
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, option->value != NULL ? " " : "",
             option->value != NULL ? option->value : "");
    printf("  %-28s %s\n", left, option->help);
}

static void printParam(const bfParamTable *table, const bfParamInfo *info, const void *defaults) {
    char left[MAX_NAME], value[MAX_NAME];
    snprintf(left, sizeof left, "--%s%s", info->name, info->type == BF_CHOICE ? " NAME" : info->type == BF_WHOLE ? " N" : " X");
    for (char *c = left; *c != '\0'; ++c) {
        *c = plain(*c);
    }
    bfTable_GetText(table, defaults, info->name, value, sizeof value, NULL);
    if (info->type == BF_CHOICE) {
        printf("  %-28s %s (%s; %s)\n", left, info->help, value, info->choices);
    } else {
        printf("  %-28s %s (%s%s%s; %g to %.10g)\n", left, info->help, value, info->unit[0] != '\0' ? " " : "",
               info->unit, info->min, info->max);
    }
}

static bool isOption(const CliArgs *args, const char *name) {
    for (int i = 0; i < args->option_count; ++i) {
        if (strcmp(args->options[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

void cliPrintOptions(const CliArgs *args) {
    puts("\nOptions:");
    for (int i = 0; i < args->option_count; ++i) {
        printOption(&args->options[i]);
    }
    if (args->table == NULL) {
        return;
    }
    void *defaults = calloc(1, args->table->struct_bytes);
    if (defaults == NULL) {
        return;
    }
    bfTable_SetDefaults(args->table, defaults);
    const char *group = "";
    for (int i = 0; i < args->table->count; ++i) {
        const bfParamInfo *info = &args->table->infos[i];
        if (isOption(args, info->name)) {
            continue; /* listed above, with the command's own default */
        }
        if (strcmp(info->group, group) != 0) {
            group = info->group;
            printf("\n%s:\n", group);
        }
        printParam(args->table, info, defaults);
    }
    free(defaults);
}

int cliReadSwitches(CliArgs *args, const char *usage, const char *complaint, int *switches, const char **operand) {
    bfError error;
    CliToken token;
    CliKind kind;
    *switches = 0;
    *operand = NULL;
    while ((kind = cliNext(args, &token, &error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            return cliFail(args->command, CLI_EXIT_USAGE, error.message);
        }
        if (kind == CLI_OPERAND && *operand != NULL) {
            return cliFail(args->command, CLI_EXIT_USAGE, complaint);
        }
        if (kind == CLI_OPERAND) {
            *operand = token.text;
        } else if (token.id == CLI_SWITCH_HELP) {
            puts(usage);
            cliPrintOptions(args);
            return CLI_EXIT_DONE;
        } else {
            *switches |= token.id;
        }
    }
    return -1;
}

void cliPrintJsonText(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text != '\0'; ++text) {
        unsigned char letter = (unsigned char)*text;
        if (letter == '"' || letter == '\\') {
            fprintf(file, "\\%c", letter);
        } else if (letter < 0x20) {
            fprintf(file, "\\u%04x", letter);
        } else {
            fputc(letter, file);
        }
    }
    fputc('"', file);
}

int cliFail(const char *command, int exit_code, const char *message) {
    fprintf(stderr, "boidforge-cli%s%s: %s\n", command[0] != '\0' ? " " : "", command, message);
    return exit_code;
}

bool cliEndsWith(const char *path, const char *extension) {
    size_t length = strlen(path), tail = strlen(extension);
    if (length <= tail) {
        return false;
    }
    for (size_t i = 0; i < tail; ++i) {
        char letter = path[length - tail + i];
        letter = (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
        if (letter != extension[i]) {
            return false;
        }
    }
    return true;
}
