#include <memory>
#include <ostream>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "core/io/answers.h"
#include "core/io/file.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

Checked<StudentAnswers> openAnswers(const std::string& name) {
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    return readAnswers(*text).map_error(
        [&](std::vector<Error> faults) { return within(inputName(name), std::move(faults)); });
}

int answers(const Console& console, const std::vector<std::string>& names) {
    std::vector<StudentAnswers> students;
    std::vector<Error> errors;
    for (const std::string& name : names) {
        Checked<StudentAnswers> opened = openAnswers(name);
        if (opened) {
            students.push_back(*std::move(opened));
        } else {
            errors.insert(errors.end(), opened.error().begin(), opened.error().end());
        }
    }
    if (!errors.empty()) return report(console, errors);
    writeAnswersCsv(console.out, students);
    return done;
}

}  // namespace

Job prepareAnswers(CLI::App& app) {
    auto names = std::make_shared<std::vector<std::string>>();
    app.add_option("FILE", *names, english().text(say::cli::AnswersInput{}))
        ->required()
        ->type_name("")
        ->check(notEmpty(say::cli::AnswersInput{}));
    return [names](const Console& console) { return answers(console, *names); };
}

}  // namespace lookback
