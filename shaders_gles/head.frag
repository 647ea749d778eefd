uniform float u_glow;

in vec2 v_offset;
flat in vec3 v_color;
flat in vec3 v_core;

out vec4 o_color;

void main() {
    float r2 = dot(v_offset, v_offset);
    if (r2 >= 1.0) {
        discard;
    }
    float fall = 1.0 - smoothstep(0.0, 1.0, sqrt(r2));
    float core = fall * fall * 0.75;
    // The last factor brings the halo to 0 at the rim, where the bell alone would end in a visible edge.
    float halo = exp(-3.5 * r2) * u_glow * (1.0 - r2 * r2);
    o_color = vec4(v_core * core + v_color * halo, 0.0);
}
