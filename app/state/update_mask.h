#pragma once

#include "app/state/action.h"
#include "app/state/document_editor.h"

namespace lookback {

/// Carries out what changes the mask, and the masking.
class MaskUpdate : DocumentEditor {
public:
    explicit MaskUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const SetMasked& a);
    void operator()(const SetMaskRules& a);
    void operator()(const PutMaskRule& a);
    void operator()(const RemoveMaskRule& a);
    void operator()(const RemovePaint&);
    void operator()(const PaintCell& a);
    void operator()(const PaintLine& a);
    void operator()(const FlipCell& a);
    void operator()(const SetMasking& a);
    void operator()(const DragMasking& a);
};

}  // namespace lookback
