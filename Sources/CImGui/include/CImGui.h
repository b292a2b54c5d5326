// Dear ImGui through plain C: text panels over an OpenGL window. No policy; all calls belong to the
// thread of the window's context.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Prepares ImGui for the current OpenGL context. `font` may be null for the built-in one, whose letters
/// are small pictures; `pixels` is the height of text, `scale` the size of panels, `ratio` the pixels a
/// unit of both.
bool bifrons_ui_open(const char *font, float pixels, float scale, float ratio);
void bifrons_ui_close(void);

/// Begins a picture of a window of so many units, with so many pixels a unit.
void bifrons_ui_begin_frame(float width, float height, float ratio);
/// Draws what was said since `bifrons_ui_begin_frame` into the current framebuffer.
void bifrons_ui_end_frame(void);

/// A panel as large as its text. (x, y) in window coordinates is the point of the panel at
/// (pivot_x, pivot_y), 0…1. `wrap` is the width at which text is broken; 0
/// never breaks it. The panel has room for `least_width` × `least_height` at least.
void bifrons_ui_begin_panel(
    const char *name, float x, float y, float pivot_x, float pivot_y, float opacity, float wrap,
    float least_width, float least_height);
void bifrons_ui_end_panel(void);
void bifrons_ui_text(const char *text, float red, float green, float blue);
/// The room that text needs, broken at `wrap` unless that is 0.
void bifrons_ui_measure(const char *text, float wrap, float *width, float *height);
/// Two columns: a key and what it does.
void bifrons_ui_row(const char *key, const char *text, float column);

/// What follows stands in the same row, `x` from the panel's edge.
void bifrons_ui_same_line(float x);
/// A graph of `count` values, 0 to `top` (below 0: a gap), the newest at the right of room for
/// `capacity`; each is as bright as its confidence, 0…1. Its name and a word stand over it.
void bifrons_ui_graph(
    const char *name, const char *value, const float *values, const float *confidences, int count,
    int capacity, float width, float height, float top);

#ifdef __cplusplus
}
#endif
