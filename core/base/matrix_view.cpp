#include "core/base/matrix_view.h"

namespace lookback {

double roundedTo(double value, ScalarKind kind) {
    switch (kind) {
        case ScalarKind::bfloat16: return static_cast<double>(Eigen::bfloat16(value));
        case ScalarKind::float16: return static_cast<double>(Eigen::half(value));
        case ScalarKind::float32: return static_cast<double>(static_cast<float>(value));
        case ScalarKind::float64:
        case ScalarKind::boolean: break;
    }
    return value;
}

}  // namespace lookback
