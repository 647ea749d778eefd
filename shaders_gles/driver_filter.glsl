// Reading between pixels, by the driver.
vec4 filtered(sampler2D source, vec2 at) {
    return texture(source, at);
}
