#include "app/widgets/typed_answer.h"

#include <cmath>

#include "app/widgets/expression.h"

namespace lookback {

Result<double> parseAnswer(std::string_view text, AnswerUnit unit) {
    constexpr double kPercent = 100;
    const std::size_t last = text.find_last_not_of(" \t");
    if (last != std::string_view::npos && text[last] == '%') {
        return parseExpression(text.substr(0, last)).map([](double number) {
            return number / kPercent;
        });
    }
    return parseExpression(text).map([unit](double number) {
        const bool is_percent = unit == AnswerUnit::percent && std::abs(number) > 1;
        return is_percent && std::isfinite(number) ? number / kPercent : number;
    });
}

}  // namespace lookback
