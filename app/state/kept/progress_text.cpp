#include "app/state/kept/progress_text.h"

#include <array>

#include "app/state/kept/place_fields.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

constexpr std::string_view kVersionField = "lookback_progress";
constexpr std::string_view kLessonsField = "lessons";

}  // namespace

std::string writeProgress(const std::vector<LessonProgress>& lessons) {
    const auto item = [](const LessonProgress& one) {
        return writeFields(one, LessonProgressFields{});
    };
    return jsonObject(
               {{kVersionField, "1"}, {kLessonsField, jsonLines(jsonItems(lessons, item), 2)}}, 0) +
           "\n";
}

Result<std::vector<LessonProgress>> readProgress(std::string_view text) {
    const Checked<Json> json = parseJson(text);
    if (!json) return tl::unexpected(json.error().front());
    if (auto fault = versionFault(*json, kVersionField, 1))
        return tl::unexpected(*std::move(fault));
    Faults faults;
    static constexpr std::array kKnown{kVersionField, kLessonsField};
    const Fields fields(*json, "", kKnown, faults);
    std::vector<LessonProgress> lessons;
    if (const Json* const list = fields.find(kLessonsField)) {
        ListOf{Object{LessonProgressFields{}}}.read(*list, fields.path(kLessonsField), lessons,
                                                    faults);
    }
    if (!faults.empty()) return tl::unexpected(faults.take().front());
    return lessons;
}

std::vector<LessonProgress> progressOfSessions(
    const std::vector<std::vector<LessonProgress>>& sessions) {
    std::vector<LessonProgress> all;
    for (auto one = sessions.rbegin(); one != sessions.rend(); ++one) {
        all = mergedProgress(std::move(all), {}, *one);
    }
    return all;
}

}  // namespace lookback
