#include <chrono>
#include <memory>
#include <ostream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "app/platform/terminal.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/io/lesson_check.h"
#include "core/lesson/expectations.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

/// One line on a terminal that says how far the check of a lesson is, where it takes longer than a
/// second. It is wiped out at the end.
class ProgressLine {
public:
    explicit ProgressLine(std::ostream& out) : out_(out) {}
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() {
        if (is_shown_) out_ << kWipe << std::flush;
    }

    void show(const std::string& name, Index played, Index of) {
        if (!isErrorStreamTerminal() || Clock::now() < begun_ + std::chrono::seconds(1)) return;
        const Message said =
            say::cli::Checking{.file = Verbatim{name}, .played = Count{played}, .of = Count{of}};
        out_ << kWipe << sentenceLine(english().text(said)) << std::flush;
        is_shown_ = true;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::string_view kWipe = "\r\x1b[K";  ///< a terminal clears the line

    std::ostream& out_;
    const Clock::time_point begun_ = Clock::now();
    bool is_shown_ = false;
};

/// Says that inputs are valid; gathers the faults of the others.
class Checking {
public:
    /// @param progress stream for the share of a long check
    explicit Checking(std::ostream& progress) : progress_(progress) {}

    void check(const std::string& name) {
        name_ = name;
        const Checked<NamedAny> any = openAny(name);
        if (!any) return addAll(any.error());
        std::visit([&](const auto& opened) { check(opened); }, *any);
    }

    [[nodiscard]] const std::string& lines() const { return lines_; }
    [[nodiscard]] const std::vector<Error>& errors() const { return errors_; }

private:
    void check(const NamedExperiment&) { valid(0, 0); }

    void check(const NamedDocument& input) {
        // Of a file made from a lesson only the lesson's own numbers are known.
        const auto& lesson = input.document.lesson;
        const bool is_made_from_lesson = lesson && lesson->id != input.lesson;
        valid(is_made_from_lesson ? 0 : numbersOf(input.document), 0);
    }

    void check(const NamedLesson& input) {
        const bool is_document = input.lesson.subject() == LessonSubject::document;
        const Index numbers = is_document ? numbersOf(*input.lesson.document()) : 0;
        ProgressLine line(progress_);
        const auto show = [&](Index played, Index of) { line.show(name_, played, of); };
        std::vector<Error> faults = lessonFaults(input.lesson, {}, show);
        addAll(within(name_, std::move(faults)));
        valid(numbers, static_cast<Index>(input.lesson.tasks()));
    }

    /// Compares the expected prints. @return their number
    Index numbersOf(const Document& document) {
        Index numbers = 0;
        for (ExpectationResult& result : checkExpectations(document)) {
            numbers += result.numbers;
            addAll(within(name_, std::move(result.misses)));
        }
        return numbers;
    }

    void valid(Index numbers, Index tasks) {
        const Message said =
            say::cli::Checked{.file = Verbatim{name_}, .numbers = numbers, .tasks = tasks};
        lines_ += sentenceLine(english().text(said)) + '\n';
    }

    void addAll(const std::vector<Error>& errors) {
        errors_.insert(errors_.end(), errors.begin(), errors.end());
    }

    std::ostream& progress_;
    std::string name_;
    std::string lines_;
    std::vector<Error> errors_;
};

int check(const Console& console, const std::vector<std::string>& names) {
    Checking checking(console.err);
    for (const std::string& name : names) checking.check(name);
    if (!checking.errors().empty()) return report(console, checking.errors());
    console.out << checking.lines();
    return done;
}

}  // namespace

Job prepareCheck(CLI::App& app) {
    auto names = std::make_shared<std::vector<std::string>>();
    app.add_option("FILE", *names, english().text(say::cli::WorkInput{}))
        ->required()
        ->type_name("");
    return [names](const Console& console) { return check(console, *names); };
}

}  // namespace lookback
