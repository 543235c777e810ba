#include "core/gradients/leak_verdict.h"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/labels.h"

namespace lookback {
namespace {

constexpr std::size_t kMostNamed = 4;  // tokens in one list; what is left over is counted

std::string numberWord(std::size_t number) {
    constexpr std::array<std::string_view, 13> kWords{"no",   "one",    "two",   "three", "four",
                                                      "five", "six",    "seven", "eight", "nine",
                                                      "ten",  "eleven", "twelve"};
    return number < kWords.size() ? std::string(kWords[number]) : std::to_string(number);
}

/// `“a”`, `“a” and “b”`, `“a”, “b” and “c”`, `“a”, “b”, “c” and 5 more`.
std::string named(const std::vector<std::string>& labels, const std::vector<Index>& tokens) {
    const std::size_t shown = tokens.size() > kMostNamed ? kMostNamed - 1 : tokens.size();
    std::string text;
    for (std::size_t k = 0; k < shown; ++k) {
        const bool is_last = k + 1 == tokens.size();
        if (k > 0) text += is_last ? " and " : ", ";
        text += quoted(labels[static_cast<std::size_t>(tokens[k])]);
    }
    if (shown < tokens.size()) text += fmt::format(" and {} more", tokens.size() - shown);
    return text;
}

/// A mask that hides every later token from every other one, and nothing else (but perhaps itself).
bool isCausal(const Matrix<unsigned char>& blocked) {
    for (Index query = 0; query < blocked.rows(); ++query) {
        for (Index key = 0; key < blocked.cols(); ++key) {
            if (query != key && (blocked(query, key) != 0) != (key > query)) return false;
        }
    }
    return true;
}

/// What the outputs show, row by row.
struct Findings {
    std::vector<Index> leaking;            ///< outputs that see what is hidden from them
    std::vector<std::vector<Index>> seen;  ///< what each of these sees
    std::vector<Index> undefined;          ///< outputs that are NaN somewhere
    std::size_t hidden = 0;                ///< cells that the mask blocks, off the diagonal
    std::size_t zeros = 0;                 ///< those of them that are exactly 0
};

Findings findingsOf(const Matrix<unsigned char>& blocked, const Matrix<double>& norms) {
    Findings found;
    for (Index query = 0; query < norms.rows(); ++query) {
        std::vector<Index> seen;
        bool undefined = false;
        for (Index key = 0; key < norms.cols(); ++key) {
            const double norm = norms(query, key);
            undefined = undefined || std::isnan(norm);
            if (query == key || blocked(query, key) == 0) continue;
            ++found.hidden;
            if (norm == 0) ++found.zeros;
            if (norm > 0) seen.push_back(key);
        }
        if (undefined) found.undefined.push_back(query);
        if (seen.empty()) continue;
        found.leaking.push_back(query);
        found.seen.push_back(std::move(seen));
    }
    return found;
}

std::string leaksText(const std::vector<std::string>& labels, const Findings& found, bool causal) {
    const std::size_t rows = found.leaking.size();
    const std::size_t shown = rows > kMostNamed ? kMostNamed - 1 : rows;
    std::string text = "Leaks. ";
    for (std::size_t k = 0; k < shown; ++k) {
        text += fmt::format("{}{} sees {}", k > 0 ? ", " : "",
                            quoted(labels[static_cast<std::size_t>(found.leaking[k])]),
                            named(labels, found.seen[k]));
    }
    if (shown < rows) {
        text += fmt::format(", and {} more see {}", rows - shown,
                            causal ? "later words" : "masked tokens");
    }
    return text + ".";
}

std::string soundText(const Findings& found, bool causal) {
    if (found.hidden == 0)
        return "No leak. The mask hides no token from another: there is nothing to leak.";
    if (found.zeros == 0) return "No verdict.";
    return fmt::format("No leak. No output depends on a {}: {} {} exactly 0.",
                       causal ? "later word" : "masked token", numberWord(found.zeros),
                       found.zeros == 1 ? "cell is" : "cells are");
}

}  // namespace

std::string leakVerdict(const std::vector<std::string>& tokens,
                        const Matrix<unsigned char>& blocked, const Matrix<double>& norms) {
    if (tokens.empty()) return "No leak. There are no tokens.";
    const std::vector<std::string> labels = tokenLabels(tokens);
    const Findings found = findingsOf(blocked, norms);
    const bool causal = isCausal(blocked);
    std::string text =
        found.leaking.empty() ? soundText(found, causal) : leaksText(labels, found, causal);
    if (!found.undefined.empty()) {
        const bool one = found.undefined.size() == 1;
        text += fmt::format(" The {} of {} {} NaN, so what {} on is not defined.",
                            one ? "output" : "outputs", named(labels, found.undefined),
                            one ? "is" : "are", one ? "it depends" : "they depend");
    }
    return text;
}

}  // namespace lookback
