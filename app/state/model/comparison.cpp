#include "app/state/model/comparison.h"

#include <algorithm>
#include <utility>

#include "app/state/model/sentences.h"
#include "core/base/text.h"
#include "core/compare/findings.h"
#include "core/compare/row_finding.h"
#include "core/document/labels.h"
#include "core/explain/scale_bound.h"
#include "messages/compare.h"

namespace lookback {
namespace {

/// The values that notebooks mask with, and the document's own where it is another one.
std::vector<double> valuesOf(const Document& document) {
    std::vector<double> values(kUsualMaskingValues.begin(), kUsualMaskingValues.end());
    const double own = document.masking.value;
    const bool is_there = std::find(values.begin(), values.end(), own) != values.end();
    if (!is_there && info(document.masking.method).uses_value) values.insert(values.begin(), own);
    return values;
}

/// True where both mask alike: a value that the method does not ask for is no difference.
bool masksAlike(const Masking& a, const Masking& b) {
    return a.method == b.method && a.order == b.order &&
           (a.value == b.value || !info(a.method).uses_value);
}

class TableMaker {
public:
    TableMaker(Document document, const RowTableKey& key)
        : document_(std::move(document)), key_(key), row_{document_, key.query, key.head} {}

    RowTable run() {
        switch (key_.view) {
            case CompareView::methods: addMethods(); break;
            case CompareView::precisions: addPrecisions(); break;
            case CompareView::scales: addScales(); break;
            case CompareView::pair: break;
        }
        return std::move(table_);
    }

private:
    /// @param wished the document that would have this row
    RowTableLine& add(const VariantChoice& choice, const Document& wished,
                      const Result<MaskedRow>& row, bool is_own) {
        RowTableLine& line = table_.lines.emplace_back(
            RowTableLine{choice, variantTitle(document_, choice), is_own});
        if (row) {
            line.row = *row;
        } else {
            line.refusal = refusalSentence(wished, row.error());
        }
        return line;
    }

    template <class Rows>
    void tellOf(const Rows& rows) {
        const std::vector<std::string> labels = tokenLabels(document_.tokens);
        for (const RowFinding& finding : rowFindings(row_, rows)) {
            table_.told.push_back(tell(finding, row_, labels, key_.decimals));
        }
    }

    void addMethods() {
        const auto rows = methodTable(document_, key_.query, key_.head, valuesOf(document_));
        for (const MethodRow& one : rows) {
            Document wished = document_;
            wished.masking = one.masking;
            add({.kind = VariantKind::method, .masking = one.masking}, wished, one.row,
                masksAlike(one.masking, document_.masking));
        }
        tellOf(rows);
    }

    void addPrecisions() {
        const auto rows = precisionTable(document_, key_.query, key_.head);
        for (const PrecisionRow& one : rows) {
            Document wished = document_;
            wished.dtype = one.dtype;
            add({.kind = VariantKind::dtype, .dtype = one.dtype}, wished, one.row,
                one.dtype == document_.dtype)
                .enough = one.enough;
            table_.has_enough = table_.has_enough || one.enough;
        }
        tellOf(rows);
    }

    void addScales() {
        const bool has_orders = info(document_.masking.method).place == MaskingPlace::scores;
        const auto rows = scaleTable(document_, key_.query, key_.head);
        for (const ScaleRow& one : rows) {
            const bool is_own = one.scale == document_.scale &&
                                (!has_orders || one.order == document_.masking.order);
            Document wished = document_;
            wished.scale = one.scale;
            wished.masking.order = one.order;
            add({.kind = VariantKind::scale, .masking = {.order = one.order}, .scale = one.scale},
                wished, one.row, is_own);
        }
        tellOf(rows);
    }

    Document document_;  ///< with its scores grown
    const RowTableKey& key_;
    DocumentRow row_;
    RowTable table_;
};

/// Of weights and masks -1 to 1; else as large as the differences of all heads ask for.
double boundOf(const Tensor& difference, Domain domain) {
    if (domain != Domain::signed_numbers) return 1;
    double largest = 0;
    for (Index head = 0; head < difference.heads(); ++head) {
        largest = std::max(largest, largestSize(difference.view(head)));
    }
    return scaleBound(domain, largest);
}

}  // namespace

RowTable computeRowTable(const Document& document, const RowTableKey& key) {
    return TableMaker(withLargerScores(document, key.growth), key).run();
}

void Comparison::forget(bool in_drag) {
    made_.forget();
    row_.forget();
    in_drag_ = in_drag;
}

void Comparison::make(const Variant& shown, const ComparedChoices& choices, Made& made) const {
    if (!in_drag_ || choices != made.choices) bounds_.clear();
    differences_.clear();
    told_.forget();
    made.choices = choices;
    made.fault.reset();
    for (const Side side : {Side::a, Side::b}) {
        const VariantChoice& choice = choices.of(side);
        if (choice.kind == VariantKind::document) continue;
        Result<Document> document = chosenVariant(shown.document(), choice);
        if (!document) {
            made.fault = faultOnScreen(document.error());
        } else if (!mayBeComputedTwice(shown.document()) || !mayBeComputedTwice(*document)) {
            made.fault = say::compare::TooLarge{};
        } else {
            made.variants.of(side).show(*document, in_drag_);
        }
    }
}

ComparedPair Comparison::of(const Variant& shown, const ComparedChoices& choices) const {
    const Made& made = made_.of(choices, [&](Made& pair) { make(shown, choices, pair); });
    if (made.fault) return {.fault = made.fault};
    const auto variant = [&](Side side) {
        const bool is_shown = choices.of(side).kind == VariantKind::document;
        return is_shown ? &shown : &made.variants.of(side);
    };
    return {variant(Side::a), variant(Side::b)};
}

const StageDifference& Comparison::difference(const ComparedPair& pair, MatrixId id) const {
    const auto known = differences_.find(id);
    if (known != differences_.end()) return known->second;
    StageDifference& made = differences_[id];
    made.values = stageDifference(pair.compared(), id);
    const auto bound = bounds_.try_emplace(id, boundOf(made.values, info(id).domain));
    made.bound = bound.first->second;
    return made;
}

const std::vector<Message>& Comparison::told(const ComparedPair& pair, MatrixId id, Index head,
                                             int decimals, const Conventions& conventions) const {
    return told_.of({id, head, decimals, conventions}, [&](std::vector<Message>& sentences) {
        const Compared compared = pair.compared();
        const std::vector<std::string> labels =
            comparedLabels(compared.a.document, compared.b.document);
        sentences.clear();
        for (const Finding& finding : comparisonFindings(compared, id, head)) {
            sentences.push_back(tell(finding, compared, labels, decimals, conventions));
        }
    });
}

const RowTable& Comparison::row(const Document& document, const RowTableKey& key) const {
    return row_.of(key, [&](RowTable& row) { row = computeRowTable(document, key); });
}

}  // namespace lookback
