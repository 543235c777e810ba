#pragma once

#include "app/views/train/panel_rows.h"

namespace lookback {

// The parts of the panel of Train, from above to below.

/// What both learn from, and how it is cut.
void textRows(PanelRows& rows);
/// The sizes and choices of the model.
void modelRows(PanelRows& rows);
/// The optimizer with its numbers, and how long it runs.
void trainingRows(PanelRows& rows);
/// Whom each twin may look at.
void twinRows(PanelRows& rows);

}  // namespace lookback
