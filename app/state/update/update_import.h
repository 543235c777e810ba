#pragma once

#include "app/state/update/update_document.h"

namespace lookback {

/// Reads numbers of one's own, and makes documents of them. The readings of large inputs are
/// effects, whose answers come later.
class ImportUpdate : DocumentEditor {
public:
    explicit ImportUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const ShowImport& a);
    void operator()(const PasteNumbers& a);
    void operator()(const NumbersOpened& a);
    void operator()(const ReadImport&);
    void operator()(const ImportRead& a);
    void operator()(const OpenImport&);

private:
    /// Fills a matrix with the only one of a text, where it has its shape. @return false: it does
    /// not
    bool fill(const std::string& text, MatrixId target);
};

}  // namespace lookback
