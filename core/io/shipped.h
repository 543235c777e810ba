/// The shipped lessons, experiments, pages and manuals, embedded in the program.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lookback {

/// A file of assets or docs at the time of the build.
struct EmbeddedFile {
    std::string_view name;  ///< the file's name without folder and last ending: "write-a-poem"
    std::string_view text;  ///< its bytes, unchanged
};

// Sorted by file name. The texts live as long as the program.

/// All of assets/lessons.
[[nodiscard]] std::span<const EmbeddedFile> embeddedLessons();

/// All of assets/experiments: "greetings.experiment", "greetings.notes".
[[nodiscard]] std::span<const EmbeddedFile> embeddedExperiments();

/// Texts of lessons and experiments in other languages than English: "id.lessons".
[[nodiscard]] std::span<const EmbeddedFile> embeddedTranslations();

/// Pages to be filled in, with their styles: "worksheet".
[[nodiscard]] std::span<const EmbeddedFile> embeddedPages();

/// The manuals in docs, one for each language: "manual.en".
[[nodiscard]] std::span<const EmbeddedFile> embeddedManuals();

/// The shipped lesson or experiment with this id; null where there is none.
template <class Entry>
[[nodiscard]] const Entry* findShipped(const std::vector<Entry>& entries, std::string_view id) {
    const auto entry = std::find_if(entries.begin(), entries.end(),
                                    [id](const Entry& row) { return row.id == id; });
    return entry == entries.end() ? nullptr : &*entry;
}

/// The ids of shipped lessons or experiments, for `nearestHint`.
template <class Entry>
[[nodiscard]] std::vector<std::string_view> shippedIds(const std::vector<Entry>& entries) {
    std::vector<std::string_view> ids;
    for (const Entry& entry : entries) ids.push_back(entry.id);
    return ids;
}

enum class ShippedKind : std::uint8_t { lesson, experiment };

/// Returns the error for an id that is not among these.
[[nodiscard]] std::vector<Error> idNotFound(std::span<const std::string_view> ids,
                                            std::string_view id, ShippedKind kind);

/// The error for an id that none of the entries has: the nearest id, and all of them.
template <class Entry>
[[nodiscard]] std::vector<Error> notShipped(const std::vector<Entry>& entries, std::string_view id,
                                            ShippedKind kind) {
    return idNotFound(shippedIds(entries), id, kind);
}

}  // namespace lookback
