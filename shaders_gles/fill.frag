uniform float u_value;
out vec4 o_color;

void main() {
    o_color = vec4(u_value);
}
