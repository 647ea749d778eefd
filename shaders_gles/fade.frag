// Trails decay. Not done by blending in place: a half float times a factor near 1 stops falling short of 0, and a
// pixel that has become invisible must be exactly black.

uniform sampler2D u_source;
uniform float u_fade;
uniform float u_cutoff;
uniform ivec2 u_shift; // pixels by which the camera has moved; what comes into view is black
uniform float u_steps; // whole steps between 0 and 1 that the target holds, 0 for floats

out vec4 o_color;

void main() {
    ivec2 from = ivec2(gl_FragCoord.xy) + u_shift;
    bool is_new = any(lessThan(from, ivec2(0))) || any(greaterThanEqual(from, textureSize(u_source, 0)));
    vec3 color = is_new ? vec3(0.0) : texelFetch(u_source, from, 0).rgb * u_fade;
    if (u_steps > 0.0) {
        color = floor(color * u_steps) / u_steps; // rounding to the nearest step would never reach 0
    }
    float brightest = max(color.r, max(color.g, color.b));
    o_color = vec4(brightest < u_cutoff ? vec3(0.0) : color, 0.0);
}
