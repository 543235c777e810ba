#include "core/lesson/notes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/document/document.h"

namespace lookback {
namespace {

/// True for a text with a number like 0.25.
bool hasDecimals(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t at = 1; at + 1 < text.size(); ++at) {
        if (text[at] == '.' && is_digit(text[at - 1]) && is_digit(text[at + 1])) return true;
    }
    return false;
}

/// The row that a note comes with: the numbers of all rows that it may be about are shown then.
Index rowOfNote(const LocalText& note, const Document& document) {
    const std::string_view text = note.in("en");
    std::optional<Index> last;
    for (std::size_t token = 0; token < document.tokens.size(); ++token) {
        const std::string name = "\u201c" + document.tokens[token] + "\u201d";
        if (text.find(name) != std::string_view::npos) last = static_cast<Index>(token);
    }
    if (last) return *last;
    return hasDecimals(text) ? std::max<Index>(document.n() - 1, 0) : 0;
}

}  // namespace

NoteTexts stepNotes(const Lesson& lesson, const Step& step) {
    NoteTexts texts;
    for (const MatrixId stage : step.stages) {
        for (const LessonNote& note : lesson.notes) {
            if (note.stage == stage) texts.push_back(&note.text);
        }
    }
    return texts;
}

NoteTexts rowNotes(const Lesson& lesson, const Document& document, const Step& step,
                   const NoteRows& rows) {
    const NoteTexts notes = stepNotes(lesson, step);
    Index from = rows.first;
    Index before = -1;
    bool has_any = false;
    for (const LocalText* const note : notes) {
        const Index row = rowOfNote(*note, document);
        has_any = has_any || (row >= rows.first && row <= rows.last);
        if (row < rows.first) before = std::max(before, row);
    }
    if (!has_any) from = before;
    NoteTexts texts;
    for (const LocalText* const note : notes) {
        const Index row = rowOfNote(*note, document);
        if (row >= from && row <= rows.last) texts.push_back(note);
    }
    return texts;
}

}  // namespace lookback
