#include "core/io/worksheet_blanks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/engine/steps.h"
#include "core/random/mt19937.h"

namespace lookback {
namespace {

/// Every number that a student could compute, in the order of the stages.
class Candidates {
public:
    explicit Candidates(const TraceReport& report) : report_(report) {
        for (const MatrixId id : report.stages) {
            if (!isComputedStage(report.document, id)) continue;
            for (Index head = 0; head < report.trace.tensor(id).heads(); ++head) take(id, head);
        }
    }

    [[nodiscard]] std::vector<Blank>& blanks() { return blanks_; }

private:
    void take(MatrixId id, Index head) {
        const MatrixView values = report_.trace.view(id, head);
        for (Index row = 0; row < values.rows(); ++row) {
            for (Index col = 0; col < values.cols(); ++col) {
                const double value = values(row, col);
                const bool is_plain = std::abs(value) < kPowersOfTenFrom;  // false for NaN
                if (is_plain && !isBlocked(id, {row, col})) add({id, head, {row, col}}, value);
            }
        }
    }

    [[nodiscard]] bool isBlocked(MatrixId id, Cell cell) const {
        const Trace& trace = report_.trace;
        return trace.isFromMaskOn(id) && trace.view(MatrixId::mask)(cell) == 0;
    }

    void add(const StageCell& at, double value) {
        const auto likeness = likenessOf(report_.document, at, worksheetDigits(value));
        const auto [known, is_new] = known_.try_emplace(likeness, blanks_.size());
        if (is_new) {
            blanks_.push_back({at});
        } else {
            blanks_[known->second].copies.push_back(at);
        }
    }

    const TraceReport& report_;
    std::vector<Blank> blanks_;
    std::map<Likeness, std::size_t> known_;  ///< places among the blanks
};

template <class Value>
void shuffleBy(Mt19937& random, std::vector<Value>& values) {
    for (std::size_t left = values.size(); left > 1; --left) {
        std::swap(values[left - 1], values[random.next() % left]);
    }
}

/// True where the digits of a blank are in its own cells only.
bool isOnlyInItsCells(const TraceReport& report, const Blank& blank, std::string_view page) {
    const StageCell& at = blank.place;
    const std::string digits =
        worksheetDigits(std::abs(report.trace.view(at.id, at.head)(at.cell)));
    std::size_t left = 1 + blank.copies.size();
    for (std::size_t found = page.find(digits); found != std::string_view::npos;
         found = page.find(digits, found + 1)) {
        if (left-- == 0) return false;
    }
    return true;
}

}  // namespace

bool isComputedStage(const Document& document, MatrixId id) {
    const Arithmetic kind = stage(id).arithmetic(document);
    return kind != Arithmetic::given && kind != Arithmetic::rule;
}

Likeness likenessOf(const Document& document, const StageCell& at, const std::string& digits) {
    if (!info(at.id).is_of_all_heads) return {at.head, at.cell.row, at.cell.col, digits};
    const Index width = document.dV();
    return {at.cell.col / width, at.cell.row, at.cell.col % width, digits};
}

std::string worksheetDigits(double value) { return formatNumber(value, kWorksheetDecimals); }

std::vector<Blank> drawBlanks(const TraceReport& report, std::string_view page, std::uint32_t seed,
                              Index most) {
    std::vector<Blank> all = std::move(Candidates(report).blanks());
    const std::vector<Step> steps = documentSteps(report.document);
    std::vector<std::vector<std::size_t>> of_steps(steps.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        of_steps[*stepCovering(steps, all[k].place.id)].push_back(k);
    }
    Mt19937 random(seed);
    shuffleBy(random, of_steps);
    for (auto& of_step : of_steps) shuffleBy(random, of_step);

    const auto next = [&](std::vector<std::size_t>& of_step) -> std::optional<std::size_t> {
        while (!of_step.empty()) {
            const std::size_t blank = of_step.back();
            of_step.pop_back();
            if (isOnlyInItsCells(report, all[blank], page)) return blank;
        }
        return std::nullopt;
    };
    std::vector<std::size_t> drawn;
    std::size_t before = 0;
    do {
        before = drawn.size();
        for (auto& of_step : of_steps) {
            if (std::ssize(drawn) == most) break;
            if (const auto blank = next(of_step)) drawn.push_back(*blank);
        }
    } while (drawn.size() > before);

    std::sort(drawn.begin(), drawn.end());
    std::vector<Blank> blanks;
    for (const std::size_t k : drawn) blanks.push_back(std::move(all[k]));
    return blanks;
}

}  // namespace lookback
