#include "app/widgets/cell_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::array kHeights{1.6f, 1.35f, 1.12f};
constexpr float kLargeType = 16;  ///< pixels: larger type has room around it
constexpr float kLargeHeight = 1.6f;
constexpr float kTightHeight = 0.88f;  ///< the line of a font is higher than its digits
constexpr float kDenseHeight = 0.75f;
constexpr float kDensePad = 0.3f;
constexpr float kTightestPad = 0.15f;
constexpr float kMostGrownHeight = 2.2f;  ///< of cells, in heights of the type
constexpr std::array kGrownPads{1.2f, 0.9f, 0.6f, 0.45f, 0.3f};
constexpr std::array kGrownOperands{24.0f, 16.0f, 12.0f, 9.0f, 6.0f, 4.0f, 3.0f};
constexpr std::array kColourSizes{24.0f, 20.0f, 16.0f, 13.0f, 10.0f, 8.0f, 6.0f, 4.0f, 3.0f, 2.0f};
constexpr float kLeastWithMask = 6;  ///< of operands beside a mask that can be painted
constexpr std::array kOperandSizes{12.0f, 9.0f, 6.0f, 4.0f, 3.0f};
constexpr float kOperandShare = 0.9f;  ///< of the digits' type, where there is room for that
constexpr int kLeastOfOperands = 2;    ///< decimals; fewer show no more than colour
constexpr float kWideGapFrom = 12;
constexpr int kPowerCharacters = 8;
constexpr int kNotANumber = 3;  ///< characters of NaN

/// A way to get digits into all matrices of a figure where its usual labels leave no room.
struct ShortLabels {
    float longest;  ///< pixels of the design
    float pad;      ///< beside digits, in heights of the type
};
constexpr std::array kShortLabels{ShortLabels{64, kDensePad}, ShortLabels{44, kDensePad},
                                  ShortLabels{44, kTightestPad}};

class Candidates {
public:
    Candidates(const Look& look, DigitFonts fonts, bool roomy)
        : look_(look), fonts_(fonts), roomy_(roomy), gap_(look.px(2)) {}

    void add(ImFont* font, int decimals, float height) {
        sizes_.push_back({.font = font,
                          .decimals = decimals,
                          .height = std::floor(font->FontSize * height),
                          .group = group_,
                          .gap = gap_});
    }

    /// Adds sizes with digits in all matrices.
    void addDigits(DigitFonts fonts, int decimals) {
        for (ImFont* font : fonts) {
            const bool is_large = font->FontSize > look_.px(kLargeType * kMonoLine) + 1;
            for (const float height : kHeights) {
                if (!roomy_ || !is_large || height >= kLargeHeight) add(font, decimals, height);
            }
        }
        if (roomy_) add(fonts.back(), decimals, kTightHeight);
        addTight(fonts.back(), decimals, kDensePad);
    }

    /// Adds a size with narrow cells. @param pad beside digits, in heights of the type
    void addTight(ImFont* font, int decimals, float pad) {
        add(font, decimals, roomy_ ? kTightHeight : kHeights.back());
        sizes_.back().pad = pad;
        sizes_.back().gap = 1;
    }

    /// Adds sizes with digits in the result alone.
    void addColourOperands(int decimals) {
        // Of a single decimal there is no more in larger type.
        const bool has_large = decimals >= kLeastOfOperands;
        for (ImFont* font : fonts_.first(has_large ? fonts_.size() - 1 : 0)) {
            for (const bool brief : {false, true}) {
                addDense(font, decimals, kHeights.back(), font->FontSize * kOperandShare, brief);
            }
        }
        for (const bool brief : {false, true}) {
            for (const float operand : kOperandSizes) {
                for (const float height : {kHeights.back(), kDenseHeight}) {
                    addDense(fonts_.back(), decimals, height, look_.px(operand), brief);
                }
            }
        }
    }

    /// Adds sizes with digits in all matrices, from all decimals to the fewest of operands.
    void addDigitsOfAll(int decimals) {
        addDigits(fonts_, decimals);
        const DigitFonts small = fonts_.last(std::min<std::size_t>(fonts_.size(), 2));
        for (int digits = std::min(decimals, 4) - 1; digits >= kLeastOfOperands; --digits) {
            addDigits(small, digits);
        }
    }

    /// Adds the sizes so far once more, with brief titles. @param is_stacked the result stands
    /// below
    void addBrief(bool is_stacked, std::size_t count) {
        beginGroup();
        for (std::size_t k = 0; k < count; ++k) {
            CellFit fit = sizes_[k];
            fit.is_brief = true;
            fit.is_stacked = is_stacked;
            fit.group = group_;
            sizes_.push_back(fit);
        }
    }

    /// Adds the smallest sizes with digits in all matrices, with brief titles and short labels.
    void addShort(const ShortLabels& labels, bool is_stacked, int decimals) {
        beginGroup();
        const int least = std::min(decimals, kLeastOfOperands);
        for (int digits = std::min(decimals, 4); digits >= least; --digits) {
            addTight(fonts_.back(), digits, labels.pad);
            sizes_.back().is_brief = true;
            sizes_.back().is_stacked = is_stacked;
            sizes_.back().longest_label = look_.px(labels.longest);
        }
    }

    /// Begins the next group of sizes, whose last one is to be its smallest.
    void beginGroup() { ++group_; }

    [[nodiscard]] std::size_t count() const { return sizes_.size(); }

    void add(std::vector<CellFit> more) {
        beginGroup();
        for (CellFit& fit : more) fit.group = group_;
        sizes_.insert(sizes_.end(), more.begin(), more.end());
    }

    [[nodiscard]] std::vector<CellFit> take() { return std::move(sizes_); }

private:
    void addDense(ImFont* font, int decimals, float height, float operand, bool brief) {
        sizes_.push_back({.font = font,
                          .decimals = decimals,
                          .height = std::floor(font->FontSize * height),
                          .operand = std::floor(operand),
                          .has_small_mask = operand < look_.px(kLeastWithMask),
                          .is_brief = brief,
                          .group = group_,
                          .gap = 1,
                          .pad = kDensePad});
    }

    const Look& look_;
    DigitFonts fonts_;
    bool roomy_;
    float gap_;
    int group_ = 0;
    std::vector<CellFit> sizes_;
};

}  // namespace

int DigitRoom::characters(int decimals) const {
    if (domain == Domain::allowed) return 2;
    if (domain == Domain::weights) return std::max(kNotANumber, 2 + decimals);
    const auto characters_of = [&](double size) {
        if (size >= kPowersOfTenFrom) return kPowerCharacters;
        const int before = size < 10 ? 1 : 1 + static_cast<int>(std::floor(std::log10(size)));
        return (is_signed ? 1 : 0) + before + (decimals > 0 ? 1 + decimals : 0);
    };
    return std::max({kNotANumber, characters_of(bound), characters_of(masked), masked_characters});
}

float CellFit::width(const DigitRoom& room) const {
    if (font == nullptr) return colour_width;
    const float character = font->GetCharAdvance('0');
    return std::ceil(
        (static_cast<float>(room.characters(decimals)) * character + font->FontSize * pad) *
        magnified);
}

CellFit CellFit::ofOperands() const {
    CellFit fit = *this;
    if (operand_font == nullptr || font == nullptr) return fit;
    fit.font = operand_font;
    fit.height = std::floor(height / font->FontSize * operand_font->FontSize);
    return fit;
}

void CellFit::magnify(float by) {
    for (float* const length : {&height, &colour_width, &operand, &gap, &longest_label, &magnified})
        *length *= by;
}

CellFit smallestWithDigits(const std::vector<CellFit>& sizes) {
    const auto found = std::find_if(sizes.rbegin(), sizes.rend(),
                                    [](const CellFit& size) { return size.font != nullptr; });
    return found != sizes.rend() ? *found : sizes.front();
}

std::vector<CellFit> colourFits(const Look& look, int decimals) {
    std::vector<CellFit> sizes;
    for (const float side : kColourSizes) {
        sizes.push_back({.decimals = decimals,
                         .height = look.px(side),
                         .colour_width = look.px(side),
                         .gap = side > kWideGapFrom ? look.px(2) : 1});
    }
    return sizes;
}

std::vector<CellFit> cellFits(const Look& look, DigitFonts fonts, int decimals,
                              const FitOptions& options) {
    Candidates candidates(look, fonts, options.roomy);
    candidates.addDigitsOfAll(decimals);
    if (options.roomy) {
        const std::size_t count = candidates.count();
        candidates.addBrief(false, count);
        candidates.addBrief(true, count);
        for (const ShortLabels& labels : kShortLabels) {
            for (const bool is_stacked : {false, true}) {
                candidates.addShort(labels, is_stacked, decimals);
            }
        }
    }
    candidates.beginGroup();
    for (int digits = decimals; digits >= options.least_decimals; --digits) {
        candidates.addColourOperands(digits);
    }
    if (!options.roomy) {
        candidates.beginGroup();
        candidates.addTight(fonts.back(), std::min(decimals, options.least_decimals), kTightestPad);
    }
    candidates.add(colourFits(look, decimals));
    return candidates.take();
}

void growCells(const Look& look, CellFit& fit, const std::function<bool(const CellFit&)>& fits) {
    if (fit.font == nullptr) return;
    const auto keep = [&](const CellFit& wished) {
        if (!fits(wished)) return false;
        fit = wished;
        return true;
    };
    const auto with = [&](auto CellFit::*field, auto value) {
        CellFit wished = fit;
        wished.*field = value;
        return wished;
    };
    if (fit.operand > 0) {
        keep(with(&CellFit::is_brief, false));
        for (const float side : kGrownOperands) {
            const float wished = look.px(side);
            if (wished <= fit.operand || keep(with(&CellFit::operand, wished))) break;
        }
    }
    float too_high = std::floor(fit.font->FontSize * kMostGrownHeight) + 1;
    while (too_high - fit.height > 1) {
        const float middle = std::floor((fit.height + too_high) / 2);
        if (!keep(with(&CellFit::height, middle))) too_high = middle;
    }
    for (const float pad : kGrownPads) {
        if (pad <= fit.pad || keep(with(&CellFit::pad, pad))) break;
    }
}

}  // namespace lookback
