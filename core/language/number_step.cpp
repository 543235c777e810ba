#include "core/language/number_step.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "messages/training.h"

namespace lookback {
namespace {

/// A number with four significant digits: moments are small.
std::string signedNumber(double number) { return roughNumber(number, 4); }

/// A factor, in brackets where its sign would follow another sign.
std::string factor(double number) {
    return number < 0 ? "(" + signedNumber(number) + ")" : signedNumber(number);
}

TextLine line(Piece name, std::string arithmetic, double result) {
    return {std::move(name),
            {" = " + std::move(arithmetic) + " = ", Ink::soft},
            {signedNumber(result), Ink::plain, true}};
}

/// `share` · `before` + `rest` · `added`.
std::string blend(double share, double before, double rest, std::string_view added) {
    return fmt::format("{} \u00b7 {} + {} \u00b7 {}", signedNumber(share), factor(before),
                       signedNumber(rest), added);
}

void tellMoments(const NumberStep& s, std::vector<TextLine>& lines) {
    const Optimizer& o = s.optimizer;
    lines.push_back(
        line({"m"}, blend(o.beta1, s.mean_before, 1 - o.beta1, factor(s.gradient)), s.mean));
    lines.push_back(
        line({"v"}, blend(o.beta2, s.square_before, 1 - o.beta2, factor(s.gradient) + "\u00b2"),
             s.square));
    const std::string arithmetic = fmt::format(
        "\u2212{} \u00b7 {} / (\u221a{} + {})", signedNumber(o.learning_rate),
        factor(s.correctedMean()), signedNumber(s.correctedSquare()), signedNumber(o.epsilon));
    const Message corrected =
        say::training::StepCorrected{.beta1 = Verbatim{signedNumber(o.beta1)},
                                     .n = Count{s.steps},
                                     .beta2 = Verbatim{signedNumber(o.beta2)}};
    TextLine& last =
        lines.emplace_back(line(pieceOf(say::training::Step{}), arithmetic, s.taken()));
    last.insert(last.begin() + 1, pieceOf(corrected, Ink::soft));
}

}  // namespace

double NumberStep::correctedMean() const {
    return mean / (1 - std::pow(optimizer.beta1, static_cast<double>(steps)));
}

double NumberStep::correctedSquare() const {
    return square / (1 - std::pow(optimizer.beta2, static_cast<double>(steps)));
}

double NumberStep::decayed() const {
    if (!info(optimizer.kind).has_decay) return before;
    return before * (1 - optimizer.learning_rate * optimizer.weight_decay);
}

double NumberStep::taken() const {
    if (!info(optimizer.kind).has_moments) return -optimizer.learning_rate * mean;
    return -optimizer.learning_rate * correctedMean() /
           (std::sqrt(correctedSquare()) + optimizer.epsilon);
}

NumberPlace nearestPlace(const NumberPlace& place, const Experiment& experiment, Index vocabulary) {
    const ModelShape& m = experiment.model;
    const Index places = info(m.positions).has_table ? experiment.context : 0;
    struct Shape {
        Index rows, cols;
    };
    const std::array shapes{Shape{vocabulary, m.d_model},      Shape{places, m.d_model},
                            Shape{m.d_model, m.heads * m.d_k}, Shape{m.d_model, m.heads * m.d_k},
                            Shape{m.d_model, m.heads * m.d_v}, Shape{m.heads * m.d_v, m.d_model},
                            Shape{m.d_model, vocabulary}};
    NumberPlace nearest = place;
    if (nearest.matrix >= shapes.size() || shapes[nearest.matrix].rows == 0) nearest.matrix = 0;
    const Shape& shape = shapes[nearest.matrix];
    nearest.row = std::clamp<Index>(place.row, 0, shape.rows - 1);
    nearest.col = std::clamp<Index>(place.col, 0, shape.cols - 1);
    return nearest;
}

template <class Scalar>
NumberStep numberStep(const TwinHistory<Scalar>& history, Index step, const NumberPlace& place,
                      const GivesUp& gives_up) {
    const auto before = history.stateAfter(step, gives_up);
    const StepTaken<Scalar> taken = history.taken(step, gives_up);
    const auto matrix = kParameters<Scalar>[place.matrix].matrix;
    const auto at = [&](const Parameters<Scalar>& all) -> double {
        const Matrix<Scalar>& numbers = all.*matrix;
        return numbers.size() == 0 ? 0 : static_cast<double>(numbers(place.row, place.col));
    };
    const Optimizer& optimizer = history.optimizer();
    const OptimizerState<Scalar>& state = taken.after.optimizer;
    const bool has_mean = info(optimizer.kind).has_moments || optimizer.momentum != 0;
    return {.optimizer = optimizer,
            .steps = step + 1,
            .before = at(taken.before),
            .gradient = at(taken.gradients),
            .mean_before = at(before->optimizer.means()),
            .mean = has_mean ? at(state.means()) : at(taken.gradients),
            .square_before = at(before->optimizer.squares()),
            .square = at(state.squares()),
            .after = at(taken.after.parameters)};
}

std::vector<TextLine> tell(const NumberStep& s) {
    const Optimizer& o = s.optimizer;
    std::vector<TextLine> lines{{pieceOf(say::training::Gradient{}),
                                 {" = ", Ink::soft},
                                 {signedNumber(s.gradient), Ink::plain, true}}};
    if (info(o.kind).has_moments) {
        tellMoments(s, lines);
    } else {
        if (o.momentum != 0) {
            lines.push_back(line(pieceOf(say::training::Momentum{}),
                                 fmt::format("{} \u00b7 {} + {}", signedNumber(o.momentum),
                                             factor(s.mean_before), factor(s.gradient)),
                                 s.mean));
        }
        lines.push_back(
            line(pieceOf(say::training::Step{}),
                 fmt::format("\u2212{} \u00b7 {}", signedNumber(o.learning_rate), factor(s.mean)),
                 s.taken()));
    }
    std::string from = signedNumber(s.before);
    if (info(o.kind).has_decay && o.weight_decay != 0) {
        from = fmt::format("{} \u00b7 (1 \u2212 {} \u00b7 {})", factor(s.before),
                           signedNumber(o.learning_rate), signedNumber(o.weight_decay));
    }
    const std::string sign = s.taken() < 0 ? "\u2212" : "+";
    lines.push_back(line(pieceOf(say::training::Number{}),
                         fmt::format("{} {} {}", from, sign, signedNumber(std::abs(s.taken()))),
                         s.after));
    return lines;
}

template NumberStep numberStep(const TwinHistory<float>&, Index, const NumberPlace&,
                               const GivesUp&);
template NumberStep numberStep(const TwinHistory<double>&, Index, const NumberPlace&,
                               const GivesUp&);

}  // namespace lookback
