/// A lesson that asks: steps with tasks, about a document or an experiment. A plain value.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/language/experiment.h"
#include "core/lesson/condition.h"
#include "core/lesson/named_mistakes.h"

namespace lookback {

/// Where the page of lessons lists a lesson.
enum class LessonGroup : std::uint8_t { first_minutes, notebooks, mistakes, training, mine };

struct LessonGroupInfo {
    LessonGroup group;
    std::string_view name;  ///< as files spell it
    Message (*title)();
};

/// In the order of the page, which is that of the enumerators.
[[nodiscard]] std::span<const LessonGroupInfo> lessonGroups();
[[nodiscard]] const LessonGroupInfo& info(LessonGroup group);

/// Edits in words of the file: an object with its fields. core/io applies them.
struct LessonEdits {
    std::string json{};  ///< without spaces; empty: no edits

    [[nodiscard]] bool empty() const { return json.empty(); }
    bool operator==(const LessonEdits&) const = default;
};

/// A panel of the Lab that a lesson may hide.
enum class LessonPanel : std::uint8_t {
    edit,
    meaning,
    narrator,
    arithmetic,
    checks,
    ribbon,
    unmasked_row,
    heads,
};
inline constexpr std::array<std::string_view, 8> kLessonPanelNames{
    "edit", "meaning", "narrator", "arithmetic", "checks", "ribbon", "unmasked_row", "heads"};

/// A result that is not a cell and that a lesson may hide.
enum class LessonResult : std::uint8_t { loss, leaks, written };
inline constexpr std::array<std::string_view, 3> kLessonResultNames{"loss", "leaks", "written"};

/// What a step hides: cells of a path, a panel, a mode or a result.
using HiddenEntry = std::variant<Expression, LessonPanel, LessonMode, LessonResult>;

enum class AnswerUnit : std::uint8_t { plain, percent };
inline constexpr std::array<std::string_view, 2> kAnswerUnitNames{"plain", "percent"};

/// A number is typed.
struct NumberTask {
    Expression of;
    double within = 0.005;  ///< largest distance that is right
    AnswerUnit unit = AnswerUnit::plain;

    bool operator==(const NumberTask&) const = default;
};

/// A cell is clicked, or a token.
struct CellTask {
    bool asks_token = false;
    Expression cells;  ///< a path: those in question
    Condition where;   ///< holds for the right ones
    /// The numbers stay in sight: the task is to find, not to predict.
    bool is_visible = false;

    bool operator==(const CellTask&) const = default;
};

struct LessonChoice {
    LessonText text;
    LessonText reply;

    bool operator==(const LessonChoice&) const = default;
};

/// One of several texts is chosen.
struct ChoiceTask {
    std::vector<LessonChoice> choices;
    Expression right;  ///< place of the right one, from 0

    bool operator==(const ChoiceTask&) const = default;
};

/// Something is changed until conditions hold.
struct MakeTask {
    bool needs_all = true;  ///< else one of the conditions is enough
    std::vector<Condition> conditions;
    LessonEdits solution;
    LessonLook look;  ///< of the solution: where to go

    bool operator==(const MakeTask&) const = default;
};

/// The kinds of tasks in files: number, cell, token, choice, make.
[[nodiscard]] std::span<const std::string_view> taskKindNames();

struct LessonTask {
    LessonText ask;  ///< the question
    std::variant<NumberTask, CellTask, ChoiceTask, MakeTask> kind;

    /// As files spell it.
    [[nodiscard]] std::string_view kindName() const;
    bool operator==(const LessonTask&) const = default;
};

/// A wrong answer that is expected, and its reply. One of the three is there.
struct LessonMistake {
    std::optional<NamedMistake> named{};
    Expression when{};                 ///< the wrong number, or the place of the wrong token
    std::optional<Condition> where{};  ///< holds for the wrong cell or token
    LessonText reply{};

    bool operator==(const LessonMistake&) const = default;
};

struct LessonStep {
    LocalText title{};
    LessonText text{};
    LessonLook look{};
    LessonEdits set{};  ///< made on entry
    std::vector<DocumentPart> lock{};
    std::vector<HiddenEntry> hide{};
    std::optional<LessonTask> task{};
    std::vector<LessonMistake> mistakes{};
    LessonText otherwise{};           ///< the reply to other wrong answers
    std::vector<LessonText> hints{};  ///< at most two
    LessonText then{};                ///< said after the answer

    bool operator==(const LessonStep&) const = default;
};

/// The document or the experiment of a lesson.
using LessonWork = std::variant<std::shared_ptr<const Document>, std::shared_ptr<const Experiment>>;

/// The seed of the numbers of a work, in decimal digits; empty where none were drawn.
[[nodiscard]] std::string seedOf(const LessonWork& work);

struct GuidedLesson {
    std::string id{};  ///< of a shipped lesson, or of one's own folder; empty: of a file elsewhere
    LocalText title{};
    LessonGroup group = LessonGroup::mine;
    int order = 0;             ///< place in its group
    std::vector<int> about{};  ///< numbers of misconceptions: 9 for M9
    int minutes = 0;
    LocalText summary{};
    std::vector<LocalText> goals{};  ///< at least one
    std::string next{};              ///< id of the lesson that follows; empty: none
    bool may_show_answer = true;     ///< "Show me" is there
    LessonWork work{};               ///< never null
    std::string work_id{};           ///< of the shipped document or experiment; empty: its own
    std::vector<LessonStep> steps{};

    [[nodiscard]] LessonSubject subject() const {
        return work.index() == 0 ? LessonSubject::document : LessonSubject::experiment;
    }
    [[nodiscard]] const std::shared_ptr<const Document>& document() const {
        return std::get<0>(work);
    }
    [[nodiscard]] const std::shared_ptr<const Experiment>& experiment() const {
        return std::get<1>(work);
    }
    [[nodiscard]] std::size_t tasks() const;
};

inline constexpr int kMostAbout = 22;  ///< greatest number of a misconception
inline constexpr std::size_t kMostLessonSteps = 40;
inline constexpr std::size_t kMostHints = 2;
inline constexpr std::size_t kMostGoals = 4;
inline constexpr std::size_t kMostChoices = 5;

/// A text of a lesson, and its path in the file: `steps[1].then`.
struct PlacedText {
    std::string path;
    const LocalText* text = nullptr;
    const LessonText* with_slots = nullptr;  ///< null: a text without slots
    std::optional<std::size_t> step{};       ///< nothing: of the lesson as a whole
};

/// All texts of a lesson that are not empty, in the order of its file. The lesson owns them.
[[nodiscard]] std::vector<PlacedText> textsOf(const GuidedLesson& lesson);

/// The languages that any text of a lesson has, in the order in which they appear. Empty: its texts
/// have no language.
[[nodiscard]] std::vector<std::string> languagesOf(const GuidedLesson& lesson);

/// Where one stands when a step is entered: after the looks of all steps up to it.
[[nodiscard]] Standing standingAt(const GuidedLesson& lesson, std::size_t step);

}  // namespace lookback
