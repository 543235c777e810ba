#include <utility>

#include <doctest/doctest.h>

#include "core/print/print_tensor.h"
#include "tests/core/print_cases.h"
#include "tests/strange_numbers.h"

// What PyTorch 1.13.1 printed for these numbers.

namespace lookback {
namespace {

using test::kInfinity;
using test::kNaN;
using test::steps;

std::string shownByTorch(ScalarKind kind, std::vector<Index> shape, std::vector<double> values) {
    return printTorch(test::tensorOf(kind, std::move(shape), std::move(values)));
}

TEST_CASE("PyTorch prints whole numbers") {
    CHECK(shownByTorch(ScalarKind::float32, {3}, {1, -2, 30}) == "tensor([ 1., -2., 30.])");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {0.0, -0.0}) == "tensor([0., -0.])");
    CHECK(shownByTorch(ScalarKind::float32, {3}, {-test::kInfinity, 1, 2}) ==
          "tensor([-inf, 1., 2.])");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {test::kNaN, test::kInfinity}) ==
          "tensor([nan, inf])");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {1, 1000}) == "tensor([   1., 1000.])");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {1, 1001}) == "tensor([1.0000e+00, 1.0010e+03])");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {100000008.0, 100000016.0}) ==
          "tensor([1.0000e+08, 1.0000e+08])");
}

TEST_CASE("PyTorch prints fractions") {
    CHECK("\n" + shownByTorch(ScalarKind::float32, {2, 2},
                              {test::kNaN, 1.5, test::kInfinity, -2.25}) ==
          R"(
tensor([[    nan,  1.5000],
        [    inf, -2.2500]]))");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {5e-05, 0.02}) ==
          "tensor([5.0000e-05, 2.0000e-02])");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {-1e-05, 3}) ==
          "tensor([-1.0000e-05,  3.0000e+00])");
    CHECK(shownByTorch(ScalarKind::float32, {1}, {0.0001}) == "tensor([1.0000e-04])");
    CHECK(shownByTorch(ScalarKind::float64, {1}, {0.0001}) ==
          "tensor([0.0001], dtype=torch.float64)");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {0.5, 100000000.0}) ==
          "tensor([5.0000e-01, 1.0000e+08])");
    CHECK(shownByTorch(ScalarKind::float64, {2}, {123456789.5, 0.001}) ==
          "tensor([1.2346e+08, 1.0000e-03], dtype=torch.float64)");
    CHECK(shownByTorch(ScalarKind::float64, {2}, {1e+120, 1}) ==
          "tensor([1.0000e+120,  1.0000e+00], dtype=torch.float64)");
    CHECK(shownByTorch(ScalarKind::float32, {2}, {16777.2, 96269936.0}) ==
          "tensor([1.6777e+04, 9.6270e+07])");
}

TEST_CASE("PyTorch prints dimensions") {
    CHECK("\n" + shownByTorch(ScalarKind::float32, {2, 2, 2}, {1.5, 2, 3, 4, 5, 6, 7, 8}) == R"(
tensor([[[1.5000, 2.0000],
         [3.0000, 4.0000]],

        [[5.0000, 6.0000],
         [7.0000, 8.0000]]]))");
    CHECK("\n" + shownByTorch(ScalarKind::float32, {1, 2, 1, 2}, {0.25, 1, 2, 3}) == R"(
tensor([[[[0.2500, 1.0000]],

         [[2.0000, 3.0000]]]]))");
    CHECK("\n" + shownByTorch(ScalarKind::boolean, {2, 2}, {1, 0.0, 0.0, 1}) == R"(
tensor([[ True, False],
        [False,  True]]))");
    CHECK(shownByTorch(ScalarKind::boolean, {3}, {1, 1, 1}) == "tensor([True, True, True])");
    CHECK(shownByTorch(ScalarKind::float32, {0, 2}, {}) == "tensor([], size=(0, 2))");
    CHECK(shownByTorch(ScalarKind::float32, {0}, {}) == "tensor([])");
    CHECK(shownByTorch(ScalarKind::float64, {2, 0}, {}) ==
          "tensor([], size=(2, 0), dtype=torch.float64)");
    CHECK(shownByTorch(ScalarKind::boolean, {0, 3}, {}) ==
          "tensor([], size=(0, 3), dtype=torch.bool)");
}

TEST_CASE("PyTorch prints long lines") {
    CHECK(shownByTorch(ScalarKind::float64, {2}, {1.5, 2.25}) ==
          "tensor([1.5000, 2.2500], dtype=torch.float64)");
    CHECK("\n" + shownByTorch(ScalarKind::float64, {8}, steps(8, 1.5, 1)) == R"(
tensor([1.5000, 2.5000, 3.5000, 4.5000, 5.5000, 6.5000, 7.5000, 8.5000],
       dtype=torch.float64))");
    CHECK("\n" + shownByTorch(ScalarKind::float32, {12}, steps(12, 0, 1.25)) == R"(
tensor([ 0.0000,  1.2500,  2.5000,  3.7500,  5.0000,  6.2500,  7.5000,  8.7500,
        10.0000, 11.2500, 12.5000, 13.7500]))");
    CHECK("\n" + shownByTorch(ScalarKind::float32, {2, 14}, steps(28, -150, 12.5)) == R"(
tensor([[-150.0000, -137.5000, -125.0000, -112.5000, -100.0000,  -87.5000,
          -75.0000,  -62.5000,  -50.0000,  -37.5000,  -25.0000,  -12.5000,
            0.0000,   12.5000],
        [  25.0000,   37.5000,   50.0000,   62.5000,   75.0000,   87.5000,
          100.0000,  112.5000,  125.0000,  137.5000,  150.0000,  162.5000,
          175.0000,  187.5000]]))");
}

TEST_CASE("PyTorch prints many numbers") {
    CHECK(shownByTorch(ScalarKind::float32, {1001}, steps(1001, 0, 1)) ==
          "tensor([   0.,    1.,    2.,  ...,  998.,  999., 1000.])");
    CHECK("\n" + shownByTorch(ScalarKind::float32, {40, 30}, steps(1200, 0, 0.125)) == R"(
tensor([[0.0000e+00, 1.2500e-01, 2.5000e-01,  ..., 3.3750e+00, 3.5000e+00,
         3.6250e+00],
        [3.7500e+00, 3.8750e+00, 4.0000e+00,  ..., 7.1250e+00, 7.2500e+00,
         7.3750e+00],
        [7.5000e+00, 7.6250e+00, 7.7500e+00,  ..., 1.0875e+01, 1.1000e+01,
         1.1125e+01],
        ...,
        [1.3875e+02, 1.3888e+02, 1.3900e+02,  ..., 1.4212e+02, 1.4225e+02,
         1.4238e+02],
        [1.4250e+02, 1.4262e+02, 1.4275e+02,  ..., 1.4588e+02, 1.4600e+02,
         1.4612e+02],
        [1.4625e+02, 1.4638e+02, 1.4650e+02,  ..., 1.4962e+02, 1.4975e+02,
         1.4988e+02]]))");
    CHECK("\n" + shownByTorch(ScalarKind::float64, {3, 20, 20}, steps(1200, -3.5, 0.25)) == R"(
tensor([[[ -3.5000,  -3.2500,  -3.0000,  ...,   0.7500,   1.0000,   1.2500],
         [  1.5000,   1.7500,   2.0000,  ...,   5.7500,   6.0000,   6.2500],
         [  6.5000,   6.7500,   7.0000,  ...,  10.7500,  11.0000,  11.2500],
         ...,
         [ 81.5000,  81.7500,  82.0000,  ...,  85.7500,  86.0000,  86.2500],
         [ 86.5000,  86.7500,  87.0000,  ...,  90.7500,  91.0000,  91.2500],
         [ 91.5000,  91.7500,  92.0000,  ...,  95.7500,  96.0000,  96.2500]],

        [[ 96.5000,  96.7500,  97.0000,  ..., 100.7500, 101.0000, 101.2500],
         [101.5000, 101.7500, 102.0000,  ..., 105.7500, 106.0000, 106.2500],
         [106.5000, 106.7500, 107.0000,  ..., 110.7500, 111.0000, 111.2500],
         ...,
         [181.5000, 181.7500, 182.0000,  ..., 185.7500, 186.0000, 186.2500],
         [186.5000, 186.7500, 187.0000,  ..., 190.7500, 191.0000, 191.2500],
         [191.5000, 191.7500, 192.0000,  ..., 195.7500, 196.0000, 196.2500]],

        [[196.5000, 196.7500, 197.0000,  ..., 200.7500, 201.0000, 201.2500],
         [201.5000, 201.7500, 202.0000,  ..., 205.7500, 206.0000, 206.2500],
         [206.5000, 206.7500, 207.0000,  ..., 210.7500, 211.0000, 211.2500],
         ...,
         [281.5000, 281.7500, 282.0000,  ..., 285.7500, 286.0000, 286.2500],
         [286.5000, 286.7500, 287.0000,  ..., 290.7500, 291.0000, 291.2500],
         [291.5000, 291.7500, 292.0000,  ..., 295.7500, 296.0000, 296.2500]]],
       dtype=torch.float64))");
}

TEST_CASE("cells of PyTorch are what stands between the commas") {
    const PrintTensor tensor{{2, 2}, {1, -0.5, 0, 2}, ScalarKind::float32};
    CHECK(torchCells(tensor) == std::vector<std::string>{"1.0000", "-0.5000", "0.0000", "2.0000"});
    const PrintTensor flags{{2}, {1, 0}, ScalarKind::boolean};
    CHECK(torchCells(flags) == std::vector<std::string>{"True", "False"});
}

}  // namespace
}  // namespace lookback
