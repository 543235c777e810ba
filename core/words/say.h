/// Says the facts of core's rooms: the only place that knows a language.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/local_text.h"
#include "core/base/message.h"
#include "core/explain/conventions.h"
#include "core/explain/text_line.h"
#include "core/words/filled_text.h"
#include "core/words/language.h"
#include "core/words/pattern.h"

namespace lookback {

/// All messages of one language, in the conventions of a reader. Cheap to copy.
class Wording {
public:
    /// Parses the catalogue; that of a shipped language has no faults.
    explicit Wording(const Language& language);

    /// The same messages in other conventions.
    [[nodiscard]] Wording in(const Conventions& conventions) const;

    /// Says a message, in the ink and weight of its parts.
    [[nodiscard]] TextLine line(const Message& message) const;

    /// Says a message in plain characters: a lowered k as "_k", a raised one as "^k".
    [[nodiscard]] std::string text(const Message& message) const;

    /// Says the words of a line of formulas.
    [[nodiscard]] TextLine line(const TextLine& formula) const;

    /// Writes a number or a list as messages do: a share of 0.0001 as "less than 0.1%".
    [[nodiscard]] std::string written(const Argument& argument) const;

    /// Says messages one after the other, with a space between them.
    [[nodiscard]] TextLine line(std::span<const Message> messages) const;
    [[nodiscard]] std::string text(std::span<const Message> messages) const;

    /// Returns a text of a lesson or an experiment in this language, or in one that it has.
    /// `{@row}` and the other terms in it follow the reader's conventions; all else stays as it is
    /// written.
    [[nodiscard]] std::string text(const LocalText& text) const;

    /// Says a text of a lesson in this language, or in one that it has, with the values of its
    /// slots.
    [[nodiscard]] TextLine line(const FilledText& text) const;
    [[nodiscard]] std::string text(const FilledText& text) const;

    /// True where lessons may have the term `{@name}`.
    [[nodiscard]] bool hasTerm(std::string_view name) const;

    [[nodiscard]] const Language& language() const { return *language_; }

    /// Says messages, a line each.
    [[nodiscard]] std::vector<TextLine> lines(std::span<const Message> messages) const;

private:
    struct Entry {
        std::vector<std::string> slots;  ///< names, in the order of a message's arguments
        Pattern pattern;
    };
    friend class Saying;

    /// Returns null where the catalogue has no such key.
    [[nodiscard]] const Entry* find(std::string_view key) const;
    [[nodiscard]] const Entry& entry(std::string_view key) const;

    const Language* language_;
    std::shared_ptr<const std::unordered_map<std::string_view, Entry>> entries_;  ///< by key
    Conventions conventions_{};
};

/// The messages of a language, which are parsed once.
[[nodiscard]] const Wording& wordingIn(const Language& language);

/// The words of the command line and of files, whatever the language of the window.
[[nodiscard]] const Wording& english();

}  // namespace lookback
