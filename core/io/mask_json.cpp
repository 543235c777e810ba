#include "core/io/mask_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

Message listExpected(MaskParameter parameter) {
    switch (parameter) {
        case MaskParameter::nothing:
        case MaskParameter::numbers: break;
        case MaskParameter::valid_tokens: return say::expected::ValidFlags{};
        case MaskParameter::token_documents: return say::expected::DocumentNumbers{};
        case MaskParameter::cells: return say::expected::FlagRows{};
    }
    return say::expected::List{};
}

/// A rule's numbers; false where there is a fault.
bool readNumbers(const MaskInfo& kind, const Fields& fields, MaskRule& rule, Faults& faults) {
    bool good = true;
    for (std::size_t k = 0; k < kind.numbers.size(); ++k) {
        const auto [field, smallest, usual] = kind.numbers[k];
        const Json* json = fields.need(field, say::expected::Whole{});
        const auto number =
            json == nullptr ? std::nullopt : readWhole(*json, fields.path(field), smallest, faults);
        rule.numbers[k] = number.value_or(0);
        good = good && number;
    }
    return good;
}

/// Reads `per_token` or `allowed` of a rule; false where there is a fault.
bool readListOf(const MaskInfo& kind, const Json& json, const std::string& path, MaskRule& rule,
                Faults& faults) {
    const auto flag = [&](const Json& entry, const std::string& at) {
        return readBool(entry, at, faults);
    };
    switch (kind.parameter) {
        case MaskParameter::nothing:
        case MaskParameter::numbers: break;
        case MaskParameter::valid_tokens: {
            const auto valid = readList<bool>(json, path, faults, flag);
            if (valid) rule.per_token.assign(valid->begin(), valid->end());
            return valid.has_value();
        }
        case MaskParameter::token_documents: {
            const auto documents =
                readList<Index>(json, path, faults, [&](const Json& entry, const std::string& at) {
                    return readWhole(entry, at, -kLargestWhole, faults);
                });
            if (documents) rule.per_token = *documents;
            return documents.has_value();
        }
        case MaskParameter::cells: {
            const auto rows = readList<std::vector<bool>>(
                json, path, faults, [&](const Json& entry, const std::string& at) {
                    return readList<bool>(entry, at, faults, flag);
                });
            if (rows) rule.allowed = *rows;
            return rows.has_value();
        }
    }
    return false;
}

std::optional<MaskRule> readRule(const Json& json, const std::string& path, Faults& faults) {
    const Json* kind_json = json.is_object() && json.contains("kind") ? &json["kind"] : nullptr;
    const std::vector<std::string_view> names = namesOf(maskKinds());
    const auto place = kind_json == nullptr
                           ? std::nullopt
                           : readName(*kind_json, joined(path, "kind"), names, faults);
    if (!place) {
        if (kind_json == nullptr) {
            const Fields fields(json, path, std::array<std::string_view, 1>{"kind"}, faults);
            static_cast<void>(fields.need("kind", oneOf(names)));
        }
        return std::nullopt;
    }
    const MaskInfo& kind = maskKinds()[*place];
    std::vector<std::string_view> known{"kind"};
    for (const MaskNumber& number : kind.numbers) known.push_back(number.field);
    if (!kind.list.empty()) known.push_back(kind.list);
    const Fields fields(json, path, known, faults);
    MaskRule rule{.kind = kind.kind};
    if (!readNumbers(kind, fields, rule, faults)) return std::nullopt;
    if (kind.list.empty()) return rule;
    const Json* list = fields.need(kind.list, listExpected(kind.parameter));
    if (list == nullptr || !readListOf(kind, *list, fields.path(kind.list), rule, faults)) {
        return std::nullopt;
    }
    return rule;
}

std::optional<double> readMaskingValue(const Json& json, const std::string& path, Faults& faults) {
    if (json == "-inf") return -std::numeric_limits<double>::infinity();
    if (json.is_number()) return json.get<double>();
    addWrong(json, path, say::expected::FiniteOrMinusInfinity{}, faults);
    return std::nullopt;
}

/// Writes `per_token` or `allowed` of a rule.
std::string writeListOf(const MaskRule& rule, int indent) {
    switch (info(rule.kind).parameter) {
        case MaskParameter::nothing:
        case MaskParameter::numbers: break;
        case MaskParameter::valid_tokens:
            return jsonList(
                jsonItems(rule.per_token, [](Index valid) { return jsonBool(valid != 0); }),
                indent);
        case MaskParameter::token_documents:
            return jsonList(
                jsonItems(rule.per_token, [](Index number) { return std::to_string(number); }),
                indent);
        case MaskParameter::cells:
            return jsonLines(jsonItems(rule.allowed,
                                       [](const std::vector<bool>& row) {
                                           return fmt::format(
                                               "[{}]", fmt::join(jsonItems(row, jsonBool), ", "));
                                       }),
                             indent);
    }
    return "null";
}

/// -1e9 rather than -1000000000.
std::string maskingValue(double value) {
    const std::string plain = jsonNumber(value);
    const std::size_t last = plain.find_last_not_of('0');
    const std::size_t zeros = last == std::string::npos ? 0 : plain.size() - last - 1;
    const bool is_long = zeros >= 4 && plain.find_first_of(".e") == std::string::npos;
    return is_long ? fmt::format("{}e{}", plain.substr(0, last + 1), zeros) : plain;
}

/// In the order of `Scale::Kind`; a number spells itself.
constexpr std::array<std::string_view, 3> kScaleNames{"sqrt_dk", "dk", "none"};

}  // namespace

std::optional<std::vector<MaskRule>> readMaskRules(const Json& json, const std::string& path,
                                                   Faults& faults) {
    return readList<MaskRule>(json, path, faults, [&](const Json& rule, const std::string& at) {
        return readRule(rule, at, faults);
    });
}

std::optional<std::vector<Cell>> readFlips(const Json& json, const std::string& path,
                                           Faults& faults) {
    auto cells = readList<Cell>(
        json, path, faults, [&](const Json& entry, const std::string& at) -> std::optional<Cell> {
            const auto pair = readList<Index>(entry, at, faults,
                                              [&](const Json& number, const std::string& place) {
                                                  return readWhole(number, place, 0, faults);
                                              });
            if (!pair) return std::nullopt;
            if (pair->size() == 2) return Cell{(*pair)[0], (*pair)[1]};
            faults.add(at, say::faults::CellNumbers{.n = std::ssize(*pair)});
            return std::nullopt;
        });
    if (!cells) return std::nullopt;
    std::sort(cells->begin(), cells->end());
    if (const auto twice = std::adjacent_find(cells->begin(), cells->end());
        twice != cells->end()) {
        faults.add(path, say::faults::CellTwice{
                             .cell = Verbatim{fmt::format("[{}, {}]", twice->row, twice->col)}});
        return std::nullopt;
    }
    return cells;
}

std::optional<Masking> readMasking(const Json& json, const std::string& path, Faults& faults) {
    constexpr std::array<std::string_view, 4> kKnown{"method", "value", "order", "softmax"};
    const Fields fields(json, path, kKnown, faults);
    Masking masking;
    bool good = fields.isObject();
    if (const Json* method = fields.find("method")) {
        const auto place =
            readName(*method, fields.path("method"), namesOf(kMaskingMethods), faults);
        if (place) masking.method = kMaskingMethods[*place].method;
        good = good && place;
    }
    if (const Json* value = fields.find("value")) {
        const auto number = readMaskingValue(*value, fields.path("value"), faults);
        if (number) masking.value = *number;
        good = good && number;
    }
    if (const Json* order = fields.find("order")) {
        const auto place = readName(*order, fields.path("order"), kMaskingOrderNames, faults);
        if (place) masking.order = static_cast<MaskingOrder>(*place);
        good = good && place;
    }
    if (const Json* softmax = fields.find("softmax")) {
        const auto place = readName(*softmax, fields.path("softmax"), kSoftmaxOverNames, faults);
        if (place) masking.softmax = static_cast<SoftmaxOver>(*place);
        good = good && place;
    }
    return good ? std::optional(masking) : std::nullopt;
}

std::string writeMaskRules(const std::vector<MaskRule>& rules, int indent) {
    const auto items = jsonItems(rules, [indent](const MaskRule& rule) {
        const MaskInfo& kind = info(rule.kind);
        JsonFields fields{{"kind", jsonString(kind.name)}};
        for (std::size_t k = 0; k < kind.numbers.size(); ++k) {
            fields.emplace_back(kind.numbers[k].field, std::to_string(rule.numbers[k]));
        }
        if (!kind.list.empty()) fields.emplace_back(kind.list, writeListOf(rule, indent + 2));
        return jsonInline(fields);
    });
    const bool is_short = std::none_of(items.begin(), items.end(), [](const std::string& item) {
        return item.find('[') != std::string::npos;
    });
    return is_short ? jsonList(items, indent) : jsonLines(items, indent);
}

std::string writeFlips(const std::vector<Cell>& flips, int indent) {
    return jsonList(
        jsonItems(flips, [](Cell cell) { return fmt::format("[{}, {}]", cell.row, cell.col); }),
        indent);
}

std::string writeMasking(const Masking& masking) {
    JsonFields fields{
        {"method", jsonString(info(masking.method).name)},
        {"value", maskingValue(masking.value)},
        {"order", jsonString(kMaskingOrderNames[static_cast<std::size_t>(masking.order)])}};
    if (masking.softmax != SoftmaxOver::rows) {
        fields.emplace_back(
            "softmax", jsonString(kSoftmaxOverNames[static_cast<std::size_t>(masking.softmax)]));
    }
    return jsonInline(fields);
}

std::optional<Scale> readScale(const Json& json, const std::string& path, Faults& faults) {
    if (json.is_number()) return Scale{Scale::Kind::number, json.get<double>()};
    const auto* const name = std::find(kScaleNames.begin(), kScaleNames.end(),
                                       json.is_string() ? json.get<std::string>() : "");
    if (name == kScaleNames.end()) {
        addWrong(json, path,
                 say::expected::OneOfOrNumber{
                     .names = Verbatim{fmt::format("{}", fmt::join(kScaleNames, ", "))}},
                 faults);
        return std::nullopt;
    }
    return Scale{static_cast<Scale::Kind>(name - kScaleNames.begin())};
}

std::string writeScale(const Scale& scale) {
    if (scale.kind == Scale::Kind::number) return jsonNumber(scale.number);
    return jsonString(kScaleNames[static_cast<std::size_t>(scale.kind)]);
}

}  // namespace lookback
