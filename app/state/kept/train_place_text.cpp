#include "app/state/kept/train_place_text.h"

#include <algorithm>
#include <limits>

#include "app/state/kept/session_line.h"
#include "core/io/json_text.h"
#include "core/language/experiment.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 12> kTrainTextFields{
    "step", "head",  "word",   "probe",  "logarithmic", "from",
    "to",   "speed", "number", "matrix", "row",         "col"};

double readShare(const SessionLine& line, std::string_view field, double usual, Faults& faults) {
    const Json* const json = line.find(field);
    if (json == nullptr) return usual;
    return std::clamp(readNumber(*json, line.path(field), faults).value_or(usual), 0.0, 1.0);
}

}  // namespace

std::string writeTrainPlace(const TrainPlace& place) {
    JsonFields fields;
    // Whoever stands at the end stands there whatever the number of steps becomes.
    if (place.step <= kMaxSteps) fields.emplace_back("step", std::to_string(place.step));
    const JsonFields others{{"head", std::to_string(place.head)},
                            {"word", std::to_string(place.word)},
                            {"probe", jsonString(place.probe)},
                            {"logarithmic", jsonBool(place.is_logarithmic)},
                            {"from", jsonNumber(place.chart.from)},
                            {"to", jsonNumber(place.chart.to)},
                            {"speed", std::to_string(place.speed)},
                            {"number", jsonBool(place.below == TrainBelow::step)},
                            {"matrix", std::to_string(place.number.matrix)},
                            {"row", std::to_string(place.number.row)},
                            {"col", std::to_string(place.number.col)}};
    fields.insert(fields.end(), others.begin(), others.end());
    return jsonInline(fields);
}

std::optional<TrainPlace> readTrainPlace(const Json& json) {
    Faults faults;
    const SessionLine line(json, "", kTrainTextFields, faults);
    TrainPlace place;
    const bool has_step = line.find("step") != nullptr && line.whole("step") <= kMaxSteps;
    place.step = has_step ? line.whole("step") : std::numeric_limits<Index>::max();
    place.head = line.whole("head");
    place.word = line.whole("word");
    place.probe = line.text("probe");
    place.is_logarithmic = line.flag("logarithmic");
    place.chart.from = readShare(line, "from", place.chart.from, faults);
    place.chart.to = readShare(line, "to", place.chart.to, faults);
    if (place.chart.from >= place.chart.to) place.chart = {};
    if (line.flag("number")) place.below = TrainBelow::step;
    place.number = {static_cast<std::size_t>(line.whole("matrix")), line.whole("row"),
                    line.whole("col")};
    const Index fastest = std::ssize(kTrainSpeeds) - 1;
    place.speed = static_cast<int>(std::min(line.whole("speed"), fastest));
    return faults.empty() ? std::optional(place) : std::nullopt;
}

}  // namespace lookback
