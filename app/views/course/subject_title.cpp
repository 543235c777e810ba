#include "app/views/course/subject_title.h"

#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/views/experiment/experiment_views.h"
#include "core/base/text.h"
#include "core/io/redraw.h"
#include "core/lesson/guided_lesson.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/edit.h"

namespace lookback {
namespace {

constexpr std::string_view kUnsavedMark = " \u2022";
constexpr std::size_t kLongestTitle = 100;  ///< characters

std::string titleOrUntitled(const Scene& scene, const std::string& title) {
    return title.empty() ? scene.said(say::common::Untitled{}) : shortenedTo(title, kLongestTitle);
}

/// The title of the lesson on the screen, of which the work may have another.
std::string lessonTitle(const Scene& scene) {
    const GuidedLesson* const lesson = scene.state.lesson.lesson();
    return lesson == nullptr ? std::string() : scene.said(lesson->title);
}

std::string documentTitle(const Scene& scene) {
    const Document& document = scene.document();
    const LocalText* const shipped = document.lesson ? &document.lesson->title : nullptr;
    return titleOrUntitled(
        scene, document.title.empty() ? "" : shownTitle(scene.wording(), document.title, shipped));
}

}  // namespace

SubjectTitle subjectTitle(const Scene& scene) {
    const bool is_document = info(scene.place().mode).subject == SubjectKind::document;
    const std::string of_lesson = lessonTitle(scene);
    const std::string name =
        !of_lesson.empty() ? of_lesson
        : is_document      ? documentTitle(scene)
                      : titleOrUntitled(scene, experimentTitle(scene, scene.state.experiment()));
    const bool is_saved =
        is_document ? scene.state.document_work.is_saved : scene.state.experiment_work.is_saved;
    const std::string mark(is_saved ? "" : kUnsavedMark);
    SubjectTitle title{name + mark, name + mark};
    const auto& draw = scene.document().draw;
    if (!is_document || !draw || !of_lesson.empty()) return title;
    title.title = scene.said(say::edit::TitleDrawn{.title = Verbatim{name},
                                                   .library = Verbatim{libraryName(*draw)},
                                                   .seed = Verbatim{draw->seed}}) +
                  mark;
    return title;
}

}  // namespace lookback
