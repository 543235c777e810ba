#include "core/compare/findings.h"

#include <algorithm>
#include <cmath>

#include "core/compare/pair_numbers.h"
#include "core/document/labels.h"
#include "core/engine/stages.h"
#include "core/explain/checks.h"

namespace lookback {
namespace {

/// Gathers findings about one matrix in both traces.
class PairFinder {
public:
    /// @param head 0 where one matrix serves all heads
    PairFinder(const Compared& of, MatrixId matrix, Index in_head)
        : compared(of), id(matrix), head(in_head), numbers(pairNumbers(of, matrix, in_head)) {}

    const Compared& compared;
    MatrixId id;
    Index head;
    PairNumbers numbers;
    std::vector<Finding> findings{};  ///< the most important first

    [[nodiscard]] Index n() const { return compared.a.document.n(); }
    [[nodiscard]] MatrixView view(Side side) const {
        return compared.of(side).trace.view(id, head);
    }

    Finding& add(FindingKind kind, Side side = Side::b) {
        findings.push_back({.kind = kind, .id = id, .head = head, .side = side, .of = n()});
        return findings.back();
    }
};

/// B first, as B is A changed.
constexpr std::array kSidesBFirst{Side::b, Side::a};

/// Rows with the largest amount first; of equal amounts, the earlier row.
template <class Amount>
void sortByMost(std::vector<FoundRow>& rows, Amount amount) {
    std::stable_sort(rows.begin(), rows.end(), [&](const FoundRow& one, const FoundRow& other) {
        return amount(one) > amount(other);
    });
}

/// True where `share` exceeds `than` by more than rounding; where `than` is 0, by any amount.
bool isClearlyMore(double share, double than, double tolerance) {
    return share > 0 && (than == 0 || share - than > tolerance);
}

HiddenTokens hiddenTokensOf(const PairFinder& f, Side hiding, const std::vector<FoundRow>& rows) {
    if (f.numbers.hasSameMasks()) return HiddenTokens::hidden;
    const bool are_later = std::all_of(rows.begin(), rows.end(), [&](const FoundRow& row) {
        return f.numbers.rows[static_cast<std::size_t>(row.row)].hidden_before.of(hiding) == 0;
    });
    return are_later ? HiddenTokens::later : HiddenTokens::hidden_by_other;
}

void setCell(const PairFinder& f, Finding& finding, Cell cell) {
    finding.cell = cell;
    finding.numbers = {f.view(Side::a)(cell), f.view(Side::b)(cell)};
}

Index cellsOf(const PairFinder& f) { return f.view(Side::a).rows() * f.view(Side::a).cols(); }

// Each adds a finding, or none.

void findNanRows(PairFinder& f) {
    const Index width = f.view(Side::a).cols();
    for (const Side side : kSidesBFirst) {
        std::vector<FoundRow> rows;
        for (std::size_t k = 0; k < f.numbers.rows.size() && width > 0; ++k) {
            const BothSides<Index>& nan = f.numbers.rows[k].nan;
            if (nan.of(side) == width && nan.of(otherThan(side)) < width) {
                rows.push_back({.row = static_cast<Index>(k)});
            }
        }
        if (rows.empty()) continue;
        Finding& finding = f.add(FindingKind::nan_rows, side);
        finding.count = static_cast<Index>(rows.size());
        finding.rows = std::move(rows);
    }
}

void findNotFinite(PairFinder& f) {
    for (const Side side : {Side::b, Side::a}) {
        const Index count = f.numbers.lost.of(side);
        if (count == 0) continue;
        Finding& finding = f.add(FindingKind::not_finite, side);
        finding.count = count;
        finding.of = cellsOf(f);
        setCell(f, finding, f.numbers.first_lost.of(side));
    }
}

/// Finds rows that are NaN; else single weights, which softmax over columns can make NaN.
void findNanWeights(PairFinder& f) {
    findNanRows(f);
    if (f.findings.empty()) findNotFinite(f);
}

void findEndless(PairFinder& f) {
    if (f.numbers.endless == 0) return;
    Finding& finding = f.add(FindingKind::endless);
    finding.count = f.numbers.endless;
    finding.of = cellsOf(f);
    setCell(f, finding, f.numbers.first_endless);
}

void findHiddenWeight(PairFinder& f) {
    const double tolerance = std::max(sumTolerance(f.compared.a.document.dtype),
                                      sumTolerance(f.compared.b.document.dtype));
    for (const Side side : kSidesBFirst) {
        const Side hiding = otherThan(side);
        std::vector<FoundRow> rows;
        for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
            const BothSides<double>& sums = f.numbers.rows[k].hidden_sums.of(hiding);
            if (!isClearlyMore(sums.of(side), sums.of(hiding), tolerance)) continue;
            rows.push_back({.row = static_cast<Index>(k), .a = sums.a, .b = sums.b});
        }
        if (rows.empty()) continue;
        sortByMost(rows, [&](const FoundRow& row) { return row.on(side); });
        Finding& finding = f.add(FindingKind::hidden_weight, side);
        finding.count = static_cast<Index>(rows.size());
        finding.hidden_tokens = hiddenTokensOf(f, hiding, rows);
        finding.is_unmasked = !f.numbers.hides.of(side);
        finding.rows = std::move(rows);
    }
}

void findSumsLost(PairFinder& f) {
    const auto is_whole = [&](Side side, double sum) {
        return std::abs(sum - 1) <= sumTolerance(f.compared.of(side).document.dtype);
    };
    for (const Side side : kSidesBFirst) {
        std::vector<FoundRow> rows;
        for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
            const BothSides<double>& sum = f.numbers.rows[k].sum;
            const Side other = otherThan(side);
            if (!is_whole(other, sum.of(other)) || is_whole(side, sum.of(side))) continue;
            if (std::isnan(sum.of(side))) continue;
            rows.push_back({.row = static_cast<Index>(k), .a = sum.a, .b = sum.b});
        }
        if (rows.empty()) continue;
        sortByMost(rows, [&](const FoundRow& row) { return std::abs(row.on(side) - 1); });
        Finding& finding = f.add(FindingKind::sums_lost, side);
        finding.count = static_cast<Index>(rows.size());
        finding.rows = std::move(rows);
    }
}

void findOtherMask(PairFinder& f) {
    if (f.numbers.hasSameMasks()) return;
    Finding& finding = f.add(FindingKind::other_mask);
    finding.count = f.numbers.shown.b;
    finding.of = f.numbers.shown.a;
}

void findSameRows(PairFinder& f) {
    std::vector<FoundRow> rows;
    for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
        if (f.numbers.rows[k].is_same) rows.push_back({.row = static_cast<Index>(k)});
    }
    if (rows.empty()) return;
    Finding& finding = f.add(FindingKind::same_rows);
    finding.count = static_cast<Index>(rows.size());
    const bool is_of_pairs = info(f.id).cols == Axis::token;
    if (is_of_pairs && rows.size() == 1 && rows.front().row == f.n() - 1) {
        const BothSides<Index>& hidden = f.numbers.rows.back().hidden;
        finding.is_last = hidden.a == 0 && hidden.b == 0 && !f.numbers.hasSameMasks();
    }
    finding.rows = std::move(rows);
}

void findLargestChange(PairFinder& f) {
    if (!f.numbers.largest) return;
    Finding& finding = f.add(FindingKind::largest_change);
    finding.has_endless = f.numbers.endless + f.numbers.lost.a + f.numbers.lost.b > 0;
    setCell(f, finding, *f.numbers.largest);
}

void findOnlySigns(PairFinder& f) {
    const PairNumbers& seen = f.numbers;
    if (seen.changed_signs == 0 || seen.largest) return;
    if (seen.endless + seen.lost.a + seen.lost.b > 0) return;
    Finding& finding = f.add(FindingKind::only_signs);
    finding.count = seen.changed_signs;
    finding.of = cellsOf(f);
}

struct FindingsRow {
    bool (*applies)(MatrixId);
    void (*find)(PairFinder&);
    bool is_of_result = false;  ///< also found in the result, where another stage is compared
};

constexpr bool isWeights(MatrixId id) { return info(id).domain == Domain::weights; }
constexpr bool isSigned(MatrixId id) { return info(id).domain == Domain::signed_numbers; }
constexpr bool isNumbers(MatrixId id) { return info(id).domain != Domain::allowed; }
constexpr bool isMask(MatrixId id) { return info(id).domain == Domain::allowed; }
/// True for weights after the mask: before it, nothing is hidden.
constexpr bool isMaskedWeights(MatrixId id) {
    return isWeights(id) && id != MatrixId::unmasked_weights;
}
constexpr bool isAny(MatrixId) { return true; }

/// The finders, in the order of their findings.
constexpr std::array kFinders{
    FindingsRow{isWeights, findNanWeights},    FindingsRow{isSigned, findNotFinite, true},
    FindingsRow{isNumbers, findEndless, true}, FindingsRow{isMaskedWeights, findHiddenWeight},
    FindingsRow{isWeights, findSumsLost},      FindingsRow{isMask, findOtherMask},
    FindingsRow{isAny, findSameRows},          FindingsRow{isNumbers, findLargestChange, true},
    FindingsRow{isNumbers, findOnlySigns},
};

std::vector<Finding> findingsOfMatrix(const Compared& compared, MatrixId id, Index head) {
    PairFinder finder(compared, id, head);
    if (finder.view(Side::a).cols() == 0) {
        finder.add(FindingKind::no_width);
    } else if (finder.numbers.isSame()) {
        finder.add(FindingKind::all_same).count = 1;
    } else {
        for (const FindingsRow& row : kFinders) {
            if (row.applies(id)) row.find(finder);
        }
    }
    return std::move(finder.findings);
}

/// @param id the stage of the findings so far
void addResult(std::vector<Finding>& findings, const Compared& compared, MatrixId id) {
    const MatrixId result = stageOrder(compared.a.document).back();
    if (result == id || result != stageOrder(compared.b.document).back()) return;
    if (comparisonFault(compared.a.document, compared.b.document, result)) return;
    PairFinder finder(compared, result, 0);
    for (const FindingsRow& row : kFinders) {
        if (row.is_of_result && row.applies(result)) row.find(finder);
    }
    findings.insert(findings.end(), finder.findings.begin(), finder.findings.end());
}

/// Adds the finding that comes before all others.
void addWords(std::vector<Finding>& findings, const Compared& compared) {
    const auto& a = compared.a.document.tokens;
    const auto& b = compared.b.document.tokens;
    Finding finding{.kind = FindingKind::other_words, .of = compared.a.document.n()};
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (a[k] != b[k]) ++finding.count;
    }
    if (finding.count > 0) findings.push_back(finding);
}

/// Replaces equal findings of all heads by one: nothing differs, or the stage has no numbers.
void joinHeads(std::vector<Finding>& findings, std::size_t first) {
    const auto begin = findings.begin() + static_cast<std::ptrdiff_t>(first);
    const auto says_nothing = [](const Finding& finding) {
        return finding.kind == FindingKind::all_same || finding.kind == FindingKind::no_width;
    };
    if (begin == findings.end() || !std::all_of(begin, findings.end(), says_nothing)) return;
    begin->count = static_cast<Index>(findings.end() - begin);
    findings.erase(begin + 1, findings.end());
}

std::vector<Finding> findingsOfHeads(const Compared& compared, MatrixId id, Index first,
                                     Index end) {
    if (compared.a.document.n() == 0) return {Finding{}};
    std::vector<Finding> findings;
    addWords(findings, compared);
    const std::size_t before = findings.size();
    for (Index head = first; head < end; ++head) {
        const std::vector<Finding> of_head = findingsOfMatrix(compared, id, head);
        findings.insert(findings.end(), of_head.begin(), of_head.end());
    }
    joinHeads(findings, before);
    addResult(findings, compared, id);
    return findings;
}

}  // namespace

std::vector<Finding> comparisonFindings(const Compared& compared, MatrixId id, Index head) {
    return findingsOfHeads(compared, id, head, head + 1);
}

std::vector<Finding> comparisonFindings(const Compared& compared, MatrixId id) {
    return findingsOfHeads(compared, id, 0, compared.a.trace.tensor(id).heads());
}

std::vector<std::string> comparedLabels(const Document& a, const Document& b) {
    std::vector<std::string> labels = tokenLabels(a.tokens);
    const std::vector<std::string> others = tokenLabels(b.tokens);
    for (std::size_t k = 0; k < labels.size() && k < others.size(); ++k) {
        if (a.tokens[k] != b.tokens[k]) labels[k] += "/" + others[k];
    }
    return labels;
}

}  // namespace lookback
