#include "core/io/experiment_library.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"
#include "core/io/shipped.h"

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

std::vector<ExperimentEntry> readExperiments() {
    std::vector<ExperimentEntry> entries;
    for (const EmbeddedFile& file : embeddedExperiments()) {
        if (!file.name.ends_with(kExperimentEnd)) continue;
        const std::string id(file.name.substr(0, file.name.size() - kExperimentEnd.size()));
        ExperimentEntry entry{id, id, file.text, notesOf(id)};
        // An experiment with faults stays in the list: opening it reports them.
        if (const auto experiment = readExperiment(file.text)) entry.title = experiment->title;
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
    return tl::unexpected(notShipped(experiments(), id, "experiment"));
}

bool isShippedExperiment(std::string_view id) { return findShipped(experiments(), id) != nullptr; }

Checked<ExperimentNotes> readExperimentNotes(std::string_view text) {
    const Checked<Json> json = parseJson(text);
    if (!json) return tl::unexpected(json.error());
    constexpr std::array<std::string_view, 3> kKnown{"order", "summary", "notes"};
    Faults faults;
    const Fields fields(*json, "", kKnown, faults);
    ExperimentNotes notes;
    if (const Json* order = fields.need("order", "its place in the list")) {
        notes.order = static_cast<int>(readWhole(*order, "order", 1, faults).value_or(0));
    }
    if (const Json* summary = fields.need("summary", "a sentence")) {
        notes.summary = readString(*summary, "summary", faults).value_or("");
    }
    if (const Json* list = fields.need("notes", "a list of texts")) {
        notes.notes = readList<std::string>(*list, "notes", faults,
                                            [&](const Json& note, const std::string& at) {
                                                return readString(note, at, faults);
                                            })
                          .value_or(std::vector<std::string>());
    }
    if (!faults.empty()) return tl::unexpected(faults.take());
    return notes;
}

}  // namespace lookback
