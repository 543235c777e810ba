#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/code/code.h"
#include "core/code/code_names.h"
#include "core/code/forward_code.h"
#include "core/code/mask_code.h"
#include "core/code/python_text.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"

// PyTorch and NumPy: one writer, since most lines are the same in both.

namespace lookback {
namespace {

using Id = MatrixId;

class PythonCode {
public:
    PythonCode(const Document& document, CodeLibrary library, bool has_batch)
        : d_(document),
          torch_(library == CodeLibrary::pytorch),
          has_batch_(has_batch),
          blocks_(codeMaskBlocks(document, library)) {}

    std::vector<CodeLine> lines() {
        for (const MatrixId id : stageOrder(d_)) write(id);
        return std::move(lines_);
    }

private:
    // Parts of lines.

    void put(std::string text) { lines_.push_back({std::move(text), stage_}); }
    void set(Id id, std::string_view value) { put(fmt::format("{} = {}", name(id), value)); }

    [[nodiscard]] std::string name(Id id) const { return pythonName(d_, id); }
    [[nodiscard]] bool hasHeads() const { return d_.heads > 1; }
    [[nodiscard]] std::string_view ofTorch(std::string_view torch, std::string_view numpy) const {
        return torch_ ? torch : numpy;
    }
    /// A call of the library: `torch.tanh(scores)`.
    [[nodiscard]] std::string call(std::string_view function, std::string_view arguments) const {
        return fmt::format("{}.{}({})", ofTorch("torch", "np"), function, arguments);
    }
    /// An axis as an argument: `dim=-1`.
    [[nodiscard]] std::string along(int axis) const {
        return fmt::format("{}={}", ofTorch("dim", "axis"), axis);
    }
    [[nodiscard]] std::string_view keepingAxis() const {
        return ofTorch("keepdim=True", "keepdims=True");
    }
    /// An operation's result, in the dtype of the document.
    [[nodiscard]] std::string rounded(std::string value) const {
        return isRoundedInCode(d_) ? fmt::format("rounded({})", value) : value;
    }
    /// A number of the document as its computation has it.
    [[nodiscard]] std::string number(double value) const { return pythonScalar(d_, value); }
    /// Numbers of 64 bits as the dtype that the code computes in.
    [[nodiscard]] std::string fromDouble(const std::string& value) const {
        if (isRoundedInCode(d_)) return rounded(value);
        return d_.dtype == DType::float64 ? value : cast(value);
    }
    [[nodiscard]] std::string cast(std::string_view value) const {
        return fmt::format("{}.{}({})", value, ofTorch("to", "astype"),
                           pythonDType(d_, torch_ ? CodeLibrary::pytorch : CodeLibrary::numpy));
    }
    /// Whole numbers from 0 on, in 64 bits: `torch.arange(n, dtype=torch.float64)`.
    [[nodiscard]] std::string realPositions(std::string_view arguments) const {
        return fmt::format("{}.arange({}, dtype={}.float64)", ofTorch("torch", "np"), arguments,
                           ofTorch("torch", "np"));
    }
    [[nodiscard]] std::string function(std::string_view name, std::string_view value) const {
        return torch_ ? fmt::format("{}.{}()", value, name) : fmt::format("np.{}({})", name, value);
    }

    /// The numbers of the mask's cells, once.
    void putPositions() {
        if (has_positions_) return;
        has_positions_ = true;
        put(fmt::format("i = {}.arange(n)[:, None]", ofTorch("torch", "np")));
        put(fmt::format("j = {}.arange(n)[None, :]", ofTorch("torch", "np")));
    }
    void putWidth() {
        if (has_width_) return;
        has_width_ = true;
        put(fmt::format("{} = {}.shape[-1]", widthName(d_), name(Id::query)));
    }

    // Stages.

    void write(Id id) {
        stage_ = id;
        switch (id) {
            case Id::embeddings:
                put(fmt::format("n, d_in = {}.shape{}", name(Id::embeddings),
                                has_batch_ ? "[-2:]" : ""));
                break;
            case Id::positions: writePositions(); break;
            case Id::encoded:
                set(id, rounded(fmt::format("{} + {}", name(Id::embeddings), name(Id::positions))));
                break;
            case Id::query: writeProjection(id, Id::w_query); break;
            case Id::key: writeProjection(id, Id::w_key); break;
            case Id::value: writeProjection(id, Id::w_value); break;
            case Id::rotated_query:
                writeRotation();
                set(id, fmt::format("rotate({})", name(Id::query)));
                break;
            case Id::rotated_key: set(id, fmt::format("rotate({})", name(Id::key))); break;
            case Id::scores:
                set(id, rounded(fmt::format("{} @ {}", name(scoreQueries(d_)),
                                            transposed(name(scoreKeys(d_))))));
                break;
            case Id::scaled_scores: writeScale(); break;
            case Id::capped_scores: writeCap(); break;
            case Id::biased_scores: writeBias(); break;
            case Id::mask: writeMask(); break;
            case Id::masked_scores: writeMaskedScores(); break;
            case Id::unmasked_weights: writeSoftmax(id); break;
            case Id::masked_weights:
                set(id, fmt::format("{} * {}", name(Id::unmasked_weights), allowed()));
                break;
            case Id::attention_weights: writeWeights(); break;
            case Id::context: writeContext(); break;
            case Id::output: set(id, rounded(product(id))); break;
            default: break;  // a weight is given
        }
    }

    void writePositions() {
        if (info(d_.positions.kind).has_table) {
            set(Id::positions, fmt::format("{}[:n]", kTableName));
            return;
        }
        put(fmt::format("position = {}[:, None]", realPositions("n")));
        put(fmt::format("column = {}", realPositions("d_in")));
        put(fmt::format("angle = position / {} ** ((column - column % 2) / d_in)",
                        codeNumber(d_.positions.base)));
        const std::string waves = fmt::format("column % 2 == 0, {}, {}", function("sin", "angle"),
                                              function("cos", "angle"));
        set(Id::positions, fromDouble(call("where", waves)));
    }

    /// A product with weights, and the bias that is added: `X @ W_q + b_q`.
    [[nodiscard]] std::string product(Id id) const {
        const Stage& row = stage(id);
        const std::optional<Id> bias = biasOf(d_, id);
        return fmt::format("{} @ {}{}", name(row.left(d_)), name(row.right(d_)),
                           bias ? " + " + name(*bias) : "");
    }

    void writeProjection(Id id, Id weight) {
        const std::string_view width = id == Id::value ? "d_v" : widthName(d_);
        if (hasHeads() && id == Id::query) put(fmt::format("heads = {}", d_.heads));
        if (hasHeads() && id != Id::key) {
            put(fmt::format("{} = {}.shape[1] // heads", width, name(weight)));
        }
        has_width_ = has_width_ || hasHeads();
        std::string rows = rounded(product(id));
        if (hasHeads()) {
            rows = isRoundedInCode(d_) ? rows : "(" + rows + ")";
            rows += fmt::format(".reshape({}n, heads, {}).{}", has_batch_ ? "-1, " : "", width,
                                headsFirst());
        }
        set(id, rows);
    }

    /// Exchanges the axes of tokens and heads.
    [[nodiscard]] std::string_view headsFirst() const {
        if (has_batch_) return "transpose(1, 2)";
        return ofTorch("transpose(0, 1)", "transpose(1, 0, 2)");
    }

    [[nodiscard]] std::string transposed(const std::string& matrix) const {
        if (!hasHeads() && !has_batch_) return matrix + ".T";
        return matrix + std::string(ofTorch(".transpose(-2, -1)", ".transpose(0, 2, 1)"));
    }

    /// The function that rotates queries and keys.
    void writeRotation() {
        putWidth();
        const std::string_view width = widthName(d_);
        const bool interleaved = Rotation(d_.positions, 4).second(0) == 1;
        put(fmt::format("pair = {}", realPositions(fmt::format("{} // 2", width))));
        put(fmt::format("angle = {}[:, None] * {} ** (-2 * pair / {})", realPositions("n"),
                        codeNumber(d_.positions.base), width));
        put(fmt::format("cos, sin = {}, {}", fromDouble(function("cos", "angle")),
                        fromDouble(function("sin", "angle"))));
        put("def rotate(x):");
        if (interleaved) {
            put("    a, b = x[..., 0::2], x[..., 1::2]");
        } else {
            put(fmt::format("    a, b = x[..., :{0} // 2], x[..., {0} // 2:]", width));
        }
        const auto half = [&](std::string_view by_a, char sign, std::string_view by_b) {
            return rounded(fmt::format("{} {} {}", rounded(fmt::format("a * {}", by_a)), sign,
                                       rounded(fmt::format("b * {}", by_b))));
        };
        put(fmt::format("    turned = {}, {}", half("cos", '-', "sin"), half("sin", '+', "cos")));
        const std::string_view joined = interleaved ? "stack" : ofTorch("cat", "concatenate");
        put(fmt::format("    return {}{}", call(joined, "turned, " + along(-1)),
                        interleaved ? ".reshape(x.shape)" : ""));
        put("");
    }

    void writeScale() {
        const std::string from = name(stage(Id::scaled_scores).left(d_));
        std::string by;
        switch (d_.scale.kind) {
            case Scale::Kind::none: return set(Id::scaled_scores, from);
            case Scale::Kind::sqrt_dk: by = fmt::format("math.sqrt({})", widthName(d_)); break;
            case Scale::Kind::dk: by = widthName(d_); break;
            case Scale::Kind::number: by = number(d_.scale.number); break;
        }
        if (d_.scale.kind != Scale::Kind::number) {
            putWidth();
            if (isRoundedInCode(d_)) {
                put(fmt::format("divisor = {}", rounded(call(ofTorch("tensor", "float32"), by))));
                by = "divisor";
            }
        }
        set(Id::scaled_scores, rounded(fmt::format("{} / {}", from, by)));
    }

    void writeCap() {
        put(fmt::format("cap = {}", number(*d_.softcap)));
        const std::string share = rounded(fmt::format("{} / cap", name(Id::scaled_scores)));
        set(Id::capped_scores, rounded(fmt::format("cap * {}", rounded(call("tanh", share)))));
    }

    void writeBias() {
        putPositions();
        const std::string from = name(stage(Id::biased_scores).left(d_));
        std::string_view slope = "slope";
        if (hasHeads()) {
            std::vector<std::string> slopes;
            for (const double each : slopesOf(d_)) slopes.push_back(number(each));
            put(fmt::format("slopes = {}[:, None, None]",
                            pythonArray(d_, torch_ ? CodeLibrary::pytorch : CodeLibrary::numpy,
                                        fmt::format("[{}]", fmt::join(slopes, ", ")))));
            slope = "slopes";
        } else {
            put(fmt::format("slope = {}", number(headSlope(d_, 0))));
        }
        put(fmt::format("distance = {}", cast("abs(i - j)")));
        set(Id::biased_scores,
            rounded(fmt::format("{} - {}", from, rounded(fmt::format("{} * distance", slope)))));
    }

    // The mask.

    [[nodiscard]] std::string allowed() const {
        return fmt::format("{}{}", blocks_ ? "~" : "", name(Id::mask));
    }
    [[nodiscard]] std::string blocked() const {
        return fmt::format("{}{}", blocks_ ? "" : "~", name(Id::mask));
    }
    [[nodiscard]] std::string allTrue() const {
        return torch_ ? "torch.ones(n, n, dtype=torch.bool)" : "np.ones((n, n), dtype=bool)";
    }

    void writeMask() {
        Index diagonal = 0;
        if (isTriangle(d_.mask, diagonal)) {
            const Index first = blocks_ ? diagonal + 1 : diagonal;
            const std::string_view axis = ofTorch("diagonal", "k");
            set(Id::mask,
                call(blocks_ ? "triu" : "tril",
                     first == 0 ? allTrue() : fmt::format("{}, {}={}", allTrue(), axis, first)));
        } else if (const std::string condition = maskCondition(d_.mask, "i", "j");
                   condition.empty()) {
            set(Id::mask, (blocks_ ? "~" : "") + allTrue());
        } else {
            putPositions();
            // The condition of keys alone has one row for all queries.
            const std::string wide =
                isOfKeys() ? fmt::format("{} & {}", allTrue(), condition) : condition;
            set(Id::mask, blocks_ ? fmt::format("~({})", wide) : wide);
        }
        for (const Cell cell : d_.mask.flips) {
            const bool is_allowed = allows(d_.mask, cell.row, cell.col);
            put(fmt::format("{}[{}, {}] = {}", name(Id::mask), cell.row, cell.col,
                            is_allowed != blocks_ ? "True" : "False"));
        }
    }

    /// True where no rule depends on the query.
    [[nodiscard]] bool isOfKeys() const {
        return std::all_of(d_.mask.rules.begin(), d_.mask.rules.end(), [](const MaskRule& rule) {
            return rule.kind == MaskKind::none || rule.kind == MaskKind::padding;
        });
    }

    [[nodiscard]] std::string filled(const std::string& scores, double value) const {
        if (torch_) return fmt::format("{}.masked_fill({}, {})", scores, blocked(), number(value));
        return blocks_ ? fmt::format("np.where({}, {}, {})", name(Id::mask), number(value), scores)
                       : fmt::format("np.where({}, {}, {})", name(Id::mask), scores, number(value));
    }

    void writeMaskedScores() {
        const std::string from = name(stage(Id::masked_scores).left(d_));
        const double value = d_.masking.value;
        switch (d_.masking.method) {
            case MaskingMethod::fill: return set(Id::masked_scores, filled(from, value));
            case MaskingMethod::zero_rows: return set(Id::masked_scores, filled(from, -HUGE_VAL));
            case MaskingMethod::multiply:
                return set(Id::masked_scores, fmt::format("{} * {}", from, allowed()));
            case MaskingMethod::add_allowed:
                return set(Id::masked_scores, rounded(fmt::format("{} + {}", from, allowed())));
            case MaskingMethod::add: break;
            case MaskingMethod::renormalize:
            case MaskingMethod::zero: return;  // on weights
        }
        if (!torch_ && d_.dtype == DType::float64 && std::isfinite(value) && value < 0) {
            set(Id::masked_scores, fmt::format("{} - {} * {}", from, blocked(), number(-value)));
            return;
        }
        if (torch_) {
            const bool is_usual = d_.dtype != DType::float64;
            put(fmt::format("bias = torch.zeros(n, n{}).masked_fill({}, {})",
                            is_usual ? "" : ", dtype=torch.float64", blocked(), number(value)));
        } else {
            put(fmt::format("bias = np.where({}, {}, 0.0)", blocked(), number(value)));
            if (d_.dtype != DType::float64) lines_.back().text += ".astype(np.float32)";
        }
        set(Id::masked_scores, rounded(fmt::format("{} + bias", from)));
    }

    // Weights.

    void putSoftmax() {
        if (torch_ || has_softmax_) return;
        has_softmax_ = true;
        put("def softmax(x, axis):");
        // NumPy finds the largest of no numbers only from an initial one.
        put(fmt::format("    e = np.exp(x - x.max(axis=axis, keepdims=True{}))",
                        d_.n() == 0 ? ", initial=0.0" : ""));
        put("    return e / e.sum(axis=axis, keepdims=True)");
        put("");
    }

    [[nodiscard]] std::string softmaxOf(Id from) const {
        return rounded(fmt::format("{}softmax({}, {})", ofTorch("torch.", ""), name(from),
                                   along(isOverColumns(d_.masking) ? -2 : -1)));
    }

    void writeSoftmax(Id into) {
        putSoftmax();
        set(into, softmaxOf(softmaxInput(d_)));
    }

    void writeWeights() {
        const std::string masked = name(Id::masked_weights);
        switch (d_.masking.method) {
            case MaskingMethod::fill:
            case MaskingMethod::add:
            case MaskingMethod::multiply:
            case MaskingMethod::add_allowed: return writeSoftmax(Id::attention_weights);
            case MaskingMethod::renormalize:
                return set(Id::attention_weights,
                           rounded(fmt::format("{0} / {1}", masked,
                                               rounded(fmt::format("{}.sum({}, {})", masked,
                                                                   along(-1), keepingAxis())))));
            case MaskingMethod::zero: return set(Id::attention_weights, masked);
            case MaskingMethod::zero_rows: break;
        }
        putSoftmax();
        put(fmt::format("is_empty = {}{}.{}({}, {})", blocks_ ? "" : "~", name(Id::mask),
                        blocks_ ? "all" : "any", along(-1), keepingAxis()));
        if (has_batch_) {
            // The gradient of the softmax of a row of -inf is NaN.
            const std::string scores = name(softmaxInput(d_));
            put(fmt::format("{0} = {0}.masked_fill(is_empty, 0.0)", scores));
        }
        const std::string softmax = softmaxOf(softmaxInput(d_));
        set(Id::attention_weights, torch_ ? fmt::format("{}.masked_fill(is_empty, 0.0)", softmax)
                                          : fmt::format("np.where(is_empty, 0.0, {})", softmax));
    }

    void writeContext() {
        std::string product =
            rounded(fmt::format("{} @ {}", name(Id::attention_weights), name(Id::value)));
        if (hasHeads()) {
            product = isRoundedInCode(d_) ? product : "(" + product + ")";
            product += fmt::format(".{}.reshape({}n, heads * d_v)", headsFirst(),
                                   has_batch_ ? "-1, " : "");
        }
        set(Id::context, product);
    }

    const Document& d_;
    bool torch_;
    bool has_batch_;
    bool blocks_;
    Id stage_ = Id::embeddings;
    bool has_positions_ = false;  ///< i and j
    bool has_width_ = false;      ///< d_k
    bool has_softmax_ = false;    ///< NumPy's function
    std::vector<CodeLine> lines_;
};

}  // namespace

std::vector<CodeLine> pythonForward(const Document& document, CodeLibrary library, bool has_batch) {
    return PythonCode(document, library, has_batch).lines();
}

std::vector<std::string> roundingCode(const Document& document, CodeLibrary library) {
    if (!isRoundedInCode(document) || library == CodeLibrary::textbook) return {};
    const std::string_view dtype = info(document.dtype).name;
    if (library == CodeLibrary::pytorch) {
        return {"def rounded(x):",
                fmt::format("    return x.to(torch.{}).to(torch.float32)", dtype)};
    }
    if (document.dtype == DType::float16) {
        return {"def rounded(x):",
                "    return np.asarray(x).astype(np.float16).astype(np.float32)"};
    }
    // The upper half of the bits of a float32, to the nearest, ties to even. NaN stays.
    return {"def rounded(x):",
            "    x = np.asarray(x, dtype=np.float32)",
            "    bits = x.view(np.uint32)",
            "    bits = bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1))",
            "    upper = bits & np.uint32(0xFFFF0000)",
            "    return np.where(np.isnan(x), x, upper.view(np.float32))"};
}

}  // namespace lookback
