#include <map>
#include <set>

#include "tests/core/narrator_truth.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

/// What differs from the document as it was opened, row by row: the largest difference of cells
/// that the mask allows in both.
struct Difference {
    bool has_any = false;
    std::map<Index, double> rows{};
    std::set<Index> lost{};
};

static Difference differenceOf(const Told& t) {
    Difference found;
    for (const MatrixId id : t.step.results) {
        const Numbers now = t.numbers(id);
        const Numbers then = t.numbers(id, *t.was);
        for (Index row = 0; row < t.n(); ++row) {
            const auto at = static_cast<std::size_t>(row);
            for (std::size_t col = 0; col < now[at].size(); ++col) {
                const double a = then[at][col];
                const double b = now[at][col];
                if (a == b || (std::isnan(a) && std::isnan(b))) continue;
                found.has_any = true;
                const auto key = static_cast<Index>(col);
                const bool is_hidden = t.isMasked(id) && !(t.allowed(row, key) &&
                                                           allows(t.was_document->mask, row, key));
                if (is_hidden) continue;
                const double by = std::abs(b - a);
                double& most = found.rows[row];
                most = std::max(most, std::isfinite(by) ? by : kInfinity);
                if (std::isfinite(a) && !std::isfinite(b)) found.lost.insert(row);
            }
        }
    }
    return found;
}

bool isUnchanged(const Told& t) { return !differenceOf(t).has_any; }

bool isMaskEdited(const Told& t) {
    Index opened = 0;
    Index blocked = 0;
    for (Index row = 0; row < t.n(); ++row) {
        for (Index col = 0; col < t.n(); ++col) {
            const bool was = allows(t.was_document->mask, row, col);
            if (t.allowed(row, col) && !was) ++opened;
            if (!t.allowed(row, col) && was) ++blocked;
        }
    }
    return opened == t.claim.count && blocked == t.claim.of && opened + blocked > 0;
}

bool isRowsLost(const Told& t) {
    const Difference found = differenceOf(t);
    return t.claim.count == static_cast<Index>(found.lost.size()) && !found.lost.empty() &&
           *found.lost.begin() == t.claim.row && t.claim.of == t.n();
}

bool isRowsChanged(const Told& t) {
    return t.claim.count == static_cast<Index>(differenceOf(t).rows.size()) && t.claim.of == t.n();
}

bool isChangedMost(const Told& t) {
    const Difference found = differenceOf(t);
    const auto told = found.rows.find(t.claim.row);
    if (told == found.rows.end() || told->second != t.claim.numbers.at(0)) return false;
    return std::all_of(found.rows.begin(), found.rows.end(), [&](const auto& row) {
        return row.first == t.claim.row || row.second < told->second;
    });
}

bool isOneChanged(const Told& t) { return differenceOf(t).rows.size() == 1 && isChangedMost(t); }

bool isOnlyMasked(const Told& t) {
    const Difference found = differenceOf(t);
    return found.has_any && found.rows.empty();
}

}  // namespace lookback::test
