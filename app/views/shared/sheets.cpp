#include "app/views/shared/sheets.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"
#include "core/base/text.h"
#include "core/io/path.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/commands.h"
#include "messages/notices.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr std::size_t kLongestNotice = 600;  ///< characters, of as many messages as are shown

constexpr float kChoiceSheetWidth = 600;

/// Distances in a sheet that asks, in pixels of the design.
struct SheetGaps {
    float margin;
    float around;   ///< the texts, above and below
    float heading;  ///< from the top of the title to the texts
    float bottom;
    float between;  ///< buttons, to all sides
};
constexpr SheetGaps kUsualGaps{26, 18, 40, 26, 10};
/// Where a low window has no room for the usual ones.
constexpr SheetGaps kTightGaps{12, 6, 28, 2, 6};

/// A button of a sheet that asks.
struct Choice {
    std::string label;
    std::string tooltip;
    ButtonKind kind;
    Action action;
};

/// The question of a sheet, and the choices of which one is taken.
struct Question {
    std::string title;
    std::vector<TextLine> lines;
    std::vector<Choice> choices;
    Action dismissal;  ///< by Esc
};

Choice choiceOf(const Scene& scene, const Message& label, std::string_view id, const Message& tip,
                ButtonKind kind, Action action) {
    return {scene.said(label).append("###").append(id), scene.said(tip), kind, std::move(action)};
}

class ChoiceSheetView {
public:
    ChoiceSheetView(const Scene& scene, const Question& question)
        : scene_(scene), look_(scene.look), painter_(scene.look), question_(question) {}

    void draw() {
        const Theme& c = look_.colors();
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const float width = std::min(look_.px(kChoiceSheetWidth), screen.x - look_.px(32));
        LineFonts fonts = sentenceFonts(look_);
        float tall = lay(fonts, width);
        if (tall > screen.y) {
            gaps_ = kTightGaps;
            fonts = smallSentenceFonts(look_);
            tall = lay(fonts, width);
        }
        const Rect card = drawSheetCard(painter_, {width, tall});
        const float left = card.min.x + look_.px(gaps_.margin);
        float y = card.min.y + look_.px(gaps_.around);
        painter_.textAt(look_.fonts.title, c.ink, {left, y}, question_.title);
        y += look_.px(gaps_.heading);
        for (const LaidLine& text : texts_) {
            drawLine(painter_, fonts, {left, y}, text);
            y += text.height;
        }
        y += look_.px(gaps_.around);
        buttons({{left, y}, {card.max.x - look_.px(gaps_.margin), y + row()}});
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(question_.dismissal);
    }

private:
    /// Lays the texts for a sheet of this width. @return the height of the sheet
    float lay(const LineFonts& fonts, float width) {
        const float room = width - 2 * look_.px(gaps_.margin);
        float height = look_.px(2 * gaps_.around + gaps_.heading + gaps_.bottom);
        texts_.clear();
        for (const TextLine& line : question_.lines) {
            texts_.push_back(layLine(painter_, fonts, room, line));
            height += texts_.back().height;
        }
        return height + buttonRows(room) * row();
    }

    [[nodiscard]] float row() const { return look_.px(34 + gaps_.between); }

    /// Calls `place(choice, box)` for each choice, from the left, in as many rows as they need.
    template <class Place>
    void arrange(const Rect& line, Place place) const {
        ImVec2 at = line.min;
        for (const Choice& choice : question_.choices) {
            const float wide = buttonWidth(painter_, choice.label);
            if (at.x > line.min.x && at.x + wide > line.max.x) at = {line.min.x, at.y + row()};
            place(choice, Rect::at(at, {wide, look_.px(34)}));
            at.x += wide + look_.px(gaps_.between);
        }
    }

    [[nodiscard]] float buttonRows(float room) const {
        float bottom = 0;
        arrange({{0, 0}, {room, row()}},
                [&](const Choice&, const Rect& box) { bottom = box.min.y + row(); });
        return std::round(bottom / row());
    }

    void buttons(const Rect& line) {
        arrange(line, [&](const Choice& choice, const Rect& box) {
            const ButtonOptions options{.kind = choice.kind, .tooltip = choice.tooltip};
            if (button(painter_, box, choice.label.c_str(), options)) scene_.emit(choice.action);
        });
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    const Question& question_;
    SheetGaps gaps_ = kUsualGaps;
    std::vector<LaidLine> texts_;
};

/// The sheet about a file that another program has changed.
Question conflictQuestion(const Scene& scene, const ConflictSheet& sheet) {
    using Overwrite = say::sheets::Overwrite;
    using Reload = say::sheets::ReloadTip;
    const TokenLabel file{shortenedTo(lastName(sheet.path), 60)};
    Question question{.title = scene.said(sheet.is_there ? Message(say::sheets::Changed{})
                                                         : Message(say::sheets::Gone{})),
                      .lines = {scene.wording().line(
                          sheet.is_there ? Message(say::sheets::ChangedLine{.file = file})
                                         : Message(say::sheets::GoneLine{.file = file}))},
                      .choices = {},
                      .dismissal = CloseConflict{}};
    const auto add = [&](const Message& label, std::string_view id, const Message& tip,
                         ButtonKind kind, Action action) {
        question.choices.push_back(choiceOf(scene, label, id, tip, kind, std::move(action)));
    };
    add(say::sheets::SaveAs{}, "save-as", say::sheets::SaveAsTip{}, ButtonKind::strong,
        ShowFileSheet{FileTask{.kind = FileTask::Kind::save}});
    add(Overwrite{.is = sheet.is_there ? Overwrite::Is::there : Overwrite::Is::other}, "overwrite",
        say::sheets::OverwriteTip{}, ButtonKind::plain, SaveFile{sheet.path, true});
    if (sheet.is_there) {
        const bool is_experiment = info(scene.place().mode).subject == SubjectKind::experiment;
        add(say::sheets::Reload{}, "reload",
            Reload{.subject = is_experiment ? Reload::Subject::experiment : Reload::Subject::other},
            ButtonKind::plain, OpenFile{sheet.path});
    }
    add(say::sheets::Cancel{}, "cancel", closeSheetTip(), ButtonKind::plain, CloseConflict{});
    return question;
}

/// The sheet about the parts that cannot be kept.
Question keepQuestion(const Scene& scene, const KeepSheet& sheet) {
    using Line = say::sheets::NotKeptLine;
    using Part = Line::Part;
    Question question{.title = scene.said(say::sheets::NotKeptTitle{}),
                      .lines = {},
                      .choices = {},
                      .dismissal = CloseKeepSheet{}};
    for (const NotKept& one : sheet.parts) {
        const Part part = one.part == KeptPart::work       ? Part::work
                          : one.part == KeptPart::progress ? Part::progress
                                                           : Part::other;
        question.lines.push_back(
            scene.wording().line(Line{.part = part, .reason = faultReason(one.reason)}));
    }
    question.lines.push_back(scene.wording().line(say::sheets::QuitLoses{}));
    const auto add = [&](const Message& label, std::string_view id, const Message& tip,
                         ButtonKind kind, Action action) {
        question.choices.push_back(choiceOf(scene, label, id, tip, kind, std::move(action)));
    };
    const bool is_saved = useWork(scene.state, [](const auto& work) { return work.is_saved; });
    if (!is_saved) {
        add(say::sheets::SaveAs{}, "save-as", say::sheets::SaveElsewhereTip{}, ButtonKind::strong,
            ShowFileSheet{FileTask{.kind = FileTask::Kind::save}});
    }
    add(say::sheets::KeepAgain{}, "again", say::sheets::KeepAgainTip{}, ButtonKind::plain, Quit{});
    add(say::sheets::QuitAnyway{}, "quit", say::sheets::QuitAnywayTip{}, ButtonKind::plain,
        QuitAnyway{});
    add(say::sheets::Cancel{}, "cancel", closeSheetTip(), ButtonKind::plain, CloseKeepSheet{});
    return question;
}

/// Returns the first messages, as many as have room, and how many follow. Of a longer first
/// message, such as one with a long path, the beginning is shown.
std::string noticeText(const Wording& wording, const std::vector<Message>& messages) {
    std::string text;
    std::size_t shown = 0;
    for (const Message& message : messages) {
        const std::string words = wording.text(message);
        if (shown > 0 && text.size() + 1 + words.size() > kLongestNotice) break;
        text += (shown > 0 ? " " : "") + shortenedTo(words, kLongestNotice);
        ++shown;
    }
    const auto rest = static_cast<Index>(messages.size() - shown);
    if (rest > 0) text += " " + wording.text(say::notices::More{.n = rest});
    return text;
}

}  // namespace

Message closeSheetTip() {
    return say::commands::Tip{.label = say::sheets::CancelTip{},
                              .key = Message(say::commands::KeyEscape{})};
}

void drawOverlay(const Scene& scene, const char* name, const std::function<void()>& draw,
                 bool takes_tab) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    // A window that takes the focus closes the menus over it, and takes the keyboard from its
    // parts.
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    const bool is_focused =
        focused != nullptr && focused->RootWindow == ImGui::FindWindowByName(name);
    const bool is_in_menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    if (!is_focused && !is_in_menu) ImGui::SetNextWindowFocus();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, rgb(0x000000, 0));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings |
                                   (takes_tab ? 0 : ImGuiWindowFlags_NoNav);
    if (ImGui::Begin(name, nullptr, flags)) {
        Painter(scene.look).fill({{0, 0}, size}, faded(rgb(0x000000), 0.45f));
        draw();
    }
    ImGui::End();
    ImGui::PopStyleColor();
}

Rect drawSheetCard(Painter& painter, ImVec2 size) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const Rect card =
        Rect::at({std::floor((screen.x - size.x) / 2), std::floor((screen.y - size.y) / 2)}, size);
    painter.card(card);
    return card;
}

void drawNotice(const Scene& scene, const Rect& centre) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    const float pad = look.px(14);
    const float width = std::min(look.px(620), centre.width() - look.px(40));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    // Up to the top of the screen: a long sentence may need more than a low centre has.
    ImGui::SetNextWindowPos({centre.min.x, 0});
    ImGui::SetNextWindowSize({centre.width(), centre.max.y});
    if (ImGui::Begin("Notice", nullptr, flags)) {
        ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
        Painter painter(look);
        const TextLine words{{noticeText(scene.wording(), scene.state.notice), Ink::plain}};
        const LineFonts fonts = sentenceFonts(look);
        const LaidLine laid = layLine(painter, fonts, width - 2 * pad, words);
        const ImVec2 max{centre.center().x + laid.width / 2 + pad, centre.max.y - look.px(14)};
        const ImVec2 min{max.x - laid.width - 2 * pad, max.y - laid.height - look.px(18)};
        painter.fill({min, max}, c.chip, look.px(7));
        painter.outline({min, max}, c.query, look.px(7), std::max(1.0f, look.px(1.5f)));
        drawLine(painter, fonts, {min.x + pad, min.y + look.px(9)}, laid);
    }
    ImGui::End();
}

void drawConflictSheet(const Scene& scene) {
    const Question question = conflictQuestion(scene, *scene.hands.open<ConflictSheet>());
    drawOverlay(scene, "Conflict", [&] { ChoiceSheetView(scene, question).draw(); });
}

void drawKeepSheet(const Scene& scene) {
    const Question question = keepQuestion(scene, *scene.hands.open<KeepSheet>());
    drawOverlay(scene, "Keep", [&] { ChoiceSheetView(scene, question).draw(); });
}

}  // namespace lookback
