#include "app/views/edit/draw_sheet.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/edit/sheet_rows.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/io/redraw.h"
#include "core/random/draw_program.h"
#include "core/words/say.h"
#include "messages/edit.h"

namespace lookback {
namespace {

class DrawSheetView : SheetRows {
public:
    DrawSheetView(const Scene& scene, const Rect& box)
        : SheetRows(scene, box), sheet_(*scene.hands.open<DrawSheet>()) {}

    /// @return the y at which the sheet ends
    float draw() {
        heading(say::edit::DrawHeading{});
        if (libraries(say::edit::DrawLibrary{}, sheet_.draw.library)) sheet_.message.clear();
        seed();
        textLine(say::edit::DrawProgram{}, "##program", sheet_.draw.program);
        textLine(say::edit::DrawInto{}, "##into", sheet_.into);
        steps();
        remarks();
        buttonRow();
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(Change(&Hands::sheet, {}));
        return y_ + look_.px(20);
    }

private:
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

    void buttonRow() {
        const std::array row{
            RowButton{scene_.labelled(say::edit::Draw{}, "draw"), say::edit::DrawTip{}, true},
            RowButton{scene_.labelled(say::edit::Close{}, "close"), say::edit::CloseTip{}}};
        const int clicked = buttons(row);
        if (clicked == 0) drawAgain();
        if (clicked == 1) scene_.emit(Change(&Hands::sheet, {}));
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
    drawCentreSheet(scene, centre, "Draw", scene.hands.open<DrawSheet>()->height,
                    [&](const Rect& box) { return DrawSheetView(scene, box).draw(); });
}

}  // namespace lookback
