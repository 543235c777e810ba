#include "app/views/shared/blocked_table.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "app/look/painter.h"
#include "app/widgets/line_breaks.h"
#include "core/base/rough_number.h"
#include "core/base/text.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

constexpr float kBlockedTableLine = 20;
constexpr float kNote = 17;
constexpr float kBlockedTableBetween = 5;  ///< columns

/// In the order of their ranges.
constexpr std::array kShownTypes{DType::float64, DType::float32, DType::bfloat16, DType::float16};

const BlockedWeight& of(const BlockedWeights& weights, DType dtype) {
    return weights[static_cast<std::size_t>(dtype)];
}

/// As cells show it; where their decimals would hide that it is not 0, in one digit: `3e−9`.
std::string textOf(const BlockedWeight& weight) {
    constexpr int kBlockedTableDecimals = 4;
    constexpr double kLeast = 0.00005;
    if (weight.state != BlockedWeight::State::computed) return "\u2013";
    if (weight.most == 0) return "0";
    if (!(weight.most < kLeast)) return formatNumber(weight.most, kBlockedTableDecimals);
    return roughNumber(weight.most, 1);
}

/// What has to be said about the numbers of the table.
std::string noteOf(const Document& document, const BlockedWeights& weights) {
    std::string note;
    for (const DType type : kShownTypes) {
        const BlockedWeight& weight = of(weights, type);
        if (weight.state == BlockedWeight::State::too_much_work) {
            return fmt::format("So large a document is computed in {} only.",
                               info(document.dtype).name);
        }
        if (!note.empty()) note += ' ';
        if (weight.state == BlockedWeight::State::misfit) {
            note += fmt::format("A number here does not fit {}.", info(type).name);
        } else if (weight.overflows) {
            const double rounded = roundedTo(document.masking.value, info(type).kind);
            note += fmt::format("In {} {} becomes {}.", info(type).name,
                                formatShort(document.masking.value), formatShort(rounded));
        }
    }
    return note;
}

class BlockedTable {
public:
    BlockedTable(const Scene& scene, ImVec2 at, float width)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          document_(scene.document()),
          weights_(scene.shown().blockedWeights()),
          at_(at),
          y_(at.y),
          width_(width) {}

    float draw() {
        constexpr std::string_view kWho = "blocked words still get";
        const std::string how_much = written("at most, of a row", scene_.preferences().conventions);
        column_ = 0;
        for (const DType type : kShownTypes) {
            column_ = std::max(column_, painter_.width(look_.fonts.mono, info(type).name));
        }
        column_ += look_.px(kBlockedTableBetween);
        const float label = painter_.width(look_.fonts.small_text, kWho);
        if (label + static_cast<float>(kShownTypes.size()) * column_ <= width_) {
            words(kWho);
            cells([](DType type) { return std::string(info(type).name); }, look_.colors().soft);
            words(how_much);
            cells([this](DType type) { return textOf(of(weights_, type)); }, look_.colors().ink);
        } else {
            paragraph(fmt::format("{}, {}", kWho, how_much));
            for (const DType type : kShownTypes) row(type);
        }
        const std::string note =
            scene_.shown().blocksSome() ? noteOf(document_, weights_) : "Nothing is blocked.";
        // Room for a line of it is kept, so that nothing below moves when it comes and goes.
        const float below = y_ + look_.px(kNote);
        paragraph(note);
        return std::max(y_, below) - at_.y;
    }

private:
    void words(std::string_view text) {
        painter_.text(look_.fonts.small_text, look_.colors().soft,
                      {{at_.x, y_}, {at_.x + width_, y_ + look_.px(kBlockedTableLine)}}, text);
    }

    /// One of each precision, in columns that end at the right.
    template <class Text>
    void cells(Text text, Color color) {
        float right = at_.x + width_;
        for (auto type = kShownTypes.rbegin(); type != kShownTypes.rend(); ++type) {
            painter_.text(fontOf(*type), color,
                          {{right - column_, y_}, {right, y_ + look_.px(kBlockedTableLine)}},
                          text(*type), Align::right);
            right -= column_;
        }
        y_ += look_.px(kBlockedTableLine);
    }

    void row(DType type) {
        const Rect line{{at_.x, y_}, {at_.x + width_, y_ + look_.px(kBlockedTableLine)}};
        painter_.text(fontOf(type), look_.colors().soft, line, info(type).name);
        painter_.text(fontOf(type), look_.colors().ink, line, textOf(of(weights_, type)),
                      Align::right);
        y_ = line.max.y;
    }

    /// The document's own precision stands out.
    [[nodiscard]] ImFont* fontOf(DType type) const {
        return type == document_.dtype ? look_.fonts.mono_bold : look_.fonts.mono;
    }

    void paragraph(std::string_view text) {
        for (const std::string_view line : brokenLines(look_.fonts.small_text, text, width_)) {
            painter_.text(look_.fonts.small_text, look_.colors().soft,
                          {{at_.x, y_}, {at_.x + width_, y_ + look_.px(kNote)}}, line);
            y_ += look_.px(kNote);
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    const Document& document_;
    const BlockedWeights& weights_;
    ImVec2 at_;
    float y_;
    float width_;
    float column_ = 0;
};

}  // namespace

float drawBlockedTable(const Scene& scene, ImVec2 at, float width) {
    return BlockedTable(scene, at, width).draw();
}

}  // namespace lookback
