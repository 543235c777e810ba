#include "core/attention/masking_arithmetic.h"

namespace lookback {

double valueOf(const Masking& masking) {
    return arithmeticOf(masking.method).value.value_or(masking.value);
}

}  // namespace lookback
