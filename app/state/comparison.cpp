#include "app/state/comparison.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/compare/findings.h"
#include "core/explain/scale_bound.h"

namespace lookback {
namespace {

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

void Comparison::forget(bool in_drag) {
    row_key_.reset();
    is_current_ = false;
    in_drag_ = in_drag;
}

void Comparison::make(const Variant& shown, const ComparedChoices& choices) const {
    if (!in_drag_ || choices != choices_) bounds_.clear();
    choices_ = choices;
    fault_.reset();
    differences_.clear();
    told_.reset();
    is_current_ = true;
    for (const Side side : {Side::a, Side::b}) {
        const VariantChoice& choice = choices.of(side);
        if (choice.kind == VariantKind::document) continue;
        Result<Document> document = variantOf(shown.document(), choice);
        if (!document) {
            fault_ = std::move(document.error());
        } else if (!mayBeComputedTwice(shown.document()) || !mayBeComputedTwice(*document)) {
            fault_ = Error{"tokens",
                           "so large that it is computed only once, expected a shorter "
                           "sentence to compare"};
        } else {
            made_.of(side).show(*document, in_drag_);
        }
    }
}

ComparedPair Comparison::of(const Variant& shown, const ComparedChoices& choices) const {
    if (!is_current_ || choices != choices_) make(shown, choices);
    if (fault_) return {.fault = fault_};
    const auto variant = [&](Side side) {
        const bool is_shown = choices.of(side).kind == VariantKind::document;
        return is_shown ? &shown : &made_.of(side);
    };
    return {variant(Side::a), variant(Side::b)};
}

const StageDifference& Comparison::difference(const ComparedPair& pair, MatrixId id) const {
    const auto known = differences_.find(id);
    if (known != differences_.end()) return known->second;
    StageDifference& made = differences_[id];
    made.values = differenceOf(pair.compared(), id);
    const auto bound = bounds_.try_emplace(id, boundOf(made.values, info(id).domain));
    made.bound = bound.first->second;
    return made;
}

const std::vector<TextLine>& Comparison::told(const ComparedPair& pair, MatrixId id, Index head,
                                              int decimals, const Conventions& conventions) const {
    if (told_ && told_->id == id && told_->head == head && told_->decimals == decimals &&
        told_->conventions == conventions) {
        return told_->sentences;
    }
    const Compared compared = pair.compared();
    const std::vector<std::string> labels =
        comparedLabels(compared.a.document, compared.b.document);
    told_ = Told{id, head, decimals, conventions, {}};
    for (const Finding& finding : findingsOf(compared, id, head)) {
        told_->sentences.push_back(tell(finding, compared, labels, decimals, conventions));
    }
    return told_->sentences;
}

const RowTable& Comparison::row(const Document& document, const RowTableKey& key) const {
    if (row_key_ != key) row_ = rowTableOf(document, key);
    row_key_ = key;
    return row_;
}

}  // namespace lookback
