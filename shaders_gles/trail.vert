// What each agent leaves behind while it moves from one moment to the next: one strip around that path.

uniform vec2 u_fraction;     // of the interval between the frames, from x to y
uniform float u_brightness;
uniform float u_trail_width; // in agent diameters
uniform float u_decay;       // exponent by which a trail decays between the two moments

out vec2 v_place;            // along the path from its start and across it, in standard deviations of the brush
flat out float v_length;     // of the path, in the same unit
flat out vec3 v_ink;

const float REACH = 3.2;             // standard deviations drawn around the path
const float SOFTENING_PIXELS = 0.4; // widens the thinnest brushes, which would fall between pixels
const float TAU = 6.2831853;

void main() {
    Agent agent;
    if (!readAgent(agent)) {
        gl_Position = NOWHERE;
        return;
    }
    vec2 start = mix(agent.previous_place, agent.place, u_fraction.x);
    vec2 end = mix(agent.previous_place, agent.place, u_fraction.y);
    float middle = 0.5 * (u_fraction.x + u_fraction.y);
    vec2 velocity = mix(agent.previous_velocity, agent.velocity, middle);
    vec2 size = agentSize(speedOf(velocity));
    float wanted = size.x * u_trail_width * 0.25;
    float sigma = sqrt(wanted * wanted + SOFTENING_PIXELS * SOFTENING_PIXELS);
    float distance = length(end - start);
    vec2 along = distance > 1e-4 ? (end - start) / distance : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);

    v_length = distance / sigma;
    vec2 side = corner();
    v_place = vec2(side.x < 0.0 ? -REACH : v_length + REACH, side.y * REACH);
    // Ink per unit of length, so that slow and fast agents draw lines equally bright at the pen; an agent at rest
    // gathers to the same brightness. See docs/look.md.
    float ink = sqrt(v_length * v_length / TAU + u_decay * u_decay);
    vec3 color = agentColor(velocity, mix(agent.previous_crowding, agent.crowding, middle));
    v_ink = color * (ink * u_brightness * size.y * wanted / sigma * sheenOf(velocity));
    vec2 place = start + sigma * (v_place.x * along + v_place.y * across);
    gl_Position = shownAt(place);
}
