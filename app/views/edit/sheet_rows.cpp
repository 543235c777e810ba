#include "app/views/edit/sheet_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/button.h"
#include "core/random/draw_program.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr float kSheetWidth = 600;
constexpr float kSheetPad = 24;
constexpr float kSheetRow = 34;
constexpr float kSheetButtonGap = 10;

}  // namespace

void drawCentreSheet(const Scene& scene, const Rect& centre, const char* name, float& height,
                     const std::function<float(const Rect&)>& draw) {
    const Look& look = scene.look;
    const float width = std::min(look.px(kSheetWidth), centre.width() - look.px(24));
    const ImVec2 at{std::floor(centre.center().x - width / 2), centre.min.y + look.px(20)};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize({width, std::min(height, centre.height() - look.px(32))});
    ImGui::SetNextWindowFocus();
    const Theme& c = look.colors();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, c.panel);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, look.scale));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoNav;
    if (ImGui::Begin(name, nullptr, flags)) {
        const float top = at.y - ImGui::GetScrollY();
        const float end = draw({{at.x, top}, {at.x + width, top}});
        height = end - top;
        ImGui::SetCursorScreenPos({at.x, end});
        ImGui::Dummy({1, 0});
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

SheetRows::SheetRows(const Scene& scene, const Rect& box)
    : PanelColumn(scene, box, scene.look.px(kSheetPad), scene.look.px(18)) {}

float SheetRows::fieldLeft() const { return left_ + look_.px(84); }

void SheetRows::heading(const Message& words) {
    painter_.textAt(look_.fonts.title, look_.colors().ink, at(), scene_.said(words));
    y_ += look_.px(42);
}

void SheetRows::name(const Message& label, float height) {
    painter_.textFitted(look_.fonts.text, look_.colors().soft,
                        band(height).untilX(fieldLeft() - look_.px(8)), scene_.said(label));
}

bool SheetRows::libraries(const Message& label, std::string& library) {
    const float height = look_.px(kSheetRow);
    name(label, height);
    std::array<const char*, kDrawLibraries.size()> labels{};
    int chosen = -1;
    for (std::size_t k = 0; k < kDrawLibraries.size(); ++k) {
        labels[k] = kDrawLibraries[k].label.data();
        if (kDrawLibraries[k].name == library) chosen = static_cast<int>(k);
    }
    const bool is_narrow = fieldLeft() + segmentedWidth(painter_, labels) > right_;
    const int clicked = is_narrow
                            ? listed(labels, chosen)
                            : segmented(painter_, {fieldLeft(), y_}, height, labels, chosen, {});
    y_ += height + look_.px(10);
    if (clicked < 0) return false;
    library = kDrawLibraries[static_cast<std::size_t>(clicked)].name;
    return true;
}

/// Draws the libraries as buttons in as many lines as they need. @return the index of the clicked
/// one, or -1
int SheetRows::listed(std::span<const char* const> labels, int chosen) {
    const float height = look_.px(kSheetRow);
    float x = fieldLeft();
    int clicked = -1;
    for (std::size_t k = 0; k < labels.size(); ++k) {
        const bool is_chosen = static_cast<int>(k) == chosen;
        const float wide = std::min(buttonWidth(painter_, labels[k]), right_ - fieldLeft());
        if (x + wide > right_) {
            x = fieldLeft();
            y_ += height + look_.px(6);
        }
        if (button(painter_, Rect::at({x, y_}, {wide, height}), labels[k],
                   {.kind = is_chosen ? ButtonKind::strong : ButtonKind::plain})) {
            clicked = static_cast<int>(k);
        }
        x += wide + look_.px(8);
    }
    return clicked;
}

float SheetRows::widthOf(std::span<const RowButton> row) const {
    float width = 0;
    for (const RowButton& one : row)
        width += buttonWidth(painter_, one.label) + look_.px(kSheetButtonGap);
    return width - look_.px(kSheetButtonGap);
}

int SheetRows::buttons(std::span<const RowButton> row) {
    const float high = look_.px(kSheetRow);
    float x = right_;
    int clicked = -1;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const float wide = buttonWidth(painter_, row[k].label);
        const Rect box{{x - wide, y_}, {x, y_ + high}};
        x -= wide + look_.px(kSheetButtonGap);
        const std::string tip = scene_.said(row[k].tip);
        const ButtonOptions options{
            .kind = row[k].is_strong ? ButtonKind::strong : ButtonKind::plain, .tooltip = tip};
        if (button(painter_, box, row[k].label.c_str(), options)) clicked = static_cast<int>(k);
    }
    y_ += high;
    return clicked;
}

void SheetRows::fault(const std::string& text) {
    smallLines(look_.colors().bad, text, look_.px(20));
}

void SheetRows::words(const std::string& text, Color color) {
    painter_.textFitted(look_.fonts.small_text, color, take(look_.px(20)), text);
}

}  // namespace lookback
