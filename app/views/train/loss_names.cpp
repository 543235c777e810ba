#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/views/train/loss_chart.h"
#include "app/views/train/train_views.h"

namespace lookback {
namespace {

constexpr int kPlaces = 24;  ///< along the chart, where a name may begin
constexpr float kLossNamesLine = 16;

}  // namespace

/// How often the lines of the chart go through a box.
int LossChart::crossings(const Rect& box) const {
    const float margin = look_.px(3);
    const auto is_in = [&](double loss) {
        if (!std::isfinite(loss)) return 0;
        const float at = y(loss);
        return at > box.min.y - margin && at < box.max.y + margin ? 1 : 0;
    };
    int count = 0;
    for (float at = box.min.x; at <= box.max.x; at += look_.px(4)) {
        const double step = stepAt(at);
        count += is_in(run_.floor());
        for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
            const std::vector<double>& losses = run_.losses(twin);
            const auto place = static_cast<std::size_t>(step);
            if (place < losses.size()) count += is_in(losses[place]);
            const std::vector<HeldOutLoss>& held_out = run_.heldOut(twin);
            const auto before = static_cast<std::size_t>(step) / kHeldOutEvery;
            if (before + 1 >= held_out.size()) continue;
            const double share =
                step / static_cast<double>(kHeldOutEvery) - static_cast<double>(before);
            count += is_in(std::lerp(held_out[before].loss, held_out[before + 1].loss, share));
        }
    }
    return count;
}

/// Above or below the line that it names, where no line goes through it and no other name stands;
/// where there is no such place, where the fewest do.
/// @param loss of the line at a step @param from share of the chart where it had best begin
Rect LossChart::placeOfName(float wide, const std::function<double(double)>& loss, double from) {
    const float high = look_.px(kLossNamesLine);
    Rect best;
    double least = std::numeric_limits<double>::infinity();
    for (int place = 0; place <= kPlaces; ++place) {
        const double share = static_cast<double>(place) / kPlaces;
        const float left = plot_.min.x + static_cast<float>(share) * (plot_.width() - wide);
        const double here = loss(stepAt(left + wide / 2));
        if (!std::isfinite(here)) continue;
        for (const float away : {-1.0f, 1.0f}) {
            for (const float far : {4.0f, 9.0f, 16.0f, 28.0f, 44.0f, 64.0f}) {
                const float edge = y(here) + away * look_.px(far);
                const float top = away < 0 ? edge - high : edge;
                const Rect box{{left, top}, {left + wide, top + high}};
                if (box.min.y < plot_.min.y || box.max.y > plot_.max.y) continue;
                const auto meets = [&](const Rect& other) {
                    return box.min.x < other.max.x && other.min.x < box.max.x &&
                           box.min.y < other.max.y && other.min.y < box.max.y;
                };
                const bool is_taken = std::any_of(named_.begin(), named_.end(), meets);
                const double cost = 100.0 * crossings(box) + (is_taken ? 1000 : 0) + 1.5f * far +
                                    60 * std::abs(share - from);
                if (cost >= least) continue;
                least = cost;
                best = box;
            }
        }
    }
    named_.push_back(best);
    return best;
}

/// Which line is what.
void LossChart::names() {
    const Theme& c = look_.colors();
    ImFont* const font = look_.fonts.small_text;
    const std::string_view key = "\u2014 training   - - held out";
    const float right = plot_.max.x - look_.px(6);
    const Rect corner{{right - painter_.width(font, key), plot_.min.y},
                      {right, plot_.min.y + look_.px(kLossNamesLine)}};
    painter_.text(font, c.soft, corner, key);
    named_ = {corner};
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        const std::vector<double>& losses = run_.losses(twin);
        if (losses.empty()) continue;
        const std::string name =
            fmt::format("{} {}", twinLetter(twin), run_.experiment().twins[twin].name);
        const auto loss = [&](double step) {
            const auto place = static_cast<std::size_t>(std::max(step, 0.0));
            return place < losses.size() ? losses[place] : std::numeric_limits<double>::quiet_NaN();
        };
        const float wide = painter_.width(look_.fonts.strong_small, name);
        const Rect box = placeOfName(wide, loss, twin == 0 ? 0.15 : 0.3);
        if (box.width() <= 0) continue;
        painter_.fill(box, c.panel, look_.px(3));  // the cursor goes behind it
        painter_.text(look_.fonts.strong_small, twinColor(c, twin), box, name);
    }
    const std::string floor = fmt::format("what the text leaves open: {:.3f}", run_.floor());
    const float wide = painter_.width(font, floor);
    const Rect box = placeOfName(
        wide, [&](double) { return run_.floor(); }, 1);
    if (box.width() > 0) painter_.text(font, c.ink, box, floor);
}

}  // namespace lookback
