// Agents as bodies along their heading: one quad each.

uniform vec2 u_fraction;    // of the interval between the frames; y is the moment drawn
uniform float u_brightness;
uniform float u_beat;       // of wings and tails, in turns

out vec2 v_place;           // from the body's middle, x along the heading, in half lengths of the body
flat out float v_half_length; // pixels
flat out vec3 v_color;
flat out vec3 v_core;      // light of the core, where v_color is the halo's
flat out float v_swing;     // of wing or tail, -1 to 1

const float REACH = 1.75;   // half the quad's side, in half lengths; as in view.c

// A body smaller than a few pixels would blink as it moves between them: lengthened by this, with its light kept.
const float SOFTENING_PIXELS = 2.0;

// Where the agent looks, also when it is at rest: along its velocity, else along its path, else to the right.
vec2 headingOf(vec2 velocity, vec2 path) {
    vec2 along = length(velocity) > 1e-6 ? velocity : path;
    float size = length(along);
    return size > 1e-6 ? along / size : vec2(1.0, 0.0);
}

void main() {
    Agent agent;
    if (!readAgent(agent)) {
        gl_Position = NOWHERE;
        return;
    }
    vec2 place = mix(agent.previous_place, agent.place, u_fraction.y);
    vec2 velocity = mix(agent.previous_velocity, agent.velocity, u_fraction.y);
    vec2 heading = headingOf(velocity, agent.place - agent.previous_place);
    float speed = speedOf(velocity);
    vec2 size = agentSize(speed);
    float length_drawn = sqrt(size.x * size.x + SOFTENING_PIXELS * SOFTENING_PIXELS);
    float share = size.y * size.x * size.x / (length_drawn * length_drawn);
    v_half_length = 0.5 * length_drawn;
    v_place = REACH * corner();
    v_color = agentColor(velocity, mix(agent.previous_crowding, agent.crowding, u_fraction.y)) * (share * sheenOf(velocity) * u_brightness);
    float swift = swiftness(speed);
    v_core = lightened(v_color, SWIFT_LIGHT * min(swift * swift, 1.0));
    // Neighbours in number beat at moments far apart.
    v_swing = sin(2.0 * PI * fract(u_beat + fract(float(agent.number) * 0.6180340)));
    vec2 across = vec2(-heading.y, heading.x);
    vec2 off = v_half_length * (v_place.x * heading + v_place.y * across);
    gl_Position = shownAt(place + off);
}
