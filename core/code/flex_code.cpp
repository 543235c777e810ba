#include "core/code/flex_code.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/code/mask_code.h"
#include "core/code/python_text.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/position_arithmetic.h"

namespace lookback {
namespace {

/// FlexAttention's `score_mod`: softcap, distances and masking of a score that is scaled already.
class ScoreMod {
public:
    explicit ScoreMod(const Document& document) : d_(document) {}

    std::vector<std::string> lines() {
        if (d_.softcap) put(fmt::format("cap * torch.tanh(score / cap)"));
        if (masksBeforeScale(d_.masking)) mask(divisor(d_));
        if (info(d_.positions.kind).has_slopes) {
            put("score - slopes[head] * abs(q_idx - kv_idx)");
        }
        if (!masksBeforeScale(d_.masking)) mask(1);
        lines_.emplace_back("    return score");
        return std::move(lines_);
    }

    /// The values that the function reads.
    [[nodiscard]] std::vector<std::string> values() const {
        std::vector<std::string> lines{fmt::format("scale = {}", codeNumber(1 / divisor(d_)))};
        if (d_.softcap) lines.push_back(fmt::format("cap = {}", codeNumber(*d_.softcap)));
        if (info(d_.positions.kind).has_slopes) {
            std::vector<std::string> slopes;
            for (const double each : slopesOf(d_)) slopes.push_back(codeNumber(each));
            lines.push_back(fmt::format("slopes = torch.tensor([{}])", fmt::join(slopes, ", ")));
        }
        return lines;
    }

private:
    void put(std::string_view value) { lines_.push_back(fmt::format("    score = {}", value)); }
    void choose(std::string_view allowed, std::string_view blocked) {
        put(fmt::format("torch.where(is_allowed, {}, {})", allowed, blocked));
    }

    /// @param by divisor of values that meet raw scores
    void mask(double by) {
        if (info(d_.masking.method).place == MaskingPlace::weights) return;
        lines_.emplace_back("    is_allowed = mask_mod(batch, head, q_idx, kv_idx)");
        const std::string value = pythonScalar(d_, maskedScoreValue(d_.masking) / by);
        switch (d_.masking.method) {
            case MaskingMethod::fill:
            case MaskingMethod::zero_rows: return choose("score", value);
            case MaskingMethod::add: return choose("score", "score + " + value);
            case MaskingMethod::multiply: return choose("score", "score * 0.0");
            case MaskingMethod::add_allowed:
                return choose("score + " + pythonScalar(d_, 1 / by), "score");
            case MaskingMethod::renormalize:
            case MaskingMethod::zero: return;
        }
    }

    const Document& d_;
    std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> plainMaskCode(const Document& document) {
    // Without what comes before the mask: it has its own positions i and j, and its own name.
    Document plain = document;
    plain.positions = {};
    plain.lesson.reset();
    std::vector<std::string> code;
    for (const CodeLine& line : forwardCode(plain, CodeLibrary::pytorch)) {
        if (line.stage == MatrixId::mask) code.push_back(line.text);
    }
    return code;
}

std::vector<std::string> additiveMaskCode(const Document& document) {
    const Masking& masking = document.masking;
    const double value = masking.method == MaskingMethod::add ? masking.value : -HUGE_VAL;
    return {fmt::format("bias = torch.zeros(n, n).masked_fill(~mask, {})",
                        pythonScalar(document, value))};
}

std::vector<std::string> maskModCode(const Mask& mask) {
    std::vector<std::string> code;
    std::string condition = maskCondition(mask, "q_idx", "kv_idx");
    if (condition.empty()) condition = "q_idx >= 0";
    if (!mask.flips.empty()) {
        code.emplace_back("flipped = torch.zeros(n, n, dtype=torch.bool)");
        for (const Cell cell : mask.flips) {
            code.push_back(fmt::format("flipped[{}, {}] = True", cell.row, cell.col));
        }
        code.emplace_back();
        condition = fmt::format("({}) ^ flipped[q_idx, kv_idx]", condition);
    }
    code.emplace_back("def mask_mod(batch, head, q_idx, kv_idx):");
    code.push_back(fmt::format("    return {}", condition));
    return code;
}

std::vector<std::string> scoreModCode(const Document& document) {
    ScoreMod writer(document);
    std::vector<std::string> code = writer.values();
    code.emplace_back();
    code.emplace_back("def score_mod(score, batch, head, q_idx, kv_idx):");
    const std::vector<std::string> body = writer.lines();
    code.insert(code.end(), body.begin(), body.end());
    return code;
}

}  // namespace lookback
