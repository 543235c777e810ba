#include "core/lesson/notes.h"

#include <algorithm>
#include <span>

#include "core/document/document.h"

namespace lookback {
namespace {

NoteTexts notesAbout(const Lesson& lesson, std::span<const MatrixId> stages) {
    NoteTexts texts;
    for (const MatrixId stage : stages) {
        for (const LessonNote& note : lesson.notes) {
            if (note.stage == stage) texts.push_back(&note.text);
        }
    }
    return texts;
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

NoteTexts stepNotes(const Lesson& lesson, const Step& step) {
    return notesAbout(lesson, step.stages);
}

NoteTexts rowNotes(const Lesson& lesson, const Document& document, const Step& step, Index cell) {
    const StepCell at = cellAt(document, step, cell);
    const NoteTexts notes = notesAbout(lesson, waysTo(step, at.id));
    if (at.cell.row >= std::ssize(notes)) return {};
    const bool is_last_row = at.cell.row + 1 == document.n();
    const auto begin = notes.begin() + at.cell.row;
    return {begin, is_last_row ? notes.end() : begin + 1};
}

}  // namespace lookback
