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

/// The tasks of a lesson with their marks: the first that is not done is the next one.
std::vector<CourseTask> tasksOf(const Scene& scene, const GuidedLesson& lesson,
                                const std::string& key) {
    const LessonProgress* const progress = findProgress(scene.place().lessons, key);
    std::vector<CourseTask> tasks;
    bool is_next = progress != nullptr;
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
        if (!lesson.steps[k].task) continue;
        const bool is_kept = progress != nullptr && k < progress->tasks.size();
        const bool is_done = is_kept && progress->tasks[k].was_done;
        const TaskMark mark = is_done ? TaskMark::done : is_next ? TaskMark::next : TaskMark::open;
        if (!is_done) is_next = false;
        tasks.push_back({scene.said(lesson.steps[k].title), mark});
    }
    return tasks;
}

/// @param file of one's own lesson; empty: it is shipped
CourseEntry guidedEntry(const Scene& scene, const GuidedLesson& lesson, const std::string& file) {
    const std::string& key = file.empty() ? lesson.id : file;
    const auto& asked = scene.state.lesson.source;
    const bool is_asked = asked != nullptr && asked->key() == key;
    const bool is_alone = shippedOnScreen(scene, SubjectKind::document) == lesson.id;
    CourseEntry entry{.kind = CourseEntry::Kind::guided,
                      .key = key,
                      .title = scene.said(lesson.title),
                      .sentence = scene.said(lesson.summary),
                      .source = file,
                      .outline = {.minutes = lesson.minutes, .next = lesson.next},
                      .tasks = tasksOf(scene, lesson, key),
                      .is_about_experiment = lesson.subject() == LessonSubject::experiment,
                      .is_on_screen = is_asked || (file.empty() && is_alone),
                      .is_asked = is_asked};
    for (const LocalText& goal : lesson.goals) entry.goals.push_back(scene.said(goal));
    return entry;
}

/// Adds the shipped lessons with tasks of a group.
void addGuided(const Scene& scene, LessonGroup wanted, CourseGroup& group) {
    const std::vector<GuidedEntry>& all = guidedLessons();
    for (std::size_t place = 0; place < all.size(); ++place) {
        const auto& lesson = all[place].lesson;
        if (lesson == nullptr || lesson->group != wanted) continue;
        group.entries.push_back(guidedEntry(scene, *lesson, ""));
        group.entries.back().place = place;
    }
}

/// Adds the notebooks that no lesson with tasks is about.
void addNotebooks(const Scene& scene, CourseGroup& group) {
    const std::vector<LessonEntry>& all = lessons();
    for (std::size_t place = 0; place < all.size(); ++place) {
        const LessonEntry& lesson = all[place];
        if (isGuidedLesson(lesson.id)) continue;
        group.entries.push_back(
            {.kind = CourseEntry::Kind::lesson,
             .key = lesson.id,
             .title = scene.said(lesson.title),
             .sentence = scene.said(lesson.summary),
             .source = scene.said(lesson.source),
             .outline = lesson.outline,
             .place = place,
             .is_on_screen = lesson.id == shippedOnScreen(scene, SubjectKind::document)});
    }
}

void addExperiments(const Scene& scene, CourseGroup& group) {
    const std::vector<ExperimentEntry>& all = experiments();
    for (std::size_t place = 0; place < all.size(); ++place) {
        const ExperimentEntry& one = all[place];
        group.entries.push_back(
            {.kind = CourseEntry::Kind::experiment,
             .key = one.id,
             .title = scene.said(one.title),
             .sentence = scene.said(one.notes.summary),
             .outline = one.notes.outline,
             .place = place,
             .is_on_screen = one.id == shippedOnScreen(scene, SubjectKind::experiment)});
    }
}

CourseGroup groupOf(const Scene& scene, const LessonGroupInfo& row) {
    CourseGroup group{scene.said(row.title())};
    addGuided(scene, row.group, group);
    if (row.group == LessonGroup::notebooks) addNotebooks(scene, group);
    if (row.group == LessonGroup::training) addExperiments(scene, group);
    if (row.group != LessonGroup::mine) return group;
    for (const LessonSource& own : scene.state.own_lessons) {
        group.entries.push_back(guidedEntry(scene, *own.lesson, own.file));
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
    CourseGroup group{scene.said(say::course::Recent{})};
    const bool is_lesson = scene.state.lesson.source != nullptr;
    if (!is_lesson && shippedOnScreen(scene, subjectOnScreen(scene)).empty()) {
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
    std::vector<CourseGroup> groups;
    for (const LessonGroupInfo& row : lessonGroups()) groups.push_back(groupOf(scene, row));
    groups.push_back(recents(scene));
    for (CourseGroup& group : groups) {
        std::erase_if(group.entries, [&](const CourseEntry& entry) {
            std::string texts = entry.title + " " + entry.sentence + " " + entry.source + " " +
                                scene.said(entry.outline.goal);
            for (const std::string& goal : entry.goals) texts += " " + goal;
            for (const CourseTask& task : entry.tasks) texts += " " + task.title;
            return !matchesSearch(texts, search);
        });
    }
    std::erase_if(groups, [](const CourseGroup& group) { return group.entries.empty(); });
    return groups;
}

bool CourseEntry::isDone() const {
    return !tasks.empty() && std::all_of(tasks.begin(), tasks.end(), [](const CourseTask& task) {
        return task.mark == TaskMark::done;
    });
}

bool CourseEntry::isBegun() const {
    return !isDone() && std::any_of(tasks.begin(), tasks.end(), [](const CourseTask& task) {
        return task.mark == TaskMark::done;
    });
}

std::size_t CourseGroup::lessonsWithTasks() const {
    return static_cast<std::size_t>(
        std::count_if(entries.begin(), entries.end(),
                      [](const CourseEntry& entry) { return !entry.tasks.empty(); }));
}

std::size_t CourseGroup::lessonsDone() const {
    return static_cast<std::size_t>(std::count_if(
        entries.begin(), entries.end(), [](const CourseEntry& entry) { return entry.isDone(); }));
}

std::string courseTitle(const Scene& scene, std::string_view id) {
    const auto& guided = guidedLessons();
    const auto found = std::find_if(guided.begin(), guided.end(), [id](const GuidedEntry& entry) {
        return entry.id == id && entry.lesson != nullptr;
    });
    if (found != guided.end()) return scene.said(found->lesson->title);
    if (const auto* const lesson = findShipped(lessons(), id)) return scene.said(lesson->title);
    const auto* const experiment = findShipped(experiments(), id);
    return experiment != nullptr ? scene.said(experiment->title) : "";
}

void openEntry(const Scene& scene, const CourseEntry& entry) {
    scene.emit(Change(&Hands::sheet, {}));
    switch (entry.kind) {
        case CourseEntry::Kind::lesson: return scene.emit(OpenLesson{entry.key});
        case CourseEntry::Kind::guided:
            if (entry.is_asked) return;
            if (entry.isOwnLesson()) return scene.emit(OpenFile{entry.key});
            return scene.emit(OpenLesson{entry.key});
        case CourseEntry::Kind::experiment: return scene.emit(OpenExperiment{entry.key});
        case CourseEntry::Kind::on_screen: return;
        case CourseEntry::Kind::recent: break;
    }
    const RecentDocument& recent = scene.state.recents[entry.place];
    if (recent.isDraft()) return scene.emit(OpenDraft{recent.id});
    scene.emit(OpenFile{recent.file});
}

}  // namespace lookback
