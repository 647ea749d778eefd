// Shared by everything that draws agents: one agent's two frames, its path between them, its colour.

// A texel is an agent; see cellOf.
uniform sampler2D u_previous;   // x, y, vx, vy
uniform sampler2D u_current;
uniform sampler2D u_previous_crowding;
uniform sampler2D u_current_crowding;
uniform bool u_has_crowding;
uniform highp usampler2D u_ghosts; // agent * 16 + (y + 1) * 4 + (x + 1), shifted by (x, y) worlds
uniform int u_agents;           // agents from this number on are ghosts
uniform int u_first;            // number of this draw's first agent
uniform int u_row_bits;         // of all five textures

uniform vec2 u_view_center;     // world units, at the middle of the picture
uniform float u_view_scale;     // pixels per world unit
uniform vec2 u_half_size;       // half of what is drawn into, pixels
uniform vec2 u_target_middle;   // of that, pixels from the middle of the picture
uniform vec2 u_world;           // world units
uniform bool u_wraps;
uniform bool u_recenters;      // in a wrapped world: show each agent's copy nearest to the next
uniform vec2 u_seam_center;    // world units
uniform int u_color_by;         // 0 speed, 1 heading, 2 density, 3 fixed
uniform float u_color_value;
uniform vec2 u_speed_range;     // at the palette's start and end
uniform sampler2D u_palette;    // linear RGB, 256 x 1
uniform float u_diameter;       // of an agent of medium speed, pixels
uniform float u_least_diameter; // pixels; smaller agents are drawn this large but dimmer
uniform float u_size_by_speed;
uniform float u_sheen;

const float PI = 3.14159265;
const float PALETTE_ENTRIES = 256.0;
const vec2 LIGHT = vec2(-0.6, 0.8); // direction of flight that shines most; y is up
const float SWIFT_LIGHT = 0.75; // how far the core of the fastest agents is lightened

struct Agent {
    int number;                       // in the frame
    vec2 previous_place, place;       // pixels from the middle of the picture
    vec2 previous_velocity, velocity; // world units per second
    float previous_crowding, crowding;
};

// NaN and infinity by their exponent bits: isnan may be optimised away.
bool isBad(vec4 values) {
    return any(equal(floatBitsToUint(values) & uvec4(0x7f800000u), uvec4(0x7f800000u)));
}

// The copy of `from` that is nearest to `to` in a wrapped world.
vec2 nearestCopy(vec2 from, vec2 to) {
    vec2 jump = to - from;
    return from + u_world * (step(0.5 * u_world, jump) - step(0.5 * u_world, -jump));
}

vec2 toPixels(vec2 place) {
    return (place - u_view_center) * u_view_scale;
}

// Pixels from the middle of the picture beyond which an agent cannot show and its path would overflow.
const float TOO_FAR = 1e7;

bool isFar(vec2 place) {
    return !all(lessThan(abs(place), vec2(TOO_FAR)));
}

// Velocities that can be mixed and squared without overflow.
vec2 bounded(vec2 velocity) {
    return clamp(velocity, -1e18, 1e18);
}

// Where entry i of a list lies in its texture.
ivec2 cellOf(int i) {
    return ivec2(i & ((1 << u_row_bits) - 1), i >> u_row_bits);
}

// The quad's corner of this vertex: -1 or 1 each way. An agent has four vertices.
vec2 corner() {
    return vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1 & 1)) * 2.0 - 1.0;
}

// False when the agent must not be drawn. One that was bad in the previous frame only stands still in between.
bool readAgent(out Agent agent) {
    int number = u_first + (gl_VertexID >> 2);
    vec2 shift = vec2(0.0);
    if (number >= u_agents) {
        uint ghost = texelFetch(u_ghosts, cellOf(number - u_agents), 0).r;
        shift = u_world * (vec2(ghost & 3u, ghost >> 2 & 3u) - 1.0);
        number = int(ghost >> 4);
    }
    ivec2 cell = cellOf(number);
    vec4 previous = texelFetch(u_previous, cell, 0);
    vec4 current = texelFetch(u_current, cell, 0);
    if (u_recenters) {
        current.xy = nearestCopy(current.xy, u_seam_center);
    }
    if (isBad(previous) || isFar(toPixels(previous.xy))) {
        previous = current;
    }
    if (u_wraps) {
        previous.xy = nearestCopy(previous.xy, current.xy);
    }
    agent = Agent(number, toPixels(previous.xy + shift), toPixels(current.xy + shift), bounded(previous.zw),
                  bounded(current.zw), 0.0, 0.0);
    if (u_has_crowding) {
        agent.previous_crowding = texelFetch(u_previous_crowding, cell, 0).r;
        agent.crowding = texelFetch(u_current_crowding, cell, 0).r;
    }
    return !isBad(current) && !isFar(agent.place);
}

float speedOf(vec2 velocity) {
    return length(velocity);
}

// 0 at rest, 1 at the speed of the palette's end, a little more above.
float swiftness(float speed) {
    return min(speed / u_speed_range.y, 1.25);
}

vec3 paletteColor(float position) {
    float entry = clamp(position, 0.0, 1.0) * (PALETTE_ENTRIES - 1.0);
    int first = int(min(entry, PALETTE_ENTRIES - 2.0));
    return mix(texelFetch(u_palette, ivec2(first, 0), 0).rgb, texelFetch(u_palette, ivec2(first + 1, 0), 0).rgb,
               entry - float(first));
}

vec3 agentColor(vec2 velocity, float crowding) {
    float position = u_color_value;
    if (u_color_by == 0) {
        // The root spreads the slow end, where a flock spends most of its time.
        position = sqrt(max(speedOf(velocity) - u_speed_range.x, 0.0) / (u_speed_range.y - u_speed_range.x));
    } else if (u_color_by == 1) {
        // The palette there and back, so that no heading is a seam.
        float turn = velocity == vec2(0.0) ? 0.0 : atan(velocity.y, velocity.x) / (2.0 * PI);
        position = 1.0 - abs(2.0 * fract(turn) - 1.0);
    } else if (u_color_by == 2) {
        position = crowding;
    }
    return paletteColor(position);
}

// x: diameter to draw, pixels; y: share of the light per pixel that is left when it was enlarged to that.
vec2 agentSize(float speed) {
    float wanted = u_diameter * (1.0 - u_size_by_speed + 2.0 * u_size_by_speed * swiftness(speed));
    float drawn = max(wanted, u_least_diameter);
    float share = wanted / drawn;
    return vec2(drawn, share * share);
}

// A place, pixels from the middle of the picture, in what is drawn into.
vec4 shownAt(vec2 place) {
    return vec4((place - u_target_middle) / u_half_size, 0.0, 1.0);
}

// Light of an agent by its heading: those that fly into the light shine, those that turn away are dim, as wings and
// scales do. So a flock whose agents stand evenly still shows how it bends.
float sheenOf(vec2 velocity) {
    float facing = 0.5 + 0.5 * dot(velocity, LIGHT) / max(length(velocity), 1e-6);
    return 1.0 + u_sheen * (1.5 * facing * facing - 1.0);
}

// A colour towards white by way of its hue: orange grows yellow before it grows white, never pink.
vec3 lightened(vec3 color, float amount) {
    float peak = max(max(color.r, max(color.g, color.b)), 1e-9);
    return mix(color, sqrt(color * peak), amount);
}

// Outside every picture: all corners there make empty triangles.
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);
