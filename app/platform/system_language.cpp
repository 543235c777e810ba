#include "app/platform/system_language.h"

#include <cstdlib>
#include <string_view>

namespace lookback {

const Language& systemLanguage() {
    for (const char* const variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const value = std::getenv(variable);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view locale(value);  // "id_ID.UTF-8"
        const Language* const language =
            findLanguage(locale.substr(0, locale.find_first_of("_.@")));
        return language != nullptr ? *language : kLanguages.front();
    }
    return kLanguages.front();
}

}  // namespace lookback
