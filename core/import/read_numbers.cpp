#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/import/model_heads.h"
#include "core/import/number_bytes.h"
#include "core/import/placement.h"
#include "core/import/readers.h"
#include "core/import/tensor_name.h"
#include "core/io/path.h"
#include "messages/imports.h"

namespace lookback {
namespace {

/// True where a text holds numbers in brackets: a bracket with a number, a text or a bracket in it.
bool hasLists(std::string_view text) {
    for (std::size_t at = text.find('['); at != std::string_view::npos;
         at = text.find('[', at + 1)) {
        const std::size_t next = text.find_first_not_of(" \r\n\t", at + 1);
        if (next == std::string_view::npos) return false;
        if (std::string_view("[(-+.0123456789'\"]ni#\xE2").find(text[next]) !=
            std::string_view::npos) {
            return true;
        }
        const std::string_view word = text.substr(next);
        if (word.starts_with("True") || word.starts_with("False")) return true;
    }
    return text.find("tensor(") != std::string_view::npos ||
           text.find("<tf.Tensor") != std::string_view::npos;
}

bool isSafetensors(std::string_view bytes) {
    return bytes.size() > 8 && bytes[8] == '{' && littleEndian(bytes, 0, 8) <= bytes.size() - 8;
}

Result<Found> readAny(std::string_view bytes) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    constexpr std::string_view kPickleSign = "\x80";
    if (bytes.starts_with("\x93NUMPY")) return readNpy(bytes);
    if (bytes.starts_with(std::string_view("PK\3\4", 4)) ||
        bytes.starts_with(std::string_view("PK\5\6", 4))) {
        return readNpz(bytes);
    }
    if (isSafetensors(bytes)) return readSafetensors(bytes);
    if (bytes.starts_with(kPickleSign)) return tl::unexpected(Error{"", say::imports::Pickle{}});
    if (!isUtf8(bytes) || bytes.find('\0') != std::string_view::npos) {
        return tl::unexpected(Error{"", say::imports::UnknownFormat{}});
    }
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    if (bytes.find("\\begin{") != std::string_view::npos) return readLatex(bytes);
    return hasLists(bytes) ? readPrinted(bytes) : readTable(bytes);
}

/// The name of a file without its folder and its ending.
std::string stemOf(const std::string& file) {
    const std::string name = lastName(file);
    return name.substr(0, name.rfind('.'));
}

/// The tensor of an input that holds no other but an index; null where it holds several.
FoundTensor* onlyTensor(Found& found) {
    FoundTensor* only = nullptr;
    for (FoundTensor& tensor : found.tensors) {
        if (tensor.is_index) continue;
        if (only != nullptr) return nullptr;
        only = &tensor;
    }
    return only;
}

/// True where a number, `nan` or `inf` begins.
bool beginsNumber(std::string_view text) {
    while (!text.empty() && (text.front() == '-' || text.front() == '+' || text.front() == '.')) {
        text.remove_prefix(1);
    }
    const bool is_digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
    return is_digit || text.starts_with("nan") || text.starts_with("inf");
}

/// Marks the tensors without a name where others have one.
void markNameless(Found& found) {
    const bool has_names =
        std::any_of(found.tensors.begin(), found.tensors.end(),
                    [](const FoundTensor& one) { return !one.is_index && !isNameless(one); });
    for (FoundTensor& tensor : found.tensors) {
        tensor.is_beside_names = has_names && isNameless(tensor);
    }
}

/// True for lists within lists, the innermost of which begin with numbers.
bool hasListsOfNumbers(std::string_view text) {
    constexpr std::string_view kBetween = " \t\r\n([";
    std::size_t at = text.find('[');
    while (at != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_not_of(kBetween, at), text.size());
        const std::string_view opened = text.substr(at, end - at);
        const auto levels = std::count(opened.begin(), opened.end(), '[');
        if (levels > 1 && beginsNumber(text.substr(end))) return true;
        at = text.find('[', end);
    }
    return false;
}

}  // namespace

bool holdsNumbers(std::string_view text, std::optional<MatrixId> over) {
    if (hasListsOfNumbers(text)) return true;
    const bool is_latex = text.find("\\begin{") != std::string_view::npos;
    if (is_latex && text.find("matrix}") != std::string_view::npos) return true;
    const Result<Found> found = readAny(text);
    if (!found) return false;
    const bool is_alone = found->tensors.size() == 1 && found->texts.empty();
    if (over && isBias(*over) && is_alone) {
        const std::optional<Cell> size = sizeAs(*over, found->tensors.front());
        if (size && size->col > 1) return true;
    }
    return std::any_of(found->tensors.begin(), found->tensors.end(), [](const FoundTensor& one) {
        const std::optional<Cell> size = matrixSize(one);
        return size && size->row > 1 && size->col > 1;
    });
}

Result<Found> readNumbers(std::string_view bytes, const std::string& file) {
    Result<Found> found = readAny(bytes);
    if (found) {
        joinHeads(*found);
        markNameless(*found);
    }
    if (file.empty()) return found;
    if (!found) return tl::unexpected(within(file, found.error()));
    const auto place = [&](std::string& where) {
        where = where.empty() ? file : file + ": " + where;
    };
    if (FoundTensor* const only = onlyTensor(*found); only != nullptr && only->name.empty()) {
        const std::string stem = stemOf(file);
        if (meaningOf(stem).isKnown()) only->name = stem;
    }
    for (FoundTensor& tensor : found->tensors) {
        place(tensor.where);
        if (tensor.change) place(tensor.change->where);
    }
    for (FoundTexts& list : found->texts) place(list.where);
    for (PassedOver& words : found->passed) place(words.where);
    return found;
}

}  // namespace lookback
