#include "core/document/mask_edit.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace lookback {
namespace {

/// @param others numbers of the other tokens' documents, sorted
Index nextDocument(Index own, const std::vector<Index>& others) {
    if (others.empty()) return own;
    const bool is_alone = !std::binary_search(others.begin(), others.end(), own);
    if (is_alone) return others.front();
    const auto next = std::upper_bound(others.begin(), others.end(), own);
    if (next != others.end()) return *next;
    Index unused = 1;
    while (std::binary_search(others.begin(), others.end(), unused)) ++unused;
    return unused;
}

constexpr Index kSteepest = 2;  ///< cells along one side for each along the other, on a diagonal

}  // namespace

void setRules(Mask& mask, std::vector<MaskRule> rules) {
    const Mask bare{std::move(rules), {}};
    std::vector<Cell> flips;
    for (const Cell cell : mask.flips) {
        const bool painted = allows(mask, cell.row, cell.col);
        if (allows(bare, cell.row, cell.col) != painted) flips.push_back(cell);
    }
    mask = {bare.rules, std::move(flips)};
}

void putRule(Mask& mask, std::size_t at, const MaskRule& rule) {
    std::vector<MaskRule> rules = mask.rules;
    if (at > rules.size()) return;
    if (at == rules.size()) rules.emplace_back();
    rules[at] = rule;
    setRules(mask, std::move(rules));
}

void addRule(Mask& mask, const MaskRule& rule) {
    const auto none = std::find_if(mask.rules.begin(), mask.rules.end(),
                                   [](const MaskRule& one) { return one.kind == MaskKind::none; });
    putRule(mask, static_cast<std::size_t>(none - mask.rules.begin()), rule);
}

void removeRule(Mask& mask, std::size_t at) {
    std::vector<MaskRule> rules = mask.rules;
    if (at >= rules.size()) return;
    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(at));
    setRules(mask, std::move(rules));
}

void invert(Mask& mask, Index tokens) {
    MaskRule rule = asCustomRule(mask, tokens);
    for (std::vector<bool>& row : rule.allowed) row.flip();
    mask = {{std::move(rule)}, {}};
}

void paint(Mask& mask, const std::vector<Cell>& cells, bool allowed) {
    std::vector<Cell> changed;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(changed),
                 [&](Cell cell) { return allows(mask, cell.row, cell.col) != allowed; });
    std::vector<Cell> flips;
    std::set_symmetric_difference(mask.flips.begin(), mask.flips.end(), changed.begin(),
                                  changed.end(), std::back_inserter(flips));
    mask.flips = std::move(flips);
}

bool marksTokens(MaskKind kind) {
    const MaskParameter parameter = info(kind).parameter;
    return parameter == MaskParameter::valid_tokens || parameter == MaskParameter::token_documents;
}

MaskRule withNextMark(MaskRule rule, Index token) {
    const auto at = static_cast<std::size_t>(token);
    const Index own = rule.per_token[at];
    if (info(rule.kind).parameter == MaskParameter::valid_tokens) {
        rule.per_token[at] = own == 0 ? 1 : 0;
        return rule;
    }
    std::vector<Index> others = rule.per_token;
    others.erase(others.begin() + token);
    std::sort(others.begin(), others.end());
    rule.per_token[at] = nextDocument(own, others);
    return rule;
}

std::vector<Cell> strokeCells(Cell from, Cell to, Index tokens) {
    const Index queries = std::abs(to.row - from.row);
    const Index keys = std::abs(to.col - from.col);
    std::vector<Cell> line;
    if (queries <= kSteepest * keys && keys <= kSteepest * queries && keys > 0) {
        const Index ahead = from.col - from.row;
        const Index last = std::min(tokens, tokens - ahead);
        for (Index query = std::max<Index>(0, -ahead); query < last; ++query) {
            line.push_back({query, query + ahead});
        }
    } else if (keys >= queries) {
        for (Index key = 0; key < tokens; ++key) line.push_back({from.row, key});
    } else {
        for (Index query = 0; query < tokens; ++query) line.push_back({query, from.col});
    }
    return line;
}

}  // namespace lookback
