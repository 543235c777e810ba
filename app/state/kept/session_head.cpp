#include "app/state/kept/session_head.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/state/kept/choice_text.h"
#include "app/state/kept/generate_place_text.h"
#include "app/state/kept/leak_text.h"
#include "app/state/kept/session_line.h"
#include "app/state/kept/train_place_text.h"
#include "app/state/model/compare_views.h"

namespace lookback {
namespace {

constexpr std::string_view kVersionField = "lookback_session";
constexpr std::array<std::string_view, 10> kSessionHeadHeadFields{
    kVersionField, "title", "unsaved", "closed", "draft",
    "origins",     "steps", "at",      "place",  "workshop"};
constexpr std::array<std::string_view, 11> kPlaceFields{
    "mode", "step", "cell", "revealed", "head", "a", "b", "compare", "leak", "train", "generate"};

std::optional<SavedPlace> readPlace(const SessionLine& line, Faults& faults) {
    const Json* const json = line.find("place");
    if (json == nullptr) return std::nullopt;
    const SessionLine fields(*json, line.path("place"), kPlaceFields, faults);
    SavedPlace place;
    place.mode = kModes[fields.row("mode", kModes)].mode;
    if (fields.find("step")) place.step = kMatrices[fields.row("step", kMatrices)].id;
    place.cell = fields.whole("cell");
    place.revealed = std::max(place.cell, fields.whole("revealed"));
    place.head = fields.whole("head");
    place.compared.a = readChoice(fields, "a", place.compared.a, faults);
    place.compared.b = readChoice(fields, "b", place.compared.b, faults);
    place.leak = readLeakPlace(fields, "leak", faults);
    place.compare_view = kCompareViews[fields.row("compare", kCompareViews)].view;
    if (const Json* const train = fields.find("train")) place.train = readTrainPlace(*train);
    if (const Json* const generate = fields.find("generate")) {
        place.generate = readGeneratePlace(*generate);
    }
    return place;
}

/// What is wrong with it costs the experiment alone.
void readWorkshopHead(const SessionLine& line, ReadHead& read) {
    const Json* const json = line.find("workshop");
    if (json == nullptr) return;
    read.workshop = *json;
    read.head.has_unsaved_experiment =
        json->is_object() && json->contains("unsaved") && (*json)["unsaved"] == true;
}

}  // namespace

ReadHead readHead(const Json& json, Faults& faults) {
    ReadHead read;
    const auto version = json.is_object() ? json.find(std::string(kVersionField)) : json.end();
    if (json.is_object() && (version == json.end() || *version != kSessionVersion)) {
        faults.add(
            std::string(kVersionField),
            fmt::format("is {}, expected version {}",
                        version == json.end() ? "missing" : described(*version), kSessionVersion));
        return read;
    }
    const SessionLine line(json, "", kSessionHeadHeadFields, faults);
    read.head = {.title = line.text("title"),
                 .is_unsaved = line.flag("unsaved"),
                 .is_closed = line.flag("closed"),
                 .draft = line.text("draft")};
    read.place = readPlace(line, faults);
    readWorkshopHead(line, read);
    read.origins = static_cast<std::size_t>(line.whole("origins"));
    read.steps = static_cast<std::size_t>(line.whole("steps"));
    read.at = static_cast<std::size_t>(line.whole("at"));
    if (read.at >= read.steps) {
        faults.add("at",
                   fmt::format("is {}, expected less than the {} steps", read.at, read.steps));
    }
    return read;
}

}  // namespace lookback
