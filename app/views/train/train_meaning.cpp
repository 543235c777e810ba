#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/views/train/train_scene.h"
#include "app/views/train/train_views.h"
#include "app/widgets/charts.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/words/say.h"
#include "messages/experiment.h"
#include "messages/train.h"

namespace lookback {
namespace {

constexpr std::size_t kMostNext = 5;
constexpr int kLossDecimals = 3;
constexpr double kSmallestShownLoss = 0.001;  ///< that can be read

class TrainMeaning : MeaningColumn {
public:
    TrainMeaning(const Scene& scene, const Rect& region)
        : MeaningColumn(scene, region), train_(scene) {}

    void draw() {
        const bool is_measuring = scene_.state.training.isMeasuring(train_.place);
        using After = say::train::AfterStep;
        heading(said(After{.step = Count{train_.moment.wish.step},
                           .is = is_measuring ? After::Is::measuring : After::Is::other}));
        table();
        note();
        for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) verdict(twin);
        nextWords();
        checks();
        end();
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    [[nodiscard]] float columnEnd(std::size_t twin) const {
        const auto from_right = static_cast<float>(train_.moment.twins.size() - 1 - twin);
        return right_ - from_right * look_.px(scene_.compact ? 58 : 72);
    }

    void table() {
        for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
            twinChip(painter_, {columnEnd(twin) - look_.px(26), y_}, look_.px(20), twin);
        }
        y_ += look_.px(24);
        const auto number = [&](double loss) {
            if (!train_.moment.is_measured) return std::string("\u2026");
            const bool reads_zero = loss > 0 && loss < kSmallestShownLoss / 2;
            return (reads_zero ? "<" : "") +
                   formatNumber(reads_zero ? kSmallestShownLoss : loss, kLossDecimals);
        };
        const TextUnit unit = train_.unit();
        const std::vector<Index>& windows = train_.run.text().train_starts;
        using Loss = say::train::TrainingLoss;
        row("training-loss",
            Loss{.of = train_.run.areAllMeasured() ? Loss::Of::other : Loss::Of::some},
            mean<say::train::TrainingLossTip>(train_.run.measured(), windows),
            [&](const TwinMoment& twin) { return number(twin.loss); });
        const std::vector<Index>& held_out = train_.run.text().held_out_starts;
        if (!held_out.empty()) {
            const std::vector<Index>& measured = train_.run.heldOutMeasured();
            using HeldOut = say::train::HeldOutLoss;
            row("held-out-loss",
                HeldOut{.of = measured.size() == held_out.size() ? HeldOut::Of::other
                                                                 : HeldOut::Of::some},
                mean<say::train::HeldOutLossTip>(measured, held_out),
                [&](const TwinMoment& twin) { return number(twin.held_out.value_or(0)); });
        }
        row("floor", say::train::Floor{}, saidOf<say::train::FloorTip>(unit),
            [&](const TwinMoment&) { return formatNumber(train_.run.floor(), kLossDecimals); });
        using Later = say::train::LaterWeight;
        const auto later = [&](Later::Room room) {
            return Message(Later{.room = room, .unit = unitIn<Later>(unit)});
        };
        const float needed = painter_.width(look_.fonts.text, said(later(Later::Room::other)));
        row("later-weight",
            later(needed > labelEnd() - left_ ? Later::Room::narrow : Later::Room::other),
            saidOf<say::train::LaterWeightTip>(unit),
            [](const TwinMoment& twin) { return formatPercent(twin.shares.later); });
        y_ += look_.px(scene_.compact ? 6 : 14);
    }

    /// Returns the tooltip of a mean loss. @param measured the windows, all or evenly spaced
    template <class Tip>
    [[nodiscard]] Message mean(const std::vector<Index>& measured,
                               const std::vector<Index>& all) const {
        return Tip{.measured = measured.size() == all.size() ? 0 : std::ssize(measured),
                   .windows = Count{std::ssize(all)},
                   .n = train_.run.experiment().context};
    }

    void note() {
        const std::string words =
            noteOnScreen(scene_.state, NoteMode::train, train_.moment.wish.step);
        if (words.empty()) return;
        heading(said(say::experiment::Notes{}));
        sentence({{words}});
        y_ += look_.px(scene_.compact ? 10 : 18);
    }

    /// Where the labels of the rows end.
    [[nodiscard]] float labelEnd() const {
        return columnEnd(0) - look_.px(scene_.compact ? 48 : 60);
    }

    template <class Text>
    void row(const char* id, const Message& label, const Message& tip, Text text) {
        const Theme& c = look_.colors();
        const float height = look_.px(scene_.compact ? 22 : 27);
        const Rect line = take(height);
        const std::string words = said(label);
        const Fonts& f = look_.fonts;
        const Rect room = line.untilX(labelEnd());
        painter_.textFitted(painter_.fittingFont({f.text, f.small_text}, room.width(), words),
                            c.ink, room, words);
        for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
            painter_.text(look_.fonts.mono, c.ink,
                          line.betweenX(columnEnd(twin) - look_.px(70), columnEnd(twin)),
                          text(train_.moment.twins[twin]), Align::right);
        }
        ImGui::SetCursorScreenPos(line.min);
        ImGui::InvisibleButton(id, {line.width(), line.height()});
        tooltip(look_, said(tip));
    }

    /// Draws the findings about a twin, in a box of its own.
    void verdict(std::size_t twin) {
        const std::vector<TrainingFinding>& found = train_.moment.twins[twin].findings;
        if (found.empty() || scene_.state.lesson.awaitsAnswer()) return;
        const std::vector<std::string> labels = train_.probeLabels();
        const Theme& c = look_.colors();
        const LineFonts fonts = sentenceFonts(look_);
        const float pad = look_.px(12);
        const float inside = width() - 2 * pad;
        std::vector<TextLine> words;
        std::vector<LaidLine> lines;
        words.reserve(found.size());  // the laid lines point into it
        float high = 0;
        for (const TrainingFinding& finding : found) {
            words.push_back(scene_.wording().line(
                tell(finding, train_.run.experiment(), labels, kLossDecimals)));
            lines.push_back(layLine(painter_, fonts, inside, words.back()));
            high += lines.back().height;
        }
        const float between = look_.px(6);
        high += between * static_cast<float>(lines.size() - 1);
        const Rect area = take(high + 2 * pad, look_.px(scene_.compact ? 12 : 20));
        painter_.fill(area, mix(c.panel, c.bad, 0.1f), look_.px(7));
        painter_.outline(area, mix(c.panel, c.bad, 0.4f), look_.px(7), std::max(1.0f, look_.px(1)));
        float y = area.min.y + pad;
        for (const LaidLine& line : lines) {
            drawLine(painter_, fonts, {left_ + pad, y}, line);
            y += line.height + between;
        }
    }

    /// Draws the tokens with the largest probabilities of A, after the tokens up to the one that is
    /// read.
    void nextWords() {
        const auto n = static_cast<Index>(train_.moment.probe.size());
        const Index place = std::clamp<Index>(train_.place.word, 0, n - 1);
        const std::span<const Unit> read(train_.moment.probe.data(),
                                         static_cast<std::size_t>(place) + 1);
        using Next = say::train::NextAfter;
        heading(endOfSentence(
            painter_, look_.fonts.caption, width(), read.size(), [&](std::size_t first) {
                const std::string text =
                    unitLine(train_.run.experiment(), train_.run.text(), read.subspan(first));
                return said(Next{.model = modelLetter(0),
                                 .unit = unitIn<Next>(train_.unit()),
                                 .text = TokenLabel{(first > 0 ? "\u2026 " : "") + text}});
            }));
        const auto chances = train_.moment.twins.front().chances.row(place);
        std::vector<Index> order(static_cast<std::size_t>(chances.size()));
        std::iota(order.begin(), order.end(), Index{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](Index a, Index b) { return chances(a) > chances(b); });
        order.resize(std::min(order.size(), kMostNext));
        std::vector<ChanceBar> bars;
        for (const Index unit : order) {
            bars.push_back({.name = train_.unitName(static_cast<Unit>(unit)),
                            .number = formatPercent(chances(unit)),
                            .share = chances(unit)});
        }
        const float row = look_.px(scene_.compact ? 20 : 26);
        const float high = row * static_cast<float>(bars.size());
        drawChanceBars(painter_, take(high, look_.px(scene_.compact ? 8 : 18)), bars,
                       twinColor(look_.colors(), 0), row);
    }

    void checks() {
        if (train_.run.twins() < 2) return;
        heading(said(say::train::Checks{}));
        check(train_.moment.began_alike, said(say::train::SameStart{}));
        check(train_.moment.saw_the_same, said(say::train::SameBatches{}));
    }

    TrainScene train_;
};

}  // namespace

void drawTrainMeaning(const Scene& scene, const Rect& region) {
    if (scene.state.training.moment() != nullptr) TrainMeaning(scene, region).draw();
}

}  // namespace lookback
