#include "app/views/generate/kept_words.h"

#include <fmt/format.h>

#include "app/widgets/formula.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::string_view kHolds = "\u2713";
constexpr std::string_view kFails = "\u2717";
constexpr float kKeptWordsSign = 18;  ///< width of a tick

/// A large number with a thin space between its thousands.
std::string withThousands(std::int64_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, "\u00A0");
    return digits;
}

}  // namespace

std::string whatIsKept(const WordWritten& word) {
    switch (word.nothing_kept) {
        case NothingKept::first_word: return "nothing was computed before: every row is new";
        case NothingKept::places_moved:
            return "the context is full: the oldest has gone, and every place has moved";
        case NothingKept::no: break;
    }
    return "earlier keys and values never change: only the new row is computed";
}

KeptWords::KeptWords(const WritingScene& writing, Painter& painter, float width, bool says_why)
    : writing_(writing), painter_(painter), width_(width) {
    const WordWritten& word = writing.toldTwin().next();
    if (says_why) sentences_.push_back({"", {{whatIsKept(word), Ink::soft}}});
    sentences_.push_back(
        {kHolds,
         {{fmt::format("{} kept, ", counted(word.kept, "row"))},
          {fmt::format("{} computed", word.length - word.kept), Ink::plain, true}}});
    if (word.equals_full_run) {
        sentences_.push_back({kHolds, {{"equal to computing all anew, to the last bit"}}});
    } else {
        sentences_.push_back({kFails, {{"other numbers than computing all anew"}}});
    }
    sentences_.push_back({"",
                          {{fmt::format("products for this {}: ", writing.noun()), Ink::soft},
                           {withThousands(word.products)},
                           {" with what is kept, ", Ink::soft},
                           {withThousands(word.products_without)},
                           {" without", Ink::soft}}});
}

float KeptWords::height() const {
    float height = 0;
    for (const Sentence& one : sentences_) height += put(one, {0, 0}, false);
    return height;
}

void KeptWords::draw(ImVec2 at, float room) const {
    const bool has_room = height() <= room + 1;
    for (const Sentence& one : sentences_) {
        if (!has_room && &one == &sentences_.back()) break;
        at.y += put(one, at, true);
    }
}

float KeptWords::put(const Sentence& one, ImVec2 at, bool draw) const {
    const Look& look = writing_.look;
    const Theme& c = look.colors();
    const Fonts& f = look.fonts;
    const LineFonts fonts = writing_.scene.compact
                                ? LineFonts{f.small_text, f.strong_small, f.mono_small}
                                : sentenceFonts(look);
    const float sign = one.sign.empty() ? 0 : look.px(kKeptWordsSign);
    if (draw && sign > 0) {
        painter_.text(fonts.bold, one.sign == kHolds ? c.good : c.bad,
                      {at, {at.x + sign, at.y + lineHeight(fonts)}}, one.sign);
    }
    const ImVec2 from{at.x + sign, at.y};
    return setLine(painter_, fonts, from, width_ - sign, one.words, 0, draw).height + look.px(3);
}

}  // namespace lookback
