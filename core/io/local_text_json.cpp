#include "core/io/local_text_json.h"

#include "core/base/limits.h"
#include "core/io/json_text.h"
#include "messages/faults.h"

namespace lookback {

namespace {

/// A text of one language. Faults: no text, more than kMaxReadTextBytes.
std::optional<std::string> readVersion(const Json& json, const std::string& path, Faults& faults) {
    auto text = readString(json, path, faults);
    if (!text || text->size() <= kMaxReadTextBytes) return text;
    faults.add(path, say::faults::TextSize{
                         .memory = Verbatim{memoryText(static_cast<double>(text->size()),
                                                       static_cast<double>(kMaxReadTextBytes))},
                         .most = Verbatim{memoryText(static_cast<double>(kMaxReadTextBytes))}});
    return std::nullopt;
}

}  // namespace

std::optional<LocalText> readLocalText(const Json& json, const std::string& path, Faults& faults) {
    if (!json.is_object()) {
        const auto text = readVersion(json, path, faults);
        return text ? std::optional<LocalText>(*text) : std::nullopt;
    }
    LocalText read;
    bool is_whole = true;
    for (const auto& [language, version] : json.items()) {
        const auto text = readVersion(version, joined(path, language), faults);
        if (text) {
            read.set(language, *text);
        } else {
            is_whole = false;
        }
    }
    return is_whole ? std::optional(read) : std::nullopt;
}

std::string writeLocalText(const LocalText& text) {
    const auto& versions = text.versions();
    if (versions.empty()) return jsonString(std::string_view());
    if (versions.size() == 1 && versions.front().language.empty())
        return jsonString(versions.front().text);
    JsonFields fields;
    for (const LocalText::Version& version : versions) {
        fields.emplace_back(version.language, jsonString(version.text));
    }
    return jsonInline(fields);
}

}  // namespace lookback
