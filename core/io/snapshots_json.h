#pragma once

#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/io/json_fields.h"

namespace lookback {

/// The field `snapshots` of a document file. Each is a document file of its own, and its faults are
/// named as such: `snapshots[0].document.weights.query[1][0]`.
/// @param allowed bytes of memory that each of them and its trace may take, and the numbers of all
/// of them together
[[nodiscard]] std::vector<DocumentSnapshot> readSnapshots(const Json& json, const std::string& path,
                                                          double allowed, Faults& faults);

}  // namespace lookback
