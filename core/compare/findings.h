#pragma once

#include <string>
#include <vector>

#include "core/compare/finding.h"
#include "core/explain/conventions.h"
#include "core/explain/text_line.h"

namespace lookback {

/// What is worth telling of the difference of a stage without `comparisonFault`, what matters most
/// first: at least one finding. All of them hold for the traces. Where the result is another stage
/// and both results have one shape, its largest change comes last.
/// @param head of a stage that exists once a head; otherwise 0
[[nodiscard]] std::vector<Finding> findingsOf(const Compared& compared, MatrixId id, Index head);

/// The same of all heads, one after the other.
[[nodiscard]] std::vector<Finding> findingsOf(const Compared& compared, MatrixId id);

/// What both call the tokens: the label of A's token, where B has another one `Write/Read`.
[[nodiscard]] std::vector<std::string> comparedLabels(const Document& a, const Document& b);

/// A finding as one sentence.
/// @param decimals of the numbers. @param labels of the tokens (`comparedLabels`)
[[nodiscard]] TextLine tell(const Finding& finding, const Compared& compared,
                            const std::vector<std::string>& labels, int decimals = 4,
                            const Conventions& conventions = {});

}  // namespace lookback
