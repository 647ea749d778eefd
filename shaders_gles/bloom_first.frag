// Trails and agents, reduced to a quarter each way, only what is bright enough to glow.

uniform sampler2D u_lit;
uniform float u_lit_scale;
uniform vec2 u_texel; // of the source
uniform vec2 u_place; // of the source in this target, pixels
uniform vec2 u_size;  // of the source in this target, pixels
uniform float u_threshold;

out vec4 o_color;

// Weight of a very bright tap against the others, so that a single pixel cannot flash as it moves.
const float FIREFLY = 0.1;

float brightest(vec3 color) {
    return max(color.r, max(color.g, color.b));
}

// A threshold without a corner: half the light glows at the threshold, little below, nearly all well above. A sharper
// one makes small agents blink, since a pixel's brightness depends on where between pixels they are.
vec3 glowing(vec3 color) {
    float b = brightest(color);
    return color * (b / (b + u_threshold + 1e-4));
}

// Six pixels each way with weights 1 2 3 3 2 1, as three bilinear taps: the outer two lie where the filter of the
// card mixes two pixels as 1 to 2.
void main() {
    vec2 middle = (gl_FragCoord.xy - u_place) / u_size;
    vec3 sum = vec3(0.0);
    float weights = 0.0;
    for (int i = 0; i < 9; ++i) {
        vec2 tap = vec2(float(i % 3 - 1), float(i / 3 - 1));
        vec2 at = middle + tap * 1.8333333 * u_texel;
        vec3 color = filtered(u_lit, at).rgb * u_lit_scale;
        float weight = (2.0 - abs(tap.x)) * (2.0 - abs(tap.y)) / (1.0 + FIREFLY * brightest(color));
        sum += glowing(color) * weight;
        weights += weight;
    }
    o_color = vec4(sum / weights, 0.0);
}
