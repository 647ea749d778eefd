// Bodies by their distance functions: arrow, bird, fish. Lengths are half lengths of the body, x along the heading.

uniform int u_body;   // 1 arrow, 2 bird, 3 fish
uniform float u_glow;

in vec2 v_place;
flat in float v_half_length;
flat in vec3 v_color;
flat in vec3 v_core;
flat in float v_swing;

out vec4 o_color;

const float HALO_REACH = 0.55; // beyond the outline
const float EDGE_PIXELS = 1.2; // over which an outline fades

// A dart with a notch behind; a is the place with both sides folded onto one.
float arrow(vec2 a) {
    float lead = dot(a - vec2(1.0, 0.0), vec2(0.3256, 0.9455));
    float notch = dot(a - vec2(-0.45, 0.0), vec2(-0.8716, -0.4903));
    return max(lead, notch);
}

// Wings that reach forward to the wrist and sweep back to pointed tips, on a slim body with a fanned tail. A beat
// shortens the span, as seen from above, and draws the tips back.
float bird(vec2 a) {
    float beaten = 0.5 * (1.0 - v_swing);
    float span = 1.2 - 0.32 * beaten;
    float o = clamp(a.y / span, 0.0, 1.0); // place on the wing, 1 at its tip
    float tip = -0.35 - 0.2 * beaten;
    float lead = 0.2 + 0.6 * o + (tip - 0.8) * o * o;
    float trail = -0.12 + 0.5 * o + (tip - 0.38) * o * o;
    float wing = max(max(a.x - lead, trail - a.x) * 0.75, a.y - span);
    float along = clamp((a.x + 0.8) / 1.7, 0.0, 1.0);
    float body = max(a.y - 0.42 * along * sqrt(1.0 - along), max(a.x - 0.9, -0.8 - a.x));
    float fan = clamp((-0.4 - a.x) / 0.5, 0.0, 1.0);
    float tail = max(a.y - 0.04 - 0.13 * fan, max(-0.9 - a.x, a.x + 0.4));
    return min(wing, min(body, tail));
}

// A body that tapers to a forked fin; both bend to where the tail swings.
float fish(vec2 place) {
    float behind = 0.5 * (1.0 - clamp(place.x, -1.0, 1.0));
    vec2 a = vec2(place.x, abs(place.y - 0.22 * v_swing * behind * behind));
    float along = clamp((a.x + 0.7) / 1.7, 0.0, 1.0);
    float body = max((a.y - 0.85 * along * sqrt(1.0 - along)) * 0.85, max(a.x - 1.0, -0.7 - a.x));
    float fan = clamp((-0.45 - a.x) / 0.55, 0.0, 1.0);
    float fork = -0.78 - 0.6 * a.y - a.x;
    float fin = max((a.y - 0.05 - 0.36 * fan) * 0.85, max(fork, a.x + 0.45));
    return min(body, fin);
}

void main() {
    vec2 folded = vec2(v_place.x, abs(v_place.y));
    float outside = u_body == 1 ? arrow(folded) : u_body == 2 ? bird(folded) : fish(v_place);
    if (outside >= HALO_REACH) {
        discard;
    }
    float covered = clamp(0.5 - outside * v_half_length / EDGE_PIXELS, 0.0, 1.0);
    float near = 1.0 - max(outside, 0.0) / HALO_REACH;
    float core = covered * (0.95 + 0.3 * v_place.x);
    float halo = 0.22 * u_glow * near * near * near;
    o_color = vec4(v_core * core + v_color * halo, 0.0);
}
