#include "core/io/outline_json.h"

#include "core/io/local_text_json.h"
#include "messages/faults.h"

namespace lookback {

Outline readOutline(const Fields& fields, Faults& faults) {
    Outline outline;
    if (const Json* minutes = fields.find("minutes")) {
        outline.minutes = static_cast<int>(
            readWhole(*minutes, fields.path("minutes"), 1, faults, kMostMinutes).value_or(0));
    }
    if (const Json* goal = fields.find("goal")) {
        outline.goal = readLocalText(*goal, fields.path("goal"), faults).value_or(LocalText());
    }
    if (const Json* next = fields.find("next")) {
        const auto id = readString(*next, fields.path("next"), faults);
        if (id && id->empty()) faults.add(fields.path("next"), say::faults::NoNext{});
        outline.next = id.value_or("");
    }
    return outline;
}

void writeOutline(const Outline& outline, JsonFields& fields) {
    if (outline.minutes > 0) fields.emplace_back("minutes", std::to_string(outline.minutes));
    if (!outline.goal.empty()) fields.emplace_back("goal", writeLocalText(outline.goal));
    if (!outline.next.empty()) fields.emplace_back("next", jsonString(outline.next));
}

}  // namespace lookback
