#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

// Edits of a document. Every function takes a document without `faults` and leaves it so. Where an
// edit changes a matrix that `draw.into` names, the recipe would no longer give that matrix, so
// `draw` is dropped.

/// The matrices that a person may edit, where the document has them, in the order they are shown.
inline constexpr std::array kEditableMatrices{
    MatrixId::embeddings, MatrixId::positions, MatrixId::w_query, MatrixId::b_query,
    MatrixId::w_key,      MatrixId::b_key,     MatrixId::w_value, MatrixId::b_value,
    MatrixId::w_output,   MatrixId::b_output};

/// True for the matrices that hold numbers of the document: weights (W_o where there is one),
/// biases where there are any, embeddings, a learned position table.
[[nodiscard]] bool isEditable(const Document& document, MatrixId id);

/// The editable matrix with this name.
[[nodiscard]] const SharedMatrix& editable(const Document& document, MatrixId id);

/// The rows and columns of an editable matrix; nothing for any other.
[[nodiscard]] std::optional<Cell> editableSize(const Document& document, MatrixId id);

/// True where the document has such a number to edit.
[[nodiscard]] bool isNumber(const Document& document, MatrixId id, Cell cell);

/// True where the document's recipe (`draw`) gave this editable matrix its numbers.
[[nodiscard]] bool isDrawn(const Document& document, MatrixId id);

/// True where the number fits the document's dtype: it may be typed in.
[[nodiscard]] bool fits(const Document& document, double value);

/// Changes one number of an editable matrix. `value` must fit.
void setNumber(Document& document, MatrixId id, Cell cell, double value);

/// Changes all numbers of an editable matrix. `values`, of the size of the matrix, must fit.
void setMatrix(Document& document, MatrixId id, Matrix<double> values);

/// Gives a token another embedding; nothing changes where there is no such token, or where `row`
/// has another width than X. The numbers of `row`, (1, d_in), must fit.
void setEmbedding(Document& document, Index token, const Matrix<double>& row);

/// Renames the token at a place. Its embedding stays: names do not enter the arithmetic.
void renameToken(Document& document, Index at, std::string word);

/// Puts another word at a place, with an embedding of its own: that of a token of this name in the
/// sentence, else in the document as it was opened, else one drawn from its letters.
void replaceToken(Document& document, Index at, std::string word, const Document& opened);

/// Puts a token before place `at` (n: behind the last); there must be fewer than kMaxTokens.
/// A word that is in the sentence gets the same embedding, any other a drawn embedding
/// (`drawnEmbedding`). The mask follows the tokens; a learned position table belongs to the
/// places and gains a row of zeros for the new last place.
void insertToken(Document& document, Index at, std::string word);

/// Removes the token at a place, even the only token. A learned position table loses its last
/// place.
void removeToken(Document& document, Index at);

/// Moves a token to another place. Its embedding and its entries of the mask (padding, document
/// number, custom cells, painted cells) move with it; position tables stay.
void moveToken(Document& document, Index from, Index to);

/// Replaces the sentence by at most kMaxTokens words. Words of the old sentence keep their
/// embeddings (a second "the" that of the second, where there were two). Entries of the mask stay
/// with the words that both sentences have at the beginning and at the end.
void setSentence(Document& document, const std::vector<std::string>& words);

/// True for a mask that has a rule that can block, or cells painted by hand.
[[nodiscard]] bool canBlock(const Mask& mask);

/// True where the mask of the document `canBlock`.
[[nodiscard]] bool isMasked(const Document& document);

/// Returns the mask that masking puts on: `mask`, or a causal one where `mask` cannot block or does
/// not fit the tokens.
[[nodiscard]] Mask maskToPutOn(const Document& document, const Mask& mask);

/// Masked: nothing changes where there is a mask, otherwise `maskToPutOn` is put on. Unmasked: all
/// rules and painted cells go; a caller that restores them later keeps the mask and passes it as
/// `mask`.
void setMasked(Document& document, bool masked, const Mask& mask = {});

// Edits of the model around the numbers: heads, positions, scale, precision, W_o. The new document
// may have `faults`: the caller checks.

/// The numbers of heads into which the columns of W_q, W_k and W_v can be split evenly, from 1 up.
[[nodiscard]] std::vector<Index> headCounts(const Document& document);

/// Splits the columns into `heads` heads; slopes of ALiBi become those of the paper.
void setHeads(Document& document, Index heads);

/// Sets the position encoding. A learned table begins with zeros, which change no number; the base
/// of angles stays.
void setPositions(Document& document, PositionKind kind);

/// The nearest value that the precision holds; finite where `value` is finite: -65504 of float16
/// for -1e9.
[[nodiscard]] double fittingValue(DType dtype, double value);

/// Says that a masking value is beyond a precision, with the values to choose instead: `−1e9 does
/// not fit float16, so PyTorch’s masked_fill refuses it. Choose −65504 or −∞.`
[[nodiscard]] Message misfitSentence(DType dtype, double value);

/// Sets the precision, and a masking value that it holds: the present value may be too large.
void setDType(Document& document, DType dtype, double masking_value);

/// Puts W_o behind the context, as an identity that changes no number, or removes it.
void setOutput(Document& document, bool has_output);

// Edits of the snapshots of a document. Places count from 0, oldest first.

/// Why a snapshot of the document cannot have this name, a sentence; nothing where it can.
[[nodiscard]] std::optional<Message> snapshotNameFault(const Document& document,
                                                       std::string_view name);

/// Keeps the document as it is now, behind its other snapshots. The copy has no snapshots and no
/// lesson: the document keeps both.
/// @param name without `snapshotNameFault`
void addSnapshot(Document& document, std::string name);

/// @param name the present name, or a name without `snapshotNameFault`
void renameSnapshot(Document& document, std::size_t at, std::string name);

void removeSnapshot(Document& document, std::size_t at);

/// The snapshot of this name; nullptr where there is none.
[[nodiscard]] const DocumentSnapshot* findSnapshot(const Document& document, std::string_view name);

/// Where each token of `is` stood in `was`, if moving one token turns `was` into `is`. Tokens are
/// equal where word and embedding are. Empty where no token, or more than one, was moved.
[[nodiscard]] std::vector<Index> placesBeforeMove(const Document& was, const Document& is);

}  // namespace lookback
