#include "app/widgets/formula.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

namespace lookback {
namespace {

/// The part of a piece that must not be broken.
struct Word {
    const Piece* piece;
    std::string_view text;
    ImFont* font;
    float width;           ///< with the space at its end
    float margin = 0;      ///< on both sides: a result has a box around it
    bool is_part = false;  ///< the line may be broken behind it although no space ends it
    bool is_cut = false;   ///< it is a part of a word that no row has room for
};

constexpr std::size_t kLongestWord = 200;        ///< characters
constexpr float kHiddenInset = 0.12f;            ///< above and below a hidden number, of the type
constexpr std::string_view kIsolate = "\u2068";  ///< labels begin with it and end with the next
constexpr std::string_view kEndOfIsolate = "\u2069";
static_assert(kIsolate.front() == kEndOfIsolate.front());

ImFont* fontOf(const Piece& piece, const LineFonts& fonts) {
    if (piece.raised != 0) return fonts.raised;
    return piece.bold || piece.ink == Ink::result ? fonts.bold : fonts.plain;
}

float marginOf(const Piece& piece, const Look& look) {
    return piece.ink == Ink::result ? look.px(6) : 0;
}

/// Returns the first space at which a text may be broken. The name of a cell, `A[a, poem]`, is not
/// broken, unless `breaks_names`, and neither is a label that runs from right to left.
std::size_t breakIn(std::string_view text, bool breaks_names) {
    bool in_name = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (byte == ' ' && !in_name) return at;
        if (byte == '[') in_name = !breaks_names;
        if (byte == ']') in_name = false;
        if (byte != kIsolate.front()) continue;
        const std::string_view rest = text.substr(at);
        if (rest.starts_with(kIsolate)) in_name = true;
        if (rest.starts_with(kEndOfIsolate)) in_name = false;
    }
    return std::string_view::npos;
}

/// Returns the longest of some beginnings of a word that is no wider than `width`; nothing where
/// none is. @param ends of the beginnings, ascending
std::string_view longestWithin(const Painter& painter, ImFont* font, std::string_view word,
                               const std::vector<std::size_t>& ends, float width) {
    const auto first_too_wide = std::partition_point(
        ends.begin(), ends.end(),
        [&](std::size_t end) { return painter.width(font, word.substr(0, end)) <= width; });
    return first_too_wide == ends.begin() ? "" : word.substr(0, *std::prev(first_too_wide));
}

/// A beginning of a word that a row has room for.
struct WordPart {
    std::string_view text;
    bool is_cut = false;  ///< it ends where a word must not be broken
};

/// Returns the longest part of a word, up to a sign within names of code, that is no wider than
/// `width`; where there is none, the longest part of whole characters, of which there is at least
/// one.
WordPart partWithin(const Painter& painter, ImFont* font, std::string_view word, float width) {
    std::vector<std::size_t> signs;
    for (std::size_t at = word.find_first_of("_.(,", 1); at != std::string_view::npos;
         at = word.find_first_of("_.(,", at + 1)) {
        if (at + 1 < word.size()) signs.push_back(at + 1);
    }
    const std::string_view part = longestWithin(painter, font, word, signs, width);
    if (!part.empty()) return {part};
    // A space may stand beyond the end of a row.
    const std::string_view drawn = word.substr(0, word.find_last_not_of(' ') + 1);
    if (painter.width(font, drawn) <= width) return {word};
    std::vector<std::size_t> characters;
    std::string_view rest = word;
    while (!rest.empty()) {
        rest.remove_prefix(firstCharacters(rest, 1).size());
        characters.push_back(word.size() - rest.size());
    }
    const std::string_view cut = longestWithin(painter, font, word, characters, width);
    return {cut.empty() ? word.substr(0, characters.front()) : cut, true};
}

/// Returns the beginning of a text in which a break is looked for: a longer word is broken here, so
/// that the time for a text without spaces grows with its length.
std::string_view nearPart(std::string_view text) {
    return text.size() <= kLongestWord ? text : firstCharacters(text, kLongestWord);
}

/// Returns the words of a line. @param width names of cells that are wider are broken
std::vector<Word> wordsOf(const Painter& painter, const TextLine& line, const LineFonts& fonts,
                          float width) {
    std::vector<Word> words;
    words.reserve(2 * line.size());
    for (const Piece& piece : line) {
        std::string_view rest = piece.text;
        ImFont* const font = fontOf(piece, fonts);
        const float margin = marginOf(piece, painter.look());
        if (piece.fold || piece.is_whole) {
            const std::size_t spaces = std::min(rest.find_first_not_of(' '), rest.size());
            const std::string_view whole = rest.substr(spaces);
            const float wide = painter.width(font, whole);
            if (wide <= width) {
                const std::string_view before = rest.substr(0, spaces);
                if (spaces > 0)
                    words.push_back({&piece, before, font, painter.width(font, before)});
                if (!whole.empty()) words.push_back({&piece, whole, font, wide, margin});
                continue;
            }
        }
        while (!rest.empty()) {
            const std::string_view near = nearPart(rest);
            const auto next = [&](bool breaks_names) {
                const std::size_t space = breakIn(near, breaks_names);
                return space == std::string_view::npos
                           ? near
                           : rest.substr(0, rest.find_first_not_of(' ', space));
            };
            const std::string_view whole = next(false);
            WordPart word{whole};
            float wide = painter.width(font, whole);
            bool is_part = whole.size() == near.size() && near.size() < rest.size();
            if (wide > width) {
                const std::string_view broken = next(true);
                word = partWithin(painter, font, broken, width);
                wide = painter.width(font, word.text);
                is_part = is_part || word.text.size() < broken.size();
            }
            words.push_back({&piece, word.text, font, wide, margin, is_part, word.is_cut});
            rest.remove_prefix(word.text.size());
        }
    }
    return words;
}

bool mayBreakBehind(const Word& word) {
    return word.is_part || (!word.text.empty() && word.text.back() == ' ');
}

class LineLayer {
public:
    LineLayer(const Painter& painter, const LineFonts& fonts, float width)
        : painter_(painter), fonts_(fonts), right_(width), line_height_(lineHeight(fonts)) {}

    /// Lays out a formula. A row never begins with the result if one row has room for the result
    /// and the number before it.
    LaidLine lay(const TextLine& line, float hanging) {
        const std::vector<Word> words = wordsOf(painter_, line, fonts_, right_);
        result_.runs.reserve(words.size());
        float row_end = right_;  // where a row ends inside words that must not be broken
        for (std::size_t k = 0; k < words.size(); ++k) {
            const bool is_first = k == 0;
            if (is_first || mayBreakBehind(words[k - 1])) {
                const bool is_whole = hanging + unbroken(words, k, true) <= right_;
                const float together = unbroken(words, k, is_whole);
                // No row has room for words that are longer than one.
                row_end = hanging + together > right_ ? right_ : FLT_MAX;
                if (!is_first && pen_.x + together > right_) beginRow(hanging);
            } else if (pen_.x > hanging && pen_.x + outerWidth(words[k]) > row_end) {
                beginRow(hanging);
                result_.is_cut = true;
            }
            result_.is_cut = result_.is_cut || words[k].is_cut;
            const std::size_t last = lastOfRun(words, k);
            place(last == k ? words[k] : joined(words, k, last));
            k = last;
        }
        result_.height = pen_.y + line_height_;
        return std::move(result_);
    }

private:
    /// True for the sign before a result, “=” or “≈”, and for the result.
    [[nodiscard]] static bool isOfResult(const std::vector<Word>& words, std::size_t k) {
        const auto is_result = [&](std::size_t at) {
            return at < words.size() && words[at].piece->ink == Ink::result;
        };
        if (is_result(k)) return true;
        if (!is_result(k + 1)) return false;
        const std::string_view sign = words[k].text;
        return sign.starts_with('=') || sign.starts_with("\u2248");
    }

    [[nodiscard]] static float outerWidth(const Word& word) { return word.width + 2 * word.margin; }

    void beginRow(float hanging) { pen_ = {hanging, pen_.y + line_height_}; }

    /// Returns the width from word `k` to the next place where the line may break. @param is_whole
    /// not before a result; then a width beyond the row is not measured to its end
    [[nodiscard]] float unbroken(const std::vector<Word>& words, std::size_t k,
                                 bool is_whole) const {
        float width = 0;
        for (; k < words.size(); ++k) {
            const Word& word = words[k];
            width += outerWidth(word);
            if (!mayBreakBehind(word)) continue;
            const auto spaces = word.text.size() - 1 - word.text.find_last_not_of(' ');
            const float drawn = width - static_cast<float>(spaces) * word.font->GetCharAdvance(' ');
            const bool goes_on = is_whole && isOfResult(words, k + 1);
            if (!goes_on || drawn > 2 * right_) return drawn;
        }
        return width;
    }

    /// Returns the last word that is drawn with word `k` by one call: words that run from right to
    /// left get their visual order only within one text.
    [[nodiscard]] std::size_t lastOfRun(const std::vector<Word>& words, std::size_t k) const {
        if (!hasRightToLeft(words[k].text)) return k;
        float x = pen_.x + words[k].width;
        std::size_t last = k;
        while (last + 1 < words.size() && words[last + 1].piece == words[k].piece &&
               hasRightToLeft(words[last + 1].text)) {
            x += words[last + 1].width;
            if (x > right_) break;
            ++last;
        }
        return last;
    }

    /// Joins words of one piece.
    [[nodiscard]] Word joined(const std::vector<Word>& words, std::size_t first,
                              std::size_t last) const {
        Word whole = words[first];
        const char* const end = words[last].text.data() + words[last].text.size();
        whole.text = {whole.text.data(), static_cast<std::size_t>(end - whole.text.data())};
        whole.width = painter_.width(whole.font, whole.text);
        return whole;
    }

    void place(const Word& word) {
        pen_.x += word.margin;
        result_.runs.push_back({word.piece, word.text, word.font, pen_, word.width, word.margin});
        pen_.x += word.width + word.margin;
        result_.width = std::max(result_.width, pen_.x);
    }

    const Painter& painter_;
    const LineFonts& fonts_;
    ImVec2 pen_;
    float right_;
    float line_height_;
    LaidLine result_;
};

/// Makes an item of folded terms. @return true if it is clicked
bool foldButton(const Painter& painter, const Rect& box, std::string_view tip) {
    ImGui::SetCursorScreenPos(box.min);
    ImGui::PushID(static_cast<int>(box.min.x));
    ImGui::PushID(static_cast<int>(box.min.y));
    const ImVec2 size{std::max(box.width(), 1.0f), box.height()};
    const bool is_clicked = ImGui::InvisibleButton("unfold", size);
    ImGui::PopID();
    ImGui::PopID();
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(painter.look(), tip);
    return is_clicked;
}

/// @param row upper left corner of the run, in its row. @return the box of its text
Rect drawRun(Painter& painter, const LineFonts& fonts, ImVec2 row, const LaidLine::Run& run) {
    const Theme& c = painter.colors();
    const Piece& piece = *run.piece;
    const float high = lineHeight(fonts);
    const float up = piece.raised > 0   ? -fonts.plain->FontSize * 0.36f
                     : piece.raised < 0 ? fonts.plain->FontSize * 0.26f
                                        : 0;
    const float middle = row.y + high / 2;
    const ImVec2 at{std::floor(row.x), std::floor(middle - run.font->FontSize / 2 + up)};
    const Rect text = Rect::at(at, {run.width, run.font->FontSize});
    Color ink = inkColor(c, piece.ink);
    if (piece.is_hidden) {
        painter.dotted(text.inset(0, std::floor(text.height() * kHiddenInset)), c.soft);
        return text;
    }
    if (piece.ink == Ink::result) {
        painter.fill({{text.min.x - run.margin, row.y}, {text.max.x + run.margin, row.y + high}},
                     c.highlight, painter.look().px(4));
        ink = c.on_highlight;
    }
    painter.aligned(run.font, ink, text, run.text, run.width, Align::left);
    return text;
}

}  // namespace

LaidLine layLine(const Painter& painter, const LineFonts& fonts, float width, const TextLine& line,
                 float hanging) {
    return LineLayer(painter, fonts, width).lay(line, hanging);
}

bool drawLine(Painter& painter, const LineFonts& fonts, ImVec2 at, const LaidLine& line,
              std::string_view fold_tip) {
    bool is_clicked = false;
    for (const LaidLine::Run& run : line.runs) {
        const Rect text = drawRun(painter, fonts, {at.x + run.at.x, at.y + run.at.y}, run);
        if (run.piece->fold && foldButton(painter, text, fold_tip)) is_clicked = true;
    }
    return is_clicked;
}

Color inkColor(const Theme& theme, Ink ink) {
    switch (ink) {
        case Ink::soft:
        case Ink::masked: return theme.soft;
        case Ink::query: return theme.query;
        case Ink::key: return theme.key;
        case Ink::value: return theme.value;
        case Ink::weights: return theme.weights;
        case Ink::plain:
        case Ink::result: break;
    }
    return theme.ink;
}

float lineHeight(const LineFonts& fonts) { return std::ceil(fonts.plain->FontSize * 1.25f); }

LineFonts sentenceFonts(const Look& look) {
    return {look.fonts.text, look.fonts.strong, look.fonts.raised};
}

LineFonts smallSentenceFonts(const Look& look) {
    return {look.fonts.small_text, look.fonts.strong_small, look.fonts.mono_small};
}

SetLine setLine(Painter& painter, const LineFonts& fonts, ImVec2 at, float width,
                const TextLine& line, float hanging, bool draw, std::string_view fold_tip) {
    const LaidLine laid = layLine(painter, fonts, width, line, hanging);
    return {laid.width, laid.height, laid.is_cut,
            draw && drawLine(painter, fonts, at, laid, fold_tip)};
}

SetLine measuredLine(const Painter& painter, const LineFonts& fonts, float width,
                     const TextLine& line, float hanging) {
    const LaidLine laid = layLine(painter, fonts, width, line, hanging);
    return {laid.width, laid.height, laid.is_cut};
}

float balancedWidth(const Painter& painter, const LineFonts& fonts, float width,
                    const TextLine& line, float hanging) {
    const SetLine whole = measuredLine(painter, fonts, width, line, hanging);
    const float height = whole.height;
    // A row may end with a space beyond its edge.
    const float space = std::max(fonts.plain->GetCharAdvance(' '), fonts.bold->GetCharAdvance(' '));
    float least = width / 2;  // of two rows, both have at least half of the words
    float most = width;
    while (most - least > 1) {
        const float middle = (least + most) / 2;
        const SetLine set = measuredLine(painter, fonts, middle, line, hanging);
        const bool has_room =
            set.height <= height && set.width <= middle + space && set.is_cut == whole.is_cut;
        (has_room ? most : least) = middle;
    }
    return std::ceil(most);
}

}  // namespace lookback
