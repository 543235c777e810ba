#include "core/compare/finding_words.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/explain/in_conventions.h"

namespace lookback {
namespace {

struct FindingWordsRow {
    FindingKind kind;
    void (*tell)(FindingWords&);
};

constexpr std::array<FindingWordsRow, kFindingKinds> kFindingWordsRows{{
    {FindingKind::no_tokens, tellNoTokensHere},
    {FindingKind::no_width, tellNoWidthHere},
    {FindingKind::other_words, tellOtherWords},
    {FindingKind::all_same, tellAllSame},
    {FindingKind::only_signs, tellOnlySigns},
    {FindingKind::nan_rows, tellNanRows},
    {FindingKind::not_finite, tellNotFiniteOn},
    {FindingKind::endless, tellEndless},
    {FindingKind::hidden_weight, tellHiddenWeight},
    {FindingKind::sums_lost, tellSumsLost},
    {FindingKind::other_mask, tellOtherMask},
    {FindingKind::same_rows, tellSameRowsOf},
    {FindingKind::largest_change, tellLargestChange},
}};

}  // namespace

FindingWords& FindingWords::begin(std::string text) {
    if (compared.a.document.heads == 1 || !info(finding.id).per_head) return say(std::move(text));
    say(fmt::format("In head {}, ", finding.head + 1));
    const bool is_capital = text.size() > 1 && text.front() >= 'A' && text.front() <= 'Z' &&
                            text[1] >= 'a' && text[1] <= 'z';
    if (is_capital) text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return say(std::move(text));
}

FindingWords& FindingWords::rows() {
    const std::vector<FoundRow>& told = finding.rows;
    const std::size_t named = std::min(told.size(), kMostNamedRows);
    const auto others = static_cast<Index>(told.size() - named);
    for (std::size_t k = 0; k < named; ++k) {
        if (k > 0) say(k + 1 == named && others == 0 ? " and " : ", ");
        token(told[k].row);
    }
    return others == 0 ? *this : say(fmt::format(" and {}", counted(others, "other")));
}

FindingWords& FindingWords::cell() {
    const Cell at = finding.cell;
    const auto label = [&](Index token) { return labels_[static_cast<std::size_t>(token)]; };
    if (info(finding.id).cols == Axis::token) {
        const Cell stands = isTurned(finding.id, conventions_) ? Cell{at.col, at.row} : at;
        return say(fmt::format("[{}, {}]", label(stands.row), label(stands.col)));
    }
    token(at.row);
    const bool is_one = compared.a.trace.tensor(finding.id).cols() == 1;
    return is_one ? *this : say(fmt::format(", dimension {}", at.col + 1));
}

double FindingWords::least() const { return std::pow(10, -decimals_); }

TextLine FindingWords::take() {
    TextLine line = joined(std::move(line_));
    return isOfPairs(finding.id) ? inConventions(std::move(line), conventions_) : line;
}

std::string FindingWords::sameness() const {
    const bool have_same_bits = compared.a.document.dtype == compared.b.document.dtype;
    return have_same_bits ? "the same to the last bit" : "exactly the same";
}

TextLine tell(const Finding& finding, const Compared& compared,
              const std::vector<std::string>& labels, int decimals,
              const Conventions& conventions) {
    const FindingWordsRow& row = kFindingWordsRows[static_cast<std::size_t>(finding.kind)];
    assert(row.kind == finding.kind);
    FindingWords words(finding, compared, labels, decimals, conventions);
    row.tell(words);
    return words.take();
}

}  // namespace lookback
