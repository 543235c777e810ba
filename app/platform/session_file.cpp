#include "app/platform/session_file.h"

#include <array>
#include <system_error>
#include <utility>

#include "app/platform/kept_file.h"
#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/file.h"
#include "core/io/json_text.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVersionField = "lookback_session";
constexpr std::array<std::string_view, 7> kSessionFields{kVersionField, "lesson", "file", "step",
                                                         "cell",        "head",   "token"};

fs::path placeFile(const fs::path& folder) { return folder / "session.json"; }
fs::path documentFile(const fs::path& folder) { return folder / "session.lookback.json"; }

MatrixId readStep(const Json& json, Faults& faults) {
    const std::vector<std::string_view> names = namesOf(kMatrices);
    const auto row = readName(json, "step", names, faults);
    return row ? kMatrices[*row].id : SavedPlace().step;
}

/// All of the session but its documents. Faults: all of them; the session then is of no use.
Session readPlace(const Json& json, Faults& faults) {
    Session session;
    SavedPlace place;
    const Fields fields(json, "", kSessionFields, faults);
    const auto text = [&](std::string_view name) {
        const Json* field = fields.find(name);
        return field ? readString(*field, std::string(name), faults).value_or("") : "";
    };
    const auto whole = [&](std::string_view name) {
        const Json* field = fields.find(name);
        return field ? readWhole(*field, std::string(name), 0, faults).value_or(0) : 0;
    };
    session.origin.lesson = text("lesson");
    session.origin.file = text("file");
    if (const Json* step = fields.find("step")) place.step = readStep(*step, faults);
    place.cell = whole("cell");
    place.head = whole("head");
    place.token = whole("token");
    session.place = place;
    return session;
}

std::optional<Document> documentIn(const std::string& file) {
    const Result<std::string> text = readFile(file);
    if (!text) return std::nullopt;
    Checked<Document> document = readDocument(*text);
    return document ? std::optional(*std::move(document)) : std::nullopt;
}

/// Finds the documents that the session came from; where its lesson or file is gone, it came from
/// nowhere.
void findOrigin(Session& session) {
    Origin& origin = session.origin;
    std::optional<Document> in_file;
    if (!origin.file.empty()) in_file = documentIn(origin.file);
    if (!in_file) origin.file.clear();
    const Checked<Document> lesson = openLesson(origin.lesson);
    if (!lesson) origin.lesson.clear();
    origin.document = lesson ? *lesson : in_file.value_or(session.document);
    // Nobody edits the texts of a lesson: a document is as it was where all else is.
    if (origin.document.lesson) session.document.lesson = origin.document.lesson;
    if (in_file) in_file->lesson = session.document.lesson;
    origin.saved = std::move(in_file);
}

/// The path from the root on, for the next start may be in another folder; empty for a name that
/// JSON cannot hold.
std::string kept(const std::string& file) {
    std::error_code error;
    const std::string path = file.empty() ? "" : fs::absolute(file, error).string();
    return !error && isUtf8(path) ? path : "";
}

}  // namespace

LoadedSession loadSession(const fs::path& folder) {
    const Result<std::optional<Json>> json = readKept(placeFile(folder), kVersionField);
    if (!json) return {{}, setAside(placeFile(folder), json.error())};
    std::error_code ignored;
    if (!*json || !fs::exists(documentFile(folder), ignored)) return {};
    Faults faults;
    Session session = readPlace(**json, faults);
    if (!faults.empty()) return {{}, setAside(placeFile(folder), faults.take().front())};
    const Result<std::string> text = readFile(documentFile(folder).string());
    if (!text) return {{}, setAside(documentFile(folder), {"", text.error().message})};
    Checked<Document> document = readDocument(*text);
    if (!document) return {{}, setAside(documentFile(folder), document.error().front())};
    session.document = *std::move(document);
    findOrigin(session);
    return {std::move(session), ""};
}

Result<void> saveSession(const fs::path& folder, const Session& session) {
    const SavedPlace place = session.place.value_or(SavedPlace());
    JsonFields fields{{kVersionField, "1"}};
    if (!session.origin.lesson.empty())
        fields.emplace_back("lesson", jsonString(session.origin.lesson));
    if (const std::string file = kept(session.origin.file); !file.empty()) {
        fields.emplace_back("file", jsonString(file));
    }
    fields.emplace_back("step", jsonString(info(place.step).name));
    fields.emplace_back("cell", std::to_string(place.cell));
    fields.emplace_back("head", std::to_string(place.head));
    fields.emplace_back("token", std::to_string(place.token));
    return writeKept(documentFile(folder), writeDocument(session.document)).and_then([&] {
        return writeKept(placeFile(folder), jsonObject(fields, 0) + "\n");
    });
}

}  // namespace lookback
