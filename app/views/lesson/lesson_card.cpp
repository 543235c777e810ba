#include "app/views/lesson/lesson_card.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/lesson/card_column.h"
#include "app/views/lesson/lesson_editor.h"
#include "app/views/lesson/lesson_task.h"
#include "app/widgets/button.h"
#include "app/widgets/tooltip.h"
#include "core/io/lesson_library.h"
#include "core/lesson/guided_lesson.h"
#include "core/words/say.h"
#include "imgui.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr float kCardSide = 18;
constexpr float kCardAbove = 14;
constexpr float kCardBelow = 14;
constexpr float kStepArrow = 28;        ///< width of the buttons to the next and previous step
constexpr float kSegment = 5;           ///< height of the bars of the steps
constexpr float kCaptionWords = 0.44f;  ///< share of the width of a caption that words have
constexpr float kCaptionBetween = 28;

/// The words of a step: where one is, its title and its text.
class LessonWords {
public:
    /// @param is_caption the title stands in the line of the place
    LessonWords(const Scene& scene, CardColumn& column, bool is_caption)
        : scene_(scene), shown_(scene.state.lesson), column_(column), is_caption_(is_caption) {}

    void put() {
        place();
        segments();
        if (!is_caption_) {
            const LineFonts titles{scene_.look.fonts.strong, scene_.look.fonts.strong,
                                   scene_.look.fonts.raised};
            column_.paragraph(titles, {{scene_.said(shown_.lesson()->title)}});
            column_.gap(3);
        }
        const TextLine text = scene_.wording().line(shown_.entered.text);
        if (!text.empty()) column_.paragraph(sentenceFonts(scene_.look), text);
        column_.gap(10);
    }

private:
    /// Draws the group, or the title, and the number of the step, and the buttons beside them.
    void place() {
        const Look& look = scene_.look;
        const Rect line = column_.take(look.px(kStepArrow - 2), look.px(7));
        if (!column_.draws()) return;
        Rect rest = line;
        arrow(rest, "\u203a###next-step", "next-lesson-step");
        arrow(rest, "\u2039###previous-step", "previous-lesson-step");
        const std::string title = is_caption_ ? scene_.said(shown_.lesson()->title)
                                              : scene_.said(info(shown_.lesson()->group).title());
        ImFont* const font = is_caption_ ? look.fonts.strong : look.fonts.caption;
        std::string words = placeWithin(title);
        if (column_.painter().width(font, words) > rest.width()) {
            words = placeWithin(scene_.said(say::player::Lesson{}));
        }
        const Color color = is_caption_ ? look.colors().ink : look.colors().soft;
        column_.painter().textFitted(font, color, rest, words);
    }

    [[nodiscard]] std::string placeWithin(const std::string& whole) const {
        return scene_.said(say::player::Place{.title = Verbatim{whole},
                                              .n = Count{static_cast<Index>(shown_.stand.step) + 1},
                                              .of = Count{std::ssize(shown_.lesson()->steps)}});
    }

    /// Draws a button at the right end of a line, which becomes shorter.
    void arrow(Rect& line, const char* label, std::string_view name) {
        const Look& look = scene_.look;
        const Command& row = command(name);
        const Rect box = line.right(look.px(kStepArrow));
        line.max.x = box.min.x - look.px(5);
        const std::string tip = scene_.said(commandTooltip(row));
        const bool can = row.enabled(scene_.state);
        if (button(column_.painter(), box, label, {.enabled = can, .tooltip = tip})) {
            scene_.emit(row.action(scene_.state));
        }
    }

    /// Draws a bar for each step; a click goes there.
    void segments() {
        const Look& look = scene_.look;
        const Theme& c = look.colors();
        const Rect line = column_.take(look.px(kSegment), look.px(11));
        if (!column_.draws()) return;
        const std::vector<LessonStep>& steps = shown_.lesson()->steps;
        const auto count = static_cast<float>(steps.size());
        const float gap = look.px(steps.size() > 10 ? 2 : 5);
        const float wide = (line.width() - gap * (count - 1)) / count;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const float x = line.min.x + static_cast<float>(k) * (wide + gap);
            const Rect box = line.betweenX(x, x + wide);
            const bool is_now = k == shown_.stand.step;
            column_.painter().fill(box,
                                   is_now      ? c.highlight
                                   : isDone(k) ? c.strong
                                               : c.line,
                                   look.px(2));
            if (is_now) column_.painter().outline(box.grown(look.px(1)), c.ink, look.px(3), 1);
            ImGui::SetCursorScreenPos({box.min.x, box.min.y - look.px(4)});
            const std::string id = fmt::format("###lesson-step-{}", k);
            if (ImGui::InvisibleButton(id.c_str(), {box.width(), box.height() + look.px(8)})) {
                scene_.emit(GoToLessonStep{k});
            }
            if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (wantsTooltip()) tooltip(look, tipOf(steps[k], k));
        }
    }

    /// A step with a task is done once it was answered, one without once it was left.
    [[nodiscard]] bool isDone(std::size_t k) const {
        const LessonProgress* const progress =
            findProgress(scene_.place().lessons, shown_.source->key());
        const bool has_task = shown_.lesson()->steps[k].task.has_value();
        if (!has_task) return k < shown_.stand.step;
        return taskProgress(progress, k, shown_.stand.seed).isDone();
    }

    [[nodiscard]] std::string tipOf(const LessonStep& step, std::size_t k) const {
        if (!step.title.empty()) return scene_.said(step.title);
        return scene_.said(say::player::StepNumber{.n = Count{static_cast<Index>(k) + 1}});
    }

    const Scene& scene_;
    const ShownLesson& shown_;
    CardColumn& column_;
    bool is_caption_;
};

/// What leads on from a step.
class LessonFooter {
public:
    LessonFooter(const Scene& scene, CardColumn& column)
        : scene_(scene), shown_(scene.state.lesson), column_(column) {}

    void put() {
        if (shown_.isOpen()) return;
        column_.gap(4);
        if (!shown_.isLastStep()) {
            const Command& row = command("next-lesson-step");
            if (column_.button({.label = scene_.said(say::player::Next{}) + "###next",
                                .kind = ButtonKind::strong,
                                .tooltip = scene_.said(commandTooltip(row))})) {
                scene_.emit(row.action(scene_.state));
            }
            return column_.endButtons();
        }
        column_.paragraph(smallSentenceFonts(scene_.look),
                          {{scene_.said(say::player::Finished{}), Ink::soft}});
        column_.gap(6);
        nextLesson();
        const Command& again = command("begin-lesson-again");
        if (column_.button({.label = scene_.said(say::player::BeginAgain{}) + "###begin-again",
                            .tooltip = scene_.said(commandTooltip(again))})) {
            scene_.emit(BeginLessonAgain{});
        }
        column_.endButtons();
    }

private:
    void nextLesson() {
        const std::string& next = shown_.lesson()->next;
        const auto& all = guidedLessons();
        const auto found = std::find_if(all.begin(), all.end(), [&](const GuidedEntry& entry) {
            return entry.id == next && entry.lesson != nullptr;
        });
        if (found == all.end()) return;
        const Message words =
            say::player::NextLesson{.title = Verbatim{scene_.said(found->lesson->title)}};
        column_.paragraph(smallSentenceFonts(scene_.look), scene_.wording().line(words));
        column_.gap(6);
        if (column_.button({.label = scene_.labelled(say::player::OpenNext{}, "next-lesson"),
                            .kind = ButtonKind::strong})) {
            scene_.emit(OpenLesson{next});
        }
    }

    const Scene& scene_;
    const ShownLesson& shown_;
    CardColumn& column_;
};

/// The lesson that the first start offers: the first of the course.
const GuidedLesson* firstLesson() {
    const auto& all = guidedLessons();
    const auto found = std::find_if(all.begin(), all.end(), [](const GuidedEntry& entry) {
        return entry.lesson != nullptr && entry.lesson->group == LessonGroup::first_minutes;
    });
    return found == all.end() ? nullptr : found->lesson.get();
}

bool offersFirstLesson(const AppState& state) {
    return state.preferences.invites_drag && state.place.mode == Mode::lab &&
           !state.place.presenting && !isWritingLesson(state) && firstLesson() != nullptr;
}

/// Offers the first lesson to a person who has not used the program before.
void putOffer(const Scene& scene, CardColumn& column) {
    const GuidedLesson& lesson = *firstLesson();
    using Offer = say::player::OfferFirst;
    const Message words = Offer{.title = Verbatim{scene.said(lesson.title)},
                                .tasks = static_cast<Index>(lesson.tasks()),
                                .n = Count{lesson.minutes}};
    column.paragraph(sentenceFonts(scene.look), scene.wording().line(words));
    column.gap(9);
    if (column.button({.label = scene.labelled(say::player::OfferStart{}, "offer-start"),
                       .kind = ButtonKind::strong})) {
        scene.emit(OpenLesson{lesson.id});
    }
    if (column.button({.label = scene.labelled(say::player::OfferLater{}, "offer-later")})) {
        scene.emit(Change(&Preferences::invites_drag, false));
    }
    column.endButtons();
}

/// Puts words and task below each other, or side by side. @return the height
float putCard(const Scene& scene, Painter& painter, const Rect& region, bool is_caption,
              bool draws) {
    const Look& look = scene.look;
    const float side = look.px(kCardSide);
    const ImVec2 at{region.min.x + side, region.min.y + look.px(kCardAbove)};
    const float width = region.width() - 2 * side;
    if (scene.state.lesson.step() == nullptr) {
        CardColumn column(scene, painter, at, width, draws);
        putOffer(scene, column);
        return column.bottom() - region.min.y + look.px(kCardBelow);
    }
    if (!is_caption) {
        CardColumn column(scene, painter, at, width, draws);
        LessonWords(scene, column, is_caption).put();
        putLessonTask(scene, column);
        LessonFooter(scene, column).put();
        putBackToEditor(scene, column);
        return column.bottom() - region.min.y + look.px(kCardBelow);
    }
    const float words = std::floor(width * kCaptionWords);
    const float between = look.px(kCaptionBetween);
    CardColumn left(scene, painter, at, words, draws);
    LessonWords(scene, left, is_caption).put();
    CardColumn right(scene, painter, {at.x + words + between, at.y}, width - words - between,
                     draws);
    putLessonTask(scene, left, right);
    LessonFooter(scene, left.bottom() < right.bottom() ? left : right).put();
    putBackToEditor(scene, left);
    return std::max(left.bottom(), right.bottom()) - region.min.y + look.px(kCardBelow);
}

/// Scrolls a card that is longer than its box: to what a task has told last, which stands at the
/// end, and to the start of a new step.
void showLatest(const ShownLesson& shown, float height) {
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    int& step_before = *kept.GetIntRef(ImGui::GetID("step"));
    int& told_before = *kept.GetIntRef(ImGui::GetID("told"));
    const std::string lesson = shown.lesson() == nullptr ? "" : shown.lesson()->id;
    const ImGuiID place = ImGui::GetID(fmt::format("{} {}", lesson, shown.stand.step).c_str());
    const int step = static_cast<int>(place);
    const int told = static_cast<int>(shown.task.hints + answersGiven(shown.task)) +
                     static_cast<int>(shown.task.isDone());
    if (step != step_before) {
        ImGui::SetScrollY(0);
    } else if (told > told_before) {
        ImGui::SetScrollY(height);
    }
    step_before = step;
    told_before = told;
}

/// Draws the card and tells ImGui how far it can scroll.
void drawCard(const Scene& scene, const Rect& region, bool is_caption) {
    Painter painter(scene.look);
    const float height = putCard(scene, painter, region, is_caption, true);
    ImGui::SetCursorScreenPos({region.min.x, region.min.y + height - 1});
    ImGui::Dummy({1, 1});
    showLatest(scene.state.lesson, height);
}

}  // namespace

bool hasLessonCard(const AppState& state) {
    return state.lesson.step() != nullptr || offersFirstLesson(state);
}

float lessonCardHeight(const Scene& scene, float width, bool is_caption) {
    Painter painter(scene.look, *ImGui::GetBackgroundDrawList());
    return putCard(scene, painter, Rect::at({0, 0}, {width, 0}), is_caption, false);
}

void drawLessonCard(const Scene& scene, const Rect& region) { drawCard(scene, region, false); }

void drawLessonCaption(const Scene& scene, const Rect& region) {
    drawCard(scene, region, true);
    // A presented caption is a part of the slide, set off by a line.
    if (!scene.place().presenting) return;
    Painter(scene.look)
        .hairline(region.min, {region.max.x, region.min.y}, scene.look.colors().line);
}

}  // namespace lookback
