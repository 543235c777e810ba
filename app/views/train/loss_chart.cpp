#include "app/views/train/loss_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/experiment/experiment_views.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/words/say.h"
#include "messages/train.h"

namespace lookback {
namespace {

constexpr float kLeft = 40;            ///< room for the numbers beside the plot
constexpr float kLossChartBelow = 24;  ///< room for the numbers below it
constexpr float kLossChartDash = 5;    ///< length of a dash of a held-out curve, and of the gap
constexpr float kLossChartDot = 2;     ///< length of a dot of the line of the floor
constexpr float kLossChartMeasured = 2.5f;  ///< radius of the dot of a measured held-out loss
constexpr float kCursorDot = 6;             ///< radius of the dot of a present loss
constexpr double kLeastLogarithm = 1e-4;
constexpr int kTicks = 5;

/// Returns the least of 1, 2, 5, 10, 20 ... that is not below a number.
double roundStep(double wished) {
    const double power = std::pow(10, std::floor(std::log10(wished)));
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (digit * power >= wished) return digit * power;
    }
    return 10 * power;
}

std::string tickText(double value, double step) {
    const int decimals = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step)));
    return fmt::format("{:.{}f}", value, decimals);
}

constexpr double kLeastOfTraining =
    0.02;  ///< the least share of the training that the chart can show

constexpr int kPlaces = 24;      ///< number of places along the chart where a name may begin
constexpr float kWordsDown = 4;  ///< between two heights of words that are tried
constexpr float kLossNamesLine = 16;
constexpr float kLossNamesAir = 6;

}  // namespace

LossChart::LossChart(const Scene& scene, Painter& painter, const Rect& box)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      plot_{{box.min.x + look_.px(kLeft), box.min.y},
            {box.max.x, box.max.y - look_.px(kLossChartBelow)}},
      run_(scene.state.training.report()->run) {
    const auto steps = static_cast<double>(std::max<Index>(run_.experiment().steps, 1));
    const ChartRange& range = scene.state.train_place.chart;
    first_ = range.from * steps;
    last_ = range.to * steps;
    measure();
}

/// Fits the axis of losses to the losses on the chart and the floor.
void LossChart::measure() {
    double most = run_.floor();
    double least = run_.floor() > 0 ? run_.floor() : 1;
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        const std::vector<double>& losses = run_.losses(twin);
        const auto from = static_cast<std::size_t>(first_);
        const auto to = std::min(static_cast<std::size_t>(last_) + 1, losses.size());
        for (std::size_t step = from; step < to; ++step) {
            if (!std::isfinite(losses[step])) continue;
            most = std::max(most, losses[step]);
            if (losses[step] > 0) least = std::min(least, losses[step]);
        }
        for (const HeldOutLoss& one : run_.heldOut(twin)) {
            const bool is_on =
                static_cast<double>(one.steps) >= first_ && static_cast<double>(one.steps) <= last_;
            if (is_on && std::isfinite(one.loss)) most = std::max(most, one.loss);
        }
    }
    most_ = most > 0 ? most * 1.05 : 1;
    least_ = isLogarithmic() ? std::max(least / 1.5, kLeastLogarithm) : 0;
}

float LossChart::x(double step) const {
    const double share = (step - first_) / (last_ - first_);
    return plot_.min.x + static_cast<float>(share) * plot_.width();
}

double LossChart::stepAt(float at) const {
    const auto share = static_cast<double>((at - plot_.min.x) / plot_.width());
    return first_ + share * (last_ - first_);
}

float LossChart::y(double loss) const {
    double share = (loss - least_) / (most_ - least_);
    if (isLogarithmic()) {
        share = std::log(std::max(loss, least_) / least_) / std::log(most_ / least_);
    }
    return plot_.max.y - static_cast<float>(std::clamp(share, 0.0, 1.0)) * plot_.height();
}

void LossChart::draw() {
    noteCurves();
    placeKey();
    if (!is_free_) {
        makeRoomAbove();
        noteCurves();
        placeKey();
    }
    axes();
    floor();
    const bool are_whole = lastShownStep() == run_.steps();
    const float end = are_whole ? plot_.max.x : x(static_cast<double>(lastShownStep()));
    painter_.list().PushClipRect(plot_.min, {std::min(end, plot_.max.x), plot_.max.y}, true);
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        trainingCurve(twin);
        heldOutCurve(twin);
    }
    painter_.list().PopClipRect();
    cursor();
    names();
    takePointer();
}

/// Returns the step at which the curves end: while later steps are hidden, the present one.
Index LossChart::lastShownStep() const {
    if (isTrainingStepShown(scene_.state, run_.steps())) return run_.steps();
    return scene_.state.training.stepOf(scene_.state.train_place);
}

/// Notes the pixels of all lines, without drawing them.
void LossChart::noteCurves() {
    is_noting_ = true;
    curves_.clear();
    beginCurve();
    mark({plot_.min.x, y(run_.floor())}, {plot_.max.x, y(run_.floor())});
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        beginCurve();
        trainingCurve(twin);
        beginCurve();
        heldOutCurve(twin);
    }
    is_noting_ = false;
}

/// Changes the axis so that no line reaches the uppermost line of words.
void LossChart::makeRoomAbove() {
    const double share = static_cast<double>(look_.px(kLossNamesLine + kWordsDown)) /
                         static_cast<double>(std::max(plot_.height(), 1.0f));
    const double stretch = 1 / std::max(1 - share, 0.5);
    most_ = isLogarithmic() ? least_ * std::pow(most_ / least_, stretch)
                            : least_ + (most_ - least_) * stretch;
}

void LossChart::axes() {
    const Theme& c = look_.colors();
    ImFont* const font = look_.fonts.small_text;
    const auto across = [&](double loss, const std::string& text) {
        const float at = y(loss);
        painter_.hairline({plot_.min.x, at}, {plot_.max.x, at}, c.line);
        painter_.text(font, c.soft,
                      {{plot_.min.x - look_.px(kLeft), at - look_.px(9)},
                       {plot_.min.x - look_.px(10), at + look_.px(9)}},
                      text, Align::right);
    };
    if (isLogarithmic()) {
        for (double loss = std::pow(10, std::ceil(std::log10(least_))); loss < most_; loss *= 10) {
            across(loss, formatShort(loss));
        }
    } else {
        const double step = roundStep(most_ / kTicks);
        for (double loss = 0; loss < most_; loss += step) across(loss, tickText(loss, step));
    }
    const double step = std::max(roundStep((last_ - first_) / (kTicks + 1)), 1.0);
    for (double at = std::ceil(first_ / step) * step; at <= last_; at += step) {
        const float middle = x(at);
        const std::string text = fmt::format("{:.0f}", at);
        const float wide = painter_.width(font, text);
        const float left = std::min(middle - wide / 2, plot_.max.x - wide);
        painter_.textAt(font, c.soft, {left, plot_.max.y + look_.px(6)}, text);
    }
}

/// Draws the floor: the least mean loss that is possible from earlier tokens alone.
void LossChart::floor() {
    const Theme& c = look_.colors();
    const float at = y(run_.floor());
    const float dot = std::max(1.0f, look_.px(kLossChartDot));
    for (float left = plot_.min.x; left < plot_.max.x; left += 3 * dot) {
        painter_.fill({{left, at - dot / 2}, {std::min(left + dot, plot_.max.x), at + dot / 2}},
                      c.ink);
    }
}

void LossChart::segment(Point from, Point to, Color color, float thickness) {
    if (!std::isfinite(from.loss) || !std::isfinite(to.loss)) return;
    const ImVec2 begin{x(from.step), y(from.loss)};
    const ImVec2 end{x(to.step), y(to.loss)};
    is_noting_ ? mark(begin, end) : painter_.line(begin, end, color, thickness);
}

/// Draws the losses of a twin; where a pixel has several steps, from the least to the largest.
void LossChart::trainingCurve(std::size_t twin) {
    const std::vector<double>& loss = run_.losses(twin);
    const Color color = twinColor(look_.colors(), twin);
    const float thickness = std::max(1.0f, look_.px(1.7f));
    const auto from = static_cast<std::size_t>(std::max(first_, 0.0));
    const auto to = std::min(static_cast<std::size_t>(last_) + 2, loss.size());
    const auto per_pixel = static_cast<std::size_t>(
        std::max(1.0, (last_ - first_) / static_cast<double>(plot_.width())));
    Point before{static_cast<double>(from), from < to ? loss[from] : 0};
    for (std::size_t step = from; step < to; step += per_pixel) {
        const auto end = loss.begin() + static_cast<std::ptrdiff_t>(std::min(step + per_pixel, to));
        const auto [least, most] =
            std::minmax_element(loss.begin() + static_cast<std::ptrdiff_t>(step), end);
        const auto place = static_cast<double>(step);
        segment(before, {place, *least}, color, thickness);
        if (*most != *least) segment({place, *least}, {place, *most}, color, thickness);
        before = {place, *most};
    }
}

/// Draws the held-out losses as dots, at the steps at which they were measured, and dashes between
/// them.
void LossChart::heldOutCurve(std::size_t twin) {
    const std::vector<HeldOutLoss>& losses = run_.heldOut(twin);
    const Color color = twinColor(look_.colors(), twin);
    const float thickness = std::max(1.0f, look_.px(1.5f));
    const float dash = look_.px(kLossChartDash);
    float walked = 0;
    for (std::size_t k = 1; k < losses.size(); ++k) {
        if (!std::isfinite(losses[k - 1].loss) || !std::isfinite(losses[k].loss)) continue;
        const ImVec2 from{x(static_cast<double>(losses[k - 1].steps)), y(losses[k - 1].loss)};
        const ImVec2 to{x(static_cast<double>(losses[k].steps)), y(losses[k].loss)};
        if (is_noting_) {
            mark(from, to);
            continue;
        }
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        for (float at = -std::fmod(walked, 2 * dash); at < length; at += 2 * dash) {
            const float begin = std::max(at, 0.0f) / length;
            const float end = std::min(at + dash, length) / length;
            if (end <= begin) continue;
            painter_.line({from.x + (to.x - from.x) * begin, from.y + (to.y - from.y) * begin},
                          {from.x + (to.x - from.x) * end, from.y + (to.y - from.y) * end}, color,
                          thickness);
        }
        walked += length;
    }
    for (const HeldOutLoss& one : losses) {
        if (is_noting_ || !std::isfinite(one.loss)) continue;
        painter_.disc({x(static_cast<double>(one.steps)), y(one.loss)},
                      look_.px(kLossChartMeasured), color);
    }
}

const HeldOutLoss* LossChart::lastHeldOut(std::size_t twin, Index step) const {
    const HeldOutLoss* last = nullptr;
    for (const HeldOutLoss& one : run_.heldOut(twin)) {
        if (one.steps <= step) last = &one;
    }
    return last;
}

std::optional<float> LossChart::cursorX() const {
    const auto step = static_cast<double>(scene_.state.training.stepOf(scene_.state.train_place));
    if (step < first_ || step > last_) return std::nullopt;
    return x(step);
}

/// Returns the middles of the dots of the present losses.
std::vector<ImVec2> LossChart::cursorDots() const {
    std::vector<ImVec2> middles;
    const TrainMoment* const moment = scene_.state.training.moment();
    if (!cursorX() || moment == nullptr || !moment->is_measured) return middles;
    const auto measured = static_cast<double>(moment->wish.step);
    if (measured < first_ || measured > last_) return middles;
    for (const TwinMoment& twin : moment->twins) {
        if (std::isfinite(twin.loss)) middles.emplace_back(x(measured), y(twin.loss));
    }
    return middles;
}

void LossChart::cursor() {
    const Theme& c = look_.colors();
    const std::optional<float> at = cursorX();
    if (!at) return;
    const float thick = std::max(1.0f, look_.px(1.5f));
    painter_.fill(plot_.betweenX(*at - thick / 2, *at + thick / 2), c.ink);
    for (const ImVec2 middle : cursorDots()) {
        painter_.disc(middle, look_.px(kCursorDot), c.ink);
        painter_.disc(middle, look_.px(4.5f), c.highlight);
    }
}

/// Notes the pixels of the line of the step and of its dots, which names do not cover.
void LossChart::noteCursor() {
    const std::optional<float> at = cursorX();
    if (!at) return;
    beginCurve();
    for (const float end : {plot_.min.y, plot_.max.y}) mark({*at, end}, {*at, end});
    const float radius = look_.px(kCursorDot);
    for (const ImVec2 middle : cursorDots()) {
        beginCurve();
        for (const float edge : {middle.y - radius, middle.y + radius}) {
            mark({middle.x - radius, edge}, {middle.x + radius, edge});
        }
    }
}

/// Handles the mouse: a click or drag goes to a step, the wheel zooms, a drag with Shift moves the
/// chart.
void LossChart::takePointer() {
    ImGui::SetCursorScreenPos(plot_.min);
    ImGui::InvisibleButton("losses", {plot_.width(), plot_.height()});
    markDragged(scene_.look);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto step = static_cast<Index>(std::lround(std::max(stepAt(mouse.x), 0.0)));
    if (ImGui::IsItemActive()) {
        if (ImGui::GetIO().KeyShift) {
            const double steps = static_cast<double>(run_.experiment().steps);
            ChartRange chart = scene_.state.train_place.chart;
            const double span = chart.to - chart.from;
            const double moved = (stepAt(0) - stepAt(ImGui::GetIO().MouseDelta.x)) / steps;
            chart.from = std::clamp(chart.from + moved, 0.0, 1 - span);
            chart.to = chart.from + span;
            if (moved != 0) scene_.emit(Change(&TrainPlace::chart, chart));
        } else if (step != scene_.state.train_place.step) {
            scene_.emit(Change(&TrainPlace::step, step));
        }
    }
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::GetIO().MouseWheel != 0) zoom(ImGui::GetIO().MouseWheel);
    const auto at = static_cast<std::size_t>(step);
    if (ImGui::IsItemActive() || !wantsTooltip()) return;
    if (!isTrainingStepShown(scene_.state, step)) return;
    std::string words = scene_.said(say::train::AtStep{.step = Count{step}});
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        const std::vector<double>& loss = run_.losses(twin);
        if (at >= loss.size()) continue;
        const Message batch_loss =
            say::train::BatchLoss{.model = modelLetter(twin), .loss = Decimal{loss[at], 6}};
        words += "\n" + scene_.said(batch_loss);
    }
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        const HeldOutLoss* const measured = lastHeldOut(twin, step);
        if (measured == nullptr) continue;
        const Message held_out = say::train::HeldOutLossAt{.model = modelLetter(twin),
                                                           .loss = Decimal{measured->loss, 6},
                                                           .step = Count{measured->steps}};
        words += "\n" + scene_.said(held_out);
    }
    showTooltip(look_, plot_.betweenX(mouse.x - look_.px(4), mouse.x + look_.px(4)), words,
                {.pale = scene_.said(say::train::ChartKeys{})});
}

void LossChart::zoom(float wheel) {
    ChartRange chart = scene_.state.train_place.chart;
    const double steps = static_cast<double>(run_.experiment().steps);
    const double span = chart.to - chart.from;
    const double wished = std::clamp(span * std::pow(0.8, wheel), kLeastOfTraining, 1.0);
    const double here = stepAt(ImGui::GetIO().MousePos.x) / steps;
    const double share = (here - chart.from) / span;
    chart.from = std::clamp(here - share * wished, 0.0, 1 - wished);
    chart.to = chart.from + wished;
    scene_.emit(Change(&TrainPlace::chart, chart));
}

void LossChart::beginCurve() {
    const auto columns = static_cast<std::size_t>(std::max(plot_.width(), 0.0f)) + 1;
    curves_.emplace_back(columns);
}

/// Notes the pixels of a line, from the left to the right, in the last curve.
void LossChart::mark(ImVec2 from, ImVec2 to) {
    if (to.x < plot_.min.x || from.x > plot_.max.x) return;
    std::vector<Reach>& curve = curves_.back();
    const auto y_at = [&](float at) {
        return to.x > from.x ? from.y + (to.y - from.y) * (at - from.x) / (to.x - from.x) : to.y;
    };
    const auto last = static_cast<float>(curve.size() - 1);
    const float begin = std::floor(std::clamp(from.x - plot_.min.x, 0.0f, last));
    const float end = std::floor(std::clamp(to.x - plot_.min.x, 0.0f, last));
    for (float column = begin; column <= end; ++column) {
        const float left = std::clamp(plot_.min.x + column, from.x, to.x);
        const float right = std::clamp(plot_.min.x + column + 1, from.x, to.x);
        Reach& reach = curve[static_cast<std::size_t>(column)];
        for (const float at : {y_at(left), y_at(right)}) {
            reach.top = std::min(reach.top, at);
            reach.bottom = std::max(reach.bottom, at);
        }
    }
}

/// Returns in how many columns of pixels curves and words reach into a box.
int LossChart::crossings(const Rect& box) const {
    const float margin = look_.px(3);
    const auto column = [&](float at) {
        return static_cast<std::size_t>(std::max(at - plot_.min.x, 0.0f));
    };
    int count = 0;
    for (const std::vector<Reach>& curve : curves_) {
        const std::size_t end = std::min(column(box.max.x + margin) + 1, curve.size());
        for (std::size_t at = column(box.min.x - margin); at < end; ++at) {
            const Reach& reach = curve[at];
            count += reach.top < box.max.y + margin && reach.bottom > box.min.y - margin ? 1 : 0;
        }
    }
    for (const Rect& other : named_) {
        const bool meets = box.min.x < other.max.x + margin && other.min.x < box.max.x + margin &&
                           box.min.y < other.max.y && other.min.y < box.max.y;
        if (meets) count += static_cast<int>(box.width());
    }
    return count;
}

/// Returns the place that no line crosses and where no other word stands, of these the nearest to
/// the wished ones; without such a place, that with the fewest crossings.
/// @param wish_of 0 for the best place, more for others; infinity where the words may not stand
Rect LossChart::placeOfWords(float wide, const std::function<double(const Rect&)>& wish_of) {
    struct Candidate {
        double wish = 0;
        Rect box;
    };
    std::vector<Candidate> candidates;
    const float high = look_.px(kLossNamesLine);
    for (float top = plot_.min.y; top + high <= plot_.max.y; top += look_.px(kWordsDown)) {
        for (int place = 0; place <= kPlaces; ++place) {
            const float share = static_cast<float>(place) / kPlaces;
            const float left = plot_.min.x + share * (plot_.width() - wide);
            const Rect box = Rect::at({left, top}, {wide, high});
            if (const double wish = wish_of(box); std::isfinite(wish)) {
                candidates.push_back({wish, box});
            }
        }
    }
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.wish < b.wish; });
    Rect best;
    int fewest = std::numeric_limits<int>::max();
    for (const Candidate& candidate : candidates) {
        if (fewest == 0) break;
        const int count = crossings(candidate.box);
        if (count >= fewest) continue;
        fewest = count;
        best = candidate.box;
    }
    is_free_ = fewest == 0;
    named_.push_back(best);
    return best;
}

/// Returns a place for the name of a line: near the line, and near a share of the chart.
/// @param loss of the line at a step
Rect LossChart::placeOfName(float wide, const std::function<double(double)>& loss, double from) {
    return placeOfWords(wide, [&](const Rect& box) {
        const double here = loss(stepAt(box.center().x));
        if (!std::isfinite(here)) return std::numeric_limits<double>::infinity();
        const double away = std::abs(y(here) - box.center().y) - box.height() / 2;
        const double share = (box.min.x - plot_.min.x) / std::max(plot_.width() - wide, 1.0f);
        return 1.5 * std::max(away, 0.0) / look_.px(1) + 60 * std::abs(share - from);
    });
}

/// Draws words on the ground of the card, which hides the grid and the line of the step.
void LossChart::words(ImFont* font, Color color, const Rect& box, const std::string& text) {
    if (box.width() <= 0) return;
    painter_.fill(box, look_.colors().panel, look_.px(3));
    painter_.text(font, color, box, text, Align::center);
}

std::string LossChart::key() const {
    return scene_.said(say::train::Curves{.n = Count{kHeldOutEvery}});
}

/// Finds the place of the key of the lines, the first of all words: the upper right corner, or near
/// it.
void LossChart::placeKey() {
    named_.clear();
    const float wide = painter_.width(look_.fonts.small_text, key()) + look_.px(kLossNamesAir);
    placeOfWords(wide, [&](const Rect& box) {
        return static_cast<double>((plot_.max.x - box.max.x) + (box.min.y - plot_.min.y));
    });
}

/// Draws the key and the names of the lines.
void LossChart::names() {
    const Theme& c = look_.colors();
    ImFont* const font = look_.fonts.small_text;
    words(font, c.soft, named_.front(), key());
    noteCursor();
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        const std::vector<double>& losses = run_.losses(twin);
        if (losses.empty()) continue;
        const std::string name = scene_.said(
            say::train::Curve{.model = modelLetter(twin),
                              .name = Verbatim{modelName(scene_, run_.experiment(), twin)}});
        // A name to the right of the last loss that is shown is drawn at the height of this loss.
        const auto loss = [&](double step) {
            const Index last = std::min(lastShownStep(), std::ssize(losses) - 1);
            const auto place = std::clamp<Index>(static_cast<Index>(step), 0, last);
            return losses[static_cast<std::size_t>(place)];
        };
        const float wide = painter_.width(look_.fonts.strong_small, name);
        words(look_.fonts.strong_small, twinColor(c, twin),
              placeOfName(wide, loss, twin == 0 ? 0.15 : 0.3), name);
    }
    const std::string floor = scene_.said(say::train::FloorLine{.floor = Decimal{run_.floor(), 3}});
    const auto loss = [&](double) { return run_.floor(); };
    words(font, c.ink, placeOfName(painter_.width(font, floor) + look_.px(kLossNamesAir), loss, 1),
          floor);
}

}  // namespace lookback
