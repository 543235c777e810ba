#include "app/views/train/experiment_field.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/widgets/expression.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr double kLargestExactWhole = 1e15;  ///< a double holds every whole number up to it

}  // namespace

ExperimentField wholeField(const char* id, Index value, std::string_view tooltip,
                           std::function<void(Experiment&, Index)> set) {
    return {.id = id,
            .shown = fmt::format("{}", value),
            .tooltip = tooltip,
            .put = [set = std::move(set)](Experiment& next, const std::string& typed) {
                const Result<double> number = parseExpression(typed);
                const bool is_whole = number && *number == std::floor(*number) &&
                                      std::abs(*number) <= kLargestExactWhole;
                if (!is_whole) return std::string("Expected a whole number.");
                set(next, static_cast<Index>(*number));
                return std::string();
            }};
}

ExperimentField realField(const char* id, double value, std::string_view tooltip,
                          std::function<void(Experiment&, double)> set) {
    return {.id = id,
            .shown = shortestDigits(value, ScalarKind::float64),
            .tooltip = tooltip,
            .put = [set = std::move(set)](Experiment& next, const std::string& typed) {
                const Result<double> number = parseExpression(typed);
                if (!number) return asSentence(number.error().message);
                set(next, *number);
                return std::string();
            }};
}

std::string faultOf(Experiment wished) {
    const bool is_long = wished.text.size() > kMostEdited;
    if (is_long) wished.text.resize(kMostEdited);
    for (const Error& fault : faults(wished)) {
        if (!is_long || fault.where != "text") return asSentence(fault.message);
    }
    return "";
}

std::string faultOf(const Experiment& now, const ExperimentField& field, const std::string& typed) {
    Experiment next = now;
    std::string fault = field.put(next, typed);
    return fault.empty() ? faultOf(std::move(next)) : fault;
}

}  // namespace lookback
