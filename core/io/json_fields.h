#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/matrix.h"
#include "core/io/json_tree.h"

namespace lookback {

/// Gathers the faults of a file, so that a person can mend all of them at once.
class Faults {
public:
    void add(std::string where, Message message);
    [[nodiscard]] bool empty() const { return count_ == 0; }

    /// The first 20, and a line that counts the others.
    [[nodiscard]] std::vector<Error> take();

private:
    std::vector<Error> first_;
    std::size_t count_ = 0;
};

/// The names of a table's rows.
template <class Table>
[[nodiscard]] std::vector<std::string_view> namesOf(const Table& table) {
    std::vector<std::string_view> names;
    names.reserve(table.size());
    for (const auto& row : table) names.push_back(row.name);
    return names;
}

/// Values as a message names them: `“abc”`, `1.5`, `a list of 3`.
[[nodiscard]] Argument described(const Json& json);

/// Adds the fault of a value that is not as expected.
void addWrong(const Json& json, const std::string& path, const Message& expected, Faults& faults);

// Each reader adds a fault and returns nothing where the value has another type or is out of range.

[[nodiscard]] std::optional<std::string> readString(const Json& json, const std::string& path,
                                                    Faults& faults);
[[nodiscard]] std::optional<bool> readBool(const Json& json, const std::string& path,
                                           Faults& faults);
[[nodiscard]] std::optional<double> readNumber(const Json& json, const std::string& path,
                                               Faults& faults);

inline constexpr Index kLargestWhole = 1'000'000'000;

/// A whole number from `smallest` to `largest`.
[[nodiscard]] std::optional<Index> readWhole(const Json& json, const std::string& path,
                                             Index smallest, Faults& faults,
                                             Index largest = kLargestWhole);

/// A list of rows of equal length. No rows read as (0, 0).
[[nodiscard]] std::optional<Matrix<double>> readMatrix(const Json& json, const std::string& path,
                                                       Faults& faults);

/// One of the names; the message lists them. @return its place among them.
[[nodiscard]] std::optional<std::size_t> readName(const Json& json, const std::string& path,
                                                  std::span<const std::string_view> known,
                                                  Faults& faults);

/// Returns the expected value of `readList`: `a list`.
[[nodiscard]] Message expectedList();

/// Returns the expected value of `readName`: `one of torch, numpy`.
[[nodiscard]] Message oneOf(std::span<const std::string_view> known);

/// A list whose entries `read(entry, path)` reads; nothing where one of them fails.
template <class Value, class Read>
[[nodiscard]] std::optional<std::vector<Value>> readList(const Json& json, const std::string& path,
                                                         Faults& faults, Read read) {
    if (!json.is_array()) {
        addWrong(json, path, expectedList(), faults);
        return std::nullopt;
    }
    std::vector<Value> values;
    values.reserve(json.size());
    for (std::size_t k = 0; k < json.size(); ++k) {
        std::optional<Value> value = read(json[k], joined(path, k));
        if (value) values.push_back(*std::move(value));
    }
    return values.size() == json.size() ? std::optional(std::move(values)) : std::nullopt;
}

/// Returns the fault of a file that is not an object with that version of its format in that field;
/// no other field is read then.
[[nodiscard]] std::optional<Error> versionFault(const Json& root, std::string_view field,
                                                std::uint64_t version);

/// The fields of one object. Adds a fault for a value that is not an object, and for each field
/// that is not `known`.
class Fields {
public:
    Fields(const Json& json, std::string path, std::span<const std::string_view> known,
           Faults& faults);

    /// The field; nullptr where it is absent, or where the value is not an object.
    [[nodiscard]] const Json* find(std::string_view name) const;

    /// The field; nullptr where it is absent, with a fault that names `expected`.
    [[nodiscard]] const Json* need(std::string_view name, const Message& expected) const;

    [[nodiscard]] std::string path(std::string_view name) const { return joined(path_, name); }
    [[nodiscard]] bool isObject() const { return object_ != nullptr; }

private:
    const Json* object_ = nullptr;
    std::string path_;
    Faults& faults_;
};

}  // namespace lookback
