#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/update/action.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/card.h"
#include "app/views/train/train_scene.h"
#include "app/views/train/train_views.h"
#include "app/widgets/button.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/matrix_grid.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/shown_digits.h"
#include "core/base/text.h"
#include "core/explain/in_conventions.h"
#include "core/language/probe.h"
#include "core/words/say.h"
#include "messages/train.h"

namespace lookback {
namespace {

/// The attention weights of the twins over the probe sentence in percent, and below each place the
/// unit that the twin holds for the most likely next. All twins have cells of one size.
class ProbeFigure {
public:
    ProbeFigure(const TrainScene& train, Painter& painter);

    /// Chooses the largest cells for the room. @param room of the figure of one twin
    void measure(ImVec2 room);
    /// The height of a figure, with labels and next words.
    [[nodiscard]] float height() const;

    void draw(std::size_t twin, ImVec2 at);

    /// Draws the unit of the cells and the axes of both figures above them, and moves `at` below.
    /// @return its line
    Rect legend(ImVec2& at, float width) const;
    /// The width of the words of the legend; 0 where there is none.
    [[nodiscard]] float legendWidth() const {
        return has_legend_ ? painter_.width(look_.fonts.small_text, legendText()) : 0;
    }

private:
    /// Returns the likeliest next unit after each place of the sentence.
    [[nodiscard]] std::vector<Unit> likeliest(const TwinMoment& twin) const;
    [[nodiscard]] bool isRight(Unit next, Index place) const;
    [[nodiscard]] float gap() const { return look_.px(2); }
    /// The gap that labels of rows have, so that all words beside the cells end at one edge.
    [[nodiscard]] float labelGap() const { return look_.px(8); }

    /// The font of the digits, larger in presentation.
    [[nodiscard]] ImFont* digits() const {
        const Fonts& fonts = look_.fonts;
        return cell_.y >= look_.px(1.5f * kDigits) ? fonts.mono : fonts.mono_small;
    }

    void cell(const GridSpec& spec, Cell at, bool is_allowed);
    [[nodiscard]] std::string legendText() const;
    [[nodiscard]] float legendHeight() const {
        return look_.px(train_.scene.compact ? kCompactLegend : kProbeFigureLegend);
    }
    void showWeight(std::size_t twin, const GridSpec& spec, Cell at);
    void nextWords(std::size_t twin, const GridSpec& spec);
    /// Draws -log p of the words that follow in the sentence, in a line below.
    void losses(std::size_t twin, const GridSpec& spec);
    [[nodiscard]] double lossAt(std::size_t twin, Index place) const;
    /// Returns the largest number of decimals, at most 2, with which every loss has room in its
    /// column; none where not even one fits.
    [[nodiscard]] std::optional<int> fittingDecimals() const;

    const TrainScene& train_;
    const Look& look_;
    Painter& painter_;
    Index n_;
    std::vector<std::string> labels_;
    std::vector<std::vector<Unit>> next_units_;      ///< of each twin, after each place
    static constexpr float kDigits = 14;             ///< cells have them from this height on
    static constexpr float kProbeFigureLegend = 17;  ///< a line above the labels of columns
    static constexpr float kCompactLegend = 15;
    static constexpr float kLossAir = 5;  ///< between the losses of neighbouring columns
    float label_width_ = 0;
    float above_ = 0;  ///< of the labels of columns
    float next_ = 0;   ///< of a line of the next words
    bool has_legend_ = false;
    std::optional<int> loss_decimals_;  ///< none: the losses are not shown
    int next_lines_ = 1;                ///< 2 where they take turns
    ImVec2 cell_{0, 0};
};

constexpr float kProbeFigureMostCell = 27;  ///< height
constexpr float kMostPresented = 36;
constexpr float kProbeFigureLeastCell = 12;
constexpr float kLeastCellInLesson = 8;  ///< above the caption of a lesson on the slide
constexpr float kMostWide = 58;
constexpr float kMostLabel = 80;
constexpr float kProbeFigureNext = 20;  ///< a line of the next words
constexpr float kCompactNext = 17;
constexpr std::string_view kLossName = "\u2212log p";

/// Formats a weight as a whole number of percent; `<1` and `>99` where a weight between 0 and 1
/// rounds to one of them.
std::string percentText(double weight) {
    if (std::isnan(weight)) return "NaN";
    const std::string percent = fmt::format("{:.0f}", 100 * weight);
    if (percent == "0" && weight > 0) return "<1";
    return percent == "100" && weight < 1 ? ">99" : percent;
}

ProbeFigure::ProbeFigure(const TrainScene& train, Painter& painter)
    : train_(train),
      look_(train.look),
      painter_(painter),
      n_(static_cast<Index>(train.moment.probe.size())),
      labels_(train.probeLabels()) {
    for (const TwinMoment& twin : train.moment.twins) next_units_.push_back(likeliest(twin));
}

std::vector<Unit> ProbeFigure::likeliest(const TwinMoment& twin) const {
    std::vector<Unit> next;
    for (Index place = 0; place < n_; ++place) {
        Index best = 0;
        twin.chances.row(place).maxCoeff(&best);
        next.push_back(static_cast<Unit>(best));
    }
    return next;
}

bool ProbeFigure::isRight(Unit next, Index place) const {
    return place + 1 < n_ && train_.moment.probe[static_cast<std::size_t>(place) + 1] == next;
}

void ProbeFigure::measure(ImVec2 room) {
    const float widest = widestLabel(painter_, labels_);
    float named = widest;
    for (const std::string& line : {train_.said(say::train::Likeliest{}), std::string(kLossName)}) {
        named = std::max(named, painter_.width(look_.fonts.small_text, line));
    }
    label_width_ = std::min(std::ceil(named) + 1, look_.px(kMostLabel));
    const auto n = static_cast<float>(n_);
    const float wide = (room.x - label_width_ - labelGap()) / n - gap();
    const bool presents = train_.scene.place().presenting;
    const float most_wide = presents ? wide : look_.px(kMostWide);
    cell_.x =
        std::floor(std::clamp(wide, look_.px(kProbeFigureLeastCell), std::max(most_wide, 1.0f)));
    above_ = columnLabelsHeight(look_, {.cell = cell_, .gap = gap()}, widest);
    float widest_next = 0;
    for (const std::vector<Unit>& next : next_units_) {
        for (const Unit unit : next) {
            const float name = painter_.width(look_.fonts.strong_small, train_.unitName(unit));
            widest_next = std::max(widest_next, name);
        }
    }
    next_lines_ = widest_next > cell_.x + look_.px(4) ? 2 : 1;
    next_ = look_.px(train_.scene.compact ? kCompactNext : kProbeFigureNext);
    const float fixed = above_ + look_.px(4) + static_cast<float>(next_lines_) * next_;
    const auto height_with = [&](int lines) {
        const float legend = has_legend_ ? legendHeight() : 0;
        return (room.y - fixed - legend - static_cast<float>(lines) * next_) / n - gap();
    };
    // The legend and the losses are shown where the digits of the weights lose nothing by it, and a
    // loss fits into a column.
    has_legend_ = true;
    has_legend_ = height_with(0) >= look_.px(kDigits);
    loss_decimals_.reset();
    if (n_ > 1 && height_with(1) >= look_.px(kDigits)) loss_decimals_ = fittingDecimals();
    const float high = height_with(loss_decimals_ ? 1 : 0);
    const bool has_caption = leadsThroughLesson(train_.scene.state);
    const float least = has_caption ? kLeastCellInLesson : kProbeFigureLeastCell;
    cell_.y = std::floor(std::clamp(high, look_.px(least),
                                    look_.px(presents ? kMostPresented : kProbeFigureMostCell)));
}

float ProbeFigure::height() const {
    return (has_legend_ ? legendHeight() : 0) + above_ +
           static_cast<float>(n_) * (cell_.y + gap()) + look_.px(4) +
           static_cast<float>(next_lines_ + (loss_decimals_ ? 1 : 0)) * next_;
}

std::string ProbeFigure::legendText() const { return train_.said(say::train::WeightCells{}); }

Rect ProbeFigure::legend(ImVec2& at, float width) const {
    const Rect line = Rect::at(at, {width, has_legend_ ? legendHeight() : 0});
    if (!has_legend_) return line;
    painter_.textFitted(look_.fonts.small_text, look_.colors().soft, line, legendText());
    at.y = line.max.y;
    return line;
}

void ProbeFigure::draw(std::size_t twin, ImVec2 at) {
    const TwinMoment& moment = train_.moment.twins[twin];
    GridSpec spec{.values = moment.probe.matrix(MatrixId::attention_weights, train_.place.head)};
    spec.name = twin == 0 ? "weights-a" : "weights-b";
    spec.at = {at.x + label_width_ + labelGap(), at.y + above_};
    spec.cell = cell_;
    spec.gap = gap();
    spec.centers_labels = true;
    // So that 100 stands in the middle of its cell.
    spec.pad = std::floor((cell_.x - painter_.width(digits(), "100")) / 2);
    spec.is_seen = false;
    spec.transposed = isTurned(MatrixId::attention_weights, train_.scene.preferences().conventions);
    const std::optional<Index> query = std::min(train_.place.word, n_ - 1);
    rowLabels(painter_, spec, labels_, label_width_, spec.transposed ? std::nullopt : query);
    columnLabels(painter_, spec, labels_, spec.transposed ? query : std::nullopt, {}, Asks::query);
    const Mask& mask = moment.probe.document().mask;
    for (Index row = 0; row < n_; ++row) {
        for (Index col = 0; col < n_; ++col) cell(spec, {row, col}, allows(mask, row, col));
    }
    const GridEvents events = matrixGrid(painter_, spec);
    if (events.hovered && events.wants_tooltip) showWeight(twin, spec, *events.hovered);
    if (events.clicked) train_.scene.emit(Change(&TrainPlace::word, events.clicked->row));
    nextWords(twin, spec);
    if (loss_decimals_) losses(twin, spec);
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
    const Color ink = !is_allowed      ? c.bad
                      : weight < 0.005 ? readable(c, c.soft, ground)
                                       : inkOn(c, ground);
    painter_.text(digits(), ink, box.untilX(box.max.x - spec.pad), percentText(weight),
                  Align::right);
}

void ProbeFigure::showWeight(std::size_t twin, const GridSpec& spec, Cell at) {
    const auto label = [&](Index token) {
        return TokenLabel{labels_[static_cast<std::size_t>(token)]};
    };
    const Message weight = say::train::Weight{.model = modelLetter(twin),
                                              .token = label(at.row),
                                              .other = label(at.col),
                                              .share = Share{spec.values(at)}};
    showTooltip(
        look_, cellRect(spec, at), train_.said(weight),
        {.pale = legendText() + "\n" + train_.said(saidOf<say::train::WeightHand>(train_.unit()))});
}

/// Draws the likeliest next units, in green where the sentence goes on so.
void ProbeFigure::nextWords(std::size_t twin, const GridSpec& spec) {
    const Theme& c = look_.colors();
    const float y = gridRect(spec).max.y + look_.px(4);
    const float label_end = spec.at.x - labelGap();
    painter_.text(look_.fonts.small_text, c.soft,
                  {{label_end - label_width_, y}, {label_end, y + next_}},
                  train_.said(say::train::Likeliest{}), Align::right);
    const std::vector<Unit>& next = next_units_[twin];
    const float reach = next_lines_ == 1 ? look_.px(3) : (cell_.x + gap()) / 2 - look_.px(2);
    for (Index place = 0; place < n_; ++place) {
        const Unit unit = next[static_cast<std::size_t>(place)];
        const bool is_right = isRight(unit, place);
        const float x = spec.at.x + static_cast<float>(place) * (cell_.x + gap());
        const float top = y + (place % 2 == 1 && next_lines_ == 2 ? next_ : 0);
        painter_.textFitted(is_right ? look_.fonts.strong_small : look_.fonts.small_text,
                            is_right ? c.good : c.soft,
                            {{x - reach, top}, {x + cell_.x + reach, top + next_}},
                            train_.unitName(unit), Align::center);
    }
}

double ProbeFigure::lossAt(std::size_t twin, Index place) const {
    const Unit next = train_.moment.probe[static_cast<std::size_t>(place) + 1];
    return -std::log(train_.moment.twins[twin].chances(place, next));
}

std::optional<int> ProbeFigure::fittingDecimals() const {
    double largest = 0;
    for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
        for (Index place = 0; place + 1 < n_; ++place) {
            largest = std::max(largest, lossAt(twin, place));
        }
    }
    for (int decimals = 2; decimals >= 1; --decimals) {
        const std::string text = formatNumber(largest, decimals);
        const float wide = painter_.width(look_.fonts.mono_small, text) + look_.px(kLossAir);
        if (wide <= cell_.x + gap()) return decimals;
    }
    return std::nullopt;
}

void ProbeFigure::losses(std::size_t twin, const GridSpec& spec) {
    const Theme& c = look_.colors();
    const float y = gridRect(spec).max.y + look_.px(4) + static_cast<float>(next_lines_) * next_;
    const float label_end = spec.at.x - labelGap();
    painter_.text(look_.fonts.small_text, c.soft,
                  {{label_end - label_width_, y}, {label_end, y + next_}}, kLossName, Align::right);
    std::vector<double> all;
    for (Index place = 0; place + 1 < n_; ++place) {
        const double loss = all.emplace_back(lossAt(twin, place));
        const float x = spec.at.x + static_cast<float>(place) * (cell_.x + gap());
        painter_.text(look_.fonts.mono_small, c.soft,
                      {{x - gap(), y}, {x + cell_.x + gap(), y + next_}},
                      formatNumber(loss, *loss_decimals_), Align::center);
    }
    const Rect line{{label_end - label_width_, y}, {gridRect(spec).max.x, y + next_}};
    ImGui::SetCursorScreenPos(line.min);
    ImGui::InvisibleButton(twin == 0 ? "losses-a" : "losses-b", {line.width(), line.height()});
    tooltip(look_, train_.said(meanOfLosses(all, twin, train_.unit())));
}

}  // namespace

Message meanOfLosses(const std::vector<double>& losses, std::size_t twin, TextUnit unit) {
    constexpr int kDecimals = 4;
    const auto count = static_cast<double>(losses.size());
    const auto written = [](double value) { return formatOperand(value, kDecimals); };
    const double total = std::accumulate(losses.begin(), losses.end(), 0.0);
    const std::string mean = written(total / count);
    const auto more = fewestMoreDigits([&](int digits) {
        double shown = 0;
        for (const double loss : losses) shown += operandAsShown(loss, kDecimals, digits);
        return readsAs(shown / count, mean, written);
    });
    std::string sum;
    for (const double loss : losses) {
        sum += (sum.empty() ? "" : " + ") + formatOperand(loss, kDecimals, more.value_or(0));
    }
    return say::train::LossOfNext{.unit = unitIn<say::train::LossOfNext>(unit),
                                  .model = modelLetter(twin),
                                  .sum = Verbatim{sum},
                                  .n = Count{std::ssize(losses)},
                                  .sign = Verbatim{signOfResult(more.has_value())},
                                  .mean = Verbatim{mean}};
}

namespace {

constexpr float kTrainProbeCardHead = 28;   ///< the line with the letter of a twin
constexpr float kTrainProbeCardField = 34;  ///< the sentence above both
constexpr float kCompactField = 30;
constexpr float kCompactHead = 25;
constexpr float kTrainProbeCardLine = 26;
constexpr float kTrainProbeCardChip = 36;  ///< the letter of a twin, with the gap behind it
constexpr float kBesideHabit = 10;
constexpr double kTrainProbeCardAhead =
    0.5;  ///< mean weight on the very next word from which on it is named

/// Returns the tokens that a model looks at in the probe sentence. @param is_narrow in fewer words
Message habitOf(const TwinMoment& twin, TextUnit unit, bool is_narrow) {
    const double later = twin.shares.later;
    const std::vector<double>& next = twin.shares.next;
    const double ahead = std::accumulate(next.begin(), next.end(), 0.0);
    if (std::isnan(later)) return say::train::HabitNan{};
    if (later == 0) return say::train::HabitBack{};
    if (ahead > kTrainProbeCardAhead * static_cast<double>(next.size())) {
        using Habit = say::train::HabitNext;
        return Habit{.unit = unitIn<Habit>(unit),
                     .room = is_narrow ? Habit::Room::narrow : Habit::Room::other};
    }
    using Habit = say::train::HabitLater;
    return Habit{.room = is_narrow ? Habit::Room::narrow : Habit::Room::other,
                 .share = Share{later},
                 .unit = unitIn<Habit>(unit)};
}

/// The card with the attention of both twins over one sentence and their guesses of the next units.
class TrainProbeCard {
public:
    TrainProbeCard(const TrainScene& train, Painter& painter, const Rect& rest)
        : train_(train),
          look_(train.look),
          painter_(painter),
          figure_(train, painter),
          rest_(rest) {}

    float draw() {
        const float pad = experimentPad(train_.scene);
        const float above = pad + fieldHeight() + headHeight();
        figure_.measure({halfWidth(), rest_.height() - above - pad});
        const float height = above + figure_.height() + pad;
        drawPageCard(train_.scene, painter_, rest_.top(height));
        if (hasField()) sentence(rest_.min.y + pad);
        ImVec2 figures{leftOf(0), rest_.min.y + above};
        place_of_head_ = placeOfHead();
        headOfBoth(figure_.legend(figures, inside()));
        for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
            head(twin, {leftOf(twin), rest_.min.y + pad + fieldHeight()});
            figure_.draw(twin, {leftOf(twin), figures.y});
        }
        return height;
    }

private:
    /// Where "head 1 of 2" is drawn.
    enum class PlaceOfHead : std::uint8_t {
        none,    ///< the model has one head
        beside,  ///< beside the habit of each twin that leaves it room
        above    ///< once, in the line of the legend
    };

    /// The caption of a lesson on the slide leaves no room for the field.
    [[nodiscard]] bool hasField() const { return !leadsThroughLesson(train_.scene.state); }
    [[nodiscard]] float fieldHeight() const {
        if (!hasField()) return 0;
        return look_.px(train_.scene.compact ? kCompactField : kTrainProbeCardField);
    }
    [[nodiscard]] float headHeight() const {
        return look_.px(train_.scene.compact ? kCompactHead : kTrainProbeCardHead);
    }
    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(train_.scene); }
    [[nodiscard]] float halfWidth() const {
        return std::floor((inside() - cardGap(train_.scene)) /
                          static_cast<float>(train_.moment.twins.size()));
    }
    [[nodiscard]] float leftOf(std::size_t twin) const {
        return rest_.min.x + cardSide(train_.scene) +
               static_cast<float>(twin) * (halfWidth() + cardGap(train_.scene));
    }

    /// Draws the sentence that both read, as a field.
    void sentence(float y) {
        const float left = leftOf(0);
        const float wide =
            painter_.text(look_.fonts.text, look_.colors().soft,
                          Rect::at({left, y}, {inside(), look_.px(kTrainProbeCardLine)}),
                          train_.said(say::train::Read{})) +
            look_.px(10);
        const Rect box{{left + wide, y},
                       {rest_.max.x - cardSide(train_.scene) - openButtons(y),
                        y + look_.px(kTrainProbeCardLine)}};
        std::string text = typedUnits(train_.run, train_.moment.probe);
        const std::string tip = train_.said(saidOf<say::train::ReadTip>(train_.unit()));
        const MenuField field{
            .label = "##probe",
            .font = look_.fonts.mono,
            .tooltip = tip,
            .fault = [this](const std::string& typed) -> std::string {
                const auto units = probeUnits(train_.run.experiment(), train_.run.text(), typed);
                return units ? "" : train_.said(unitsFault(units.error(), train_.unit()));
            }};
        if (menuField(look_, box, field, text)) train_.scene.emit(Change(&TrainPlace::probe, text));
    }

    /// Draws the buttons that open the twins in the Lab. @return the width taken
    float openButtons(float y) {
        constexpr std::array kOpenIds{"###open-a", "###open-b"};
        float x = rest_.max.x - cardSide(train_.scene);
        for (std::size_t twin = train_.moment.twins.size(); twin-- > 0;) {
            const std::string label =
                train_.said(say::train::Open{.model = modelLetter(twin)}) + kOpenIds[twin];
            const std::string tip = train_.said(say::train::OpenTip{.model = modelLetter(twin)});
            const ButtonOptions options{.tooltip = tip};
            const float wide = buttonWidth(painter_, label, options);
            const Rect box{{x - wide, y}, {x, y + look_.px(kTrainProbeCardLine)}};
            if (button(painter_, box, label.c_str(), options)) {
                const Experiment& experiment = train_.run.experiment();
                const std::string title =
                    fmt::format("{}, {}", experimentTitle(train_.scene, experiment),
                                modelName(train_.scene, experiment, twin));
                train_.scene.emit(OpenProbe{twin, title});
            }
            x -= wide + look_.px(8);
        }
        return rest_.max.x - cardSide(train_.scene) - x;
    }

    /// Draws the letter of a twin, its habit, and which head is shown.
    void head(std::size_t twin, ImVec2 at) {
        const Theme& c = look_.colors();
        const float bottom = at.y + look_.px(22);
        float x = twinChip(painter_, at, look_.px(22), twin) + look_.px(10);
        const Rect line{{x, at.y}, {at.x + halfWidth(), bottom}};
        const bool has_head = place_of_head_ == PlaceOfHead::beside;
        const std::string words = habit(twin, line.width() - (has_head ? headRoom() : 0));
        x += painter_.textFitted(look_.fonts.strong, c.ink, line, words) + look_.px(kBesideHabit);
        if (!has_head || x + painter_.width(look_.fonts.text, headWords()) > line.max.x) return;
        painter_.text(look_.fonts.text, c.soft, line.fromX(x), headWords());
    }

    /// Draws "head 1 of 2" at the right end of the legend's line if it is drawn once for both
    /// twins.
    void headOfBoth(const Rect& line) {
        if (place_of_head_ != PlaceOfHead::above) return;
        painter_.text(look_.fonts.small_text, look_.colors().soft, line, headWords(), Align::right);
    }

    /// Returns the habit of a twin, in fewer words where the room is too narrow for all.
    /// It may tell the answer of an open task.
    [[nodiscard]] std::string habit(std::size_t twin, float room) const {
        if (train_.scene.state.lesson.awaitsAnswer()) return "";
        const auto words = [&](bool is_narrow) {
            return train_.said(habitOf(train_.moment.twins[twin], train_.unit(), is_narrow));
        };
        return words(painter_.width(look_.fonts.strong, words(false)) > room);
    }

    [[nodiscard]] Index heads() const { return train_.run.experiment().model.heads; }
    [[nodiscard]] std::string headWords() const {
        return train_.said(
            say::train::Head{.head = Count{train_.place.head + 1}, .heads = Count{heads()}});
    }
    /// The width of the words about the head, with the gap before them.
    [[nodiscard]] float headRoom() const {
        return painter_.width(look_.fonts.text, headWords()) + look_.px(kBesideHabit);
    }

    /// Requires a measured figure.
    [[nodiscard]] PlaceOfHead placeOfHead() const {
        if (heads() == 1) return PlaceOfHead::none;
        const float room = halfWidth() - look_.px(kTrainProbeCardChip) - headRoom();
        bool has_room = true;
        for (std::size_t twin = 0; twin < train_.moment.twins.size(); ++twin) {
            has_room = has_room && painter_.width(look_.fonts.strong, habit(twin, FLT_MAX)) <= room;
        }
        const float of_legend = figure_.legendWidth();
        const float of_head = painter_.width(look_.fonts.small_text, headWords());
        const bool has_line =
            of_legend > 0 && of_legend + look_.px(kBesideHabit) + of_head <= inside();
        return has_room || !has_line ? PlaceOfHead::beside : PlaceOfHead::above;
    }

    const TrainScene& train_;
    const Look& look_;
    Painter& painter_;
    ProbeFigure figure_;
    Rect rest_;
    PlaceOfHead place_of_head_ = PlaceOfHead::none;
};

}  // namespace

float drawProbeCard(const TrainScene& train, Painter& painter, const Rect& card) {
    return TrainProbeCard(train, painter, card).draw();
}

}  // namespace lookback
