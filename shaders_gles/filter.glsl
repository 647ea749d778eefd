// Reading between pixels, for drivers that do not for the format in use.
vec4 filtered(sampler2D source, vec2 at) {
    ivec2 last = textureSize(source, 0) - 1;
    vec2 place = at * vec2(last + 1) - 0.5;
    ivec2 low = ivec2(floor(place));
    vec2 share = place - vec2(low);
    ivec2 from = clamp(low, ivec2(0), last), to = clamp(low + 1, ivec2(0), last);
    vec4 below = mix(texelFetch(source, from, 0), texelFetch(source, ivec2(to.x, from.y), 0), share.x);
    vec4 above = mix(texelFetch(source, ivec2(from.x, to.y), 0), texelFetch(source, to, 0), share.x);
    return mix(below, above, share.y);
}
