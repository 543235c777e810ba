/// Numbers within brackets, as NumPy, PyTorch, JAX, TensorFlow and Python print them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/import/found.h"
#include "core/import/number_text.h"

namespace lookback {

/// A value within brackets.
struct PrintedValue {
    std::vector<Index> shape{};
    std::vector<double> numbers{};
    std::vector<std::string> texts{};
    std::optional<DType> dtype{};
    std::size_t truths = 0;  ///< of the numbers, those printed as True and False
    bool is_torch = false;   ///< printed by PyTorch, for what to do where numbers are left out
};

/// Reads values from a place in a text. The first fault ends the reading.
class PrintedValues {
public:
    explicit PrintedValues(std::string_view text) : text_(text) {}

protected:
    using Shape = std::vector<Index>;

    [[nodiscard]] char here(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

    /// The number of the line at the present place, from 1. Places only grow.
    std::size_t line();

    /// Keeps the first fault. @return no shape
    Shape refuse(Message message);

    /// The word at the present place, at most 20 bytes, for messages.
    [[nodiscard]] Verbatim wordHere() const;

    /// Refuses the word at the present place.
    Shape refuseHere(const Message& expected);

    /// Skips from a bracket to its partner, or to the end.
    void skipBalanced();

    /// Reads a text in quotes; without a partner, the quote alone.
    std::string readText();

    /// Skips a comment, from its sign to the end of its line.
    void skipComment();

    /// Reads a list, or the call of a maker from its bracket on. @param function empty: a list
    PrintedValue readValueHere(const std::string& function);

    /// True for a function whose first argument is a tensor: `np.array`.
    [[nodiscard]] static bool isMaker(std::string_view function);

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Error> fault_{};

private:
    Shape readMaker(PrintedValue& value, const std::string& function, int depth);
    void readArguments(PrintedValue& value, const std::string& function, const Shape& shape);
    void readArgument(PrintedValue& value, std::string_view argument, const Shape& shape);
    bool skipPromptWithin();
    Index skipGap();
    Shape readList(PrintedValue& value, int depth);
    [[nodiscard]] bool isGapRight(Index commas, bool is_empty, Index count, bool is_end, int depth);
    Shape refuseUneven(const Shape& shape, const Shape& first);
    Shape readElement(PrintedValue& value, int depth);
    Shape readWord(PrintedValue& value, int depth);
    Shape addText(PrintedValue& value);
    Shape addNumber(PrintedValue& value, const NumberText& number);
    Shape addValue(PrintedValue& value, double number);

    static constexpr int kDeepest = 8;

    /// Where lines end in which a quote, single or double, has no partner.
    std::array<std::size_t, 2> alone_until_{};
    /// Of the present value by depth: its elements stand between commas; nothing: not known yet.
    std::array<std::optional<bool>, kDeepest + 1> has_commas_{};
    std::size_t counted_ = 0;  // lines up to here are counted
    std::size_t lines_ = 1;
    std::size_t numbers_ = 0;  // of the whole text
};

}  // namespace lookback
