#include "app/views/edit/link_sheet.h"

#include <array>
#include <utility>

#include "app/state/update/action.h"
#include "app/views/edit/sheet_rows.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/words/say.h"
#include "messages/bars.h"
#include "messages/edit.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

class LinkSheetView : SheetRows {
public:
    LinkSheetView(const Scene& scene, const Rect& box)
        : SheetRows(scene, box), sheet_(*scene.hands.open<LinkSheet>()) {}

    /// @return the y at which the sheet ends
    float draw() {
        heading(say::bars::CopyLink{});
        paragraph(sentenceFonts(look_), scene_.wording().line(say::sheets::LinkAbout{}));
        y_ += look_.px(12);
        page();
        fault(scene_.said(sheet_.message));
        y_ += look_.px(12);
        buttonRow();
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) close();
        return y_ + look_.px(20);
    }

private:
    void page() {
        const float height = look_.px(34);
        name(say::sheets::LinkPage{}, height);
        const Rect box = take(height, look_.px(10)).fromX(fieldLeft());
        const bool fresh = std::exchange(sheet_.fresh, false);
        const FieldEvents events =
            textField(painter_, box, "##page", sheet_.page, look_.fonts.text, fresh);
        if (events.edited) sheet_.message.clear();
        if (events.entered) copy();
    }

    void buttonRow() {
        const std::array row{
            RowButton{scene_.labelled(say::bars::CopyLink{}, "copy"), say::sheets::LinkTip{}, true},
            RowButton{scene_.labelled(say::edit::Close{}, "close"), say::edit::CloseTip{}}};
        const int clicked = buttons(row);
        if (clicked == 0) copy();
        if (clicked == 1) close();
    }

    void copy() { scene_.emit(CopyLink{sheet_.page}); }
    void close() { scene_.emit(Change(&Hands::sheet, {})); }

    LinkSheet& sheet_;
};

}  // namespace

void drawLinkSheet(const Scene& scene, const Rect& centre) {
    drawCentreSheet(scene, centre, "Link", scene.hands.open<LinkSheet>()->height,
                    [&](const Rect& box) { return LinkSheetView(scene, box).draw(); });
}

}  // namespace lookback
