#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/text.h"
#include "core/compare/findings.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "messages/compare.h"

namespace lookback {
namespace {

/// Most rows that are named one by one; others are counted.
constexpr std::size_t kMostNamedRows = 3;

/// A finding, and the arguments of its message.
class FindingWords {
public:
    FindingWords(const Finding& told, const Compared& of, const std::vector<std::string>& labels,
                 int decimals, const Conventions& conventions)
        : finding(told),
          compared(of),
          labels_(labels),
          decimals_(decimals),
          conventions_(conventions) {}

    const Finding& finding;
    const Compared& compared;

    /// Counted from 1 where there are several and the finding is about one of them; else 0.
    [[nodiscard]] Index head() const {
        const bool is_of_head = compared.a.document.heads > 1 && info(finding.id).per_head;
        return is_of_head ? finding.head + 1 : 0;
    }
    [[nodiscard]] TokenLabel token(Index index) const {
        return {labels_[static_cast<std::size_t>(index)]};
    }
    [[nodiscard]] TokenLabel firstToken() const { return token(finding.rows.front().row); }
    /// The tokens of the finding's rows.
    [[nodiscard]] Listed tokens() const {
        Listed tokens;
        for (const FoundRow& row : finding.rows) tokens.things.emplace_back(token(row.row));
        return tokens;
    }
    /// A part for each of the first rows, and one for all others.
    template <class Part, class Rest>
    [[nodiscard]] Listed parts(Part part, Rest rest) const {
        const std::size_t named = std::min(finding.rows.size(), kMostNamedRows);
        Listed parts;
        for (std::size_t k = 0; k < named; ++k) {
            parts.things.emplace_back(Message(part(finding.rows[k])));
        }
        const auto others = static_cast<Index>(finding.rows.size() - named);
        if (others > 0) parts.things.emplace_back(Message(rest(others)));
        return parts;
    }
    /// Where the finding's cell is: `[Write, a]`, or a token and a dimension.
    [[nodiscard]] Argument cell() const {
        const Cell at = finding.cell;
        if (info(finding.id).cols == Axis::token) {
            const Cell stands = isTurned(finding.id, conventions_) ? Cell{at.col, at.row} : at;
            return Message(say::compare::CellOfPairs{.row = Verbatim{token(stands.row).label},
                                                     .col = Verbatim{token(stands.col).label}});
        }
        if (compared.a.trace.tensor(finding.id).cols() == 1) return token(at.row);
        return Message(say::compare::Cell{.token = token(at.row), .dimension = Count{at.col + 1}});
    }
    [[nodiscard]] Decimal number(double value) const { return {value, decimals_}; }
    /// The least number above 0 that can be written.
    [[nodiscard]] double least() const { return std::pow(10, -decimals_); }
    [[nodiscard]] static Verbatim nameOf(Side side) { return {side == Side::a ? "A" : "B"}; }
    [[nodiscard]] Verbatim side() const { return nameOf(finding.side); }
    [[nodiscard]] Verbatim other() const { return nameOf(otherThan(finding.side)); }
    /// How exactly numbers are equal: in different dtypes, equal numbers have different bits.
    template <class Said>
    [[nodiscard]] typename Said::Bits bits() const {
        const bool are_same = compared.a.document.dtype == compared.b.document.dtype;
        return are_same ? Said::Bits::same : Said::Bits::other;
    }
    [[nodiscard]] Message matrix() const { return allOf(finding.id); }
    [[nodiscard]] Message rows() const { return rowsOf(finding.id); }
    [[nodiscard]] Message row() const { return rowNameOf(finding.id); }
    [[nodiscard]] Count count() const { return {finding.count}; }
    [[nodiscard]] Count of() const { return {finding.of}; }

private:
    const std::vector<std::string>& labels_;
    int decimals_;
    Conventions conventions_;
};

// One for each kind of finding.

Message tellNoTokensHere(const FindingWords&) { return say::compare::NoTokens{}; }

Message tellNoWidthHere(const FindingWords& t) {
    return say::compare::NoWidth{.vector = oneOf(t.finding.id)};
}

Message tellOtherWords(const FindingWords& t) {
    return say::compare::OtherTokens{.n = t.count(), .of = t.of()};
}

Message tellAllSame(const FindingWords& t) {
    using Said = say::compare::AllSame;
    const Index heads = t.finding.count;
    return Said{.heads = heads,
                .matrix = t.matrix(),
                .head = heads == 1 ? t.head() : 0,
                .bits = t.bits<Said>()};
}

Message tellOnlySigns(const FindingWords& t) {
    return say::compare::OnlySigns{
        .head = t.head(), .matrix = t.matrix(), .n = t.finding.count, .of = t.of()};
}

Message tellNanRows(const FindingWords& t) {
    if (t.finding.count == 1) {
        return say::compare::NanRow{.head = t.head(),
                                    .side = t.side(),
                                    .row = t.row(),
                                    .token = t.firstToken(),
                                    .matrix = t.matrix(),
                                    .other = t.other()};
    }
    return say::compare::NanRows{.head = t.head(),
                                 .side = t.side(),
                                 .n = t.count(),
                                 .of = t.of(),
                                 .rows = t.rows(),
                                 .matrix = t.matrix(),
                                 .other = t.other(),
                                 .tokens = t.tokens()};
}

Message tellNotFiniteOn(const FindingWords& t) {
    const Finding& f = t.finding;
    return say::compare::NotFinite{.head = t.head(),
                                   .side = t.side(),
                                   .n = f.count,
                                   .of = t.of(),
                                   .matrix = t.matrix(),
                                   .other = t.other(),
                                   .number = t.number(f.numbers[f.side == Side::a ? 0 : 1]),
                                   .cell = t.cell()};
}

Message tellEndless(const FindingWords& t) {
    const Finding& f = t.finding;
    return say::compare::Endless{.head = t.head(),
                                 .n = f.count,
                                 .of = t.of(),
                                 .matrix = t.matrix(),
                                 .cell = t.cell(),
                                 .a = t.number(f.numbers[0]),
                                 .b = t.number(f.numbers[1])};
}

template <class Said>
typename Said::Receivers receiversOf(const FindingWords& t) {
    switch (t.finding.hidden_tokens) {
        case HiddenTokens::later: return Said::Receivers::later;
        case HiddenTokens::hidden: return Said::Receivers::blocked;
        case HiddenTokens::hidden_by_other: break;
    }
    return Said::Receivers::other;
}

Message tellHiddenWeight(const FindingWords& t) {
    const Finding& f = t.finding;
    const Listed parts = t.parts(
        [&](const FoundRow& row) {
            using Part = say::compare::WeightPart;
            const double there = row.on(otherThan(f.side));
            return Part{.share = Share{row.on(f.side)},
                        .token = t.token(row.row),
                        .there = there == 0 ? Part::There::none : Part::There::other,
                        .share_there = Share{there},
                        .other = t.other()};
        },
        [](Index others) { return say::compare::WeightRest{.n = others}; });
    if (f.is_unmasked) {
        return say::compare::WeightWithoutMask{
            .head = t.head(),
            .receivers = receiversOf<say::compare::WeightWithoutMask>(t),
            .other = t.other(),
            .parts = parts};
    }
    return say::compare::WeightIn{.head = t.head(),
                                  .side = t.side(),
                                  .receivers = receiversOf<say::compare::WeightIn>(t),
                                  .other = t.other(),
                                  .parts = parts};
}

Message tellSumsLost(const FindingWords& t) {
    const Finding& f = t.finding;
    if (f.count == 1) {
        using Said = say::compare::SumLost;
        return Said{.head = t.head(),
                    .side = t.side(),
                    .row = t.row(),
                    .token = t.firstToken(),
                    .matrix = t.matrix(),
                    .side_is = f.side == Side::b ? Said::SideIs::b : Said::SideIs::other,
                    .sum = t.number(f.rows.front().on(f.side))};
    }
    using Said = say::compare::SumsLost;
    return Said{.head = t.head(),
                .side = t.side(),
                .n = t.count(),
                .of = t.of(),
                .rows = t.rows(),
                .matrix = t.matrix(),
                .side_is = f.side == Side::b ? Said::SideIs::b : Said::SideIs::other,
                .parts = t.parts(
                    [&](const FoundRow& row) {
                        return say::compare::SumPart{.sum = t.number(row.on(f.side)),
                                                     .token = t.token(row.row)};
                    },
                    [](Index others) { return say::compare::SumRest{.n = others}; })};
}

Message tellOtherMask(const FindingWords& t) {
    using Said = say::compare::OtherMask;
    const Finding& f = t.finding;
    return Said{.allowed = f.count,
                .both = f.count > 0 && f.of > 0 ? Said::Both::both : Said::Both::other,
                .blocked = f.of};
}

Message tellSameRowsOf(const FindingWords& t) {
    const Finding& f = t.finding;
    if (f.is_last) {
        return say::compare::SameLast{.head = t.head(),
                                      .token = t.firstToken(),
                                      .row = t.row(),
                                      .matrix = t.matrix(),
                                      .bits = t.bits<say::compare::SameLast>()};
    }
    if (f.count == 1) {
        return say::compare::SameRow{.head = t.head(),
                                     .row = t.row(),
                                     .token = t.firstToken(),
                                     .matrix = t.matrix(),
                                     .bits = t.bits<say::compare::SameRow>()};
    }
    return say::compare::SameRows{.head = t.head(),
                                  .n = t.count(),
                                  .of = t.of(),
                                  .rows = t.rows(),
                                  .matrix = t.matrix(),
                                  .bits = t.bits<say::compare::SameRows>(),
                                  .tokens = t.tokens()};
}

template <class Said>
typename Said::Changes changesOf(const Finding& finding) {
    return finding.has_endless ? Said::Changes::some_endless : Said::Changes::other;
}

Message tellLargestChange(const FindingWords& t) {
    const Finding& f = t.finding;
    const double by = std::abs(f.numbers[1] - f.numbers[0]);
    if (by < t.least() / 2) {
        return say::compare::SmallChange{.head = t.head(),
                                         .changes = changesOf<say::compare::SmallChange>(f),
                                         .matrix = t.matrix(),
                                         .least = t.number(t.least()),
                                         .cell = t.cell()};
    }
    return say::compare::LargestChange{.head = t.head(),
                                       .changes = changesOf<say::compare::LargestChange>(f),
                                       .matrix = t.matrix(),
                                       .by = t.number(by),
                                       .cell = t.cell(),
                                       .a = t.number(f.numbers[0]),
                                       .b = t.number(f.numbers[1])};
}

struct FindingWordsRow {
    FindingKind kind;
    Message (*tell)(const FindingWords&);
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

Message tell(const Finding& finding, const Compared& compared,
             const std::vector<std::string>& labels, int decimals, const Conventions& conventions) {
    const FindingWordsRow& row = kFindingWordsRows[static_cast<std::size_t>(finding.kind)];
    assert(row.kind == finding.kind);
    return row.tell(FindingWords(finding, compared, labels, decimals, conventions));
}

}  // namespace lookback
