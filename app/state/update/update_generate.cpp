#include "app/state/update/update_generate.h"

#include <algorithm>

namespace lookback {
namespace {

constexpr auto kUpdateGenerateParts = static_cast<Index>(kWordParts.size());

}  // namespace

void GenerateUpdate::operator()(const SetGeneratePlace& a) {
    GeneratePlace& place = state_.generate_place;
    place = a.place;
    place.choice.temperature =
        std::clamp(place.choice.temperature, kLeastTemperature, kMostTemperature);
    place.written = std::clamp<Index>(place.written, 0, kMostWords);
}

void GenerateUpdate::operator()(const MoveWriting& a) {
    GeneratePlace& place = state_.generate_place;
    const Index now = place.written * kUpdateGenerateParts + static_cast<Index>(place.part);
    const Index wished =
        std::clamp<Index>(now + a.by, 0, (kMostWords + 1) * kUpdateGenerateParts - 1);
    place.written = wished / kUpdateGenerateParts;
    place.part = static_cast<WordPart>(wished % kUpdateGenerateParts);
}

/// Back from the first word everything of it goes.
void GenerateUpdate::operator()(const MoveWords& a) {
    GeneratePlace& place = state_.generate_place;
    if (place.written + a.by < 0) place.part = WordPart::word;
    place.written = std::clamp<Index>(place.written + a.by, 0, kMostWords);
}

void GenerateUpdate::operator()(const GoToWord& a) {
    GeneratePlace& place = state_.generate_place;
    place.written = std::clamp<Index>(a.written, 0, kMostWords);
    place.part = a.part;
}

void GenerateUpdate::operator()(const WriteToEnd&) {
    (*this)(GoToWord{wordsToEnd(state_), WordPart::choice});
}

Index wordsToEnd(const AppState& state) {
    const TrainingReport* const report = state.training.report();
    if (report == nullptr) return state.generate_place.written;
    const auto given = std::ssize(promptOf(report->run, state.generate_place.prompt));
    return wordsToEnd(report->run.text(), given);
}

bool isAtEndOfWriting(const AppState& state) {
    const GeneratePlace& place = state.generate_place;
    const Index end = wordsToEnd(state);
    return place.written > end || (place.written == end && place.part == WordPart::choice);
}

}  // namespace lookback
