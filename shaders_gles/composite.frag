// All light together, the tone curve, the display curve.

uniform sampler2D u_lit;   // trails and agents
uniform float u_lit_scale;
uniform sampler2D u_light; // the first level of the bloom
uniform vec2 u_size;       // of the picture, pixels
uniform float u_bloom;
uniform float u_vignette;
uniform vec3 u_background; // linear
uniform bool u_flip;       // write the top row first

// Software renderers work out both sides of a choice, so the usual picture has a program without these.
#ifdef PLAIN
const vec3 u_background_low = vec3(0.0);
const int u_background_shape = 0;
const bool u_ink = false;
const bool u_transparent = false;
#else
uniform vec3 u_background_low;  // at the foot or in the corners
uniform int u_background_shape; // 0 even, 1 vertical, 2 radial
uniform bool u_ink;             // agents take light from the background instead of giving it
uniform bool u_transparent;     // the background is whatever lies behind the canvas
#endif

#ifdef TILED
uniform ivec2 u_tile;  // of what is drawn into, its place in the picture, pixels from the lower left
uniform int u_tile_rows;
#endif

flat in float v_exposure;

out vec4 o_color;

// Narkowicz's fit of the ACES filmic curve, for the brightest channel.
float filmic(float x) {
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

// The curve is applied to the brightest channel and the others keep their ratio to it, so bright places keep their
// colour. Very bright ones are pressed together first and turn white, slowly and by way of their hue (orange by
// yellow), so that many overlapping agents still show which is denser.
vec3 toneMap(vec3 color) {
    float peak = max(max(color.r, max(color.g, color.b)), 1e-9);
    float beyond = max(peak - 1.0, 0.0);
    float pressed = min(peak, 1.0) + beyond / (1.0 + 0.16 * beyond);
    float shown = min(filmic(pressed), 1.0);
    float glare = max(peak - 0.7, 0.0);
    vec3 hue = color / peak;
    hue = mix(hue, sqrt(hue), glare / (glare + 4.0));
    return shown * mix(hue, vec3(1.0), 0.6 * glare / (glare + 24.0));
}

// How much of each colour a wash of ink lets through, the more ink the less: its own colour goes on longest.
vec3 transmitted(vec3 ink) {
    float amount = max(ink.r, max(ink.g, ink.b));
    return amount <= 0.0 ? vec3(1.0) : exp(2.5 * (0.8 * ink - amount));
}

// `off` is the place, -1 to 1 each way.
vec3 backgroundAt(vec2 off) {
    if (u_background_shape == 0) {
        return u_background;
    }
    float low = u_background_shape == 1 ? 0.5 - 0.5 * off.y : smoothstep(0.0, 1.0, length(off) / 1.4142136);
    return mix(u_background, u_background_low, low);
}

// IEC 61966-2-1. The power 1 / 2.4 as a polynomial in the fourth root, within 0.009 / 255: software renderers have
// square roots at the price of a division.
vec3 srgbFromLinear(vec3 color) {
    vec3 root = sqrt(sqrt(color));
    vec3 curve = -0.06461215 + root * (0.19614128 + root * (1.12266551 + root * (-0.33548211 + root * 0.08132181)));
    return mix(12.92 * color, curve, step(vec3(0.0031308), color));
}

// Even noise from the pixel's coordinates alone, within half a step of 8 bits per channel.
vec3 noiseAt(uvec2 pixel) {
    uint h = pixel.x * 0x9e3779b1u ^ pixel.y * 0x85ebca77u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return vec3(uvec3(h, h >> 10, h >> 20) & uvec3(1023u)) * (1.0 / (1023.0 * 255.0)) - 0.5 / 255.0;
}

// The flock alone, for something to lie behind it; premultiplied. Light covers as much as it is bright, and ink as much
// as it takes of the channel it takes most of: over black and over white the picture is the one that they would give.
vec4 uncovered(vec3 light, vec3 noise) {
    if (u_ink) {
        vec3 left = srgbFromLinear(transmitted(light));
        float rest = min(left.r, min(left.g, left.b));
        return vec4(left - rest, 1.0 - rest);
    }
    vec3 encoded = srgbFromLinear(toneMap(light));
    encoded = max(encoded + noise * step(0.25 / 255.0, encoded), 0.0); // nothing stays nothing
    return vec4(encoded, max(encoded.r, max(encoded.g, encoded.b)));
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
#ifdef TILED
    ivec2 from = ivec2(pixel.x, u_flip ? u_tile_rows - 1 - pixel.y : pixel.y);
    ivec2 place = u_tile + from; // in the picture
    uvec2 shown = uvec2(place.x, int(u_size.y) - 1 - place.y); // from the top left
    vec2 at = (vec2(place) + 0.5) / u_size;
#else
    int top_row = int(u_size.y) - 1 - pixel.y;
    ivec2 from = u_flip ? ivec2(pixel.x, top_row) : pixel;
    uvec2 shown = uvec2(pixel.x, u_flip ? pixel.y : top_row); // from the top left
    vec2 at = (vec2(from) + 0.5) / u_size;
#endif
    vec3 color = texelFetch(u_lit, from, 0).rgb * u_lit_scale;
    vec2 off = 2.0 * at - 1.0;
    vec3 background = backgroundAt(off);
    color = (color + u_bloom * filtered(u_light, at).rgb) * v_exposure;
    if (u_transparent) {
        o_color = uncovered(color, noiseAt(shown));
        return;
    }
    color += u_ink ? vec3(0.0) : background;
    float outer = max(dot(off, off) / 1.7 - 0.3 / 1.7, 0.0);
    float vignette = 1.0 - u_vignette * outer * outer * (3.0 - 2.0 * outer);
    color = u_ink ? background * vignette * transmitted(color) : toneMap(color * vignette);
    vec3 encoded = srgbFromLinear(color);
    o_color = vec4(encoded + noiseAt(shown), 1.0);
}
