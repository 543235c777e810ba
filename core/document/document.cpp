#include "core/document/document.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/base/text.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

Message sizeOf(Index rows, const Argument& cols) {
    return say::faults::Size{.rows = Count{rows}, .cols = cols};
}

Verbatim digitsOf(double number) { return {shortestDigits(number, ScalarKind::float64)}; }

/// The fault of a value of the document, in the digits of files.
Message wrong(double value, const Message& expected) {
    return say::faults::Wrong{.value = digitsOf(value), .expected = expected};
}
Message wrong(Index value, const Message& expected) {
    return say::faults::Wrong{.value = Verbatim{std::to_string(value)}, .expected = expected};
}

Message atLeast(Index least) {
    return say::expected::AtLeast{.least = Verbatim{std::to_string(least)}};
}

class FaultFinder {
public:
    explicit FaultFinder(const Document& document) : doc_(document) {}

    std::vector<Error> find() {
        if (doc_.n() > kMaxTokens) {
            add("tokens", say::faults::TooManyTokens{.n = doc_.n(), .most = Count{kMaxTokens}});
        }
        if (doc_.heads < 1) add("heads", wrong(doc_.heads, atLeast(1)));
        checkMatrix("embeddings", doc_.embeddings, doc_.n(), -1, say::faults::WhyRowForToken{});
        checkWeights();
        checkBiases();
        checkPositions();
        checkScale();
        checkSoftcap();
        for (std::size_t k = 0; k < doc_.mask.rules.size(); ++k) checkRule(k);
        checkFlips();
        checkMasking();
        checkSnapshots();
        return std::move(faults_);
    }

private:
    void add(std::string where, Message message) {
        faults_.push_back({std::move(where), std::move(message)});
    }

    void checkMatrix(const std::string& where, const SharedMatrix& matrix, Index rows, Index cols,
                     const Message& why) {
        const bool rows_fit = matrix.rows() == rows;
        const bool cols_fit = cols < 0 || matrix.cols() == cols;
        if (!rows_fit || !cols_fit) {
            const Argument wanted =
                cols < 0 ? Argument(Message(say::expected::AnyWidth{})) : Argument(Count{cols});
            add(where, say::faults::Shape{.size = sizeOf(matrix.rows(), Count{matrix.cols()}),
                                          .wanted = sizeOf(rows, wanted),
                                          .why = why});
        }
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index col = 0; col < matrix.cols(); ++col) {
                if (!fits(doc_.dtype, matrix(row, col))) {
                    add(fmt::format("{}[{}][{}]", where, row, col),
                        misfit(matrix(row, col), say::expected::Finite{}));
                    return;
                }
            }
        }
    }

    void checkWidth(const std::string& where, Index width) {
        if (doc_.heads >= 1 && width % doc_.heads != 0) {
            add(where, say::faults::NotMultiple{.n = width, .heads = doc_.heads});
        }
    }

    void checkWeights() {
        const Weights& w = doc_.weights;
        const Index d_in = doc_.embeddings.cols();
        checkMatrix("weights.query", w.query, d_in, -1, say::faults::WhyQuery{});
        checkMatrix("weights.key", w.key, d_in, w.query.cols(), say::faults::WhyLikeQuery{});
        checkMatrix("weights.value", w.value, d_in, -1, say::faults::WhyValue{});
        checkWidth("weights.query", w.query.cols());
        checkWidth("weights.value", w.value.cols());
        if (w.output) {
            checkMatrix("weights.output", *w.output, w.value.cols(), -1, say::faults::WhyOutput{});
        }
    }

    /// @param weight the columns of this matrix take one number each; null: there is none
    void checkBias(const std::string& where, const std::optional<SharedMatrix>& bias,
                   const SharedMatrix* weight, std::string_view symbol) {
        if (!bias) return;
        if (weight == nullptr) return add(where, say::faults::BiasWithoutOutput{});
        if (bias->rows() != 1 || bias->cols() != weight->cols()) {
            add(where, say::faults::BiasNumbers{.n = bias->cols(),
                                                .cols = Count{weight->cols()},
                                                .symbol = Verbatim{std::string(symbol)}});
        }
        for (Index col = 0; bias->rows() > 0 && col < bias->cols(); ++col) {
            if (fits(doc_.dtype, (*bias)(0, col))) continue;
            return add(fmt::format("{}[{}]", where, col),
                       misfit((*bias)(0, col), say::expected::Finite{}));
        }
    }

    void checkBiases() {
        const Weights& w = doc_.weights;
        checkBias("biases.query", doc_.biases.query, &w.query, "W_q");
        checkBias("biases.key", doc_.biases.key, &w.key, "W_k");
        checkBias("biases.value", doc_.biases.value, &w.value, "W_v");
        checkBias("biases.output", doc_.biases.output, w.output ? &*w.output : nullptr, "W_o");
    }

    void checkPositions() {
        const Positions& positions = doc_.positions;
        const PositionInfo& kind = info(positions.kind);
        if (kind.has_base && !(positions.base > 0 && std::isfinite(positions.base))) {
            add("positions.base", wrong(positions.base, say::expected::AboveZero{}));
        }
        if (kind.has_table) {
            checkMatrix("positions.table", positions.table, doc_.n(), doc_.embeddings.cols(),
                        say::faults::WhyLikeEmbeddings{});
        }
        if (kind.is_rotary && doc_.heads >= 1 && doc_.dK() % 2 != 0) {
            add("positions.kind", say::faults::OddWidth{.kind = Verbatim{std::string(kind.name)},
                                                        .d_k = Count{doc_.dK()}});
        }
        const auto slopes = static_cast<Index>(positions.slopes.size());
        if (slopes != 0 && slopes != doc_.heads) {
            add("positions.slopes", say::faults::Slopes{.n = slopes, .heads = Count{doc_.heads}});
        }
        for (std::size_t k = 0; k < positions.slopes.size(); ++k) {
            if (!fits(doc_.dtype, positions.slopes[k])) {
                add(fmt::format("positions.slopes[{}]", k),
                    misfit(positions.slopes[k], say::expected::Finite{}));
            }
        }
    }

    void checkScale() {
        if (doc_.scale.kind != Scale::Kind::number) return;
        const double rounded = roundedTo(doc_.scale.number, info(doc_.dtype).kind);
        if (std::isfinite(rounded) && rounded != 0) return;
        add("scale", inDType(doc_.scale.number, say::expected::NotZero{}));
    }

    void checkSoftcap() {
        if (!doc_.softcap) return;
        const double rounded = roundedTo(*doc_.softcap, info(doc_.dtype).kind);
        if (!(std::isfinite(rounded) && rounded > 0)) {
            add("softcap", inDType(*doc_.softcap, say::expected::NullOrAboveZero{}));
        }
        if (doc_.masking.order == MaskingOrder::before_scale) {
            add("softcap", say::faults::CapBeforeScale{});
        }
    }

    [[nodiscard]] Verbatim dtype() const { return {std::string(info(doc_.dtype).name)}; }

    /// The fault of a number that the dtype rounds to infinity.
    [[nodiscard]] Message misfit(double number, const Message& expected) const {
        return say::faults::Misfit{
            .value = digitsOf(number), .dtype = dtype(), .expected = expected};
    }

    /// The fault of a refused number, with the rounding of the dtype where that is the fault:
    /// `1e-9 rounds to 0 in float16`.
    [[nodiscard]] Message inDType(double number, const Message& expected) const {
        const double rounded = roundedTo(number, info(doc_.dtype).kind);
        if (number == rounded) return wrong(number, expected);
        if (rounded == 0) {
            return say::faults::RoundsToZero{
                .value = digitsOf(number), .dtype = dtype(), .expected = expected};
        }
        return std::isfinite(rounded) ? wrong(number, expected) : misfit(number, expected);
    }

    void checkMasking() {
        const double value = doc_.masking.value;
        if (std::isnan(value)) {
            add("masking.value", wrong(value, say::expected::NumberOrMinusInfinity{}));
        } else if (!fits(doc_.dtype, doc_.masking)) {
            const std::string largest = fmt::format("{:.6g}", info(doc_.dtype).largest);
            add("masking.value", say::faults::MaskingMisfit{.value = digitsOf(value),
                                                            .dtype = dtype(),
                                                            .least = Verbatim{"-" + largest},
                                                            .most = Verbatim{largest}});
        }
    }

    void checkRule(std::size_t k) {
        const MaskRule& rule = doc_.mask.rules[k];
        const MaskInfo& kind = info(rule.kind);
        const std::string where = fmt::format("mask[{}].", k);
        const std::string list = where + std::string(kind.list);
        const auto n = static_cast<std::size_t>(doc_.n());
        switch (kind.parameter) {
            case MaskParameter::nothing: break;
            case MaskParameter::numbers:
                for (std::size_t at = 0; at < kind.numbers.size(); ++at) {
                    const MaskNumber& number = kind.numbers[at];
                    if (rule.numbers[at] >= number.smallest) continue;
                    add(where + std::string(number.field),
                        wrong(rule.numbers[at], atLeast(number.smallest)));
                }
                break;
            case MaskParameter::valid_tokens:
            case MaskParameter::token_documents:
                if (rule.per_token.size() != n) {
                    add(list, say::faults::Entries{.n = std::ssize(rule.per_token),
                                                   .tokens = Count{doc_.n()}});
                }
                break;
            case MaskParameter::cells: {
                const bool square = rule.allowed.size() == n &&
                                    std::all_of(rule.allowed.begin(), rule.allowed.end(),
                                                [&](const auto& row) { return row.size() == n; });
                if (!square) {
                    add(list, say::faults::NotSquare{.size = sizeOf(doc_.n(), Count{doc_.n()})});
                }
                break;
            }
        }
    }

    void checkFlips() {
        for (std::size_t k = 0; k < doc_.mask.flips.size(); ++k) {
            const Cell cell = doc_.mask.flips[k];
            if (cell.row < 0 || cell.col < 0 || cell.row >= doc_.n() || cell.col >= doc_.n()) {
                add(fmt::format("flips[{}]", k),
                    say::faults::CellOutside{
                        .cell = Verbatim{fmt::format("[{}, {}]", cell.row, cell.col)},
                        .size = sizeOf(doc_.n(), Count{doc_.n()})});
            }
        }
    }

    void checkSnapshots() {
        std::unordered_set<std::string_view> names;
        for (std::size_t k = 0; k < doc_.snapshots.size(); ++k) {
            const DocumentSnapshot& snapshot = doc_.snapshots[k];
            const std::string where = fmt::format("snapshots[{}]", k);
            if (snapshot.name.empty()) {
                add(where + ".name", say::faults::NoName{});
            } else if (!names.insert(snapshot.name).second) {
                add(where + ".name", say::faults::NameTaken{.name = TokenLabel{oneLine(
                                                                shortenedTo(snapshot.name, 40))}});
            }
            if (!snapshot.document->snapshots.empty()) {
                add(where + ".document.snapshots", say::faults::NestedSnapshots{});
            }
        }
    }

    const Document& doc_;
    std::vector<Error> faults_;
};

}  // namespace

bool DocumentSnapshot::operator==(const DocumentSnapshot& other) const {
    if (name != other.name) return false;
    if (document == other.document) return true;
    Document with_same_lesson = *document;
    with_same_lesson.lesson = other.document->lesson;
    return with_same_lesson == *other.document;
}

bool fits(DType dtype, double value) { return std::isfinite(roundedTo(value, info(dtype).kind)); }

bool fits(DType dtype, const Masking& masking) {
    return !info(masking.method).uses_value || std::isinf(masking.value) ||
           fits(dtype, masking.value);
}

double divisor(const Document& document) {
    const auto d_k = static_cast<double>(document.dK());
    switch (document.scale.kind) {
        case Scale::Kind::sqrt_dk: return std::sqrt(d_k);
        case Scale::Kind::dk: return d_k;
        case Scale::Kind::none: return 1;
        case Scale::Kind::number: break;
    }
    return document.scale.number;
}

std::vector<Error> faults(const Document& document) { return FaultFinder(document).find(); }

}  // namespace lookback
