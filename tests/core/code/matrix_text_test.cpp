// A matrix as text for NumPy, PyTorch, LaTeX and spreadsheets, and back by the readers of import.
#include "core/code/matrix_text.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/import/readers.h"
#include "tests/core/documents.h"

namespace lookback::test {
namespace {

Document documentOfDType(DType dtype) { return randomDocument({.dtype = dtype}); }

Matrix<double> smallMatrix() {
    Matrix<double> matrix(2, 3);
    matrix << 1.16, -0.00001, 4.41, 0.1, -1e9, 2;
    return matrix;
}

std::string textOfMatrix(MatrixFormat format, std::optional<int> decimals,
                         DType dtype = DType::float64, const std::string& variable = "") {
    return matrixText(documentOfDType(dtype), smallMatrix(),
                      {.format = format, .decimals = decimals, .variable = variable});
}

}  // namespace

TEST_CASE("a matrix is written in four formats, with some digits or all") {
    CHECK(textOfMatrix(MatrixFormat::numpy, 4, DType::float64, "X") ==
          "X = np.array([[1.1600, 0.0000, 4.4100],\n"
          "              [0.1000, -1e9, 2.0000]])\n");
    CHECK(textOfMatrix(MatrixFormat::numpy, {}, DType::float32) ==
          "np.array([[1.16, -1e-05, 4.41],\n"
          "          [0.1, -1e9, 2.0]], dtype=np.float32)\n");
    CHECK(textOfMatrix(MatrixFormat::pytorch, 2) ==
          "torch.tensor([[1.16, 0.00, 4.41],\n"
          "              [0.10, -1e9, 2.00]], dtype=torch.float64)\n");
    CHECK(textOfMatrix(MatrixFormat::latex, 2) ==
          "\\begin{bmatrix}\n1.16 & 0.00 & 4.41 \\\\\n0.10 & -10^{9} & 2.00\n\\end{bmatrix}\n");
    CHECK(textOfMatrix(MatrixFormat::latex, {}).find("-10^{-5}") != std::string::npos);
    // Whole numbers stay floats in Python.
    CHECK(textOfMatrix(MatrixFormat::pytorch, 0, DType::float32) ==
          "torch.tensor([[1., 0., 4.],\n"
          "              [0., -1e9, 2.]])\n");
    CHECK(textOfMatrix(MatrixFormat::table, 0) == "1\t0\t4\n0\t-1e9\t2\n");
}

TEST_CASE("a matrix of more columns than LaTeX takes says how many it has") {
    const auto latex = [](Index cols) {
        const Matrix<double> matrix = Matrix<double>::Ones(1, cols);
        return matrixText(documentOfDType(DType::float64), MatrixView(matrix),
                          {.format = MatrixFormat::latex, .decimals = 0});
    };
    CHECK(latex(10).starts_with("\\begin{bmatrix}"));
    CHECK(latex(12).starts_with("\\setcounter{MaxMatrixCols}{12}\n\\begin{bmatrix}"));
}

TEST_CASE("infinities, NaN, flags and empty matrices are written as each library has them") {
    const Document document = documentOfDType(DType::float32);
    Matrix<double> strange(1, 3);
    strange << -HUGE_VAL, HUGE_VAL, std::nan("");
    const auto text = [&](MatrixFormat format) {
        return matrixText(document, MatrixView(strange, ScalarKind::float32), {.format = format});
    };
    CHECK(text(MatrixFormat::numpy) == "np.array([[-np.inf, np.inf, np.nan]], dtype=np.float32)\n");
    CHECK(text(MatrixFormat::pytorch) == "torch.tensor([[-torch.inf, torch.inf, torch.nan]])\n");
    CHECK(text(MatrixFormat::latex).find("-\\infty & \\infty & \\mathrm{NaN}") !=
          std::string::npos);
    CHECK(text(MatrixFormat::table) == "-inf\tinf\tnan\n");

    Matrix<bool> flags(1, 2);
    flags << true, false;
    const MatrixView mask(flags.data(), ScalarKind::boolean, 1, 2, 2);
    CHECK(matrixText(document, mask, {.format = MatrixFormat::numpy}) ==
          "np.array([[True, False]])\n");
    CHECK(matrixText(document, mask, {.format = MatrixFormat::table}) == "1\t0\n");

    const Matrix<double> empty(0, 2);
    CHECK(matrixText(document, empty, {.format = MatrixFormat::pytorch, .variable = "X"}) ==
          "X = torch.zeros((0, 2))\n");
}

TEST_CASE("a copied matrix is read back by import, bit for bit") {
    for (const DType dtype : {DType::float32, DType::float64}) {
        const Document document = documentOfDType(dtype);
        const MatrixView matrix(document.weights.query.get(), info(dtype).kind);
        for (const MatrixFormatInfo& row : kMatrixFormats) {
            CAPTURE(row.name);
            const std::string text =
                matrixText(document, matrix, {.format = row.format, .variable = "W_q"});
            const Result<Found> found = readNumbers(text);
            REQUIRE(found);
            REQUIRE(found->tensors.size() == 1);
            const auto& values = found->tensors.front().values;
            REQUIRE(std::ssize(values) == matrix.rows() * matrix.cols());
            for (Index k = 0; k < std::ssize(values); ++k) {
                CHECK(values[asSize(k)] == matrix(k / matrix.cols(), k % matrix.cols()));
            }
        }
    }
}

// tests/scripts/deep/spreadsheet_test.sh opens these files: LOOKBACK_WRITE_TABLES is their folder.
TEST_CASE("tables: write some for a spreadsheet" * doctest::skip()) {
    const char* const folder = std::getenv("LOOKBACK_WRITE_TABLES");
    REQUIRE(folder != nullptr);
    for (const DTypeInfo& dtype : kDTypes) {
        Document document = randomDocument({.tokens = 5, .dtype = dtype.dtype});
        document.embeddings = Matrix<double>(document.embeddings.get() * 1e-3);
        const Trace trace = attend(document);
        const std::filesystem::path path = std::filesystem::path(folder) / std::string(dtype.name);
        std::filesystem::create_directories(path);
        for (const MatrixId id : {MatrixId::embeddings, MatrixId::w_query, MatrixId::w_key,
                                  MatrixId::w_value, MatrixId::scores, MatrixId::context}) {
            std::ofstream(path / (std::string(info(id).name) + ".tsv")) << matrixText(
                document, matrixById(document, trace, id), {.format = MatrixFormat::table});
        }
    }
}

}  // namespace lookback::test
