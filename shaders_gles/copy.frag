uniform sampler2D u_source;
uniform float u_value; // factor
out vec4 o_color;

void main() {
    o_color = texelFetch(u_source, ivec2(gl_FragCoord.xy), 0) * u_value;
}
