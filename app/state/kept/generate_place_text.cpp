#include "app/state/kept/generate_place_text.h"

#include <algorithm>

#include "app/state/kept/session_line.h"
#include "core/io/json_text.h"
#include "core/random/seed.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 10> kGenerateTextFields{
    "prompt", "temperature", "top_k", "greedy", "seed", "written", "part", "shown", "told", "head"};
constexpr Index kMostTwinsShown = static_cast<Index>(TwinsShown::b);

}  // namespace

std::string writeGeneratePlace(const GeneratePlace& place) {
    return jsonInline({{"prompt", jsonString(place.prompt)},
                       {"temperature", jsonNumber(place.choice.temperature)},
                       {"top_k", std::to_string(place.choice.top_k)},
                       {"greedy", jsonBool(place.choice.is_greedy)},
                       {"seed", jsonString(std::to_string(place.choice.seed))},
                       {"written", std::to_string(place.written)},
                       {"part", std::to_string(static_cast<int>(place.part))},
                       {"shown", std::to_string(static_cast<int>(place.shown))},
                       {"told", std::to_string(place.told)},
                       {"head", std::to_string(place.head)}});
}

std::optional<GeneratePlace> readGeneratePlace(const Json& json) {
    Faults faults;
    const SessionLine line(json, "", kGenerateTextFields, faults);
    GeneratePlace place;
    place.prompt = line.text("prompt");
    if (const Json* const temperature = line.find("temperature")) {
        const auto read = readNumber(*temperature, line.path("temperature"), faults);
        place.choice.temperature =
            std::clamp(read.value_or(1), kLeastTemperature, kMostTemperature);
    }
    place.choice.top_k = line.whole("top_k");
    place.choice.is_greedy = line.flag("greedy");
    if (const auto seed = parseTorchSeed(line.text("seed"))) place.choice.seed = *seed;
    place.written = std::min(line.whole("written"), kMostWords);
    place.part = static_cast<WordPart>(std::min(line.whole("part"), std::ssize(kWordParts) - 1));
    place.shown = static_cast<TwinsShown>(std::min(line.whole("shown"), kMostTwinsShown));
    place.told = static_cast<std::size_t>(std::min<Index>(line.whole("told"), 1));
    place.head = line.whole("head");
    return faults.empty() ? std::optional(place) : std::nullopt;
}

}  // namespace lookback
