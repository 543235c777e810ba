#pragma once

#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/narrator/narrate.h"

// What the files with the narrator's words share.

namespace lookback {

/// One sentence about a claim.
class Telling {
public:
    Telling(const Claim& told, const Document& of, const std::vector<std::string>& labels,
            int decimals)
        : claim(told), document(of), labels_(labels), decimals_(decimals) {}

    const Claim& claim;
    const Document& document;

    Telling& say(std::string text) {
        line_ << std::move(text);
        return *this;
    }
    Telling& bold(std::string text) {
        line_ << Piece{.text = std::move(text), .bold = true};
        return *this;
    }
    /// In which head it is so, where there are several. @param text as a sentence of its own begins
    Telling& begin(std::string text);
    /// The same before a token.
    Telling& begin() { return begin(""); }
    Telling& token(Index index) { return say(inQuotes(labels_[static_cast<std::size_t>(index)])); }
    /// The claim's row, and its column seen from there.
    Telling& row() { return token(claim.row); }
    Telling& other() { return claim.col == claim.row ? say("itself") : token(claim.col); }
    Telling& number(std::size_t k = 0) { return bold(digits(k)); }
    [[nodiscard]] std::string digits(std::size_t k) const {
        return formatNumber(claim.numbers[k], decimals_);
    }
    [[nodiscard]] std::string magnitude(std::size_t k) const {
        return formatNumber(std::abs(claim.numbers[k]), decimals_);
    }
    /// A number as a share of the weight.
    Telling& percent() { return bold(share(claim.numbers[0])); }
    /// How much something differs, never 0.
    Telling& difference();
    [[nodiscard]] std::string word() const { return std::string(info(claim.id).word); }

    [[nodiscard]] TextLine take() { return joined(std::move(line_)); }

private:
    const std::vector<std::string>& labels_;
    int decimals_;
    TextLine line_;
};

// One for each kind of claim.
void tellNoTokens(Telling& t);
void tellNoWidth(Telling& t);
void tellNotFinite(Telling& t);
void tellRange(Telling& t);
void tellLongest(Telling& t);
void tellSameRows(Telling& t);
void tellMostAlike(Telling& t);
void tellToldApart(Telling& t);
void tellTurnedMost(Telling& t);
void tellUnturned(Telling& t);
void tellAlone(Telling& t);
void tellLargest(Telling& t);
void tellSmallest(Telling& t);
void tellScaled(Telling& t);
void tellCapped(Telling& t);
void tellFarPays(Telling& t);
void tellNoKey(Telling& t);
void tellPairsHidden(Telling& t);
void tellWouldLook(Telling& t);
void tellTakenMost(Telling& t);
void tellLeftLeast(Telling& t);
void tellNanRow(Telling& t);
void tellLeak(Telling& t);
void tellLooksMost(Telling& t);
void tellOnlyOne(Telling& t);
void tellEvenRow(Telling& t);
void tellTakesMost(Telling& t);
void tellOneValue(Telling& t);
void tellTakesNothing(Telling& t);
void tellUnchanged(Telling& t);
void tellMaskEdited(Telling& t);
void tellRowsLost(Telling& t);
void tellRowsChanged(Telling& t);
void tellChangedMost(Telling& t);
void tellOneChanged(Telling& t);
void tellOnlyMasked(Telling& t);

/// Why a row is NaN, after "The weights of “a” are NaN: ".
void tellReason(Telling& t);

}  // namespace lookback
