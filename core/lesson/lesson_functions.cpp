#include "core/lesson/lesson_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/matrix.h"

namespace lookback {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool hasNan(std::span<const double> numbers) {
    return std::any_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); });
}

double sumOf(std::span<const double> numbers) {
    double sum = 0;
    for (const double number : numbers) sum += number;
    return sum;
}

/// NaN without a number, or with a NaN among them.
double largestOf(std::span<const double> numbers) {
    if (numbers.empty() || hasNan(numbers)) return kNan;
    return *std::max_element(numbers.begin(), numbers.end());
}

double smallestOf(std::span<const double> numbers) {
    if (numbers.empty() || hasNan(numbers)) return kNan;
    return *std::min_element(numbers.begin(), numbers.end());
}

/// The place of the first NaN, as NumPy has it, else of the first smallest or largest number; 0 of
/// no numbers.
template <class Better>
Index placeOfBest(std::span<const double> numbers, Better better) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < numbers.size() && !std::isnan(numbers[best]); ++k) {
        if (std::isnan(numbers[k]) || better(numbers[k], numbers[best])) best = k;
    }
    return static_cast<Index>(best);
}

/// exp(x) / sum of exp; −∞ gives exactly 0. NaN throughout where all are −∞ or one is NaN.
std::vector<double> softmaxOf(std::span<const double> numbers) {
    const double largest = largestOf(numbers);
    std::vector<double> weights;
    weights.reserve(numbers.size());
    for (const double number : numbers) weights.push_back(std::exp(number - largest));
    const double sum = sumOf(weights);
    for (double& weight : weights) weight /= sum;
    return weights;
}

constexpr std::array kFunctions{
    ExpressionFunction{"exp", FunctionForm::each, [](double x) { return std::exp(x); }},
    ExpressionFunction{"log", FunctionForm::each, [](double x) { return std::log(x); }},
    ExpressionFunction{"sqrt", FunctionForm::each, [](double x) { return std::sqrt(x); }},
    ExpressionFunction{"abs", FunctionForm::each, [](double x) { return std::abs(x); }},
    ExpressionFunction{"tanh", FunctionForm::each, [](double x) { return std::tanh(x); }},
    ExpressionFunction{"round", FunctionForm::each, [](double x) { return std::round(x); }},
    ExpressionFunction{"floor_of", FunctionForm::each, [](double x) { return std::floor(x); }},
    ExpressionFunction{"ceil", FunctionForm::each, [](double x) { return std::ceil(x); }},
    ExpressionFunction{"sum", FunctionForm::whole, nullptr, sumOf},
    ExpressionFunction{
        "mean", FunctionForm::whole, nullptr,
        [](std::span<const double> all) { return sumOf(all) / static_cast<double>(all.size()); }},
    ExpressionFunction{"max", FunctionForm::whole, nullptr, largestOf},
    ExpressionFunction{"min", FunctionForm::whole, nullptr, smallestOf},
    ExpressionFunction{"count", FunctionForm::whole, nullptr,
                       [](std::span<const double> all) {
                           return static_cast<double>(std::count_if(
                               all.begin(), all.end(), [](double number) { return number != 0; }));
                       }},
    ExpressionFunction{"length", FunctionForm::whole, nullptr,
                       [](std::span<const double> all) { return static_cast<double>(all.size()); }},
    ExpressionFunction{"argmax", FunctionForm::whole, nullptr,
                       [](std::span<const double> all) {
                           return static_cast<double>(placeOfBest(all, std::greater<>()));
                       }},
    ExpressionFunction{"argmin", FunctionForm::whole, nullptr,
                       [](std::span<const double> all) {
                           return static_cast<double>(placeOfBest(all, std::less<>()));
                       }},
    ExpressionFunction{"softmax", FunctionForm::list, nullptr, nullptr, softmaxOf},
    ExpressionFunction{"dot", FunctionForm::pair},
    ExpressionFunction{"pick", FunctionForm::pick},
};

}  // namespace

std::span<const ExpressionFunction> expressionFunctions() { return kFunctions; }

}  // namespace lookback
