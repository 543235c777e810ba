#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The colour of a piece of text: that of the matrix a number comes from.
enum class Ink : std::uint8_t { plain, soft, query, key, value, weights, masked, result };

/// A run of text in one look: characters, or words of the catalogue.
struct Piece {
    std::string text{};
    Ink ink = Ink::plain;
    bool bold = false;
    int raised = 0;                  ///< 1 superscript, -1 subscript, 0 on the line
    bool fold = false;               ///< stands for terms that were left out; a click shows them
    std::optional<Message> words{};  ///< said in place of `text` (Wording::line)
    bool is_formula = false;  ///< Wording::line says the words in `text`, such as “where”
    bool is_whole = false;   ///< not broken, but for the spaces it begins with, where a row is wide
                             ///< enough for all of it
    bool is_hidden = false;  ///< its place is a dotted box, as wide as `text`
    bool is_approximate = false;  ///< of the first piece of a line: `signBefore` is “≈”

    bool operator==(const Piece&) const = default;
};
using TextLine = std::vector<Piece>;

/// The sign between the right-hand side of an explanation and what is before it.
[[nodiscard]] inline std::string_view signBefore(const TextLine& line) {
    return !line.empty() && line.front().is_approximate ? "≈" : "=";
}

/// A piece whose text is a message.
[[nodiscard]] inline Piece pieceOf(Message words, Ink ink = Ink::plain) {
    return {.ink = ink, .words = std::move(words)};
}

/// The characters of a line, without ink and position.
[[nodiscard]] std::string plainText(const TextLine& line);

/// The characters of a line, with "_" before lowered and "^" before raised ones.
[[nodiscard]] std::string withSigns(const TextLine& line);

/// A formula in which `_x` is a subscript and `^x` a superscript, as the stage table writes it.
[[nodiscard]] TextLine parseSymbols(std::string_view text, Ink ink = Ink::plain);

/// The ink that a matrix of this role is written in.
[[nodiscard]] Ink inkOf(Role role);

}  // namespace lookback
