#include <algorithm>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "app/state/update/action.h"
#include "app/views/shared/sheets.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "core/base/text.h"
#include "core/io/path.h"
#include "core/words/say.h"
#include "messages/commands.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr float kFileSheetWidth = 640;
constexpr float kRow = 26;
constexpr std::string_view kParent = "..";

Message fileTaskTitle(const FileTask& task) {
    using Title = say::sheets::Title;
    const auto subject = task.subject == SubjectKind::experiment ? Title::Subject::experiment
                                                                 : Title::Subject::other;
    switch (task.kind) {
        case FileTask::Kind::open: return Title{.task = Title::Task::open, .subject = subject};
        case FileTask::Kind::save: return Title{.task = Title::Task::save, .subject = subject};
        case FileTask::Kind::compare:
            return Title{.task = Title::Task::compare, .subject = subject};
        case FileTask::Kind::save_lesson: return say::sheets::SaveLesson{};
        case FileTask::Kind::numbers: return say::sheets::OpenNumbers{};
        case FileTask::Kind::export_as: break;
    }
    return Title{.task = Title::Task::other, .subject = subject};
}

Message acceptLabel(const FileTask& task) {
    using Accept = say::sheets::Accept;
    switch (task.kind) {
        case FileTask::Kind::open:
        case FileTask::Kind::numbers: return Accept{.task = Accept::Task::open};
        case FileTask::Kind::save_lesson:
        case FileTask::Kind::save: return Accept{.task = Accept::Task::save};
        case FileTask::Kind::compare: return Accept{.task = Accept::Task::compare};
        case FileTask::Kind::export_as: break;
    }
    return Accept{.task = Accept::Task::other};
}

class FileSheetView {
public:
    explicit FileSheetView(const Scene& scene)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          sheet_(*scene.hands.open<FileSheet>()) {}

    void draw() {
        const Theme& c = look_.colors();
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Rect card =
            drawSheetCard(painter_, {std::min(look_.px(kFileSheetWidth), screen.x - look_.px(32)),
                                     std::min(look_.px(560), screen.y - look_.px(32))});
        const float left = card.min.x + look_.px(26);
        const float right = card.max.x - look_.px(26);
        float y = card.min.y + look_.px(18);
        painter_.textAt(look_.fonts.title, c.ink, {left, y}, said(fileTaskTitle(sheet_.task)));
        if (sheet_.task.kind == FileTask::Kind::export_as) {
            painter_.text(look_.fonts.text, c.soft, {{left, y}, {right, y + look_.px(26)}},
                          said(info(sheet_.task.as).line()), Align::right);
        }
        y += look_.px(40);
        folderLine({{left, y}, {right, y + look_.px(20)}});
        y += look_.px(28);
        if (asksName()) {
            nameField({{left, y}, {right, y + look_.px(34)}});
            y += look_.px(44);
        }
        field({{left, y}, {right, y + look_.px(34)}});
        y += look_.px(44);
        list({{left, y}, {right, card.max.y - look_.px(92)}});
        message({{left, card.max.y - look_.px(88)}, {right, card.max.y - look_.px(62)}});
        buttons(right, card.max.y - look_.px(54));
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    [[nodiscard]] bool asksName() const {
        return sheet_.task.kind == FileTask::Kind::export_as &&
               sheet_.task.as == ExportKind::answers;
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
        const float high = look_.px(34);
        const auto place = [&](const std::string& label, const ButtonOptions& options) {
            const float wide = buttonWidth(painter_, label);
            const Rect box{{right - wide, y}, {right, y + high}};
            right -= wide + look_.px(10);
            return button(painter_, box, label.c_str(), options);
        };
        const std::string tip = said(say::commands::Tip{.label = fileTaskTitle(sheet_.task),
                                                        .key = Message(say::commands::KeyEnter{})});
        if (place(said(acceptLabel(sheet_.task)) + "###accept",
                  {.kind = ButtonKind::strong, .enabled = !sheet_.text.empty(), .tooltip = tip})) {
            accept();
        }
        const std::string cancel_tip = said(closeSheetTip());
        if (place(said(say::sheets::Cancel{}) + "###cancel", {.tooltip = cancel_tip})) {
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
        const bool is_numbers = sheet_.task.kind == FileTask::Kind::numbers;
        if (is_numbers || sheet_.task.kind == FileTask::Kind::open) {
            return scene_.emit(OpenFile{path, is_numbers});
        }
        if (sheet_.task.kind == FileTask::Kind::compare) {
            return scene_.emit(CompareFile{sheet_.task.side, path});
        }
        sheet_.text = fileName(sheet_.task, sheet_.text);
        path = joinedPath(sheet_.folder, sheet_.text);
        const bool replaces = sheet_.replacing == path;
        if (sheet_.task.kind == FileTask::Kind::save) return scene_.emit(SaveFile{path, replaces});
        if (sheet_.task.kind == FileTask::Kind::save_lesson) {
            return scene_.emit(SaveLesson{path, replaces});
        }
        scene_.emit(ExportFile{path, sheet_.task.as, replaces});
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
