#include "CImGui.h"

// ImGui clears its own small structures with memset, which newer compilers remark on.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wnontrivial-memcall"
#include <imgui.h>
#pragma clang diagnostic pop
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

struct GLFWwindow;

bool bifrons_ui_open(void *glfw_window, const char *font, float pixels, float scale) {
  ImGui::CreateContext();
  ImGuiIO &io = ImGui::GetIO();
  io.IniFilename = nullptr;  // nothing is written
  io.LogFilename = nullptr;
  if (font) {
    // Latin, Greek, punctuation, arrows, mathematical signs, boxes, shapes.
    static const ImWchar ranges[] = {0x20, 0xFF, 0x370, 0x3FF, 0x2000, 0x2BFF, 0};
    io.Fonts->AddFontFromFileTTF(font, pixels, nullptr, ranges);
  } else {
    io.FontGlobalScale = pixels / 13.0f;  // the built-in font is 13 pixels high
  }
  ImGui::StyleColorsDark();
  ImGuiStyle &style = ImGui::GetStyle();
  style.WindowRounding = 8;
  style.WindowPadding = ImVec2(12, 10);
  style.ItemSpacing = ImVec2(8, 5);
  style.WindowBorderSize = 0;
  style.ScaleAllSizes(scale);
  return ImGui_ImplGlfw_InitForOpenGL(static_cast<GLFWwindow *>(glfw_window), true) &&
         ImGui_ImplOpenGL3_Init("#version 330 core");
}

void bifrons_ui_close(void) {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void bifrons_ui_begin_frame(void) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void bifrons_ui_end_frame(void) {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void bifrons_ui_begin_panel(
    const char *name, float x, float y, float pivot_x, float pivot_y, float opacity, float wrap) {
  ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, ImVec2(pivot_x, pivot_y));
  ImGui::SetNextWindowBgAlpha(opacity);
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

void bifrons_ui_row(const char *key, const char *text, float column) {
  ImGui::TextUnformatted(key);
  ImGui::SameLine(column);
  ImGui::TextUnformatted(text);
}
