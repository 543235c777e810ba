#include "core/io/lesson_edits.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/document/edit.h"
#include "core/io/document_draw.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"
#include "messages/expected.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::string_view kReset = "reset";
constexpr std::array<std::string_view, 13> kDocumentEdits{
    "reset",  "tokens", "dtype",   "embeddings", "positions", "heads",  "weights",
    "biases", "scale",  "softcap", "mask",       "flips",     "masking"};
constexpr std::array<std::string_view, 14> kExperimentEdits{
    "reset", "text", "unit",      "starts", "context", "held_out", "model",
    "dtype", "seed", "optimizer", "batch",  "steps",   "prompt",   "twins"};

/// A key with an index, which names one number: `weights.query[0][1]`.
bool namesNumber(std::string_view key) { return key.ends_with(']'); }

/// Takes an index in brackets from the end of a path.
std::optional<std::size_t> takeIndex(std::string_view& path) {
    const std::size_t open = path.rfind('[');
    if (open == std::string_view::npos || !path.ends_with(']')) return std::nullopt;
    std::size_t index = 0;
    const char* const end = path.data() + path.size() - 1;
    const auto read = std::from_chars(path.data() + open + 1, end, index);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    path = path.substr(0, open);
    return index;
}

/// Changes one number of a file's matrix, or of a list with one index. Adds a fault where the path
/// names none.
void setNumberAt(Json& whole, const std::string& key, const Json& value, Faults& faults) {
    std::string_view path = key;
    const std::optional<std::size_t> col = takeIndex(path);
    const std::optional<std::size_t> row = takeIndex(path);
    Json* matrix = &whole;
    while (!path.empty() && matrix != nullptr) {
        const std::size_t point = std::min(path.find('.'), path.size());
        const auto field =
            matrix->is_object() ? matrix->find(std::string(path.substr(0, point))) : matrix->end();
        matrix = matrix->is_object() && field != matrix->end() ? &*field : nullptr;
        path.remove_prefix(std::min(point + 1, path.size()));
    }
    Json* numbers = matrix;
    if (row && matrix != nullptr) {
        numbers = matrix->is_array() && *row < matrix->size() ? &(*matrix)[*row] : nullptr;
    }
    const bool exists = numbers != nullptr && numbers->is_array() && col &&
                        *col < numbers->size() && (*numbers)[*col].is_number();
    if (exists) {
        (*numbers)[*col] = value;
    } else {
        faults.add(key, say::lesson::NoSuchNumber{});
    }
}

/// Puts fields of an edit into those of a file. An object of another kind replaces the old one.
void mergeInto(Json& into, const Json& edit) {
    const bool has_kind = edit.is_object() && edit.contains("kind");
    const bool is_other_kind =
        has_kind && (!into.is_object() || !into.contains("kind") || into["kind"] != edit["kind"]);
    if (!edit.is_object() || !into.is_object() || is_other_kind) {
        into = edit;
        return;
    }
    for (const auto& [name, value] : edit.items()) mergeInto(into[name], value);
}

/// Merges all edits into a file; those that are not `known` are faults.
void mergeAll(Json& whole, const Json& edits, std::span<const std::string_view> known,
              Faults& faults) {
    Json fields = Json::object();
    for (const auto& [key, value] : edits.items()) {
        if (namesNumber(key)) {
            setNumberAt(whole, key, value, faults);
        } else {
            fields[key] = value;
        }
    }
    static_cast<void>(Fields(fields, "", known, faults));
    fields.erase(std::string(kReset));
    mergeInto(whole, fields);
}

Checked<Json> parsed(const LessonEdits& edits) {
    if (edits.empty()) return Json(Json::object());
    return parseJson(edits.json);
}

bool resets(const Json& edits) {
    const auto reset = edits.find(std::string(kReset));
    return reset != edits.end() && reset->is_boolean() && reset->get<bool>();
}

/// Shares the numbers that did not change with the document before.
void shareWith(SharedMatrix& matrix, const SharedMatrix& before) {
    if (matrix == before) matrix = before;
}

/// The words of an edited sentence; nothing where it is not edited, or is not a list of texts.
std::optional<std::vector<std::string>> editedWords(const Json& edits) {
    const auto tokens = edits.find("tokens");
    if (tokens == edits.end()) return std::nullopt;
    Faults ignored;
    return readList<std::string>(
        *tokens, "tokens", ignored,
        [&](const Json& word, const std::string& path) { return readString(word, path, ignored); });
}

}  // namespace

std::optional<LessonEdits> readEdits(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_object()) {
        addWrong(json, path, say::expected::Object{}, faults);
        return std::nullopt;
    }
    return LessonEdits{json.empty() ? std::string() : json.dump()};
}

Checked<Document> edited(const Document& document, const LessonEdits& edits, const Document& opened,
                         double allowed) {
    if (edits.empty()) return document;
    const Checked<Json> changes = parsed(edits);
    if (!changes) return tl::unexpected(changes.error());
    Document before = resets(*changes) ? opened : document;
    if (const auto words = editedWords(*changes)) {
        if (words->size() > static_cast<std::size_t>(kMaxTokens)) {
            return tl::unexpected(std::vector{Error{"tokens", say::lesson::TooManyTokens{}}});
        }
        setSentence(before, *words);
    }
    // Only the arithmetic is edited: words about it, and documents kept within, stay.
    Document bare = before;
    bare.lesson = nullptr;
    bare.snapshots.clear();
    bare.draw.reset();
    Checked<Json> whole = parseJson(writeDocument(bare));
    if (!whole) return tl::unexpected(whole.error());
    Faults faults;
    mergeAll(*whole, *changes, kDocumentEdits, faults);
    if (!faults.empty()) return tl::unexpected(faults.take());
    return documentOf(*whole, allowed).map([&](Document after) {
        shareWith(after.embeddings, before.embeddings);
        shareWith(after.positions.table, before.positions.table);
        shareWith(after.weights.query, before.weights.query);
        shareWith(after.weights.key, before.weights.key);
        shareWith(after.weights.value, before.weights.value);
        if (after.weights.output && before.weights.output) {
            shareWith(*after.weights.output, *before.weights.output);
        }
        for (const auto bias : {&Biases::query, &Biases::key, &Biases::value, &Biases::output}) {
            if (after.biases.*bias && before.biases.*bias) {
                shareWith(*(after.biases.*bias), *(before.biases.*bias));
            }
        }
        after.lesson = document.lesson;
        after.snapshots = document.snapshots;
        after.draw = before.draw;
        if (!drawHolds(after)) after.draw.reset();
        return after;
    });
}

Checked<Experiment> edited(const Experiment& experiment, const LessonEdits& edits,
                           const Experiment& opened) {
    if (edits.empty()) return experiment;
    const Checked<Json> changes = parsed(edits);
    if (!changes) return tl::unexpected(changes.error());
    Checked<Json> whole = parseJson(writeExperiment(resets(*changes) ? opened : experiment));
    if (!whole) return tl::unexpected(whole.error());
    Faults faults;
    mergeAll(*whole, *changes, kExperimentEdits, faults);
    if (!faults.empty()) return tl::unexpected(faults.take());
    return experimentOf(*whole);
}

}  // namespace lookback
