#include "app/views/lesson/lesson_choices.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/widgets/button.h"
#include "core/words/say.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr float kChoicePad = 8;
constexpr float kDigitBox = 22;
constexpr float kHandBar = 6;
constexpr float kChoiceGap = 9;
constexpr float kTagPad = 5;

/// The choices of a task, with the hands that were counted for each.
class ChoiceList {
public:
    ChoiceList(const Scene& scene, CardColumn& column, bool is_caption)
        : scene_(scene),
          look_(scene.look),
          shown_(scene.state.lesson),
          column_(column),
          is_caption_(is_caption) {}

    /// Puts the choices below each other; those of a caption in pairs, where each is one line.
    void put() {
        std::vector<std::size_t> put;
        for (std::size_t k = 0; k < shown_.entered.choices.size(); ++k) {
            if (!isFolded(k)) put.push_back(k);
        }
        const float gap = look_.px(kChoiceGap);
        const float half = std::floor((column_.width() - gap) / 2);
        const float one_line = lineHeight(fonts()) + 2 * look_.px(kChoicePad) + handsHeight();
        const bool in_pairs = is_caption_ && put.size() > 2 &&
                              std::all_of(put.begin(), put.end(), [&](std::size_t k) {
                                  return choiceHeight(k, half) <= one_line + 0.5f;
                              });
        Rect row;
        for (std::size_t at = 0; at < put.size(); ++at) {
            if (!in_pairs) {
                choice(put[at], column_.take(choiceHeight(put[at], column_.width()), gap));
                continue;
            }
            const bool is_left = at % 2 == 0;
            if (is_left) row = column_.take(one_line, gap);
            choice(put[at], is_left ? row.left(half) : row.right(half));
        }
    }

private:
    [[nodiscard]] LineFonts fonts() const { return sentenceFonts(look_); }
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    [[nodiscard]] bool wasGiven(std::size_t k) const {
        const TaskAnswer answer = AnsweredChoice{k};
        return shown_.task.first == answer || shown_.task.last == answer;
    }

    [[nodiscard]] bool isRight(std::size_t k) const {
        const TaskAnswer answer = AnsweredChoice{k};
        return std::find(shown_.right.begin(), shown_.right.end(), answer) != shown_.right.end();
    }

    [[nodiscard]] bool isFolded(std::size_t k) const {
        const bool may_fold = is_caption_ && !shown_.isOpen() && shown_.task.hands.empty();
        return may_fold && !wasGiven(k) && !isRight(k);
    }

    [[nodiscard]] TextLine wordsOfChoice(std::size_t k) const {
        return scene_.wording().line(shown_.entered.choices[k]);
    }

    /// Pixels beside the words of a choice.
    [[nodiscard]] float besideChoice() const { return look_.px(3 * kChoicePad + kDigitBox); }
    [[nodiscard]] float handsHeight() const {
        if (shown_.task.hands.empty()) return 0;
        return std::max(2 * look_.px(kHandBar) + look_.px(10),
                        look_.fonts.mono_small->FontSize + look_.px(4));
    }

    [[nodiscard]] float choiceHeight(std::size_t k, float width) {
        const float room = width - besideChoice();
        const float high = measuredLine(column_.painter(), fonts(), room, wordsOfChoice(k)).height;
        return high + 2 * look_.px(kChoicePad) + handsHeight();
    }

    void choice(std::size_t k, const Rect& box) {
        if (!column_.draws()) return;
        Painter& painter = column_.painter();
        const Theme& c = look_.colors();
        const float pad = look_.px(kChoicePad);
        const float from = pad + look_.px(kDigitBox) + pad;
        const float bars = handsHeight();
        const bool is_right = isRight(k);
        const bool is_wrong =
            wasGiven(k) && !is_right && !(shown_.isOpen() && shown_.is_reply_right);
        if (is_right) painter.fill(box, mix(c.panel, c.good, 0.14f), look_.px(7));
        if (is_wrong) painter.fill(box, mix(c.panel, c.bad, 0.12f), look_.px(7));
        const std::string id = fmt::format("###choice-{}", k);
        if (choiceBox(painter, box,
                      {.label = id.c_str(), .is_chosen = is_right, .is_framed = true}) &&
            shown_.isOpen()) {
            scene_.emit(AnswerTask{AnsweredChoice{k}});
        }
        const Rect sign = Rect::at({box.min.x + pad, box.min.y + pad},
                                   {look_.px(kDigitBox), lineHeight(fonts())});
        const char* const mark = is_right ? "\u2713" : "\u2717";
        if (is_right || is_wrong) {
            painter.text(look_.fonts.strong, is_right ? c.good : c.bad, sign, mark, Align::center);
        } else {
            painter.text(look_.fonts.mono, c.soft, sign, std::to_string(k + 1), Align::center);
        }
        setLine(painter, fonts(), {box.min.x + from, box.min.y + pad}, box.width() - besideChoice(),
                wordsOfChoice(k));
        // The narrow choices of a caption have a mark alone.
        const bool was_first = shown_.task.first == TaskAnswer(AnsweredChoice{k});
        if (was_first && !is_caption_) tagOfFirst(box);
        if (bars > 0) {
            hands(k, {{box.min.x + from, box.max.y - bars - pad / 2},
                      {box.max.x - pad, box.max.y - pad / 2}});
        }
    }

    /// Draws on the lower edge of a choice that it was the first answer: there, nothing moves.
    void tagOfFirst(const Rect& box) {
        Painter& painter = column_.painter();
        const Theme& c = look_.colors();
        ImFont* const font = look_.fonts.caption;
        const std::string words = said(say::player::YouChose{.n = answersGiven(shown_.task)});
        const float width = painter.width(font, words) + 2 * look_.px(kTagPad);
        const float high = 2 * look_.px(kChoiceGap) - look_.px(2);
        const Rect tag = Rect::at({box.max.x - look_.px(kChoicePad) - width, box.max.y - high / 2},
                                  {width, high});
        painter.fill(tag, c.panel, high / 2);
        painter.outline(tag, c.line, high / 2, look_.px(1));
        painter.text(font, c.soft, tag, words, Align::center);
    }

    /// Draws the hands of a choice as bars, those of the vote before above those of the last one,
    /// and right of them the counts: "12", or "3 → 12".
    void hands(std::size_t k, const Rect& box) {
        Painter& painter = column_.painter();
        const Theme& c = look_.colors();
        const HandCounts& before = shown_.task.hands_before;
        const bool is_second = !before.empty();
        const auto counted = [&](const HandCounts& counts) {
            return k < counts.size() ? counts[k] : Index{0};
        };
        std::string counts = std::to_string(counted(shown_.task.hands));
        if (is_second) counts = fmt::format("{} \u2192 {}", counted(before), counts);
        const std::string_view widest = is_second ? "00 \u2192 00" : "00";
        ImFont* const font = look_.fonts.mono_small;
        const float room = box.width() - look_.px(8) - painter.width(font, widest);
        painter.text(font, c.soft, box.fromX(box.min.x + room), counts, Align::right);

        const auto bar = [&](const HandCounts& vote, float y, Color color) {
            const Index all = std::accumulate(vote.begin(), vote.end(), Index{0});
            const float share =
                all > 0 ? static_cast<float>(counted(vote)) / static_cast<float>(all) : 0;
            const Rect row = box.left(room).betweenY(y, y + look_.px(kHandBar));
            painter.fill(row, c.line, look_.px(2));
            if (share > 0) painter.fill(row.left(row.width() * share), color, look_.px(2));
        };
        const float middle = (box.min.y + box.max.y) / 2;
        if (is_second) {
            const float gap = look_.px(4);
            bar(before, middle - gap / 2 - look_.px(kHandBar), mix(c.panel, c.query, 0.45f));
            bar(shown_.task.hands, middle + gap / 2, c.query);
        } else {
            bar(shown_.task.hands, middle - look_.px(kHandBar) / 2, c.query);
        }
    }

    const Scene& scene_;
    const Look& look_;
    const ShownLesson& shown_;
    CardColumn& column_;
    bool is_caption_;
};

}  // namespace

void putLessonChoices(const Scene& scene, CardColumn& column, bool is_caption) {
    ChoiceList(scene, column, is_caption).put();
}

}  // namespace lookback
