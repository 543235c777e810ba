#include "core/print/print_tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::size_t kPrintTorchLineWidth = 80;
constexpr std::string_view kPrintTorchPrefix = "tensor(";
constexpr int kPrintTorchDecimals = 4;

/// The format of all values of a tensor.
struct TorchFormat {
    bool booleans = false;
    bool whole = true;        ///< "1." where every finite value is a whole number
    bool scientific = false;  ///< "1.0000e+09"

    /// @param values the shown values
    TorchFormat(ScalarKind kind, const std::vector<double>& values)
        : booleans(kind == ScalarKind::boolean) {
        double least = std::numeric_limits<double>::infinity();
        double most = 0;
        for (const double value : values) {
            if (booleans || !decides(value)) continue;
            whole = whole && value == std::ceil(value);
            least = std::min(least, std::abs(value));
            most = std::max(most, std::abs(value));
        }
        scientific = most > 0 && (most / least > 1000 || most > 1e8 || (!whole && least < 1e-4));
    }

    [[nodiscard]] std::string text(double value) const {
        if (booleans) return value != 0 ? "True" : "False";
        if (std::isnan(value)) return "nan";
        if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
        if (scientific) return fmt::format("{:.4e}", value);
        return whole ? fixedDigits(value, 0) + "." : fixedDigits(value, kPrintTorchDecimals);
    }

    /// Characters that the columns of these values take.
    [[nodiscard]] std::size_t width(const std::vector<double>& values) const {
        std::size_t widest = 1;
        for (const double value : values) {
            if (booleans || decides(value)) widest = std::max(widest, text(value).size());
        }
        return widest;
    }

private:
    /// Only finite values other than 0 decide about the format.
    static bool decides(double value) { return std::isfinite(value) && value != 0; }
};

class TorchPrinter {
public:
    explicit TorchPrinter(const PrintTensor& tensor) : TorchPrinter(tensor, shownValues(tensor)) {}

    [[nodiscard]] std::string print(std::size_t axis, Index offset, std::size_t indent) const {
        if (axis == tensor_.shape.size()) {
            const double value = tensor_.values[static_cast<std::size_t>(offset)];
            return fmt::format("{:>{}}", format_.text(value), width_);
        }
        const bool is_vector = axis + 1 == tensor_.shape.size();
        const Index stride = numbersPerEntry(tensor_, axis);
        std::vector<std::string> parts;
        for (const Index entry : shownEntries(tensor_, axis)) {
            parts.push_back(entry != kLeftOut ? print(axis + 1, offset + entry * stride, indent + 1)
                            : is_vector       ? " ..."
                                              : "...");
        }
        const std::string margin(indent + 1, ' ');
        if (is_vector) return wrapped(parts, margin);
        const std::string breaks(tensor_.shape.size() - axis - 1, '\n');
        return fmt::format("[{}]", fmt::join(parts, "," + breaks + margin));
    }

private:
    TorchPrinter(const PrintTensor& tensor, const std::vector<double>& shown)
        : tensor_(tensor), format_(tensor.kind, shown), width_(format_.width(shown)) {}

    /// A vector on as many lines as it needs.
    [[nodiscard]] std::string wrapped(const std::vector<std::string>& parts,
                                      const std::string& margin) const {
        const std::size_t indent = margin.size() - 1;
        const std::size_t room = indent < kPrintTorchLineWidth ? kPrintTorchLineWidth - indent : 0;
        const std::size_t a_line = std::max<std::size_t>(1, room / (width_ + 2));
        std::string text = "[";
        for (std::size_t k = 0; k < parts.size(); ++k) {
            if (k > 0) text += k % a_line == 0 ? ",\n" + margin : ", ";
            text += parts[k];
        }
        return text + "]";
    }

    const PrintTensor& tensor_;
    TorchFormat format_;
    std::size_t width_;
};

/// `, dtype=torch.float64` behind the numbers, on a line of its own where it does not fit.
void addSuffix(std::string& text, const std::string& suffix) {
    const std::size_t line_start = text.rfind('\n');
    const std::size_t last_line =
        line_start == std::string::npos ? text.size() + 2 : text.size() - line_start + 1;
    const bool fits = last_line + suffix.size() + 2 <= kPrintTorchLineWidth;
    text += fits ? ", " : ",\n" + std::string(kPrintTorchPrefix.size(), ' ');
    text += suffix;
}

/// The type named behind the numbers; empty for types that PyTorch does not name.
std::string_view namedType(ScalarKind kind) {
    switch (kind) {
        case ScalarKind::bfloat16: return "bfloat16";
        case ScalarKind::float16: return "float16";
        case ScalarKind::float64: return "float64";
        case ScalarKind::float32:
        case ScalarKind::boolean: break;
    }
    return "";
}

}  // namespace

std::string printTorch(const PrintTensor& tensor) {
    std::string text(kPrintTorchPrefix);
    if (tensor.values.empty()) {
        text += "[]";
        if (tensor.shape.size() != 1)
            addSuffix(text, fmt::format("size=({})", fmt::join(tensor.shape, ", ")));
        if (tensor.kind == ScalarKind::boolean) addSuffix(text, "dtype=torch.bool");
    } else {
        text += TorchPrinter(tensor).print(0, 0, kPrintTorchPrefix.size());
    }
    const std::string_view type = namedType(tensor.kind);
    if (!type.empty()) addSuffix(text, fmt::format("dtype=torch.{}", type));
    return text + ")";
}

std::vector<std::string> torchCells(const PrintTensor& tensor) {
    const TorchFormat format(tensor.kind, shownValues(tensor));
    std::vector<std::string> cells;
    for (const double value : tensor.values) cells.push_back(format.text(value));
    return cells;
}

}  // namespace lookback
