#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/model/experiment_numbers.h"
#include "core/io/lesson_file.h"

namespace lookback {

/// The effect of a click on a number while a lesson is written: on one of the Lab, or of the list
/// of numbers of an experiment.
enum class CellPick : std::uint8_t {
    none,
    slot,      ///< a text shows the number
    asked,     ///< the task asks for it
    at_most,   ///< the task is done while the number is at most as large as now
    at_least,  ///< at least as large
    equal,     ///< as large
    hide,      ///< the step hides it
};

/// The part of a matrix that a click hides.
enum class HiddenPart : std::uint8_t { cell, row, matrix };

/// The pages of the editor.
enum class EditorPage : std::uint8_t { step, lesson, missing };
inline constexpr std::size_t kEditorPages = 3;

/// All that follows from the file of a draft, from its step and from the numbers on the screen:
/// `settleDraft` and `compareWithDraft` compute it.
struct DraftReading {
    std::optional<LessonFile> file{};           ///< from which the rest follows
    std::size_t step = 0;                       ///< likewise
    std::uint64_t revision = 0;                 ///< of the work on the screen for `is_changed` ...
    std::optional<LessonWork> compared_with{};  ///< ... and the step's own

    std::vector<Error> missing{};  ///< all that the lesson lacks
    /// A whole lesson that a job is to play, for its models are to be trained; then `missing` is
    /// not known yet. Null: it is known.
    std::shared_ptr<const GuidedLesson> unchecked{};
    bool is_asked = false;                         ///< a job plays it
    std::shared_ptr<const GuidedLesson> played{};  ///< without words; null: it cannot be read
    std::optional<LessonWork> begun{};             ///< as the step begins; nothing: it has none
    std::optional<LessonWork> solved{};            ///< as the step leaves it
    bool is_changed = false;                       ///< the work on the screen is neither

    std::vector<ExperimentNumber> numbers{};    ///< to be picked; empty while none is
    std::optional<NumbersMemory> numbers_of{};  ///< from which they follow
};

/// A lesson that is being written in the window. A plain value; the session keeps it.
struct LessonDraft {
    explicit LessonDraft(LessonFile written) : file(std::move(written)) {}

    LessonFile file;
    std::string path{};         ///< of its file; empty: it is in none yet
    std::string fingerprint{};  ///< of the bytes of that file, as they were read or written
    std::string saved{};        ///< `draftText` of the lesson as that file has it
    std::size_t step = 0;       ///< on the screen; beyond the last one: there is none
    bool is_open = true;        ///< the editor is shown
    bool is_tried = false;      ///< one left the editor to play the lesson

    EditorPage page = EditorPage::step;
    CellPick pick = CellPick::none;
    std::string slot_path{};  ///< of the text that the next slot goes to
    HiddenPart hidden_part = HiddenPart::cell;
    bool asks_to_discard = false;  ///< the next press discards it

    std::vector<LessonFile> before{};  ///< earlier versions, to undo: the latest last

    std::string typed_path{};  ///< of the text that is being typed; empty: none is

    DraftReading reading{};

    [[nodiscard]] std::size_t steps() const { return file.count("steps"); }
    [[nodiscard]] bool hasStep() const { return step < steps(); }
    [[nodiscard]] bool isAboutExperiment() const {
        return file.subject() == LessonSubject::experiment;
    }
    [[nodiscard]] bool isSaved() const { return !path.empty() && saved == file.draftText(); }
    /// The path of a part of the step on the screen: `steps[1].task`. Empty: the step itself.
    [[nodiscard]] std::string at(const std::string& part) const;
};

struct AppState;

/// The kind of the draft's work, which words about it choose by.
template <class Words>
[[nodiscard]] typename Words::Work workInWords(const LessonDraft& draft) {
    return draft.isAboutExperiment() ? Words::Work::experiment : Words::Work::other;
}

/// True while the editor of a lesson is shown: in the modes that its lesson is about.
[[nodiscard]] bool isWritingLesson(const AppState& state);

/// True where a click on a number of the Lab goes to the lesson that is being written.
[[nodiscard]] bool isPicking(const AppState& state);

/// The language of a text that is typed into a lesson.
[[nodiscard]] std::string_view languageOfDraft(const AppState& state);

/// A fault of a lesson file by its place in the editor.
struct MissingPart {
    EditorPage page = EditorPage::lesson;
    std::size_t step = 0;
    std::string path{};  ///< of the field: `steps[1].text`
};
[[nodiscard]] MissingPart placeOfFault(const Error& fault);

}  // namespace lookback
