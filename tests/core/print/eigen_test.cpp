// A matrix as Eigen prints it with 4 decimals, and the places of numbers in printed texts.
#include <cmath>
#include <iomanip>
#include <sstream>

#include <doctest/doctest.h>

#include "core/base/matrix.h"
#include "tests/core/print_cases.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::vector<std::string> linesOfPrint(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// What Eigen itself prints.
std::string streamed(const PrintTensor& tensor) {
    Matrix<double> matrix(tensor.shape[0], tensor.shape[1]);
    std::copy(tensor.values.begin(), tensor.values.end(), matrix.data());
    std::ostringstream out;
    out << std::fixed << std::setprecision(4) << matrix;
    return out.str();
}

}  // namespace

TEST_CASE("a matrix is printed as Eigen prints it") {
    for (const std::vector<double>& values :
         {std::vector{0.5, -1.25, 3.0, 4.00006}, std::vector{-1e9, 0.0, -0.0, 12.5},
          std::vector{HUGE_VAL, -HUGE_VAL, 1.0, 2.0}, std::vector{1e-9, 0.00005, 100.0, -3.0}}) {
        const PrintTensor tensor = tensorOf(ScalarKind::float64, {2, 2}, values);
        CHECK(printEigen(tensor) == streamed(tensor));
    }
    const PrintTensor wide = tensorOf(ScalarKind::float64, {2, 5}, steps(10, -4, 1.75));
    CHECK(printEigen(wide) == streamed(wide));
}

TEST_CASE("the heads of a matrix follow each other, each as wide as its own numbers") {
    const PrintTensor heads = tensorOf(ScalarKind::float64, {2, 1, 2}, {1.0, 2.0, -10.0, 20.0});
    CHECK(printEigen(heads) == "1.0000 2.0000\n-10.0000  20.0000");
}

TEST_CASE("each number of a print is found at its place") {
    for (const PrintStyle style : {PrintStyle::torch, PrintStyle::numpy}) {
        for (const auto& [shape, count] : {std::pair{std::vector<Index>{3, 3}, 9},
                                           {std::vector<Index>{2, 3, 4}, 24},
                                           {std::vector<Index>{2, 30}, 60},
                                           {std::vector<Index>{40, 40}, 1600}}) {
            const PrintTensor tensor =
                tensorOf(ScalarKind::float32, shape, steps(count, -2.5, 0.37));
            const std::vector<std::string> lines = linesOfPrint(printed(tensor, style));
            const std::vector<std::string> cells = printedCells(tensor, style);
            const std::vector<PrintedNumber> numbers = numbersInPrint(tensor, lines, cells);
            // Of a large matrix the first and last three rows and columns are printed.
            CHECK(numbers.size() == (count > 1000 ? 36 : static_cast<std::size_t>(count)));
            Index before = -1;
            for (const PrintedNumber& number : numbers) {
                CHECK(number.value > before);
                before = number.value;
                CHECK(lines[number.line].substr(number.begin, number.length) ==
                      cells[static_cast<std::size_t>(number.value)]);
            }
        }
    }
}

TEST_CASE("equal numbers and a mask have places of their own") {
    const PrintTensor mask = tensorOf(ScalarKind::boolean, {2, 2}, {1, 0, 1, 1});
    const std::vector<std::string> lines = linesOfPrint(printTorch(mask));
    const auto numbers = numbersInPrint(mask, lines, torchCells(mask));
    REQUIRE(numbers.size() == 4);
    CHECK(numbers[0].line == 0);
    CHECK(numbers[2].line == 1);
    CHECK(numbers[2].begin < numbers[3].begin);
    CHECK(printEigen(mask) == "1 0\n1 1");
}
