#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/memo.h"
#include "app/state/model/place.h"
#include "app/state/model/variant.h"
#include "core/compare/difference.h"
#include "core/compare/row_tables.h"
#include "core/compare/variant_choice.h"
#include "core/explain/conventions.h"
#include "core/explain/text_line.h"

namespace lookback {

/// A row of weights under one of the variants that a table of Compare lists.
struct RowTableLine {
    VariantChoice choice;  ///< of that variant
    Message label;         ///< a few words
    bool is_own = false;   ///< the document is like this
    std::optional<MaskedRow> row{};
    std::optional<Message> refusal{};  ///< why there is no row
    std::optional<double> enough{};    ///< from which masking value on blocked keys get nothing
};

/// One row of weights under every method, in every precision or under every scale.
struct RowTable {
    std::vector<RowTableLine> lines;
    std::vector<Message> told;  ///< the findings about the lines, the most important first
    bool has_enough = false;    ///< lines say from which value on
};

/// What a table is about.
struct RowTableKey {
    CompareView view = CompareView::methods;
    Index query = 0;
    Index head = 0;
    int decimals = 4;   ///< of numbers in the findings
    double growth = 1;  ///< factor of the scores in every line

    bool operator==(const RowTableKey&) const = default;
};

/// @param key of a table, with a row that the document has
[[nodiscard]] RowTable computeRowTable(const Document& document, const RowTableKey& key);

/// A and B, or why they cannot be compared.
struct ComparedPair {
    const Variant* a = nullptr;  ///< null, as b, where there is a fault
    const Variant* b = nullptr;
    std::optional<Message> fault{};  ///< a sentence

    [[nodiscard]] const Variant& of(Side side) const { return side == Side::a ? *a : *b; }
    [[nodiscard]] Compared compared() const {
        return {{a->document(), a->trace()}, {b->document(), b->trace()}};
    }
};

/// How a stage of B differs from that of A.
struct StageDifference {
    Tensor values;     ///< B less A, of all heads
    double bound = 1;  ///< of their colours
};

/// What Compare shows: two variants of the document and how they differ, computed when a view asks
/// for it.
class Comparison {
public:
    /// The document became another one. @param in_drag the colour scales stay as they are, so that
    /// only what changes changes colour
    void forget(bool in_drag);

    /// @param shown the document as it is: the variant of whoever chose that
    [[nodiscard]] ComparedPair of(const Variant& shown, const ComparedChoices& choices) const;

    /// @param pair the latest one, without a fault. @param id without `comparisonFault`
    [[nodiscard]] const StageDifference& difference(const ComparedPair& pair, MatrixId id) const;

    /// What is to be said of it, a sentence each. @param head 0 where the stage exists once
    [[nodiscard]] const std::vector<Message>& told(const ComparedPair& pair, MatrixId id,
                                                   Index head, int decimals,
                                                   const Conventions& conventions = {}) const;

    /// One row of the document under many variants. @param key of a table, with a row that the
    /// document has
    [[nodiscard]] const RowTable& row(const Document& document, const RowTableKey& key) const;

private:
    /// A pair of variants.
    struct Made {
        ComparedChoices choices{};
        BothSides<Variant> variants{};  ///< of those who did not choose the document as it is
        std::optional<Message> fault{};
    };
    /// What is told.
    struct Subject {
        MatrixId id;
        Index head;
        int decimals;
        Conventions conventions;

        bool operator==(const Subject&) const = default;
    };

    void make(const Variant& shown, const ComparedChoices& choices, Made& made) const;

    Memo<ComparedChoices, Made> made_;
    Memo<Subject, std::vector<Message>> told_;  ///< of the pair that was made
    Memo<RowTableKey, RowTable> row_;
    mutable std::map<MatrixId, StageDifference> differences_;  ///< of the pair that was made
    mutable std::map<MatrixId, double> bounds_;  ///< of colours: they outlive a pair in a drag
    bool in_drag_ = false;
};

}  // namespace lookback
