#include "app/program/effects.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/program/drafts.h"
#include "app/program/exports.h"
#include "app/program/opened_file.h"
#include "app/state/model/leak_report.h"
#include "app/state/model/own_work.h"
#include "app/state/model/training_report.h"
#include "core/base/within.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/path.h"

namespace lookback {
namespace {

Action failed(const Error& error) {
    return FileFailed{error.where.empty() ? error.message
                                          : fmt::format("{}: {}", error.where, error.message)};
}

struct Carrier {
    Files& files;
    SessionStore* store;
    const AppState& state;

    std::optional<Action> operator()(const ReadDocument& e) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> bytes = files.read(path);
        if (!bytes) return failed(bytes.error());
        Action opened = openedFile(state, path, *bytes);
        if (const auto* const of_document = opened.as<FileOpened>()) {
            remember(path, of_document->document.title);
        } else if (const auto* const of_training = opened.as<ExperimentOpened>()) {
            remember(path, of_training->experiment.title);
        }
        return opened;
    }

    /// Without a worker it is waited for.
    std::optional<Action> operator()(const FindLeaks& e) const { return (*jobOf(e))({}); }
    std::optional<Action> operator()(const Train& e) const { return (*jobOf(e))({}); }

    std::optional<Action> operator()(const ReadVariant& e) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> text = files.read(path);
        if (!text) return failed(text.error());
        Checked<Document> document = readDocument(*text);
        if (!document) return failed(within(path, document.error().front()));
        return VariantRead{e.side, lastName(path),
                           std::make_shared<const Document>(*std::move(document))};
    }

    std::optional<Action> operator()(const WriteDocument& e) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> text = documentBytes(state.document());
        if (!text) return failed({path, text.error().message});
        if (auto conflict = conflictAt(e.path, e.expected)) return conflict;
        const Result<void> written = files.write(path, *text);
        if (!written) return failed(written.error());
        remember(path, state.document().title);
        return FileSaved{path, state.document(), fingerprintOf(*text)};
    }

    std::optional<Action> operator()(const WriteExperiment& e) const {
        const std::string path = files.meantPath(e.path);
        const auto experiment = state.workshop.history.current().experiment;
        if (auto conflict = conflictAt(e.path, e.expected)) return conflict;
        const std::string text = writeExperiment(*experiment);
        const Result<void> written = files.write(path, text);
        if (!written) return failed(written.error());
        remember(path, experiment->title);
        return ExperimentSaved{path, experiment, fingerprintOf(text)};
    }

    /// Folders first, then the files that are asked for.
    std::optional<Action> operator()(const ListFolder& e) const {
        Result<FolderListing> listing = files.list(files.meantPath(e.path));
        if (!listing) return failed(listing.error());
        auto& entries = listing->entries;
        std::erase_if(entries, [&](const FolderEntry& entry) {
            return !entry.is_folder && !entry.name.ends_with(e.ending);
        });
        std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
            return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
        });
        return FolderListed{listing->folder, std::move(entries)};
    }

    std::optional<Action> operator()(const WriteExport& e) const {
        if (auto conflict = conflictAt(e.path, e.expected)) return conflict;
        if (e.kind == ExportKind::picture) return PictureAllowed{e.path};
        Result<std::string> text = exportedText(state, e.kind);
        if (!text) return failed({e.path, text.error().message});
        const std::string path = files.meantPath(e.path);
        const Result<void> written = files.write(path, *text);
        if (!written) return failed(written.error());
        return FileExported{path};
    }

    std::optional<Action> operator()(const TakePicture&) const { return std::nullopt; }

    std::optional<Action> operator()(const PutAside& e) const { return putAside<DraftKept>(e); }
    std::optional<Action> operator()(const PutExperimentAside& e) const {
        return putAside<ExperimentDraftKept>(e);
    }

    std::optional<Action> operator()(const ReadDraft& e) const {
        if (store == nullptr) return std::nullopt;
        Checked<Session> draft = store->draft(e.id);
        if (!draft) return failed(draft.error().front());
        if (draft->isOfExperiment()) {
            KeptWorkshop& kept = *draft->workshop;
            kept.steps.resize(kept.at + 1);
            return ExperimentDraftOpened{e.id, std::move(kept.steps)};
        }
        draft->steps.resize(draft->at + 1);
        return DraftOpened{e.id, std::move(draft->steps)};
    }

    std::optional<Action> operator()(const DropDraft& e) const {
        if (store != nullptr) store->dropDraft(e.id);
        return std::nullopt;
    }

    std::optional<Action> operator()(const ListRecents&) const {
        if (store == nullptr) return std::nullopt;
        return RecentsListed{store->recents()};
    }

    template <class DraftIsKept, class Work>
    [[nodiscard]] std::optional<Action> putAside(const Work& e) const {
        if (store == nullptr) return std::nullopt;
        Result<std::string> id = store->putAside(draftOf(state, e));
        if (!id) {
            return failed({id.error().where,
                           id.error().message + "; what was not saved is kept in the undo alone"});
        }
        return DraftIsKept{e.work->origin, *std::move(id)};
    }

    /// What is to be said where a file is not as expected.
    [[nodiscard]] std::optional<Action> conflictAt(const std::string& typed,
                                                   const FileExpected& expected) const {
        if (expected.anything) return std::nullopt;
        const auto found = files.fingerprint(files.meantPath(typed));
        if (found == expected.fingerprint || (found && isOwnWork(*found))) return std::nullopt;
        return FileInTheWay{typed, found.has_value()};
    }

    /// True where the file holds a step of this very work: this window wrote it, and ended before
    /// it could take note of that.
    [[nodiscard]] bool isOwnWork(const std::string& fingerprint) const {
        const std::string_view file = ownWork(state).file;
        const auto is_among = [&](const auto& steps, auto written) {
            return std::any_of(steps.rbegin(), steps.rend(), [&](const auto& step) {
                return step->origin->file == file && fingerprintOf(written(*step)) == fingerprint;
            });
        };
        if (isOfExperiment(state.place.mode)) {
            return is_among(state.workshop.kept().steps, [](const ExperimentSnapshot& step) {
                return writeExperiment(*step.experiment);
            });
        }
        return is_among(state.history.steps().first,
                        [](const Snapshot& step) { return writeDocument(step.document); });
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
    return std::nullopt;
}

Action writePicture(Files& files, const std::string& path, const Image& picture) {
    const std::string file = files.meantPath(path);
    const Result<void> written = encodePng(picture).and_then(
        [&](const std::string& bytes) { return files.write(file, bytes); });
    if (!written) return failed({file, written.error().message});
    return FileExported{file};
}

}  // namespace lookback
