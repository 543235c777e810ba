#include <utility>

#include <doctest/doctest.h>

#include "core/print/print_tensor.h"
#include "tests/core/print_cases.h"
#include "tests/strange_numbers.h"

// What NumPy 1.24.2 (precision=4, suppress=True) printed for these numbers.

namespace lookback {
namespace {

using test::kInfinity;
using test::kNaN;
using test::steps;

std::string shownByNumpy(ScalarKind kind, std::vector<Index> shape, std::vector<double> values) {
    return printNumpy(test::tensorOf(kind, std::move(shape), std::move(values)));
}

TEST_CASE("NumPy prints whole numbers") {
    CHECK(shownByNumpy(ScalarKind::float32, {3}, {1, -2, 30}) == "[ 1. -2. 30.]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {0.0, -0.0}) == "[ 0. -0.]");
    CHECK(shownByNumpy(ScalarKind::float32, {3}, {-test::kInfinity, 1, 2}) == "[-inf   1.   2.]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {test::kNaN, test::kInfinity}) == "[nan inf]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {1, 1000}) == "[   1. 1000.]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {1, 1001}) == "[   1. 1001.]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {100000008.0, 100000016.0}) == "[1.e+08 1.e+08]");
}

TEST_CASE("NumPy prints fractions") {
    CHECK("\n" + shownByNumpy(ScalarKind::float32, {2, 2},
                              {test::kNaN, 1.5, test::kInfinity, -2.25}) ==
          R"(
[[  nan  1.5 ]
 [  inf -2.25]])");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {5e-05, 0.02}) == "[0.   0.02]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {-1e-05, 3}) == "[-0.  3.]");
    CHECK(shownByNumpy(ScalarKind::float32, {1}, {0.0001}) == "[0.0001]");
    CHECK(shownByNumpy(ScalarKind::float64, {1}, {0.0001}) == "[0.0001]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {0.5, 100000000.0}) == "[5.e-01 1.e+08]");
    CHECK(shownByNumpy(ScalarKind::float64, {2}, {123456789.5, 0.001}) ==
          "[1.2346e+08 1.0000e-03]");
    CHECK(shownByNumpy(ScalarKind::float64, {2}, {1e+120, 1}) == "[1.e+120 1.e+000]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {16777.2, 96269936.0}) ==
          "[   16777.2 96269936. ]");
}

TEST_CASE("NumPy prints subnormal numbers") {
    // Digits that only fill a column are those of the exact value.
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {0x1p-149, 125000000.0}) == "[1.40e-45 1.25e+08]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {0x1p-149, 100000000.0}) == "[1.e-45 1.e+08]");
    CHECK(shownByNumpy(ScalarKind::float32, {4}, {0x1p-149, 0x1p-148, 0x3p-149, 150000000.0}) ==
          "[1.4e-45 2.8e-45 4.2e-45 1.5e+08]");
    CHECK(shownByNumpy(ScalarKind::float32, {3}, {0x7p-149, 0x56p-149, 1234500000.0}) ==
          "[9.8091e-45 1.2051e-43 1.2345e+09]");
    CHECK(shownByNumpy(ScalarKind::float32, {3}, {-0x1p-149, 0, 150000000.0}) ==
          "[-1.4e-45  0.0e+00  1.5e+08]");
    CHECK(shownByNumpy(ScalarKind::float64, {2}, {0x1p-1074, 125000000.0}) ==
          "[4.94e-324 1.25e+008]");
    CHECK(shownByNumpy(ScalarKind::float64, {3}, {0x1p-1074, 0x1p-1073, 123450000.0}) ==
          "[4.9407e-324 9.8813e-324 1.2345e+008]");
    CHECK(shownByNumpy(ScalarKind::float64, {2}, {0x3p-1074, 1e9}) == "[1.5e-323 1.0e+009]");
    CHECK(shownByNumpy(ScalarKind::float32, {2}, {0x1p-149, 0.5}) == "[0.  0.5]");
    CHECK(shownByNumpy(ScalarKind::float16, {2}, {0x1p-24, 0.5}) == "[0.  0.5]");
}

TEST_CASE("NumPy prints dimensions") {
    CHECK("\n" + shownByNumpy(ScalarKind::float32, {2, 2, 2}, {1.5, 2, 3, 4, 5, 6, 7, 8}) == R"(
[[[1.5 2. ]
  [3.  4. ]]

 [[5.  6. ]
  [7.  8. ]]])");
    CHECK("\n" + shownByNumpy(ScalarKind::float32, {1, 2, 1, 2}, {0.25, 1, 2, 3}) == R"(
[[[[0.25 1.  ]]

  [[2.   3.  ]]]])");
    CHECK("\n" + shownByNumpy(ScalarKind::boolean, {2, 2}, {1, 0.0, 0.0, 1}) == R"(
[[ True False]
 [False  True]])");
    CHECK(shownByNumpy(ScalarKind::boolean, {3}, {1, 1, 1}) == "[ True  True  True]");
    CHECK(shownByNumpy(ScalarKind::float32, {0, 2}, {}) == "[]");
    CHECK(shownByNumpy(ScalarKind::float32, {0}, {}) == "[]");
    CHECK(shownByNumpy(ScalarKind::float64, {2, 0}, {}) == "[]");
    CHECK(shownByNumpy(ScalarKind::boolean, {0, 3}, {}) == "[]");
}

TEST_CASE("NumPy prints long lines") {
    CHECK(shownByNumpy(ScalarKind::float64, {2}, {1.5, 2.25}) == "[1.5  2.25]");
    CHECK(shownByNumpy(ScalarKind::float64, {8}, steps(8, 1.5, 1)) ==
          "[1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5]");
    CHECK(shownByNumpy(ScalarKind::float32, {12}, steps(12, 0, 1.25)) ==
          "[ 0.    1.25  2.5   3.75  5.    6.25  7.5   8.75 10.   11.25 12.5  13.75]");
    CHECK("\n" + shownByNumpy(ScalarKind::float32, {2, 14}, steps(28, -150, 12.5)) == R"(
[[-150.  -137.5 -125.  -112.5 -100.   -87.5  -75.   -62.5  -50.   -37.5
   -25.   -12.5    0.    12.5]
 [  25.    37.5   50.    62.5   75.    87.5  100.   112.5  125.   137.5
   150.   162.5  175.   187.5]])");
}

TEST_CASE("NumPy prints many numbers") {
    CHECK(shownByNumpy(ScalarKind::float32, {1001}, steps(1001, 0, 1)) ==
          "[   0.    1.    2. ...  998.  999. 1000.]");
    CHECK("\n" + shownByNumpy(ScalarKind::float32, {40, 30}, steps(1200, 0, 0.125)) == R"(
[[  0.      0.125   0.25  ...   3.375   3.5     3.625]
 [  3.75    3.875   4.    ...   7.125   7.25    7.375]
 [  7.5     7.625   7.75  ...  10.875  11.     11.125]
 ...
 [138.75  138.875 139.    ... 142.125 142.25  142.375]
 [142.5   142.625 142.75  ... 145.875 146.    146.125]
 [146.25  146.375 146.5   ... 149.625 149.75  149.875]])");
    CHECK("\n" + shownByNumpy(ScalarKind::float64, {3, 20, 20}, steps(1200, -3.5, 0.25)) == R"(
[[[ -3.5   -3.25  -3.   ...   0.75   1.     1.25]
  [  1.5    1.75   2.   ...   5.75   6.     6.25]
  [  6.5    6.75   7.   ...  10.75  11.    11.25]
  ...
  [ 81.5   81.75  82.   ...  85.75  86.    86.25]
  [ 86.5   86.75  87.   ...  90.75  91.    91.25]
  [ 91.5   91.75  92.   ...  95.75  96.    96.25]]

 [[ 96.5   96.75  97.   ... 100.75 101.   101.25]
  [101.5  101.75 102.   ... 105.75 106.   106.25]
  [106.5  106.75 107.   ... 110.75 111.   111.25]
  ...
  [181.5  181.75 182.   ... 185.75 186.   186.25]
  [186.5  186.75 187.   ... 190.75 191.   191.25]
  [191.5  191.75 192.   ... 195.75 196.   196.25]]

 [[196.5  196.75 197.   ... 200.75 201.   201.25]
  [201.5  201.75 202.   ... 205.75 206.   206.25]
  [206.5  206.75 207.   ... 210.75 211.   211.25]
  ...
  [281.5  281.75 282.   ... 285.75 286.   286.25]
  [286.5  286.75 287.   ... 290.75 291.   291.25]
  [291.5  291.75 292.   ... 295.75 296.   296.25]]])");
}

TEST_CASE("cells of NumPy are what stands between the spaces") {
    const PrintTensor tensor{{2, 2}, {1, -0.5, 0, 12.25}, ScalarKind::float64};
    CHECK(numpyCells(tensor) == std::vector<std::string>{"1.", "-0.5", "0.", "12.25"});
    const PrintTensor flags{{2}, {1, 0}, ScalarKind::boolean};
    CHECK(numpyCells(flags) == std::vector<std::string>{"True", "False"});
}

}  // namespace
}  // namespace lookback
