#include "core/lesson/guided_lesson.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::array kLessonGroups{
    LessonGroupInfo{LessonGroup::first_minutes, "first_minutes",
                    stated<say::lesson::GroupFirstMinutes>},
    LessonGroupInfo{LessonGroup::notebooks, "notebooks", stated<say::lesson::GroupNotebooks>},
    LessonGroupInfo{LessonGroup::mistakes, "mistakes", stated<say::lesson::GroupMistakes>},
    LessonGroupInfo{LessonGroup::training, "training", stated<say::lesson::GroupTraining>},
    LessonGroupInfo{LessonGroup::mine, "mine", stated<say::lesson::GroupMine>},
};

constexpr std::array<std::string_view, 5> kTaskKinds{"number", "cell", "token", "choice", "make"};

/// Gathers the texts of a lesson in the order of its file.
class TextGathering {
public:
    void add(std::string path, const LocalText& text) {
        if (!text.versions().empty()) texts_.push_back({std::move(path), &text, nullptr, step_});
    }
    void add(std::string path, const LessonText& text) {
        if (!text.empty()) texts_.push_back({std::move(path), &text.source, &text, step_});
    }

    void addConditions(const std::string& path, const std::vector<Condition>& conditions) {
        for (std::size_t k = 0; k < conditions.size(); ++k) {
            add(fmt::format("{}[{}].text", path, k), conditions[k].text);
        }
    }

    void add(const std::string& path, const LessonTask& task) {
        add(path + ".ask", task.ask);
        if (const auto* const choice = std::get_if<ChoiceTask>(&task.kind)) {
            for (std::size_t k = 0; k < choice->choices.size(); ++k) {
                add(fmt::format("{}.choices[{}].text", path, k), choice->choices[k].text);
                add(fmt::format("{}.choices[{}].reply", path, k), choice->choices[k].reply);
            }
        }
        if (const auto* const make = std::get_if<MakeTask>(&task.kind)) {
            addConditions(fmt::format("{}.{}", path, make->needs_all ? "all" : "any"),
                          make->conditions);
        }
    }

    void add(std::size_t place, const LessonStep& step) {
        step_ = place;
        const std::string path = fmt::format("steps[{}]", place);
        add(path + ".title", step.title);
        add(path + ".text", step.text);
        if (step.task) add(path + ".task", *step.task);
        for (std::size_t k = 0; k < step.mistakes.size(); ++k) {
            add(fmt::format("{}.mistakes[{}].reply", path, k), step.mistakes[k].reply);
        }
        add(path + ".otherwise", step.otherwise);
        for (std::size_t k = 0; k < step.hints.size(); ++k) {
            add(fmt::format("{}.hint[{}]", path, k), step.hints[k]);
        }
        add(path + ".then", step.then);
    }

    std::vector<PlacedText> take() { return std::move(texts_); }

private:
    std::vector<PlacedText> texts_;
    std::optional<std::size_t> step_;
};

}  // namespace

std::span<const LessonGroupInfo> lessonGroups() { return kLessonGroups; }

const LessonGroupInfo& info(LessonGroup group) {
    const LessonGroupInfo& row = kLessonGroups[static_cast<std::size_t>(group)];
    assert(row.group == group);
    return row;
}

std::span<const std::string_view> taskKindNames() { return kTaskKinds; }

std::string_view LessonTask::kindName() const {
    if (const auto* const cell = std::get_if<CellTask>(&kind)) {
        return kTaskKinds[cell->asks_token ? 2 : 1];
    }
    constexpr std::array<std::size_t, 4> kPlaces{0, 1, 3, 4};
    return kTaskKinds[kPlaces[kind.index()]];
}

std::string seedOf(const LessonWork& work) {
    if (const auto* const document = std::get_if<std::shared_ptr<const Document>>(&work)) {
        return (*document)->draw ? (*document)->draw->seed : std::string();
    }
    return std::to_string(std::get<1>(work)->seed);
}

std::size_t GuidedLesson::tasks() const {
    return static_cast<std::size_t>(std::count_if(
        steps.begin(), steps.end(), [](const LessonStep& step) { return step.task.has_value(); }));
}

std::vector<PlacedText> textsOf(const GuidedLesson& lesson) {
    TextGathering texts;
    texts.add("title", lesson.title);
    texts.add("summary", lesson.summary);
    for (std::size_t k = 0; k < lesson.goals.size(); ++k) {
        texts.add(fmt::format("goal[{}]", k), lesson.goals[k]);
    }
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) texts.add(k, lesson.steps[k]);
    return texts.take();
}

std::vector<std::string> languagesOf(const GuidedLesson& lesson) {
    std::vector<std::string> languages;
    for (const PlacedText& placed : textsOf(lesson)) {
        for (const LocalText::Version& version : placed.text->versions()) {
            const bool is_known =
                std::find(languages.begin(), languages.end(), version.language) != languages.end();
            if (!version.language.empty() && !is_known) languages.push_back(version.language);
        }
    }
    return languages;
}

Standing standingAt(const GuidedLesson& lesson, std::size_t step) {
    Standing standing;
    if (lesson.subject() == LessonSubject::experiment) standing.mode = LessonMode::train;
    for (std::size_t k = 0; k <= step && k < lesson.steps.size(); ++k) {
        standing = movedBy(standing, lesson.steps[k].look);
    }
    return standing;
}

}  // namespace lookback
