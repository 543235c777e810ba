#include "core/io/experiment_library.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"
#include "core/io/local_text_json.h"
#include "core/io/outline_json.h"
#include "core/io/shipped.h"
#include "core/io/translations.h"
#include "messages/expected.h"

namespace lookback {
namespace {

constexpr std::string_view kExperimentEnd = ".experiment";
constexpr std::string_view kNotesEnd = ".notes";

/// The notes of an experiment; empty where they are missing or have faults, which a test reports.
ExperimentNotes notesOf(std::string_view id) {
    const auto files = embeddedExperiments();
    const std::string name = fmt::format("{}{}", id, kNotesEnd);
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&](const EmbeddedFile& row) { return row.name == name; });
    if (file == files.end()) return {};
    return readExperimentNotes(file->text).value_or(ExperimentNotes());
}

std::optional<ExperimentNote> readExperimentNote(const Json& json, const std::string& path,
                                                 Faults& faults) {
    constexpr std::array<std::string_view, 3> kNoteFields{"mode", "step", "text"};
    const Fields fields(json, path, kNoteFields, faults);
    const Json* const mode = fields.need("mode", say::expected::ModeName{});
    const Json* const step = fields.need("step", say::expected::TrainingStep{});
    const Json* const text = fields.need("text", say::expected::Text{});
    if (mode == nullptr || step == nullptr || text == nullptr) return std::nullopt;
    const auto named = readName(*mode, fields.path("mode"), kNoteModeNames, faults);
    const auto from = readWhole(*step, fields.path("step"), 0, faults);
    auto told = readLocalText(*text, fields.path("text"), faults);
    if (!named || !from || !told) return std::nullopt;
    return ExperimentNote{static_cast<NoteMode>(*named), *from, *std::move(told)};
}

std::vector<ExperimentEntry> readExperiments() {
    std::vector<ExperimentEntry> entries;
    for (const EmbeddedFile& file : embeddedExperiments()) {
        if (!file.name.ends_with(kExperimentEnd)) continue;
        const std::string id(file.name.substr(0, file.name.size() - kExperimentEnd.size()));
        ExperimentEntry entry{id, id, file.text, notesOf(id)};
        // An experiment with faults stays in the list: opening it reports them.
        if (const auto experiment = readExperiment(file.text)) {
            entry.title = experiment->title;
            for (const Twin& twin : experiment->twins) entry.models.push_back(twin.name);
        }
        translate(entry);
        entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(),
              [](const ExperimentEntry& a, const ExperimentEntry& b) {
                  return std::tie(a.notes.order, a.id) < std::tie(b.notes.order, b.id);
              });
    return entries;
}

}  // namespace

const std::vector<ExperimentEntry>& experiments() {
    static const std::vector<ExperimentEntry> entries = readExperiments();
    return entries;
}

Checked<Experiment> openShippedExperiment(std::string_view id) {
    if (const auto* entry = findShipped(experiments(), id)) return readExperiment(entry->text);
    return tl::unexpected(notShipped(experiments(), id, ShippedKind::experiment));
}

bool isShippedExperiment(std::string_view id) { return findShipped(experiments(), id) != nullptr; }

const LocalText* noteAt(const ExperimentNotes& notes, NoteMode mode, Index step) {
    const LocalText* shown = nullptr;
    for (const ExperimentNote& note : notes.notes) {
        if (note.mode == mode && note.step <= step) shown = &note.text;
    }
    return shown;
}

Checked<ExperimentNotes> readExperimentNotes(std::string_view text) {
    const Checked<Json> json = parseJson(text);
    if (!json) return tl::unexpected(json.error());
    constexpr std::array<std::string_view, 6> kKnown{"order", "summary", "minutes",
                                                     "goal",  "next",    "notes"};
    Faults faults;
    const Fields fields(*json, "", kKnown, faults);
    ExperimentNotes notes;
    if (const Json* order = fields.need("order", say::expected::ListPlace{})) {
        notes.order = static_cast<int>(readWhole(*order, "order", 1, faults).value_or(0));
    }
    if (const Json* summary = fields.need("summary", say::expected::Sentence{})) {
        notes.summary = readLocalText(*summary, "summary", faults).value_or(LocalText());
    }
    notes.outline = readOutline(fields, faults);
    if (const Json* list = fields.need("notes", say::expected::Texts{})) {
        notes.notes = readList<ExperimentNote>(*list, "notes", faults,
                                               [&](const Json& note, const std::string& path) {
                                                   return readExperimentNote(note, path, faults);
                                               })
                          .value_or(std::vector<ExperimentNote>());
    }
    if (!faults.empty()) return tl::unexpected(faults.take());
    return notes;
}

}  // namespace lookback
