// Trails at the rest of a pixel by which the camera stands beside them.

uniform sampler2D u_source;
uniform vec2 u_size;   // of source and target, pixels
uniform vec2 u_offset; // of the picture in the trails, pixels

out vec4 o_color;

void main() {
    o_color = vec4(filtered(u_source, (gl_FragCoord.xy + u_offset) / u_size).rgb, 0.0);
}
