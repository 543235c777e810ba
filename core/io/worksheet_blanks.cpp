#include "core/io/worksheet_blanks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/engine/steps.h"
#include "core/explain/explain.h"
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
/// @param page with numbers of so many decimals
bool isOnlyInItsCells(const TraceReport& report, const Blank& blank, std::string_view page,
                      int decimals) {
    const auto size_of = [&](const StageCell& at) {
        return std::abs(report.trace.view(at.id, at.head)(at.cell));
    };
    const std::string digits = worksheetDigits(size_of(blank.place));
    const auto has_digits = [&](const StageCell& at) {
        return formatNumber(size_of(at), decimals).find(digits) != std::string::npos;
    };
    auto left = std::count_if(blank.copies.begin(), blank.copies.end(), has_digits) +
                (has_digits(blank.place) ? 1 : 0);
    for (std::size_t found = page.find(digits); found != std::string_view::npos;
         found = page.find(digits, found + 1)) {
        if (left-- == 0) return false;
    }
    return true;
}

/// One in the last digit of an answer.
constexpr double kUnit = 1e-4;

/// The numbers of a blank's arithmetic as a page prints them.
class PaperArithmetic {
public:
    PaperArithmetic(const Document& document, const Trace& trace, const StageCell& at)
        : masking_(document.masking),
          row_(stage(at.id)),
          left_(row_.left(document)),
          right_(row_.right(document)),
          bias_(biasOf(document, at.id)),
          exact_(explainCell(document, trace, at.id, at.head, at.cell).operation) {
        exact_.scalar = ScalarKind::float64;  // by hand, nothing is rounded to the dtype
        const Arithmetic kind = exact_.kind;
        // The cosine and sine of a rotation are not printed.
        has_right_ = kind == Arithmetic::dot || kind == Arithmetic::score ||
                     kind == Arithmetic::weighted_sum || kind == Arithmetic::sum;
    }

    [[nodiscard]] std::vector<MatrixId> operands() const {
        std::vector<MatrixId> all{left_};
        if (has_right_) all.push_back(right_);
        if (bias_) all.push_back(*bias_);
        return all;
    }

    /// How far the result is from the trace's where operands have so many decimals.
    template <class Decimals>
    [[nodiscard]] double error(Decimals decimals) const {
        Operation printed = exact_;
        round(printed.left, decimals(left_));
        if (has_right_) round(printed.right, decimals(right_));
        if (bias_) printed.bias = rounded(*printed.bias, decimals(*bias_));
        return std::abs(redoUnrounded(printed, masking_) - exact_.result);
    }

    /// How far the result moves with operands that are blanks themselves.
    /// @param error_of (matrix, number) -> error of a blank's answer; 0: it is printed
    template <class ErrorOf>
    [[nodiscard]] double passedOn(ErrorOf error_of) const {
        const double still = redoUnrounded(exact_, masking_);
        double sum = 0;
        Operation moved = exact_;
        const auto add = [&](std::vector<double>& numbers, MatrixId id) {
            for (double& number : numbers) {
                const double error = error_of(id, number);
                if (error == 0) continue;
                const double before = std::exchange(number, number + error);
                sum += std::abs(redoUnrounded(moved, masking_) - still);
                number = before;
            }
        };
        add(moved.left, left_);
        if (has_right_) add(moved.right, right_);
        return sum;
    }

private:
    static double rounded(double value, int decimals) {
        const double fine = std::pow(10.0, decimals);
        const bool is_printed_so = std::abs(value) < kPowersOfTenFrom;
        return is_printed_so ? std::nearbyint(value * fine) / fine : value;
    }
    static void round(std::vector<double>& numbers, int decimals) {
        for (double& number : numbers) number = rounded(number, decimals);
    }

    const Masking& masking_;
    const Stage& row_;
    MatrixId left_;
    MatrixId right_;
    std::optional<MatrixId> bias_;
    Operation exact_;
    bool has_right_ = false;
};

}  // namespace

PaperPrecision paperPrecision(const Document& document, const Trace& trace,
                              const std::vector<Blank>& blanks) {
    PaperPrecision precision;
    std::vector<PaperArithmetic> sums;
    for (const Blank& blank : blanks) {
        const PaperArithmetic& sum = sums.emplace_back(document, trace, blank.place);
        for (int decimals = kWorksheetDecimals; decimals <= kMostWorksheetDecimals; ++decimals) {
            if (!(sum.error([&](MatrixId) { return decimals; }) < kUnit / 2)) continue;
            for (const MatrixId id : sum.operands()) {
                int& most = precision.decimals.try_emplace(id, kWorksheetDecimals).first->second;
                most = std::max(most, decimals);
            }
            break;
        }
    }
    std::erase_if(precision.decimals,
                  [](const auto& entry) { return entry.second == kWorksheetDecimals; });
    const auto decimals = [&](MatrixId id) {
        const auto found = precision.decimals.find(id);
        return found == precision.decimals.end() ? kWorksheetDecimals : found->second;
    };
    std::map<std::pair<MatrixId, double>, double> answered;  // the errors of earlier answers
    const auto error_of = [&](MatrixId id, double number) {
        const auto found = answered.find({id, number});
        return found == answered.end() ? 0 : found->second;
    };
    for (std::size_t k = 0; k < blanks.size(); ++k) {
        const double error = sums[k].error(decimals) + sums[k].passedOn(error_of);
        // The answer and the key are rounded, each by half a unit at most.
        constexpr double kNoise = 1e-9;
        const double units = std::isfinite(error) ? std::floor(error / kUnit + 1 + kNoise) : 1;
        precision.tolerances.push_back(units * kUnit);
        const auto add = [&](const StageCell& at) {
            const double number = trace.view(at.id, at.head)(at.cell);
            answered[{at.id, number}] = (units + 0.5) * kUnit;
        };
        add(blanks[k].place);
        for (const StageCell& copy : blanks[k].copies) add(copy);
    }
    return precision;
}

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

std::vector<Blank> drawBlanks(const TraceReport& report, const std::vector<std::string>& pages,
                              std::uint32_t seed, Index most) {
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
            bool is_secret = true;
            int decimals = kWorksheetDecimals;
            for (const std::string& page : pages) {
                is_secret = is_secret && isOnlyInItsCells(report, all[blank], page, decimals++);
            }
            if (is_secret) return blank;
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
