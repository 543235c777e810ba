#include "app/program/effects.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "core/io/document_json.h"
#include "core/io/trace_formats.h"

namespace lookback {
namespace {

Action failed(const Error& error) {
    return FileFailed{error.where.empty() ? error.message
                                          : fmt::format("{}: {}", error.where, error.message)};
}

struct Carrier {
    Files& files;
    const AppState& state;

    std::optional<Action> operator()(const ReadDocument& e) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> text = files.read(path);
        if (!text) return failed(text.error());
        Checked<Document> document = readDocument(*text);
        if (document) return FileOpened{path, *std::move(document)};
        const Error& first = document.error().front();
        return failed({first.where.empty() ? path : path + ": " + first.where, first.message});
    }

    std::optional<Action> operator()(const WriteDocument& e) const {
        const std::string path = files.meantPath(e.path);
        const Result<std::string> text = documentBytes(state.document());
        if (!text) return failed({path, text.error().message});
        const Result<void> written = files.write(path, *text);
        if (!written) return failed(written.error());
        return FileSaved{path, state.document()};
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
        switch (e.kind) {
            case ExportKind::json: return writeTrace(e.path, "json");
            case ExportKind::csv: return writeTrace(e.path, "csv");
            case ExportKind::text: return writeTrace(e.path, "text");
            case ExportKind::picture: break;
        }
        return std::nullopt;
    }

    [[nodiscard]] Action writeTrace(const std::string& typed, std::string_view format) const {
        std::ostringstream out;
        findTraceFormat(format)->write(out, {state.document(), state.trace(), state.trace().order});
        const std::string path = files.meantPath(typed);
        const Result<void> written = files.write(path, out.str());
        if (!written) return failed(written.error());
        return FileExported{path};
    }
};

}  // namespace

std::optional<Action> carryOut(Files& files, const AppState& state, const Effect& effect) {
    return std::visit(Carrier{files, state}, effect);
}

Action writePicture(Files& files, const std::string& path, const Image& picture) {
    const std::string file = files.meantPath(path);
    const Result<void> written = encodePng(picture).and_then(
        [&](const std::string& bytes) { return files.write(file, bytes); });
    if (!written) return failed({file, written.error().message});
    return FileExported{file};
}

}  // namespace lookback
