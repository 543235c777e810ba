#include "core/document/snapshots.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {

std::optional<std::string> snapshotNameFault(const Document& document, std::string_view name) {
    if (name.empty()) return "A snapshot needs a name.";
    if (!isUtf8(name)) return "The name of a snapshot is text.";
    if (findSnapshot(document, name) == nullptr) return std::nullopt;
    return fmt::format("Another snapshot is named {}.", inQuotes(name));
}

void addSnapshot(Document& document, std::string name) {
    assert(!snapshotNameFault(document, name));
    Document kept = document;
    kept.snapshots.clear();
    kept.lesson.reset();
    document.snapshots.push_back(
        {std::move(name), std::make_shared<const Document>(std::move(kept))});
}

void renameSnapshot(Document& document, std::size_t at, std::string name) {
    assert(at < document.snapshots.size());
    assert(name == document.snapshots[at].name || !snapshotNameFault(document, name));
    document.snapshots[at].name = std::move(name);
}

void removeSnapshot(Document& document, std::size_t at) {
    assert(at < document.snapshots.size());
    document.snapshots.erase(document.snapshots.begin() + static_cast<std::ptrdiff_t>(at));
}

const DocumentSnapshot* findSnapshot(const Document& document, std::string_view name) {
    const auto& snapshots = document.snapshots;
    const auto found = std::find_if(snapshots.begin(), snapshots.end(),
                                    [&](const DocumentSnapshot& row) { return row.name == name; });
    return found == snapshots.end() ? nullptr : &*found;
}

}  // namespace lookback
