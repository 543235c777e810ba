#include "app/views/train/probe_figure.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/language/unit_text.h"

namespace lookback {
namespace {

constexpr float kProbeFigureMostCell = 27;  ///< height
constexpr float kMostPresented = 36;
constexpr float kProbeFigureLeastCell = 12;
constexpr float kMostWide = 58;
constexpr float kMostLabel = 80;
constexpr float kProbeFigureNext = 20;  ///< a line of the next words
constexpr std::string_view kLossName = "\u2212log p";

}  // namespace

ProbeFigure::ProbeFigure(const Scene& scene, Painter& painter)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      place_(scene.state.workshop.place),
      run_(scene.state.workshop.training.report()->run),
      moment_(*scene.state.workshop.training.moment()),
      n_(static_cast<Index>(moment_.probe.size())) {
    for (const Unit unit : moment_.probe) labels_.push_back(nameOf(unit));
}

std::string ProbeFigure::nameOf(Unit unit) const {
    return shownUnit(run_.text().vocabulary[static_cast<std::size_t>(unit)]);
}

std::vector<Unit> ProbeFigure::nextOf(std::size_t twin) const {
    const Matrix<double>& chances = moment_.twins[twin].chances;
    std::vector<Unit> next;
    for (Index place = 0; place < n_; ++place) {
        Index best = 0;
        chances.row(place).maxCoeff(&best);
        next.push_back(static_cast<Unit>(best));
    }
    return next;
}

bool ProbeFigure::isRight(Unit next, Index place) const {
    return place + 1 < n_ && moment_.probe[static_cast<std::size_t>(place) + 1] == next;
}

void ProbeFigure::measure(ImVec2 room) {
    const float widest = widestLabel(painter_, labels_);
    const float named = std::max(widest, painter_.width(look_.fonts.small_text, kLossName));
    label_width_ = std::min(std::ceil(named) + 1, look_.px(kMostLabel));
    const auto n = static_cast<float>(n_);
    const float wide = (room.x - label_width_ - labelGap()) / n - gap();
    const bool presents = scene_.place().presenting;
    const float most_wide = presents ? wide : look_.px(kMostWide);
    cell_.x =
        std::floor(std::clamp(wide, look_.px(kProbeFigureLeastCell), std::max(most_wide, 1.0f)));
    above_ = columnLabelsHeight(look_, {.cell = cell_, .gap = gap()}, widest);
    float widest_next = 0;
    for (std::size_t twin = 0; twin < moment_.twins.size(); ++twin) {
        for (const Unit unit : nextOf(twin)) {
            widest_next =
                std::max(widest_next, painter_.width(look_.fonts.strong_small, nameOf(unit)));
        }
    }
    next_lines_ = widest_next > cell_.x + look_.px(4) ? 2 : 1;
    next_ = look_.px(kProbeFigureNext);
    const float fixed = above_ + look_.px(4) + static_cast<float>(next_lines_) * next_;
    const auto height_with = [&](int lines) {
        return (room.y - fixed - static_cast<float>(lines) * next_) / n - gap();
    };
    // Where the digits of the weights lose nothing by it, and a loss has the room of a column.
    has_losses_ = n_ > 1 && height_with(1) >= look_.px(kDigits) &&
                  painter_.width(look_.fonts.mono_small, "0.00") <= cell_.x + gap();
    const float high = height_with(has_losses_ ? 1 : 0);
    cell_.y = std::floor(std::clamp(high, look_.px(kProbeFigureLeastCell),
                                    look_.px(presents ? kMostPresented : kProbeFigureMostCell)));
}

float ProbeFigure::height() const {
    return above_ + static_cast<float>(n_) * (cell_.y + gap()) + look_.px(4) +
           static_cast<float>(next_lines_ + (has_losses_ ? 1 : 0)) * next_;
}

void ProbeFigure::draw(std::size_t twin, ImVec2 at) {
    const TwinMoment& moment = moment_.twins[twin];
    GridSpec spec{.values = moment.probe.matrix(MatrixId::attention_weights, place_.head)};
    spec.name = twin == 0 ? "weights-a" : "weights-b";
    spec.at = {at.x + label_width_ + labelGap(), at.y + above_};
    spec.cell = cell_;
    spec.gap = gap();
    // So that 100 stands in the middle of its cell.
    spec.pad = std::floor((cell_.x - painter_.width(digits(), "100")) / 2);
    spec.is_seen = false;
    rowLabels(painter_, spec, labels_, label_width_, std::min(place_.word, n_ - 1));
    columnLabels(painter_, spec, labels_, std::nullopt);
    const Mask& mask = moment.probe.document().mask;
    for (Index row = 0; row < n_; ++row) {
        for (Index col = 0; col < n_; ++col) cell(spec, {row, col}, allows(mask, row, col));
    }
    const GridEvents events = matrixGrid(painter_, spec);
    if (events.hovered && events.wants_tooltip) tell(twin, spec, *events.hovered);
    if (events.clicked) {
        TrainPlace place = place_;
        place.word = events.clicked->row;
        scene_.emit(SetTrainPlace{place});
    }
    nextWords(twin, spec);
    if (has_losses_) losses(twin, spec);
}

void ProbeFigure::cell(const GridSpec& spec, Cell at, bool is_allowed) {
    const Theme& c = look_.colors();
    const Rect box = cellRect(spec, at);
    if (!ImGui::IsRectVisible(box.min, box.max)) return;
    const double weight = spec.values(at);
    if (!is_allowed && weight == 0) return painter_.hatch(box);
    const auto share = static_cast<float>(std::isnan(weight) ? 0 : std::clamp(weight, 0.0, 1.0));
    const Color ground = mix(c.no_weight, c.full_weight, share);
    painter_.fill(box, ground, look_.px(3));
    if (!is_allowed) painter_.hatch(box, leakHatching(c));
    if (cell_.y < look_.px(kDigits) || spec.pad < 0) return;
    const std::string text = std::isnan(weight) ? "NaN" : fmt::format("{:.0f}", 100 * weight);
    painter_.text(digits(), is_allowed ? inkOn(c, ground) : c.bad,
                  {box.min, {box.max.x - spec.pad, box.max.y}}, text, Align::right);
}

void ProbeFigure::tell(std::size_t twin, const GridSpec& spec, Cell at) {
    const std::string words = fmt::format("{}: {} gives {} of its weight to {}", twinLetter(twin),
                                          inQuotes(labels_[static_cast<std::size_t>(at.row)]),
                                          formatPercent(spec.values(at)),
                                          inQuotes(labels_[static_cast<std::size_t>(at.col)]));
    showTooltip(look_, cellRect(spec, at), words,
                {.pale = "A click reads this row: what may follow its word."});
}

/// In green where it is the one that follows.
void ProbeFigure::nextWords(std::size_t twin, const GridSpec& spec) {
    const Theme& c = look_.colors();
    const float y = gridRect(spec).max.y + look_.px(4);
    const float label_end = spec.at.x - labelGap();
    painter_.text(look_.fonts.small_text, c.soft,
                  {{label_end - label_width_, y}, {label_end, y + next_}}, "next?", Align::right);
    const std::vector<Unit> next = nextOf(twin);
    const float reach = next_lines_ == 1 ? look_.px(3) : (cell_.x + gap()) / 2 - look_.px(2);
    for (Index place = 0; place < n_; ++place) {
        const Unit unit = next[static_cast<std::size_t>(place)];
        const bool is_right = isRight(unit, place);
        const float x = spec.at.x + static_cast<float>(place) * (cell_.x + gap());
        const float top = y + (place % 2 == 1 && next_lines_ == 2 ? next_ : 0);
        painter_.textFitted(is_right ? look_.fonts.strong_small : look_.fonts.small_text,
                            is_right ? c.good : c.soft,
                            {{x - reach, top}, {x + cell_.x + reach, top + next_}}, nameOf(unit),
                            Align::center);
    }
}

double ProbeFigure::lossAt(std::size_t twin, Index place) const {
    const Unit next = moment_.probe[static_cast<std::size_t>(place) + 1];
    return -std::log(moment_.twins[twin].chances(place, next));
}

void ProbeFigure::losses(std::size_t twin, const GridSpec& spec) {
    const Theme& c = look_.colors();
    const float y = gridRect(spec).max.y + look_.px(4) + static_cast<float>(next_lines_) * next_;
    const float label_end = spec.at.x - labelGap();
    painter_.text(look_.fonts.small_text, c.soft,
                  {{label_end - label_width_, y}, {label_end, y + next_}}, kLossName, Align::right);
    std::string sum;
    double total = 0;
    for (Index place = 0; place + 1 < n_; ++place) {
        const double loss = lossAt(twin, place);
        const float x = spec.at.x + static_cast<float>(place) * (cell_.x + gap());
        painter_.text(look_.fonts.mono_small, c.soft,
                      {{x - gap(), y}, {x + cell_.x + gap(), y + next_}}, formatNumber(loss, 2),
                      Align::center);
        total += loss;
        sum += (place == 0 ? "" : " + ") + formatNumber(loss, 3);
    }
    const Rect line{{label_end - label_width_, y}, {gridRect(spec).max.x, y + next_}};
    ImGui::SetCursorScreenPos(line.min);
    ImGui::InvisibleButton(twin == 0 ? "losses-a" : "losses-b", {line.width(), line.height()});
    const auto count = static_cast<double>(n_ - 1);
    tooltip(look_, fmt::format("\u2212log of the chance that {} gives to each word that follows. "
                               "Their mean: ({}) / {} = {}",
                               twinLetter(twin), sum, n_ - 1, formatNumber(total / count, 4)));
}

}  // namespace lookback
