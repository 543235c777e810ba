#include "core/io/json_fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::size_t kMostFaults = 20;

template <class Value>
std::optional<Value> wrongType(const Json& json, const std::string& path, std::string_view expected,
                               Faults& faults) {
    faults.add(path, fmt::format("is {}, expected {}", described(json), expected));
    return std::nullopt;
}

/// True for a list of lists of one length. Checked before memory for rows x columns is allocated.
bool isRectangle(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_array()) {
        return wrongType<bool>(json, path, "a list of rows", faults).has_value();
    }
    bool good = true;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const Json& row = json[i];
        if (!row.is_array()) {
            good = wrongType<bool>(row, joined(path, i), "a list of numbers", faults).has_value();
        } else if (json[0].is_array() && row.size() != json[0].size()) {
            faults.add(
                joined(path, i),
                fmt::format("has {}, expected {} as in the first row",
                            counted(static_cast<Index>(row.size()), "number"), json[0].size()));
            good = false;
        }
    }
    return good;
}

/// A field's name in a path: plain words as they are, other names quoted.
std::string pathName(const std::string& name) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
    return plain && !name.empty() && name.size() <= 40 ? name : excerpt(name);
}

}  // namespace

void Faults::add(std::string where, std::string message) {
    if (++count_ <= kMostFaults) first_.push_back({std::move(where), std::move(message)});
}

std::vector<Error> Faults::take() {
    if (count_ > kMostFaults) {
        first_.push_back({"", fmt::format("and {} more", count_ - kMostFaults)});
    }
    count_ = 0;
    return std::move(first_);
}

std::string described(const Json& json) {
    switch (json.type()) {
        case Json::value_t::string: return excerpt(json.get_ref<const std::string&>());
        case Json::value_t::array: return fmt::format("a list of {}", json.size());
        case Json::value_t::object: return "an object";
        case Json::value_t::null: return "null";
        case Json::value_t::boolean: return json.get<bool>() ? "true" : "false";
        case Json::value_t::number_integer: return std::to_string(json.get<std::int64_t>());
        case Json::value_t::number_unsigned: return std::to_string(json.get<std::uint64_t>());
        case Json::value_t::number_float: {
            const std::string digits = shortestDigits(json.get<double>(), ScalarKind::float64);
            return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
        }
        case Json::value_t::binary:
        case Json::value_t::discarded: break;
    }
    return "unreadable";
}

std::optional<std::string> readString(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_string()) return wrongType<std::string>(json, path, "a text in quotes", faults);
    return json.get<std::string>();
}

std::optional<bool> readBool(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_boolean()) return wrongType<bool>(json, path, "true or false", faults);
    return json.get<bool>();
}

std::optional<double> readNumber(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_number()) return wrongType<double>(json, path, "a finite number", faults);
    return json.get<double>();
}

std::optional<Index> readWhole(const Json& json, const std::string& path, Index smallest,
                               Faults& faults, Index largest) {
    const bool is_whole = json.is_number_integer();  // also true for unsigned ones
    const bool fits = is_whole && (!json.is_number_unsigned() ||
                                   json.get<std::uint64_t>() <= std::uint64_t{kLargestWhole});
    const Index value = fits ? static_cast<Index>(json.get<std::int64_t>()) : 0;
    if (fits && value >= smallest && value <= largest) return value;
    const bool has_point = json.is_number_float() && described(json).ends_with(".0");
    return wrongType<Index>(
        json, path,
        (smallest > -kLargestWhole ? fmt::format("a whole number from {} to {}", smallest, largest)
                                   : std::string("a whole number of at most nine digits")) +
            (has_point ? ", without a point" : ""),
        faults);
}

std::optional<Matrix<double>> readMatrix(const Json& json, const std::string& path,
                                         Faults& faults) {
    if (!isRectangle(json, path, faults)) return std::nullopt;
    const std::size_t width = json.empty() ? 0 : json[0].size();
    Matrix<double> matrix(static_cast<Index>(json.size()), static_cast<Index>(width));
    bool good = true;
    for (std::size_t i = 0; i < json.size(); ++i) {
        for (std::size_t j = 0; j < width; ++j) {
            const Json& entry = json[i][j];
            if (entry.is_number()) {
                matrix(static_cast<Index>(i), static_cast<Index>(j)) = entry.get<double>();
            } else {
                wrongType<double>(entry, joined(joined(path, i), j), "a finite number", faults);
                good = false;
            }
        }
    }
    return good ? std::optional(std::move(matrix)) : std::nullopt;
}

std::optional<std::size_t> readName(const Json& json, const std::string& path,
                                    std::span<const std::string_view> known, Faults& faults) {
    if (json.is_string()) {
        const auto found =
            std::find(known.begin(), known.end(), json.get_ref<const std::string&>());
        if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    }
    return wrongType<std::size_t>(json, path, fmt::format("one of {}", fmt::join(known, ", ")),
                                  faults);
}

Fields::Fields(const Json& json, std::string path, std::span<const std::string_view> known,
               Faults& faults)
    : object_(json.is_object() ? &json : nullptr), path_(std::move(path)), faults_(faults) {
    if (object_ == nullptr) {
        faults.add(path_, fmt::format("is {}, expected an object", described(json)));
        return;
    }
    for (const auto& field : json.items()) {
        if (std::find(known.begin(), known.end(), field.key()) != known.end()) continue;
        faults.add(joined(path_, pathName(field.key())),
                   "unknown field" + nearestHint(field.key(), known));
    }
}

const Json* Fields::find(std::string_view name) const {
    if (object_ == nullptr) return nullptr;
    const auto field = object_->find(std::string(name));
    return field == object_->end() ? nullptr : &*field;
}

const Json* Fields::need(std::string_view name, std::string_view expected) const {
    const Json* field = find(name);
    if (field == nullptr && object_ != nullptr) {
        faults_.add(path(name), fmt::format("is missing, expected {}", expected));
    }
    return field;
}

}  // namespace lookback
