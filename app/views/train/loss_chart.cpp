#include "app/views/train/loss_chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/train/train_views.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kLeft = 40;            ///< room for the numbers beside the plot
constexpr float kLossChartBelow = 24;  ///< and below it
constexpr float kLossChartDash = 5;    ///< of a held-out curve, and the gap behind it
constexpr float kLossChartDot = 2;     ///< of the floor
constexpr double kLeastLogarithm = 1e-4;
constexpr int kTicks = 5;

/// The nearest of 1, 2, 5, 10, 20 ... that is not below.
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

}  // namespace

LossChart::LossChart(const Scene& scene, Painter& painter, const Rect& box)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      plot_{{box.min.x + look_.px(kLeft), box.min.y},
            {box.max.x, box.max.y - look_.px(kLossChartBelow)}},
      run_(scene.state.workshop.training.report()->run) {
    const auto steps = static_cast<double>(std::max<Index>(run_.experiment().steps, 1));
    const ChartRange& range = scene.state.workshop.place.chart;
    first_ = range.from * steps;
    last_ = range.to * steps;
    measure();
}

/// The losses on the chart and the floor all have room.
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
    axes();
    floor();
    painter_.list().PushClipRect(plot_.min, plot_.max, true);
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        trainingCurve(twin);
        heldOutCurve(twin);
    }
    painter_.list().PopClipRect();
    cursor();
    names();
    takePointer();
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

/// What nobody can go below who does not read the answer.
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
    painter_.list().AddLine({x(from.step), y(from.loss)}, {x(to.step), y(to.loss)}, color,
                            thickness);
}

/// Where steps are closer than pixels each pixel has the least and the largest of its own.
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
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        for (float at = -std::fmod(walked, 2 * dash); at < length; at += 2 * dash) {
            const float begin = std::max(at, 0.0f) / length;
            const float end = std::min(at + dash, length) / length;
            if (end <= begin) continue;
            painter_.list().AddLine(
                {from.x + (to.x - from.x) * begin, from.y + (to.y - from.y) * begin},
                {from.x + (to.x - from.x) * end, from.y + (to.y - from.y) * end}, color, thickness);
        }
        walked += length;
    }
}

void LossChart::cursor() {
    const Theme& c = look_.colors();
    const Workshop& workshop = scene_.state.workshop;
    const auto step = static_cast<double>(workshop.training.stepOf(workshop.place));
    if (step < first_ || step > last_) return;
    const float at = x(step);
    const float thick = std::max(1.0f, look_.px(1.5f));
    painter_.fill({{at - thick / 2, plot_.min.y}, {at + thick / 2, plot_.max.y}}, c.ink);
    const TrainMoment* const moment = workshop.training.moment();
    if (moment == nullptr || !moment->is_measured) return;
    const auto measured = static_cast<double>(moment->wish.step);
    if (measured < first_ || measured > last_) return;
    for (const TwinMoment& twin : moment->twins) {
        if (!std::isfinite(twin.loss)) continue;
        const ImVec2 middle{x(measured), y(twin.loss)};
        painter_.list().AddCircleFilled(middle, look_.px(6), c.ink);
        painter_.list().AddCircleFilled(middle, look_.px(4.5f), c.highlight);
    }
}

}  // namespace lookback
