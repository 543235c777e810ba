// The loss chart: its words stand beside the curves, not on them.
#include <cmath>

#include <fmt/format.h>

#include "core/io/experiment_library.h"
#include "tests/app/layout_check.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The chart of the last frame: its texts, and the pixels of its lines.
class ShownChart {
public:
    explicit ShownChart(const LabUnderTest& lab)
        : run_(lab.state().training.report()->run),
          plot_{lab.ui.find("Centre/losses").rect.Min, lab.ui.find("Centre/losses").rect.Max} {
        for (const LayoutProbe::Text& text : lab.texts()) {
            const ImVec2 middle = text.drawn.center();
            if (plot_.contains(middle)) {
                words_.push_back(text);
            } else if (middle.x < plot_.min.x && middle.x > plot_.min.x - 60 &&
                       middle.y > plot_.min.y - 12 && middle.y < plot_.max.y + 8) {
                ticks_.emplace_back(std::stod(text.text), middle.y);
            }
        }
        REQUIRE(ticks_.size() >= 2);
        for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
            const std::vector<double>& losses = run_.losses(twin);
            for (std::size_t k = 1; k < losses.size(); ++k) {
                line({static_cast<double>(k - 1), losses[k - 1]},
                     {static_cast<double>(k), losses[k]});
            }
            const std::vector<HeldOutLoss>& held_out = run_.heldOut(twin);
            for (std::size_t k = 1; k < held_out.size(); ++k) {
                line({static_cast<double>(held_out[k - 1].steps), held_out[k - 1].loss},
                     {static_cast<double>(held_out[k].steps), held_out[k].loss});
            }
        }
        line({0, run_.floor()}, {static_cast<double>(run_.experiment().steps), run_.floor()});
        const auto step = static_cast<double>(lab.state().training.stepOf(lab.state().train_place));
        step_ = pixel({step, 0}).x;
    }

    /// Returns the words that a line crosses or another word covers.
    [[nodiscard]] std::string crossed() const {
        std::string found;
        for (const LayoutProbe::Text& word : words_) {
            for (const LayoutProbe::Text& other : words_) {
                const Rect& a = word.drawn;
                const Rect& b = other.drawn;
                const bool meets = a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y &&
                                   b.min.y < a.max.y;
                if (&word != &other && meets) found += word.text + " on " + other.text + "; ";
            }
            if (word.drawn.min.x < step_ && step_ < word.drawn.max.x) {
                found += "the line of the step on " + word.text + "; ";
            }
            for (const auto& [from, to] : lines_) {
                if (!crosses(word.drawn, from, to)) continue;
                found += "a line on " + word.text + "; ";
                break;
            }
        }
        return found;
    }
    [[nodiscard]] std::size_t words() const { return words_.size(); }

private:
    struct LossAt {
        double step = 0;
        double loss = 0;
    };

    [[nodiscard]] ImVec2 pixel(LossAt at) const {
        const auto& [low, low_y] = ticks_.front();
        const auto& [high, high_y] = ticks_.back();
        const double share = (at.loss - low) / (high - low);
        const double steps = static_cast<double>(run_.experiment().steps);
        const float y = low_y + static_cast<float>(share) * (high_y - low_y);
        return {plot_.min.x + static_cast<float>(at.step / steps) * plot_.width(),
                std::clamp(y, plot_.min.y, plot_.max.y)};
    }

    void line(LossAt from, LossAt to) {
        if (std::isfinite(from.loss) && std::isfinite(to.loss)) {
            lines_.emplace_back(pixel(from), pixel(to));
        }
    }

    [[nodiscard]] static bool crosses(const Rect& box, ImVec2 from, ImVec2 to) {
        if (to.x < box.min.x || from.x > box.max.x) return false;
        const auto y_at = [&](float x) {
            return to.x > from.x ? from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x) : to.y;
        };
        const float a = y_at(std::max(from.x, box.min.x));
        const float b = y_at(std::min(to.x, box.max.x));
        return std::min(a, b) < box.max.y && std::max(a, b) > box.min.y;
    }

    const TrainingRun& run_;
    Rect plot_;
    float step_ = 0;  ///< x of the line of the step
    std::vector<LayoutProbe::Text> words_{};
    std::vector<std::pair<double, float>> ticks_{};
    std::vector<std::pair<ImVec2, ImVec2>> lines_{};
};

void checkChart(const LabUnderTest& lab) {
    const ShownChart chart(lab);
    CHECK(chart.words() == 4);  // the key, both models, the floor
    CHECK(chart.crossed() == "");
}

}  // namespace

TEST_CASE("no word of the loss chart stands on a line or on another word, at any size") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const ExperimentEntry& one : experiments()) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            trainToTheEnd(lab);
            CAPTURE(size.x);
            CAPTURE(one.id);
            checkChart(lab);
            lab.ui.key(ImGuiKey_F5);
            lab.ui.step(2);
            checkChart(lab);
        }
    }
}

TEST_CASE("presented, both names of curves that end at an early step stand beside them") {
    for (const ExperimentEntry& one : experiments()) {
        LabUnderTest lab("write-a-poem", kProjector);
        lab.act(OpenExperiment{one.id});
        trainToTheEnd(lab);
        lab.ui.key(ImGuiKey_F5);
        for (const Index step : {0, 10, 30, 60, 100, 200}) {
            lab.act(Change(&TrainPlace::step, step));
            trainToTheEnd(lab);
            CAPTURE(one.id);
            CAPTURE(step);
            checkChart(lab);
        }
    }
}

TEST_CASE("the words of the loss chart avoid curves that jump and curves that rise") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab("write-a-poem", size);
        lab.act(OpenExperiment{"greetings"});
        for (const double rate : {0.05, 0.1, 0.3, 1.0}) {
            CAPTURE(size.x);
            CAPTURE(rate);
            auto faster = std::make_shared<Experiment>(lab.state().experiment());
            faster->optimizer.learning_rate = rate;
            lab.act(SetExperiment{faster});
            trainToTheEnd(lab);
            checkChart(lab);
        }
    }
}
