#include "app/views/course/course_entries.h"

#include <algorithm>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/course/subject_title.h"
#include "app/views/shared/word_search.h"
#include "core/base/text.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/io/path.h"
#include "core/io/shipped.h"
#include "core/words/say.h"
#include "messages/bars.h"
#include "messages/common.h"
#include "messages/course.h"

namespace lookback {
namespace {

constexpr std::size_t kMostRecentTitle = 80;  ///< characters

SubjectKind subjectOnScreen(const Scene& scene) { return info(scene.place().mode).subject; }

/// Returns the id of the shipped work on the screen; empty if that work is not shipped.
const std::string& shippedOnScreen(const Scene& scene, SubjectKind subject) {
    static const std::string none;
    if (subject != subjectOnScreen(scene)) return none;
    return subject == SubjectKind::document ? scene.state.origin().shipped
                                            : scene.state.experiment_work.origin().shipped;
}

CourseGroup notebooks(const Scene& scene) {
    CourseGroup group{scene.said(say::course::Notebooks{}), {}};
    for (const LessonEntry& lesson : lessons()) {
        group.entries.push_back(
            {.kind = CourseEntry::Kind::lesson,
             .key = lesson.id,
             .title = scene.said(lesson.title),
             .sentence = scene.said(lesson.summary),
             .source = scene.said(lesson.source),
             .outline = lesson.outline,
             .place = group.entries.size(),
             .is_on_screen = lesson.id == shippedOnScreen(scene, SubjectKind::document)});
    }
    return group;
}

CourseGroup trainings(const Scene& scene) {
    CourseGroup group{scene.said(say::course::Training{}), {}};
    for (const ExperimentEntry& one : experiments()) {
        group.entries.push_back(
            {.kind = CourseEntry::Kind::experiment,
             .key = one.id,
             .title = scene.said(one.title),
             .sentence = scene.said(one.notes.summary),
             .outline = one.notes.outline,
             .place = group.entries.size(),
             .is_on_screen = one.id == shippedOnScreen(scene, SubjectKind::experiment)});
    }
    return group;
}

/// Returns the entry of the work on screen, which is not shipped.
CourseEntry ownEntry(const Scene& scene) {
    CourseEntry entry{.kind = CourseEntry::Kind::on_screen,
                      .key = "on-screen",
                      .title = subjectTitle(scene).shorter,
                      .source = fileOnScreen(scene.state),
                      .is_on_screen = true};
    const auto& lesson = scene.document().lesson;
    if (subjectOnScreen(scene) == SubjectKind::document && lesson) {
        entry.sentence = scene.said(lesson->summary);
        entry.outline = lesson->outline;
    }
    return entry;
}

bool isRecentOnScreen(const RecentDocument& recent, const AppState& state) {
    if (!recent.isDraft()) return recent.file == fileOnScreen(state);
    return recent.id == state.origin().draft || recent.id == state.experiment_work.origin().draft;
}

CourseEntry recentEntry(const Scene& scene, const RecentDocument& recent, std::size_t place) {
    using Detail = say::bars::RecentDetail;
    const Detail detail{.kept = recent.isDraft() ? Detail::Kept::unsaved : Detail::Kept::other,
                        .file = Verbatim{shortenedTo(lastName(recent.file), kMostRecentTitle)},
                        .when = Verbatim{recent.when}};
    return {.kind = CourseEntry::Kind::recent,
            .key = "recent " + recent.id + recent.file,
            .title = recent.title.empty() ? scene.said(say::common::Untitled{})
                                          : shortenedTo(recent.title, kMostRecentTitle),
            .sentence = scene.said(detail),
            .source = recent.isDraft() ? scene.said(say::bars::RecentDraftTip{}) : recent.file,
            .place = place};
}

CourseGroup recents(const Scene& scene) {
    CourseGroup group{scene.said(say::course::Recent{}), {}};
    if (shippedOnScreen(scene, subjectOnScreen(scene)).empty()) {
        group.entries.push_back(ownEntry(scene));
    }
    const std::vector<RecentDocument>& all = scene.state.recents;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (isRecentOnScreen(all[k], scene.state)) continue;
        group.entries.push_back(recentEntry(scene, all[k], k));
    }
    return group;
}

}  // namespace

std::vector<CourseGroup> courseGroups(const Scene& scene, std::string_view search) {
    std::vector<CourseGroup> groups{notebooks(scene), trainings(scene), recents(scene)};
    for (CourseGroup& group : groups) {
        std::erase_if(group.entries, [&](const CourseEntry& entry) {
            const std::string texts = entry.title + " " + entry.sentence + " " + entry.source +
                                      " " + scene.said(entry.outline.goal);
            return !matchesSearch(texts, search);
        });
    }
    std::erase_if(groups, [](const CourseGroup& group) { return group.entries.empty(); });
    return groups;
}

std::string courseTitle(const Scene& scene, std::string_view id) {
    if (const auto* const lesson = findShipped(lessons(), id)) return scene.said(lesson->title);
    const auto* const experiment = findShipped(experiments(), id);
    return experiment != nullptr ? scene.said(experiment->title) : "";
}

void openEntry(const Scene& scene, const CourseEntry& entry) {
    scene.emit(Change(&Hands::sheet, {}));
    switch (entry.kind) {
        case CourseEntry::Kind::lesson: return scene.emit(OpenLesson{entry.key});
        case CourseEntry::Kind::experiment: return scene.emit(OpenExperiment{entry.key});
        case CourseEntry::Kind::on_screen: return;
        case CourseEntry::Kind::recent: break;
    }
    const RecentDocument& recent = scene.state.recents[entry.place];
    if (recent.isDraft()) return scene.emit(OpenDraft{recent.id});
    scene.emit(OpenFile{recent.file});
}

}  // namespace lookback
