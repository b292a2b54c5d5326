#include "CImGui.h"

// ImGui clears its own small structures with memset, which newer compilers remark on.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wnontrivial-memcall"
#include <imgui.h>
#pragma clang diagnostic pop
#include <backends/imgui_impl_opengl3.h>
#include <cfloat>
#include <cmath>

bool bifrons_ui_open(const char *font, float pixels, float scale, float ratio) {
  ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr;  // nothing is written
  io.LogFilename = nullptr;
  if (font) {
    // Latin, Greek, punctuation, arrows, mathematical signs, boxes, shapes.
    static const ImWchar ranges[] = {0x20, 0xFF, 0x370, 0x3FF, 0x2000, 0x2BFF, 0};
    io.Fonts->AddFontFromFileTTF(font, pixels * ratio, nullptr, ranges);
  } else {
    io.FontGlobalScale = pixels / 13.0f;  // the built-in font is 13 pixels high
  }
  // Letters have the display's own pixels, lengths are those of the window.
  if (font) io.FontGlobalScale = 1 / ratio;
  ImGui::StyleColorsDark();
  ImGuiStyle &style = ImGui::GetStyle();
  style.WindowRounding = 8;
  style.WindowPadding = ImVec2(12, 10);
  style.ItemSpacing = ImVec2(8, 5);
  style.WindowBorderSize = 0;
  style.ScaleAllSizes(scale);
  return ImGui_ImplOpenGL3_Init("#version 330 core");
}

void bifrons_ui_close(void) {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void bifrons_ui_begin_frame(float width, float height, float ratio) {
  // Panels take no input, so the library's window back end is not needed; that one makes cursors, and
  // GLFW 3.3 ends the program where a Wayland seat has no pointer.
  ImGuiIO &io = ImGui::GetIO();
  io.DisplaySize = ImVec2(width, height);
  io.DisplayFramebufferScale = ImVec2(ratio, ratio);
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void bifrons_ui_end_frame(void) {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void bifrons_ui_begin_panel(
    const char *name, float x, float y, float pivot_x, float pivot_y, float opacity, float wrap,
    float least_width, float least_height) {
  ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, ImVec2(pivot_x, pivot_y));
  ImGui::SetNextWindowBgAlpha(opacity);
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  ImGui::SetNextWindowSizeConstraints(
      ImVec2(least_width + 2 * padding.x, least_height + 2 * padding.y), ImVec2(FLT_MAX, FLT_MAX));
  ImGui::Begin(
      name, nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
          ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoMove);
  ImGui::PushTextWrapPos(wrap > 0 ? wrap : -1);
}

void bifrons_ui_end_panel(void) {
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void bifrons_ui_text(const char *text, float red, float green, float blue) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(red, green, blue, 1));
  ImGui::TextUnformatted(text);
  ImGui::PopStyleColor();
}

void bifrons_ui_measure(const char *text, float wrap, float *width, float *height) {
  const ImVec2 size = ImGui::CalcTextSize(text, nullptr, false, wrap > 0 ? wrap : -1);
  *width = ceilf(size.x);
  *height = ceilf(size.y);
}

void bifrons_ui_row(const char *key, const char *text, float column) {
  ImGui::TextUnformatted(key);
  ImGui::SameLine(column);
  ImGui::TextUnformatted(text);
}

void bifrons_ui_same_line(float x) { ImGui::SameLine(x); }

void bifrons_ui_graph(
    const char *name, const char *value, const float *values, const float *confidences, int count,
    int capacity, float width, float height, float top) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList *list = ImGui::GetWindowDrawList();
  const ImVec2 end(origin.x + width, origin.y + height);
  list->AddRectFilled(origin, end, IM_COL32(255, 255, 255, 18), 2);
  const float step = capacity > 1 ? width / (capacity - 1) : width;
  const float left = end.x - step * (count - 1);
  for (int i = 1; i < count; ++i) {
    if (values[i] < 0 || values[i - 1] < 0) continue;
    const float a = values[i - 1] / top, b = values[i] / top;
    const float y0 = end.y - (a < 1 ? a : 1) * height, y1 = end.y - (b < 1 ? b : 1) * height;
    const float x0 = left + (i - 1) * step, x1 = left + i * step;
    // What can hardly be believed is hardly seen, and reddish.
    const float trust = confidences[i] < 0 ? 0 : confidences[i] > 1 ? 1 : confidences[i];
    const int alpha = 70 + (int)(160 * trust);
    const ImU32 line = IM_COL32(255 - (int)(170 * trust), 130 + (int)(90 * trust), 90, alpha);
    list->AddQuadFilled(
        ImVec2(x0, end.y), ImVec2(x0, y0), ImVec2(x1, y1), ImVec2(x1, end.y),
        (line & 0x00FFFFFF) | ((ImU32)(alpha / 3) << 24));
    list->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), line, 1.2f);
  }
  ImFont *font = ImGui::GetFont();
  const float size = ImGui::GetFontSize() * 0.8f;
  const float pad = size * 0.3f, y = origin.y + (height < size * 2 ? (height - size) / 2 : pad);
  const ImVec2 extent = font->CalcTextSizeA(size, 10000, 0, value);
  list->AddText(font, size, ImVec2(origin.x + pad, y), IM_COL32(240, 240, 240, 255), name);
  list->AddText(
      font, size, ImVec2(end.x - pad - extent.x, y), IM_COL32(255, 255, 255, 255), value);
  ImGui::Dummy(ImVec2(width, height));
}
