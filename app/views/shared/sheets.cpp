#include "app/views/shared/sheets.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
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

constexpr float kConflictSheetWidth = 600;
constexpr float kConflictSheetMargin = 26;

class ConflictSheetView {
public:
    explicit ConflictSheetView(const Scene& scene)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          sheet_(*scene.hands.open<ConflictSheet>()) {}

    void draw() {
        const Theme& c = look_.colors();
        const float margin = look_.px(kConflictSheetMargin);
        const float screen = ImGui::GetIO().DisplaySize.x;
        const float width = std::min(look_.px(kConflictSheetWidth), screen - look_.px(32));
        const LineFonts fonts = sentenceFonts(look_);
        const TextLine words = sentence();
        const float room = width - 2 * margin;
        const LaidLine text = layLine(painter_, fonts, room, words);
        const float tall = look_.px(18 + 40 + 18) + text.height + buttonRows(room) * row() + margin;
        const Rect card = drawSheetCard(painter_, {width, tall});
        const float left = card.min.x + margin;
        float y = card.min.y + look_.px(18);
        painter_.textAt(look_.fonts.title, c.ink, {left, y},
                        scene_.said(sheet_.is_there ? Message(say::sheets::Changed{})
                                                    : Message(say::sheets::Gone{})));
        y += look_.px(40);
        drawLine(painter_, fonts, {left, y}, text);
        y += text.height + look_.px(18);
        buttons({{left, y}, {card.max.x - margin, y + row()}});
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) scene_.emit(CloseConflict{});
    }

private:
    struct Choice {
        std::string label;
        std::string tooltip;
        ButtonKind kind;
        Action action;
    };

    [[nodiscard]] TextLine sentence() const {
        const TokenLabel file{shortenedTo(lastName(sheet_.path), 60)};
        return scene_.wording().line(sheet_.is_there
                                         ? Message(say::sheets::ChangedLine{.file = file})
                                         : Message(say::sheets::GoneLine{.file = file}));
    }

    [[nodiscard]] std::vector<Choice> choices() const {
        using Overwrite = say::sheets::Overwrite;
        using Reload = say::sheets::ReloadTip;
        std::vector<Choice> all;
        const auto add = [&](const Message& label, std::string_view id, const Message& tip,
                             ButtonKind kind, Action action) {
            all.push_back({scene_.said(label).append("###").append(id), scene_.said(tip), kind,
                           std::move(action)});
        };
        add(say::sheets::SaveAs{}, "save-as", say::sheets::SaveAsTip{}, ButtonKind::strong,
            ShowFileSheet{FileTask{.kind = FileTask::Kind::save}});
        add(Overwrite{.is = sheet_.is_there ? Overwrite::Is::there : Overwrite::Is::other},
            "overwrite", say::sheets::OverwriteTip{}, ButtonKind::plain,
            SaveFile{sheet_.path, true});
        if (sheet_.is_there) {
            const bool is_experiment = info(scene_.place().mode).subject == SubjectKind::experiment;
            add(say::sheets::Reload{}, "reload",
                Reload{.subject =
                           is_experiment ? Reload::Subject::experiment : Reload::Subject::other},
                ButtonKind::plain, OpenFile{sheet_.path});
        }
        add(say::sheets::Cancel{}, "cancel", closeSheetTip(), ButtonKind::plain, CloseConflict{});
        return all;
    }

    [[nodiscard]] float row() const { return look_.px(34 + 10); }

    /// Calls `place(choice, box)` for each choice, from the left, in as many rows as they need.
    template <class Place>
    void arrange(const Rect& line, Place place) const {
        ImVec2 at = line.min;
        for (const Choice& choice : choices()) {
            const float wide = buttonWidth(painter_, choice.label);
            if (at.x > line.min.x && at.x + wide > line.max.x) at = {line.min.x, at.y + row()};
            place(choice, Rect::at(at, {wide, look_.px(34)}));
            at.x += wide + look_.px(10);
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
    const ConflictSheet& sheet_;
};

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
    ImGui::SetNextWindowPos(centre.min);
    ImGui::SetNextWindowSize({centre.width(), centre.height()});
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
    drawOverlay(scene, "Conflict", [&] { ConflictSheetView(scene).draw(); });
}

}  // namespace lookback
