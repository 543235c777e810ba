#include "app/views/edit/draw_sheet.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/shared/panel_column.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/io/redraw.h"
#include "core/random/draw_program.h"
#include "core/words/say.h"
#include "messages/edit.h"

namespace lookback {
namespace {

constexpr float kDrawSheetWidth = 600;
constexpr float kDrawSheetPad = 24;

class DrawSheetView : PanelColumn {
public:
    DrawSheetView(const Scene& scene, const Rect& box)
        : PanelColumn(scene, box, scene.look.px(kDrawSheetPad), scene.look.px(18)),
          sheet_(*scene.hands.open<DrawSheet>()) {}

    /// @return the y at which the sheet ends
    float draw() {
        painter_.textAt(look_.fonts.title, look_.colors().ink, at(),
                        scene_.said(say::edit::DrawHeading{}));
        y_ += look_.px(42);
        libraries();
        seed();
        textLine(say::edit::DrawProgram{}, "##program", sheet_.draw.program);
        textLine(say::edit::DrawInto{}, "##into", sheet_.into);
        steps();
        remarks();
        buttons();
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(Change(&Hands::sheet, {}));
        return y_ + look_.px(20);
    }

private:
    [[nodiscard]] float fieldLeft() const { return left_ + look_.px(84); }

    void name(const Message& label, float height) {
        painter_.textFitted(look_.fonts.text, look_.colors().soft,
                            band(height).untilX(fieldLeft() - look_.px(8)), scene_.said(label));
    }

    void libraries() {
        const float height = look_.px(34);
        name(say::edit::DrawLibrary{}, height);
        std::array<const char*, kDrawLibraries.size()> labels{};
        int chosen = -1;
        for (std::size_t k = 0; k < kDrawLibraries.size(); ++k) {
            labels[k] = kDrawLibraries[k].label.data();
            if (kDrawLibraries[k].name == sheet_.draw.library) chosen = static_cast<int>(k);
        }
        const bool is_narrow = fieldLeft() + segmentedWidth(painter_, labels) > right_;
        const int clicked =
            is_narrow ? listed(labels, chosen)
                      : segmented(painter_, {fieldLeft(), y_}, height, labels, chosen, {});
        if (clicked >= 0) {
            sheet_.draw.library = kDrawLibraries[static_cast<std::size_t>(clicked)].name;
            sheet_.message.clear();
        }
        y_ += height + look_.px(10);
    }

    /// Draws the libraries below each other, where they do not fit side by side. @return the index
    /// of the clicked one, or -1
    int listed(std::span<const char* const> labels, int chosen) {
        const float height = look_.px(34);
        int clicked = -1;
        for (std::size_t k = 0; k < labels.size(); ++k) {
            if (k > 0) y_ += height + look_.px(6);
            const bool is_chosen = static_cast<int>(k) == chosen;
            const float wide = std::min(buttonWidth(painter_, labels[k]), right_ - fieldLeft());
            if (button(painter_, Rect::at({fieldLeft(), y_}, {wide, height}), labels[k],
                       {.kind = is_chosen ? ButtonKind::strong : ButtonKind::plain})) {
                clicked = static_cast<int>(k);
            }
        }
        return clicked;
    }

    void seed() {
        const float height = look_.px(34);
        name(say::edit::DrawSeed{}, height);
        const std::string label = scene_.labelled(say::edit::DrawNextSeed{}, "next");
        const std::string tip = scene_.said(say::edit::DrawNextSeedTip{});
        const float gap = look_.px(10);
        const float wide = buttonWidth(painter_, label);
        const Rect box =
            Rect::at({fieldLeft(), y_},
                     {std::min(look_.px(200), right_ - fieldLeft() - gap - wide), height});
        field(box, "##seed", sheet_.draw.seed, true);
        const Rect next = Rect::at({box.max.x + gap, y_}, {wide, height});
        if (button(painter_, next, label.c_str(), {.tooltip = tip})) stepSeed();
        y_ += height + look_.px(10);
    }

    void stepSeed() {
        unsigned long long seed = 0;
        const std::string& text = sheet_.draw.seed;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), seed);
        if (read.ec == std::errc() && seed + 1 != 0) sheet_.draw.seed = std::to_string(seed + 1);
        drawAgain();
    }

    void textLine(const Message& label, const char* id, std::string& text) {
        const float height = look_.px(34);
        name(label, height);
        field(take(height, look_.px(10)).fromX(fieldLeft()), id, text, false);
    }

    void field(const Rect& box, const char* id, std::string& text, bool first) {
        const bool fresh = first && sheet_.fresh;
        if (first) sheet_.fresh = false;
        const FieldEvents events = textField(painter_, box, id, text, look_.fonts.text, fresh);
        if (events.edited) sheet_.message.clear();
        if (events.entered) drawAgain();
    }

    /// Draws each operation in Python, and where its numbers go.
    void steps() {
        const Result<DrawLibrary> library = parseDrawLibrary(sheet_.draw.library);
        if (!library) return;
        const Result<DrawProgram> program = parseDrawProgram(*library, sheet_.draw.program);
        if (!program) return fault(scene_.said(faultSentence(program.error())));
        for (const DrawStep& step : program->steps) {
            words(fmt::format("{}   {}", step.text, step.operation->help), look_.colors().soft);
        }
    }

    void remarks() {
        for (const Message& trap : drawTraps(scene_.document(), sheet_.draw)) {
            y_ += look_.px(4);
            paragraph(sentenceFonts(look_), scene_.wording().line(trap));
        }
        // The fault of a program is already shown in place of its steps.
        if (hasProgram()) fault(scene_.said(sheet_.message));
        y_ += look_.px(12);
    }

    [[nodiscard]] bool hasProgram() const {
        const Result<DrawLibrary> library = parseDrawLibrary(sheet_.draw.library);
        return library && parseDrawProgram(*library, sheet_.draw.program);
    }

    void fault(const std::string& text) { smallLines(look_.colors().bad, text, look_.px(20)); }

    void words(const std::string& text, Color color) {
        painter_.textFitted(look_.fonts.small_text, color, take(look_.px(20)), text);
    }

    void buttons() {
        const float high = look_.px(34);
        float x = right_;
        const auto place = [&](const std::string& label, const Message& tip, ButtonKind kind) {
            const float wide = buttonWidth(painter_, label);
            const Rect box{{x - wide, y_}, {x, y_ + high}};
            x -= wide + look_.px(10);
            const std::string words = scene_.said(tip);
            return button(painter_, box, label.c_str(), {.kind = kind, .tooltip = words});
        };
        if (place(scene_.labelled(say::edit::Draw{}, "draw"), say::edit::DrawTip{},
                  ButtonKind::strong)) {
            drawAgain();
        }
        if (place(scene_.labelled(say::edit::Close{}, "close"), say::edit::CloseTip{},
                  ButtonKind::plain)) {
            scene_.emit(Change(&Hands::sheet, {}));
        }
        y_ += high;
    }

    void drawAgain() {
        Draw draw = sheet_.draw;
        draw.into = readInto(sheet_.into);
        scene_.emit(SetDraw{std::move(draw)});
    }

    DrawSheet& sheet_;
};

}  // namespace

void drawDrawSheet(const Scene& scene, const Rect& centre) {
    const Look& look = scene.look;
    const float width = std::min(look.px(kDrawSheetWidth), centre.width() - look.px(24));
    const ImVec2 at{std::floor(centre.center().x - width / 2), centre.min.y + look.px(20)};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(
        {width, std::min(scene.hands.open<DrawSheet>()->height, centre.height() - look.px(32))});
    ImGui::SetNextWindowFocus();
    const Theme& c = look.colors();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, c.panel);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, look.scale));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoNav;
    if (ImGui::Begin("Draw", nullptr, flags)) {
        const float top = at.y - ImGui::GetScrollY();
        const float end = DrawSheetView(scene, {{at.x, top}, {at.x + width, top}}).draw();
        scene.hands.open<DrawSheet>()->height = end - top;
        ImGui::SetCursorScreenPos({at.x, end});
        ImGui::Dummy({1, 0});
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

}  // namespace lookback
