#include "app/state/kept/leak_text.h"

#include <array>

#include "core/base/utf8.h"
#include "core/document/typed_words.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

struct ProbeName {
    Probe probe;
    std::string_view name;
};

/// In the order of the enumerators.
constexpr std::array kProbeNames{ProbeName{Probe::nudge, "nudge"},
                                 ProbeName{Probe::append, "append"}};

constexpr std::array<std::string_view, 6> kLeakTextFields{"probe", "token",  "dimension",
                                                          "seed",  "amount", "word"};

std::string wholeOrNull(const std::optional<Index>& number) {
    return number ? std::to_string(*number) : "null";
}

std::optional<Index> readWholeOrNull(const SessionLine& line, std::string_view field) {
    const Json* const json = line.find(field);
    if (json == nullptr || json->is_null()) return std::nullopt;
    return line.whole(field);
}

}  // namespace

std::string writeLeakPlace(const LeakPlace& place) {
    return jsonInline(
        {{"probe", jsonString(kProbeNames[static_cast<std::size_t>(place.probe)].name)},
         {"token", wholeOrNull(place.nudge.token)},
         {"dimension", wholeOrNull(place.nudge.dimension)},
         {"seed", std::to_string(place.nudge.seed)},
         {"amount", jsonNumber(place.nudge.amount)},
         {"word", jsonString(place.word)}});
}

LeakPlace readLeakPlace(const SessionLine& place, std::string_view field, Faults& faults) {
    LeakPlace read;
    const Json* const json = place.find(field);
    if (json == nullptr) return read;
    const SessionLine line(*json, place.path(field), kLeakTextFields, faults);
    read.probe = kProbeNames[line.row("probe", kProbeNames)].probe;
    read.nudge.token = readWholeOrNull(line, "token");
    read.nudge.dimension = readWholeOrNull(line, "dimension");
    read.nudge.seed = static_cast<std::uint32_t>(line.whole("seed"));
    if (const Json* const amount = line.find("amount")) {
        read.nudge.amount =
            readNumber(*amount, line.path("amount"), faults).value_or(read.nudge.amount);
    }
    if (line.find("word")) read.word = line.text("word");
    return read;
}

}  // namespace lookback
