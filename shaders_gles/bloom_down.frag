// Half the size, with overlapping 4 x 4 pixels of weights 1 3 3 1, so that small lights move without blinking.

uniform sampler2D u_source;
uniform vec2 u_texel; // of the source
uniform vec2 u_size;  // of this target

out vec4 o_color;

void main() {
    vec2 middle = gl_FragCoord.xy / u_size;
    // A quarter of a pixel from the nearer pixel's centre, the card's filter mixes it and the next as 3 to 1.
    vec2 near = 0.75 * u_texel;
    vec3 sum = filtered(u_source, middle + vec2(-near.x, -near.y)).rgb + filtered(u_source, middle + vec2(near.x, -near.y)).rgb +
               filtered(u_source, middle + vec2(-near.x, near.y)).rgb + filtered(u_source, middle + vec2(near.x, near.y)).rgb;
    o_color = vec4(0.25 * sum, 0.0);
}
