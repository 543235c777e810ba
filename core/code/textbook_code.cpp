#include <cmath>

#include <fmt/format.h>

#include "core/code/code.h"
#include "core/code/code_names.h"
#include "core/code/forward_code.h"
#include "core/code/mask_code.h"
#include "core/code/python_text.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"

// The functions of core/attention. Steps of several heads are in a loop over the heads.

namespace lookback {
namespace {

using Id = MatrixId;

std::string cppNumber(double value) {
    if (std::isinf(value)) return value > 0 ? "infinity" : "minus_infinity";
    return codeNumber(value);
}

class TextbookCode {
public:
    explicit TextbookCode(const Document& document) : d_(document) {}

    std::vector<CodeLine> lines() {
        const std::vector<MatrixId> order = stageOrder(d_);
        // The mask is the same for all heads: it comes before their loop.
        for (const MatrixId id : order) {
            if (!info(id).per_head && id < Id::query) write(id);
        }
        write(Id::mask);
        for (const MatrixId id : order) {
            if (id >= Id::query && id != Id::mask) write(id);
        }
        return std::move(lines_);
    }

private:
    void put(std::string_view text) {
        lines_.push_back({fmt::format("{}{}", indent_, text), stage_});
    }
    void set(Id id, std::string_view value) {
        put(fmt::format("const Matrix {} = {};", textbookName(id), value));
    }
    [[nodiscard]] bool hasHeads() const { return d_.heads > 1; }
    [[nodiscard]] std::string_view from(Id id) const { return textbookName(stage(id).left(d_)); }

    void write(Id id) {
        stage_ = id;
        switch (id) {
            case Id::embeddings:
                put(fmt::format("const Index n = {}.rows();", textbookName(id)));
                break;
            case Id::positions: writeTextbookPositions(); break;
            case Id::encoded:
                set(id, fmt::format("addPositions({}, {})", textbookName(Id::embeddings),
                                    textbookName(Id::positions)));
                break;
            case Id::mask: writeTextbookMask(); break;
            case Id::query:
                if (hasHeads()) beginHeads();
                writeProduct(id, "d_k");
                break;
            case Id::key: writeProduct(id, "d_k"); break;
            case Id::value: writeProduct(id, "d_v"); break;
            case Id::rotated_query:
            case Id::rotated_key:
                set(id,
                    fmt::format("{}({}, {})", rotation(), from(id), cppNumber(d_.positions.base)));
                break;
            case Id::scores:
                set(id, fmt::format("scorePairs({}, {})", textbookName(scoreQueries(d_)),
                                    textbookName(scoreKeys(d_))));
                break;
            case Id::scaled_scores: writeTextbookScale(); break;
            case Id::capped_scores:
                set(id, fmt::format("capScores({}, {})", from(id), cppNumber(*d_.softcap)));
                break;
            case Id::biased_scores:
                set(id, fmt::format("subtractDistances({}, {})", from(id), slope()));
                break;
            case Id::masked_scores: writeTextbookMasking(); break;
            case Id::unmasked_weights: set(id, softmax(softmaxInput(d_))); break;
            case Id::masked_weights:
                set(id, fmt::format("zeroBlocked({}, {})", from(id), textbookName(Id::mask)));
                break;
            case Id::attention_weights: set(id, weights()); break;
            case Id::context: writeTextbookContext(); break;
            case Id::output: set(id, product(id, {})); break;
            default: break;  // a weight is given
        }
    }

    void writeTextbookPositions() {
        if (info(d_.positions.kind).has_table) {
            set(Id::positions, fmt::format("{}.topRows(n)", kTableName));
            return;
        }
        set(Id::positions, fmt::format("sinusoidalPositions(n, {}.cols(), {})",
                                       textbookName(Id::embeddings), cppNumber(d_.positions.base)));
    }

    void writeTextbookMask() {
        put(fmt::format("{}Mask {} = {};", d_.mask.flips.empty() ? "const " : "",
                        textbookName(Id::mask), textbookMaskCode(d_.mask)));
        for (const Cell cell : d_.mask.flips) {
            put(fmt::format("{}({}, {}) = {};", textbookName(Id::mask), cell.row, cell.col,
                            allows(d_.mask, cell.row, cell.col)));
        }
    }

    void beginHeads() {
        put(fmt::format("const Index heads = {};", d_.heads));
        put(fmt::format("const Index d_k = {}.cols() / heads;", textbookName(Id::w_query)));
        put(fmt::format("const Index d_v = {}.cols() / heads;", textbookName(Id::w_value)));
        put("std::vector<Matrix> contexts;");
        put("for (Index head = 0; head < heads; ++head) {");
        indent_ = "    ";
    }

    void writeProduct(Id id, std::string_view width) {
        const std::string columns =
            hasHeads() ? fmt::format(".middleCols(head * {0}, {0})", width) : std::string();
        set(id, product(id, columns));
    }

    /// @param columns those of the head, of weights and bias
    [[nodiscard]] std::string product(Id id, std::string_view columns) const {
        const std::optional<Id> bias = biasOf(d_, id);
        const std::string added =
            bias ? fmt::format(", {}{}", textbookName(*bias), columns) : std::string();
        return fmt::format("project({}, {}{}{})", from(id), textbookName(stage(id).right(d_)),
                           columns, added);
    }

    [[nodiscard]] std::string_view rotation() const {
        return Rotation(d_.positions, 4).second(0) == 1 ? "rotateInterleaved" : "rotateHalves";
    }

    void writeTextbookScale() {
        const std::string_view queries = textbookName(Id::query);
        std::string divisor;
        switch (d_.scale.kind) {
            case Scale::Kind::sqrt_dk:
                divisor = fmt::format("std::sqrt(static_cast<double>({}.cols()))", queries);
                break;
            case Scale::Kind::dk:
                divisor = fmt::format("static_cast<double>({}.cols())", queries);
                break;
            case Scale::Kind::none: divisor = "1"; break;
            case Scale::Kind::number: divisor = cppNumber(d_.scale.number); break;
        }
        set(Id::scaled_scores,
            fmt::format("scaleScores({}, {})", from(Id::scaled_scores), divisor));
    }

    [[nodiscard]] std::string slope() const {
        if (!hasHeads()) return cppNumber(headSlope(d_, 0));
        if (d_.positions.slopes.empty()) return "alibiSlopes(heads)[asSize(head)]";
        return "slopes[asSize(head)]";
    }

    void writeTextbookMasking() {
        const std::string_view scores = from(Id::masked_scores);
        const std::string_view mask = textbookName(Id::mask);
        const double value =
            d_.masking.method == MaskingMethod::zero_rows ? -HUGE_VAL : d_.masking.value;
        std::string_view function;
        bool takes_value = false;
        switch (d_.masking.method) {
            case MaskingMethod::fill:
            case MaskingMethod::zero_rows:
                function = "fillBlocked";
                takes_value = true;
                break;
            case MaskingMethod::add:
                function = "addToBlocked";
                takes_value = true;
                break;
            case MaskingMethod::multiply: function = "multiplyByMask"; break;
            case MaskingMethod::add_allowed: function = "addMask"; break;
            case MaskingMethod::renormalize:
            case MaskingMethod::zero: return;  // on weights
        }
        if (takes_value && std::isinf(value)) {
            put(fmt::format("const double {} = {}std::numeric_limits<double>::infinity();",
                            cppNumber(value), value < 0 ? "-" : ""));
        }
        set(Id::masked_scores,
            takes_value ? fmt::format("{}({}, {}, {})", function, scores, mask, cppNumber(value))
                        : fmt::format("{}({}, {})", function, scores, mask));
    }

    [[nodiscard]] std::string softmax(Id scores) const {
        return fmt::format("{}({})", isOverColumns(d_.masking) ? "softmaxColumns" : "softmaxRows",
                           textbookName(scores));
    }

    [[nodiscard]] std::string weights() const {
        const std::string_view mask = textbookName(Id::mask);
        switch (d_.masking.method) {
            case MaskingMethod::fill:
            case MaskingMethod::add:
            case MaskingMethod::multiply:
            case MaskingMethod::add_allowed: break;
            case MaskingMethod::zero_rows:
                return fmt::format("clearEmptyRows({}, {})", softmax(softmaxInput(d_)), mask);
            case MaskingMethod::renormalize:
                return fmt::format("renormalizeRows({})", textbookName(Id::masked_weights));
            case MaskingMethod::zero: return std::string(textbookName(Id::masked_weights));
        }
        return softmax(softmaxInput(d_));
    }

    void writeTextbookContext() {
        const std::string sum = fmt::format(
            "sumValues({}, {})", textbookName(Id::attention_weights), textbookName(Id::value));
        if (!hasHeads()) return set(Id::context, sum);
        put(fmt::format("contexts.push_back({});", sum));
        indent_ = {};
        put("}");
        set(Id::context, "joinHeads(contexts)");
    }

    const Document& d_;
    Id stage_ = Id::embeddings;
    std::string_view indent_;
    std::vector<CodeLine> lines_;
};

}  // namespace

std::vector<CodeLine> textbookForward(const Document& document) {
    return TextbookCode(document).lines();
}

}  // namespace lookback
