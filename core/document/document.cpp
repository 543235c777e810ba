#include "core/document/document.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

std::string shapeText(Index rows, Index cols) { return fmt::format("{} x {}", rows, cols); }

class FaultFinder {
public:
    explicit FaultFinder(const Document& document) : doc_(document) {}

    std::vector<Error> find() {
        if (doc_.n() > kMaxTokens) {
            add("tokens", fmt::format("{} tokens; at most {} are expected", doc_.n(), kMaxTokens));
        }
        if (doc_.heads < 1) add("heads", fmt::format("{}; expected 1 or more", doc_.heads));
        checkMatrix("embeddings", doc_.embeddings, doc_.n(), -1, "one row a token");
        checkWeights();
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
    void add(std::string where, std::string message) {
        faults_.push_back({std::move(where), std::move(message)});
    }

    void checkMatrix(const std::string& where, const SharedMatrix& matrix, Index rows, Index cols,
                     std::string_view why) {
        const bool rows_fit = matrix.rows() == rows;
        const bool cols_fit = cols < 0 || matrix.cols() == cols;
        if (!rows_fit || !cols_fit) {
            add(where,
                fmt::format("is {}, expected {} x {} ({})", shapeText(matrix.rows(), matrix.cols()),
                            rows, cols < 0 ? "any width" : std::to_string(cols), why));
        }
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index col = 0; col < matrix.cols(); ++col) {
                if (!fits(doc_.dtype, matrix(row, col))) {
                    add(fmt::format("{}[{}][{}]", where, row, col),
                        fmt::format("{} does not fit {}, expected a finite number",
                                    shortestDigits(matrix(row, col), ScalarKind::float64),
                                    info(doc_.dtype).name));
                    return;
                }
            }
        }
    }

    void checkWidth(const std::string& where, Index width) {
        if (doc_.heads >= 1 && width % doc_.heads != 0) {
            add(where, fmt::format("has {}, expected a multiple of the {}",
                                   counted(width, "column"), counted(doc_.heads, "head")));
        }
    }

    void checkWeights() {
        const Weights& w = doc_.weights;
        const Index d_in = doc_.embeddings.cols();
        checkMatrix("weights.query", w.query, d_in, -1, "d_in rows, heads x d_k columns");
        checkMatrix("weights.key", w.key, d_in, w.query.cols(), "the shape of weights.query");
        checkMatrix("weights.value", w.value, d_in, -1, "d_in rows, heads x d_v columns");
        checkWidth("weights.query", w.query.cols());
        checkWidth("weights.value", w.value.cols());
        if (w.output) {
            checkMatrix("weights.output", *w.output, w.value.cols(), -1,
                        "heads x d_v rows, d_out columns");
        }
    }

    void checkPositions() {
        const Positions& positions = doc_.positions;
        const PositionInfo& kind = info(positions.kind);
        if (kind.has_base && !(positions.base > 0 && std::isfinite(positions.base))) {
            add("positions.base", "expected a finite number above 0");
        }
        if (kind.has_table) {
            checkMatrix("positions.table", positions.table, doc_.n(), doc_.embeddings.cols(),
                        "the shape of the embeddings");
        }
        if (kind.is_rotary && doc_.heads >= 1 && doc_.dK() % 2 != 0) {
            add("positions.kind",
                fmt::format("{} turns pairs of dimensions, expected an even d_k instead of {}",
                            kind.name, doc_.dK()));
        }
        const auto slopes = static_cast<Index>(positions.slopes.size());
        if (slopes != 0 && slopes != doc_.heads) {
            add("positions.slopes", fmt::format("has {}, expected one a head, {}",
                                                counted(slopes, "number"), doc_.heads));
        }
        for (std::size_t k = 0; k < positions.slopes.size(); ++k) {
            if (!fits(doc_.dtype, positions.slopes[k])) {
                add(fmt::format("positions.slopes[{}]", k),
                    fmt::format("does not fit {}, expected a finite number",
                                info(doc_.dtype).name));
            }
        }
    }

    void checkScale() {
        if (doc_.scale.kind != Scale::Kind::number) return;
        const double rounded = roundedTo(doc_.scale.number, info(doc_.dtype).kind);
        if (std::isfinite(rounded) && rounded != 0) return;
        add("scale", inDType(doc_.scale.number) + ", expected a finite number other than 0");
    }

    void checkSoftcap() {
        if (!doc_.softcap) return;
        const double rounded = roundedTo(*doc_.softcap, info(doc_.dtype).kind);
        if (!(std::isfinite(rounded) && rounded > 0)) {
            add("softcap", inDType(*doc_.softcap) + ", expected null or a finite number above 0");
        }
        if (doc_.masking.order == MaskingOrder::before_scale) {
            add("softcap",
                "cannot be where masking is before_scale, expected null or the other order");
        }
    }

    /// A refused number for a message, with the rounding of the dtype where that is the fault:
    /// `1e-9 is 0 in float16`.
    [[nodiscard]] std::string inDType(double number) const {
        const DTypeInfo& dtype = info(doc_.dtype);
        const double rounded = roundedTo(number, dtype.kind);
        const std::string given = shortestDigits(number, ScalarKind::float64);
        if (number == rounded) return fmt::format("is {}", given);
        if (rounded == 0) return fmt::format("{} is 0 in {}", given, dtype.name);
        if (std::isfinite(rounded)) return fmt::format("is {}", given);
        return fmt::format("{} does not fit {}", given, dtype.name);
    }

    void checkMasking() {
        const double value = doc_.masking.value;
        const DTypeInfo& dtype = info(doc_.dtype);
        if (std::isnan(value)) {
            add("masking.value", "nan; expected a number or -inf");
        } else if (!fits(doc_.dtype, doc_.masking)) {
            add("masking.value",
                fmt::format("{}; expected a number from -{:.6g} to {:.6g} or \"-inf\"",
                            misfitOf(doc_.dtype, shortestDigits(value, ScalarKind::float64)),
                            dtype.largest, dtype.largest));
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
                        fmt::format("{}; expected {} or more", rule.numbers[at], number.smallest));
                }
                break;
            case MaskParameter::valid_tokens:
            case MaskParameter::token_documents:
                if (rule.per_token.size() != n) {
                    add(list, fmt::format("has {} entries, expected one a token, {}",
                                          rule.per_token.size(), n));
                }
                break;
            case MaskParameter::cells: {
                const bool square = rule.allowed.size() == n &&
                                    std::all_of(rule.allowed.begin(), rule.allowed.end(),
                                                [&](const auto& row) { return row.size() == n; });
                if (!square) add(list, fmt::format("expected {} x {} booleans", n, n));
                break;
            }
        }
    }

    void checkFlips() {
        for (std::size_t k = 0; k < doc_.mask.flips.size(); ++k) {
            const Cell cell = doc_.mask.flips[k];
            if (cell.row < 0 || cell.col < 0 || cell.row >= doc_.n() || cell.col >= doc_.n()) {
                add(fmt::format("flips[{}]", k),
                    fmt::format("[{}, {}] is outside the {} x {} mask", cell.row, cell.col,
                                doc_.n(), doc_.n()));
            }
        }
    }

    void checkSnapshots() {
        std::unordered_set<std::string_view> names;
        for (std::size_t k = 0; k < doc_.snapshots.size(); ++k) {
            const DocumentSnapshot& snapshot = doc_.snapshots[k];
            const std::string where = fmt::format("snapshots[{}]", k);
            if (snapshot.name.empty()) {
                add(where + ".name", "is empty, expected a name");
            } else if (!names.insert(snapshot.name).second) {
                add(where + ".name", fmt::format("{} is the name of another snapshot, expected one "
                                                 "of its own",
                                                 inQuotes(shortenedTo(snapshot.name, 40))));
            }
            if (!snapshot.document->snapshots.empty()) {
                add(where + ".document.snapshots", "a snapshot has no snapshots of its own");
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
