#include "app/cli/lesson_opening.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "app/cli/options.h"
#include "app/platform/own_lessons.h"
#include "core/io/lesson_library.h"
#include "messages/cli.h"
#include "messages/faults.h"

namespace lookback {

std::string fromRoot(const std::string& file) {
    std::error_code ignored;
    return std::filesystem::absolute(file, ignored).string();
}

Action openingOf(const NamedLesson& named) {
    const std::string& id = named.lesson.id;
    const auto lesson = std::make_shared<const GuidedLesson>(named.lesson);
    std::optional<LessonStand> stand;
    if (named.place) stand = {named.place->step, named.place->seed};
    if (isGuidedLesson(id)) return LessonRead{"", lesson, stand};
    const std::string own = id.empty() ? std::string() : ownLessonPath(id);
    return LessonRead{own.empty() ? fromRoot(named.name) : own, lesson, stand};
}

Result<LessonPicture> lessonPicture(const NamedAny& named, const std::string& name, int step) {
    const auto* const lesson = std::get_if<NamedLesson>(&named);
    if (lesson == nullptr) {
        return tl::unexpected(
            Error{"--lesson-step", say::cli::NotALesson{.name = givenText(name)}});
    }
    const auto steps = std::ssize(lesson->lesson.steps);
    if (step < 1 || step > steps) {
        return tl::unexpected(Error{
            "--lesson-step", say::faults::NoLessonStep{.step = Count{step}, .last = Count{steps}}});
    }
    LessonPicture picture{.opening = openingOf(*lesson),
                          .step = static_cast<std::size_t>(step) - 1};
    if (lesson->lesson.subject() == LessonSubject::document) {
        picture.document = lesson->lesson.document();
    }
    return picture;
}

}  // namespace lookback
