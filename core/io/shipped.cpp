#include "core/io/shipped.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "messages/faults.h"

namespace lookback {

std::vector<Error> idNotFound(std::span<const std::string_view> ids, std::string_view id,
                              ShippedKind kind) {
    using Said = say::faults::NotShipped;
    return {{std::string(id),
             Said{.kind = kind == ShippedKind::lesson ? Said::Kind::lesson : Said::Kind::other,
                  .hint = nearestHint(id, ids),
                  .names = Verbatim{fmt::format("{}", fmt::join(ids, ", "))}}}};
}

}  // namespace lookback
