#include "app/program/opened_file.h"

#include <memory>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/path.h"
#include "core/io/picture_text.h"
#include "core/io/task_place.h"

namespace lookback {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSpace = " \t\r\n";

bool isText(const std::string& path, std::string_view bytes) {
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    const std::size_t first = bytes.find_first_not_of(kSpace);
    const bool begins_object = first != std::string_view::npos && bytes[first] == '{';
    return !begins_object && !path.ends_with(".json");
}

/// The text without a byte order mark, each line ended by one character.
std::string textOf(std::string_view bytes) {
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t k = 0; k < bytes.size(); ++k) {
        if (bytes.substr(k, 2) != "\r\n") text += bytes[k];
    }
    return text;
}

/// The file's name without its ending.
std::string titleOf(const std::string& path) {
    const std::string name = lastName(path);
    const std::size_t dot = name.rfind('.');
    return asUtf8(dot == 0 ? name : name.substr(0, dot));
}

Action failed(const std::string& path, const Error& error) {
    return FileFailed{within(path, error)};
}

/// The experiment with another text.
Action learnFrom(const Experiment& now, const std::string& path, std::string_view bytes) {
    Experiment next = now;
    next.title = titleOf(path);
    next.text = textOf(bytes);
    const std::vector<Error> found = faults(next);
    if (found.empty()) return TextOpened{std::make_shared<const Experiment>(std::move(next))};
    const Error& first = found.front();
    return failed(path, {first.where == "text" ? "" : first.where, first.message});
}

/// The step of a lesson that a picture names. @param path of the picture
Action openedTask(const std::string& path, std::string_view text, const FindOwnLesson& own) {
    const Checked<TaskPlace> place = readTaskPlace(text);
    if (!place) return failed(path, place.error().front());
    const bool is_shipped = isGuidedLesson(place->lesson) || own == nullptr;
    const std::optional<OwnLessonFile> file = is_shipped ? std::nullopt : own(place->lesson);
    Checked<GuidedLesson> lesson =
        file ? readGuidedLesson(file->bytes) : openGuidedLesson(place->lesson);
    if (!lesson) return failed(path, lesson.error().front());
    if (const auto fault = taskPlaceFault(*place, *lesson)) return failed(path, *fault);
    return LessonRead{file ? file->path : std::string(),
                      std::make_shared<const GuidedLesson>(*std::move(lesson)),
                      LessonStand{place->step, place->seed}};
}

/// What a picture or a link carries: a work, or the place of a task. It has no file: saving it must
/// not replace the picture.
Action openedCarried(const AppState& state, const std::string& path,
                     const Result<std::string>& text, const FindOwnLesson& own) {
    if (!text) return failed(path, text.error());
    if (isTaskPlace(*text)) return openedTask(path, *text, own);
    const Action opened = openedFile(state, path, *text, own);
    const auto* const file = opened.as<FileOpened>();
    return file != nullptr ? FileOpened{"", file->work, file->fingerprint} : opened;
}

}  // namespace

Action openedFile(const AppState& state, const std::string& path, std::string_view bytes,
                  const FindOwnLesson& own) {
    if (isPicture(bytes)) return openedCarried(state, path, textOfPicture(bytes), own);
    if (path.ends_with(kLinkEnding)) {
        // Without the ending `.link` in its path, for its text is opened as a file is.
        return openedCarried(state, path.substr(0, path.size() - kLinkEnding.size()),
                             textOfLinkData(bytes), own);
    }
    if (info(state.place.mode).subject == SubjectKind::experiment && isText(path, bytes)) {
        return learnFrom(state.experiment(), path, bytes);
    }
    Checked<DocumentOrExperiment> work = readWork(bytes);
    // Only lessons with tasks have this field; in other files it may stand in a text.
    if (!work && bytes.find(kLessonField) != std::string_view::npos) {
        Checked<GuidedLesson> lesson = readGuidedLesson(bytes);
        if (!lesson) return failed(path, lesson.error().front());
        return LessonRead{path, std::make_shared<const GuidedLesson>(*std::move(lesson))};
    }
    if (!work) return failed(path, work.error().front());
    return FileOpened{path, *std::move(work), fileFingerprint(bytes)};
}

}  // namespace lookback
