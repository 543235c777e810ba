#pragma once

#include <optional>

namespace lookback {

/// One value that is computed when somebody asks for it, and kept until it is forgotten or asked
/// for under another key.
/// @tparam Key what the value depends on, as far as nobody calls `forget` for it
template <class Key, class Value>
class Memo {
public:
    void forget() const { key_.reset(); }

    /// The value of a key. @param compute writes it over the value before, which may save work:
    /// `compute(value)`; called where the value is of another key, or of none
    template <class Compute>
    const Value& of(const Key& key, Compute compute) const {
        if (key_ == key) return value_;
        key_.reset();
        compute(value_);
        key_ = key;
        return value_;
    }

private:
    mutable std::optional<Key> key_;  ///< of the value; nothing: it is of no use
    mutable Value value_{};
};

}  // namespace lookback
