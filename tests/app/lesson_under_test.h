/// Lessons with tasks in tests of the window.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/lesson/guided_lesson.h"
#include "imgui_internal.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/rare_digits.h"
#include "tests/core/said.h"

namespace lookback::test {

/// A lesson of a file; the test fails where it has faults.
inline std::shared_ptr<const GuidedLesson> lessonOfText(std::string_view text) {
    Checked<GuidedLesson> lesson = readGuidedLesson(text);
    const std::string fault =
        lesson ? "" : lesson.error().front().where + ": " + said(lesson.error().front());
    REQUIRE_MESSAGE(lesson.has_value(), fault);
    return std::make_shared<const GuidedLesson>(*std::move(lesson));
}

/// Opens a lesson of a file as if it had been read.
inline void openText(LabUnderTest& lab, std::string_view text) {
    lab.act(LessonRead{"/home/test.lesson.json", lessonOfText(text)});
    lab.ui.step(2);
}

inline void openShippedLesson(LabUnderTest& lab, const std::string& id) {
    lab.act(OpenLesson{id});
    lab.ui.step(2);
    REQUIRE(lab.state().lesson.step() != nullptr);
}

/// The texts of the card, one after the other.
inline std::string cardText(const LabUnderTest& lab) {
    const ImGuiWindow* const card = ImGui::FindWindowByName("Lesson");
    return card != nullptr && card->WasActive ? lab.textIn(card->Rect()) : std::string();
}

/// A weight in percent; empty for other numbers, and for none and all of a row.
inline std::string rarePercent(MatrixId id, double value) {
    const bool is_share = value >= 0.0005 && value <= 0.9995;  // not NaN
    if (info(id).domain != Domain::weights || !is_share) return "";
    return formatPercent(value);
}

/// Adds the digits of the cells of a trace that the lesson hides, or of those that it shows.
inline void addDigits(const AppState& state, const Document& document, const Trace& trace,
                      bool are_hidden, std::set<std::string>& digits) {
    for (const MatrixInfo& matrix : kMatrices) {
        const MatrixId id = matrix.id;
        const bool is_there = isParameter(id) ? isEditable(document, id) : trace.has(id);
        if (!is_there || matrix.domain == Domain::allowed) continue;
        for (Index head = 0; head < (matrix.per_head ? document.heads : 1); ++head) {
            const MatrixView values = matrixById(document, trace, id, head);
            for (Index row = 0; row < values.rows(); ++row) {
                for (Index col = 0; col < values.cols(); ++col) {
                    const bool is_hidden = state.lesson.hiding.cells.has(id, head, {row, col});
                    if (is_hidden != are_hidden) continue;
                    digits.insert(rareDigits(values(row, col)));
                    digits.insert(rarePercent(id, values(row, col)));
                }
            }
        }
    }
    digits.erase("");
}

/// The digits that the lesson hides, of the document and without its mask, but for those that are
/// shown elsewhere.
inline std::set<std::string> hiddenDigits(const AppState& state) {
    Document unmasked = state.document();
    setMasked(unmasked, false);
    const Variant free(unmasked);
    std::set<std::string> hidden;
    std::set<std::string> there;
    addDigits(state, state.document(), state.trace(), true, hidden);
    addDigits(state, unmasked, free.trace(), true, hidden);
    addDigits(state, state.document(), state.trace(), false, there);
    addDigits(state, unmasked, free.trace(), false, there);
    for (const std::string& digits : there) hidden.erase(digits);
    return hidden;
}

/// True where a text has these digits as a number of their own.
inline bool tellsDigits(const std::string& text, const std::string& digits) {
    const auto is_of_number = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
    for (std::size_t at = text.find(digits); at != std::string::npos;
         at = text.find(digits, at + 1)) {
        const bool begins = at == 0 || !is_of_number(text[at - 1]);
        const std::size_t end = at + digits.size();
        if (begins && (end == text.size() || text[end] < '0' || text[end] > '9')) return true;
    }
    return false;
}

/// The texts of the last frame that tell such digits, tooltips too, and where they stand.
inline std::string toldOf(const LabUnderTest& lab, const std::set<std::string>& digits) {
    std::string told;
    const auto add = [&](const std::string& text, const std::string& place) {
        const bool tells = std::any_of(digits.begin(), digits.end(), [&](const auto& number) {
            return tellsDigits(text, number);
        });
        if (tells) told += text + place + "\n";
    };
    for (const LayoutProbe::Text& text : lab.texts()) {
        add(text.text, fmt::format(" at {:.0f}, {:.0f}", text.drawn.min.x, text.drawn.min.y));
    }
    for (const std::string& text : lab.tooltip()) add(text, " in the tooltip");
    return told;
}

}  // namespace lookback::test
