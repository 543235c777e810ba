#include "core/print/print_tensor.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::size_t kPrintNumpyLineWidth = 75;
constexpr std::size_t kPrecision = 4;

/// A number around its point; `exponent` begins with its sign.
struct Parts {
    std::string whole;
    std::string fraction;
    std::string exponent;
};

Parts split(const std::string& text) {
    const std::size_t e = std::min(text.find('e'), text.size());
    const std::size_t point = std::min(text.find('.'), e);
    Parts parts{text.substr(0, point), point < e ? text.substr(point + 1, e - point - 1) : "",
                e < text.size() ? text.substr(e + 1) : ""};
    parts.fraction.erase(parts.fraction.find_last_not_of('0') + 1);
    return parts;
}

/// The shortest digits that identify the value, fixed or scientific. They may be fewer than those
/// of the exact value (the float32 16777.2 is 16777.19921875).
Parts shortestParts(double value, ScalarKind kind, bool scientific) {
    if (!scientific && value == std::trunc(value)) return split(fmt::format("{:.0f}", value));
    Parts parts = split(shortestDigits(value, kind));
    if (parts.exponent.empty() == !scientific) return parts;
    const std::string sign = std::signbit(value) ? "-" : "";
    std::string digits = parts.whole.substr(sign.size()) + parts.fraction;
    int place = static_cast<int>(parts.whole.size() - sign.size()) - 1;  // of the first digit
    if (!parts.exponent.empty()) place += std::stoi(parts.exponent);
    if (scientific) {
        const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size() - 1);
        digits.erase(0, zeros);
        place = value == 0 ? 0 : place - static_cast<int>(zeros);
        return split(fmt::format("{}{}.{}e{:+03}", sign, digits[0], digits.substr(1), place));
    }
    if (place < 0) {
        digits.insert(0, static_cast<std::size_t>(-place), '0');
        place = 0;
    }
    const auto whole = static_cast<std::size_t>(place) + 1;
    return split(sign + digits.substr(0, whole) + "." + digits.substr(whole));
}

/// The format of all values of an array.
struct NumpyFormat {
    ScalarKind kind;
    bool scientific = false;
    std::size_t left = 0;      ///< room before the point
    std::size_t right = 0;     ///< room behind it
    std::size_t exponent = 0;  ///< digits of the exponent

    explicit NumpyFormat(const PrintTensor& tensor) : kind(tensor.kind) {
        const std::vector<double> values = shownValues(tensor);
        if (kind == ScalarKind::boolean) return;
        scientific = std::any_of(values.begin(), values.end(), [](double value) {
            return std::isfinite(value) && std::abs(value) >= 1e8;
        });
        std::size_t widest_special = 0;
        for (const double value : values) {
            if (!std::isfinite(value)) {
                widest_special = std::max(widest_special, text(value).size());
                continue;
            }
            const Parts parts = partsOf(value);
            left = std::max(left, parts.whole.size());
            right = std::max(right, parts.fraction.size());
            exponent = std::max(exponent, parts.exponent.size());
        }
        if (widest_special > left + behind()) left = widest_special - behind();
    }

    /// The value with as many digits as it needs, at most four behind the point.
    [[nodiscard]] Parts partsOf(double value) const {
        Parts parts = shortestParts(value, kind, scientific);
        if (parts.fraction.size() <= kPrecision) return parts;
        return split(scientific ? fmt::format("{:.{}e}", value, kPrecision)
                                : fmt::format("{:.{}f}", value, kPrecision));
    }

    [[nodiscard]] std::string text(double value) const {
        if (kind == ScalarKind::boolean) return value != 0 ? "True" : "False";
        if (std::isnan(value)) return "nan";
        if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
        if (!scientific) {
            const Parts parts = partsOf(value);
            return parts.whole + "." + parts.fraction;
        }
        // All have as many digits as the longest needs: not zeros, but those of the exact value,
        // which a subnormal number shows (the least of float32, 1e-45, is 1.40e-45
        // beside 1.25e+08).
        const Parts parts = split(fmt::format("{:.{}e}", value, right));
        return fmt::format("{}.{:0<{}}e{}{:0>{}}", parts.whole, parts.fraction, right,
                           parts.exponent[0], parts.exponent.substr(1), exponent - 1);
    }

    [[nodiscard]] std::string padded(double value) const {
        const std::string plain = text(value);
        if (kind == ScalarKind::boolean) return fmt::format("{:>5}", plain);
        if (!std::isfinite(value) || scientific)
            return fmt::format("{:>{}}", plain, left + behind());
        // The points stand below each other; zeros that were left out leave room.
        const std::size_t point = plain.find('.');
        return std::string(left - point, ' ') + plain +
               std::string(right - (plain.size() - point - 1), ' ');
    }

private:
    /// Room from the point on.
    [[nodiscard]] std::size_t behind() const { return 1 + right + (scientific ? exponent + 1 : 0); }
};

/// Puts words on lines of at most `width`, as arrayprint's _extendLine does.
class PrintNumpyLines {
public:
    PrintNumpyLines(std::string margin, std::size_t width)
        : margin_(std::move(margin)), width_(width), line_(margin_) {}

    void add(const std::string& word) {
        if (line_.size() + word.size() > width_ && line_.size() > margin_.size()) {
            text_ += line_.substr(0, line_.find_last_not_of(' ') + 1) + "\n";
            line_ = margin_;
        }
        line_ += word;
    }
    void addSpace() { line_ += ' '; }

    /// All lines, the first without its margin.
    [[nodiscard]] std::string take() { return (text_ + line_).substr(margin_.size()); }

private:
    std::string margin_;
    std::size_t width_;
    std::string text_;
    std::string line_;
};

class NumpyPrinter {
public:
    explicit NumpyPrinter(const PrintTensor& tensor) : tensor_(tensor), format_(tensor) {}

    [[nodiscard]] std::string print(std::size_t axis, Index offset, const std::string& margin,
                                    std::size_t width) const {
        if (axis == tensor_.shape.size()) {
            return format_.padded(tensor_.values[static_cast<std::size_t>(offset)]);
        }
        const Index stride = numbersPerEntry(tensor_, axis);
        std::vector<std::string> parts;
        for (const Index entry : shownEntries(tensor_, axis)) {
            parts.push_back(entry == kLeftOut ? "..."
                                              : print(axis + 1, offset + entry * stride,
                                                      margin + ' ', width - 1));
        }
        const std::size_t inner = tensor_.shape.size() - axis - 1;
        if (inner > 0)
            return fmt::format("[{}]", fmt::join(parts, std::string(inner, '\n') + margin));
        PrintNumpyLines lines(margin, width - 1);
        for (std::size_t k = 0; k < parts.size(); ++k) {
            lines.add(parts[k]);
            if (k + 1 < parts.size()) lines.addSpace();
        }
        return fmt::format("[{}]", lines.take());
    }

private:
    const PrintTensor& tensor_;
    NumpyFormat format_;
};

}  // namespace

std::string printNumpy(const PrintTensor& tensor) {
    if (tensor.values.empty()) return "[]";
    return NumpyPrinter(tensor).print(0, 0, " ", kPrintNumpyLineWidth);
}

std::vector<std::string> numpyCells(const PrintTensor& tensor) {
    const NumpyFormat format(tensor);
    std::vector<std::string> cells;
    for (const double value : tensor.values) cells.push_back(format.text(value));
    return cells;
}

}  // namespace lookback
