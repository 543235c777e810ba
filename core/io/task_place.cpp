#include "core/io/task_place.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/io/lesson_check.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::uint64_t kTaskPlaceVersion = 1;
constexpr std::string_view kTaskPlaceField = "lookback_task";
constexpr std::array<std::string_view, 4> kTaskPlaceFields{kTaskPlaceField, "lesson", "step",
                                                           "seed"};

std::string textAt(const Fields& fields, std::string_view name, Faults& faults) {
    const Json* const json = fields.need(name, say::expected::AnyText{});
    if (json == nullptr) return "";
    return readString(*json, fields.path(name), faults).value_or("");
}

}  // namespace

std::string writeTaskPlace(const TaskPlace& place) {
    JsonFields fields{{kTaskPlaceField, std::to_string(kTaskPlaceVersion)},
                      {"lesson", jsonString(place.lesson)},
                      {"step", std::to_string(place.step + 1)}};
    if (!place.seed.empty()) fields.emplace_back("seed", jsonString(place.seed));
    return jsonInline(fields) + "\n";
}

bool isTaskPlace(std::string_view text) {
    // Other files need not be parsed for this.
    if (text.find(kTaskPlaceField) == std::string_view::npos) return false;
    const Checked<Json> root = parseJson(text);
    return root && root->is_object() && root->contains(kTaskPlaceField);
}

Checked<TaskPlace> readTaskPlace(std::string_view text) {
    return parseJson(text).and_then([](const Json& root) -> Checked<TaskPlace> {
        if (auto fault = versionFault(root, kTaskPlaceField, kTaskPlaceVersion)) {
            return tl::unexpected(std::vector{*std::move(fault)});
        }
        Faults faults;
        const Fields fields(root, "", kTaskPlaceFields, faults);
        TaskPlace place{.lesson = textAt(fields, "lesson", faults)};
        if (const Json* const step = fields.need("step", say::expected::Whole{})) {
            const auto most = static_cast<Index>(kMostLessonSteps);
            const Index number = readWhole(*step, "step", 1, faults, most).value_or(1);
            place.step = static_cast<std::size_t>(number) - 1;
        }
        if (fields.find("seed") != nullptr) place.seed = textAt(fields, "seed", faults);
        if (!faults.empty()) return tl::unexpected(faults.take());
        return place;
    });
}

std::optional<Error> taskPlaceFault(const TaskPlace& place, const GuidedLesson& lesson) {
    if (place.step >= lesson.steps.size()) {
        return Error{"step",
                     say::faults::NoLessonStep{.step = Count{static_cast<Index>(place.step) + 1},
                                               .last = Count{std::ssize(lesson.steps)}}};
    }
    if (!workWithSeed(lesson, place.seed)) return Error{"seed", say::faults::NoOtherNumbers{}};
    return std::nullopt;
}

std::optional<LessonWork> workWithSeed(const GuidedLesson& lesson, const std::string& seed) {
    if (seed.empty()) return lesson.work;
    std::uint64_t number = 0;
    const char* const end = seed.data() + seed.size();
    const auto read = std::from_chars(seed.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return workOfSeed(lesson, number);
}

}  // namespace lookback
