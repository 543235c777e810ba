#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/explain/text_line.h"

namespace lookback {

/// A part of the manual that is set as one: a heading, a paragraph or an item of a list.
struct ManualBlock {
    enum class Kind : std::uint8_t { heading, paragraph, item };
    Kind kind = Kind::paragraph;
    TextLine words;
};

/// What stands under a heading of the second level.
struct ManualSection {
    std::string title;
    std::vector<ManualBlock> blocks;
};

/// Reads the sections of a manual from the Markdown that it uses: headings of the second and third
/// level, paragraphs, lists, **bold** and `code`. Text before the first section is left out.
[[nodiscard]] std::vector<ManualSection> readManual(std::string_view markdown);

/// The sections of docs/manual.LANG.md, else of the English one: one for each mode, in their order,
/// then that of every mode. @param language its id
[[nodiscard]] const std::vector<ManualSection>& manual(std::string_view language);

}  // namespace lookback
