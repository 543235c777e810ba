#include "app/widgets/formula.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/widgets/tooltip.h"
#include "core/base/text.h"

namespace lookback {
namespace {

/// The part of a piece that must not be broken.
struct Word {
    const Piece* piece;
    std::string_view text;
    ImFont* font;
    float width;  ///< with the space at its end
};

constexpr std::string_view kIsolate = "\u2068";  ///< as labels begin and end
constexpr std::string_view kEndOfIsolate = "\u2069";
static_assert(kIsolate.front() == kEndOfIsolate.front());

ImFont* fontOf(const Piece& piece, const LineFonts& fonts) {
    if (piece.raised != 0) return fonts.raised;
    return piece.bold || piece.ink == Ink::result ? fonts.bold : fonts.plain;
}

/// The first space at which a text may be broken: the name of a cell, `A[a, poem]`, stays whole,
/// and so does a label that runs from right to left.
std::size_t breakIn(std::string_view text) {
    bool in_name = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (byte == ' ' && !in_name) return at;
        if (byte == '[') in_name = true;
        if (byte == ']') in_name = false;
        if (byte != kIsolate.front()) continue;
        const std::string_view rest = text.substr(at);
        if (rest.starts_with(kIsolate)) in_name = true;
        if (rest.starts_with(kEndOfIsolate)) in_name = false;
    }
    return std::string_view::npos;
}

std::vector<Word> wordsOf(const Painter& painter, const TextLine& line, const LineFonts& fonts) {
    std::vector<Word> words;
    words.reserve(2 * line.size());
    for (const Piece& piece : line) {
        std::string_view rest = piece.text;
        ImFont* const font = fontOf(piece, fonts);
        while (!rest.empty()) {
            const std::size_t space = breakIn(rest);
            const std::size_t end = space == std::string_view::npos
                                        ? rest.size()
                                        : std::min(rest.find_first_not_of(' ', space), rest.size());
            const std::string_view word = rest.substr(0, end);
            words.push_back({&piece, word, font, painter.width(font, word)});
            rest.remove_prefix(end);
        }
    }
    return words;
}

bool endsWithSpace(std::string_view text) { return !text.empty() && text.back() == ' '; }

class LineSetter {
public:
    LineSetter(Painter& painter, const LineFonts& fonts, ImVec2 at, float width, bool draw)
        : painter_(painter),
          fonts_(fonts),
          origin_(at),
          pen_(at),
          right_(at.x + width),
          draw_(draw),
          line_height_(lineHeight(fonts)) {}

    SetLine set(const TextLine& line, float hanging) {
        const std::vector<Word> words = wordsOf(painter_, line, fonts_);
        for (std::size_t k = 0; k < words.size(); ++k) {
            const bool may_break = k > 0 && endsWithSpace(words[k - 1].text);
            if (may_break && pen_.x + unbroken(words, k) > right_) {
                pen_ = {origin_.x + hanging, pen_.y + line_height_};
            }
            const std::size_t last = lastOfRun(words, k);
            place(last == k ? words[k] : joined(words, k, last));
            k = last;
        }
        result_.height = pen_.y + line_height_ - origin_.y;
        return result_;
    }

private:
    /// Width from word `k` to the next place where the line may break.
    [[nodiscard]] static float unbroken(const std::vector<Word>& words, std::size_t k) {
        float width = 0;
        for (; k < words.size(); ++k) {
            const Word& word = words[k];
            width += word.width;
            if (!endsWithSpace(word.text)) continue;
            const auto spaces = word.text.size() - 1 - word.text.find_last_not_of(' ');
            return width - static_cast<float>(spaces) * word.font->GetCharAdvance(' ');
        }
        return width;
    }

    /// The last word that is set together with word `k`: words from right to left come in their
    /// order only where they are one text.
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

    /// Words of one piece as one.
    [[nodiscard]] Word joined(const std::vector<Word>& words, std::size_t first,
                              std::size_t last) const {
        Word whole = words[first];
        const char* const end = words[last].text.data() + words[last].text.size();
        whole.text = {whole.text.data(), static_cast<std::size_t>(end - whole.text.data())};
        whole.width = painter_.width(whole.font, whole.text);
        return whole;
    }

    void place(const Word& word) {
        const Theme& c = painter_.colors();
        const Piece& piece = *word.piece;
        const float margin = piece.ink == Ink::result ? painter_.look().px(6) : 0;
        pen_.x += margin;
        ImFont* const font = word.font;
        const float wide = word.width;
        const float middle = pen_.y + line_height_ / 2;
        const float up = piece.raised > 0   ? -fonts_.plain->FontSize * 0.36f
                         : piece.raised < 0 ? fonts_.plain->FontSize * 0.26f
                                            : 0;
        if (draw_) {
            const ImVec2 at{std::floor(pen_.x), std::floor(middle - font->FontSize / 2 + up)};
            Color ink = inkColor(c, piece.ink);
            if (piece.ink == Ink::result) {
                const Rect box{{at.x - margin, pen_.y},
                               {at.x + wide + margin, pen_.y + line_height_}};
                painter_.fill(box, c.highlight, painter_.look().px(4));
                ink = c.on_highlight;
            }
            painter_.textAt(font, ink, at, word.text);
            if (piece.fold) foldButton(at, wide, font->FontSize);
        }
        pen_.x += wide + margin;
        result_.width = std::max(result_.width, pen_.x - origin_.x);
    }

    void foldButton(ImVec2 at, float wide, float high) {
        ImGui::SetCursorScreenPos(at);
        ImGui::PushID(static_cast<int>(at.x));
        ImGui::PushID(static_cast<int>(at.y));
        if (ImGui::InvisibleButton("unfold", {std::max(wide, 1.0f), high})) {
            result_.fold_clicked = true;
        }
        ImGui::PopID();
        ImGui::PopID();
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(painter_.look(), "Click or U: write the whole sum out.");
    }

    Painter& painter_;
    const LineFonts& fonts_;
    ImVec2 origin_;
    ImVec2 pen_;
    float right_;
    bool draw_;
    float line_height_;
    SetLine result_;
};

}  // namespace

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

SetLine setLine(Painter& painter, const LineFonts& fonts, ImVec2 at, float width,
                const TextLine& line, float hanging, bool draw) {
    return LineSetter(painter, fonts, at, width, draw).set(line, hanging);
}

TextLine parseSymbols(std::string_view text, Ink ink) {
    TextLine line;
    const auto add = [&](std::string part, int raised) {
        if (!part.empty()) line.push_back({std::move(part), ink, false, raised, false});
    };
    std::string run;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if ((text[k] != '_' && text[k] != '^') || k + 1 == text.size()) {
            run += text[k];
            continue;
        }
        add(std::move(run), 0);
        run.clear();
        const int raised = text[k] == '^' ? 1 : -1;
        std::string script;
        if (text[k + 1] == '(') {
            const std::size_t end = std::min(text.find(')', k), text.size() - 1);
            script = text.substr(k + 2, end - k - 2);
            k = end;
        } else {
            script = text.substr(++k, 1);
        }
        add(std::move(script), raised);
    }
    add(std::move(run), 0);
    return line;
}

}  // namespace lookback
