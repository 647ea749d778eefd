#include "boidforge/param.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Long enough for any number in shortest round-trip form and for every choice. */
#define VALUE_TEXT_BYTES 64

double bfParamInfo_Load(const bfParamInfo *info, const void *values) {
    const char *field = (const char *)values + info->offset;
    switch (info->type) {
    case BF_REAL: {
        double real;
        memcpy(&real, field, sizeof real);
        return real;
    }
    case BF_WHOLE: {
        int64_t whole;
        memcpy(&whole, field, sizeof whole);
        return (double)whole;
    }
    case BF_CHOICE:
    default: {
        int32_t index;
        memcpy(&index, field, sizeof index);
        return index;
    }
    }
}

void bfParamInfo_Store(const bfParamInfo *info, void *values, double number) {
    char *field = (char *)values + info->offset;
    switch (info->type) {
    case BF_REAL:
        memcpy(field, &number, sizeof number);
        break;
    case BF_WHOLE: {
        int64_t whole = (int64_t)number;
        memcpy(field, &whole, sizeof whole);
        break;
    }
    case BF_CHOICE: {
        int32_t index = (int32_t)number;
        memcpy(field, &index, sizeof index);
        break;
    }
    }
}

void bfTable_SetDefaults(const bfParamTable *table, void *values) {
    memset(values, 0, table->struct_bytes);
    for (int i = 0; i < table->count; ++i) {
        bfParamInfo_Store(&table->infos[i], values, table->infos[i].initial);
    }
}

static bool namesMatch(const char *a, const char *b) {
    for (; *a != '\0' && *b != '\0'; ++a, ++b) {
        if ((*a == '-' ? '_' : *a) != (*b == '-' ? '_' : *b)) {
            return false;
        }
    }
    return *a == *b;
}

const bfParamInfo *bfTable_Find(const bfParamTable *table, const char *name) {
    for (int i = 0; i < table->count; ++i) {
        if (namesMatch(table->infos[i].name, name)) {
            return &table->infos[i];
        }
    }
    return NULL;
}

/* The index of `text` in "first|second|third", or -1. */
static int findChoice(const char *choices, const char *text) {
    size_t length = strlen(text);
    int index = 0;
    for (const char *choice = choices;; ++index) {
        const char *bar = strchr(choice, '|');
        size_t choice_length = bar != NULL ? (size_t)(bar - choice) : strlen(choice);
        if (choice_length == length && memcmp(choice, text, length) == 0) {
            return index;
        }
        if (bar == NULL) {
            return -1;
        }
        choice = bar + 1;
    }
}

static void copyChoice(const char *choices, int index, char *text, size_t capacity) {
    for (; index > 0; --index) {
        choices = strchr(choices, '|') + 1;
    }
    snprintf(text, capacity, "%.*s", (int)strcspn(choices, "|"), choices);
}

/* The shortest decimal text that reads back as the same double: people see 0.05, not 0.050000000000000003. */
static void formatNumber(double number, char text[VALUE_TEXT_BYTES]) {
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, VALUE_TEXT_BYTES, "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            return;
        }
    }
}

/* The largest value a field may take; for a choice its last index. */
static double largestNumber(const bfParamInfo *info) {
    if (info->type != BF_CHOICE) {
        return info->max;
    }
    int last = 0;
    for (const char *c = info->choices; *c != '\0'; ++c) {
        last += *c == '|';
    }
    return last;
}

static bfResult failOutOfRange(const bfParamInfo *info, double number, bfError *error) {
    char given[VALUE_TEXT_BYTES], min[VALUE_TEXT_BYTES], max[VALUE_TEXT_BYTES];
    formatNumber(number, given);
    formatNumber(info->min, min);
    formatNumber(largestNumber(info), max);
    return bfFail(error, BF_ERROR_OUT_OF_RANGE, "%s: %s is out of range, give a value from %s to %s%s%s", info->name,
                  given, min, max, info->unit[0] != '\0' ? " " : "", info->unit);
}

static bfResult checkNumber(const bfParamInfo *info, double number, bfError *error) {
    if (!isfinite(number)) {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "%s: needs a finite number", info->name);
    }
    if (info->type == BF_WHOLE && number != floor(number)) {
        char given[VALUE_TEXT_BYTES];
        formatNumber(number, given);
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "%s: %s has a fraction, give a whole number", info->name, given);
    }
    if (number < info->min || number > largestNumber(info)) {
        return failOutOfRange(info, number, error);
    }
    return BF_OK;
}

/* Decimal text only: strtod alone would also take "0x10", "inf", "nan" and leading blanks. */
static bool parseDecimal(const char *text, double *number) {
    if (text[0] == '\0' || strspn(text, "+-.0123456789eE") != strlen(text)) {
        return false;
    }
    char *end;
    *number = strtod(text, &end);
    return *end == '\0' && end != text;
}

bfResult bfTable_SetText(const bfParamTable *table, void *values, const char *name, const char *text, bfError *error) {
    const bfParamInfo *info = bfTable_Find(table, name);
    if (info == NULL) {
        return bfFail(error, BF_ERROR_UNKNOWN_NAME, "there is no %s parameter named '%s'", table->title, name);
    }
    double number;
    if (info->type == BF_CHOICE) {
        int index = findChoice(info->choices, text);
        if (index < 0) {
            return bfFail(error, BF_ERROR_UNKNOWN_CHOICE, "%s: '%.60s' is not a choice, give one of %s", info->name,
                          text, info->choices);
        }
        number = index;
    } else if (!parseDecimal(text, &number)) {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "%s: '%.60s' is not a number", info->name, text);
    }
    bfResult result = checkNumber(info, number, error);
    if (result == BF_OK) {
        bfParamInfo_Store(info, values, number);
    }
    return result;
}

bfResult bfTable_GetText(const bfParamTable *table, const void *values, const char *name, char *text, size_t capacity,
                         bfError *error) {
    const bfParamInfo *info = bfTable_Find(table, name);
    if (info == NULL) {
        return bfFail(error, BF_ERROR_UNKNOWN_NAME, "there is no %s parameter named '%s'", table->title, name);
    }
    double number = bfParamInfo_Load(info, values);
    if (info->type == BF_CHOICE) {
        copyChoice(info->choices, (int)number, text, capacity);
    } else {
        char formatted[VALUE_TEXT_BYTES];
        formatNumber(number, formatted);
        snprintf(text, capacity, "%s", formatted);
    }
    return BF_OK;
}

bfResult bfTable_Check(const bfParamTable *table, const void *values, bfError *error) {
    for (int i = 0; i < table->count; ++i) {
        bfResult result = checkNumber(&table->infos[i], bfParamInfo_Load(&table->infos[i], values), error);
        if (result != BF_OK) {
            return result;
        }
    }
    return BF_OK;
}

/* A string builder with snprintf's manners: counts what it would need, writes what fits. */
typedef struct TextSink {
    char *text;
    size_t capacity;
    size_t length;
} TextSink;

static void sinkPut(TextSink *sink, const char *piece) {
    for (; *piece != '\0'; ++piece, ++sink->length) {
        if (sink->length + 1 < sink->capacity) {
            sink->text[sink->length] = *piece;
            sink->text[sink->length + 1] = '\0';
        }
    }
}

static void sinkPutString(TextSink *sink, const char *key, const char *value) {
    sinkPut(sink, "\"");
    sinkPut(sink, key);
    sinkPut(sink, "\":\"");
    for (; *value != '\0'; ++value) {
        char piece[3] = {*value, '\0', '\0'};
        if (*value == '"' || *value == '\\') {
            piece[0] = '\\';
            piece[1] = *value;
        }
        sinkPut(sink, piece);
    }
    sinkPut(sink, "\"");
}

static void sinkPutNumber(TextSink *sink, const char *key, double value) {
    char number[VALUE_TEXT_BYTES];
    formatNumber(value, number);
    sinkPut(sink, "\"");
    sinkPut(sink, key);
    sinkPut(sink, "\":");
    sinkPut(sink, number);
}

size_t bfTable_WriteJson(const bfParamTable *table, char *json, size_t capacity) {
    static const char *const type_names[] = {"real", "whole", "choice"};
    TextSink sink = {json, capacity, 0};
    if (capacity > 0) {
        json[0] = '\0';
    }
    sinkPut(&sink, "[");
    for (int i = 0; i < table->count; ++i) {
        const bfParamInfo *info = &table->infos[i];
        sinkPut(&sink, i > 0 ? ",{" : "{");
        sinkPutString(&sink, "name", info->name);
        sinkPut(&sink, ",");
        sinkPutString(&sink, "type", type_names[info->type]);
        sinkPut(&sink, ",");
        if (info->type == BF_CHOICE) {
            char choice[VALUE_TEXT_BYTES];
            copyChoice(info->choices, (int)info->initial, choice, sizeof choice);
            sinkPutString(&sink, "default", choice);
        } else {
            sinkPutNumber(&sink, "default", info->initial);
        }
        sinkPut(&sink, ",");
        sinkPutNumber(&sink, "min", info->min);
        sinkPut(&sink, ",");
        sinkPutNumber(&sink, "max", largestNumber(info));
        sinkPut(&sink, ",");
        sinkPutString(&sink, "choices", info->choices);
        sinkPut(&sink, ",");
        sinkPutString(&sink, "unit", info->unit);
        sinkPut(&sink, ",");
        sinkPutString(&sink, "group", info->group);
        sinkPut(&sink, ",");
        sinkPutString(&sink, "help", info->help);
        sinkPut(&sink, "}");
    }
    sinkPut(&sink, "]");
    return sink.length;
}
