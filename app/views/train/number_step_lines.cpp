#include <fmt/format.h>

#include "app/views/shared/regions.h"
#include "app/views/shared/stage_grid.h"
#include "app/views/train/below_card.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/formula.h"
#include "app/widgets/menu.h"
#include "core/language/number_step.h"

namespace lookback {
namespace {

constexpr float kIndex = 48;
constexpr float kNumberStepLinesChip = 30;

LineFonts fontsOf(const Look& look) {
    const Fonts& fonts = look.fonts;
    return {fonts.small_text, fonts.strong_small, fonts.small_text};
}

}  // namespace

/// The matrix, the row and the column.
void BelowCard::picked(const Rect& line) {
    const auto now = nearestPlace(place_.number, run_.experiment(), run_.text().vocabularySize());
    const auto choose = [&](const NumberPlace& number) {
        TrainPlace place = place_;
        place.number = number;
        scene_.emit(SetTrainPlace{place});
    };
    const ParameterInfo<double>& matrix = kParameters<double>[now.matrix];
    const std::string title = std::string(plainText(parseSymbols(matrix.symbol))) + "##number";
    const ButtonOptions options{.tooltip = "The matrix whose number is looked at.", .menu = true};
    const float wide = buttonWidth(painter_, title, options);
    const Rect box{line.min, {line.min.x + wide, line.max.y}};
    if (button(painter_, box, title.c_str(), options)) ImGui::OpenPopup("##matrices");
    if (beginMenu(look_, "##matrices", box, false)) {
        for (std::size_t k = 0; k < kParameters<double>.size(); ++k) {
            const NumberPlace wished{k, now.row, now.col};
            const auto nearest =
                nearestPlace(wished, run_.experiment(), run_.text().vocabularySize());
            if (nearest.matrix != k) continue;
            const ParameterInfo<double>& row = kParameters<double>[k];
            const std::string label =
                fmt::format("{}: {}", plainText(parseSymbols(row.symbol)), row.name);
            if (menuItem(look_, label, {.chosen = k == now.matrix})) choose(nearest);
        }
        endMenu();
    }
    const auto index = [&](float left, const char* id, Index value, Index NumberPlace::*member) {
        std::string typed = fmt::format("{}", value);
        const MenuField field{
            .label = id,
            .font = look_.fonts.mono,
            .tooltip = member == &NumberPlace::row ? "The row, counted from 0."
                                                   : "The column, counted from 0.",
            .fault = [&](const std::string& text) -> std::string {
                const Result<double> wished = parseExpression(text);
                if (!wished || *wished != std::floor(*wished) || std::abs(*wished) > 1e9) {
                    return "Expected a whole number.";
                }
                NumberPlace place = now;
                place.*member = static_cast<Index>(*wished);
                const NumberPlace nearest =
                    nearestPlace(place, run_.experiment(), run_.text().vocabularySize());
                if (nearest == place) return "";
                place.*member = 1'000'000'000;
                const Index most =
                    nearestPlace(place, run_.experiment(), run_.text().vocabularySize()).*member;
                return fmt::format("Expected 0 to {}.", most);
            }};
        const Rect room{{left, line.min.y}, {left + look_.px(kIndex), line.max.y}};
        if (!menuField(look_, room, field, typed)) return;
        NumberPlace place = now;
        place.*member = static_cast<Index>(*parseExpression(typed));
        choose(place);
    };
    index(box.max.x + look_.px(8), "##number-row", now.row, &NumberPlace::row);
    index(box.max.x + look_.px(14 + kIndex), "##number-col", now.col, &NumberPlace::col);
}

std::vector<TextLine> BelowCard::linesOf(std::size_t twin) const {
    const auto number =
        nearestPlace(place_.number, run_.experiment(), run_.text().vocabularySize());
    if (moment_.wish.number != number) return {{{std::string(kMeasuring), Ink::soft}}};
    const std::vector<NumberStep>& found = moment_.number_steps;
    if (found.empty()) {
        return {{{"No step is taken yet: all numbers are as they were drawn.", Ink::soft}}};
    }
    return tell(found[twin]);
}

float BelowCard::stepsHeight() const {
    float most = 0;
    for (std::size_t twin = 0; twin < moment_.twins.size(); ++twin) {
        const float width = column(twin, rest_).width() - look_.px(kNumberStepLinesChip);
        float high = 0;
        for (const TextLine& line : linesOf(twin)) {
            high +=
                setLine(painter_, fontsOf(look_), {0, 0}, width, line, look_.px(12), false).height;
        }
        most = std::max(most, high);
    }
    return most;
}

void BelowCard::steps(const Rect& card) {
    for (std::size_t twin = 0; twin < moment_.twins.size(); ++twin) {
        const Rect box = column(twin, card);
        twinChip(painter_, box.min, look_.px(20), twin);
        const float left = box.min.x + look_.px(kNumberStepLinesChip + 4);
        float y = box.min.y;
        for (const TextLine& line : linesOf(twin)) {
            y += setLine(painter_, fontsOf(look_), {left, y}, box.max.x - left, line, look_.px(12))
                     .height;
        }
    }
}

}  // namespace lookback
