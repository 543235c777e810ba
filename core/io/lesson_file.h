#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/json_tree.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

/// A lesson file that is being written and may lack parts. A plain value; copies share its tree.
/// Parts are named by their paths in the file: `steps[1].task.ask`.
class LessonFile {
public:
    /// A lesson about a document, without words and steps. Its document has no notes and snapshots.
    explicit LessonFile(const Document& document);
    /// A lesson about an experiment, without words and steps.
    explicit LessonFile(const Experiment& experiment);
    /// A lesson to be changed: all of its file stays.
    explicit LessonFile(const GuidedLesson& lesson);

    /// Reads what `draftText` wrote. Errors: it is no JSON object with steps.
    [[nodiscard]] static Checked<LessonFile> ofDraft(const Json& json);
    /// The file as it is, whether or not it can be read as a lesson: JSON on one line.
    [[nodiscard]] std::string draftText() const;

    /// The lesson. Errors: all that it lacks, as `readGuidedLesson` says it.
    [[nodiscard]] Checked<GuidedLesson> lesson() const;
    /// The lesson with the looks, edits and solutions of its steps, and with signs in place of its
    /// words, which may be missing. Errors: its document or an edit cannot be read.
    [[nodiscard]] Checked<GuidedLesson> withoutWords() const;

    [[nodiscard]] LessonSubject subject() const;
    [[nodiscard]] bool has(std::string_view path) const;
    /// Entries of a list; 0 where there is none.
    [[nodiscard]] std::size_t count(std::string_view path) const;
    /// A text in a language, a name, or another value as JSON; empty where there is none.
    [[nodiscard]] std::string words(std::string_view path, std::string_view language) const;
    /// The names of an object's fields.
    [[nodiscard]] std::vector<std::string> fields(std::string_view path) const;
    /// A value as JSON; empty where there is none.
    [[nodiscard]] std::string json(std::string_view path) const;
    /// The place of a name in a list of names; nothing where the list lacks it.
    [[nodiscard]] std::optional<std::size_t> find(const std::string& list,
                                                  std::string_view name) const;
    /// The languages of the title; empty: its words have no language.
    [[nodiscard]] std::vector<std::string> languages() const;

    /// Sets a text: in a language where the lesson has some, of which it is one or the first. An
    /// empty text is removed.
    void setWords(const std::string& path, const std::string& text, const std::string& language);
    /// Sets a value. @param json valid JSON
    void set(const std::string& path, const std::string& json);
    void erase(const std::string& path);
    /// Puts an entry into a list, which is made where it is missing.
    void insert(const std::string& list, std::size_t at, const std::string& json);
    void move(const std::string& list, std::size_t from, std::size_t to);
    /// Puts a name at the end of a list of names, or removes it where the list has it.
    void toggle(const std::string& list, const std::string& name);

    bool operator==(const LessonFile& other) const;

private:
    explicit LessonFile(std::shared_ptr<const Json> tree) : tree_(std::move(tree)) {}
    /// Changes a copy of the tree.
    template <class Edit>
    void change(Edit edit);

    std::shared_ptr<const Json> tree_;  ///< an object, never null
};

/// The edits that lead from one document or experiment to another, as `edited` makes them: single
/// numbers of matrices where few differ. Errors: no edits lead there.
/// @param opened to which `reset` goes back; all three are of one kind
[[nodiscard]] Checked<LessonEdits> editsBetween(const LessonWork& before, const LessonWork& after,
                                                const LessonWork& opened);

}  // namespace lookback
