/// A person who writes a lesson in tests of the window.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/state/model/lesson_draft.h"
#include "core/io/guided_lesson_json.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/said.h"

namespace lookback::test {

/// A person who writes a lesson; the clicks are counted.
class Author {
public:
    explicit Author(LabUnderTest& lab) : lab_(lab) {}

    void click(const std::string& path) {
        lab_.ui.scrollTo(path);
        lab_.ui.click(path);
        lab_.ui.step(2);
        ++clicks;
    }
    void clickCell(std::string_view item, Cell cell, Index rows, Index cols) {
        lab_.ui.clickAt(lab_.figureCell(item, cell, rows, cols));
        lab_.ui.step(2);
        ++clicks;
    }
    /// Types into a text of the editor, which has a window of its own.
    void type(const std::string& path, std::string_view text) {
        const std::string field = "Meaning/##" + path;
        lab_.ui.scrollTo(field);
        lab_.ui.clickAt(lab_.ui.find(field).center());
        lab_.ui.step(2);
        ++clicks;
        lab_.ui.type(text);
        lab_.ui.step(2);
    }
    /// Types into the text below, which Tab leads to.
    void typeNext(std::string_view text) {
        lab_.ui.key(ImGuiKey_Tab);
        lab_.ui.step(3);
        lab_.ui.type(text);
        lab_.ui.step(2);
    }

    int clicks = 0;

private:
    LabUnderTest& lab_;
};

inline const LessonDraft& draftOf(const LabUnderTest& lab) {
    REQUIRE(lab.state().draft.has_value());
    return *lab.state().draft;
}

inline std::string faultsOf(const std::vector<Error>& faults) {
    std::string all;
    for (const Error& fault : faults) all += fault.where + ": " + said(fault) + "\n";
    return all;
}

/// Saves under the name that the sheet offers, and returns the text of the file.
inline std::string savedText(LabUnderTest& lab, Author& author, const std::string& name) {
    author.click("Meaning/###save-lesson");
    const std::vector<Effect> asked = lab.takeEffects();
    CHECK(std::any_of(asked.begin(), asked.end(), [](const Effect& effect) {
        const auto* const listed = std::get_if<ListFolder>(&effect);
        return listed != nullptr && listed->path.empty() && listed->begins_at_lessons;
    }));
    lab.act(FolderListed{"/home/ada", {}});
    lab.ui.step(2);
    static_cast<void>(lab.takeEffects());
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    for (const Effect& effect : lab.takeEffects()) {
        const auto* const write = std::get_if<WriteLessonFile>(&effect);
        if (write == nullptr) continue;
        CHECK(write->path == "/home/ada/" + name + ".lesson.json");
        lab.act(LessonSaved{write->path, write->saved, "print"});
        return writeGuidedLesson(*write->lesson);
    }
    FAIL("nothing was written");
    return "";
}

inline void openEditor(LabUnderTest& lab) {
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_J);
    lab.ui.step(3);
    REQUIRE(isWritingLesson(lab.state()));
}

inline void addStep(LabUnderTest& lab) {
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Enter);
    lab.ui.step(3);
}

}  // namespace lookback::test
