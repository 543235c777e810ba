#include "core/io/json_fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::size_t kMostFaults = 20;

template <class Value>
std::optional<Value> wrongType(const Json& json, const std::string& path, const Message& expected,
                               Faults& faults) {
    addWrong(json, path, expected, faults);
    return std::nullopt;
}

/// True for a list of lists of one length. Checked before memory for rows x columns is allocated.
bool isRectangle(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_array()) {
        return wrongType<bool>(json, path, say::expected::Rows{}, faults).has_value();
    }
    bool good = true;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const Json& row = json[i];
        if (!row.is_array()) {
            good =
                wrongType<bool>(row, joined(path, i), say::expected::Numbers{}, faults).has_value();
        } else if (json[0].is_array() && row.size() != json[0].size()) {
            faults.add(joined(path, i),
                       say::faults::UnevenRow{.n = static_cast<Index>(row.size()),
                                              .wanted = Count{static_cast<Index>(json[0].size())}});
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

/// Returns the digits of a number of a file; a fraction in its shortest form.
std::string numberText(const Json& json) {
    if (json.is_number_unsigned()) return std::to_string(json.get<std::uint64_t>());
    if (json.is_number_integer()) return std::to_string(json.get<std::int64_t>());
    const std::string digits = shortestDigits(json.get<double>(), ScalarKind::float64);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

Message expectedWhole(Index smallest, Index largest, bool has_point) {
    if (smallest <= -kLargestWhole) {
        return has_point ? Message(say::expected::NineDigitsNoPoint{})
                         : Message(say::expected::NineDigits{});
    }
    const Argument least = Verbatim{std::to_string(smallest)};
    const Argument most = Verbatim{std::to_string(largest)};
    return has_point ? Message(say::expected::NoPoint{.least = least, .most = most})
                     : Message(say::expected::WholeBetween{.least = least, .most = most});
}

}  // namespace

void addWrong(const Json& json, const std::string& path, const Message& expected, Faults& faults) {
    faults.add(path, say::faults::Wrong{.value = described(json), .expected = expected});
}

Message expectedList() { return say::expected::List{}; }

Message oneOf(std::span<const std::string_view> known) {
    return say::expected::OneOf{.names = Verbatim{fmt::format("{}", fmt::join(known, ", "))}};
}

void Faults::add(std::string where, Message message) {
    if (++count_ <= kMostFaults) first_.push_back({std::move(where), std::move(message)});
}

std::vector<Error> Faults::take() {
    if (count_ > kMostFaults) {
        first_.push_back(
            {"", say::faults::AndMore{.n = Count{static_cast<Index>(count_ - kMostFaults)}}});
    }
    count_ = 0;
    return std::move(first_);
}

Argument described(const Json& json) {
    switch (json.type()) {
        case Json::value_t::string: return Verbatim{excerpt(json.get_ref<const std::string&>())};
        case Json::value_t::array:
            return Message(say::faults::ListOf{.n = Count{static_cast<Index>(json.size())}});
        case Json::value_t::object: return Message(say::faults::AnObject{});
        case Json::value_t::null: return Verbatim{"null"};
        case Json::value_t::boolean: return Verbatim{json.get<bool>() ? "true" : "false"};
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float: return Verbatim{numberText(json)};
        case Json::value_t::binary:
        case Json::value_t::discarded: break;
    }
    return Message(say::faults::Unreadable{});
}

std::optional<std::string> readString(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_string()) return wrongType<std::string>(json, path, say::expected::Text{}, faults);
    return json.get<std::string>();
}

std::optional<bool> readBool(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_boolean())
        return wrongType<bool>(json, path, say::expected::TrueOrFalse{}, faults);
    return json.get<bool>();
}

std::optional<double> readNumber(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_number()) return wrongType<double>(json, path, say::expected::Finite{}, faults);
    return json.get<double>();
}

std::optional<Index> readWhole(const Json& json, const std::string& path, Index smallest,
                               Faults& faults, Index largest) {
    const bool is_whole = json.is_number_integer();  // also true for unsigned ones
    const bool fits = is_whole && (!json.is_number_unsigned() ||
                                   json.get<std::uint64_t>() <= std::uint64_t{kLargestWhole});
    const Index value = fits ? static_cast<Index>(json.get<std::int64_t>()) : 0;
    if (fits && value >= smallest && value <= largest) return value;
    const bool has_point = json.is_number_float() && numberText(json).ends_with(".0");
    return wrongType<Index>(json, path, expectedWhole(smallest, largest, has_point), faults);
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
                addWrong(entry, joined(joined(path, i), j), say::expected::Finite{}, faults);
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
    return wrongType<std::size_t>(json, path, oneOf(known), faults);
}

std::optional<Error> versionFault(const Json& root, std::string_view field, std::uint64_t version) {
    const auto fault = [](std::string_view where, Message message) {
        return Error{std::string(where), std::move(message)};
    };
    const Argument known = Verbatim{std::to_string(version)};
    if (!root.is_object()) {
        return fault("", say::faults::Wrong{.value = described(root),
                                            .expected = Message(say::expected::Object{})});
    }
    const auto found = root.find(std::string(field));
    if (found == root.end()) {
        return fault(field, say::faults::Missing{.expected = Message(say::expected::FormatVersion{
                                                     .version = known})});
    }
    if (*found == version) return std::nullopt;
    if (found->is_number_unsigned() && found->get<std::uint64_t>() > version) {
        return fault(field,
                     say::faults::NewerVersion{.version = described(*found), .known = known});
    }
    return fault(field, say::faults::Wrong{.value = described(*found), .expected = known});
}

Fields::Fields(const Json& json, std::string path, std::span<const std::string_view> known,
               Faults& faults)
    : object_(json.is_object() ? &json : nullptr), path_(std::move(path)), faults_(faults) {
    if (object_ == nullptr) {
        addWrong(json, path_, say::expected::Object{}, faults);
        return;
    }
    for (const auto& field : json.items()) {
        if (std::find(known.begin(), known.end(), field.key()) != known.end()) continue;
        faults.add(joined(path_, pathName(field.key())),
                   say::faults::UnknownField{.hint = nearestHint(field.key(), known)});
    }
}

const Json* Fields::find(std::string_view name) const {
    if (object_ == nullptr) return nullptr;
    const auto field = object_->find(std::string(name));
    return field == object_->end() ? nullptr : &*field;
}

const Json* Fields::need(std::string_view name, const Message& expected) const {
    const Json* field = find(name);
    if (field == nullptr && object_ != nullptr) {
        faults_.add(path(name), say::faults::Missing{.expected = expected});
    }
    return field;
}

}  // namespace lookback
