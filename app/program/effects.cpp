#include "app/program/effects.h"

#include <algorithm>

#include "app/program/carried_work.h"
#include "app/program/drafts.h"
#include "app/program/exports.h"
#include "app/program/opened_file.h"
#include "app/state/model/import_reading.h"
#include "app/state/model/leak_report.h"
#include "app/state/model/sentences.h"
#include "app/state/model/training_report.h"
#include "core/base/result.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_check.h"
#include "core/io/path.h"
#include "core/io/picture_text.h"
#include "core/words/say.h"
#include "messages/notices.h"

namespace lookback {
namespace {

Action failed(const Error& error) { return FileFailed{error}; }

std::string textOf(const Document& document) { return writeDocument(document); }
std::string textOf(const Experiment& experiment) { return writeExperiment(experiment); }

/// The bytes of a file that can be opened again.
Result<std::string> bytesOf(const Document& document) { return documentBytes(document); }
Result<std::string> bytesOf(const Experiment& experiment) { return textOf(experiment); }

struct Carrier {
    Files& files;
    SessionStore* store;
    const AppState& state;

    std::optional<Action> operator()(const ReadDocument& e) const {
        const std::string path = files.meantPath(e.path);
        Result<std::string> bytes = files.read(path);
        if (!bytes) return failed(bytes.error());
        if (e.is_numbers || isNumberFile(path, info(state.place.mode).subject)) {
            return NumbersOpened{path, std::make_shared<const std::string>(*std::move(bytes))};
        }
        Action opened = openedFile(state, path, *bytes,
                                   [this](const std::string& id) { return ownLesson(id); });
        if (const auto* const file = opened.as<FileOpened>()) {
            std::visit([&](const auto& read) { remember(path, read.title); }, file->work);
        } else if (const auto* const read = opened.as<LessonRead>()) {
            remember(path, state.wording().text(read->lesson->title));
        }
        return opened;
    }

    [[nodiscard]] std::optional<OwnLessonFile> ownLesson(const std::string& id) const {
        const auto listing = files.list(files.ownLessonsFolder());
        if (!listing) return std::nullopt;
        for (const FolderEntry& entry : listing->entries) {
            if (entry.is_folder || entry.name != id + std::string(kLessonEnding)) continue;
            const std::string path = joinedPath(listing->folder, entry.name);
            const Result<std::string> bytes = files.read(path);
            return bytes ? std::optional(OwnLessonFile{path, *bytes}) : std::nullopt;
        }
        return std::nullopt;
    }

    /// Without a worker the frame waits for the job.
    std::optional<Action> operator()(const FindLeaks& e) const { return (*jobOf(e))({}); }
    std::optional<Action> operator()(const Train& e) const { return (*jobOf(e))({}); }
    std::optional<Action> operator()(const CheckLesson& e) const { return (*jobOf(e))({}); }
    std::optional<Action> operator()(const ReadNumbers& e) const { return (*jobOf(e))({}); }

    std::optional<Action> operator()(const ReadVariant& e) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> text = files.read(path);
        if (!text) return failed(text.error());
        Checked<Document> document = readDocument(*text);
        if (!document) return failed(within(path, document.error().front()));
        return VariantRead{e.side, lastName(path),
                           std::make_shared<const Document>(*std::move(document))};
    }

    std::optional<Action> operator()(const WriteWork& e) const {
        if (e.subject == SubjectKind::document) {
            return write(e, std::make_shared<const Document>(state.document()));
        }
        return write(e, state.experiment_work.history.current().experiment);
    }

    /// Lists folders first, then the files of the wanted kind.
    std::optional<Action> operator()(const ListFolder& e) const {
        const bool is_for_lesson = e.path.empty() && e.begins_at_lessons;
        Result<FolderListing> listing =
            files.list(is_for_lesson ? files.ownLessonsFolder() : files.meantPath(e.path));
        if (!listing) return failed(listing.error());
        auto& entries = listing->entries;
        std::erase_if(entries, [&](const FolderEntry& entry) {
            return !entry.is_folder && !isListed(e.task, entry.name);
        });
        std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
            return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
        });
        return FolderListed{listing->folder, std::move(entries)};
    }

    std::optional<Action> operator()(const WriteExport& e) const {
        if (auto conflict = conflictAt(e.path, e.expected)) return conflict;
        if (info(e.kind).isPicture()) return PictureAllowed{e.path, e.kind};
        Result<std::string> text = exportedText(state, e.kind);
        if (!text) return failed({e.path, text.error().message});
        const std::string path = files.meantPath(e.path);
        const Result<void> written = files.write(path, *text);
        if (!written) return failed(written.error());
        return FileExported{path, leftOut(state, e.kind)};
    }

    std::optional<Action> operator()(const WriteLessonFile& e) const {
        if (auto conflict = conflictAt(e.path, e.expected)) return conflict;
        const std::string path = files.meantPath(e.path);
        const std::string text = writeGuidedLesson(*e.lesson);
        const Result<void> written = files.write(path, text);
        if (!written) return failed(written.error());
        remember(path, state.wording().text(e.lesson->title));
        return LessonSaved{path, e.saved, fileFingerprint(text)};
    }

    // The screen carries these out.
    std::optional<Action> operator()(const TakePicture&) const { return std::nullopt; }
    std::optional<Action> operator()(const SetClipboard&) const { return std::nullopt; }

    std::optional<Action> operator()(const MakeLink& e) const {
        const std::string data = linkData(carriedWork(state));
        if (data.size() > kLongestLinkData) {
            return Notice{
                {say::notices::LinkTooLong{.n = Count{std::ssize(data)},
                                           .most = Count{static_cast<Index>(kLongestLinkData)}}}};
        }
        return CopyText{e.page + "#d=" + data, say::notices::LinkCopied{}};
    }

    std::optional<Action> operator()(const PutAside& e) const {
        if (store == nullptr) return std::nullopt;
        Result<std::string> id = store->putAside(draftOf(state, e));
        if (!id) return DraftFailed{id.error()};
        return std::visit(
            [&](const auto& step) -> Action {
                return DraftKept{step->origin, *std::move(id)};
            },
            e.work);
    }

    std::optional<Action> operator()(const ReadDraft& e) const {
        if (store == nullptr) return std::nullopt;
        Checked<Session> draft = store->draft(e.id);
        if (!draft) return failed(draft.error().front());
        const auto opened = [&](auto& kept) -> Action {
            kept.steps.resize(kept.at + 1);
            return DraftOpened{e.id, std::move(kept.steps)};
        };
        return draft->isOfExperiment() ? opened(*draft->experiment) : opened(draft->document);
    }

    std::optional<Action> operator()(const ForgetRecent& e) const {
        if (store != nullptr) store->forget(e.file);
        return std::nullopt;
    }

    std::optional<Action> operator()(const DropDraft& e) const {
        if (store != nullptr) store->dropDraft(e.id);
        return std::nullopt;
    }

    std::optional<Action> operator()(const ListRecents&) const {
        RecentsListed listed;
        if (store != nullptr) listed.recents = store->recents();
        for (const std::string& path : files.ownLessonPaths()) {
            const Result<std::string> text = files.read(path);
            if (!text) continue;
            if (Checked<GuidedLesson> lesson = readGuidedLesson(*text)) {
                listed.lessons.push_back(
                    {std::make_shared<const GuidedLesson>(*std::move(lesson)), path});
            }
        }
        return listed;
    }

    template <class Subject>
    [[nodiscard]] Action write(const WriteWork& e,
                               const std::shared_ptr<const Subject>& written) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> text = bytesOf(*written);
        if (!text) return failed({path, text.error().message});
        if (auto conflict = conflictAt(e.path, e.expected)) return *conflict;
        const Result<void> done = files.write(path, *text);
        if (!done) return failed(done.error());
        remember(path, written->title);
        return FileSaved{path, written, fileFingerprint(*text)};
    }

    /// The answer where a file has other bytes than expected.
    [[nodiscard]] std::optional<Action> conflictAt(const std::string& typed,
                                                   const FileExpected& expected) const {
        if (expected.anything) return std::nullopt;
        const auto found = files.fingerprint(files.meantPath(typed));
        if (found == expected.fingerprint || (found && isOwnWork(*found))) return std::nullopt;
        return FileInTheWay{typed, found.has_value()};
    }

    /// True where the file has the bytes of a step of this work: this window wrote it, and ended
    /// before it recorded that.
    [[nodiscard]] bool isOwnWork(const std::string& fingerprint) const {
        return useWork(state, [&](const auto& work) {
            const auto steps = work.history.steps().first;
            return std::any_of(steps.rbegin(), steps.rend(), [&](const auto& step) {
                return step->origin->file == work.origin().file &&
                       fileFingerprint(textOf(step->subject())) == fingerprint;
            });
        });
    }

    void remember(const std::string& path, const std::string& title) const {
        if (store != nullptr) store->remember(path, title);
    }
};

}  // namespace

std::optional<Action> carryOut(Files& files, SessionStore* store, const AppState& state,
                               const Effect& effect) {
    return std::visit(Carrier{files, store, state}, effect);
}

std::optional<Job> jobOf(const Effect& effect) {
    if (const auto* const leaks = std::get_if<FindLeaks>(&effect)) {
        return [question = leaks->question](const GivesUp& gives_up) -> Action {
            return LeaksTested{std::make_shared<const LeakReport>(leakReport(*question, gives_up))};
        };
    }
    if (const auto* const train = std::get_if<Train>(&effect)) {
        return [question = train->question](const GivesUp& gives_up) -> Action {
            return TwinsTrained{
                std::make_shared<const TrainingReport>(trainingReport(*question, gives_up))};
        };
    }
    if (const auto* const check = std::get_if<CheckLesson>(&effect)) {
        return [lesson = check->lesson](const GivesUp& gives_up) -> Action {
            return LessonChecked{lesson, lessonFaults(*lesson, gives_up)};
        };
    }
    if (const auto* const read = std::get_if<ReadNumbers>(&effect)) {
        return [question = read->question](const GivesUp&) -> Action {
            return ImportRead{std::make_shared<const ImportReading>(importReading(*question))};
        };
    }
    return std::nullopt;
}

Action writePicture(Files& files, const std::string& path, const Result<std::string>& picture,
                    const std::optional<Message>& left_out) {
    const std::string file = files.meantPath(path);
    const Result<void> written =
        picture.and_then([&](const std::string& bytes) { return files.write(file, bytes); });
    if (!written) return failed({file, written.error().message});
    return FileExported{file, left_out};
}

}  // namespace lookback
