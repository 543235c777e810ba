#include "core/base/local_text.h"

#include <algorithm>
#include <utility>

namespace lookback {

void LocalText::set(std::string language, std::string text) {
    const auto known = std::find_if(texts_.begin(), texts_.end(), [&](const Version& version) {
        return version.language == language;
    });
    if (known != texts_.end()) {
        known->text = std::move(text);
    } else {
        texts_.push_back({std::move(language), std::move(text)});
    }
}

std::string_view LocalText::in(std::string_view language) const {
    for (const std::string_view wanted : {language, std::string_view(), std::string_view("en")}) {
        for (const Version& version : texts_) {
            if (version.language == wanted) return version.text;
        }
    }
    return texts_.empty() ? std::string_view() : texts_.front().text;
}

}  // namespace lookback
