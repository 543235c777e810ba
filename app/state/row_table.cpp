#include "app/state/row_table.h"

#include <algorithm>

#include "app/state/sentences.h"
#include "core/compare/row_finding.h"
#include "core/document/labels.h"

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
    TableMaker(const Document& document, const RowTableKey& key)
        : document_(document), key_(key), row_{document, key.query, key.head} {}

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
        RowTableLine& line =
            table_.lines.emplace_back(RowTableLine{choice, titleOf(document_, choice), is_own});
        if (row) {
            line.row = *row;
        } else {
            line.refusal = refusalOf(wished, row.error());
        }
        return line;
    }

    template <class Rows>
    void tellOf(const Rows& rows) {
        const std::vector<std::string> labels = tokenLabels(document_.tokens);
        for (const RowFinding& finding : findingsOf(row_, rows)) {
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

    const Document& document_;
    const RowTableKey& key_;
    RowOf row_;
    RowTable table_;
};

}  // namespace

RowTable rowTableOf(const Document& document, const RowTableKey& key) {
    return TableMaker(document, key).run();
}

}  // namespace lookback
