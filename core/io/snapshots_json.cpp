#include "core/io/snapshots_json.h"

#include <array>

#include <fmt/format.h>

#include "core/attention/memory.h"
#include "core/io/document_json.h"

namespace lookback {
namespace {

/// Asked before such a document is read: nobody is to read files as deep as they nest.
bool hasSnapshots(const Json& document) {
    if (!document.is_object()) return false;
    const auto field = document.find("snapshots");
    return field != document.end() && !(field->is_array() && field->empty());
}

std::optional<DocumentSnapshot> readSnapshot(const Json& json, const std::string& path,
                                             double allowed, Faults& faults) {
    constexpr std::array<std::string_view, 2> kSnapshotsJsonKnown{"name", "document"};
    const Fields fields(json, path, kSnapshotsJsonKnown, faults);
    const Json* name = fields.need("name", "a text in quotes");
    const Json* document = fields.need("document", "a document");
    if (name == nullptr || document == nullptr) return std::nullopt;
    std::optional<std::string> text = readString(*name, fields.path("name"), faults);
    const std::string where = fields.path("document");
    if (hasSnapshots(*document)) {
        faults.add(joined(where, "snapshots"), "a snapshot has no snapshots of its own");
        return std::nullopt;
    }
    Checked<Document> read = documentOf(*document, allowed);
    if (!read) {
        for (Error& fault : read.error()) {
            faults.add(fault.where.empty() ? where : joined(where, fault.where),
                       std::move(fault.message));
        }
    }
    if (!read || !text) return std::nullopt;
    return DocumentSnapshot{*std::move(text), std::make_shared<const Document>(*std::move(read))};
}

}  // namespace

std::vector<DocumentSnapshot> readSnapshots(const Json& json, const std::string& path,
                                            double allowed, Faults& faults) {
    // A draw of a few letters makes millions of numbers: what is kept is counted as it comes.
    double kept = 0;
    const auto read = [&](const Json& entry,
                          const std::string& at) -> std::optional<DocumentSnapshot> {
        if (kept > allowed) return std::nullopt;
        auto snapshot = readSnapshot(entry, at, allowed, faults);
        if (snapshot) kept += keptMemoryOf(*snapshot->document);
        if (kept > allowed) {
            faults.add(at, fmt::format("the snapshots up to here would take {} of memory, expected "
                                       "at most {}",
                                       memoryText(kept), memoryText(allowed)));
        }
        return snapshot;
    };
    return readList<DocumentSnapshot>(json, path, faults, read)
        .value_or(std::vector<DocumentSnapshot>());
}

}  // namespace lookback
