/* The sources under shaders_gles, embedded at build time. */
#ifndef BF_VIEW_SHADERS_H
#define BF_VIEW_SHADERS_H

extern const char bf_shader_agent_glsl[];
extern const char bf_shader_head_vert[];
extern const char bf_shader_head_frag[];
extern const char bf_shader_body_vert[];
extern const char bf_shader_body_frag[];
extern const char bf_shader_trail_vert[];
extern const char bf_shader_trail_frag[];
extern const char bf_shader_fullscreen_vert[];
extern const char bf_shader_fill_frag[];
extern const char bf_shader_copy_frag[];
extern const char bf_shader_between_frag[];
extern const char bf_shader_filter_glsl[];
extern const char bf_shader_driver_filter_glsl[];
extern const char bf_shader_fade_frag[];
extern const char bf_shader_move_frag[];
extern const char bf_shader_bloom_first_frag[];
extern const char bf_shader_bloom_down_frag[];
extern const char bf_shader_bloom_up_frag[];
extern const char bf_shader_composite_vert[];
extern const char bf_shader_composite_frag[];

#endif
