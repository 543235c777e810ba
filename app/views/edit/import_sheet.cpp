#include "app/views/edit/import_views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/import_reading.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/shared/sheets.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/path.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/common.h"
#include "messages/import_sheet.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr float kImportWidth = 1392;
constexpr float kImportHeight = 816;
constexpr float kImportLeast = 980;   ///< width of a card with all three columns
constexpr float kStackedBelow = 720;  ///< width of a card whose columns stand one below the other
constexpr float kStackedUnder = 480;  ///< height of such a card
constexpr float kStackedInputs = 230;
constexpr float kStackedFound = 430;
constexpr float kStackedWords = 18;
constexpr std::size_t kMostEditedNumbers = 1
                                           << 16;  ///< bytes of a text that is edited in its field
constexpr std::size_t kMostPreview = 1 << 13;      ///< bytes of a longer one that are shown
constexpr float kLeastLead = 120;                  ///< width of a part of it that says something
constexpr float kLeastText = 160;                  ///< height of the text below the files
constexpr std::size_t kLongestSourceName = 40;

class ImportSheetView {
public:
    explicit ImportSheetView(const Scene& scene)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          sheet_(*scene.hands.open<ImportSheet>()),
          is_low_(ImGui::GetIO().DisplaySize.y < look_.px(840)),
          was_in_menu_(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) {}

    void draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Rect card =
            drawSheetCard(painter_, {std::min(look_.px(kImportWidth), screen.x - look_.px(48)),
                                     std::min(look_.px(kImportHeight), screen.y - look_.px(24))});
        const bool is_stacked =
            card.width() < look_.px(kStackedBelow) || card.height() < look_.px(kStackedUnder);
        Rect rest = card;
        header(rest.takeTop(look_.px(is_stacked ? 46 : is_low_ ? 56 : 74)));
        const Rect foot = rest.bottom(look_.px(is_stacked ? 50 : is_low_ ? 56 : 70));
        rest.max.y = foot.min.y;
        if (is_stacked) {
            stacked(rest);
        } else {
            columns(rest);
        }
        footer(foot, is_stacked);
        takeKeys();
        if (has_changed_) scene_.emit(ReadImport{});
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    [[nodiscard]] float side() const { return look_.px(is_low_ ? 20 : 28); }

    void header(const Rect& box) {
        const Theme& c = look_.colors();
        painter_.hairline({box.min.x, box.max.y}, {box.max.x, box.max.y}, c.line);
        Rect line = box.inset(side(), 0);
        const std::string close = scene_.labelled(say::import_sheet::Escape{}, "escape");
        const float wide = buttonWidth(painter_, close, {.font = look_.fonts.small_text});
        const std::string tip = said(closeSheetTip());
        const Rect close_box = line.right(wide);
        if (button(painter_,
                   {{close_box.min.x, line.center().y - look_.px(13)},
                    {close_box.max.x, line.center().y + look_.px(13)}},
                   close.c_str(), {.tooltip = tip, .font = look_.fonts.small_text})) {
            scene_.emit(Change(&Hands::sheet, {}));
        }
        line.max.x -= wide + look_.px(16);
        line.min.x += painter_.textFitted(look_.fonts.title, c.ink, line,
                                          said(say::import_sheet::Heading{})) +
                      look_.px(14);
        if (line.width() < look_.px(kLeastLead)) return;
        painter_.textFitted(look_.fonts.text, c.soft, line, said(say::import_sheet::Lead{}));
    }

    /// Draws the columns one below the other, in a window that scrolls.
    void stacked(const Rect& box) {
        ImGui::SetCursorScreenPos(box.min);
        ImGui::PushStyleColor(ImGuiCol_ChildBg, rgb(0, 0));
        const ImVec2 size{box.width() - look_.px(2), box.height()};
        if (ImGui::BeginChild("stack", size, ImGuiChildFlags_None, ImGuiWindowFlags_NavFlattened)) {
            ImportSheetView(scene_).drawStack(*this);
        }
        ImGui::EndChild();
        ImGui::PopStyleColor();
    }

    /// Draws the columns into the window that is current. @param sheet takes what has changed
    void drawStack(ImportSheetView& sheet) {
        const float gap = look_.px(12);
        Rect box =
            Rect::at(ImGui::GetCursorScreenPos(),
                     {ImGui::GetContentRegionAvail().x,
                      look_.px(kStackedInputs + kStackedFound + 34 + kStackedWords) + 5 * gap});
        box = box.inset(side(), gap);
        inputs(box.takeTop(look_.px(kStackedInputs), gap));
        if (drawImportFound(scene_, box.takeTop(look_.px(kStackedFound), gap))) has_changed_ = true;
        const bool changes = changesDocument();
        if (info(scene_.place().mode).subject == SubjectKind::document) {
            subjects(box.takeTop(look_.px(34), gap), changes);
        }
        opensText(box.takeTop(look_.px(kStackedWords)), changes);
        ImGui::SetCursorScreenPos(box.min);
        ImGui::Dummy({1, gap});
        sheet.has_changed_ = sheet.has_changed_ || has_changed_;
    }

    void columns(const Rect& box) {
        const Theme& c = look_.colors();
        const bool has_document = box.width() >= look_.px(kImportLeast);
        const float left = std::floor(box.width() * (has_document ? 0.302f : 0.4f));
        const float right = has_document ? std::floor(box.width() * 0.277f) : 0;
        const Rect from = box.left(left);
        const Rect document = box.right(right);
        const float above = look_.px(is_low_ ? 14 : 20);
        inputs({{from.min.x + side(), from.min.y + above},
                {from.max.x - look_.px(20), from.max.y - above}});
        const Rect found{{from.max.x, box.min.y}, {document.min.x, box.max.y}};
        painter_.hairline({found.min.x, box.min.y}, {found.min.x, box.max.y}, c.line);
        if (drawImportFound(scene_, found.inset(look_.px(22), above))) has_changed_ = true;
        if (!has_document) return;
        painter_.fill(document, c.inset);
        painter_.hairline({document.min.x, box.min.y}, {document.min.x, box.max.y}, c.line);
        drawImportedDocument(scene_, {{document.min.x + look_.px(24), document.min.y + above},
                                      {document.max.x - look_.px(24), document.max.y - above}});
    }

    // --- the inputs

    void inputs(Rect box) {
        panelHeading(painter_, box.min, said(say::import_sheet::From{}), look_.colors().soft);
        box.min.y += look_.px(22);
        const Rect buttons = box.bottom(look_.px(34));
        box.max.y = buttons.min.y - look_.px(12);
        files(box);
        text(box);
        sources(buttons);
    }

    /// Takes the rows of the files from the top of a box; more than have room scroll.
    void files(Rect& box) {
        if (sheet_.files.empty()) return;
        const float pitch = look_.px(30 + 6);
        const float room = std::max(box.height() - look_.px(kLeastText), pitch);
        const Rect list = box.takeTop(
            std::min(static_cast<float>(sheet_.files.size()) * pitch, std::floor(room)));
        ImGui::SetCursorScreenPos(list.min);
        if (ImGui::BeginChild("##files", {list.width(), list.height()}, ImGuiChildFlags_None,
                              ImGuiWindowFlags_NoBackground)) {
            Painter painter(look_);
            Rect rows = Rect::at(ImGui::GetCursorScreenPos(),
                                 {ImGui::GetContentRegionAvail().x, list.height()});
            for (std::size_t k = 0; k < sheet_.files.size(); ++k) {
                if (fileRow(painter, rows.takeTop(look_.px(30), look_.px(6)), k)) break;
            }
            ImGui::SetCursorScreenPos({rows.min.x, rows.min.y - 1});
            ImGui::Dummy({1, 1});
        }
        ImGui::EndChild();
    }

    /// Draws a file with a button that removes it. @return true in the frame of the click
    bool fileRow(Painter& painter, const Rect& row, std::size_t place) {
        const Theme& c = look_.colors();
        const ImportInput& file = sheet_.files[place];
        painter.fill(row, c.chip, look_.px(7));
        const float wide = look_.px(30);
        painter.textFitted(look_.fonts.text, file.fault ? c.bad : c.ink,
                           row.untilX(row.max.x - wide).inset(look_.px(10), 0),
                           shortenedTo(lastName(file.file), kLongestSourceName));
        const std::string label = "\u2715###remove-" + std::to_string(place);
        const std::string tip = said(say::import_sheet::RemoveTip{});
        if (!button(painter, row.right(wide).inset(look_.px(2), look_.px(2)), label.c_str(),
                    {.tooltip = tip, .font = look_.fonts.small_text})) {
            return false;
        }
        sheet_.files.erase(sheet_.files.begin() + static_cast<std::ptrdiff_t>(place));
        forgetWishes();
        return true;
    }

    /// Places are counted among all that is found: other inputs have others.
    void forgetWishes() {
        sheet_.wishes = {};
        has_changed_ = true;
    }

    void text(const Rect& box) {
        const bool is_long = sheet_.text.size() > kMostEditedNumbers;
        if (is_long) return longText(box);
        // A key that is still held would paste once more.
        const bool takes_keyboard = sheet_.fresh && !ImGui::IsKeyDown(ImGuiKey_V);
        if (takes_keyboard) sheet_.fresh = false;
        const bool fresh = takes_keyboard && sheet_.text.empty() && sheet_.files.empty();
        const FieldEvents events = codeArea(painter_, box, "##numbers", sheet_.text, fresh);
        if (events.edited) forgetWishes();
        if (events.entered) scene_.emit(OpenImport{});
        if (!sheet_.text.empty()) return clearButton(box);
        const LineFonts fonts = sentenceFonts(look_);
        setLine(painter_, fonts, {box.min.x + look_.px(14), box.min.y + look_.px(34)},
                box.width() - look_.px(28), {{said(say::import_sheet::Example{}), Ink::soft}});
    }

    /// Draws the button that removes the text, over its upper right corner.
    void clearButton(const Rect& box) {
        const float side = look_.px(24);
        const ImVec2 at{box.max.x - side - ImGui::GetStyle().ScrollbarSize - look_.px(4),
                        box.min.y + look_.px(4)};
        ImGui::SetCursorScreenPos(at);
        ImGui::BeginChild("##clear-numbers", {side, side}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar);
        Painter above(look_);
        const std::string tip = said(say::import_sheet::ClearTip{});
        if (button(above, Rect::at(at, {side, side}), "\u2715###clear",
                   {.tooltip = tip, .font = look_.fonts.small_text})) {
            sheet_.text.clear();
            sheet_.fresh = true;
            forgetWishes();
        }
        ImGui::EndChild();
    }

    /// Draws the beginning of a text that is too long for a field.
    void longText(Rect box) {
        const Theme& c = look_.colors();
        painter_.fill(box, c.inset, look_.px(7));
        painter_.outline(box, c.line, look_.px(7), std::max(1.0f, look_.scale));
        clearButton(box);
        box = box.inset(look_.px(12), look_.px(10));
        const LineFonts fonts = smallSentenceFonts(look_);
        const Verbatim size{memoryText(static_cast<double>(sheet_.text.size()))};
        const TextLine words = scene_.wording().line(say::import_sheet::LongText{.size = size});
        const LaidLine laid = layLine(painter_, fonts, box.width(), words);
        drawLine(painter_, fonts, {box.min.x, box.max.y - laid.height}, laid);
        box.max.y -= laid.height + look_.px(8);
        std::string_view rest = std::string_view(sheet_.text).substr(0, kMostPreview);
        ImFont* const font = look_.fonts.mono_small;
        while (!rest.empty() && box.height() > font->FontSize) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            painter_.textFitted(font, c.ink, box.takeTop(font->FontSize),
                                oneLine(shortenedTo(line, 120)));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        }
    }

    void sources(const Rect& box) {
        std::array labels{scene_.labelled(say::import_sheet::Paste{}, "paste"),
                          scene_.labelled(say::import_sheet::FileEndings{}, "file"),
                          scene_.labelled(say::import_sheet::Draw{}, "draw")};
        if (segmentedWidth(painter_, pointersTo(labels)) > box.width()) {
            labels[1] = scene_.labelled(say::import_sheet::File{}, "file");
        }
        const std::array tips{said(say::import_sheet::PasteTip{}),
                              said(say::import_sheet::FileTip{}),
                              said(say::import_sheet::DrawTip{})};
        const int now = sheet_.text.empty() && !sheet_.files.empty() ? 1 : 0;
        const int clicked =
            segmented(painter_, box.min, box.height(), pointersTo(labels), now, pointersTo(tips));
        if (clicked == 0) paste();
        if (clicked == 1) {
            scene_.emit(ShowFileSheet{FileTask{.kind = FileTask::Kind::numbers}});
        }
        if (clicked == 2) scene_.emit(Change(&Hands::sheet, NewSheet{}));
    }

    /// Adds the clipboard to the text: a notebook prints one matrix after the other.
    void paste() {
        const char* const clipboard = ImGui::GetClipboardText();
        if (clipboard == nullptr || *clipboard == '\0') return;
        const bool is_added = !sheet_.text.empty() && sheet_.text.size() <= kMostEditedNumbers;
        if (!is_added) sheet_.text.clear();
        if (is_added && !sheet_.text.ends_with('\n')) sheet_.text += '\n';
        sheet_.text += clipboard;
        forgetWishes();
    }

    // --- the foot

    [[nodiscard]] bool changesDocument() const {
        return sheet_.reading != nullptr && sheet_.reading->changed != nullptr;
    }

    /// @param has_buttons_only what opens is told elsewhere
    void footer(const Rect& box, bool has_buttons_only) {
        const Theme& c = look_.colors();
        painter_.hairline(box.min, {box.max.x, box.min.y}, c.line);
        Rect line = box.inset(side(), 0);
        line = {{line.min.x, line.center().y - look_.px(18)},
                {line.max.x, line.center().y + look_.px(18)}};
        const bool changes = changesDocument();
        const std::string open_label = changes
                                           ? scene_.labelled(say::import_sheet::Change{}, "open")
                                           : scene_.labelled(say::import_sheet::Open{}, "open");
        const std::string cancel = scene_.labelled(say::sheets::Cancel{}, "cancel");
        const float wide = std::max(buttonWidth(painter_, open_label), look_.px(92));
        const std::string open_tip = openTip(changes);
        if (button(painter_, line.right(wide), open_label.c_str(),
                   {.kind = ButtonKind::strong, .enabled = canOpen(), .tooltip = open_tip})) {
            scene_.emit(OpenImport{});
        }
        line.max.x -= wide + look_.px(10);
        const float cancel_wide = buttonWidth(painter_, cancel);
        const std::string cancel_tip = said(closeSheetTip());
        if (button(painter_, line.right(cancel_wide), cancel.c_str(), {.tooltip = cancel_tip})) {
            scene_.emit(Change(&Hands::sheet, {}));
        }
        line.max.x -= cancel_wide + look_.px(16);
        if (has_buttons_only) return message(line);
        if (info(scene_.place().mode).subject == SubjectKind::document) {
            line.min.x += subjects(line, changes) + look_.px(16);
        }
        whatOpens(line, changes);
    }

    /// Draws the choice between a new document and the one on the screen. @return its width
    float subjects(const Rect& line, bool changes) {
        const std::array labels{scene_.labelled(say::import_sheet::AsNew{}, "as-new"),
                                scene_.labelled(say::import_sheet::AsChange{}, "as-change")};
        const std::array tips{said(say::import_sheet::AsNewTip{}),
                              said(say::import_sheet::AsChangeTip{})};
        const int now = sheet_.changes_document.value_or(changes) ? 1 : 0;
        const int clicked =
            segmented(painter_, line.min, line.height(), pointersTo(labels), now, pointersTo(tips));
        if (clicked >= 0 && clicked != now) {
            sheet_.changes_document = clicked == 1;
            has_changed_ = true;
        }
        return segmentedWidth(painter_, pointersTo(labels));
    }

    /// Says why the last wish was not carried out.
    void message(const Rect& line) {
        painter_.textFitted(look_.fonts.small_text, look_.colors().bad, line,
                            scene_.said(sheet_.message));
    }

    void whatOpens(const Rect& line, bool changes) {
        if (!sheet_.message.empty()) return message(line);
        opensText(line, changes);
    }

    void opensText(const Rect& line, bool changes) {
        const Theme& c = look_.colors();
        const TokenLabel title{shortenedTo(titleOnScreen(), kLongestSourceName)};
        const std::string words = said(sheet_.changes_document.value_or(changes)
                                           ? Message(say::import_sheet::Changes{.title = title})
                                           : Message(say::import_sheet::OpensNew{.title = title}));
        painter_.textFitted(look_.fonts.small_text, c.soft, line, words);
    }

    [[nodiscard]] std::string titleOnScreen() const {
        std::string title = scene_.state.experiment().title;
        if (info(scene_.place().mode).subject == SubjectKind::document) {
            const Document& document = scene_.document();
            const LocalText* const shipped = document.lesson ? &document.lesson->title : nullptr;
            title = shownTitle(scene_.wording(), document.title, shipped);
        }
        return title.empty() ? said(say::common::Untitled{}) : title;
    }

    [[nodiscard]] bool canOpen() const {
        return sheet_.awaited == 0 && sheet_.reading != nullptr &&
               sheet_.reading->document != nullptr;
    }

    /// The tooltip of the button that opens; while it is disabled, the reason.
    [[nodiscard]] std::string openTip(bool changes) const {
        if (canOpen()) {
            return said(changes ? Message(say::import_sheet::ChangeTip{})
                                : Message(say::import_sheet::OpenTip{}));
        }
        if (sheet_.awaited != 0) return said(say::import_sheet::Reading{});
        if (sheet_.reading != nullptr && !sheet_.reading->faults.empty()) {
            return said(sheet_.reading->faults.front());
        }
        return said(say::import_sheet::NoNumbersTip{});
    }

    /// Ctrl+V outside of the field adds to the text; Enter opens, in the field with Ctrl.
    void takeKeys() {
        if (was_in_menu_ || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(Change(&Hands::sheet, {}));
        const ImGuiIO& io = ImGui::GetIO();
        if (io.WantTextInput || ImGui::IsAnyItemActive()) return;
        if (io.KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_V, false)) paste();
        const ImGuiContext& g = *ImGui::GetCurrentContext();
        if (g.NavId != 0 && !g.NavDisableHighlight) return;  // Enter is that of a control
        const bool enters = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                            ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
        if (enters && canOpen()) scene_.emit(OpenImport{});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    ImportSheet& sheet_;
    bool is_low_;
    bool was_in_menu_;
    bool has_changed_ = false;
};

}  // namespace

void drawImportSheet(const Scene& scene) {
    drawOverlay(
        scene, "Import", [&] { ImportSheetView(scene).draw(); }, true);
}

}  // namespace lookback
