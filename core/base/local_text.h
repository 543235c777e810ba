#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lookback {

/// A text of a lesson or an experiment, in one language or several.
class LocalText {
public:
    LocalText() = default;

    /// A text that is shown in every language.
    LocalText(std::string text)
        : texts_{{"", std::move(text)}} {}  // NOLINT(google-explicit-constructor)
    LocalText(const char* text)
        : LocalText(std::string(text)) {}  // NOLINT(google-explicit-constructor)

    struct Version {
        std::string language;  ///< ISO 639-1; empty: of no language in particular
        std::string text;

        bool operator==(const Version&) const = default;
    };

    /// Adds the text of a language, in place of an earlier one.
    void set(std::string language, std::string text);

    /// Returns the text for readers of a language: that of the language; else the one without a
    /// language; else the English one; else the first; empty where there is none.
    [[nodiscard]] std::string_view in(std::string_view language) const;

    /// In the order in which they were added.
    [[nodiscard]] const std::vector<Version>& versions() const { return texts_; }

    [[nodiscard]] bool empty() const { return in("").empty(); }

    bool operator==(const LocalText&) const = default;

private:
    std::vector<Version> texts_;
};

}  // namespace lookback
