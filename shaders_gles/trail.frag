// The time average of a bell-shaped brush moving along the path, older ink decayed:
//   integral over s from 0 to 1 of exp(-decay (1 - s)) exp(-(w - length s)^2 / 2) ds, times exp(-v^2 / 2)
// with (w, v) the place along and across the path in standard deviations of the brush.

uniform float u_decay;

in vec2 v_place;
flat in float v_length;
flat in vec3 v_ink;

out vec4 o_color;

const float REACH = 3.2;         // as in the vertex shader
const float SHORT_PATH = 0.75;   // below this three samples are exact enough, and the closed form divides by little
const float SQRT_HALF = 0.70710678;
const float SQRT_HALF_PI = 1.25331414;

// Abramowitz and Stegun 7.1.28: error below 3e-7.
vec2 erf2(vec2 x) {
    vec2 a = abs(x);
    vec2 p = 1.0 + a * (0.0705230784 + a * (0.0422820123 + a * (0.0092705272 +
             a * (0.0001520143 + a * (0.0002765672 + a * 0.0000430638)))));
    p *= p;
    p *= p;
    p *= p;
    p *= p;
    return sign(x) * (1.0 - 1.0 / p);
}

float momentOf(float s) {
    float d = v_place.x - v_length * s;
    return exp(-u_decay * (1.0 - s) - 0.5 * d * d);
}

float alongPath() {
    if (v_length < SHORT_PATH) {
        // Gauss-Legendre with three points.
        return (5.0 * momentOf(0.11270167) + 8.0 * momentOf(0.5) + 5.0 * momentOf(0.88729833)) / 18.0;
    }
    // Completing the square turns the integrand into a bell around b / length.
    float slope = u_decay / v_length;
    float b = v_place.x + slope;
    vec2 ends = erf2(vec2(v_length - b, b) * SQRT_HALF);
    return exp(v_place.x * slope + 0.5 * slope * slope - u_decay) * SQRT_HALF_PI / v_length * max(ends.x + ends.y, 0.0);
}

void main() {
    float v2 = v_place.y * v_place.y;
    // The bell, brought to 0 at the strip's edge.
    float window = 1.0 - v2 / (REACH * REACH);
    float across = exp(-0.5 * v2) * min(window * 4.0, 1.0);
    o_color = vec4(v_ink * (alongPath() * across), 0.0);
}
