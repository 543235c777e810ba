/// Facts in no language: the key of a message in the catalogue, and the arguments of its slots.
/// core/words turns them into sentences.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/matrix.h"

namespace lookback {

class Argument;

/// A whole number: 1424 is written as 1,424.
struct Count {
    Index value = 0;

    bool operator==(const Count&) const = default;
};

/// A number, and its digits after the point.
struct Decimal {
    double value = 0;
    int decimals = 0;

    bool operator==(const Decimal&) const = default;
};

/// A number, and its significant digits: with 2 of them 2.4e−7.
struct Rough {
    double value = 0;
    int digits = 0;

    bool operator==(const Rough&) const = default;
};

/// A share of 1, read in percent: 0.896 reads as 89.6%, 0.0001 as less than 0.1%.
struct Share {
    double value = 0;

    bool operator==(const Share&) const = default;
};

/// The label of a token, read in quotes: “poem”.
struct TokenLabel {
    std::string label{};

    bool operator==(const TokenLabel&) const = default;
};

/// Text that no language changes: a name of a file, a field or a precision, digits.
struct Verbatim {
    std::string text{};

    bool operator==(const Verbatim&) const = default;
};

/// A message; in a slot it is a part of another one.
struct Message {
    std::string_view key{};           ///< in the catalogue: `leak.cannot.no_tokens`
    std::vector<Argument> arguments;  ///< in the order of the English slots

    bool operator==(const Message& other) const;
};

/// Things in a sentence: “a”, “b” and “c”; above four, three and how many more.
struct Listed {
    std::vector<Argument> things;

    bool operator==(const Listed& other) const;
};

/// The argument of a slot. It has no default value, so that a message without it does not compile.
class Argument {
public:
    using Value = std::variant<Count, Decimal, Rough, Share, TokenLabel, Verbatim, Message, Listed>;

    template <class T>
    requires std::is_constructible_v<Value, T> Argument(T value)
        : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] const Value& value() const { return value_; }
    bool operator==(const Argument& other) const;

private:
    Value value_;
};

/// Returns a message without slots, for the rows of tables.
template <class Text>
[[nodiscard]] Message stated() {
    return Text{};
}

/// True for a message of that struct: `isMessage<say::faults::Misfit>(fault.message)`.
template <class Text>
[[nodiscard]] bool isMessage(const Message& message) {
    return message.key == Text::kKey;
}

/// A slot that is a count or a choice. As an Argument, it has no usual value.
template <class T>
struct Required {
    T value;

    Required(T given) : value(given) {}   // NOLINT(google-explicit-constructor)
    operator T() const { return value; }  // NOLINT(google-explicit-constructor)
};

}  // namespace lookback
