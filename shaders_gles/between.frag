// Halfway between the second and the third pixel of a row of four.
uniform sampler2D u_source;
uniform float u_value; // factor
out vec4 o_color;

void main() {
    o_color = texture(u_source, vec2(0.5, 0.125)) * u_value;
}
