/* Why textures and not instanced attributes: software renderers, which is what many pages get, run instances one by
 * one, and a quad an instance is the worst case; a plain draw that fetches what it needs costs a seventh. */
#include "sheet.h"

#include <stddef.h>

/* Rows are no shorter than this, 2^n, so that the last one wastes little and few uploads are split. */
#define LEAST_ROW_BITS 8

static const struct {
    GLenum internal, format, type;
    size_t bytes;
} formats[] = {
    [BF_SHEET_FLOAT] = {GL_R32F, GL_RED, GL_FLOAT, 4},
    [BF_SHEET_FLOAT4] = {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16},
    [BF_SHEET_UINT32] = {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4},
};

/* Make room for so many rows; a sheet that has them keeps its storage, since a driver is slow at making new ones. */
static bool reserveRows(bfSheet *sheet, int row_bits, int32_t rows) {
    glBindTexture(GL_TEXTURE_2D, sheet->texture);
    if (sheet->row_bits == row_bits && sheet->rows >= rows && sheet->rows / 2 <= rows) {
        return true;
    }
    while (glGetError() != GL_NO_ERROR) { /* not this call's */
    }
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[sheet->kind].internal, 1 << row_bits, rows, 0,
                 formats[sheet->kind].format, formats[sheet->kind].type, NULL);
    bool made = glGetError() == GL_NO_ERROR;
    sheet->row_bits = row_bits;
    sheet->rows = made ? rows : 0;
    return made;
}

void bfSheet_Create(bfSheet *sheet, bfSheetKind kind) {
    static const float nothing[4];
    *sheet = (bfSheet){.kind = kind};
    glGenTextures(1, &sheet->texture);
    glBindTexture(GL_TEXTURE_2D, sheet->texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    bfSheet_Fill(sheet, 0, 1, nothing);
}

void bfSheet_Destroy(bfSheet *sheet) {
    glDeleteTextures(1, &sheet->texture);
    *sheet = (bfSheet){0};
}

int bfSheet_RowBits(int64_t count) {
    GLint longest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest);
    int bits = LEAST_ROW_BITS;
    while (((count - 1) >> bits) + 1 > longest && 2 << bits <= longest) {
        ++bits;
    }
    return ((count - 1) >> bits) + 1 <= longest ? bits : -1;
}

bool bfSheet_Fill(bfSheet *sheet, int row_bits, int64_t count, const void *entries) {
    int32_t whole = (int32_t)(count >> row_bits), left = (int32_t)(count & ((1 << row_bits) - 1));
    if (!reserveRows(sheet, row_bits, whole + (left > 0))) {
        return false;
    }
    GLenum format = formats[sheet->kind].format, type = formats[sheet->kind].type;
    if (whole > 0) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1 << row_bits, whole, format, type, entries);
    }
    if (left > 0) {
        const char *rest = (const char *)entries + ((size_t)whole << row_bits) * formats[sheet->kind].bytes;
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, whole, left, 1, format, type, rest);
    }
    return true;
}
