#include "core/masking/methods.h"

namespace lookback {

const MaskingArithmetic& arithmeticOf(MaskingMethod method) { return rowOf(method).arithmetic; }

const MaskingDerivative& derivativeOf(MaskingMethod method) { return rowOf(method).derivative; }

const MaskingPath& pathOf(MaskingMethod method) { return rowOf(method).path; }

const MaskingWords& wordsOf(MaskingMethod method) { return rowOf(method).words; }

}  // namespace lookback
