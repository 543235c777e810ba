#include "app/views/edit/new_sheet.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/state/update/action.h"
#include "app/views/edit/shape_steppers.h"
#include "app/views/edit/sheet_rows.h"
#include "app/views/shared/gestures.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "core/document/words.h"
#include "core/words/say.h"
#include "messages/edit.h"
#include "messages/lab.h"

namespace lookback {
namespace {

class NewSheetView : SheetRows {
public:
    NewSheetView(const Scene& scene, const Rect& box)
        : SheetRows(scene, box), sheet_(*scene.hands.open<NewSheet>()) {}

    /// @return the y at which the sheet ends
    float draw() {
        heading(say::edit::NewHeading{});
        sentence();
        title();
        shape();
        if (libraries(say::edit::DrawLibrary{}, sheet_.library)) sheet_.message.clear();
        for (const Message& message : sheet_.message) fault(scene_.said(message));
        seedAndButtons();
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(Change(&Hands::sheet, {}));
        return y_ + look_.px(16);
    }

private:
    void sentence() {
        if (const auto numbers = pastedNumbers()) scene_.emit(ShowImport{*numbers});
        const float height = look_.px(34);
        name(say::edit::NewSentence{}, height);
        field(take(height, look_.px(6)).fromX(fieldLeft()), "##sentence", sheet_.sentence,
              NewField::sentence);
        const float left = std::exchange(left_, fieldLeft());
        const auto count = std::ssize(splitSentence(sheet_.sentence));
        hint(scene_.said(say::edit::NewTokens{.n = static_cast<Index>(count)}));
        hint(scene_.said(say::lab::NumbersFromLetters{}));
        left_ = left;
        y_ += look_.px(8);
    }

    void title() {
        const float height = look_.px(34);
        name(say::edit::NewTitle{}, height);
        const Rect box = take(height, look_.px(8)).fromX(fieldLeft());
        field(box, "##title", sheet_.title, NewField::title);
    }

    void shape() {
        name(say::edit::NewShape{}, look_.px(30));
        ImGui::SetCursorScreenPos({fieldLeft(), y_});
        if (const auto changed = shapeSteppers(scene_, sheet_.shape, right_ - fieldLeft())) {
            sheet_.shape = *changed;
        }
        y_ = ImGui::GetCursorScreenPos().y + look_.px(2);
        const float left = std::exchange(left_, fieldLeft());
        hint(scene_.said(shapeLimits()));
        left_ = left;
        y_ += look_.px(8);
    }

    void field(const Rect& box, const char* id, std::string& text, NewField which) {
        const bool fresh = sheet_.next == which;
        if (fresh) sheet_.next.reset();
        const FieldEvents events = textField(painter_, box, id, text, look_.fonts.text, fresh);
        if (events.edited) sheet_.message.clear();
        if (events.entered) make();
        if (!events.tabbed) return;
        const int by = events.tabbed_back ? kNewFields - 1 : 1;
        sheet_.next = static_cast<NewField>((static_cast<int>(which) + by) % kNewFields);
    }

    /// One row, for the sheet just fits on the slide of a small projector.
    void seedAndButtons() {
        const std::array row{
            RowButton{scene_.labelled(say::edit::NewMake{}, "make"), say::edit::NewMakeTip{}, true},
            RowButton{scene_.labelled(say::edit::Close{}, "close"), say::edit::CloseTip{}}};
        const float height = look_.px(34);
        name(say::edit::DrawSeed{}, height);
        const float room = right_ - fieldLeft() - widthOf(row) - look_.px(16);
        const float wide = std::clamp(room, look_.px(60), look_.px(200));
        field(Rect::at({fieldLeft(), y_}, {wide, height}), "##seed", sheet_.seed, NewField::seed);
        const int clicked = buttons(row);
        if (clicked == 0) make();
        if (clicked == 1) scene_.emit(Change(&Hands::sheet, {}));
    }

    void make() {
        scene_.emit(
            MakeDocument{sheet_.sentence, sheet_.title, sheet_.shape, sheet_.library, sheet_.seed});
    }

    NewSheet& sheet_;
};

}  // namespace

void drawNewSheet(const Scene& scene, const Rect& centre) {
    drawCentreSheet(scene, centre, "New", scene.hands.open<NewSheet>()->height,
                    [&](const Rect& box) { return NewSheetView(scene, box).draw(); });
}

}  // namespace lookback
