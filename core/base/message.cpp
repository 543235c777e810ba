#include "core/base/message.h"

namespace lookback {

// Out of line, as a message holds arguments and an argument may hold a message: clang 14 does not
// find the end of defaulted comparisons.

bool Message::operator==(const Message& other) const {
    return key == other.key && arguments == other.arguments;
}

bool Listed::operator==(const Listed& other) const { return things == other.things; }

bool Argument::operator==(const Argument& other) const { return value_ == other.value_; }

}  // namespace lookback
