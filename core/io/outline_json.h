#pragma once

#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/lesson/outline.h"

namespace lookback {

/// Reads the optional fields `minutes`, `goal` and `next` of a lesson or of an experiment's notes.
[[nodiscard]] Outline readOutline(const Fields& fields, Faults& faults);

/// Adds those of the fields that are given.
void writeOutline(const Outline& outline, JsonFields& fields);

}  // namespace lookback
