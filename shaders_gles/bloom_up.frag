// A smaller level spread over this one; blending adds it.

uniform sampler2D u_source;
uniform vec2 u_texel; // of the source
uniform vec2 u_size;  // of this target
uniform float u_value; // factor on the source

out vec4 o_color;

void main() {
    vec2 middle = gl_FragCoord.xy / u_size;
    vec2 near = 0.5 * u_texel;
    vec3 sum = filtered(u_source, middle + vec2(-near.x, -near.y)).rgb + filtered(u_source, middle + vec2(near.x, -near.y)).rgb +
               filtered(u_source, middle + vec2(-near.x, near.y)).rgb + filtered(u_source, middle + vec2(near.x, near.y)).rgb;
    o_color = vec4(0.25 * u_value * sum, 0.0);
}
