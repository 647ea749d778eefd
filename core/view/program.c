#include "program.h"

#include <string.h>

static const char *const uniform_names[] = {
#define UNIFORM_NAME(name) "u_" #name,
    BF_UNIFORMS(UNIFORM_NAME)
#undef UNIFORM_NAME
};

static const char header[] = "#version 300 es\n"
                             "precision highp float;\n"
                             "precision highp int;\n"
                             "precision highp sampler2D;\n";

/* Keep only the first line of a driver's log, so that an error stays one line. */
static void cutToLine(char *log) {
    log[strcspn(log, "\r\n")] = '\0';
}

static bfResult compileStage(GLenum kind, const char *name, const char *const parts[3], GLuint *shader,
                             bfError *error) {
    const char *sources[4] = {header, "", "", ""};
    for (int i = 0; i < 3 && parts[i] != NULL; ++i) {
        sources[1 + i] = parts[i];
    }
    *shader = glCreateShader(kind);
    glShaderSource(*shader, 4, sources, NULL);
    glCompileShader(*shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(*shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) {
        return BF_OK;
    }
    char log[300] = "";
    glGetShaderInfoLog(*shader, sizeof log, NULL, log);
    cutToLine(log);
    glDeleteShader(*shader);
    return bfFail(error, BF_ERROR_GPU, "the %s shader '%s' does not compile on this driver: %s",
                  kind == GL_VERTEX_SHADER ? "vertex" : "fragment", name, log);
}

static bfResult linkStages(bfProgram *program, const char *name, GLuint vertex, GLuint fragment, bfError *error) {
    program->id = glCreateProgram();
    glAttachShader(program->id, vertex);
    glAttachShader(program->id, fragment);
    glLinkProgram(program->id);
    GLint linked = GL_FALSE;
    glGetProgramiv(program->id, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) {
        return BF_OK;
    }
    char log[300] = "";
    glGetProgramInfoLog(program->id, sizeof log, NULL, log);
    cutToLine(log);
    bfProgram_Destroy(program);
    return bfFail(error, BF_ERROR_GPU, "the shaders of '%s' do not link on this driver: %s", name, log);
}

bfResult bfProgram_Create(bfProgram *program, const char *name, const char *const vertex[3],
                          const char *const fragment[3], bfError *error) {
    GLuint vertex_shader, fragment_shader;
    bfResult result = compileStage(GL_VERTEX_SHADER, name, vertex, &vertex_shader, error);
    if (result != BF_OK) {
        return result;
    }
    result = compileStage(GL_FRAGMENT_SHADER, name, fragment, &fragment_shader, error);
    if (result == BF_OK) {
        result = linkStages(program, name, vertex_shader, fragment_shader, error);
        glDeleteShader(fragment_shader);
    }
    glDeleteShader(vertex_shader);
    for (int i = 0; result == BF_OK && i < BF_UNIFORM_COUNT; ++i) {
        program->locations[i] = glGetUniformLocation(program->id, uniform_names[i]);
    }
    return result;
}

void bfProgram_Destroy(bfProgram *program) {
    if (program->id != 0) {
        glDeleteProgram(program->id);
        program->id = 0;
    }
}

void bfProgram_Use(const bfProgram *program) {
    glUseProgram(program->id);
}

void bfProgram_SetInt(const bfProgram *program, bfUniform uniform, int value) {
    glUniform1i(program->locations[uniform], value);
}

void bfProgram_SetIntPair(const bfProgram *program, bfUniform uniform, int x, int y) {
    glUniform2i(program->locations[uniform], x, y);
}

void bfProgram_SetReal(const bfProgram *program, bfUniform uniform, double value) {
    glUniform1f(program->locations[uniform], (float)value);
}

void bfProgram_SetPair(const bfProgram *program, bfUniform uniform, double x, double y) {
    glUniform2f(program->locations[uniform], (float)x, (float)y);
}

void bfProgram_SetTriple(const bfProgram *program, bfUniform uniform, double x, double y, double z) {
    glUniform3f(program->locations[uniform], (float)x, (float)y, (float)z);
}

void bfProgram_SetTexture(const bfProgram *program, bfUniform sampler, int unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glUniform1i(program->locations[sampler], unit);
}
