// The agents themselves: one quad each.

uniform vec2 u_fraction;    // of the interval between the frames; y is the moment drawn
uniform float u_brightness;

out vec2 v_offset;          // from the centre, 1 at the rim
flat out vec3 v_color;
flat out vec3 v_core;      // light of the core, where v_color is the halo's

// A disc smaller than a few pixels would blink as it moves between them: widened by this, with its light kept.
const float SOFTENING_PIXELS = 2.0;

void main() {
    Agent agent;
    if (!readAgent(agent)) {
        gl_Position = NOWHERE;
        return;
    }
    vec2 place = mix(agent.previous_place, agent.place, u_fraction.y);
    vec2 velocity = mix(agent.previous_velocity, agent.velocity, u_fraction.y);
    float speed = speedOf(velocity);
    vec2 size = agentSize(speed);
    float diameter = sqrt(size.x * size.x + SOFTENING_PIXELS * SOFTENING_PIXELS);
    float share = size.y * size.x * size.x / (diameter * diameter);
    v_offset = corner();
    v_color = agentColor(velocity, mix(agent.previous_crowding, agent.crowding, u_fraction.y)) * (share * sheenOf(velocity) * u_brightness);
    float swift = swiftness(speed);
    v_core = lightened(v_color, SWIFT_LIGHT * min(swift * swift, 1.0));
    gl_Position = shownAt(place + 0.5 * diameter * v_offset);
}
