#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/words/catalogue.h"

namespace lookback {

/// A language of the catalogue.
struct Language {
    std::string_view id;         ///< of its file in assets/locale, as ISO 639-1 has it: "en"
    std::string_view name;       ///< in the language itself
    std::string_view thousands;  ///< between groups of three digits of a count: 1,424; no point,
                                 ///< which is that of decimals in every language
    bool (*isOne)(Index);        ///< whether a count takes the branch `one`; else it takes `other`
    std::vector<CatalogueText> (*texts)();
};

/// The languages of the window. The first is that of the command line and of files.
inline constexpr std::array kLanguages{
    Language{"en", "English", ",", [](Index count) { return count == 1; },
             [] { return catalogueTexts("en"); }},
    Language{"id", "Bahasa Indonesia", "\u00A0", [](Index) { return false; },
             [] { return catalogueTexts("id"); }},
};

/// The language with this id; null where there is none.
[[nodiscard]] constexpr const Language* findLanguage(std::string_view id) {
    for (const Language& language : kLanguages) {
        if (language.id == id) return &language;
    }
    return nullptr;
}

}  // namespace lookback
