#include "core/base/matrix.h"

#include <cstdint>

#include <doctest/doctest.h>

#include "core/base/matrix_view.h"
#include "core/engine/trace.h"

using namespace lookback;

TEST_CASE("a shared matrix is copied when it is written") {
    SharedMatrix first(Matrix<double>{{1, 2}, {3, 4}});
    const SharedMatrix second = first;
    CHECK(&first.get() == &second.get());
    first.set({1, 0}, 7);
    CHECK(first(1, 0) == 7);
    CHECK(second(1, 0) == 3);
    CHECK(first != second);
    first.set({1, 0}, 3);
    CHECK(first == second);
    CHECK(&first.get() != &second.get());
}

TEST_CASE("shapes belong to the value of a matrix") {
    CHECK(SharedMatrix() == SharedMatrix(Matrix<double>(0, 0)));
    CHECK(SharedMatrix(Matrix<double>(0, 2)) != SharedMatrix(Matrix<double>(0, 3)));
    CHECK(SharedMatrix(Matrix<double>(0, 2)) == SharedMatrix(Matrix<double>(0, 2)));
}

TEST_CASE("a view reads every scalar, with a stride") {
    const std::array<float, 6> floats{1, 2, 3, 4, 5, 6};
    const MatrixView view(floats.data(), ScalarKind::float32, 2, 2, 3);
    CHECK(view(1, 0) == 4);
    CHECK(view(Cell{1, 1}) == 5);
    const std::array<unsigned char, 4> flags{0, 1, 1, 0};
    const MatrixView mask(flags.data(), ScalarKind::boolean, 2, 2, 2);
    CHECK(mask(0, 1) == 1);
    CHECK(mask(1, 1) == 0);
    const Matrix<double> doubles{{1.5, 2.5}};
    CHECK(MatrixView(doubles)(0, 1) == 2.5);
    CHECK(MatrixView(doubles).kind() == ScalarKind::float64);
    CHECK(MatrixView().empty());
    CHECK(!mask.empty());
}

TEST_CASE("a part of a matrix without rows has its columns, and points nowhere") {
    const Matrix<double> numbers(0, 16);
    const MatrixView part = MatrixView(numbers).columns(8, 4);
    CHECK(part.rows() == 0);
    CHECK(part.cols() == 4);
    CHECK(part.data<double>() == numbers.data());
}

TEST_CASE("cells are ordered row by row") {
    CHECK(Cell{0, 9} < Cell{1, 0});
    CHECK(Cell{1, 0} < Cell{1, 1});
}

TEST_CASE("a tensor holds one matrix a head and keeps its memory where it suffices") {
    Tensor tensor;
    tensor.resize<double>(2, 3, 4);
    tensor.as<double>(0).setConstant(1);
    tensor.as<double>(1).setConstant(2);
    CHECK(tensor.view(0)(2, 3) == 1);
    CHECK(tensor.view(1)(0, 0) == 2);
    const double* memory = tensor.as<double>().data();
    tensor.resize<double>(1, 4, 5);
    CHECK(tensor.as<double>().data() == memory);
    CHECK(tensor.cols() == 5);
    tensor.resize<double>(1, 2, 2);  // more than a fifth too much: that is given back
    CHECK(tensor.bytes() == 4 * sizeof(double));
    tensor.resize<float>(1, 1, 1);
    tensor.as<float>()(0, 0) = 0.1f;
    CHECK(tensor.view().kind() == ScalarKind::float32);
    CHECK(tensor.view()(0, 0) == static_cast<double>(0.1f));
    tensor.resize<double>(3, 0, 5);
    CHECK(tensor.view(2).empty());
}
