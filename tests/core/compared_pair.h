#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/compare/findings.h"
#include "core/compare/row_tables.h"
#include "core/compare/variant_choice.h"
#include "core/engine/attend.h"
#include "tests/core/pitfalls.h"
#include "tests/core/plain_text.h"
#include "tests/core/said.h"

namespace lookback::test {

/// A variant that a document must have.
inline Document variant(const Document& document, const VariantChoice& choice) {
    const Result<Document> made = chosenVariant(document, choice);
    REQUIRE_MESSAGE(made.has_value(), test::placed(made.error()));
    return *made;
}

/// The variant with another masking: its method, its value where it has one.
inline Document masked(const Document& document, const Masking& masking) {
    const Document made = variant(document, {.kind = VariantKind::method, .masking = masking});
    if (!info(masking.method).uses_value) return made;
    return variant(made, {.kind = VariantKind::value, .masking = masking});
}

/// The row of the table of maskings for a query under one masking.
inline MaskedRow rowUnder(const Document& document, const Masking& masking, Index query) {
    const std::array values{masking.value};
    for (const MethodRow& row : methodTable(document, query, 0, values)) {
        if (row.masking.method != masking.method) continue;
        REQUIRE(row.row.has_value());
        return *row.row;
    }
    FAIL("the table has no such method");
    return {};
}

/// Two documents side by side.
class Pair {
public:
    Pair(Document a, Document b)
        : a_(std::move(a)), b_(std::move(b)), a_trace_(attend(a_)), b_trace_(attend(b_)) {}

    [[nodiscard]] Compared compared() const { return {{a_, a_trace_}, {b_, b_trace_}}; }

    [[nodiscard]] Matrix<double> ofB(MatrixId id = MatrixId::attention_weights) const {
        return copied(b_trace_.view(id));
    }
    [[nodiscard]] Matrix<double> difference(MatrixId id = MatrixId::attention_weights) const {
        return copied(stageDifference(compared(), id).view(0));
    }

    /// The finding of this kind about the stage itself.
    [[nodiscard]] std::optional<Finding> find(FindingKind kind,
                                              MatrixId id = MatrixId::attention_weights) const {
        for (const Finding& finding : comparisonFindings(compared(), id)) {
            if (finding.kind == kind && finding.id == id) return finding;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool isSame(MatrixId id = MatrixId::attention_weights) const {
        return find(FindingKind::all_same, id).has_value();
    }
    [[nodiscard]] double largestChange(MatrixId id = MatrixId::attention_weights) const {
        const auto found = find(FindingKind::largest_change, id);
        return found ? std::abs(found->numbers[1] - found->numbers[0]) : 0;
    }

    /// The sentences on the stage, one a line.
    [[nodiscard]] std::string words(MatrixId id = MatrixId::attention_weights) const {
        std::string words;
        for (const Finding& finding : comparisonFindings(compared(), id)) {
            words += plain(tell(finding, compared(), comparedLabels(a_, b_))) + "\n";
        }
        return words;
    }
    [[nodiscard]] bool says(const std::string& sentence,
                            MatrixId id = MatrixId::attention_weights) const {
        return words(id).find(sentence) != std::string::npos;
    }

private:
    Document a_;
    Document b_;
    Trace a_trace_;
    Trace b_trace_;
};

/// The document with tokens that sentences can tell apart: a, b, c ...
inline Document named(Document document) {
    for (std::size_t k = 0; k < document.tokens.size(); ++k) {
        document.tokens[k] = std::string(1, static_cast<char>('a' + k));
    }
    return document;
}

/// Equal up to a small part of the expected number.
inline bool agrees(double actual, double expected, double part = 1e-5) {
    return std::abs(actual - expected) <= part * std::abs(expected);
}

}  // namespace lookback::test
