#include "core/lesson/notes.h"

#include <algorithm>
#include <span>

#include "core/document/document.h"

namespace lookback {
namespace {

constexpr std::size_t kAtATime = 280;  ///< bytes

std::vector<std::string_view> notesAbout(const Lesson& lesson, std::span<const MatrixId> stages,
                                         std::string_view language) {
    std::vector<std::string_view> texts;
    for (const MatrixId stage : stages) {
        for (const LessonNote& note : lesson.notes) {
            if (note.stage == stage) texts.push_back(note.text.in(language));
        }
    }
    return texts;
}

/// A note in parts of whole sentences, of at most kAtATime bytes where sentences are that short.
std::vector<std::string_view> partsOf(std::string_view note) {
    std::vector<std::string_view> parts;
    while (note.size() > kAtATime) {
        const std::size_t end = note.rfind(". ", kAtATime);
        if (end == std::string_view::npos) break;
        parts.push_back(note.substr(0, end + 1));
        note.remove_prefix(end + 2);
    }
    parts.push_back(note);
    return parts;
}

/// The stages of a step from its result before (without it) to this result; to the end for the last
/// result.
std::span<const MatrixId> waysTo(const Step& step, MatrixId result) {
    const auto place = [&](MatrixId id) {
        return std::find(step.stages.begin(), step.stages.end(), id);
    };
    const auto which = std::find(step.results.begin(), step.results.end(), result);
    const bool is_first = which == step.results.begin();
    const bool is_last = which + 1 == step.results.end();
    const auto begin = is_first ? step.stages.begin() : place(*(which - 1)) + 1;
    const auto end = is_last ? step.stages.end() : place(result) + 1;
    return {begin, end};
}

}  // namespace

std::vector<std::string_view> stepNotes(const Lesson& lesson, const Step& step,
                                        std::string_view language) {
    return notesAbout(lesson, step.stages, language);
}

std::vector<std::string_view> rowNotes(const Lesson& lesson, const Document& document,
                                       const Step& step, Index cell, std::string_view language) {
    const StepCell at = cellAt(document, step, cell);
    std::vector<std::string_view> parts;
    for (const std::string_view note : notesAbout(lesson, waysTo(step, at.id), language)) {
        for (const std::string_view part : partsOf(note)) parts.push_back(part);
    }
    if (at.cell.row >= static_cast<Index>(parts.size())) return {};
    const bool is_last_row = at.cell.row + 1 == document.n();
    const auto begin = parts.begin() + at.cell.row;
    return {begin, is_last_row ? parts.end() : begin + 1};
}

}  // namespace lookback
