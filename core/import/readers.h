/// Readers of numbers, one for each format. Each reads a whole input or refuses it with one fault:
/// `where` is a place in the input (`line 3`, the name of a tensor), or empty for the whole.
/// All are bounded by kMaxFileBytes (the caller), kMaxImportedNumbers and kMaxUnpackedBytes, in
/// time linear in the bytes of the input and of what is unpacked from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/document/matrix_id.h"
#include "core/import/found.h"

namespace lookback {

/// Numbers as NumPy, PyTorch and Python print or write them: nested brackets with or without
/// commas, `array(...)`, `tensor(...)`, dictionaries, sessions with prompts. A name stands before
/// its numbers: `X = `, `W_q:`, `>>> X`. A list of texts is a sentence. Calls of other functions
/// and indices are passed over. Errors: rows of unequal length, `...` for numbers left out,
/// brackets that do not close, more than 8 levels, no numbers.
[[nodiscard]] Result<Found> readPrinted(std::string_view text);

/// Matrices as LaTeX writes them: the environments of amsmath (bmatrix, pmatrix ...) and array.
/// Errors: rows of unequal length, dots for numbers left out, cells that are not numbers.
[[nodiscard]] Result<Found> readLatex(std::string_view text);

/// Tables of a spreadsheet: cells between tabs, semicolons, commas (RFC 4180) or spaces; one table,
/// or several with an empty line between them. A first row of words, none of which begins as a
/// number does, names the columns and is left out; where it is a single cell, it names the table. A
/// first column of words is the sentence. The index of pandas or R is found apart
/// (`FoundTensor::is_index`). A comma is a decimal comma where another character separates the
/// cells. Errors: rows of unequal length, cells that are not numbers, points and decimal commas
/// mixed, commas that may be decimal or not, a column or row that counts and may belong to the
/// matrix.
[[nodiscard]] Result<Found> readTable(std::string_view text);

/// An array that NumPy saved (.npy): versions 1 to 3 of the format, float16 to float64 and whole
/// numbers in both byte orders, C and Fortran order; texts of one dimension are a sentence.
/// Errors: objects (pickle), complex numbers, sizes that do not agree.
[[nodiscard]] Result<Found> readNpy(std::string_view bytes);

/// Arrays that NumPy saved together (.npz). Errors: as `readNpy`, and those of the ZIP archive:
/// `readZip`.
[[nodiscard]] Result<Found> readNpz(std::string_view bytes);

/// Tensors in the format of safetensors: F64, F32, F16, BF16 and whole numbers.
/// Errors: a header that is not as specified, offsets outside the file, overlapping or with gaps,
/// names given twice, other types.
[[nodiscard]] Result<Found> readSafetensors(std::string_view bytes);

/// Reads any of these formats; the bytes decide which, not the name of the file. A single tensor
/// without a name gets that of its file, where that means a matrix: `W_q.npy`. All places begin
/// with the file. Errors: of the reader, or a format that cannot be read, with a way out.
/// @param file its path; empty: the input has no name
[[nodiscard]] Result<Found> readNumbers(std::string_view bytes, const std::string& file = {});

/// True for a text of matrices: nested brackets, LaTeX, or a table of two rows and two columns. A
/// matrix that is printed with a fault counts; a sentence with numbers in it does not.
/// @param over the matrix that they are meant for; a bias takes a list of two numbers or more, too
[[nodiscard]] bool holdsNumbers(std::string_view text, std::optional<MatrixId> over = {});

}  // namespace lookback
