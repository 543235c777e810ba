#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/state/model/hands.h"
#include "app/state/update/change.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/document/shape.h"

namespace lookback {

// Edits of the document. Change<Document> sets the model around its numbers (heads, positions,
// scale, cap, precision), Change<Mask> one rule of its mask, or what is painted.

// Numbers.
struct SetNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;
    bool is_dragged = false;  ///< see `dragged`
};
struct SetDraw {
    Draw draw;
};
/// Puts W_o behind the context, or takes it away.
struct SetOutput {
    bool has_output = true;
};

// The sentence.
struct RenameToken {
    Index at = 0;
    std::string word;
    bool draws_numbers = false;  ///< it is another word: it gets numbers of its own
};
struct InsertToken {
    Index at = 0;
    std::string word;
};
struct RemoveToken {
    Index at = 0;
};
struct MoveToken {
    Index from = 0;
    Index to = 0;
};
struct SetSentence {
    std::vector<std::string> words;
};

struct SetTitle {
    std::string title;
};

// The model.

/// Other widths or another number of heads.
struct SetShape {
    DocumentShape shape;
    bool redraws = false;  ///< all numbers are drawn anew; else the present ones stay
};

/// The tokens get the embeddings of a twin of Train as far as it has come.
struct TakeEmbeddings {
    std::size_t twin = 0;
};

// The mask.
struct SetMasked {
    bool masked = true;
};
/// Other rules instead of all rules and of all that is painted.
struct SetMaskRules {
    std::vector<MaskRule> rules;
};
/// A stroke over the mask, or a key that paints as one, has come to a cell.
struct PaintMask {
    MaskPainting stroke;
    Cell to;
};
struct FlipCell {
    Cell cell;
};
struct SetMasking {
    Masking masking;
    bool is_dragged = false;  ///< see `dragged`
};

// Snapshots of the document that it keeps for Compare.

/// Keeps the document as it is, under a name that no other snapshot has.
struct TakeSnapshot {};
struct RemoveSnapshot {
    std::string name;
};
struct RenameSnapshot {
    std::string name;
    std::string into;
};

}  // namespace lookback
