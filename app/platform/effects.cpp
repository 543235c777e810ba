#include "app/platform/effects.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "core/io/document_json.h"
#include "core/io/file.h"
#include "core/io/trace_formats.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kJson = ".json";

Action failed(const Error& error) {
    return FileFailed{error.where.empty() ? error.message
                                          : fmt::format("{}: {}", error.where, error.message)};
}

/// A path as people type it: `~/` is their home.
std::string expanded(const std::string& path) {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || !(path == "~" || path.starts_with("~/"))) return path;
    return home + path.substr(1);
}

Action read(const std::string& path) {
    const Result<std::string> text = readFile(path);
    if (!text) return failed(text.error());
    Checked<Document> document = readDocument(*text);
    if (document) return FileOpened{path, *std::move(document)};
    const Error& first = document.error().front();
    return failed({first.where.empty() ? path : path + ": " + first.where, first.message});
}

Action write(const AppState& state, const std::string& path) {
    const Result<void> written = saveDocument(path, state.document());
    if (!written) return failed(written.error());
    return FileSaved{path, state.document()};
}

Action writeTrace(const AppState& state, const std::string& path, std::string_view format) {
    std::ostringstream out;
    findTraceFormat(format)->write(out, {state.document(), state.trace(), state.trace().order});
    const Result<void> written = writeFileAtomically(path, out.str());
    if (!written) return failed(written.error());
    return FileExported{path};
}

/// Folders first, then what may be a document; hidden ones are left out.
Action list(const std::string& wanted) {
    std::error_code fault;
    const fs::path folder = fs::weakly_canonical(
        wanted.empty() ? fs::current_path(fault) : fs::path(expanded(wanted)), fault);
    FolderListed listed{folder.string(), {}};
    fs::directory_iterator at(folder, fault);
    if (fault) return failed({folder.string(), "cannot be read: " + fault.message()});
    for (const fs::directory_iterator end; at != end && !fault; at.increment(fault)) {
        const std::string name = at->path().filename().string();
        std::error_code gone;
        const bool is_folder = at->is_directory(gone);
        if (name.starts_with('.') || (!is_folder && !name.ends_with(kJson))) continue;
        listed.entries.push_back({name, is_folder});
    }
    std::sort(listed.entries.begin(), listed.entries.end(),
              [](const FolderEntry& a, const FolderEntry& b) {
                  return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
              });
    return listed;
}

struct Carrier {
    const AppState& state;

    std::optional<Action> operator()(const ReadDocument& e) const { return read(expanded(e.path)); }
    std::optional<Action> operator()(const WriteDocument& e) const {
        return write(state, expanded(e.path));
    }
    std::optional<Action> operator()(const ListFolder& e) const { return list(e.path); }
    std::optional<Action> operator()(const WriteExport& e) const {
        const std::string path = expanded(e.path);
        switch (e.kind) {
            case ExportKind::json: return writeTrace(state, path, "json");
            case ExportKind::csv: return writeTrace(state, path, "csv");
            case ExportKind::text: return writeTrace(state, path, "text");
            case ExportKind::picture: break;
        }
        return std::nullopt;
    }
};

}  // namespace

std::optional<Action> carryOut(const AppState& state, const Effect& effect) {
    return std::visit(Carrier{state}, effect);
}

Action writePicture(const std::string& path, const Image& picture) {
    const Result<void> written = writePng(expanded(path), picture);
    if (!written) return failed(written.error());
    return FileExported{path};
}

}  // namespace lookback
