// All light together, the tone curve, the display curve.

uniform sampler2D u_trail;
uniform float u_trail_scale;
uniform sampler2D u_heads;
uniform sampler2D u_light; // the first level of the bloom
uniform vec2 u_size;       // of the picture, pixels
uniform float u_bloom;
uniform float u_vignette;
uniform vec3 u_background; // linear
uniform bool u_flip;       // write the top row first

// Software renderers work out both sides of a choice, so the usual picture has a program without these.
#ifdef PLAIN
const vec2 u_trail_offset = vec2(0.0);
const vec3 u_background_low = vec3(0.0);
const int u_background_shape = 0;
const bool u_ink = false;
#else
uniform vec2 u_trail_offset;    // of the picture in the trails, in pictures: under a pixel
uniform vec3 u_background_low;  // at the foot or in the corners
uniform int u_background_shape; // 0 even, 1 vertical, 2 radial
uniform bool u_ink;             // agents take light from the background instead of giving it
#endif

flat in float v_exposure;

out vec4 o_color;

// Narkowicz's fit of the ACES filmic curve, for the brightest channel.
float filmic(float x) {
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

// The curve is applied to the brightest channel and the others keep their ratio to it, so bright places keep their
// colour. Very bright ones are pressed together by a logarithm first and turn slowly white, so that many overlapping
// agents still show which is denser.
vec3 toneMap(vec3 color) {
    float peak = max(color.r, max(color.g, color.b));
    if (peak <= 0.0) {
        return vec3(0.0);
    }
    float pressed = peak < 1.0 ? peak : 1.0 + log(1.0 + 0.6 * (peak - 1.0)) / 0.6;
    float shown = min(filmic(pressed), 1.0);
    float white = 0.75 * (1.0 - exp(-0.12 * max(peak - 0.7, 0.0)));
    return shown * mix(color / peak, vec3(1.0), white);
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

// IEC 61966-2-1.
vec3 srgbFromLinear(vec3 color) {
    return mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), color));
}

// Even noise from the pixel's coordinates alone, 0 to 1 per channel.
vec3 noiseAt(uvec2 pixel) {
    uint h = pixel.x * 0x9e3779b1u ^ pixel.y * 0x85ebca77u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return vec3(uvec3(h, h >> 10, h >> 20) & uvec3(1023u)) / 1023.0;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int top_row = int(u_size.y) - 1 - pixel.y;
    ivec2 from = u_flip ? ivec2(pixel.x, top_row) : pixel;
    uvec2 shown = uvec2(pixel.x, u_flip ? pixel.y : top_row); // from the top left

    vec2 at = (vec2(from) + 0.5) / u_size;
    vec3 trail = u_trail_offset == vec2(0.0) ? texelFetch(u_trail, from, 0).rgb : filtered(u_trail, at + u_trail_offset).rgb;
    vec3 color = trail * u_trail_scale + texelFetch(u_heads, from, 0).rgb;
    vec2 off = 2.0 * at - 1.0;
    vec3 background = backgroundAt(off);
    vec3 clear = u_ink ? vec3(0.0) : background;
    color = (color + u_bloom * filtered(u_light, at).rgb) * v_exposure + clear;
    float vignette = 1.0 - u_vignette * smoothstep(0.3, 2.0, dot(off, off));
    color = u_ink ? background * vignette * transmitted(color) : toneMap(color * vignette);
    vec3 encoded = srgbFromLinear(color);
    o_color = vec4(encoded + (noiseAt(shown) - 0.5) / 255.0, 1.0);
}
