// The whole target, and the exposure: as asked for, or led by the picture's own brightness. All three corners work out
// the same number from the smallest level of the bloom, so it costs a few hundred reads a picture.

uniform sampler2D u_meter;
uniform float u_exposure;
uniform float u_auto_exposure;

flat out float v_exposure;

const int TAPS = 8;             // each way
const float USUAL = 0.09;       // brightness of a picture that is left as it is
const float DARKEST_STOPS = -3.0;
const float BRIGHTEST_STOPS = 2.0;

float meteredBrightness() {
    float sum = 0.0;
    for (int i = 0; i < TAPS * TAPS; ++i) {
        vec2 at = (vec2(float(i % TAPS), float(i / TAPS)) + 0.5) / float(TAPS);
        vec3 color = textureLod(u_meter, at, 0.0).rgb;
        sum += max(color.r, max(color.g, color.b));
    }
    return sum / float(TAPS * TAPS);
}

void main() {
    v_exposure = u_exposure;
    if (u_auto_exposure > 0.0) {
        float stops = u_auto_exposure * log2(USUAL / max(meteredBrightness(), 1e-6));
        v_exposure *= exp2(clamp(stops, DARKEST_STOPS, BRIGHTEST_STOPS));
    }
    gl_Position = vec4(vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 4.0 - 1.0, 0.0, 1.0);
}
