#include <algorithm>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "app/state/update/action.h"
#include "app/state/update/update_files.h"
#include "app/views/shared/sheets.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/base/text.h"
#include "core/io/path.h"
#include "core/words/say.h"
#include "messages/commands.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr float kFileSheetWidth = 640;
constexpr float kElsewhereWidth = 440;
constexpr float kRow = 26;
constexpr std::string_view kParent = "..";

class FileSheetView {
public:
    explicit FileSheetView(const Scene& scene)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          sheet_(*scene.hands.open<FileSheet>()) {}

    void draw() { sheet_.is_elsewhere ? drawElsewhere() : drawHere(); }

private:
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    /// While a dialog of the system asks: a sentence, and two ways out.
    void drawElsewhere() {
        const LineFonts fonts = sentenceFonts(look_);
        const float margin = look_.px(26);
        const float width =
            std::min(look_.px(kElsewhereWidth), ImGui::GetIO().DisplaySize.x - look_.px(32));
        const TextLine sentence = scene_.wording().line(say::sheets::FileDialog{});
        const LaidLine words = layLine(painter_, fonts, width - 2 * margin, sentence);
        const Rect card =
            drawSheetCard(painter_, {width, look_.px(18 + 40 + 18 + 54) + words.height});
        const ImVec2 at{card.min.x + margin, card.min.y + look_.px(18)};
        painter_.textAt(look_.fonts.title, look_.colors().ink, at,
                        said(fileTaskTitle(sheet_.task)));
        drawLine(painter_, fonts, {at.x, at.y + look_.px(40)}, words);
        float right = card.max.x - margin;
        const float y = card.max.y - look_.px(54);
        const std::string tip = said(say::sheets::ChooseHereTip{});
        if (placedButton(right, y, scene_.labelled(say::sheets::ChooseHere{}, "choose-here"),
                         {.tooltip = tip})) {
            sheet_.is_elsewhere = false;
        }
        cancelButton(right, y);
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(ShowFileSheet{});
    }

    void drawHere() {
        const Theme& c = look_.colors();
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Rect card =
            drawSheetCard(painter_, {std::min(look_.px(kFileSheetWidth), screen.x - look_.px(32)),
                                     std::min(look_.px(560), screen.y - look_.px(32))});
        const float left = card.min.x + look_.px(26);
        const float right = card.max.x - look_.px(26);
        float y = card.min.y + look_.px(18);
        const std::string title = said(fileTaskTitle(sheet_.task));
        painter_.textAt(look_.fonts.title, c.ink, {left, y}, title);
        if (sheet_.task.kind == FileTask::Kind::export_as) {
            const float after = left + painter_.width(look_.fonts.title, title) + look_.px(12);
            painter_.textFitted(look_.fonts.text, c.soft, {{after, y}, {right, y + look_.px(26)}},
                                said(info(sheet_.task.as).line()), Align::right);
        }
        y += look_.px(40);
        folderLine({{left, y}, {right, y + look_.px(20)}});
        y += look_.px(28);
        if (asksName(sheet_.task)) {
            nameField({{left, y}, {right, y + look_.px(34)}});
            y += look_.px(44);
        }
        field({{left, y}, {right, y + look_.px(34)}});
        y += look_.px(44);
        list({{left, y}, {right, card.max.y - look_.px(92)}});
        message({{left, card.max.y - look_.px(88)}, {right, card.max.y - look_.px(62)}});
        buttons(right, card.max.y - look_.px(54));
    }

    /// The name of the student, which takes the keyboard first.
    void nameField(const Rect& box) {
        const std::string label = said(say::sheets::StudentName{});
        const float wide = painter_.width(look_.fonts.text, label) + look_.px(12);
        painter_.text(look_.fonts.text, look_.colors().soft, box, label);
        const bool takes_keyboard = sheet_.fresh && sheet_.student.empty();
        if (takes_keyboard) sheet_.fresh = false;
        const FieldEvents events =
            textField(painter_, box.betweenX(box.min.x + wide, box.max.x), "##student",
                      sheet_.student, look_.fonts.text, takes_keyboard);
        if (events.tabbed) sheet_.fresh = true;  // the field below takes the keyboard
        if (events.entered) accept();
    }

    void folderLine(const Rect& box) {
        const std::string& folder = sheet_.folder;
        const auto line = [this](const std::string& path) {
            return said(say::sheets::InFolder{.folder = Verbatim{path}});
        };
        // Of a path the end is shown, which identifies the file.
        std::string shown = line(folder);
        for (std::size_t cut = 1;
             painter_.width(look_.fonts.small_text, shown) > box.width() && cut < folder.size();
             ++cut) {
            if ((static_cast<unsigned char>(folder[cut]) & 0xC0u) == 0x80u) continue;
            shown = line("\u2026" + folder.substr(cut));
        }
        painter_.text(look_.fonts.small_text, look_.colors().soft, box, shown);
    }

    void field(const Rect& box) {
        const bool fresh = sheet_.fresh;
        sheet_.fresh = false;
        const FieldEvents events =
            textField(painter_, box, "##file", sheet_.text, look_.fonts.text, fresh);
        if (events.edited) {
            sheet_.message.clear();
            sheet_.replacing.clear();
        }
        if (events.entered) accept();
        if (events.cancelled || ImGui::IsKeyPressed(ImGuiKey_Escape)) {
            scene_.emit(ShowFileSheet{});
        }
    }

    void list(const Rect& box) {
        const Theme& c = look_.colors();
        painter_.fill(box, c.inset, look_.px(7));
        painter_.outline(box, c.line, look_.px(7), std::max(1.0f, look_.scale));
        ImGui::SetCursorScreenPos({box.min.x + 1, box.min.y + 1});
        ImGui::BeginChild("entries", {box.width() - 2, box.height() - 2}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoNav);
        Painter inner(look_);
        const float scrolled = ImGui::GetScrollY();
        float y = box.min.y + look_.px(4) - scrolled;
        const auto row = [&](const FolderEntry& entry) {
            entryRow(inner, entry, box.betweenY(y, y + look_.px(kRow)));
            y += look_.px(kRow);
        };
        if (!isRootFolder(sheet_.folder)) row({std::string(kParent), true});
        for (const FolderEntry& entry : sheet_.entries) row(entry);
        ImGui::SetCursorScreenPos({box.min.x, y});
        ImGui::Dummy({1, look_.px(4)});
        ImGui::EndChild();
    }

    void entryRow(Painter& painter, const FolderEntry& entry, const Rect& row) {
        const Theme& c = look_.colors();
        ImGui::SetCursorScreenPos(row.min);
        const bool clicked = ImGui::InvisibleButton(fmt::format("{}##entry", entry.name).c_str(),
                                                    {row.width() - look_.px(12), row.height()});
        const bool hovered = ImGui::IsItemHovered();
        if (hovered || entry.name == sheet_.text) {
            painter.fill(row.betweenX(row.min.x + look_.px(4), row.max.x - look_.px(12)),
                         hovered ? c.hover : c.chip, look_.px(5));
        }
        painter.textFitted(entry.is_folder ? look_.fonts.strong : look_.fonts.text, c.ink,
                           row.betweenX(row.min.x + look_.px(14), row.max.x - look_.px(20)),
                           entry.is_folder ? entry.name + "/" : entry.name);
        if (clicked && entry.is_folder) {
            scene_.emit(LookInFolder{joinedPath(sheet_.folder, entry.name)});
        } else if (clicked) {
            sheet_.text = entry.name;
            sheet_.message.clear();
            sheet_.replacing.clear();
        }
        if (hovered && !entry.is_folder && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            accept();
        }
    }

    void message(const Rect& box) {
        painter_.textFitted(look_.fonts.small_text, look_.colors().bad, box,
                            scene_.said(sheet_.message));
    }

    void buttons(float right, float y) {
        const std::string tip = said(say::commands::Tip{.label = fileTaskTitle(sheet_.task),
                                                        .key = Message(say::commands::KeyEnter{})});
        if (placedButton(
                right, y, said(acceptLabel(sheet_.task)) + "###accept",
                {.kind = ButtonKind::strong, .enabled = !sheet_.text.empty(), .tooltip = tip})) {
            accept();
        }
        cancelButton(right, y);
    }

    /// Draws a button that ends at `right`, which becomes the end of the next one.
    bool placedButton(float& right, float y, const std::string& label,
                      const ButtonOptions& options) {
        const float wide = buttonWidth(painter_, label);
        const Rect box{{right - wide, y}, {right, y + look_.px(34)}};
        right -= wide + look_.px(10);
        return button(painter_, box, label.c_str(), options);
    }

    void cancelButton(float right, float y) {
        const std::string tip = said(closeSheetTip());
        if (placedButton(right, y, said(say::sheets::Cancel{}) + "###cancel", {.tooltip = tip})) {
            scene_.emit(ShowFileSheet{});
        }
    }

    [[nodiscard]] const FolderEntry* find(const std::string& name) const {
        const auto at = std::find_if(sheet_.entries.begin(), sheet_.entries.end(),
                                     [&](const FolderEntry& entry) { return entry.name == name; });
        return at == sheet_.entries.end() ? nullptr : &*at;
    }

    /// Opens or writes the named file; of a folder it shows the entries.
    void accept() {
        if (sheet_.text.empty()) return;
        const FolderEntry* entry = find(sheet_.text);
        std::string path = joinedPath(sheet_.folder, sheet_.text);
        if ((entry != nullptr && entry->is_folder) || namesFolder(sheet_.text) ||
            sheet_.text == kParent) {
            scene_.emit(LookInFolder{path});
            sheet_.text.clear();
            sheet_.fresh = true;
            return;
        }
        sheet_.text = fileName(sheet_.task, sheet_.text);
        path = joinedPath(sheet_.folder, sheet_.text);
        scene_.emit(actionOn(sheet_.task, path, sheet_.replacing == path));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    FileSheet& sheet_;
};

}  // namespace

void drawFileSheet(const Scene& scene) {
    drawOverlay(scene, "File", [&] { FileSheetView(scene).draw(); });
}

}  // namespace lookback
