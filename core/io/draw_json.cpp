#include "core/io/draw_json.h"

#include <array>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "core/io/drawn_matrices.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

using MatrixName = std::optional<std::string>;

std::string readSeed(const Json& json, const std::string& path, Faults& faults) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number_integer()) return described(json);
    faults.add(path, fmt::format("is {}, expected a whole number (in quotes if it is longer than "
                                 "64 bits)",
                                 described(json)));
    return "";
}

std::vector<MatrixName> readInto(const Json& json, const std::string& path, Faults& faults) {
    const std::vector<std::string_view> names = namesOf(kDrawTargets);
    return readList<MatrixName>(
               json, path, faults,
               [&](const Json& entry, const std::string& at) -> std::optional<MatrixName> {
                   if (entry.is_null()) return MatrixName();
                   const auto place = readName(entry, at, names, faults);
                   if (!place) return std::nullopt;
                   return MatrixName(names[*place]);
               })
        .value_or(std::vector<MatrixName>());
}

template <class Integer>
bool spells(const std::string& text) {
    Integer value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && std::to_string(value) == text;
}

/// A JSON number where every reader gets it right, otherwise a text.
std::string writeSeed(const std::string& seed) {
    return spells<std::int64_t>(seed) || spells<std::uint64_t>(seed) ? seed : jsonString(seed);
}

}  // namespace

Draw readDraw(const Json& json, const std::string& path, Faults& faults) {
    constexpr std::array<std::string_view, 4> kKnown{"library", "seed", "program", "into"};
    const Fields fields(json, path, kKnown, faults);
    Draw draw;
    if (const Json* library = fields.need("library", "the name of a library")) {
        draw.library = readString(*library, fields.path("library"), faults).value_or("");
    }
    if (const Json* seed = fields.need("seed", "a whole number")) {
        draw.seed = readSeed(*seed, fields.path("seed"), faults);
    }
    if (const Json* program = fields.need("program", "operations like linear:2,2,0")) {
        draw.program = readString(*program, fields.path("program"), faults).value_or("");
    }
    if (const Json* into = fields.need("into", "a list of names of matrices")) {
        draw.into = readInto(*into, fields.path("into"), faults);
    }
    return draw;
}

std::string writeDraw(const Draw& draw, int indent) {
    const auto into = jsonItems(draw.into, [](const MatrixName& name) {
        return name ? jsonString(*name) : std::string("null");
    });
    return jsonObject({{"library", jsonString(draw.library)},
                       {"seed", writeSeed(draw.seed)},
                       {"program", jsonString(draw.program)},
                       {"into", jsonList(into, indent + 2)}},
                      indent);
}

}  // namespace lookback
