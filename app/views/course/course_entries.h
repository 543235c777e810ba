#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/scene.h"
#include "core/lesson/outline.h"

namespace lookback {

/// A lesson, an experiment or a file, as the page of lessons lists it.
struct CourseEntry {
    enum class Kind : std::uint8_t { lesson, experiment, on_screen, recent };
    Kind kind = Kind::lesson;
    std::string key;  ///< of a shipped one its id; unique on the page
    std::string title;
    std::string sentence{};  ///< its subject; of a recent one, where it is and when it was touched
    std::string source{};    ///< the notebook; of a file its path
    Outline outline{};
    std::size_t place = 0;  ///< among the shipped lessons or experiments, or the recent ones
    bool is_on_screen = false;

    [[nodiscard]] bool isShipped() const {
        return kind == Kind::lesson || kind == Kind::experiment;
    }
};

struct CourseGroup {
    std::string title;
    std::vector<CourseEntry> entries;
};

/// Returns the groups with the entries that have every word of `search` in their texts; no empty
/// group.
[[nodiscard]] std::vector<CourseGroup> courseGroups(const Scene& scene, std::string_view search);

/// Returns the title of the shipped lesson or experiment with this id; empty where none has it.
[[nodiscard]] std::string courseTitle(const Scene& scene, std::string_view id);

/// Closes the page and opens an entry. For the work on screen that is not shipped, it only closes
/// the page.
void openEntry(const Scene& scene, const CourseEntry& entry);

}  // namespace lookback
