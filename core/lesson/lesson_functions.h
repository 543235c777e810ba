#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lookback {

/// A number, or a list of numbers.
struct NumberList {
    std::vector<double> numbers;
    bool is_list = false;  ///< else there is exactly one number

    static NumberList one(double number) { return {{number}, false}; }
    static NumberList list(std::vector<double> numbers) { return {std::move(numbers), true}; }
};

/// How a function treats its arguments.
enum class FunctionForm : std::uint8_t {
    each,   ///< of one argument, number by number
    whole,  ///< of all numbers of all arguments, to one number
    list,   ///< of one list, to a list
    pair,   ///< of two lists of equal length, to one number
    pick,   ///< of a list and a place in it, to one number
};

/// A row of the table of functions; the one of the three that belongs to its form is not null.
struct ExpressionFunction {
    std::string_view name;
    FunctionForm form;
    double (*of_number)(double) = nullptr;
    double (*of_numbers)(std::span<const double>) = nullptr;  ///< may be of none
    std::vector<double> (*to_list)(std::span<const double>) = nullptr;
};

[[nodiscard]] std::span<const ExpressionFunction> expressionFunctions();

}  // namespace lookback
