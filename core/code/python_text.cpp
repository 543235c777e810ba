#include "core/code/python_text.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {

std::string codeNumber(double value, ScalarKind kind) {
    constexpr std::size_t kMostZeros = 5;  // at the end of a whole number: 1000000 is 1e6
    const std::string digits = shortestDigits(value, kind);
    if (!std::isfinite(value)) return digits;
    if (const std::size_t at = digits.find("e+"); at != std::string::npos) {
        return digits.substr(0, at + 1) + std::to_string(std::stoi(digits.substr(at + 2)));
    }
    if (digits.find_first_of(".e") != std::string::npos) return digits;
    const std::size_t zeros = digits.size() - 1 - digits.find_last_not_of('0');
    if (zeros <= kMostZeros || value == 0) return digits + ".0";
    return fmt::format("{}e{}", digits.substr(0, digits.size() - zeros), zeros);
}

std::string pythonScalar(const Document& document, double value) {
    if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
    const ScalarKind kind = info(document.dtype).kind;
    const ScalarKind kept = isRoundedInCode(document) ? ScalarKind::float32 : kind;
    return codeNumber(roundedTo(value, kind), kept);
}

std::string_view pythonDType(const Document& document, CodeLibrary library) {
    const bool is_torch = library == CodeLibrary::pytorch;
    if (document.dtype == DType::float64) return is_torch ? "torch.float64" : "np.float64";
    return is_torch ? "torch.float32" : "np.float32";
}

std::string pythonArray(const Document& document, CodeLibrary library, std::string_view lists) {
    const bool is_torch = library == CodeLibrary::pytorch;
    const bool is_usual = is_torch == (document.dtype != DType::float64);
    const std::string dtype =
        is_usual ? "" : fmt::format(", dtype={}", pythonDType(document, library));
    return fmt::format("{}({}{})", is_torch ? "torch.tensor" : "np.array", lists, dtype);
}

}  // namespace lookback
