#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/views/shared/regions.h"
#include "app/views/train/probe_figure.h"
#include "app/views/train/train_views.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "core/base/text.h"
#include "core/language/probe.h"
#include "core/language/unit_text.h"

namespace lookback {
namespace {

constexpr float kTrainProbeCardHead = 28;   ///< the line with the letter of a twin
constexpr float kTrainProbeCardField = 34;  ///< the sentence above both
constexpr float kTrainProbeCardLine = 26;
constexpr double kTrainProbeCardAhead = 0.5;  ///< of the weight on the very next word, to say so

/// In a few words, and in fewer where there is no room.
struct Habit {
    std::string words;
    std::string brief;
};

/// What a twin does with the probe sentence.
Habit habitOf(const TwinMoment& twin, std::string_view noun) {
    const double later = twin.shares.later;
    const std::vector<double>& next = twin.shares.next;
    const double ahead = std::accumulate(next.begin(), next.end(), 0.0);
    if (std::isnan(later)) return {"has no numbers any more", "no numbers"};
    if (later == 0) return {"looks back", "looks back"};
    if (ahead > kTrainProbeCardAhead * static_cast<double>(next.size())) {
        return {fmt::format("looks one {} ahead, at the answer", noun),
                fmt::format("looks one {} ahead", noun)};
    }
    const std::string share = formatPercent(later);
    return {fmt::format("gives {} of its weight to later {}s", share, noun),
            fmt::format("{} on later {}s", share, noun)};
}

/// The attention of both twins over one sentence, and what they take to be next.
class TrainProbeCard {
public:
    TrainProbeCard(const Scene& scene, Painter& painter, const Rect& rest)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          place_(scene.state.workshop.place),
          run_(scene.state.workshop.training.report()->run),
          moment_(*scene.state.workshop.training.moment()),
          figure_(scene, painter),
          rest_(rest) {}

    float draw() {
        const float pad = trainPad(scene_);
        const float above = pad + look_.px(kTrainProbeCardField + kTrainProbeCardHead);
        figure_.measure({halfWidth(), rest_.height() - above - pad});
        const float height = above + figure_.height() + pad;
        drawPageCard(scene_, painter_, {rest_.min, {rest_.max.x, rest_.min.y + height}});
        sentence(rest_.min.y + pad);
        for (std::size_t twin = 0; twin < moment_.twins.size(); ++twin) {
            const ImVec2 at{leftOf(twin), rest_.min.y + pad + look_.px(kTrainProbeCardField)};
            head(twin, at);
            figure_.draw(twin, {at.x, at.y + look_.px(kTrainProbeCardHead)});
        }
        return height;
    }

private:
    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(scene_); }
    [[nodiscard]] float halfWidth() const {
        return std::floor((inside() - cardGap(scene_)) / static_cast<float>(moment_.twins.size()));
    }
    [[nodiscard]] float leftOf(std::size_t twin) const {
        return rest_.min.x + cardSide(scene_) +
               static_cast<float>(twin) * (halfWidth() + cardGap(scene_));
    }

    /// The sentence that both read: it can be typed anew.
    void sentence(float y) {
        const float left = leftOf(0);
        const float wide =
            painter_.text(look_.fonts.text, look_.colors().soft,
                          {{left, y}, {left + inside(), y + look_.px(kTrainProbeCardLine)}},
                          "both read") +
            look_.px(10);
        const Rect box{
            {left + wide, y},
            {rest_.max.x - cardSide(scene_) - openButtons(y), y + look_.px(kTrainProbeCardLine)}};
        std::string text = typedUnits(run_, moment_.probe);
        const MenuField field{
            .label = "##probe",
            .font = look_.fonts.mono,
            .tooltip = "The sentence that both twins read. Type another one of the text's words.",
            .fault = [this](const std::string& typed) -> std::string {
                const auto units = probeUnits(run_.experiment(), run_.text(), typed);
                return units ? "" : units.error().message + ".";
            }};
        if (!menuField(look_, box, field, text)) return;
        TrainPlace place = place_;
        place.probe = text;
        scene_.emit(SetTrainPlace{place});
    }

    /// @return the width that they take
    float openButtons(float y) {
        const std::array labels{"A in the Lab##open-a", "B in the Lab##open-b"};
        float x = rest_.max.x - cardSide(scene_);
        for (std::size_t twin = moment_.twins.size(); twin-- > 0;) {
            const std::string tip = fmt::format(
                "Opens this sentence with the numbers that {} has learned as a document.",
                twinLetter(twin));
            const ButtonOptions options{.tooltip = tip};
            const float wide = buttonWidth(painter_, labels[twin], options);
            const Rect box{{x - wide, y}, {x, y + look_.px(kTrainProbeCardLine)}};
            if (button(painter_, box, labels[twin], options)) scene_.emit(OpenProbe{twin});
            x -= wide + look_.px(8);
        }
        return rest_.max.x - cardSide(scene_) - x;
    }

    /// Who it is, what it does, and which head is shown.
    void head(std::size_t twin, ImVec2 at) {
        const Theme& c = look_.colors();
        const float bottom = at.y + look_.px(22);
        float x = twinChip(painter_, at, look_.px(22), twin) + look_.px(10);
        const Habit habit = habitOf(moment_.twins[twin], unitNoun(run_.experiment().unit));
        const float room = at.x + halfWidth() - x;
        const bool fits = painter_.width(look_.fonts.strong, habit.words) <= room;
        x += painter_.textFitted(look_.fonts.strong, c.ink, {{x, at.y}, {x + room, bottom}},
                                 fits ? habit.words : habit.brief) +
             look_.px(10);
        const Index heads = run_.experiment().model.heads;
        const std::string which = fmt::format("head {} of {}", place_.head + 1, heads);
        if (heads == 1 || x + painter_.width(look_.fonts.text, which) > at.x + halfWidth()) return;
        painter_.text(look_.fonts.text, c.soft, {{x, at.y}, {at.x + halfWidth(), bottom}}, which);
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const TrainPlace& place_;
    const TrainingRun& run_;
    const TrainMoment& moment_;
    ProbeFigure figure_;
    Rect rest_;
};

}  // namespace

float drawProbeCard(const Scene& scene, Painter& painter, const Rect& card) {
    return TrainProbeCard(scene, painter, card).draw();
}

}  // namespace lookback
