#include "core/compare/findings.h"

#include <algorithm>

#include "core/attention/stages.h"
#include "core/compare/pair_numbers.h"
#include "core/document/labels.h"

namespace lookback {
namespace {

struct FindingsRow {
    bool (*applies)(MatrixId);
    void (*find)(PairFinder&);
    bool is_of_result = false;  ///< also told of the result, where another stage is compared
};

constexpr bool isWeights(MatrixId id) { return info(id).domain == Domain::weights; }
constexpr bool isSigned(MatrixId id) { return info(id).domain == Domain::signed_numbers; }
constexpr bool isNumbers(MatrixId id) { return info(id).domain != Domain::allowed; }
constexpr bool isMask(MatrixId id) { return info(id).domain == Domain::allowed; }
/// Before the mask is put on, nothing is hidden.
constexpr bool isMaskedWeights(MatrixId id) {
    return isWeights(id) && id != MatrixId::unmasked_weights;
}
constexpr bool isAny(MatrixId) { return true; }

/// In the order in which it is told.
constexpr std::array kFinders{
    FindingsRow{isWeights, findNanRows},       FindingsRow{isSigned, findNotFinite, true},
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

/// @param id the stage that is told of already
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

/// What is to be said before anything else.
void addWords(std::vector<Finding>& findings, const Compared& compared) {
    const auto& a = compared.a.document.tokens;
    const auto& b = compared.b.document.tokens;
    Finding finding{.kind = FindingKind::other_words, .of = compared.a.document.n()};
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (a[k] != b[k]) ++finding.count;
    }
    if (finding.count > 0) findings.push_back(finding);
}

/// One finding where every head says the same: that nothing differs, or that there is nothing.
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

std::vector<Finding> findingsOf(const Compared& compared, MatrixId id, Index head) {
    return findingsOfHeads(compared, id, head, head + 1);
}

std::vector<Finding> findingsOf(const Compared& compared, MatrixId id) {
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
